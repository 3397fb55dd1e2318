/* reproduce_compare.c - compares the measures of all cases of a paper with what is expected, into paper_rows */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "reproduce.h"

typedef struct compared {
    double computed, share; /* share: deviation over tolerance; above 1: wrong */
    char name[200], expected[64], why[200];
    const char *unit;
    bool measured;
} compared;

bool read_amount(bri_units *units, const char *text, const char *unit, double *value, char why[200])
{
    bri_error err = {0};
    if (bri_quantity_read(units, text, unit, value, &err) == BRI_OK) return true;
    return snprintf(why, 200, "%.199s", err.what), false;
}

/* "1e-3 m", or "2 %" of the expected value. */
bool read_tolerance(bri_units *units, const char *text, const char *unit, double expect, double *value, char why[200])
{
    const char *percent = strchr(text, '%');
    if (!percent) return read_amount(units, text, unit, value, why);
    *value = 0.01 * strtod(text, NULL) * fabs(expect);
    return true;
}

/* The value of a measure in a run, or why there is none. */
static bool find_value(const one_run *run, int measure, double *value, char why[200])
{
    if (run->status || !run->measured)
        return snprintf(why, 200, "the case '%.80s' has no result", run->of->name), false;
    const bri_measured *m = bri_measures_get(run->measures, measure);
    if (m->why || m->word)
        return snprintf(why, 200, "%.190s", m->why ? m->why : "it is a word: only claims of numbers can be checked"),
               false;
    *value = m->value;
    return true;
}

static bool measure_one(const quantity *q, const one_run *run, compared *c)
{
    double by;
    if (!find_value(run, q->measure, &c->computed, c->why)) return false;
    if (!q->over) return true;
    if (!find_value(q->over->run, q->measure_over, &by, c->why)) return false;
    c->computed /= by;
    return true;
}

static compared compare(bri_units *units, const quantity *q, const one_run *run)
{
    const bri_measured *m = bri_measures_get(run->measures, q->measure);
    compared c = {.unit = q->over ? "1" : m->unit};
    double expect, within, limit;
    snprintf(c.name, sizeof c.name, "%.190s", q->name ? q->name : m->name);
    if (q->over && !q->name) append_text(c.name, sizeof c.name, " / %s", q->over->name);
    c.measured = measure_one(q, run, &c);
    if (!c.measured) return c.share = INFINITY, c;
    if (q->expect) {
        if (!read_amount(units, q->expect, c.unit, &expect, c.why) ||
            !read_tolerance(units, q->within, c.unit, expect, &within, c.why))
            return c.share = INFINITY, c;
        c.share = within > 0 ? fabs(c.computed - expect) / within : c.computed == expect ? 0 : INFINITY;
        snprintf(c.expected, sizeof c.expected, "%.7g +- %.1g", expect, within);
    } else if (q->below || q->above) {
        if (q->below) {
            if (!read_amount(units, q->below, c.unit, &limit, c.why)) return c.share = INFINITY, c;
            c.share = c.computed < limit ? 0 : 2;
            snprintf(c.expected, sizeof c.expected, "below %.5g", limit);
        }
        if (q->above) {
            if (!read_amount(units, q->above, c.unit, &limit, c.why)) return c.share = INFINITY, c;
            c.share = c.computed > limit && c.share == 0 ? 0 : 2;
            append_text(c.expected, sizeof c.expected, "%sabove %.5g", q->below ? ", " : "", limit);
        }
    }
    if (isnan(c.share)) c.share = INFINITY;
    return c;
}

/* --- rows ------------------------------------------------------------------------------------------------------------------- */

static bool has_limit(const quantity *q) { return q->expect || q->below || q->above; }

static void put_quantity(const paper *b, bri_units *units, const quantity *q, const one_run *run, paper_rows *out)
{
    compared c = compare(units, q, run);
    paper_row *to = add_row(out, b, run->of, ROW_QUANTITY);
    bool wrong = !(c.share <= 1);
    to->verdict = wrong ? ROW_WRONG : q->differs ? ROW_DIFFERS : has_limit(q) ? ROW_AGREES : ROW_NO_LIMIT;
    to->share = has_limit(q) && c.measured ? c.share : NAN;
    set_text(out, &to->what, "%s", c.name);
    if (c.measured)
        set_text(out, &to->computed, "%.7g%s%s", c.computed, strcmp(c.unit, "1") != 0 ? " " : "",
                 strcmp(c.unit, "1") != 0 ? c.unit : "");
    if (*c.expected) set_text(out, &to->expected, "%s", c.expected);
    if (q->paper) set_text(out, &to->says, "%s", q->paper);
    if (q->source) set_text(out, &to->source, "%s", q->source);
    if (q->differs) set_text(out, &to->reason, "%s", q->differs);
    if (*c.why) set_text(out, &to->why, "%s", c.why);
}

static void put_failure(const paper *b, const one_run *run, const char *what, paper_rows *out)
{
    paper_row *to = add_row(out, b, run->of, ROW_FAILURE);
    to->verdict = ROW_WRONG;
    set_text(out, &to->what, "%s", what);
    set_text(out, &to->why, "%s", run->err.what);
}

/* A repetition of the case with changes: one row, with the largest deviation. */
static void put_repetition(const paper *b, bri_units *units, const paper_case *c, int index, paper_rows *out)
{
    const one_run *run = &c->run[index];
    double worst = -1;
    char name[80], which[300] = "";
    snprintf(name, sizeof name, "all quantities with %.50s", c->by->key[index - 1]->text);
    if (run->status) {
        put_failure(b, run, name, out);
        return;
    }
    for (int i = 0; i < c->quantities; i++) {
        const quantity *q = &c->quantity[i];
        if (q->over || !has_limit(q)) continue;
        compared one = compare(units, q, run);
        if (!(one.share > worst)) continue;
        worst = one.share;
        snprintf(which, sizeof which, "%.60s: %.7g %.20s", one.name, one.computed, one.unit);
    }
    paper_row *to = add_row(out, b, c, ROW_REPETITION);
    to->verdict = worst <= 1 ? ROW_AGREES : ROW_WRONG;
    to->share = worst < 0 ? 0 : worst;
    set_text(out, &to->what, "%s", name);
    set_text(out, &to->computed, "%.2g of tolerance", to->share);
    set_text(out, &to->expected, "at most 1");
    if (!(worst <= 1)) set_text(out, &to->why, "%s", which);
}

static void compare_case(const paper *b, bri_units *units, const paper_case *c, run_pool *pool, paper_rows *out)
{
    out->cases++;
    out->runs += c->runs;
    pool_wait(pool, c->run);
    if (c->run->status) put_failure(b, c->run, "run", out);
    for (int k = 0; !c->run->status && k < c->quantities; k++) {
        if (c->quantity[k].over) pool_wait(pool, c->quantity[k].over->run);
        put_quantity(b, units, &c->quantity[k], c->run, out);
    }
    for (int k = 1; !c->run->status && k < c->runs; k++) {
        pool_wait(pool, &c->run[k]);
        put_repetition(b, units, c, k, out);
    }
}

void compare_paper(const paper *b, bri_units *units, run_pool *pool, paper_rows *out)
{
    bool watched = isatty(STDERR_FILENO);
    for (int i = 0; i < b->count; i++) {
        if (!b->cases[i].chosen) continue;
        if (watched) fprintf(stderr, "\r%s: case %d of %d   ", b->name, i + 1, b->count);
        compare_case(b, units, &b->cases[i], pool, out);
    }
    if (watched) fprintf(stderr, "\r%*s\r", (int)strlen(b->name) + 40, "");
    for (int i = 0; i < b->claims; i++)
        if (claim_is_chosen(&b->claim[i])) judge_claim(b, &b->claim[i], out);
}
