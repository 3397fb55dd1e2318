/* verdict_text.c - verdicts as text: at an instant with tables of all forces, as a history, along a run */
#include <math.h>
#include <string.h>

#include "verdict_output.h"

static const double tol_printed = 1e-6; /* numbers have six digits */

/* --- sentences ------------------------------------------------------------------------------------------------------------------ */

static void print_meaning(FILE *out, const bri_verdict_result *r)
{
    switch (r->verdict) {
    case BRI_STICKS:
        fprintf(out,
                "it sticks: every distribution of forces that is in equilibrium and opposes an impending motion is "
                "within the static limits\n");
        break;
    case BRI_CONDITIONAL:
        fprintf(out,
                "conditional: some distributions of forces are within the static limits and some are not; slip with "
                "all friction at its static limit would not accelerate\n");
        break;
    case BRI_UNDECIDED:
        fprintf(out, "undecided: some distributions of forces are within the static limits, but slip with all friction "
                     "at its static limit would accelerate: a rigid-body model cannot determine which occurs\n");
        break;
    case BRI_MUST_SLIP:
        fprintf(out,
                "it must slip: no distribution of forces that is in equilibrium and opposes an impending motion is "
                "within the static limits\n");
        break;
    case BRI_NOT_DECIDED:
        fprintf(out, "not decided within %d branches: --branches %d searches further\n", r->branches, 10 * r->branches);
        break;
    }
}

static void print_persistence(FILE *out, bri_answer persists)
{
    if (persists == BRI_ANSWER_OPEN)
        fprintf(out, "it is not decided whether sliding, once begun, would continue\n");
    else
        fprintf(out, "sliding, once begun, would %s\n", persists == BRI_ANSWER_YES ? "continue" : "come to rest");
}

/* An interface that needs friction and has none, whatever the factor on mu_s; NULL if there is none. */
static const char *frictionless_name(const bri_verdict_result *r)
{
    for (int i = 0; i < r->interfaces; i++)
        if (!(r->interface[i]->mu_s > 0) && isinf(r->interface[i]->worst_ratio)) return r->interface[i]->name;
    return NULL;
}

/* The verdict while the elastic links are as they are, against that after small slips. */
static void print_links(FILE *out, const bri_verdict_result *r)
{
    const bri_verdict_result *rigid = r->rigid;
    if (!r->springs) return;
    fprintf(out, "elastic links determine how the load is shared until an interface slips\n");
    if (!rigid) {
        fprintf(out, "with rigid links nothing could move: slips remain as small as the elongations of the links\n");
        return;
    }
    fprintf(out, "after small slips the load may be shared differently; verdict with rigid links: %s",
            bri_verdict_name(rigid->verdict));
    if (rigid->verdict != BRI_MUST_SLIP && rigid->possible_factor > 0 && isfinite(rigid->possible_factor))
        fprintf(out, ", smallest factor on static coefficients at which sticking is possible: %.6g",
                rigid->possible_factor);
    if (rigid->verdict != BRI_MUST_SLIP && r->possible == BRI_ANSWER_NO) fprintf(out, "; the slip may remain small");
    fprintf(out, "\n");
}

static void print_factor_possible(FILE *out, const bri_verdict_result *r, const char *frictionless)
{
    if (r->possible_factor_low == INFINITY && frictionless)
        fprintf(out, "sticking is possible at no factor on static coefficients: '%s' needs friction and has none\n",
                frictionless);
    else if (r->possible_factor_low == INFINITY)
        fprintf(out, "sticking is possible at no factor on static coefficients, however large\n");
    else if (isinf(r->possible_factor))
        fprintf(out, "no factor on static coefficients was found at which sticking is possible\n");
    else if (r->possible_factor == 0)
        fprintf(out, "no friction is needed to stay at rest\n");
    else if (r->possible_factor_low < r->possible_factor * (1 - tol_printed))
        fprintf(out, "smallest factor on static coefficients at which sticking is possible: between %.6g and %.6g\n",
                r->possible_factor_low, r->possible_factor);
    else
        fprintf(out, "smallest factor on static coefficients at which sticking is possible: %.6g\n",
                r->possible_factor);
}

static void print_factors(FILE *out, const bri_verdict_result *r)
{
    const char *frictionless = frictionless_name(r);
    print_factor_possible(out, r, frictionless);
    if (isinf(r->possible_factor_low)) return;
    if (isinf(r->guaranteed_factor) && frictionless)
        fprintf(out,
                "sticking is guaranteed at no factor on static coefficients: '%s' may need friction and has none\n",
                frictionless);
    else if (isinf(r->guaranteed_factor))
        fprintf(out, "sticking is guaranteed at no factor on static coefficients: the load can be shared so that an "
                     "interface that "
                     "needs friction has no load\n");
    else if (r->guaranteed_factor > 0)
        fprintf(out, "smallest factor on static coefficients at which sticking is guaranteed: %.6g\n",
                r->guaranteed_factor);
}

/* --- tables ------------------------------------------------------------------------------------------------------------------- */

static void format_number(char *text, size_t size, double value)
{
    if (isnan(value)) /* of an interface without static friction */
        snprintf(text, size, "-");
    else
        snprintf(text, size, "%.6g", fabs(value) < 1e-300 ? 0 : value);
}

static void print_interfaces(FILE *out, const bri_verdict_result *r)
{
    fprintf(out, "\n%-18s %10s %20s %11s %14s%s\n", "friction", "static mu", "min mu: possible", "guaranteed",
            "max |F|/limit", r->parts > 1 ? "  part" : "");
    for (int i = 0; i < r->interfaces; i++) {
        const bri_interface_verdict *h = r->interface[i];
        char mu[32], possible[32], guaranteed[32], worst[32];
        format_number(mu, sizeof mu, h->mu_s);
        format_number(possible, sizeof possible, h->mu_s * r->possible_factor);
        format_number(guaranteed, sizeof guaranteed, h->mu_s * r->guaranteed_factor);
        format_number(worst, sizeof worst, h->worst_ratio);
        fprintf(out, "  %-16s %10s %20s %11s %14s", h->name, mu, possible, guaranteed, worst);
        if (r->parts > 1 && h->part >= 0) fprintf(out, "  %4d", h->part + 1);
        fprintf(out, "%s\n", h->part < 0 ? "  (cannot move)" : "");
    }
}

static void print_parts(FILE *out, const bri_verdict_result *r)
{
    if (r->parts < 2) return;
    fprintf(out, "\n%-18s %-14s %20s %11s\n", "part, by itself", "verdict", "min factor: possible", "guaranteed");
    for (int p = 0; p < r->parts; p++) {
        char name[24], possible[32], guaranteed[32];
        snprintf(name, sizeof name, "%d", p + 1);
        format_number(possible, sizeof possible, r->part[p]->possible_factor);
        format_number(guaranteed, sizeof guaranteed, r->part[p]->guaranteed_factor);
        fprintf(out, "  %-16s %-14s %20s %11s\n", name, bri_verdict_name(r->part[p]->verdict), possible, guaranteed);
    }
}

static bool differ(double a, double b)
{
    if (a == b) return false;
    return !(fabs(a - b) <= tol_printed * fmax(fabs(a), fabs(b)) + 1e-12);
}

/* "3 to 4", or "3" if both are equal; "3 to 4 (found: 3.1 to 4)" if the search did not reach the proved bounds. */
static void format_bounds(char *text, size_t size, const bri_bounds *b)
{
    char low[32], high[32];
    if (!b->any) {
        snprintf(text, size, "none");
        return;
    }
    double tiny = isinf(b->low) || isinf(b->high) ? 0 : 1e-11 * fmax(fabs(b->low), fabs(b->high));
    format_number(low, sizeof low, fabs(b->low) <= tiny ? 0 : b->low);
    format_number(high, sizeof high, fabs(b->high) <= tiny ? 0 : b->high);
    if (!strcmp(low, high))
        snprintf(text, size, "%s", low);
    else if (b->inner_low > b->inner_high)
        snprintf(text, size, "%s to %s (none found)", low, high);
    else if (differ(b->low, b->inner_low) || differ(b->high, b->inner_high))
        snprintf(text, size, "%s to %s (found: %.6g to %.6g)", low, high, b->inner_low, b->inner_high);
    else
        snprintf(text, size, "%s to %s", low, high);
}

static void print_quantities(FILE *out, const bri_verdict_result *r)
{
    int wide = 18;
    for (int i = 0; i < r->quantities; i++) {
        int length = (int)(strlen(r->quantity[i]->name) + strlen(r->quantity[i]->unit)) + 4;
        wide = length > wide ? length : wide;
    }
    fprintf(out, "\n%-*s %-26s %s\n", wide, "possible values", "in equilibrium, coherent", "and within the limits");
    for (int i = 0; i < r->quantities; i++) {
        const bri_quantity *q = r->quantity[i];
        char name[128], coherent[160], limited[160];
        snprintf(name, sizeof name, "  %s, %s", q->name, q->unit);
        format_bounds(coherent, sizeof coherent, &q->coherent);
        format_bounds(limited, sizeof limited, &q->limited);
        fprintf(out, "%-*s %-26s %s\n", wide, name, coherent, limited);
    }
}

void print_verdict(FILE *out, const bri_system *system, const bri_verdict_result *r, const char *by)
{
    const char *title = bri_system_title(system);
    char answer[ANSWER_SIZE];
    format_answer(answer, sizeof answer, r, by);
    fprintf(out, "%s%sat rest at t = %.9g s\n%s\n", title, *title ? ": " : "", r->time, answer);
    print_meaning(out, r);
    print_persistence(out, r->rigid ? r->rigid->persists : r->persists);
    print_factors(out, r);
    print_links(out, r);
    if (r->free_motions)
        fprintf(out, "%d of %d degrees of freedom %s no friction, and no force acts along %s\n", r->free_motions,
                r->degrees, r->free_motions == 1 ? "has" : "have", r->free_motions == 1 ? "it" : "them");
    print_interfaces(out, r);
    print_parts(out, r);
    print_quantities(out, r);
}

/* --- histories -------------------------------------------------------------------------------------------------------------- */

static const char *persistence_word(bri_answer persists, const char *open)
{
    return persists == BRI_ANSWER_YES ? "yes" : persists == BRI_ANSWER_NO ? "no" : open;
}

static void print_spans(FILE *out, const bri_verdict_history *h)
{
    bool elastic = h->spans && h->span[0]->elastic;
    fprintf(out, "%12s %12s  %-14s %-21s %-11s %s%s\n", "from, s", "to, s", "verdict", "min factor: possible",
            "guaranteed", elastic ? "rigid links    " : "", "sliding continues");
    for (int i = 0; i < h->spans; i++) {
        const bri_verdict_span *s = h->span[i];
        char least[32], most[32], possible[80], guaranteed[32];
        format_number(least, sizeof least, s->possible_factor_least);
        format_number(most, sizeof most, s->possible_factor_most);
        format_number(guaranteed, sizeof guaranteed, s->guaranteed_factor_most);
        snprintf(possible, sizeof possible, strcmp(least, most) != 0 ? "%s to %s" : "%s", least, most);
        fprintf(out, "%12.8g %12.8g  %-14s %-21s %-11s ", s->from, s->to, bri_verdict_name(s->verdict), possible,
                guaranteed);
        if (elastic) fprintf(out, "%-14s ", bri_verdict_name(s->rigid));
        fprintf(out, "%s\n", persistence_word(s->persists, "partly"));
    }
}

static void print_legend(FILE *out, const bri_verdict_history *h)
{
    fprintf(out, "\nmin factor: smallest factor on static coefficients at which sticking is possible, and at which it "
                 "is guaranteed\n");
    if (h->spans && h->span[0]->elastic)
        fprintf(out, "rigid links: the verdict after small slips, which change how elastic links share the load\n");
    fprintf(out, "--at TIME shows the forces at one instant\n");
}

void print_verdict_history(FILE *out, const bri_system *system, const bri_verdict_history *h)
{
    const char *title = bri_system_title(system);
    char answer[ANSWER_SIZE];
    format_history_answer(answer, sizeof answer, h);
    fprintf(out, "%s%sinitial configuration, under the loads of the run\n%s\n\n", title, *title ? ": " : "", answer);
    print_spans(out, h);
    print_legend(out, h);
}

static void print_instant(FILE *out, const bri_verdict_result *r)
{
    char possible[32], guaranteed[32];
    if (*r->why) {
        fprintf(out, "%12.8g  no verdict: %s\n", r->time, r->why);
        return;
    }
    format_number(possible, sizeof possible, r->possible_factor);
    format_number(guaranteed, sizeof guaranteed, r->guaranteed_factor);
    fprintf(out, "%12.8g  %-14s %-21s %-11s %s\n", r->time, bri_verdict_name(r->verdict), possible, guaranteed,
            persistence_word(r->rigid ? r->rigid->persists : r->persists, "not decided"));
}

void print_verdicts_along(FILE *out, const bri_system *system, const bri_verdict_history *h)
{
    const char *title = bri_system_title(system);
    fprintf(out, "%s%s%d instant%s at which the run comes to rest or passes through rest\n", title, *title ? ": " : "",
            h->rests, h->rests == 1 ? "" : "s");
    if (h->spans) {
        char answer[ANSWER_SIZE];
        format_history_answer(answer, sizeof answer, h);
        fprintf(out, "while at rest it %s\n", answer);
    }
    if (!h->rests) return;
    fprintf(out, "\n%12s  %-14s %-21s %-11s %s\n", "t, s", "verdict", "min factor: possible", "guaranteed",
            "sliding continues");
    for (int i = 0; i < h->rests; i++)
        print_instant(out, h->rest[i]);
    if (h->cut) fprintf(out, "the list is not complete: the run was not followed to its end\n");
    if (h->spans) {
        fprintf(out, "\nintervals at rest\n");
        print_spans(out, h);
    }
    print_legend(out, h);
}
