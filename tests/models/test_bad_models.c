/* test_bad_models.c - every file of bad/ gets exactly the complaints that stand beside it in NAME.expected, and so do
 * some that are too large to be kept. A complaint is "line:column: sentence", or "sentence" if it is of the whole file.
 * With --write the expected complaints are written anew: look at them. */
#include "test.h"

#include <dirent.h>

#include "base/text.h"
#include "bristle/model.h"
#include "io/yaml.h"

static void gather(const bri_error *one, void *user)
{
    bri_text *all = user;
    const char *place = strrchr(one->where, '/');
    place = strchr(place ? place : one->where, ':');
    bri_text_add(all, "%s%s%s\n", place ? place + 1 : "", place ? ": " : "", one->what);
}

static char *read_text(const char *path)
{
    char *text = NULL;
    size_t length = 0;
    bri_file_read(path, &text, &length, NULL);
    char *ended = calloc(length + 1, 1);
    if (ended && text) memcpy(ended, text, length);
    free(text);
    return ended;
}

static void write_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    if (!file || fputs(text, file) < 0 || fclose(file)) fprintf(stderr, "%s cannot be written\n", path);
}

/* A line that is expected to end in "..." stands for any line that begins so: lists of kinds grow. */
static bool are_same(const char *expected, const char *came)
{
    while (*expected) {
        size_t length = strcspn(expected, "\n"), other = strcspn(came, "\n");
        bool open = length > 3 && !strncmp(expected + length - 3, "...", 3);
        if (open ? other < length - 3 : other != length) return false;
        if (strncmp(expected, came, open ? length - 3 : length) != 0) return false;
        expected += length + (expected[length] == '\n');
        came += other + (came[other] == '\n');
    }
    return !*came;
}

/* True: it got what it should. */
static bool check_file(const char *folder, const char *name, bool rewrite)
{
    char path[1200], beside[1200];
    bri_text all = {0};
    bri_model *model = NULL;
    bri_error err = {.each = gather, .user = &all};
    snprintf(path, sizeof path, "%s/%s", folder, name);
    snprintf(beside, sizeof beside, "%s/%.*s.expected", folder, (int)(strrchr(name, '.') - name), name);
    bri_status status = bri_model_read(path, &model, &err);
    bri_model_destroy(model);
    char *expected = read_text(beside);
    bool right = status && err.status && all.at && expected && are_same(expected, all.at);
    if (rewrite && !right) write_text(beside, all.at ? all.at : "");
    if (!right) fprintf(stderr, "%s: expected\n%s\nbut was\n%s\n", name, expected, all.at ? all.at : "taken");
    free(expected);
    bri_text_free(&all);
    return right;
}

static int check_folder(const char *folder, bool rewrite)
{
    DIR *list = opendir(folder);
    int count = 0, wrong = 0;
    for (struct dirent *entry; list && (entry = readdir(list));) {
        const char *end = strrchr(entry->d_name, '.');
        if (entry->d_name[0] == '.' || !end || !strcmp(end, ".expected")) continue;
        wrong += !check_file(folder, entry->d_name, rewrite);
        count++;
    }
    if (list) closedir(list);
    printf("%d broken models, %d with another complaint\n", count, wrong);
    return wrong > 0 || count < 60;
}

/* --- too large to be kept ------------------------------------------------------------------------------------------- */

static void expect(const char *what, const bri_text *text, const char *expected, int *wrong)
{
    bri_text all = {0};
    bri_model *model = NULL;
    bri_error err = {.each = gather, .user = &all};
    bri_status status = bri_model_parse(text->at, text->length, "t", &model, &err);
    bri_model_destroy(model);
    const char *last = all.at; /* its last line */
    for (const char *at = all.at; at && *at; at = strchr(at, '\n') + 1)
        last = at;
    if (*expected ? !last || strcmp(last, expected) != 0 : status != BRI_OK) {
        fprintf(stderr, "%s: expected\n%s\nbut was\n%s\n", what, expected, last ? last : "taken");
        ++*wrong;
    }
    bri_text_free(&all);
}

static void repeat(bri_text *text, const char *piece, int times)
{
    for (int i = 0; i < times; i++)
        bri_text_add_n(text, piece, strlen(piece));
}

static int check_large(void)
{
    int wrong = 0;
    bri_text text = {0};
    bri_text_add(&text, "bodies: ");
    repeat(&text, "{a: ", 100000);
    expect("deep", &text, "1:261: values are nested more than 64 deep\n", &wrong);
    bri_text_free(&text);

    bri_text_add(&text, "title: ");
    repeat(&text, "0123456789abcdef", 5 << 20);
    expect("80 MB", &text, "the file is larger than 64 MB\n", &wrong);
    bri_text_free(&text);

    bri_text_add(&text, "bodies: [");
    repeat(&text, "1,", 5000000);
    expect("many values", &text, "1:8000004: the text has more than 4000000 values\n", &wrong);
    bri_text_free(&text);

    bri_text_add(&text, "bodies:\n");
    for (int i = 0; i < 20000; i++)
        bri_text_add(&text, "  b%d: {mass: 1, inertia: 1 kg m2, at: [%d mm, 0]}\n", i, i);
    bri_text_add(&text, "joints:\n");
    for (int i = 1; i < 20000; i++)
        bri_text_add(&text, "  j%d: {revolute: [b%d, b%d]}\n", i, i - 1, i);
    expect("a long chain", &text, "", &wrong);
    for (int i = 1; i < 20000; i++)
        bri_text_add(&text, "  k%d: {revolute: [c%d, c%d]}\n", i, i - 1, i);
    expect("a long chain of nothing", &text, "there are 39998 errors; only the first 100 are shown\n", &wrong);
    bri_text_free(&text);
    return wrong;
}

int main(int count, char **arguments)
{
    bool rewrite = count > 2 && !strcmp(arguments[2], "--write");
    if (count < 2) {
        fprintf(stderr, "usage: %s FOLDER [--write]\n", arguments[0]);
        return 2;
    }
    return check_folder(arguments[1], rewrite) + check_large() > 0;
}
