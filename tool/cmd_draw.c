/* cmd_draw.c - bristle draw MODEL: draws the mechanism, in its initial configuration or at times of its run */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "model/model.h"
#include "sheet.h"

enum {
    SAMPLES = 800 /* of a path */
};

static int compare_times(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return a < b ? -1 : a > b;
}

/* Times of --at, which may be repeated or contain several times with commas; sorted. */
static int read_times(const command_line *arguments, sheet *s)
{
    bri_units *units = NULL;
    bri_error err = {0};
    bri_status status = bri_units_create(&units, &err);
    int result = status ? complain_of(status, &err) : DONE;
    for (int i = 0; i < arguments->options && !result; i++) {
        const given_option *g = &arguments->option[i];
        char text[1000], *rest = text, *one;
        if (strcmp(g->option->name, "at") != 0) continue;
        if (snprintf(text, sizeof text, "%s", g->value) >= (int)sizeof text)
            result = complain(BAD_INPUT, "the value of --at is longer than %zu characters", sizeof text - 1);
        while (!result && (one = strtok_r(rest, ",", &rest))) {
            err = (bri_error){0};
            if (s->times == MAX_TIMES)
                result = complain(BAD_INPUT, "too many times: at most %d fit into one drawing", MAX_TIMES);
            else if ((status = bri_quantity_read(units, one, "s", &s->time[s->times], &err)))
                result = complain(exit_status_of(status), "--at: %s", err.what);
            else
                s->times++;
        }
        if (!result && !s->times) result = complain(BAD_INPUT, "--at names no time");
    }
    bri_units_destroy(units);
    qsort(s->time, (size_t)s->times, sizeof *s->time, compare_times);
    return result;
}

/* --- paths ----------------------------------------------------------------------------------------------------------------- */

static bri_status read_clearance(bri_sim *sim, int index, bri_clearance_view *joint, bri_error *err)
{
    const bri_pen none = bri_pen_defaults();
    return bri_sim_draw_clearance(sim, index, 1, &none, joint, err);
}

static int find_orbit(sheet *s, sheet_path *p)
{
    bri_clearance_view joint;
    for (int i = 0; !read_clearance(s->sim, i, &joint, NULL); i++)
        if (joint.round && !strcmp(joint.name, p->name)) return i;
    return -1;
}

static int find_paths(const command_line *arguments, sheet *s)
{
    for (int i = 0; i < arguments->options; i++) {
        const given_option *g = &arguments->option[i];
        bri_error err = {0};
        double at[2];
        if (strcmp(g->option->name, "trace") != 0) continue;
        if (s->paths == MAX_PATHS)
            return complain(BAD_INPUT, "too many traces: at most %d fit into one drawing", MAX_PATHS);
        sheet_path *p = &s->path[s->paths];
        *p = (sheet_path){0};
        snprintf(p->name, sizeof p->name, "%s", g->value);
        p->joint = find_orbit(s, p);
        p->body = BRI_INK_NOBODY;
        bri_status status = p->joint < 0 ? bri_sim_find_point(s->sim, p->name, at, &p->body, &err) : BRI_OK;
        if (status) return complain(exit_status_of(status), "--trace: %s", err.what);
        p->at = malloc((1 + SAMPLES + MAX_TIMES) * sizeof *p->at);
        if (!p->at) return complain(UNFINISHED, "out of memory: path");
        s->paths++;
    }
    return DONE;
}

static bri_status record_paths(sheet *s, bri_error *err)
{
    bri_status status = BRI_OK;
    for (int i = 0; i < s->paths && !status; i++) {
        sheet_path *p = &s->path[i];
        bri_clearance_view joint;
        status = p->joint < 0 ? bri_sim_find_point(s->sim, p->name, p->at[p->count], NULL, err)
                              : read_clearance(s->sim, p->joint, &joint, err);
        if (!status && p->joint >= 0) memcpy(p->at[p->count], joint.offset, sizeof joint.offset);
        p->count += !status;
    }
    return status;
}

/* --- simulation ---------------------------------------------------------------------------------------------------------- */

static int advance(sheet *s)
{
    bri_error err = {0};
    bri_status status = record_paths(s, &err);
    double begin = bri_sim_time(s->sim), step = s->paths ? (s->time[s->times - 1] - begin) / SAMPLES : INFINITY;
    for (int i = 0, k = 1; i < s->times && !status; i++) {
        while (!status && bri_sim_time(s->sim) < s->time[i]) {
            double next = begin + k * step;
            k += next <= s->time[i];
            status = bri_sim_advance(s->sim, fmin(next, s->time[i]), &err);
            if (!status && s->paths) status = record_paths(s, &err);
        }
        if (!status && !(s->state[i] = malloc(bri_sim_state_size(s->sim))))
            return complain(UNFINISHED, "out of memory: %d times", s->times);
        if (!status) bri_sim_save(s->sim, s->state[i]);
    }
    return status ? complain_of(status, &err) : DONE;
}

static int simulate(const command_line *arguments, const bri_model *model, const bri_system *system, sheet *s)
{
    bri_run_def def = bri_run_defaults();
    bri_error err = {0};
    def.integrator = option_value(arguments, "integrator");
    bri_status status = bri_sim_create(system, &def, &s->sim, &err);
    if (status) return complain_of(status, &err);
    int result = find_paths(arguments, s);
    if (result) return result;
    double begin = bri_sim_time(s->sim);
    if (!s->times) { /* without --at, a path goes to the end of the run */
        s->time[s->times++] = begin;
        if (s->paths) status = bri_model_get(model, "run.until", &s->time[0], &err);
        if (status) return complain_of(status, &err);
    }
    if (s->time[0] < begin) return complain(BAD_INPUT, "--at is %g s, but the run begins at %g s", s->time[0], begin);
    return advance(s);
}

/* A model that cannot be simulated, because its joints are violated or hold too much, is drawn as its file has it. */
static int prepare(const command_line *arguments, const bri_model *model, bri_system **system, sheet *s)
{
    bri_error err = error_printer(NULL);
    bool still = !option_value(arguments, "at") && !option_value(arguments, "trace");
    int status = exit_status_of(bri_system_build(model, system, &err));
    if (!status) status = simulate(arguments, model, *system, s);
    if (!status || s->sim || !still || option_value(arguments, "integrator")) return status;
    *s = (sheet){.model = model, .times = 1};
    return DONE;
}

static int draw_run(const command_line *arguments)
{
    static sheet s;
    const char *path = option_value(arguments, "output");
    bri_model *model = NULL;
    bri_system *system = NULL;
    if (path && !is_picture(path))
        return complain(BAD_INPUT, "--output must end in .svg, .png or .pdf, not as in '%.100s'", path);
    int status = read_times(arguments, &s), read = read_model(arguments, "draw", &model, NULL);
    if (!status) status = read;
    if (!status && !path) status = complain(BAD_INPUT, "-o FILE is missing: a .svg, .png or .pdf file");
    if (!status) status = prepare(arguments, model, &system, &s);
    if (!status) {
        const char *title = option_value(arguments, "title");
        if (!title) title = bri_model_root(model)->title;
        s.title = title ? title : "";
        s.names = !option_value(arguments, "no-names");
        s.insets = !option_value(arguments, "no-insets");
        s.side_by_side = option_value(arguments, "side-by-side") != NULL;
        status = sheet_write(&s, path);
    }
    for (int i = 0; i < s.times; i++)
        free(s.state[i]);
    for (int i = 0; i < s.paths; i++)
        free(s.path[i].at);
    bri_sim_destroy(s.sim);
    bri_system_destroy(system);
    bri_model_destroy(model);
    return status;
}

static const option draw_options[] = {
    {"output", "FILE", ".svg, .png or .pdf", 'o'},
    {"at", "TIME", "draw at this time, '20 ms', or at several with commas; may be repeated", 0},
    {"side-by-side", NULL, "draw several times beside each other, not in one drawing", 0},
    {"trace", "BODY.POINT",
     "path of a point, a mass centre, or a pin with clearance in its bore, until the last time; may be repeated", 0},
    {"no-insets", NULL, "without magnified views of joints with clearance", 0},
    {"no-names", NULL, "without the names of bodies, joints and forces", 0},
    {"title", "TEXT", "title of the drawing, instead of that of the model", 0},
    {"set", "PATH=VALUE", "change a value of the model: hinge.clearance=0.2mm", 's'},
    {"integrator", "NAME", "auto, dopri5, imex4, radau5, ...", 0},
    {0},
};

const command command_draw = {
    .name = "draw",
    .summary = "draw the mechanism, in its initial configuration or at times of its run",
    .usage = "draw MODEL -o FILE [--at TIME]... [--trace BODY.POINT]... [--set PATH=VALUE]...",
    .details = "Draws bodies by their shapes, or else by their points and joints. Without --at, draws the initial\n"
               "configuration; if it violates joints, or cannot be simulated, it is drawn as in the file, with\n"
               "violated joints marked, or those whose reactions a rigid model does not determine. Of several\n"
               "times the last one is dark. Joints with clearance are drawn a second time beside the mechanism,\n"
               "with the clearance magnified and the contact force on the second body.\n"
               "\n"
               "  bristle draw slider_crank.yaml -o mechanism.svg\n"
               "  bristle draw slider_crank.yaml --at 0,10ms,20ms --trace rod -o motion.png",
    .options = draw_options,
    .run = draw_run,
};
