/* create_engine.c - an engine with the scratch of all files that use it
 *
 * Each of these files owns a struct, which no other file sees. All of it is allocated here, none while a simulation advances. */
#include "system/create_engine.h"

#include "base/fail.h"
#include "system/events.h"
#include "system/extent.h"
#include "system/load_rate.h"
#include "system/project.h"
#include "system/singular.h"
#include "system/stick_set.h"

bri_status bri_engine_create(const bri_system *s, bri_engine **out, bri_error *err)
{
    bri_engine *e = bri_engine_begin(s);
    if (e) {
        e->load_rate = bri_load_rate_create(e);
        e->project = bri_project_create(e);
        e->singular = bri_singular_create(e);
        e->stick = bri_stick_create(e);
        e->events = bri_events_create(e);
        e->extent = bri_extent_create(e);
    }
    if (!e || e->arena.failed) {
        bri_engine_destroy(e);
        return bri_fail(err, BRI_NO_MEMORY, "out of memory: a simulation of %d bodies", s->bodies);
    }
    *out = e;
    return BRI_OK;
}
