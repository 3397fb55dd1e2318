/* fuzz_expression.c - any text as an expression: a program whose runs end, or a sentence
 *
 * The first line of the input is the expression, the second its quantities, "mu_k: 0.2, v_s: 10 mm/s". */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "bristle/friction.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(int claim)
{
    if (!claim) abort();
}

static const double speeds[] = {0, 5e-324, 1e-9, 1e-3, 0.1, 1, 30, 1e9, 1.7e308}, loads[] = {0, 1e-300, 1, 1e4, 1e300};
enum {
    SPEEDS = sizeof speeds / sizeof *speeds,
    LOADS = sizeof loads / sizeof *loads,
    COUNT = SPEEDS * LOADS
};

/* Forces are finite, not against friction, and the same in a batch. */
static void check_forces(const bri_friction_law *law, const bri_params *params)
{
    double v[COUNT], load[COUNT], force[COUNT];
    for (int i = 0; i < COUNT; i++) {
        v[i] = speeds[i % SPEEDS];
        load[i] = loads[i / SPEEDS];
    }
    bri_friction_batch(law, params, &(bri_batch){.count = COUNT, .dim = 1, .v = {v}, .load = load, .force = {force}});
    for (int i = 0; i < COUNT; i++) {
        bri_slip slip = {.elements = 1};
        bri_drag drag;
        bri_slopes slopes = {0};
        bri_slip_set(&slip, 1, &v[i], load[i]);
        bri_friction_eval(law, params, &slip, &drag, &slopes);
        check(isfinite(drag.force[0]) && drag.force[0] <= 0);
        check(isfinite(slopes.force_v[0][0]) && isfinite(slopes.force_load[0]));
        check(!memcmp(&drag.force[0], &force[i], sizeof(double)));
    }
}

/* What was read is read again from its text, to the same program. */
static void check_again(const bri_kind *kind, const bri_params *params, const char *expression)
{
    bri_params again = *params;
    check(bri_params_set_text(kind, &again, NULL, "mu", expression, NULL) == BRI_OK);
    check(!memcmp(&again, params, kind->params_size));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const bri_friction_law *law = bri_law_find("expression", NULL);
    bri_params params;
    bri_error err = {0};
    char *text = malloc(size + 1);
    if (!text) return 0;
    if (size > 0) memcpy(text, data, size);
    text[size] = '\0';
    char *line = strchr(text, '\n');
    if (line) *line = '\0';
    const bri_setting settings[] = {{.name = "mu", .text = text}, {.name = "parameters", .text = line ? line + 1 : ""}};
    bri_params_defaults(&law->kind, &params);
    bri_kind unchecked = law->kind; /* negative friction is computed as 0 */
    unchecked.check = NULL;
    bri_status status = bri_params_read(&unchecked, &params, NULL, settings, 2, &err);
    check(status == BRI_OK || status == BRI_BAD_VALUE);
    check((status == BRI_OK) == (err.what[0] == '\0'));
    for (const char *c = err.what; *c; c++)
        check(*c < 0 || *c >= ' ');
    if (!status) {
        check_forces(law, &params);
        check_again(&unchecked, &params, text);
        bri_params_check(&law->kind, &params, &err);
    }
    free(text);
    return 0;
}
