/* catalogue.c - catalogues of friction laws, and search by name */
#include "bristle/catalogue.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/text.h"
#include "catalogue/inspect.h"

#define LAW(name) extern const bri_friction_law bri_law_##name;
#include "friction/laws.def"
#undef LAW

static const bri_friction_law *const built_in[] = {
#define LAW(name) &bri_law_##name,
#include "friction/laws.def"
#undef LAW
    NULL};

enum {
    BUILT_IN = sizeof built_in / sizeof(const bri_friction_law *) - 1
};

struct bri_catalogue {
    const bri_friction_law **laws; /* ends with NULL; those behind the built-in ones are owned */
    int count;
};

const bri_friction_law *const *bri_laws(void) { return built_in; }

const bri_friction_law *const *bri_catalogue_laws(const bri_catalogue *catalogue)
{
    return catalogue ? catalogue->laws : built_in;
}

static bri_status no_memory(bri_error *err) { return bri_fail(err, BRI_NO_MEMORY, "out of memory: a catalogue"); }

bri_status bri_catalogue_create(bri_catalogue **catalogue, bri_error *err)
{
    bri_error_clear(err);
    assert(catalogue);
    *catalogue = NULL;
    bri_catalogue *made = calloc(1, sizeof *made);
    if (made) made->laws = malloc(sizeof built_in);
    if (!made || !made->laws) {
        free(made);
        return no_memory(err);
    }
    memcpy(made->laws, built_in, sizeof built_in);
    made->count = BUILT_IN;
    *catalogue = made;
    return BRI_OK;
}

void bri_catalogue_destroy(bri_catalogue *catalogue)
{
    if (!catalogue) return;
    for (int i = BUILT_IN; i < catalogue->count; i++)
        free((void *)(size_t)catalogue->laws[i]);
    free(catalogue->laws);
    free(catalogue);
}

static const bri_friction_law *find(const bri_friction_law *const *laws, const char *name)
{
    while (*laws && strcmp((*laws)->kind.name, name) != 0)
        laws++;
    return *laws;
}

bri_status bri_catalogue_add_law(bri_catalogue *catalogue, const bri_friction_law *law, bri_error *err)
{
    bri_error_clear(err);
    assert(catalogue && law);
    bri_friction_law whole = {.size = 0};
    if (law->size < offsetof(bri_friction_law, curve) || law->size > sizeof whole)
        return bri_fail(
            err, BRI_BAD_VALUE,
            "the law says that its size is %zu bytes; set size to sizeof(bri_friction_law), which is %zu here",
            law->size, sizeof whole);
    memcpy(&whole, law, law->size);
    bri_status status = bri_law_inspect(&whole, err);
    if (status) return status;
    if (find(catalogue->laws, whole.kind.name))
        return bri_fail(err, BRI_BAD_VALUE, "there is already a law '%s'; choose another name", whole.kind.name);
    bri_friction_law *copy = malloc(sizeof *copy);
    const bri_friction_law **more =
        copy ? realloc(catalogue->laws, ((size_t)catalogue->count + 2) * sizeof(const bri_friction_law *)) : NULL;
    if (more) catalogue->laws = more;
    if (!more) {
        free(copy);
        return no_memory(err);
    }
    *copy = whole;
    more[catalogue->count++] = copy;
    more[catalogue->count] = NULL;
    return BRI_OK;
}

static const char *next_law(void *context, int index)
{
    const bri_friction_law *const *laws = context;
    return laws[index] ? laws[index]->kind.name : NULL;
}

const bri_friction_law *bri_catalogue_find_law(const bri_catalogue *catalogue, const char *name, bri_error *err)
{
    bri_error_clear(err);
    assert(name);
    char hint[200];
    const bri_friction_law *const *laws = bri_catalogue_laws(catalogue), *found = find(laws, name);
    if (found) return found;
    bri_text_suggest(hint, sizeof hint, name, next_law, (void *)(size_t)laws);
    bri_fail(err, BRI_NOT_FOUND, "there is no law '%.60s'%s", name, *hint ? hint : "; 'bristle laws' lists them all");
    return NULL;
}

const bri_friction_law *bri_law_find(const char *name, bri_error *err)
{
    bri_error_clear(err);
    assert(name);
    return bri_catalogue_find_law(NULL, name, err);
}
