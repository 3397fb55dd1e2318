/* system.h - the equations of a model
 *
 *     bri_model -> bri_system -> bri_sim -> bri_result
 *
 * A bri_system is const once built, so threads may share it. Quantities are in SI units.
 * A function that fails returns a status other than BRI_OK and describes the
 * cause in *err, which may be NULL; an object that it should have created is then NULL, other outputs are unchanged. */
#ifndef BRISTLE_SYSTEM_H
#define BRISTLE_SYSTEM_H

#include "bristle/model.h"
#include "bristle/table.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct bri_system bri_system;

/* Builds the equations of a model. The model is checked (bri_model_check) and copied. Fails if initial positions or velocities violate
 * the joints, and reports every such joint with the distance or velocity by which it is violated. The caller destroys the system. */
BRI_API bri_status bri_system_build(const bri_model *model, bri_system **system, bri_error *err);
BRI_API void bri_system_destroy(bri_system *system); /* NULL is allowed; no bri_sim of the system may exist any more */

typedef struct bri_mobility {
    int bodies, coordinates, constraints, degrees_of_freedom;
    int redundant; /* constraints that depend on others */
    double position_error,
        velocity_error; /* largest initial constraint errors, before they were corrected; m or rad, per s */
} bri_mobility;
/* Computes the mobility of the initial configuration. */
BRI_API void bri_system_mobility_sized(const bri_system *system, bri_mobility *mobility, size_t size);
static inline bri_mobility bri_system_mobility(const bri_system *system)
{
    bri_mobility mobility;
    bri_system_mobility_sized(system, &mobility, sizeof mobility);
    return mobility;
}

typedef struct bri_reaction { /* one component of a joint's reaction, or a friction force */
    const char *joint, *name; /* "guide", "couple"; "friction". Owned by the system */
    bool unique;              /* a rigid-body model determines it */
    bool loads_friction;      /* friction of the joint depends on its reactions */
    bool is_friction;
    bool moves_something; /* friction only: the joints allow its surfaces to slide */
} bri_reaction;
typedef void bri_reaction_fn(const bri_reaction *reaction, void *user);
typedef enum bri_regime {
    BRI_SLIDING, /* all interfaces slide: friction is a function of the loads */
    BRI_LOCKED,  /* all interfaces stick: friction is the reaction of a constraint */
} bri_regime;
/* Calls report for every reaction and friction force of the initial configuration, in the order of the model. *redundant, which
 * may be NULL, becomes the number of redundant constraints. */
BRI_API bri_status bri_system_reactions(const bri_system *system, bri_regime regime, bri_reaction_fn *report,
                                        void *user, int *redundant, bri_error *err);

typedef struct
    bri_elastic_link { /* a body that is elastic along its axis: three rigid segments with springs between them */
    const char *body, *from, *to;
    double stiffness[2], damping[2]; /* at its ends, in series with the compliance of the joints there, N/m and N s/m */
    double whole;                    /* stiffness from end to end, N/m */
} bri_elastic_link;
/* The elastic link number index, from 0. False: there are no more. Names are owned by the system. */
BRI_API bool bri_system_elastic_sized(const bri_system *system, int index, bri_elastic_link *link, size_t size);
static inline bool bri_system_elastic(const bri_system *system, int index, bri_elastic_link *link)
{
    return bri_system_elastic_sized(system, index, link, sizeof *link);
}

typedef struct
    bri_shared { /* a parameter of a friction law that was derived from the stiffness of links (as: friction) */
    const char *joint, *parameter, *unit;
    double value;
    double stiffness, load, time; /* stiffness along the slip, N/m; normal force, N, at that time, s */
} bri_shared;
/* The derived parameter number index, from 0. False: there are no more. Texts are owned by the system. */
BRI_API bool bri_system_shared_sized(const bri_system *system, int index, bri_shared *shared, size_t size);
static inline bool bri_system_shared(const bri_system *system, int index, bri_shared *shared)
{
    return bri_system_shared_sized(system, index, shared, sizeof *shared);
}

/* Moves the bodies of a model until all joints meet (smallest change in the mass norm), and writes their positions and angles
 * into the model. *gap becomes the largest distance, m or rad, by which a joint was open before. */
BRI_API bri_status bri_model_assemble(bri_model *model, double *gap, bri_error *err);
/* Reports, as warnings to err->each, parameter values that are valid but suspicious: bristles with large deflections, surfaces
 * that overlap at the start, a friction law that does not reach its sliding force at the speed of the mechanism, a radius that is
 * larger than the mechanism, drivers whose velocity jumps to 0 within the run. */
BRI_API void bri_system_warnings(const bri_system *system, bri_error *err);
typedef struct
    bri_slide { /* slide of a guide or a slot at the start: component of point[1] - point[0] in the direction along */
    const char *joint, *body[2];
    double value;                 /* m */
    double along[2], point[2][2]; /* unit vector; points of the two bodies, world coordinates, m */
    const char *spring;           /* spring that acts along the slide; NULL: none */
    double free_value,
        spring_force; /* slide at which the spring has no force, m; force of the spring at the start, N, positive towards larger
                         * slides */
} bri_slide;
/* The slide number index, from 0. False: there are no more. Texts are owned by the system. */
BRI_API bool bri_system_slide_sized(const bri_system *system, int index, bri_slide *slide, size_t size);
static inline bool bri_system_slide(const bri_system *system, int index, bri_slide *slide)
{
    return bri_system_slide_sized(system, index, slide, sizeof *slide);
}

/* A motion that no real actuator can follow: the position of a driver jumps, or its velocity jumps to 0. */
typedef struct bri_sudden_motion {
    const char *joint; /* owned by the system */
    double time;       /* s */
    char what[200];    /* a description and a remedy: "jumps by 0.1 m at 2 s: ..."; never cut */
} bri_sudden_motion;
/* The sudden motion number index, from 0, of drivers before a time, s. False: there are no more. */
BRI_API bool bri_system_sudden_motion_sized(const bri_system *system, double until, int index,
                                            bri_sudden_motion *motion, size_t size);
static inline bool bri_system_sudden_motion(const bri_system *system, double until, int index,
                                            bri_sudden_motion *motion)
{
    return bri_system_sudden_motion_sized(system, until, index, motion, sizeof *motion);
}
/* The number of inputs, which are the signals {input: ...} of the model: bri_sim_set_input. */
BRI_API int bri_system_inputs(const bri_system *system);
/* The path of an input's signal, "push.value", owned by the system; NULL: there is no input of that number. */
BRI_API const char *bri_system_input(const bri_system *system, int input);
BRI_API const char *bri_system_title(const bri_system *system); /* "": none. Owned by the system */
/* The number of channels, and their names and units, owned by the system; channels may be NULL. The first channel is time. */
BRI_API int bri_system_channels(const bri_system *system, const bri_column **channels);

#ifdef __cplusplus
}
#endif
#endif
