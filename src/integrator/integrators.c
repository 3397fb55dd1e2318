/* integrators.c - the list of integrators; find one by name */
#include <stdio.h>
#include <string.h>

#include "base/fail.h"
#include "base/text.h"
#include "integrator/problem.h"

static const bri_integrator_kind *const integrators[] = {
#define INTEGRATOR(name) &bri_integrator_##name,
#include "integrator/integrators.def"
#undef INTEGRATOR
    NULL};

const bri_integrator_kind *const *bri_integrators(void) { return integrators; }

static const char *next_integrator(void *context, int index)
{
    (void)context;
    return integrators[index] ? integrators[index]->kind.name : NULL;
}

const bri_integrator_kind *bri_integrator_find(const char *name, bri_error *err)
{
    char hint[200], needed_by[80];
    for (int i = 0; integrators[i]; i++) {
        const bri_integrator_kind *kind = integrators[i];
        if (strcmp(kind->kind.name, name) != 0) continue;
        if (!kind->part) return kind;
        snprintf(needed_by, sizeof needed_by, "integrator %s", name);
        return bri_part_functions(kind->part, needed_by, BRI_NOT_FOUND, err) ? kind : NULL;
    }
    bri_text_suggest(hint, sizeof hint, name, next_integrator, NULL);
    bri_fail(err, BRI_NOT_FOUND, "there is no integrator '%.60s'%s", name, hint);
    return NULL;
}
