/* noise.c - smooth, reproducible noise added to the force of any law
 *
 *     F <- F - gate P,   P = A (2/M)^(1/2) sum_j cos(2 pi (f_j t + r_j)),   M = 64
 *     f_j = f (1 - b + 2 b (j - 1 + u_j)/M);   over distance: t is the distance slid, f is 1/wavelength
 *     gate = |v|/(|v| + v_gate)
 *     at rest, under a law with exact stiction and without a gate: -limit - P <= F <= limit - P
 *
 * u_1, r_1, u_2, r_2, ... are drawn from splitmix64(seed): the same seed gives the same values everywhere, and a
 * repeated step sees the same noise. A second component continues the sequence. The standard deviation over a long time
 * is A. Andersson, Soderberg, Bjorklund 2007, eq. 21 */
#include "base/fail.h"
#include "friction/friction.h"
#include "friction/kinds.h"

#include <assert.h>
#include <math.h>

enum {
    OVER_TIME,
    OVER_DISTANCE
};

typedef struct noise {
    double std, frequency, wavelength, band, gate;
    int over, seed;
} noise;

static const bri_param noise_params[] = {
    BRI_PARAM(noise, std, "N", 0, 0, 1e9, "standard deviation of the force; 0: no noise"),
    BRI_CHOICE_PARAM(noise, over, "time|distance", "whether the noise is a function of time or of distance slid"),
    BRI_PARAM(noise, frequency, "Hz", 50, 1e-6, 1e6, "centre frequency of the band, over time"),
    BRI_PARAM(noise, wavelength, "m", 1e-3, 1e-9, 1e3, "centre wavelength of the band, over distance"),
    BRI_PARAM(noise, band, "1", 0.5, 0, 0.99, "half the width of the band, as a fraction of its centre"),
    BRI_PARAM(noise, gate, "m/s", 0, 0, 1e3,
              "speed at which half of the noise acts, so that there is none at rest; 0: always all of it"),
    BRI_INT_PARAM(noise, seed, 1, 0, 2147483647, "which noise"),
    {0},
};

const bri_kind bri_noise_kind = {
    .name = "noise",
    .family = "noise",
    .title = "smooth noise with given standard deviation and frequency band",
    .reference = "Andersson, Soderberg, Bjorklund 2007, eq. 21",
    .defects =
        "Without a gate it acts at rest, too. Over time it then adds energy: it moves contacts whose friction is "
        "smoothed, and others where it exceeds the static limit.",
    .params_size = sizeof(noise),
    .params = noise_params,
};
const bri_kind *bri_noise_parameters(void) { return &bri_noise_kind; }

static uint64_t splitmix64(uint64_t *state)
{
    uint64_t x = *state += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

static double uniform(uint64_t *state) { return (double)(splitmix64(state) >> 11) * 0x1p-53; }

bri_status bri_noise_place(const void *params, bri_noise *out, bri_error *err)
{
    bri_error_clear(err);
    assert(out);
    const noise *p = params;
    bri_status status = bri_params_check(&bri_noise_kind, params, err);
    if (status) return status;
    uint64_t state = (uint64_t)p->seed;
    double middle = p->over == OVER_TIME ? p->frequency : 1 / p->wavelength;
    out->over_distance = p->over == OVER_DISTANCE;
    out->amplitude = p->std;
    out->gate = p->gate;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < BRI_NOISE_WAVES; j++) {
            double place = (j + uniform(&state)) / BRI_NOISE_WAVES;
            out->frequency[i][j] = middle * (1 - p->band + 2 * p->band * place);
            out->phase[i][j] = uniform(&state);
        }
    return BRI_OK;
}

void bri_noise_add(const bri_noise *from, const bri_slip *slip, bri_drag *drag, bri_slopes *slopes)
{
    assert(from && slip && drag);
    double at = from->over_distance ? slip->distance : slip->time;
    double speed = fabs(slip->speed), total = speed + from->gate, gate = from->gate > 0 ? speed / total : 1;
    double gate_by_speed = from->gate > 0 ? from->gate / total / total : 0;
    for (int i = 0; i < slip->dim; i++) {
        double sum = 0;
        for (int j = 0; j < BRI_NOISE_WAVES; j++)
            sum += real_cos_turns(from->frequency[i][j] * at + from->phase[i][j]);
        double P = from->amplitude * real_sqrt(2.0 / BRI_NOISE_WAVES) * sum;
        drag->force[i] -= gate * P;
        for (int j = 0; slopes && j < slip->dim; j++)
            slopes->force_v[i][j] -= gate_by_speed * slip->dir[j] * P;
    }
}
