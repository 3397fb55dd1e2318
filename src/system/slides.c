/* slides.c - points from which the slides of joints are measured, and forces of springs on them at the start */
#include <assert.h>
#include <string.h>

#include "base/given.h"
#include "model/elastic.h"
#include "signal/signal.h"
#include "system/point.h"
#include "system/system.h"

static const char *name_of(const bri_system *s, int body) { return body == BRI_GROUND ? "ground" : s->body_name[body]; }

/* The spring or load along a free motion, at the start. */
static void find_spring(const bri_system *s, int motion, bri_slide *out)
{
    for (int f = 0; f < s->forces; f++) {
        const sys_force *force = &s->force[f];
        double signal[3];
        bri_effort effort;
        if (force->along != motion || !bri_param_with_role(&force->kind->kind, BRI_ROLE_STIFFNESS)) continue;
        bri_signal_value(force->signal, s->t0, NULL, signal);
        force->kind->effort(force->params, out->value, 0, signal, &effort);
        out->spring = force->name;
        out->free_value = signal[0];
        out->spring_force = effort.force;
    }
}

bool bri_system_slide_sized(const bri_system *s, int index, bri_slide *slide, size_t size)
{
    assert(s && slide);
    bri_slide whole, *out = &whole;
    for (int j = 0; j < s->joints; j++) {
        const sys_joint *joint = &s->joint[j];
        bri_frame still[BRI_ENDS];
        const bri_frame *frames[BRI_ENDS];
        bri_motion held[BRI_HELD_MAX], freed[BRI_FREED_MAX];
        if (!joint->kind->freed || bri_unit_turns(joint->kind->freed[0].unit) || joint->kind->may_roll) continue;
        if (joint->gaps || bri_is_derived(joint->name) || index-- > 0) continue;
        bri_frames_at_start(s, joint, still, frames);
        joint->kind->motions(joint->params, &joint->site, frames, (const double[3]){0}, held, freed);
        *out = (bri_slide){.joint = joint->name, .value = freed[0].value};
        bri_to_world(frames[0], joint->site.along, out->along);
        for (int e = 0; e < 2; e++) {
            bri_spot spot = bri_spot_of(frames[e], joint->site.point[e]);
            memcpy(out->point[e], spot.at, sizeof out->point[e]);
            out->body[e] = name_of(s, joint->body[e]);
        }
        find_spring(s, joint->freed_at, out);
        bri_hand_out(out, sizeof *out, slide, size);
        return true;
    }
    return false;
}
