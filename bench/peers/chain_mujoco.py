#!/usr/bin/env python3
"""CPU time of a simulated second of the chain of bench_chain.c by MuJoCo, beside that by bristle.

    bench/peers/chain_mujoco.py [--bristle build/tool/bristle] [--links 100] [--csv FILE]

Links of 1 m, 1 kg and 0.1 kg m2 hang from the first pin; link i spins at 0.3 sin(1.3 i) rad/s. MuJoCo's joints have a constant
friction torque (frictionloss): mu_k times the radius times the weight that a pin carries at rest. Its constraint is soft, so that
joints at rest creep; pins of bristle stick. Both are measured in turns, by CPU time of the solver call (MuJoCo) and of the whole
run (bristle, with reading and summary); the fastest turn counts. Ends without a table where mujoco is not installed."""
import argparse
import json
import math
import os
import resource
import subprocess
import sys
import tempfile
import time

MU, RADIUS, GRAVITY, TURNS = 0.3, 0.01, 9.81, 3


def spin(i):
    return 0.3 * math.sin(1.3 * i)


def mujoco_text(links, step):
    """Joint speeds are relative, and so are the positions of the bodies."""
    inside = ""
    for i in range(links, 0, -1):
        friction = MU * RADIUS * GRAVITY * (links + 1 - i)
        at = "0 0 0" if i == 1 else "0 0 -1"
        inside = (f'<body pos="{at}"><joint type="hinge" axis="0 -1 0" frictionloss="{friction:.17g}"/>'
                  f'<inertial pos="0 0 -0.5" mass="1" diaginertia="0.1 0.1 0.1"/>{inside}</body>')
    return (f'<mujoco><option timestep="{step}" gravity="0 0 -{GRAVITY}"><flag contact="disable"/></option>'
            f"<worldbody>{inside}</worldbody></mujoco>")


def bristle_text(links):
    lines = [f"gravity: [0, -{GRAVITY} m/s2]", "bodies:"]
    for i in range(1, links + 1):
        lines.append(f"  b{i}: {{mass: 1 kg, inertia: 0.1 kg m2, at: [0, {0.5 - i} m], spin: {spin(i):.17g} rad/s, "
                     "points: {l: [0, 0.5 m], r: [0, -0.5 m]}}")
    lines.append("joints:")
    for i in range(1, links + 1):
        end = "ground" if i == 1 else f"b{i - 1}.r"
        lines.append(f"  p{i}: {{revolute: [{end}, b{i}.l], radius: {RADIUS} m, friction: {{law: coulomb, mu_k: {MU}}}}}")
    lines.append("run: {until: 1 s, rtol: 1e-4}")
    return "\n".join(lines) + "\n"


def by_mujoco(mujoco, links, step):
    model = mujoco.MjModel.from_xml_string(mujoco_text(links, step))
    data = mujoco.MjData(model)
    data.qvel[:] = [spin(1)] + [spin(i) - spin(i - 1) for i in range(2, links + 1)]
    begun = time.process_time()
    while data.time < 1:
        mujoco.mj_step(model, data)
    return time.process_time() - begun


def by_bristle(tool, file):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    out = subprocess.run([tool, "run", file, "--json"], capture_output=True, check=True, text=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime, json.loads(out)["statistics"]


def processor():
    for line in open("/proc/cpuinfo", encoding="ascii", errors="replace"):
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return "unknown processor"


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--bristle", default="build/tool/bristle")
    options.add_argument("--links", type=int, default=100)
    options.add_argument("--csv")
    given = options.parse_args()
    try:
        import mujoco
    except ImportError:
        print("mujoco is not installed: skipped")
        return 0
    steps = [2e-3, 1e-3]
    best = {step: math.inf for step in steps}
    own, statistics = math.inf, {}
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "chain.yaml")
        with open(file, "w", encoding="ascii") as out:
            out.write(bristle_text(given.links))
        for _ in range(TURNS):
            seconds, statistics = by_bristle(given.bristle, file)
            own = min(own, seconds)
            for step in steps:
                best[step] = min(best[step], by_mujoco(mujoco, given.links, step))
    rows = [("bristle", f"rtol 1e-4, {statistics['steps']} steps, {statistics['events']} events", own)]
    rows += [(f"MuJoCo {mujoco.__version__}", f"step {step:g} s", best[step]) for step in steps]
    lines = [f"# {processor()}; CPU time of one simulated second, {given.links} links with friction in their pins",
             "by,how,value,unit"]
    lines += [f'{by},"{how}",{value:.3g},s' for by, how, value in rows]
    print("\n".join(lines))
    if given.csv:
        with open(given.csv, "w", encoding="ascii") as out:
            out.write("\n".join(lines) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
