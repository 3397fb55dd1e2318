/* contact_restitution.c - bristle contact --restitution-table: restitution of a free impact against the nominal one */
#include <string.h>

#include "contact/loss.h"
#include "contact/restitution.h"
#include "contact_output.h"
#include "kind/record.h"

static const double nominal[] = {0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99};
enum {
    NOMINAL = sizeof nominal / sizeof *nominal
};

static int print_table(const char *only, bool json)
{
    char name[BRI_WORD_ROOM];
    int count = 0;
    printf(json ? "[" : "Restitution of a free impact, independent of elastic force, mass and speed\n\n    %-20s",
           "nominal");
    for (int i = 0; !json && i < NOMINAL; i++)
        printf("  %6g", nominal[i]);
    for (int k = 1; bri_word(bri_loss_words, k, name); k++) {
        if (only && strcmp(only, name) != 0) continue;
        printf(json ? "%s\n {\"law\": \"%s\", \"rows\": [" : "%s\n    %-20s", json && count ? "," : "", name);
        count++;
        for (int i = 0; i < NOMINAL; i++) {
            double got = bri_restitution_of(bri_loss_chosen(k)(nominal[i]));
            if (json)
                printf("%s{\"asked\": %g, \"got\": %.9g}", i ? ", " : "", nominal[i], got);
            else
                printf("  %6.4f", got);
        }
        if (json) printf("]}");
    }
    printf(json ? "\n]\n" : "\n");
    return DONE;
}

static bool is_loss(const char *name)
{
    char word[BRI_WORD_ROOM];
    for (int i = 1; bri_word(bri_loss_words, i, word); i++)
        if (!strcmp(word, name)) return true;
    return false;
}

int print_restitution_table(const command_line *arguments)
{
    const char *name = arguments->words ? arguments->word[0] : NULL;
    if (arguments->words > 1 || arguments->options > 1 + (option_value(arguments, "json") != NULL))
        return complain(BAD_INPUT, "--restitution-table takes at most one law, and --json");
    if (name && !is_loss(name))
        return complain(
            BAD_INPUT,
            "%s has no energy loss; 'bristle contact --restitution-table' lists the losses it can be combined with",
            name);
    return print_table(name, option_value(arguments, "json"));
}
