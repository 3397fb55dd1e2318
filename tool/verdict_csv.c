/* verdict_csv.c - verdicts as CSV */
#include "verdict_output.h"

void write_verdict_csv(FILE *out, const bri_verdict_result *r)
{
    fprintf(out, "quantity,unit,low,high,limited_low,limited_high,unique\n");
    for (int i = 0; i < r->quantities; i++) {
        const bri_quantity *q = r->quantity[i];
        fprintf(out, "%s,%s,%.17g,%.17g,", q->name, q->unit, q->coherent.low, q->coherent.high);
        if (q->limited.any) fprintf(out, "%.17g,%.17g", q->limited.low, q->limited.high);
        fprintf(out, "%s,%d\n", q->limited.any ? "" : ",", q->unique);
    }
}

void write_verdict_history_csv(FILE *out, const bri_verdict_history *h)
{
    fprintf(out, "from [s],to [s],verdict,scale_least,scale_most,certain_most\n");
    for (int i = 0; i < h->spans; i++)
        fprintf(out, "%.17g,%.17g,%s,%.17g,%.17g,%.17g\n", h->span[i]->from, h->span[i]->to,
                bri_verdict_name(h->span[i]->verdict), h->span[i]->possible_factor_least,
                h->span[i]->possible_factor_most, h->span[i]->guaranteed_factor_most);
    for (int i = 0; i < h->rests; i++) {
        const bri_verdict_result *r = h->rest[i];
        if (*r->why)
            fprintf(out, "%.17g,%.17g,not judged,,,\n", r->time, r->time);
        else
            fprintf(out, "%.17g,%.17g,%s,%.17g,%.17g,%.17g\n", r->time, r->time, bri_verdict_name(r->verdict),
                    r->possible_factor, r->possible_factor, r->guaranteed_factor);
    }
}
