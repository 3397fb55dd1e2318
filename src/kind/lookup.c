/* lookup.c - parameters of a kind by name, element and role; their units and places in a struct */
#include "kind/lookup.h"

#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/fail.h"
#include "base/number.h"
#include "base/text.h"
#include "kind/formula.h"

const bri_param *bri_param_find(const bri_kind *kind, const char *name)
{
    assert(kind && name);
    for (const bri_param *p = kind->params; p->name; p++)
        if (!strcmp(p->name, name)) return p;
    return NULL;
}

const bri_param *bri_param_with_role(const bri_kind *kind, bri_role role)
{
    assert(kind);
    for (const bri_param *p = kind->params; p && p->name; p++)
        if (p->role == role) return p;
    return NULL;
}

static const char *next_param(void *context, int index)
{
    const bri_kind *kind = context;
    return kind->params[index].name;
}

double bri_role_value(const bri_kind *kind, const void *params, bri_role role)
{
    assert(kind);
    const bri_param *p = bri_param_with_role(kind, role);
    double value = p && p->type == BRI_REAL ? *bri_real_at(p, (void *)(uintptr_t)params) : 0;
    return role == BRI_ROLE_STATIC && value == 0 ? bri_role_value(kind, params, BRI_ROLE_SLIDING) : value;
}

static double least_above_zero(const bri_list *list)
{
    double least = INFINITY;
    for (int i = 0; i < list->count; i++)
        if (list->at[i] != 0) least = fmin(least, fabs(list->at[i]));
    return isfinite(least) ? least : 0;
}

double bri_param_speed(const bri_param *param, const void *params)
{
    assert(param);
    bool scale = param->role == BRI_ROLE_SPEED_SCALE, inverse = param->role == BRI_ROLE_INVERSE_SPEED;
    double value = param->type == BRI_REAL && (scale || inverse) ? *bri_real_at(param, (void *)(uintptr_t)params) : 0;
    if (param->type == BRI_LIST && scale) return least_above_zero(bri_list_at(param, (void *)(uintptr_t)params));
    return inverse && value != 0 ? 1 / value : value;
}

/* Index from 1 of the element that text names: "2" of a list, "x" or "y" of a vector, "v_s" of quantities; 0: none. */
static int bri_element_of(const bri_param *param, const void *params, const char *text)
{
    const char *end;
    double number;
    if (param->type == BRI_QUANTITIES)
        return bri_quantities_find(bri_quantities_at(param, (void *)(uintptr_t)params), text) + 1;
    if (param->type == BRI_VECTOR) return !strcmp(text, "x") ? 1 : !strcmp(text, "y") ? 2 : 0;
    if (param->type != BRI_LIST || !bri_number_read(text, &end, &number) || *end) return 0;
    return number >= 1 && number <= BRI_NUMBERS_MAX && number == floor(number) ? (int)number : 0;
}

int bri_row_element(const bri_param *row, const void *params, const char *text)
{
    return bri_element_of(row, params, text) - 1;
}

bri_status bri_param_locate(const bri_kind *kind, const void *params, const char *name, const bri_param **param,
                            int *element, bri_error *err)
{
    char head[64];
    const char *dot = strrchr(name, '.');
    *element = 0;
    *param = bri_param_find(kind, name);
    if (!*param && dot && (size_t)(dot - name) < sizeof head) {
        snprintf(head, sizeof head, "%.*s", (int)(dot - name), name);
        *param = bri_param_find(kind, head);
        *element = *param ? bri_element_of(*param, params, dot + 1) : 0;
        if (!*element) *param = NULL;
    }
    if (*param) return BRI_OK;
    char hint[200];
    bri_text_suggest(hint, sizeof hint, name, next_param, (void *)(uintptr_t)kind);
    bri_fail(err, BRI_NOT_FOUND, "%s has no parameter '%.60s'%s", kind->name, name, hint);
    return BRI_NOT_FOUND;
}

int bri_choice_of(const bri_kind *kind, const bri_param *param, const void *params)
{
    const bri_param *choice = param->follows && param->type != BRI_SERIES ? bri_param_find(kind, param->follows) : NULL;
    return choice && params ? *bri_int_at(choice, (void *)(uintptr_t)params) : 0;
}

const char *bri_param_unit(const bri_kind *kind, const bri_param *param, const void *params, char out[BRI_WORD_ROOM])
{
    assert(kind && param && out);
    const char *unit = bri_word(param->unit, bri_choice_of(kind, param, params), out);
    return unit ? unit : bri_word(param->unit, 0, out);
}

int bri_kind_elements(const bri_kind *kind, const void *params)
{
    assert(kind);
    for (const bri_param *p = kind->params; p && p->name; p++)
        if (p->type == BRI_LIST) return bri_list_at(p, (void *)(uintptr_t)params)->count;
    return 1;
}

static bool has_elements(const bri_variable *table)
{
    for (; table && table->name; table++)
        if (table->shape == BRI_EACH_ELEMENT || table->shape == BRI_EACH_BOTH) return true;
    return false;
}

int bri_kind_list_most(const bri_kind *kind)
{
    assert(kind);
    bool elements = has_elements(kind->states) || has_elements(kind->discrete_states) || has_elements(kind->events);
    return elements ? BRI_LIST_MAX : BRI_NUMBERS_MAX;
}

int bri_variables_count(const bri_variable *table, int dim, int elements)
{
    int count = 0;
    for (; table && table->name; table++)
        count += (table->shape == BRI_EACH_DIRECTION || table->shape == BRI_EACH_BOTH ? dim : 1) *
                 (table->shape == BRI_EACH_ELEMENT || table->shape == BRI_EACH_BOTH ? elements : 1);
    return count;
}
