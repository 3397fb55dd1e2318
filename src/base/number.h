/* number.h - decimal numbers read and printed the same in every locale */
#ifndef BRISTLE_BASE_NUMBER_H
#define BRISTLE_BASE_NUMBER_H

#include <stdbool.h>

/* Reads one decimal number, correctly rounded: an optional sign, digits with an optional point, an optional exponent.
 * No white space before it, no hexadecimal, no inf, no nan. An 'e' without digits after it is not an exponent: "5em"
 * is 5, followed by "em". *end is set to the end of the number, or to text if there is none. Returns false if there is
 * no number (*end == text) or it is too large for a double (*end > text); *value is then unchanged. */
bool bri_number_read(const char *text, const char **end, double *value);

/* Writes the shortest of %.15g, %.16g and %.17g that reads back as the same double; else "nan", "inf" or "-inf". */
void bri_number_print(char out[32], double value);

#endif
