/* contact.c - the list of normal laws */
#include "contact/contact.h"

#include <assert.h>
#include <string.h>

#define CONTACT_LAW(name) extern const bri_contact_law bri_contact_##name;
#include "contact/contacts.def"
#undef CONTACT_LAW

static const bri_kind *const laws[] = {
#define CONTACT_LAW(name) &bri_contact_##name.kind,
#include "contact/contacts.def"
#undef CONTACT_LAW
    NULL};

const bri_kind *const *bri_contact_laws(void) { return laws; }

const bri_contact_law *bri_contact_law_find(const char *name)
{
    assert(name);
    for (int i = 0; laws[i]; i++)
        if (!strcmp(laws[i]->name, name)) return (const bri_contact_law *)(const void *)laws[i];
    return NULL;
}

const bri_contact_law *bri_contact_law_usual(void) { return &bri_contact_lankarani_nikravesh; }
