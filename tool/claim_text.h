/* claim_text.h - claims as texts: the values that a claim compares, and names of runs */
#ifndef BRISTLE_TOOL_CLAIM_TEXT_H
#define BRISTLE_TOOL_CLAIM_TEXT_H

#include "study/study_claim.h"

/* "magnitude of block.x at the end: 0.2 (Dahl), 0.3 (LuGre) m" */
typedef struct claim_figures {
    char text[1200];
    int count;
} claim_figures;
void claim_begin(claim_figures *f, const bri_claim *claim, const char *measure);
void claim_add(claim_figures *f, double value, const char *run);
void claim_end(claim_figures *f, const char *unit);

/* The run of a study by its values: "block.mass = 2 kg"; of a named part or word that varies alone, "lugre". */
void run_label(const bri_study *study, size_t run, char *text, size_t size);

#endif
