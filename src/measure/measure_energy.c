/* measure_energy.c - a line of the energy balance */
#include "measure/measure.h"

#include <string.h>

static const bri_param table[] = {
    BRI_STRING_PARAM(bri_measure_params, of, "line of the balance: lost by friction in pin"),
    {0},
};

static void compute(const bri_measuring *m, bri_outcome_of_measure *out)
{
    for (int i = 0; i < m->result->terms; i++)
        if (!strcmp(m->result->term[i]->name, m->params->of)) {
            out->number = m->result->term[i]->energy;
            return;
        }
    bri_no_value(out, "the energy balance has no line '%.100s'", m->params->of);
}

const bri_measure_kind bri_measure_kind_energy = {MEASURE_KIND("energy", "a line of the energy balance", table),
                                                  .of = BRI_OF_ENERGY,
                                                  .example = "energy 'lost by friction in pin'",
                                                  .unit = "J",
                                                  .words = "energy: %s",
                                                  .value = compute};
