/* assessment.h - what the steps of one verdict share */
#ifndef BRISTLE_STICTION_ASSESSMENT_H
#define BRISTLE_STICTION_ASSESSMENT_H

#include "bristle/verdict.h"
#include "stiction/problem.h"

enum {
    STI_USUAL_BRANCHES = 10000
};

typedef struct sti_assessment {
    const sti_statics *st;
    sti_problem *pr;         /* of equilibrium, with all coherent families */
    int branches;            /* allowed in one search */
    bri_verdict_result *out; /* being filled */
} sti_assessment;

#endif
