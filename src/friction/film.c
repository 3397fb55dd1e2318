/* film.c - outputs, event functions and checks of the lubricated laws */
#include "friction/film.h"

#include <assert.h>
#include <math.h>

const bri_variable bri_film_outputs[] = {
    {"mu", "1", "coefficient of the formula, before it is limited to [0, mu_max]", BRI_ONE, 0, 0},
    {"V_s", "m/s", "sliding speed in the formula", BRI_ONE, 0, 0},
    {"V_sum", "m/s", "sum of the surface speeds in the formula", BRI_ONE, 0, 0},
    {"W", "N/m", "load per length", BRI_ONE, 0, 0},
    {0},
};

const bri_variable bri_film_log_outputs[] = {
    {"mu", "1", "coefficient of the formula, before it is limited to [0, mu_max]", BRI_ONE, 0, INFINITY},
    {"V_s", "m/s", "sliding speed in the formula", BRI_ONE, 0, 0},
    {"V_sum", "m/s", "sum of the surface speeds in the formula", BRI_ONE, 0, 0},
    {"W", "N/m", "load per length", BRI_ONE, 0, 0},
    {0},
};

double bri_pressure_viscosity(const bri_pair *pair)
{
    assert(pair);
    return isnan(pair->pressure_viscosity) ? 20e-9 : pair->pressure_viscosity;
}

/* h = 2.65 R G^0.54 U^0.7 W^-0.13,   G = alpha E',  U = eta u/(E' R),  W = N/(L E' R),  E' = 2 E*,
 * u: mean of the surfaces' speeds.  D. Dowson, G. R. Higginson, Elasto-hydrodynamic Lubrication, 2nd ed. 1977. */
double bri_film_thickness(const bri_pair *pair, double sum_of_speeds, double load)
{
    assert(pair);
    double R = 1 / film_curvature(pair), E = 2 * pair->modulus, u = 0.5 * fabs(sum_of_speeds);
    double W = fmax(load / film_length(pair), 1e-9) / (E * R);
    return 2.65 * R * real_pow(bri_pressure_viscosity(pair) * E, 0.54) * real_pow(pair->viscosity * u / (E * R), 0.7) *
           real_pow(W, -0.13);
}

const bri_variable bri_film_events[] = {FILM_EDGES, {0}};

bri_status bri_film_check(const void *params, bri_error *err)
{
    const film *p = params;
    return check_correction(p->v_0, p->v_1, err);
}

void bri_film_observe(film_formula *formula, const film *p, const bri_slip *slip, double *outputs)
{
    film_point at = film_at(p, slip);
    outputs[0] = formula(&at).mu;
    outputs[1] = at.V_s;
    outputs[2] = at.V_sum;
    outputs[3] = at.W;
}

void bri_film_kinks(film_formula *formula, const film *p, const bri_slip *slip, double *g)
{
    film_point at = film_at(p, slip);
    double mu = formula(&at).mu;
    g[0] = slip->speed - p->v_0;
    g[1] = slip->speed - p->v_1;
    g[2] = slip->speed - p->v_floor;
    g[3] = slip->sum - p->v_floor;
    g[4] = mu;
    g[5] = p->mu_max - mu;
}
