/* credibility.c - does the outcome hang on secondary parameters; has sliding one solution */
#include "credibility.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    LOOKS = 500
};

/* --- sensitivity ------------------------------------------------------------------------------------------------------- */

static void put_slip(char *text, size_t size, double when)
{
    if (isinf(when))
        snprintf(text, size, "never");
    else
        snprintf(text, size, "%.6g s", when);
}

static void say_row(const bri_sensitivity *s, const char *what, const double *slips, const char *after)
{
    printf("  %-44s", what);
    for (int k = 0; k < s->joints; k++) {
        char when[32];
        put_slip(when, sizeof when, slips[k]);
        printf(" %-14s", when);
    }
    printf("%s\n", after);
}

static void say_outcome(const bri_sensitivity *s)
{
    printf("first slip%-35s", "");
    for (int k = 0; k < s->joints; k++)
        printf(" %-14.14s", s->joint[k]);
    printf("\n");
    say_row(s, "as the model is", s->slips, "");
    for (int i = 0; i < s->changes; i++) {
        const bri_outcome_change *change = &s->change[i];
        char what[260];
        if (isnan(change->factor))
            snprintf(what, sizeof what, "%s", change->what);
        else
            snprintf(what, sizeof what, "%s = %.4g %s", change->what, change->value, change->unit);
        if (change->failed)
            printf("  %-44s fails: %s\n", what, change->why);
        else
            say_row(s, what, change->slips, change->differs ? "another outcome" : "");
    }
}

static void say_conclusion(const bri_sensitivity *s)
{
    if (!s->changes)
        printf("\nno law here has a secondary parameter, and nothing is left open: there is nothing to try\n");
    else if (s->differing || s->failed)
        printf("\nthe outcome cannot be believed: it hangs on numbers or choices that nobody measures, in %d of %d "
               "runs%s\n",
               s->differing, s->changes, s->failed ? "; some did not come to their end" : "");
    else
        printf("\nthe outcome is the same in all %d runs: it does not hang on secondary parameters\n", s->changes);
}

static void json_slips(const double *slips, int count)
{
    printf("[");
    for (int k = 0; k < count; k++)
        if (isinf(slips[k]))
            printf("%snull", k ? ", " : "");
        else
            printf("%s%.17g", k ? ", " : "", slips[k]);
    printf("]");
}

static void json_sensitivity(const bri_sensitivity *s)
{
    printf("{\"joints\": [");
    for (int k = 0; k < s->joints; k++)
        printf("%s\"%s\"", k ? ", " : "", s->joint[k]);
    printf("],\n \"slips\": ");
    json_slips(s->slips, s->joints);
    printf(",\n \"credible\": %s,\n \"changes\": [", s->differing || s->failed ? "false" : "true");
    for (int i = 0; i < s->changes; i++) {
        const bri_outcome_change *change = &s->change[i];
        printf("%s\n  {\"what\": \"%s\"", i ? "," : "", change->what);
        if (!isnan(change->factor)) printf(", \"factor\": %g, \"value\": %.17g", change->factor, change->value);
        printf(", \"failed\": %s, \"differs\": %s, \"slips\": ", change->failed ? "true" : "false",
               change->differs ? "true" : "false");
        json_slips(change->slips, s->joints);
        printf("}");
    }
    printf("]}\n");
}

int tell_sensitivity(const command_line *arguments, const bri_model *model)
{
    bri_error err = {0};
    bri_sensitivity *s = NULL;
    bri_sensitivity_def def = {0};
    double speed = NAN;
    int bad = option_number(arguments, "slip-speed", "m/s", &speed);
    if (bad) return bad;
    if (speed <= 0) return complain(BAD_INPUT, "--slip-speed must be above 0 m/s");
    if (speed > 0) def.slip_speed = speed;
    bri_status status = bri_sensitivity_of(model, &def, &s, &err);
    if (status) return complain_of(status, &err);
    if (option_value(arguments, "json")) {
        json_sensitivity(s);
    } else {
        say_outcome(s);
        say_conclusion(s);
    }
    bri_sensitivity_destroy(s);
    return DONE;
}

/* --- solutions of sliding ----------------------------------------------------------------------------------------------- */

typedef struct solutions {
    double from;
    int count;
    bool all_found;
} solutions;

static void say_span(const solutions *s, double to)
{
    printf("  %12.6g %12.6g  %s%d\n", s->from, to, s->all_found ? "" : "at least ", s->count);
}

static int tell_sliding_at(bri_sim *sim, double time)
{
    bri_error err = {0};
    solutions is = {.from = time};
    if (!(time >= bri_sim_time(sim) && time <= bri_sim_until(sim)))
        return complain(BAD_INPUT, "--at: the run goes from %g s to %g s", bri_sim_time(sim), bri_sim_until(sim));
    bri_status status = bri_sim_advance(sim, time, &err);
    if (!status) status = bri_sim_solutions(sim, &is.count, &is.all_found, &err);
    if (status) return complain_of(status, &err);
    printf("at t = %g s friction and reactions have %s%d solution%s, with contacts that slide as they do\n", time,
           is.all_found ? "" : "at least ", is.count, is.count == 1 ? "" : "s");
    return DONE;
}

static void tell_sliding_over(bri_sim *sim)
{
    bri_error err = {0};
    bri_status status = BRI_OK;
    solutions now = {.count = -1}, is;
    bool many = false;
    double from = bri_sim_time(sim), until = bri_sim_until(sim);
    printf("solutions of friction and reactions, with contacts that slide as they do\n"
           "       from, s        to, s  how many\n");
    for (int i = 0; i <= LOOKS && !status; i++) {
        if (i) status = bri_sim_advance(sim, from + (until - from) * i / LOOKS, &err);
        is.from = bri_sim_time(sim);
        if (!status) status = bri_sim_solutions(sim, &is.count, &is.all_found, &err);
        if (!status && (is.count != now.count || is.all_found != now.all_found)) {
            if (now.count >= 0) say_span(&now, is.from);
            now = is;
        }
        many = many || (!status && is.count != 1);
    }
    if (now.count >= 0) say_span(&now, bri_sim_time(sim));
    if (status)
        printf("then the run ends: %s\n", err.what);
    else if (many)
        printf("where it is not one, rigid bodies with Coulomb's friction do not tell the motion (Painleve)\n");
}

int tell_sliding(const command_line *arguments, const bri_system *system)
{
    bri_error err = {0};
    bri_sim *sim = NULL;
    bri_run_def def = bri_run_defaults();
    double time = NAN;
    int bad = option_number(arguments, "at", "s", &time);
    if (bad) return bad;
    bri_status status = bri_sim_create(system, &def, &sim, &err);
    if (status) return complain_of(status, &err);
    if (isnan(time))
        tell_sliding_over(sim);
    else
        bad = tell_sliding_at(sim, time);
    bri_sim_destroy(sim);
    return bad;
}
