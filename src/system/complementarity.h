/* complementarity.h - which interfaces at rest stick, and which slip in which direction, as a complementarity problem
 *
 *     |f_k| <= L_k(lambda);  f_k = -L_k where it accelerates forward, +L_k backward, anything between where it does not
 *
 * for the friction f_k of all interfaces at rest together, with the limits L_k following the reactions. Each interface has one
 * coefficient: the static one, or that of sliding where it has broken loose. Here are the equations of a set of sticks and
 * slips, and the set that their solution asks for; active_set.h, interior_point.h, smoothing_path.h and friction_path.h search
 * with them. */
#ifndef BRISTLE_SYSTEM_COMPLEMENTARITY_H
#define BRISTLE_SYSTEM_COMPLEMENTARITY_H

#include <stdint.h>

#include "system/solve.h"

enum {
    BRI_MOST_TURNS = 50 /* of the active set */
};

typedef struct bri_sticking_effort { /* of one choice, for messages */
    bool all_sets;                   /* were tried first, since the candidates are few */
    int turns, sets;                 /* of the active set and the interior point; one at a time */
    int steps, pivots;               /* of the path of smoothed friction; of the path in the friction */
    double reached;                  /* largest share of friction on the path with a solution; 0: none */
    bool saw_unstable;               /* a solution was refused because it is unstable */
} bri_sticking_effort;

/* Of the interior point method, one for each interface: distances of friction from its limits, and slip accelerations beyond
 * them: gamma = pull[1] - pull[0], pull x slack = 0 in the end. */
typedef struct bri_bound {
    double slack[2], pull[2]; /* of friction at its limit forward (f = L), and backward */
    double weight;            /* their product where the method begins */
} bri_bound;

typedef struct bri_sticking_room {
    double *compliance; /* eps c of each row */
    double *
        reference; /* of each row: multiplier under which a compliant row is at its place; 0 but for bri_sticking_polish */
    double *residual, *step, *row_room;         /* of each row */
    double *from, *tangent;                     /* multipliers of a point of the path, and their slope by theta */
    double *force;                              /* 3 per body */
    double *side;                               /* of each patch on the path: sign of its load; 0: whichever it has */
    double *event, *event_before, *event_ahead; /* of the path */
    bri_bound *bound;                           /* of each interface */
    double *size, *load_size;      /* of each row and of each patch: forces to which changes are compared */
    bool turned;                   /* the last matrix that was factored has a determinant below 0 */
    double blunt;                  /* of loads: |N| is sqrt(N^2 + (blunt x size)^2); 0: they are sharp */
    uint64_t seen[BRI_MOST_TURNS]; /* fingerprints of the sets of an active set */
} bri_sticking_room;
bri_sticking_room *bri_sticking_create(const bri_system *system, bri_arena *arena); /* NULL: the arena has failed */

typedef struct bri_softness { /* of rows in loops */
    double factor;            /* on tol_search_compliance */
    bool
        by_row; /* under elimination: each compliance over the response of its own row, so that forces and couples compare;
                    else over that of a typical row */
    bool everywhere; /* under elimination: of all rows, as with pseudoinverse */
} bri_softness;

/* A search. The set is in point->discrete and the point's active rows; the solution has the multipliers. */
typedef struct bri_sticking {
    bri_sticking_room *room;
    bri_solver *solver;
    bri_point *p;
    const bri_solve_options *o;
    const bool *candidate;
    const bool *broken;
    bri_solution *sol;
    bri_sticking_effort *effort;
    bri_softness softness;
    bool takes_unstable;
    double theta;   /* by which all friction is multiplied */
    int most_turns; /* of the active set; at most BRI_MOST_TURNS */
    double settled; /* relative change of the multipliers after which they have converged */
} bri_sticking;

/* Compliances of the rows. Requires a point with dynamics, whose active rows are those of its stick states; overwrites matrix and
 * factors of the solution. */
void bri_sticking_prepare(const bri_sticking *search);
bool bri_sticking_slips(const bri_sticking *search, int interface); /* a candidate */
/* A candidate sticks (direction 0) or slips. */
void bri_sticking_put(const bri_sticking *search, int interface, int direction);
/* Largest friction force of a patch at rest, N, and its slope by the load; largest effort of an interface, N or N m. Require
 * loads. */
double bri_sticking_patch_limit(const bri_sticking *search, int patch, double *by_load);
double bri_sticking_limit(const bri_sticking *search, int interface);
/* Slope of an interface's limit by the multipliers of its joint; returns that by the bluntness of loads. */
double bri_sticking_limit_slopes(const bri_sticking *search, int interface, double slope[BRI_HELD_MAX]);
/* Friction, accelerations and residuals at the present multipliers. Friction of the candidates that slip is their limit. */
void bri_sticking_update(const bri_sticking *search);
/* Factors of the Newton matrix of the present set. same_rows: the solution's matrix is that of the rows that hold. False: it is
 * singular. */
bool bri_sticking_factor(const bri_sticking *search, bool same_rows);
/* The present residuals are rounding. */
bool bri_sticking_is_solved(const bri_sticking *search);
/* One step of Newton's method from the present residuals. Returns the largest change of a multiplier over the largest
 * multiplier; INFINITY: it failed. */
double bri_sticking_step(const bri_sticking *search, bool same_rows);
/* Newton's method with the present set. */
bool bri_sticking_correct(const bri_sticking *search);
/* The solution with rigid rows that is next to the present one, with the present set: a compliant row is held to its place under the
 * multiplier that it had before, again and again (proximal point method). */
void bri_sticking_polish(const bri_sticking *search);
/* Slip acceleration of an interface, with what compliance adds. Requires updated accelerations. */
double bri_sticking_acceleration(const bri_sticking *search, int interface);
/* Changes the states that are wrong: all of them, or the last one only. Returns how many were wrong. */
int bri_sticking_change(const bri_sticking *search, bool only_last);
/* Whether the present solution is taken: it is stable, as one in which all loop gains are below 1, or those that are not are taken, too. A
 * solution is unstable if the determinant of its Newton matrix is below 0: compliant joints would leave it at once. Of those that exist at rest
 * at least one is stable, by the degree of the equations. Requires the factors of the present set. */
bool bri_sticking_is_taken(const bri_sticking *search);
bool bri_sticking_is_cancelled(const bri_sticking *search);

/* Effort of an interface that is rounding: a share of its static limit under the largest force. */
double bri_floor_effort(const bri_floors *floors, const bri_point *point, const bri_solution *solution, int interface);
/* Acceleration of an interface's motion by a unit of effort along it, all else free. */
double bri_own_response(const bri_point *point, int row);

#endif
