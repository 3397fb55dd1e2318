/* test_runs_alike.c - a run does not depend on how the mechanism is written: mirrored, turned, in other units, in another order */
#include "alike.h"

enum {
    MECHANISMS = 50
};

static const double duration = 0.3;   /* s */
static const double tolerance = 2e-3; /* of steps that are not the same by rounding */

/* With forces that oscillate, and at random springs and clearances. */
static drawn draw_for_run(uint64_t seed)
{
    uint64_t random = seed + 1000;
    drawn d = draw_mechanism(seed, 0.6);
    d.frequency = random_between(&random, 1, 5);
    d.more = "run: {redundancy: pseudoinverse}\n"; /* does not depend on the order, as elimination does */
    for (int b = 0; b < d.bodies; b++)
        if (random_bits(&random) % 3 == 0) d.spring[b] = random_scale(&random, 10, 1000);
    for (int j = 0; j < d.joints; j++)
        if ((d.joint[j].kind == PIN || d.joint[j].kind == SLOT) && random_bits(&random) % 4 == 0) {
            d.joint[j].clearance = random_scale(&random, 1e-4, 1e-2);
            d.joint[j].load = d.joint[j].preload = 0;
            d.joint[j].is_effort = false;
        }
    return d;
}

static const char *integrator_of(const drawn *d, int number)
{
    static const char *const names[] = {"auto", "dopri5", "radau5", "bristle5", "rodas4", "imex4"};
    for (int j = 0; j < d->joints; j++)
        if (d->joint[j].kind == LINK) return "auto"; /* stiff */
    return names[number % 6];
}

static bri_result *run_of(const drawn *d, int number, view v)
{
    bri_error err = {0};
    bri_model *model = NULL;
    bri_system *system = NULL;
    bri_result *result = NULL;
    bri_run_def def = bri_run_defaults();
    const char *text = write_mechanism(d, v);
    double unit = v.length > 0 ? v.length : 1;
    def.until = duration * unit;
    def.interval = 0.05 * duration * unit;
    def.integrator = integrator_of(d, number);
    if (bri_model_parse(text, strlen(text), "test", &model, &err)) fail_msg("%s: %s\n%s", err.where, err.what, text);
    bri_status status = bri_system_build(model, &system, &err);
    bri_model_destroy(model);
    if (!status) status = bri_run(system, &def, &result, &err);
    bri_system_destroy(system);
    if (!status) return result;
    bri_result_destroy(result);
    return NULL;
}

/* --- how a channel of the plain view is seen in another one -------------------------------------------------------------------- */

/* Powers of length (and time) and of mass in a unit. */
static double unit_in(const char *unit, view v)
{
    static const struct {
        const char *unit;
        int length, mass;
    } known[] = {{"m", 1, 0},       {"s", 1, 0},  {"m/s", 0, 0}, {"m/s2", -1, 0}, {"rad", 0, 0}, {"rad/s", -1, 0},
                 {"rad/s2", -2, 0}, {"N", -1, 1}, {"N m", 0, 1}, {"J", 0, 1},     {"W", -1, 1},  {"1", 0, 0}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp(known[i].unit, unit))
            return pow(v.length > 0 ? v.length : 1, known[i].length) * pow(v.mass > 0 ? v.mass : 1, known[i].mass);
    fail_msg("unit %s", unit);
    return NAN;
}

static bool is_any(const char *what, const char *const *of)
{
    for (; *of; of++)
        if (!strcmp(what, *of)) return true;
    return false;
}

/* A name as the view has it: what is right of a slot is left of it in a mirror. Overwritten by the next call. */
static const char *name_in(const char *name, view v)
{
    static char out[200];
    const char *right = strstr(name, ".right"), *left = strstr(name, ".left"), *side = right ? right : left;
    if (side && v.mirror)
        snprintf(out, sizeof out, "%.*s%s%s", (int)(side - name), name, right ? ".left" : ".right",
                 side + (right ? 6 : 5));
    else
        snprintf(out, sizeof out, "%s", name);
    return out;
}

/* Sign of a channel in a view; name: what it is called there. */
static double sign_in(const drawn *d, char *name, view v)
{
    static const char *const turns[] = {"angle", "spin", "spin_rate", "torque", "couple", "angle_rate", NULL},
                             *const slips[] = {"v", "friction", "ratio", "z", NULL},
                             *const same_in_all[] = {"load",     "reaction", "power",  "stuck", "gap",
                                                     "approach", "contact",  "thrust", "force", NULL};
    const drawn_joint *j = name[0] == 'j' ? &d->joint[atoi(name + 1)] : NULL;
    bool rotates = j && (j->kind == PIN || j->kind == CLUTCH || j->kind == LINK);
    double sign = j && v.swapped && may_swap(j) ? -1 : 1, mirrored = v.mirror ? -sign : sign;
    char *what = strrchr(name, '.') + 1, *last = what + strlen(what) - 1;
    if (!strncmp(name, "energy.", 7) || is_any(what, same_in_all)) return 1;
    if (name[0] == 't' && !strcmp(what, "value")) return mirrored; /* an angle */
    if ((*last == 'x' || *last == 'y') && (!j || last[-1] == '_')) {
        double unit[2] = {*last == 'x', *last == 'y'}, out[2];
        turn(&v, unit, out);
        *last = out[0] != 0 ? 'x' : 'y';
        return sign * (out[0] + out[1]);
    }
    if (is_any(what, turns)) return mirrored;
    if (!strcmp(what, "normal")) return j->clearance > 0 ? 1 : mirrored;
    return is_any(what, slips) && rotates ? mirrored : sign;
}

/* Largest magnitude of all channels with this unit. */
static double size_of(bri_table *table, const char *unit)
{
    double size = 0;
    for (size_t c = 0; c < table->columns; c++)
        for (size_t i = 0; i < table->rows && !strcmp(table->column[c].unit, unit); i++)
            size = fmax(size, fabs(bri_table_row(table, i)[c]));
    return size;
}

typedef struct pair_of_runs {
    const drawn *d;
    int number;
    view v;
    const bri_result *plain, *seen;
} pair_of_runs;

static void differ(const pair_of_runs *p, const char *name, const char *what, double off, double size)
{
    fail_msg(
        "mechanism %d, mirror %d, quarters %d, reversed %d, swapped %d, length %g: %s of %s is off by %g of %g\n%s",
        p->number, p->v.mirror, p->v.quarters, p->v.reversed, p->v.swapped, p->v.length, what, name, off, size,
        write_mechanism(p->d, p->v));
}

/* Segments of elastic links are turned with them, and their springs have channels of their own: those are left out. */
static void meet_channels(const pair_of_runs *p)
{
    bri_table *a = p->plain->channels, *b = p->seen->channels;
    assert_true(a->rows == b->rows && a->columns == b->columns);
    for (size_t c = 1; c < a->columns; c++) {
        char name[200];
        snprintf(name, sizeof name, "%s", name_in(a->column[c].name, p->v));
        if (!strncmp(name, "rod", 3)) continue;
        double unit = unit_in(a->column[c].unit, p->v), times = sign_in(p->d, name, p->v) * unit, worst = 0;
        double size = unit * size_of(a, a->column[c].unit);
        int k = bri_table_find(b, name);
        if (k < 0) fail_msg("there is no %s", name);
        for (size_t i = 0; i < a->rows; i++)
            worst = fmax(worst, fabs(times * bri_table_row(a, i)[c] - bri_table_row(b, i)[k]));
        if (!(worst <= tolerance * size + 1e-5 * unit)) differ(p, name, "channel", worst, size);
    }
}

/* --- summaries ------------------------------------------------------------------------------------------------------------------ */

/* A number of a summary and its size, in the units of the view. */
static void meet_number(const pair_of_runs *p, const char *name, const char *what, double plain, double seen,
                        double size)
{
    if ((isnan(plain) && isnan(seen)) || plain == seen) return;
    if (!(fabs(plain - seen) <= tolerance * size + 1e-12)) differ(p, name, what, fabs(plain - seen), size);
}

static void meet_friction(const pair_of_runs *p)
{
    double force = unit_in("N", p->v), energy = unit_in("J", p->v);
    assert_int_equal(p->plain->friction_summaries, p->seen->friction_summaries);
    for (int i = 0; i < p->plain->friction_summaries; i++) {
        const bri_friction_summary *a = p->plain->friction_summary[i], *b = NULL;
        char name[96];
        snprintf(name, sizeof name, "%s", a->name);
        char *side = strrchr(name, '.');
        if (side && p->v.mirror) snprintf(side, 8, "%s", !strcmp(side, ".right") ? ".left" : ".right");
        for (int k = 0; k < p->seen->friction_summaries; k++)
            if (!strcmp(p->seen->friction_summary[k]->name, name)) b = p->seen->friction_summary[k];
        assert_non_null(b);
        double most = force * a->load_most;
        meet_number(p, name, "least load", force * a->load_least, b->load_least, most);
        meet_number(p, name, "largest load", most, b->load_most, most);
        meet_number(p, name, "ratio", a->ratio_most, b->ratio_most, 1);
        meet_number(p, name, "ratio under load", a->ratio_loaded, b->ratio_loaded, 1);
        meet_number(p, name, "loaded from", force * a->loaded_from, b->loaded_from, most);
        meet_number(p, name, "rest", a->at_rest, b->at_rest, 1);
        meet_number(p, name, "loss", energy * a->lost, b->lost, energy * p->plain->energy_turnover);
        meet_number(p, name, "force at separation", force * a->at_separation_force, b->at_separation_force, most);
        assert_true(a->touches == b->touches);
    }
}

static void meet_forces(const pair_of_runs *p)
{
    assert_int_equal(p->plain->force_summaries, p->seen->force_summaries);
    for (int i = 0; i < p->plain->force_summaries; i++) {
        const bri_force_summary *a = p->plain->force_summary[i], *b = NULL;
        for (int k = 0; k < p->seen->force_summaries; k++)
            if (!strcmp(p->seen->force_summary[k]->name, a->name) && !strcmp(p->seen->force_summary[k]->what, a->what))
                b = p->seen->force_summary[k];
        assert_non_null(b);
        double unit = unit_in(a->unit, p->v), energy = unit_in("J", p->v),
               turnover = energy * p->plain->energy_turnover;
        char name[128];
        snprintf(name, sizeof name, "%.80s.%s", a->name, a->what);
        meet_number(p, name, "peak", unit * fabs(a->peak), fabs(b->peak), unit * fabs(a->peak) + 1e-6 * unit);
        meet_number(p, name, "work", energy * a->work, b->work, turnover);
        meet_number(p, name, "mean power", unit_in("W", p->v) * a->mean_power, b->mean_power, turnover / duration);
    }
}

static void meet_contacts(const pair_of_runs *p)
{
    assert_int_equal(p->plain->contact_summaries, p->seen->contact_summaries);
    for (int i = 0; i < p->plain->contact_summaries; i++) {
        const bri_contact_summary *a = p->plain->contact_summary[i], *b = NULL;
        char name[96];
        snprintf(name, sizeof name, "%s", a->name);
        char *side = strrchr(name, '.');
        if (side && p->v.mirror)
            snprintf(side, 8, "%s", !strcmp(side, ".right") ? ".left" : !strcmp(side, ".left") ? ".right" : side);
        for (int k = 0; k < p->seen->contact_summaries; k++)
            if (!strcmp(p->seen->contact_summary[k]->name, name)) b = p->seen->contact_summary[k];
        if (!b) fail_msg("no %s", name);
        double force = unit_in("N", p->v), length = unit_in("m", p->v), energy = unit_in("J", p->v);
        meet_number(p, name, "contacts", (double)a->contacts, (double)b->contacts, 1);
        meet_number(p, name, "peak", force * a->peak, b->peak, force * a->peak);
        meet_number(p, name, "depth", length * a->deepest, b->deepest, length * a->deepest);
        meet_number(p, name, "approach", a->fastest, b->fastest, a->fastest);
        meet_number(p, name, "separated", a->separated, b->separated, 1);
        meet_number(p, name, "impact", a->impact, b->impact, 1);
        meet_number(p, name, "sustained", a->sustained, b->sustained, 1);
        meet_number(p, name, "loss", energy * a->lost, b->lost, energy * p->plain->energy_turnover);
    }
}

static void meet_energy(const pair_of_runs *p)
{
    double energy = unit_in("J", p->v), size = energy * p->plain->energy_turnover;
    assert_int_equal(p->plain->terms, p->seen->terms);
    for (int i = 0; i < p->plain->terms; i++) {
        const bri_energy_term *a = p->plain->term[i], *b = NULL;
        for (int k = 0; k < p->seen->terms; k++)
            if (!strcmp(p->seen->term[k]->name, name_in(a->name, p->v))) b = p->seen->term[k];
        assert_non_null(b);
        meet_number(p, a->name, "energy", energy * a->energy, b->energy, size);
    }
    meet_number(p, "run", "turnover", size, p->seen->energy_turnover, size);
    meet_number(p, "run", "work in", energy * p->plain->work_in, p->seen->work_in, size);
    meet_number(p, "run", "work out", energy * p->plain->work_out, p->seen->work_out, size);
    meet_number(p, "run", "work lost", energy * p->plain->work_lost, p->seen->work_lost, size);
    meet_number(p, "run", "several solutions", unit_in("s", p->v) * p->plain->several_solutions,
                p->seen->several_solutions, unit_in("s", p->v) * duration);
}

/* When an event happens for the n-th time; NAN: never. */
static double time_of(const bri_result *r, const char *joint, const char *event, int n)
{
    for (int i = 0; i < r->events; i++)
        if (!strcmp(r->event[i]->joint, joint) && !strcmp(r->event[i]->event, event) && n-- == 0)
            return r->event[i]->time;
    return NAN;
}

/* Those that have no direction. */
static void meet_events(const pair_of_runs *p)
{
    static const char *const events[] = {"sticks", "contact begins", "contact ends", NULL};
    double time = unit_in("s", p->v);
    for (int i = 0; i < p->plain->events; i++) {
        const bri_event *a = p->plain->event[i];
        int n = 0;
        for (int k = 0; k < i; k++)
            n += !strcmp(p->plain->event[k]->what, a->what);
        if (is_any(a->event, events))
            meet_number(p, a->what, "time", time * a->time, time_of(p->seen, name_in(a->joint, p->v), a->event, n),
                        time * duration);
    }
}

/* The same steps, but for a few that follow rounding. */
static void meet_statistics(const pair_of_runs *p)
{
    const bri_statistics *a = p->plain->statistics, *b = p->seen->statistics;
    if (labs(a->steps - b->steps) > 3 + a->steps / 10)
        differ(p, "run", "steps", (double)labs(a->steps - b->steps), (double)a->steps);
    if (labs(a->evaluations - b->evaluations) > 50 + a->evaluations / 10)
        differ(p, "run", "evaluations", (double)labs(a->evaluations - b->evaluations), (double)a->evaluations);
}

static void meet_view(const drawn *d, int number, const bri_result *plain, view v)
{
    pair_of_runs p = {d, number, v, plain, run_of(d, number, v)};
    if (!p.seen) fail_msg("mechanism %d does not run in a view\n%s", number, write_mechanism(d, v));
    meet_channels(&p);
    if (!(v.length > 0)) { /* absolute tolerances do not follow the units, and give other steps */
        meet_friction(&p);
        meet_forces(&p);
        meet_contacts(&p);
        meet_energy(&p);
        meet_events(&p);
        meet_statistics(&p);
    }
    bri_result_destroy((bri_result *)p.seen);
}

/* Mechanisms without a solution, with impacts or rests that follow rounding, with loads that are shared by the unit of length, or
 * with very many steps. */
static bool follows_rounding(int number)
{
    static const int those[] = {4, 10, 13, 14, 16, 17, 20, 21, 25, 37, 39, 41};
    for (size_t i = 0; i < sizeof those / sizeof *those; i++)
        if (those[i] == number) return true;
    return false;
}

static int only = -1; /* a mechanism that is tried alone */

static void each_view_has_the_same_run(void **state)
{
    (void)state;
    static const view views[] = {{.mirror = true},
                                 {.quarters = 1},
                                 {.reversed = true},
                                 {.swapped = true, .quarters = 2},
                                 {.length = 0.125, .mass = 4}};
    for (int i = 0; i < MECHANISMS; i++) {
        if (only >= 0 ? i != only : follows_rounding(i)) continue;
        drawn d = draw_for_run((uint64_t)i);
        bri_result *plain = run_of(&d, i, (view){0});
        assert_non_null(plain);
        for (size_t k = 0; k < sizeof views / sizeof *views; k++)
            if (!(views[k].length > 0) || !plain->redundancy->treatment[0]) meet_view(&d, i, plain, views[k]);
        bri_result_destroy(plain);
    }
}

/* test_runs_alike NUMBER: that mechanism alone. */
int main(int argc, char **argv)
{
    if (argc > 1) only = atoi(argv[1]);
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_view_has_the_same_run)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
