/* cmd_verdict.c - bristle verdict MODEL: does it stick, must it slip, or can rigid bodies not tell? */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "credibility.h"

enum {
    MOST_FORCES = 64
};

/* --- words ------------------------------------------------------------------------------------------------------------------ */

static void say_verdict(FILE *out, const bri_verdict_result *r)
{
    switch (r->verdict) {
    case BRI_STICKS:
        fprintf(out, "it sticks: every distribution of forces that is in equilibrium and opposes an upcoming motion "
                     "stays within static friction\n");
        break;
    case BRI_CONDITIONAL:
        fprintf(out, "conditional: some distributions of forces are within static friction and some are not; slip at "
                     "the static limits would not accelerate\n");
        break;
    case BRI_UNDECIDED:
        fprintf(out, "undecided: some distributions of forces are within static friction, but slip at the static "
                     "limits would accelerate: rigid bodies cannot tell which comes\n");
        break;
    case BRI_MUST_SLIP:
        fprintf(out, "it must slip: no distribution of forces is in equilibrium, opposes an upcoming motion and stays "
                     "within static friction\n");
        break;
    case BRI_NOT_DECIDED:
        fprintf(out, "not decided within %d branches: --branches %d looks further\n", r->branches, 10 * r->branches);
        break;
    }
}

static void say_sliding(FILE *out, bri_answer persists)
{
    if (persists == BRI_ANSWER_OPEN)
        fprintf(out, "whether sliding would go on once it had begun is not decided\n");
    else
        fprintf(out, persists == BRI_ANSWER_YES ? "sliding, once begun, would go on\n"
                                                : "sliding, however begun, would come to rest\n");
}

/* One without static friction that needs some: no multiple of 0 holds it. NULL: there is none. */
static const char *name_smooth(const bri_verdict_result *r)
{
    for (int i = 0; i < r->interfaces; i++)
        if (!(r->interface[i].mu_s > 0) && isinf(r->interface[i].worst_ratio)) return r->interface[i].name;
    return NULL;
}

/* What elastic links make definite, and what they do not. */
static void say_links(FILE *out, const bri_verdict_result *r)
{
    const bri_verdict_result *rigid = r->rigid;
    if (!r->springs) return;
    fprintf(out, "elastic links share the load by their stiffness, as long as nothing has slid\n");
    if (!rigid) {
        fprintf(out, "if they were rigid nothing could move: all slides stay as small as they are stretched\n");
        return;
    }
    fprintf(out, "after small slides they may share it otherwise, and all is as with rigid links: %s",
            rigid->verdict == BRI_MUST_SLIP ? "it must slip\n" : bri_verdict_name(rigid->verdict));
    if (rigid->verdict == BRI_MUST_SLIP) return;
    if (rigid->possible_factor > 0 && isfinite(rigid->possible_factor))
        fprintf(out, ", stick is possible from %.6g times the static coefficients on", rigid->possible_factor);
    fprintf(out, "%s\n", r->possible == BRI_ANSWER_NO ? ": the slip may stay small" : "");
}

static void say_scales(FILE *out, const bri_verdict_result *r)
{
    const char *smooth = name_smooth(r);
    if (r->possible_factor_low == INFINITY && smooth)
        fprintf(out, "no multiple of the static coefficients makes stick possible: '%s' needs friction and has none\n",
                smooth);
    else if (r->possible_factor_low == INFINITY)
        fprintf(out, "no coefficient of static friction, however large, makes stick possible\n");
    else if (isinf(r->possible_factor))
        fprintf(out, "no coefficients were found with which stick is possible\n");
    else if (r->possible_factor == 0)
        fprintf(out, "it needs no friction to be at rest\n");
    else if (r->possible_factor_low < r->possible_factor * (1 - 1e-6))
        fprintf(out, "stick is possible from %.6g times the static coefficients on, or from less, but not below %.6g\n",
                r->possible_factor, r->possible_factor_low);
    else
        fprintf(out, "stick is possible from %.6g times the static coefficients on\n", r->possible_factor);
    if (isinf(r->possible_factor_low)) return;
    if (isinf(r->guaranteed_factor) && smooth)
        fprintf(out, "and certain with none: '%s' may need friction, and has none\n", smooth);
    else if (isinf(r->guaranteed_factor))
        fprintf(out,
                "and certain with none: reactions can be shared so that nothing presses where friction is needed\n");
    else if (r->guaranteed_factor > 0)
        fprintf(out, "and certain from %.6g times on\n", r->guaranteed_factor);
}

/* --- tables ------------------------------------------------------------------------------------------------------------------- */

static void put_number(char *text, size_t size, double value)
{
    if (isnan(value)) /* a multiple of a coefficient of 0 */
        snprintf(text, size, "-");
    else
        snprintf(text, size, "%.6g", fabs(value) < 1e-300 ? 0 : value);
}

static void say_holdings(FILE *out, const bri_verdict_result *r)
{
    fprintf(out, "\n%-18s %10s %14s %14s %14s%s\n", "friction", "mu_s", "possible from", "certain from",
            "worst F/limit", r->parts > 1 ? "  part" : "");
    for (int i = 0; i < r->interfaces; i++) {
        const bri_interface_verdict *h = &r->interface[i];
        char mu[32], possible[32], certain[32], worst[32];
        put_number(mu, sizeof mu, h->mu_s);
        put_number(possible, sizeof possible, h->mu_s * r->possible_factor);
        put_number(certain, sizeof certain, h->mu_s * r->guaranteed_factor);
        put_number(worst, sizeof worst, h->worst_ratio);
        fprintf(out, "  %-16s %10s %14s %14s %14s", h->name, mu, possible, certain, worst);
        if (r->parts > 1 && h->part >= 0) fprintf(out, "  %4d", h->part + 1);
        fprintf(out, "%s\n", h->part < 0 ? "  (nothing moves it)" : "");
    }
}

static void say_parts(FILE *out, const bri_verdict_result *r)
{
    if (r->parts < 2) return;
    fprintf(out, "\n%-18s %-14s %14s %14s\n", "part, by itself", "verdict", "possible from", "certain from");
    for (int p = 0; p < r->parts; p++) {
        char name[24], possible[32], certain[32];
        snprintf(name, sizeof name, "%d", p + 1);
        put_number(possible, sizeof possible, r->part[p].possible_factor);
        put_number(certain, sizeof certain, r->part[p].guaranteed_factor);
        fprintf(out, "  %-16s %-14s %14s %14s\n", name, bri_verdict_name(r->part[p].verdict), possible, certain);
    }
}

static bool differ(double a, double b)
{
    if (a == b) return false;
    return !(fabs(a - b) <= 1e-6 * fmax(fabs(a), fabs(b)) + 1e-12);
}

/* "3 to 4", or "3" where that is all; what is reached stands behind where it is less. */
static void put_bounds(char *text, size_t size, const bri_bounds *b)
{
    char low[32], high[32];
    if (!b->any) {
        snprintf(text, size, "none");
        return;
    }
    double tiny = isinf(b->low) || isinf(b->high) ? 0 : 1e-11 * fmax(fabs(b->low), fabs(b->high));
    put_number(low, sizeof low, fabs(b->low) <= tiny ? 0 : b->low);
    put_number(high, sizeof high, fabs(b->high) <= tiny ? 0 : b->high);
    if (!strcmp(low, high))
        snprintf(text, size, "%s", low);
    else if (b->inner_low > b->inner_high)
        snprintf(text, size, "%s to %s (none found)", low, high);
    else if (differ(b->low, b->inner_low) || differ(b->high, b->inner_high))
        snprintf(text, size, "%s to %s (%.6g to %.6g found)", low, high, b->inner_low, b->inner_high);
    else
        snprintf(text, size, "%s to %s", low, high);
}

static void say_quantities(FILE *out, const bri_verdict_result *r)
{
    int wide = 18;
    for (int i = 0; i < r->quantities; i++) {
        int length = (int)(strlen(r->quantity[i].name) + strlen(r->quantity[i].unit)) + 4;
        wide = length > wide ? length : wide;
    }
    fprintf(out, "\n%-*s %-26s %s\n", wide, "all that is possible", "in equilibrium, coherent",
            "and within the limits");
    for (int i = 0; i < r->quantities; i++) {
        const bri_quantity *q = &r->quantity[i];
        char name[128], coherent[160], limited[160];
        snprintf(name, sizeof name, "  %s, %s", q->name, q->unit);
        put_bounds(coherent, sizeof coherent, &q->coherent);
        put_bounds(limited, sizeof limited, &q->limited);
        fprintf(out, "%-*s %-26s %s\n", wide, name, coherent, limited);
    }
}

static void say_result(FILE *out, const bri_system *system, const bri_verdict_result *r)
{
    const char *title = bri_system_title(system);
    fprintf(out, "%s%sat rest at t = %.9g s\n", title, *title ? ": " : "", r->time);
    say_verdict(out, r);
    say_sliding(out, r->rigid ? r->rigid->persists : r->persists);
    say_scales(out, r);
    say_links(out, r);
    if (r->free_motions)
        fprintf(out, "%d of its %d degrees of freedom meet%s no friction, and nothing pushes along them\n",
                r->free_motions, r->degrees, r->free_motions == 1 ? "s" : "");
    say_holdings(out, r);
    say_parts(out, r);
    say_quantities(out, r);
}

static void table_spans(FILE *out, const bri_verdict_history *h)
{
    bool elastic = h->spans && h->span[0].elastic;
    fprintf(out, "%12s %12s  %-14s %-20s %-14s %s%s\n", "from, s", "to, s", "verdict", "stick possible from",
            "certain from", elastic ? "links rigid    " : "", "sliding goes on");
    for (int i = 0; i < h->spans; i++) {
        const bri_verdict_span *s = &h->span[i];
        char least[32], most[32], possible[80], certain[32];
        put_number(least, sizeof least, s->possible_factor_least);
        put_number(most, sizeof most, s->possible_factor_most);
        put_number(certain, sizeof certain, s->guaranteed_factor_most);
        snprintf(possible, sizeof possible, strcmp(least, most) != 0 ? "%s to %s" : "%s", least, most);
        fprintf(out, "%12.8g %12.8g  %-14s %-20s %-14s ", s->from, s->to, bri_verdict_name(s->verdict), possible,
                certain);
        if (elastic) fprintf(out, "%-14s ", bri_verdict_name(s->rigid));
        fprintf(out, "%s\n", s->persists == BRI_ANSWER_YES ? "yes" : s->persists == BRI_ANSWER_NO ? "no" : "in part");
    }
}

static void say_spans(FILE *out, const bri_system *system, const bri_verdict_history *h)
{
    const char *title = bri_system_title(system);
    fprintf(out, "%s%sin the configuration in which it begins\n\n", title, *title ? ": " : "");
    table_spans(out, h);
    fprintf(out, "\nstick: as multiples of the static coefficients; --at TIME tells all of one instant\n");
    if (h->spans && h->span[0].elastic)
        fprintf(out, "links rigid: the verdict once small slides have stretched elastic links otherwise\n");
}

static void say_rests(FILE *out, const bri_system *system, const bri_verdict_history *h)
{
    const char *title = bri_system_title(system);
    fprintf(out, "%s%s%d instant%s at which the run is, or comes to, rest\n", title, *title ? ": " : "", h->rests,
            h->rests == 1 ? "" : "s");
    if (!h->rests) return;
    fprintf(out, "\n%12s  %-14s %-20s %-14s %s\n", "t, s", "verdict", "stick possible from", "certain from",
            "sliding goes on");
    for (int i = 0; i < h->rests; i++) {
        const bri_verdict_result *r = h->rest[i];
        bri_answer persists = r->rigid ? r->rigid->persists : r->persists;
        char possible[32], certain[32];
        if (*r->why) {
            fprintf(out, "%12.8g  not judged: %s\n", r->time, r->why);
            continue;
        }
        put_number(possible, sizeof possible, r->possible_factor);
        put_number(certain, sizeof certain, r->guaranteed_factor);
        fprintf(out, "%12.8g  %-14s %-20s %-14s %s\n", r->time, bri_verdict_name(r->verdict), possible, certain,
                persists == BRI_ANSWER_YES  ? "yes"
                : persists == BRI_ANSWER_NO ? "no"
                                            : "open");
    }
    if (h->cut) fprintf(out, "and more: the run was not followed to its end\n");
    if (!h->spans) return;
    fprintf(out, "\nwhile it stays at rest\n");
    table_spans(out, h);
}

/* --- JSON and CSV ------------------------------------------------------------------------------------------------------------ */

/* JSON has no infinity: it is a text. */
static void json_number(FILE *out, const char *before, double value)
{
    if (isfinite(value))
        fprintf(out, "%s%.17g", before, value);
    else
        fprintf(out, "%s\"%s\"", before, isnan(value) ? "nan" : value > 0 ? "inf" : "-inf");
}

static void json_text(FILE *out, const char *text)
{
    fputc('"', out);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            fprintf(out, "\\%c", *text);
        else if ((unsigned char)*text < ' ')
            fprintf(out, "\\u%04x", (unsigned)(unsigned char)*text);
        else
            fputc(*text, out);
    }
    fputc('"', out);
}

static const char *word_of(bri_answer answer)
{
    return answer == BRI_ANSWER_YES ? "true" : answer == BRI_ANSWER_NO ? "false" : "null";
}

static void json_bounds(FILE *out, const char *name, const bri_bounds *b)
{
    fprintf(out, ", \"%s\": ", name);
    if (!b->any) {
        fprintf(out, "null");
        return;
    }
    json_number(out, "{\"low\": ", b->low);
    json_number(out, ", \"high\": ", b->high);
    json_number(out, ", \"inner_low\": ", b->inner_low);
    json_number(out, ", \"inner_high\": ", b->inner_high);
    fprintf(out, "}");
}

static void json_result(FILE *out, const bri_verdict_result *r)
{
    static const char *const kinds[] = {"friction", "load", "reaction"};
    if (*r->why) {
        fprintf(out, "{\"time\": %.17g, \"verdict\": null, \"why\": ", r->time);
        json_text(out, r->why);
        fprintf(out, "}");
        return;
    }
    fprintf(out,
            "{\"time\": %.17g, \"verdict\": \"%s\", \"possible\": %s, \"certain\": %s, \"accelerates\": %s, "
            "\"persists\": %s",
            r->time, bri_verdict_name(r->verdict), word_of(r->possible), word_of(r->guaranteed),
            word_of(r->accelerates), word_of(r->persists));
    json_number(out, ", \"scale\": ", r->possible_factor);
    json_number(out, ", \"scale_low\": ", r->possible_factor_low);
    json_number(out, ", \"certain_scale\": ", r->guaranteed_factor);
    if (r->rigid) {
        fprintf(out, ",\n \"rigid_links\": {\"verdict\": \"%s\", \"persists\": %s", bri_verdict_name(r->rigid->verdict),
                word_of(r->rigid->persists));
        json_number(out, ", \"scale\": ", r->rigid->possible_factor);
        json_number(out, ", \"certain_scale\": ", r->rigid->guaranteed_factor);
        fprintf(out, "}");
    }
    fprintf(out, ",\n \"friction\": [");
    for (int i = 0; i < r->interfaces; i++) {
        fprintf(out, "%s{\"name\": ", i ? ",\n  " : "\n  ");
        json_text(out, r->interface[i].name);
        json_number(out, ", \"mu_s\": ", r->interface[i].mu_s);
        json_number(out, ", \"worst\": ", r->interface[i].worst_ratio);
        fprintf(out, ", \"part\": %d}", r->interface[i].part);
    }
    fprintf(out, "],\n \"parts\": [");
    for (int p = 0; p < r->parts; p++) {
        fprintf(out, "%s{\"verdict\": \"%s\", \"persists\": %s", p ? ",\n  " : "\n  ",
                bri_verdict_name(r->part[p].verdict), word_of(r->part[p].persists));
        json_number(out, ", \"scale\": ", r->part[p].possible_factor);
        json_number(out, ", \"certain_scale\": ", r->part[p].guaranteed_factor);
        fprintf(out, "}");
    }
    fprintf(out, "],\n \"quantities\": [");
    for (int i = 0; i < r->quantities; i++) {
        const bri_quantity *q = &r->quantity[i];
        fprintf(out, "%s{\"name\": ", i ? ",\n  " : "\n  ");
        json_text(out, q->name);
        fprintf(out, ", \"unit\": \"%s\", \"kind\": \"%s\", \"unique\": %s", q->unit, kinds[q->kind],
                q->unique ? "true" : "false");
        json_bounds(out, "coherent", &q->coherent);
        json_bounds(out, "limited", &q->limited);
        fprintf(out, "}");
    }
    fprintf(out, "]}");
}

static void json_history(FILE *out, const bri_verdict_history *h)
{
    fprintf(out, "[");
    for (int i = 0; i < h->spans; i++) {
        const bri_verdict_span *s = &h->span[i];
        fprintf(out, "%s{\"from\": %.17g, \"to\": %.17g, \"verdict\": \"%s\", \"persists\": %s", i ? ",\n " : "",
                s->from, s->to, bri_verdict_name(s->verdict), word_of(s->persists));
        json_number(out, ", \"scale_least\": ", s->possible_factor_least);
        json_number(out, ", \"scale_most\": ", s->possible_factor_most);
        json_number(out, ", \"certain_most\": ", s->guaranteed_factor_most);
        if (s->elastic) fprintf(out, ", \"rigid_links\": \"%s\"", bri_verdict_name(s->rigid));
        fprintf(out, "}");
    }
    for (int i = 0; i < h->rests; i++) {
        if (i || h->spans) fprintf(out, ",\n");
        json_result(out, h->rest[i]);
    }
    fprintf(out, "]");
}

static void csv_result(FILE *out, const bri_verdict_result *r)
{
    fprintf(out, "quantity,unit,low,high,limited_low,limited_high,unique\n");
    for (int i = 0; i < r->quantities; i++) {
        const bri_quantity *q = &r->quantity[i];
        fprintf(out, "%s,%s,%.17g,%.17g,", q->name, q->unit, q->coherent.low, q->coherent.high);
        if (q->limited.any) fprintf(out, "%.17g,%.17g", q->limited.low, q->limited.high);
        fprintf(out, "%s,%d\n", q->limited.any ? "" : ",", q->unique);
    }
}

static void csv_history(FILE *out, const bri_verdict_history *h)
{
    fprintf(out, "from [s],to [s],verdict,scale_least,scale_most,certain_most\n");
    for (int i = 0; i < h->spans; i++)
        fprintf(out, "%.17g,%.17g,%s,%.17g,%.17g,%.17g\n", h->span[i].from, h->span[i].to,
                bri_verdict_name(h->span[i].verdict), h->span[i].possible_factor_least, h->span[i].possible_factor_most,
                h->span[i].guaranteed_factor_most);
    for (int i = 0; i < h->rests; i++) {
        const bri_verdict_result *r = h->rest[i];
        if (*r->why)
            fprintf(out, "%.17g,%.17g,not judged,,,\n", r->time, r->time);
        else
            fprintf(out, "%.17g,%.17g,%s,%.17g,%.17g,%.17g\n", r->time, r->time, bri_verdict_name(r->verdict),
                    r->possible_factor, r->possible_factor, r->guaranteed_factor);
    }
}

/* --- the command ------------------------------------------------------------------------------------------------------------------ */

static bool ends_with(const char *text, const char *end)
{
    size_t n = strlen(text), m = strlen(end);
    return n >= m && !strcmp(text + n - m, end);
}

/* One of the two is there. */
static int give(const command_line *arguments, const bri_system *system, const bri_verdict_result *r,
                const bri_verdict_history *h)
{
    const char *path = option_value(arguments, "output");
    whole_file file = {.stream = stdout};
    if (path) {
        int status = whole_open(&file, path);
        if (status) return status;
        bool json = ends_with(path, ".json");
        if (r)
            (json ? json_result : csv_result)(file.stream, r);
        else if (h)
            (json ? json_history : csv_history)(file.stream, h);
        if (json) fputc('\n', file.stream);
        status = whole_close(&file, true);
        if (status) return status;
    }
    if (option_value(arguments, "json")) {
        if (r)
            json_result(stdout, r);
        else if (h)
            json_history(stdout, h);
        putchar('\n');
    } else if (r) {
        say_result(stdout, system, r);
    } else if (h && option_value(arguments, "along")) {
        say_rests(stdout, system, h);
    } else if (h) {
        say_spans(stdout, system, h);
    }
    return DONE;
}

/* "push,pull" as a list of names. */
static int read_forces(char *text, const char **names)
{
    int count = 0;
    for (char *name = strtok(text, ","); name; name = strtok(NULL, ",")) {
        if (count == MOST_FORCES) return complain(BAD_INPUT, "--by names more than %d forces", MOST_FORCES);
        names[count++] = name;
    }
    if (!count) return complain(BAD_INPUT, "--by wants names of forces: --by push,pull");
    return DONE;
}

static int read_def(const command_line *arguments, bri_verdict_def *def, char *forces, size_t size, const char **names)
{
    const char *branches = option_value(arguments, "branches"), *by = option_value(arguments, "by"),
               *path = option_value(arguments, "output");
    char *end = NULL;
    long most = branches ? strtol(branches, &end, 10) : 0;
    if (branches && (*end || end == branches || most < 1 || most > 100000000))
        return complain(BAD_INPUT, "--branches is '%.60s', and must be a whole number from 1 to 100000000", branches);
    if (path && !ends_with(path, ".csv") && !ends_with(path, ".json"))
        return complain(BAD_INPUT, "'%s': verdicts are written as .csv or .json", path);
    def->branches = (int)most;
    def->intervals = true;
    if (!by) return DONE;
    if (strlen(by) >= size) return complain(BAD_INPUT, "--by names too many forces");
    snprintf(forces, size, "%s", by);
    def->by = names;
    return read_forces(forces, names);
}

/* Options that another one leaves no meaning. */
static int check_options(const command_line *arguments)
{
    static const char *const never[][8] = {
        {"sensitivity", "sliding", "at", "along", "by", "branches", "output", NULL},
        {"sliding", "along", "by", "branches", "output", "json", NULL},
    };
    for (size_t i = 0; i < sizeof never / sizeof *never; i++)
        for (const char *const *other = never[i] + 1; *other && option_value(arguments, never[i][0]); other++)
            if (option_value(arguments, *other))
                return complain(BAD_INPUT, "--%s and --%s do not go together: leave one out", never[i][0], *other);
    if (option_value(arguments, "slip-speed") && !option_value(arguments, "sensitivity"))
        return complain(BAD_INPUT, "--slip-speed belongs to --sensitivity, and does nothing without it");
    return DONE;
}

static int ask(const command_line *arguments, const bri_system *system, const bri_verdict_def *def)
{
    bri_error err = {0};
    bri_verdict_result *result = NULL;
    bri_verdict_history *history = NULL;
    const char *at = option_value(arguments, "at");
    bool along = option_value(arguments, "along");
    double time = NAN;
    int bad = option_number(arguments, "at", "s", &time);
    if (bad) return bad;
    bri_status status = at && along ? bri_verdict_along_at(system, def, time, &result, &err)
                        : at        ? bri_verdict_at(system, def, time, &result, &err)
                        : along     ? bri_verdict_along(system, def, &history, &err)
                                    : bri_verdict_over(system, def, &history, &err);
    /* nothing changes with time: tell all at once */
    if (!status && !at && !along && history->spans == 1 &&
        history->span->possible_factor_least == history->span->possible_factor_most) {
        status = bri_verdict_at(system, def, NAN, &result, &err);
        bri_verdict_history_destroy(history);
        history = NULL;
    }
    int worst = status ? complain_of(status, &err) : give(arguments, system, result, history);
    bri_verdict_destroy(result);
    bri_verdict_history_destroy(history);
    return worst;
}

static int verdict_run(const command_line *arguments)
{
    static const char *names[MOST_FORCES + 1];
    static char forces[4096];
    bri_model *model = NULL;
    bri_system *system = NULL;
    bri_verdict_def def = {0};
    int worst = check_options(arguments);
    if (!worst) worst = read_def(arguments, &def, forces, sizeof forces, names);
    int status = read_model(arguments, "verdict", &model);
    worst = worst > status ? worst : status;
    if (!worst) {
        bri_error err = saying_each(NULL);
        worst = exit_status_of(bri_system_build(model, &system, &err));
    }
    if (!worst && option_value(arguments, "sensitivity"))
        worst = tell_sensitivity(arguments, model);
    else if (!worst && option_value(arguments, "sliding"))
        worst = tell_sliding(arguments, system);
    else if (!worst)
        worst = ask(arguments, system, &def);
    bri_system_destroy(system);
    bri_model_destroy(model);
    return worst;
}

static const option verdict_options[] = {
    {"at", "TIME", "all that can be said of this instant, with intervals of all forces", 0},
    {"along", NULL, "run the model, and judge where it comes to rest, passes through it, or stays at rest", 0},
    {"by", "FORCE,...", "only these forces act, without gravity and others: does it lock itself against them?", 0},
    {"sensitivity", NULL, "run the model with every secondary parameter of friction halved and doubled", 0},
    {"slip-speed", "SPEED", "of --sensitivity: a joint slips where it is faster", 0},
    {"sliding", NULL, "run the model, and count the solutions that friction and reactions have (Painleve)", 0},
    {"branches", "NUMBER", "how far one search goes before it is given up (10000)", 0},
    {"set", "PATH=VALUE", "change a number or a word of the model first", 's'},
    {"json", NULL, "print it as JSON", 0},
    {"output", "FILE", "write it to FILE.json or FILE.csv too", 'o'},
    {0},
};

const command command_verdict = {
    .name = "verdict",
    .summary = "at rest: does it stick, must it slip, or can rigid bodies not tell?",
    .usage = "verdict MODEL [--at TIME] [--along] [--by FORCE,...] [--set PATH=VALUE]... [--json] [-o FILE]\n"
             "       bristle verdict MODEL --sensitivity [--slip-speed SPEED] [--set PATH=VALUE]... [--json]\n"
             "       bristle verdict MODEL --sliding [--at TIME] [--set PATH=VALUE]...",
    .details =
        "Looks at all distributions of reactions and friction forces that are in equilibrium with the loads, oppose "
        "an\n"
        "upcoming motion, and stay within static friction. If all that do the first two do the third, it sticks; if\n"
        "none does, it must slip. Between: if slip at the static limits would accelerate it is undecided, else\n"
        "conditional. Static coefficients may be multiplied by the number printed before stick is no longer possible,\n"
        "or certain. Without --at the configuration in which the model begins is judged under the loads of the whole\n"
        "run, and the times are found at which the verdict changes.",
    .options = verdict_options,
    .run = verdict_run,
};
