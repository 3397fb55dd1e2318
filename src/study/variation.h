/* variation.h - one thing of a model that varies: a path, or all paths of a pattern, and its levels
 *
 *     pin.friction.mu_k   0.1, 0.2, 0.3              values
 *     pin.radius          10 mm to 50 mm in 5        range; "in 5 log": equal ratios
 *     *.friction.mu_k     x0.5, x1, x2               factors of the model's values
 *     *.friction.mu_k     +-30 %                     tolerance: 0.7, 1 and 1.3 times the model's values; "+-30 % in 7"
 *     pin.radius          +-1 mm                     the same as an amount
 *     pin.friction.law    coulomb, lugre             words, expressions
 *     pin.friction        dry={law: coulomb, mu_k: 0.3}, soft={law: lugre, mu_k: 0.3, sigma0: 1e5 1/m}
 *                                                    parts of the model; names are for tables
 *
 * and, for samples, distributions:
 *
 *     pin.radius          10 mm to 50 mm             uniform; "10 mm to 50 mm log": of its logarithm
 *     *.friction.mu_k     +-30 %                     uniform; "+-30 % normal": with that standard deviation
 *     pin.radius          normal 20 mm sd 1 mm       normal
 */
#ifndef BRISTLE_STUDY_VARIATION_H
#define BRISTLE_STUDY_VARIATION_H

#include "model/model.h"
#include "study/distribution.h"

typedef enum bri_level_kind {
    BRI_LEVEL_BASE,   /* as the model has it */
    BRI_LEVEL_TEXT,   /* a word or an expression */
    BRI_LEVEL_NUMBER, /* a value, in SI units */
    BRI_LEVEL_FACTOR, /* of the value in the model */
    BRI_LEVEL_OFFSET, /* from the value in the model, in SI units */
} bri_level_kind;

typedef struct bri_level {
    bri_level_kind kind;
    double number;        /* value, factor or offset; of a text NAN */
    char *text;           /* of BRI_LEVEL_TEXT; else NULL */
    char *name;           /* of such a text; NULL: it has none */
    bool changes_nothing; /* a text: it is what the model has */
} bri_level;

typedef struct bri_variation {
    char *path;               /* or a pattern */
    bri_names paths;          /* those that it matches */
    double *base;             /* of each of them in the model, in SI units; NAN: no number */
    char unit[BRI_WORD_ROOM]; /* SI; "1": plain numbers, or words */
    bri_level_kind kind;      /* of its levels; of words and values together, of the first */
    bri_level *level;         /* NULL: a distribution only */
    int levels;
    bri_distribution distribution; /* from which samples are drawn; BRI_NO_DISTRIBUTION: from the levels */
} bri_variation;

/* Reads what varies, of a model; fails with a sentence at the path. */
bri_status bri_variation_read(const bri_model *model, const char *path, const char *values, bri_variation *out,
                              bri_error *err);
void bri_variation_destroy(bri_variation *v);
/* The level at a share, 0 to 1, of the distribution. Its text is borrowed. */
bri_level bri_variation_draw(const bri_variation *v, double share);
/* Sets the paths of a model to a level. */
bri_status bri_variation_apply(const bri_variation *v, const bri_level *level, bri_model *model, bri_error *err);
bool bri_variation_is_word(const bri_variation *v);                         /* some level is not a number */
bool bri_variation_is_base(const bri_variation *v, const bri_level *level); /* it is what the model has */
/* The value that a level sets a path of the variation to, in SI units; NAN: a text. */
double bri_variation_value(const bri_variation *v, const bri_level *level, int path);
/* For tables: the value, in SI units, of a single path; of several paths that are set by factors or offsets, these. NAN: a text. */
double bri_variation_number(const bri_variation *v, const bri_level *level);
const char *bri_variation_unit(const bri_variation *v); /* of that number */
/* For tables: the name of a level that is a text, or else the text; NULL: it is a number. */
const char *bri_level_word(const bri_level *level);
bool bri_level_is_part(
    const bri_level *level); /* {law: lugre, ...}: a part of the model, within which other values may lie */

#endif
