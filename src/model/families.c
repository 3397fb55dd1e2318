/* families.c - the families of a model, their rows, and the units of their tables */
#include "model/families.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bristle/friction.h"
#include "contact/contact.h"
#include "force/force.h"
#include "friction/kinds.h"
#include "joint/joints.h"
#include "kind/record.h"
#include "model/shapes.h"
#include "signal/signal.h"

extern const bri_signal_kind bri_signal_constant;

static const bri_kind *signal_kind(int index) { return bri_signals()[index]; }
static const bri_kind *joint_kind(int index) { return bri_joints()[index]; }
static const bri_kind *force_kind(int index) { return bri_forces()[index]; }
static const bri_kind *law_kind(int index) { return bri_laws()[index] ? &bri_laws()[index]->kind : NULL; }
static const bri_kind *contact_kind(int index) { return bri_contact_laws()[index]; }
static const bri_kind *shape_kind(int index)
{
    static const bri_kind *const shapes[] = {
#define SHAPE(name) &bri_shape_##name.kind,
#include "model/shapes.def"
#undef SHAPE
        NULL};
    return shapes[index];
}

static void surfaces_start(void *params) { *(bri_pair *)params = bri_pair_unknown(); }

/* The function "kind" of a family with one kind. */
#define ONLY(name_, kind_)                                                                                             \
    static const bri_kind *name_##_only(int index) { return index == 0 ? &kind_ : NULL; }
ONLY(model, bri_model_kind)
ONLY(parameter, bri_parameter_kind)
ONLY(body, bri_body_kind)
ONLY(ground, bri_ground_kind)
ONLY(point, bri_point_kind)
ONLY(friction, bri_friction_kind)
ONLY(noise, bri_noise_kind)
ONLY(material, bri_material_kind)
ONLY(normal, bri_normal_kind)
ONLY(surfaces, bri_pair_kind)
ONLY(run, bri_run_kind)
ONLY(elastic, bri_elastic_kind)

static const bri_family model = {.name = "model", .naming = BRI_ONLY, .kind = model_only};
static const bri_family parameter = {
    .name = "parameter", .naming = BRI_ONLY, .kind = parameter_only, .plain = &bri_parameter_kind};
static const bri_family body = {.name = "body", .naming = BRI_ONLY, .kind = body_only};
static const bri_family ground = {.name = "ground", .naming = BRI_ONLY, .kind = ground_only};
static const bri_family point = {.name = "point", .naming = BRI_ONLY, .kind = point_only, .plain = &bri_point_kind};
static const bri_family shape = {.name = "shape", .naming = BRI_BY_KEY, .kind = shape_kind, .unnamed = true};
static const bri_family joint = {.name = "joint", .naming = BRI_BY_KEY, .kind = joint_kind};
static const bri_family force = {.name = "force", .naming = BRI_BY_KEY, .kind = force_kind};
static const bri_family signals = {
    .name = "signal", .naming = BRI_BY_KEY, .kind = signal_kind, .plain = &bri_signal_constant.kind};
static const bri_family friction = {.name = "friction", .naming = BRI_ONLY, .kind = friction_only};
static const bri_family law = {.name = "law", .naming = BRI_BY_WORD, .kind = law_kind};
static const bri_family normal = {.name = "normal", .naming = BRI_ONLY, .kind = normal_only};
static const bri_family contact_law = {.name = "contact_law", .naming = BRI_BY_WORD, .kind = contact_kind};
static const bri_family material = {.name = "material", .naming = BRI_ONLY, .kind = material_only};
static const bri_family noise = {.name = "noise", .naming = BRI_ONLY, .kind = noise_only};
static const bri_family surfaces = {
    .name = "surfaces", .naming = BRI_ONLY, .kind = surfaces_only, .start = surfaces_start};
static const bri_family run = {.name = "run", .naming = BRI_ONLY, .kind = run_only};

static const bri_family elastic = {.name = "elastic", .naming = BRI_ONLY, .kind = elastic_only};

static const bri_family *const families[] = {&elastic,     &model,    &parameter, &body, &ground, &point,    &shape,
                                             &joint,       &force,    &friction,  &law,  &noise,  &surfaces, &normal,
                                             &contact_law, &material, &signals,   &run,  NULL};

const bri_family *const *bri_families(void) { return families; }

const bri_family *bri_family_find(const char *name)
{
    int i = 0;
    while (families[i] && strcmp(families[i]->name, name) != 0)
        i++;
    return families[i];
}

const bri_kind *bri_family_kind_at(const bri_family *family, const bri_catalogue *catalogue, int index)
{
    if (family != &law) return family->kind(index);
    const bri_friction_law *found = bri_catalogue_laws(catalogue)[index];
    return found ? &found->kind : NULL;
}

const bri_kind *bri_family_kind(const bri_family *family, const bri_catalogue *catalogue, const char *name)
{
    const bri_kind *kind;
    for (int i = 0; (kind = bri_family_kind_at(family, catalogue, i)); i++)
        if (!strcmp(kind->name, name)) return kind;
    return NULL;
}

bri_status bri_family_create_record(const bri_family *family, const bri_kind *kind, const char *name,
                                    bri_record *record, bri_error *err)
{
    bri_status status = bri_record_create(record, kind, name, err);
    if (!status && family->start) family->start(record->params);
    return status;
}

/* --- rows --------------------------------------------------------------------------------------------------------- */

const bri_param *bri_row_by_word(const bri_kind *kind)
{
    for (const bri_param *row = kind->params; row->name; row++)
        if (row->type == BRI_PART && bri_family_find(row->words)->naming == BRI_BY_WORD) return row;
    return NULL;
}

const char *bri_row_key(const bri_family *family, const bri_kind *kind, const bri_param *row)
{
    return family->naming == BRI_BY_KEY && row == kind->params ? kind->name : row->name;
}

const bri_param *bri_row_find(const bri_family *family, const bri_kind *kind, const char *key)
{
    for (const bri_param *row = kind->params; row->name; row++)
        if (!strcmp(bri_row_key(family, kind, row), key)) return row;
    return NULL;
}

bool bri_row_required(const bri_family *family, const bri_kind *kind, const bri_param *row)
{
    size_t length = strlen(row->name);
    if (family->naming == BRI_BY_KEY && row == kind->params) return true;
    for (const char *at = kind->required; at && *at; at += strspn(at, " ")) {
        size_t word = strcspn(at, " ");
        if (word == length && !strncmp(at, row->name, length)) return true;
        at += word;
    }
    return false;
}

void bri_keys_hint(char *out, size_t size, const bri_family *family, const bri_kind *kind, const bri_kind *word)
{
    const char *name = family->naming == BRI_BY_KEY ? kind->name : family->name;
    const bri_param *row = word ? bri_row_by_word(kind) : NULL;
    const bri_family *laws = row ? bri_family_find(row->words) : NULL;
    if (laws && bri_family_kind(laws, NULL, word->name) == word) /* a law of one's own is in no list */
        snprintf(out, size, "; 'bristle explain %s' and 'bristle explain %s%s' list its keys", name,
                 laws == &law ? "" : "contact.", word->name);
    else
        snprintf(out, size, "; 'bristle explain %s' lists its keys", name);
}

/* --- units -------------------------------------------------------------------------------------------------------- */

bri_unit_context bri_unit_context_of(const bri_record *holder, const bri_param *row)
{
    const bri_param *effort = bri_param_with_role(holder->kind, BRI_ROLE_EFFORT);
    bool felt = effort && (bri_family_find(row->words) == &law || bri_family_find(row->words) == &noise);
    return (bri_unit_context){row->unit, felt ? *(int *)bri_row_at(effort, holder->params) : 0, row->name};
}

bool bri_is_coefficient(const bri_param *row)
{
    bool measures_friction = row->role == BRI_ROLE_STATIC || row->role == BRI_ROLE_SLIDING ||
                             row->role == BRI_ROLE_STATIC_SHARE || row->role == BRI_ROLE_CEILING;
    bool may_be = row->type == BRI_REAL || row->type == BRI_LIST || row->type == BRI_FORMULA;
    return measures_friction && may_be && !strcmp(row->unit, "1");
}

/* The unit for rotation that corresponds to a unit for translation; other units stay. */
static const char *rotational(const char *unit)
{
    static const char *const pairs[][2] = {
        {"m", "rad"},           {"m/s", "rad/s"},           {"N", "N m"},     {"N/m", "N m/rad"}, {"N/s", "N m/s"},
        {"N s/m", "N m s/rad"}, {"N s2/m2", "N m s2/rad2"}, {"1/m", "1/rad"}, {"s/m", "s/rad"},   {"s2/m2", "s2/rad2"},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (!strcmp(pairs[i][0], unit)) return pairs[i][1];
    return unit;
}

/* Resolves the units of a row, one for each word of the choice that it may follow. */
static void resolve_units(char out[BRI_UNITS_ROOM], const char *units, bri_unit_context context)
{
    char one[BRI_WORD_ROOM];
    size_t length = 0;
    out[0] = '\0';
    for (int i = 0; bri_word(units, i, one) && length < BRI_UNITS_ROOM - 2; i++) {
        const char *bar = i ? "|" : "";
        if (one[0] == '*' && strchr(context.star, '/') && one[1])
            snprintf(out + length, BRI_UNITS_ROOM - length, "%s(%s)%s", bar, context.star, one + 1);
        else if (one[0] == '*')
            snprintf(out + length, BRI_UNITS_ROOM - length, "%s%s%s", bar, context.star, one + 1);
        else
            snprintf(out + length, BRI_UNITS_ROOM - length, "%s%s", bar, context.effort == 2 ? rotational(one) : one);
        length = strlen(out);
    }
}

/* Resolves the units of a formula's variables, "v m/s|load N". Friction that is an effort knows no load: that variable keeps
 * its place without a name. */
static void resolve_variables(char out[BRI_UNITS_ROOM], const char *variables, bri_unit_context context)
{
    char one[BRI_WORD_ROOM];
    size_t length = 0;
    out[0] = '\0';
    for (int i = 0; bri_word(variables, i, one) && length < BRI_UNITS_ROOM - 2; i++) {
        const char *unit = strchr(one, ' ') + 1;
        bool load = !strcmp(unit, "N");
        length += (size_t)snprintf(out + length, BRI_UNITS_ROOM - length, "%s%.*s %s", i ? "|" : "",
                                   load ? 0 : (int)(unit - one) - 1, one,
                                   context.effort == BRI_EFFORT_TORQUE ? rotational(unit) : unit);
    }
}

const bri_kind *bri_kind_resolve(bri_resolved_kind *view, const bri_kind *kind, bri_unit_context context)
{
    bool plain = context.effort == 0 && kind != &bri_pair_kind;
    for (const bri_param *row = kind->params; plain && row->name; row++)
        plain = row->unit[0] != '*';
    if (plain) return kind;
    view->kind = *kind;
    view->kind.params = view->row;
    int i = 0;
    for (; i < BRI_ROWS_MAX - 1 && kind->params[i].name; i++) {
        bri_param *row = &view->row[i];
        *row = kind->params[i];
        if (kind == &bri_pair_kind) row->initial = NAN; /* surfaces have no defaults: NAN means not given */
        resolve_units(view->unit[i], row->unit, context);
        if (context.effort && bri_is_coefficient(row)) {
            snprintf(view->unit[i], BRI_UNITS_ROOM, "%s", context.effort == 1 ? "N" : "N m");
            row->max = 1e12;
        }
        row->unit = view->unit[i];
        if (row->type == BRI_FORMULA && context.effort) {
            resolve_variables(view->variables[i], row->follows, context);
            row->follows = view->variables[i];
        }
    }
    view->row[i] = (bri_param){0};
    return &view->kind;
}
