# plate.sh N - a plate on N parallel guides, pushed: a verdict with more unknowns than the built-in simplex method takes, if N > 20
awk -v n="$1" 'BEGIN {
    print "gravity: [0, -9.81 m/s2]"
    printf "bodies: {plate: {mass: 10 kg, inertia: 1 kg m2, points: {"
    for (i = 0; i < n; i++) printf "%sp%d: [%g m, %g m]", i ? ", " : "", i, 0.1 * i, 0.01 * (i % 3)
    print "}}}\njoints:"
    for (i = 0; i < n; i++)
        printf "  g%d: {point_on_line: [ground, plate.p%d], along: [1, 0], at: [%g m, %g m], friction: {law: coulomb, mu_k: 0.1, mu_s: 0.2}}\n",
            i, i, 0.1 * i, 0.01 * (i % 3)
    print "forces: {push: {force: plate, along: [1, 0], value: 5 N}}\nrun: {until: 1 s}"
}'
