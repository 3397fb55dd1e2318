/* assemble.c - bodies moved until their joints meet */
#include <math.h>
#include <string.h>

#include "base/fail.h"
#include "model/elastic.h"
#include "system/system.h"

/* What was found goes back into the model; velocities that were not given stay so. */
static void put_back(bri_model *model, const bri_system *s, const double *x)
{
    const bri_records *bodies = &bri_model_root(model)->bodies;
    for (int b = 0; b < s->bodies; b++) {
        bri_body_params *p = bodies->at[b].params;
        memcpy(p->at, x + BRI_DOF * b, sizeof p->at);
        p->angle = x[BRI_DOF * b + 2];
    }
}

bri_status bri_model_assemble(bri_model *model, double *gap, bri_error *err)
{
    bri_system *s = NULL;
    bri_work *work = NULL;
    double fast, left;
    bri_model *rigid = NULL; /* elastic links meet as they are, not stretched */
    bri_status status = bri_model_copy(model, &rigid, err);
    if (!status) {
        bri_model_stiffen(rigid);
        status = bri_system_build_loose(rigid, &s, err);
    }
    if (!status) status = bri_work_create(s, &work, err);
    if (!status) {
        double *x = work->x_start, *discrete = work->mode_start;
        memcpy(x, s->q0, (size_t)(BRI_DOF * s->bodies) * sizeof(double));
        for (int k = 0; k < s->interfaces; k++)
            if (s->interface[k].sticks) discrete[s->interface[k].stick_mode] = 1;
        bri_move(work, s->t0, x, discrete);
        bri_see_errors(work, gap, &fast);
        status = bri_project_position(work, s->t0, x, discrete);
        bri_see_errors(work, &left, &fast);
        if (status)
            bri_fail(
                err, BRI_BAD_MODEL,
                "no place was found where all joints meet: they stay open by %.3g m or rad; are all lengths right?",
                left);
        else
            put_back(model, s, x);
        status = status ? BRI_BAD_MODEL : BRI_OK;
    }
    bri_work_destroy(work);
    bri_system_destroy(s);
    bri_model_destroy(rigid);
    return status;
}
