#!/bin/sh
# demo.sh BRISTLE - the catalogue of laws, the systems of the papers, and pictures of both under out/
set -eu
bristle=$1
mkdir -p out

heading() { printf '\n== %s\n\n' "$*"; }

heading "the laws"
"$bristle" laws

heading "what each law shows"
"$bristle" laws --phenomena

heading "their curves"
"$bristle" curve coulomb_tanh stribeck_tanh brown_mcphee wojtyra cubic_step --set gamma=1mm/s -o out/static.svg
"$bristle" curve dahl lugre gonthier elasto_plastic --against displacement -o out/dynamic.svg
"$bristle" curve dahl lugre gonthier maxwell_slip --against time -o out/time.svg
"$bristle" curve misharin blok_1 benedict_kelley odonoghue_cameron drozdov_gavrikov --load 1kN --to 10m/s \
    --pair length=16mm --pair viscosity=400cP --pair density=870 --pair modulus=113.7GPa --pair roughness=0.4um \
    --pair radius_a=8mm --pair radius_b=1e9 -o out/lubricated.svg
cat <<END
out/static.svg      static laws, force against velocity
out/dynamic.svg     dynamic laws, force against displacement
out/time.svg        dynamic laws, force against time: start, sliding at changing speed, rest, start the other way
out/lubricated.svg  lubricated formulas, force against velocity
END

heading "the systems of the papers: what comes out, what differs and why, which claims hold"
"$bristle" sweep examples/slider_crank.yaml --vary 'wristpin.friction.mu_k=0.02 to 0.12' --vary 'cylinder.friction.mu_k=0.02 to 0.15' \
    --vary 'crank.mass=+-30%' --sample sobol --runs 128 --measure 'max motor.torque' --measure 'rms motor.torque' -q --report out/study.html
"$bristle" verdict examples/two_sliders.yaml --report out/verdict.html >out/verdict.txt
set -- --link 'study.html: A study: the torque of a slider-crank over friction and mass' \
    --link 'verdict.html: A verdict: which of two sliders certainly stick, and which forces are possible'
if "$bristle" parts | grep -q '^cminpack  *installed'; then
    "$bristle" fit elastic_coulomb tests/fit/fretting.csv --offset --from '10 s' --to '20 s' -q --report out/fit.html
    set -- "$@" --link 'fit.html: A fit: measured fretting loops, and what they tell of a law'
fi
"$bristle" reproduce --papers papers --figures out/papers -o out/papers.txt --page out/index.html "$@"
echo "out/papers.txt      the full table: every quantity, what is expected and what the paper says"
echo "out/index.html      all of it as one page for a browser: the systems move, figures, claims that hold and that do not, and why,"
echo "                    with links to pages of laws drawn over each other, a study, a verdict and a fit"
