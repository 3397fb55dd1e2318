/* run_key.c - the key of a run: a hash of what is run */
#include "study/run_key.h"

#include <string.h>

void bri_run_key_begin(bri_hash *common, const char *version, const char *model, const char *measures)
{
    bri_hash_begin(common);
    bri_hash_add_text(common, version);
    bri_hash_add_text(common, model);
    bri_hash_add_text(common, measures);
}

bri_run_key bri_run_key_of(const bri_hash *common, const bri_study *study, size_t run, int *level)
{
    bri_hash hash = *common;
    unsigned char digest[32];
    bri_run_key key;
    for (int i = 0; i < study->variations; i++) {
        const bri_variation *v = &study->variation[i];
        bri_level at = bri_study_level(study, run, i, level);
        for (int k = 0; k < v->paths.count; k++) {
            double value = bri_variation_value(v, &at, k);
            bri_hash_add_text(&hash, v->paths.at[k]);
            if (at.kind == BRI_LEVEL_TEXT)
                bri_hash_add_text(&hash, at.text);
            else
                bri_hash_add(&hash, &value, sizeof value);
        }
    }
    bri_hash_end(&hash, digest);
    memcpy(key.byte, digest, sizeof key.byte);
    return key;
}
