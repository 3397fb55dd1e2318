/* fit_report.c - fits of laws and mechanisms as text and JSON; a law for a model file, and a plot */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "fit.h"

enum {
    PLOTTED = 3000 /* rows of a plot, at most */
};

/* --- text ----------------------------------------------------------------------------------------------------------- */

/* So many digits as the interval supports, and one more. */
static void number(char out[40], double value, double error)
{
    int digits = 4;
    if (error > 0 && value != 0) digits = (int)fmin(9, fmax(2, ceil(log10(fabs(value) / error)) + 2));
    snprintf(out, 40, "%.*g", digits, value);
}

void fit_interval(char *out, size_t size, const bri_fit_parameter *q)
{
    char low[40], high[40];
    double error = (q->high - q->low) / 4;
    number(low, q->low, isfinite(error) ? error : 0);
    number(high, q->high, isfinite(error) ? error : 0);
    if (q->state == BRI_FIT_NO_EFFECT)
        snprintf(out, size, "no effect");
    else if (q->state == BRI_FIT_REST)
        snprintf(out, size, "the rest of 1");
    else if (isnan(q->low))
        snprintf(out, size, q->state == BRI_FIT_DETERMINED ? "determined" : "not determined");
    else
        snprintf(out, size, "%s .. %s", isinf(q->low) ? "open" : low, isinf(q->high) ? "open" : high);
}

static const char *unit_of(const char *unit) { return strcmp(unit, "1") != 0 ? unit : ""; }

static void print_parameters(const bri_fit_result *r, FILE *out)
{
    size_t widest = 9;
    for (int i = 0; i < r->parameters; i++)
        if (strlen(r->parameter[i].name) > widest) widest = strlen(r->parameter[i].name);
    fprintf(out, "%-*s  %12s  %-6s  interval\n", (int)widest, "parameter", "value", "unit");
    for (int i = 0; i < r->parameters; i++) {
        const bri_fit_parameter *q = &r->parameter[i];
        char value[40], range[90];
        number(value, q->value, isfinite(q->error) ? q->error : 0);
        fit_interval(range, sizeof range, q);
        fprintf(out, "%-*s  %12s  %-6s  %s%s\n", (int)widest, q->name, value, unit_of(q->unit), range,
                q->at_edge && q->state != BRI_FIT_NO_EFFECT ? "; at the edge of its range" : "");
    }
}

/* "0.01 rad (0.573 deg)" */
static void print_rms(const char *what, double rms, const char *unit, FILE *out)
{
    static const double degree = 0.017453292519943295;
    fprintf(out, "%s %.4g%s%s", what, rms, *unit_of(unit) ? " " : "", unit_of(unit));
    if (!strcmp(unit, "rad")) fprintf(out, " (%.3g deg)", rms / degree);
}

static void print_column(const bri_fit_column *c, FILE *out)
{
    fprintf(out, "%s: %s as %s, %zu rows", c->record, c->column, c->channel, c->fitted);
    if (c->fitted < c->rows) fprintf(out, ", %zu more are predicted", c->rows - c->fitted);
    if (c->bad) fprintf(out, ", %zu bad ones left out", c->bad);
    if (isfinite(c->offset_error))
        fprintf(out, ", offset %.4g +- %.2g %s", c->offset, c->offset_error, unit_of(c->unit));
    else if (c->offset != 0)
        fprintf(out, ", offset %.4g %s, which cannot be determined", c->offset, unit_of(c->unit));
    if (isfinite(c->rms)) print_rms("; rms deviation", c->rms, c->unit, out);
    if (isfinite(c->predicted)) print_rms("; predicted", c->predicted, c->unit, out);
    fprintf(out, "\n");
}

static void print_records(const bri_fit_result *r, FILE *out)
{
    for (size_t i = 0; i < r->columns; i++)
        print_column(&r->column[i], out);
    for (size_t i = 0; i < r->records; i++) {
        const bri_fit_record *c = &r->record[i];
        fprintf(out, "%s: %zu rows", c->record->name, c->fitted);
        if (c->fitted < c->record->rows) fprintf(out, ", %zu more are predicted", c->record->rows - c->fitted);
        if (c->record->bad) fprintf(out, ", %zu bad ones left out", c->record->bad);
        if (c->record->differentiated) fprintf(out, ", velocity from the position");
        if (c->sign < 0) fprintf(out, ", forces act on the partner");
        if (isfinite(c->offset_error) && c->offset_error < 1e3 * r->rms)
            fprintf(out, ", offset %.4g +- %.2g N", c->offset, c->offset_error);
        else if (c->offset != 0)
            fprintf(out, ", offset %.4g N, which cannot be determined", c->offset);
        fprintf(out, "\n");
    }
}

static void print_experiments(const bri_fit *fit, FILE *out)
{
    const bri_fit_result *r = bri_fit_result_of(fit);
    bri_table *table = NULL;
    bool any = false;
    for (int i = 0; i < r->parameters; i++)
        any = any || (r->parameter[i].state != BRI_FIT_DETERMINED && r->parameter[i].state != BRI_FIT_REST);
    if (!any || bri_fit_experiments(fit, &table, NULL)) return;
    fprintf(
        out,
        "\nWhich experiment would help: the change of the force, in units of the noise, if a parameter changes by a\n"
        "factor of 2.7 and the others take up what they can, over 400 samples\n%-18s",
        "");
    for (size_t h = 0; h < table->columns; h++)
        fprintf(out, "  %18s", table->column[h].name);
    fprintf(out, "\n");
    for (int i = 0; i < r->parameters; i++) {
        if (r->parameter[i].state == BRI_FIT_DETERMINED || r->parameter[i].state == BRI_FIT_REST) continue;
        fprintf(out, "%-18s", r->parameter[i].name);
        for (size_t h = 0; h < table->columns; h++) {
            double shows = bri_table_row(table, (size_t)i)[h];
            if (shows < 0.1)
                fprintf(out, "  %18s", "-");
            else
                fprintf(out, "  %18.3g", shows);
        }
        fprintf(out, "\n");
    }
    bri_table_destroy(table);
}

/* Standard motions of a mechanism are not known; a planned one can be tried. */
static void print_further_motion(const bri_fit *fit, FILE *out)
{
    const bri_fit_result *r = bri_fit_result_of(fit);
    int named = 0;
    for (int i = 0; i < r->parameters; i++) {
        if (r->parameter[i].state == BRI_FIT_DETERMINED || r->parameter[i].state == BRI_FIT_REST) continue;
        fprintf(out, "%s%s",
                named++ ? ", " : "\nWhich experiment would help: how strongly a planned motion depends on ",
                r->parameter[i].name);
    }
    if (named)
        fprintf(
            out,
            " is told by\nbristle run --sensitivity, with other initial values, other inputs or a stop (--set); its "
            "record is then fitted\ntogether with these\n");
}

void fit_print(const bri_fit *fit, FILE *out)
{
    const bri_fit_result *r = bri_fit_result_of(fit);
    if (r->law) fprintf(out, "%s, %s\n", r->law->kind.name, r->law->kind.title);
    print_records(r, out);
    fprintf(out, "\n");
    print_parameters(r, out);
    if (r->law)
        fprintf(out, "\nrms deviation %.4g N, %.4g of the load; noise %.4g N; BIC %.1f\n", r->rms, r->rms_coefficient,
                r->noise, r->bic);
    else if (*r->unit)
        fprintf(out, "\nnoise %.4g %s; BIC %.1f\n", r->noise, unit_of(r->unit), r->bic);
    else
        fprintf(out, "\nBIC %.1f\n", r->bic);
    if (r->law && !isnan(r->predicted))
        fprintf(out, "rms deviation of the rows held out %.4g N, %.4g of the load\n", r->predicted,
                r->predicted_coefficient);
    for (int i = 0; i < r->sentences; i++)
        fprintf(out, "%s- %s\n", i ? "" : "\n", r->sentence[i]);
    if (r->law)
        print_experiments(fit, out);
    else
        print_further_motion(fit, out);
}

/* --- JSON ----------------------------------------------------------------------------------------------------------- */

static void put_matrix(bri_text *t, const double *value, int rows, int columns)
{
    bri_text_add(t, "[");
    for (int i = 0; i < rows; i++) {
        bri_text_add(t, i ? ", [" : "[");
        for (int j = 0; j < columns; j++) {
            bri_text_add(t, j ? ", " : "");
            bri_text_add_number(t, value[i * columns + j]);
        }
        bri_text_add(t, "]");
    }
    bri_text_add(t, "]");
}

static void put(bri_text *t, const char *name, double value)
{
    bri_text_add(t, ", \"%s\": ", name);
    bri_text_add_number(t, value);
}

static void put_parameter(bri_text *t, const bri_fit_parameter *q)
{
    static const char *const states[] = {"determined",   "only a lower bound", "only an upper bound",
                                         "undetermined", "no effect",          "rest"};
    bri_text_add(t, "{\"name\": ");
    bri_text_add_json(t, q->name);
    bri_text_add(t, ", \"unit\": ");
    bri_text_add_json(t, q->unit);
    put(t, "value", q->value);
    put(t, "low", q->low);
    put(t, "high", q->high);
    put(t, "error", q->error);
    put(t, "min", q->min);
    put(t, "max", q->max);
    bri_text_add(t, ", \"state\": \"%s\", \"at_edge\": %s}", states[q->state], q->at_edge ? "true" : "false");
}

static void put_column(bri_text *t, const bri_fit_column *c, bool first)
{
    const char *const texts[][2] = {
        {"file", c->record}, {"channel", c->channel}, {"column", c->column}, {"unit", c->unit}};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        bri_text_add(t, "%s\"%s\": ", i ? ", " : first ? "{" : ", {", texts[i][0]);
        bri_text_add_json(t, texts[i][1]);
    }
    bri_text_add(t, ", \"rows\": %zu, \"fitted\": %zu", c->rows, c->fitted);
    put(t, "offset", c->offset);
    put(t, "offset_error", c->offset_error);
    put(t, "rms", c->rms);
    put(t, "predicted", c->predicted);
    bri_text_add(t, "}");
}

int fit_write_json(const bri_fit *fit, FILE *out, const char *indent)
{
    const bri_fit_result *r = bri_fit_result_of(fit);
    bri_text t = {0};
    bri_text_add(&t, "%s{\"%s\": ", indent, r->law ? "law" : "unit");
    bri_text_add_json(&t, r->law ? r->law->kind.name : r->unit);
    put(&t, "rms", r->rms);
    put(&t, "rms_coefficient", r->rms_coefficient);
    put(&t, "predicted", r->predicted);
    put(&t, "predicted_coefficient", r->predicted_coefficient);
    put(&t, "noise", r->noise);
    put(&t, "effective", r->effective);
    put(&t, "bic", r->bic);
    bri_text_add(&t,
                 ", \"rows\": %zu, \"at_rest\": %zu, \"unknowns\": %d, \"evaluations\": %ld, \"derivatives\": %ld, "
                 "\"profile_evaluations\": %ld, \"sequences\": %d, \"differences\": %ld",
                 r->rows, r->at_rest, r->unknowns, r->evaluations, r->derivatives, r->profile_evaluations, r->sequences,
                 r->differences);
    bri_text_add(&t, ",\n%s \"parameters\": [", indent);
    for (int i = 0; i < r->parameters; i++) {
        bri_text_add(&t, "%s\n%s  ", i ? "," : "", indent);
        put_parameter(&t, &r->parameter[i]);
    }
    bri_text_add(&t, "],\n%s \"records\": [", indent);
    for (size_t i = 0; i < r->records; i++) {
        const bri_fit_record *c = &r->record[i];
        bri_text_add(&t, i ? ", {\"file\": " : "{\"file\": ");
        bri_text_add_json(&t, c->record->name);
        bri_text_add(&t, ", \"fitted\": %zu, \"sign\": %d", c->fitted, c->sign);
        put(&t, "offset", c->offset);
        put(&t, "offset_error", c->offset_error);
        put(&t, "start", c->start);
        bri_text_add(&t, "}");
    }
    for (size_t i = 0; i < r->columns; i++)
        put_column(&t, &r->column[i], i == 0);
    bri_text_add(&t, "],\n%s \"singular_values\": ", indent);
    put_matrix(&t, r->singular, 1, r->unknowns);
    bri_text_add(&t, ",\n%s \"directions\": ", indent);
    put_matrix(&t, r->direction, r->unknowns, r->unknowns);
    bri_text_add(&t, ",\n%s \"correlation\": ", indent);
    if (r->correlation)
        put_matrix(&t, r->correlation, r->unknowns, r->unknowns);
    else
        bri_text_add(&t, "null");
    bri_text_add(&t, ",\n%s \"sentences\": [", indent);
    for (int i = 0; i < r->sentences; i++) {
        bri_text_add(&t, "%s\n%s  ", i ? "," : "", indent);
        bri_text_add_json(&t, r->sentence[i]);
    }
    bri_text_add(&t, "]}%s", *indent ? "" : "\n");
    int status = t.failed ? complain(UNFINISHED, "out of memory: JSON") : DONE;
    if (t.at) fputs(t.at, out);
    bri_text_free(&t);
    return status;
}

/* --- a law for a model ---------------------------------------------------------------------------------------------- */

static void put_row(const bri_kind *kind, const bri_params *params, const bri_param *p, FILE *out)
{
    char unit[BRI_WORD_ROOM], word[BRI_WORD_ROOM];
    const char *at = (const char *)params + p->offset;
    bri_param_unit(kind, p, params, unit);
    const char *shown = unit_of(unit);
    double value;
    int choice;
    if (p->type == BRI_REAL) {
        memcpy(&value, at, sizeof value);
        if (!isnan(value) && value != p->initial)
            fprintf(out, "  %s: %.6g%s%s\n", p->name, value, *shown ? " " : "", shown);
    } else if (p->type == BRI_CHOICE) {
        memcpy(&choice, at, sizeof choice);
        if (choice) fprintf(out, "  %s: %s\n", p->name, bri_word(p->words, choice, word));
    } else if (p->type == BRI_LIST) {
        const bri_list *list = (const bri_list *)at;
        fprintf(out, "  %s: [", p->name);
        for (int i = 0; i < list->count; i++)
            fprintf(out, "%s%.9g%s%s", i ? ", " : "", list->at[i], *shown ? " " : "", shown);
        fprintf(out, "]\n");
    } else if (p->type == BRI_FORMULA) {
        fprintf(out, "  %s: \"%s\"\n", p->name, ((const bri_formula *)at)->text);
    } else if (p->type == BRI_QUANTITIES) {
        const bri_quantities *q = (const bri_quantities *)at;
        fprintf(out, "  %s: {", p->name);
        for (int i = 0; i < q->count; i++)
            fprintf(out, "%s%s: %.6g%s%s", i ? ", " : "", q->name[i], q->value[i], *unit_of(q->unit[i]) ? " " : "",
                    unit_of(q->unit[i]));
        fprintf(out, "}\n");
    }
}

int fit_write_yaml(const bri_fit *fit, const char *path)
{
    const bri_fit_result *r = bri_fit_result_of(fit);
    atomic_file file;
    int status = atomic_open(&file, path);
    if (status) return status;
    fprintf(file.stream, "# friction fitted by bristle fit");
    for (size_t i = 0; i < r->records; i++)
        fprintf(file.stream, "%s %s", i ? "," : " to", r->record[i].record->name);
    fprintf(file.stream, "; rms deviation %.4g N\n", r->rms);
    for (int i = 0; i < r->parameters; i++) {
        char range[90];
        const bri_fit_parameter *q = &r->parameter[i];
        if (q->state == BRI_FIT_NO_EFFECT || q->state == BRI_FIT_REST) continue;
        fit_interval(range, sizeof range, q);
        fprintf(file.stream, "#   %s: %s%s%s%s\n", q->name, range, *unit_of(q->unit) ? " " : "", unit_of(q->unit),
                q->state != BRI_FIT_DETERMINED ? " (not determined by the data)" : "");
    }
    fprintf(file.stream, "friction:\n  law: %s\n", r->law->kind.name);
    for (const bri_param *p = r->law->kind.params; p->name; p++)
        put_row(&r->law->kind, r->params, p, file.stream);
    return atomic_close(&file, true);
}

/* --- plot ----------------------------------------------------------------------------------------------------------- */

/* Measured force, that of the law and their difference, at every so many rows; against the time, or the speed where there is no time, or the number of the
 * row of several records. */
static int fill(const bri_fit_result *r, bri_table **table)
{
    size_t rows = 0, row = 0, at = 0;
    for (size_t i = 0; i < r->records; i++)
        rows += r->record[i].record->rows;
    size_t each = rows / PLOTTED + 1;
    bri_error err = {0};
    if (bri_table_create(4, (rows + each - 1) / each, table, &err)) return complain_of(err.status, &err);
    for (size_t i = 0; i < r->records; i++) {
        const bri_measurement *m = r->record[i].record;
        for (size_t k = 0; k < m->rows; k++, at++) {
            if (at % each) continue;
            double *to = bri_table_row(*table, row++);
            to[0] = r->records > 1 ? (double)at : m->time ? m->time[k] : fabs(m->velocity[k]);
            to[1] = m->force[k];
            to[2] = r->record[i].force[k];
            to[3] = to[1] - to[2];
        }
    }
    return DONE;
}

static int by_first(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int fit_plot(const bri_fit *fit, const char *path)
{
    const bri_fit_result *r = bri_fit_result_of(fit);
    bri_table *table = NULL;
    char title[200];
    int status = fill(r, &table);
    if (status) return status;
    bool timed = r->record[0].record->time, several = r->records > 1;
    if (!timed && !several) qsort(table->value, table->rows, 4 * sizeof *table->value, by_first);
    plot_curve both[2] = {{table, 0, 1, "measured"}, {table, 0, 2, r->law->kind.name}},
               rest = {table, 0, 3, "measured - fit"};
    panel panels[2] = {{.label = "friction force", .unit = "N", .curve = both, .curves = 2},
                       {.label = "deviation", .unit = "N", .curve = &rest, .curves = 1}};
    snprintf(title, sizeof title, "%s fitted to %s, rms deviation %.3g N", r->law->kind.name,
             several ? "several records" : r->record[0].record->name, r->rms);
    picture p = {.path = path,
                 .title = title,
                 .x_label = several ? "row"
                            : timed ? "time"
                                    : "speed",
                 .x_unit = several ? "1"
                           : timed ? "s"
                                   : "m/s",
                 .panel = panels,
                 .panels = 2};
    status = draw(&p);
    bri_table_destroy(table);
    return status;
}
