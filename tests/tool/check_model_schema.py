"""check_model_schema.py SCHEMA MODEL - the schema is valid, takes the model, and refuses it once it is broken."""
import copy
import json
import sys

from jsonschema import Draft202012Validator

schema, model = (json.load(open(path)) for path in sys.argv[1:3])
Draft202012Validator.check_schema(schema)
validator = Draft202012Validator(schema)
wrong = []


def broken(path, value):
    """The model with one value set, or taken out (None)."""
    whole = copy.deepcopy(model)
    *way, last = path.split(".")
    at = whole
    for step in way:
        at = at[step]
    if value is None:
        del at[last]
    else:
        at[last] = value
    return whole


def takes(path, value):
    if not validator.is_valid(broken(path, value)):
        wrong.append("refused: %s = %s" % (path, json.dumps(value)))


def refuses(path, value):
    if validator.is_valid(broken(path, value)):
        wrong.append("taken: %s = %s" % (path, json.dumps(value)))


takes("title", "another")
takes("gravity", None)
takes("bodies.block.spin", "5 rpm")
takes("joints.guide.friction", {"law": "coulomb", "mu_k": "2 N"})
takes("joints.guide.friction.surfaces", {"viscosity": "400 cP"})
takes("joints.guide.friction.noise", {"std": "0.1 N"})
takes("forces.push.value", "3 N")
takes("forces.push.value", {"input": 3})
takes("bodies.block.shapes", {"outline": {"circle": "1 cm"}})
takes("run", None)
refuses("bodies", None)
refuses("bodies", [])
refuses("title", ["a"])
refuses("gravty", [0, 0])
refuses("gravity", [0, 0, 0])
refuses("bodies.block.mass", None)
refuses("bodies.block.mass", -1)
refuses("bodies.block.mass", [1])
refuses("bodies.block.mas", 1)
refuses("bodies.1block", {"mass": 1, "inertia": 1})
refuses("bodies.block.shapes", [{"cirle": 1}])
refuses("joints.guide.translational", None)
refuses("joints.guide.translational", ["ground"])
refuses("joints.guide.along", None)
refuses("joints.guide.frction", {})
refuses("joints.guide.friction.law", "colomb")
refuses("joints.guide.friction.law", None)
refuses("joints.guide.friction.sigma0", 5)
refuses("joints.guide.friction.load", {"step": "5 N", "strt": 1})
refuses("forces.push.along", None)
refuses("forces.push.value", None)
refuses("forces.push.value", {"sin": 1})
refuses("forces.push.value", {"sine": 1})
refuses("forces.spring.length", {"table": [[0, 1, 2]]})
takes("parameters", {"r": "50 mm", "l": "2*r + 5 mm", "mu": 0.3})
takes("bodies.block.mass", "2*m_0 + 1 kg")
takes("bodies.block.at", ["-l/2", "sqrt(r^2)"])
takes("run.until", "T")
refuses("parameters", ["r"])
refuses("parameters", {"r": [1]})
refuses("bodies.block.mass", "12")
refuses("run.until", "soon!")
refuses("run.coupling", "loose")
print("\n".join(wrong) or "all as it should be")
