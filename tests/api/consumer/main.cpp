// main.cpp - the same from C++
#include <bristle/bristle.h>
#include <cmath>
#include <cstdio>
#include <cstring>

// A block thrown upwards with 1 m/s turns after v/g.
static bool throw_block()
{
    static const char text[] =
        "gravity: [0, -10]\nbodies: {block: {mass: 1, inertia: 1, velocity: [0, 1]}}\nrun: {until: 1}\n";
    bri_error err = {};
    bri_model *model = nullptr;
    bri_system *system = nullptr;
    bri_result *result = nullptr;
    bri_run_def def = bri_run_defaults();
    def.until = 0.1;
    bri_status status = bri_model_parse(text, sizeof text - 1, "throw", &model, &err);
    if (!status) status = bri_system_build(model, &system, &err);
    if (!status) status = bri_run(system, &def, &result, &err);
    bool fine = !status && bri_system_mobility(system).degrees_of_freedom == 3;
    if (fine) {
        const bri_table *table = result->channels;
        double vy = bri_table_row(result->channels, table->rows - 1)[bri_table_find(table, "block.vy")];
        std::printf("%s, %d events: vy = %g m/s\n", result->statistics->integrator, result->events, vy);
        fine = std::fabs(vy) < 1e-9;
    }
    if (status) std::fprintf(stderr, "%s\n", err.what);
    bri_result_destroy(result);
    bri_system_destroy(system);
    bri_model_destroy(model);
    return fine;
}

int main()
{
    bri_error err = {};
    if (std::strcmp(bri_version(), BRI_VERSION) != 0 || !throw_block()) return 1;
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
