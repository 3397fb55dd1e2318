/* build_gaps.c - gaps of joints with clearance, and their contact laws */
#include "system/build_gaps.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/fail.h"
#include "kind/record.h"
#include "system/point.h"

static const double deep = 1e-3; /* share of the mechanism that surfaces may begin inside each other by */

bri_status bri_fail_at_record(const bri_system *s, const char *what, const bri_record *record, const bri_error *why,
                              bri_status status, bri_error *err)
{
    char where[256] = "";
    if (record->line) snprintf(where, sizeof where, "%s:%d:%d", s->name, record->line, record->column);
    return bri_fail_at(err, status, where, "%s '%s': %s", what, record->name, why->what);
}

const bri_material_params bri_steel = {.modulus = 207e9, .poisson = 0.3};

static const bri_normal_params *normal_of(const sys_joint *joint)
{
    const bri_record *record = (const bri_record *)(const void *)((const char *)joint->params + joint->kind->normal);
    return record->kind ? record->params : NULL;
}

static void set_material(const bri_system *s, int body, sys_gap *gap, int side)
{
    const bri_model_params *root = bri_model_root(s->model);
    const bri_body_params *p = body != BRI_GROUND  ? root->bodies.at[body].params
                               : root->ground.kind ? root->ground.params
                                                   : NULL;
    const bri_record *record = p && p->material ? bri_records_find(&root->materials, p->material) : NULL;
    const bri_material_params *material = record ? record->params : NULL;
    gap->assumed = gap->assumed || !material;
    gap->sides.modulus[side] = material ? material->modulus : bri_steel.modulus;
    gap->sides.poisson[side] = material ? material->poisson : bri_steel.poisson;
}

void bri_gaps_at_start(const bri_system *s, const sys_joint *joint, bri_gap *gaps)
{
    bri_frame still[BRI_ENDS];
    const bri_frame *frames[BRI_ENDS];
    bri_frames_at_start(s, joint, still, frames);
    joint->kind->gap(joint->params, &joint->site, frames, gaps);
}

bool bri_is_deep(const bri_system *s, const bri_gap *gap) { return -gap->normal.value > deep * s->length; }

/* Radii of the surfaces: they are the same in every configuration. */
static void set_radii(const bri_system *s, const sys_joint *joint, sys_gap *gaps)
{
    bri_gap seen[BRI_GAPS_MAX];
    bri_gaps_at_start(s, joint, seen);
    for (int i = 0; i < joint->gaps; i++)
        memcpy(gaps[i].sides.radius, seen[i].radius, sizeof seen[i].radius);
}

static bri_status prepare(bri_system *s, sys_gap *gap, bri_error *err)
{
    const bri_record *record = s->joint[gap->joint].record;
    bri_error why = {0};
    char where[256] = "";
    bri_status status = gap->law->prepare(gap->params, &gap->sides, gap->constants, &why);
    gap->deepest = status ? NAN : gap->law->deepest ? gap->law->deepest(gap->constants) : INFINITY;
    if (!status) return BRI_OK;
    if (record->line) snprintf(where, sizeof where, "%s:%d:%d", s->name, record->line, record->column);
    if (bri_param_find(&bri_normal_kind, why.where))
        return bri_fail_at(err, status, where, "joint '%s': %s: add %s beside the normal law", record->name, why.what,
                           why.where);
    return bri_fail_at(err, status, where, "joint '%s': %s", record->name, why.what);
}

bri_status bri_prepare_gaps(bri_system *s, bri_error *err)
{
    bri_status first = BRI_OK;
    for (int j = 0; j < s->joints; j++)
        if (s->joint[j].gaps) set_radii(s, &s->joint[j], s->gap + s->joint[j].gap);
    for (int g = 0; g < s->gaps; g++) {
        sys_gap *gap = &s->gap[g];
        const sys_joint *joint = &s->joint[gap->joint];
        const bri_normal_params *normal = normal_of(joint);
        gap->sides.length = normal ? normal->length : NAN;
        gap->assumed = false;
        set_material(s, joint->body[0], gap, 0);
        set_material(s, joint->body[1], gap, 1);
        bool reported = gap->index > 0 && isnan(s->gap[g - 1].deepest); /* the gaps of a joint have the same law */
        bri_status status = prepare(s, gap, reported ? NULL : err);
        first = first ? first : status;
    }
    return first;
}

bri_status bri_build_gaps(bri_system *s, bri_error *err)
{
    bri_status status = BRI_OK;
    s->gap = bri_arena_take(&s->arena, (size_t)s->gaps, sizeof *s->gap);
    if (s->arena.failed) return bri_fail(err, BRI_NO_MEMORY, "out of memory: %d contacts", s->gaps);
    if (s->gaps) status = bri_record_create(&s->usual_normal, &bri_contact_law_usual()->kind, NULL, err);
    if (status) return status;
    for (int j = 0; j < s->joints; j++) {
        const sys_joint *joint = &s->joint[j];
        for (int i = 0; i < joint->gaps; i++) {
            sys_gap *gap = &s->gap[joint->gap + i];
            const bri_normal_params *normal = normal_of(joint);
            const bri_record *law = normal ? &normal->law : &s->usual_normal;
            *gap = (sys_gap){
                .joint = j, .index = i, .law = (const bri_contact_law *)(const void *)law->kind, .params = law->params};
            snprintf(gap->label, sizeof gap->label, joint->gaps > 1 ? "%.75s.%.19s" : "%.75s", joint->name,
                     joint->kind->gaps[i].name);
        }
    }
    status = bri_prepare_gaps(s, err);
    for (int g = 0; g < s->gaps; g++)
        for (int i = 0; i < 2; i++)
            if (isfinite(s->gap[g].sides.radius[i])) s->length = fmax(s->length, fabs(s->gap[g].sides.radius[i]));
    return status;
}
