#!/usr/bin/env python3
"""law_table.py - the table of docs/choosing_a_law.md: what each friction law shows, needs and costs

Every row is computed by `bristle`, which is found by the PATH, from the list of its laws; a new law appears by itself.
Costs are evaluations of the equations, relative to Coulomb's law, in two models of examples/."""
import csv
import io
import json
import subprocess
import sys

surfaces = ("surfaces={viscosity: 400 cP, density: 870 kg/m3, length: 20 mm, roughness: 0.4 um, "
            "modulus: 113.7 GPa, radius_a: 40 mm, radius_b: 41 mm}")
models = {"pendulum": ("examples/pendulum.yaml", "pin.friction."), "belt": ("examples/belt.yaml", "contact.friction.")}
curves = {"table": "a measured curve", "expression": "a formula"}
# limits that keep formulas finite, and parameters of a choice that is off by default
not_measured = {"G_min", "N_e", "v_floor", "v_f"}
groups = ("sticks", "bristles hold", "bristles, drifts", "creeps")


def ask(*words):
    return subprocess.run(("bristle",) + words, stdout=subprocess.PIPE, text=True, check=True).stdout


def cost(model, friction, law):
    """Evaluations with a law relative to those with Coulomb's, as text; - if the model cannot have the law, or it gives no friction there."""
    words = ("bristle", "compare", model, "--set", friction + surfaces, "--laws", "coulomb," + law, "-o", "-")
    told = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
    rows = [row for row in csv.DictReader(io.StringIO(told)) if row["law"] == law]
    if law == "coulomb":
        return "1"
    relative = float(rows[0]["relative"]) if rows and rows[0]["relative"] else 0
    return "%.2g" % relative if relative > 0.1 else "-"


def at_rest(law, shows):
    if law["holds_at_rest"]:
        return "sticks"
    if not shows["stiction"]:
        return "creeps"
    return "bristles, drifts" if shows["drift"] else "bristles hold"


def data(law):
    """What must be known besides coefficients: parameters with a dimension that are in use by default."""
    if law["needs"]:
        return "lubricant, surfaces"
    if law["name"] in curves:
        return curves[law["name"]]
    names = [p["name"] for p in law["parameters"]
             if p["type"] != "choice" and p.get("units") and p["units"][0] != "1" and p["name"] not in not_measured
             and p.get("default")]
    return ", ".join("`%s`" % name for name in names) or "-"


def row(law, variants):
    plain, scaled = variants[0], variants[-1]
    words = [name for name in ("Stribeck", "viscous", "presliding", "hysteresis", "lag", "dwell", "break-away")
             if plain[name]["shows"]]
    shows = {name: value["shows"] for name, value in plain.items()}
    load = "yes" if shows["follows load"] else "with `scaling: load`" if scaled["follows load"]["shows"] else "no"
    cells = ["[`%s`](reference.md#%s)" % (law["name"], law["name"]), at_rest(law, shows), ", ".join(words) or "-", load,
             "yes" if shows["passive"] else "no",
             data(law)] + [cost(*model, law["name"]) for model in models.values()]
    return groups.index(cells[1]), "| " + " | ".join(cells) + " |"


laws = {law["name"]: law for law in json.loads(ask("laws", "--json"))}
variants = {}
for entry in json.loads(ask("laws", "--phenomena", "--json"))["laws"]:
    name = entry.pop("law").partition(",")[0]
    variants.setdefault(name, []).append(entry)
rows = [row(law, variants[name]) for name, law in laws.items()]
print("| law | at rest | shows | follows the load | passive | must be known besides coefficients | cost: %s |"
      % " | cost: ".join(models))
print("|---|---|---|---|---|---|%s" % ("--:|" * len(models)))
for _, line in sorted(rows, key=lambda item: item[0]):
    print(line)
sys.exit(0)
