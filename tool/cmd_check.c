/* cmd_check.c - bristle check MODEL, or STUDY: all errors, degrees of freedom, redundant constraints, suspicious values */
#include <math.h>

#include "study.h"

enum {
    SLIDES_SHOWN = 10
};

static int write_model(const bri_model *model, const char *path)
{
    bri_error err = {0};
    atomic_file file;
    if (!path || !path[0]) {
        bri_status status = bri_model_write(model, to_stdout, NULL, &err);
        return status ? complain_of(status, &err) : DONE;
    }
    int status = atomic_open(&file, path);
    if (status) return status;
    bri_status written = bri_model_write(model, atomic_write, &file, &err);
    status = atomic_close(&file, written == BRI_OK);
    return written && !status ? complain_of(written, &err) : status;
}

static void print_mobility(const bri_system *system)
{
    bri_mobility m = bri_system_mobility(system);
    const char *title = bri_system_title(system);
    if (*title) printf("%s\n", title);
    printf("%d bod%s, %d coordinates, %d constraint%s", m.bodies, m.bodies == 1 ? "y" : "ies", m.coordinates,
           m.constraints, m.constraints == 1 ? "" : "s");
    if (m.redundant) printf(", %d of them redundant", m.redundant);
    printf(": %d degree%s of freedom\n", m.degrees_of_freedom, m.degrees_of_freedom == 1 ? "" : "s");
    if (m.position_error > 1e-12)
        printf("initial constraint error: up to %.2g m or rad; a run assembles the joints first\n", m.position_error);
}

static void print_elastic_links(const bri_system *system)
{
    bri_elastic_link link;
    for (int i = 0; bri_system_elastic(system, i, &link); i++)
        printf(
            "%s is elastic from %s to %s: stiffness %.4g N/m and %.4g N/m at its ends, %.4g N/m in total; it counts as "
            "three bodies\n",
            link.body, link.from, link.to, link.stiffness[0], link.stiffness[1], link.whole);
}

static void print_stiffness_from_links(const bri_system *system)
{
    bri_shared s;
    for (int i = 0; bri_system_shared(system, i, &s); i++)
        printf("%s: %s = %.4g %s, derived from the stiffness of links: %.4g N/m along its slip, under a load of %.4g N "
               "at %g s\n",
               s.joint, s.parameter, s.value, s.unit, s.stiffness, s.load, s.time);
}

/* What slides of joints, and springs on them, are measured from. */
static void print_slides(const bri_system *system)
{
    bri_slide s;
    int i = 0;
    for (; i < SLIDES_SHOWN && bri_system_slide(system, i, &s); i++) {
        printf("%s: its slide is %.4g m at the start, measured along [%.4g, %.4g] from [%.4g, %.4g] m on %s to [%.4g, "
               "%.4g] m on %s\n",
               s.joint, s.value, s.along[0], s.along[1], s.point[0][0], s.point[0][1], s.body[0], s.point[1][0],
               s.point[1][1], s.body[1]);
        if (!s.spring) continue;
        printf("  %s acts on it; its force is 0 where the slide is %.4g m: ", s.spring, s.free_value);
        printf(s.spring_force == 0 ? "as at the start\n" : "at the start it %s with %.4g N\n",
               s.spring_force < 0 ? "pulls against this direction" : "pushes in this direction", fabs(s.spring_force));
    }
    if (bri_system_slide(system, i, &s)) printf("... and so on for further slides\n");
}

typedef struct undetermined {          /* reactions that are not unique */
    char forces[1000], friction[1000]; /* names */
    bool motion;                       /* friction among them affects the motion */
} undetermined;

static void add_name(char list[1000], const char *joint, const char *name)
{
    append_text(list, 1000, "%s%s%s%s", *list ? ", " : "", joint, *name ? "." : "", name);
}

static void add_reaction(const bri_reaction *reaction, void *user)
{
    undetermined *u = user;
    if (reaction->unique) return;
    if (reaction->is_friction)
        add_name(u->friction, reaction->joint, "");
    else
        add_name(u->forces, reaction->joint, reaction->name);
    u->motion = u->motion || (reaction->is_friction && reaction->moves_something);
}

/* Of an over-constrained mechanism: reactions and friction that a rigid-body model cannot determine. */
static int print_undetermined(const bri_system *system)
{
    undetermined sliding = {{0}, {0}, false}, locked = {{0}, {0}, false};
    int redundant = 0;
    bri_error err = {0};
    bri_status status = bri_system_reactions(system, BRI_SLIDING, add_reaction, &sliding, NULL, &err);
    if (!status) status = bri_system_reactions(system, BRI_LOCKED, add_reaction, &locked, &redundant, &err);
    if (status) return complain_of(status, &err);
    if (*sliding.forces) printf("over-constrained: a rigid-body model cannot determine %s\n", sliding.forces);
    if (*sliding.friction)
        printf("therefore friction in %s%s not unique: run: {redundancy: ...} selects how the load is shared\n",
               sliding.friction, sliding.motion ? " and the motion are" : " is");
    if (*locked.friction && !*sliding.friction && bri_system_mobility(system).degrees_of_freedom > 0)
        printf("over-constrained while all joints stick, with %d redundant constraint%s: a rigid-body model cannot "
               "determine "
               "friction in %s\n  'bristle verdict' reports what holds however the load is shared\n",
               redundant, redundant == 1 ? "" : "s", locked.friction);
    return DONE;
}

static void print_reaction(const bri_reaction *reaction, void *user)
{
    (void)user;
    printf("  %-24s %-12s %s\n", reaction->joint, reaction->name, reaction->unique ? "unique" : "not determined");
}

/* Runs the model until then: interfaces that stick are constraints. */
static int print_reactions_at(const bri_system *system, double time)
{
    bri_error err = {0};
    bri_sim *sim = NULL;
    bri_run_def def = bri_run_defaults();
    int redundant = 0;
    bri_status status = bri_sim_create(system, &def, &sim, &err);
    if (!status && !(time >= bri_sim_time(sim) && time <= bri_sim_until(sim))) {
        double from = bri_sim_time(sim), until = bri_sim_until(sim);
        bri_sim_destroy(sim);
        return complain(BAD_INPUT, "--at: %g s is outside the run, which goes from %g s to %g s", time, from, until);
    }
    if (!status) status = bri_sim_advance(sim, time, &err);
    if (!status) {
        printf("reactions and friction at t = %g s\n", time);
        status = bri_sim_reactions(sim, print_reaction, NULL, &redundant, &err);
    }
    if (!status && redundant) printf("%d redundant constraint%s\n", redundant, redundant == 1 ? "" : "s");
    bri_sim_destroy(sim);
    return status ? complain_of(status, &err) : DONE;
}

static int check_study(const command_line *arguments)
{
    if (arguments->options)
        return complain(BAD_INPUT, "%s is a study, of which check takes no option --%s", arguments->word[0],
                        arguments->option[0].option->name);
    return check_study_file(arguments->word[0]);
}

static int check_run(const command_line *arguments)
{
    if (arguments->words == 1 && is_study_file(arguments->word[0])) return check_study(arguments);
    bri_model *model = NULL;
    bri_system *system = NULL;
    bool warned = false;
    bri_error err = error_printer(&warned);
    double gap = 0, time = NAN;
    int status = read_model(arguments, "check", &model, &warned), bad = option_number(arguments, "at", "s", &time);
    status = status ? status : bad;
    bool assemble = option_value(arguments, "assemble"), echo = option_value(arguments, "echo");
    if (!status && !isnan(time) && (assemble || echo))
        status = complain(BAD_INPUT, "--at and --%s cannot be combined", assemble ? "assemble" : "echo");
    if (!status && assemble) status = exit_status_of(bri_model_assemble(model, &gap, &err));
    if (!status) status = exit_status_of(bri_system_build(model, &system, &err));
    if (!status && (assemble || echo)) { /* a model with errors is not written */
        status = write_model(model, option_value(arguments, "output"));
        if (!status && assemble)
            fprintf(stderr, "assembled: the initial constraint error was up to %.3g m or rad\n", gap);
    } else if (!status) {
        print_mobility(system);
        print_elastic_links(system);
        print_stiffness_from_links(system);
        print_slides(system);
        status = isnan(time) ? print_undetermined(system) : print_reactions_at(system, time);
        fflush(stdout);
        bri_system_warnings(system, &err);
        bri_run_def def = bri_run_defaults();
        if (!status) status = exit_status_of(bri_run_check(system, &def, &err));
        if (!status) printf("%s is fine%s\n", arguments->word[0], warned ? ", but see the warnings" : "");
    }
    bri_system_destroy(system);
    bri_model_destroy(model);
    return status;
}

static const option check_options[] = {
    {"assemble", NULL, "move the bodies until all joints fit, and print the assembled model", 0},
    {"at", "TIME", "run until TIME and report for every reaction and friction force whether it is unique", 0},
    {"echo", NULL, "print the model as it was read, in SI units", 0},
    {"output", "FILE", "write the model to FILE", 'o'},
    {"set", "PATH=VALUE", "change a value of the model first", 's'},
    {0},
};

const command command_check = {
    .name = "check",
    .summary = "errors and suspicious values of a model or study file; degrees of freedom, redundant constraints",
    .usage = "check MODEL [--set PATH=VALUE]... [--at TIME | --assemble | --echo] [-o FILE]",
    .details =
        "Reads a model file and reports all its errors, with line and column. For a file without errors,\n"
        "prints the degrees of freedom and what a rigid-body model cannot determine, and warns of suspicious\n"
        "values. Also makes all checks that 'bristle run' makes before its first step. Of a study file: all errors,\n"
        "or what varies and what is measured.",
    .options = check_options,
    .run = check_run,
};
