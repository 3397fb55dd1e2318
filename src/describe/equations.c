/* equations.c - the equations of a kind */
#include "describe/equations.h"

#include <assert.h>
#include <string.h>

#include "bristle/describe.h"
#include "friction/kinds.h"
#include "integrator/problem.h"
#include "kind/family.h"
#include "model/families.h"

/* Generated. Ends with a NULL family; kinds without equations have no row. */
extern const bri_equations bri_equations_of_kinds[];

/* Whether a kind is the library's own of that family, not a user's of the same name. */
static bool is_in_family(const bri_kind *kind, const char *family)
{
    if (!strcmp(family, "part")) return kind == &bri_noise_kind;
    if (!strcmp(family, "measure")) return !strcmp(kind->family, "measure");
    if (!strcmp(family, "integrator")) {
        for (int i = 0; bri_integrators()[i]; i++)
            if (&bri_integrators()[i]->kind == kind) return true;
        return false;
    }
    const bri_family *found = bri_family_find(!strcmp(family, "contact") ? "contact_law" : family);
    return bri_family_kind(found, NULL, kind->name) == kind;
}

const char *bri_kind_equations(const bri_kind *kind)
{
    assert(kind);
    if (kind->equations) return kind->equations;
    for (const bri_equations *row = bri_equations_of_kinds; row->family; row++)
        if (!strcmp(row->name, kind->name) && is_in_family(kind, row->family)) return row->lines;
    return NULL;
}
