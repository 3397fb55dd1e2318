/* unknowns.c - the parameters of a law that a fit varies, as coordinates without bounds */
#include "fit/unknowns.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/number.h"
#include "trial/scales.h"

const double bri_static_most = 2; /* a static peak above twice the sliding friction is not plausible */

static const double farthest = 100;     /* coordinates count up to here: e^100 is beyond every range */
static const double unlimited = 1e20;   /* ranges wider than this, of either sign, are no ranges */
static const double search_width = 1e3; /* starts lie within this factor of the start value */

/* --- values and coordinates --------------------------------------------------------------------------------------- */

static double number_at(const void *params, size_t offset)
{
    double value;
    memcpy(&value, (const char *)params + offset, sizeof value);
    return value;
}

static void put_number(void *params, size_t offset, double value)
{
    memcpy((char *)params + offset, &value, sizeof value);
}

double bri_unknown_value(const bri_unknowns *k, int i, const bri_params *params)
{
    return number_at(params, k->at[i].offset);
}

void bri_unknown_set(const bri_unknowns *k, int i, double value, bri_params *params)
{
    put_number(params, k->at[i].offset, value);
}

void bri_unknown_limits(const bri_unknowns *k, int i, const bri_params *params, double *low, double *high)
{
    const bri_unknown *w = &k->at[i];
    *low = w->min;
    *high = w->max;
    if (!w->above_sliding) return;
    double sliding = number_at(params, k->sliding);
    *low = fmax(w->min, sliding);
    *high = w->ranged ? w->max : fmin(w->max, bri_static_most * sliding);
    *high = fmax(*high, *low * (1 + 1e-9) + 1e-300); /* where the sliding coefficient has left the range of this one */
}

double bri_unknown_coordinate(const bri_unknowns *k, int i, double value, const bri_params *params)
{
    const bri_unknown *w = &k->at[i];
    double low, high;
    if (w->scale > 0) return value / w->scale;
    bri_unknown_limits(k, i, params, &low, &high);
    double u = log((value - low) / (high - value));
    return value <= low ? -farthest : value >= high ? farthest : fmin(fmax(u, -farthest), farthest);
}

double bri_unknown_from(const bri_unknowns *k, int i, double u, const bri_params *params)
{
    const bri_unknown *w = &k->at[i];
    double low, high, at = fmin(fmax(u, -farthest), farthest);
    if (w->scale > 0) return w->scale * u;
    bri_unknown_limits(k, i, params, &low, &high);
    return at < 0 ? low + (high - low) * (exp(at) / (1 + exp(at))) : high - (high - low) * (exp(-at) / (1 + exp(-at)));
}

static void put_rest(const bri_unknowns *k, bri_params *params)
{
    bri_list *list = (bri_list *)((char *)params + (k->shares ? k->shares->offset : 0));
    if (!k->shares) return;
    double rest = 1;
    for (int e = 0; e < list->count - 1; e++)
        rest -= list->at[e];
    list->at[list->count - 1] = rest;
}

void bri_unknowns_params(const bri_unknowns *k, const double *u, int held, double held_value, bri_params *out)
{
    *out = k->base;
    for (int after = 0; after < 2; after++) /* first those on which the range of another one depends */
        for (int i = 0; i < k->count; i++)
            if (k->at[i].above_sliding == (bool)after)
                bri_unknown_set(k, i, i == held ? held_value : bri_unknown_from(k, i, u[i], out), out);
    if (held >= 0 && k->at[held].above_sliding) /* a peak that is held limits the sliding friction */
        put_number(out, k->sliding, fmin(number_at(out, k->sliding), held_value));
    if (k->raised) put_number(out, k->raised, fmax(number_at(out, k->raised), number_at(out, k->sliding)));
    put_rest(k, out);
}

void bri_unknowns_of(const bri_unknowns *k, const bri_params *params, double *u)
{
    for (int i = 0; i < k->count; i++)
        u[i] = bri_unknown_coordinate(k, i, bri_unknown_value(k, i, params), params);
}

double bri_unknown_spread(const bri_unknowns *k, int i, double share, const bri_params *params)
{
    const bri_unknown *w = &k->at[i];
    double low, high, size = fabs(w->start);
    bri_unknown_limits(k, i, params, &low, &high);
    if (w->scale > 0) return w->start + (2 * share - 1) * w->scale;
    if (!w->ranged && !w->above_sliding && low >= 0 && size > 0) {
        low = fmax(low, size / search_width);
        high = fmin(high, size * search_width);
    }
    if (low < 0 && !w->ranged) {
        low = fmax(low, -2 * fmax(size, 0.5));
        high = fmin(high, 2 * fmax(size, 0.5));
    }
    return low > 0 && high > 20 * low ? low * pow(high / low, share) : low + share * (high - low);
}

/* --- which parameters vary ---------------------------------------------------------------------------------------- */

static bool is_fixed(const bri_fit_def *def, const char *row, const char *name)
{
    for (size_t i = 0; i < def->fixes; i++)
        if (!strcmp(def->fixed[i], row) || !strcmp(def->fixed[i], name)) return true;
    return false;
}

/* The range that the caller gave; an entry without a range also says that the parameter varies. */
static const bri_fit_range *range_of(const bri_fit_def *def, const char *row, const char *name)
{
    const bri_fit_range *found = NULL;
    for (size_t i = 0; i < def->varied; i++)
        if (!strcmp(def->vary[i].name, row) || !strcmp(def->vary[i].name, name)) found = &def->vary[i];
    return found;
}

static bool varies_by_itself(const bri_param *row)
{
    if (row->type == BRI_LIST && row->role == BRI_ROLE_SPEED_SCALE) return false; /* points of a table */
    return row->role != BRI_ROLE_FLOOR;
}

static bri_status add(bri_unknowns *k, const bri_fit_def *def, const bri_param *row, const char *name, const char *unit,
                      size_t offset, bri_error *err)
{
    const bri_fit_range *range = range_of(def, row->name, name);
    double value = number_at(&k->base, offset);
    if (is_fixed(def, row->name, name)) return BRI_OK;
    if (!range && (def->varied || !varies_by_itself(row) || (row->type != BRI_REAL && value == 0))) return BRI_OK;
    if (k->count == BRI_UNKNOWNS_MAX - 8)
        return bri_fail(err, BRI_BAD_VALUE, "more than %d parameters vary: fix some of them", BRI_UNKNOWNS_MAX - 8);
    bri_unknown *w = &k->at[k->count];
    *w = (bri_unknown){.offset = offset, .min = row->min, .max = row->max, .initial = value, .start = value};
    snprintf(w->name, sizeof w->name, "%s", name);
    snprintf(w->unit, sizeof w->unit, "%s", unit);
    w->share = row->role == BRI_ROLE_SHARE;
    w->ranged = range && range->max > range->min;
    if (w->ranged && !(range->min >= row->min && range->max <= row->max))
        return bri_fail(err, BRI_BAD_VALUE, "%s may be from %g to %g%s%s, and its range was given as %g to %g", name,
                        row->min, row->max, strcmp(unit, "1") != 0 ? " " : "", strcmp(unit, "1") != 0 ? unit : "",
                        range->min, range->max);
    if (w->ranged) {
        w->min = range->min;
        w->max = range->max;
    } else if (row->type == BRI_QUANTITIES && value > 0) {
        w->min = 0;
    }
    if (w->min < 0 && w->max - w->min > unlimited) w->scale = value != 0 ? fabs(value) : 1;
    w->above_sliding = row->role == BRI_ROLE_STATIC && bri_param_with_role(k->kind, BRI_ROLE_SLIDING);
    k->count++;
    return BRI_OK;
}

static bri_status add_row(bri_unknowns *k, const bri_fit_def *def, const bri_param *row, bri_error *err)
{
    char unit[BRI_WORD_ROOM], name[BRI_NAME_MAX];
    bri_status status = BRI_OK;
    const char *params = (const char *)&k->base;
    if (row->type == BRI_REAL)
        return add(k, def, row, row->name, bri_param_unit(k->kind, row, params, unit), row->offset, err);
    if (row->type == BRI_LIST) {
        const bri_list *list = (const bri_list *)(params + row->offset);
        bool shares = row->role == BRI_ROLE_SHARE;
        int before = k->count;
        bri_param_unit(k->kind, row, params, unit);
        for (int e = 0; !status && e < list->count - shares; e++) {
            snprintf(name, sizeof name, "%s.%d", row->name, e + 1);
            status =
                add(k, def, row, name, unit, row->offset + offsetof(bri_list, at) + (size_t)e * sizeof(double), err);
        }
        if (shares && k->count > before) k->shares = row;
    } else if (row->type == BRI_QUANTITIES) {
        const bri_quantities *q = (const bri_quantities *)(params + row->offset);
        for (int e = 0; !status && e < q->count; e++) {
            snprintf(name, sizeof name, "%s.%s", row->name, q->name[e]);
            status = add(k, def, row, name, q->unit[e],
                         row->offset + offsetof(bri_quantities, value) + (size_t)e * sizeof(double), err);
        }
    }
    return status;
}

/* Every name that the caller gave must be a number of the law. */
static bri_status check_names(const bri_unknowns *k, const bri_fit_def *def, bri_error *err)
{
    bri_status first = BRI_OK;
    for (size_t i = 0; i < def->varied + def->fixes; i++) {
        const char *name = i < def->varied ? def->vary[i].name : def->fixed[i - def->varied];
        double value;
        bri_error why = {0};
        const bri_param *row = bri_param_find(k->kind, name);
        bri_status status = BRI_OK;
        if (row && row->type != BRI_REAL && row->type != BRI_LIST && row->type != BRI_QUANTITIES)
            status = bri_fail(err, BRI_BAD_VALUE, "%s is not a number, and cannot be fitted", name);
        else if (!row && bri_params_get(k->kind, &k->base, name, &value, &why))
            status = bri_fail(err, BRI_NOT_FOUND, "%s", why.what);
        else if (i < def->varied && (def->vary[i].min != 0 || def->vary[i].max != 0) &&
                 !(def->vary[i].max > def->vary[i].min))
            status = bri_fail(err, BRI_BAD_VALUE, "the range of %s is %g to %g, and must increase", name,
                              def->vary[i].min, def->vary[i].max);
        if (!first) first = status;
    }
    return first;
}

/* Start values: of the parameters; of the phenomena, where a parameter is switched off; within the range. */
static void set_starts(bri_unknowns *k, const bri_friction_law *law)
{
    static const double inside = 1e-3; /* of the range, from its ends */
    bri_params on;
    bri_phenomena_params(law, &on);
    for (int i = 0; i < k->count; i++) {
        bri_unknown *w = &k->at[i];
        double low, high;
        if (w->start == 0 && w->min >= 0) w->start = number_at(&on, w->offset);
        bri_unknown_limits(k, i, &k->base, &low, &high);
        if (isnan(w->start)) w->start = low > 0 ? sqrt(low * high) : 0.5 * (low + high);
        if (!(w->start > low && w->start < high))
            w->start =
                w->start <= low ? low + inside * fmin(high - low, fmax(fabs(low), 1)) : high - inside * (high - low);
        bri_unknown_set(k, i, w->start, &k->base);
    }
    put_rest(k, &k->base);
}

bri_status bri_unknowns_choose(bri_unknowns *k, const bri_fit_def *def, bri_error *err)
{
    const bri_param *sliding = bri_param_with_role(&def->law->kind, BRI_ROLE_SLIDING);
    k->kind = &def->law->kind;
    k->sliding = sliding && sliding->type == BRI_REAL ? sliding->offset : 0;
    if (def->params)
        memcpy(&k->base, def->params, k->kind->params_size);
    else
        bri_params_defaults(k->kind, &k->base);
    bri_status status = bri_params_check(k->kind, &k->base, err);
    bri_status names = check_names(k, def, err);
    if (!status) status = names;
    for (const bri_param *row = k->kind->params; !status && row->name; row++)
        status = add_row(k, def, row, err);
    if (status) return status;
    if (!sliding || sliding->type != BRI_REAL)
        for (int i = 0; i < k->count; i++)
            k->at[i].above_sliding = false;
    if (!k->count)
        return bri_fail(err, BRI_BAD_VALUE, "no parameter of %s varies: every number of it is fixed", k->kind->name);
    set_starts(k, def->law);
    return BRI_OK;
}

void bri_unknowns_drop(bri_unknowns *k, int i)
{
    put_number(&k->base, k->at[i].offset, k->at[i].initial);
    if (k->at[i].above_sliding && k->at[i].initial > 0) k->raised = k->at[i].offset;
    memmove(&k->at[i], &k->at[i + 1], (size_t)(k->count - 1 - i) * sizeof *k->at);
    k->count--;
}

/* --- ranges as text ----------------------------------------------------------------------------------------------- */

/* "0.05..1 mm/s": the unit stands behind either end. */
static bri_status read_ends(bri_units *units, const char *name, const char *text, const char *unit,
                            bri_fit_range *range, bri_error *err)
{
    const char *dots = strstr(text, ".."), *second = dots ? dots + 2 : text;
    char low[80];
    bri_error why = {0};
    if (!dots || dots == text || dots - text > 40)
        return bri_fail(err, BRI_BAD_VALUE, "%s in '%.40s' is no range: give its two ends, such as 0.05..1", name,
                        text);
    const char *its_unit = bri_quantity_unit(second);
    snprintf(low, sizeof low, "%.*s", (int)(dots - text), text);
    const char *own = bri_quantity_unit(low);
    if (own && !*own && its_unit) snprintf(low + strlen(low), sizeof low - strlen(low), " %.30s", its_unit);
    if (bri_quantity_read(units, low, unit, &range->min, &why) ||
        bri_quantity_read(units, second, unit, &range->max, &why))
        return bri_fail(err, BRI_BAD_VALUE, "%s: %s", name, why.what);
    if (!(range->max > range->min))
        return bri_fail(err, BRI_BAD_VALUE, "the range of %s is %g to %g, and must increase", name, range->min,
                        range->max);
    return BRI_OK;
}

bri_status bri_fit_read_range(const bri_kind *kind, bri_units *units, const char *text, char name[BRI_NAME_MAX],
                              bri_fit_range *range, bri_error *err)
{
    bri_error_clear(err);
    char unit[BRI_WORD_ROOM], head[BRI_NAME_MAX];
    size_t length = strcspn(text, " =");
    const char *behind = text + length + strspn(text + length, " ");
    snprintf(name, BRI_NAME_MAX, "%.*s", (int)(length < BRI_NAME_MAX ? length : BRI_NAME_MAX - 1), text);
    *range = (bri_fit_range){.name = name};
    snprintf(head, sizeof head, "%.*s", (int)strcspn(name, "."), name);
    const bri_param *row = bri_param_find(kind, head);
    if (!row) {
        bri_params params;
        double value;
        bri_params_defaults(kind, &params);
        return bri_params_get(kind, &params, name, &value, err) ? BRI_NOT_FOUND : BRI_OK;
    }
    if (!*behind) return BRI_OK;
    if (strncmp(behind, "in ", 3) != 0)
        return bri_fail(err, BRI_BAD_VALUE, "'%.60s' is not understood: write '%s' or '%s in 0.05..1'", text, name,
                        name);
    bri_param_unit(kind, row, NULL, unit);
    return read_ends(units, name, behind + 3 + strspn(behind + 3, " "), unit, range, err);
}
