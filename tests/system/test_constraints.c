/* test_constraints.c - J M^-1 J^T, reactions and residuals of a stretched double pendulum, by hand */
#include "handmade.h"

/* Two rods of 2 m along x from the origin; masses 2 and 4 kg, inertias 1 and 0.5 kg m2. Rows, each on (x, y, angle):
 *     pin1 x: rod 1 (1, 0, 0)        pin1 y: rod 1 (0, 1, -1)
 *     pin2 x: rod 1 (-1, 0, 0), rod 2 (1, 0, 0)    pin2 y: rod 1 (0, -1, -1), rod 2 (0, 1, -1) */
static const char *const model = "gravity: [0, -10]\n"
                                 "bodies:\n"
                                 "  one: {mass: 2, inertia: 1, at: [1, 0], spin: 3}\n"
                                 "  two: {mass: 4, inertia: 0.5, at: [3, 0], spin: -1}\n"
                                 "joints:\n"
                                 "  pin1: {revolute: [ground, one], at: [0, 0]}\n"
                                 "  pin2: {revolute: [one, two], at: [2, 0], friction: {law: coulomb, mu_k: 0.1}}\n"
                                 "run: {constraints: baumgarte, alpha: 5, beta: 7}\n";

static double entry(const rig *r, const double *matrix, int i, int j)
{
    int at = bri_sparse_find(&r->system->sparse, i, j);
    return at < 0 ? 0 : matrix[at];
}

static void matrix_is_that_by_hand(void **state)
{
    (void)state;
    rig r = rig_of(model);
    bri_point *p = &r.engine->look.point;
    bri_instant at = rig_at(&r, 0);
    bri_point_set(p, &at, BRI_SCOPE_DYNAMICS);
    double *matrix = bri_arena_take(&r.engine->arena, (size_t)r.system->sparse.entries, sizeof(double));
    assert_non_null(matrix);
    bri_constraint_matrix(p, r.system->inverse, matrix);
    /* 1/2; 1/2 + 1; 1/2 + 1/4; 1/2 + 1 + 1/4 + 2; -1/2; -1/2 + (-1)(-1) */
    const double by_hand[4][4] = {{0.5, 0, -0.5, 0}, {0, 1.5, 0, 0.5}, {-0.5, 0, 0.75, 0}, {0, 0.5, 0, 3.75}};
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            assert_close(entry(&r, matrix, i, j), by_hand[i][j], 1e-14);
    assert_close(entry(&r, matrix, 4, 4), 1, 0); /* the pin slips: its stick row does not hold */
    assert_true(entry(&r, matrix, 4, 3) == 0 && entry(&r, matrix, 1, 4) == 0);
    rig_put(&r, 0, BRI_STICK, 0); /* rows -w1 + w2: 1/I1 + 1/I2 = 3; with pin1 y: (-1)(-1)/1; with pin2 y: 1 - 2 */
    bri_point_set(p, &at, BRI_SCOPE_DYNAMICS);
    bri_constraint_matrix(p, r.system->inverse, matrix);
    assert_close(entry(&r, matrix, 4, 4), 3, 1e-14);
    assert_close(entry(&r, matrix, 4, 1), 1, 1e-14);
    assert_close(entry(&r, matrix, 3, 4), -1, 1e-14);
    /* other weights: 1 for the angle of rod 2 only; pin2 y has (-1)^2, and the stick row 1 */
    bri_constraint_matrix(p, (const double[]){0, 0, 0, 0, 0, 1}, matrix);
    assert_close(entry(&r, matrix, 3, 3), 1, 1e-14);
    assert_close(entry(&r, matrix, 4, 3), -1, 1e-14);
    assert_true(entry(&r, matrix, 0, 0) == 0 && entry(&r, matrix, 2, 2) == 0);
    rig_free(&r);
}

static void reactions_act_on_both_bodies(void **state)
{
    (void)state;
    rig r = rig_of(model);
    bri_point *p = &r.engine->look.point;
    bri_instant at = rig_at(&r, 0);
    double force[6] = {0, 0, 0, 0, 0, 1};
    bri_point_set(p, &at, BRI_SCOPE_DYNAMICS);
    bri_add_reactions(p, (const double[]){1, 2, 3, 4, 100}, force); /* the last does not hold */
    assert_vector(force, 1e-14, 1 - 3, 2 - 4, -2 - 4, 3, 4, -4 + 1);
    /* J_row M^-1 force: pin2 y is -F_y/2 - T/1 of rod 1, F_y/4 - T/0.5 of rod 2 */
    const double other[6] = {1, 2, 3, 4, 5, 6};
    assert_close(bri_row_response(p, 3, other), -1 - 3 + 1.25 - 12, 1e-14);
    assert_close(bri_row_response(p, 0, other), 0.5, 1e-14);
    rig_free(&r);
}

/* pin2 y with w1 = 3, w2 = -1: bias w1^2 r1_y - w2^2 r2_y = 0; pin2 x: 9 1 - 1 (-1) = 10; pin1 x: -9 (-1) = 9. */
static void residuals_have_baumgartes_terms_if_asked_for(void **state)
{
    (void)state;
    rig r = rig_of(model);
    bri_point *p = &r.engine->look.point;
    bri_instant at = rig_at(&r, 0);
    const double a[6] = {1, 2, 3, 4, 5, 6};
    r.x[3] += 0.01; /* rod 2 */
    r.u[3] += 0.1;
    bri_point_set(p, &at, BRI_SCOPE_DYNAMICS);
    assert_close(bri_row_residual(p, 0, a, false), 9 + 1, 1e-13);
    assert_close(bri_row_residual(p, 1, a, false), 2 - 3, 1e-13);
    assert_close(bri_row_residual(p, 2, a, false), 10 - 1 + 4, 1e-12);
    assert_close(bri_row_residual(p, 3, a, false), -2 - 3 + 5 - 6, 1e-13);
    assert_close(bri_row_residual(p, 2, a, true), 13 + 2 * 5 * 0.1 + 49 * 0.01, 1e-12);
    assert_close(bri_row_residual(p, 0, a, true), 10, 1e-12);
    rig_free(&r);
}

/* Friction of pin2 turns: -1 on the angle of rod 1, 1 on that of rod 2. On rod 1 it reaches pin1 y: (-1)(-1)/1, and pin2 y:
 * (-1)(-1)/1; on rod 2 pin2 y: (-1) 1/0.5. */
static void friction_reaches_the_rows_of_its_bodies(void **state)
{
    (void)state;
    rig r = rig_of(model);
    bri_point *p = &r.engine->look.point;
    bri_instant at = rig_at(&r, 0);
    double sum[5] = {0};
    bri_point_set(p, &at, BRI_SCOPE_DYNAMICS);
    for (int k = 0; k < r.system->reaches; k++) {
        const sys_reach *reach = &r.system->reach[k];
        sum[reach->row] += bri_reach_response(p, reach, bri_slip_motion(p, &r.system->interface[0]));
    }
    assert_vector(sum, 1e-14, 0, 1, 0, 1 - 2);
    rig_free(&r);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(matrix_is_that_by_hand),
        cmocka_unit_test(reactions_act_on_both_bodies),
        cmocka_unit_test(residuals_have_baumgartes_terms_if_asked_for),
        cmocka_unit_test(friction_reaches_the_rows_of_its_bodies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
