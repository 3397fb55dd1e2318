/* replay.c - gives every file of a folder to a fuzz target, so that its corpus is an ordinary test */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The bytes in a block of their own size, so that a sanitizer sees a step beyond the last. NULL: cannot be read. */
static uint8_t *read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (!file) return NULL;
    uint8_t *data = NULL;
    if (!fseek(file, 0, SEEK_END)) {
        long length = ftell(file);
        rewind(file);
        *size = length > 0 ? (size_t)length : 0;
        data = malloc(*size + !*size);
        if (data && fread(data, 1, *size, file) != *size) {
            free(data);
            data = NULL;
        }
    }
    fclose(file);
    return data;
}

int main(int count, char **arguments)
{
    DIR *folder = count == 2 ? opendir(arguments[1]) : NULL;
    if (!folder) {
        fprintf(stderr, "usage: %s FOLDER\n", arguments[0]);
        return 2;
    }
    int files = 0, unread = 0;
    for (struct dirent *entry = readdir(folder); entry; entry = readdir(folder)) {
        if (entry->d_name[0] == '.') continue;
        char path[4096];
        size_t size = 0;
        snprintf(path, sizeof path, "%s/%s", arguments[1], entry->d_name);
        uint8_t *data = read_file(path, &size);
        if (data) {
            printf("%s\n", path);
            fflush(stdout); /* the last line names the input that broke the target */
            LLVMFuzzerTestOneInput(data, size);
            files++;
        } else {
            fprintf(stderr, "%s cannot be read\n", path);
            unread++;
        }
        free(data);
    }
    closedir(folder);
    return files == 0 || unread > 0;
}
