/* bench_reading.c - what units cost: a model is parsed as it is written, with units, and with its numbers in SI
 *
 * CPU times, in turns; the fastest turn counts. Run at the root of the tree.
 * bench_reading [--csv FILE] ends with 1 if a requirement is missed. */
#include "base/number.h"
#include "base/text.h"
#include "bench.h"

enum {
    TURNS = 40,
    REPEATS = 50,
};

static void read_file(const char *path, bri_text *text)
{
    char piece[4096];
    FILE *file = fopen(path, "r");
    if (!file) {
        perror(path);
        exit(1);
    }
    for (size_t n; (n = fread(piece, 1, sizeof piece, file));)
        bri_text_add_n(text, piece, n);
    fclose(file);
}

/* The SI unit of a quantity is the first that fits. Units such as 1/m stay, because they select the meaning of a parameter. */
static bool convert(bri_units *units, const char *quantity, double *value)
{
    static const char *const si[] = {"m",     "s", "kg", "rad", "m/s",  "m/s2", "rad/s",
                                     "kg m2", "N", "Pa", "N/m", "Pa s", "kg/m3"};
    for (size_t i = 0; i < sizeof si / sizeof *si; i++)
        if (!bri_quantity_read(units, quantity, si[i], value, NULL)) return true;
    return false;
}

/* Copies the text with "50 mm" replaced by "0.05". Returns the number of quantities. */
static int without_units(bri_units *units, const char *text, bri_text *out)
{
    int replaced = 0;
    for (const char *at = text; *at;) {
        char quantity[64], number[32];
        const char *end = at;
        double value;
        size_t size = strcspn(at, ",]}#\n");
        bool begins = at > text && strchr(" [", at[-1]) && bri_number_read(at, &end, &value) && *end == ' ';
        if (begins && size < sizeof quantity) {
            snprintf(quantity, sizeof quantity, "%.*s", (int)size, at);
            if (convert(units, quantity, &value)) {
                bri_number_print(number, value);
                bri_text_add_n(out, number, strlen(number));
                at += size;
                replaced++;
                continue;
            }
        }
        bri_text_add_n(out, at++, 1);
    }
    return replaced;
}

static bool collect(const char *piece, size_t length, void *user)
{
    bri_text_add_n(user, piece, length);
    return true;
}

static bri_model *parse(const bri_text *text)
{
    bri_error err = {0};
    bri_model *model = NULL;
    if (bri_model_parse(text->at, text->length, "bench", &model, &err)) stop(err.where, &err);
    return model;
}

static bool same_model(const bri_text *a, const bri_text *b)
{
    const bri_text *texts[] = {a, b};
    bri_text written[2] = {{0}, {0}};
    for (int i = 0; i < 2; i++) {
        bri_model *model = parse(texts[i]);
        bri_model_write(model, collect, &written[i], NULL);
        bri_model_destroy(model);
    }
    bool same = strcmp(written[0].at, written[1].at) == 0;
    bri_text_free(&written[0]);
    bri_text_free(&written[1]);
    return same;
}

/* Microseconds of one parse. */
static double time_parse(const bri_text *text)
{
    double begun = cpu_now();
    for (int i = 0; i < REPEATS; i++)
        bri_model_destroy(parse(text));
    return 1e6 * (cpu_now() - begun) / REPEATS;
}

static void compare(bri_units *units, const char *path)
{
    bri_text given = {0}, plain = {0};
    double with = INFINITY, without = INFINITY;
    read_file(path, &given);
    int quantities = without_units(units, given.at, &plain);
    printf("%s: %d quantities\n", path, quantities);
    demand(same_model(&given, &plain), "both texts are the same model", quantities);
    for (int turn = 0; turn < TURNS; turn++) {
        with = fmin(with, time_parse(&given));
        without = fmin(without, time_parse(&plain));
    }
    row("reading", path, "with units", with, "us");
    row("reading", path, "in SI", without, "us");
    demand(with < 2 * without, "times as long as in SI, less than 2", with / without);
    bri_text_free(&given);
    bri_text_free(&plain);
}

int main(int count, char **word)
{
    static const char *const models[] = {"examples/pendulum.yaml", "examples/drawer.yaml",
                                         "papers/marques2018/roller_crank.yaml", "papers/autiero/scotch_yoke.yaml"};
    bri_units *units = NULL;
    bri_error err = {0};
    if (count == 3 && !strcmp(word[1], "--csv")) csv = fopen(word[2], "w");
    if (csv) fprintf(csv, "group,what,how,value,unit\n");
    if (bri_units_create(&units, &err)) stop("units", &err);
    for (size_t i = 0; i < sizeof models / sizeof *models; i++)
        compare(units, models[i]);
    bri_units_destroy(units);
    if (csv) fclose(csv);
    return missed;
}
