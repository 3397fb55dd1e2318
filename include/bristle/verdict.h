/* verdict.h - does a mechanism at rest stick, must it slip, or can rigid bodies not tell?
 *
 *     bri_system -> bri_verdict_at, bri_verdict_along_at -> bri_verdict_result
 *                   bri_verdict_over, bri_verdict_along  -> bri_verdict_history
 *
 * At rest the equations of rigid bodies often leave friction forces and reactions open. All distributions are looked at
 * that satisfy
 *
 *     equilibrium:  J^T lambda + W^T kappa + Q = 0
 *     coherence:    friction opposes an upcoming motion: in each part of the mechanism at least one elementary motion, one
 *                   that moves as few interfaces as possible, is opposed by all interfaces that it moves
 *     the limits:   |kappa| <= lever x static friction of the law under the load that lambda makes
 *
 * Static friction is what the law grips with; of a law that creeps, its coefficient of static friction (BRI_ROLE_STATIC)
 * times the load, or that of sliding friction (BRI_ROLE_SLIDING) where it has no static one, or the first peak of its curve
 * where it has neither. A law that rises from 0 with speed holds nothing.
 *
 * The coherent set is a union over elementary motions. No others are needed: a motion is a sum of elementary ones that
 * nowhere have opposite signs (conformal sum, Rockafellar 1969), so what opposes the sum opposes each of them. */
#ifndef BRISTLE_VERDICT_H
#define BRISTLE_VERDICT_H

#include "bristle/sim.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum bri_verdict {
    BRI_STICKS,      /* every coherent distribution is within the limits */
    BRI_CONDITIONAL, /* some are, some are not; slip at the limits would not accelerate */
    BRI_UNDECIDED,   /* some are; and slip at the limits would accelerate: both can happen */
    BRI_MUST_SLIP,   /* none is */
    BRI_NOT_DECIDED, /* the search was given up: more branches would be needed */
} bri_verdict;
const char *bri_verdict_name(bri_verdict verdict); /* "must slip" */

typedef enum bri_answer {
    BRI_ANSWER_NO,
    BRI_ANSWER_YES,
    BRI_ANSWER_OPEN /* not decided within the branches allowed */
} bri_answer;

typedef struct bri_verdict_def { /* {0}: the usual */
    int branches;                /* most nodes of one search; 0: 10000, over time 500 */
    const char *const *by;       /* names of forces that act alone, without gravity and others; ends with NULL */
    bool intervals;              /* find those too */
    double until;                /* end of the history; 0: the end of the model's run */
    int samples;                 /* of a history; 0: 200 */
} bri_verdict_def;

typedef struct bri_bounds {       /* of one number over all distributions */
    double low, high;             /* certainly not beyond; +-INFINITY: not bounded */
    double inner_low, inner_high; /* reached by a distribution that was found */
    bool any;                     /* there is a distribution at all, or none was excluded */
} bri_bounds;

typedef enum bri_quantity_kind {
    BRI_QUANTITY_FRICTION, /* effort along the motion that is free */
    BRI_QUANTITY_LOAD, /* what friction follows: |R| of a pin; signed where it is linear, but with a preload |N| + preload */
    BRI_QUANTITY_REACTION, /* one component of a joint's reaction */
} bri_quantity_kind;

typedef struct bri_quantity {
    char name[96], unit[16];
    bri_quantity_kind kind;
    bool unique;         /* equilibrium determines it */
    bri_bounds coherent; /* equilibrium and coherence */
    bri_bounds limited;  /* and the limits */
} bri_quantity;

typedef struct bri_holding { /* one interface */
    char name[64];
    double mu_s;    /* static coefficient; of an effort law, the force or torque itself */
    bool is_effort; /* it is that */
    int part;       /* of the mechanism, from 0; -1: no motion moves it */
    double worst;   /* largest |friction| over its limit, of all coherent distributions */
} bri_holding;

typedef struct bri_part { /* interfaces that move together; parts can slip without each other */
    bri_verdict verdict;  /* while the others hold: their limits are left out */
    bri_answer possible, certain, accelerates, persists;
    double scale, certain_scale;
} bri_part;

typedef struct bri_verdict_result {
    double time;
    bri_verdict verdict;
    bri_answer possible, certain;
    bri_answer accelerates; /* a slip with friction at its static limits gains speed */
    bri_answer persists;    /* a slip with sliding friction does not lose speed */
    double scale,
        scale_low;        /* all static coefficients times this: stick is just possible; INFINITY: no coefficient holds
                                 it. It is certainly not below scale_low. */
    double certain_scale; /* from this on stick is certain; INFINITY: never */
    int degrees, free_motions; /* of freedom; of them, motions without any friction, and not pushed */
    int springs;               /* of elastic links, whose stiffness shares the load as long as nothing has slid */
    struct bri_verdict_result
        *rigid; /* the same if small slides have stretched the links otherwise, that is, as if they
                                       * were rigid; NULL: there are none, or so nothing could move */
    bri_part *part;
    int parts;
    bri_holding *holding;
    int holdings;
    bri_quantity *quantity;
    int quantities;
    long programs; /* linear programs that were solved */
    int branches;  /* that were allowed */
    char why[300]; /* along a run: why this instant could not be judged; all else is empty then */
} bri_verdict_result;

typedef struct bri_verdict_span {
    double from, to;
    bri_verdict verdict;
    bri_answer persists; /* of sliding; OPEN: it changes within, or is not decided */
    bool elastic;        /* there are elastic links; persists is that of the verdict as if they were rigid, */
    bri_verdict rigid;   /* and this is it */
    double scale_least, scale_most; /* over the instants that were looked at */
    double certain_most;
} bri_verdict_span;

typedef struct bri_verdict_history {
    bri_verdict_span *span; /* of a run: while it stays at rest */
    int spans;
    bri_verdict_result **rest; /* of a run: each instant where it comes to rest, or passes through it */
    int rests;
    bool cut; /* the run has more of them */
} bri_verdict_history;

/* The configuration in which the model begins, with the loads of that time; NAN: the beginning. */
bri_status bri_verdict_at(const bri_system *system, const bri_verdict_def *def, double time,
                          bri_verdict_result **result, bri_error *err);
/* The same configuration over the time of the run; changes of the verdict are located. */
bri_status bri_verdict_over(const bri_system *system, const bri_verdict_def *def, bri_verdict_history **history,
                            bri_error *err);
/* The state that a run reaches at that time: complains where it moves. */
bri_status bri_verdict_along_at(const bri_system *system, const bri_verdict_def *def, double time,
                                bri_verdict_result **result, bri_error *err);
/* Each instant at which a run comes to rest or passes through it, and the times for which it stays at rest. An instant that cannot be
 * judged tells why. */
bri_status bri_verdict_along(const bri_system *system, const bri_verdict_def *def, bri_verdict_history **history,
                             bri_error *err);
void bri_verdict_destroy(bri_verdict_result *result);
void bri_verdict_history_destroy(bri_verdict_history *history);

#ifdef __cplusplus
}
#endif
#endif
