/* summary.c - summary of a run: statistics, contacts, friction, films, redundancy, events, energy balance, warnings */
#include "summary.h"

#include <math.h>
#include <string.h>

enum {
    EVENTS_SHOWN = 20,
    TERM_WIDTH = 42 /* of the names in the energy balance, at least */
};

static void print_statistics(FILE *out, const bri_system *system, const bri_result *result, double seconds)
{
    const bri_statistics *st = &result->statistics;
    bri_mobility m = bri_system_mobility(system);
    const char *title = bri_system_title(system);
    fprintf(out, "%s%s%d bod%s, %d degree%s of freedom, %g s simulated in %.3g s\n", title, *title ? ": " : "",
            m.bodies, m.bodies == 1 ? "y" : "ies", m.degrees_of_freedom, m.degrees_of_freedom == 1 ? "" : "s",
            result->end - result->start, seconds);
    fprintf(out, "%s%s%s%s: %ld steps, %ld rejected, %ld evaluations, %.1f Newton iterations per solve\n",
            st->integrator, *st->why ? " (chosen: " : "", st->why, *st->why ? ")" : "", st->steps, st->rejected,
            st->evaluations, st->solves ? (double)st->iterations / (double)st->solves : 0);
    if (m.constraints)
        fprintf(out, "constraints by %s: largest errors %.1e m or rad, %.1e m/s or rad/s\n", st->constraints,
                st->position_error, st->velocity_error);
}

static void print_friction(FILE *out, const bri_result *result)
{
    if (!result->friction_summaries) return;
    fprintf(out, "\nfriction           load, N              max |F|/N    at rest    lost, J\n");
    for (int k = 0; k < result->friction_summaries; k++) {
        const bri_friction_summary *r = &result->friction_summary[k];
        char load[64] = "", ratio[32] = "";
        if (r->load_least <= r->load_most) {
            snprintf(load, sizeof load, "%.4g to %.4g", r->load_least, r->load_most);
            snprintf(ratio, sizeof ratio, "%.4g", r->ratio_most);
        }
        fprintf(out, "  %-16s %-20s %-9s   %5.1f %%  %9.4g\n", r->name, load, ratio, 100 * r->at_rest, r->lost);
    }
}

/* How the loads were shared that a rigid-body model cannot determine. */
static void print_redundancy(FILE *out, const bri_result *result)
{
    const bri_redundancy_summary *s = &result->redundancy;
    if (!*s->treatment) return;
    fprintf(out, "\na rigid-body model cannot determine ");
    fprintf(out, *s->friction ? "friction in %s" : "some reactions%s", s->friction);
    fprintf(out, " for %.1f %% of the time\n", 100 * s->lasted);
    fprintf(out, "  treatment of redundancy: %s", s->treatment);
    if (*s->eliminated) fprintf(out, ", without load: %s", s->eliminated);
    if (*s->eliminated && !s->named)
        fprintf(out, " (chosen automatically: run: {redundancy: ...} selects a treatment)");
    fprintf(out, "\n");
    if (s->by_unit > 1e-6)
        fprintf(out, "  with lengths in mm instead of m, friction would differ by %.2g of its static limit\n",
                s->by_unit);
    if (*s->friction) fprintf(out, "  'bristle verdict' reports what holds however the load is shared\n");
}

static void print_events(FILE *out, const bri_result *result)
{
    if (!result->events) return;
    int all = result->events + result->events_left_out;
    int wide = 24;
    for (int i = 0; i < result->events; i++) {
        bool shown = result->events <= EVENTS_SHOWN || i < EVENTS_SHOWN - 5 || i >= result->events - 5;
        int length = (int)strlen(result->event[i].what);
        if (shown && length > wide) wide = length;
    }
    fprintf(out, "\nevents%*s\n", wide + 8, "s");
    for (int i = 0; i < result->events; i++) {
        if (result->events > EVENTS_SHOWN && i == EVENTS_SHOWN - 5) {
            fprintf(out, "  ... %d more ...\n", result->events - EVENTS_SHOWN);
            i = result->events - 5;
        }
        fprintf(out, "  %-*s %11.6g\n", wide, result->event[i].what, result->event[i].time);
    }
    if (result->events_left_out)
        fprintf(out, "  (%d events in total; those after the last one shown were not recorded)\n", all);
}

static void print_energy_balance(FILE *out, const bri_result *result)
{
    int wide = TERM_WIDTH;
    for (int i = 0; i < result->terms; i++) {
        int length = (int)strlen(result->term[i].name);
        wide = length > wide ? length : wide;
    }
    fprintf(out, "\nenergy%*s\n", wide + 9, "J");
    for (int i = 0; i < result->terms; i++) {
        double energy = result->term[i].energy;
        bool is_zero = fabs(energy) <= 1e-15 * result->energy_turnover; /* below the rounding of the others */
        fprintf(out, "  %-*s %12.6g\n", wide, result->term[i].name, is_zero ? 0 : energy);
    }
    fprintf(out, "  %-*s %12.2g\n", wide, "energy balance error", result->energy_error);
}

static void print_contacts(FILE *out, const bri_result *result)
{
    if (!result->contact_summaries) return;
    fprintf(out, "\n%-16s %-10s %-11s %-12s %9s  %-18s %9s %9s %9s %10s\n", "contact", "peak, N", "at, s",
            "max depth, m", "contacts", "max approach, m/s", "separated", "impact", "sustained", "lost, J");
    for (int g = 0; g < result->contact_summaries; g++) {
        const bri_contact_summary *t = &result->contact_summary[g];
        fprintf(out, "  %-14s %-10.5g %-11.5g %-12.4g %9ld  %-18.4g %7.1f %% %7.1f %% %7.1f %% %10.4g\n", t->name,
                t->peak, t->peak_time, t->deepest, t->contacts, t->fastest, 100 * t->separated, 100 * t->impact,
                100 * t->sustained, t->lost);
    }
}

static void print_films(FILE *out, const bri_result *result)
{
    if (!result->films) return;
    fprintf(out, "\nfilm thickness     min, m     max, m     lambda               below 0.5  above 3\n");
    for (int i = 0; i < result->films; i++) {
        const bri_film *f = &result->film[i];
        char lambda[64] = "";
        if (!isfinite(f->thickness_least)) continue;
        snprintf(lambda, sizeof lambda, "%.3g to %.3g", f->lambda_least, f->lambda_most);
        fprintf(out, "  %-16s %-10.3g %-10.3g %-20s %7.1f %% %7.1f %%\n", f->name, f->thickness_least,
                f->thickness_most, lambda, 100 * f->below, 100 * f->above);
    }
    if (result->film[0].assumed)
        fprintf(out, "  assumed pressure-viscosity coefficient: %g/GPa (surfaces: {pressure_viscosity: ...} sets it)\n",
                1e9 * result->film[0].pressure_viscosity);
}

static bool is_first_of_law(const bri_result *result, int index)
{
    for (int i = 0; i < index; i++)
        if (!strcmp(result->range_exceeded[i].law, result->range_exceeded[index].law)) return false;
    return true;
}

/* One warning for each formula, with every input that was outside the range of validity. */
static void print_range_warning(FILE *out, const bri_result *result, const char *law)
{
    bool has_title = false;
    for (int i = 0; i < result->ranges_exceeded; i++) {
        const bri_range_exceeded *r = &result->range_exceeded[i];
        bool high = r->most - r->to > r->from - r->least;
        if (strcmp(r->law, law) != 0 || !(r->outside > 0)) continue;
        if (!has_title) fprintf(out, "\nwarning: %s was used outside its range of validity\n", law);
        has_title = true;
        fprintf(out, "  %-16s %-6s valid from %.4g to %.4g%s%s, %s %.4g, outside for %.3g %% of the time in contact\n",
                r->name, r->what, r->from, r->to, *r->unit ? " " : "", r->unit, high ? "rose to" : "fell to",
                high ? r->most : r->least, 100 * r->outside);
    }
}

/* A friction law that does not vanish with its load, at a gap. */
static void print_separation_warning(FILE *out, const bri_friction_summary *f)
{
    fprintf(out,
            "\nwarning: %s: its friction law is not admissible for contacts that separate: the friction force is still "
            "%.4g N when the load is 0, and |F|/N reaches %.4g under loads above %.3g N (1 %% of the peak load)",
            f->name, f->at_separation_force, f->ratio_loaded, f->loaded_from);
    if (f->floored > 0)
        fprintf(out, "; under smaller loads it depends on the floor of the bristles' steady force (%g N)", f->floored);
    fprintf(out, "\n");
}

static void print_warnings(FILE *out, const bri_result *result)
{
    for (int i = 0; i < result->ranges_exceeded; i++)
        if (is_first_of_law(result, i)) print_range_warning(out, result, result->range_exceeded[i].law);
    for (int k = 0; k < result->friction_summaries; k++) {
        const bri_friction_summary *f = &result->friction_summary[k];
        if (f->touches && f->at_separation_force > 1e-6 * f->load_most) print_separation_warning(out, f);
    }
}

static void print_several_solutions(FILE *out, const bri_result *result)
{
    double length = result->end - result->start;
    if (!(result->several_solutions > 0 && length > 0)) return;
    fprintf(out,
            "\nfriction and reactions have several solutions for %.3g %% of the time (Painleve paradox): a rigid-body model\n"
            "  cannot determine the motion; the run takes the solution that continues, see the events\n",
            100 * result->several_solutions / length);
}

void print_summary(FILE *out, const bri_system *system, const bri_result *result, double seconds)
{
    print_statistics(out, system, result, seconds);
    print_contacts(out, result);
    print_friction(out, result);
    print_films(out, result);
    print_redundancy(out, result);
    print_several_solutions(out, result);
    print_events(out, result);
    print_energy_balance(out, result);
    print_warnings(out, result);
}
