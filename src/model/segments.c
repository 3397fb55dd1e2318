/* segments.c - the segments of an elastic link
 *
 * With f = ends, the mass and length of an end segment over those of the middle one:
 *     middle  m/(1 + 2 f), L/(1 + 2 f)      ends  thin rods of f m/(1 + 2 f), f L/(1 + 2 f), from the end points inwards
 * The middle's mass centre and moment of inertia are such that the three together have those of the body. */
#include "model/segments.h"

#include <math.h>
#include <string.h>

#include "base/fail.h"
#include "joint/joint.h"
#include "kind/record.h"

static const double least_inertia =
    1e-6; /* smallest inertia of the middle segment, as a fraction of that of the body */

const bri_elastic_params *bri_elastic_of(const bri_record *body)
{
    return body->kind == &bri_body_kind ? ((const bri_body_params *)body->params)->elastic.params : NULL;
}

bool bri_is_elastic(const bri_record *body)
{
    const bri_elastic_params *p = bri_elastic_of(body);
    return p && p->as == BRI_ELASTIC_SEGMENTS;
}

/* --- stiffness ---------------------------------------------------------------------------------------------------- */

/* point may be NULL, where a file does not name it: nothing is that point. */
static bool names_point(const char *name, const char *body, const char *point)
{
    size_t length = strlen(body);
    return point && !strncmp(name, body, length) && name[length] == '.' && !strcmp(name + length + 1, point);
}

/* Whether a name, "rod.a", is an end of an elastic body. */
static bool is_end(const bri_model_params *root, const char *name)
{
    for (int b = 0; b < root->bodies.count; b++) {
        const bri_record *body = &root->bodies.at[b];
        if (!bri_is_elastic(body)) continue;
        const bri_elastic_params *p = bri_elastic_of(body);
        if (!p->from || !p->to) continue; /* reported when it was read */
        if (names_point(name, body->name, p->from) || names_point(name, body->name, p->to)) return true;
    }
    return false;
}

/* Fraction of a joint's compliance that acts along an axis: all of a pin, the part across the line of a guide. */
static double share_along(const bri_record *joint, const double axis[2])
{
    const bri_param *direction = bri_param_with_role(joint->kind, BRI_ROLE_DIRECTION);
    if (!direction) return 1;
    const double *along = bri_row_at(direction, joint->params);
    double across = (along[0] * axis[1] - along[1] * axis[0]) / hypot(along[0], along[1]);
    return across * across;
}

/* Compliance of the joint at an end, m/N; where two elastic links meet, each gets half of it. */
static bri_status find_compliance(const bri_model_params *root, const bri_record *body, const char *point,
                                  const double axis[2], double *compliance, bri_error *err)
{
    const bri_record *found = NULL;
    *compliance = 0;
    for (int j = 0; j < root->joints.count; j++) {
        const bri_record *joint = &root->joints.at[j];
        const bri_joint_kind *kind = (const bri_joint_kind *)(const void *)joint->kind;
        double own = kind ? bri_compliance_of(kind, joint->params) : 0;
        const bri_names *names = joint->params;
        int here = 0, ends = 0;
        for (int i = 0; own > 0 && i < names->count; i++) {
            here += names_point(names->at[i], body->name, point);
            ends += is_end(root, names->at[i]);
        }
        if (!here) continue;
        if (found)
            return bri_fail(err, BRI_BAD_VALUE,
                            "elastic: joints '%s' and '%s' at its end '%s' both have a compliance, but only one can be "
                            "in series with the link; remove the other",
                            found->name, joint->name, point);
        found = joint;
        *compliance = own * share_along(joint, axis) / ends;
    }
    return BRI_OK;
}

static double pick(const bri_list *list, int end) { return list->at[list->count > 1 ? end : 0]; }

static bri_status find_modulus(const bri_model_params *root, const bri_body_params *body, double *modulus,
                               bri_error *err)
{
    const bri_elastic_params *p = body->elastic.params;
    const bri_record *material = body->material ? bri_records_find(&root->materials, body->material) : NULL;
    *modulus = p->modulus;
    if (!isnan(*modulus)) return BRI_OK;
    if (material && !material->kind) return BRI_OK; /* reported when it was read */
    if (!material)
        return bri_fail(err, BRI_MISSING,
                        "elastic: area needs a modulus to give a stiffness: add modulus, or a material to the body");
    *modulus = ((const bri_material_params *)material->params)->modulus;
    return BRI_OK;
}

/* E A/L of the whole link is two springs of 2 E A/L, one after the other. */
static bri_status find_springs(const bri_model_params *root, const bri_record *record, bri_segments *s, bri_error *err)
{
    const bri_body_params *body = record->params;
    const bri_elastic_params *p = body->elastic.params;
    double modulus = 0, axis[2], c = cos(body->angle), sine = sin(body->angle);
    bri_status status = isnan(p->area) ? BRI_OK : find_modulus(root, body, &modulus, err);
    axis[0] = c * s->axis[0] - sine * s->axis[1];
    axis[1] = sine * s->axis[0] + c * s->axis[1];
    for (int e = 0; !status && e < 2; e++) {
        double own = isnan(p->area) ? pick(&p->stiffness, e) : 2 * modulus * p->area / s->length, compliance;
        status = find_compliance(root, record, s->end[e], axis, &compliance, err);
        s->stiffness[e] = own / (1 + compliance * own);
        s->damping[e] = pick(&p->damping, e);
    }
    return status;
}

/* --- masses ------------------------------------------------------------------------------------------------------- */

static bri_status find_ends(const bri_body_params *body, bri_segments *s, bri_error *err)
{
    const bri_elastic_params *p = body->elastic.params;
    const char *names[2] = {p->from, p->to};
    for (int e = 0; e < 2; e++) {
        const bri_record *point = names[e] ? bri_records_find(&body->points, names[e]) : NULL;
        if (!point || !point->kind)
            return bri_fail(err, BRI_NOT_FOUND, "elastic: the body has no point '%.60s'", names[e] ? names[e] : "");
        s->end[e] = names[e];
        memcpy(s->at[e], ((const bri_point_params *)point->params)->at, sizeof s->at[e]);
    }
    double along[2] = {s->at[1][0] - s->at[0][0], s->at[1][1] - s->at[0][1]};
    s->length = hypot(along[0], along[1]);
    if (!(s->length > 0))
        return bri_fail(err, BRI_BAD_VALUE, "elastic: from and to are at the same position, so the link has no axis");
    s->axis[0] = along[0] / s->length;
    s->axis[1] = along[1] / s->length;
    return BRI_OK;
}

static bri_status share_mass(const bri_body_params *body, bri_segments *s, bri_error *err)
{
    double f = ((const bri_elastic_params *)body->elastic.params)->ends, part = f / (1 + 2 * f);
    double taken = 0, *middle = s->centre[BRI_MIDDLE];
    s->mass[BRI_MIDDLE] = body->mass / (1 + 2 * f);
    for (int e = 0; e < 2; e++) {
        int i = BRI_END_FROM + e;
        double inwards = (e == 0 ? 0.5 : -0.5) * part * s->length;
        s->mass[i] = part * body->mass;
        s->inertia[i] = s->mass[i] * part * s->length * part * s->length / 12;
        for (int d = 0; d < 2; d++) {
            s->centre[i][d] = s->at[e][d] + inwards * s->axis[d];
            middle[d] -= f * s->centre[i][d];
        }
        taken += s->inertia[i] + s->mass[i] * (s->centre[i][0] * s->centre[i][0] + s->centre[i][1] * s->centre[i][1]);
    }
    taken += s->mass[BRI_MIDDLE] * (middle[0] * middle[0] + middle[1] * middle[1]);
    s->inertia[BRI_MIDDLE] = body->inertia - taken;
    if (s->inertia[BRI_MIDDLE] > least_inertia * body->inertia) return BRI_OK;
    return bri_fail(err, BRI_BAD_VALUE,
                    "elastic: an inertia of %.4g kg m2 is too small: the segments need more than %.4g kg m2; reduce "
                    "ends below %g, or increase the inertia",
                    body->inertia, taken, f);
}

bri_status bri_segments_of(const bri_model_params *root, const bri_record *record, bri_segments *out, bri_error *err)
{
    const bri_body_params *body = record->params;
    *out = (bri_segments){0};
    if (body->radius > 0)
        return bri_fail(err, BRI_BAD_VALUE,
                        "elastic: a wheel cannot be an elastic link: remove its radius, or elastic");
    bri_status status = find_ends(body, out, err);
    if (!status) status = share_mass(body, out, err);
    if (!status) status = find_springs(root, record, out, err);
    return status;
}
