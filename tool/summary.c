/* summary.c - what a person wants to know first of a run */
#include "summary.h"

#include <math.h>
#include <string.h>

enum {
    EVENTS_SHOWN = 20
};

static void say_summary(FILE *out, const bri_system *system, const bri_result *result, double seconds)
{
    const bri_statistics *st = &result->statistics;
    bri_mobility m = bri_system_mobility(system);
    const char *title = bri_system_title(system);
    fprintf(out, "%s%s%d bod%s, %d degree%s of freedom, %g s simulated in %.3g s\n", title, *title ? ": " : "",
            m.bodies, m.bodies == 1 ? "y" : "ies", m.degrees_of_freedom, m.degrees_of_freedom == 1 ? "" : "s",
            result->end - result->start, seconds);
    fprintf(out, "%s%s%s%s: %ld steps, %ld rejected, %ld evaluations, %.1f Newton iterations each\n", st->integrator,
            *st->why ? " (chosen: " : "", st->why, *st->why ? ")" : "", st->steps, st->rejected, st->evaluations,
            st->solves ? (double)st->iterations / (double)st->solves : 0);
    if (m.constraints)
        fprintf(out, "constraints by %s: open by %.1e m or rad, %.1e m/s or rad/s at most\n", st->constraints,
                st->position_error, st->velocity_error);
}

static void say_friction(FILE *out, const bri_result *result)
{
    if (!result->friction_summaries) return;
    fprintf(out, "\nfriction           load, N              |F|/N    at rest    lost, J\n");
    for (int k = 0; k < result->friction_summaries; k++) {
        const bri_friction_summary *r = &result->friction_summary[k];
        char load[64] = "", ratio[32] = "";
        if (r->load_least <= r->load_most) {
            snprintf(load, sizeof load, "%.4g to %.4g", r->load_least, r->load_most);
            snprintf(ratio, sizeof ratio, "%.4g", r->ratio_most);
        }
        fprintf(out, "  %-16s %-20s %-8s %5.1f %%  %10.4g\n", r->name, load, ratio, 100 * r->at_rest, r->lost);
    }
}

/* What rigid bodies do not tell. */
static void say_sharing(FILE *out, const bri_result *result)
{
    const bri_redundancy_summary *s = &result->redundancy;
    if (!*s->treatment) return;
    fprintf(out, "\nnot determined by rigid bodies for %.1f %% of the time: ", 100 * s->lasted);
    fprintf(out, *s->friction ? "friction in %s\n" : "some reactions%s\n", s->friction);
    if (*s->eliminated)
        fprintf(out, "  shared by elimination: %s carr%s nothing%s\n", s->eliminated,
                strchr(s->eliminated, ',') ? "y" : "ies",
                s->named ? "" : "; this was picked: run: {redundancy: ...} names another way");
    else
        fprintf(out, "  shared by %s\n", !strcmp(s->treatment, "elastic") ? "the compliance of joints" : s->treatment);
    if (s->by_unit > 1e-6)
        fprintf(out, "  with lengths in mm instead of m, friction would be another by %.2g of its limit\n", s->by_unit);
    if (*s->friction) fprintf(out, "  'bristle verdict' tells what is certain of it\n");
}

static void say_events(FILE *out, const bri_result *result)
{
    if (!result->events) return;
    int all = result->events + result->events_left_out;
    int wide = 24;
    for (int i = 0; i < result->events; i++) {
        bool shown = result->events <= EVENTS_SHOWN || i < EVENTS_SHOWN - 5 || i >= result->events - 5;
        int length = (int)strlen(result->event[i].what);
        if (shown && length > wide) wide = length;
    }
    fprintf(out, "\nevents%*s\n", wide + 6, "s");
    for (int i = 0; i < result->events; i++) {
        if (result->events > EVENTS_SHOWN && i == EVENTS_SHOWN - 5) {
            fprintf(out, "  ... %d more ...\n", result->events - EVENTS_SHOWN);
            i = result->events - 5;
        }
        fprintf(out, "  %-*s %9.6g\n", wide, result->event[i].what, result->event[i].time);
    }
    if (result->events_left_out) fprintf(out, "  (%d in all; those after the last one shown were not kept)\n", all);
}

static void say_ledger(FILE *out, const bri_result *result)
{
    fprintf(out, "\nenergy%44s\n", "J");
    for (int i = 0; i < result->terms; i++) {
        double energy = result->term[i].energy;
        bool is_nothing = fabs(energy) <= 1e-15 * result->energy_turnover; /* below the rounding of the others */
        fprintf(out, "  %-36s %12.6g\n", result->term[i].name, is_nothing ? 0 : energy);
    }
    fprintf(out, "  %-36s %12.2g\n", "the account lacks", result->energy_error);
}

static void say_contacts(FILE *out, const bri_result *result)
{
    if (!result->contact_summaries) return;
    fprintf(out, "\n%-16s %-10s %-11s %-11s %5s  %-12s %8s %8s %8s %10s\n", "contact", "peak, N", "at, s", "deepest, m",
            "begun", "fastest, m/s", "flight", "blow", "lasting", "lost, J");
    for (int g = 0; g < result->contact_summaries; g++) {
        const bri_contact_summary *t = &result->contact_summary[g];
        fprintf(out, "  %-14s %-10.5g %-11.5g %-11.4g %5ld  %-12.4g %6.1f %% %6.1f %% %6.1f %% %10.4g\n", t->name,
                t->peak, t->peak_time, t->deepest, t->contacts, t->fastest, 100 * t->separated, 100 * t->impact,
                100 * t->sustained, t->lost);
    }
}

static void say_films(FILE *out, const bri_result *result)
{
    if (!result->films) return;
    fprintf(out, "\nfilm               least, m   most, m    lambda               below 0.5  above 3\n");
    for (int i = 0; i < result->films; i++) {
        const bri_film *f = &result->film[i];
        char lambda[64] = "";
        if (!isfinite(f->thickness_least)) continue;
        snprintf(lambda, sizeof lambda, "%.3g to %.3g", f->lambda_least, f->lambda_most);
        fprintf(out, "  %-16s %-10.3g %-10.3g %-20s %7.1f %% %7.1f %%\n", f->name, f->thickness_least,
                f->thickness_most, lambda, 100 * f->below, 100 * f->above);
    }
    if (result->film[0].assumed)
        fprintf(out, "  pressure-viscosity coefficient not given: %g/GPa\n", 1e9 * result->film[0].pressure_viscosity);
}

static bool is_first_of_law(const bri_result *result, int index)
{
    for (int i = 0; i < index; i++)
        if (!strcmp(result->range_exceeded[i].law, result->range_exceeded[index].law)) return false;
    return true;
}

/* One warning for each formula: all that it left, wherever it stands. */
static void say_leaving(FILE *out, const bri_result *result, const char *law)
{
    bool begun = false;
    for (int i = 0; i < result->ranges_exceeded; i++) {
        const bri_range_exceeded *l = &result->range_exceeded[i];
        bool high = l->most - l->to > l->from - l->least;
        if (strcmp(l->law, law) != 0 || !(l->outside > 0)) continue;
        if (!begun) fprintf(out, "\nwarning: %s left the range that it was made for\n", law);
        begun = true;
        fprintf(out, "  %-16s %-6s %.4g to %.4g%s%s: %s %.4g, outside for %.3g %% of the time in contact\n", l->name,
                l->what, l->from, l->to, *l->unit ? " " : "", l->unit, high ? "up to" : "down to",
                high ? l->most : l->least, 100 * l->outside);
    }
}

/* What should make a reader doubt: one paragraph for each law that left its range, or does not vanish with its load. */
static void say_doubts(FILE *out, const bri_result *result)
{
    for (int i = 0; i < result->ranges_exceeded; i++)
        if (is_first_of_law(result, i)) say_leaving(out, result, result->range_exceeded[i].law);
    for (int k = 0; k < result->friction_summaries; k++) {
        const bri_friction_summary *r = &result->friction_summary[k];
        if (!r->touches || !(r->at_separation_force > 1e-6 * r->load_most)) continue;
        fprintf(out,
                "\nwarning: %s: its friction law is not admissible for contacts that part: it still pulls with %.4g N "
                "when the load is 0, and |F|/N comes to %.4g under loads above %.3g N (1 %% of their peak)",
                r->name, r->at_separation_force, r->ratio_loaded, r->loaded_from);
        fprintf(out,
                r->floored > 0 ? "; under smaller loads it depends on the least steady force of its bristles (%g N)\n"
                               : "\n",
                r->floored);
    }
}

void say_result(FILE *out, const bri_system *system, const bri_result *result, double seconds)
{
    say_summary(out, system, result, seconds);
    say_contacts(out, result);
    say_friction(out, result);
    say_films(out, result);
    say_sharing(out, result);
    say_events(out, result);
    say_ledger(out, result);
    say_doubts(out, result);
}
