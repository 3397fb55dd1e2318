/* inspect.c - whether the tables of a law can be used, and the functions that they require are there */
#include "catalogue/inspect.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/fail.h"
#include "kind/family.h"
#include "unit/unit.h"

typedef struct inspection {
    const bri_friction_law *law;
    bri_error *err;
    bri_status status; /* of the first fault */
} inspection;

static void report(inspection *s, const char *format, ...) BRI_PRINTF(2, 3);

static void report(inspection *s, const char *format, ...)
{
    char what[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    const char *name = s->law->kind.name;
    bri_fail(s->err, BRI_BAD_VALUE, "law '%.60s': %s", name ? name : "", what);
    s->status = BRI_BAD_VALUE;
}

static bool is_name(const char *text)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    if (!text || !*text || !strchr(letters, *text)) return false;
    return !text[strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")] && strlen(text) < 40;
}

/* YAML and JSON read these words as no value. */
static bool is_null_word(const char *text)
{
    static const char *const words[] = {"null", "Null", "NULL"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (text && !strcmp(text, words[i])) return true;
    return false;
}

static bool is_family_of_laws(const char *family)
{
    char word[BRI_WORD_ROOM];
    for (int i = 0; bri_word("static|dynamic|lubricated", i, word); i++)
        if (!strcmp(family, word)) return true;
    return false;
}

/* --- parameters --------------------------------------------------------------------------------------------------- */

/* Keys of a friction block that are not parameters of its law. */
const char *const bri_friction_keys[] = {"law",    "load",  "preload",  "load_from",     "effort",
                                         "states", "noise", "surfaces", "at_separation", NULL};

static bool is_taken(const char *name)
{
    for (const char *const *key = bri_friction_keys; *key; key++)
        if (!strcmp(*key, name)) return true;
    return false;
}

static size_t size_of(bri_type type)
{
    switch (type) {
    case BRI_REAL: return sizeof(double);
    case BRI_INT:
    case BRI_CHOICE: return sizeof(int);
    case BRI_LIST: return sizeof(bri_list);
    case BRI_FORMULA: return sizeof(bri_formula);
    case BRI_QUANTITIES: return sizeof(bri_quantities);
    default: return 0;
    }
}

/* Whether a list has words of a length that bri_word copies whole, and is short enough to be resolved for rotation. */
static bool check_list(inspection *s, const bri_param *p, const char *list)
{
    for (const char *at = list; at; at = strchr(at, '|') ? strchr(at, '|') + 1 : NULL) {
        size_t length = strcspn(at, "|");
        if (length < BRI_WORD_ROOM) continue;
        report(s, "%s: '%.20s...' has %zu characters; at most %d are possible", p->name, at, length, BRI_WORD_ROOM - 1);
        return false;
    }
    return true;
}

static bool check_resolved(inspection *s, const bri_param *p, const char *list)
{
    if (strlen(list) < BRI_UNITS_ROOM / 2) return check_list(s, p, list);
    report(s, "%s: its units have %zu characters; at most %d are possible", p->name, strlen(list),
           BRI_UNITS_ROOM / 2 - 1);
    return false;
}

static void check_choice(inspection *s, const bri_param *p)
{
    char word[BRI_WORD_ROOM];
    if (check_list(s, p, p->words) && bri_word(p->words, BRI_WORDS_MAX, word))
        report(s, "%s: a choice has at most %d words", p->name, BRI_WORDS_MAX);
}

/* Numbers of a table and those that its functions see are in SI units. */
static void check_si(inspection *s, const bri_param *p, const char *unit, const measure *m)
{
    const char *si = bri_unit_of_powers(m->power);
    if (m->up == m->down) return;
    report(s, "%s: '%s' is no SI unit, in which the numbers of a law are%s%s%s", p->name, unit, si ? ": write '" : "",
           si ? si : "", si ? "'" : "");
}

static void check_variables(inspection *s, const bri_param *p)
{
    char one[BRI_WORD_ROOM];
    measure m;
    if (!p->follows || !check_resolved(s, p, p->follows)) return;
    for (int i = 0; bri_word(p->follows, i, one); i++) {
        const char *blank = strchr(one, ' ');
        if (!blank || blank == one || !bri_unit_read(blank + 1, &m))
            report(s, "%s: '%s' is no variable with its unit, such as \"v m/s\"", p->name, one);
        else
            check_si(s, p, blank + 1, &m);
    }
}

static void check_units(inspection *s, const bri_param *p)
{
    char unit[BRI_WORD_ROOM];
    measure m;
    if (!check_resolved(s, p, p->unit)) return;
    for (int i = 0; bri_word(p->unit, i, unit); i++)
        if (!bri_unit_read(unit, &m))
            report(s, "%s: there is no unit '%s'", p->name, unit);
        else
            check_si(s, p, unit, &m);
}

static void check_numbers(inspection *s, const bri_param *p)
{
    bool one = p->type == BRI_REAL || p->type == BRI_INT;
    if (!isfinite(p->min) || !isfinite(p->max) || !(p->min <= p->max))
        report(s, "%s: its range, %g to %g, must be finite and not empty", p->name, p->min, p->max);
    else if (one && !(p->initial >= p->min && p->initial <= p->max))
        report(s, "%s: its default, %g, must lie between %g and %g", p->name, p->initial, p->min, p->max);
}

static void check_row(inspection *s, const bri_param *p)
{
    const bri_kind *kind = &s->law->kind;
    size_t size = size_of(p->type), aligned = size == sizeof(int) ? sizeof(int) : sizeof(double);
    const bri_param *choice = p->follows && p->type != BRI_FORMULA ? bri_param_find(kind, p->follows) : NULL;
    if (!is_name(p->name)) {
        report(s, "'%.40s' cannot name a parameter: a name begins with a letter and has letters, digits and _",
               p->name);
        return;
    }
    if (is_null_word(p->name)) report(s, "%s: model files read this word as no value; choose another name", p->name);
    if (is_taken(p->name)) report(s, "%s: this is a key of every friction block; choose another name", p->name);
    if (bri_param_find(kind, p->name) != p) report(s, "%s: this name occurs twice in the table", p->name);
    if (!p->doc) report(s, "%s: doc is missing: say what it means", p->name);
    if (!size) report(s, "%s: a law has numbers, words, lists and formulas only", p->name);
    if (size && (p->offset + size > kind->params_size || p->offset % aligned))
        report(s, "%s: its offset, %zu, is not that of a field of the struct of %zu bytes", p->name, p->offset,
               kind->params_size);
    bool needs_words = p->type >= BRI_CHOICE && p->type <= BRI_QUANTITIES;
    if (needs_words && !p->words) report(s, "%s: words is missing: the words of a choice, or the defaults", p->name);
    if (p->follows && p->type != BRI_FORMULA && (!choice || choice->type != BRI_CHOICE))
        report(s, "%s: it follows '%.40s', which is no choice of this law", p->name, p->follows);
    if (!p->unit)
        report(s, "%s: unit is missing; a plain number has the unit \"1\"", p->name);
    else
        check_units(s, p);
    if (p->type == BRI_CHOICE && p->words) check_choice(s, p);
    if (p->type == BRI_FORMULA) check_variables(s, p);
    if (p->type != BRI_CHOICE) check_numbers(s, p);
}

/* --- functions ---------------------------------------------------------------------------------------------------- */

static bool has_rows(const bri_variable *table) { return table && table->name; }

static void check_count(inspection *s, const bri_variable *table, int most, const char *what)
{
    bool lists = false;
    for (const bri_param *p = s->law->kind.params; p && p->name; p++)
        lists = lists || p->type == BRI_LIST;
    int count = table ? bri_variables_count(table, 2, lists ? BRI_LIST_MAX : 1) : 0;
    if (count > most)
        report(s, "it has %d %s in two components%s; at most %d are possible", count, what,
               lists ? " with the longest lists" : "", most);
}

static void check_counts(inspection *s)
{
    const bri_kind *kind = &s->law->kind;
    check_count(s, kind->states, BRI_LAW_STATES_MAX, "states");
    check_count(s, kind->discrete_states, BRI_LAW_DISCRETE_STATES_MAX, "discrete states");
    check_count(s, kind->events, BRI_LAW_EVENTS_MAX, "event functions");
    check_count(s, kind->outputs, BRI_LAW_OUTPUTS_MAX, "outputs");
}

/* Fields for later versions hold nothing yet. */
static void check_reserved(inspection *s)
{
    bool set = false;
    for (size_t i = 0; i < sizeof s->law->reserved / sizeof *s->law->reserved; i++)
        set = set || s->law->reserved[i];
    for (size_t i = 0; i < sizeof s->law->kind.reserved / sizeof *s->law->kind.reserved; i++)
        set = set || s->law->kind.reserved[i];
    if (set) report(s, "a reserved field is not 0: initialise the struct by {0} or by names of fields");
}

static void check_functions(inspection *s)
{
    const bri_friction_law *law = s->law;
    bool states = has_rows(law->kind.states), discrete = has_rows(law->kind.discrete_states);
    if (!law->curve) report(s, "the function curve is missing: the force in steady sliding");
    if (states && !law->eval) report(s, "the function eval is missing: the law has states");
    if (states && !law->sizes) report(s, "the function sizes is missing: the law has states");
    if (has_rows(law->kind.events) && !law->events)
        report(s, "the function events is missing: the law has event functions");
    if (discrete && !law->handle_event) report(s, "the function handle_event is missing: the law has discrete states");
    if (has_rows(law->kind.outputs) && !law->observe) report(s, "the function observe is missing: the law has outputs");
    if (law->pieces == BRI_PIECES_OF_SPEED && !law->events)
        report(s, "a law with regions of speed needs the function events, which locates their ends");
    if (law->moving_limit && !law->handle_event) report(s, "moving_limit needs the function handle_event");
}

static void check_defaults(inspection *s)
{
    bri_params params;
    bri_error why = {0};
    bri_params_defaults(&s->law->kind, &params);
    if (bri_params_check(&s->law->kind, &params, &why)) report(s, "its defaults are not accepted: %s", why.what);
}

bri_status bri_law_inspect(const bri_friction_law *law, bri_error *err)
{
    inspection s = {.law = law, .err = err};
    if (!is_name(law->kind.name)) report(&s, "its name begins with a letter and has letters, digits and _, at most 39");
    if (is_null_word(law->kind.name)) report(&s, "model files read this word as no value; choose another name");
    if (!law->kind.title || !law->kind.family)
        report(&s, "title and family are missing: what it is, and static, dynamic or lubricated");
    else if (!is_family_of_laws(law->kind.family))
        report(&s, "there is no family '%.40s': it is static, dynamic or lubricated", law->kind.family);
    if (!law->kind.params) report(&s, "params is missing: a table of its parameters, which may be empty");
    if (law->kind.params_size > sizeof(bri_params))
        report(&s, "its parameters take %zu bytes; at most %zu are possible", law->kind.params_size,
               sizeof(bri_params));
    int rows = 0;
    for (const bri_param *p = law->kind.params; p && p->name && rows < BRI_ROWS_MAX; p++, rows++)
        check_row(&s, p);
    if (rows >= BRI_ROWS_MAX) report(&s, "a law has at most %d parameters", BRI_ROWS_MAX - 1);
    check_counts(&s);
    check_reserved(&s);
    check_functions(&s);
    if (!s.status) check_defaults(&s);
    return s.status;
}
