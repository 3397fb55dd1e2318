/* reproduce_measure.c - measures of a run: extremes, turning points, periods, events, energies, contacts */
#include <fnmatch.h>
#include <math.h>
#include <string.h>

#include "reproduce.h"

/* --- one channel within an interval of time --------------------------------------------------------------------------------- */

typedef struct series {
    const bri_table *table;
    int column;
    size_t first, end; /* rows */
} series;

static double t_at(const series *s, size_t row) { return s->table->value[row * s->table->columns]; }
static double y_at(const series *s, size_t row) { return s->table->value[row * s->table->columns + (size_t)s->column]; }

static bool find_series(const quantity *q, const outcome *run, series *s, char why[200])
{
    const bri_table *table = run->result->channels;
    double slack = 1e-9 * fabs(run->result->end);
    *s = (series){.table = table, .column = bri_table_find(table, q->of), .end = table->rows};
    if (s->column < 0) return snprintf(why, 200, "there is no channel %.100s", q->of), false;
    while (s->first < s->end && !isnan(q->from) && t_at(s, s->first) < q->from - slack)
        s->first++;
    while (s->first < s->end && !isnan(q->to) && t_at(s, s->end - 1) > q->to + slack)
        s->end--;
    if (s->end == s->first) return snprintf(why, 200, "no row lies within from and to"), false;
    return true;
}

static double interpolate(const series *s, double t)
{
    size_t row = 1;
    while (row + 1 < s->table->rows && t_at(s, row) < t)
        row++;
    double before = t_at(s, row - 1), step = t_at(s, row) - before, share = step > 0 ? (t - before) / step : 1;
    return share >= 1   ? y_at(s, row)
           : share <= 0 ? y_at(s, row - 1)
                        : y_at(s, row - 1) * (1 - share) + y_at(s, row) * share;
}

/* Time of the nth rising (or, with falls_too, any) crossing of a level; NAN: there are fewer. */
static double crossing(const series *s, double level, int nth, bool falls_too)
{
    for (size_t row = s->first + 1; row < s->end; row++) {
        double a = y_at(s, row - 1) - level, b = y_at(s, row) - level;
        if (!((a < 0 && b >= 0) || (falls_too && a > 0 && b <= 0)) || --nth > 0) continue;
        return t_at(s, row - 1) + (t_at(s, row) - t_at(s, row - 1)) * a / (a - b);
    }
    return NAN;
}

/* Row of the nth turning point, without those due to rounding; 0: there are fewer. */
static size_t turning_row(const series *s, int nth)
{
    double low = INFINITY, high = -INFINITY, last = 0;
    for (size_t row = s->first; row < s->end; row++) {
        low = fmin(low, y_at(s, row));
        high = fmax(high, y_at(s, row));
    }
    for (size_t row = s->first + 1; row < s->end; row++) {
        double step = y_at(s, row) - y_at(s, row - 1);
        if (!(fabs(step) > 1e-10 * (high - low))) continue;
        if (last * step < 0 && --nth == 0) return row - 1;
        last = step;
    }
    return 0;
}

/* --- measures of channels ------------------------------------------------------------------------------------------------ */

static bool measure_end(const quantity *q, const outcome *run, double *value, char why[200])
{
    series s;
    if (!find_series(q, run, &s, why)) return false;
    *value = y_at(&s, s.end - 1);
    return true;
}

static bool measure_value(const quantity *q, const outcome *run, double *value, char why[200])
{
    series s;
    if (!find_series(q, run, &s, why)) return false;
    double at = q->at;
    if (q->when) {
        series by = s;
        by.column = bri_table_find(s.table, q->when);
        if (by.column < 0) return snprintf(why, 200, "there is no channel %.100s", q->when), false;
        at = crossing(&by, isnan(q->level) ? 0 : q->level, q->nth, true);
    }
    if (s.table->rows < 2 || !(at <= t_at(&s, s.end - 1) + 1e-9))
        return snprintf(why, 200, "the run ended before that time"), false;
    *value = interpolate(&s, at);
    return true;
}

static bool measure_max(const quantity *q, const outcome *run, double *value, char why[200])
{
    series s;
    if (!find_series(q, run, &s, why)) return false;
    *value = -INFINITY;
    for (size_t row = s.first; row < s.end; row++)
        *value = fmax(*value, y_at(&s, row));
    return true;
}

static bool measure_min(const quantity *q, const outcome *run, double *value, char why[200])
{
    series s;
    if (!find_series(q, run, &s, why)) return false;
    *value = INFINITY;
    for (size_t row = s.first; row < s.end; row++)
        *value = fmin(*value, y_at(&s, row));
    return true;
}

static bool measure_largest(const quantity *q, const outcome *run, double *value, char why[200])
{
    series s;
    if (!find_series(q, run, &s, why)) return false;
    *value = 0;
    for (size_t row = s.first; row < s.end; row++)
        *value = fmax(*value, fabs(y_at(&s, row)));
    return true;
}

static bool measure_largest_time(const quantity *q, const outcome *run, double *value, char why[200])
{
    series s;
    double most = -1;
    if (!find_series(q, run, &s, why)) return false;
    for (size_t row = s.first; row < s.end; row++) {
        if (!(fabs(y_at(&s, row)) > most)) continue;
        most = fabs(y_at(&s, row));
        *value = t_at(&s, row);
    }
    return true;
}

static bool measure_spread(const quantity *q, const outcome *run, double *value, char why[200])
{
    double low, high;
    if (!measure_min(q, run, &low, why) || !measure_max(q, run, &high, why)) return false;
    *value = high - low;
    return true;
}

static bool measure_mean(const quantity *q, const outcome *run, double *value, char why[200])
{
    series s;
    if (!find_series(q, run, &s, why)) return false;
    double sum = 0;
    for (size_t row = s.first; row < s.end; row++)
        sum += y_at(&s, row);
    *value = sum / (double)(s.end - s.first);
    return true;
}

static bool measure_deviation(const quantity *q, const outcome *run, double *value, char why[200])
{
    series s;
    double mean, sum = 0;
    if (!measure_mean(q, run, &mean, why) || !find_series(q, run, &s, why)) return false;
    for (size_t row = s.first; row < s.end; row++)
        sum += (y_at(&s, row) - mean) * (y_at(&s, row) - mean);
    *value = sqrt(sum / (double)(s.end - s.first));
    return true;
}

/* Vertex of the parabola through three rows. */
static bool find_turning_point(const quantity *q, const outcome *run, double *time, double *value, char why[200])
{
    series s;
    if (!find_series(q, run, &s, why)) return false;
    size_t row = turning_row(&s, q->nth);
    if (!row || row + 1 >= s.end)
        return snprintf(why, 200, "the channel has fewer than %d turning points", q->nth), false;
    double a = y_at(&s, row - 1), b = y_at(&s, row), c = y_at(&s, row + 1), step = t_at(&s, row) - t_at(&s, row - 1);
    double bend = a - 2 * b + c, off = bend != 0 ? 0.5 * (a - c) / bend : 0;
    *time = t_at(&s, row) + off * step;
    *value = b - 0.25 * (a - c) * off;
    return true;
}

static bool measure_turn(const quantity *q, const outcome *run, double *value, char why[200])
{
    double time;
    return find_turning_point(q, run, &time, value, why);
}

static bool measure_turn_time(const quantity *q, const outcome *run, double *value, char why[200])
{
    double height;
    return find_turning_point(q, run, value, &height, why);
}

static bool measure_crossing(const quantity *q, const outcome *run, double *value, char why[200])
{
    series s;
    if (!find_series(q, run, &s, why)) return false;
    *value = crossing(&s, isnan(q->level) ? 0 : q->level, q->nth, true);
    if (isnan(*value)) return snprintf(why, 200, "the channel crosses that level fewer than %d times", q->nth), false;
    return true;
}

/* Mean time between rising crossings of the level, by default the mean of the channel. */
static bool measure_period(const quantity *q, const outcome *run, double *value, char why[200])
{
    series s;
    double level = q->level;
    int count = 0;
    if (!find_series(q, run, &s, why) || (isnan(level) && !measure_mean(q, run, &level, why))) return false;
    while (!isnan(crossing(&s, level, count + 1, false)))
        count++;
    if (count < 2) return snprintf(why, 200, "the channel has fewer than two rising crossings"), false;
    *value = (crossing(&s, level, count, false) - crossing(&s, level, 1, false)) / (count - 1);
    return true;
}

/* --- events, energies ---------------------------------------------------------------------------------------------- */

static bool is_event(const quantity *q, const bri_event *event)
{
    char pattern[200];
    snprintf(pattern, sizeof pattern, "%.150s*", q->of);
    return !fnmatch(pattern, event->what, 0);
}

static bool measure_event(const quantity *q, const outcome *run, double *value, char why[200])
{
    int left = q->nth;
    for (int i = 0; i < run->result->events; i++)
        if (is_event(q, run->result->event[i]) && --left == 0) {
            *value = run->result->event[i]->time;
            return true;
        }
    return snprintf(why, 200, "there are fewer than %d such events", q->nth), false;
}

static bool measure_events(const quantity *q, const outcome *run, double *value, char why[200])
{
    (void)why;
    *value = 0;
    for (int i = 0; i < run->result->events; i++)
        *value += is_event(q, run->result->event[i]);
    return true;
}

static bool measure_energy(const quantity *q, const outcome *run, double *value, char why[200])
{
    for (int i = 0; i < run->result->terms; i++)
        if (!strcmp(run->result->term[i]->name, q->of)) {
            *value = run->result->term[i]->energy;
            return true;
        }
    return snprintf(why, 200, "the energy balance has no line '%.100s'", q->of), false;
}

/* --- contacts -------------------------------------------------------------------------------------------------------------- */

static const bri_contact_summary *contact_summary_of(const quantity *q, const outcome *run, char why[200])
{
    for (int i = 0; i < run->result->contact_summaries; i++)
        if (!strcmp(run->result->contact_summary[i]->name, q->of)) return run->result->contact_summary[i];
    snprintf(why, 200, "there is no contact '%.100s'", q->of);
    return NULL;
}

#define MEASURE_CONTACT(name, member)                                                                                  \
    static bool measure_##name(const quantity *q, const outcome *run, double *value, char why[200])                    \
    {                                                                                                                  \
        const bri_contact_summary *contact_summary = contact_summary_of(q, run, why);                                  \
        if (contact_summary) *value = (double)contact_summary->member;                                                 \
        return contact_summary;                                                                                        \
    }
MEASURE_CONTACT(peak, peak)
MEASURE_CONTACT(peak_time, peak_time)
MEASURE_CONTACT(deepest, deepest)
MEASURE_CONTACT(contacts, contacts)
MEASURE_CONTACT(fastest, fastest)
MEASURE_CONTACT(separated, separated)
MEASURE_CONTACT(impact, impact)
MEASURE_CONTACT(sustained, sustained)

static const bri_friction_summary *friction_summary_of(const quantity *q, const outcome *run, char why[200])
{
    for (int i = 0; i < run->result->friction_summaries; i++)
        if (!strcmp(run->result->friction_summary[i]->name, q->of)) return run->result->friction_summary[i];
    snprintf(why, 200, "there is no interface '%.100s'", q->of);
    return NULL;
}

static bool measure_separation_force(const quantity *q, const outcome *run, double *value, char why[200])
{
    const bri_friction_summary *friction_summary = friction_summary_of(q, run, why);
    if (friction_summary) *value = friction_summary->at_separation_force;
    return friction_summary;
}

static bool measure_ratio_loaded(const quantity *q, const outcome *run, double *value, char why[200])
{
    const bri_friction_summary *friction_summary = friction_summary_of(q, run, why);
    if (friction_summary) *value = friction_summary->ratio_loaded;
    return friction_summary;
}

static const bri_film *film_of(const quantity *q, const outcome *run, char why[200])
{
    for (int i = 0; i < run->result->films; i++)
        if (!strcmp(run->result->film[i]->name, q->of)) return run->result->film[i];
    snprintf(why, 200, "there is no film '%.100s'", q->of);
    return NULL;
}

static bool measure_thick_film(const quantity *q, const outcome *run, double *value, char why[200])
{
    const bri_film *film = film_of(q, run, why);
    if (film) *value = film->above;
    return film;
}

static bool measure_thin_film(const quantity *q, const outcome *run, double *value, char why[200])
{
    const bri_film *film = film_of(q, run, why);
    if (film) *value = film->below;
    return film;
}

/* --- the run itself --------------------------------------------------------------------------------------------------------- */

static bool measure_steps(const quantity *q, const outcome *run, double *value, char why[200])
{
    (void)q, (void)why;
    *value = (double)run->result->statistics->steps;
    return true;
}

static bool measure_energy_error(const quantity *q, const outcome *run, double *value, char why[200])
{
    (void)q, (void)why;
    *value = run->result->energy_turnover > 0 ? fabs(run->result->energy_error) / run->result->energy_turnover : 0;
    return true;
}

static bool measure_stopped(const quantity *q, const outcome *run, double *value, char why[200])
{
    (void)q, (void)why;
    *value = run->result->end;
    return true;
}

static bool measure_evaluations(const quantity *q, const outcome *run, double *value, char why[200])
{
    (void)q, (void)why;
    *value = (double)run->result->statistics->evaluations;
    return true;
}

static bool measure_seconds(const quantity *q, const outcome *run, double *value, char why[200])
{
    (void)q, (void)why;
    *value = run->seconds;
    return true;
}

static const measure measures[] = {
    {"end", "%s at the end", NULL, true, false, measure_end},
    {"value", "%s", NULL, true, false, measure_value},
    {"max", "largest %s", NULL, true, false, measure_max},
    {"min", "smallest %s", NULL, true, false, measure_min},
    {"largest", "largest |%s|", NULL, true, false, measure_largest},
    {"largest_time", "time of the largest |%s|", "s", true, false, measure_largest_time},
    {"spread", "range of %s", NULL, true, false, measure_spread},
    {"mean", "mean of %s", NULL, true, false, measure_mean},
    {"deviation", "standard deviation of %s", NULL, true, false, measure_deviation},
    {"turn", "%s at its turning point", NULL, true, false, measure_turn},
    {"turn_time", "time of the turning point of %s", "s", true, false, measure_turn_time},
    {"crossing", "time at which %s crosses", "s", true, false, measure_crossing},
    {"period", "period of %s", "s", true, false, measure_period},
    {"event", "time: %s", "s", false, false, measure_event},
    {"events", "number: %s", "1", false, false, measure_events},
    {"energy", "energy: %s", "J", false, false, measure_energy},
    {"peak", "peak contact force of %s", "N", false, false, measure_peak},
    {"peak_time", "time of the peak contact force of %s", "s", false, false, measure_peak_time},
    {"deepest", "largest depth of %s", "m", false, false, measure_deepest},
    {"contacts", "number of contacts of %s", "1", false, false, measure_contacts},
    {"fastest", "largest approach velocity of %s", "m/s", false, false, measure_fastest},
    {"flight", "share of time: %s separated", "1", false, false, measure_separated},
    {"blow", "share of time: %s in impact", "1", false, false, measure_impact},
    {"lasting", "share of time: %s in sustained contact", "1", false, false, measure_sustained},
    {"at_parting", "friction of %s at separation", "N", false, false, measure_separation_force},
    {"ratio_loaded", "largest |F|/N of %s under load", "1", false, false, measure_ratio_loaded},
    {"thick_film", "share of time: lambda of %s above 3", "1", false, false, measure_thick_film},
    {"thin_film", "share of time: lambda of %s below 0.5", "1", false, false, measure_thin_film},
    {"verdict", "time at which the verdict becomes %s", "s", false, true, measure_verdict},
    {"possible_from", "min factor on mu_s: sticking possible", "1", false, true, measure_factor_possible},
    {"certain_from", "min factor on mu_s: sticking guaranteed", "1", false, true, measure_factor_guaranteed},
    {"lowest", "smallest %s in equilibrium", "N", false, true, measure_lowest},
    {"highest", "largest %s in equilibrium", "N", false, true, measure_highest},
    {"lowest_held", "smallest %s within the limits", "N", false, true, measure_lowest_held},
    {"highest_held", "largest %s within the limits", "N", false, true, measure_highest_held},
    {"steps", "steps", "1", false, false, measure_steps},
    {"lacking", "relative energy balance error", "1", false, false, measure_energy_error},
    {"stopped", "time at which the run ended", "s", false, false, measure_stopped},
    {"evaluations", "evaluations", "1", false, false, measure_evaluations},
    {"seconds", "computing time", "s", false, false, measure_seconds},
};

enum {
    MEASURES = sizeof measures / sizeof *measures
};

const measure *measure_at(int index) { return index < MEASURES ? &measures[index] : NULL; }

const measure *find_measure(const char *name)
{
    for (int i = 0; i < MEASURES; i++)
        if (!strcmp(measures[i].name, name)) return &measures[i];
    return NULL;
}

const char *unit_of(const quantity *q, const outcome *run)
{
    int column = bri_table_find(run->result->channels, q->of);
    return q->over            ? "1"
           : q->measure->unit ? q->measure->unit
           : column < 0       ? "1"
                              : run->result->channels->column[column].unit;
}

void describe_quantity(const quantity *q, char *text, size_t size)
{
    const char *name = node_text(q->node, "name"), *hole = strstr(q->measure->words, "%s");
    if (name) {
        snprintf(text, size, "%s", name);
        return;
    }
    int before = hole ? (int)(hole - q->measure->words) : (int)strlen(q->measure->words);
    snprintf(text, size, "%.*s%s%s", before, q->measure->words, hole ? q->of : "", hole ? hole + 2 : "");
    if (q->when) append_text(text, size, " when %s is", q->when);
    if (!isnan(q->level)) append_text(text, size, " %g", q->level);
    if (q->nth > 1) append_text(text, size, ", no. %d", q->nth);
    if (!isnan(q->at)) append_text(text, size, " at %g s", q->at);
    if (!isnan(q->from)) append_text(text, size, " from %g s", q->from);
    if (!isnan(q->to)) append_text(text, size, " to %g s", q->to);
    if (q->over) append_text(text, size, " / %s", q->over);
}
