/* verdict_json.c - verdicts as JSON */
#include <math.h>

#include "base/text.h"
#include "verdict_output.h"

/* JSON has no infinity: it is written as a text. */
static void put_number(FILE *out, const char *before, double value)
{
    if (isfinite(value))
        fprintf(out, "%s%.17g", before, value);
    else
        fprintf(out, "%s\"%s\"", before, isnan(value) ? "nan" : value > 0 ? "inf" : "-inf");
}

static void put_text(FILE *out, const char *text)
{
    bri_text json = {0};
    bri_text_add_json(&json, text);
    fputs(json.failed ? "null" : json.at, out);
    bri_text_free(&json);
}

static const char *answer_word(bri_answer answer)
{
    return answer == BRI_ANSWER_YES ? "true" : answer == BRI_ANSWER_NO ? "false" : "null";
}

static void put_bounds(FILE *out, const char *name, const bri_bounds *b)
{
    fprintf(out, ", \"%s\": ", name);
    if (!b->any) {
        fprintf(out, "null");
        return;
    }
    put_number(out, "{\"low\": ", b->low);
    put_number(out, ", \"high\": ", b->high);
    put_number(out, ", \"inner_low\": ", b->inner_low);
    put_number(out, ", \"inner_high\": ", b->inner_high);
    fprintf(out, "}");
}

static void put_interfaces(FILE *out, const bri_verdict_result *r)
{
    fprintf(out, ",\n \"friction\": [");
    for (int i = 0; i < r->interfaces; i++) {
        fprintf(out, "%s{\"name\": ", i ? ",\n  " : "\n  ");
        put_text(out, r->interface[i]->name);
        put_number(out, ", \"mu_s\": ", r->interface[i]->mu_s);
        put_number(out, ", \"worst\": ", r->interface[i]->worst_ratio);
        fprintf(out, ", \"part\": %d}", r->interface[i]->part);
    }
    fprintf(out, "]");
}

static void put_parts(FILE *out, const bri_verdict_result *r)
{
    fprintf(out, ",\n \"parts\": [");
    for (int p = 0; p < r->parts; p++) {
        fprintf(out, "%s{\"verdict\": \"%s\", \"persists\": %s", p ? ",\n  " : "\n  ",
                bri_verdict_name(r->part[p]->verdict), answer_word(r->part[p]->persists));
        put_number(out, ", \"scale\": ", r->part[p]->possible_factor);
        put_number(out, ", \"certain_scale\": ", r->part[p]->guaranteed_factor);
        fprintf(out, "}");
    }
    fprintf(out, "]");
}

static void put_quantities(FILE *out, const bri_verdict_result *r)
{
    static const char *const kinds[] = {"friction", "load", "reaction"};
    fprintf(out, ",\n \"quantities\": [");
    for (int i = 0; i < r->quantities; i++) {
        const bri_quantity *q = r->quantity[i];
        fprintf(out, "%s{\"name\": ", i ? ",\n  " : "\n  ");
        put_text(out, q->name);
        fprintf(out, ", \"unit\": \"%s\", \"kind\": \"%s\", \"unique\": %s", q->unit, kinds[q->kind],
                q->unique ? "true" : "false");
        put_bounds(out, "coherent", &q->coherent);
        put_bounds(out, "limited", &q->limited);
        fprintf(out, "}");
    }
    fprintf(out, "]");
}

void write_verdict_json(FILE *out, const bri_verdict_result *r, const char *by)
{
    char answer[ANSWER_SIZE];
    if (*r->why) {
        fprintf(out, "{\"time\": %.17g, \"verdict\": null, \"why\": ", r->time);
        put_text(out, r->why);
        fprintf(out, "}");
        return;
    }
    format_answer(answer, sizeof answer, r, by);
    fprintf(out, "{\"answer\": ");
    put_text(out, answer);
    fprintf(out,
            ",\n \"time\": %.17g, \"verdict\": \"%s\", \"possible\": %s, \"certain\": %s, \"accelerates\": %s, "
            "\"persists\": %s",
            r->time, bri_verdict_name(r->verdict), answer_word(r->possible), answer_word(r->guaranteed),
            answer_word(r->accelerates), answer_word(r->persists));
    put_number(out, ", \"scale\": ", r->possible_factor);
    put_number(out, ", \"scale_low\": ", r->possible_factor_low);
    put_number(out, ", \"certain_scale\": ", r->guaranteed_factor);
    if (r->rigid) {
        fprintf(out, ",\n \"rigid_links\": {\"verdict\": \"%s\", \"persists\": %s", bri_verdict_name(r->rigid->verdict),
                answer_word(r->rigid->persists));
        put_number(out, ", \"scale\": ", r->rigid->possible_factor);
        put_number(out, ", \"certain_scale\": ", r->rigid->guaranteed_factor);
        fprintf(out, "}");
    }
    put_interfaces(out, r);
    put_parts(out, r);
    put_quantities(out, r);
    fprintf(out, "}");
}

void write_verdict_history_json(FILE *out, const bri_verdict_history *h, const char *by)
{
    fprintf(out, "[");
    for (int i = 0; i < h->spans; i++) {
        const bri_verdict_span *s = h->span[i];
        fprintf(out, "%s{\"from\": %.17g, \"to\": %.17g, \"verdict\": \"%s\", \"persists\": %s", i ? ",\n " : "",
                s->from, s->to, bri_verdict_name(s->verdict), answer_word(s->persists));
        put_number(out, ", \"scale_least\": ", s->possible_factor_least);
        put_number(out, ", \"scale_most\": ", s->possible_factor_most);
        put_number(out, ", \"certain_most\": ", s->guaranteed_factor_most);
        if (s->elastic) fprintf(out, ", \"rigid_links\": \"%s\"", bri_verdict_name(s->rigid));
        fprintf(out, "}");
    }
    for (int i = 0; i < h->rests; i++) {
        if (i || h->spans) fprintf(out, ",\n");
        write_verdict_json(out, h->rest[i], by);
    }
    fprintf(out, "]");
}
