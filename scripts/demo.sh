#!/bin/sh
# demo.sh BRISTLE - the catalogue of laws, what each shows, and pictures of their curves under out/
set -eu
bristle=$1
mkdir -p out

heading() { printf '\n== %s\n\n' "$*"; }

heading "the laws"
"$bristle" laws

heading "what each law shows"
"$bristle" laws --phenomena

heading "their curves"
"$bristle" curve coulomb_tanh stribeck_tanh brown_mcphee wojtyra --against velocity -o out/static.svg
"$bristle" curve dahl lugre gonthier elasto_plastic --against displacement -o out/dynamic.svg
echo "Force against velocity: out/static.svg. Force against displacement: out/dynamic.svg."
