"""read_page.py COMMAND PAGE ... - opens a report page without a browser: its results as bristle wrote them

schema PAGE SCHEMA      every result is as the schema says
csv PAGE CSV            every number of the CSV file is in the page, as a float; times to the last bit
extremes PAGE CSV       a page with fewer rows has the first, last, largest and smallest value of every channel, and rows around all events
get PAGE PATH...        prints members of each result that has them: model.title; columns of channels by their name: @t
"""
import base64
import csv
import json
import re
import struct
import sys
import zlib


def results(path):
    text = open(path, encoding="utf-8").read()
    for match in re.finditer(r'<script type="application/x-bristle-result">([^<]*)</script>', text):
        version, label, packed, numbers = match.group(1).split(" ")
        assert version == "1"
        run = json.loads(zlib.decompress(base64.b64decode(packed)))
        run["label"] = base64.b64decode(label).decode()
        yield run, unpack(run["channels"], zlib.decompress(base64.b64decode(numbers))) if "channels" in run else {}


def unpack(channels, data):
    rows, at, table = channels["rows"], 0, {}
    for index, column in enumerate(channels["columns"]):
        size = 4 if index else 8
        before, values = 0, []
        for row in range(rows):
            word = sum(data[at + byte * rows + row] << 8 * byte for byte in range(size))
            before = (before + word) % (1 << 8 * size)
            values.append(struct.unpack("<f" if index else "<d", before.to_bytes(size, "little"))[0])
        table[column["name"]] = values
        at += size * rows
    assert at == len(data)
    return table


def read_csv(path):
    rows = list(csv.reader(open(path, encoding="utf-8")))
    names = [re.sub(r" \[.*\]$", "", name) for name in rows[0]]
    return {name: [float(row[i]) for row in rows[1:]] for i, name in enumerate(names)}


def as_float(x):
    return struct.unpack("<f", struct.pack("<f", x))[0]


command, page = sys.argv[1:3]
if command == "schema":
    from jsonschema import Draft202012Validator
    schema = json.load(open(sys.argv[3]))
    Draft202012Validator.check_schema(schema)
    for run, _ in results(page):
        for error in Draft202012Validator(schema).iter_errors(run):
            print(run["label"], list(error.path), error.message[:200])
elif command == "csv":
    wanted, count = read_csv(sys.argv[3]), 0
    (run, table), = results(page)
    assert list(table) == list(wanted), "channels differ"
    for name, values in wanted.items():
        assert len(table[name]) == len(values), name
        for a, b in zip(table[name], values):
            count += 1
            assert a == (b if name == "t" else as_float(b)) or a != a and b != b, (name, a, b)
    print(count > 0)
elif command == "extremes":
    wanted = read_csv(sys.argv[3])
    (run, table), = results(page)
    rows = run["channels"]["rows"]
    assert rows < run["channels"]["recorded"] == len(wanted["t"])
    for name, values in wanted.items():
        have = set(table[name])
        for value in (values[0], values[-1], min(values), max(values)):
            assert (value if name == "t" else as_float(value)) in have, (name, value)
    times = table["t"]
    for event in run["events"]:
        before = max(t for t in wanted["t"] if t <= event["time"])
        assert before in times, event
    assert times == sorted(times)
    print(True)
elif command == "get":
    for run, table in results(page):
        for path in sys.argv[3:]:
            value = run
            if path.startswith("@"):
                value = table.get(path[1:])
            for key in path.split(".") if value is run else []:
                value = value.get(key) if isinstance(value, dict) else value[int(key)] if value else None
            if value is None:
                continue
            print(json.dumps(value, ensure_ascii=False) if not isinstance(value, str) else value)
