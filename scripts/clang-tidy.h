/* clang-tidy.h - what clang-tidy cannot see from one file: that a complaint returns the status it is given */
#ifndef BRISTLE_CLANG_TIDY_H
#define BRISTLE_CLANG_TIDY_H

#include "../src/base/fail.h"

#define bri_fail(err, status, ...) ((void)bri_fail(err, status, __VA_ARGS__), (status))
#define bri_fail_at(err, status, ...) ((void)bri_fail_at(err, status, __VA_ARGS__), (status))

#endif
