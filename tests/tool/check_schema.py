"""check_schema.py SCHEMA LAWS - the schema is valid, and takes and refuses what it should, for every law."""
import json
import sys
import warnings

warnings.simplefilter("ignore")
from jsonschema import Draft202012Validator  # noqa: E402

schema, laws = (json.load(open(path)) for path in sys.argv[1:3])
Draft202012Validator.check_schema(schema)
whole = Draft202012Validator(schema)
part = {}  # law -> validator of its branch alone, which is faster
for branch in schema["$defs"]["friction"]["oneOf"]:
    part[branch["properties"]["law"]["const"]] = Draft202012Validator({**branch, "$defs": schema["$defs"]})
wrong = []


def takes(block, validator=None):
    if not (validator or part[block["law"]]).is_valid(block):
        wrong.append("refused: " + json.dumps(block))


def refuses(block, validator=None):
    if (validator or part[block["law"]]).is_valid(block):
        wrong.append("taken: " + json.dumps(block))


for law in laws:
    plain = {"law": law["name"]}
    takes(plain, whole)
    takes({**plain, **{p["name"]: p["default"] for p in law["parameters"]}}, whole)
    refuses({**plain, "no_such_parameter": 1}, whole)
    takes({**plain, "noise": {"std": 0.1, "over": "distance", "wavelength": "1 mm"}})
    refuses({**plain, "noise": {"no_such_parameter": 1}})
    for p in law["parameters"]:
        name = p["name"]
        if p["type"] == "choice":
            for word in p["words"]:
                takes({**plain, name: word})
            refuses({**plain, name: "no_such_word"})
            refuses({**plain, name: 1})
            continue
        refuses({**plain, name: None})
        if p["type"] == "formula":  # any text may be an expression
            takes({**plain, name: 0.3})
            continue
        refuses({**plain, name: "fast"})
        refuses({**plain, name: True})
        if p["type"] == "real":
            for value in (p["min"], p["max"]):
                takes({**plain, name: value})
            for unit in p["units"]:
                takes({**plain, name: "%g %s" % (p["default"], unit if unit != "1" else "%")})
            refuses({**plain, name: p["max"] * 2})
            refuses({**plain, name: p["min"] - 1})
        elif p["type"] == "list":
            for unit in p["units"]:
                takes({**plain, name: ["1 " + (unit if unit != "1" else "%")] * len(p["default"])})
            refuses({**plain, name: [p["max"] * 2]})
            refuses({**plain, name: ["fast"]})
            refuses({**plain, name: [None]})
        elif p["type"] == "quantities":
            takes({**plain, name: {"a": 1, "b_2": "3 mm/s"}})
            takes({**plain, name: {}})
            refuses({**plain, name: {"a": "fast"}})
            refuses({**plain, name: {"2a": 1}})
            refuses({**plain, name: {"a": [1]}})
refuses({}, whole)
refuses({"law": "no_such_law"}, whole)
refuses([], whole)
print("\n".join(wrong[:40]) or "all as it should be")
