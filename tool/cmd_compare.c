/* cmd_compare.c - bristle compare MODEL --laws ...: laws of friction on one mechanism, outcomes and costs side by side */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "compare.h"
#include "crew.h"
#include "kind/record.h"
#include "model/match.h"
#include "stopping.h"

static int add_law(comparison *c, const char *name, size_t length)
{
    one_law *law = &c->law[c->laws];
    if (!length || length >= sizeof law->name)
        return complain(BAD_INPUT, "--laws needs names of laws: --laws coulomb,lugre,dahl");
    if (c->laws == MOST_LAWS) return complain(BAD_INPUT, "--laws names more than %d laws", MOST_LAWS);
    snprintf(law->name, sizeof law->name, "%.*s", (int)length, name);
    for (int i = 0; i < c->laws; i++)
        if (!strcmp(c->law[i].name, law->name)) return complain(BAD_INPUT, "--laws names %s twice", law->name);
    c->laws++;
    return read_measures(c->arguments, &law->measures);
}

static int read_laws(comparison *c)
{
    const char *at = option_value(c->arguments, "laws");
    int worst = DONE;
    if (!at) return complain(BAD_INPUT, "nothing is compared: give --laws coulomb,lugre,dahl");
    for (; !worst && at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL)
        worst = add_law(c, at, strcspn(at, ","));
    if (!worst && c->laws < 2) worst = complain(BAD_INPUT, "--laws needs at least two laws: --laws coulomb,lugre");
    return worst;
}

/* Applies --with LAW.PARAMETER=VALUE to a law. */
static int apply_with(const comparison *c, const char *at, one_law *law, bool *used)
{
    int worst = DONE;
    for (int i = 0; i < c->arguments->options; i++) {
        const given_option *g = &c->arguments->option[i];
        size_t length = strlen(law->name);
        bri_error err = error_printer(NULL);
        char path[300];
        if (strcmp(g->option->name, "with") != 0 || strncmp(g->value, law->name, length) != 0 ||
            g->value[length] != '.')
            continue;
        const char *parameter = g->value + length + 1, *equals = strchr(parameter, '=');
        used[i] = true;
        if (!equals) return complain(BAD_INPUT, "--with needs LAW.PARAMETER=VALUE, not '%.80s'", g->value);
        snprintf(path, sizeof path, "%.150s.%.*s", at, (int)(equals - parameter < 100 ? equals - parameter : 100),
                 parameter);
        worst = worse_of(worst, exit_status_of(bri_model_set_text(law->model, path, equals + 1, &err)));
    }
    return worst;
}

/* Reports once, and not for each law, that a path leads to no law. */
static int check_place(const bri_model *base, const char *at)
{
    bri_error err = error_printer(NULL);
    bri_names paths = {0};
    char pattern[300];
    snprintf(pattern, sizeof pattern, "%.200s.law", at);
    bri_status status = bri_model_find_matches(base, pattern, &paths, &err);
    bri_names_destroy(&paths);
    return exit_status_of(status);
}

static int make_models(comparison *c)
{
    bool used[MAX_WORDS] = {false};
    const char *at = option_value(c->arguments, "at") ? option_value(c->arguments, "at") : "*.friction";
    int worst = check_place(c->base, at);
    if (worst) return worst;
    for (int i = 0; i < c->laws; i++) {
        bri_error err = error_printer(NULL);
        int status = put_law(c->base, at, &c->law[i], &err);
        if (!status) status = apply_with(c, at, &c->law[i], used);
        worst = worse_of(worst, status);
    }
    for (int i = 0; !worst && i < c->arguments->options; i++)
        if (!strcmp(c->arguments->option[i].option->name, "with") && !used[i])
            worst = complain(BAD_INPUT, "--with '%.80s' names none of the laws that are compared",
                             c->arguments->option[i].value);
    return worst;
}

/* Each law must make a system that has the channels; a slip is then reported once. */
static int check_systems(comparison *c)
{
    int worst = DONE;
    for (int i = 0; i < c->laws && !worst; i++) {
        bri_error err = error_printer(NULL);
        bri_system *system = NULL;
        bri_measures *error = NULL;
        char text[200];
        snprintf(text, sizeof text, "max %.150s", c->error_channel ? c->error_channel : "t");
        bri_status status = bri_system_build(c->law[i].model, &system, &err);
        if (!status) status = bri_measures_check(c->law[i].measures, system, &err);
        if (!status) status = bri_measures_create(&error, &err);
        if (!status) status = bri_measures_add(error, text, &err);
        if (!status) status = bri_measures_check(error, system, &err);
        if (!status && c->error_channel) {
            static char unit[BRI_WORD_ROOM + 20];
            snprintf(unit, sizeof unit, "%.80s", bri_measures_get(error, 0)->unit);
            c->error_unit = unit;
        }
        bri_measures_destroy(error);
        bri_system_destroy(system);
        worst = exit_status_of(status);
    }
    return worst;
}

static void *begin(void *user) { return user; }
static void end(void *own) { (void)own; }
static void work(void *own, size_t number)
{
    comparison *c = own;
    run_law(c, &c->law[number]);
}

static int report(comparison *c)
{
    const char *csv = option_value(c->arguments, "output");
    int worst = DONE;
    for (int i = 0; i < c->laws; i++)
        if (!c->law[i].done) return complain(UNFINISHED, "stopped: not all laws have run");
    if (c->error_channel) find_common_error(c);
    if (!csv || strcmp(csv, "-") != 0) print_comparison(c, stdout);
    if (csv) worst = write_comparison(c, csv);
    fflush(stdout);
    for (int i = 0; i < c->laws; i++)
        if (c->law[i].status)
            worst = worse_of(worst, complain(UNFINISHED, "%s: %s", c->law[i].name, c->law[i].err.what));
    return worst;
}

static int run_compare(const command_line *arguments)
{
    static comparison c;
    bri_model *model = NULL;
    const char *csv = option_value(arguments, "output");
    c = (comparison){.arguments = arguments,
                     .error_channel = option_value(arguments, "error"),
                     .by_time = option_value(arguments, "seconds"),
                     .error = NAN,
                     .error_unit = ""};
    int worst = DONE;
    if (csv && strcmp(csv, "-") != 0 && !ends_with(csv, ".csv"))
        worst = complain(BAD_INPUT, "--output must end in .csv, or be - for standard output, not '%.100s'", csv);
    worst = worse_of(worst, read_laws(&c));
    worst = worse_of(worst, read_model(arguments, "compare", &model, NULL));
    c.base = model;
    if (!worst) worst = make_models(&c);
    if (!worst) worst = check_systems(&c);
    if (!worst) {
        crew_work(&(crew){(size_t)c.laws, c.by_time ? 1 : 0, begin, work, end, &c, false, 0});
        worst = report(&c);
    }
    for (int i = 0; i < MOST_LAWS; i++) {
        bri_measures_destroy(c.law[i].measures);
        bri_model_destroy(c.law[i].model);
    }
    bri_model_destroy(model);
    return worst;
}

static const option compare_options[] = {
    {"laws", "LAW,LAW", "the laws; costs are relative to the first one", 'l'},
    {"at", "PATH", "friction that gets these laws: 'rub.friction', or a pattern; all friction by default", 0},
    {"measure", "TEXT", "measure each run: 'max motor.torque', 'mean arm.angle from 2 s'; may be repeated", 'm'},
    {"error", "CHANNEL", "compare costs at equal error of this channel too, against a reference run", 'e'},
    {"with", "LAW.PARAMETER=VALUE", "a value of one of the laws: lugre.sigma0=1e5; may be repeated", 'w'},
    {"set", "PATH=VALUE", "change a value of the model: floor.friction.mu_s=0.3", 's'},
    {"seconds", NULL, "costs are CPU times, of runs one at a time, instead of evaluations", 0},
    {"output", "FILE", "write the table to FILE.csv; - is standard output", 'o'},
    {0},
};

const command command_compare = {
    .name = "compare",
    .summary = "put several laws of friction into one mechanism: outcomes and costs side by side",
    .usage = "compare MODEL --laws LAW,LAW... [--at PATH] [--measure TEXT]... [--error CHANNEL] [-o FILE.csv]",
    .details =
        "Runs a model with each law. Parameters with the same meaning (sliding and static friction, speed scale,\n"
        "stiffness and damping of bristles, viscous friction) keep the values of the model's own law; what was\n"
        "carried over is printed. Costs are evaluations of the equations, the same in each run of the command.\n"
        "With --error, each law also runs at 13 tolerances from 1e-3 to 1e-9. A robust line (Theil and Sen) is\n"
        "fitted to the logarithms of cost and error, which is the largest deviation of the channel from a run by\n"
        "the integrator auto at 1e-12. Costs are then compared at one error that all laws reach.",
    .options = compare_options,
    .run = run_compare,
};
