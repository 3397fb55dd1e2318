/* force.h - a kind of force: the relative motion along which it acts, and its magnitude */
#ifndef BRISTLE_FORCE_FORCE_H
#define BRISTLE_FORCE_FORCE_H

#include "joint/draw.h"
#include "joint/joint.h"

typedef struct bri_effort {
    double force;             /* along the motion, N or N m */
    double by_value, by_rate; /* derivatives of force with respect to value and rate of the motion */
    double stored;            /* potential energy, J */
    double loss, work;        /* dissipated power, and power of the signal that it follows, W */
} bri_effort;

typedef struct bri_force_kind {
    bri_kind kind;    /* its first parameter is a bri_names: bodies, points, or one joint */
    size_t signal;    /* offset of its signal in the parameters */
    const char *unit; /* unit of the joint motion along which it can act, "m" or "rad"; NULL: not along a joint */
    bri_status (*place)(const void *params, const bri_end *ends, int count, bri_site *site, bri_error *err);
    void (*motion)(const void *params, const bri_site *site, const bri_frame *const *bodies, int count,
                   bri_motion *out);
    void (*effort)(const void *params, double value, double rate, const double signal[3], bri_effort *out);
    /* Draws the force; where it acts along a joint, site and bodies are those of the joint. NULL: it is not drawn. */
    void (*draw)(const void *params, const bri_site *site, const bri_frame *const *bodies, bri_sketch *sketch);
} bri_force_kind;

const bri_kind *const *bri_forces(void); /* each is the first member of its bri_force_kind; ends with NULL */
/* The kind of force along a slide: BRI_ROLE_STIFFNESS times its way, and BRI_ROLE_DAMPING times its rate. */
const bri_kind *bri_spring_kind(void);

/* The effort of a force whose magnitude is the signal. */
void bri_effort_given(const void *params, double value, double rate, const double signal[3], bri_effort *out);

#endif
