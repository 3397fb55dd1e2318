/* hash.h - SHA-256 (FIPS 180-4), by which runs and models are known */
#ifndef BRISTLE_STUDY_HASH_H
#define BRISTLE_STUDY_HASH_H

#include <stddef.h>
#include <stdint.h>

typedef struct bri_hash {
    uint32_t state[8];
    uint64_t length; /* bytes so far */
    unsigned char block[64];
} bri_hash;

void bri_hash_begin(bri_hash *hash);
void bri_hash_add(bri_hash *hash, const void *bytes, size_t length);
void bri_hash_add_text(bri_hash *hash, const char *text); /* with its end: "ab", "c" is not "a", "bc" */
void bri_hash_end(bri_hash *hash, unsigned char digest[32]);

#endif
