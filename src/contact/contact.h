/* contact.h - normal laws: the contact force between two surfaces as a function of their penetration
 *
 * A law is prepared once for its two sides: what depends on parameters, geometry and material alone becomes a few
 * constants. Its force then depends on the penetration depth, its rate, and the approach speed at the start of the
 * contact. */
#ifndef BRISTLE_CONTACT_CONTACT_H
#define BRISTLE_CONTACT_CONTACT_H

#include "bristle/kind.h"

typedef struct bri_sides { /* properties of the two sides of a contact; NAN: not given */
    double radius[2];      /* m; negative: a bore; INFINITY: flat */
    double length;         /* of a line of contact, m */
    double modulus[2];     /* Young's, Pa */
    double poisson[2];
} bri_sides;

typedef struct bri_contact_force {
    double force;             /* contact force, N; positive: repulsive */
    double by_depth, by_rate; /* derivatives of force with respect to depth and rate */
    double elastic;           /* elastic part, N; the power dissipated is (force - elastic) rate */
    double stored;            /* elastic energy: integral of the elastic part over depth, J */
} bri_contact_force;

enum {
    BRI_CONTACT_CONSTANTS = 16
};

typedef struct bri_contact_law {
    bri_kind kind;
    /* Properties of the sides that the law requires, "radius length modulus poisson", unless its parameters replace
     * them. NULL: none. */
    const char *needs;
    /* Computes the constants, BRI_CONTACT_CONSTANTS numbers at most. */
    bri_status (*prepare)(const void *params, const bri_sides *sides, double *constants, bri_error *err);
    /* Computes the force. depth: penetration, m; rate: of depth, m/s; approach: rate at the start of the contact, above
     * 0. */
    void (*force)(const double *constants, double depth, double rate, double approach, bri_contact_force *out);
    /* The largest depth for which the formula is valid, m; beyond it the force is NAN. NULL: no limit. */
    double (*deepest)(const double *constants);
} bri_contact_law;

const bri_kind *const *bri_contact_laws(void); /* each is the first member of its bri_contact_law; ends with NULL */
const bri_contact_law *bri_contact_law_find(const char *name); /* NULL: none */
const bri_contact_law *bri_contact_law_usual(void);            /* the one that is taken where a model names none */

#endif
