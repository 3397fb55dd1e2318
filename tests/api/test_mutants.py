"""test_mutants.py SCRIPT - scripts/mutants.py finds every fault of a small file, none where it should not, and draws by its seed"""
import importlib.util
import sys

sys.dont_write_bytecode = True
spec = importlib.util.spec_from_file_location("mutants", sys.argv[1])
mutants = importlib.util.module_from_spec(spec)
spec.loader.exec_module(mutants)

CODE = """\
/* a comment: x + y < 3
 # and so on - */
#include "a+b.h"
#define TWICE(x) \\
    (2 * (x) + 1)
typedef struct point {
    double at[2 + 1];
} point;
static const double half = 0.5, tiny = 1e-9;
static const int table[2 * 3] = {-1, 2};
static double f(const double x[3], int n)
{
    double sum = 0, w[3 + 1] = {x[0]}; // a - b
    assert(n > 0 && x[0] < 1);
    for (int i = 0; i < n; i++)
        sum += 2 * x[i];
    if (sum > 1e-3 || !n) {
        w[n] = strlen("a + b < c");
    } else
        return -sum;
    do
        g(w,
          0x2 * n);
    while (n == 3);
    switch (n) {
    case 1 + 1: break;
    default: sum = half;
    }
    return sum;
}
"""

# line, kind, and how the line reads then
EXPECTED = """\
9 factor static const double half = 0.6, tiny = 1e-9;
10 sign static const int table[2 * 3] = {+1, 2};
13 index double sum = 0, w[3 + 1] = {x[0 + 1]}; // a - b
13 index double sum = 0, w[3 + 1] = {x[0 - 1]}; // a - b
15 index for (int i = 1; i < n; i++)
15 comparison for (int i = 0; i <= n; i++)
15 comparison for (int i = 0; i > n; i++)
15 index for (int i = 0; i < n + 1; i++)
15 index for (int i = 0; i < n - 1; i++)
16 sign sum -= 2 * x[i];
16 factor sum += 3 * x[i];
16 index sum += 2 * x[i + 1];
16 index sum += 2 * x[i - 1];
16 deletion ;
17 comparison if (sum >= 1e-3 || !n) {
17 comparison if (sum < 1e-3 || !n) {
17 factor if (sum > 0.0012 || !n) {
17 logic if (sum > 1e-3 && !n) {
17 negation if (!(sum > 1e-3 || !n)) {
18 index w[n + 1] = strlen("a + b < c");
18 index w[n - 1] = strlen("a + b < c");
18 deletion ;
20 sign return +sum;
22 deletion (deleted)
24 comparison while (n != 3);
24 negation while (!(n == 3));
26 deletion case 1 + 1: ;
27 deletion default: ;
"""

faults = mutants.faults_of("a.c", CODE)
found = sorted(f"{f.line} {f.kind} {f.lines(CODE)[1]}" for f in faults)
wanted = sorted(EXPECTED.splitlines())
wrong = [f"not found: {line}" for line in wanted if line not in found] + [f"found: {line}" for line in found if line not in wanted]
if len(found) != len(wanted):
    wrong.append(f"{len(found)} faults, and not {len(wanted)}")
for f in faults:
    if f.applied(CODE).count("\n") != CODE.count("\n"):
        wrong.append(f"{f.name} moves the lines below it")
if len({f.name for f in faults}) != len(faults):
    wrong.append("two faults have one name")
for f in faults:
    if mutants.find_one(faults, f.name) is not f:
        wrong.append(f"--one {f.name} finds another")

tree = mutants.read_tree()
every = mutants.all_faults(tree, [])


def drawn(seed):
    return [f.name for f in mutants.in_order(every, seed)]


if drawn(5) != drawn(5):
    wrong.append("a seed draws different mutants")
if drawn(5)[:30] == drawn(6)[:30]:
    wrong.append("two seeds draw the same mutants")
if {f.kind for f in mutants.in_order(every, 5)[:200]} != set(mutants.KINDS):
    wrong.append("not every kind is drawn")
if {f.file.split("/")[1] for f in mutants.all_faults(tree, ["src/io/*", "src/sim/*"])} != {"io", "sim"}:
    wrong.append("--files is not obeyed")

reach = mutants.Reach({"a.c": {"3": ["x"], "9": ["y"]}, "b.c": {"1": ["z"]}})
for line, outside, file, tests in ((2, False, "a.c", "xy"), (3, False, "a.c", "x"), (8, False, "a.c", "x"), (12, False, "a.c", "y"),
                                   (5, True, "a.c", "xy"), (5, True, "constants.h", "xyz"), (5, False, "constants.h", "xyz")):
    ran = reach.of(mutants.Fault(file, line, "sign", 0, 1, "-", outside))
    if ran != set(tests):
        wrong.append(f"{file}:{line} is executed by {', '.join(sorted(tests))}, and not by {', '.join(sorted(ran))}")

print("\n".join(wrong) or f"{len(faults)} faults, as expected")
sys.exit(bool(wrong))
