#!/bin/sh
# Every public function that takes a bri_error clears it first: test_errors.sh ROOT
cd "$1" || exit 1
found=0
for name in $(cat include/bristle/*.h | sed 's|/\*.*\*/||' | tr '\n' ' ' | tr ';' '\n' |
    grep -v '(\*' | sed -n 's/.*[ *]\(bri_[a-z0-9_]*\)(.*bri_error \*err) *$/\1/p' | sort -u); do
    found=$((found + 1))
    cat src/*/*.c | awk -v name="$name" '
        $0 ~ "^[a-z].*[ *]" name "\\(" { open = 1 }
        open && /;/ { exit !($0 ~ /bri_error_clear\(err\);/) }
        END { if (!open) exit 1 }' && continue
    echo "$name does not begin with bri_error_clear(err)"
    bad=1
done
[ "$found" -gt 50 ] || { echo "only $found functions were found"; exit 1; }
exit "${bad:-0}"
