/* words.c - what the data cannot tell, in sentences */
#include "fit/words.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

static const double weak = 1;          /* standard deviation of a combination: a factor e */
static const double endless = 5;       /* the same: derivatives are not exact enough to tell it from any factor */
static const double close_pair = 0.95; /* correlation that is said */
static const double member = 0.35;     /* share of a coordinate in a combination that is named */

void bri_fit_add_sentence(bri_fit *f, bri_text *text)
{
    f->result.sentence = (const char *const *)f->sentence;
    if (text->at && !text->failed && f->result.sentences < BRI_SENTENCES_MAX) {
        f->sentence[f->result.sentences++] = text->at;
        return;
    }
    bri_text_free(text);
}

static const char *unit_of(const bri_fit_parameter *q, char out[BRI_WORD_ROOM + 1])
{
    snprintf(out, BRI_WORD_ROOM + 1, "%s%s", strcmp(q->unit, "1") != 0 ? " " : "",
             strcmp(q->unit, "1") != 0 ? q->unit : "");
    return out;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The speeds between which nine of ten rows slide. */
static bool speeds_of(const bri_fit *f, double *slow, double *fast)
{
    size_t rows = 0, count = 0;
    const bri_fit_record *record = f->result.record;
    for (size_t r = 0; r < f->result.records; r++)
        rows += record[r].fitted;
    double *speed = malloc((rows + 1) * sizeof *speed);
    if (!speed) return false;
    for (size_t r = 0; r < f->result.records; r++)
        for (size_t i = 0; i < record[r].fitted; i++)
            if (record[r].record->velocity[i] != 0) speed[count++] = fabs(record[r].record->velocity[i]);
    qsort(speed, count, sizeof *speed, by_value);
    *slow = count ? speed[count / 20] : 0;
    *fast = count ? speed[count - 1 - count / 20] : 0;
    free(speed);
    return count > 0;
}

static bool is_speed(const bri_fit *f, const bri_fit_parameter *q)
{
    const bri_param *row = f->law ? bri_param_find(f->law->unknowns.kind, q->name) : NULL;
    return row && (row->role == BRI_ROLE_SPEED_SCALE || row->role == BRI_ROLE_INVERSE_SPEED);
}

static bool is_peak(const bri_fit *f, int i)
{
    return i < f->unknowns->count && f->unknowns->at[i].above != BRI_ABOVE_NOTHING;
}

static void say_state(bri_fit *f, int i)
{
    const bri_fit_parameter *q = &f->parameter[i];
    char unit[BRI_WORD_ROOM + 1];
    bri_text text = {0};
    double slow, fast;
    unit_of(q, unit);
    bool profile = !isnan(q->low);
    if (q->state == BRI_FIT_UNDETERMINED && profile && (isfinite(q->low) || isfinite(q->high)))
        bri_text_add(&text, "%s is only bounded by its interval, within which every value fits as well", q->name);
    else if (q->state == BRI_FIT_UNDETERMINED && profile)
        bri_text_add(&text, "%s cannot be told from these data: every value of its range fits as well", q->name);
    else if (q->state == BRI_FIT_UNDETERMINED)
        bri_text_add(&text, "%s cannot be told from these data: at %.4g%s its deviation is larger than a factor of 2.7",
                     q->name, q->value, unit);
    else if (q->state == BRI_FIT_ONLY_ABOVE && profile)
        bri_text_add(&text, "%s cannot be told from these data, but it is at least %.4g%s", q->name, q->low, unit);
    else if (q->state == BRI_FIT_ONLY_BELOW && profile)
        bri_text_add(&text, "%s cannot be told from these data, but it is at most %.4g%s", q->name, q->high, unit);
    if (q->state != BRI_FIT_DETERMINED && q->state != BRI_FIT_REST && q->state != BRI_FIT_NO_EFFECT && text.at &&
        is_speed(f, q) && speeds_of(f, &slow, &fast))
        bri_text_add(&text, "; nine of ten rows slide at %.3g to %.3g m/s", slow, fast);
    bri_fit_add_sentence(f, &text);
}

static void say_edge(bri_fit *f, int i)
{
    const bri_fit_parameter *q = &f->parameter[i];
    char unit[BRI_WORD_ROOM + 1];
    bri_text text = {0};
    if (!q->at_edge) return;
    unit_of(q, unit);
    if (is_peak(f, i) && !f->unknowns->at[i].ranged)
        bri_text_add(&text,
                     q->at_edge > 0
                         ? "%s is at the upper edge of its range, %.4g%s, twice the sliding friction: the fit "
                           "may describe something else by it"
                         : "%s is at the lower edge of its range, %.4g%s, the sliding friction: there is no peak",
                     q->name, q->value, unit);
    else
        bri_text_add(&text,
                     "%s is at the %s edge of its range, %.4g to %.4g%s: its value is that limit, and no finding",
                     q->name, q->at_edge > 0 ? "upper" : "lower", q->min, q->max, unit);
    bri_fit_add_sentence(f, &text);
}

/* Of two positive numbers that are only known together: their product, or their ratio. */
static void add_invariant(bri_text *text, const bri_fit *f, const double *v)
{
    static const double same = 0.05, others = 0.01;
    int which[2], count = 0;
    double rest = 0, change[2], at[BRI_UNKNOWNS_MAX];
    for (int i = 0; i < f->result.unknowns; i++) {
        if (i < f->unknowns->count && fabs(v[i]) >= member && count < 2)
            which[count++] = i;
        else
            rest += v[i] * v[i];
    }
    for (int i = 0; i < f->unknowns->count; i++)
        at[i] = f->parameter[i].value;
    if (count != 2 || rest > others) return;
    for (int i = 0; i < 2; i++) {
        if (f->unknowns->at[which[i]].scale > 0 || !(at[which[i]] > 0)) return;
        change[i] = v[which[i]] * bri_unknown_relative_slope(f->unknowns, which[i], at);
    }
    if (fabs(fabs(change[0]) - fabs(change[1])) > same * fabs(change[0])) return;
    const bri_fit_parameter *a = &f->parameter[which[0]], *b = &f->parameter[which[1]];
    bool product = change[0] * change[1] < 0;
    bri_text_add(text, "; only their %s is determined, %.4g", product ? "product" : "ratio",
                 product ? a->value * b->value : a->value / b->value);
    if (product && (!strcmp(a->unit, "1") || !strcmp(b->unit, "1"))) {
        const char *unit = !strcmp(a->unit, "1") ? b->unit : a->unit;
        bri_text_add(text, "%s%s", strcmp(unit, "1") ? " " : "", strcmp(unit, "1") ? unit : "");
    }
}

/* A direction that the data hardly determine, as the parameters that change together. */
static void say_combination(bri_fit *f, int row)
{
    int n = f->result.unknowns, members = 0;
    const double *v = f->direction + row * n;
    double first = 0, deviation = 1 / f->singular[row];
    bri_text text = {0};
    for (int i = 0; i < f->unknowns->count; i++) {
        if (fabs(v[i]) < member) continue;
        if (!members) first = v[i];
        members++;
    }
    if (members < 2) return; /* a single parameter: said above */
    bri_text_add(&text, "only together:");
    for (int i = 0, at = 0; i < f->unknowns->count; i++) {
        if (fabs(v[i]) < member) continue;
        bri_text_add(&text, "%s %s %s", at++ ? at == members ? " and" : "," : "", f->parameter[i].name,
                     v[i] * first > 0 ? "up" : "down");
    }
    if (deviation < endless)
        bri_text_add(&text, ", by a factor of %.3g: %s changes by no more than its noise", exp(fmin(deviation, 13)),
                     f->subject);
    else
        bri_text_add(&text, ", by any factor: %s does not change", f->subject);
    if (!(deviation < endless)) add_invariant(&text, f, v);
    bri_fit_add_sentence(f, &text);
}

/* All parameters without effect in one sentence. */
static void say_no_effect(bri_fit *f)
{
    bri_text text = {0};
    int count = 0, at = 0;
    for (int i = 0; i < f->result.parameters; i++)
        count += f->parameter[i].state == BRI_FIT_NO_EFFECT;
    for (int i = 0; i < f->result.parameters; i++) {
        if (f->parameter[i].state != BRI_FIT_NO_EFFECT) continue;
        bri_text_add(&text, "%s%s", at == 0 ? "" : at == count - 1 ? " and " : ", ", f->parameter[i].name);
        at++;
    }
    if (count) bri_text_add(&text, " %s no effect on %s %s", count > 1 ? "have" : "has", f->subject, f->along);
    bri_fit_add_sentence(f, &text);
}

/* Pairs of parameters that are determined, but hardly one without the other. */
static void say_correlation(bri_fit *f)
{
    int n = f->result.unknowns;
    for (int i = 0; f->result.correlation && i < f->unknowns->count; i++)
        for (int j = i + 1; j < f->unknowns->count; j++) {
            double r = f->correlation[i * n + j];
            bri_text text = {0};
            if (fabs(r) < close_pair || f->parameter[i].state != BRI_FIT_DETERMINED ||
                f->parameter[j].state != BRI_FIT_DETERMINED)
                continue;
            bri_text_add(&text, "%s and %s are correlated by %.3f: one is known better if the other is",
                         f->parameter[i].name, f->parameter[j].name, r);
            bri_fit_add_sentence(f, &text);
        }
}

void bri_fit_say(bri_fit *f)
{
    bri_fit_result *out = &f->result;
    double judged = (double)(out->rows - out->at_rest);
    for (int i = 0; i < out->parameters; i++) {
        say_state(f, i);
        say_edge(f, i);
    }
    say_no_effect(f);
    say_correlation(f);
    for (int i = 0; i < out->unknowns; i++)
        if (!(f->singular[i] > 1 / weak)) say_combination(f, i);
    bri_text text = {0};
    if (out->effective < 0.5 * judged) {
        bri_text_add(
            &text,
            "the deviations are correlated: %.0f rows tell as much as %.0f independent ones, and the intervals "
            "account for it",
            judged, out->effective);
        bri_fit_add_sentence(f, &text);
    }
    if (out->at_rest) {
        text = (bri_text){0};
        bri_text_add(&text, "at %zu rows the body is at rest within the static limit, where the law allows any force",
                     out->at_rest);
        bri_fit_add_sentence(f, &text);
    }
    if (out->stops_early) {
        text = (bri_text){0};
        bri_text_add(&text, "the search ended at its limit of evaluations: more starts may find a better minimum");
        bri_fit_add_sentence(f, &text);
    }
}
