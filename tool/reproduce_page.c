/* reproduce_page.c - the page that reproduce prints: a line per system, what differs and why, claims that hold and that do not */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reproduce.h"

typedef struct system_line { /* cases of one paper with the same model */
    const paper_row *first;
    int cases, met, limited, held, claims;
    double worst;
} system_line;

static bool same(const char *a, const char *b) { return a && b && !strcmp(a, b); }

static system_line *line_of(system_line *lines, int *count, const paper_row *one)
{
    for (int i = 0; i < *count; i++)
        if (same(lines[i].first->paper, one->paper) && same(lines[i].first->system, one->system)) return &lines[i];
    lines[*count] = (system_line){.first = one};
    return &lines[(*count)++];
}

static void count_row(system_line *line, const paper_row *one, const paper_row *before)
{
    if (one->kind == ROW_CLAIM) {
        line->claims++;
        line->held += one->verdict == ROW_AGREES;
        return;
    }
    line->cases += !before || before->kind == ROW_CLAIM || !same(before->paper, one->paper) ||
                   !same(before->case_name, one->case_name);
    if (one->verdict == ROW_NO_LIMIT || (isnan(one->share) && one->verdict != ROW_WRONG)) return;
    line->limited++;
    line->met += one->verdict != ROW_WRONG;
    if (one->share > line->worst) line->worst = one->share;
}

static void put_systems(const paper_rows *r, FILE *out)
{
    int count = 0;
    system_line *lines = calloc(r->count + 1, sizeof *lines);
    if (!lines) return;
    for (size_t i = 0; i < r->count; i++)
        count_row(line_of(lines, &count, &r->at[i]), &r->at[i], i ? &r->at[i - 1] : NULL);
    fprintf(out, "%-16s %-48s %6s %18s %8s %13s\n", "paper", "system", "cases", "within tolerance", "worst",
            "claims held");
    for (int i = 0; i < count; i++) {
        const system_line *one = &lines[i];
        char met[40], held[40] = "-", worst[40] = "-";
        snprintf(met, sizeof met, "%d of %d", one->met, one->limited);
        if (one->claims) snprintf(held, sizeof held, "%d of %d", one->held, one->claims);
        if (one->limited) snprintf(worst, sizeof worst, "%.2g", one->worst);
        fprintf(out, "%-16s %-48s %6d %18s %8s %13s\n", one->first->paper, one->first->system, one->cases, met, worst,
                held);
    }
    fprintf(out, "worst: largest deviation over its tolerance\n");
    free(lines);
}

static void put_wrong(const paper_rows *r, FILE *out)
{
    int count = 0;
    for (size_t i = 0; i < r->count; i++) {
        const paper_row *one = &r->at[i];
        if (one->verdict != ROW_WRONG) continue;
        if (!count++) fprintf(out, "\nWRONG: not as expected\n");
        fprintf(out, "  %s, %s: %s: found %s, expected %s\n", one->paper,
                one->kind == ROW_CLAIM ? one->says : one->case_name, one->what,
                one->computed ? one->computed : "nothing", one->expected ? one->expected : "a value");
        if (one->why) put_note(out, one->why, 6);
        if (one->source) fprintf(out, "      expected from: %s\n", one->source);
    }
}

/* Quantities with one reason are one exception: how many, and the first of them. */
static void put_differences(const paper_rows *r, FILE *out)
{
    bool any = false;
    for (size_t i = 0; i < r->count; i++) {
        const paper_row *one = &r->at[i];
        int earlier = 0, later = 0;
        if (one->verdict != ROW_DIFFERS || one->kind == ROW_CLAIM) continue;
        for (size_t k = 0; k < r->count; k++)
            if (r->at[k].verdict == ROW_DIFFERS && r->at[k].kind != ROW_CLAIM && same(r->at[k].paper, one->paper) &&
                same(r->at[k].reason, one->reason))
                *(k < i ? &earlier : &later) += 1;
        if (earlier) continue;
        if (!any) fprintf(out, "\nDifferent from the paper, for a reason\n");
        any = true;
        fprintf(out, "  %s, %s: %s: found %s", one->paper, one->case_name, one->what, one->computed);
        if (one->says) fprintf(out, ", paper: %s", one->says);
        if (later > 1) fprintf(out, "; and %d more", later - 1);
        fprintf(out, "\n");
        put_note(out, one->reason, 6);
    }
}

/* Those that do not hold; those that hold are in the table of the systems, and in full with --all. */
static void put_claims(const paper_rows *r, FILE *out)
{
    int count = 0;
    for (size_t i = 0; i < r->count; i++) {
        const paper_row *one = &r->at[i];
        if (one->kind != ROW_CLAIM || one->verdict != ROW_DIFFERS) continue;
        if (!count++) fprintf(out, "\nClaims of the papers that do not hold here\n");
        fprintf(out, "  %-15s %-20s %s\n", one->paper, one->says, one->what);
        fprintf(out, "      claimed: %s; found:\n", one->expected);
        put_note(out, one->computed, 6);
        put_note(out, one->reason, 6);
    }
}

void print_page(const paper_rows *r, FILE *out)
{
    if (r->failed) return;
    put_systems(r, out);
    put_wrong(r, out);
    put_differences(r, out);
    put_claims(r, out);
}
