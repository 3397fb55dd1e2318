/* parts.c - the tables of what every model has: the root, bodies, points, materials, friction, normal laws, run */
#include "model/parts.h"

#include <math.h>

#include "base/fail.h"
#include "bristle/friction.h"
#include "model/families.h"

#define FAR 1e9 /* m; of positions */

/* --- bodies ---------------------------------------------------------------------------------------------------------- */

static const bri_param point_params[] = {
    BRI_VECTOR_PARAM(bri_point_params, at, "m", 0, -FAR, FAR, "where it is in the frame of its body"),
    {0},
};

const bri_kind bri_point_kind = {.name = "point",
                                 .family = "point",
                                 .title = "a named point of a body",
                                 .params_size = sizeof(bri_point_params),
                                 .params = point_params,
                                 .required = "at"};

#define ROW_POINTS BRI_MANY_PARAM(bri_body_params, points, "point", "points with names, from the mass centre")
#define ROW_MATERIAL                                                                                                   \
    BRI_STRING_PARAM(bri_body_params, material,                                                                        \
                     "one of the materials, for its contacts and its elasticity; not given: none")
#define ROW_SHAPES BRI_MANY_PARAM(bri_body_params, shapes, "shape", "what it is drawn as")

/* --- elastic links --------------------------------------------------------------------------------------------------- */

static const bri_param elastic_params[] = {
    BRI_STRING_PARAM(bri_elastic_params, from, "the point where its axis begins"),
    BRI_STRING_PARAM(bri_elastic_params, to, "the point where it ends"),
    BRI_LIST_PARAM(bri_elastic_params, stiffness, NULL, "N/m", "0", 0, 1e15,
                   "of the spring at each end: one for both, or two"),
    BRI_LIST_PARAM(bri_elastic_params, damping, NULL, "N s/m", "0", 0, 1e15,
                   "of the damper at each end: one for both, or two"),
    BRI_PARAM(bri_elastic_params, area, "m2", NAN, 1e-15, 1e6,
              "of its cross-section, in place of stiffness: each spring has 2 E A/L"),
    BRI_PARAM(bri_elastic_params, modulus, "Pa", NAN, 1, 1e15,
              "Young's modulus E for it; not given: that of the body's material"),
    BRI_CHOICE_PARAM(bri_elastic_params, as, "segments|friction",
                     "three segments with springs, or a rigid body whose stiffness goes into the friction laws"),
    BRI_PARAM(bri_elastic_params, ends, "1", 0.02, 1e-4, 1,
              "mass and length of an end segment over those of the middle one"),
    {0},
};

static bri_status elastic_check(const void *params, bri_error *err)
{
    const bri_elastic_params *p = params;
    bool given = p->stiffness.at[0] > 0;
    if (p->stiffness.count > 2 || p->damping.count > 2)
        return bri_fail(err, BRI_BAD_VALUE, "a link has two ends: %s takes one number or two, not %d",
                        p->stiffness.count > 2 ? "stiffness" : "damping",
                        p->stiffness.count > 2 ? p->stiffness.count : p->damping.count);
    if (given && p->stiffness.count > 1 && !(p->stiffness.at[1] > 0))
        return bri_fail(err, BRI_BAD_VALUE, "stiffness must be above 0 at both ends");
    if (given && !isnan(p->area))
        return bri_fail(err, BRI_BAD_VALUE, "stiffness and area cannot both be given: one says what the other does");
    if (!given && isnan(p->area))
        return bri_fail(err, BRI_MISSING, "elastic needs a stiffness (stiffness: 1e5 N/m), or an area and a modulus");
    if (given && !isnan(p->modulus))
        return bri_fail(err, BRI_BAD_VALUE, "modulus means nothing where the stiffness is given");
    return BRI_OK;
}

const bri_kind bri_elastic_kind = {
    .name = "elastic",
    .family = "elastic",
    .title = "a body that gives way along its axis: three segments, with a spring and damper at each end",
    .required = "from to",
    .reference = "Wojtyra 2017, section 4.2",
    .params_size = sizeof(bri_elastic_params),
    .params = elastic_params,
    .check = elastic_check};

/* --- bodies, once more ----------------------------------------------------------------------------------------------- */

static const bri_param body_params[] = {
    BRI_PARAM(bri_body_params, mass, "kg", 1, 1e-15, 1e15, "its mass"),
    BRI_PARAM(bri_body_params, inertia, "kg m2", 1, 1e-20, 1e20, "its moment of inertia about the mass centre"),
    BRI_VECTOR_PARAM(bri_body_params, at, "m", 0, -FAR, FAR, "its mass centre at the beginning"),
    BRI_PARAM(bri_body_params, angle, "rad", 0, -1e6, 1e6, "how far it is turned at the beginning, anticlockwise"),
    BRI_VECTOR_PARAM(bri_body_params, velocity, "m/s", NAN, -1e6, 1e6,
                     "of its mass centre at the beginning; not given: from the joints"),
    BRI_PARAM(bri_body_params, spin, "rad/s", NAN, -1e9, 1e9,
              "angular velocity at the beginning; not given: from the joints"),
    BRI_PARAM(bri_body_params, radius, "m", 0, 0, FAR, "of a wheel, about the mass centre; 0: it is none"),
    ROW_MATERIAL,
    ROW_POINTS,
    ROW_SHAPES,
    BRI_PART_PARAM(bri_body_params, elastic, "elastic", "1",
                   "makes it a link that is elastic between two of its points"),
    {0},
};

const bri_kind bri_body_kind = {
    .name = "body",
    .family = "body",
    .title = "a rigid body: mass, inertia, where it begins, its named points and what it is drawn as",
    .required = "mass inertia",
    .params_size = sizeof(bri_body_params),
    .params = body_params};

static const bri_param ground_params[] = {ROW_MATERIAL, ROW_POINTS, ROW_SHAPES, {0}};

const bri_kind bri_ground_kind = {.name = "ground",
                                  .family = "ground",
                                  .title = "what does not move: its material, its named points and what it is drawn as",
                                  .params_size = sizeof(bri_body_params),
                                  .params = ground_params};

/* --- materials and normal laws --------------------------------------------------------------------------------------- */

static const bri_param material_params[] = {
    BRI_PARAM(bri_material_params, modulus, "Pa", 207e9, 1, 1e15, "Young's modulus of elasticity"),
    BRI_PARAM(bri_material_params, poisson, "1", 0.3, -0.99, 0.5, "Poisson's ratio"),
    {0},
};

const bri_kind bri_material_kind = {.name = "material",
                                    .family = "material",
                                    .title = "how a body gives way where another presses on it",
                                    .required = "modulus poisson",
                                    .params_size = sizeof(bri_material_params),
                                    .params = material_params};

static const bri_param normal_params[] = {
    BRI_PART_PARAM(bri_normal_params, law, "contact_law", "1", "the normal law, whose parameters stand beside it"),
    BRI_PARAM(bri_normal_params, length, "m", NAN, 1e-9, FAR, "of the line of contact, for laws that need it"),
    {0},
};

static bri_status normal_check(const void *params, bri_error *err)
{
    const bri_normal_params *p = params;
    return p->law.kind ? BRI_OK : bri_fail(err, BRI_MISSING, "normal has no law");
}

const bri_kind bri_normal_kind = {.name = "normal",
                                  .family = "normal",
                                  .title = "how two surfaces push where they would overlap: a normal law",
                                  .required = "law",
                                  .params_size = sizeof(bri_normal_params),
                                  .params = normal_params,
                                  .check = normal_check};

/* --- friction -------------------------------------------------------------------------------------------------------- */

static const bri_param friction_params[] = {
    BRI_PART_PARAM(bri_friction_params, law, "law", "1", "the friction law, whose parameters stand beside it"),
    BRI_PART_PARAM(bri_friction_params, load, "signal", "N", "normal force; not given: the reaction of the joint"),
    BRI_PARAM(bri_friction_params, preload, "N", 0, 0, 1e12, "added to the normal force of the joint"),
    BRI_CHOICE_PARAM(bri_friction_params, load_from, "coupled|elastic",
                     "the load that bristles feel: with all of the friction force, or with its elastic part"),
    BRI_CHOICE_PARAM_AS(bri_friction_params, effort, BRI_ROLE_EFFORT, "none|force|torque",
                        "whether the coefficients are a force or torque, whatever the load; picked by their unit"),
    BRI_LIST_PARAM(bri_friction_params, states, NULL, "1", "0", -1e12, 1e12,
                   "what the states of the law begin with, in SI units; those that are not given begin with 0"),
    BRI_PART_PARAM(bri_friction_params, noise, "noise", "1", "added to the law's force"),
    BRI_PART_PARAM(bri_friction_params, surfaces, "surfaces", "1", "what lubricated laws need to know"),
    BRI_CHOICE_PARAM(bri_friction_params, at_separation, "reset|carry",
                     "what becomes of the law's states where surfaces part: they begin at 0 again, or wait"),
    {0},
};

static bri_status friction_check(const void *params, bri_error *err)
{
    const bri_friction_params *p = params;
    if (!p->law.kind) return bri_fail(err, BRI_MISSING, "friction has no law");
    if (p->effort != BRI_EFFORT_NONE && p->load.kind)
        return bri_fail(err, BRI_BAD_VALUE, "load means nothing where the coefficients are themselves a %s",
                        p->effort == BRI_EFFORT_FORCE ? "force" : "torque");
    if (p->effort != BRI_EFFORT_NONE && p->preload != 0)
        return bri_fail(err, BRI_BAD_VALUE, "preload means nothing where the coefficients are themselves a %s",
                        p->effort == BRI_EFFORT_FORCE ? "force" : "torque");
    const bri_friction_law *law = (const bri_friction_law *)(const void *)p->law.kind;
    int states = bri_friction_states(law, p->law.params, 1), given = p->states.count;
    if (given > (states > 1 ? states : 1) || (states == 0 && p->states.at[0] != 0))
        return bri_fail(err, BRI_BAD_VALUE, "states gives %d values, but %s has %d state%s", given, law->kind.name,
                        states, states == 1 ? "" : "s");
    return BRI_OK;
}

const bri_kind bri_friction_kind = {.name = "friction",
                                    .family = "friction",
                                    .title =
                                        "friction where a joint slides or turns: a law, and where its load comes from",
                                    .required = "law",
                                    .params_size = sizeof(bri_friction_params),
                                    .params = friction_params,
                                    .check = friction_check};

/* --- run ------------------------------------------------------------------------------------------------------------- */

static const bri_param run_params[] = {
    BRI_PARAM(bri_run_params, until, "s", 1, -1e12, 1e12, "when it ends"),
    BRI_PARAM(bri_run_params, start, "s", 0, -1e12, 1e12, "when it begins"),
    BRI_PARAM(bri_run_params, interval, "s", 0, 0, 1e12, "between the rows of the result; 0: 500 rows"),
    BRI_PARAM(bri_run_params, rtol, "1", NAN, 1e-14, 0.1,
              "relative tolerance; not given: 1e-6, and 1e-7 where bodies touch and part"),
    BRI_PARAM(bri_run_params, atol, "1", 0, 0, 1, "absolute tolerance, in the size of each state; 0: as rtol"),
    BRI_STRING_PARAM(bri_run_params, integrator, "its name, or auto; not given: auto"),
    BRI_PARAM(bri_run_params, step, "s", 0, 0, 1e6, "of an integrator with fixed steps, which needs one"),
    BRI_PARAM(bri_run_params, max_step, "s", 0, 0, 1e12, "the longest step; 0: no limit"),
    BRI_CHOICE_PARAM(bri_run_params, constraints, "auto|projection|baumgarte|partition",
                     "how joints are held together"),
    BRI_PARAM(bri_run_params, alpha, "1/s", 5, 0, 1e6, "Baumgarte's factor of velocity errors"),
    BRI_PARAM(bri_run_params, beta, "1/s", 5, 0, 1e6, "Baumgarte's factor of position errors"),
    BRI_CHOICE_PARAM(bri_run_params, coupling, "newton|fixed_point|lagged", "how friction and reactions are solved"),
    BRI_CHOICE_PARAM(bri_run_params, redundancy, "refuse|eliminate|pseudoinverse|elastic",
                     "how joints that hold more than they must share their load"),
    BRI_NAMES_PARAM(bri_run_params, eliminate, NULL, 0, 1e6,
                    "reactions, pin.force_x, or joints, that carry nothing where they are redundant"),
    BRI_PARAM(bri_run_params, share_at, "s", NAN, -1e12, 1e12,
              "time whose loads put the stiffness of links into friction laws; not given: that nearest to slip"),
    BRI_NAMES_PARAM(bri_run_params, channels, NULL, 0, 1e6, "what is recorded; not given: everything"),
    {0},
};

static bri_status run_check(const void *params, bri_error *err)
{
    const bri_run_params *p = params;
    if (!(p->until > p->start))
        return bri_fail(err, BRI_BAD_VALUE, "until (%g s) must be after start (%g s)", p->until, p->start);
    if (p->eliminate.count > 0 && p->redundancy != BRI_REDUNDANCY_ELIMINATE)
        return bri_fail(err, BRI_BAD_VALUE, "eliminate names reactions, which needs redundancy: eliminate");
    return BRI_OK;
}

const bri_kind bri_run_kind = {.name = "run",
                               .family = "run",
                               .title = "how it is simulated: time, tolerances, integrator, what is recorded",
                               .params_size = sizeof(bri_run_params),
                               .params = run_params,
                               .check = run_check};

/* --- the root -------------------------------------------------------------------------------------------------------- */

static const bri_param model_params[] = {
    BRI_STRING_PARAM(bri_model_params, title, "what it is"),
    BRI_VECTOR_PARAM(bri_model_params, gravity, "m/s2", 0, -1e6, 1e6, "acceleration of free fall"),
    BRI_PART_PARAM(bri_model_params, ground, "ground", "1", "what does not move"),
    BRI_MANY_PARAM(bri_model_params, materials, "material", "what bodies are made of, where they touch"),
    BRI_MANY_PARAM(bri_model_params, bodies, "body", "what moves"),
    BRI_MANY_PARAM(bri_model_params, joints, "joint", "what holds bodies together, and where they rub"),
    BRI_MANY_PARAM(bri_model_params, forces, "force", "what acts on bodies"),
    BRI_PART_PARAM(bri_model_params, run, "run", "1", "how it is simulated"),
    {0},
};

const bri_kind bri_model_kind = {.name = "model",
                                 .family = "model",
                                 .title = "a mechanism: bodies, joints, forces, gravity, and how it is run",
                                 .required = "bodies",
                                 .params_size = sizeof(bri_model_params),
                                 .params = model_params};
