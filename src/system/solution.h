/* solution.h - accelerations, reactions and friction at one point: what bri_solve computes */
#ifndef BRISTLE_SYSTEM_SOLUTION_H
#define BRISTLE_SYSTEM_SOLUTION_H

#include "integrator/problem.h"
#include "system/point.h"

/* Where the branch of solutions that starts at zero friction ends before all friction acts. */
typedef struct bri_limit {
    double level;      /* share of the friction up to which there is a solution; 0: not looked for */
    double gain, load; /* loop gain with all friction, under the loads there; load of the patch, N */
    int patch;         /* on which the gain depends most */
    bool ends;         /* gain x level has reached 1: two solutions merge and vanish. Else the search was given up */
} bri_limit;

typedef struct bri_failure { /* why a point has no solution, or a run cannot go on */
    bri_status status;       /* BRI_OK: nothing failed */
    bool is_final;           /* no shorter step can help */
    bri_limit limit;
    char text[512]; /* names joint, time and cause; "": the cause is found when it is asked for */
} bri_failure;

typedef struct bri_guess { /* where Newton's method starts: the solution of the last accepted step */
    double t;              /* of that solution */
    double terms;          /* size of its terms, where equations are not condensed; 0: not known */
    double *lambda;        /* of each row */
    double *friction;      /* of each component, N; of interfaces at rest the force that holds them */
    unsigned long stamp;   /* changes whenever the guess does; 0: solutions from it are not kept for another call */
} bri_guess;

typedef struct bri_solve_options { /* how the equations are solved */
    double hg;            /* above 0: bristle states z solve z = z_in + hg zdot(z), with z_in in the point's x */
    bool baumgarte;       /* constraint residuals have Baumgarte's terms */
    double unit_length;   /* m, by which the pseudoinverse weighs couples against forces */
    const double *lagged; /* signed loads of the last accepted step, of each patch, for coupling: lagged */
} bri_solve_options;

typedef struct bri_floors { /* what is rounding beside the largest terms of the equations */
    double force;           /* largest force in the mechanism, N or N m */
    double acceleration;    /* rounding of an acceleration, m/s2 or rad/s2 */
} bri_floors;

typedef struct bri_solution {
    const bri_system *system;
    unsigned long point_stamp, guess_stamp; /* of the point and the guess it was computed from; 0: of none */
    bri_failure failure;
    double *lambda;    /* multiplier of each row, N or N m */
    double *a;         /* accelerations, 3 per body */
    double terms;      /* size of the terms of the constraint equations before anything cancels: of the largest row */
    bri_floors floors; /* for event functions, where any interface sticks */
    /* friction of each patch */
    bri_patch *patch;                          /* where it acts, and how its load follows the multipliers */
    double *load;                              /* normal force, N */
    double *elastic_load;                      /* load that the elastic part of the force alone would give, */
    double *elastic_signed_load;               /* as it follows the multipliers, with its sign, */
    double (*elastic_by_lambda)[BRI_HELD_MAX]; /* and its derivatives with respect to them */
    /* and of each of its components, which begin at sys_patch.component */
    double *slip_rate; /* rate of the component's motion: slip velocity over lever */
    double *friction;  /* force on the second body, N */
    double *by_load;   /* slope of the friction force by the signed load of the patch */
    double *z, *zdot;  /* bristle states, where they were solved for together with the forces; their rates */
    /* J M^-1 J^T over the rows that hold: as assembled, and as factored with what friction adds */
    double *matrix, *factors;
    bri_pivots pivots; /* of J M^-1 J^T */
    bri_pivots branch; /* with what friction adds to it, as Newton's method had them last, */
    bool knows_branch; /* if it had any */
    /* lambda = base + sum of friction x column: multipliers as a function of friction, where it is condensed;
     * behind the columns of the friction components, those of the contact forces (linearise.c) */
    double *base, *column;
    bool has_columns;       /* of contact forces too */
    double *adjoint;        /* (J M^-1 J^T)^-1 d(load)/d(lambda) of each patch, in each pass (linearise.c) */
    double *elastic_slopes; /* of friction in the elastic pass, as rows of core (linearise.c) */
    /* redundancy: null vectors of J^T, and how a treatment chooses among their combinations */
    int open; /* how many there are */
    double *null, *shares;
    int *share_pivot, *eliminated;
} bri_solution;

/* Room in the arena, which says if it failed. */
void bri_guess_create(const bri_system *system, bri_arena *arena, bri_guess *guess);
void bri_guess_copy(const bri_system *system, const bri_guess *from, bri_guess *to); /* but for the stamp */
void bri_solution_create(const bri_system *system, bri_arena *arena, bri_solution *solution);
bool bri_solution_is_of(const bri_solution *solution, const bri_point *point);
bool bri_knows_stiffness(const bri_system *system); /* few components and gaps: linearise.c can be asked */
int bri_loads_followed(
    const bri_system *system); /* loads that friction follows, of each patch one or two (linearise.c) */
int bri_stiff_inputs(const bri_system *system);  /* what friction and contact forces follow, without bristle states */
bool bri_may_condense(const bri_system *system); /* few enough components for columns */
int bri_most_open(const bri_system *system);     /* rows that can depend on others at one time */
/* The motion along which a component of friction acts. Requires patches (friction.h). */
static inline const bri_motion *bri_component_row(const bri_solution *solution, int component)
{
    const sys_component *c = &solution->system->component[component];
    return &solution->patch[c->patch].row[c->index];
}
void bri_fail_with(bri_failure *failure, bri_status status, bool is_final, const char *format, ...);

#endif
