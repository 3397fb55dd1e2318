/* kinds.c - the list of measures; find one by name */
#include "measure/kinds.h"

#include <string.h>

#include "base/fail.h"
#include "base/text.h"

#define MEASURE(name) extern const bri_measure_kind bri_measure_kind_##name;
#include "measure/measures.def"
#undef MEASURE

static const bri_measure_kind *const kinds[] = {
#define MEASURE(name) &bri_measure_kind_##name,
#include "measure/measures.def"
#undef MEASURE
    NULL};

static const bri_kind *kind_at(int index) { return kinds[index] ? &kinds[index]->kind : NULL; }

const bri_family bri_measure_family = {.name = "measure", .naming = BRI_BY_KEY, .kind = kind_at};

const bri_measure_kind *const *bri_measure_kinds(void) { return kinds; }

static const char *next_kind(void *context, int index)
{
    (void)context;
    return kinds[index] ? kinds[index]->kind.name : NULL;
}

const bri_measure_kind *bri_measure_kind_find(const char *name, bri_error *err)
{
    char hint[200];
    for (int i = 0; kinds[i]; i++)
        if (!strcmp(kinds[i]->kind.name, name)) return kinds[i];
    bri_text_suggest(hint, sizeof hint, name, next_kind, NULL);
    bri_fail(err, BRI_NOT_FOUND, "there is no measure '%.60s'%s", name,
             *hint ? hint : "; 'bristle kinds measures' lists them");
    return NULL;
}
