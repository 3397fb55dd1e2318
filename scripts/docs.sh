#!/bin/sh
# docs.sh BRISTLE - writes the pages and pictures of the documentation that are made from the tables
set -eu
bristle=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
here=$PWD

$bristle reference > docs/reference.md.part
mv docs/reference.md.part docs/reference.md
$bristle reference --man > docs/man/bristle.1.part
mv docs/man/bristle.1.part docs/man/bristle.1

oil="--pair length=16mm --pair viscosity=400cP --pair density=870 --pair modulus=113.7GPa --pair roughness=0.4um"
$bristle curve coulomb_tanh stribeck_tanh brown_mcphee wojtyra cubic_step --set gamma=1mm/s -o docs/curves/static.svg
$bristle curve dahl lugre gonthier elasto_plastic --against displacement -o docs/curves/dynamic.svg
$bristle curve dahl lugre gonthier maxwell_slip --against time -o docs/curves/time.svg
# shellcheck disable=SC2086
$bristle curve misharin blok_1 blok_2 askwith benedict_kelley leach_kelley odonoghue_cameron drozdov_gavrikov \
    --load 1kN --to 10m/s $oil --pair radius_a=8mm --pair radius_b=1e9 -o docs/curves/lubricated.svg
run=$(mktemp -d)
trap 'rm -rf "$run"' EXIT
$bristle run examples/belt.yaml -q --rtol 1e-8 --interval 5ms -o "$run/belt.csv"
$bristle plot "$run/belt.csv" --y block.vx,belt.vx --y contact.friction -o docs/curves/belt.svg

$bristle draw papers/autiero/scotch_yoke.yaml --at 2ms,5ms --trace pin -o docs/curves/scotch_yoke.svg

# pages that are made by their own commands: outputs, tables, docs/gallery/, docs/pictures/
mkdir "$run/bin" "$run/at"
ln -s "$bristle" "$run/bin/bristle"
ln -s "$here/examples" "$here/scripts" "$run/at"
ln -s "$here/tests/fit" "$run/at/data"
for page in README docs/models docs/studies docs/stiction docs/gallery docs/first_mechanism docs/joint_friction docs/choosing_a_law docs/solving docs/c_interface docs/identification; do
    (cd "$run/at" && cp "$here/examples/pendulum.yaml" . && # a page may change it
        PATH=$run/bin:$PATH python3 "$here/tests/tool/check_docs.py" --write "$here/$page.md") | grep -v '^all of it is so$' || true
done

echo "docs/reference.md, docs/man/bristle.1, docs/curves/, docs/gallery/, docs/pictures/ and outputs are written"
