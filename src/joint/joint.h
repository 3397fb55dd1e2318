/* joint.h - a kind of joint: which relative motions it holds, which it leaves free, and where it rubs
 *
 * Slip velocity, generalised friction force and sticking row are the same freed motion. A driver holds a freed motion to
 * a signal. The tables of held, freed and rubs name the rows for channels, ranks and messages; their number is the
 * number of rows. */
#ifndef BRISTLE_JOINT_JOINT_H
#define BRISTLE_JOINT_JOINT_H

#include "bristle/kind.h"
#include "motion/motion.h"

enum {
    BRI_HELD_MAX = 3,
    BRI_FREED_MAX = 2,
    BRI_RUBS_MAX = 2
};

typedef struct bri_end { /* one of the bodies that a joint or force takes hold of, as the model begins */
    const char *name;    /* "crank.tip" */
    bri_frame frame;
    double point[2]; /* of a named point, in the body's frame; NAN: none was named */
    double radius;   /* of the body; 0: none */
    bool is_ground;
} bri_end;

typedef struct bri_site {        /* where a joint sits on its bodies */
    double point[BRI_ENDS][2];   /* in each body's frame */
    double along[2];             /* in the frame of the first body */
    double offset[BRI_HELD_MAX]; /* taken from the values of the held motions */
    double radius;               /* of a wheel */
} bri_site;

typedef struct bri_rub { /* one rubbing interface of a joint */
    int motion;          /* which freed motion slides; its effort acts along row */
    bri_motion row;
    double lever; /* slip = lever rate, effort = lever force: a pin's radius, or 1 */
    double load;  /* signed: the normal force is |load + preload| */
    double by_lambda[BRI_HELD_MAX];
} bri_rub;

typedef struct bri_joint_kind {
    bri_kind kind;                           /* its first parameter is a bri_names: the bodies */
    const bri_variable *held, *freed, *rubs; /* NULL: none */
    size_t friction
        [BRI_RUBS_MAX]; /* where the friction (a bri_record) of each freed motion stands in the parameters; 0: none */
    size_t driver;      /* where the signal of a driver stands; 0: it drives nothing */
    bri_status (*place)(const void *params, const bri_end *ends, int count, bri_site *site, bri_error *err);
    /* drive: the signal's value and derivatives, of a driver. freed is NULL where nobody looks at what is free. */
    void (*motions)(const void *params, const bri_site *site, const bri_frame *const *bodies, const double drive[3],
                    bri_motion *held, bri_motion *freed);
    /* Where it rubs and under which load, given the multipliers of its held rows; freed as motions made it. */
    void (*rub)(const void *params, const bri_site *site, const bri_frame *const *bodies, const bri_motion *freed,
                const double *lambda, bri_rub *rubs);
} bri_joint_kind;

const bri_kind *const *bri_joints(void); /* each is the first member of its bri_joint_kind; ends with NULL */
int bri_rows(const bri_variable *table); /* how many a table names */

/* --- what joints share --------------------------------------------------------------------------------------------- */

/* The point of each end: the one named, else at (in the world), else the mass centre. */
void bri_place_points(const bri_end *ends, int count, const double at[2], bri_site *site);
/* A direction in the world, made a unit vector in the frame of the first body. */
bri_status bri_place_along(const bri_end *ends, const double along[2], bri_site *site, bri_error *err);
bri_status bri_place_wheel(const bri_end *ends, const double through[2], const double along[2], bri_site *site,
                           bri_error *err);
/* Height of the wheel's centre over the line less its radius, slip at the point of contact, and turning. */
void bri_wheel_motions(const bri_site *site, const bri_frame *const *bodies, bri_motion *height, bri_motion *slip,
                       bri_motion *turn);
void bri_rub_simple(const bri_motion *freed, int motion, double lever, double load, bri_rub *rub);

#define BRI_ROW(type_, kind_, name_, field, unit_, words_, min_, max_, doc_)                                           \
    {                                                                                                                  \
        name_, unit_, doc_, kind_, offsetof(type_, field), __builtin_nan(""), min_, max_, words_, NULL                 \
    }
#define ROW_BODIES(type_, name_)                                                                                       \
    BRI_ROW(type_, BRI_NAMES, name_, bodies, "1", "body|point", 2, 2, "the two bodies, or points of them")
#define ROW_AT(type_)                                                                                                  \
    BRI_ROW(type_, BRI_VECTOR, "at", at, "m", NULL, -1e9, 1e9, "where it is at the beginning, in the world")
#define ROW_ALONG(type_)                                                                                               \
    BRI_ROW(type_, BRI_VECTOR, "along", along, "1", NULL, -1e9, 1e9, "direction at the beginning, in the world")
#define ROW_THROUGH(type_)                                                                                             \
    BRI_ROW(type_, BRI_VECTOR, "through", through, "m", NULL, -1e9, 1e9, "a point of the line, in the world")
#define ROW_FRICTION(type_)                                                                                            \
    BRI_ROW(type_, BRI_PART, "friction", friction, "1", "friction", 0, 0, "friction where it slides")

#endif
