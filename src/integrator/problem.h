/* problem.h - what an integrator sees: a differential equation with events, never a mechanism or a law
 *
 * The discrete state is an array of doubles that integrators copy and never read. It is constant within a step, so that a
 * step integrates smooth rates: an event function crosses 0 where the equations change, and the stepper stops there. It
 * changes in handle_event and in accept, nowhere else. Rates and event functions are functions of t, x and the discrete
 * state, and, within the tolerance to which the equations are solved, of the accepted steps so far; evaluating them changes
 * nothing.
 *
 *     x = states (coupled ones first, then the local ones) | quadratures */
#ifndef BRISTLE_INTEGRATOR_PROBLEM_H
#define BRISTLE_INTEGRATOR_PROBLEM_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "bristle/kind.h"
#include "bristle/status.h"
#include "integrator/tolerance.h"
#include "linalg/halt.h"
#include "part/part.h"

typedef enum bri_outcome {
    BRI_FINE,
    BRI_SHORTER, /* there is no solution at this trial point: a shorter step may find one */
    BRI_BROKEN,  /* there is none at all; the context knows why */
} bri_outcome;

typedef struct
    bri_watched_range { /* values of a function of the state around which rates change, in a range that a step may miss */
    int of;             /* which of the watched functions; -1: the list ends */
    double at, width;   /* the range is at - width to at + width */
} bri_watched_range;

/* The fast part of the equations: few forces f and the local states z, which at times change much faster than all else. The
 * coupled states are positions and their velocities u alone.
 *
 *     u' = s + push f,   (f, z') = law(y, B, f, z)
 *
 * y are the inputs of the law without the forces: first a speed for each force, then others, to which the forces add B f.
 * Where forces jump, s, push, B and y bend. Quadratures follow speeds, forces, outputs (o + O f) and smooth numbers. */
typedef struct bri_fast_frame { /* at one point; matrices rows first */
    double *s;                  /* one for each velocity */
    double *push;               /* forces x velocities */
    double *y;                  /* inputs */
    double *B;                  /* (inputs - forces) x forces */
    double *o, *O;              /* outputs; outputs x forces */
    double *smooth;             /* one for each quadrature */
} bri_fast_frame;

typedef struct bri_fast_part {
    int forces, inputs, outputs;
    const double *size; /* of each force */
    void *context;
    bool (*applies)(void *context, const double *discrete); /* in the step that begins here */
    /* The last frame was at this point: what law, follow and settle need of it is there again, if it was lost. */
    void (*attend)(void *context, double t, const double *x, const double *discrete);
    /* dy/du at the point of the last frame: inputs x velocities. */
    void (*follow)(void *context, double *follow);
    /* The forces and the local states at the point of the last frame are these: it becomes the solution from which others start. */
    void (*settle)(void *context, const double *f, const double *z);
    /* fg = f and z' under the inputs y + B f. S = d(fg)/d(y, f, z), NULL: not asked for. In the discrete state of the last frame. */
    void (*law)(void *context, const double *y, const double *B, const double *f, const double *z, double *fg,
                double *S);
    /* Rates of the quadratures. */
    void (*powers)(void *context, const double *speed, const double *f, const double *out, const double *smooth,
                   double *power);
} bri_fast_part;

typedef struct bri_problem {
    int states;      /* under error control */
    int locals;      /* how many of them, the last ones, local_rates can solve for */
    int positions;   /* the first states, each of which has the rate x[positions + i]; 0: not known of any */
    int quadratures; /* behind the states in x and xdot; no rate depends on them, they are not under error control */
    int discrete_states, events;
    const double *size; /* of each state: scale of its error */
    const double
        *limit; /* of each state, in a step: scale that its error does not exceed. NULL: none; the stepper sets it */
    const bool
        *gates; /* event functions that are above 0 while the discrete state lasts: one that is below has crossed, or
                         * comes back. NULL: none */
    const bool
        *grazes;       /* event functions that are smooth, and may cross 0 by little and for a short time; NULL: none */
    const bool *kinks; /* event functions at which rates have a kink and no jump; NULL: not known of any */
    const bool *marks; /* kinks that handle_event does nothing about: steps end there for accuracy alone; NULL: none */
    /* Ends factorisations of large matrices : the step is then BRI_BROKEN. */
    bri_halt halt;
    void *context;
    bri_outcome (*rates)(void *context, double t, const double *x, const double *discrete, double *xdot);
    /* The local states come as z_in and leave as the solution of z = z_in + hg zdot(z), all else in x being given;
     * xdot is that at the solution. NULL: there is no such form. */
    bri_outcome (*local_rates)(void *context, double t, double *x, const double *discrete, double hg, double *xdot);
    /* d(states' rates)/d(states), rows first; comes zeroed. NULL: the integrator takes differences. */
    bri_outcome (*jacobian)(void *context, double t, const double *x, const double *discrete, double *J);
    /* The stiff part of the equations at a point: forces f along few directions, which follow few numbers y, and the local
     * states z. NULL: not known.
     *     d(coupled rates) = push df,   dy = follow d(coupled states),   d(f, zdot) = core d(y, z)
     * push is coupled x forces, follow is follows x coupled, core is (forces + locals) x (follows + locals), rows first.
     * Cheap where rates were evaluated at the same point before. */
    int forces, follows;
    void (*stiff_frame)(void *context, double t, const double *x, const double *discrete, double *push, double *follow);
    void (*stiff_core)(void *context, double t, const double *x, const double *discrete, double *core);
    const bri_fast_part *fast; /* NULL: not known */
    bri_outcome (*fast_frame)(void *context, double t, const double *x, const double *discrete,
                              const bri_fast_frame *frame);
    const bool
        *reversals; /* event functions that are speeds of the fast part, at whose 0 its law has a kink; NULL: none */
    void (*event_values)(void *context, double t, const double *x, const double *discrete, double *g);
    /* The event functions that fired crossed 0 at t, all together. True if the discrete state or states were changed: an
     * event function within 1e-9 of 0 is then taken to be positive, as it is while its discrete state lasts; it fires again
     * below -1e-9, or after it was above 0. */
    bool (*handle_event)(void *context, double t, const bool *fired, double *x, double *discrete);
    /* After each accepted step, before its event is handled: puts x back onto the constraints, and updates what the discrete
     * state remembers. True if states were changed. */
    bool (*accept)(void *context, double t, double *x, double *discrete);
    double (*next_time_event)(void *context, double t); /* first time after t that no step may cross */
    /* Functions of the state that are watched: no step leaps over a range of theirs (watch.c). NAN: not now. */
    int watches;
    const bri_watched_range *range; /* in the order of the functions, the last one of -1; NULL: nothing is watched */
    void (*watch)(void *context, double t, const double *x, const double *discrete, double *values);
    /* Lowers the limits of states that matter more here than their sizes tell; they come as INFINITY. NULL: none does. */
    void (*limits)(void *context, double t, const double *x, const double *discrete, double *limit);
    /* Longest step from here in which a few samples of the event functions suffice. NULL: any. */
    double (*max_step_here)(void *context, double t, const double *x, const double *discrete);
} bri_problem;

/* Outcome of a factorisation of so many rows. */
static inline bri_outcome bri_factored(const bri_problem *problem, int rows, bool is_regular)
{
    if (is_regular) return BRI_FINE;
    return bri_halts(&problem->halt, rows) ? BRI_BROKEN : BRI_SHORTER;
}

enum {                       /* what an integrator is, and needs */
    BRI_IS_STIFF = 1,        /* made for stiff problems; uses the Jacobian */
    BRI_HAS_FIXED_STEP = 2,  /* no error estimate: the step is the one given */
    BRI_HAS_OWN_CONTROL = 4, /* several steps back: picks its own steps and keeps its own error */
    BRI_WANTS_LOCAL = 8,     /* takes the local states implicitly: by local_rates, or by stiff_core */
    BRI_KEEPS_MATRIX = 16,   /* a step as long as the last costs less */
    BRI_RESOLVES_FAST = 32,  /* resolves the fast part within its steps: they pass reversals, and no range is watched */
};

typedef struct bri_block { /* of memory that belongs to the state of a simulation */
    void *at;
    size_t size;
} bri_block;
enum {
    BRI_BLOCKS_MAX = 16 /* that one owner lists */
};

typedef struct bri_tolerances {
    double rtol, atol; /* the error of a state is held below rtol |x| + atol size, and below atol limit */
} bri_tolerances;

/* The error of a state at the value x that is tolerated. A limit does not ask for less than rounding leaves. */
static inline double bri_tolerated(const bri_problem *problem, double rtol, double atol, int state, double x)
{
    double error = rtol * fabs(x) + atol * problem->size[state];
    if (!problem->limit) return error;
    double limit = atol * problem->limit[state], least = tol_state_rounding * fabs(x);
    limit = limit > least ? limit : least;
    return limit < error ? limit : error;
}

/* Whether an integrator resolves the fast part of a problem. */
#define BRI_RESOLVES(kind, problem) (((kind)->flags & BRI_RESOLVES_FAST) != 0 && (problem)->fast)

/* An integrator is one constant. work is what create made; nothing is allocated after it. */
typedef struct bri_integrator_kind {
    bri_kind kind;
    int flags;
    double order;     /* of the error estimate, which falls as h^order */
    bri_part_id part; /* that has its functions; BRI_NO_PART: the library */
    bri_status (*create)(const bri_problem *problem, const bri_tolerances *tolerances, void **work, bri_error *err);
    void (*destroy)(void *work);
    /* The equations have changed: at the beginning, after an event. May be NULL. A step that begins elsewhere than where the
     * last one ended, as after accept, is recognised by the integrator itself. */
    void (*start)(void *work, double t, const double *x, const double *discrete);
    /* From (t, x) to t + *h, at most; one with its own control sets *h to what it took, never more than came in. error is
     * the estimate in each state. */
    bri_outcome (*step)(void *work, double t, const double *x, const double *discrete, double *h, double *x_new,
                        double *error);
    /* Raises the error of states whose rates the step just made does not resolve, where the estimate may be small by chance. May
     * be NULL. */
    void (*unresolved)(const void *work, double *error);
    void (*interpolate)(const void *work, double share, double *x); /* all of x, at 0 to 1 of the last step */
    /* Shares of the step just made, in ascending order, between which it was made in small steps: some of them, at most so many,
     * or those where a force or a local state turns. How many. May be NULL. */
    int (*inner)(const void *work, bool turns, int most, double *shares);
    /* Estimate of the largest |eigenvalue| of the Jacobian in the last accepted step, 1/s; 0: not known. probes: it may cost
     * an evaluation of rates. May be NULL. */
    double (*stiffness)(void *work, bool probes, const double *discrete);
    double (*algebra)(const bri_problem *problem); /* floating-point operations of a step besides rates. NULL: few */
    /* All memory on which the next step depends, so that a simulation can be saved and restored: how many blocks. NULL: none,
     * or it cannot be listed (BRI_HAS_OWN_CONTROL): the integrator starts anew when it is restored. */
    int (*memory)(void *work, bri_block *blocks);
} bri_integrator_kind;

/* Does a step begin where another one, of length h, has ended? Sums of steps are rounded. */
static inline bool bri_is_same_time(double t, double other, double h)
{
    return fabs(t - other) <= tol_same_time_step * h + tol_same_time * fabs(t);
}

#define INTEGRATOR(name) extern const bri_integrator_kind bri_integrator_##name;
#include "integrator/integrators.def"
#undef INTEGRATOR
const bri_integrator_kind *const *bri_integrators(void); /* ends with NULL */
const bri_integrator_kind *bri_integrator_find(const char *name, bri_error *err);

/* --- the stepper: steps under error control, stopped at events ------------------------------------------------------- */

typedef struct bri_stepper bri_stepper;
typedef struct bri_stepper_counts {
    long steps, rejected, events, evaluations;
    long switches;       /* between integrator and stiff_integrator */
    double first_switch; /* its time, s */
    double stiff_time;   /* s, by stiff_integrator */
} bri_stepper_counts;

typedef struct bri_stepper_def {
    const bri_integrator_kind *integrator;
    /* Takes over where the problem is stiff (switching.c): both of them estimate the stiffness. NULL: none does. */
    const bri_integrator_kind *stiff_integrator;
    bool starts_stiff; /* with stiff_integrator */
    bri_tolerances tolerances;
    double step;     /* of an integrator with fixed steps */
    double max_step; /* 0: none */
    long max_steps;  /* in one advance; 0: none */
    int samples;     /* places within a step where event functions are evaluated, besides its end; 0: 2 */
} bri_stepper_def;

/* The problem is borrowed, x and the discrete state are copied. Nothing is allocated after this. */
bri_status bri_stepper_create(const bri_problem *problem, const bri_stepper_def *def, double t, const double *x,
                              const double *discrete, bri_stepper **stepper, bri_error *err);
bri_status bri_stepper_advance(bri_stepper *stepper, double until, bri_error *err);
/* One accepted step, which ends at until at the latest. */
bri_status bri_stepper_step(bri_stepper *stepper, double until, bri_error *err);
/* x at a time within the last accepted step, as it was before accept and handle_event. */
void bri_stepper_interpolate(const bri_stepper *stepper, double t, double *x);
/* Times within the last accepted step, as inner of its integrator tells. How many. */
int bri_stepper_inner(const bri_stepper *stepper, bool turns, int most, double *times);
const bool *
bri_stepper_fired(const bri_stepper *stepper); /* event functions that ended the last step; NULL: none did */
const double *bri_stepper_states(const bri_stepper *stepper); /* all of x */
const double *bri_stepper_discrete(const bri_stepper *stepper);
double bri_stepper_time(const bri_stepper *stepper);
/* Puts the stepper elsewhere: x, the discrete state and time are copied, the integrator starts anew. */
void bri_stepper_set(bri_stepper *stepper, double t, const double *x, const double *discrete);
/* The same at the present time: the last step can still be interpolated. */
void bri_stepper_set_here(bri_stepper *stepper, const double *x, const double *discrete);

/* --- the same with steps that another program makes (given.c): the stepper keeps time, states, the discrete state and the side of
 * 0 on which each event function is */

/* Event functions at (t, x), each with the sign that makes it positive until it fires, and with an offset, so that after an event,
 * a start and an accepted step it has left 0: at least 1e-9, where the function itself is nearer to 0 or beyond. Values that are
 * not known there are 1. False: some are not known. */
bool bri_stepper_event_values(const bri_stepper *stepper, double t, const double *x, double *values);
/* Takes a step to (t, x). *moved: accept has changed states. True: event functions fired, which bri_stepper_handle_given handles. */
bool bri_stepper_take_given(bri_stepper *stepper, double t, const double *x, bool *moved);
/* Handles the event functions that fired; NULL: those of the last step that was given. True: there were any. */
bool bri_stepper_handle_given(bri_stepper *stepper, const bool *fired);
/* Of each watched function how much is left of the way that a step from the present state to (t, x) may go without leaping over a
 * range: 1 where it begins, 0 where it should end, below 0 beyond (watch.c). */
void bri_stepper_watch_values(const bri_stepper *stepper, double t, const double *x, double *values);
/* Longest step from the present state, where the rates are given, that leaps over no watched range. moved: room for x; after: for the
 * watched functions. */
double bri_stepper_watch_limit_at(const bri_stepper *stepper, const double *rates, double *moved, double *after);
bri_stepper_counts bri_stepper_count(const bri_stepper *stepper);
/* All memory on which the next step depends, the integrator's included: how many blocks, at most 2 BRI_BLOCKS_MAX. */
int bri_stepper_memory(bri_stepper *stepper, bri_block *blocks);
/* After that memory was overwritten by that of another stepper of the same problem, or of itself. */
void bri_stepper_restored(bri_stepper *stepper);
void bri_stepper_destroy(bri_stepper *stepper);

#endif
