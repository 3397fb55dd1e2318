/* variation.c - reads the levels of what varies, and sets a model to one of them */
#include "study/variation.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/number.h"
#include "base/text.h"
#include "bristle/unit.h"
#include "kind/record.h"
#include "model/match.h"
#include "model/path.h"

enum {
    MOST_LEVELS = 100000,
    LONGEST = 1000 /* text of a level */
};
static const double tol_same =
    1e-15; /* of a number of the model: a level that gives it back with this rounding is the model */

static bri_status no_memory(bri_error *err) { return bri_fail(err, BRI_NO_MEMORY, "out of memory: values that vary"); }

void bri_variation_destroy(bri_variation *v)
{
    if (!v) return;
    for (int i = 0; i < v->levels; i++)
        free(v->level[i].text), free(v->level[i].name);
    free(v->level);
    free(v->base);
    free(v->path);
    bri_names_destroy(&v->paths);
    *v = (bri_variation){0};
}

/* --- paths ----------------------------------------------------------------------------------------------------------------- */

static bri_status find_one(const char *path, bri_names *paths, bri_error *err)
{
    paths->at = calloc(1, sizeof *paths->at);
    if (!paths->at) return no_memory(err);
    bri_status status = bri_string_copy(path, &paths->at[0], err);
    paths->count = status ? 0 : 1;
    return status;
}

/* Finds the paths, their values in the model and their common unit. */
static bri_status find_paths(const bri_model *model, bri_variation *v, bri_error *err)
{
    bri_status status = strchr(v->path, '*') ? bri_model_find_matches(model, v->path, &v->paths, err)
                                             : find_one(v->path, &v->paths, err);
    if (status) return status;
    v->base = calloc((size_t)v->paths.count, sizeof *v->base);
    if (!v->base) return no_memory(err);
    for (int i = 0; !status && i < v->paths.count; i++) {
        char unit[BRI_WORD_ROOM];
        status = bri_model_unit(model, v->paths.at[i], unit, err);
        if (status) return status;
        if (bri_model_get(model, v->paths.at[i], &v->base[i], NULL)) v->base[i] = NAN;
        if (!i)
            memcpy(v->unit, unit, sizeof unit);
        else if (strcmp(unit, v->unit) != 0)
            return bri_fail_at(err, BRI_BAD_VALUE, v->path, "%s is in %s, but %s in %s: vary them one by one",
                               v->paths.at[0], v->unit, v->paths.at[i], unit);
    }
    return status;
}

/* --- levels ---------------------------------------------------------------------------------------------------------------- */

static bri_status add_level(bri_variation *v, bri_level level, bri_error *err)
{
    if (v->levels == MOST_LEVELS)
        return bri_fail_at(err, BRI_BAD_VALUE, v->path, "there are more than %d values", MOST_LEVELS);
    if (!(v->levels & (v->levels - 1))) { /* grows at 0, 1, 2, 4, ... */
        bri_level *more = realloc(v->level, (v->levels ? 2 * (size_t)v->levels : 1) * sizeof *more);
        if (!more) return no_memory(err);
        v->level = more;
    }
    if (!v->levels) v->kind = level.kind;
    v->level[v->levels++] = level;
    return BRI_OK;
}

/* Copies a text without blanks around it. */
static bri_status trim(const bri_variation *v, const char *text, size_t length, char out[LONGEST], bri_error *err)
{
    while (length && *text == ' ')
        text++, length--;
    while (length && text[length - 1] == ' ')
        length--;
    if (length >= LONGEST) return bri_fail_at(err, BRI_BAD_VALUE, v->path, "the value '%.40s...' is too long", text);
    if (!length) return bri_fail_at(err, BRI_MISSING, v->path, "a value is missing: give 0.1,0.2,0.3, for example");
    memcpy(out, text, length);
    out[length] = '\0';
    return BRI_OK;
}

static bri_status read_amount(const bri_variation *v, const char *text, const char *unit, double *value, bri_error *err)
{
    bri_error why = {0};
    if (!bri_quantity_read(NULL, text, unit, value, &why)) return BRI_OK;
    return bri_fail_at(err, BRI_BAD_VALUE, v->path, "%s", why.what);
}

/* Factors and offsets need values in the model that they change. */
static bri_status check_relative(const bri_variation *v, bri_level_kind kind, bri_error *err)
{
    for (int i = 0; i < v->paths.count; i++) {
        if (isnan(v->base[i]))
            return bri_fail_at(err, BRI_BAD_VALUE, v->path,
                               "factors and tolerances change a number, and %s has none in the model: give values",
                               strcmp(v->path, v->paths.at[i]) != 0 ? v->paths.at[i] : "it");
        if (kind == BRI_LEVEL_FACTOR && v->base[i] == 0)
            return bri_fail_at(err, BRI_BAD_VALUE, v->path,
                               "%s is 0 in the model, which factors do not change: give values",
                               strcmp(v->path, v->paths.at[i]) != 0 ? v->paths.at[i] : "it");
    }
    return BRI_OK;
}

/* One value: "x2", "3 mm", or a word or expression, which has no number. */
static bri_status read_one(const bri_variation *v, const char *text, bri_level *level, bri_error *err)
{
    const char *end;
    bool number = !isnan(v->base[0]);
    *level = (bri_level){.kind = BRI_LEVEL_FACTOR, .number = NAN};
    if (number && *text == 'x' && bri_number_read(text + 1, &end, &level->number) && !*end)
        return check_relative(v, BRI_LEVEL_FACTOR, err);
    level->kind = BRI_LEVEL_NUMBER;
    if (number && !bri_quantity_read(NULL, text, v->unit, &level->number, NULL)) return BRI_OK;
    *level = (bri_level){.kind = BRI_LEVEL_TEXT, .number = NAN};
    return BRI_OK;
}

/* The text of a level, and the name before it: "soft={law: lugre}". */
static bri_status keep_text(const bri_variation *v, char *text, bri_level *level, bri_error *err)
{
    char *brace = strchr(text, '{'), *equals = strchr(text, '='), name[LONGEST];
    if (!brace || !equals || equals > brace) return bri_string_copy(text, &level->text, err);
    bri_status status = trim(v, text, (size_t)(equals - text), name, err);
    if (!status) status = bri_string_copy(name, &level->name, err);
    if (!status) status = bri_string_copy(brace, &level->text, err);
    if (status) free(level->name);
    return status;
}

static bri_status add_list(bri_variation *v, const char *values, bri_error *err)
{
    bri_status status = BRI_OK;
    for (const char *at = values; !status; at++) {
        const char *begin = at;
        char text[LONGEST];
        bri_level level;
        for (int depth = 0; *at && (*at != ',' || depth > 0); at++)
            depth += (*at == '[' || *at == '(' || *at == '{') - (*at == ']' || *at == ')' || *at == '}');
        status = trim(v, begin, (size_t)(at - begin), text, err);
        if (!status) status = read_one(v, text, &level, err);
        if (!status && level.kind == BRI_LEVEL_TEXT) status = keep_text(v, text, &level, err);
        if (!status) status = add_level(v, level, err);
        if (!*at) break;
    }
    return status;
}

/* Cuts a word off the end of a text, " log". */
static bool cut(char *text, const char *word)
{
    size_t n = strlen(text), m = strlen(word);
    if (n < m || strcmp(text + n - m, word) != 0) return false;
    text[n - m] = '\0';
    return true;
}

/* Reads " in 5" at the end of a text, and cuts it off. *count: unchanged if there is none. */
static bri_status read_count(const bri_variation *v, char *text, int *count, bri_error *err)
{
    char *found = NULL;
    for (char *at = strstr(text, " in "); at; at = strstr(at + 1, " in "))
        found = at;
    const char *end;
    double number = 0;
    if (!found || !bri_number_read(found + 4, &end, &number) || *end) return BRI_OK; /* or an amount in inches */
    if (!(number >= 2 && number <= MOST_LEVELS) || number != floor(number))
        return bri_fail_at(err, BRI_BAD_VALUE, v->path, "'%.60s' must be a number of values from 2 to %d", found + 4,
                           MOST_LEVELS);
    *count = (int)number;
    *found = '\0';
    return BRI_OK;
}

/* Levels at equal shares of a distribution. */
static bri_status add_shares(bri_variation *v, int count, bri_error *err)
{
    bri_status status = BRI_OK;
    for (int i = 0; !status && i < count; i++)
        status = add_level(
            v, (bri_level){.kind = v->kind, .number = bri_distribution_at(&v->distribution, (double)i / (count - 1))},
            err);
    return status;
}

static bri_status add_range(bri_variation *v, const char *values, const char *to, bri_error *err)
{
    char first[LONGEST], last[LONGEST];
    int count = 0;
    bri_level a, b;
    bri_status status = trim(v, values, (size_t)(to - values), first, err);
    if (!status) status = trim(v, to + 4, strlen(to + 4), last, err);
    bool log = !status && cut(last, " log");
    if (!status) status = read_count(v, last, &count, err);
    if (!status) status = read_one(v, first, &a, err);
    if (!status) status = read_one(v, last, &b, err);
    if (status) return status;
    if (a.kind == BRI_LEVEL_TEXT) status = read_amount(v, first, v->unit, &a.number, err);
    if (b.kind == BRI_LEVEL_TEXT && !status) status = read_amount(v, last, v->unit, &b.number, err);
    if (status) return status;
    a.kind = a.kind == BRI_LEVEL_TEXT ? BRI_LEVEL_NUMBER : a.kind; /* a value that the model does not give */
    b.kind = b.kind == BRI_LEVEL_TEXT ? BRI_LEVEL_NUMBER : b.kind;
    if (a.kind != b.kind)
        return bri_fail_at(err, BRI_BAD_VALUE, v->path, "a range ends as it begins, with values or with factors");
    if (log && !(a.number * b.number > 0))
        return bri_fail_at(err, BRI_BAD_VALUE, v->path,
                           "log needs two ends of the same sign, not 0: equal ratios do not lead from %s to %s", first,
                           last);
    v->kind = a.kind;
    v->distribution = (bri_distribution){log ? BRI_LOG_UNIFORM : BRI_UNIFORM, a.number, b.number};
    if (!count) return BRI_OK;
    status = add_shares(v, count, err);
    v->distribution.kind = BRI_NO_DISTRIBUTION;
    return status;
}

static bri_status add_tolerance(bri_variation *v, const char *values, bri_error *err)
{
    char text[LONGEST];
    int count = 0;
    double amount = 0;
    bri_status status = trim(v, values, strlen(values), text, err);
    if (status) return status;
    bool normal = cut(text, " normal");
    status = read_count(v, text, &count, err);
    if (status) return status;
    bool percent = *text && text[strlen(text) - 1] == '%';
    v->kind = percent ? BRI_LEVEL_FACTOR : BRI_LEVEL_OFFSET;
    status = check_relative(v, v->kind, err);
    if (!status) status = read_amount(v, text, percent ? "1" : v->unit, &amount, err);
    if (!status && (!(amount > 0) || (normal && count)))
        status = bri_fail_at(err, BRI_BAD_VALUE, v->path,
                             "a tolerance is an amount above 0: '+-30 %%', '+-1 mm in 5' or '+-1 mm normal'");
    if (status) return status;
    double middle = percent ? 1 : 0;
    v->distribution = normal ? (bri_distribution){BRI_NORMAL, middle, amount}
                             : (bri_distribution){BRI_UNIFORM, middle - amount, middle + amount};
    if (!normal) status = add_shares(v, count ? count : 3, err);
    if (count) v->distribution.kind = BRI_NO_DISTRIBUTION;
    return status;
}

static bri_status add_normal(bri_variation *v, const char *values, bri_error *err)
{
    char mean[LONGEST], deviation[LONGEST];
    const char *sd = strstr(values, " sd ");
    bri_distribution *d = &v->distribution;
    if (!sd) return bri_fail_at(err, BRI_MISSING, v->path, "write 'normal MEAN sd STANDARD DEVIATION'");
    bri_status status = trim(v, values, (size_t)(sd - values), mean, err);
    if (!status) status = trim(v, sd + 4, strlen(sd + 4), deviation, err);
    if (!status) status = read_amount(v, mean, v->unit, &d->a, err);
    if (!status) status = read_amount(v, deviation, v->unit, &d->b, err);
    if (!status && !(d->b > 0))
        status = bri_fail_at(err, BRI_BAD_VALUE, v->path, "the standard deviation must be above 0");
    d->kind = BRI_NORMAL;
    v->kind = BRI_LEVEL_NUMBER;
    return status;
}

static bool add_piece(const char *text, size_t length, void *user)
{
    bri_text_add_n(user, text, length);
    return !((bri_text *)user)->failed;
}

static bri_status is_same_model(const bri_model *a, const bri_model *b, bool *same, bri_error *err)
{
    bri_text text[2] = {{0}};
    bri_status status = bri_model_write(a, add_piece, &text[0], err);
    if (!status) status = bri_model_write(b, add_piece, &text[1], err);
    *same = !status && !text[0].failed && !text[1].failed && !strcmp(text[0].at, text[1].at);
    bri_text_free(&text[0]);
    bri_text_free(&text[1]);
    return status;
}

/* "0.1:0.3:5" or "0.1..0.3", as other programs have ranges. */
static bool is_foreign_range(const char *text)
{
    const char *end;
    double first;
    return bri_number_read(text, &end, &first) && (*end == ':' || strstr(text, ".."));
}

/* A number for what the model leaves open, such as run.rtol, which has no value there that could tell that it is one. */
static void take_number(const bri_variation *v, bri_level *level)
{
    double number;
    if (bri_quantity_read(NULL, level->text, v->unit, &number, NULL) || number != level->number) return;
    level->kind = BRI_LEVEL_NUMBER;
    free(level->text);
    level->text = NULL;
}

/* Words and expressions are tried, so that a slip is reported before the first run; of an expression the value is noted. */
static bri_status try_texts(const bri_model *model, bri_variation *v, bri_error *err)
{
    bri_status status = BRI_OK;
    for (int i = 0; !status && i < v->levels; i++) {
        bri_level *level = &v->level[i];
        bri_model *trial = NULL;
        if (level->kind != BRI_LEVEL_TEXT) continue;
        status = bri_model_copy(model, &trial, err);
        if (!status && is_foreign_range(level->text))
            status = bri_fail_at(err, BRI_BAD_VALUE, v->path, "a range is written as '1 to 2 in 5', not as '%.60s'",
                                 level->text);
        if (!status) status = bri_variation_apply(v, level, trial, err);
        if (!status && v->paths.count == 1 && bri_model_get(trial, v->paths.at[0], &level->number, NULL))
            level->number = NAN;
        if (!status) status = is_same_model(model, trial, &level->changes_nothing, err);
        if (!status && !level->name) take_number(v, level);
        bri_model_destroy(trial);
    }
    return status;
}

bri_status bri_variation_read(const bri_model *model, const char *path, const char *values, bri_variation *out,
                              bri_error *err)
{
    *out = (bri_variation){.unit = "1"};
    bri_status status = bri_string_copy(path, &out->path, err);
    if (!status) status = find_paths(model, out, err);
    if (!status) {
        const char *begin = values + strspn(values, " "), *to = strchr(values, '{') ? NULL : strstr(values, " to ");
        status = !strncmp(begin, "+-", 2)        ? add_tolerance(out, begin + 2, err)
                 : !strncmp(begin, "normal ", 7) ? add_normal(out, begin + 7, err)
                 : to                            ? add_range(out, values, to, err)
                                                 : add_list(out, values, err);
    }
    for (int i = 1; !status && out->paths.count > 1 && i < out->levels; i++)
        if ((out->level[i].kind == BRI_LEVEL_FACTOR) != (out->level[0].kind == BRI_LEVEL_FACTOR))
            status = bri_fail_at(err, BRI_BAD_VALUE, path, "give either values or factors, not both");
    if (!status) status = try_texts(model, out, err);
    if (status) bri_variation_destroy(out);
    return status;
}

/* --- use ------------------------------------------------------------------------------------------------------------------- */

bri_level bri_variation_draw(const bri_variation *v, double share)
{
    if (v->distribution.kind)
        return (bri_level){.kind = v->kind, .number = bri_distribution_at(&v->distribution, share)};
    int index = (int)(share * v->levels);
    return v->level[index < v->levels ? index : v->levels - 1];
}

double bri_variation_value(const bri_variation *v, const bri_level *level, int path)
{
    assert(path >= 0 && path < v->paths.count);
    return level->kind == BRI_LEVEL_FACTOR   ? level->number * v->base[path]
           : level->kind == BRI_LEVEL_OFFSET ? level->number + v->base[path]
           : level->kind == BRI_LEVEL_BASE   ? v->base[path]
                                             : level->number;
}

bri_status bri_variation_apply(const bri_variation *v, const bri_level *level, bri_model *model, bri_error *err)
{
    bri_status status = BRI_OK;
    if (level->kind == BRI_LEVEL_BASE) return BRI_OK;
    if (level->kind == BRI_LEVEL_TEXT) return bri_model_set_text(model, v->path, level->text, err);
    for (int i = 0; !status && i < v->paths.count; i++)
        status = bri_model_set(model, v->paths.at[i], bri_variation_value(v, level, i), err);
    return status;
}

const char *bri_level_word(const bri_level *level) { return level->name ? level->name : level->text; }

bool bri_level_is_part(const bri_level *level) { return level->text && *level->text == '{'; }

bool bri_variation_is_word(const bri_variation *v)
{
    for (int i = 0; i < v->levels; i++)
        if (isnan(v->level[i].number)) return true;
    return false;
}

bool bri_variation_is_base(const bri_variation *v, const bri_level *level)
{
    if (level->kind == BRI_LEVEL_TEXT) return level->changes_nothing;
    for (int i = 0; i < v->paths.count; i++)
        if (!(fabs(bri_variation_value(v, level, i) - v->base[i]) <= tol_same * fabs(v->base[i]))) return false;
    return true;
}

double bri_variation_number(const bri_variation *v, const bri_level *level)
{
    return v->paths.count == 1 ? bri_variation_value(v, level, 0) : level->kind == BRI_LEVEL_BASE ? NAN : level->number;
}

const char *bri_variation_unit(const bri_variation *v)
{
    return v->paths.count > 1 && v->kind == BRI_LEVEL_FACTOR ? "factor" : v->unit;
}
