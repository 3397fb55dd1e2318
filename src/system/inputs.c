/* inputs.c - signals whose values the calling program sets while a simulation advances */
#include "system/inputs.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/fail.h"
#include "kind/record.h"
#include "model/model.h"
#include "signal/signal.h"

enum {
    PATH = 256
};

static bri_status add_input(bri_system *s, bri_record *signal, const char *path, bri_error *err)
{
    char *name = bri_arena_take(&s->arena, strlen(path) + 1, 1);
    if (!name) return bri_fail(err, BRI_NO_MEMORY, "out of memory: inputs");
    strcpy(name, path);
    bri_signal_number_input(signal, s->inputs);
    s->input[s->inputs++] = (sys_input){.name = name, .signal = signal};
    return BRI_OK;
}

/* Visits the signals of a part and of its own parts. add false: counts them in s->inputs. */
static bri_status visit(bri_system *s, bri_record *record, const char *path, bool add, bri_error *err)
{
    bri_status status = BRI_OK;
    if (bri_signal_is_input(record)) {
        if (add) return add_input(s, record, path, err);
        s->inputs++;
        return BRI_OK;
    }
    for (const bri_param *row = record->kind->params; row->name && !status; row++) {
        bri_record *part = row->type == BRI_PART ? bri_row_at(row, record->params) : NULL;
        char longer[PATH];
        if (!part || !part->kind) continue;
        snprintf(longer, sizeof longer, "%s.%s", path, row->name);
        status = visit(s, part, longer, add, err);
    }
    return status;
}

static bri_status visit_all(bri_system *s, bool add, bri_error *err)
{
    const bri_model_params *root = bri_model_root(s->model);
    const bri_records *groups[] = {&root->joints, &root->forces};
    bri_status status = BRI_OK;
    s->inputs = 0;
    for (int i = 0; i < 2; i++)
        for (int n = 0; n < groups[i]->count && !status; n++)
            status = visit(s, &groups[i]->at[n], groups[i]->at[n].name, add, err);
    return status;
}

bri_status bri_build_inputs(bri_system *s, bri_error *err)
{
    visit_all(s, false, NULL);
    s->input = bri_arena_take(&s->arena, (size_t)s->inputs + 1, sizeof *s->input);
    if (!s->input) return bri_fail(err, BRI_NO_MEMORY, "out of memory: %d inputs", s->inputs);
    return visit_all(s, true, err);
}

int bri_system_inputs(const bri_system *s)
{
    assert(s);
    return s->inputs;
}

const char *bri_system_input(const bri_system *s, int input)
{
    assert(s);
    return input >= 0 && input < s->inputs ? s->input[input].name : NULL;
}
