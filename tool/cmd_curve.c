/* cmd_curve.c - bristle curve LAW...: force against velocity, displacement or time, as numbers or as a picture */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "command.h"
#include "history.h"

enum {
    MOST_LAWS = 16,
    LONGEST = 400
};

typedef struct job {
    bri_curve_def def;
    bri_curve_subject subject[MOST_LAWS];
    bri_params params[MOST_LAWS];
    size_t laws;
    bri_pair pair;
    bri_params noise_params;
    bri_noise noise;
    bri_units *units;
    const char *about; /* what complaints are about, where that is not plain; NULL: it is */
    int complaints;
} job;

static void tell(const bri_error *one, void *user)
{
    job *j = user;
    j->complaints++;
    bool says_it = one->status == BRI_NOT_FOUND; /* its sentence begins with the law */
    const char *where = *one->where ? one->where : j->about && !says_it ? j->about : "";
    if (*where)
        complain(BAD_INPUT, "%s: %s", where, one->what);
    else
        complain(BAD_INPUT, "%s", one->what);
}

/* --- settings: "mu_k=0.2", "lugre.sigma0=1e5 N/m", "noise.std=0.1 N" -------------------------------------------------- */

static bool split(const char *text, char name[LONGEST], const char **value)
{
    const char *equals = strchr(text, '=');
    if (!equals || equals == text || equals - text >= LONGEST) return false;
    snprintf(name, LONGEST, "%.*s", (int)(equals - text), text);
    *value = equals + 1 + strspn(equals + 1, " ");
    return true;
}

/* The part of a name behind "owner.", or NULL if it belongs to another. */
static const char *behind(const char *name, const char *owner)
{
    size_t length = strlen(owner);
    return !strncmp(name, owner, length) && name[length] == '.' ? name + length + 1 : NULL;
}

static bool names_any_law(const job *j, const char *name)
{
    for (size_t i = 0; i < j->laws; i++)
        if (behind(name, j->subject[i].law->kind.name)) return true;
    return false;
}

static bool names_other_law(const char *name) /* one that is not drawn: complained of by check_owner */
{
    char owner[LONGEST];
    snprintf(owner, sizeof owner, "%s", name);
    owner[strcspn(owner, ".")] = '\0';
    return strchr(name, '.') && bri_law_find(owner, NULL);
}

static bool has_parameter(const bri_kind *kind, const char *name)
{
    char head[LONGEST];
    snprintf(head, sizeof head, "%s", name);
    head[strcspn(head, ".")] = '\0'; /* k.2 is an element of k */
    return bri_param_find(kind, head) != NULL;
}

/* A plain name is meant for every law that has it. With one law, that law complains of a name it does not know. */
static bool is_for(const job *j, size_t law, const char *name)
{
    for (size_t i = 0; i < j->laws; i++)
        if (has_parameter(&j->subject[i].law->kind, name)) return has_parameter(&j->subject[law].law->kind, name);
    return j->laws == 1;
}

static const char *next_parameter(void *context, int index)
{
    const job *j = context;
    for (size_t i = 0; i < j->laws; i++)
        for (const bri_param *p = j->subject[i].law->kind.params; p->name; p++)
            if (index-- == 0) return p->name;
    return NULL;
}

/* A name that belongs to none of several laws, or to a law that is not drawn. */
static void check_owner(job *j, const char *name)
{
    char hint[200];
    for (size_t i = 0; i < j->laws; i++)
        if (has_parameter(&j->subject[i].law->kind, name) || behind(name, j->subject[i].law->kind.name)) return;
    if (behind(name, "noise")) return;
    if (names_other_law(name)) {
        complain(BAD_INPUT, "%s cannot be set, because %.*s is not among the laws drawn", name, (int)strcspn(name, "."),
                 name);
    } else if (j->laws > 1) {
        bri_text_suggest(hint, sizeof hint, name, next_parameter, j);
        complain(BAD_INPUT, "none of these laws has a parameter '%.60s'%s", name, hint);
    } else {
        return;
    }
    j->complaints++;
}

typedef struct settings {
    bri_setting at[MOST_WORDS];
    char names[MOST_WORDS][LONGEST];
    size_t count;
} settings;

static void add_setting(settings *s, const char *name, const char *value, const char *where)
{
    snprintf(s->names[s->count], LONGEST, "%s", name);
    s->at[s->count] = (bri_setting){.name = s->names[s->count], .text = value, .where = where};
    s->count++;
}

static bool is_setting(const given *g) { return !strcmp(g->option->name, "set"); }

/* What was set for one owner: a law, or noise. */
static void gather(const job *j, const command_line *arguments, int law, settings *out)
{
    out->count = 0;
    for (int i = 0; i < arguments->options; i++) {
        char name[LONGEST];
        const char *value, *rest;
        if (!is_setting(&arguments->option[i]) || !split(arguments->option[i].value, name, &value)) continue;
        if (law < 0) {
            if ((rest = behind(name, "noise"))) add_setting(out, rest, value, "--set noise");
        } else if ((rest = behind(name, j->subject[law].law->kind.name))) {
            add_setting(out, rest, value, NULL);
        } else if (!behind(name, "noise") && !names_any_law(j, name) && !names_other_law(name) &&
                   is_for(j, (size_t)law, name)) {
            add_setting(out, name, value, NULL);
        }
    }
}

static void apply_settings(job *j, const command_line *arguments)
{
    static settings s;
    bri_error err = {.each = tell, .user = j};
    for (int i = 0; i < arguments->options; i++) {
        char name[LONGEST];
        const char *value;
        if (!is_setting(&arguments->option[i])) continue;
        if (split(arguments->option[i].value, name, &value)) {
            check_owner(j, name);
        } else {
            complain(BAD_INPUT, "--set takes NAME=VALUE, not '%.60s'", arguments->option[i].value);
            j->complaints++;
        }
    }
    for (size_t i = 0; i < j->laws; i++) {
        const bri_kind *kind = &j->subject[i].law->kind;
        j->about = j->laws > 1 ? kind->name : NULL;
        gather(j, arguments, (int)i, &s);
        bri_params_defaults(kind, &j->params[i]);
        bri_params_read(kind, &j->params[i], j->units, s.at, s.count, &err);
    }
    j->about = NULL;
    gather(j, arguments, -1, &s);
    bri_params_defaults(&bri_noise_kind, &j->noise_params);
    if (s.count && !bri_params_read(&bri_noise_kind, &j->noise_params, j->units, s.at, s.count, &err) &&
        !bri_noise_place(&j->noise_params, &j->noise, &err))
        j->def.noise = &j->noise;
}

static void apply_pair(job *j, const command_line *arguments)
{
    bri_error err = {.each = tell, .user = j};
    for (int i = 0; i < arguments->options; i++) {
        char name[LONGEST];
        const char *value;
        if (strcmp(arguments->option[i].option->name, "pair") != 0) continue;
        if (split(arguments->option[i].value, name, &value)) {
            bri_params_set_text(&bri_pair_kind, &j->pair, j->units, name, value, &err);
        } else {
            complain(BAD_INPUT, "--pair takes NAME=VALUE, not '%.60s'", arguments->option[i].value);
            j->complaints++;
        }
    }
    j->def.pair = &j->pair;
}

/* --- the other options ------------------------------------------------------------------------------------------------- */

static void apply_quantity(job *j, const command_line *arguments, const char *name, const char *unit, double *out)
{
    bri_error err = {0};
    const char *text = option_value(arguments, name);
    if (!text || !bri_quantity_read(j->units, text, unit, out, &err)) return;
    complain(BAD_INPUT, "--%s: %s", name, err.what);
    j->complaints++;
}

static void check_span(job *j, const command_line *arguments)
{
    bool from = option_value(arguments, "from"), to = option_value(arguments, "to");
    if (from && !to)
        complain(BAD_INPUT, "--from needs --to");
    else if (to && !(j->def.to > j->def.from))
        complain(BAD_INPUT, "the velocities go from %g to %g m/s, and must rise", j->def.from, j->def.to);
    else
        return;
    j->complaints++;
}

/* An option that would have no effect. */
static void refuse_idle(job *j, const command_line *arguments)
{
    static const struct {
        const char *option;
        bool along_velocity, along_history, measured; /* where it has one */
    } uses[] = {{"from", true, false, false},  {"to", true, false, false},    {"amplitude", false, true, false},
                {"speed", false, true, false}, {"points", true, true, false}, {"history", true, true, true}};
    bool velocity = j->def.against == BRI_AGAINST_VELOCITY, measured = option_value(arguments, "history");
    for (size_t i = 0; i < sizeof uses / sizeof *uses; i++) {
        if (!option_value(arguments, uses[i].option) ||
            (velocity ? uses[i].along_velocity : uses[i].along_history && (!measured || uses[i].measured)))
            continue;
        complain(BAD_INPUT, "--%s has no effect %s%s", uses[i].option,
                 measured && !velocity ? "with --history" : "against ",
                 measured && !velocity ? ""
                 : velocity            ? "velocity; --against says which axis"
                                       : "displacement or time");
        j->complaints++;
    }
}

static void apply_options(job *j, const command_line *arguments)
{
    static const char *const axes[] = {"velocity", "displacement", "time"};
    const char *against = option_value(arguments, "against");
    double points = (double)j->def.rows;
    int axis = -1;
    for (int i = 0; i < 3; i++)
        if (!against || !strcmp(against, axes[i])) {
            axis = i;
            break;
        }
    if (axis < 0) {
        complain(BAD_INPUT, "--against is velocity, displacement or time, not '%.40s'", against);
        j->complaints++;
    }
    j->def.against = axis < 0 ? BRI_AGAINST_VELOCITY : (bri_against)axis;
    apply_quantity(j, arguments, "load", "N", &j->def.load);
    apply_quantity(j, arguments, "from", "m/s", &j->def.from);
    apply_quantity(j, arguments, "to", "m/s", &j->def.to);
    apply_quantity(j, arguments, "amplitude", "m", &j->def.amplitude);
    apply_quantity(j, arguments, "speed", "m/s", &j->def.speed);
    apply_quantity(j, arguments, "points", "1", &points);
    if (!(points >= 2 && points <= 1e7) || points != floor(points)) {
        complain(BAD_INPUT, "--points is %.9g, and must be a whole number from 2 to 10000000", points);
        j->complaints++;
        points = 2;
    }
    j->def.rows = (size_t)points;
    check_span(j, arguments);
    refuse_idle(j, arguments);
}

static void find_laws(job *j, const command_line *arguments)
{
    for (int i = 0; i < arguments->words; i++) {
        bri_error err = {0};
        const bri_friction_law *law = bri_law_find(arguments->word[i], &err);
        if (!law || i >= MOST_LAWS) {
            complain(BAD_INPUT, "%s", law ? "more than 16 laws do not fit in one picture" : err.what);
            j->complaints++;
            continue;
        }
        j->subject[j->laws] = (bri_curve_subject){.law = law, .params = &j->params[j->laws]};
        j->laws++;
    }
    if (!arguments->words) {
        complain(BAD_INPUT, "curve needs the name of a law; 'bristle laws' lists them");
        j->complaints++;
    }
}

/* --- what comes out ------------------------------------------------------------------------------------------------------ */

static int draw_table(const job *j, const command_line *arguments, const bri_table *table, const char *path)
{
    char title[200];
    const char *what = j->laws > 1 ? "Friction" : j->subject[0].law->kind.title;
    snprintf(title, sizeof title, option_value(arguments, "history") ? "%s" : "%s, load %g N", what, j->def.load);
    drawn curve[MOST_LAWS];
    size_t first = table->columns - j->laws;
    for (size_t i = 0; i < j->laws; i++)
        curve[i] = (drawn){table, 0, (int)(first + i), table->column[first + i].name};
    panel force = {.label = "friction force [N]", .curve = curve, .curves = (int)j->laws};
    picture p = {.path = path,
                 .title = title,
                 .x_label = table->column[0].name,
                 .x_unit = table->column[0].unit,
                 .panel = &force,
                 .panels = 1};
    return draw(&p);
}

static int finish(job *j, const command_line *arguments)
{
    const char *path = option_value(arguments, "output"), *history = option_value(arguments, "history");
    bri_error err = {.each = history ? tell : NULL, .user = j}; /* every bad row of a file */
    bri_table *table = NULL;
    bri_status status = history ? follow_history(history, j->units, &j->def, j->subject, j->laws, &table, &err)
                                : bri_curve_table(&j->def, j->subject, j->laws, &table, &err);
    if (status == BRI_MISSING) {
        char needs[400] = "";
        for (size_t i = 0; i < j->laws && !*needs; i++)
            if (bri_friction_needs(j->subject[i].law, &j->pair, NULL)) bri_describe_needs(j->subject[i].law, needs);
        return complain(BAD_INPUT, "%s; all it needs is given as in%s", err.what, needs);
    }
    if (status) return j->complaints ? exit_status_of(status) : complain_of(status, &err);
    int result = path && is_picture(path) ? draw_table(j, arguments, table, path)
                                          : write_table(table, path, option_value(arguments, "json"));
    bri_table_destroy(table);
    return result;
}

static int curve_run(const command_line *arguments)
{
    static job j;
    bri_error err = {0};
    j.def = bri_curve_defaults();
    j.pair = bri_pair_unknown();
    int bad_output = check_table_output(option_value(arguments, "output"), option_value(arguments, "json"));
    if (bad_output) return bad_output;
    bri_status status = bri_units_create(&j.units, &err);
    if (status) return complain_of(status, &err);
    find_laws(&j, arguments);
    apply_options(&j, arguments);
    if (j.laws) apply_settings(&j, arguments);
    apply_pair(&j, arguments);
    int result = j.complaints ? BAD_INPUT : finish(&j, arguments);
    bri_units_destroy(j.units);
    return result;
}

static const option curve_options[] = {
    {"against", "AXIS", "velocity (default): steady sliding; displacement: slow cycles; time: start, sliding, stop",
     'a'},
    {"set", "NAME=VALUE", "a parameter, with a unit if wanted: v_s='1 mm/s', dahl.sigma0=2e5, noise.std='0.1 N'", 's'},
    {"load", "FORCE", "normal load (10 N)", 'l'},
    {"from", "VELOCITY", "first velocity, against velocity", 0},
    {"to", "VELOCITY", "last velocity, against velocity", 0},
    {"amplitude", "LENGTH", "of the largest cycle, against displacement", 0},
    {"speed", "VELOCITY", "largest speed, against displacement or time", 0},
    {"points", "COUNT", "rows of numbers (801)", 'n'},
    {"pair", "NAME=VALUE",
     "what lubricated laws need: length, radius_a, radius_b, modulus, roughness, viscosity, density", 0},
    {"history", "FILE", "follow a CSV file with columns time, velocity and, if wanted, load (SI) instead", 0},
    {"output", "FILE", ".svg, .png, .pdf: a picture; .csv, .json: numbers; without it, CSV on standard output", 'o'},
    {"json", NULL, "numbers as JSON", 0},
    {0},
};

const command command_curve = {
    .name = "curve",
    .summary = "force against velocity, displacement or time, as numbers or a picture",
    .usage = "curve LAW... [--against AXIS] [--set NAME=VALUE]... [-o FILE]",
    .details =
        "Draws one law or several over each other. A parameter set by its bare name is set in every law that has it.\n"
        "\n"
        "  bristle curve stribeck_tanh brown_mcphee -o static.svg\n"
        "  bristle curve lugre --against displacement --set sigma0='1e5 1/m' -o loops.png\n"
        "  bristle curve misharin --pair viscosity='400 cP' --pair density='870 kg/m3' > misharin.csv",
    .options = curve_options,
    .run = curve_run,
};
