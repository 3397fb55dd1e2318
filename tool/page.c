/* page.c - report pages: elements of results, read from other pages or made of runs, put into the page of web/ */
#include "page.h"

#include <stdlib.h>
#include <string.h>

#include "io/deflate.h"
#include "io/text_file.h"
#include "page_parts.h"

static const char element_begin[] = "<script type=\"application/x-bristle-result\">", element_end[] = "</script>";

/* --- elements -------------------------------------------------------------------------------------------------------------- */

void page_begin_object(bri_text *object, const char *format)
{
    bri_text_add(object, "{\"format\": \"%s\", \"version\": %d,\n ", format, PAGE_VERSION);
}

void page_add_version(bri_text *object)
{
    bri_text_add(object, "\"bristle\": ");
    bri_text_add_json(object, bri_version());
}

bri_status page_add_element(bri_text *elements, const char *label, const bri_text *object, const bri_text *numbers,
                            bri_error *err)
{
    bri_text packed = {0}, packed_numbers = {0};
    bri_deflate(object->at ? object->at : "", object->length, &packed);
    bri_deflate(numbers->at ? numbers->at : "", numbers->length, &packed_numbers);
    bri_text_add(elements, "%s%d ", element_begin, PAGE_VERSION);
    page_add_base64(elements, label, strlen(label));
    bri_text_add(elements, " ");
    page_add_base64(elements, packed.at, packed.length);
    bri_text_add(elements, " ");
    page_add_base64(elements, packed_numbers.at, packed_numbers.length);
    bri_text_add(elements, "%s\n", element_end);
    bool failed = object->failed || numbers->failed || packed.failed || packed_numbers.failed || elements->failed;
    bri_text_free(&packed);
    bri_text_free(&packed_numbers);
    return failed ? bri_fail(err, BRI_NO_MEMORY, "out of memory: a page") : BRI_OK;
}

static bool append(const char *text, size_t length, void *user)
{
    bri_text_add_n(user, text, length);
    return !((bri_text *)user)->failed;
}

void page_add_file(bri_text *out, const char *name, const char *path)
{
    char *text = NULL;
    size_t length = 0;
    bri_text file = {0};
    if (!bri_file_read(path, &text, &length, NULL)) bri_text_add_n(&file, text, length);
    free(text);
    bri_text_add(out, ",\n \"%s\": ", name);
    bri_text_add_json(out, file.at && bri_utf8_valid(file.at) == file.length ? file.at : NULL);
    out->failed = out->failed || file.failed;
    bri_text_free(&file);
}

/* The model file as it is, if it can still be read, and the model as it was run. */
static void add_model_texts(bri_text *out, const run_report *report)
{
    bri_text whole = {0};
    page_add_file(out, "model_file", report->path);
    bri_model_write(report->model, append, &whole, NULL);
    bri_text_add(out, ",\n \"model_text\": ");
    bri_text_add_json(out, whole.at);
    out->failed = out->failed || whole.failed;
    bri_text_free(&whole);
}

static bool is_listed(const char *name, const char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!strcmp(name, list[i])) return true;
    return false;
}

/* A word as a shell takes it. */
static void add_word(bri_text *line, const char *word)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+=.,:/%@";
    if (*word && strspn(word, plain) == strlen(word)) {
        bri_text_add(line, " %s", word);
        return;
    }
    bri_text_add(line, " '");
    for (; *word; word++)
        if (*word == '\'')
            bri_text_add(line, "'\\''");
        else
            bri_text_add_n(line, word, 1);
    bri_text_add(line, "'");
}

void page_add_command(bri_text *out, const char *name, const command_line *arguments)
{
    static const char *const of_output[] = {"report", "output", "plot", "json", "quiet", "threads"};
    bri_text line = {0};
    bri_text_add(&line, "bristle %s", name);
    for (int i = 0; i < arguments->words; i++)
        add_word(&line, page_file_name(arguments->word[i]));
    for (int i = 0; i < arguments->options; i++) {
        const given_option *g = &arguments->option[i];
        if (is_listed(g->option->name, of_output, sizeof of_output / sizeof *of_output)) continue;
        bri_text_add(&line, " --%s", g->option->name);
        if (g->option->argument) add_word(&line, g->value);
    }
    bri_text_add(out, ", \"command\": ");
    bri_text_add_json(out, line.at);
    out->failed = out->failed || line.failed;
    bri_text_free(&line);
}

static void add_settings(bri_text *out, const command_line *settings)
{
    bool any = false;
    bri_text_add(out, ",\n \"settings\": [");
    for (int i = 0; settings && i < settings->options; i++) {
        const given_option *g = &settings->option[i];
        static const char *const of_run[] = {"set", "until", "from", "interval", "rtol", "atol", "integrator", "step"};
        if (!is_listed(g->option->name, of_run, sizeof of_run / sizeof *of_run)) continue;
        bri_text_add(out, any ? ", [" : "[");
        bri_text_add_json(out, g->option->name);
        bri_text_add(out, ", ");
        bri_text_add_json(out, g->value);
        bri_text_add(out, "]");
        any = true;
    }
    bri_text_add(out, "]");
}

bri_status page_add_rows(bri_text *object, bri_text *numbers, const bri_table *table, const bri_result *result,
                         size_t most, bri_error *err)
{
    page_choice choice;
    bri_status status = page_choose(table, result, most, &choice, err);
    if (!status) status = page_add_channels(object, numbers, table, &choice, err);
    page_choice_free(&choice);
    return status;
}

bri_status page_add_run(bri_text *elements, const run_report *report, const char *label, const command_line *settings,
                        size_t most, bri_error *err)
{
    bri_text object = {0}, numbers = {0}, summary = {0};
    bri_status status = write_run_json(report, false, append, &summary, err);
    if (!status) {
        page_begin_object(&object, "bristle result");
        bri_text_add_n(&object, summary.at + 1, summary.length - 1 - strlen("\n}\n")); /* without its braces */
        add_model_texts(&object, report);
        add_settings(&object, settings);
        status = page_add_scene(&object, report->system, report->result->channels, err);
    }
    if (!status) status = page_add_rows(&object, &numbers, report->result->channels, report->result, most, err);
    bri_text_add(&object, "\n}\n");
    if (!status) status = page_add_element(elements, label, &object, &numbers, err);
    bri_text_free(&object);
    bri_text_free(&numbers);
    bri_text_free(&summary);
    return status;
}

bri_status page_add_table(bri_text *elements, const bri_table *table, const char *label, const char *file,
                          bri_error *err)
{
    bri_text object = {0}, numbers = {0};
    page_begin_object(&object, "bristle result");
    page_add_version(&object);
    bri_text_add(&object, ", \"table\": ");
    bri_text_add_json(&object, file);
    bri_status status = page_add_rows(&object, &numbers, table, NULL, PAGE_NUMBERS, err);
    bri_text_add(&object, "\n}\n");
    if (!status) status = page_add_element(elements, label, &object, &numbers, err);
    bri_text_free(&object);
    bri_text_free(&numbers);
    return status;
}

bri_status page_add_mark(bri_text *elements, double time, const char *text, bri_error *err)
{
    bri_text object = {0}, numbers = {0};
    page_begin_object(&object, "bristle mark");
    page_add_version(&object);
    bri_text_add(&object, ", \"time\": ");
    bri_text_add_number(&object, time);
    bri_text_add(&object, ", \"text\": ");
    bri_text_add_json(&object, text);
    bri_text_add(&object, "}\n");
    bri_status status = page_add_element(elements, text, &object, &numbers, err);
    bri_text_free(&object);
    return status;
}

/* --- other pages ----------------------------------------------------------------------------------------------------------- */

static size_t word_length(const char *at)
{
    return strspn(at, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=");
}

/* The words of an element, which end with it; their number, 0 if there is anything else in it. */
static int split(const char *at, const char *word[4], size_t length[4])
{
    int words = 0;
    while (words < 4 && (length[words] = word_length(at)) > 0) {
        word[words] = at;
        at += length[words++];
        if (*at == ' ') at++;
    }
    return !strncmp(at, element_end, strlen(element_end)) ? words : 0;
}

static void add_decoded(bri_text *out, const char *base64, size_t length)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    unsigned bits = 0, count = 0;
    for (size_t i = 0; i < length && base64[i] != '='; i++) {
        bits = bits << 6 | (unsigned)(strchr(digits, base64[i]) - digits);
        count += 6;
        if (count < 8) continue;
        count -= 8;
        const char byte = (char)(bits >> count & 0xff);
        bri_text_add_n(out, &byte, 1);
    }
}

/* Whether results of a page have different names; at: behind the beginning of its first element. */
static bool has_several(const char *at, const char *name, size_t length)
{
    for (; at; at = strstr(at, element_begin)) {
        at += strncmp(at, element_begin, strlen(element_begin)) ? 0 : strlen(element_begin);
        const char *word[4];
        size_t lengths[4];
        if (split(at, word, lengths) == 4 && (lengths[1] != length || memcmp(word[1], name, length) != 0)) return true;
    }
    return false;
}

/* "both: dry": the name of the result, if the page has several. */
static void add_label(bri_text *elements, const char *label, bool several, const char *own, size_t length)
{
    bri_text whole = {0};
    bri_text_add(&whole, several ? "%s: " : "%s", label);
    if (several) add_decoded(&whole, own, length);
    page_add_base64(elements, whole.at ? whole.at : "", whole.length);
    elements->failed = elements->failed || whole.failed;
    bri_text_free(&whole);
}

bri_status page_add_page(bri_text *elements, const char *path, const char *label, int *results, bri_error *err)
{
    char *text = NULL, *whole = NULL;
    size_t size = 0;
    bri_status status = bri_file_read(path, &text, &size, err);
    int found = 0;
    bool several = false;
    if (!status && !(whole = malloc(size + 1))) status = bri_fail(err, BRI_NO_MEMORY, "out of memory: %s", path);
    if (whole) memcpy(whole, text, size), whole[size] = '\0';
    for (const char *at = whole; !status && (at = strstr(at, element_begin)); found++) {
        const char *word[4];
        size_t length[4];
        char version[16];
        at += strlen(element_begin);
        if (split(at, word, length) != 4) {
            status = bri_fail(err, BRI_BAD_VALUE, "%s: its result number %d is damaged", path, found + 1);
            break;
        }
        snprintf(version, sizeof version, "%d", PAGE_VERSION);
        if (length[0] != strlen(version) || memcmp(word[0], version, length[0]) != 0) {
            status =
                bri_fail(err, BRI_BAD_VALUE, "%s was written by another version of bristle (%.*s; this one reads %s)",
                         path, length[0] > 8 ? 8 : (int)length[0], word[0], version);
            break;
        }
        bri_text_add(elements, "%s%s ", element_begin, version);
        several = several || (!found && has_several(at, word[1], length[1]));
        add_label(elements, label, several, word[1], length[1]);
        for (int i = 2; i < 4; i++) {
            bri_text_add(elements, " ");
            bri_text_add_n(elements, word[i], length[i]);
        }
        bri_text_add(elements, "%s\n", element_end);
        at = word[3] + length[3];
    }
    if (!status && !found)
        status = bri_fail(err, BRI_BAD_VALUE, "%s is not a page that bristle wrote: it holds no result", path);
    if (!status && elements->failed) status = bri_fail(err, BRI_NO_MEMORY, "out of memory: %s", path);
    free(text);
    free(whole);
    *results = found;
    return status;
}

/* --- names of files -------------------------------------------------------------------------------------------------------- */

bool page_is_name(const char *path) { return ends_with(path, ".html") || ends_with(path, ".htm"); }

int page_check_name(const char *path)
{
    if (!path) return DONE;
    if (!page_is_name(path)) return complain(BAD_INPUT, "--report must end in .html, not as in '%.100s'", path);
    return check_writable(path);
}

const char *page_file_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

void page_label(const char *path, char label[PAGE_LABEL])
{
    const char *name = page_file_name(path), *dot = strrchr(name, '.');
    snprintf(label, PAGE_LABEL, "%.*s", dot && dot > name ? (int)(dot - name) : (int)strlen(name), name);
}

/* --- the file -------------------------------------------------------------------------------------------------------------- */

static void put_escaped(FILE *out, const char *text)
{
    for (; *text; text++)
        switch (*text) {
        case '&': fputs("&amp;", out); break;
        case '<': fputs("&lt;", out); break;
        case '>': fputs("&gt;", out); break;
        case '"': fputs("&quot;", out); break;
        default: fputc((unsigned char)*text < ' ' ? ' ' : *text, out);
        }
}

int page_write(const char *path, const char *title, const bri_text *elements)
{
    atomic_file file;
    size_t size = elements->length + strlen(title);
    for (int i = 0; i < PAGE_PARTS; i++)
        size += page_part[i].length;
    if (size > PAGE_SIZE)
        return complain(BAD_INPUT,
                        "%s would be %.1f MB, and a page stays below %.0f MB: put fewer results together, or run them "
                        "with a longer --interval",
                        path, 1e-6 * (double)size, 1e-6 * PAGE_SIZE);
    int status = atomic_open(&file, path);
    if (status) return status;
    for (int i = 0; i < PAGE_PARTS; i++) {
        atomic_write((const char *)page_part[i].at, page_part[i].length, &file);
        if (i == 0) put_escaped(file.stream, title);
        if (i == 1 && elements->at) atomic_write(elements->at, elements->length, &file);
    }
    return atomic_close(&file, true);
}
