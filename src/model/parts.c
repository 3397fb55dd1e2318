/* parts.c - the tables of the parts that every model has */
#include "model/parts.h"

#include <math.h>

#include "base/fail.h"
#include "bristle/friction.h"
#include "contact/contact.h"

#define FAR 1e9 /* limit of positions, m */

/* --- points ------------------------------------------------------------------------------------------------------- */

static const bri_param point_params[] = {
    BRI_VECTOR_PARAM_AS(bri_point_params, at, BRI_ROLE_BUILT, "m", 0, -FAR, FAR, "position in the frame of its body"),
    {0},
};

const bri_kind bri_point_kind = {.name = "point",
                                 .family = "point",
                                 .title = "a named point of a body",
                                 .params_size = sizeof(bri_point_params),
                                 .params = point_params,
                                 .required = "at"};

#define ROW_POINTS(doc_) BRI_MANY_PARAM(bri_body_params, points, "point", doc_)
#define ROW_MATERIAL                                                                                                   \
    BRI_STRING_PARAM(bri_body_params, material, "name of a material, for contact and elasticity; not given: none")
#define ROW_SHAPES BRI_MANY_PARAM(bri_body_params, shapes, "shape", "shapes for drawing")

/* --- elastic links ------------------------------------------------------------------------------------------------ */

static const bri_param elastic_params[] = {
    BRI_STRING_PARAM(bri_elastic_params, from, "point at which the elastic axis begins"),
    BRI_STRING_PARAM(bri_elastic_params, to, "point at which the axis ends"),
    BRI_LIST_PARAM(bri_elastic_params, stiffness, NULL, "N/m", "0", 0, 1e15,
                   "stiffness of the spring at each end: one value for both, or two"),
    BRI_LIST_PARAM(bri_elastic_params, damping, NULL, "N s/m", "0", 0, 1e15,
                   "damping coefficient at each end: one value for both, or two"),
    BRI_PARAM(bri_elastic_params, area, "m2", NAN, 1e-15, 1e6,
              "area A of the cross-section, instead of stiffness: each spring has 2 E A/L"),
    BRI_PARAM(bri_elastic_params, modulus, "Pa", NAN, 1, 1e15,
              "Young's modulus E; not given: that of the body's material"),
    BRI_CHOICE_PARAM_AS(bri_elastic_params, as, BRI_ROLE_BUILT, "segments|friction",
                        "three segments with springs, or a rigid body whose stiffness enters the friction laws"),
    BRI_PARAM(bri_elastic_params, ends, "1", 0.02, 1e-4, 1,
              "mass and length of an end segment, divided by those of the middle segment"),
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
        return bri_fail(err, BRI_BAD_VALUE, "stiffness and area are alternatives: give only one of them");
    if (!given && isnan(p->area))
        return bri_fail(err, BRI_MISSING, "elastic needs a stiffness (stiffness: 1e5 N/m), or an area and a modulus");
    if (given && !isnan(p->modulus))
        return bri_fail(err, BRI_BAD_VALUE, "modulus has no effect where stiffness is given: remove it");
    return BRI_OK;
}

const bri_kind bri_elastic_kind = {
    .name = "elastic",
    .family = "elastic",
    .title = "elastic link: three segments along its axis, with a spring and damper at each end",
    .required = "from to",
    .reference = "Wojtyra 2017, section 4.2",
    .params_size = sizeof(bri_elastic_params),
    .params = elastic_params,
    .check = elastic_check};

/* --- bodies and ground -------------------------------------------------------------------------------------------- */

static const bri_param body_params[] = {
    BRI_PARAM(bri_body_params, mass, "kg", 1, 1e-15, 1e15, "mass"),
    BRI_PARAM(bri_body_params, inertia, "kg m2", 1, 1e-20, 1e20, "moment of inertia about the mass centre"),
    BRI_VECTOR_PARAM_AS(bri_body_params, at, BRI_ROLE_INITIAL, "m", 0, -FAR, FAR,
                        "initial position of the mass centre"),
    BRI_PARAM_AS(bri_body_params, angle, BRI_ROLE_INITIAL, "rad", 0, -1e6, 1e6, "initial angle, counter-clockwise"),
    BRI_VECTOR_PARAM_AS(bri_body_params, velocity, BRI_ROLE_INITIAL, "m/s", NAN, -1e6, 1e6,
                        "initial velocity of the mass centre; not given: from the joints"),
    BRI_PARAM_AS(bri_body_params, spin, BRI_ROLE_INITIAL, "rad/s", NAN, -1e9, 1e9,
                 "initial angular velocity; not given: from the joints"),
    BRI_PARAM_AS(bri_body_params, radius, BRI_ROLE_BUILT, "m", 0, 0, FAR,
                 "radius of a wheel, about the mass centre; 0: not a wheel"),
    ROW_MATERIAL,
    ROW_POINTS("named points, in the frame of the body, whose origin is the mass centre"),
    ROW_SHAPES,
    BRI_PART_PARAM(bri_body_params, elastic, "elastic", "1",
                   "makes the body elastic along the axis between two of its points"),
    {0},
};

const bri_kind bri_body_kind = {.name = "body",
                                .family = "body",
                                .title =
                                    "a rigid body: mass, inertia, initial position and velocity, named points, shapes",
                                .required = "mass inertia",
                                .params_size = sizeof(bri_body_params),
                                .params = body_params};

static const bri_param ground_params[] = {
    ROW_MATERIAL, ROW_POINTS("named points, in world coordinates"), ROW_SHAPES, {0}};

const bri_kind bri_ground_kind = {.name = "ground",
                                  .family = "ground",
                                  .title = "the fixed ground: material, named points, shapes",
                                  .params_size = sizeof(bri_body_params),
                                  .params = ground_params};

/* --- materials and normal laws ------------------------------------------------------------------------------------ */

static const bri_param material_params[] = {
    BRI_PARAM(bri_material_params, modulus, "Pa", 207e9, 1, 1e15, "Young's modulus of elasticity"),
    BRI_PARAM(bri_material_params, poisson, "1", 0.3, -0.99, 0.5, "Poisson's ratio"),
    {0},
};

const bri_kind bri_material_kind = {.name = "material",
                                    .family = "material",
                                    .title = "elastic properties of bodies in contact",
                                    .required = "modulus poisson",
                                    .params_size = sizeof(bri_material_params),
                                    .params = material_params};

static const bri_param normal_params[] = {
    BRI_PART_PARAM(bri_normal_params, law, "contact_law", "1", "the normal law; its parameters are further keys"),
    BRI_PARAM(bri_normal_params, length, "m", NAN, 1e-9, FAR, "length of the line of contact, for laws that need it"),
    {0},
};

static bri_status normal_check(const void *params, bri_error *err)
{
    const bri_normal_params *p = params;
    return p->law.kind ? BRI_OK
                       : bri_fail(err, BRI_MISSING, "normal has no law: add law, for example law: %s",
                                  bri_contact_law_usual()->kind.name);
}

const bri_kind bri_normal_kind = {.name = "normal",
                                  .family = "normal",
                                  .title = "contact force between two surfaces: a normal law",
                                  .required = "law",
                                  .params_size = sizeof(bri_normal_params),
                                  .params = normal_params,
                                  .check = normal_check};

/* --- friction ----------------------------------------------------------------------------------------------------- */

static const bri_param friction_params[] = {
    BRI_PART_PARAM(bri_friction_params, law, "law", "1", "the friction law; its parameters are further keys"),
    BRI_PART_PARAM(bri_friction_params, load, "signal", "N", "normal force; not given: the reaction of the joint"),
    BRI_PARAM(bri_friction_params, preload, "N", 0, 0, 1e12, "preload, added to the normal force of the joint"),
    BRI_CHOICE_PARAM_AS(
        bri_friction_params, load_from, BRI_ROLE_BUILT, "coupled|elastic",
        "load in the bristle equations: from reactions with the whole friction force, or with its elastic part only"),
    BRI_CHOICE_PARAM_AS(bri_friction_params, effort, BRI_ROLE_EFFORT, "none|force|torque",
                        "whether the coefficients are forces or torques, independent of the load; set by their unit"),
    BRI_LIST_PARAM_AS(bri_friction_params, states, BRI_ROLE_INITIAL, NULL, "1", "0", -1e12, 1e12,
                      "initial states of the law, in SI units; not given: 0"),
    BRI_PART_PARAM(bri_friction_params, noise, "noise", "1", "noise added to the friction force"),
    BRI_PART_PARAM(bri_friction_params, surfaces, "surfaces", "1", "surfaces and lubricant, for lubricated laws"),
    BRI_CHOICE_PARAM(bri_friction_params, at_separation, "reset|carry",
                     "states of the law when the surfaces separate: reset to 0, or carried over to the next contact"),
    {0},
};

static bri_status friction_check(const void *params, bri_error *err)
{
    const bri_friction_params *p = params;
    if (!p->law.kind)
        return bri_fail(err, BRI_MISSING, "friction has no law: add law, for example law: %s",
                        bri_laws()[0]->kind.name);
    if (p->effort != BRI_EFFORT_NONE && p->load.kind)
        return bri_fail(err, BRI_BAD_VALUE, "load has no effect where the coefficients are a %s: remove it",
                        p->effort == BRI_EFFORT_FORCE ? "force" : "torque");
    if (p->effort != BRI_EFFORT_NONE && p->preload != 0)
        return bri_fail(err, BRI_BAD_VALUE, "preload has no effect where the coefficients are a %s: remove it",
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
                                    .title = "friction of a joint: a law, and the source of its load",
                                    .required = "law",
                                    .params_size = sizeof(bri_friction_params),
                                    .params = friction_params,
                                    .check = friction_check};

/* --- run ---------------------------------------------------------------------------------------------------------- */

static const bri_param run_params[] = {
    BRI_PARAM(bri_run_params, until, "s", 1, -1e12, 1e12, "end time"),
    BRI_PARAM(bri_run_params, start, "s", 0, -1e12, 1e12, "start time"),
    BRI_PARAM(bri_run_params, interval, "s", 0, 0, 1e12, "interval between rows of the result; 0: 500 rows"),
    BRI_PARAM(bri_run_params, rtol, "1", NAN, 1e-14, 0.1,
              "relative tolerance; not given: 1e-6, or 1e-7 for models with gaps"),
    BRI_PARAM(bri_run_params, atol, "1", 0, 0, 1,
              "absolute tolerance, relative to the typical magnitude of each state; 0: equal to rtol"),
    BRI_STRING_PARAM(bri_run_params, integrator, "name of the integrator, or auto; not given: auto"),
    BRI_PARAM(bri_run_params, step, "s", 0, 0, 1e6, "step of an integrator with fixed steps, which requires it"),
    BRI_PARAM(bri_run_params, max_step, "s", 0, 0, 1e12, "maximum step; 0: no limit"),
    BRI_CHOICE_PARAM(bri_run_params, constraints, "auto|projection|baumgarte|partition",
                     "treatment of the constraints"),
    BRI_PARAM(bri_run_params, alpha, "1/s", 5, 0, 1e6, "Baumgarte parameter for velocity errors"),
    BRI_PARAM(bri_run_params, beta, "1/s", 5, 0, 1e6, "Baumgarte parameter for position errors"),
    BRI_CHOICE_PARAM(bri_run_params, coupling, "newton|fixed_point|lagged",
                     "how the coupled equations of friction and reactions are solved"),
    BRI_CHOICE_PARAM(bri_run_params, redundancy, "refuse|eliminate|pseudoinverse|elastic",
                     "treatment of redundant constraints: how over-constrained joints share their load"),
    BRI_NAMES_PARAM(bri_run_params, eliminate, NULL, 0, 1e6,
                    "redundant reactions (pin.force_x), or joints, that are set to 0"),
    BRI_PARAM(bri_run_params, share_at, "s", NAN, -1e12, 1e12,
              "time whose loads define the friction stiffness derived from links; not given: that closest to slip"),
    BRI_NAMES_PARAM(bri_run_params, channels, NULL, 0, 1e6, "channels to record; not given: all"),
    {0},
};

static bri_status run_check(const void *params, bri_error *err)
{
    const bri_run_params *p = params;
    if (!(p->until > p->start))
        return bri_fail(err, BRI_BAD_VALUE, "until (%g s) must be after start (%g s)", p->until, p->start);
    if (p->eliminate.count > 0 && p->redundancy != BRI_REDUNDANCY_ELIMINATE)
        return bri_fail(err, BRI_BAD_VALUE,
                        "eliminate has an effect only with redundancy: eliminate: add it, or remove eliminate");
    return BRI_OK;
}

const bri_kind bri_run_kind = {.name = "run",
                               .family = "run",
                               .title = "simulation settings: time, tolerances, integrator, channels",
                               .params_size = sizeof(bri_run_params),
                               .params = run_params,
                               .check = run_check};

/* --- parameters --------------------------------------------------------------------------------------------------- */

static const bri_param parameter_params[] = {
    BRI_STRING_PARAM(bri_parameter_params, value,
                     "a number with its unit (50 mm), or an expression in other parameters (2*r + 5 mm)"),
    {0},
};

const bri_kind bri_parameter_kind = {.name = "parameter",
                                     .family = "parameter",
                                     .title = "a named value, which the numbers of a model may use in expressions",
                                     .required = "value",
                                     .params_size = sizeof(bri_parameter_params),
                                     .params = parameter_params};

/* --- the root ----------------------------------------------------------------------------------------------------- */

static const bri_param model_params[] = {
    BRI_STRING_PARAM(bri_model_params, title, "title of the model"),
    BRI_MANY_PARAM(bri_model_params, parameters, "parameter", "named values, which numbers use in expressions"),
    BRI_VECTOR_PARAM(bri_model_params, gravity, "m/s2", 0, -1e6, 1e6, "gravitational acceleration"),
    BRI_PART_PARAM(bri_model_params, ground, "ground", "1", "the fixed ground"),
    BRI_MANY_PARAM(bri_model_params, materials, "material", "materials of bodies, for contact and elasticity"),
    BRI_MANY_PARAM(bri_model_params, bodies, "body", "moving bodies"),
    BRI_MANY_PARAM(bri_model_params, joints, "joint", "joints, with their friction and contact"),
    BRI_MANY_PARAM(bri_model_params, forces, "force", "forces on bodies"),
    BRI_PART_PARAM(bri_model_params, run, "run", "1", "simulation settings"),
    {0},
};

const bri_kind bri_model_kind = {.name = "model",
                                 .family = "model",
                                 .title = "a mechanism: bodies, joints, forces, gravity and simulation settings",
                                 .required = "bodies",
                                 .params_size = sizeof(bri_model_params),
                                 .params = model_params};
