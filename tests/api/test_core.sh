#!/bin/sh
# test_core.sh NM OBJECTS ALLOWED - no object of the library calls a function of another library that ALLOWED does not list for
# its folder, and ALLOWED lists no folder that does not exist
#
# OBJECTS is a file with one path a line, .../src/FOLDER/NAME.c.o. Functions with checks of a hardened build (__snprintf_chk) count
# as those without.
set -eu
nm=$1
list=$2
allowed=$3

grep -E '/src/[a-z]+/[a-z0-9_]+\.c\.o$' "$list" | xargs "$nm" -A -u | awk -v allowed="$allowed" '
    BEGIN {
        while ((getline line < allowed) > 0) {
            if (line ~ /^(#|$)/) continue
            count = split(line, word, " ")
            sub(/:$/, "", word[1])
            for (i = 2; i <= count; i++) {
                may[word[1], word[i]] = 1
                if (sub(/[*]$/, "", word[i])) may_begin[word[1], ++begins] = word[i]
            }
        }
    }
    {
        folder = $0
        sub(/^.*\/src\//, "", folder)
        file = folder
        sub(/\/.*/, "", folder)
        sub(/\.o:.*/, "", file)
        name = $NF
        if (name ~ /^__.*_chk$/ && name != "__stack_chk_fail") {
            sub(/^__/, "", name)
            sub(/_chk$/, "", name)
        }
        files[file] = 1
        if (name ~ /^(bri_|_GLOBAL_OFFSET_TABLE_$)/ || (("*", name) in may) || ((folder, name) in may)) next
        for (i = 1; i <= begins; i++)
            if (((folder, i) in may_begin) && index(name, may_begin[folder, i]) == 1) next
        printf "src/%s calls %s, which tests/api/libc.allowed does not list for src/%s\n", file, name, folder
        bad = 1
    }
    END {
        for (file in files) count_files++
        if (count_files < 100) { printf "only %d objects were found\n", count_files; bad = 1 }
        exit bad
    }'
