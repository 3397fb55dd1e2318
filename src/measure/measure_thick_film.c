/* measure_thick_film.c - share of the time with a film above 3 times the roughness */
#include "measure/measure.h"

static const bri_param table[] = {
    BRI_STRING_PARAM(bri_measure_params, of, "lubricated interface"),
    {0},
};

static void compute(const bri_measuring *m, bri_outcome_of_measure *out)
{
    const bri_film *found = bri_film_of(m, out);
    if (found) out->number = (double)found->above;
}

const bri_measure_kind bri_measure_kind_thick_film = {
    MEASURE_KIND("thick_film", "share of the time with a film above 3 times the roughness", table),
    .of = BRI_OF_FILM,
    .example = "thick_film pin",
    .unit = "1",
    .words = "share of time: lambda of %s above 3",
    .value = compute};
