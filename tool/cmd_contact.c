/* cmd_contact.c - bristle contact NAME: contact force of a normal law, as numbers, as a plot, fitted by a power of the depth */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "contact_output.h"

enum {
    LONGEST = 400
};

typedef struct job {
    contact_job contact;
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
    if (!read_one(j, "fit", first, "N", &j->contact.from) || !read_one(j, "fit", dots + 2, "N", &j->contact.to)) return;
    if (j->contact.from > 0 && j->contact.to > j->contact.from && isfinite(j->contact.to)) return;
    complain(BAD_INPUT, "--fit goes from %g to %g N; both must be positive and the second larger", j->contact.from,
             j->contact.to);
    j->errors++;
}

static void read_load(job *j, const char *text)
{
    if (!read_one(j, "load", text, "N", &j->contact.to)) return;
    j->contact.from = j->contact.to / 1000;
    if (j->contact.to > 0 && isfinite(j->contact.to)) return;
    complain(BAD_INPUT, "--load is %g N, and must be above 0", j->contact.to);
    j->errors++;
}

static void read_options(job *j, const command_line *arguments)
{
    const char *length = option_value(arguments, "length"), *fit = option_value(arguments, "fit"),
               *load = option_value(arguments, "load");
    j->contact.sides = (bri_sides){{NAN, NAN}, NAN, {207e9, 207e9}, {0.3, 0.3}}; /* steel */
    read_sides(j, arguments, "radius", "m", INFINITY, j->contact.sides.radius);
    read_sides(j, arguments, "modulus", "Pa", NAN, j->contact.sides.modulus);
    read_sides(j, arguments, "poisson", "1", NAN, j->contact.sides.poisson);
    if (length) read_one(j, "length", length, "m", &j->contact.sides.length);
    j->contact.fitted = fit != NULL;
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
    bri_params_defaults(&j->contact.law->kind, &j->contact.params);
    bri_params_read(&j->contact.law->kind, &j->contact.params, j->units, settings, count, &err);
}

static const char *next_law(void *context, int index)
{
    (void)context;
    return bri_contact_laws()[index] ? bri_contact_laws()[index]->name : NULL;
}

static int reject_law(const char *name)
{
    char hint[200];
    bri_text_suggest(hint, sizeof hint, name, next_law, NULL);
    return complain(BAD_INPUT, "there is no normal law '%.60s'%s", name,
                    *hint ? hint : "; 'bristle contact' lists them all");
}

/* --- the command ----------------------------------------------------------------------------------------------------------- */

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
    bri_status status = j->contact.law->prepare(&j->contact.params, &j->contact.sides, j->contact.constants, &err);
    if (status == BRI_MISSING && *err.where)
        return complain(BAD_INPUT, "%s: add --%s; 'bristle contact --help' has examples", err.what, err.where);
    if (!status && !j->contact.fitted && !option_value(arguments, "load")) {
        j->contact.to = fmin(10e3, 0.9 * largest_contact_force(&j->contact));
        j->contact.from = j->contact.to / 1000;
    }
    double depth;
    if (!status) status = bri_contact_depth(j->contact.law, j->contact.constants, j->contact.to, &depth, &err);
    if (!status && j->contact.fitted)
        status = bri_contact_fit(j->contact.law, j->contact.constants, j->contact.from, j->contact.to, &j->contact.fit,
                                 &err);
    if (status) return complain_of(status, &err);
    if (path) return write_contact_curve(&j->contact, path, json);
    return json ? print_contact_json(&j->contact) : print_contact_text(&j->contact);
}

static int contact_run(const command_line *arguments)
{
    static job j;
    bri_error err = {0};
    j.contact.law = arguments->words ? bri_contact_law_find(arguments->word[0]) : NULL;
    if (arguments->words && !j.contact.law) return reject_law(arguments->word[0]);
    if (option_value(arguments, "restitution-table")) return print_restitution_table(arguments);
    if (!arguments->words) return list_laws(arguments);
    int bad_output = check_table_output(option_value(arguments, "output"), option_value(arguments, "json"));
    if (bad_output) return bad_output;
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
    .details = "Without a law, lists all laws. With a law and its parameters, prints force, depth and stiffness\n"
               "for two sides.\n"
               "\n"
               "  bristle contact lankarani_nikravesh restitution=0.8 --radius 10mm,flat\n"
               "  bristle contact johnson --radius 7.95mm,-8mm --length 16mm -o johnson.svg\n"
               "  bristle contact johnson_flat depth=16mm --radius 7.95mm,flat --length 16mm --fit 50N..15kN\n"
               "  bristle contact --restitution-table",
    .options = contact_options,
    .run = contact_run,
};
