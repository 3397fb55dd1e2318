/* switching.c - an explicit integrator where the problem allows it, a stiff one where it does not
 *
 * Explicit steps are at the limit of stability where h |lambda| oscillates about 3.3, h being their length and lambda the
 * largest eigenvalue of the Jacobian as the integrator estimates it. VOTES such steps, others counting against them, ask
 * for the stiff integrator. It comes on trial: where a second costs more than it did before, the explicit one returns.
 * While the stiff one is at work, a second of explicit steps would cost
 *
 *     explicit_step / min(3.3/|lambda|, h)
 *
 * evaluations, as it needs about as many steps for its accuracy; where that is less than what a second costs, it takes
 * over. What is lost by changes without gain may be a share of all cost only: the more it is, the later is the
 * next change.
 *
 * The cost is counted in evaluations of rates, linear algebra included by its operations, and never in time: a run takes
 * the same steps wherever it is made.
 *
 * E. Hairer, G. Wanner, Solving Ordinary Differential Equations II, IV.2: stiffness detection. */
#include <math.h>

#include "integrator/stepper.h"

enum {
    VOTES = 10,
    WINDOW =
        8, /* stiff steps, over which their cost is measured; explicit ones from one probe of the slope to the next, */
    FAR_WINDOW = 32 /* and where the last one was far below the limit */
};
static const double near_limit = 1;    /* h |lambda| of a step that votes: it swings below the limit of stability */
static const double far_below = 0.1;   /* h |lambda| of a step far below it */
static const double leak = 0.2;        /* of a vote, taken by a step that does not */
static const double stable = 3.25;     /* h |lambda| of dopri5 at the limit of stability */
static const double explicit_step = 6; /* evaluations */
static const double gain = 0.8;        /* of the cost, with which the explicit integrator takes over */
static const double most_lost = 0.1;   /* share of the cost that changes without gain may have */
static const double evaluation_per_state = 200; /* operations of an evaluation of rates, about, measured on chains */
static const double trial_step = 10;            /* evaluations of a stiff step, about */

bri_status bri_stepper_create_works(bri_stepper *stepper, bri_error *err)
{
    const bri_stepper_def *def = &stepper->def;
    bri_status status = BRI_OK;
    stepper->kinds[0] = def->integrator;
    stepper->kinds[1] = def->stiff_integrator;
    stepper->now.switching.active = stepper->now.switching.wanted = def->stiff_integrator && def->starts_stiff;
    for (int i = 0; i < 2 && !status && stepper->kinds[i]; i++) {
        const bri_integrator_kind *kind = stepper->kinds[i];
        status = kind->create(&stepper->counted, &def->tolerances, &stepper->works[i], err);
        if (kind->algebra)
            stepper->algebra[i] = kind->algebra(stepper->problem) / (evaluation_per_state * fmax(stepper->states, 1));
    }
    bri_stepper_activate(stepper);
    return status;
}

void bri_stepper_activate(bri_stepper *stepper)
{
    stepper->def.integrator = stepper->kinds[stepper->now.switching.active];
    stepper->work = stepper->works[stepper->now.switching.active];
}

/* The last step can be interpolated until the next one begins: the change waits for that. */
void bri_stepper_switch(bri_stepper *stepper)
{
    stepper_switching *s = &stepper->now.switching;
    if (s->wanted == s->active) return;
    s->active = s->wanted;
    bri_stepper_activate(stepper);
    if (stepper->now.counts.switches++ == 0) stepper->now.counts.first_switch = stepper->now.t;
    stepper->now.starts = true;
    stepper->now.before_h = stepper->now.interrupted_h = 0;
    stepper->now.last_error = 1;
}

static void begin_window(bri_stepper *stepper)
{
    stepper_switching *s = &stepper->now.switching;
    s->window = 0;
    s->window_t = stepper->now.t;
    s->window_cost = s->cost;
    s->fastest = 0;
}

/* The first trial may cost as much as the votes for it did. */
static bool may_try(const bri_stepper *stepper, double trial)
{
    const stepper_switching *s = &stepper->now.switching;
    return s->lost_trying + trial <= most_lost * s->cost || (s->lost_trying == 0 && trial <= 2 * VOTES * explicit_step);
}

static double cost_of_trial(const bri_stepper *stepper)
{
    const bri_problem *p = stepper->problem;
    double jacobian = p->jacobian || p->stiff_frame ? 0 : p->states; /* by differences */
    return jacobian + WINDOW * (trial_step + stepper->algebra[1]);
}

/* A step that was rejected twice votes too: where a law saturates, its slope may be hidden. */
static void watch_explicit(bri_stepper *stepper, double fastest, long tries, double cost_before)
{
    stepper_switching *s = &stepper->now.switching;
    double h = stepper->now.t - stepper->now.last_t;
    if (h * fastest <= near_limit && tries <= 2) {
        s->votes = fmax(s->votes - leak, 0);
        return;
    }
    if (s->votes == 0) {
        s->vote_t = stepper->now.last_t;
        s->vote_cost = cost_before;
    }
    s->votes++;
    if (s->votes < VOTES) return;
    double loss = s->cost - s->explicit_cost - s->stiff_price * (stepper->now.t - s->explicit_t);
    bool returns = s->stiff_price > 0 && loss > 0; /* leaving the stiff one did not pay */
    if (!returns && !may_try(stepper, cost_of_trial(stepper))) return;
    if (returns) s->lost_leaving += loss;
    s->price = (s->cost - s->vote_cost) / (stepper->now.t - s->vote_t);
    s->wanted = 1;
    s->on_trial = true;
    begin_window(stepper);
}

static void leave_stiff(bri_stepper *stepper, double price)
{
    stepper_switching *s = &stepper->now.switching;
    s->wanted = 0;
    s->votes = s->probed = 0;
    s->on_trial = false;
    s->stiff_price = price;
    s->explicit_t = stepper->now.t;
    s->explicit_cost = s->cost;
    if (s->fastest > 0) stepper->now.h = fmin(stepper->now.h, stable / s->fastest);
}

static void watch_stiff(bri_stepper *stepper, double fastest)
{
    stepper_switching *s = &stepper->now.switching;
    s->fastest = fmax(s->fastest, fastest);
    if (++s->window < WINDOW) return;
    double length = stepper->now.t - s->window_t, cost = s->cost - s->window_cost, price = cost / length;
    double by_explicit = explicit_step / fmin(stable / s->fastest, length / WINDOW);
    double coming = stepper->now.h > 0 ? cost / WINDOW / stepper->now.h : price; /* the price of the next step */
    if (s->on_trial && price >= s->price) {
        s->lost_trying += cost - s->price * length;
        if (coming >= s->price) leave_stiff(stepper, price);
    } else if (s->on_trial) {
        s->on_trial = false;
    } else if (by_explicit < gain * price && s->lost_leaving <= most_lost * s->cost) {
        leave_stiff(stepper, price);
    }
    begin_window(stepper);
}

void bri_stepper_watch(bri_stepper *stepper, bool cut)
{
    stepper_switching *s = &stepper->now.switching;
    const bri_stepper_counts *counts = &stepper->now.counts;
    if (!stepper->kinds[1]) return;
    long attempts = counts->steps + counts->rejected;
    double before = s->cost;
    long tries = attempts - s->attempts;
    s->cost += (double)(counts->evaluations - s->evaluations) + (double)tries * stepper->algebra[s->active];
    s->evaluations = counts->evaluations;
    s->attempts = attempts;
    if (s->active) stepper->now.counts.stiff_time += stepper->now.t - stepper->now.last_t;
    bool far = s->probed > 0 && (stepper->now.t - stepper->now.last_t) * s->probed < far_below;
    bool probes = !cut && !s->active && ++s->unprobed >= (far ? FAR_WINDOW : WINDOW);
    double fastest = cut ? 0 : stepper->def.integrator->stiffness(stepper->work, probes, stepper->discrete);
    if (probes) {
        s->probed = fastest;
        s->unprobed = 0;
    }
    if (s->active)
        watch_stiff(stepper, fastest);
    else if (!cut)
        watch_explicit(stepper, fmax(fastest, s->probed), tries, before);
}
