/* params.c - parameters set, read and checked by name, as the table of their kind says */
#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/number.h"
#include "base/text.h"
#include "bristle/kind.h"
#include "kind/formula.h"
#include "kind/lookup.h"

/* --- words: "force|load|equivalent" ------------------------------------------------------------------------------- */

static int find_word(const char *words, const char *word)
{
    char one[BRI_WORD_ROOM];
    for (int i = 0; bri_word(words, i, one); i++)
        if (!strcmp(one, word)) return i;
    return -1;
}

/* --- defaults ----------------------------------------------------------------------------------------------------- */

void bri_params_defaults(const bri_kind *kind, void *params)
{
    assert(kind);
    memset(params, 0, kind->params_size);
    for (const bri_param *p = kind->params; p->name; p++) {
        if (p->type == BRI_REAL) {
            *bri_real_at(p, params) = p->initial;
        } else if (p->type == BRI_LIST) {
            bri_list *list = bri_list_at(p, params);
            const char *at = p->words;
            while (list->count < BRI_NUMBERS_MAX && bri_number_read(at, &at, &list->at[list->count])) {
                list->count++;
                at += strspn(at, " ");
            }
        } else if (p->type == BRI_VECTOR) {
            bri_real_at(p, params)[0] = bri_real_at(p, params)[1] = p->initial;
        } else if (p->type == BRI_INT || p->type == BRI_CHOICE) {
            *bri_int_at(p, params) = (int)p->initial;
        } else if (p->type == BRI_QUANTITIES) {
            bri_quantities_read(p, p->words, bri_quantities_at(p, params), NULL);
        } else if (p->type == BRI_FORMULA) {
            bri_formula_keep(p, p->words, params, NULL);
        } /* types with pointers: NULL, which means not given */
    }
    bri_formulas_compile(kind, params, NULL);
}

/* --- setting ------------------------------------------------------------------------------------------------------ */

static bri_status check_range(const bri_kind *kind, const bri_param *param, const void *params, double value,
                              bri_error *err)
{
    char unit[BRI_WORD_ROOM], number[32], low[32], high[32];
    if (value >= param->min && value <= param->max) return BRI_OK;
    if (isnan(value) && isnan(param->initial)) return BRI_OK; /* not given */
    bri_param_unit(kind, param, params, unit);
    bool plain = !strcmp(unit, "1");
    bri_number_print(number, value);
    bri_number_print(low, param->min);
    bri_number_print(high, param->max);
    return bri_fail(err, BRI_BAD_VALUE, "%s is %s%s%s, and must lie between %s and %s%s%s", param->name, number,
                    plain ? "" : " ", plain ? "" : unit, low, high, plain ? "" : " ", plain ? "" : unit);
}

static bri_status check_whole(const bri_param *param, double value, bri_error *err)
{
    if (value == floor(value)) return BRI_OK;
    return bri_fail(err, BRI_BAD_VALUE, "%s is %g, and must be a whole number", param->name, value);
}

typedef struct word_list {
    char text[200];
} word_list;

/* The words of a choice, for messages: "force load equivalent". */
static word_list words_of(const bri_param *param)
{
    word_list all;
    snprintf(all.text, sizeof all.text, "%s", param->words);
    for (char *bar = all.text; (bar = strchr(bar, '|'));)
        *bar = ' ';
    return all;
}

static bri_status read_choice(const bri_param *param, const char *text, int *choice, bri_error *err)
{
    int index = find_word(param->words, text);
    if (index >= 0) {
        *choice = index;
        return BRI_OK;
    }
    return bri_fail(err, BRI_BAD_VALUE, "%s is '%.40s', and must be one of: %s", param->name, text,
                    words_of(param).text);
}

static bri_status set_one(const bri_kind *kind, const bri_param *param, int element, void *params, double value,
                          bri_error *err)
{
    bri_status status = BRI_OK;
    if (param->type == BRI_CHOICE) {
        char word[BRI_WORD_ROOM];
        if (!(value >= 0 && value <= 100) || value != floor(value) || !bri_word(param->words, (int)value, word))
            return bri_fail(err, BRI_BAD_VALUE, "%s: %g is not the index, from 0, of one of its words (%s)",
                            param->name, value, words_of(param).text);
        *bri_int_at(param, params) = (int)value;
        return BRI_OK;
    }
    if (param->type == BRI_LIST && !element)
        return bri_fail(err, BRI_BAD_VALUE, "%s is a list: set its elements %s.1, %s.2, ... or all of them as one text",
                        param->name, param->name, param->name);
    if (param->type == BRI_VECTOR && !element)
        return bri_fail(err, BRI_BAD_VALUE, "%s is a vector: set %s.x and %s.y", param->name, param->name, param->name);
    if (param->type > BRI_VECTOR || param->type == BRI_FORMULA || (param->type == BRI_QUANTITIES && !element))
        return bri_fail(err, BRI_BAD_VALUE, "%s is not a number", param->name);
    if (param->type == BRI_QUANTITIES)
        return bri_quantity_set(param, bri_quantities_at(param, params), element - 1, value, err);
    status = check_range(kind, param, params, value, err);
    if (!status && param->type == BRI_INT) status = check_whole(param, value, err);
    if (status) return status;
    if (param->type == BRI_REAL) {
        *bri_real_at(param, params) = value;
    } else if (param->type == BRI_INT) {
        *bri_int_at(param, params) = (int)value;
    } else if (param->type == BRI_VECTOR) {
        double *pair = bri_real_at(param, params), *other = &pair[2 - element];
        pair[element - 1] = value;
        if (isnan(value) != isnan(*other)) *other = isnan(value) ? value : 0; /* both components are given, or none */
    } else {
        bri_list *list = bri_list_at(param, params);
        if (element > list->count)
            return bri_fail(err, BRI_NOT_FOUND, "%s has %d elements, not %d", param->name, list->count, element);
        list->at[element - 1] = value;
    }
    return BRI_OK;
}

bri_status bri_params_set(const bri_kind *kind, void *params, const char *name, double value, bri_error *err)
{
    bri_error_clear(err);
    assert(kind && name);
    const bri_param *param;
    int element;
    bri_status status = bri_param_locate(kind, params, name, &param, &element, err);
    return status ? status : set_one(kind, param, element, params, value, err);
}

bri_status bri_params_get(const bri_kind *kind, const void *params, const char *name, double *value, bri_error *err)
{
    bri_error_clear(err);
    assert(kind && name && value);
    const bri_param *param;
    int element;
    void *from = (void *)(uintptr_t)params;
    bri_status status = bri_param_locate(kind, params, name, &param, &element, err);
    if (status) return status;
    if (param->type > BRI_VECTOR || param->type == BRI_FORMULA || (param->type == BRI_QUANTITIES && !element))
        return bri_fail(err, BRI_BAD_VALUE, "%s is not a number", param->name);
    if (param->type == BRI_VECTOR && !element)
        return bri_fail(err, BRI_NOT_FOUND, "%s is a vector: ask for %s.x or %s.y", param->name, param->name,
                        param->name);
    if (param->type == BRI_REAL) {
        *value = *bri_real_at(param, from);
    } else if (param->type == BRI_VECTOR) {
        *value = bri_real_at(param, from)[element - 1];
    } else if (param->type == BRI_QUANTITIES) {
        *value = bri_quantities_at(param, from)->value[element - 1];
    } else if (param->type != BRI_LIST) {
        *value = *bri_int_at(param, from);
    } else {
        const bri_list *list = bri_list_at(param, from);
        if (!element || element > list->count)
            return bri_fail(err, BRI_NOT_FOUND, "%s is a list of %d elements: ask for %s.1 and so on", param->name,
                            list->count, param->name);
        *value = list->at[element - 1];
    }
    return BRI_OK;
}

/* Reads a number with a unit; the error message begins with the name of the parameter. element: of quantities, from 1. */
static bri_status read_quantity(const bri_kind *kind, const bri_param *param, int element, const void *params,
                                bri_units *units, const char *text, double *value, bri_error *err)
{
    char unit[BRI_WORD_ROOM]; /* not less than BRI_QUANTITY_UNIT */
    bri_error why = {0};
    bri_param_unit(kind, param, params, unit);
    if (param->type == BRI_QUANTITIES && element > 0)
        snprintf(unit, sizeof unit, "%s", bri_quantities_at(param, (void *)(uintptr_t)params)->unit[element - 1]);
    bri_status status = bri_quantity_read(units, text, unit, value, &why);
    if (status) bri_fail(err, status, "%s: %s", param->name, why.what);
    return status;
}

/* Length of the first quantity of a list, which ends at a comma, or at a blank before another number. "1/m" is not
 * one. */
static size_t piece_length(const char *text)
{
    for (size_t i = 0;; i++) {
        const char *end, *next = text + i + strspn(text + i, " ");
        double ignored;
        if (!text[i] || text[i] == ',') return i;
        if (i && text[i] == ' ' && bri_number_read(next, &end, &ignored) && end[strspn(end, " ")] != '/') return i;
    }
}

/* The unit of the last quantity of a list; it also applies to quantities without a unit. */
static const char *last_unit(const char *text)
{
    for (;;) {
        size_t length = piece_length(text);
        const char *next = text + length + strspn(text + length, " ");
        if (*next == ',') next += 1 + strspn(next + 1, " ");
        if (!*next || next == text) return bri_quantity_unit(text);
        text = next;
    }
}

/* Reads "4e4, 3e4 N/m", "4e4 3e4", "40 kN/m, 30 kN/m". */
static bri_status set_list(const bri_kind *kind, const bri_param *param, void *params, bri_units *units,
                           const char *text, bri_error *err)
{
    bri_list list = {0};
    int most = bri_kind_list_most(kind);
    const char *at = text + strspn(text, " "), *common = last_unit(at);
    for (bool more = true; more;) {
        char piece[160];
        size_t length = piece_length(at);
        snprintf(piece, sizeof piece, "%.*s", (int)(length < 159 ? length : 159), at);
        piece[strcspn(piece, ",")] = '\0';
        for (size_t i = strlen(piece); i > 0 && piece[i - 1] == ' '; i--)
            piece[i - 1] = '\0';
        if (list.count == most) return bri_fail(err, BRI_BAD_VALUE, "%s has more than %d values", param->name, most);
        const char *own = bri_quantity_unit(piece);
        if (own && !*own && common && strlen(piece) + strlen(common) + 2 < sizeof piece) {
            strcat(piece, " ");
            strcat(piece, common);
        }
        bri_status status = read_quantity(kind, param, 0, params, units, piece, &list.at[list.count], err);
        if (!status) status = check_range(kind, param, params, list.at[list.count], err);
        if (status) return status;
        list.count++;
        at += length + strspn(at + length, " ");
        more = *at != '\0';
        if (*at == ',') at += 1 + strspn(at + 1, " ");
    }
    *bri_list_at(param, params) = list;
    return BRI_OK;
}

/* Sets one parameter; the text of a formula is copied only, and compiled when all parameters are set. */
static bri_status set_text(const bri_kind *kind, void *params, bri_units *units, const char *name, const char *text,
                           bri_error *err)
{
    const bri_param *param;
    int element;
    double value;
    bri_status status = bri_param_locate(kind, params, name, &param, &element, err);
    if (status) return status;
    if (param->type == BRI_CHOICE) return read_choice(param, text, bri_int_at(param, params), err);
    if (param->type == BRI_LIST && !element) return set_list(kind, param, params, units, text, err);
    if (param->type == BRI_FORMULA) return bri_formula_keep(param, text, params, err);
    if (param->type == BRI_QUANTITIES && !element)
        return bri_quantities_read(param, text, bri_quantities_at(param, params), err);
    if (param->type >= BRI_VECTOR && !element) return set_one(kind, param, element, params, 0, err); /* fails */
    status = read_quantity(kind, param, element, params, units, text, &value, err);
    return status ? status : set_one(kind, param, element, params, value, err);
}

const char *bri_param_text_unit(const bri_param *param, const char *text)
{
    assert(param && text);
    if (param->type == BRI_FORMULA || param->type == BRI_QUANTITIES) return NULL;
    return param->type == BRI_LIST ? last_unit(text) : bri_quantity_unit(text);
}

/* Bit set of the words of the choice this parameter follows whose unit fits the one written; ~0: any. */
static unsigned fitting_words(const bri_param *param, bri_units *units, const char *text)
{
    char one[BRI_WORD_ROOM];
    const char *unit = bri_param_text_unit(param, text);
    unsigned fit = 0;
    if (!unit || !*unit) return ~0u;
    for (int i = 0; bri_word(param->unit, i, one); i++)
        fit |= bri_unit_fits(units, unit, one) ? 1u << i : 0;
    return fit ? fit : ~0u; /* a unit that fits no word is reported when it is read */
}

bri_status bri_params_set_text(const bri_kind *kind, void *params, bri_units *units, const char *name, const char *text,
                               bri_error *err)
{
    bri_error_clear(err);
    assert(kind && name && text);
    const bri_param *param;
    int element;
    bri_status status = bri_param_locate(kind, params, name, &param, &element, err);
    if (status) return status;
    if (param->type == BRI_FORMULA || param->type == BRI_QUANTITIES) { /* with all that it is compiled with */
        bri_setting one = {.name = name, .text = text};
        bri_kind unchecked = *kind;
        unchecked.check = NULL;
        return bri_params_read(&unchecked, params, units, &one, 1, err);
    }
    int now = bri_choice_of(kind, param, params);
    unsigned fit = param->follows ? fitting_words(param, units, text) : ~0u;
    if (!(fit & (1u << now))) {
        char word[BRI_WORD_ROOM], other[BRI_WORD_ROOM] = "", unit[BRI_WORD_ROOM];
        const char *words = bri_param_find(kind, param->follows)->words;
        for (int i = 0; !*other && i < 32; i++)
            if (fit & (1u << i)) bri_word(words, i, other);
        return bri_fail(err, BRI_BAD_VALUE,
                        "%s: '%.40s' requires %s: %s, but %s is %s, which requires %s; set %s first", param->name, text,
                        param->follows, other, param->follows, bri_word(words, now, word),
                        bri_param_unit(kind, param, params, unit), param->follows);
    }
    return set_text(kind, params, units, name, text, err);
}

/* --- several at once ---------------------------------------------------------------------------------------------- */

/* The last setting of that name, which overrides earlier ones; NULL: none. */
static const bri_setting *find_setting(const bri_setting *settings, size_t count, const char *name)
{
    for (size_t i = count; i > 0; i--)
        if (!strcmp(settings[i - 1].name, name)) return &settings[i - 1];
    return NULL;
}

/* Sets a choice from the units in which the parameters that follow it are given, unless the choice itself is given. */
static bri_status pick_choice(const bri_kind *kind, const bri_param *choice, void *params, bri_units *units,
                              const bri_setting *settings, size_t count, bri_error *err)
{
    const bri_setting *given = find_setting(settings, count, choice->name), *first = NULL;
    unsigned fit = ~0u;
    char word[BRI_WORD_ROOM];
    if (given) {
        int index = find_word(choice->words, given->text);
        if (index < 0) return BRI_OK; /* reported when it is set */
        *bri_int_at(choice, params) = index;
        fit = 1u << index;
        first = given;
    }
    for (size_t i = 0; i < count; i++) {
        const bri_param *param;
        int element;
        if (bri_param_locate(kind, params, settings[i].name, &param, &element, NULL) || !param->follows ||
            strcmp(param->follows, choice->name) != 0)
            continue;
        unsigned mine = fitting_words(param, units, settings[i].text);
        if (mine == ~0u) continue;
        if (first && !(fit & mine))
            return bri_fail_at(err, BRI_BAD_VALUE, settings[i].where ? settings[i].where : "",
                               "%s: '%.40s' contradicts %s: %.40s; their units require different values of %s (%s)",
                               param->name, settings[i].text, first->name, first->text, choice->name, choice->words);
        fit &= mine;
        first = first ? first : &settings[i];
    }
    int now = *bri_int_at(choice, params);
    if (!given && !(fit & (1u << now)))
        for (int i = 0; bri_word(choice->words, i, word); i++)
            if (fit & (1u << i)) {
                *bri_int_at(choice, params) = i;
                break;
            }
    return BRI_OK;
}

typedef struct relay { /* passes errors on, with their position */
    bri_error *to;
    const char *where;
} relay;

static void pass_on(const bri_error *one, void *user)
{
    const relay *r = user;
    bri_fail_at(r->to, one->status, *one->where ? one->where : r->where, "%s", one->what);
}

typedef struct complaints { /* of the check of a kind: passed on, and counted */
    bri_error *to;
    int errors;
} complaints;

static void count_complaint(const bri_error *one, void *user)
{
    complaints *c = user;
    c->errors += one->status != BRI_OK;
    bri_fail_at(c->to, one->status, one->where, "%s", one->what);
}

/* What a kind checks beyond the ranges. The status that it returns counts, whether or not it wrote a message. */
static bri_status check_together(const bri_kind *kind, const void *params, bri_error *err)
{
    complaints heard = {.to = err};
    bri_error own = {.each = count_complaint, .user = &heard};
    bri_status status = kind->check ? kind->check(params, &own) : BRI_OK;
    if (status && !heard.errors)
        bri_fail(err, status, "%s", *own.what ? own.what : "these values are not possible together");
    return status;
}

/* Checks all ranges. */
static bri_status check_ranges(const bri_kind *kind, const void *params, bri_error *err)
{
    bri_status first = BRI_OK;
    void *from = (void *)(uintptr_t)params;
    for (const bri_param *p = kind->params; p->name; p++) {
        bri_status status = BRI_OK;
        char word[BRI_WORD_ROOM];
        if (p->type == BRI_REAL) {
            status = check_range(kind, p, params, *bri_real_at(p, from), err);
        } else if (p->type == BRI_INT) {
            status = check_range(kind, p, params, *bri_int_at(p, from), err);
        } else if (p->type == BRI_CHOICE) {
            status = *bri_int_at(p, from) >= 0 && bri_word(p->words, *bri_int_at(p, from), word)
                         ? BRI_OK
                         : bri_fail(err, BRI_BAD_VALUE, "%s: %d is not the index, from 0, of one of its words (%s)",
                                    p->name, *bri_int_at(p, from), words_of(p).text);
        } else if (p->type == BRI_VECTOR) {
            status = check_range(kind, p, params, bri_real_at(p, from)[0], err);
            if (!status) status = check_range(kind, p, params, bri_real_at(p, from)[1], err);
        } else if (p->type == BRI_LIST) {
            const bri_list *list = bri_list_at(p, from);
            status = list->count >= 1 && list->count <= bri_kind_list_most(kind)
                         ? BRI_OK
                         : bri_fail(err, BRI_BAD_VALUE, "%s has %d values, and must have 1 to %d", p->name, list->count,
                                    bri_kind_list_most(kind));
            for (int e = 0; !status && e < list->count; e++)
                status = check_range(kind, p, params, list->at[e], err);
        } else if (p->type == BRI_QUANTITIES) {
            status = bri_quantities_check(p, bri_quantities_at(p, from), err);
        }
        first = first ? first : status;
    }
    return first;
}

bri_status bri_params_read(const bri_kind *kind, void *params, bri_units *units, const bri_setting *settings,
                           size_t count, bri_error *err)
{
    bri_error_clear(err);
    assert(kind);
    bri_status first = BRI_OK, status;
    void *trial = malloc(kind->params_size);
    if (!trial) return bri_fail(err, BRI_NO_MEMORY, "out of memory: the parameters of %s", kind->name);
    memcpy(trial, params, kind->params_size);
    for (const bri_param *p = kind->params; p->name; p++)
        if (p->type == BRI_CHOICE && (status = pick_choice(kind, p, trial, units, settings, count, err)))
            first = first ? first : status;
    for (size_t i = 0; i < count && first != BRI_NO_MEMORY; i++) {
        relay r = {.to = err, .where = settings[i].where ? settings[i].where : ""};
        bri_error one = {.each = pass_on, .user = &r};
        const bri_param *param = bri_param_find(kind, settings[i].name);
        int picked;                                     /* ignored: pick_choice has set it */
        if (first && param && param->follows) continue; /* pick_choice has reported its unit */
        status = param && param->type == BRI_CHOICE
                     ? read_choice(param, settings[i].text, &picked, &one)
                     : set_text(kind, trial, units, settings[i].name, settings[i].text, &one);
        first = first ? first : status;
    }
    if (!first) first = bri_formulas_compile(kind, trial, err);
    if (!first) first = check_ranges(kind, trial, err);
    if (!first) first = check_together(kind, trial, err);
    if (!first) memcpy(params, trial, kind->params_size);
    free(trial);
    return first;
}

bri_status bri_params_check(const bri_kind *kind, const void *params, bri_error *err)
{
    bri_error_clear(err);
    assert(kind);
    bri_status first = check_ranges(kind, params, err);
    if (!first) first = bri_formulas_check(kind, params, err);
    if (!first) first = check_together(kind, params, err);
    return first;
}
