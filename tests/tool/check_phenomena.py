"""check_phenomena.py LAWS PHENOMENA - the table of phenomena parses and has every law and every phenomenon."""
import json
import sys

laws, table = (json.load(open(path)) for path in sys.argv[1:3])
phenomena = [p["name"] for p in table["phenomena"]]
wrong = []
names = [law["name"] for law in laws]
listed = [row["law"].split(",")[0] for row in table["laws"]]  # "dahl, scaling: load" is a dahl too
wrong += [name + " is missing" for name in names if name not in listed]
wrong += [name + " is no law" for name in listed if name not in names]
for row in table["laws"]:
    wrong += ["%s says nothing of %s" % (row["law"], p) for p in phenomena if p not in json.dumps(row)]
if len(phenomena) != 11:
    wrong.append("%d phenomena" % len(phenomena))
print("\n".join(wrong) or "every law shows something or nothing, none is left out")
