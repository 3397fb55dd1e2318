/* sweep.c - how long does the block stick? One model, five belt speeds
 *
 *     sweep belt.yaml */
#include <bristle/bristle.h>
#include <stdio.h>

static double stuck_share(bri_table *channels) /* of the rows that were recorded: t, contact.stuck */
{
    double stuck = 0;
    for (size_t i = 0; i < channels->rows; i++)
        stuck += bri_table_row(channels, i)[1];
    return stuck / (double)channels->rows;
}

int main(int argc, char **argv)
{
    bri_error err = {0};
    bri_model *model = NULL;
    bri_run_def run = bri_run_defaults(); /* what is not set here is taken from the file */
    run.channels = (const char *const[]){"contact.stuck", NULL};
    run.until = 20;

    bri_status status = bri_model_read(argc > 1 ? argv[1] : "belt.yaml", &model, &err);
    for (int speed = 1; speed <= 5 && !status; speed++) {
        bri_system *system = NULL;
        bri_result *result = NULL;
        status = bri_model_set(model, "drive.motion.ramp", 100 * speed, &err); /* m in 1000 s */
        if (!status) status = bri_system_build(model, &system, &err);
        if (!status) status = bri_run(system, &run, &result, &err);
        if (!status)
            printf("belt at %.1f m/s: stuck %2.0f %% of the time\n", 0.1 * speed, 100 * stuck_share(result->channels));
        bri_result_destroy(result);
        bri_system_destroy(system);
    }
    bri_model_destroy(model);
    if (status) fprintf(stderr, "%s%s%s\n", err.where, *err.where ? ": " : "", err.what);
    return status != BRI_OK;
}
