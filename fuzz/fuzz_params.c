/* fuzz_params.c - any names and texts as parameters: numbers within their ranges, or a sentence
 *
 * The first line of the input names a law, "noise" or "pair"; another first line picks a law by its first byte. Each
 * further line is a setting, name=text. They are set one by one, and all at once. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bristle/friction.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum {
    MOST = 24 /* settings */
};

static void check(int claim)
{
    if (!claim) abort();
}

/* A refusal has a status and a sentence, and nothing else has. */
static void check_error(bri_status status, const bri_error *err)
{
    check(status == BRI_OK || status == BRI_BAD_VALUE || status == BRI_NOT_FOUND);
    check(err->status == status);
    check((status == BRI_OK) == (err->what[0] == '\0'));
}

static void count_complaint(const bri_error *one, void *user)
{
    int *count = user;
    check(one->what[0] != '\0');
    *count += one->status != BRI_OK;
}

/* --- what a struct of parameters holds ----------------------------------------------------------------------------- */

static void check_value(const bri_kind *kind, const bri_params *params, const bri_param *p, const char *name)
{
    double value = NAN, again = NAN;
    bri_params copy = *params;
    check(bri_params_get(kind, params, name, &value, NULL) == BRI_OK);
    check(isfinite(value));
    check(p->type == BRI_CHOICE || (value >= p->min && value <= p->max));
    check(bri_params_set(kind, &copy, name, value, NULL) == BRI_OK);
    check(bri_params_get(kind, &copy, name, &again, NULL) == BRI_OK && again == value);
    check(!memcmp(&copy, params, sizeof copy) || value == 0); /* a zero may change its sign */
}

static void check_values(const bri_kind *kind, const bri_params *params)
{
    for (const bri_param *p = kind->params; p->name; p++) {
        char name[80];
        double value;
        int count = 0;
        if (p->type == BRI_FORMULA || p->type == BRI_QUANTITIES) continue; /* see fuzz_expression.c */
        if (p->type != BRI_LIST) {
            check_value(kind, params, p, p->name);
            continue;
        }
        while (snprintf(name, sizeof name, "%s.%d", p->name, count + 1),
               bri_params_get(kind, params, name, &value, NULL) == BRI_OK) {
            check_value(kind, params, p, name);
            count++;
        }
        check(count >= 1 && count <= BRI_LIST_MAX);
    }
}

static void check_params(const bri_kind *kind, const bri_params *params)
{
    bri_error err = {0};
    check_error(bri_params_check(kind, params, &err), &err);
    check_values(kind, params);
}

/* --- one by one, and all at once ----------------------------------------------------------------------------------- */

static void get_named(const bri_kind *kind, const bri_params *params, const char *name)
{
    bri_error err = {0};
    double value = 0;
    bri_status status = bri_params_get(kind, params, name, &value, &err);
    check_error(status, &err);
    check(isfinite(value));
}

static void set_one_by_one(const bri_kind *kind, bri_units *units, const bri_setting *settings, size_t count)
{
    bri_params params = {0}, before;
    bri_params_defaults(kind, &params);
    for (size_t i = 0; i < count; i++) {
        bri_error err = {0};
        before = params;
        bri_status status = bri_params_set_text(kind, &params, units, settings[i].name, settings[i].text, &err);
        check_error(status, &err);
        check(!status || !memcmp(&params, &before, sizeof params));
        get_named(kind, &params, settings[i].name);
    }
    check_params(kind, &params);
}

static int is_last_of_its_name(const bri_setting *settings, size_t count, size_t at)
{
    for (size_t i = at + 1; i < count; i++) {
        size_t name = strcspn(settings[i].name, ".");
        if (name == strcspn(settings[at].name, ".") && !strncmp(settings[i].name, settings[at].name, name)) return 0;
    }
    return 1;
}

/* What was accepted with the others holds: set again, it changes nothing. */
static void set_again(const bri_kind *kind, bri_units *units, const bri_params *params, const bri_setting *settings,
                      size_t count)
{
    for (size_t i = 0; i < count; i++) {
        bri_params copy = *params;
        if (!is_last_of_its_name(settings, count, i)) continue;
        check(bri_params_set_text(kind, &copy, units, settings[i].name, settings[i].text, NULL) == BRI_OK);
        check(!memcmp(&copy, params, sizeof copy));
    }
}

static void read_all(const bri_kind *kind, bri_units *units, const bri_setting *settings, size_t count)
{
    bri_params params = {0}, before;
    int complaints = 0;
    bri_error err = {.each = count_complaint, .user = &complaints};
    bri_params_defaults(kind, &params);
    before = params;
    bri_status status = bri_params_read(kind, &params, units, settings, count, &err);
    check_error(status, &err);
    check((status == BRI_OK) == (complaints == 0));
    check_params(kind, &params);
    if (status) {
        check(!memcmp(&params, &before, sizeof params));
        return;
    }
    check(bri_params_check(kind, &params, NULL) == BRI_OK);
    set_again(kind, units, &params, settings, count);
}

/* --- the input ----------------------------------------------------------------------------------------------------- */

static const bri_kind *find_kind(const char *name)
{
    const bri_friction_law *const *laws = bri_laws(), *law;
    bri_error err = {0};
    size_t count = 0;
    if (!strcmp(name, bri_noise_parameters()->name)) return bri_noise_parameters();
    if (!strcmp(name, bri_pair_parameters()->name)) return bri_pair_parameters();
    law = bri_law_find(name, &err);
    check_error(law ? BRI_OK : BRI_NOT_FOUND, &err);
    while (laws[count])
        count++;
    return law ? &law->kind : &laws[(unsigned char)*name % count]->kind;
}

/* Cuts the first line off the text; NULL: there is no more. */
static char *next_line(char **text)
{
    char *line = *text, *end = line ? strchr(line, '\n') : NULL;
    if (end) *end = '\0';
    *text = end ? end + 1 : NULL;
    return line;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static bri_units *units;
    if (!units && bri_units_create(&units, NULL)) return 0;
    char *text = malloc(size + 1), *rest = text, *line;
    if (!text) return 0;
    if (size > 0) memcpy(text, data, size);
    text[size] = '\0';

    bri_setting settings[MOST];
    size_t count = 0;
    const bri_kind *kind = find_kind(next_line(&rest));
    while (count < MOST && (line = next_line(&rest))) {
        char *sign = strchr(line, '=');
        if (!sign) continue;
        *sign = '\0';
        settings[count] = (bri_setting){.name = line, .text = sign + 1, .where = count % 2 ? "here" : NULL};
        count++;
    }
    set_one_by_one(kind, units, settings, count);
    read_all(kind, units, settings, count);
    free(text);
    return 0;
}
