/* given.c - structs that a program fills, and that may be of another version than the library */
#include "base/given.h"

#include <string.h>

#include "base/fail.h"
#include "bristle/api.h"

enum {
    LARGEST = 4096 /* no struct becomes so large: whoever claims it has not set the size */
};

bri_status bri_given(const bri_struct *of, const void *given, void *whole, bri_error *err)
{
    size_t size = 0;
    memset(whole, 0, of->size);
    if (given) {
        memcpy(&size, given, sizeof size);
        if (size < of->first || size > LARGEST)
            return bri_fail(err, BRI_BAD_VALUE, "a %s was not initialised: begin with %s, which sets its size",
                            of->type, of->defaults);
        for (size_t i = of->size; i < size; i++)
            if (((const char *)given)[i])
                return bri_fail(err, BRI_BAD_VALUE,
                                "a %s sets fields that bristle " BRI_VERSION " does not know: run the program with the "
                                "version of bristle that it was compiled for, or a later one",
                                of->type);
        memcpy(whole, given, size < of->size ? size : of->size);
    }
    memcpy(whole, &of->size, sizeof of->size);
    return BRI_OK;
}

void bri_hand_out(const void *whole, size_t whole_size, void *out, size_t size)
{
    size_t both = size < whole_size ? size : whole_size;
    memcpy(out, whole, both);
    memset((char *)out + both, 0, size - both);
}
