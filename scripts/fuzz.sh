#!/bin/sh
# fuzz.sh FOLDER SECONDS - runs each fuzz target found in FOLDER, from a copy of its corpus
#
# An input that breaks a target is kept under out/fuzz/; put it into fuzz/corpus/NAME when the fault is mended, so that
# it is an ordinary test from then on.
set -eu
folder=$1 seconds=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p out/fuzz
"$folder/../tool/bristle" schema --words >"$work/words"
failed=

for program in "$folder"/fuzz_*; do
    test -f "$program" && test -x "$program" || continue
    name=$(basename "$program")
    name=${name#fuzz_}
    printf '\n== %s, %s s\n' "$name" "$seconds"
    mkdir "$work/$name"
    cp -R "fuzz/corpus/$name/." "$work/$name"
    set -- # text is made of the words of the tables as well
    case $name in measurement | model | params | run | study | unit) set -- -dict="$work/words" ;; esac
    "$program" "$@" -max_total_time="$seconds" -timeout=10 -print_final_stats=1 -verbosity=0 \
        -artifact_prefix="out/fuzz/$name-" "$work/$name" || failed="$failed $name"
done
test -z "$failed" || {
    echo "fuzz: broken by some input, kept under out/fuzz/:$failed" >&2
    exit 1
}
