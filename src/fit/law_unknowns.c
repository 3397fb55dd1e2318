/* law_unknowns.c - the parameters of a law that a fit varies */
#include "fit/law_unknowns.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/number.h"
#include "trial/scales.h"

static const double search_width = 1e3; /* starts lie within this factor of the start value */

/* --- values ------------------------------------------------------------------------------------------------------- */

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

static void put_rest(const bri_law_unknowns *k, bri_params *params)
{
    bri_list *list = (bri_list *)((char *)params + (k->shares ? k->shares->offset : 0));
    if (!k->shares) return;
    double rest = 1;
    for (int e = 0; e < list->count - 1; e++)
        rest -= list->at[e];
    list->at[list->count - 1] = rest;
}

void bri_law_params(const bri_law_unknowns *k, const double *value, bri_params *out)
{
    *out = k->base;
    for (int i = 0; i < k->unknowns.count; i++)
        put_number(out, k->unknowns.at[i].place, value[i]);
    if (k->raised) put_number(out, k->raised, fmax(number_at(out, k->raised), number_at(out, k->sliding)));
    put_rest(k, out);
}

void bri_law_params_at(const bri_law_unknowns *k, const double *u, int held, double held_value, bri_params *out)
{
    double value[BRI_UNKNOWNS_MAX];
    bri_unknowns_values(&k->unknowns, u, held, held_value, value);
    bri_law_params(k, value, out);
}

void bri_law_values(const bri_law_unknowns *k, const bri_params *params, double *value)
{
    for (int i = 0; i < k->unknowns.count; i++)
        value[i] = number_at(params, k->unknowns.at[i].place);
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

static bri_status add(bri_law_unknowns *k, const bri_fit_def *def, const bri_param *row, const char *name,
                      const char *unit, size_t offset, bri_error *err)
{
    const bri_fit_range *range = range_of(def, row->name, name);
    double value = number_at(&k->base, offset);
    if (is_fixed(def, row->name, name)) return BRI_OK;
    if (!range && (def->varied || !varies_by_itself(row) || (row->type != BRI_REAL && value == 0))) return BRI_OK;
    if (k->unknowns.count == BRI_UNKNOWNS_MAX - 8)
        return bri_fail(err, BRI_BAD_VALUE, "more than %d parameters vary: fix some of them", BRI_UNKNOWNS_MAX - 8);
    bri_unknown w = {.place = offset,
                     .min = row->min,
                     .max = row->max,
                     .initial = value,
                     .start = value,
                     .spread = search_width,
                     .above = BRI_ABOVE_NOTHING,
                     .share = row->role == BRI_ROLE_SHARE,
                     .ranged = range && range->max > range->min};
    snprintf(w.name, sizeof w.name, "%s", name);
    snprintf(w.unit, sizeof w.unit, "%s", unit);
    if (w.ranged && !(range->min >= row->min && range->max <= row->max))
        return bri_fail(err, BRI_BAD_VALUE, "%s may be from %g to %g%s%s, and its range was given as %g to %g", name,
                        row->min, row->max, strcmp(unit, "1") != 0 ? " " : "", strcmp(unit, "1") != 0 ? unit : "",
                        range->min, range->max);
    if (w.ranged) {
        w.min = range->min;
        w.max = range->max;
    } else if (row->type == BRI_QUANTITIES && value > 0) {
        w.min = 0;
    }
    if (row->role == BRI_ROLE_STATIC && bri_param_with_role(k->kind, BRI_ROLE_SLIDING)) w.above = BRI_ABOVE_FIXED;
    bri_unknowns_add(&k->unknowns, &w);
    return BRI_OK;
}

static bri_status add_row(bri_law_unknowns *k, const bri_fit_def *def, const bri_param *row, bri_error *err)
{
    char unit[BRI_WORD_ROOM], name[BRI_NAME_MAX];
    bri_status status = BRI_OK;
    const char *params = (const char *)&k->base;
    if (row->type == BRI_REAL)
        return add(k, def, row, row->name, bri_param_unit(k->kind, row, params, unit), row->offset, err);
    if (row->type == BRI_LIST) {
        const bri_list *list = (const bri_list *)(params + row->offset);
        bool shares = row->role == BRI_ROLE_SHARE;
        int before = k->unknowns.count;
        bri_param_unit(k->kind, row, params, unit);
        for (int e = 0; !status && e < list->count - shares; e++) {
            snprintf(name, sizeof name, "%s.%d", row->name, e + 1);
            status =
                add(k, def, row, name, unit, row->offset + offsetof(bri_list, at) + (size_t)e * sizeof(double), err);
        }
        if (shares && k->unknowns.count > before) k->shares = row;
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
static bri_status check_names(const bri_law_unknowns *k, const bri_fit_def *def, bri_error *err)
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

void bri_law_unknowns_link(bri_law_unknowns *k)
{
    const bri_param *sliding = bri_param_with_role(k->kind, BRI_ROLE_SLIDING);
    bool single = sliding && sliding->type == BRI_REAL;
    for (int i = 0; i < k->unknowns.count; i++) {
        bri_unknown *w = &k->unknowns.at[i];
        if (w->above == BRI_ABOVE_NOTHING) continue;
        w->above = single ? BRI_ABOVE_FIXED : BRI_ABOVE_NOTHING;
        w->floor = single ? number_at(&k->base, k->sliding) : 0;
        for (int j = 0; single && j < k->unknowns.count; j++)
            if (k->unknowns.at[j].place == k->sliding) w->above = j;
    }
}

/* Start values: of the parameters; of the phenomena, where a parameter is switched off; within the range. */
static void set_starts(bri_law_unknowns *k, const bri_friction_law *law)
{
    bri_params on;
    double value[BRI_UNKNOWNS_MAX];
    bri_phenomena_params(law, &on);
    for (int i = 0; i < k->unknowns.count; i++) {
        bri_unknown *w = &k->unknowns.at[i];
        if (w->start == 0 && w->min >= 0) w->start = number_at(&on, w->place);
    }
    bri_unknowns_start(&k->unknowns, value);
    bri_law_params(k, value, &k->base);
}

bri_status bri_law_unknowns_choose(bri_law_unknowns *k, const bri_fit_def *def, bri_error *err)
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
    if (!k->unknowns.count)
        return bri_fail(err, BRI_BAD_VALUE, "no parameter of %s varies: every number of it is fixed", k->kind->name);
    bri_law_unknowns_link(k);
    set_starts(k, def->law);
    return BRI_OK;
}

void bri_law_unknowns_drop(bri_law_unknowns *k, int i)
{
    const bri_unknown *w = &k->unknowns.at[i];
    put_number(&k->base, w->place, w->initial);
    if (w->above != BRI_ABOVE_NOTHING && w->initial > 0) k->raised = w->place;
    bri_unknowns_remove(&k->unknowns, i);
}

/* --- ranges as text ----------------------------------------------------------------------------------------------- */

bri_status bri_fit_read_ends(bri_units *units, const char *name, const char *text, const char *unit,
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
    return bri_fit_read_ends(units, name, behind + 3 + strspn(behind + 3, " "), unit, range, err);
}
