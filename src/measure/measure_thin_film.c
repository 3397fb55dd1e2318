/* measure_thin_film.c - share of the time with a film below half of the roughness */
#include "measure/measure.h"

static const bri_param table[] = {
    BRI_STRING_PARAM(bri_measure_params, of, "lubricated interface"),
    {0},
};

static void compute(const bri_measuring *m, bri_outcome_of_measure *out)
{
    const bri_film *found = bri_film_of(m, out);
    if (found) out->number = (double)found->below;
}

const bri_measure_kind bri_measure_kind_thin_film = {
    MEASURE_KIND("thin_film", "share of the time with a film below half of the roughness", table),
    .of = BRI_OF_FILM,
    .example = "thin_film pin",
    .unit = "1",
    .words = "share of time: lambda of %s below 0.5",
    .value = compute};
