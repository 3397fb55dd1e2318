/* energy.h - energies at a point, and the table of sums whose powers a run integrates
 *
 * The energy balance of a run, channels and summaries are made of one table: a new term is one row of sum_kinds in
 * energy.c. */
#ifndef BRISTLE_SYSTEM_ENERGY_H
#define BRISTLE_SYSTEM_ENERGY_H

#include "system/solution.h"

typedef struct bri_energies {
    double kinetic, potential, springs, contacts; /* J */
} bri_energies;
double bri_energy_sum(const bri_energies *energies);
double bri_energy_scale(const bri_system *system);    /* J: typical of the mechanism, by its masses, size and speed */
bri_energies bri_energies_of(const bri_point *point); /* requires a point with dynamics */

typedef enum bri_sum_group { /* the channel to which a sum belongs */
    BRI_SUM_LOADS,
    BRI_SUM_DRIVERS,
    BRI_SUM_FRICTION,
    BRI_SUM_IMPACTS,
    BRI_SUM_DAMPING,
    BRI_SUM_STABILISATION, /* no channel */
    BRI_SUM_SQUARES,       /* of the effort of a driver: no channel, and no term of the balance */
    BRI_SUM_GROUPS
} bri_sum_group;

typedef struct bri_sum_kind {
    bri_sum_group group;
    const char *term; /* of the energy balance: "lost by friction in %s" */
    int sign;         /* with which it enters the balance: 1: energy that came in, -1: energy that left, 0: none */
    bool only_if_any; /* the balance has no line for it where it is 0 */
    int (*count)(const bri_system *system);                   /* candidates */
    const char *(*name)(const bri_system *system, int index); /* of one; NULL: it is not summed */
    double (*power)(const bri_point *point, const bri_solution *solution, int index); /* W */
} bri_sum_kind;

typedef struct sys_sum { /* one quadrature */
    const bri_sum_kind *kind;
    int index; /* of the interface, gap, force or joint */
} sys_sum;

/* Makes the table and sets system->quadratures. False: no memory. */
bool bri_list_sums(bri_system *system);
/* Power of every sum at a solved point, in the order of the table. */
void bri_sum_powers(const bri_point *point, const bri_solution *solution, double *power);
/* Total of the sums of one group; sums: the quadratures of a state. */
double bri_sum_of_group(const bri_system *system, bri_sum_group group, const double *sums);
/* The sum of one interface or gap. */
double bri_sum_of(const bri_system *system, bri_sum_group group, int index, const double *sums);

#endif
