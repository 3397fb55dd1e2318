/* measurement_columns.c - which column of a file is which quantity of a measured record, and its factor to SI units */
#include "io/measurement_columns.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/text.h"
#include "bristle/unit.h"

enum {
    MOST_COLUMNS = 1000,
    LONGEST_NAME = 100
};

static const struct {
    const char *name, *unit, *usual; /* usual: names of columns, in small letters */
} quantities[MEASURED_QUANTITIES] = {
    [MEASURED_TIME] = {"time", "s", "|time|t|"},
    [MEASURED_VELOCITY] = {"velocity", "m/s", "|velocity|v|speed|"},
    [MEASURED_POSITION] = {"position", "m", "|position|x|displacement|"},
    [MEASURED_LOAD] = {"load", "N", "|load|n|normal force|normal load|"},
    [MEASURED_FORCE] = {"force", "N", "|force|f|friction|friction force|"},
    [MEASURED_COEFFICIENT] = {"coefficient", "1", "|coefficient|mu|cof|"},
    [MEASURED_WEIGHT] = {"weight", "1", "|weight|"},
};

typedef struct heads { /* of the columns of a file */
    int count;
    char name[MOST_COLUMNS][LONGEST_NAME], unit[MOST_COLUMNS][LONGEST_NAME]; /* unit "": none */
} heads;

/* --- the first line ----------------------------------------------------------------------------------------------- */

static bool begins_with_number(const char *line)
{
    const char *end;
    double value;
    line += strspn(line, " \t\"");
    return bri_number_read(line, &end, &value) || end > line;
}

/* With blanks as separators, "speed [m/s]" is one head: joins a unit to the name before it. */
static void add_head(heads *h, char *text, char separator)
{
    if (separator == ' ' && *text == '[' && h->count && !h->unit[h->count - 1][0]) {
        snprintf(h->unit[h->count - 1], LONGEST_NAME, "%.*s", (int)strcspn(text + 1, "]"), text + 1);
        return;
    }
    size_t length = strlen(text);
    char *round = length && text[length - 1] == ')' ? strrchr(text, '(') : NULL;
    if (round) *round = '[', text[length - 1] = ']';
    const char *unit = bri_csv_unit(text);
    snprintf(h->unit[h->count], LONGEST_NAME, "%s", unit ? unit : "");
    snprintf(h->name[h->count++], LONGEST_NAME, "%s", text);
}

static bri_status read_heads(const bri_csv_lines *in, const bri_measurement_columns *c, heads *h)
{
    char *copy = malloc(in->length + 1), *at = copy;
    if (!copy) return bri_fail_at(in->err, BRI_NO_MEMORY, in->name, "out of memory: the names of columns");
    memcpy(copy, in->line, in->length + 1);
    bri_csv_cell cell;
    while (h->count < MOST_COLUMNS && (cell = bri_csv_next_cell(in, c->separator, &at)).text) {
        if (c->has_names) {
            add_head(h, cell.text, c->separator);
        } else {
            h->count++;
            snprintf(h->name[h->count - 1], LONGEST_NAME, "%d", h->count);
        }
    }
    free(copy);
    if (at) return bri_fail_at(in->err, BRI_BAD_FILE, in->name, "the file has more than %d columns", (int)MOST_COLUMNS);
    return BRI_OK;
}

/* --- the choice of columns ---------------------------------------------------------------------------------------- */

static const char *next_head(void *context, int index)
{
    heads *h = context;
    return index < h->count ? h->name[index] : NULL;
}

static const char *next_quantity(void *context, int index)
{
    (void)context;
    return index < MEASURED_QUANTITIES ? quantities[index].name : NULL;
}

/* By name, else by number from 1; -1: none. */
static int find_head(const heads *h, const char *name)
{
    const char *end;
    double number;
    for (int i = 0; i < h->count; i++)
        if (!strcmp(h->name[i], name)) return i;
    if (bri_number_read(name, &end, &number) && !*end && number >= 1 && number <= h->count && number == floor(number))
        return (int)number - 1;
    return -1;
}

static int find_usual(const heads *h, int quantity)
{
    for (int i = 0; i < h->count; i++) {
        char name[LONGEST_NAME + 3] = "|";
        size_t length = strlen(h->name[i]);
        for (size_t k = 0; k < length; k++)
            name[k + 1] = (char)(h->name[i][k] == '_' ? ' ' : tolower((unsigned char)h->name[i][k]));
        memcpy(name + length + 1, "|", 2);
        if (length && !strchr(h->name[i], '|') && strstr(quantities[quantity].usual, name)) return i;
    }
    return -1;
}

static bri_status read_factor(const bri_csv_lines *in, const heads *h, int q, const char *given, int column,
                              double *factor)
{
    char text[LONGEST_NAME + 3];
    bri_error why = {0};
    const char *unit = given ? given : h->unit[column];
    *factor = 1;
    if (!*unit && !strcmp(quantities[q].unit, "1")) return BRI_OK;
    if (!*unit)
        return bri_fail_at(in->err, BRI_BAD_FILE, bri_csv_place((char[256]){0}, in, 1),
                           "column '%s' has no unit: write '%s [%s]' in the file, or choose %s='%s [%s]'",
                           h->name[column], h->name[column], quantities[q].unit, quantities[q].name, h->name[column],
                           quantities[q].unit);
    snprintf(text, sizeof text, "1 %s", unit);
    if (bri_quantity_read(NULL, text, quantities[q].unit, factor, &why))
        return bri_fail_at(in->err, BRI_BAD_FILE, bri_csv_place((char[256]){0}, in, 1), "column '%s' as %s: %s",
                           h->name[column], quantities[q].name, why.what);
    return BRI_OK;
}

/* One choice, "load=N [N]". */
static bri_status choose(const bri_csv_lines *in, heads *h, char *text, bri_measurement_columns *out)
{
    char *name = strchr(text, '=');
    if (!name)
        return bri_fail(in->err, BRI_BAD_VALUE,
                        "a column is chosen as velocity=NAME or velocity='NAME [m/s]', not '%.60s'", text);
    *name++ = '\0';
    for (size_t end = strlen(text); end && text[end - 1] == ' ';)
        text[--end] = '\0';
    name += strspn(name, " ");
    char hint[200], *unit = bri_csv_unit(name);
    int q = 0;
    while (q < MEASURED_QUANTITIES && strcmp(quantities[q].name, text) != 0)
        q++;
    if (q == MEASURED_QUANTITIES) {
        bri_text_suggest(hint, sizeof hint, text, next_quantity, NULL);
        return bri_fail(in->err, BRI_BAD_VALUE,
                        "'%.60s' is not a quantity that is measured; those are time, velocity, position, load, force, "
                        "coefficient and weight%s",
                        text, hint);
    }
    if ((out->column[q] = find_head(h, name)) < 0) {
        bri_text_suggest(hint, sizeof hint, name, next_head, h);
        return bri_fail_at(in->err, BRI_BAD_FILE, bri_csv_place((char[256]){0}, in, 1),
                           "the file has no column '%.60s', chosen for %s%s", name, text, hint);
    }
    return read_factor(in, h, q, unit, out->column[q], &out->factor[q]);
}

static bri_status choose_all(const bri_csv_lines *in, heads *h, const char *wanted, bri_measurement_columns *out)
{
    bri_status status = BRI_OK;
    while (*wanted && !status) {
        char one[3 * LONGEST_NAME];
        wanted += strspn(wanted, " ");
        size_t length = strcspn(wanted, ",");
        if (length >= sizeof one)
            return bri_fail(in->err, BRI_BAD_VALUE, "the choice of a column is longer than %d characters",
                            (int)sizeof one - 1);
        memcpy(one, wanted, length);
        while (length && one[length - 1] == ' ')
            length--;
        one[length] = '\0';
        wanted += strcspn(wanted, ",");
        wanted += *wanted == ',';
        if (length) status = choose(in, h, one, out);
    }
    return status;
}

bri_status bri_measurement_find_columns(const bri_csv_lines *in, const char *wanted, char separator,
                                        bri_measurement_columns *out)
{
    heads *h = calloc(1, sizeof *h);
    if (!h) return bri_fail_at(in->err, BRI_NO_MEMORY, in->name, "out of memory: the names of columns");
    *out = (bri_measurement_columns){.separator = (char)(separator ? separator : bri_csv_separator(in->line)),
                                     .has_names = !begins_with_number(in->line)};
    for (int q = 0; q < MEASURED_QUANTITIES; q++)
        out->column[q] = -1;
    bri_status status = read_heads(in, out, h);
    if (!status && wanted) status = choose_all(in, h, wanted, out);
    bool moves = out->column[MEASURED_VELOCITY] >= 0 || out->column[MEASURED_POSITION] >= 0;
    bool rubs = out->column[MEASURED_FORCE] >= 0 || out->column[MEASURED_COEFFICIENT] >= 0;
    for (int q = 0; q < MEASURED_QUANTITIES && !status; q++) {
        bool motion = q == MEASURED_VELOCITY || q == MEASURED_POSITION,
             friction = q == MEASURED_FORCE || q == MEASURED_COEFFICIENT;
        if (out->column[q] >= 0 || (motion && moves) || (friction && rubs)) continue;
        out->column[q] = find_usual(h, q);
        if (out->column[q] < 0) continue;
        moves = moves || motion;
        rubs = rubs || friction;
        status = read_factor(in, h, q, NULL, out->column[q], &out->factor[q]);
    }
    free(h);
    return status;
}
