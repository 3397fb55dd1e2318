/* catalogue.c - the list of friction laws, and search by name */
#include <assert.h>
#include <string.h>

#include "base/fail.h"
#include "base/text.h"
#include "bristle/friction.h"

#define LAW(name) extern const bri_friction_law bri_law_##name;
#include "friction/laws.def"
#undef LAW

static const bri_friction_law *const laws[] = {
#define LAW(name) &bri_law_##name,
#include "friction/laws.def"
#undef LAW
    NULL};

const bri_friction_law *const *bri_laws(void) { return laws; }

static const char *next_law(void *context, int index)
{
    (void)context;
    return laws[index] ? laws[index]->kind.name : NULL;
}

const bri_friction_law *bri_law_find(const char *name, bri_error *err)
{
    bri_error_clear(err);
    assert(name);
    char hint[200];
    for (int i = 0; laws[i]; i++)
        if (!strcmp(laws[i]->kind.name, name)) return laws[i];
    bri_text_suggest(hint, sizeof hint, name, next_law, NULL);
    bri_fail(err, BRI_NOT_FOUND, "there is no law '%.60s'%s", name, *hint ? hint : "; 'bristle laws' lists them all");
    return NULL;
}
