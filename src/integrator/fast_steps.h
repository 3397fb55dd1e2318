/* fast_steps.h - the fast part of a problem over one step, with all else given as polynomials of time
 *
 * Private to integrator_multirate5.c. Time is the share of the step, 0 to 1; its nodes are 0 and the stages of Radau IIA. */
#ifndef BRISTLE_INTEGRATOR_FAST_STEPS_H
#define BRISTLE_INTEGRATOR_FAST_STEPS_H

#include "integrator/problem.h"
#include "integrator/radau.h"

enum {
    NODES = STAGES + 1,
    MOMENTS = 5,
    ANSWERS_MAX = 16, /* forces and local states: full matrices of three times as many rows are solved */
    SMALL_MAX = 300   /* small steps in a step */
};

typedef struct small_step {  /* a step of the fast part alone */
    double from, to;         /* shares of the whole step */
    double *w, *z, *f0, *g0; /* where it begins: inputs added since the whole step began, local states, forces, rates */
    double *w_end;           /* inputs added where it ends */
    double *f, *g;           /* at its stages */
    double *moment;          /* integrals of f share^p up to its beginning, forces x MOMENTS */
    double *sum, *power;     /* quadratures added up to its beginning; their rates at its stages */
    double *matrix;          /* of Newton's method, factored */
    int *pivot;
} small_step;

typedef struct fast_steps {
    const bri_problem *problem;
    const bri_fast_part *part;
    int forces, locals, inputs, loads; /* loads: inputs that are no speeds */
    int functions;                     /* sigma (inputs) | C (inputs x forces) | eta (inputs) | B (loads x forces) */
    double rtol, atol;                 /* of local states, in a step at once; small steps are looser */
    double H;                          /* length of the step, s */
    bool is_guess;                     /* the functions are guesses: a rough solution will do */
    double *speed_tolerance;           /* of each force */
    /* at the nodes: functions; local states, forces, rates; moments */
    double *function[NODES], *z[NODES], *f[NODES], *g[NODES], *moment[NODES];
    double *power_of; /* the functions as powers of the share: functions x NODES */
    bool at_once;     /* the last solution is one step */
    int count;        /* small steps in it */
    double small_h;   /* to begin with in small steps, s; 0: not known */
    small_step *small;
    double *F, *S, *room; /* functions and slopes at the stages of a small step */
} fast_steps;

extern const double bri_node[NODES];
/* Powers of Lagrange's cubic polynomials through the nodes. */
extern const double bri_cubic[NODES][NODES];

size_t bri_fast_numbers(const bri_problem *problem); /* of room */
size_t bri_fast_pivots(const bri_problem *problem);  /* of int */
/* fast->problem is set; takes fast_steps_numbers from *at. */
void bri_fast_place(fast_steps *fast, double **at, int *pivots);

/* Over the step at once: its nodes are the stages. Guesses are in small[0].f and g. checks: matrices anew, and false where a
 * speed reverses or nearly stops or local states are not resolved; else as the last time. */
bool bri_fast_at_once(fast_steps *fast, bool checks);
/* In small steps with a control of their own, each ending at a node at the latest; again: the small steps of the last time. */
bool bri_fast_in_small(fast_steps *fast, bool again);
/* Lagrange's parabola through the stages of a step, carried on behind it: the stages of the next one, ratio times as long. */
void bri_fast_carry_on(int count, const double *from, double ratio, double *to);
/* The first count of w at a stage of a step of the fast part that has been solved. */
void bri_fast_inputs(const fast_steps *fast, const small_step *small, const double *F, int stage, int count, double *w);
void bri_fast_functions_at(const fast_steps *fast, double share, double *F);

/* --- fast_newton.c: one step of length h, s, between s->from and s->to, with the functions F at its stages --- */

/* From the f and g in s. renews: with new slopes and a new matrix; else with that of s. False: it does not converge. */
bool bri_fast_newton(const fast_steps *fast, const small_step *s, double h, const double *F, bool renews);
/* Error of speeds (of the first of w) and local states at the end over their tolerances; F0: functions at its beginning;
 * is_whole: of local states alone, in a step at once. Requires the slopes of a step that has been solved. */
double bri_fast_error(const fast_steps *fast, const small_step *s, double h, const double *F0, const double *F,
                      bool is_whole);

#endif
