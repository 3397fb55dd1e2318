/* parts.h - the parameters of the parts that every model has, and their kinds: the root, ground, bodies, points,
 * elastic links, materials, friction, normal laws, run; and the parameters of shapes */
#ifndef BRISTLE_MODEL_PARTS_H
#define BRISTLE_MODEL_PARTS_H

#include "bristle/kind.h"

typedef struct bri_model_params { /* the root */
    char *title;
    bri_records parameters;
    double gravity[2];
    bri_record ground; /* its material, points and shapes */
    bri_records materials, bodies, joints, forces;
    bri_record run;
} bri_model_params;

typedef struct bri_parameter_params { /* a named value, which expressions use */
    char *value;                      /* its text; NULL: not given */
} bri_parameter_params;

typedef struct bri_body_params { /* also of ground, which has only material, points and shapes */
    double mass, inertia, at[2], angle;
    double velocity[2], spin; /* m/s, rad/s; NAN: computed from the constraints */
    double radius;            /* of a wheel; 0: none */
    char *material;           /* name of a material of the model; NULL: none */
    bri_records points, shapes;
    bri_record elastic; /* bri_elastic_kind */
    double origin[2];   /* of the frame in which the file gives positions; not 0 only in a middle segment */
} bri_body_params;

typedef struct bri_elastic_params { /* a link that is elastic along its axis */
    char *from, *to;                /* points of the body */
    bri_list stiffness, damping;    /* N/m, N s/m: one for both ends, or one each; a stiffness of 0: not given */
    double area, modulus;           /* m2, Pa; alternative to stiffness; NAN: not given */
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
    double at[2]; /* in the body's frame, whose origin is the mass centre, m */
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

/* Friction at one interface. In a file the parameters of the law are keys of the same mapping. */
typedef struct bri_friction_params {
    bri_record law;      /* a bri_friction_law */
    bri_record load;     /* signal in N; not given: from the joint's reaction */
    double preload;      /* added to the load, N */
    int load_from;       /* BRI_LOAD_COUPLED, BRI_LOAD_ELASTIC */
    int effort;          /* BRI_EFFORT_: whether the coefficients are forces or torques, independent of the load */
    bri_list states;     /* initial values, SI */
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

/* Contact force between two surfaces. In a file the parameters of the law are keys of the same mapping. */
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
    BRI_REDUNDANCY_REFUSE, /* fail where the undetermined distribution of load affects the motion */
    BRI_REDUNDANCY_ELIMINATE,
    BRI_REDUNDANCY_PSEUDOINVERSE,
    BRI_REDUNDANCY_ELASTIC
};
typedef struct bri_run_params {
    double until, start, interval; /* s; interval between rows of the output; 0: 500 rows */
    double rtol, atol;             /* rtol NAN: the default; atol 0: equal to rtol */
    char *integrator;              /* NULL: auto */
    double step, max_step;         /* s; step of an integrator with fixed steps; 0: not given */
    int constraints;               /* BRI_HOLD_ */
    double alpha, beta;            /* Baumgarte parameters of velocity and position errors, 1/s */
    int coupling;                  /* BRI_COUPLING_ */
    int redundancy;                /* BRI_REDUNDANCY_ */
    bri_names eliminate;           /* redundant reactions, "pin.force_x", that are set to 0 */
    double share_at;               /* s; NAN: the time at which a joint is closest to its static limit */
    bri_names channels;            /* to be recorded; empty: all */
} bri_run_params;

extern const bri_kind bri_model_kind;
extern const bri_kind bri_parameter_kind;
extern const bri_kind bri_body_kind;
extern const bri_kind bri_ground_kind;
extern const bri_kind bri_point_kind;
extern const bri_kind bri_run_kind;
extern const bri_kind bri_friction_kind;
extern const bri_kind bri_normal_kind;
extern const bri_kind bri_material_kind;
extern const bri_kind bri_elastic_kind;

#endif
