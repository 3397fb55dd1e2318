/* verdict_answer.c - a verdict as one plain sentence: holds, slips, self-locks, or why a rigid-body model cannot decide */
#include <math.h>
#include <string.h>

#include "verdict_output.h"

static const char *const cannot_decide = "cannot be decided by a rigid model, because ";

/* Rounds to four digits, up or down: a bound stays a bound. Numbers within 1e-9 of four digits are exact. */
static double rounded(double value, bool up)
{
    if (!(value > 0) || isinf(value)) return value;
    double unit = pow(10, floor(log10(value)) - 3), count = value / unit;
    return unit * (up ? ceil(count * (1 - 1e-9)) : floor(count * (1 + 1e-9)));
}

/* "a static coefficient of at least 0.2" if all coefficients that matter are equal, else "1.3 times the given static coefficients". */
static void format_least_mu(char *text, size_t size, const bri_verdict_result *r, double factor)
{
    double mu = NAN;
    bool same = true;
    for (int i = 0; i < r->interfaces; i++) {
        const bri_interface_verdict *v = r->interface[i];
        if (v->part < 0 || !(v->mu_s > 0)) continue;
        same = same && !v->is_effort && (isnan(mu) || fabs(v->mu_s - mu) <= 1e-9 * mu);
        mu = v->mu_s;
    }
    if (same && mu > 0)
        snprintf(text, size, "a static coefficient of at least %.4g", rounded(mu * factor, true));
    else
        snprintf(text, size, "at least %.4g times the given static coefficients", rounded(factor, true));
}

/* "; it would hold with a static coefficient of at least 0.8": coefficients at which it holds; "" if there are none. Not for one that holds. */
static void format_remedy(char *text, size_t size, const bri_verdict_result *r)
{
    char possible[64], guaranteed[64];
    bool slips = r->verdict == BRI_MUST_SLIP, can = slips && isfinite(r->possible_factor),
         does = isfinite(r->guaranteed_factor);
    format_least_mu(possible, sizeof possible, r, r->possible_factor);
    format_least_mu(guaranteed, sizeof guaranteed, r, r->guaranteed_factor);
    *text = 0;
    if (can && does && strcmp(possible, guaranteed) != 0)
        snprintf(text, size, "; it could hold with %s, and would with %s", possible, guaranteed);
    else if (does)
        snprintf(text, size, "; it would hold with %s", guaranteed);
    else if (can)
        snprintf(text, size, "; it could hold with %s", possible);
}

static const char *reason_of(bri_verdict verdict)
{
    return verdict == BRI_UNDECIDED ? "the load can be shared so that friction holds (it jams), and so that it slips"
                                    : "some ways to share the load exceed the static limits, although a slip against "
                                      "full static friction would not accelerate";
}

/* Against forces that act alone, whatever their magnitude. */
static void answer_self_locking(char *text, size_t size, const bri_verdict_result *r, const char *by)
{
    char mu[64], remedy[200];
    format_least_mu(mu, sizeof mu, r, r->guaranteed_factor);
    format_remedy(remedy, sizeof remedy, r);
    switch (r->verdict) {
    case BRI_STICKS:
        if (r->guaranteed_factor > 0)
            snprintf(text, size, "self-locks: yes, for %s; %s cannot move it, however large: as a drive, it jams", mu,
                     by);
        else
            snprintf(text, size, "self-locks: yes, without any friction; %s cannot move it, however large", by);
        return;
    case BRI_MUST_SLIP:
        snprintf(text, size, "self-locks: no%s", *remedy ? remedy : ", at no static coefficient");
        return;
    case BRI_UNDECIDED:
    case BRI_CONDITIONAL:
        snprintf(text, size, "self-locks: %s%s%s", cannot_decide, reason_of(r->verdict), remedy);
        return;
    case BRI_NOT_DECIDED: snprintf(text, size, "self-locks: not decided within %d branches of the search", r->branches);
    }
}

static void answer_holding(char *text, size_t size, const bri_verdict_result *r)
{
    char mu[64], remedy[200];
    bool little = r->rigid && r->rigid->verdict != BRI_MUST_SLIP;
    format_least_mu(mu, sizeof mu, r, r->guaranteed_factor);
    format_remedy(remedy, sizeof remedy, r);
    switch (r->verdict) {
    case BRI_STICKS:
        if (r->guaranteed_factor > 0)
            snprintf(text, size, "holds with a safety factor of %.4g: %s is enough",
                     rounded(1 / r->guaranteed_factor, false), mu);
        else
            snprintf(text, size, "holds: no friction is needed");
        return;
    case BRI_MUST_SLIP:
        snprintf(text, size, "slips%s%s", little ? ", at least a little" : "",
                 *remedy ? remedy : "; no static coefficient is large enough");
        return;
    case BRI_UNDECIDED:
    case BRI_CONDITIONAL: snprintf(text, size, "%s%s%s", cannot_decide, reason_of(r->verdict), remedy); return;
    case BRI_NOT_DECIDED: snprintf(text, size, "not decided within %d branches of the search", r->branches);
    }
}

void format_answer(char *text, size_t size, const bri_verdict_result *r, const char *by)
{
    if (by && r->proportional)
        answer_self_locking(text, size, r, by);
    else
        answer_holding(text, size, r);
}

/* --- histories ------------------------------------------------------------------------------------------------------ */

enum {
    MOST_CHANGES = 5 /* of a sentence; the table has them all */
};

static const char *plain_word(const bri_verdict_span *span)
{
    switch (span->verdict) {
    case BRI_STICKS: return "holds";
    case BRI_MUST_SLIP: return span->rigid == BRI_MUST_SLIP ? "slips" : "slips, at least a little";
    case BRI_NOT_DECIDED: return "is not decided";
    default: return "cannot be decided by a rigid model";
    }
}

void format_history_answer(char *text, size_t size, const bri_verdict_history *h)
{
    double largest = 0;
    int changes = 0;
    bool open = false, holds = true;
    *text = 0;
    for (int i = 0; i < h->spans; i++) {
        const char *word = plain_word(h->span[i]);
        holds = holds && h->span[i]->verdict == BRI_STICKS;
        open = open || h->span[i]->verdict == BRI_UNDECIDED || h->span[i]->verdict == BRI_CONDITIONAL;
        largest = fmax(largest, h->span[i]->guaranteed_factor_most);
        if (i + 1 < h->spans && !strcmp(word, plain_word(h->span[i + 1]))) continue;
        if (++changes > MOST_CHANGES) continue;
        append_text(text, size, "%s%s", *text ? ", then " : "", word);
        if (i + 1 < h->spans) append_text(text, size, " until %.6g s", h->span[i]->to);
    }
    if (changes > MOST_CHANGES)
        append_text(text, size, ", and so on");
    else if (holds && largest > 0)
        append_text(text, size, " with a safety factor of at least %.4g", rounded(1 / largest, false));
    else if (holds && h->spans)
        append_text(text, size, ": no friction is needed");
    else if (open)
        append_text(text, size, ", because the load can be shared in several ways");
}
