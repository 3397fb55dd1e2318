/* api.h - the version, and BRI_API, which marks the functions that programs may call
 *
 * The library is compiled with hidden visibility: its shared form exports the functions with BRI_API and nothing else.
 * Programs, in C and C++, that link the shared or the static library need to define nothing. */
#ifndef BRISTLE_API_H
#define BRISTLE_API_H

#ifdef __cplusplus
extern "C" {
#endif

#ifdef BRI_API
#elif defined(__GNUC__) /* gcc, clang */
#define BRI_API __attribute__((visibility("default")))
#else
#define BRI_API
#endif

#if defined(__GNUC__) /* arguments that are checked as those of printf */
#define BRI_PRINTF(at, first) __attribute__((format(printf, at, first)))
#else
#define BRI_PRINTF(at, first)
#endif

#ifdef __cplusplus /* initialises a struct with zeros */
#define BRI_ZEROS                                                                                                      \
    {                                                                                                                  \
    }
#else
#define BRI_ZEROS                                                                                                      \
    {                                                                                                                  \
        0                                                                                                              \
    }
#endif

/* The version of these headers. The build reads its version from here. */
#define BRI_VERSION_MAJOR 0
#define BRI_VERSION_MINOR 1
#define BRI_VERSION_PATCH 0
#define BRI_VERSION BRI_VERSION_TEXT(BRI_VERSION_MAJOR, BRI_VERSION_MINOR, BRI_VERSION_PATCH) /* "0.1.0" */
#define BRI_VERSION_TEXT(major, minor, patch) BRI_VERSION_JOIN(major, minor, patch)
#define BRI_VERSION_JOIN(major, minor, patch) #major "." #minor "." #patch

/* BRI_VERSION of the library that runs, which may be newer than the headers that a program was compiled with; a constant
 * string. bristle.h says which programs keep working. */
BRI_API const char *bri_version(void);

#ifdef __cplusplus
}
#endif
#endif
