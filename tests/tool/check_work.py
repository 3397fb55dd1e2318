"""What runs and verdicts cost and give, compared with the table that is kept: check_work.py TOOL ROOT TABLE

Steps, evaluations and iterations are part of what a run is: a change that makes runs dearer, or changes a result, is seen
here, with the model and the numbers. Every model under examples/ and papers/ is run by every integrator, and the models under
work/models, which were drawn at random over all kinds, by auto, one other and multirate5. Bits do not depend on the compiler, so the
table is exact; where the functions of the C library round otherwise than where it was made, the test is skipped.

    EXPECT=write check_work.py ...    writes the table anew: look at its difference before you commit
"""
import csv
import glob
import json
import math
import os
import re
import subprocess
import sys
import zlib

INTEGRATORS = ["auto", "dopri5", "bs23", "rk4", "imex4", "imex5", "rodas4", "radau5", "bristle5", "multirate5"]
COUNTS = ["steps", "rejected", "events", "evaluations", "solves", "iterations"]
HEAD = ["model", "by", "until [s]", "status", *COUNTS, "lost [J]", "peak", "digest"]
STEPS = 400  # of a run at most, about
MOST_EVALUATIONS = 20000  # of a run; dearer ones are not kept
# Sentences enter the digest too. Those that were reworded since the table was made enter it as they were: no result has changed.
REWORDED = [
    ("a static coefficient of", "mu_s of"),
    ("the given static coefficients", "the given mu_s"),
    ("no static coefficient", "no mu_s"),
    ("The largest loop gain where the last of them ended,", "The largest loop gain,"),
]

LEFT_OUT = ("seconds", "file", "hash", "bristle", "begins")  # the last is newer than the table

tool, root, table = sys.argv[1:4]


def libm():
    """Rounding of the C library's functions, as one number."""
    some = [0.1 * k + 0.037 for k in range(1, 60)]
    values = [f(x) for x in some for f in (math.sin, math.cos, math.tan, math.exp, math.log, math.atan, math.tanh)]
    values += [math.pow(x, y) for x in some for y in some] + [math.atan2(x, 1.7) for x in some]
    return f"# rounding of the C library: {zlib.crc32(repr(values).encode()):08x}"


def ask(*arguments):
    """Exit status, JSON (None: there is none) and messages of a command."""
    done = subprocess.run([tool, *arguments, "--json"], capture_output=True, text=True, check=False, timeout=300)
    try:
        return done.returncode, json.loads(done.stdout), done.stderr
    except ValueError:
        return done.returncode, None, done.stderr


def rounded(value):
    """Without durations, versions, folders and members that the table does not know; numbers to 7 digits."""
    if isinstance(value, dict):
        return {k: rounded(v) for k, v in value.items() if k not in LEFT_OUT}
    if isinstance(value, list):
        return [rounded(v) for v in value]
    return float(f"{value:.7g}") if isinstance(value, float) else value


def digest(answer, messages):
    text = json.dumps(rounded(answer), sort_keys=True) + re.sub(r"[^\s']*/(?=[\w.]+\.yaml)", "", messages)
    for now, then in REWORDED:
        text = text.replace(now, then)
    return f"{zlib.crc32(text.encode()):08x}"


def result(model, by, until):
    """The columns behind the first three, as texts."""
    path = os.path.join(root, model)
    if by == "verdict":
        status, answer, messages = ask("verdict", path)
        return [str(status), *[""] * (len(COUNTS) + 2), digest(answer, messages)]
    arguments = ["--until", until] if until else []
    if by == "rk4":
        arguments += ["--step", repr(float(until or 1) / STEPS)]
    status, answer, messages = ask("run", path, "--integrator", by, *arguments)
    if not answer:
        return [str(status), *[""] * (len(COUNTS) + 2), digest(None, messages)]
    lost = sum(f["lost"] or 0 for f in answer["summary"]["friction"])
    peak = max((abs(f["peak"] or 0) for f in answer["summary"]["forces"]), default=0)
    counts = [str(answer["statistics"][c]) for c in COUNTS]
    return [str(status), *counts, f"{lost:.7g}", f"{peak:.7g}", digest(answer, messages)]


# --- a new table ------------------------------------------------------------------------------------------------------

def length_of_run(model):
    """Time that about STEPS steps of the usual run reach, s; "": there is no run."""
    _, answer, _ = ask("run", os.path.join(root, model))
    if not answer:
        return ""
    share = min(1, STEPS / max(1, answer["statistics"]["steps"]))
    return f"{answer['start'] + (answer['end'] - answer['start']) * share:.3g}"


def new_rows():
    def find(pattern):
        found = sorted(glob.glob(os.path.join(root, pattern)))
        return [os.path.relpath(path, root) for path in found if os.path.basename(path) != "expected.yaml"]

    some = [(model, INTEGRATORS) for model in find("examples/*.yaml") + find("papers/*/*.yaml")]
    for number, model in enumerate(find("tests/tool/work/models/*.yaml")):
        some.append((model, ["auto", INTEGRATORS[1 + number % (len(INTEGRATORS) - 2)], "multirate5"]))
    for model, integrators in some:
        until = length_of_run(model)
        for by in [*integrators, "verdict"]:
            row = [model, by, until, *result(model, by, until)]
            if not row[7] or int(row[7]) <= MOST_EVALUATIONS:
                yield row


def write():
    with open(table, "w", encoding="utf-8") as f:
        f.write(libm() + "\n")
        writer = csv.writer(f, lineterminator="\n")
        writer.writerow(HEAD)
        writer.writerows(new_rows())
    return 0


# --- the kept one -----------------------------------------------------------------------------------------------------

def compare():
    with open(table, encoding="utf-8") as f:
        if f.readline().strip() != libm():
            print("the C library rounds otherwise than where the table was made")
            return 77
        kept = list(csv.reader(f))
    differ = 0
    for row in kept[1:]:
        for name, old, new in zip(HEAD[3:], row[3:], result(*row[:3])):
            if old != new:
                print(f"{row[0]} by {row[1]}: {name} {new}, not {old}")
                differ += 1
    if kept[0] != HEAD or len(kept) < 2:
        print(f"{table} has other columns, or no rows")
        differ += 1
    return 1 if differ else 0


sys.exit(write() if os.environ.get("EXPECT") == "write" else compare())
