/* cmd_check.c - bristle check MODEL: every complaint, degrees of freedom, what looks suspicious */
#include <math.h>
#include <string.h>

#include "command.h"

static int write_model(const bri_model *model, const char *path)
{
    bri_error err = {0};
    whole_file file;
    if (!path || !path[0]) {
        bri_status status = bri_model_write(model, to_stdout, NULL, &err);
        return status ? complain_of(status, &err) : DONE;
    }
    int status = whole_open(&file, path);
    if (status) return status;
    bri_status written = bri_model_write(model, whole_write, &file, &err);
    status = whole_close(&file, written == BRI_OK);
    return written && !status ? complain_of(written, &err) : status;
}

static void say_mobility(const bri_system *system)
{
    bri_mobility m = bri_system_mobility(system);
    const char *title = bri_system_title(system);
    if (*title) printf("%s\n", title);
    printf("%d bod%s, %d coordinates, %d constraint%s", m.bodies, m.bodies == 1 ? "y" : "ies", m.coordinates,
           m.constraints, m.constraints == 1 ? "" : "s");
    if (m.redundant) printf(", %d of them redundant", m.redundant);
    printf(": %d degree%s of freedom\n", m.degrees_of_freedom, m.degrees_of_freedom == 1 ? "" : "s");
    if (m.position_error > 1e-12)
        printf("joints are open by %.2g m or rad at most as the model begins, and are closed before a run\n",
               m.position_error);
}

static void say_elastic(const bri_system *system)
{
    bri_elastic_link link;
    for (int i = 0; bri_system_elastic(system, i, &link); i++)
        printf("%s is elastic from %s to %s: %.4g N/m and %.4g N/m at its ends, %.4g N/m in all; it counts as three "
               "bodies\n",
               link.body, link.from, link.to, link.stiffness[0], link.stiffness[1], link.whole);
}

static void say_shared(const bri_system *system)
{
    bri_shared s;
    for (int i = 0; bri_system_shared(system, i, &s); i++)
        printf("%s: %s = %.4g %s, from the links' stiffness of %.4g N/m along its sliding, under %.4g N at %g s\n",
               s.joint, s.parameter, s.value, s.unit, s.stiffness, s.load, s.time);
}

typedef struct doubtful { /* what is said of reactions that are not unique */
    char forces[1000], friction[1000];
    bool motion; /* friction that is arbitrary acts on it */
} doubtful;

static void add_name(char list[1000], const char *joint, const char *name)
{
    size_t used = strlen(list);
    snprintf(list + used, 1000 - used, "%s%s%s%s", used ? ", " : "", joint, *name ? "." : "", name);
}

static void see_reaction(const bri_reaction *reaction, void *user)
{
    doubtful *d = user;
    if (reaction->unique) return;
    if (reaction->is_friction)
        add_name(d->friction, reaction->joint, "");
    else
        add_name(d->forces, reaction->joint, reaction->name);
    d->motion = d->motion || (reaction->is_friction && reaction->moves_something);
}

/* Rigid bodies that are held more often than they must be do not tell how they share the load. */
static int say_reactions(const bri_system *system)
{
    doubtful slides = {{0}, {0}, false}, locked = {{0}, {0}, false};
    int redundant = 0;
    bri_error err = {0};
    bri_status status = bri_system_reactions(system, BRI_SLIDING, see_reaction, &slides, NULL, &err);
    if (!status) status = bri_system_reactions(system, BRI_LOCKED, see_reaction, &locked, &redundant, &err);
    if (status) return complain_of(status, &err);
    if (*slides.forces) printf("not determined by rigid bodies: %s\n", slides.forces);
    if (*slides.friction) printf("so that friction is arbitrary in: %s\n", slides.friction);
    if (slides.motion) printf("and so is the motion, unless run: {redundancy: ...} names how the load is shared\n");
    if (*locked.friction && !*slides.friction && bri_system_mobility(system).degrees_of_freedom > 0)
        printf(
            "where all friction holds, it holds %d time%s more than it must: not determined in %s; 'bristle verdict' "
            "tells what is certain\n",
            redundant, redundant == 1 ? "" : "s", locked.friction);
    return DONE;
}

static void tell_reaction(const bri_reaction *reaction, void *user)
{
    (void)user;
    printf("  %-24s %-12s %s\n", reaction->joint, reaction->name, reaction->unique ? "unique" : "not determined");
}

/* Where a run is at that time, with the joints that stick there. */
static int say_reactions_at(const bri_system *system, double time)
{
    bri_error err = {0};
    bri_sim *sim = NULL;
    bri_run_def def = bri_run_defaults();
    int redundant = 0;
    bri_status status = bri_sim_create(system, &def, &sim, &err);
    if (!status && !(time >= bri_sim_time(sim) && time <= bri_sim_until(sim))) {
        double from = bri_sim_time(sim), until = bri_sim_until(sim);
        bri_sim_destroy(sim);
        return complain(BAD_INPUT, "--at: the run goes from %g s to %g s", from, until);
    }
    if (!status) status = bri_sim_advance(sim, time, &err);
    if (!status) {
        printf("at t = %g s, reactions and friction\n", time);
        status = bri_sim_reactions(sim, tell_reaction, NULL, &redundant, &err);
    }
    if (!status && redundant) printf("%d of what holds %s redundant\n", redundant, redundant == 1 ? "is" : "are");
    bri_sim_destroy(sim);
    return status ? complain_of(status, &err) : DONE;
}

static int check_run(const command_line *arguments)
{
    bri_model *model = NULL;
    bri_system *system = NULL;
    bool warned = false;
    bri_error err = saying_each(&warned);
    double gap = 0, time = NAN;
    int status = read_model(arguments, "check", &model), bad = option_number(arguments, "at", "s", &time);
    status = status ? status : bad;
    bool assemble = option_value(arguments, "assemble"), echo = option_value(arguments, "echo");
    if (!status && !isnan(time) && (assemble || echo))
        status = complain(BAD_INPUT, "--at and --%s do not go together: leave one out", assemble ? "assemble" : "echo");
    if (!status && assemble) status = exit_status_of(bri_model_assemble(model, &gap, &err));
    if (!status && (assemble || echo)) {
        status = write_model(model, option_value(arguments, "output"));
        if (!status && assemble)
            fprintf(stderr, "joints were open by %.3g m or rad at most, and are closed now\n", gap);
    }
    if (!status) status = exit_status_of(bri_system_build(model, &system, &err));
    if (!status && !assemble && !echo) {
        say_mobility(system);
        say_elastic(system);
        say_shared(system);
        status = isnan(time) ? say_reactions(system) : say_reactions_at(system, time);
        fflush(stdout);
        bri_system_warnings(system, &err);
        if (!status) printf("%s is fine%s\n", arguments->word[0], warned ? ", but see the warnings" : "");
    }
    bri_system_destroy(system);
    bri_model_destroy(model);
    return status;
}

static const option check_options[] = {
    {"assemble", NULL, "move bodies until their joints meet, and print the model so", 0},
    {"at", "TIME", "run until then, and tell of every reaction and friction force whether it is unique there", 0},
    {"echo", NULL, "print the model as it was understood, in SI units", 0},
    {"output", "FILE", "write the model there instead", 'o'},
    {"set", "PATH=VALUE", "change a number or a word of the model first", 's'},
    {0},
};

const command command_check = {
    .name = "check",
    .summary = "all that is wrong or suspicious in a model file; degrees of freedom",
    .usage = "check MODEL [--set PATH=VALUE]... [--at TIME | --assemble | --echo] [-o FILE]",
    .details =
        "Reads a model file and says all that is wrong with it, with line and column. Then counts degrees of freedom,\n"
        "and warns of numbers that are allowed but look wrong.",
    .options = check_options,
    .run = check_run,
};
