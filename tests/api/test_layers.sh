#!/bin/sh
# test_layers.sh SRC - a file includes its own folder, the folders above it in SRC/LAYERS, and public headers; every folder
# has a line in LAYERS, and every line has a folder
set -eu
cd "$1"

complaints=$(
    for folder in */; do
        grep -qx "${folder%/}" LAYERS || echo "src/$folder is missing in src/LAYERS"
    done
    while read -r folder; do
        test -d "$folder" || echo "src/LAYERS names $folder, but there is no src/$folder"
    done <LAYERS
    find . -mindepth 2 \( -name '*.c' -o -name '*.h' -o -name '*.def' \) -exec awk '
        BEGIN { while ((getline name < "LAYERS") > 0) place[name] = ++count }
        FNR == 1 { split(FILENAME, part, "/"); own = part[2] }
        /^[ \t]*#[ \t]*include[ \t]*["<]/ {
            name = $0
            sub(/^[^"<]*["<]/, "", name)
            sub(/[">].*$/, "", name)
            split(name, step, "/")
            if (index($0, "<") && !(step[1] in place) && step[1] !~ /^[.]/) next # of the system
            if (step[1] == "bristle") next
            if (name !~ /\//) step[1] = own
            if (!(step[1] in place))
                why = "is no folder of src/LAYERS"
            else if (place[step[1]] > place[own])
                why = "stands below src/" own " in src/LAYERS"
            else
                next
            printf "src/%s:%d: includes %s, but %s %s\n", substr(FILENAME, 3), FNR, name, step[1], why
        }' {} +
)
test -z "$complaints" || {
    printf '%s\n' "$complaints"
    exit 1
}
