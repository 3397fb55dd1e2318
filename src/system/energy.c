/* energy.c - energies at a point, and the powers that a run sums up */
#include "system/energy.h"

#include <assert.h>
#include <math.h>

double bri_energy_sum(const bri_energies *e) { return e->kinetic + e->potential + e->springs + e->contacts; }

double bri_energy_scale(const bri_system *s)
{
    double scale = 0;
    for (int b = 0; b < s->bodies; b++)
        scale += s->mass[b] * (s->speed * s->speed + hypot(s->gravity[0], s->gravity[1]) * s->length);
    return scale;
}

bri_energies bri_energies_of(const bri_point *p)
{
    const bri_system *s = p->system;
    bri_energies e = {0};
    assert(p->scope >= BRI_SCOPE_DYNAMICS);
    for (int b = 0; b < s->bodies; b++) {
        const double *v = p->u + BRI_DOF * b, *q = p->x + BRI_DOF * b;
        e.kinetic += 0.5 * (s->mass[b] * (v[0] * v[0] + v[1] * v[1]) + s->inertia[b] * v[2] * v[2]);
        e.potential -= s->mass[b] * (s->gravity[0] * q[0] + s->gravity[1] * q[1]);
    }
    for (int f = 0; f < s->forces; f++)
        e.springs += p->effort[f].stored;
    for (int g = 0; g < s->gaps; g++)
        e.contacts += p->contact[g].stored;
    return e;
}

/* --- the table ---------------------------------------------------------------------------------------------------------- */

static int count_interfaces(const bri_system *s) { return s->interfaces; }
static int count_gaps(const bri_system *s) { return s->gaps; }
static int count_forces(const bri_system *s) { return s->forces; }
static int count_joints(const bri_system *s) { return s->joints; }
static int count_one(const bri_system *s) { return s->rows > 0; }
static const char *name_interface(const bri_system *s, int k) { return s->interface[k].label; }
static const char *name_gap(const bri_system *s, int g) { return s->gap[g].label; }
static const char *name_force(const bri_system *s, int f) { return s->force[f].name; }
static const char *name_driver(const bri_system *s, int j) { return s->joint[j].drive ? s->joint[j].name : NULL; }

static const char *name_nothing(const bri_system *s, int index)
{
    (void)s, (void)index;
    return "";
}

static double friction_power(const bri_point *p, const bri_solution *sol, int k)
{
    const sys_interface *interface = &p->system->interface[k];
    if (bri_sticks(&p->discrete, k)) return 0;
    double lost = -p->noise[k] * bri_slip_rate(p, interface);
    for (int c = interface->component; c < interface->component + interface->components; c++)
        lost -= sol->friction[c] * sol->patch[p->system->component[c].patch].lever * sol->slip_rate[c];
    return lost;
}

static double impact_power(const bri_point *p, const bri_solution *sol, int g)
{
    (void)sol;
    return (p->contact[g].force - p->contact[g].elastic) * p->depth_rate[g];
}

static double damping_power(const bri_point *p, const bri_solution *sol, int f)
{
    (void)sol;
    return p->effort[f].loss;
}

static double load_power(const bri_point *p, const bri_solution *sol, int f)
{
    (void)sol;
    return p->effort[f].work;
}

static double rows_power(const bri_point *p, const bri_solution *sol, const sys_joint *joint)
{
    double sum = 0;
    for (int i = joint->row; i < joint->row + joint->held; i++)
        sum += sol->lambda[i] * p->row_rate[i];
    return sum;
}

static double driver_power(const bri_point *p, const bri_solution *sol, int j)
{
    return rows_power(p, sol, &p->system->joint[j]);
}

/* Of the effort of a driver, for its root mean square: no energy. */
static double driver_square(const bri_point *p, const bri_solution *sol, int j)
{
    const sys_joint *joint = &p->system->joint[j];
    double sum = 0;
    for (int i = joint->row; i < joint->row + joint->held; i++)
        sum += sol->lambda[i] * sol->lambda[i];
    return sum;
}

/* Reactions do no work but for the velocity errors that stabilisation leaves. */
static double reaction_power(const bri_point *p, const bri_solution *sol, int index)
{
    const bri_system *s = p->system;
    double sum = 0;
    (void)index;
    for (int j = 0; j < s->joints; j++)
        if (!s->joint[j].drive) sum += rows_power(p, sol, &s->joint[j]);
    for (int i = s->held_rows; i < s->rows; i++)
        sum += p->active[i] ? sol->lambda[i] * p->row_rate[i] : 0;
    return sum;
}

/* In the order of the energy balance. */
static const bri_sum_kind sum_kinds[] = {
    {BRI_SUM_LOADS, "work of %s", 1, true, count_forces, name_force, load_power},
    {BRI_SUM_DRIVERS, "work of %s", 1, false, count_joints, name_driver, driver_power},
    {BRI_SUM_FRICTION, "lost by friction in %s", -1, false, count_interfaces, name_interface, friction_power},
    {BRI_SUM_IMPACTS, "lost by contact in %s", -1, false, count_gaps, name_gap, impact_power},
    {BRI_SUM_DAMPING, "lost by damping in %s", -1, true, count_forces, name_force, damping_power},
    {BRI_SUM_STABILISATION, "energy changed by constraint stabilisation%s", 1, false, count_one, name_nothing,
     reaction_power},
    {BRI_SUM_SQUARES, "square of the effort of %s", 0, true, count_joints, name_driver, driver_square},
};
enum {
    SUM_KINDS = sizeof sum_kinds / sizeof *sum_kinds
};

static int list(const bri_system *s, sys_sum *out)
{
    int count = 0;
    for (int k = 0; k < SUM_KINDS; k++)
        for (int i = 0; i < sum_kinds[k].count(s); i++) {
            if (!sum_kinds[k].name(s, i)) continue;
            if (out) out[count] = (sys_sum){&sum_kinds[k], i};
            count++;
        }
    return count;
}

bool bri_list_sums(bri_system *s)
{
    s->quadratures = list(s, NULL);
    s->sum = bri_arena_take(&s->arena, (size_t)s->quadratures + 1, sizeof *s->sum);
    if (s->sum) list(s, s->sum);
    return s->sum;
}

void bri_sum_powers(const bri_point *p, const bri_solution *sol, double *power)
{
    const bri_system *s = p->system;
    assert(bri_solution_is_of(sol, p));
    for (int i = 0; i < s->quadratures; i++)
        power[i] = s->sum[i].kind->power(p, sol, s->sum[i].index);
}

double bri_sum_of_group(const bri_system *s, bri_sum_group group, const double *sums)
{
    double total = 0;
    for (int i = 0; i < s->quadratures; i++)
        if (s->sum[i].kind->group == group) total += sums[i];
    return total;
}

double bri_sum_of(const bri_system *s, bri_sum_group group, int index, const double *sums)
{
    for (int i = 0; i < s->quadratures; i++)
        if (s->sum[i].kind->group == group && s->sum[i].index == index) return sums[i];
    return 0;
}
