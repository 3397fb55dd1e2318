#!/bin/sh
# lint.sh JOBS - layout, clang's warnings, common mistakes; each law is read once, for single values. Nothing is built: clang-tidy
# gives clang's warnings of the library and the tool, and `make asan` or `make clang` compiles the tests with them.
set -eu
jobs=$1
quiet=$(mktemp) # clang-tidy counts there the warnings it does not show
trap 'rm -f "$quiet"' EXIT

heading() { printf '\n== %s\n' "$*"; }

heading clang-format
git -c safe.directory="$PWD" ls-files --cached --others --exclude-standard '*.c' '*.h' '*.cpp' |
    while read -r file; do test ! -f "$file" || echo "$file"; done |
    xargs clang-format --dry-run -Werror

heading "clang's warnings, clang-tidy" # with assertions, which tell it what cannot be; one file at a time, or it errs on va_list
cmake --preset clang >/dev/null
# Files of the library that are in optional parts too are read once.
python3 - build-clang/compile_commands.json <<'EOF'
import json, sys
commands = json.load(open(sys.argv[1]))
json.dump(list({c["file"]: c for c in reversed(commands)}.values()), open(sys.argv[1], "w"), indent=0)
EOF
# The analyzer leaves a function after so many states, a fifth of its own limit: four times as fast, with the same findings.
tidy() {
    xargs -P "$jobs" -n 1 clang-tidy --quiet -p build-clang --extra-arg=-UNDEBUG --extra-arg=-Xclang --extra-arg=-analyzer-config \
        --extra-arg=-Xclang --extra-arg=max-nodes=45000 "$@" 2>"$quiet" || { cat "$quiet"; exit 1; }
}
sed -n 's/^ *"file": "\(.*\)",*$/\1/p' build-clang/compile_commands.json | sort -u | grep -v -e '/src/base/fail\.c$' -e /generated/ |
    tidy --extra-arg=-include --extra-arg="$PWD/scripts/clang-tidy.h"
echo src/base/fail.c | tidy

heading cppcheck
folders=
for folder in src parts tool fuzz; do test ! -d $folder || folders="$folders $folder"; done
# uninitvar: it takes loops over the one or two components of sliding for loops that may not run
# shellcheck disable=SC2086
cppcheck --quiet -j "$jobs" --std=c11 --enable=warning,performance,portability --inline-suppr --error-exitcode=1 \
    --suppress=uninitvar:'src/friction/*' -I include -I src -D BRI_LANES=1 $folders
