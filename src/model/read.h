/* read.h - what reading records and reading values share */
#ifndef BRISTLE_MODEL_READ_H
#define BRISTLE_MODEL_READ_H

#include "model/model.h"

#define REFUSE(reader, node, ...) bri_refuse(reader, BRI_BAD_VALUE, (node)->line, (node)->column, __VA_ARGS__)

bool bri_is_nothing(const bri_node *node); /* "mass:" */
void bri_refuse_type(bri_reader *reader, const bri_node *node, const char *name, const char *wanted);

typedef struct bri_gathered { /* the numbers and words of one record, to be read together */
    bri_setting setting[BRI_ROWS_MAX];
    const bri_node *node[BRI_ROWS_MAX];
    char index[BRI_ROWS_MAX][8]; /* stands as the place of each until the complaint is given on */
    char *list[BRI_ROWS_MAX];    /* texts made here, to be freed */
    size_t count;
} bri_gathered;

/* Adds what a row of numbers or words is given as; name: as complaints call it. */
void bri_gather(bri_reader *reader, const bri_node *node, const bri_param *row, const char *name, bri_gathered *all);
/* All of them at once, then the checks of the kind, unless something was refused already. Node: the whole record. */
void bri_read_gathered(bri_reader *reader, const bri_node *node, const bri_kind *kind, bri_sense sense, void *params,
                       bri_gathered *all, bool check);
void bri_gathered_free(bri_gathered *all);

/* A vector, series, string or names. */
void bri_read_value(bri_reader *reader, const bri_node *node, const bri_param *row, bri_sense sense,
                    bri_record *record);

#endif
