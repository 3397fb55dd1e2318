/* contact_output.c - force, depth and stiffness of a normal law, and its fit, as text, JSON, table or plot */
#include "contact_output.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "contact/loss.h"
#include "contact/power.h"
#include "contact/restitution.h"
#include "kind/record.h"

enum {
    ROWS = 7,         /* of the table that is printed */
    CURVE_ROWS = 201, /* of a file */
    LONGEST = 400
};

static bri_contact_force force_at(const contact_job *j, double depth)
{
    bri_contact_force contact;
    j->law->force(j->constants, depth, 0, 1, &contact);
    return contact;
}

double largest_contact_force(const contact_job *j)
{
    return j->law->deepest ? force_at(j, j->law->deepest(j->constants)).force : INFINITY;
}

static bool is_power(const contact_job *j) { return j->law->force == bri_power_force; }

/* Whether the force has the damping factor 1 + a d'/v0. */
static bool has_loss(const contact_job *j)
{
    return bri_param_with_role(&j->law->kind, BRI_ROLE_APPROACH) && j->constants[LOSS_A] > 0;
}

static double restitution_of(const contact_job *j)
{
    return bri_role_value(&j->law->kind, &j->params, BRI_ROLE_RESTITUTION);
}

/* Name of its energy loss, as an option of `power`; NULL: none. */
static const char *loss_name(const contact_job *j, char out[BRI_WORD_ROOM])
{
    if (!has_loss(j)) return NULL;
    const bri_param *loss = bri_param_with_role(&j->law->kind, BRI_ROLE_LOSS);
    return loss ? bri_word(loss->words, *(const int *)bri_row_at(loss, &j->params), out) : j->law->kind.name;
}

/* The fit as a line of a model file. */
static void format_model_line(const contact_job *j, char out[LONGEST])
{
    const bri_kind *power = &bri_contact_power.kind;
    char word[BRI_WORD_ROOM], loss[100] = "";
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

static void print_sides(const contact_job *j)
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

static double load_at(const contact_job *j, int row)
{
    return row == ROWS - 1 ? j->to : j->from * pow(j->to / j->from, (double)row / (ROWS - 1));
}

int print_contact_text(const contact_job *j)
{
    char line[LONGEST];
    printf("%s - %s\n", j->law->kind.name, j->law->kind.title);
    print_sides(j);
    if (is_power(j))
        printf("Force       K d^n, K = %.6g N/m^n, n = %.6g\n", j->constants[POWER_K], j->constants[POWER_N]);
    if (j->law->deepest)
        printf("Valid       to a depth of %.6g m and a force of %.6g N\n", j->law->deepest(j->constants),
               largest_contact_force(j));
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
    printf("\nFit         K d^n, K = %.6g N/m^n, n = %.6g: largest error %.2g %%\n", j->fit.K, j->fit.n,
           100 * j->fit.worst);
    printf("            by least squares of logarithms at %d loads from %g to %g N\n", (int)BRI_FIT_LOADS, j->from,
           j->to);
    format_model_line(j, line);
    printf("\n    %s\n", line);
    return DONE;
}

static void add_number(bri_text *out, const char *before, const char *name, double value)
{
    bri_text_add(out, "%s\"%s\": ", before, name);
    bri_text_add_number(out, value);
}

int print_contact_json(const contact_job *j)
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
        add_number(&out, ", ", "largest_force", largest_contact_force(j));
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
        format_model_line(j, line);
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

static bri_status make_curve(const contact_job *j, bri_table **out, bri_error *err)
{
    double deepest = 0;
    bri_status status = bri_contact_depth(j->law, j->constants, j->to, &deepest, err);
    if (!status) status = bri_table_create(j->fitted ? 5 : 4, CURVE_ROWS, out, err);
    static const char *const names[][2] = {
        {"depth", "m"}, {"force", "N"}, {"stiffness", "N/m"}, {"stored", "J"}, {"fit", "N"}};
    for (size_t i = 0; !status && i < (*out)->columns; i++)
        status = bri_table_name(*out, i, names[i][0], names[i][1], err);
    if (status) return status;
    for (size_t i = 0; i < CURVE_ROWS; i++) {
        double depth = deepest * (double)i / (CURVE_ROWS - 1), *row = bri_table_row(*out, i);
        bri_contact_force contact = force_at(j, depth);
        row[0] = depth, row[1] = contact.force, row[2] = contact.by_depth, row[3] = contact.stored;
        if (j->fitted) row[4] = j->fit.K * pow(depth, j->fit.n);
    }
    return BRI_OK;
}

static int draw_curve(const contact_job *j, const bri_table *table, const char *path)
{
    plot_curve curve[] = {{table, 0, 1, j->law->kind.name}, {table, 0, 4, "fit"}};
    panel force = {.label = "normal force", .unit = "N", .curve = curve, .curves = j->fitted ? 2 : 1};
    picture p = {
        .path = path, .title = j->law->kind.title, .x_label = "depth", .x_unit = "m", .panel = &force, .panels = 1};
    return draw(&p);
}

int write_contact_curve(const contact_job *j, const char *path, bool json)
{
    bri_error err = {0};
    bri_table *table = NULL;
    bri_status status = make_curve(j, &table, &err);
    if (status) return complain_of(status, &err);
    int result = is_picture(path) ? draw_curve(j, table, path) : write_table(table, path, json);
    bri_table_destroy(table);
    return result;
}
