/* build_redundancy.c - data of each constraint row for the treatments of redundancy: order of elimination, compliance */
#include "system/build_redundancy.h"

#include <stdio.h>
#include <string.h>

#include "base/fail.h"
#include "base/text.h"
#include "kind/record.h"

typedef struct row_names {
    const bri_system *system;
    char name[BRI_ROW_NAME];
} row_names;

static const char *next_row(void *context, int index)
{
    row_names *all = context;
    int joint = index - all->system->rows;
    if (joint < 0) return bri_row_name(all->system, index, all->name);
    return joint < all->system->joints ? all->system->joint[joint].name : NULL;
}

static bool is_named(const bri_system *s, int row, const char *name)
{
    char full[BRI_ROW_NAME];
    const sys_joint *joint = bri_joint_of_row(s, row);
    return !strcmp(bri_row_name(s, row, full), name) || (joint && !strcmp(joint->name, name));
}

/* Rows that the model names come first; then, from the last to the first, friction, and reactions. */
static bri_status order_rows(bri_system *s, bri_error *err)
{
    const bri_record *record = &bri_model_root(s->model)->run;
    const bri_run_params *run = record->params;
    bri_status first = BRI_OK;
    int count = 0;
    bool *taken = s->is_couple; /* which is free as yet */
    for (int n = 0; n < run->eliminate.count; n++) {
        bool found = false;
        for (int i = 0; i < s->rows; i++) {
            if (!is_named(s, i, run->eliminate.at[n])) continue;
            if (!taken[i]) s->gives_way[count++] = i;
            taken[i] = found = true;
        }
        if (found) continue;
        char where[256] = "", hint[256] = "";
        row_names all = {.system = s};
        bri_text_suggest(hint, sizeof hint, run->eliminate.at[n], next_row, &all);
        if (record->line) snprintf(where, sizeof where, "%s:%d:%d", s->name, record->line, record->column);
        bri_status status =
            bri_fail_at(err, BRI_NOT_FOUND, where,
                        "run: eliminate: '%s' is neither a reaction of this model (such as pin.force_x) nor "
                        "the friction of a joint that can stick (such as guide.friction)%s",
                        run->eliminate.at[n], hint);
        first = first ? first : status;
    }
    for (int i = s->rows - 1; i >= 0; i--)
        if (!taken[i]) s->gives_way[count++] = i;
    memset(taken, 0, (size_t)s->rows * sizeof *taken);
    return first;
}

/* A guide of some length stands on its two ends, each of twice its compliance: 4/l^2, rad/(N m) for m/N. */
static double couple_factor(const sys_joint *joint)
{
    double l = bri_role_value(&joint->kind->kind, joint->params, BRI_ROLE_LENGTH);
    return l > 0 ? 4 / (l * l) : 0;
}

bri_status bri_build_redundancy(bri_system *s, bri_error *err)
{
    size_t rows = (size_t)s->rows + 1;
    s->gives_way = bri_arena_take(&s->arena, rows, sizeof *s->gives_way);
    s->is_couple = bri_arena_take(&s->arena, rows, sizeof *s->is_couple);
    s->compliance = bri_arena_take(&s->arena, rows, sizeof *s->compliance);
    if (s->arena.failed) return bri_fail(err, BRI_NO_MEMORY, "out of memory: %d reactions", s->rows);
    bri_status status = order_rows(s, err);
    s->shares = s->redundancy != BRI_REDUNDANCY_REFUSE || s->rows > s->held_rows || s->any_from_reaction;
    if (s->patches > BRI_TREATED_MAX && s->redundancy != BRI_REDUNDANCY_REFUSE)
        return bri_fail(
            err, BRI_BAD_VALUE,
            "run: redundancy: a treatment of redundancy allows at most %d friction patches, but the model has %d",
            BRI_TREATED_MAX, s->patches);
    if (s->patches > BRI_SHARED_MAX && s->redundancy == BRI_REDUNDANCY_REFUSE) s->shares = false;
    for (int j = 0; j < s->joints; j++)
        for (int i = 0; i < s->joint[j].held; i++) {
            const sys_joint *joint = &s->joint[j];
            int row = joint->row + i;
            s->is_couple[row] = bri_unit_turns(joint->kind->held[i].unit);
            s->compliance[row] = bri_compliance_of(joint->kind, joint->params);
            if (s->is_couple[row]) s->compliance[row] *= couple_factor(joint);
        }
    for (int k = 0; k < s->interfaces; k++) {
        const sys_interface *interface = &s->interface[k];
        const sys_joint *joint = &s->joint[interface->joint];
        if (interface->stick_row < 0 || interface->gap >= 0) continue;
        s->is_couple[interface->stick_row] = bri_unit_turns(joint->kind->freed[interface->motion].unit);
        double r = bri_role_value(&joint->kind->kind, joint->params, BRI_ROLE_RADIUS);
        if (!s->is_couple[interface->stick_row] || !(r > 0)) continue; /* its surface is as compliant as the pin */
        s->compliance[interface->stick_row] = bri_compliance_of(joint->kind, joint->params) / (r * r);
    }
    return status;
}
