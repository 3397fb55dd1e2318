"""The schema of study files takes what a study may have, and refuses slips: check_study_schema.py <SCHEMA"""
import json
import sys

import jsonschema

schema = json.load(sys.stdin)
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)
GOOD = {"title": "t", "model": "a.yaml", "set": {"a.b": "3 mm"}, "vary": {"a.b": [1, "2 mm"], "c": "+-3%"}, "design": "latin", "runs": 8, "seed": 1,
        "measure": ["steps", {"max": "x", "from": "1 s", "below": 3}], "limit": {"cpu": "1 s", "steps": 10},
        "claims": [{"claim": "c", "max": "x", "rises": "a.b", "times": 2}, {"claim": "c", "place": "3", "max": "x", "each": "all", "below": 3},
                   {"claim": "c", "max": "x", "larger": {"a.b": [1, "2 mm"]}, "magnitude": True}, {"claim": "c", "max": "x", "falls": ["a", "b"]}]}
fine = [GOOD, dict(GOOD, limit="10 s"), dict(GOOD, each=[{"*.b": "+-3%"}]), dict(GOOD, measure="steps"),
        {"model": "a", "each": {"*.b": "x1,x2"}, "measure": ["steps"]}, {k: GOOD[k] for k in GOOD if k != "measure"},
        dict(GOOD, vary={"a": {"dry": {"law": "coulomb"}, "soft": {"law": "lugre"}}})]
slips = [dict(GOOD, measur=1), dict(GOOD, design="gird"), dict(GOOD, limit={"cp": 1}), dict(GOOD, vary=3), dict(GOOD, runs=1), dict(GOOD, measure=[]),
         dict(GOOD, vary={"a": []}), dict(GOOD, set=3)] + [{k: GOOD[k] for k in GOOD if k != left} for left in ("model", "vary")] \
    + [{k: GOOD[k] for k in GOOD if k not in ("measure", "claims")}] + [dict(GOOD, claims=c) for c in
       (3, [{"max": "x", "rises": "a"}], [{"claim": "c", "max": "x"}], [{"claim": "c", "rises": "a", "falls": "a"}], [{"claim": "c", "each": {"a": [], "b": []}}])]
wrong = [s for s in fine if not validator.is_valid(s)] + [s for s in slips if validator.is_valid(s)]
print("\n".join(map(str, wrong)) or "%d studies, %d slips" % (len(fine), len(slips)))
