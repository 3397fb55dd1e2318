/* subject.c - what a measure is of, by its name: an interface, a contact, a film, a force */
#include "measure/subject.h"

#include <string.h>

#include "base/fail.h"
#include "base/text.h"
#include "system/system.h"

typedef struct names { /* of the subjects of one sort in a system */
    const bri_system *system;
    bri_measure_subject of;
} names;

/* Number index of a list of lists; index counts down. */
static const char *interface_name(const bri_system *s, bool films, int index)
{
    for (int k = 0; k < s->interfaces; k++)
        if ((!films || bri_has_film(&s->interface[k])) && !index--) return s->interface[k].label;
    return NULL;
}

static const char *force_name(const bri_system *s, int index)
{
    if (index < s->joints) return s->joint[index].name;
    index -= s->joints;
    return index < s->forces ? s->force[index].name : NULL;
}

static const char *next_name(void *context, int index)
{
    const names *n = context;
    const bri_system *s = n->system;
    switch (n->of) {
    case BRI_OF_INTERFACE: return interface_name(s, false, index);
    case BRI_OF_FILM: return interface_name(s, true, index);
    case BRI_OF_CONTACT: return index < s->gaps ? s->gap[index].label : NULL;
    case BRI_OF_FORCE: return force_name(s, index);
    default: return NULL;
    }
}

bri_status bri_measure_find_subject(bri_measure_subject of, const char *name, const bri_system *system,
                                    const char *where, bri_error *err)
{
    static const char *const sort[] = {[BRI_OF_INTERFACE] = "interface",
                                       [BRI_OF_CONTACT] = "contact",
                                       [BRI_OF_FILM] = "film",
                                       [BRI_OF_FORCE] = "driver, force or joint"};
    names n = {system, of};
    char hint[200];
    if ((size_t)of >= sizeof sort / sizeof *sort || !sort[of]) return BRI_OK;
    for (int i = 0; next_name(&n, i); i++)
        if (!strcmp(name, next_name(&n, i))) return BRI_OK;
    bri_text_suggest(hint, sizeof hint, name, next_name, &n);
    return bri_fail_at(err, BRI_NOT_FOUND, where, "there is no %s '%.60s'%s", sort[of], name, hint);
}
