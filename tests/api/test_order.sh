#!/bin/sh
# test_order.sh SRC - the files of a folder depend on each other in one direction only, wherever the folder has a file ORDER
#
# ORDER lists the stems of the folder's files from the lowest up, one per line; "joint_*" stands for all files that match.
# For each folder with an ORDER:
#   - every .c and .h file has a line, and every line has a file;
#   - X.c and X.h include, of their own folder, only X.h and headers that are listed above X;
#   - what X.h declares (functions, and variables as extern) is defined in X.c;
#   - X.c and X.h use no function or variable that a file listed below X defines, so that calls follow the order even
#     where the declaration stands in a public header.
set -eu
cd "$1"

complaints=$(
    for order in */ORDER; do
        folder=${order%/ORDER}
        files=$(find "$folder" -name '*.[ch]' | LC_ALL=C sort)
        # shellcheck disable=SC2086 # names without blanks; all files twice: once for what they define, once for what they use
        awk -v folder="$folder" '
        function position(stem,   i) {
            if (stem in exact) return exact[stem]
            for (i = 1; i <= lines; i++)
                if (line[i] ~ /[*]/ && stem ~ ("^" pattern[i] "$")) return i
            return 0
        }
        function complain(what) { printf "src/%s:%d: %s\n", FILENAME, FNR, what }
        # the line without comments; "open" says whether a comment goes on in the next
        function code(text,   before, at) {
            before = ""
            for (;;) {
                if (open) {
                    at = index(text, "*/")
                    if (!at) return before
                    text = substr(text, at + 2)
                    open = 0
                }
                at = index(text, "/*")
                if (!at) return before text
                before = before substr(text, 1, at - 1)
                text = substr(text, at + 2)
                open = 1
            }
        }
        # the name that a line without indentation declares or defines for other files; "" if it does not
        function exported(text,   name) {
            if (text !~ /^[a-z]/ || text ~ /^(static|typedef|enum|union|return)[^a-z]/ || text ~ /^struct [a-z_]+( [{]|;)/) return ""
            name = text
            if (name ~ /bri_[a-z0-9_]+[(]/)
                sub(/[(].*/, "", name)
            else if (name ~ /bri_[a-z0-9_]+(\[[^]]*\])?( =|;|,)/)
                sub(/(\[[^]]*\])*( =|;|,).*/, "", name)
            else
                return ""
            sub(/^.*[^a-z0-9_]/, "", name)
            return name ~ /^bri_/ ? name : ""
        }
        BEGIN {
            while ((getline text < (folder "/ORDER")) > 0) {
                line[++lines] = text
                pattern[lines] = text
                gsub(/[*]/, "[a-z0-9_]*", pattern[lines])
                if (text !~ /[*]/) exact[text] = lines
            }
        }
        FNR == 1 {
            open = 0
            stem = FILENAME
            sub(/^.*\//, "", stem)
            header = stem ~ /[.]h$/
            sub(/[.][ch]$/, "", stem)
            place = position(stem)
            pass = ++seen[FILENAME]
            if (pass == 1 && !place) complain(stem " is missing in src/" folder "/ORDER")
            found[place] = 1
        }
        !place { next }
        { text = code($0) }
        pass == 1 && !header && text !~ /^extern/ {
            name = exported(text)
            if (name != "") home[name] = stem
        }
        pass == 2 && /^[ \t]*#[ \t]*include[ \t]*["<]/ {
            name = $0
            sub(/^[^"<]*["<]/, "", name)
            sub(/[">].*$/, "", name)
            if (index(name, folder "/") == 1) sub(/^.*\//, "", name)
            if (name !~ /\// && name ~ /[.]h$/ && /"/) {
                sub(/[.]h$/, "", name)
                if (name != stem && position(name) >= place)
                    complain("includes " name ".h, which is not listed above " stem " in src/" folder "/ORDER")
            }
            next
        }
        pass == 2 && header {
            name = exported(text)
            if (name != "" && home[name] != stem)
                complain("declares " name ", which is not defined in " stem ".c" \
                         (home[name] ? " but in " home[name] ".c" : ""))
        }
        pass == 2 {
            rest = text
            while (match(rest, /bri_[a-z0-9_]+/)) {
                name = substr(rest, RSTART, RLENGTH)
                whole = RSTART == 1 || substr(rest, RSTART - 1, 1) !~ /[A-Za-z0-9_.>]/
                rest = substr(rest, RSTART + RLENGTH)
                if (whole && name in home && home[name] != stem && position(home[name]) >= place)
                    complain("uses " name " of " home[name] ".c, which is not listed above " stem " in src/" folder "/ORDER")
            }
        }
        END {
            for (i = 1; i <= lines; i++)
                if (!(i in found)) printf "src/%s/ORDER:%d: there is no file %s\n", folder, i, line[i]
        }' $files $files
    done
)
test -z "$complaints" || {
    printf '%s\n' "$complaints"
    exit 1
}
