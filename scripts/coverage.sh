#!/bin/sh
# coverage.sh BUILD JOBS [REPEATS] - do the intervals of fits hold the truth as often as they say? Fits every law REPEATS times (200) to its own
# force with noise of its own, several laws at a time, into out/coverage; ends with the pooled share and the parameters that are below 89 %.
set -eu
build=$1 jobs=$2 repeats=${3:-200}
mkdir -p out/coverage
rm -f out/coverage/*.txt

# BUILD REPEATS LAW: the seed is that of the name
# shellcheck disable=SC2016
one='seed=$(printf %s "$3" | cksum | cut -d " " -f 1)
"$1/tests/campaign/coverage" --repeats "$2" --seed "$seed" --low 0 --high 1 --each 0 "$3" >"out/coverage/$3.txt" ||
    echo "$3 failed" >>"out/coverage/$3.txt"'
"$build/tests/campaign/coverage" --list | xargs -P "$jobs" -I LAW sh -c "$one" sh "$build" "$repeats" LAW
cat out/coverage/*.txt | awk '
    / failed$/ { print; bad = 1 }
    / of +[0-9]+, closed / {
        split($5, n, ",")
        if ($7 >= 0.5) { held += $3 * n[1]; cases += n[1] }
        if ($3 < 0.89) { print "below 89 %: " $0; bad = 1 }
    }
    END {
        share = cases ? held / cases : 0
        printf "pooled over parameters that are determined: %.4f of %d\n", share, cases
        exit bad || share < 0.94 || share > 0.96
    }'
