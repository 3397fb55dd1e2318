"""check_kinds.py BRISTLE - every kind is explained, as text, Markdown and JSON, and its example stands in a model that is
fine."""
import json
import re
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
    "parameter": "bodies: {%s}\n%%s\n" % ARM,
    "ground": "bodies: {%s}\n%%s\n" % ARM,
    "material": "bodies: {%s}\n%%s\n" % ARM,
    "run": "bodies: {%s}\n%%s\n" % ARM,
    "point": "bodies: {arm: {mass: 1 kg, inertia: 1 kg m2, %s}}\n",
    "friction": "bodies: {%s}\njoints: {j: {revolute: [ground, arm.tip], %%s}}\n" % ARM,
    "contact": "bodies: {%s}\nground: {material: steel}\nmaterials: {steel: {modulus: 207 GPa, poisson: 0.3}}\n"
               "joints: {j: {revolute: [ground, arm.tip], clearance: 0.1 mm, %%s}}\n" % ARM.replace("radius: 0.1 m,", "material: steel,"),
    "normal": "bodies: {%s}\njoints: {j: {disc_on_line: [ground, arm], along: [1, 0], %%s}}\n" % ARM,
    "elastic": "bodies: {arm: {mass: 1 kg, inertia: 1 kg m2, points: {a: [0, 0], b: [2 m, 0]}, %s}}\n"
               "joints: {j: {revolute: [ground, arm.a]}, k: {point_on_line: [ground, arm.b], along: [1, 0]}}\n",
    "surfaces": "bodies: {%s}\njoints: {j: {revolute: [ground, arm.tip], friction: {law: misharin, %%s}}}\n" % ARM,
}
SLOT = ("revolute: [ground, arm.tip]", "point_on_line: [ground, arm.tip], along: [1, 0], radius: 8 mm")


MEASURED = ("gravity: [0, -9.81 m/s2]\n" + "bodies: {%s}\n" % ARM + "joints: {pin: {revolute: [ground, arm.tip], friction: {law: coulomb}}}\n"
            "forces: {push: {force: arm, along: [1, 0], value: 1 N}}\n")


# With a contact and a film in the pin.
LOOSE = """gravity: [0, -9.81 m/s2]
materials: {steel: {modulus: 207 GPa, poisson: 0.3}}
ground: {material: steel}
bodies: {arm: {mass: 1 kg, inertia: 0.1 kg m2, at: [0.5 m, 0], material: steel, points: {tip: [-0.5 m, 0]}}}
joints:
  pin: {revolute: [ground, arm.tip], radius: 10 mm, clearance: 0.1 mm,
        normal: {law: johnson, length: 20 mm, loss: lankarani_nikravesh, restitution: 0.9},
        friction: {law: misharin, surfaces: {viscosity: 400 cP, density: 870 kg/m3, roughness: 0.4 um, length: 20 mm}}}
run: {until: 20 ms}
"""


def is_measured(example):
    """Does the command of the example run, with one of the models?"""
    for model in MEASURED, LOOSE:
        with open("measured.yaml", "w") as out:
            out.write(model)
        command = example.replace("bristle", bristle).replace("MODEL", "measured.yaml -q")
        if not subprocess.run(command, shell=True, capture_output=True).returncode:
            return True
    return False


STUDIED = "model: measured.yaml\nvary: {pin.friction.mu_k: +-30%}\nmeasure: steps\n"


def is_study(example):
    """Is the example a study of the pendulum, or does it stand in one?"""
    with open("measured.yaml", "w") as out:
        out.write(MEASURED.replace("arm:", "bar:").replace("arm", "bar"))
    with open("study.yaml", "w") as out:
        out.write(example.replace("pendulum", "measured") if example.startswith("model") else STUDIED + example)
    return not subprocess.run([bristle, "study", "check", "study.yaml"], capture_output=True).returncode


def is_fine(kind, told):
    """Does the example stand in a model, of a normal law in a bore or between flat sides?"""
    if kind["family"] == "measure":
        return is_measured(told["example"])
    if kind["family"] == "study":
        return is_study(told["example"])
    holder = HOLDER.get(kind["family"], HOLDER.get(kind["name"]))
    for whole in (holder, holder.replace(*SLOT)) if kind["family"] == "contact" else (holder,):
        with open("example.yaml", "w") as out:
            out.write(whole % told["example"])
        if "is fine" in subprocess.run([bristle, "check", "example.yaml"], capture_output=True, text=True).stdout:
            return True
    return False


kinds = json.loads(run("kinds", "--json"))
paths = [kind["family"] + "." + kind["name"] for kind in kinds]  # two families may have one name
text, markdown, told = run("explain", *paths), run("explain", *paths, "--markdown"), json.loads(run("explain", *paths, "--json"))
names = [kind["name"] for kind in kinds]
for explained in re.findall(r"^(\w+) - ", text, re.M), re.findall(r"^## (\w+)", markdown, re.M), [one["name"] for one in told]:
    if explained != names:
        wrong.append("explained are %s, but there are %s" % (" ".join(explained), " ".join(names)))
for kind, one in zip(kinds, told):
    if kind["family"] != "law" and kind["name"] != "noise" and kind.get("available", True) and not is_fine(kind, one):
        wrong.append(kind["name"] + ": " + one["example"])
print("\n".join(wrong) or "%s, every example is fine" % ("few kinds" if len(kinds) < 70 else "all kinds"))
