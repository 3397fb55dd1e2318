/* test_structs.c - the sizes of all public structs: a program that was compiled before relies on them
 *
 * A struct that does not grow has the size that it has here, in bytes. One that may grow (bristle/bristle.h) is never smaller than in the
 * first version: it has new fields at its end, and its number stays. If another change cannot be avoided, raise SOVERSION in
 * CMakeLists.txt. Sizes are those of machines with 64-bit long and pointers. */
#include "test.h"

#include "bristle/bristle.h"

typedef struct sized {
    const char *name;
    size_t is, was;
} sized;
#define SIZE(type, was)                                                                                                \
    {                                                                                                                  \
#type, sizeof(type), was                                                                                       \
    }

static const sized fixed[] = {
    SIZE(bri_pair, 64),
    SIZE(bri_slip, 128),
    SIZE(bri_drag, 40),
    SIZE(bri_slopes, 96),
    SIZE(bri_curve, 24),
    SIZE(bri_batch, 120),
    SIZE(bri_noise, 2072),
    SIZE(bri_list, 2056),
    SIZE(bri_names, 16),
    SIZE(bri_series, 16),
    SIZE(bri_record, 40),
    SIZE(bri_records, 16),
    SIZE(bri_param, 80),
    SIZE(bri_variable, 48),
    SIZE(bri_kind, 144),
    SIZE(bri_params, 4608),
    SIZE(bri_setting, 24),
    SIZE(bri_friction_law, 336),
    SIZE(bri_error, 824),
    SIZE(bri_column, 16),
    SIZE(bri_curve_subject, 24),
    SIZE(bri_breakpoints, 40),
    SIZE(bri_phenomena_result, 288),
    SIZE(bri_bounds, 40),
    SIZE(bri_sim_event, 40),
    SIZE(bri_continuous_state, 32),
    SIZE(bri_event_function, 24),
    SIZE(bri_accepted, 2),
    SIZE(bri_handled, 2),
    SIZE(bri_formula, 904),
    SIZE(bri_quantities, 1160),
    SIZE(bri_fit_range, 24),
    SIZE(bri_fit_point, 16),
    SIZE(bri_fit_link, 16),
    SIZE(bri_motion_record, 24),
};
static const sized growing[] = {
    SIZE(bri_ink, 24),
    SIZE(bri_pen, 56),
    SIZE(bri_clearance_view, 88),
    SIZE(bri_event, 48),
    SIZE(bri_energy_term, 24),
    SIZE(bri_derivative, 56),
    SIZE(bri_friction_summary, 88),
    SIZE(bri_force_summary, 88),
    SIZE(bri_contact_summary, 80),
    SIZE(bri_film, 80),
    SIZE(bri_range_exceeded, 80),
    SIZE(bri_redundancy_summary, 56),
    SIZE(bri_statistics, 112),
    SIZE(bri_result, 264),
    SIZE(bri_sensitivity_def, 40),
    SIZE(bri_outcome_change, 56),
    SIZE(bri_measured, 48),
    SIZE(bri_sensitivity, 64),
    SIZE(bri_run_def, 96),
    SIZE(bri_measurement, 80),
    SIZE(bri_measurement_def, 48),
    SIZE(bri_fit_progress, 32),
    SIZE(bri_fit_def, 152),
    SIZE(bri_mechanism_fit_def, 176),
    SIZE(bri_fit_column, 112),
    SIZE(bri_fit_parameter, 88),
    SIZE(bri_fit_record, 56),
    SIZE(bri_fit_result, 256),
    SIZE(bri_mobility, 40),
    SIZE(bri_reaction, 24),
    SIZE(bri_elastic_link, 64),
    SIZE(bri_shared, 56),
    SIZE(bri_slide, 104),
    SIZE(bri_sudden_motion, 216),
    SIZE(bri_table, 32),
    SIZE(bri_trace_input, 40),
    SIZE(bri_trace_def, 104),
    SIZE(bri_trace_point, 112),
    SIZE(bri_curve_def, 80),
    SIZE(bri_verdict_def, 48),
    SIZE(bri_quantity, 104),
    SIZE(bri_interface_verdict, 32),
    SIZE(bri_part, 40),
    SIZE(bri_verdict_result, 152),
    SIZE(bri_verdict_span, 56),
    SIZE(bri_verdict_history, 32),
};

static void structs_have_the_sizes_of_programs(void **state)
{
    (void)state;
    if (sizeof(long) != 8 || sizeof(void *) != 8) skip();
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        if (fixed[i].is != fixed[i].was)
            fail_msg("%s has %zu bytes, not %zu as in programs", fixed[i].name, fixed[i].is, fixed[i].was);
    for (size_t i = 0; i < sizeof growing / sizeof *growing; i++)
        if (growing[i].is < growing[i].was)
            fail_msg("%s has %zu bytes, fewer than %zu as in programs", growing[i].name, growing[i].is, growing[i].was);
}

/* What a program reads of a struct that is written by size: its own fields, and nothing behind them. */
static void structs_are_written_up_to_the_size_of_the_program(void **state)
{
    (void)state;
    static const char text[] = "bodies: {block: {mass: 1 kg, inertia: 1 kg m2}}\nrun: {until: 1 s}\n";
    bri_model *model = NULL;
    bri_system *system = NULL;
    assert_int_equal(bri_model_parse(text, strlen(text), "text", &model, NULL), BRI_OK);
    assert_int_equal(bri_system_build(model, &system, NULL), BRI_OK);
    const bri_mobility whole = bri_system_mobility(system);
    assert_int_equal(whole.degrees_of_freedom, 3);
    union {
        bri_mobility mobility;
        unsigned char bytes[sizeof(bri_mobility) + 16];
    } out;
    for (size_t size = 0; size <= sizeof out; size++) {
        memset(&out, 0x5a, sizeof out);
        bri_system_mobility_sized(system, &out.mobility, size);
        for (size_t i = 0; i < sizeof out; i++)
            assert_int_equal(out.bytes[i], i >= size            ? 0x5a
                                           : i >= sizeof(whole) ? 0
                                                                : ((const unsigned char *)&whole)[i]);
    }
    bri_system_destroy(system);
    bri_model_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(structs_have_the_sizes_of_programs),
        cmocka_unit_test(structs_are_written_up_to_the_size_of_the_program),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
