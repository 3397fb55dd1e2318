/* fuzz_model.c - any bytes as a model file: a model that survives being written, copied and edited, or sentences */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "model/model.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* libfyaml 0.7.12 loses a buffer where a long quoted scalar has many escapes and then an error. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) { return "leak:libfyaml"; }

static void check(int claim)
{
    if (!claim) abort();
}

static void count_complaint(const bri_error *one, void *user)
{
    int *count = user;
    check(one->what[0] != '\0');
    *count += one->status != BRI_OK; /* others are warnings */
}

static bool collect(const char *piece, size_t length, void *user)
{
    bri_text_add_n(user, piece, length);
    return true;
}

/* Reading what was written gives a model that is written the same. */
static void write_and_read(const bri_model *model)
{
    bri_text first = {0}, second = {0};
    bri_model *again = NULL;
    check(bri_model_write(model, collect, &first, NULL) == BRI_OK);
    check(bri_model_parse(first.at, first.length, "again", &again, NULL) == BRI_OK);
    check(bri_model_write(again, collect, &second, NULL) == BRI_OK);
    check(!strcmp(first.at, second.at));
    bri_text_free(&first);
    bri_text_free(&second);
    bri_model_destroy(again);
}

/* Every number that a path names can be set to what it is. */
static void visit_numbers(bri_model *model, const bri_records *parts, const char *row)
{
    char path[200];
    double value;
    for (int i = 0; i < parts->count && i < 3; i++) {
        snprintf(path, sizeof path, "%s.%s", parts->at[i].name, row);
        if (bri_model_get(model, path, &value, NULL)) continue;
        check(bri_model_set(model, path, value, NULL) == BRI_OK);
    }
}

/* A parameter that is set to what it is changes nothing else. */
static void visit_parameters(bri_model *model)
{
    const bri_records *all = &bri_model_root(model)->parameters;
    bri_text before = {0}, after = {0};
    double value;
    for (int i = 0; i < all->count && i < 3; i++) {
        check(bri_model_get(model, all->at[i].name, &value, NULL) == BRI_OK);
        check(bri_model_set(model, all->at[i].name, value, NULL) == BRI_OK);
        check(bri_model_write(model, collect, &before, NULL) == BRI_OK);
        bri_model_set_text(model, all->at[i].name, "1e9*(1 + 2)", NULL);
        check(bri_model_set(model, all->at[i].name, value, NULL) == BRI_OK);
        check(bri_model_write(model, collect, &after, NULL) == BRI_OK);
        check(!strcmp(before.at, after.at));
        bri_text_free(&before);
        bri_text_free(&after);
    }
    bri_model_set(model, "*.m*", 1, NULL);
}

static void edit(bri_model *model)
{
    visit_parameters(model);
    const bri_model_params *root = bri_model_root(model);
    visit_numbers(model, &root->bodies, "mass");
    visit_numbers(model, &root->bodies, "at.x");
    visit_numbers(model, &root->joints, "friction.mu_k");
    visit_numbers(model, &root->joints, "friction.noise.std");
    visit_numbers(model, &root->forces, "value");
    check(bri_model_check(model, NULL) == BRI_OK);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    bri_model *model = NULL, *copy = NULL;
    int complaints = 0;
    bri_error err = {.each = count_complaint, .user = &complaints};
    bri_status status = bri_model_parse((const char *)data, size, "t", &model, &err);
    check((status == BRI_OK) == (complaints == 0));
    check((status == BRI_OK) == (err.status == BRI_OK) && (status == BRI_OK) == (model != NULL));
    if (!model) return 0;
    write_and_read(model);
    check(bri_model_copy(model, &copy, NULL) == BRI_OK);
    bri_model_destroy(model);
    edit(copy);
    write_and_read(copy);
    bri_model_destroy(copy);
    return 0;
}
