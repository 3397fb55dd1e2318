#!/usr/bin/env python3
"""CPU time against error of every integrator on the systems of the papers.

    bench/work_precision.py measure [--bristle build/tool/bristle] CSV    runs them, some minutes
    bench/work_precision.py draw CSV SVG                                  draws the table

The error is that of one channel at the end of the run, over its size, against a run at a relative tolerance of 1e-12; where another
integrator at 1e-11 differs from that run by more than an error, the error is not known and is left out. Runs that fail or
take longer than LONGEST are left out. CPU time is that of the run in a process of its own, with its summary and without reading the
model, the least of three."""
import csv
import json
import math
import resource
import subprocess
import sys

LONGEST = 1  # s of CPU time
TURNS = 3
LUGRE = ("floor.friction={law: lugre, mu_k: 0.1, mu_s: 0.15, v_s: 1 mm/s, sigma0: 1e5 N/m, sigma1: 316.22776601683796 N s/m, "
         "load_from: elastic}")
INTEGRATORS = ["auto", "dopri5", "bs23", "rk4", "imex4", "imex5", "rodas4", "radau5", "bristle5", "multirate5", "cvode", "ida"]
SYSTEMS = [  # title, model, changes, end (s), channel, its size, another integrator than that of auto
    ("roller-crank, Coulomb", "papers/marques2018/roller_crank.yaml", [], 2, "crank.spin", 4, "radau5"),
    ("roller-crank, LuGre", "papers/marques2018/roller_crank.yaml", [LUGRE], 2, "crank.spin", 4, "radau5"),
    ("journal bearing", "papers/marques2018/journal.yaml", [], 0.2, "journal.spin", 1, "radau5"),
    ("belt, Dahl", "papers/marques_params/belt.yaml", [], 8, "block.x", 0.5, "radau5"),
    ("mass, spring, wall", "papers/andersson2007/mass_spring_wall.yaml", [], 3, "block.x", 0.1, "radau5"),
    ("block, dimensionless", "papers/andersson2007/dimensionless.yaml", [], 20, "block.x", 1, "radau5"),
    ("Scotch yoke, one turn", "papers/autiero/scotch_yoke.yaml", [], 0.012, "slider.x", 0.05, "dopri5"),
    ("two sliders", "papers/wojtyra2017/two_sliders.yaml", [], 2, "slider1.x", 1, "bristle5"),
    ("elastic rod", "papers/wojtyra2017/elastic_rod.yaml", [], 2, "slider1.x", 1, "radau5"),
]


def run(tool, system, integrator, rung):
    """CPU time and value at the end; None: it failed; False: it took too long."""
    _, model, changes, until, channel, _, _ = system
    words = [tool, "run", model, "--until", f"{until} s", "--json", "-m", "seconds", "-m", f"end {channel}", "--integrator", integrator]
    words += ["--step", f"{rung} s"] if integrator == "rk4" else ["--rtol", f"{rung:g}"]
    for change in changes:
        words += ["--set", change]
    longest = LONGEST * (10 if rung < 1e-10 else 1)
    out = subprocess.run(words, capture_output=True, text=True, check=False,
                         preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (longest, longest + 1)))
    if out.returncode < 0:
        return False
    try:
        result = json.loads(out.stdout)
    except ValueError:
        return None
    if result["partial"]:
        return None
    seconds, value = (m["value"] for m in result["measures"])
    return (seconds, value) if isinstance(value, (int, float)) and math.isfinite(value) else None


def processor():
    for line in open("/proc/cpuinfo", encoding="ascii", errors="replace"):
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return "unknown processor"


def measure(tool, path):
    with open(path, "w", encoding="ascii") as out:
        out.write(f"# {processor()}; CPU time of a run in a process of its own, the least of {TURNS}, against error at its end, over the size of the channel\n")
        out.write("system,channel,integrator,setting,error,value,unit\n")
        for system in SYSTEMS:
            title, _, _, until, channel, size, other = system
            exact, check = run(tool, system, "auto", 1e-12), run(tool, system, other, 1e-11)
            if not exact or not check:
                print(f"{title}: no reference", file=sys.stderr)
                continue
            floor = max(abs(exact[1] - check[1]) / size, 1e-13)
            print(f"{title}: known to {floor:.1e}", file=sys.stderr)
            for integrator in INTEGRATORS:
                rungs = [until / 10.0**k for k in (2.5, 3, 3.5, 4, 4.5)] if integrator == "rk4" else [10.0**-k for k in range(4, 11)]
                for rung in rungs:
                    turns = [run(tool, system, integrator, rung)]
                    if turns[0] is False:
                        break
                    if not turns[0]:
                        continue
                    error = abs(turns[0][1] - exact[1]) / size
                    if error < floor or error > 1:
                        continue
                    turns += [run(tool, system, integrator, rung) for _ in range(TURNS - 1)] if turns[0][0] < 0.2 else []
                    seconds = min(turn[0] for turn in turns if turn)
                    out.write(f'"{title}",{channel},{integrator},{rung:.3g},{error:.3g},{1e3 * seconds:.4g},ms\n')
                    out.flush()


# --- the picture ------------------------------------------------------------------------------------------------------------------

COLOURS = {"auto": "#000000", "dopri5": "#1f77b4", "bs23": "#17becf", "rk4": "#999999", "imex4": "#ff7f0e", "imex5": "#d4a017",
           "rodas4": "#9467bd", "radau5": "#2ca02c", "bristle5": "#d62728", "multirate5": "#7f0000", "cvode": "#8c564b", "ida": "#e377c2"}
WIDE, HIGH, LEFT, TOP, ACROSS = 300, 220, 46, 26, 3
ERRORS, TIMES = (-11, 0), (-0.5, 4)  # powers of 10: error; ms


def place(panel, error, value):
    x0, y0 = (panel % ACROSS) * (WIDE + LEFT + 14) + LEFT, (panel // ACROSS) * (HIGH + TOP + 40) + TOP
    x = (math.log10(error) - ERRORS[0]) / (ERRORS[1] - ERRORS[0])
    y = (math.log10(value) - TIMES[0]) / (TIMES[1] - TIMES[0])
    return x0 + WIDE * min(max(x, 0), 1), y0 + HIGH * (1 - min(max(y, 0), 1))


def draw(table, picture):
    with open(table, encoding="ascii") as text:
        head, *lines = text.read().splitlines()
    rows = list(csv.DictReader(lines))
    titles = list(dict.fromkeys(row["system"] for row in rows))
    down = (len(titles) + ACROSS - 1) // ACROSS
    width, height = ACROSS * (WIDE + LEFT + 14) + 10, down * (HIGH + TOP + 40) + 40
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="11">',
           f'<rect width="{width}" height="{height}" fill="white"/>']
    for panel, title in enumerate(titles):
        x0, y1 = place(panel, 10.0 ** ERRORS[0], 10.0 ** TIMES[0])
        x1, y0 = place(panel, 10.0 ** ERRORS[1], 10.0 ** TIMES[1])
        out.append(f'<text x="{x0:.0f}" y="{y0 - 8:.0f}" font-weight="bold">{title}</text>')
        for power in range(ERRORS[0], ERRORS[1] + 1):
            x, _ = place(panel, 10.0**power, 1)
            out.append(f'<path d="M{x:.1f} {y0:.1f}V{y1:.1f}" stroke="#e6e6e6"/>')
            if (power - ERRORS[0]) % 2:
                out.append(f'<text x="{x:.1f}" y="{y1 + 14:.1f}" text-anchor="middle">1e{power}</text>')
        for power in range(math.ceil(TIMES[0]), math.floor(TIMES[1]) + 1):
            _, y = place(panel, 1, 10.0**power)
            out.append(f'<path d="M{x0:.1f} {y:.1f}H{x1:.1f}" stroke="#e6e6e6"/>')
            out.append(f'<text x="{x0 - 5:.1f}" y="{y + 4:.1f}" text-anchor="end">{10**power:g}</text>')
        out.append(f'<rect x="{x0:.1f}" y="{y0:.1f}" width="{x1 - x0:.1f}" height="{y1 - y0:.1f}" fill="none" stroke="#666"/>')
        out.append(f'<text x="{(x0 + x1) / 2:.1f}" y="{y1 + 28:.1f}" text-anchor="middle">error over size</text>')
        out.append(f'<text transform="translate({x0 - 34:.1f} {(y0 + y1) / 2:.1f}) rotate(-90)" text-anchor="middle">ms</text>')
        for name in INTEGRATORS[1:] + INTEGRATORS[:1]:
            points = [place(panel, float(r["error"]), float(r["value"])) for r in rows if r["system"] == title and r["integrator"] == name]
            if not points:
                continue
            colour, stroke = COLOURS[name], 2.2 if name == "auto" else 1.2
            dash = ' stroke-dasharray="5 3"' if name == "auto" else ""
            line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
            out.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="{stroke}"{dash}/>')
            out += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{2.6 if name == "auto" else 1.8}" fill="{colour}"/>' for x, y in points]
    x = LEFT
    for name in INTEGRATORS:
        out.append(f'<circle cx="{x}" cy="{height - 16}" r="4" fill="{COLOURS[name]}"/>')
        out.append(f'<text x="{x + 8}" y="{height - 12}">{name}</text>')
        x += 34 + 7 * len(name)
    out.append(f'<text x="{width - 10}" y="{height - 12}" text-anchor="end" fill="#666">{head.split(";")[0].lstrip("# ")}</text></svg>')
    with open(picture, "w", encoding="ascii") as text:
        text.write("\n".join(out) + "\n")


def main():
    words = sys.argv[1:]
    tool = "build/tool/bristle"
    if "--bristle" in words:
        at = words.index("--bristle")
        tool = words[at + 1]
        del words[at:at + 2]
    if len(words) == 2 and words[0] == "measure":
        measure(tool, words[1])
    elif len(words) == 3 and words[0] == "draw":
        draw(words[1], words[2])
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
