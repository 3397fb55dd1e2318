/* processor.h - what results were measured with */
#ifndef BRISTLE_BENCH_PROCESSOR_H
#define BRISTLE_BENCH_PROCESSOR_H

#include <stdio.h>
#include <string.h>

static void processor(char out[128])
{
    char line[256];
    FILE *f = fopen("/proc/cpuinfo", "r");
    strcpy(out, "unknown processor");
    while (f && fgets(line, sizeof line, f))
        if (!strncmp(line, "model name", 10) && strchr(line, ':')) {
            snprintf(out, 128, "%s", strchr(line, ':') + 2);
            out[strcspn(out, "\n")] = 0;
            break;
        }
    if (f) fclose(f);
}

#ifdef __clang__
static const char compiler[] = "clang " __clang_version__;
#else
static const char compiler[] = "gcc " __VERSION__;
#endif

#endif
