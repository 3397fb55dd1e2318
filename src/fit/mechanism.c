/* mechanism.c - a mechanism and the records of its motion: rows of measured columns, and for each record a model with its inputs */
#include "fit/mechanism.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/number.h"
#include "base/text.h"
#include "bristle/system.h"
#include "io/csv_lines.h"
#include "model/path.h"
#include "signal/signal.h"

enum {
    FEWEST_ROWS = 4,
    FIRST_ROWS = 12 /* of a record that is predicted: at least so many, or a tenth, are fitted */
};

static const double own_spread = 1;    /* initial values: no other starts than those found from the first rows */
static const double search_spread = 5; /* starts lie within this factor of the start value */

/* --- columns -------------------------------------------------------------------------------------------------------- */

typedef struct heads {
    const bri_table *table;
} heads;

static const char *next_head(void *context, int index)
{
    const heads *h = context;
    return (size_t)index < h->table->columns ? h->table->column[index].name : NULL;
}

/* Index of a column by name, or number from 1; unit: that in its text, else of the table. */
static bri_status find_column(const bri_motion_record *motion, const char *text, int *found, char unit[BRI_WORD_ROOM],
                              bri_error *err)
{
    char name[200], hint[200];
    const char *end, *given = NULL;
    double number;
    snprintf(name, sizeof name, "%s", text);
    *found = bri_table_find(motion->table, name);
    if (*found < 0) {
        given = bri_csv_unit(name);
        *found = bri_table_find(motion->table, name);
    }
    if (*found < 0 && bri_number_read(name, &end, &number) && !*end && number >= 1 &&
        number <= (double)motion->table->columns && number == floor(number))
        *found = (int)number - 1;
    if (*found < 0) {
        bri_text_suggest(hint, sizeof hint, name, next_head, &(heads){motion->table});
        return bri_fail_at(err, BRI_NOT_FOUND, motion->name, "the record has no column '%.60s'%s", name, hint);
    }
    snprintf(unit, BRI_WORD_ROOM, "%.63s", given ? given : motion->table->column[*found].unit);
    return BRI_OK;
}

/* The factor from the unit of a column to the one that is wanted. A column without a unit is in SI units. */
static bri_status find_factor(const bri_motion_record *motion, const char *column, const char *unit, const char *wanted,
                              const char *path, double *factor, bri_error *err)
{
    char one[BRI_WORD_ROOM + 4];
    bri_error why = {0};
    *factor = 1;
    if (!*unit || !strcmp(unit, "1")) return BRI_OK;
    snprintf(one, sizeof one, "1 %.63s", unit);
    if (bri_quantity_read(NULL, one, wanted, factor, &why))
        return bri_fail_at(err, BRI_BAD_VALUE, motion->name,
                           "column '%s' as %s: %s; another unit is given behind its name, as in '%s=%s [%s]'", column,
                           path, why.what, path, column, wanted);
    return BRI_OK;
}

typedef struct used { /* a column of a record that is used */
    int column;
    double factor;
} used;

static bool is_row_good(const bri_table *t, size_t row, const used *time, const used *match, int matches,
                        const used *input, int inputs)
{
    const double *at = t->value + row * t->columns;
    bool good = isfinite(at[time->column]);
    for (int i = 0; i < matches; i++)
        good = good && isfinite(at[match[i].column]);
    for (int i = 0; i < inputs; i++)
        good = good && isfinite(at[input[i].column]);
    return good;
}

/* --- inputs --------------------------------------------------------------------------------------------------------- */

/* The signal at a path becomes the samples of a column. */
static bri_status set_input(const bri_mechanism_record *r, const bri_fit_link *link, const double *value,
                            bri_error *err)
{
    bri_text text = {0};
    bri_text_add(&text, "{%s: [", bri_signal_of_samples());
    for (size_t i = 0; i < r->rows; i++) {
        bri_text_add(&text, i ? ", [" : "[");
        bri_text_add_number(&text, r->run_time[i]);
        bri_text_add(&text, ", ");
        bri_text_add_number(&text, value[i]);
        bri_text_add(&text, "]");
    }
    bri_text_add(&text, "]}");
    bri_status status = text.failed ? bri_fail(err, BRI_NO_MEMORY, "out of memory: an input")
                                    : bri_model_set_text(r->model, link->path, text.at, err);
    bri_text_free(&text);
    return status;
}

/* The unit of the signal at a path, which becomes a constant. */
static bri_status signal_unit(bri_model *model, const bri_fit_link *link, char unit[BRI_WORD_ROOM], bri_error *err)
{
    bri_status status = bri_model_set(model, link->path, 0, err);
    return status ? status : bri_model_unit(model, link->path, unit, err);
}

/* --- records -------------------------------------------------------------------------------------------------------- */

static bri_status keep_rows(bri_mechanism *m, bri_mechanism_record *r, const bri_motion_record *motion,
                            const bri_mechanism_fit_def *def, const used *time, const used *match, const used *input,
                            bri_error *err)
{
    const bri_table *t = motion->table;
    int matches = (int)def->matches, inputs = (int)def->inputs;
    r->time = bri_arena_take(&m->arena, t->rows + 1, sizeof *r->time);
    r->run_time = bri_arena_take(&m->arena, t->rows + 1, sizeof *r->run_time);
    r->measured = bri_arena_take(&m->arena, t->rows * (size_t)matches + 1, sizeof *r->measured);
    r->values = bri_arena_take(&m->arena, t->rows * (size_t)matches + 1, sizeof *r->values);
    double *given = malloc((t->rows * (size_t)inputs + 1) * sizeof *given);
    if (m->arena.failed || !given) {
        free(given);
        return bri_fail(err, BRI_NO_MEMORY, "out of memory: a record of %zu rows", t->rows);
    }
    bri_status status = BRI_OK;
    for (int pass = 0; pass < 2; pass++) { /* the number of good rows, then their numbers */
        size_t rows = 0;
        for (size_t row = 0; row < t->rows; row++) {
            if (!is_row_good(t, row, time, match, matches, input, inputs)) continue;
            const double *at = t->value + row * t->columns;
            for (int i = 0; pass && i < matches; i++)
                r->measured[(size_t)i * r->rows + rows] = match[i].factor * at[match[i].column];
            for (int i = 0; pass && i < inputs; i++)
                given[(size_t)i * r->rows + rows] = input[i].factor * at[input[i].column];
            r->time[rows++] = time->factor * at[time->column];
        }
        r->rows = rows;
    }
    r->bad = t->rows - r->rows;
    if (r->rows < FEWEST_ROWS)
        status = bri_fail_at(err, BRI_BAD_VALUE, motion->name, "%zu rows are too few for a fit: it needs at least %d",
                             r->rows, FEWEST_ROWS);
    for (size_t i = 0; !status && i < r->rows; i++) {
        if (i && !(r->time[i] > r->time[i - 1]))
            status =
                bri_fail_at(err, BRI_BAD_VALUE, motion->name,
                            "the time must increase, but %.9g s is followed by %.9g s", r->time[i - 1], r->time[i]);
        r->run_time[i] = r->start + (r->time[i] - r->time[0]);
    }
    for (int i = 0; !status && i < inputs; i++)
        status = set_input(r, &def->input[i], given + (size_t)i * r->rows, err);
    free(given);
    return status;
}

static bri_status prepare_record(bri_mechanism *m, int number, const bri_mechanism_fit_def *def, bri_error *err)
{
    bri_mechanism_record *r = &m->record[number];
    const bri_motion_record *motion = &def->motions[number];
    used time = {0, 1}, *match = bri_arena_take(&m->arena, def->matches + 1, sizeof *match);
    used *input = bri_arena_take(&m->arena, def->inputs + 1, sizeof *input);
    char unit[BRI_WORD_ROOM], wanted[BRI_WORD_ROOM];
    r->name = bri_arena_text(&m->arena, "%s", motion->name);
    r->predicted = motion->predicted;
    if (m->arena.failed) return bri_fail(err, BRI_NO_MEMORY, "out of memory: a record");
    if (!motion->table->columns) return bri_fail_at(err, BRI_BAD_VALUE, motion->name, "the record has no columns");
    bri_status status = bri_model_copy(def->model, &r->model, err);
    if (!status) status = bri_model_get(r->model, "run.start", &r->start, err);
    if (!status)
        status = find_factor(motion, motion->table->column[0].name, motion->table->column[0].unit, "s", "time",
                             &time.factor, err);
    for (size_t i = 0; !status && i < def->matches; i++) {
        status = find_column(motion, def->match[i].column, &match[i].column, unit, err);
        if (!status)
            status = find_factor(motion, motion->table->column[match[i].column].name, unit, m->unit[i],
                                 def->match[i].path, &match[i].factor, err);
    }
    for (size_t i = 0; !status && i < def->inputs; i++) {
        status = find_column(motion, def->input[i].column, &input[i].column, unit, err);
        if (!status) status = signal_unit(r->model, &def->input[i], wanted, err);
        if (!status)
            status = find_factor(motion, motion->table->column[input[i].column].name, unit, wanted, def->input[i].path,
                                 &input[i].factor, err);
    }
    if (!status) status = keep_rows(m, r, motion, def, &time, match, input, err);
    if (status) return status;
    bool own = def->owned > 0 || def->offset;
    size_t out = (size_t)(def->held_out * (double)r->rows + 0.5), first = r->rows / 10;
    r->fitted = !r->predicted ? r->rows - out : !own ? 0 : first > FIRST_ROWS ? first : FIRST_ROWS;
    if (r->fitted > r->rows) r->fitted = r->rows;
    if (!r->predicted && r->fitted < FEWEST_ROWS)
        return bri_fail_at(err, BRI_BAD_VALUE, motion->name, "%zu rows are too few for a fit: it needs at least %d",
                           r->fitted, FEWEST_ROWS);
    return BRI_OK;
}

static const char *next_channel(void *context, int index)
{
    const bri_column *channel;
    return index < bri_system_channels(context, &channel) ? channel[index].name : NULL;
}

static bri_status find_channels(bri_mechanism *m, const bri_mechanism_fit_def *def, bri_error *err)
{
    bri_system *system = NULL;
    const bri_column *channel;
    bri_status status = bri_system_build(def->model, &system, err);
    if (status) return status;
    int count = bri_system_channels(system, &channel);
    for (size_t i = 0; i < def->matches; i++) {
        int found = 1; /* not the time */
        char hint[200];
        while (found < count && strcmp(channel[found].name, def->match[i].path) != 0)
            found++;
        if (found < count) {
            m->channel[i] = bri_arena_text(&m->arena, "%s", def->match[i].path);
            m->column[i] = bri_arena_text(&m->arena, "%s", def->match[i].column);
            m->unit[i] = bri_arena_text(&m->arena, "%s", *channel[found].unit ? channel[found].unit : "1");
            continue;
        }
        bri_text_suggest(hint, sizeof hint, def->match[i].path, next_channel, system);
        bri_status one = bri_fail(err, BRI_NOT_FOUND, "there is no channel '%.60s'%s", def->match[i].path, hint);
        if (!status) status = one;
    }
    bri_system_destroy(system);
    return status;
}

/* Root mean squares of the measured values about their means. */
static bri_status find_sizes(bri_mechanism *m, bri_error *err)
{
    for (int i = 0; i < m->matches; i++) {
        double mean = 0, squares = 0, rows = 0;
        for (int pass = 0; pass < 2; pass++)
            for (int r = 0; r < m->records; r++)
                for (size_t k = 0; k < m->record[r].rows; k++) {
                    double value = m->record[r].measured[(size_t)i * m->record[r].rows + k];
                    if (!pass) mean += value, rows++;
                    if (pass) squares += (value - mean / rows) * (value - mean / rows);
                }
        m->size[i] = sqrt(squares / rows);
        if (!(m->size[i] > 1e-12 * fabs(mean / rows)))
            return bri_fail(err, BRI_BAD_VALUE, "column '%s', measured as %s, is constant: nothing moves", m->column[i],
                            m->channel[i]);
    }
    return BRI_OK;
}

/* --- what varies ---------------------------------------------------------------------------------------------------- */

static int find_number(const bri_mechanism *m, const char *path)
{
    for (int i = 0; i < m->numbers; i++)
        if (!strcmp(m->number[i].path, path)) return i;
    return -1;
}

/* Adds a number, of one record or of all (-1). */
static bri_status add_number(bri_mechanism *m, const bri_model *model, const bri_fit_range *range, int record,
                             bri_error *err)
{
    bri_number_row row;
    double value;
    bri_unknown w = {
        .above = BRI_ABOVE_NOTHING, .minor = record >= 0, .spread = record >= 0 ? own_spread : search_spread};
    if (strchr(range->name, '*') || strlen(range->name) >= BRI_PATH_MAX)
        return bri_fail(err, BRI_BAD_VALUE, "'%.60s' must be the path of one number of the model", range->name);
    bri_status status = bri_model_row(model, range->name, &row, err);
    if (!status) status = bri_model_get(model, range->name, &value, err);
    if (!status) status = bri_model_unit(model, range->name, w.unit, err);
    if (status) return status;
    if (m->unknowns.count >= BRI_UNKNOWNS_MAX - 1)
        return bri_fail(err, BRI_BAD_VALUE, "more than %d numbers vary, those of each record included",
                        BRI_UNKNOWNS_MAX - 1);
    if (record <= 0 && find_number(m, range->name) >= 0)
        return bri_fail(err, BRI_BAD_VALUE, "%s is listed twice among what varies", range->name);
    w.ranged = range->max > range->min;
    if ((range->min != 0 || range->max != 0) && !w.ranged)
        return bri_fail(err, BRI_BAD_VALUE, "the range of %s is %g to %g, and must increase", range->name, range->min,
                        range->max);
    if (w.ranged && !(range->min >= row.min && range->max <= row.max))
        return bri_fail(err, BRI_BAD_VALUE, "%s may be from %g to %g, and its range was given as %g to %g", range->name,
                        row.min, row.max, range->min, range->max);
    w.min = w.ranged ? range->min : row.min;
    w.max = w.ranged ? range->max : row.max;
    w.start = w.initial = value;
    w.place = (size_t)m->numbers;
    if (row.role == BRI_ROLE_STATIC && *row.sliding) {
        w.above = BRI_ABOVE_FIXED;
        if (bri_model_get(model, row.sliding, &w.floor, err)) return BRI_BAD_VALUE;
    } else if (!w.ranged && w.min < 0) { /* practically any number */
        w.min = -1e300;
        w.max = 1e300;
    }
    const char *file = record >= 0 ? m->record[record].name : "", *slash = strrchr(file, '/');
    if (record >= 0 && m->records > 1)
        snprintf(w.name, sizeof w.name, "%.90s in %.60s", range->name, slash ? slash + 1 : file);
    else
        snprintf(w.name, sizeof w.name, "%.150s", range->name);
    snprintf(m->number[m->numbers].path, BRI_PATH_MAX, "%s", range->name);
    m->number[m->numbers++].record = record;
    bri_unknowns_add(&m->unknowns, &w);
    return BRI_OK;
}

/* The coefficient of static friction lies above that of sliding friction, which may vary. */
static void link_static(bri_mechanism *m, const bri_model *model)
{
    for (int i = 0; i < m->unknowns.count; i++) {
        bri_number_row row;
        bri_unknown *w = &m->unknowns.at[i];
        if (w->above == BRI_ABOVE_NOTHING || bri_model_row(model, m->number[w->place].path, &row, NULL)) continue;
        int sliding = find_number(m, row.sliding);
        if (sliding >= 0) w->above = sliding;
    }
}

void bri_mechanism_find_raised(bri_mechanism *m, const bri_model *model)
{
    for (int i = 0; i < m->numbers; i++) {
        bri_mechanism_number *n = &m->number[i];
        bri_number_row row;
        *n->raised = '\0';
        if (bri_model_row(model, n->path, &row, NULL) || row.role != BRI_ROLE_SLIDING || !*row.peak) continue;
        bool varies = false;
        for (int j = 0; j < m->unknowns.count; j++)
            varies = varies || !strcmp(m->number[m->unknowns.at[j].place].path, row.peak);
        if (varies || bri_model_get(model, row.peak, &n->peak, NULL) || !(n->peak > 0)) continue;
        memcpy(n->raised, row.peak, sizeof n->raised);
    }
}

bri_status bri_mechanism_put(const bri_mechanism_number *n, bri_model *model, double value, bri_error *err)
{
    bri_status status = bri_model_set(model, n->path, value, err);
    if (!status && *n->raised) status = bri_model_set(model, n->raised, fmax(n->peak, value), err);
    return status;
}

static bri_status choose(bri_mechanism *m, const bri_mechanism_fit_def *def, bri_error *err)
{
    bri_status first = BRI_OK;
    double value[BRI_UNKNOWNS_MAX];
    for (size_t i = 0; i < def->varied; i++) {
        bri_status status = add_number(m, def->model, &def->vary[i], -1, err);
        if (!first) first = status;
    }
    for (int r = 0; r < m->records; r++)
        for (size_t i = 0; i < def->owned; i++) {
            bri_status status = first ? BRI_OK : add_number(m, def->model, &def->own[i], r, err);
            if (!first) first = status;
        }
    if (first) return first;
    link_static(m, def->model);
    bri_mechanism_find_raised(m, def->model);
    bri_unknowns_start(&m->unknowns, value);
    return BRI_OK;
}

/* --- the whole ------------------------------------------------------------------------------------------------------ */

bri_status bri_mechanism_prepare(bri_mechanism *m, const bri_mechanism_fit_def *def, bri_error *err)
{
    m->matches = (int)def->matches;
    m->channel = bri_arena_take(&m->arena, def->matches, sizeof *m->channel);
    m->column = bri_arena_take(&m->arena, def->matches, sizeof *m->column);
    m->unit = bri_arena_take(&m->arena, def->matches, sizeof *m->unit);
    m->size = bri_arena_take(&m->arena, def->matches, sizeof *m->size);
    m->record = bri_arena_take(&m->arena, def->count, sizeof *m->record);
    m->out = bri_arena_take(&m->arena, def->count * def->matches, sizeof *m->out);
    if (m->arena.failed) return bri_fail(err, BRI_NO_MEMORY, "out of memory: a fit");
    m->records = (int)def->count;
    bri_status status = find_channels(m, def, err);
    for (int r = 0; !status && r < m->records; r++)
        status = prepare_record(m, r, def, err);
    if (!status) status = find_sizes(m, err);
    return status ? status : choose(m, def, err);
}

void bri_mechanism_destroy(bri_mechanism *m)
{
    if (!m) return;
    for (int r = 0; m->record && r < m->records; r++)
        bri_model_destroy(m->record[r].model);
    bri_arena_free(&m->arena);
    free(m);
}
