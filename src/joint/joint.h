/* joint.h - a kind of joint: its constraints ("held" motions), its free motions ("freed"), and its friction patches
 * ("rubs")
 *
 * Slip velocity, generalised friction force and sticking constraint all belong to the same free motion. A driver
 * prescribes a free motion by a signal. The tables of held, freed and rubs name their rows for channels, rank checks
 * and messages; the length of a table is the number of rows. */
#ifndef BRISTLE_JOINT_JOINT_H
#define BRISTLE_JOINT_JOINT_H

#include "bristle/kind.h"
#include "motion/motion.h"

enum {
    BRI_HELD_MAX = 3,
    BRI_PATCHES_MAX = 2,
    BRI_SLIP_MAX = 2, /* components of the slip velocity of a patch */
    BRI_GAPS_MAX = 4,
    BRI_FREED_MAX = 2 + BRI_GAPS_MAX /* of a joint with clearance, also the sliding at each gap */
};

typedef struct bri_end { /* one of the bodies of a joint or force, at the start */
    const char *name;    /* "crank.tip" */
    bri_frame frame;
    double point[2];  /* the named point, in the body's frame; NAN: only a body was named */
    double centre[2]; /* mass centre of the body as the model has it: of an elastic link, that of the whole link */
    double radius;    /* of the body; 0: none */
} bri_end;

typedef struct bri_site {        /* position of a joint on its bodies */
    double point[BRI_ENDS][2];   /* in each body's frame */
    double along[2];             /* in the frame of the first body */
    double offset[BRI_HELD_MAX]; /* subtracted from the values of the held motions */
    double radius;               /* of a wheel */
} bri_site;

typedef struct bri_patch { /* one friction patch of a joint */
    int motion;            /* index of the freed motion that slides */
    int dim;               /* components of its slip velocity and friction: always the same number; 1 in a plane */
    bool two_faces;        /* its friction is shared between two faces, of which a load above 0 presses the first */
    int couple;            /* held motion whose multiplier is the couple between the faces; needed if two_faces */
    double lever;          /* slip = lever rate, generalised force = lever force: the radius of a pin, or 1 */
    double load;           /* signed: the normal force is |load| + preload */
    double by_lambda[BRI_HELD_MAX]; /* derivative of load with respect to each multiplier */
    bri_motion
        row[BRI_SLIP_MAX]; /* motion along which each component slides, and its friction acts; of two faces: of their
                                     middle, and behind the components what it is more on the first face */
} bri_patch;

typedef struct bri_gap { /* a place where the bodies may touch */
    bri_motion normal;   /* value above 0: separated; the contact force acts along it */
    bri_motion slide;    /* sliding of the second surface past the first, at the point of contact */
    double bend; /* value (1 + bend value) is a quadratic function of time where bodies move freely past each other */
    double past[2];   /* speed of each surface past the point of contact, along slide, m/s */
    double radius[2]; /* of the surfaces, m; negative: a bore; INFINITY: flat */
} bri_gap;

struct bri_sketch; /* draw.h */

typedef struct bri_joint_kind {
    bri_kind kind; /* its first parameter is a bri_names: the bodies. "Offset" below is that in the parameters */
    const bri_variable *held, *freed, *patches; /* NULL: none */
    const bri_variable *gaps;                   /* its gaps, if it has clearance; NULL: it cannot have any */
    size_t clearance;  /* offset of its clearance; above 0 gaps replace the constraints. 0: always gaps */
    size_t compliance; /* offset of its compliance, m/N; 0: it has none */
    size_t normal;     /* offset of the record of its normal law */
    size_t friction[BRI_PATCHES_MAX]; /* offset of the friction, a bri_record, of each freed motion; 0: none */
    size_t driver;                    /* offset of the signal of a driver; 0: it is not a driver */
    size_t starts_from; /* offset of a driver's choice "initial|zero" of where its motion begins; 0: it has none */
    bool may_roll; /* its first freed motion is 0 in pure rolling: a channel reports rolling, partial slip, full slip */
    bool holds_xy; /* its first two held rows are components along x and y */
    /* Computes the site from the parameters and the bodies at the start; reports parameters that make no sense. */
    bri_status (*place)(const void *params, const bri_end *ends, int count, bri_site *site, bri_error *err);
    /* Computes the held and freed motions. drive: value and derivatives of a driver's signal. freed may be NULL. */
    void (*motions)(const void *params, const bri_site *site, const bri_frame *const *bodies, const double drive[3],
                    bri_motion *held, bri_motion *freed);
    /* Computes the friction patches, with loads from the multipliers of the held motions. Requires freed from motions. */
    void (*patch)(const void *params, const bri_site *site, const bri_frame *const *bodies, const bri_motion *freed,
                  const double *lambda, bri_patch *patches);
    /* The same where only the multipliers have changed, of loads that are not linear in them: sets load and by_lambda. NULL: by patch. */
    void (*load)(const double *lambda, bri_patch *patches);
    /* Computes the gaps of a joint with clearance. */
    void (*gap)(const void *params, const bri_site *site, const bri_frame *const *bodies, bri_gap *gaps);
    /* Draws the joint; NULL: a symbol at its points. */
    void (*draw)(const void *params, const bri_site *site, const bri_frame *const *bodies, struct bri_sketch *sketch);
} bri_joint_kind;

int bri_rows(const bri_variable *table); /* length of a table; 0 for NULL */
bool bri_unit_turns(const char *unit);   /* "rad" or "N m": an angle, or the couple that holds one */
bool bri_joint_has_gaps(const bri_joint_kind *kind, const void *params);  /* has gaps instead of constraints */
double bri_compliance_of(const bri_joint_kind *kind, const void *params); /* m/N; 0: rigid */
/* Fails where both are above 0: the compliance of a joint with clearance is its normal law. */
bri_status bri_check_compliance(double clearance, double compliance, bri_error *err);

/* --- functions that joints share ---------------------------------------------------------------------------------- */

/* Sets the point of each body: the named one, else the point at (in the world; NAN: none), else the mass centre. */
void bri_place_points(const bri_end *ends, int count, const double at[2], bri_site *site);
/* Sets the direction of the site: along, in the world, as a unit vector in the frame of the first body. */
bri_status bri_place_along(const bri_end *ends, const double along[2], bri_site *site, bri_error *err);
/* Sets points, direction and radius of a wheel, the second body, on the left of a line of the first body. */
bri_status bri_place_wheel(const bri_end *ends, const double through[2], const double along[2], bri_site *site,
                           bri_error *err);
/* Computes the height of the wheel above the line, the slip at the point of contact, and the rotation. */
void bri_wheel_motions(const bri_site *site, const bri_frame *const *bodies, bri_motion *height, bri_motion *slip,
                       bri_motion *turn);
/* A patch that slides along one motion, whose load has the derivative 1 with respect to the first multiplier. */
void bri_patch_simple(const bri_motion *freed, int motion, double lever, double load, bri_patch *patch);

#define BRI_ROW_AS(type_, kind_, name_, field, role_, unit_, words_, min_, max_, doc_)                                 \
    {                                                                                                                  \
        name_, unit_, doc_, kind_, role_, offsetof(type_, field), __builtin_nan(""), min_, max_, words_, NULL          \
    }
#define BRI_ROW(type_, kind_, name_, field, unit_, words_, min_, max_, doc_)                                           \
    BRI_ROW_AS(type_, kind_, name_, field, BRI_ROLE_NONE, unit_, words_, min_, max_, doc_)
#define ROW_BODIES(type_, name_)                                                                                       \
    BRI_ROW(type_, BRI_NAMES, name_, bodies, "1", "body|point", 2, 2, "the two bodies, or points of them")
#define ROW_AT(type_)                                                                                                  \
    BRI_ROW_AS(type_, BRI_VECTOR, "at", at, BRI_ROLE_PLACE, "m", NULL, -1e9, 1e9, "initial position in the world")
#define ROW_ALONG(type_)                                                                                               \
    BRI_ROW_AS(type_, BRI_VECTOR, "along", along, BRI_ROLE_DIRECTION, "1", NULL, -1e9, 1e9,                            \
               "initial direction in the world, such as [1, 0]")
#define ROW_THROUGH(type_)                                                                                             \
    BRI_ROW_AS(type_, BRI_VECTOR, "through", through, BRI_ROLE_LINE_POINT, "m", NULL, -1e9, 1e9,                       \
               "a point of the line, in world coordinates; not given: the origin")
#define ROW_CLEARANCE(type_)                                                                                           \
    BRI_PARAM(type_, clearance, "m", 0, 0, 1e3,                                                                        \
              "clearance between the surfaces, from the centred position to one side; 0: none")
#define ROW_COMPLIANCE(type_, doc_) BRI_PARAM(type_, compliance, "m/N", 0, 0, 1, doc_)
#define ROW_NORMAL(type_)                                                                                              \
    BRI_ROW(type_, BRI_PART, "normal", normal, "1", "normal", 0, 0,                                                    \
            "normal law: the contact force where the surfaces touch")
enum { /* contact_point: where contact force and friction act, across the overlap of the surfaces */
    BRI_AT_MIDDLE,
    BRI_AT_FIRST,   /* surface of the first body */
    BRI_AT_SECOND,  /* surface of the second body */
    BRI_AT_SURFACES /* each body at its own surface */
};
#define ROW_CONTACT_POINT(type_, initial_)                                                                             \
    {                                                                                                                  \
        "contact_point", "1",                                                                                          \
            "point of action of a contact: middle of the overlap, surface of the first or second body, or each "       \
            "body at its own surface",                                                                                 \
            BRI_CHOICE, BRI_ROLE_NONE, offsetof(type_, contact_point), initial_, 0, 0, "middle|first|second|surfaces", \
            NULL                                                                                                       \
    }
#define ROW_FRICTION(type_)                                                                                            \
    BRI_ROW(type_, BRI_PART, "friction", friction, "1", "friction", 0, 0, "friction of the sliding motion")

#endif
