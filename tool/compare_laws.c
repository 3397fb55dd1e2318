/* compare_laws.c - puts another law of friction in place of one; parameters with the same role keep their values */
#include <math.h>
#include <string.h>

#include "compare.h"
#include "kind/record.h"
#include "model/match.h"
#include "model/path.h"

enum {
    PATH = 300
};

/* Roles of a physical meaning that laws share, in the order in which they are set. */
static const bri_role roles[] = {
    BRI_ROLE_SLIDING,         BRI_ROLE_STATIC,       BRI_ROLE_SPEED_SCALE, BRI_ROLE_BRISTLE_STIFFNESS,
    BRI_ROLE_BRISTLE_DAMPING, BRI_ROLE_LENGTH_SCALE, BRI_ROLE_VISCOUS};

static const bri_param *row_of(const bri_kind *kind, bri_role role)
{
    const bri_param *row = bri_param_with_role(kind, role);
    if (!row && role == BRI_ROLE_SPEED_SCALE) row = bri_param_with_role(kind, BRI_ROLE_INVERSE_SPEED);
    return row && row->type == BRI_REAL ? row : NULL;
}

/* A speed is carried over between laws of one sort: with static friction it is that of the decay from it, without, that of a smoothed
 * jump. */
static bool is_comparable(const bri_kind *old, const bri_kind *fresh, bri_role role)
{
    return role != BRI_ROLE_SPEED_SCALE || !row_of(old, BRI_ROLE_STATIC) == !row_of(fresh, BRI_ROLE_STATIC);
}

typedef struct value { /* of a parameter of the law that is replaced */
    const bri_param *row;
    double number;
    char unit[BRI_WORD_ROOM];
} value;

/* The value with a role at a path of a model; a law without static friction has that of sliding, and a speed may be given by its
 * reciprocal. False: it has none. */
static bool find_value(const bri_model *model, const char *at, const bri_record *law, bri_role role, value *v)
{
    char path[PATH];
    v->row = row_of(law->kind, role);
    if (!v->row && role == BRI_ROLE_STATIC) v->row = row_of(law->kind, BRI_ROLE_SLIDING);
    if (!v->row) return false;
    snprintf(path, sizeof path, "%.200s.%.60s", at, v->row->name);
    if (bri_model_unit(model, path, v->unit, NULL)) return false;
    if (role == BRI_ROLE_SPEED_SCALE) {
        v->number = bri_param_speed(v->row, law->params);
        snprintf(v->unit, sizeof v->unit, "m/s");
        return v->number > 0;
    }
    v->number = role == BRI_ROLE_STATIC ? bri_role_value(law->kind, law->params, role) : NAN;
    return !isnan(v->number) || !bri_model_get(model, path, &v->number, NULL);
}

/* Gives a parameter of the new law the value; its unit selects a choice that it depends on. */
static bool set_value(bri_model *model, const char *at, const bri_param *row, const value *v)
{
    char path[PATH], text[120];
    bool inverse = row->role == BRI_ROLE_INVERSE_SPEED;
    snprintf(path, sizeof path, "%.200s.%.60s", at, row->name);
    snprintf(text, sizeof text, "%.17g %s", inverse ? 1 / v->number : v->number,
             inverse                ? "s/m"
             : strcmp(v->unit, "1") ? v->unit
                                    : "");
    return !bri_model_set_text(model, path, text, NULL);
}

/* Carries values over at one path, and says so. */
static void carry(const bri_model *base, bri_model *model, const char *at, const char *to_law, one_law *law)
{
    const bri_record *old = bri_model_by_word(base, to_law), *fresh = bri_model_by_word(model, to_law);
    int count = 0;
    if (!old || !fresh) return;
    append_text(law->carried, sizeof law->carried, "%s%s:", *law->carried ? "\n" : "", at);
    for (int round = 0; round < 2; round++) /* the second one says what was set: a limit of one may depend on another */
        for (size_t i = 0; i < sizeof roles / sizeof *roles; i++) {
            const bri_param *row = row_of(fresh->kind, roles[i]);
            value v;
            if (!row || !is_comparable(old->kind, fresh->kind, roles[i]) || !find_value(base, at, old, roles[i], &v) ||
                !set_value(model, at, row, &v) || !round)
                continue;
            append_text(law->carried, sizeof law->carried, "%s %s = %.6g%s%s", count++ ? "," : "", row->name,
                        row->role == BRI_ROLE_INVERSE_SPEED ? 1 / v.number : v.number, strcmp(v.unit, "1") ? " " : "",
                        row->role == BRI_ROLE_INVERSE_SPEED ? "s/m"
                        : strcmp(v.unit, "1")               ? v.unit
                                                            : "");
            if (strcmp(row->name, v.row->name) != 0)
                append_text(law->carried, sizeof law->carried, " (%s of %s)", v.row->name, old->kind->name);
        }
    if (!count) append_text(law->carried, sizeof law->carried, " nothing");
}

int put_law(const bri_model *base, const char *at, one_law *law, bri_error *err)
{
    char pattern[PATH];
    bri_names paths = {0};
    snprintf(pattern, sizeof pattern, "%.200s.law", at);
    bri_status status = bri_model_copy(base, &law->model, err);
    if (!status) status = bri_model_find_matches(base, pattern, &paths, err);
    for (int i = 0; !status && i < paths.count; i++) {
        char friction[PATH];
        const char *path = paths.at[i];
        snprintf(friction, sizeof friction, "%.*s", (int)(strlen(path) - strlen(".law")), path);
        const bri_record *old = bri_model_by_word(base, path);
        if (old && !strcmp(old->kind->name, law->name)) {
            append_text(law->carried, sizeof law->carried, "%s%s: as in the model", *law->carried ? "\n" : "",
                        friction);
            continue;
        }
        if (!status) status = bri_model_set_text(law->model, path, law->name, err);
        if (!status) carry(base, law->model, friction, path, law);
    }
    bri_names_destroy(&paths);
    return exit_status_of(status);
}
