/* random_kind.c - random parameters for any kind, from its table */
#include "random_kind.h"

#include "test.h"

#include "base/number.h"
#include "model/families.h"

double draw_between(draw *d, double low, double high) { return random_between(&d->random, low, high); }
double draw_scale(draw *d, double low, double high) { return random_scale(&d->random, low, high); }
bool draw_chance(draw *d, double share) { return draw_between(d, 0, 1) < share; }
int draw_index(draw *d, int count) { return (int)(random_bits(&d->random) % (unsigned)count); }
double draw_sign(draw *d) { return draw_chance(d, 0.5) ? 1 : -1; }

void draw_number(draw *d, double value)
{
    char text[32];
    bri_number_print(text, strtod((snprintf(text, sizeof text, "%.6g", value), text), NULL));
    bri_text_add(d->out, "%s", text);
}

const bri_kind *draw_kind(draw *d, kind_list *list)
{
    int count = 0;
    while (list(count))
        count++;
    return list(draw_index(d, count));
}

/* --- one number ------------------------------------------------------------------------------------------------------- */

double draw_magnitude(draw *d, const char *unit)
{
    double weight = d->mass * d->gravity;
    const struct {
        const char *unit;
        double low, high;
    } sizes[] = {
        {"m", 0.02 * d->length, 0.3 * d->length},
        {"kg", 0.1 * d->mass, 10 * d->mass},
        {"s", 0.1 * d->time, 2 * d->time},
        {"Hz", 0.1 / d->time, 3 / d->time},
        {"rad", 0.05, 3},
        {"m/s", 0.01 * d->length / d->time, d->length / d->time},
        {"rad/s", 0.1 / d->time, 3 / d->time},
        {"N", 0.05 * weight, 3 * weight},
        {"N m", 0.02 * weight * d->length, weight * d->length},
        {"N/m", weight / d->length, 300 * weight / d->length},
        {"1/m", 1e3 / d->length, 1e5 / d->length},
        {"N s/m", 0.01 * weight * d->time / d->length, weight * d->time / d->length},
        {"N m/rad", 0.1 * weight * d->length, 10 * weight * d->length},
        {"N m s/rad", 1e-3 * weight * d->length * d->time, 0.3 * weight * d->length * d->time},
        {"m/N", 1e-7 * d->length / weight, 1e-4 * d->length / weight},
        {"Pa", 1e6, 1e9},
        {"Pa s", 0.01, 1},
        {"kg/m3", 700, 1100},
        {"1/Pa", 1e-8, 3e-8},
    };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        if (!strcmp(sizes[i].unit, unit)) return draw_scale(d, sizes[i].low, sizes[i].high);
    return 1;
}

double draw_value(draw *d, const bri_param *row, const char *unit)
{
    double value;
    switch (row->role) {
    case BRI_ROLE_STATIC:
    case BRI_ROLE_SLIDING:
    case BRI_ROLE_STATIC_SHARE:
    case BRI_ROLE_CEILING:
        value = strcmp(unit, "1") != 0 ? 0.3 * draw_magnitude(d, unit) : draw_scale(d, 0.02, 0.8);
        break;
    case BRI_ROLE_SPEED_SCALE:
    case BRI_ROLE_VISCOUS_SPEED: value = draw_scale(d, 1e-4, 1); break;
    case BRI_ROLE_INVERSE_SPEED: value = draw_scale(d, 1, 1e4); break;
    case BRI_ROLE_VISCOUS: value = draw_scale(d, 1e-3, 1); break;
    case BRI_ROLE_BRISTLE_STIFFNESS: /* presliding over 1e-6 to 1e-3 of the size */
        value = strcmp(unit, "N/m") != 0 ? draw_magnitude(d, unit)
                                         : draw_scale(d, 1e3, 1e6) * d->mass * d->gravity / d->length;
        break;
    case BRI_ROLE_LENGTH_SCALE: value = draw_scale(d, 1e-6, 1e-3) * d->length; break;
    case BRI_ROLE_RADIUS: value = draw_scale(d, 0.01, 0.1) * d->length; break;
    case BRI_ROLE_RESTITUTION: value = draw_between(d, 0.1, 1); break;
    default: {
        bool has_default = isfinite(row->initial) && row->initial != 0;
        value = has_default ? row->initial * draw_scale(d, 0.2, 5) : draw_magnitude(d, unit);
    }
    }
    return fmin(fmax(row->type == BRI_INT ? floor(value) : value, row->min), row->max);
}

/* --- kinds of numbers, choices and lists --------------------------------------------------------------------------------- */

static int words_of(const bri_param *row)
{
    char word[BRI_WORD_ROOM];
    int count = 0;
    while (bri_word(row->words, count, word))
        count++;
    return count;
}

/* As many values as all lists of the kind have. A list that ends at 1 holds shares, whose sum is 1. */
static void set_list(draw *d, const bri_kind *kind, void *params, const bri_param *row, int count)
{
    bri_list *list = (bri_list *)(void *)((char *)params + row->offset);
    double sum = 0;
    char unit[BRI_WORD_ROOM];
    bri_param_unit(kind, row, params, unit);
    list->count = count;
    for (int i = 0; i < count; i++) {
        list->at[i] = row->max == 1 ? draw_between(d, 0.1, 1) : draw_value(d, row, unit);
        sum += list->at[i];
    }
    for (int i = 0; i < count && row->max == 1; i++)
        list->at[i] /= sum;
}

/* Contact stiffness K in F = K d^n: ten times the weight at a depth of 1e-4 to 1e-2 of the size. */
static void set_contact_stiffness(draw *d, const bri_kind *kind, void *params)
{
    const bri_param *row = bri_param_with_role(kind, BRI_ROLE_STIFFNESS);
    if (!row || strcmp(row->unit, "1") != 0) return;
    double exponent = bri_role_value(kind, params, BRI_ROLE_EXPONENT), depth = draw_scale(d, 1e-4, 1e-2) * d->length;
    double stiffness = 10 * d->mass * d->gravity / pow(depth, exponent > 0 ? exponent : 1.5);
    bri_params_set(kind, params, row->name, stiffness, NULL);
}

/* Points of a curve keep their order: all are multiplied alike. */
static void scale_quantities(draw *d, void *params, const bri_param *row)
{
    bri_quantities *all = (bri_quantities *)(void *)((char *)params + row->offset);
    for (int i = 0; i < all->count; i++)
        all->value[i] *= draw_scale(d, 0.3, 3);
}

static void scale_list(draw *d, void *params, const bri_param *row)
{
    bri_list *list = (bri_list *)(void *)((char *)params + row->offset);
    double times = draw_scale(d, 0.3, 3);
    for (int i = 0; i < list->count; i++)
        list->at[i] *= times;
}

static void set_params(draw *d, const bri_kind *kind, void *params)
{
    static const bri_family by_word = {.naming = BRI_BY_WORD};
    int elements = draw_chance(d, 0.5) ? 0 : 1 + draw_index(d, 5);
    char unit[BRI_WORD_ROOM];
    bri_params_defaults(kind, params);
    for (const bri_param *row = kind->params; row->name; row++) /* choices first: units follow them */
        if (row->type == BRI_CHOICE && draw_chance(d, 0.5))
            bri_params_set(kind, params, row->name, draw_index(d, words_of(row)), NULL);
    for (const bri_param *row = kind->params; row->name; row++) {
        bool wanted = draw_chance(d, 0.6) || row->role == BRI_ROLE_STATIC || row->role == BRI_ROLE_SLIDING ||
                      bri_row_required(&by_word, kind, row);
        bool curve = row->role == BRI_ROLE_SPEED_SCALE || row->role == BRI_ROLE_SLIDING;
        if (row->type == BRI_LIST && elements && curve) scale_list(d, params, row);
        if (row->type == BRI_LIST && elements && !curve) set_list(d, kind, params, row, elements);
        if (row->type == BRI_QUANTITIES && elements) scale_quantities(d, params, row);
        if ((row->type != BRI_REAL && row->type != BRI_INT) || !wanted) continue;
        bri_params_set(kind, params, row->name, draw_value(d, row, bri_param_unit(kind, row, params, unit)), NULL);
    }
    set_contact_stiffness(d, kind, params);
}

static void write_list(draw *d, const bri_list *list)
{
    for (int i = 0; i < list->count; i++) {
        bri_text_add(d->out, i ? ", " : "[");
        bri_text_add_number(d->out, list->at[i]);
    }
    bri_text_add(d->out, "]");
}

static void write_quantities(draw *d, const bri_quantities *quantities)
{
    for (int i = 0; i < quantities->count; i++) {
        bri_text_add(d->out, "%s%s: ", i ? ", " : "{", quantities->name[i]);
        bri_text_add_number(d->out, quantities->value[i]);
        if (strcmp(quantities->unit[i], "1") != 0) bri_text_add(d->out, " %s", quantities->unit[i]);
    }
    bri_text_add(d->out, "}");
}

/* Rows that differ from their defaults. */
static void write_params(draw *d, const bri_kind *kind, const void *params, const void *defaults)
{
    for (const bri_param *row = kind->params; row->name; row++) {
        const char *now = (const char *)params + row->offset, *usual = (const char *)defaults + row->offset;
        size_t size = row->type == BRI_LIST         ? sizeof(bri_list)
                      : row->type == BRI_QUANTITIES ? sizeof(bri_quantities)
                      : row->type == BRI_REAL       ? sizeof(double)
                                                    : sizeof(int);
        if (row->type == BRI_FORMULA) continue; /* its default, with other numbers */
        char word[BRI_WORD_ROOM];
        if (!memcmp(now, usual, size)) continue;
        bri_text_add(d->out, ", %s: ", row->name);
        if (row->type == BRI_CHOICE)
            bri_text_add(d->out, "%s", bri_word(row->words, *(const int *)(const void *)now, word));
        if (row->type == BRI_INT) bri_text_add(d->out, "%d", *(const int *)(const void *)now);
        if (row->type == BRI_REAL) bri_text_add_number(d->out, *(const double *)(const void *)now);
        if (row->type == BRI_LIST) write_list(d, (const bri_list *)(const void *)now);
        if (row->type == BRI_QUANTITIES) write_quantities(d, (const bri_quantities *)(const void *)now);
    }
}

const bri_kind *draw_by_word(draw *d, kind_list *list, accepts_params *accepts, const void *user)
{
    for (;;) {
        const bri_kind *kind = draw_kind(d, list);
        bri_params params = {0}, defaults = {0};
        bri_params_defaults(kind, &defaults);
        set_params(d, kind, &params);
        if (bri_params_check(kind, &params, NULL) || (accepts && !accepts(kind, &params, user))) continue;
        bri_text_add(d->out, "%s", kind->name);
        write_params(d, kind, &params, &defaults);
        return kind;
    }
}

/* --- signals ---------------------------------------------------------------------------------------------------------------- */

/* jumps: two points may have the same time. */
static void write_series(draw *d, const char *unit, bool from_rest, bool positive, bool jumps)
{
    int count = 2 + draw_index(d, 4);
    double t = 0, last = 0;
    for (int i = 0; i < count; i++) {
        double value = from_rest && i == 0 ? 0 : draw_magnitude(d, unit) * (positive ? 1 : draw_sign(d));
        if (i > 0 && !(from_rest || draw_chance(d, 0.8))) value = last; /* a rest */
        bri_text_add(d->out, i ? ", [" : "[[");
        draw_number(d, t);
        bri_text_add(d->out, ", ");
        draw_number(d, value);
        bri_text_add(d->out, "]");
        last = value;
        if (!jumps || from_rest || !draw_chance(d, 0.2)) t += draw_magnitude(d, "s"); /* else a jump */
    }
    bri_text_add(d->out, "]");
}

/* The size of a signal is its first row; other rows in its unit, and phases, are left out where it begins at 0. */
static void write_signal_row(draw *d, const bri_kind *kind, const bri_param *row, const char *unit, bool from_rest,
                             bool positive)
{
    bool in_unit = !strcmp(row->unit, "*"), alone = !kind->params[1].name;
    if (row->type == BRI_SERIES) {
        write_series(d, unit, from_rest, positive, alone);
    } else if (in_unit) {
        double size = from_rest && alone ? 0 : draw_magnitude(d, unit);
        draw_number(d, size * (positive ? 1 : draw_sign(d)));
    } else {
        draw_number(d, draw_magnitude(d, row->unit));
    }
}

void draw_signal(draw *d, const char *unit, bool from_rest, bool positive)
{
    const bri_family *family = bri_family_find("signal");
    const bri_kind *kind = draw_kind(d, family->kind);
    double start = draw_chance(d, 0.5) ? 0 : draw_magnitude(d, "s");
    bri_text_add(d->out, "{");
    for (const bri_param *row = kind->params; row->name; row++) {
        bool first = row == kind->params, in_unit = !strcmp(row->unit, "*");
        bool is_start = !strcmp(row->unit, "s") && row->initial == 0,
             is_end = !strcmp(row->unit, "s") && row->initial > 0;
        bool may = !(from_rest && (in_unit || !strcmp(row->unit, "rad")));
        bool required = bri_row_required(family, kind, row);
        if (!required && !is_start && !is_end && !(may && draw_chance(d, 0.6))) continue;
        bri_text_add(d->out, "%s%s: ", first ? "" : ", ", first ? kind->name : row->name);
        if (is_start)
            draw_number(d, start);
        else if (is_end) /* an end, or a duration: after the start in either case */
            draw_number(d, start + draw_magnitude(d, "s"));
        else
            write_signal_row(d, kind, row, unit, from_rest, positive);
    }
    bri_text_add(d->out, "}");
}
