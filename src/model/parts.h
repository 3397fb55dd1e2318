/* parts.h - what the records of a model hold: the root, bodies, materials, friction, normal laws, run */
#ifndef BRISTLE_MODEL_PARTS_H
#define BRISTLE_MODEL_PARTS_H

#include "bristle/model.h"

typedef struct bri_model_params { /* the root */
    char *title;
    double gravity[2];
    bri_record ground; /* its points and shapes */
    bri_records materials, bodies, joints, forces;
    bri_record run;
} bri_model_params;

typedef struct bri_body_params { /* also of ground, where only the last three can be given */
    double mass, inertia, at[2], angle;
    double velocity[2], spin; /* NAN: completed from the constraints */
    double radius;            /* of a wheel; 0: none */
    char *material;           /* one of the model's; NULL: none */
    bri_records points, shapes;
    bri_record elastic; /* bri_elastic_kind; not of ground */
    double origin[2];   /* of the frame that the model was written in; not 0 in the middle of an elastic link only */
} bri_body_params;

typedef struct bri_elastic_params { /* a link that gives way along its axis */
    char *from, *to;                /* points of the body */
    bri_list stiffness, damping;    /* one for both ends, or one each; a stiffness of 0: not given */
    double area, modulus;           /* or these; NAN: not given */
    int as;                         /* BRI_ELASTIC_ */
    double ends;                    /* mass and length of an end segment over those of the middle one */
} bri_elastic_params;
enum {
    BRI_ELASTIC_SEGMENTS,
    BRI_ELASTIC_FRICTION
};

typedef struct bri_material_params {
    double modulus, poisson; /* Young's, Pa; Poisson's ratio */
} bri_material_params;

typedef struct bri_point_params {
    double at[2]; /* in the body's frame: from its mass centre, turned with it */
} bri_point_params;

typedef enum bri_form { /* how a shape is drawn, and what its parameters are */
    BRI_FORM_LINE,      /* bri_outline_params */
    BRI_FORM_POLYGON,   /* bri_outline_params */
    BRI_FORM_CIRCLE,    /* bri_circle_params */
    BRI_FORM_BOX,       /* bri_box_params */
} bri_form;
typedef struct bri_shape_kind {
    bri_kind kind;
    bri_form form;
} bri_shape_kind;
typedef struct bri_outline_params { /* a line or polygon; like all shapes, in the body's frame */
    bri_series corners;
} bri_outline_params;
typedef struct bri_circle_params {
    double radius, at[2];
} bri_circle_params;
typedef struct bri_box_params {
    double size[2], at[2], angle;
} bri_box_params;

/* Friction at one interface. In a file the law's parameters stand beside these. */
typedef struct bri_friction_params {
    bri_record law;  /* a bri_friction_law */
    bri_record load; /* signal in N; not given: from the joint's reaction */
    double preload;  /* added to it, N */
    int load_from;   /* BRI_LOAD_COUPLED, BRI_LOAD_ELASTIC */
    int effort;      /* BRI_EFFORT_NONE, _FORCE, _TORQUE: the law's coefficients are forces or torques: the load is 1 */
    bri_list states; /* at the beginning, SI */
    bri_record noise;    /* bri_noise_kind */
    bri_record surfaces; /* bri_pair_kind */
    int at_separation;   /* BRI_AT_SEPARATION_ */
} bri_friction_params;
enum {
    BRI_AT_SEPARATION_RESET,
    BRI_AT_SEPARATION_CARRY
};
enum {
    BRI_LOAD_COUPLED,
    BRI_LOAD_ELASTIC
};
enum {
    BRI_EFFORT_NONE,
    BRI_EFFORT_FORCE,
    BRI_EFFORT_TORQUE
};

/* How two surfaces push where they would overlap. In a file the law's parameters stand beside these. */
typedef struct bri_normal_params {
    bri_record law; /* a bri_contact_law */
    double length;  /* of a line of contact, m; NAN: not given */
} bri_normal_params;

enum {
    BRI_HOLD_AUTO,
    BRI_HOLD_PROJECTION,
    BRI_HOLD_BAUMGARTE,
    BRI_HOLD_PARTITION
};
enum {
    BRI_COUPLING_NEWTON,
    BRI_COUPLING_FIXED_POINT,
    BRI_COUPLING_LAGGED
};
enum {
    BRI_REDUNDANCY_REFUSE, /* what the joints leave open must not matter to the motion */
    BRI_REDUNDANCY_ELIMINATE,
    BRI_REDUNDANCY_PSEUDOINVERSE,
    BRI_REDUNDANCY_ELASTIC
};
typedef struct bri_run_params {
    double until, start, interval; /* interval of the output; 0: 500 rows */
    double rtol, atol;             /* rtol NAN: the usual one; atol 0: as rtol */
    char *integrator;              /* NULL: auto */
    double step, max_step;         /* of an integrator with fixed steps; 0: none */
    int constraints;               /* BRI_HOLD_ */
    double alpha, beta;            /* Baumgarte's, of velocity and position errors, 1/s */
    int coupling;                  /* BRI_COUPLING_ */
    int redundancy;                /* BRI_REDUNDANCY_ */
    bri_names eliminate;           /* reactions, "pin.force_x", that are 0 where joints are redundant */
    double share_at;               /* NAN: where a joint is nearest to its limit */
    bri_names channels;            /* none: all */
} bri_run_params;

const bri_model_params *bri_model_root(const bri_model *model);
const char *bri_model_name(const bri_model *model); /* of its file, for complaints */

#endif
