/* verdict_sensitivity.c - bristle verdict --sensitivity: does the outcome depend on secondary parameters or treatments? */
#include <math.h>

#include "verdict_output.h"

static void format_slip(char *text, size_t size, double when)
{
    if (isinf(when))
        snprintf(text, size, "never");
    else
        snprintf(text, size, "%.6g s", when);
}

static void print_row(const bri_sensitivity *s, const char *what, const double *slips, const char *after)
{
    printf("  %-44s", what);
    for (int k = 0; k < s->joints; k++) {
        char when[32];
        format_slip(when, sizeof when, slips[k]);
        printf(" %-14s", when);
    }
    printf("%s\n", after);
}

static void print_outcomes(const bri_sensitivity *s)
{
    printf("first slip%-35s", "");
    for (int k = 0; k < s->joints; k++)
        printf(" %-14.14s", s->joint[k]);
    printf("\n");
    print_row(s, "model unchanged", s->slips, "");
    for (int i = 0; i < s->changes; i++) {
        const bri_outcome_change *change = s->change[i];
        char what[260];
        if (isnan(change->factor))
            snprintf(what, sizeof what, "%s", change->what);
        else
            snprintf(what, sizeof what, "%s = %.4g %s", change->what, change->value, change->unit);
        if (change->failed)
            printf("  %-44s fails: %s\n", what, change->why);
        else
            print_row(s, what, change->slips, change->differs ? "outcome differs" : "");
    }
}

static void print_conclusion(const bri_sensitivity *s)
{
    if (!s->changes)
        printf("\nnothing to vary: no law has a secondary parameter, and a rigid-body model determines all loads\n");
    else if (s->differing || s->failed)
        printf("\nthe outcome is not credible: in %d of %d runs another value of a secondary parameter, or another "
               "treatment of redundancy, changes it%s\n",
               s->differing, s->changes, s->failed ? "; some runs failed" : "");
    else
        printf("\nthe outcome is the same in all %d runs: it does not depend on secondary parameters\n", s->changes);
}

static void write_slips(const double *slips, int count)
{
    printf("[");
    for (int k = 0; k < count; k++)
        if (isinf(slips[k]))
            printf("%snull", k ? ", " : "");
        else
            printf("%s%.17g", k ? ", " : "", slips[k]);
    printf("]");
}

static void write_json(const bri_sensitivity *s)
{
    printf("{\"joints\": [");
    for (int k = 0; k < s->joints; k++)
        printf("%s\"%s\"", k ? ", " : "", s->joint[k]);
    printf("],\n \"slips\": ");
    write_slips(s->slips, s->joints);
    printf(",\n \"credible\": %s,\n \"changes\": [", s->differing || s->failed ? "false" : "true");
    for (int i = 0; i < s->changes; i++) {
        const bri_outcome_change *change = s->change[i];
        printf("%s\n  {\"what\": \"%s\"", i ? "," : "", change->what);
        if (!isnan(change->factor)) printf(", \"factor\": %g, \"value\": %.17g", change->factor, change->value);
        printf(", \"failed\": %s, \"differs\": %s, \"slips\": ", change->failed ? "true" : "false",
               change->differs ? "true" : "false");
        write_slips(change->slips, s->joints);
        printf("}");
    }
    printf("]}\n");
}

int print_sensitivity(const command_line *arguments, const bri_model *model)
{
    bri_error err = {0};
    bri_sensitivity *s = NULL;
    bri_sensitivity_def def = bri_sensitivity_defaults();
    int bad = option_number(arguments, "slip-speed", "m/s", &def.slip_speed);
    if (bad) return bad;
    if (option_value(arguments, "slip-speed") && def.slip_speed <= 0)
        return complain(BAD_INPUT, "--slip-speed is %g m/s, and must be above 0", def.slip_speed);
    bri_status status = bri_sensitivity_of(model, &def, &s, &err);
    if (status) return complain_of(status, &err);
    if (option_value(arguments, "json")) {
        write_json(s);
    } else {
        print_outcomes(s);
        print_conclusion(s);
    }
    bri_sensitivity_destroy(s);
    return DONE;
}
