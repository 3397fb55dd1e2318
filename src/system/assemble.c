/* assemble.c - bodies moved until their joints meet */
#include <math.h>
#include <string.h>

#include "base/fail.h"
#include "model/elastic.h"
#include "system/build.h"
#include "system/initial.h"
#include "system/project.h"

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

static bri_status assemble(const bri_system *s, bri_model *model, double *gap, bri_error *err)
{
    bri_engine *e = NULL;
    double left, velocity;
    bri_status status = bri_engine_create(s, &e, err);
    if (status) return status;
    double *x = bri_arena_take(&e->arena, (size_t)s->states + 1, sizeof(double));
    double *packed = bri_arena_take(&e->arena, (size_t)s->discrete_states + 1, sizeof(double));
    if (e->arena.failed) {
        status = bri_fail(err, BRI_NO_MEMORY, "out of memory: %d bodies", s->bodies);
    } else {
        bri_point *p = &e->look.point;
        bri_instant at = bri_instant_of(e, s->t0, x, packed);
        memcpy(x, s->q0, (size_t)(BRI_DOF * s->bodies) * sizeof(double));
        bri_initial_discrete(p, &at, packed);
        bri_constraint_errors(p, gap, &velocity);
        status = bri_project_position(e, p, &at, s->inverse, x);
        bri_constraint_errors(p, &left, &velocity);
        if (!status)
            put_back(model, s, x);
        else
            status =
                bri_fail(err, BRI_BAD_MODEL,
                         "no configuration was found in which all joints meet: they stay open by %.3g m or rad; are "
                         "all lengths right?",
                         left);
    }
    bri_engine_destroy(e);
    return status;
}

bri_status bri_model_assemble(bri_model *model, double *gap, bri_error *err)
{
    bri_system *s = NULL;
    bri_model *rigid = NULL; /* elastic links meet unstretched */
    bri_status status = bri_model_copy(model, &rigid, err);
    if (!status) {
        bri_model_make_rigid(rigid);
        status = bri_system_build_unstarted(rigid, &s, err);
    }
    if (!status) status = assemble(s, model, gap, err);
    bri_system_destroy(s);
    bri_model_destroy(rigid);
    return status;
}
