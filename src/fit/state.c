/* state.c - a fit that has been done */
#include "fit/state.h"

#include <assert.h>
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
    bri_mechanism_destroy(fit->mechanism);
    free(fit->singular);
    free(fit->direction);
    free(fit->correlation);
    free(fit);
}

const bri_fit_result *bri_fit_result_of(const bri_fit *fit) { return &fit->result; }

int bri_fit_profile(const bri_fit *fit, int parameter, const bri_fit_point **point)
{
    assert(fit && point && parameter >= 0 && parameter < fit->result.parameters);
    bool varied = parameter < fit->unknowns->count && fit->profile;
    *point = varied ? fit->profiles[parameter].point : NULL;
    return varied ? fit->profiles[parameter].points : 0;
}
