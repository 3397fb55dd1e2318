/* joint_translational.c - a guide: the second body slides along the first without turning
 *
 *     constraints: distance across the guide, and angle; their reactions are a normal force N and a torque M
 *     friction: without a length, load = |N|. In a guide of length l, two corners carry
 *               N_1 = N/2 + M/l,  N_2 = N/2 - M/l
 *               A height h adds two faces, h/2 from the axis: N, or N_1 and N_2, press one of them, and a preload presses
 *               both equally. Friction acts on the faces in proportion to their loads, so that it has a couple.
 *     with a clearance c: four corners of a block of the second body, l long and h high, between faces h + 2 c apart */
#include "joint/draw.h"
#include "joint/gap.h"

#include <math.h>
#include <string.h>

#include "base/fail.h"
#include "base/lane_math.h"

typedef struct translational {
    bri_names bodies;
    double at[2], along[2], length, height, clearance, compliance;
    int contact_point;
    bri_record normal, friction;
} translational;

static const bri_param translational_params[] = {
    ROW_BODIES(translational, "bodies"),
    ROW_AT(translational),
    ROW_ALONG(translational),
    BRI_PARAM_AS(translational, length, BRI_ROLE_LENGTH, "m", 0, 0, 1e6,
                 "length of the guide; 0: friction depends on the normal force alone"),
    BRI_PARAM(translational, height, "m", 0, 0, 1e6,
              "distance between two faces, on which friction acts; 0: friction acts on the axis"),
    ROW_CLEARANCE(translational),
    ROW_COMPLIANCE(translational, "compliance across the guide, in series with elastic links; 0: rigid"),
    ROW_NORMAL(translational),
    ROW_CONTACT_POINT(translational, BRI_AT_SECOND),
    ROW_FRICTION(translational),
    {0},
};

static bri_status translational_check(const void *params, bri_error *err)
{
    const translational *p = params;
    return bri_check_compliance(p->clearance, p->compliance, err);
}

static bri_status translational_place(const void *params, const bri_end *ends, int count, bri_site *site,
                                      bri_error *err)
{
    const translational *p = params;
    bri_place_points(ends, count, p->at, site);
    site->offset[1] = ends[1].frame.angle - ends[0].frame.angle;
    if (p->clearance > 0 && !(p->length > 0 && p->height > 0))
        return bri_fail(err, BRI_MISSING,
                        "a guide with clearance needs length and height: its block touches at its corners");
    return bri_place_along(ends, p->along, site, err);
}

static void directions(const bri_site *site, const bri_frame *body, double along[2], double across[2])
{
    bri_to_world(body, site->along, along);
    across[0] = -along[1];
    across[1] = along[0];
}

static void translational_motions(const void *params, const bri_site *site, const bri_frame *const *bodies,
                                  const double drive[3], bri_motion *held, bri_motion *freed)
{
    (void)params, (void)drive;
    bri_spot a = bri_spot_of(bodies[0], site->point[0]), b = bri_spot_of(bodies[1], site->point[1]);
    double along[2], across[2];
    directions(site, bodies[0], along, across);
    held[0] = bri_motion_along(bodies[0], bodies[1], &a, &b, across);
    held[1] = bri_motion_angle(bodies[0], bodies[1]);
    if (!freed) return;
    freed[0] = bri_motion_along(bodies[0], bodies[1], &a, &b, along);
}

static void translational_patch(const void *params, const bri_site *site, const bri_frame *const *bodies,
                                const bri_motion *freed, const double *lambda, bri_patch *patches)
{
    const translational *p = params;
    (void)site, (void)bodies;
    for (int i = 0; i < 2; i++) {
        double couple = p->length > 0 ? (i == 0 ? 1 : -1) / p->length : 0, share = p->length > 0 ? 0.5 : i == 0 ? 1 : 0;
        bri_patch_simple(freed, 0, 1, share * lambda[0] + couple * lambda[1], &patches[i]);
        patches[i].by_lambda[0] = share;
        patches[i].by_lambda[1] = couple;
        if (!(p->height > 0)) continue;
        patches[i].couple = 1;
        patches[i].two_faces = true; /* the first is half the height below the axis: its row has so much more moment */
        patches[i].row[1] = (bri_motion){.end = {{0, 0, -p->height / 2}, {0, 0, p->height / 2}}};
    }
}

/* A corner of the block in the frame of the second body, where the guide's line is rotated by the angle between the
 * bodies. */
static void corner(const translational *p, const bri_site *site, double forward, double up, double out[2])
{
    double c = real_cos(site->offset[1]), s = real_sin(site->offset[1]);
    double along[2] = {c * site->along[0] + s * site->along[1], c * site->along[1] - s * site->along[0]};
    out[0] = site->point[1][0] + 0.5 * (forward * p->length * along[0] - up * p->height * along[1]);
    out[1] = site->point[1][1] + 0.5 * (forward * p->length * along[1] + up * p->height * along[0]);
}

static void translational_gap(const void *params, const bri_site *site, const bri_frame *const *bodies, bri_gap *gaps)
{
    const translational *p = params;
    double half = 0.5 * p->height + p->clearance, point[2];
    for (int i = 0; i < 4; i++) {
        int side = i < 2 ? 1 : -1; /* side of the face on which the block is */
        corner(p, site, i % 2 ? -1 : 1, -side, point);
        bri_gap_flat(site, bodies, point, 0, -side * half, side, p->contact_point, &gaps[i]);
    }
}

static const bri_variable translational_held[] = {
    {"normal", "N", "force on the second body, positive to the left of along", BRI_ONE, 0, 0},
    {"couple", "N m", "torque on the second body, counter-clockwise", BRI_ONE, 0, 0},
    {0}};
static const bri_variable translational_freed[] = {
    {"slide", "m", "position of the second body along the first, positive in the direction along", BRI_ONE, 0, 0}, {0}};
static const bri_variable translational_patches[] = {
    {"front", "m/s", "front corner, or the whole guide", BRI_ONE, 0, 0},
    {"back", "m/s", "back corner", BRI_ONE, 0, 0},
    {0}};
static const bri_variable translational_gaps[] = {
    {"front_right", "m", "gap between the front corner on the right and its face", BRI_ONE, 0, 0},
    {"back_right", "m", "gap between the back corner on the right and its face", BRI_ONE, 0, 0},
    {"front_left", "m", "gap between the front corner on the left and its face", BRI_ONE, 0, 0},
    {"back_left", "m", "gap between the back corner on the left and its face", BRI_ONE, 0, 0},
    {0}};

static void translational_draw(const void *params, const bri_site *site, const bri_frame *const *bodies,
                               bri_sketch *sketch)
{
    const translational *p = params;
    bri_spot a = bri_spot_of(bodies[0], site->point[0]), b = bri_spot_of(bodies[1], site->point[1]);
    double along[2], across[2], m = sketch->magnify, block[4][2], middle[2];
    directions(site, bodies[0], along, across);
    double d[2] = {b.at[0] - a.at[0], b.at[1] - a.at[1]}, slide = bri_dot(along, d), half = 0.5 * p->height;
    double reach = 0.5 * p->length, face[2] = {half, half}; /* left and right of the line */
    if (!(p->height > 0)) { /* draw along the sides of a body, unless it is much higher than long */
        double across_most = fmax(sketch->reach[1], sketch->reach[3]),
               longest = fmax(sketch->reach[0], sketch->reach[2]);
        bool is_block = longest > 0 && across_most <= 2 * longest;
        face[0] = is_block ? sketch->reach[1] : 1.2 * sketch->mark; /* 0: no body on this side, as above a belt */
        face[1] = is_block ? sketch->reach[3] : 1.2 * sketch->mark;
        if (!(fmax(face[0], face[1]) > 0)) face[0] = face[1] = 1.2 * sketch->mark;
        if (is_block) reach = fmax(reach, longest);
    }
    reach += 3 * sketch->mark;
    bri_offset(a.at, along, slide, 0, middle);
    for (int i = 0; i < 2; i++) {
        int side = i ? -1 : 1;
        if (!(face[i] > 0)) continue;
        bri_offset(middle, along, 0, side * (face[i] + m * p->clearance), d);
        bri_sketch_rail(sketch, d, along, -reach, reach, side);
    }
    bri_offset(middle, along, reach - sketch->mark, face[0] > 0 ? face[0] : -face[1], sketch->name_at);
    memcpy(sketch->middle, middle, sizeof middle);
    sketch->size = half;
    if (!(p->clearance > 0)) {
        double length = p->length > 0 ? p->length : 4 * sketch->mark; /* without one: a symbol between the two faces */
        if (half > 0) bri_sketch_box(sketch, "block", 1, middle, along, length, p->height);
        return;
    }
    for (int i = 0; i < 4; i++) { /* displacement of each corner from the centred position is magnified */
        double forward = i == 0 || i == 3 ? 1 : -1, up = i < 2 ? -1 : 1, local[2];
        corner(p, site, forward, up, local);
        bri_spot spot = bri_spot_of(bodies[1], local);
        double x[2] = {spot.at[0] - middle[0], spot.at[1] - middle[1]};
        double height_there = up * half + m * (bri_dot(across, x) - up * half);
        bri_offset(middle, along, forward * 0.5 * p->length, height_there, block[i]);
    }
    bri_sketch_outline(sketch, "gap", 1, (const double(*)[2])block, 4);
    for (int i = 0; i < 4; i++)
        bri_sketch_contact_force(sketch, i, block[i < 2 ? i : 5 - i]);
}

const bri_joint_kind bri_joint_translational = {
    .kind = {.name = "translational",
             .family = "joint",
             .title = "straight guide: the second body slides along the first without turning",
             .required = "along",
             .params_size = sizeof(translational),
             .params = translational_params,
             .check = translational_check},
    .held = translational_held,
    .freed = translational_freed,
    .patches = translational_patches,
    .gaps = translational_gaps,
    .clearance = offsetof(translational, clearance),
    .compliance = offsetof(translational, compliance),
    .normal = offsetof(translational, normal),
    .friction = {offsetof(translational, friction)},
    .place = translational_place,
    .motions = translational_motions,
    .patch = translational_patch,
    .gap = translational_gap,
    .draw = translational_draw,
};
