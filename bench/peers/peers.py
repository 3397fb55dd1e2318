#!/usr/bin/env python3
"""CPU time of bristle and of other programs on the same problems, at equal measured error.

    bench/peers/peers.py [--build build-bench] [--csv FILE] [--only WORD] [--long]

Others are SciPy with equations derived by hand (problems.py), MuJoCo and Exudyn (chains.py), and Simbody (chain_simbody.cpp, compiled
where its headers are). What is not installed is skipped, and named. Each program runs at a ladder of tolerances or steps; its
cheapest rung whose error is at most that of the problem counts. These rungs are then measured in turns, and the fastest turn
counts. Times are CPU times of the solver call in a process that has made such runs before; those of bristle (own.c) include its summary, not
reading. References are runs of bristle at 1e-12, and the table shows by how much the most accurate run of another program differs
from them. The chain with friction has no equal error: MuJoCo's friction is constant and creeps, and its steps are given.

--long: chains of 1000 links too, some minutes."""
import argparse
import math
import os
import subprocess
import sys
import tempfile

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"
import chains
import problems

TURNS = 7


class Bristle:
    """Runs of a model file by the library, in a process that stays."""

    def __init__(self, program, model, until, channel, changes=()):
        self.process = subprocess.Popen([program, model, repr(until), channel, *changes], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True)
        self.rungs = [10.0 ** (-0.5 * k) for k in range(4, 23)]

    def run(self, rtol):
        self.process.stdin.write(f"{rtol:.3e}\n")
        self.process.stdin.flush()
        seconds, value = self.process.stdout.readline().split()
        return float(seconds), float(value)

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def climb(solver, reference, target):
    """The first rung whose error is at most the target, and the next one's too: a single hit may be luck."""
    best, closest, before = None, math.inf, None
    for rung in solver.rungs:
        try:
            _, value = solver.run(rung)
        except Exception as problem:  # a solver that gives up has no rung there
            print(f"    rung {rung}: {problem}", file=sys.stderr)
            continue
        error = abs(value - reference)
        closest = min(closest, error)
        if error <= target and before is not None:
            return before, closest
        before = rung if error <= target else None
        best = best if before is None else before
    return best, closest


def measure(solvers):
    """The least CPU time of each solver at its rung, in turns."""
    best = {name: math.inf for name in solvers}
    for _ in range(TURNS):
        for name, (solver, rung) in solvers.items():
            best[name] = min(best[name], solver.run(rung)[0])
    return best


def compare(rows, title, own, others, target):
    print(f"{title}: error {target:g}")
    _, reference = own.run(1e-12)
    chosen, apart = {}, {}
    for name, solver in [("bristle", own)] + others:
        rung, apart[name] = climb(solver, reference, target)
        if rung is None:
            print(f"    {name}: no rung reaches the error, {apart[name]:.1e} at best")
        else:
            chosen[name] = (solver, rung)
    if "bristle" not in chosen:
        own.close()
        return
    best = measure(chosen)
    own.close()
    for name, (_, rung) in chosen.items():
        ratio = best[name] / best["bristle"]
        rows.append((title, name, f"{rung:.3g}", target, apart[name], best[name], ratio))
        print(f"    {name:24} rung {rung:8.3g}  {1e3 * best[name]:10.4g} ms  {ratio:8.3g} times; closest {apart[name]:.1e}")


def sweep(rows, tool, model, scipy_pendulum):
    """200 runs with other coefficients of friction, in one thread."""
    import resource
    import time
    title, count = "sweep of 200 pendulums", 200
    own = theirs = math.inf
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([tool, "sweep", model, "--vary", f"pin.friction.mu_k=0.1 to 0.5 in {count}", "-m", "end bar.angle", "-q",
                        "--threads", "1"], capture_output=True, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        own = min(own, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)
        if scipy_pendulum:
            begun = time.process_time()
            for k in range(count):
                scipy_pendulum(0.1 + 0.4 * k / (count - 1))
            theirs = min(theirs, time.process_time() - begun)
    rows.append((title, "bristle", "default", "", "", own, 1))
    print(f"{title}\n    bristle {1e3 * own:.4g} ms, with reading")
    if scipy_pendulum:
        rows.append((title, "SciPy DOP853", "1e-6", "", "", theirs, theirs / own))
        print(f"    SciPy   {1e3 * theirs:.4g} ms, {theirs / own:.3g} times")


def chain_with_friction(rows, program, folder, mujoco):
    title = f"chain of {chains.FRICTION_LINKS} links with friction"
    file = os.path.join(folder, "friction.yaml")
    with open(file, "w", encoding="ascii") as out:
        out.write(chains.model_of(chains.FRICTION_LINKS, friction=True))
    own = Bristle(program, file, chains.UNTIL, "b1.angle")
    solvers = {"bristle": (own, 1e-4)}
    for step in (2e-3, 1e-3) if mujoco else ():
        solvers[f"MuJoCo {mujoco.__version__}, step {step:g} s"] = (chains.Mujoco(mujoco, chains.FRICTION_LINKS, friction=True), step)
    best = measure(solvers)
    own.close()
    print(f"{title}: stick and slip at rtol 1e-4, beside constant friction that creeps")
    for name, (_, rung) in solvers.items():
        rows.append((title, name.split(",")[0], f"{rung:.3g}", "", "", best[name], best[name] / best["bristle"]))
        print(f"    {name:32} {1e3 * best[name]:10.4g} ms  {best[name] / best['bristle']:8.3g} times")


def processor():
    for line in open("/proc/cpuinfo", encoding="ascii", errors="replace"):
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return "unknown processor"


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    root = os.path.dirname(os.path.dirname(here))
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--build", default=os.path.join(root, "build-bench"))
    options.add_argument("--csv")
    options.add_argument("--only", default="")
    options.add_argument("--long", action="store_true")
    given = options.parse_args()
    build, rows, missing = os.path.abspath(given.build), [], []
    program, tool = os.path.join(build, "bench/peer_bristle"), os.path.join(build, "tool/bristle")
    table = given.csv and os.path.abspath(given.csv)
    scipy = problems.available()
    if not scipy:
        missing.append("SciPy")
    for problem in problems.ALL if scipy else []:
        if given.only in problem.title:
            own = Bristle(program, os.path.join(root, problem.model), problem.until, problem.channel, problem.changes)
            others = [(f"SciPy {method}", problems.Scipy(problem, method)) for method in problem.methods]
            compare(rows, problem.title, own, others, problem.target)
    if given.only in "sweep of 200 pendulums":
        run = (lambda mu: problems.pendulum(mu, 10, "DOP853", 1e-6)) if scipy else None
        sweep(rows, tool, os.path.join(root, "examples/pendulum.yaml"), run)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)  # MuJoCo writes a log where it is
        peers, lacking = chains.peers(folder, here)
        missing += lacking
        for links in [10, 100] + ([1000] if given.long else []):
            title = f"chain of {links} links without friction"
            if given.only not in title:
                continue
            file = os.path.join(folder, f"chain{links}.yaml")
            with open(file, "w", encoding="ascii") as out:
                out.write(chains.model_of(links))
            own = Bristle(program, file, chains.UNTIL, f"b{links}.angle")
            compare(rows, title, own, [(name, make(links)) for name, make in peers], 1e-6)
        if given.only in "chain with friction":
            chain_with_friction(rows, program, folder, chains.mujoco_or_none())
        os.chdir(root)
    for name in missing:
        print(f"{name} is not installed: skipped")
    if table:
        with open(table, "w", encoding="ascii") as out:
            out.write(f"# {processor()}; CPU time of the solver call at equal error, in turns\n")
            out.write("problem,by,rung,error,closest,value,unit,times\n")
            for title, name, rung, target, apart, seconds, ratio in rows:
                out.write(f'"{title}",{name},{rung},{target},{apart if apart == "" else f"{apart:.1e}"},{seconds:.4g},s,{ratio:.3g}\n')
    return 0


if __name__ == "__main__":
    sys.exit(main())
