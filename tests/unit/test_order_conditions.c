/* test_order_conditions.c - one step of each integrator against the conditions of its order, one for each rooted tree
 *
 * For a rooted tree T with the children T1, T2, ... let x_T' = x_T1 x_T2 ..., x_T(0) = 0: x_T = h^|T| / gamma(T) exactly, where
 * gamma(T) = |T| gamma(T1) gamma(T2) ...; a Runge-Kutta method of order p gives that for every tree of at most p nodes, and its
 * error estimate gives 0 for the trees that both formulas integrate exactly (J. C. Butcher, Numerical Methods for Ordinary
 * Differential Equations; E. Hairer, S. P. Norsett, G. Wanner, Solving Ordinary Differential Equations I, II.2). For additive
 * methods every node is coupled (explicit) or local (implicit), and the same holds for every colouring. */
#include "test.h"

#include "integrator/runge_kutta.h"
#include "integrators.h"

enum {
    TREES_MAX = 400,
    CHILDREN_MAX = 4
};

typedef struct tree {
    int nodes, children, child[CHILDREN_MAX];
    bool local;
    double gamma;
    int at; /* its state */
} tree;

typedef struct forest {
    tree tree[TREES_MAX];
    int trees, coupled;
} forest;

/* Every tree with so many nodes whose root has this colour: children in an order that does not fall, chosen one by one. */
static void grow(forest *f, tree partial, int left, int least)
{
    if (left == 0) {
        partial.gamma = partial.nodes;
        for (int c = 0; c < partial.children; c++)
            partial.gamma *= f->tree[partial.child[c]].gamma;
        assert_true(f->trees < TREES_MAX);
        f->tree[f->trees++] = partial;
        return;
    }
    int known = f->trees; /* those made meanwhile are too large */
    for (int t = least; t < known; t++) {
        if (f->tree[t].nodes > left) continue;
        tree larger = partial;
        assert_true(larger.children < CHILDREN_MAX);
        larger.child[larger.children++] = t;
        grow(f, larger, left - f->tree[t].nodes, t);
    }
}

static void plant(forest *f, int order, bool coloured)
{
    f->trees = f->coupled = 0;
    for (int nodes = 1; nodes <= order; nodes++)
        for (int local = 0; local <= coloured; local++)
            grow(f, (tree){.nodes = nodes, .local = local}, nodes - 1, 0);
    for (int t = 0; t < f->trees; t++)
        if (!f->tree[t].local) f->tree[t].at = f->coupled++;
    for (int t = 0, at = f->coupled; t < f->trees; t++)
        if (f->tree[t].local) f->tree[t].at = at++;
}

static double rate_of(const forest *f, int t, const double *x)
{
    double product = 1;
    for (int c = 0; c < f->tree[t].children; c++)
        product *= x[f->tree[f->tree[t].child[c]].at];
    return product;
}

static bri_outcome rates(void *context, double t, const double *x, const double *discrete, double *xdot)
{
    const forest *f = context;
    (void)t, (void)discrete;
    for (int i = 0; i < f->trees; i++)
        xdot[f->tree[i].at] = rate_of(f, i, x);
    return BRI_FINE;
}

/* Children come before their tree, so that local states are solved for one after the other. */
static bri_outcome local_rates(void *context, double t, double *x, const double *discrete, double hg, double *xdot)
{
    const forest *f = context;
    for (int i = 0; i < f->trees; i++)
        if (f->tree[i].local) x[f->tree[i].at] += hg * rate_of(f, i, x);
    return rates(context, t, x, discrete, xdot);
}

/* What a method promises beyond the order of its error estimate. */
static int order_of(const bri_integrator_kind *kind)
{
    bool is_radau =
        kind == &bri_integrator_radau5 || kind == &bri_integrator_bristle5 || kind == &bri_integrator_multirate5;
    return is_radau ? 5 : (int)kind->order;
}

static void step_once(const bri_integrator_kind *kind, bool coloured)
{
    static forest f;
    static double size[TREES_MAX], start[TREES_MAX], end[TREES_MAX], error[TREES_MAX], within[TREES_MAX];
    bool implicit = kind->step != bri_rk_step; /* solved by iterations, with a Jacobian by differences */
    double h = implicit ? 0.05 : 0.5, rounding = implicit ? 1e-5 : 1e-13, share = 0.3;
    int order = order_of(kind);
    void *work = NULL;
    plant(&f, order, coloured);
    for (int i = 0; i < f.trees; i++)
        size[i] = 1;
    bri_problem problem = {.states = f.trees,
                           .locals = coloured ? f.trees - f.coupled : 0,
                           .size = size,
                           .context = &f,
                           .rates = rates,
                           .local_rates = coloured ? local_rates : NULL};
    bri_tolerances tolerances = {1e-12, 1e-12};
    double length = h, worst_error = 0;
    assert_int_equal(kind->create(&problem, &tolerances, &work, NULL), BRI_OK);
    if (kind->start) kind->start(work, 0, start, NULL);
    if (kind->step(work, 0, start, NULL, &length, end, error)) fail_msg("%s: no step", kind->kind.name);
    kind->interpolate(work, share, within);
    for (int i = 0; i < f.trees; i++) {
        const tree *t = &f.tree[i];
        double exact = pow(h, t->nodes) / t->gamma, unit = pow(h, t->nodes);
        if (!(fabs(end[t->at] - exact) <= rounding * unit))
            fail_msg("%s: tree %d of %d nodes: %.17g, not %.17g", kind->kind.name, i, t->nodes, end[t->at], exact);
        if (t->nodes >= kind->order)
            worst_error = fmax(worst_error, fabs(error[t->at]) / unit);
        else if (!(kind->flags & BRI_HAS_FIXED_STEP) && !(fabs(error[t->at]) <= rounding * unit))
            fail_msg("%s: error of tree %d of %d nodes: %.3g", kind->kind.name, i, t->nodes, error[t->at]);
        if (t->nodes <= 3 && t->nodes < order && !coloured)
            assert_close(within[t->at], exact * pow(share, t->nodes), fmax(rounding, 1e-12));
    }
    if (!(kind->flags & BRI_HAS_FIXED_STEP)) assert_true(worst_error > 1e-5); /* an estimate that sees the next order */
    kind->destroy(work);
}

static void every_tree_is_integrated_to_the_order(void **state)
{
    (void)state;
    for (EACH_INTEGRATOR(kind))
        if (!((*kind)->flags & BRI_HAS_OWN_CONTROL)) step_once(*kind, false);
}

static void coupled_and_local_nodes_mix(void **state)
{
    (void)state;
    int methods = 0;
    for (EACH_INTEGRATOR(kind)) {
        if (!((*kind)->flags & BRI_WANTS_LOCAL) || (*kind)->step != bri_rk_step) continue;
        step_once(*kind, true);
        methods++;
    }
    assert_true(methods >= 2);
}

/* Numbers of rooted trees with 1 to 5 nodes: 1, 1, 2, 4, 9; with two colours 2, 4, 14, 52, 214 (OEIS A000081, A000151). */
static void forests_have_all_trees(void **state)
{
    (void)state;
    static forest f;
    const int plain[] = {1, 2, 4, 8, 17}, coloured[] = {2, 6, 20, 72, 286};
    for (int order = 1; order <= 5; order++) {
        plant(&f, order, false);
        assert_int_equal(f.trees, plain[order - 1]);
        plant(&f, order, true);
        assert_int_equal(f.trees, coloured[order - 1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forests_have_all_trees),
        cmocka_unit_test(every_tree_is_integrated_to_the_order),
        cmocka_unit_test(coupled_and_local_nodes_mix),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
