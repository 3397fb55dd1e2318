/* cmd_curve.c - bristle curve LAW...: friction force against velocity, displacement or time, as numbers or as a plot */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "command.h"
#include "history.h"

enum {
    MAX_LAWS = 16,
    LONGEST = 400
};

typedef struct job {
    bri_curve_def def;
    bri_curve_subject subject[MAX_LAWS];
    bri_params params[MAX_LAWS];
    size_t laws;
    bri_pair pair;
    bri_params noise_params;
    bri_noise noise;
    bri_units *units;
    const char *about; /* law that errors refer to, if there are several; else NULL */
    int errors;
} job;

static void count_error(const bri_error *one, void *user)
{
    job *j = user;
    j->errors++;
    bool names_law = one->status == BRI_NOT_FOUND; /* the message begins with the law */
    const char *where = *one->where ? one->where : j->about && !names_law ? j->about : "";
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

/* The part of a name after "owner.", or NULL if the name has another owner. */
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

static bool names_other_law(const char *name) /* a law that is not drawn: check_owner reports it */
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

/* A name without owner applies to every law that has the parameter. A single law reports unknown names itself. */
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

/* Reports a name that no law has, or whose law is not drawn. */
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
    j->errors++;
}

typedef struct settings {
    bri_setting at[MAX_WORDS];
    char names[MAX_WORDS][LONGEST];
    size_t count;
} settings;

static void add_setting(settings *s, const char *name, const char *value, const char *where)
{
    snprintf(s->names[s->count], LONGEST, "%s", name);
    s->at[s->count] = (bri_setting){.name = s->names[s->count], .text = value, .where = where};
    s->count++;
}

static bool is_setting(const given_option *g) { return !strcmp(g->option->name, "set"); }

/* The settings of one owner: a law, or noise (law < 0). */
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
    bri_error err = {.each = count_error, .user = j};
    for (int i = 0; i < arguments->options; i++) {
        char name[LONGEST];
        const char *value;
        if (!is_setting(&arguments->option[i])) continue;
        if (split(arguments->option[i].value, name, &value)) {
            check_owner(j, name);
        } else {
            complain(BAD_INPUT, "--set takes NAME=VALUE, not '%.60s'", arguments->option[i].value);
            j->errors++;
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
    bri_params_defaults(bri_noise_parameters(), &j->noise_params);
    if (s.count && !bri_params_read(bri_noise_parameters(), &j->noise_params, j->units, s.at, s.count, &err) &&
        !bri_noise_place(&j->noise_params, &j->noise, &err))
        j->def.noise = &j->noise;
}

static void apply_pair(job *j, const command_line *arguments)
{
    bri_error err = {.each = count_error, .user = j};
    for (int i = 0; i < arguments->options; i++) {
        char name[LONGEST];
        const char *value;
        if (strcmp(arguments->option[i].option->name, "pair") != 0) continue;
        if (split(arguments->option[i].value, name, &value)) {
            bri_params_set_text(bri_pair_parameters(), &j->pair, j->units, name, value, &err);
        } else {
            complain(BAD_INPUT, "--pair takes NAME=VALUE, not '%.60s'", arguments->option[i].value);
            j->errors++;
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
    j->errors++;
}

static void check_span(job *j, const command_line *arguments)
{
    bool from = option_value(arguments, "from"), to = option_value(arguments, "to");
    if (from && !to)
        complain(BAD_INPUT, "--from needs --to");
    else if (to && !(j->def.to > j->def.from))
        complain(BAD_INPUT, "the velocities go from %g to %g m/s, and must increase", j->def.from, j->def.to);
    else
        return;
    j->errors++;
}

/* Rejects options that would have no effect. */
static void check_effects(job *j, const command_line *arguments)
{
    static const struct {
        const char *option;
        bool along_velocity, along_history, measured; /* where it has an effect */
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
                 : velocity            ? "velocity; --against selects the axis"
                                       : "displacement or time");
        j->errors++;
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
        j->errors++;
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
        j->errors++;
        points = 2;
    }
    j->def.rows = (size_t)points;
    check_span(j, arguments);
    check_effects(j, arguments);
}

static void find_laws(job *j, const command_line *arguments)
{
    for (int i = 0; i < arguments->words; i++) {
        bri_error err = {0};
        const bri_friction_law *law = bri_law_find(arguments->word[i], &err);
        if (!law || i >= MAX_LAWS) {
            complain(BAD_INPUT, "%s", law ? "too many laws: at most 16 fit into one plot" : err.what);
            j->errors++;
            continue;
        }
        j->subject[j->laws] = (bri_curve_subject){.law = law, .params = &j->params[j->laws]};
        j->laws++;
    }
    if (!arguments->words) {
        complain(BAD_INPUT, "curve needs the name of a law; 'bristle laws' lists them");
        j->errors++;
    }
}

/* --- output ------------------------------------------------------------------------------------------------------ */

static void add_phrase(bri_text *to, const char *phrase)
{
    if (to->length) bri_text_add(to, ", ");
    bri_text_add_n(to, phrase, strlen(phrase));
}

/* Numbers of a single law; of several, those that were set. Of the surfaces and of noise, those that were set. */
static void name_parameters(const job *j, const command_line *arguments, bri_text *out)
{
    bool alone = j->laws == 1;
    const bri_kind *kind = &j->subject[0].law->kind;
    for (const bri_param *p = kind->params; alone && p->name; p++) {
        double value;
        char unit[BRI_WORD_ROOM], phrase[200];
        if (p->type != BRI_REAL || bri_params_get(kind, &j->params[0], p->name, &value, NULL) ||
            value == 0) /* 0: without effect */
            continue;
        bri_param_unit(kind, p, &j->params[0], unit);
        snprintf(phrase, sizeof phrase, strcmp(unit, "1") ? "%s = %.6g %s" : "%s = %.6g", p->name, value, unit);
        add_phrase(out, phrase);
    }
    for (int i = 0; i < arguments->options; i++) {
        const given_option *g = &arguments->option[i];
        bool pair = !strcmp(g->option->name, "pair");
        if (pair || (is_setting(g) && (!alone || behind(g->value, "noise")))) add_phrase(out, g->value);
    }
    if (!alone) bri_text_add(out, "%s", out->length ? "; otherwise default parameters" : "default parameters");
}

static int draw_table(const job *j, const command_line *arguments, const bri_table *table, const char *path)
{
    char title[200];
    bri_text subtitle = {0};
    const char *what = j->laws > 1 ? "Friction" : j->subject[0].law->kind.title;
    snprintf(title, sizeof title, option_value(arguments, "history") ? "%s" : "%s, load %g N", what, j->def.load);
    name_parameters(j, arguments, &subtitle);
    plot_curve curve[MAX_LAWS];
    size_t first = table->columns - j->laws;
    int velocity = bri_table_find(table, "velocity");
    plot_curve motion = {table, 0, velocity, "velocity"};
    for (size_t i = 0; i < j->laws; i++)
        curve[i] = (plot_curve){table, 0, (int)(first + i), table->column[first + i].name};
    panel panels[2] = {{.label = "friction force [N]", .curve = curve, .curves = (int)j->laws},
                       {.label = "velocity", .unit = "m/s", .curve = &motion, .curves = 1}};
    picture p = {.path = path,
                 .title = title,
                 .subtitle = subtitle.at,
                 .x_label = table->column[0].name,
                 .x_unit = table->column[0].unit,
                 .panel = panels,
                 .panels = j->def.against == BRI_AGAINST_TIME && velocity > 0 ? 2 : 1};
    int result = draw(&p);
    bri_text_free(&subtitle);
    return result;
}

static bool add_text(const char *text, size_t length, void *user)
{
    bri_text_add_n(user, text, length);
    return true;
}

static int finish(job *j, const command_line *arguments)
{
    const char *path = option_value(arguments, "output"), *history = option_value(arguments, "history");
    bri_error err = {.each = history ? count_error : NULL, .user = j}; /* reports every bad row of a file */
    bri_table *table = NULL;
    bri_status status = history ? evaluate_along_history(history, j->units, &j->def, j->subject, j->laws, &table, &err)
                                : bri_curve_table(&j->def, j->subject, j->laws, &table, &err);
    if (status == BRI_MISSING) {
        bri_text needs = {0};
        for (size_t i = 0; i < j->laws && !needs.length; i++)
            if (bri_friction_needs(j->subject[i].law, &j->pair, NULL))
                bri_describe_needs(j->subject[i].law, add_text, &needs, NULL);
        int exit_status = complain(BAD_INPUT, "%s; for example:%s", err.what, needs.at ? needs.at : "");
        bri_text_free(&needs);
        return exit_status;
    }
    if (status) return j->errors ? exit_status_of(status) : complain_of(status, &err);
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
    int result = j.errors ? BAD_INPUT : finish(&j, arguments);
    bri_units_destroy(j.units);
    return result;
}

static const option curve_options[] = {
    {"against", "AXIS", "velocity (default): steady sliding; displacement: slow cycles; time: start, sliding, stop",
     'a'},
    {"set", "NAME=VALUE", "set a parameter, with an optional unit: v_s='1 mm/s', dahl.sigma0=2e5, noise.std='0.1 N'",
     's'},
    {"load", "FORCE", "normal load (10 N)", 'l'},
    {"from", "VELOCITY", "first velocity, with --against velocity", 0},
    {"to", "VELOCITY", "last velocity, with --against velocity", 0},
    {"amplitude", "LENGTH", "of the largest cycle, with --against displacement", 0},
    {"speed", "VELOCITY", "largest speed, with --against displacement or time", 0},
    {"points", "COUNT", "number of rows (801)", 'n'},
    {"pair", "NAME=VALUE", "property of the surfaces, for lubricated laws: see bristle explain surfaces", 0},
    {"history", "FILE", "use a measured history: CSV file with the columns time, velocity and, optionally, load", 0},
    {"output", "FILE", ".svg, .png, .pdf: plot; .csv, .json: numbers; default: CSV on standard output", 'o'},
    {"json", NULL, "print numbers as JSON", 0},
    {0},
};

const command command_curve = {
    .name = "curve",
    .summary = "friction force of laws against velocity, displacement or time, as numbers or a plot",
    .usage = "curve LAW... [--against AXIS] [--set NAME=VALUE]... [-o FILE]",
    .details =
        "Computes the friction force of one or several laws. A parameter without the name of a law is set\n"
        "in every law that has it. The force has the sign of the velocity, as in papers; in results of runs friction\n"
        "acts on the second body, against its slip, which bristle plot --y=-NAME.friction turns round.\n"
        "\n"
        "  bristle curve stribeck_tanh brown_mcphee -o static.svg\n"
        "  bristle curve lugre --against displacement --set sigma0='1e5 1/m' -o loops.png\n"
        "  bristle curve misharin --pair viscosity='400 cP' --pair density='870 kg/m3' > misharin.csv",
    .options = curve_options,
    .run = curve_run,
};
