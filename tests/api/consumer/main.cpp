// main.cpp - the same from C++
#include <bristle/bristle.h>
#include <cmath>
#include <cstdio>

int main()
{
    bri_error err = {};
    const bri_friction_law *law = bri_law_find("coulomb_tanh", &err);
    if (!law) {
        std::fprintf(stderr, "%s\n", err.what);
        return 1;
    }
    bri_params params;
    bri_params_defaults(&law->kind, &params);
    if (bri_params_set(&law->kind, &params, "mu_k", 0.25, &err)) {
        std::fprintf(stderr, "%s\n", err.what);
        return 1;
    }
    bri_slip slip = {};
    bri_drag drag = {};
    const double v = -2;
    bri_slip_set(&slip, 1, &v, 40);
    bri_friction_eval(law, &params, &slip, &drag, nullptr);
    std::printf("%.17g N\n", drag.force[0]);
    return std::fabs(drag.force[0] - 0.25 * 40) > 1e-12;
}
