/* gaps.c - loose joints: where bodies touch, how hard they push, and when contact begins and ends
 *
 * A contact begins where its gap closes; the speed of that moment is kept, for laws whose loss depends on it. It ends where
 * the gap opens. The depth's first rise and fall is a blow; what rises again without having parted is a lasting contact. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/fail.h"
#include "kind/record.h"
#include "system/system.h"

const bri_material_params bri_steel = {.modulus = 207e9, .poisson = 0.3};
static const char *const usual_law = "lankarani_nikravesh";
static const double edge_length = 1e-5; /* of the mechanism's: a gap's edge is measured in it */

/* --- what the model says ----------------------------------------------------------------------------------------------- */

static const bri_normal_params *normal_of(const sys_joint *joint)
{
    const bri_record *record = (const bri_record *)(const void *)((const char *)joint->params + joint->kind->normal);
    return record->kind ? record->params : NULL;
}

static void see_material(const bri_system *s, int body, sys_gap *gap, int side)
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

/* The radii are those at the beginning: they are the same everywhere. */
static void see_radii(const bri_system *s, const sys_joint *joint, sys_gap *gaps)
{
    bri_gap seen[BRI_GAPS_MAX];
    bri_gaps_at_start(s, joint, seen);
    for (int i = 0; i < joint->gaps; i++)
        memcpy(gaps[i].sides.radius, seen[i].radius, sizeof seen[i].radius);
}

double bri_clearance_of(const sys_joint *joint)
{
    if (!joint->gaps || !joint->kind->clearance) return 0;
    return *(const double *)(const void *)((const char *)joint->params + joint->kind->clearance);
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
    return bri_fail_at(err, status, where, "joint '%s': %s", record->name, why.what);
}

bri_status bri_prepare_gaps(bri_system *s, bri_error *err)
{
    bri_status first = BRI_OK;
    for (int j = 0; j < s->joints; j++)
        if (s->joint[j].gaps) see_radii(s, &s->joint[j], s->gap + s->joint[j].gap);
    for (int g = 0; g < s->gaps; g++) {
        sys_gap *gap = &s->gap[g];
        const sys_joint *joint = &s->joint[gap->joint];
        const bri_normal_params *normal = normal_of(joint);
        gap->sides.length = normal ? normal->length : NAN;
        gap->assumed = false;
        see_material(s, joint->body[0], gap, 0);
        see_material(s, joint->body[1], gap, 1);
        bool told = gap->index > 0 && isnan(s->gap[g - 1].deepest); /* what is wrong with one is with the next */
        bri_status status = prepare(s, gap, told ? NULL : err);
        first = first ? first : status;
    }
    return first;
}

bri_status bri_gather_gaps(bri_system *s, bri_error *err)
{
    bri_status status = BRI_OK;
    s->gap = bri_arena_take(&s->arena, (size_t)s->gaps, sizeof *s->gap);
    if (s->arena.failed) return bri_fail(err, BRI_NO_MEMORY, "there is no memory for %d contacts", s->gaps);
    if (s->gaps) status = bri_record_create(&s->usual_normal, &bri_contact_law_find(usual_law)->kind, NULL, err);
    if (status) return status;
    for (int j = 0; j < s->joints; j++) {
        const sys_joint *joint = &s->joint[j];
        for (int i = 0; i < joint->gaps; i++) {
            sys_gap *gap = &s->gap[joint->gap + i];
            const bri_normal_params *normal = normal_of(joint);
            const bri_record *law = normal ? &normal->law : &s->usual_normal;
            *gap = (sys_gap){
                .joint = j, .index = i, .law = (const bri_contact_law *)(const void *)law->kind, .params = law->params};
            snprintf(gap->label, sizeof gap->label, joint->gaps > 1 ? "%.40s.%s" : "%.40s", joint->name,
                     joint->kind->gaps[i].name);
        }
    }
    status = bri_prepare_gaps(s, err);
    for (int g = 0; g < s->gaps; g++)
        for (int i = 0; i < 2; i++)
            if (isfinite(s->gap[g].sides.radius[i])) s->length = fmax(s->length, fabs(s->gap[g].sides.radius[i]));
    return status;
}

void bri_pair_complete(bri_pair *pair, const bri_sides *sides)
{
    double soft = 0;
    for (int i = 0; i < 2; i++)
        soft += (1 - sides->poisson[i] * sides->poisson[i]) / sides->modulus[i];
    if (isnan(pair->radius_a)) pair->radius_a = sides->radius[0];
    if (isnan(pair->radius_b)) pair->radius_b = sides->radius[1];
    if (isnan(pair->length)) pair->length = sides->length;
    if (isnan(pair->modulus)) pair->modulus = 1 / soft;
}

/* How deep a blow goes, within a factor of 2: where what is stored is the kinetic energy of the lighter body. */
double bri_blow_depth(const bri_system *s, int g, double speed)
{
    const sys_gap *gap = &s->gap[g];
    const sys_joint *joint = &s->joint[gap->joint];
    double mass = INFINITY, depth = 1e-15;
    bri_push push = {0};
    for (int e = 0; e < joint->bodies; e++)
        if (joint->body[e] != BRI_GROUND) mass = fmin(mass, s->mass[joint->body[e]]);
    while (push.stored < 0.5 * mass * speed * speed && depth < fmin(1e3, gap->deepest)) {
        depth *= 2;
        gap->law->force(gap->constants, fmin(depth, gap->deepest), 0, speed, &push);
    }
    return depth;
}

/* --- one evaluation ------------------------------------------------------------------------------------------------------ */

void bri_move_gaps(bri_work *work, const sys_joint *joint, const bri_frame *const *frames, const double *const *u)
{
    bri_gap *gaps = work->gap + joint->gap;
    joint->kind->gap(joint->params, &joint->site, frames, gaps);
    for (int i = 0; i < joint->gaps; i++) {
        int slide = joint->freed_at + joint->freed + i;
        work->depth_rate[joint->gap + i] = -bri_motion_rate(&gaps[i].normal, u, joint->bodies);
        work->freed[slide] = gaps[i].slide;
        work->freed_rate[slide] = bri_motion_rate(&gaps[i].slide, u, joint->bodies);
    }
}

void bri_push_all(bri_work *work, const double *discrete)
{
    const bri_system *s = work->system;
    for (int g = 0; g < s->gaps; g++) {
        const sys_gap *gap = &s->gap[g];
        const sys_joint *joint = &s->joint[gap->joint];
        double depth = -work->gap[g].normal.value;
        work->push[g] = (bri_push){0};
        if (discrete[gap->discrete] == BRI_APART || !(depth > 0)) continue;
        if (depth > gap->deepest) work->too_deep = g;
        gap->law->force(gap->constants, fmin(depth, gap->deepest), work->depth_rate[g], discrete[gap->discrete + 1],
                        &work->push[g]);
        bri_apply(work, joint->body, joint->bodies, &work->gap[g].normal, work->push[g].force);
    }
}

bri_outcome bri_tell_depth(bri_work *work)
{
    int g = work->too_deep;
    const sys_gap *gap = &work->system->gap[g];
    snprintf(work->why, sizeof work->why,
             "joint '%s': at t = %.9g s its surfaces are pressed in by %.4g m, and the formula of %s ends at %.4g m; "
             "is the load that large? A power fit (bristle contact %s --fit) has no end",
             gap->label, work->t, -work->gap[g].normal.value, gap->law->kind.name, gap->deepest, gap->law->kind.name);
    work->too_deep = -1;
    work->told = true;
    work->trouble = BRI_BAD_VALUE;
    return BRI_SHORTER;
}

/* --- beginning and end --------------------------------------------------------------------------------------------------- */

/* Above 0 while the phase lasts. */
static double edge_of(const bri_work *work, int g, double phase)
{
    const bri_gap *gap = &work->gap[g];
    double apart = gap->normal.value * (1 + gap->bend * gap->normal.value) / (edge_length * work->system->length);
    return phase == BRI_APART ? apart : -apart;
}

int bri_gap_events(const bri_work *work, const double *discrete, double *g)
{
    const bri_system *s = work->system;
    for (int i = 0; i < s->gaps; i++)
        *g++ = edge_of(work, i, discrete[s->gap[i].discrete]);
    return s->gaps;
}

/* Whether a contact is in its first blow still is told by the steps: nothing depends on it. */
void bri_gap_note(bri_work *work, double t, const double *x, double *discrete)
{
    const bri_system *s = work->system;
    bool blows = false;
    for (int g = 0; g < s->gaps; g++)
        blows = blows || discrete[s->gap[g].discrete] == BRI_PRESSED || discrete[s->gap[g].discrete] == BRI_REBOUND;
    if (!blows) return;
    if (!bri_is_last_point(work, t, x, discrete)) {
        bri_move_rubbing(work, t, x);
        work->solved = false;
    }
    for (int g = 0; g < s->gaps; g++) {
        double *phase = &discrete[s->gap[g].discrete];
        if (*phase == BRI_PRESSED && work->depth_rate[g] < 0)
            *phase = BRI_REBOUND;
        else if (*phase == BRI_REBOUND && work->depth_rate[g] > 0)
            *phase = BRI_LASTING;
    }
}

/* The states of friction there: what touches anew knows nothing of what was. */
static void begin_rubbing(bri_work *work, int g, double *x, double *discrete, bool begins)
{
    const bri_system *s = work->system;
    for (int k = 0; k < s->interfaces; k++) {
        const sys_interface *face = &s->interface[k];
        const sys_patch *patch = &s->patch[face->patch];
        if (face->gap != g) continue;
        double rate = work->freed_rate[s->joint[face->joint].freed_at + face->motion];
        if (face->sticks) discrete[face->stick_mode] = begins && rate < 0 ? -1 : 1;
        if (begins || face->params->at_separation == BRI_AT_SEPARATION_CARRY) continue;
        memset(x + patch->z, 0, (size_t)patch->states * sizeof(double));
        memset(discrete + patch->discrete, 0, (size_t)patch->discrete_states * sizeof(double));
    }
}

static void change_phase(bri_work *work, int g, double *x, double *discrete)
{
    double *phase = &discrete[work->system->gap[g].discrete];
    bool begins = *phase == BRI_APART;
    phase[0] = begins ? BRI_PRESSED : BRI_APART;
    phase[1] = begins ? fmax(work->depth_rate[g], 0) : 0;
    phase[2] = phase[1] > 0 ? bri_blow_depth(work->system, g, phase[1]) : 0;
    begin_rubbing(work, g, x, discrete, begins);
}

int bri_gap_handle_event(bri_work *work, const bool *fired, double *x, double *discrete, bool *changed)
{
    const bri_system *s = work->system;
    for (int g = 0; g < s->gaps; g++) {
        double phase = discrete[s->gap[g].discrete],
               goes_on = phase == BRI_APART ? work->depth_rate[g] : -work->depth_rate[g];
        bool elsewhere = edge_of(work, g, phase) < -1e-9 && goes_on > 0; /* moved there by another event */
        if (!fired[g] && !elsewhere) continue;
        change_phase(work, g, x, discrete);
        *changed = true;
    }
    return s->gaps;
}

bool bri_gap_again(bri_work *work, double *x, double *discrete)
{
    const bri_system *s = work->system;
    bool changed = false;
    for (int g = 0; g < s->gaps; g++) {
        if (!(edge_of(work, g, discrete[s->gap[g].discrete]) < 0)) continue;
        change_phase(work, g, x, discrete);
        changed = true;
    }
    return changed;
}

void bri_gap_start(bri_work *work, double *discrete)
{
    const bri_system *s = work->system;
    for (int g = 0; g < s->gaps; g++) {
        bool touches = work->gap[g].normal.value < 0;
        discrete[s->gap[g].discrete] = touches ? BRI_LASTING : BRI_APART;
        discrete[s->gap[g].discrete + 1] = touches ? fmax(work->depth_rate[g], 0) : 0;
    }
}
