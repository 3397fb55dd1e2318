/* joint.c - functions that joints share */
#include "joint/joint.h"

#include <math.h>
#include <string.h>

#include "base/fail.h"

int bri_rows(const bri_variable *table)
{
    int count = 0;
    while (table && table[count].name)
        count++;
    return count;
}

bool bri_unit_turns(const char *unit) { return !strcmp(unit, "rad") || !strcmp(unit, "N m"); }

bool bri_joint_has_gaps(const bri_joint_kind *kind, const void *params)
{
    if (!kind->gap) return false;
    return !kind->clearance || *(const double *)(const void *)((const char *)params + kind->clearance) > 0;
}

double bri_compliance_of(const bri_joint_kind *kind, const void *params)
{
    return kind->compliance ? *(const double *)(const void *)((const char *)params + kind->compliance) : 0;
}

bri_status bri_check_compliance(double clearance, double compliance, bri_error *err)
{
    if (!(clearance > 0 && compliance > 0)) return BRI_OK;
    return bri_fail(
        err, BRI_BAD_VALUE,
        "compliance cannot be combined with clearance: the normal law is the compliance; leave one of them out");
}

void bri_place_points(const bri_end *ends, int count, const double at[2], bri_site *site)
{
    for (int i = 0; i < count; i++)
        if (!isnan(ends[i].point[0]))
            memcpy(site->point[i], ends[i].point, sizeof site->point[i]);
        else if (!isnan(at[0]))
            bri_local_point(&ends[i].frame, at, site->point[i]);
        else
            memcpy(site->point[i], ends[i].centre, sizeof site->point[i]);
}

bri_status bri_place_along(const bri_end *ends, const double along[2], bri_site *site, bri_error *err)
{
    double length = hypot(along[0], along[1]);
    if (isnan(length))
        return bri_fail(err, BRI_MISSING, "a direction is missing: add along, for example along: [1, 0]");
    if (!(length > 0))
        return bri_fail(err, BRI_BAD_VALUE, "along is [0, 0], which has no direction; use [1, 0], for example");
    double unit[2] = {along[0] / length, along[1] / length};
    bri_to_local(&ends[0].frame, unit, site->along);
    return BRI_OK;
}

bri_status bri_place_wheel(const bri_end *ends, const double through[2], const double along[2], bri_site *site,
                           bri_error *err)
{
    const double *line = isnan(through[0]) ? (const double[2]){0, 0} : through;
    if (!(ends[1].radius > 0))
        return bri_fail(err, BRI_MISSING, "'%s' must be a wheel: give that body a radius", ends[1].name);
    bri_status status = bri_place_along(ends, along, site, err);
    if (status) return status;
    if (!isnan(ends[0].point[0]))
        memcpy(site->point[0], ends[0].point, sizeof site->point[0]);
    else
        bri_local_point(&ends[0].frame, line, site->point[0]);
    if (!isnan(ends[1].point[0])) memcpy(site->point[1], ends[1].point, sizeof site->point[1]);
    site->radius = ends[1].radius;
    /* reverse the line if the wheel is not on its left */
    const bri_frame *bodies[2] = {&ends[0].frame, &ends[1].frame};
    bri_motion height, slip, turn;
    bri_wheel_motions(site, bodies, &height, &slip, &turn);
    if (height.value + site->radius < 0) {
        site->along[0] = -site->along[0];
        site->along[1] = -site->along[1];
        bri_wheel_motions(site, bodies, &height, &slip, &turn);
    }
    site->offset[1] = slip.value;
    return BRI_OK;
}

void bri_wheel_motions(const bri_site *site, const bri_frame *const *bodies, bri_motion *height, bri_motion *slip,
                       bri_motion *turn)
{
    bri_spot line = bri_spot_of(bodies[0], site->point[0]), centre = bri_spot_of(bodies[1], site->point[1]);
    double along[2];
    bri_to_world(bodies[0], site->along, along);
    double up[2] = {-along[1], along[0]};
    bri_motion forward = bri_motion_along(bodies[0], bodies[1], &line, &centre, along);
    *height = bri_motion_along(bodies[0], bodies[1], &line, &centre, up);
    height->value -= site->radius;
    *turn = bri_motion_angle(bodies[0], bodies[1]);
    *slip = bri_motion_sum(&forward, site->radius, turn);
}

void bri_patch_simple(const bri_motion *freed, int motion, double lever, double load, bri_patch *patch)
{
    patch->motion = motion;
    patch->dim = 1;
    patch->two_faces = false;
    patch->couple = 0;
    patch->row[0] = freed[motion];
    patch->lever = lever;
    patch->load = load;
    patch->by_lambda[0] = 1;
    patch->by_lambda[1] = patch->by_lambda[2] = 0;
}
