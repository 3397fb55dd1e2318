/* claim_text.c - claims as texts: the values that a claim compares, and names of runs */
#include "claim_text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "sweep.h"

void claim_begin(claim_figures *f, const bri_claim *claim, const char *measure)
{
    *f = (claim_figures){.count = 0};
    append_text(f->text, sizeof f->text, "%s%s", claim->magnitude ? "magnitude of " : "", measure);
}

void claim_add(claim_figures *f, double value, const char *run)
{
    append_text(f->text, sizeof f->text, "%s %.5g (%s)", f->count++ ? "," : ":", value, run);
}

void claim_end(claim_figures *f, const char *unit)
{
    if (strcmp(unit, "1") != 0) append_text(f->text, sizeof f->text, " %s", unit);
}

static void add_level(const bri_variation *v, const bri_level *level, bool alone, char *text, size_t size)
{
    char value[200];
    const char *unit = bri_variation_unit(v);
    sweep_level_text(v, level, 6, value, sizeof value);
    if (level->text && alone)
        append_text(text, size, "%s", value);
    else
        append_text(text, size, "%s = %s%s%s", v->path, value, level->text || !strcmp(unit, "1") ? "" : " ",
                    level->text || !strcmp(unit, "1") ? "" : unit);
}

void run_label(const bri_study *study, size_t run, char *text, size_t size)
{
    int *room = calloc((size_t)study->variations + 1, sizeof *room), count = 0;
    *text = '\0';
    for (int i = 0; room && i < study->variations; i++) {
        const bri_variation *v = &study->variation[i];
        bri_level level = bri_study_level(study, run, i, room);
        if (level.kind == BRI_LEVEL_BASE) continue;
        append_text(text, size, count++ ? ", " : "");
        add_level(v, &level, study->variations == 1, text, size);
    }
    if (!count) append_text(text, size, "unchanged");
    free(room);
}
