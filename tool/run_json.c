/* run_json.c - the result of a run as JSON: an object with the contents of the summary, and the columns of the channels */
#include "run_json.h"
#include "sim/result.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/text.h"
#include "summary.h"

/* --- members ------------------------------------------------------------------------------------------------------------- */

static void add_number(bri_text *out, const char *before, const char *name, double value)
{
    bri_text_add(out, "%s\"%s\": ", before, name);
    bri_text_add_number(out, value);
}

static void add_count(bri_text *out, const char *before, const char *name, long value)
{
    bri_text_add(out, "%s\"%s\": %ld", before, name, value);
}

static void add_string(bri_text *out, const char *before, const char *name, const char *value)
{
    bri_text_add(out, "%s\"%s\": ", before, name);
    bri_text_add_json(out, value);
}

static void add_truth(bri_text *out, const char *before, const char *name, bool value)
{
    bri_text_add(out, "%s\"%s\": %s", before, name, value ? "true" : "false");
}

/* --- parts ----------------------------------------------------------------------------------------------------------------- */

static bool hash_piece(const char *text, size_t length, void *user)
{
    uint64_t *hash = user;
    for (size_t i = 0; i < length; i++)
        *hash = (*hash ^ (unsigned char)text[i]) * UINT64_C(0x100000001b3);
    return true;
}

/* FNV-1a over the model as it was run, in SI units: comments, order of keys and units do not change it. */
static void add_model(bri_text *out, const run_report *r)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    char digits[24];
    bri_model_write(r->model, hash_piece, &hash, NULL);
    snprintf(digits, sizeof digits, "%016llx", (unsigned long long)hash);
    add_string(out, ",\n \"model\": {", "file", r->path);
    add_string(out, ", ", "title", bri_system_title(r->system));
    add_string(out, ", ", "hash", digits);
    bri_mobility m = bri_system_mobility(r->system);
    add_count(out, ", ", "bodies", m.bodies);
    add_count(out, ", ", "degrees_of_freedom", m.degrees_of_freedom);
    bri_text_add(out, "}");
}

static void add_friction(bri_text *out, const bri_result *result)
{
    bri_text_add(out, "\n  \"friction\": [");
    for (int k = 0; k < result->friction_summaries; k++) {
        const bri_friction_summary *f = result->friction_summary[k];
        add_string(out, k ? ",\n   {" : "\n   {", "name", f->name);
        add_number(out, ", ", "load_min", f->load_least);
        add_number(out, ", ", "load_max", f->load_most);
        add_number(out, ", ", "ratio_max", f->ratio_loaded);
        add_number(out, ", ", "ratio_from_load", f->loaded_from);
        add_number(out, ", ", "at_rest", f->at_rest);
        add_number(out, ", ", "lost", f->lost);
        if (f->begins) add_string(out, ", ", "begins", f->begins);
        bri_text_add(out, "}");
    }
    bri_text_add(out, "]");
}

static void add_forces(bri_text *out, const bri_result *result)
{
    static const char *const sources[] = {"driver", "force", "joint"};
    bri_text_add(out, ",\n  \"forces\": [");
    for (int i = 0; i < result->force_summaries; i++) {
        const bri_force_summary *f = result->force_summary[i];
        add_string(out, i ? ",\n   {" : "\n   {", "name", f->name);
        add_string(out, ", ", "of", sources[f->source]);
        add_string(out, ", ", "what", f->what);
        add_string(out, ", ", "unit", f->unit);
        add_number(out, ", ", "peak", f->peak);
        add_number(out, ", ", "peak_time", f->peak_time);
        if (f->source == BRI_FORCE_OF_DRIVER) add_number(out, ", ", "rms", f->rms);
        if (f->source != BRI_FORCE_OF_JOINT) {
            add_number(out, ", ", "work", f->work);
            add_number(out, ", ", "mean_power", f->mean_power);
        }
        if (f->source == BRI_FORCE_OF_DRIVER) {
            add_number(out, ", ", "peak_power", f->peak_power);
            add_number(out, ", ", "peak_power_time", f->peak_power_time);
        }
        bri_text_add(out, "}");
    }
    bri_text_add(out, "]");
}

static void add_contacts(bri_text *out, const bri_result *result)
{
    bri_text_add(out, ",\n  \"contacts\": [");
    for (int g = 0; g < result->contact_summaries; g++) {
        const bri_contact_summary *c = result->contact_summary[g];
        add_string(out, g ? ",\n   {" : "\n   {", "name", c->name);
        add_number(out, ", ", "peak", c->peak);
        add_number(out, ", ", "peak_time", c->peak_time);
        add_number(out, ", ", "depth_max", c->deepest);
        add_count(out, ", ", "contacts", c->contacts);
        add_number(out, ", ", "approach_max", c->fastest);
        add_number(out, ", ", "separated", c->separated);
        add_number(out, ", ", "impact", c->impact);
        add_number(out, ", ", "sustained", c->sustained);
        add_number(out, ", ", "lost", c->lost);
        bri_text_add(out, "}");
    }
    bri_text_add(out, "]");
}

static void add_films(bri_text *out, const bri_result *result)
{
    bri_text_add(out, ",\n  \"films\": [");
    for (int i = 0; i < result->films; i++) {
        const bri_film *f = result->film[i];
        add_string(out, i ? ",\n   {" : "\n   {", "name", f->name);
        add_number(out, ", ", "thickness_min", f->thickness_least);
        add_number(out, ", ", "thickness_max", f->thickness_most);
        add_number(out, ", ", "lambda_min", f->lambda_least);
        add_number(out, ", ", "lambda_max", f->lambda_most);
        add_number(out, ", ", "below_0.5", f->below);
        add_number(out, ", ", "above_3", f->above);
        bri_text_add(out, "}");
    }
    bri_text_add(out, "]");
}

static void add_summary(bri_text *out, const run_report *r)
{
    const bri_result *result = r->result;
    add_number(out, ",\n \"summary\": {", "from", result->from);
    add_number(out, ", ", "to", result->end);
    bri_text_add(out, ",");
    add_friction(out, result);
    add_forces(out, result);
    add_contacts(out, result);
    add_films(out, result);
    add_number(out, ",\n  \"efficiency\": {", "value", result->efficiency);
    add_number(out, ", ", "work_in", result->work_in);
    add_number(out, ", ", "work_out", result->work_out);
    add_number(out, ", ", "lost", result->work_lost);
    bri_text_add(out, "}}");
}

static void add_events(bri_text *out, const bri_result *result)
{
    bri_text_add(out, ",\n \"events\": [");
    for (int i = 0; i < result->events; i++) {
        const bri_event *event = result->event[i];
        add_number(out, i ? ",\n  {" : "\n  {", "time", event->time);
        add_string(out, ", ", "joint", event->joint);
        add_string(out, ", ", "event", event->event);
        if (!isnan(event->value)) {
            add_number(out, ", ", "value", event->value);
            add_string(out, ", ", "unit", event->unit);
        }
        bri_text_add(out, "}");
    }
    bri_text_add(out, "]");
    add_count(out, ",\n ", "events_left_out", result->events_left_out);
}

static void add_measures(bri_text *out, const bri_measures *measures)
{
    int count = measures ? bri_measures_count(measures) : 0;
    for (int i = 0; i < count; i++) {
        const bri_measured *m = bri_measures_get(measures, i);
        add_string(out, i ? ",\n  {" : ",\n \"measures\": [\n  {", "measure", m->text);
        if (m->word)
            add_string(out, ", ", "value", m->word);
        else
            add_number(out, ", ", "value", m->value);
        add_string(out, ", ", "unit", m->unit);
        if (m->why) add_string(out, ", ", "why", m->why);
        bri_text_add(out, i + 1 < count ? "}" : "}]");
    }
}

static void add_energy(bri_text *out, const bri_result *result)
{
    bri_text_add(out, ",\n \"energy_balance\": {\"terms\": [");
    for (int i = 0; i < result->terms; i++) {
        add_string(out, i ? ",\n  {" : "\n  {", "name", result->term[i]->name);
        add_number(out, ", ", "energy", result->term[i]->energy);
        bri_text_add(out, "}");
    }
    add_number(out, "],\n  ", "error", result->energy_error);
    add_number(out, ", ", "turnover", result->energy_turnover);
    add_truth(out, ", ", "closes", bri_energy_balance_closes(result));
    bri_text_add(out, "}");
}

static void add_derivatives(bri_text *out, const bri_result *result)
{
    bri_text_add(out, ",\n \"derivatives\": [");
    for (int p = 0; p < result->derivatives; p++) {
        const bri_derivative *d = result->derivative[p];
        add_string(out, p ? ",\n  {" : "\n  {", "parameter", d->parameter);
        add_number(out, ", ", "value", d->value);
        add_string(out, ", ", "unit", d->unit);
        add_number(out, ", ", "until", d->until);
        add_string(out, ", ", "why", d->why);
        bri_text_add(out, ", \"event_times\": [");
        for (int i = 0; i < result->events; i++) {
            bri_text_add(out, i ? ", " : "");
            bri_text_add_number(out, d->event_time[i]);
        }
        bri_text_add(out, "]}");
    }
    bri_text_add(out, "]");
}

static void add_statistics(bri_text *out, const run_report *r)
{
    const bri_statistics *st = r->result->statistics;
    add_string(out, ",\n \"statistics\": {", "integrator", st->integrator);
    add_string(out, ", ", "chosen_for", st->why);
    add_string(out, ", ", "constraints", st->constraints);
    add_count(out, ", ", "steps", st->steps);
    add_count(out, ", ", "rejected", st->rejected);
    add_count(out, ", ", "events", st->events);
    add_count(out, ", ", "evaluations", st->evaluations);
    add_count(out, ", ", "solves", st->solves);
    add_count(out, ", ", "iterations", st->iterations);
    add_number(out, ", ", "position_error", st->position_error);
    add_number(out, ", ", "velocity_error", st->velocity_error);
    add_number(out, ", ", "seconds", r->seconds);
    bri_text_add(out, "}");
}

/* The warnings of the summary, one text each. */
static void add_warnings(bri_text *out, const run_report *r)
{
    static const char title[] = "warning: ";
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    bri_text_add(out, ",\n \"warnings\": [");
    if (stream) {
        print_warnings(stream, r->system, r->result);
        fclose(stream);
    }
    char *at = text ? strstr(text, title) : NULL;
    for (int i = 0; at; i++) {
        char *next = strstr(at + 1, title), *end = next ? next : at + strlen(at);
        while (end > at && (end[-1] == '\n' || end[-1] == ' '))
            end--;
        if (next && end == next) end--;
        *end = '\0';
        bri_text_add(out, i ? ",\n  " : "\n  ");
        bri_text_add_json(out, at + strlen(title));
        at = next;
    }
    bri_text_add(out, "]");
    free(text);
}

/* --- all ------------------------------------------------------------------------------------------------------------------ */

static bool append(const char *text, size_t length, void *user)
{
    bri_text_add_n(user, text, length);
    return !((bri_text *)user)->failed;
}

bri_status write_run_json(const run_report *r, bool with_channels, bri_write_fn *write, void *user, bri_error *err)
{
    bri_text out = {0}, columns = {0};
    const bri_result *result = r->result;
    bri_status status = BRI_OK;
    add_string(&out, "{", "bristle", bri_version());
    add_model(&out, r);
    add_number(&out, ",\n ", "start", result->start);
    add_number(&out, ", ", "end", result->end);
    add_truth(&out, ",\n ", "partial", result->partial);
    add_string(&out, ", ", "why", result->why);
    add_summary(&out, r);
    add_events(&out, result);
    add_energy(&out, result);
    add_measures(&out, r->measures);
    if (result->derivatives) add_derivatives(&out, result);
    add_statistics(&out, r);
    add_warnings(&out, r);
    if (with_channels) status = bri_table_write_json(result->channels, append, &columns, err);
    if (with_channels && !status)
        bri_text_add_n(&out, ",\n ", 3), bri_text_add_n(&out, columns.at + 1, columns.length - 1); /* without its "{" */
    else
        bri_text_add(&out, "\n}\n");
    if (!status && (out.failed || columns.failed)) status = bri_fail(err, BRI_NO_MEMORY, "out of memory: the result");
    if (!status && !write(out.at, out.length, user))
        status = bri_fail(err, BRI_CANNOT_WRITE, "it could not be written");
    bri_text_free(&out);
    bri_text_free(&columns);
    return status;
}
