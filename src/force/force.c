/* force.c - the list of forces, and functions that they share */
#include "force/force.h"

#include <assert.h>

#define FORCE(name) extern const bri_force_kind bri_force_##name;
#include "force/forces.def"
#undef FORCE

static const bri_kind *const forces[] = {
#define FORCE(name) &bri_force_##name.kind,
#include "force/forces.def"
#undef FORCE
    NULL};

const bri_kind *const *bri_forces(void) { return forces; }

void bri_effort_given(const void *params, double value, double rate, const double signal[3], bri_effort *out)
{
    assert(signal && out);
    (void)params, (void)value;
    *out = (bri_effort){.force = signal[0], .work = signal[0] * rate};
}
