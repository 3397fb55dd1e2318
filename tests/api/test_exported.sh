#!/bin/sh
# test_exported.sh NM CC INCLUDE LIST STATIC [SHARED] - what programs may call is what the list says
#
#   - a function is declared with BRI_API in a public header if and only if LIST (tests/api/exported) has its name
#   - every function that a public header declares has BRI_API, and no header declares a variable
#   - the shared library exports the functions of LIST and nothing else
#   - global names of the static library begin with bri_
#   - test_structs.c lists every public struct
#
# After a change that is meant, EXPECT=write ctest -R test_exported writes the list anew. A name that leaves it breaks programs:
# then raise SOVERSION in CMakeLists.txt.
set -eu
nm=$1
cc=$2
include=$3
list=$4
static=$5
shared=${6:-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

complain() { # what, names in a file: a complaint for each
    while read -r name; do
        echo "$name $1"
        failed=1
    done <"$2"
}

# Declarations, one a line, without the bodies of structs, enums and inline functions; without headers of the system.
for header in "$include"/bristle/*.h; do
    echo "#include \"bristle/${header##*/}\""
done | "$cc" -E -std=c17 -I"$include" -DBRI_API=BRI_API_HERE -x c - | awk -v own="$include/" '
    /^#/ { mine = index($3, "\"" own) == 1; next }
    mine { text = text " " $0 }
    END {
        while (gsub(/[{][^{}]*[}]/, "@", text)) ;
        gsub(/@ *static/, "@; static", text)
        gsub(/;/, "\n", text)
        gsub(/@[ \n]*(BRI_API_HERE|static)/, "@\n&", text)
        print text
    }' | sed 's/^[@ ]*//' | grep -v -e '^typedef' -e '^static' -e '^$' -e '^struct [a-z_]*@*$' -e '^enum' >"$work/declarations"
sed -n 's/^BRI_API_HERE [^(]*[ *]\(bri_[a-z0-9_]*\) *(.*/\1/p' "$work/declarations" | sort -u >"$work/declared"
grep -v '^BRI_API_HERE [^(]*[ *]bri_[a-z0-9_]* *(' "$work/declarations" >"$work/others" || true
complain "is declared in a public header, and is no function with BRI_API" "$work/others"

if test "${EXPECT:-}" = write; then
    cp "$work/declared" "$list"
fi
sort -u "$list" >"$work/listed"
how="run EXPECT=write ctest -R test_exported if this is meant"
comm -23 "$work/declared" "$work/listed" >"$work/new"
complain "is new in the public headers; $how" "$work/new"
comm -13 "$work/declared" "$work/listed" >"$work/gone"
complain "was declared in the public headers, and is no more, which breaks programs; $how" "$work/gone"

if test -n "$shared"; then
    "$nm" -D --defined-only "$shared" | awk '{ print $NF }' | sed 's/@.*//' | sort -u >"$work/exported"
    comm -23 "$work/exported" "$work/declared" >"$work/extra"
    complain "is exported by the shared library, and no public header declares it" "$work/extra"
    comm -13 "$work/exported" "$work/declared" >"$work/absent"
    complain "is declared in a public header, and the shared library does not export it" "$work/absent"
fi

"$nm" --defined-only --extern-only "$static" 2>/dev/null | awk 'NF == 3 { print $3 }' | sort -u >"$work/global"
test "$(wc -l <"$work/global")" -gt 500 || {
    echo "only $(wc -l <"$work/global") global names were found in $static"
    failed=1
}
grep -v '^bri_' "$work/global" >"$work/foreign" || true
complain "is a global name of the static library without bri_" "$work/foreign"

# Every public struct has its size in test_structs.c.
cat "$include"/bristle/*.h | tr '\n' ' ' | grep -oE 'typedef struct +bri_[a-z_]+ +[{]' | grep -oE 'bri_[a-z_]+' | while read -r name; do
    grep -q "SIZE($name," "$(dirname "$0")/test_structs.c" || echo "$name"
done >"$work/unlisted"
complain "is a public struct that tests/api/test_structs.c does not list" "$work/unlisted"
exit $failed
