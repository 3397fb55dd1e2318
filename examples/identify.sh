#!/bin/sh
# identify.sh - a friction law in two tests, as in Andersson, Soderberg and Bjorklund 2007, section 3.5; writes into the current folder
#
# A micro-displacement test, with strokes of a few micrometres, gives the elastic displacement delta of the contact. An oscillating test, whose
# speeds pass through those of the static peak, gives the coefficients of sliding and static friction, the Stribeck velocity, its exponent and
# the viscous coefficient. Both tests are simulated with a known law and a noise of 1 % of the sliding force.
set -eu
truth="--set delta=4um --set mu_k=0.15 --set mu_s=0.22 --set v_s=2mm/s --set exponent=1.3 --set k_v=8"

# Strokes of up to 12 um in 12 s; strokes at up to 60 mm/s in 4 s; a load of 30 N
awk 'BEGIN { print "time [s],velocity [m/s],load [N]"; pi = atan2(0, -1)
    for (i = 0; i <= 1200; i++) { t = 0.01 * i; printf "%.2f,%.9g,30\n", t, 1e-6 * t * 2 * pi / 3 * sin(2 * pi * t / 3) } }' > micro_history.csv
awk 'BEGIN { print "time [s],velocity [m/s],load [N]"; pi = atan2(0, -1)
    for (i = 0; i <= 2000; i++) { t = 0.002 * i; printf "%.3f,%.9g,30\n", t, 0.06 * (t / 4) ^ 2 * sin(2 * pi * t) } }' > stroke_history.csv

for test in micro stroke; do
    # shellcheck disable=SC2086
    bristle curve stribeck_dankowicz --against time --history ${test}_history.csv $truth -o ${test}_force.csv
    awk -F, 'NR == FNR { force[FNR] = $NF; next }
        FNR == 1 { print $0 ",friction [N]"; next }
        { sum = 0; for (i = 0; i < 12; i++) { s = (s * 16807 + 11) % 2147483647; sum += s / 2147483647 }
          printf "%s,%.6f\n", $0, force[FNR] + 0.045 * (sum - 6) }' ${test}_force.csv ${test}_history.csv > ${test}.csv
done

echo "micro-displacements: delta, and the static friction that the largest strokes reach"
bristle fit stribeck_dankowicz micro.csv --vary 'delta, mu_s in 0.1..1' -o micro.yaml
delta=$(sed -n 's/^  delta: //p' micro.yaml)

echo
echo "oscillation: the rest, with delta = $delta"
bristle fit stribeck_dankowicz stroke.csv --fix delta="$delta" -o friction.yaml
