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
    BRI_PATCHES_MAX = 2,
    BRI_GAPS_MAX = 4,
    BRI_FREED_MAX = 2 + BRI_GAPS_MAX /* where it is loose, the sliding at each gap too */
};

typedef struct bri_end { /* one of the bodies that a joint or force takes hold of, as the model begins */
    const char *name;    /* "crank.tip" */
    bri_frame frame;
    double point[2]; /* of a named point, in the body's frame; NAN: none was named */
    double
        centre[2]; /* where the body itself is taken hold of, in its frame: the mass centre, also of an elastic link */
    double radius; /* of the body; 0: none */
    bool is_ground;
} bri_end;

typedef struct bri_site {        /* where a joint sits on its bodies */
    double point[BRI_ENDS][2];   /* in each body's frame */
    double along[2];             /* in the frame of the first body */
    double offset[BRI_HELD_MAX]; /* taken from the values of the held motions */
    double radius;               /* of a wheel */
} bri_site;

typedef struct bri_patch { /* one rubbing interface of a joint */
    int motion;            /* which freed motion slides; its effort acts along row */
    bri_motion row;
    double lever; /* slip = lever rate, effort = lever force: a pin's radius, or 1 */
    double load;  /* signed: the normal force is |load + preload| */
    double by_lambda[BRI_HELD_MAX];
} bri_patch;

typedef struct bri_gap { /* a place where two bodies may touch */
    bri_motion normal;   /* value above 0: apart; a push F acts along it */
    bri_motion slide;    /* of the second surface past the first, at the place of contact */
    double bend;         /* value (1 + bend value) is a parabola where bodies fly past each other */
    double past[2];      /* speed of each surface past the place of contact, along slide, m/s */
    double radius[2];    /* of the surfaces, m; below 0: a bore; INFINITY: flat */
} bri_gap;

struct bri_sketch; /* draw.h */

typedef struct bri_joint_kind {
    bri_kind kind;                              /* its first parameter is a bri_names: the bodies */
    const bri_variable *held, *freed, *patches; /* NULL: none */
    const bri_variable *gaps;                   /* where its bodies touch, if it is loose; NULL: it cannot be */
    size_t clearance;  /* where its clearance stands, above 0: it is loose and holds nothing; 0: it is always loose */
    size_t compliance; /* where its compliance stands, m/N; 0: it has none */
    size_t normal;     /* where the record of its normal law stands */
    size_t friction
        [BRI_PATCHES_MAX]; /* where the friction (a bri_record) of each freed motion stands in the parameters; 0: none */
    size_t driver;         /* where the signal of a driver stands; 0: it drives nothing */
    bool may_roll; /* its first freed motion is 0 in pure rolling: a channel reports rolling, partial slip, full slip */
    bool holds_xy; /* its first two held rows are components along x and y */
    bri_status (*place)(const void *params, const bri_end *ends, int count, bri_site *site, bri_error *err);
    /* drive: the signal's value and derivatives, of a driver. freed is NULL where nobody looks at what is free. */
    void (*motions)(const void *params, const bri_site *site, const bri_frame *const *bodies, const double drive[3],
                    bri_motion *held, bri_motion *freed);
    /* Where it rubs and under which load, given the multipliers of its held rows; freed as motions made it. */
    void (*patch)(const void *params, const bri_site *site, const bri_frame *const *bodies, const bri_motion *freed,
                  const double *lambda, bri_patch *patches);
    void (*gap)(const void *params, const bri_site *site, const bri_frame *const *bodies, bri_gap *gaps);
    /* What it looks like; NULL: a mark at its points. */
    void (*draw)(const void *params, const bri_site *site, const bri_frame *const *bodies, struct bri_sketch *sketch);
} bri_joint_kind;

const bri_kind *const *bri_joints(void); /* each is the first member of its bri_joint_kind; ends with NULL */
int bri_rows(const bri_variable *table); /* how many a table names */
bool bri_unit_turns(const char *unit);   /* "rad" or "N m": an angle, or the couple that holds one */
/* The kind of joint that guides along BRI_ROLE_DIRECTION through BRI_ROLE_PLACE and holds everything else. */
const bri_kind *bri_guide_kind(void);
bool bri_is_loose(const bri_joint_kind *kind, const void *params);
double bri_compliance_of(const bri_joint_kind *kind, const void *params); /* m/N; 0: rigid */
/* A loose joint gives way by its normal law: it can have no compliance beside it. */
bri_status bri_check_compliance(double clearance, double compliance, bri_error *err);

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
/* Two round surfaces about points of the bodies: a disc on a disc, or in a bore (whose radius is given below 0). */
void bri_gap_round(const bri_frame *const *bodies, const double point[2][2], const double radius[2], bri_gap *gap);
/* A round surface of the second body over a face of the first, which lies offset across the line from its point. side 1:
 * the surface is on the left of the face, seen along the line; -1: on its right. */
void bri_gap_flat(const bri_site *site, const bri_frame *const *bodies, const double point[2], double radius,
                  double offset, int side, bri_gap *gap);
/* The same surface on the face opposite, where gap had side 1; far: the sum of both gaps. */
void bri_gap_across(const bri_frame *const *bodies, const bri_gap *gap, double far, bri_gap *other);
void bri_rub_simple(const bri_motion *freed, int motion, double lever, double load, bri_patch *patch);

#define BRI_ROW_AS(type_, kind_, name_, field, role_, unit_, words_, min_, max_, doc_)                                 \
    {                                                                                                                  \
        name_, unit_, doc_, kind_, offsetof(type_, field), __builtin_nan(""), min_, max_, words_, NULL, role_          \
    }
#define BRI_ROW(type_, kind_, name_, field, unit_, words_, min_, max_, doc_)                                           \
    BRI_ROW_AS(type_, kind_, name_, field, BRI_ROLE_NONE, unit_, words_, min_, max_, doc_)
#define ROW_BODIES(type_, name_)                                                                                       \
    BRI_ROW(type_, BRI_NAMES, name_, bodies, "1", "body|point", 2, 2, "the two bodies, or points of them")
#define ROW_AT(type_)                                                                                                  \
    BRI_ROW_AS(type_, BRI_VECTOR, "at", at, BRI_ROLE_PLACE, "m", NULL, -1e9, 1e9,                                      \
               "where it is at the beginning, in the world")
#define ROW_ALONG(type_)                                                                                               \
    BRI_ROW_AS(type_, BRI_VECTOR, "along", along, BRI_ROLE_DIRECTION, "1", NULL, -1e9, 1e9,                            \
               "direction at the beginning, in the world")
#define ROW_THROUGH(type_)                                                                                             \
    BRI_ROW(type_, BRI_VECTOR, "through", through, "m", NULL, -1e9, 1e9, "a point of the line, in the world")
#define ROW_CLEARANCE(type_)                                                                                           \
    BRI_PARAM(type_, clearance, "m", 0, 0, 1e3, "between the surfaces, from the middle to one side; 0: none")
#define ROW_COMPLIANCE(type_, doc_) BRI_PARAM(type_, compliance, "m/N", 0, 0, 1, doc_)
#define ROW_NORMAL(type_)                                                                                              \
    BRI_ROW(type_, BRI_PART, "normal", normal, "1", "normal", 0, 0, "how hard the surfaces push where they touch")
#define ROW_FRICTION(type_)                                                                                            \
    BRI_ROW(type_, BRI_PART, "friction", friction, "1", "friction", 0, 0, "friction where it slides")

#endif
