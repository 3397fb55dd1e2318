/* row_message.c - the row of a run as bytes */
#include "row_message.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct row_head {
    uint64_t run;
    int64_t steps, evaluations;
    double seconds;
    int32_t status, values;
} row_head;

/* A text with its length before it; -1: there is none. */
static void add_text(bri_text *out, const char *text)
{
    int64_t length = text ? (int64_t)strlen(text) : -1;
    bri_text_add_n(out, (const char *)&length, sizeof length);
    if (text) bri_text_add_n(out, text, (size_t)length);
}

void row_pack(bri_text *out, size_t run, const bri_study_row *row)
{
    row_head head = {run, row->steps, row->evaluations, row->seconds, (int32_t)row->status, row->values};
    bri_text_add_n(out, (const char *)&head, sizeof head);
    add_text(out, row->message);
    for (int i = 0; i < row->values; i++) {
        bri_text_add_n(out, (const char *)&row->value[i].number, sizeof row->value[i].number);
        add_text(out, row->value[i].word);
    }
}

typedef struct message {
    const char *at;
    size_t left;
} message;

static bool take(message *m, void *to, size_t length)
{
    if (m->left < length) return false;
    memcpy(to, m->at, length);
    m->at += length;
    m->left -= length;
    return true;
}

static bool take_text(message *m, char **text)
{
    int64_t length;
    if (!take(m, &length, sizeof length)) return false;
    if (length < 0) return true;
    if ((uint64_t)length > m->left || !(*text = calloc((size_t)length + 1, 1))) return false;
    return take(m, *text, (size_t)length);
}

bool row_unpack(const char *bytes, size_t length, size_t *run, bri_study_row *row)
{
    message m = {bytes, length};
    row_head head;
    *row = (bri_study_row){.done = true};
    if (!take(&m, &head, sizeof head) || head.values < 0) return false;
    *run = (size_t)head.run;
    row->status = (bri_status)head.status;
    row->steps = (long)head.steps;
    row->evaluations = (long)head.evaluations;
    row->seconds = head.seconds;
    bool fine = take_text(&m, &row->message);
    row->value = fine ? calloc((size_t)head.values + 1, sizeof *row->value) : NULL;
    row->values = row->value ? head.values : 0;
    for (int i = 0; i < row->values && fine; i++)
        fine = take(&m, &row->value[i].number, sizeof row->value[i].number) && take_text(&m, &row->value[i].word);
    if (fine && row->value && !m.left) return true;
    bri_study_row_clear(row);
    return false;
}
