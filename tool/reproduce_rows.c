/* reproduce_rows.c - everything that was compared: the full table as text and CSV */
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "reproduce.h"

paper_row *add_row(paper_rows *r, const paper *b, const paper_case *c, row_kind kind)
{
    if (r->count == r->room) {
        size_t room = r->room ? 2 * r->room : 256;
        paper_row *more = realloc(r->at, room * sizeof *more);
        if (!more) {
            r->failed = true;
            return &r->lost;
        }
        r->at = more;
        r->room = room;
    }
    paper_row *one = &r->at[r->count++];
    *one = (paper_row){.kind = kind, .share = NAN};
    set_text(r, &one->paper, "%s", b->name);
    set_text(r, &one->title, "%s", b->title);
    set_text(r, &one->system, "%s", *c->run->title ? c->run->title : c->model);
    set_text(r, &one->case_name, "%s", c->name);
    return one;
}

void set_text(paper_rows *r, char **text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    free(*text);
    *text = malloc((size_t)length + 1);
    if (!*text) {
        r->failed = true;
        return;
    }
    va_start(arguments, format);
    vsnprintf(*text, (size_t)length + 1, format, arguments);
    va_end(arguments);
}

static void free_row(paper_row *one)
{
    char *const texts[] = {one->paper,    one->title, one->system, one->case_name, one->what,  one->computed,
                           one->expected, one->says,  one->source, one->why,       one->reason};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        free(texts[i]);
}

void reproduce_free_rows(paper_rows *r)
{
    for (size_t i = 0; i < r->count; i++)
        free_row(&r->at[i]);
    free_row(&r->lost);
    free(r->at);
    *r = (paper_rows){0};
}

const char *row_word(const paper_row *one)
{
    static const char *const words[] = {"agrees", "differs", "no limit", "WRONG"}, *const of_claims[] = {
                                                                                       "holds", "does not hold", "",
                                                                                       "WRONG"};
    return (one->kind == ROW_CLAIM ? of_claims : words)[one->verdict];
}

/* --- as text ---------------------------------------------------------------------------------------------------------------- */

enum {
    WIDTH = 120
};

void put_note(FILE *out, const char *text, int indent)
{
    while (*text) {
        size_t length = strlen(text), most = (size_t)(WIDTH - indent), cut = length > most ? most : length;
        while (cut < length && cut > 0 && text[cut] != ' ')
            cut--;
        if (!cut) cut = length;
        fprintf(out, "%*s%.*s\n", indent, "", (int)cut, text);
        text += cut;
        text += *text == ' ';
    }
}

static const char *or_dash(const char *text) { return text ? text : "-"; }

static void put_claim(FILE *out, const paper_row *one)
{
    fprintf(out, "  %s (%s): %s\n", row_word(one), one->says, one->what);
    put_note(out, one->expected, 6);
    put_note(out, one->computed, 6);
    if (one->why) put_note(out, one->why, 6);
    if (one->reason) put_note(out, one->reason, 6);
}

static void put_row(FILE *out, const paper_row *one)
{
    fprintf(out, "  %-54s %-20s %-24s %-10s %s\n", one->what, or_dash(one->computed), or_dash(one->expected),
            row_word(one), one->says ? one->says : "");
    if (one->verdict == ROW_WRONG && one->why) put_note(out, one->why, 6);
    if (one->verdict == ROW_WRONG && one->source) fprintf(out, "      expected from: %s\n", one->source);
    if (one->reason) put_note(out, one->reason, 6);
}

void print_rows(const paper_rows *r, FILE *out)
{
    fprintf(out, "  %-54s %-20s %-24s %-10s %s\n", "quantity", "computed", "expected", "", "paper");
    for (size_t i = 0; i < r->count && !r->failed; i++) {
        const paper_row *one = &r->at[i], *last = i ? one - 1 : NULL;
        bool new_paper = !last || strcmp(last->paper, one->paper) != 0, is_claim = one->kind == ROW_CLAIM;
        if (new_paper) fprintf(out, "\n%s\n", one->title);
        if (is_claim && (new_paper || last->kind != ROW_CLAIM)) fprintf(out, "\n%s: claims\n", one->paper);
        if (!is_claim && (new_paper || last->kind == ROW_CLAIM || strcmp(last->case_name, one->case_name) != 0))
            fprintf(out, "\n%s: %s\n", one->paper, one->case_name);
        (is_claim ? put_claim : put_row)(out, one);
    }
}

/* --- files ------------------------------------------------------------------------------------------------------------------ */

static void put_csv(const paper_rows *r, FILE *out)
{
    static const char *const kinds[] = {"quantity", "repetition", "run", "claim"};
    fprintf(out,
            "paper,system,case,kind,quantity,computed,expected,verdict,share of tolerance,paper says,source,reason\n");
    for (size_t i = 0; i < r->count && !r->failed; i++) {
        const paper_row *one = &r->at[i];
        const char *const cells[] = {one->paper, one->system,   one->case_name, kinds[one->kind],
                                     one->what,  one->computed, one->expected,  row_word(one)};
        for (size_t k = 0; k < sizeof cells / sizeof *cells; k++) {
            put_csv_cell(out, cells[k] ? cells[k] : "");
            fputc(',', out);
        }
        fprintf(out, isnan(one->share) ? "," : "%.3g,", one->share);
        put_csv_cell(out, one->says ? one->says : "");
        fputc(',', out);
        put_csv_cell(out, one->source ? one->source : "");
        fputc(',', out);
        put_csv_cell(out, one->why ? one->why : one->reason ? one->reason : "");
        fputc('\n', out);
    }
}

int write_rows(const paper_rows *r, const char *path)
{
    atomic_file file;
    int status = atomic_open(&file, path);
    if (status) return status;
    if (ends_with(path, ".csv"))
        put_csv(r, file.stream);
    else
        print_rows(r, file.stream);
    return atomic_close(&file, true);
}
