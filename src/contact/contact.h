/* contact.h - a normal law: how hard two surfaces push where they would overlap
 *
 * A law is prepared once for its two sides: what depends on parameters and material alone becomes a few constants. Its
 * force then depends on how deep and how fast they overlap, and on the speed with which this contact began. */
#ifndef BRISTLE_CONTACT_CONTACT_H
#define BRISTLE_CONTACT_CONTACT_H

#include "bristle/kind.h"

typedef struct bri_sides { /* what a law may need of the two sides; NAN where nothing is given */
    double radius[2];      /* m; below 0: a bore; INFINITY: flat */
    double length;         /* of a line of contact, m */
    double modulus[2];     /* Young's, Pa */
    double poisson[2];
} bri_sides;

typedef struct bri_push {
    double force;             /* that holds the sides apart, N */
    double by_depth, by_rate; /* its slopes */
    double elastic;           /* the part that comes back: (force - elastic) rate is lost */
    double stored;            /* integral of the elastic part over depth, J */
} bri_push;

enum {
    BRI_PUSH_CONSTANTS = 16
};

typedef struct bri_contact_law {
    bri_kind kind;
    const char *needs; /* "radius length modulus poisson": of the sides, unless the parameters say it; NULL: nothing */
    bri_status (*prepare)(const void *params, const bri_sides *sides, double *constants, bri_error *err);
    /* depth above 0: overlap, m; rate: of depth, m/s; approach: rate at which this contact began, above 0 */
    void (*force)(const double *constants, double depth, double rate, double approach, bri_push *out);
    double (*deepest)(
        const double *constants); /* where the formula ends, m: beyond it force gives NAN; NULL: nowhere */
} bri_contact_law;

const bri_kind *const *bri_contact_laws(void); /* each is the first member of its bri_contact_law; ends with NULL */
const bri_contact_law *bri_contact_law_find(const char *name); /* NULL: none */
const bri_contact_law *bri_contact_law_usual(void);            /* the one that is taken where a model names none */

#endif
