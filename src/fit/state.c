/* state.c - a fit that has been done */
#include "fit/state.h"

#include <stdlib.h>

void bri_fit_destroy(bri_fit *fit)
{
    if (!fit) return;
    for (int i = 0; i < BRI_SENTENCES_MAX; i++)
        free(fit->sentence[i]);
    if (fit->law) {
        free(fit->law->record);
        free(fit->law->force);
    }
    free(fit->law);
    free(fit->singular);
    free(fit->direction);
    free(fit->correlation);
    free(fit);
}

const bri_fit_result *bri_fit_result_of(const bri_fit *fit) { return &fit->result; }
