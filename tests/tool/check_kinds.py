"""check_kinds.py BRISTLE - every kind is explained, as text, Markdown and JSON, and its example stands in a model that is
fine."""
import json
import subprocess
import sys

bristle = sys.argv[1]
wrong = []


def run(*words):
    done = subprocess.run([bristle, *words], capture_output=True, text=True)
    if done.returncode:
        wrong.append(" ".join(words) + ": " + done.stderr.strip())
    return done.stdout


ARM = "arm: {mass: 1 kg, inertia: 1 kg m2, radius: 0.1 m, at: [0, 0.1 m], points: {tip: [0, -0.1 m]}}"
HOLDER = {
    "joint": "bodies: {%s}\n%%s\n" % ARM,
    "force": "bodies: {%s}\n%%s\n" % ARM,
    "signal": "bodies: {%s}\nforces: {f: {force: arm, along: [1, 0], %%s}}\n" % ARM,
    "shape": "bodies: {arm: {mass: 1 kg, inertia: 1 kg m2, %s}}\n",
    "integrator": "bodies: {%s}\n%%s\n" % ARM,
    "model": "%s\n",
    "body": "%s\n",
    "ground": "bodies: {%s}\n%%s\n" % ARM,
    "material": "bodies: {%s}\n%%s\n" % ARM,
    "run": "bodies: {%s}\n%%s\n" % ARM,
    "point": "bodies: {arm: {mass: 1 kg, inertia: 1 kg m2, %s}}\n",
    "elastic": "bodies: {arm: {mass: 1 kg, inertia: 1 kg m2, points: {a: [0, 0], b: [0.5 m, 0]}, %s}}\n",
    "friction": "bodies: {%s}\njoints: {j: {revolute: [ground, arm.tip], %%s}}\n" % ARM,
    "contact": "bodies: {%s}\nground: {material: steel}\nmaterials: {steel: {modulus: 207 GPa, poisson: 0.3}}\n"
               "joints: {j: {revolute: [ground, arm.tip], clearance: 0.1 mm, %%s}}\n" % ARM.replace("radius: 0.1 m,", "material: steel,"),
    "normal": "bodies: {%s}\njoints: {j: {disc_on_line: [ground, arm], along: [1, 0], %%s}}\n" % ARM,
    "elastic": "bodies: {arm: {mass: 1 kg, inertia: 1 kg m2, points: {a: [0, 0], b: [2 m, 0]}, %s}}\n"
               "joints: {j: {revolute: [ground, arm.a]}, k: {point_on_line: [ground, arm.b], along: [1, 0]}}\n",
    "surfaces": "bodies: {%s}\njoints: {j: {revolute: [ground, arm.tip], friction: {law: misharin, %%s}}}\n" % ARM,
}
kinds = json.loads(run("kinds", "--json"))
for kind in kinds:
    name, family = kind["name"], kind["family"]
    path = family + "." + name  # two families may have one name
    if not run("explain", path).startswith(name + " - "):
        wrong.append(name + ": the text does not begin with its name")
    if not run("explain", path, "--markdown").startswith("## " + name):
        wrong.append(name + ": the Markdown does not begin with its name")
    told = json.loads(run("explain", path, "--json"))
    holder = HOLDER.get(family, HOLDER.get(name))
    if family == "law" or name == "noise":
        continue
    if name == "johnson_flat":  # one side of it is flat
        holder = holder.replace("revolute: [ground, arm.tip]", "point_on_line: [ground, arm.tip], along: [1, 0], radius: 8 mm")
    with open("example.yaml", "w") as out:
        out.write(holder % told["example"])
    if "is fine" not in run("check", "example.yaml"):
        wrong.append(name + ": " + told["example"])
print("\n".join(wrong) or "%s, every example is fine" % ("few kinds" if len(kinds) < 70 else "all kinds"))
