/* cmd_contact.c - bristle contact NAME: contact force of a normal law, as numbers, as a plot, fitted by a power of the depth */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "command.h"
#include "contact/contact.h"
#include "contact/fit.h"
#include "contact/loss.h"
#include "contact/power.h"
#include "contact/restitution.h"
#include "kind/record.h"

enum {
    ROWS = 7,         /* of the table that is printed */
    CURVE_ROWS = 201, /* of a file */
    LONGEST = 400
};

typedef struct job {
    const bri_contact_law *law;
    bri_params params;
    bri_sides sides;
    double constants[BRI_CONTACT_CONSTANTS];
    double from, to; /* loads */
    bool fitted;
    bri_power_fit fit;
    bri_units *units;
    int errors;
} job;

static void count_error(const bri_error *one, void *user)
{
    job *j = user;
    j->errors++;
    complain(BAD_INPUT, "%s", one->what);
}

/* --- options --------------------------------------------------------------------------------------------------------- */

static bool read_one(job *j, const char *name, const char *text, const char *unit, double *out)
{
    bri_error err = {0};
    if (!bri_quantity_read(j->units, text, unit, out, &err)) return true;
    complain(BAD_INPUT, "--%s: %s", name, err.what);
    j->errors++;
    return false;
}

/* "7.95 mm,flat", or one value: the second side is then alone or, if that is NAN, the same. */
static void read_sides(job *j, const command_line *arguments, const char *name, const char *unit, double alone,
                       double out[2])
{
    char first[LONGEST];
    const char *text = option_value(arguments, name), *comma = text ? strchr(text, ',') : NULL;
    if (!text) return;
    snprintf(first, sizeof first, "%.*s", (int)(comma ? comma - text : (ptrdiff_t)strlen(text)), text);
    const char *part[2] = {first, comma ? comma + 1 + strspn(comma + 1, " ") : NULL};
    for (int i = 0; i < 2; i++) {
        if (!part[i])
            out[i] = isnan(alone) ? out[0] : alone;
        else if (!strcmp(unit, "m") && !strcmp(part[i], "flat"))
            out[i] = INFINITY;
        else if (!read_one(j, name, part[i], unit, &out[i]))
            return;
    }
}

static void read_range(job *j, const char *text)
{
    char first[LONGEST];
    const char *dots = strstr(text, "..");
    if (!dots || dots == text || !dots[2]) {
        complain(BAD_INPUT, "--fit takes two loads, as in 50N..15kN, not '%.60s'", text);
        j->errors++;
        return;
    }
    snprintf(first, sizeof first, "%.*s", (int)(dots - text), text);
    if (!read_one(j, "fit", first, "N", &j->from) || !read_one(j, "fit", dots + 2, "N", &j->to)) return;
    if (j->from > 0 && j->to > j->from && isfinite(j->to)) return;
    complain(BAD_INPUT, "--fit goes from %g to %g N; both must be positive and the second larger", j->from, j->to);
    j->errors++;
}

static void read_load(job *j, const char *text)
{
    if (!read_one(j, "load", text, "N", &j->to)) return;
    j->from = j->to / 1000;
    if (j->to > 0 && isfinite(j->to)) return;
    complain(BAD_INPUT, "--load is %g N, and must be above 0", j->to);
    j->errors++;
}

static void read_options(job *j, const command_line *arguments)
{
    const char *length = option_value(arguments, "length"), *fit = option_value(arguments, "fit"),
               *load = option_value(arguments, "load");
    j->sides = (bri_sides){{NAN, NAN}, NAN, {207e9, 207e9}, {0.3, 0.3}}; /* steel */
    read_sides(j, arguments, "radius", "m", INFINITY, j->sides.radius);
    read_sides(j, arguments, "modulus", "Pa", NAN, j->sides.modulus);
    read_sides(j, arguments, "poisson", "1", NAN, j->sides.poisson);
    if (length) read_one(j, "length", length, "m", &j->sides.length);
    j->fitted = fit != NULL;
    if (fit && load) {
        complain(BAD_INPUT, "--load has no effect with --fit, which defines the loads");
        j->errors++;
    } else if (fit) {
        read_range(j, fit);
    } else if (load) {
        read_load(j, load);
    }
}

static void read_settings(job *j, const command_line *arguments)
{
    static bri_setting settings[MAX_WORDS];
    static char names[MAX_WORDS][64];
    bri_error err = {.each = count_error, .user = j};
    size_t count = 0;
    for (int i = 1; i < arguments->words; i++) {
        const char *word = arguments->word[i], *equals = strchr(word, '=');
        if (!equals || equals == word || equals - word >= 64) {
            complain(BAD_INPUT, "parameters follow the law as NAME=VALUE, not '%.60s'", word);
            j->errors++;
            continue;
        }
        snprintf(names[count], sizeof names[count], "%.*s", (int)(equals - word), word);
        settings[count] = (bri_setting){.name = names[count], .text = equals + 1 + strspn(equals + 1, " ")};
        count++;
    }
    bri_params_defaults(&j->law->kind, &j->params);
    bri_params_read(&j->law->kind, &j->params, j->units, settings, count, &err);
}

static const char *next_law(void *context, int index)
{
    (void)context;
    return bri_contact_laws()[index] ? bri_contact_laws()[index]->name : NULL;
}

static int no_law(const char *name)
{
    char hint[200];
    bri_text_suggest(hint, sizeof hint, name, next_law, NULL);
    return complain(BAD_INPUT, "there is no normal law '%.60s'%s", name,
                    *hint ? hint : "; 'bristle contact' lists them all");
}

/* --- output ---------------------------------------------------------------------------------------------------- */

static bri_contact_force force_at(const job *j, double depth)
{
    bri_contact_force contact;
    j->law->force(j->constants, depth, 0, 1, &contact);
    return contact;
}

static double largest_force(const job *j)
{
    return j->law->deepest ? force_at(j, j->law->deepest(j->constants)).force : INFINITY;
}

static bool is_power(const job *j) { return j->law->force == bri_power_force; }

/* Whether the force has the damping factor 1 + a d'/v0. */
static bool has_loss(const job *j)
{
    return bri_param_with_role(&j->law->kind, BRI_ROLE_APPROACH) && j->constants[LOSS_A] > 0;
}

static double restitution_of(const job *j) { return bri_role_value(&j->law->kind, &j->params, BRI_ROLE_RESTITUTION); }

/* Name of its energy loss, as an option of `power`; NULL: none. */
static const char *loss_name(const job *j, char out[32])
{
    if (!has_loss(j)) return NULL;
    const bri_param *loss = bri_param_with_role(&j->law->kind, BRI_ROLE_LOSS);
    return loss ? bri_word(loss->words, *(const int *)bri_row_at(loss, &j->params), out) : j->law->kind.name;
}

static void print_line(const job *j, char out[LONGEST]) /* for a model file */
{
    const bri_kind *power = &bri_contact_power.kind;
    char word[32], loss[100] = "";
    if (loss_name(j, word))
        snprintf(loss, sizeof loss, ", %.20s: %s, %.20s: %.6g", bri_param_with_role(power, BRI_ROLE_LOSS)->name,
                 loss_name(j, word), bri_param_with_role(power, BRI_ROLE_RESTITUTION)->name, restitution_of(j));
    snprintf(out, LONGEST, "normal: {law: %s, %s: %.8g, %s: %.8g%s}", power->name,
             bri_param_with_role(power, BRI_ROLE_STIFFNESS)->name, j->fit.K,
             bri_param_with_role(power, BRI_ROLE_EXPONENT)->name, j->fit.n, loss);
}

static void print_radius(double radius)
{
    if (isinf(radius))
        printf("flat");
    else if (radius < 0)
        printf("bore of %g m", -radius);
    else
        printf("%g m", radius);
}

static void print_sides(const job *j)
{
    const bri_sides *s = &j->sides;
    const char *needs = j->law->needs ? j->law->needs : "";
    if (!*needs || bri_role_value(&j->law->kind, &j->params, BRI_ROLE_STIFFNESS) > 0)
        return; /* the sides have no effect */
    if (strstr(needs, "radius")) {
        printf("Radii       ");
        print_radius(s->radius[0]);
        printf(", ");
        print_radius(s->radius[1]);
        printf("\n");
    }
    if (strstr(needs, "length")) printf("Length      %g m\n", s->length);
    bool steel = s->modulus[0] == 207e9 && s->modulus[1] == 207e9 && s->poisson[0] == 0.3 && s->poisson[1] == 0.3;
    printf("Material    %g and %g GPa, Poisson's ratio %g and %g%s\n", s->modulus[0] / 1e9, s->modulus[1] / 1e9,
           s->poisson[0], s->poisson[1], steel ? " (steel, the default of --modulus and --poisson)" : "");
}

static double load_at(const job *j, int row)
{
    return row == ROWS - 1 ? j->to : j->from * pow(j->to / j->from, (double)row / (ROWS - 1));
}

static int print_text(const job *j)
{
    char line[LONGEST];
    printf("%s - %s\n", j->law->kind.name, j->law->kind.title);
    print_sides(j);
    if (is_power(j))
        printf("Force       K d^n, K = %.6g N/m^n, n = %.6g\n", j->constants[POWER_K], j->constants[POWER_N]);
    if (j->law->deepest)
        printf("Valid       to a depth of %.6g m and a force of %.6g N\n", j->law->deepest(j->constants),
               largest_force(j));
    if (has_loss(j))
        printf("Loss        a = %.6g: for a nominal restitution of %g, a free impact has %.6g\n", j->constants[LOSS_A],
               restitution_of(j), bri_restitution_of(j->constants[LOSS_A]));
    printf("\n    %12s  %12s  %15s\n", "force [N]", "depth [m]", "stiffness [N/m]");
    for (int i = 0; i < ROWS; i++) {
        double depth = 0;
        bri_contact_depth(j->law, j->constants, load_at(j, i), &depth, NULL);
        printf("    %12.6g  %12.6g  %15.6g\n", load_at(j, i), depth, force_at(j, depth).by_depth);
    }
    if (!j->fitted) return DONE;
    printf("\nFit         K d^n, K = %.6g N/m^n, n = %.6g: off by %.2g %% at most\n", j->fit.K, j->fit.n,
           100 * j->fit.worst);
    printf("            by least squares of logarithms at %d loads from %g to %g N\n", (int)BRI_FIT_LOADS, j->from,
           j->to);
    print_line(j, line);
    printf("\n    %s\n", line);
    return DONE;
}

static void add_number(bri_text *out, const char *before, const char *name, double value)
{
    bri_text_add(out, "%s\"%s\": ", before, name);
    bri_text_add_number(out, value);
}

static int print_json(const job *j)
{
    bri_text out = {0};
    char line[LONGEST];
    bri_text_add(&out, "{\"law\": \"%s\"", j->law->kind.name);
    if (is_power(j)) {
        add_number(&out, ", ", "K", j->constants[POWER_K]);
        add_number(&out, ", ", "n", j->constants[POWER_N]);
    }
    if (j->law->deepest) {
        add_number(&out, ", ", "deepest", j->law->deepest(j->constants));
        add_number(&out, ", ", "largest_force", largest_force(j));
    }
    if (has_loss(j)) {
        add_number(&out, ",\n ", "a", j->constants[LOSS_A]);
        add_number(&out, ", ", "restitution", restitution_of(j));
        add_number(&out, ", ", "restitution_of_free_impact", bri_restitution_of(j->constants[LOSS_A]));
    }
    bri_text_add(&out, ",\n \"rows\": [");
    for (int i = 0; i < ROWS; i++) {
        double depth = 0;
        bri_contact_depth(j->law, j->constants, load_at(j, i), &depth, NULL);
        add_number(&out, i ? ",\n  {" : "\n  {", "force", load_at(j, i));
        add_number(&out, ", ", "depth", depth);
        add_number(&out, ", ", "stiffness", force_at(j, depth).by_depth);
        bri_text_add(&out, "}");
    }
    bri_text_add(&out, "]");
    if (j->fitted) {
        print_line(j, line);
        add_number(&out, ",\n \"fit\": {", "K", j->fit.K);
        add_number(&out, ", ", "n", j->fit.n);
        add_number(&out, ", ", "largest_error", j->fit.worst);
        add_number(&out, ", ", "from", j->from);
        add_number(&out, ", ", "to", j->to);
        bri_text_add(&out, ", \"model\": \"%s\"}", line);
    }
    bri_text_add(&out, "}\n");
    bool written = !out.failed && to_stdout(out.at, out.length, NULL);
    bri_text_free(&out);
    return written ? DONE : UNFINISHED;
}

/* --- a file ------------------------------------------------------------------------------------------------------------ */

static bri_status make_curve(const job *j, bri_table **out, bri_error *err)
{
    double deepest = 0;
    bri_status status = bri_contact_depth(j->law, j->constants, j->to, &deepest, err);
    if (!status) status = bri_table_create(j->fitted ? 5 : 4, CURVE_ROWS, out, err);
    if (status) return status;
    bri_table_name(*out, 0, "depth", "m");
    bri_table_name(*out, 1, "force", "N");
    bri_table_name(*out, 2, "stiffness", "N/m");
    bri_table_name(*out, 3, "stored", "J");
    if (j->fitted) bri_table_name(*out, 4, "fit", "N");
    for (size_t i = 0; i < CURVE_ROWS; i++) {
        double depth = deepest * (double)i / (CURVE_ROWS - 1), *row = bri_table_row(*out, i);
        bri_contact_force contact = force_at(j, depth);
        row[0] = depth, row[1] = contact.force, row[2] = contact.by_depth, row[3] = contact.stored;
        if (j->fitted) row[4] = j->fit.K * pow(depth, j->fit.n);
    }
    return BRI_OK;
}

static int draw_curve(const job *j, const bri_table *table, const char *path)
{
    drawn curve[] = {{table, 0, 1, j->law->kind.name}, {table, 0, 4, "fit"}};
    panel force = {.label = "normal force", .unit = "N", .curve = curve, .curves = j->fitted ? 2 : 1};
    picture p = {
        .path = path, .title = j->law->kind.title, .x_label = "depth", .x_unit = "m", .panel = &force, .panels = 1};
    return draw(&p);
}

static int write_curve(const job *j, const char *path, bool json)
{
    bri_error err = {0};
    bri_table *table = NULL;
    bri_status status = make_curve(j, &table, &err);
    if (status) return complain_of(status, &err);
    int result = is_picture(path) ? draw_curve(j, table, path) : write_table(table, path, json);
    bri_table_destroy(table);
    return result;
}

/* --- restitution ------------------------------------------------------------------------------------------------------- */

static const double asked[] = {0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99};
enum {
    ASKED = sizeof asked / sizeof *asked
};

static int print_restitution(const char *only, bool json)
{
    char name[32];
    int count = 0;
    printf(json ? "[" : "Restitution of a free impact, independent of elastic force, mass and speed\n\n    %-20s",
           "nominal");
    for (int i = 0; !json && i < ASKED; i++)
        printf("  %6g", asked[i]);
    for (int k = 1; bri_word(bri_loss_words, k, name); k++) {
        if (only && strcmp(only, name) != 0) continue;
        printf(json ? "%s\n {\"law\": \"%s\", \"rows\": [" : "%s\n    %-20s", json && count ? "," : "", name);
        count++;
        for (int i = 0; i < ASKED; i++) {
            double got = bri_restitution_of(bri_loss_chosen(k)(asked[i]));
            if (json)
                printf("%s{\"asked\": %g, \"got\": %.9g}", i ? ", " : "", asked[i], got);
            else
                printf("  %6.4f", got);
        }
        if (json) printf("]}");
    }
    printf(json ? "\n]\n" : "\n");
    return DONE;
}

static bool is_loss(const char *name)
{
    char word[32];
    for (int i = 1; bri_word(bri_loss_words, i, word); i++)
        if (!strcmp(word, name)) return true;
    return false;
}

static int restitution_run(const command_line *arguments)
{
    const char *name = arguments->words ? arguments->word[0] : NULL;
    if (arguments->words > 1 || arguments->options > 1 + (option_value(arguments, "json") != NULL))
        return complain(BAD_INPUT, "--restitution-table takes at most one law, and --json");
    if (name && !bri_contact_law_find(name)) return no_law(name);
    if (name && !is_loss(name))
        return complain(
            BAD_INPUT,
            "%s has no energy loss; 'bristle contact --restitution-table' lists the losses it can be combined with",
            name);
    return print_restitution(name, option_value(arguments, "json"));
}

/* ------------------------------------------------------------------------------------------------------------------------ */

static int list_laws(const command_line *arguments)
{
    bri_error err = {0};
    bool json = option_value(arguments, "json");
    if (arguments->options > (json ? 1 : 0))
        return complain(BAD_INPUT, "contact needs the name of a law for these options; 'bristle contact' lists them");
    bri_status status = bri_describe_kinds("contact", json ? BRI_JSON : BRI_TEXT, to_stdout, NULL, &err);
    return status ? complain_of(status, &err) : DONE;
}

static int finish(job *j, const command_line *arguments)
{
    const char *path = option_value(arguments, "output");
    bool json = option_value(arguments, "json");
    bri_error err = {0};
    bri_status status = j->law->prepare(&j->params, &j->sides, j->constants, &err);
    if (!status && !j->fitted && !option_value(arguments, "load")) {
        j->to = fmin(10e3, 0.9 * largest_force(j));
        j->from = j->to / 1000;
    }
    double depth;
    if (!status) status = bri_contact_depth(j->law, j->constants, j->to, &depth, &err);
    if (!status && j->fitted) status = bri_contact_fit(j->law, j->constants, j->from, j->to, &j->fit, &err);
    if (status) return complain_of(status, &err);
    if (path) return write_curve(j, path, json);
    return json ? print_json(j) : print_text(j);
}

static int contact_run(const command_line *arguments)
{
    static job j;
    bri_error err = {0};
    if (option_value(arguments, "restitution-table")) return restitution_run(arguments);
    if (!arguments->words) return list_laws(arguments);
    int bad_output = check_table_output(option_value(arguments, "output"), option_value(arguments, "json"));
    if (bad_output) return bad_output;
    j.law = bri_contact_law_find(arguments->word[0]);
    if (!j.law) return no_law(arguments->word[0]);
    bri_status status = bri_units_create(&j.units, &err);
    if (status) return complain_of(status, &err);
    read_options(&j, arguments);
    read_settings(&j, arguments);
    int result = j.errors ? BAD_INPUT : finish(&j, arguments);
    bri_units_destroy(j.units);
    return result;
}

static const option contact_options[] = {
    {"radius", "A,B",
     "radii of the two sides: 8mm,flat; negative for a bore: 7.95mm,-8mm; one alone: the other side is flat", 'r'},
    {"length", "LENGTH", "length of the line of contact of cylinders", 0},
    {"modulus", "A,B", "moduli of elasticity of the two sides, or one for both (207 GPa)", 0},
    {"poisson", "A,B", "Poisson's ratios of the two sides, or one for both (0.3)", 0},
    {"load", "FORCE", "largest load of the table or the curve (10 kN, or less if the law is not valid so far)", 'l'},
    {"fit", "FROM..TO", "fit the law by F = K d^n between two loads: 50N..15kN", 0},
    {"restitution-table", NULL, "restitution of a free impact against the nominal one, of all losses", 0},
    {"output", "FILE", ".svg, .png, .pdf: plot of the force; .csv, .json: depth, force, stiffness, stored energy", 'o'},
    {"json", NULL, "print as JSON", 0},
    {0},
};

const command command_contact = {
    .name = "contact",
    .summary = "normal laws of contact: stiffness, range, energy loss, fit by a power of the depth",
    .usage = "contact [LAW [NAME=VALUE]...] [--radius A,B] [--length LENGTH] [--fit FROM..TO] [-o FILE]",
    .details = "Without a law, lists all laws. With a law and its parameters, prints force, depth and stiffness for "
               "two sides.\n"
               "\n"
               "  bristle contact lankarani_nikravesh restitution=0.8 --radius 10mm,flat\n"
               "  bristle contact johnson --radius 7.95mm,-8mm --length 16mm -o johnson.svg\n"
               "  bristle contact johnson_flat depth=16mm --radius 7.95mm,flat --length 16mm --fit 50N..15kN\n"
               "  bristle contact --restitution-table",
    .options = contact_options,
    .run = contact_run,
};
