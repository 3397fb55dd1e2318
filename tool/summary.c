/* summary.c - summary of a run: statistics, contacts, friction, films, redundancy, events, energy balance, warnings */
#include "summary.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum {
    EVENTS_SHOWN = 20,
    FORCES_SHOWN = 30,
    DERIVATIVES_SHOWN = 12, /* channels for each parameter */
    SUDDEN_SHOWN = 5,       /* motions of drivers */
    NAME_WIDTH = 16,        /* of the names in a table, at least */
    TERM_WIDTH = 42         /* of the names in the energy balance, at least */
};

static const double tol_reaction = 1e-12; /* of the largest force: a reaction that is rounding is not listed */
static const double tol_work = 1e-12;     /* of the energy turned over: a force that does no work */
static const double tol_term = 1e-15;     /* of the energy turned over: a term below the rounding of the others is 0 */
static const double tol_by_unit =
    1e-6; /* of a static limit: friction that depends on the unit of length by rounding only */
static const double tol_separation = 1e-6; /* of the largest load: friction at separation that vanishes with the load */

/* The width of a column of names, wide so far, that also holds this name. */
static int wider(int wide, const char *name)
{
    int length = (int)strlen(name);
    return length > wide ? length : wide;
}

/* The width of a column of the names in a list of a result. */
#define WIDTH_OF(wide, list, count)                                                                                    \
    int wide = NAME_WIDTH;                                                                                             \
    for (int row = 0; row < (count); row++)                                                                            \
    wide = wider(wide, (list)[row]->name)

static void print_statistics(FILE *out, const bri_system *system, const bri_result *result, double seconds)
{
    const bri_statistics *st = result->statistics;
    bri_mobility m = bri_system_mobility(system);
    const char *title = bri_system_title(system);
    fprintf(out, "%s%s%d bod%s, %d degree%s of freedom, %g s simulated in %.3g s\n", title, *title ? ": " : "",
            m.bodies, m.bodies == 1 ? "y" : "ies", m.degrees_of_freedom, m.degrees_of_freedom == 1 ? "" : "s",
            result->end - result->start, seconds);
    fprintf(out, "%s%s%s%s: %ld steps, %ld rejected, %ld evaluations, %.1f Newton iterations per solve\n",
            st->integrator, *st->why ? " (chosen: " : "", st->why, *st->why ? ")" : "", st->steps, st->rejected,
            st->evaluations, st->solves ? (double)st->iterations / (double)st->solves : 0);
    if (result->from > result->start)
        fprintf(out, "summaries from %g s to %g s; events and energy balance are of the whole run\n", result->from,
                result->end);
    if (m.constraints)
        fprintf(out, "constraints by %s: largest errors %.1e m or rad, %.1e m/s or rad/s\n", st->constraints,
                st->position_error, st->velocity_error);
}

static void print_friction(FILE *out, const bri_result *result)
{
    if (!result->friction_summaries) return;
    WIDTH_OF(wide, result->friction_summary, result->friction_summaries);
    fprintf(out, "\n%-*s %-20s %-11s  at rest    lost, J\n", wide + 2, "friction", "load, N", "max |F|/N");
    for (int k = 0; k < result->friction_summaries; k++) {
        const bri_friction_summary *r = result->friction_summary[k];
        char load[64] = "", ratio[32] = "";
        if (r->load_least <= r->load_most) {
            snprintf(load, sizeof load, "%.4g to %.4g", r->load_least, r->load_most);
            snprintf(ratio, sizeof ratio, "%.4g", r->ratio_loaded);
        }
        fprintf(out, "  %-*s %-20s %-9s   %5.1f %%  %9.4g\n", wide, r->name, load, ratio, 100 * r->at_rest, r->lost);
    }
}

static const char *print_number(char text[32], double value, const char *unit)
{
    if (isnan(value))
        text[0] = '\0';
    else
        snprintf(text, 32, "%.5g%s%s", value, *unit ? " " : "", unit);
    return text;
}

/* A line without the blanks at its end. */
static void print_line(FILE *out, const char *format, ...)
{
    char line[512];
    va_list values;
    va_start(values, format);
    vsnprintf(line, sizeof line, format, values);
    va_end(values);
    size_t length = strlen(line);
    while (length && line[length - 1] == ' ')
        length--;
    fprintf(out, "%.*s\n", (int)length, line);
}

/* Reactions that are only rounding are left out. */
static bool is_worth_printing(const bri_result *result, const bri_force_summary *f)
{
    double largest = 0;
    for (int i = 0; i < result->force_summaries; i++)
        largest = fmax(largest, fabs(result->force_summary[i]->peak));
    return f->source != BRI_FORCE_OF_JOINT || fabs(f->peak) > tol_reaction * largest;
}

/* Peaks of drivers, forces and reactions. */
static void print_forces(FILE *out, const bri_result *result)
{
    if (!result->force_summaries) return;
    int shown = 0, left = 0;
    WIDTH_OF(wide, result->force_summary, result->force_summaries);
    bool works = result->force_summary[0]->source != BRI_FORCE_OF_JOINT; /* drivers and forces come first */
    print_line(out, "\n%-*s %-10s %-16s %-11s %-16s %-15s %s", wide + 2, "force", "", "peak", "at, s",
               works ? "rms" : "", works ? "mean power, W" : "", works ? "peak power, W" : "");
    for (int i = 0; i < result->force_summaries; i++) {
        const bri_force_summary *f = result->force_summary[i];
        char peak[32], rms[32], mean[32], power[32];
        if (!is_worth_printing(result, f)) continue;
        if (++shown > FORCES_SHOWN) {
            left++;
            continue;
        }
        bool is_idle = fabs(f->work) <= tol_work * result->energy_turnover && f->source != BRI_FORCE_OF_DRIVER;
        print_line(out, "  %-*s %-10s %-16s %-11.5g %-16s %-15s %s", wide, f->name, f->what,
                   print_number(peak, f->peak, f->unit), f->peak_time, print_number(rms, f->rms, f->unit),
                   print_number(mean, is_idle ? NAN : f->mean_power, ""), print_number(power, f->peak_power, ""));
    }
    if (left) fprintf(out, "  ... %d more: --json lists all\n", left);
}

/* Of a machine: work that came in through drivers and forces, and work that they took out. */
static void print_efficiency(FILE *out, const bri_result *result)
{
    if (isnan(result->efficiency)) return;
    fprintf(out, "\nefficiency %.4g: work in %.5g J, work out %.5g J, lost %.5g J\n", result->efficiency,
            result->work_in, result->work_out, result->work_lost);
}

/* How the loads were shared that a rigid-body model cannot determine. */
static void print_redundancy(FILE *out, const bri_result *result)
{
    const bri_redundancy_summary *s = result->redundancy;
    if (!*s->treatment) return;
    fprintf(out, "\na rigid-body model cannot determine ");
    fprintf(out, *s->friction ? "friction in %s" : "some reactions%s", s->friction);
    fprintf(out, " for %.1f %% of the time\n", 100 * s->lasted);
    fprintf(out, "  treatment of redundancy: %s", s->treatment);
    if (*s->eliminated) fprintf(out, ", without load: %s", s->eliminated);
    if (*s->eliminated && !s->named)
        fprintf(out, " (chosen automatically: run: {redundancy: ...} selects a treatment)");
    fprintf(out, "\n");
    if (s->by_unit > tol_by_unit)
        fprintf(out, "  with lengths in mm instead of m, friction would differ by %.2g of its static limit\n",
                s->by_unit);
    if (*s->friction) fprintf(out, "  'bristle verdict' reports what holds however the load is shared\n");
}

/* Index of the event that is printed after event i: the middle ones of many are left out. */
static int next_event(const bri_result *result, int i)
{
    bool many = result->events > EVENTS_SHOWN;
    return many && i == EVENTS_SHOWN - 6 ? result->events - 5 : i + 1;
}

static void print_events(FILE *out, const bri_result *result)
{
    if (!result->events) return;
    int all = result->events + result->events_left_out;
    int wide = 24;
    for (int i = 0; i < result->events; i = next_event(result, i)) {
        int length = (int)strlen(result->event[i]->what);
        if (length > wide) wide = length;
    }
    fprintf(out, "\nevents%*s\n", wide + 8, "s");
    for (int i = 0, last = -1; i < result->events; last = i, i = next_event(result, i)) {
        if (i > last + 1) fprintf(out, "  ... %d more ...\n", i - last - 1);
        const bri_event *event = result->event[i];
        fprintf(out, "  %-*s %11.6g", wide, event->what, event->time);
        fprintf(out, isnan(event->value) ? "\n" : "   at %.4g %s\n", event->value, event->unit);
    }
    if (result->events_left_out)
        fprintf(out, "  (%d events in total; those after the last one shown were not recorded)\n", all);
}

static void print_energy_balance(FILE *out, const bri_result *result)
{
    int wide = TERM_WIDTH;
    for (int i = 0; i < result->terms; i++) {
        int length = (int)strlen(result->term[i]->name);
        wide = length > wide ? length : wide;
    }
    fprintf(out, "\nenergy%*s\n", wide + 9, "J");
    for (int i = 0; i < result->terms; i++) {
        double energy = result->term[i]->stored ? -result->term[i]->energy : result->term[i]->energy;
        bool is_zero = fabs(energy) <= tol_term * result->energy_turnover;
        fprintf(out, "  %-*s %12.6g\n", wide, result->term[i]->name, is_zero ? 0 : energy);
    }
    fprintf(out, "  %-*s %12.2g\n", wide, "energy balance error", result->energy_error);
}

static void print_contacts(FILE *out, const bri_result *result)
{
    if (!result->contact_summaries) return;
    WIDTH_OF(wide, result->contact_summary, result->contact_summaries);
    fprintf(out, "\n%-*s %-10s %-11s %-12s %9s  %-18s %9s %9s %9s %10s\n", wide + 2, "contact", "peak, N", "at, s",
            "max depth, m", "contacts", "max approach, m/s", "separated", "impact", "sustained", "lost, J");
    for (int g = 0; g < result->contact_summaries; g++) {
        const bri_contact_summary *t = result->contact_summary[g];
        fprintf(out, "  %-*s %-10.5g %-11.5g %-12.4g %9ld  %-18.4g %7.1f %% %7.1f %% %7.1f %% %10.4g\n", wide, t->name,
                t->peak, t->peak_time, t->deepest, t->contacts, t->fastest, 100 * t->separated, 100 * t->impact,
                100 * t->sustained, t->lost);
    }
}

static void print_films(FILE *out, const bri_result *result)
{
    if (!result->films) return;
    WIDTH_OF(wide, result->film, result->films);
    fprintf(out, "\n%-*s min, m     max, m     lambda               below 0.5  above 3\n", wide + 2, "film thickness");
    for (int i = 0; i < result->films; i++) {
        const bri_film *f = result->film[i];
        char lambda[64] = "";
        if (!isfinite(f->thickness_least)) continue;
        snprintf(lambda, sizeof lambda, "%.3g to %.3g", f->lambda_least, f->lambda_most);
        fprintf(out, "  %-*s %-10.3g %-10.3g %-20s %7.1f %% %7.1f %%\n", wide, f->name, f->thickness_least,
                f->thickness_most, lambda, 100 * f->below, 100 * f->above);
    }
    if (result->film[0]->assumed)
        fprintf(out, "  assumed pressure-viscosity coefficient: %g/GPa (surfaces: {pressure_viscosity: ...} sets it)\n",
                1e9 * result->film[0]->pressure_viscosity);
}

static bool is_first_of_law(const bri_result *result, int index)
{
    for (int i = 0; i < index; i++)
        if (!strcmp(result->range_exceeded[i]->law, result->range_exceeded[index]->law)) return false;
    return true;
}

/* A coefficient that the formula itself gave as negative. */
static void print_negative_warnings(FILE *out, const bri_result *result, const char *law)
{
    bool has_title = false;
    for (int i = 0; i < result->ranges_exceeded; i++) {
        const bri_range_exceeded *r = result->range_exceeded[i];
        if (strcmp(r->law, law) != 0 || !isinf(r->to) || !(r->outside > 0)) continue;
        if (!has_title)
            fprintf(out, "\nwarning: %s gave negative coefficients of friction; friction was 0 there\n", law);
        has_title = true;
        fprintf(out, "  %-16s %-6s fell to %.4g, negative for %.3g %% of the time in contact\n", r->name, r->what,
                r->least, 100 * r->outside);
    }
}

/* One warning for each formula, with every input that was outside the range of validity. */
static void print_range_warning(FILE *out, const bri_result *result, const char *law)
{
    bool has_title = false;
    for (int i = 0; i < result->ranges_exceeded; i++) {
        const bri_range_exceeded *r = result->range_exceeded[i];
        bool high = r->most - r->to > r->from - r->least;
        if (strcmp(r->law, law) != 0 || isinf(r->to) || !(r->outside > 0)) continue;
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

static void print_sudden_motions(FILE *out, const bri_system *system, double until)
{
    bri_sudden_motion motion;
    for (int i = 0; i < SUDDEN_SHOWN && bri_system_sudden_motion(system, until, i, &motion); i++)
        fprintf(out, "\nwarning: %s %s\n", motion.joint, motion.what);
}

void print_warnings(FILE *out, const bri_system *system, const bri_result *result)
{
    print_sudden_motions(out, system, result->end);
    for (int i = 0; i < result->ranges_exceeded; i++)
        if (is_first_of_law(result, i)) {
            print_range_warning(out, result, result->range_exceeded[i]->law);
            print_negative_warnings(out, result, result->range_exceeded[i]->law);
        }
    for (int k = 0; k < result->friction_summaries; k++) {
        const bri_friction_summary *f = result->friction_summary[k];
        if (f->touches && f->at_separation_force > tol_separation * f->load_most) print_separation_warning(out, f);
    }
}

static void print_several_solutions(FILE *out, const bri_result *result)
{
    double length = result->end - result->start;
    if (!(result->several_solutions > 0 && length > 0)) return;
    fprintf(out,
            "\nfriction and reactions have several solutions for %.3g %% of the time (Painleve paradox): a rigid-body "
            "model\n"
            "  cannot determine the motion; the run takes the solution that continues, see the events\n",
            100 * result->several_solutions / length);
}

void print_measures(FILE *out, const bri_measures *measures)
{
    int count = bri_measures_count(measures), width = 0;
    for (int i = 0; i < count; i++) {
        int length = (int)strlen(bri_measures_get(measures, i)->name);
        width = length > width && length < 80 ? length : width;
    }
    fprintf(out, count ? "\nmeasures\n" : "");
    for (int i = 0; i < count; i++) {
        const bri_measured *m = bri_measures_get(measures, i);
        bool plain = !strcmp(m->unit, "1");
        fprintf(out, "  %-*s  ", width, m->name);
        if (m->word)
            fprintf(out, "%s\n", m->word);
        else if (m->why)
            fprintf(out, "- (%s)\n", m->why);
        else
            fprintf(out, "%.9g%s%s\n", m->value, plain ? "" : " ", plain ? "" : m->unit);
    }
}

/* --- derivatives with respect to parameters ---------------------------------------------------------------------------------- */

typedef struct strength { /* of one derivative */
    size_t channel;
    double end, most, at, relative; /* most: the largest, at this time; relative: of it, by parameter and channel */
} strength;

static int by_strength(const void *a, const void *b)
{
    const strength *one = a, *other = b;
    if (one->relative != other->relative) return one->relative > other->relative ? -1 : 1;
    return one->channel < other->channel ? -1 : one->channel > other->channel;
}

static strength find_strength(const bri_table *table, const bri_derivative *d, size_t channel)
{
    size_t column = (size_t)d->column + channel - 1;
    strength s = {.channel = channel};
    double size = 0;
    for (size_t row = 0; row < table->rows; row++) {
        const double *values = table->value + row * table->columns;
        size = fmax(size, fabs(values[channel]));
        if (isnan(values[column])) continue;
        s.end = values[column];
        if (fabs(s.end) <= fabs(s.most)) continue;
        s.most = s.end;
        s.at = values[0];
    }
    s.relative = size > 0 ? fabs(d->value * s.most) / size : 0;
    return s;
}

static void print_derivative(FILE *out, const bri_table *table, const bri_derivative *d, strength *list, size_t count)
{
    char value[32];
    int wide = NAME_WIDTH;
    for (size_t c = 0; c < count; c++)
        list[c] = find_strength(table, d, c + 1);
    qsort(list, count, sizeof *list, by_strength);
    size_t shown = count < DERIVATIVES_SHOWN ? count : DERIVATIVES_SHOWN;
    for (size_t c = 0; c < shown; c++)
        wide = wider(wide, table->column[list[c].channel].name);
    fprintf(out, "\nderivatives with respect to %s = %s\n", d->parameter,
            print_number(value, d->value, strcmp(d->unit, "1") ? d->unit : ""));
    if (shown) fprintf(out, "  %-*s  relative      largest       at, s         at the end\n", wide, "channel");
    for (size_t c = 0; c < shown; c++) {
        const strength *s = &list[c];
        fprintf(out, "  %-*s  %-12.4g  %-12.5g  %-12.5g  %-12.5g %s\n", wide, table->column[s->channel].name,
                s->relative, s->most, s->at, s->end, table->column[(size_t)d->column + s->channel - 1].unit);
    }
    if (shown < count) fprintf(out, "  %zu more channels: choose them by --channel, or see --output\n", count - shown);
    if (*d->why) fprintf(out, "  the derivative ends at %.6g s: %s\n", d->until, d->why);
}

static void print_derivatives(FILE *out, const bri_result *result)
{
    if (!result->derivatives || !result->channels) return;
    size_t channels = (size_t)result->derivative[0]->column - 1;
    strength *list = calloc(channels + 1, sizeof *list);
    for (int p = 0; p < result->derivatives && list; p++)
        print_derivative(out, result->channels, result->derivative[p], list, channels);
    free(list);
}

void print_summary(FILE *out, const bri_system *system, const bri_result *result, double seconds)
{
    print_statistics(out, system, result, seconds);
    print_contacts(out, result);
    print_friction(out, result);
    print_forces(out, result);
    print_efficiency(out, result);
    print_films(out, result);
    print_redundancy(out, result);
    print_several_solutions(out, result);
    print_events(out, result);
    print_energy_balance(out, result);
    print_derivatives(out, result);
    print_warnings(out, system, result);
}
