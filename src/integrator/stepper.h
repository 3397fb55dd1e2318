/* stepper.h - a problem on its way through time: shared by the files that make its steps, and private to them */
#ifndef BRISTLE_INTEGRATOR_STEPPER_H
#define BRISTLE_INTEGRATOR_STEPPER_H

#include "integrator/problem.h"

enum {
    BRI_INNER_SAMPLES = 16 /* of event functions, in a step that is made in small steps */
};

typedef struct stepper_switching {    /* costs are in evaluations of rates */
    int active;                       /* of works: 0 explicit, 1 stiff */
    int wanted;                       /* for the next step */
    double votes;                     /* of explicit steps near the limit of stability */
    int unprobed;                     /* explicit steps since the slope was probed, */
    double probed;                    /* and the |eigenvalue| found there, 1/s */
    double vote_t, vote_cost;         /* where the first of them began */
    bool on_trial;                    /* the stiff integrator has yet to be faster than the explicit one was */
    double price;                     /* of a second by the explicit one, when it was left */
    double cost;                      /* all */
    double lost_trying, lost_leaving; /* by trials of the stiff one, and by leaving it, that did not pay */
    long evaluations, attempts;       /* that are in cost */
    int window;                       /* stiff steps in the present window, */
    double window_t, window_cost;     /* its beginning, */
    double fastest;                   /* and largest |eigenvalue| in it, 1/s */
    double stiff_price;               /* of a second by the stiff one, when it was left; 0: it was not */
    double explicit_t, explicit_cost; /* where the explicit one took over last */
} stepper_switching;

typedef struct stepper_memory { /* besides arrays, all that the next step depends on */
    double t, h;                /* h: of the next step; 0: to be found */
    double grid;                /* where fixed steps are counted from */
    double interrupted_h;       /* length that an explicit step would have had without the event; 0: not known */
    double last_t, last_error;
    double before_h;   /* of the step before; 0: other equations held there */
    double last_share; /* of the integrator's last step that was taken; 0: there was none */
    double seen_h;     /* of the step from g_last to g, if its error set its length; else 0 */
    bool has_fired, starts;
    bool watches_known; /* the watched functions' values and rates are those at t; else they are found anew */
    bool given_fired;   /* fired holds what crossed in a step that was given (given.c), and is not handled yet */
    bool holds_offsets; /* offsets of event functions are held, since a step that was given (given.c) */
    bool after_kink;    /* the last event was a kink, before which steps were as long as they will be again */
    int events_here;    /* consecutive events at one time */
    stepper_switching switching;
    bri_stepper_counts counts;
} stepper_memory;

struct bri_stepper {
    const bri_problem *problem;
    bri_problem counted;                 /* the problem as the integrator sees it: its context is the stepper */
    bri_stepper_def def;                 /* its integrator is the active one, */
    void *work;                          /* with its memory */
    const bri_integrator_kind *kinds[2]; /* explicit, stiff; without a second one there is no switching */
    void *works[2];
    double algebra[2]; /* of a step, in evaluations */
    int states, all;   /* without quadratures; with them */
    stepper_memory now;
    double *x, *discrete, *x_new, *x_within, *error, *g, *gauss, *sampled;
    double *g_before, *g_after, *slope; /* of a crossing */
    double *g_last;                     /* event functions where the last step began */
    double *slack;                      /* how far below 0 an event function must be to have crossed */
    double *held;                       /* offsets of event functions, after a step that was given (given.c) */
    signed char *side;                  /* of 0 on which each event function was last */
    bool *fired;
    double *limit;                                /* of each state, in this step */
    double *watched, *watched_new, *watched_rate; /* where the step begins and ends; over the step before */
};

/* --- stepper.c */
/* The next step is the first of another equation, or of another state. */
void bri_stepper_start_anew(bri_stepper *stepper);
/* Handles the event functions that fired. again: at the time of the last event. */
void bri_stepper_react(bri_stepper *stepper, bool again);
bool bri_stepper_accept(bri_stepper *stepper); /* what follows an accepted step; true: states have changed */

/* --- step_control.c */
double bri_stepper_error(const bri_stepper *stepper);         /* of the step tried; above 1: rejected */
double bri_stepper_wanted(bri_stepper *stepper, double span); /* length of the next step without a limit */
/* Length of the step after an accepted one. Updates the memory of the controller. */
double bri_stepper_grown(bri_stepper *stepper, double h, double error, bool rejected);
double bri_stepper_shrunk(const bri_stepper *stepper, double error); /* factor after a rejected step */

/* --- switching.c */
bri_status bri_stepper_create_works(bri_stepper *stepper, bri_error *err);
void bri_stepper_activate(bri_stepper *stepper);        /* the integrator that now.switching says */
void bri_stepper_switch(bri_stepper *stepper);          /* before a step: to the integrator that is wanted for it */
void bri_stepper_watch(bri_stepper *stepper, bool cut); /* after an accepted step; cut: by an event */

/* --- watch.c */
/* Longest step that passes over no watched range, by extrapolation of the last step. Computes the values that are not known. */
double bri_stepper_watch_limit(bri_stepper *stepper);
/* Share of the tried step that passes over no watched range; 1: all of it. */
double bri_stepper_watch_share(bri_stepper *stepper);
void bri_stepper_watch_take(bri_stepper *stepper); /* the step tried was taken, all of it */

/* --- crossing.c */
static const double bri_nearly_zero = 1e-9; /* of an event function */
/* How far below 0 an event function must be in any case to have crossed. */
double bri_stepper_least_slack(const bri_stepper *stepper, int event);
/* On which side of 0 event functions are, after an event or a new start. keep_fired: those that fired are on the other side. */
void bri_stepper_sides(bri_stepper *stepper, bool keep_fired);
/* The first share of the step tried at which an event function has crossed 0, those that have in fired; 2: none has.
 * resolved: the error of the step set its length. */
double bri_stepper_crossing(bri_stepper *stepper, bool resolved);
/* Makes the step anew up to a crossing at a share of it, and takes it. */
bri_outcome bri_stepper_step_to(bri_stepper *stepper, double share);
/* The state becomes that at a share of the step tried, before any crossing; the integrator starts anew. */
void bri_stepper_cut(bri_stepper *stepper, double share);
bool bri_stepper_only_kinks(const bri_stepper *stepper); /* all that fired are kinks */
/* x_new becomes the state, h later. share: of the integrator's step. */
void bri_stepper_take(bri_stepper *stepper, double h, double share);

#endif
