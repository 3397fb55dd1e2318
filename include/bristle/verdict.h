/* verdict.h - does a mechanism at rest stick, must it slip, or can a rigid-body model not decide?
 *
 *     bri_system -> bri_verdict_at, bri_verdict_along_at -> bri_verdict_result
 *                   bri_verdict_over, bri_verdict_along  -> bri_verdict_history
 *
 * At rest, the equations of rigid bodies often leave friction forces and reactions undetermined. A distribution is a set of
 * reactions lambda and friction efforts kappa that are in equilibrium with the loads Q:
 *
 *     equilibrium:  J^T lambda + W^T kappa + Q = 0
 *     coherence:    friction opposes an impending motion: in each part of the mechanism at least one elementary motion (one
 *                   that moves as few interfaces as possible) is opposed by all interfaces that it moves
 *     limits:       |kappa| <= lever x static limit of the law under the load that follows from lambda
 *
 * A verdict considers all coherent distributions and asks which are within the limits. The static limit is the largest
 * static friction force of the law. For a law without exact stiction it is the coefficient of static friction
 * (BRI_ROLE_STATIC) times the load; if the law has none, the coefficient of sliding friction (BRI_ROLE_SLIDING) times the load; if it
 * has neither, the first peak of its friction curve. A law whose force only rises with the speed from 0 has the static limit 0.
 *
 * The coherent set is a union over elementary motions. Other motions need not be considered: every motion is a sum of elementary
 * motions that nowhere have opposite signs (conformal sum, Rockafellar 1969), so friction that opposes the sum opposes each of them.
 *
 * Functions return BRI_OK or the reason of failure, with a message in err, which may be NULL. A system may be shared by
 * threads; each call uses memory of its own. */
#ifndef BRISTLE_VERDICT_H
#define BRISTLE_VERDICT_H

#include "bristle/sim.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum bri_verdict {
    BRI_STICKS,      /* every coherent distribution is within the limits: sticking is guaranteed */
    BRI_CONDITIONAL, /* some are within the limits, some are not; slip with friction at its limits would not accelerate */
    BRI_UNDECIDED, /* some are within the limits, and slip with friction at its limits would accelerate: both can happen */
    BRI_MUST_SLIP,   /* no coherent distribution is within the limits */
    BRI_NOT_DECIDED, /* the search reached its limit of branches */
} bri_verdict;
BRI_API const char *bri_verdict_name(bri_verdict verdict); /* "must slip"; static text */

typedef enum bri_answer {
    BRI_ANSWER_NO,
    BRI_ANSWER_YES,
    BRI_ANSWER_OPEN /* not decided within the allowed branches */
} bri_answer;

typedef struct bri_verdict_def { /* begin with bri_verdict_defaults() */
    size_t size;                 /* of this struct, set by its defaults */
    int branches;                /* largest number of branches of one search; 0: 10000 at an instant, 500 over time */
    const char *const
        *by;        /* names of forces that act alone, without gravity and others, ending with NULL; NULL: all loads */
    bool intervals; /* also compute the bounds of all friction forces, loads and reactions; at an instant only */
    double until;   /* end of a history, s; 0: the end of the model's run */
    int samples;    /* number of instants over a history; 0: 200 */
} bri_verdict_def;
/* All fields 0: their defaults. NULL instead of a bri_verdict_def has the same meaning. */
static inline bri_verdict_def bri_verdict_defaults(void)
{
    bri_verdict_def def = BRI_ZEROS;
    def.size = sizeof def;
    return def;
}

typedef struct bri_bounds {       /* of one quantity over a set of distributions, in the unit of the quantity */
    double low, high;             /* proved bounds of all distributions; -INFINITY, INFINITY: not bounded */
    double inner_low, inner_high; /* smallest and largest value of the distributions that were found */
    bool any;                     /* false: the set is empty, and the numbers have no meaning */
} bri_bounds;

typedef enum bri_quantity_kind {
    BRI_QUANTITY_FRICTION, /* friction force at the surface, N; of a law whose coefficients are torques, the torque, N m */
    BRI_QUANTITY_LOAD,     /* load that friction depends on, N, with the preload; never negative */
    BRI_QUANTITY_REACTION, /* one component of a joint's reaction, N or N m, with its sign */
} bri_quantity_kind;

/* Names, signs and units are those of the channels of a run. */
typedef struct bri_quantity {
    const char *name, *unit; /* "guide.couple", "N m" */
    bri_quantity_kind kind;
    bool unique;         /* equilibrium alone determines it */
    bri_bounds coherent; /* over all coherent distributions */
    bri_bounds limited;  /* over the coherent distributions that are within the limits */
} bri_quantity;

typedef struct bri_interface_verdict { /* one interface that has friction at this instant */
    const char *name;
    double mu_s;        /* static coefficient; of an effort law, its largest static effort, N or N m */
    bool is_effort;     /* mu_s is an effort */
    int part;           /* part of the mechanism to which it belongs, from 0; -1: no motion moves it */
    double worst_ratio; /* largest |friction|/limit over all coherent distributions; INFINITY: its limit can vanish */
} bri_interface_verdict;

typedef struct bri_part { /* interfaces that move together; parts can slip independently of each other */
    bri_verdict verdict;  /* of this part, without the limits of the other parts */
    bri_answer possible;  /* this and the following fields: as in bri_verdict_result, for this part */
    bri_answer guaranteed;
    bri_answer accelerates, persists;
    double possible_factor, guaranteed_factor;
} bri_part;

typedef struct bri_verdict_result { /* read only; its lists are lists of pointers, and all texts belong to it */
    double time;                    /* s */
    bri_verdict verdict;
    bri_answer possible;    /* a coherent distribution is within the limits */
    bri_answer guaranteed;  /* all coherent distributions are within the limits */
    bri_answer accelerates; /* some slip with friction at its static limits would accelerate */
    bri_answer persists;    /* some slip with sliding friction would not decelerate: sliding continues */
    double possible_factor; /* smallest factor on all static coefficients at which sticking is possible; INFINITY: at
                                 * none */
    double
        possible_factor_low; /* lower bound of possible_factor: equal to it, up to rounding, if the search was complete */
    double
        guaranteed_factor; /* smallest factor on all static coefficients at which sticking is guaranteed; INFINITY: at
                                 * none */
    bool
        proportional; /* all static limits are proportional to the loads of the mechanism: the verdict is the same for any
                            * multiple of these loads */
    int degrees;      /* degrees of freedom that the joints leave */
    int free_motions; /* of these, motions without any friction; no load acts along them */
    int springs;      /* of elastic links, whose stiffness determines how the load is shared before any slip */
    struct bri_verdict_result *rigid; /* the verdict with rigid links, that is, for any deformation of the links that
                                       * small slips may have caused; NULL: no elastic links, or nothing moves with rigid
                                       * links */
    bri_part **part;
    int parts;
    bri_interface_verdict **interface;
    int interfaces;
    bri_quantity **quantity; /* only if def->intervals */
    int quantities;
    long programs;   /* number of linear programs solved */
    int branches;    /* largest number of branches that was allowed in one search */
    const char *why; /* along a run: why this instant has no verdict; then only time is set, and the verdict is
                    * BRI_NOT_DECIDED. Else "" */
} bri_verdict_result;

typedef struct bri_verdict_span { /* an interval of time with one verdict */
    double from, to;              /* s */
    bri_verdict verdict;
    bri_answer
        persists; /* as in bri_verdict_result, with rigid links; OPEN: it changes within the interval, or is not decided */
    bool elastic;      /* there are elastic links */
    bri_verdict rigid; /* the verdict with rigid links; without elastic links, the verdict */
    double possible_factor_least, possible_factor_most; /* over the instants that were computed */
    double guaranteed_factor_most;
} bri_verdict_span;

typedef struct bri_verdict_history { /* read only; its lists are lists of pointers */
    bri_verdict_span **span;         /* in order of time; along a run: intervals in which it stays at rest */
    int spans;
    bri_verdict_result **rest; /* along a run: each instant at which it comes to rest or reverses; in order of time */
    int rests;
    bool cut; /* the history ends at the 1000th such instant of the run */
} bri_verdict_history;

/* The verdict on the initial configuration under the loads of `time`, s; NAN: the start of the run. Rejects a model that
 * moves at its start, a driver that moves at that time, and loads along a motion without friction. The caller destroys
 * *result, which is set only if BRI_OK is returned. The functions below treat their results in the same way. */
BRI_API bri_status bri_verdict_at(const bri_system *system, const bri_verdict_def *def, double time,
                                  bri_verdict_result **result, bri_error *err);
/* Verdicts on the initial configuration under the loads of the whole run; times at which the verdict changes are located to
 * 1e-7 of the duration. def->intervals is ignored. A change that begins and ends between two samples may be missed. */
BRI_API bri_status bri_verdict_over(const bri_system *system, const bri_verdict_def *def, bri_verdict_history **history,
                                    bri_error *err);
/* Simulates the run up to `time`, s, and computes the verdict there. Rejects a state that is not at rest. */
BRI_API bri_status bri_verdict_along_at(const bri_system *system, const bri_verdict_def *def, double time,
                                        bri_verdict_result **result, bri_error *err);
/* Simulates the run and computes the verdict at each instant at which it comes to rest or reverses, and over the intervals in
 * which it stays at rest. If there is no verdict at an instant, bri_verdict_result.why gives the reason. */
BRI_API bri_status bri_verdict_along(const bri_system *system, const bri_verdict_def *def,
                                     bri_verdict_history **history, bri_error *err);
BRI_API void bri_verdict_destroy(bri_verdict_result *result);           /* NULL is allowed */
BRI_API void bri_verdict_history_destroy(bri_verdict_history *history); /* and all its results; NULL is allowed */

#ifdef __cplusplus
}
#endif
#endif
