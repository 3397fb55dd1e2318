/* verdict_sliding.c - bristle verdict --sliding: how many solutions friction and reactions have, at an instant or over a run */
#include <math.h>

#include "verdict_output.h"

enum {
    SAMPLES = 500 /* of a run */
};

typedef struct solutions {
    double from;
    int count;
    bool all_found;
} solutions;

static void print_span(const solutions *s, double to)
{
    printf("  %12.6g %12.6g  %s%d\n", s->from, to, s->all_found ? "" : "at least ", s->count);
}

static int print_at(bri_sim *sim, double time)
{
    bri_error err = {0};
    solutions is = {.from = time};
    if (!(time >= bri_sim_time(sim) && time <= bri_sim_until(sim)))
        return complain(BAD_INPUT, "--at: %g s is outside the run, which goes from %g s to %g s", time,
                        bri_sim_time(sim), bri_sim_until(sim));
    bri_status status = bri_sim_advance(sim, time, &err);
    if (!status) status = bri_sim_solutions(sim, &is.count, &is.all_found, &err);
    if (status) return complain_of(status, &err);
    printf("at t = %g s friction and reactions have %s%d solution%s, with all interfaces sliding in their present "
           "directions\n",
           time, is.all_found ? "" : "at least ", is.count, is.count == 1 ? "" : "s");
    return DONE;
}

static void print_over_time(bri_sim *sim)
{
    bri_error err = {0};
    bri_status status = BRI_OK;
    solutions now = {.count = -1}, is;
    bool many = false;
    double from = bri_sim_time(sim), until = bri_sim_until(sim);
    printf("number of solutions for friction and reactions, with all interfaces sliding in their present directions\n"
           "       from, s        to, s  solutions\n");
    for (int i = 0; i <= SAMPLES && !status; i++) {
        if (i) status = bri_sim_advance(sim, from + (until - from) * i / SAMPLES, &err);
        is.from = bri_sim_time(sim);
        if (!status) status = bri_sim_solutions(sim, &is.count, &is.all_found, &err);
        if (!status && (is.count != now.count || is.all_found != now.all_found)) {
            if (now.count >= 0) print_span(&now, is.from);
            now = is;
        }
        many = many || (!status && is.count != 1);
    }
    if (now.count >= 0) print_span(&now, bri_sim_time(sim));
    if (status)
        printf("the run ends there: %s\n", err.what);
    else if (many)
        printf("where the number is not 1, a rigid-body model cannot determine the motion (Painleve paradox)\n");
}

int print_number_of_solutions(const command_line *arguments, const bri_system *system)
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
        print_over_time(sim);
    else
        bad = print_at(sim, time);
    bri_sim_destroy(sim);
    return bad;
}
