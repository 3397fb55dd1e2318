/* system.h - the equations of a model: absolute coordinates, Newton-Euler, Lagrange multipliers
 *
 *     M u' = Q + J^T lambda + W^T f(v, N(lambda), z),    J u' + bias = 0,    z' = zdot(v, N, z)
 *
 * J holds the rows of the joints, then one row for every interface that may stick. A bri_system is const once it is built,
 * so that threads may share it; what an evaluation writes is in bri_point, bri_solution and bri_engine.
 *
 *     x = q (3 per body) | u (3 per body) | distances slid | z (bristle states) | sums (energy quadratures)
 *
 * The files of this folder, in the order in which they may use each other, are listed in ORDER. */
#ifndef BRISTLE_SYSTEM_SYSTEM_H
#define BRISTLE_SYSTEM_SYSTEM_H

#include "base/arena.h"
#include "bristle/friction.h"
#include "bristle/sim.h"
#include "contact/contact.h"
#include "force/force.h"
#include "integrator/problem.h"
#include "joint/joint.h"
#include "linalg/sparse.h"
#include "model/model.h"

enum {
    BRI_GROUND = -1, /* as a body's index */
    BRI_Z_MAX = 32,  /* bristle states of one law */
    BRI_CONDENSED_MAX =
        8, /* friction components up to which reactions are condensed to a function of friction (condense.c) */
    BRI_SHARED_MAX = 100,  /* the same where rows may depend on each other, as where joints of a loop stick */
    BRI_TREATED_MAX = 500, /* the same under a treatment of redundancy, where condensing is the only method */
    BRI_LABEL = 96         /* names have up to 64 characters; elastic links and patches add to them */
};

typedef struct sys_body_name {
    const char *name;
    size_t length;
    int body;
} sys_body_name;

typedef struct sys_joint {
    const bri_joint_kind *kind;
    const void *params;
    const char *name;
    const bri_record *record;
    bri_site site;
    int bodies, body[BRI_ENDS];
    int held, freed, patches; /* number of constrained and free motions, and of friction patches */
    int row;                  /* first of its constraint rows */
    int freed_at;             /* first of its free motions in bri_point.freed; the slips at its gaps follow them */
    int gaps, gap;            /* number of its gaps, and the first; 0: a joint without clearance */
    bool moves_something;     /* friction or a force acts along one of its free motions */
    bool watched;             /* event functions depend on its motion */
    bool in_loop;             /* its rows may depend on those of other joints, or on each other */
    const bri_record *drive;  /* signal of a driver; NULL: not a driver */
} sys_joint;

typedef struct sys_input { /* a signal that the calling program sets */
    const char *name;      /* its path: "push.value" */
    const bri_record *signal;
} sys_input;

typedef struct sys_force {
    const bri_force_kind *kind;
    const void *params;
    const char *name;
    bri_site site;
    int bodies, body[BRI_ENDS];
    int along; /* free motion of a joint along which it acts; -1: a motion of its own */
    const bri_record *signal;
} sys_force;

typedef struct sys_gap { /* a place where the bodies of a joint with clearance may touch */
    int joint, index;    /* index: among the joint's gaps */
    char label[BRI_LABEL];
    const bri_contact_law *law;
    const void *params;
    double constants[BRI_CONTACT_CONSTANTS];
    double deepest; /* depth at which the law ends, m */
    bri_sides sides;
    bool assumed; /* no material is given: steel */
    int discrete; /* its place in the packed discrete state */
} sys_gap;

typedef struct sys_interface { /* friction along one free motion of a joint, or at a gap */
    /* what every iteration reads, side by side */
    int joint, motion;         /* motion: among the joint's free ones */
    int gap;                   /* whose contact force loads it; -1: none */
    int patch, patches;        /* first patch, and how many */
    int component, components; /* first component of their friction, and how many */
    int stick_row;             /* constraint row by which it sticks; -1: it never sticks */
    const bri_friction_params *params;
    const bri_friction_law *law;
    bool linear;        /* loads are linear in the multipliers */
    bool from_reaction; /* loads come from the joint's reaction */
    bool from_elastic;  /* bristle rates take the load that the elastic part of the force would give */
    bool elastic_follows_load;
    bool sticks;          /* its law has a static limit: it sticks by a constraint */
    bool faces;           /* friction has a couple, since two faces share it */
    bool has_all_patches; /* of its joint, in the joint's order */
    bool pushed;          /* its law sticks exactly, and its noise acts at rest too: it is an applied force (point.c) */
    bool follows_time;    /* its law depends on the time or on the distance slid */
    /* and the rest */
    bri_noise *noise; /* NULL: none */
    int distance;     /* place of the distance slid in x; -1: not a state */
    int reversal; /* event function of its law that is the slip velocity, and does no more than mark a kink; -1: none */
    double elastic_by_z;  /* slope of the elastic force by z, per newton of load where it follows the load */
    bool elastic_is_of_z; /* the elastic force is elastic_by_z z, whatever the slip velocity is */
    bool switches;        /* its bristles' discrete states change at events as it slides */
    int discrete;         /* its place in the packed discrete state */
    double
        bristle_damping; /* N s/m, of bristles whose rate follows the load and whose damping does not; 0: another law */
    double speed_scale;  /* m/s: slip speed up to which its friction is a straight line; 0: it is throughout */
    bool
        bends_sharply; /* its bristles reach their limit after a finite slip, with a rate whose slope has no bound there */
    bool rings;        /* its bristles vibrate without damping, and may give energy to that */
    bri_pair pair;
    const char *name;      /* of the joint */
    char label[BRI_LABEL]; /* prefix of its channels: "floor", or "floor.rolling" */
} sys_interface;

typedef struct sys_patch {     /* one place of an interface, with a load of its own */
    int interface, index;      /* index: among the joint's patches */
    int component, components; /* first component of its friction, and how many */
    int dim; /* of these, components of the slip velocity; of two faces, the difference of their friction
                                  follows (friction.c) */
    int states, discrete_states, events, elements;
    int z;        /* place of its bristle states in x */
    int discrete; /* place of its law's discrete states in the packed discrete state */
    int piece;    /* place of the piece of a piecewise law there; -1: the law is not piecewise */
} sys_patch;

typedef struct sys_component {  /* of the friction of a patch */
    int patch, index;           /* index: among the components of the patch */
    int reach, reaches;         /* first of the rows that feel it in bri_system.reach, and how many */
    int row, held;              /* constraint rows of its joint, */
    int bodies, body[BRI_ENDS]; /* and that joint's bodies: they are read in every iteration */
} sys_component;

typedef struct sys_derived { /* a parameter of a friction law that was derived from the stiffness of links */
    int joint;
    const char *parameter;
    char unit[BRI_WORD_ROOM];
    double value, stiffness, load, time; /* stiffness: along the slip, N/m; load: N, at that time */
} sys_derived;

typedef struct sys_touch { /* a moving body on which a row acts */
    int end, at;           /* at: first of the body's three coordinates */
    int hold;              /* its place in bri_system.hold */
} sys_touch;

typedef struct sys_hold { /* a row that acts on a body */
    int row, end;
} sys_hold;

typedef struct sys_pair {  /* two rows that act on the same body: a term of J M^-1 J^T */
    int at, at_transposed; /* places among the values of the sparse matrix */
} sys_pair;

typedef struct sys_reach { /* a row and a component of friction that act on the same body */
    int row, row_end, component, patch, index, patch_end, body; /* index: of the component, in its patch */
} sys_reach;

typedef struct sys_state { /* an element of x */
    const char *name, *unit;
} sys_state;

struct sys_event; /* events.h */
struct sys_sum;   /* energy.h */

struct bri_system {
    bri_arena arena;
    bri_model *model; /* with elastic links split into segments */
    bri_model *whole; /* as it was given, where it has elastic links; else NULL */
    char *name;
    int bodies, joints, forces, gaps, interfaces, patches, components, freed;
    int rows, held_rows; /* held_rows: of joints, without the stick rows that follow them */
    double gravity[2];
    const char **body_name;
    sys_body_name *bodies_by_name;    /* sorted */
    double *mass, *inertia, *inverse; /* inverse: 1/mass, 1/mass, 1/inertia of each body */
    sys_joint *joint;
    sys_force *force;
    int inputs;
    sys_input *input;
    sys_gap *gap;
    bri_record usual_normal; /* contact law of a joint with clearance that names none */
    sys_interface *interface;
    sys_patch *patch;
    sys_component *component;
    sys_derived *derived;
    int deriveds;
    int pairs, reaches;
    sys_hold *hold;  /* rows by body: */
    int *hold_begin; /* where those of each body begin, and where the last end */
    sys_pair *pair;  /* of each body, each of its holds with itself and those behind it */
    sys_reach *reach;
    int (*reach_at)[BRI_HELD_MAX]; /* of each: places of its row with each row of the patch's joint, among the values */
    sys_touch (*touch)[BRI_ENDS];  /* bodies on which each row acts */
    int *touches;                  /* how many */
    bri_sparse sparse;             /* pattern of J M^-1 J^T */
    bri_sparse projection; /* the same, where rows by which interfaces stick give way if they nearly depend on others */
    /* the initial value problem */
    int states, quadratures, discrete_states;
    int z;                                            /* place of the bristle states in x */
    struct sys_event *event;                          /* table of event functions */
    int event_rows, events;                           /* rows of the table; event functions */
    bool *kinks, *marks, *gates, *grazes, *reversals; /* of each event function, as bri_problem has them */
    int watches;                                      /* slip velocities around whose values friction changes */
    int *watch;                                       /* interface of each */
    bri_watched_range *range;                         /* these values, as bri_problem has them */
    struct sys_sum *sum;                              /* table of sums, one for each quadrature */
    double *q0, *u0;                                  /* initial coordinates and velocities */
    bool *u_given;
    double *size;         /* of each state: scale of its error */
    double length, speed; /* of the mechanism: scales of errors */
    double working_speed; /* largest initial speed of a body, m/s */
    double t0;
    int stabilisation, coupling, redundancy; /* BRI_HOLD_..., BRI_COUPLING_..., BRI_REDUNDANCY_... of the model */
    bool any_elastic;                        /* an interface takes the load of its rates from the elastic part */
    bool events_need_load;                   /* event functions of laws depend on loads */
    bool limits_follow_load;                 /* ... and on their rates, where elements slide */
    bool any_pushed;                         /* noise acts at rest too */
    bool any_from_reaction; /* friction and reactions depend on each other and may lose their common solution */
    bool any_faces;         /* an interface has two faces */
    bool loss_is_sudden;    /* ... within a step: bristle damping does not follow the load */
    bool condensed;         /* few friction components: condense.c solves, else Newton's method of solve.c */
    bool loads_given;       /* no load comes from a reaction */
    bool shares;            /* constraint rows may become dependent where it matters: redundancy.c */
    bool any_loop;          /* of joints, gaps and friction: else rows are independent, whichever interfaces stick */
    bool has_loops;         /* joints close loops of bodies: constraints can become dependent (singular.c) */
    int *gives_way;         /* rows in the order in which redundancy eliminates them */
    bool *is_couple;        /* of each row: its multiplier is in N m */
    double *compliance;     /* of each row, m/N or rad/(N m) */
    double alpha, beta;     /* Baumgarte's coefficients, 1/s */
    int degrees, redundant; /* degrees of freedom and redundant rows of the initial configuration */
    double position_error, velocity_error;
    int channels;
    bri_column *channel;
    bool *follows;    /* of each channel: it follows from the states, and needs no solution */
    int *shows;       /* of each channel: the element of x that it is; -1: another quantity */
    sys_state *state; /* of each element of x, sums included */
};

/* The joint to which a constraint row belongs; NULL: it is the row of an interface that sticks. */
const sys_joint *bri_joint_of_row(const bri_system *system, int row);
enum {
    BRI_ROW_NAME = 128
};
/* "pin.force_x", or "guide.friction" of a stick row; written to name and returned. */
const char *bri_row_name(const bri_system *system, int row, char name[BRI_ROW_NAME]);
/* Unit of the error of a constraint row of a joint: "m" or "rad". */
const char *bri_row_unit(const sys_joint *joint, int row);
double bri_clearance_of(const sys_joint *joint); /* m; 0: none */
/* Whether surfaces and lubricant are known well enough for a film thickness. */
bool bri_has_film(const sys_interface *interface);
double
bri_floor_of(const sys_interface *interface); /* N: floor of G, where it decides under small loads; 0: it does not */
bri_model *bri_system_model(const bri_system *system); /* as it was given; owned by the system */
/* Every signal of the system in turn: of drivers, forces, given loads. NULL past the last; a record without kind: none. */
const bri_record *bri_signal_of(const bri_system *system, int index);
/* First time after t at which a signal is not smooth; INFINITY: none. */
double bri_next_time_event(const bri_system *system, double t);
/* Longest step that resolves the periods of all signals, s; INFINITY: any. */
double bri_longest_step(const bri_system *system);

#endif
