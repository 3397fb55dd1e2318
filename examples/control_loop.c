/* control_loop.c - a controller at 1 kHz brings a mass to 0.1 m, against friction
 *
 *     control_loop servo.yaml
 *
 * The mechanism advances by one period; the controller reads channels and sets the force for the next. */
#include <bristle/bristle.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    const double period = 1e-3, target = 0.1;
    bri_error err = {0};
    bri_model *model = NULL;
    bri_system *system = NULL;
    bri_sim *sim = NULL;
    bri_run_def run = bri_run_defaults();

    bri_status status = bri_model_read(argc > 1 ? argv[1] : "servo.yaml", &model, &err);
    if (!status) status = bri_system_build(model, &system, &err);
    if (!status) status = bri_sim_create(system, &run, &sim, &err);
    int x = sim ? bri_sim_find(sim, "slide.x") : -1, v = sim ? bri_sim_find(sim, "slide.vx") : -1;
    int motor = sim ? bri_sim_find_input(sim, "motor.value") : -1;

    double integral = 0;
    for (int k = 1; k <= 8000 && !status; k++) {
        double error = target - bri_sim_value(sim, x);
        integral += error * period;
        double force = 400 * error + 1500 * integral - 40 * bri_sim_value(sim, v);
        status = bri_sim_set_input(sim, motor, force, &err); /* holds from now on */
        if (!status) status = bri_sim_advance(sim, k * period, &err);
        if (!status && k % 1000 == 0)
            printf("t = %g s: x = %6.2f mm\n", bri_sim_time(sim), 1e3 * bri_sim_value(sim, x));
    }
    if (status) fprintf(stderr, "%s%s%s\n", err.where, *err.where ? ": " : "", err.what);
    bri_sim_destroy(sim);
    bri_system_destroy(system);
    bri_model_destroy(model);
    return status != BRI_OK;
}
