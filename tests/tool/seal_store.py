"""Writes the checksums of the rows and texts of a store anew, after a test has changed some: seal_store.py STORE.db"""
import hashlib
import sqlite3
import struct
import sys


def cell(value):
    if value is None:
        return b"n"
    if isinstance(value, str):
        return b"t" + value.encode() + b"\0"
    return b"d" + struct.pack("<d", value or 0.0)


def checksum(data):
    return struct.unpack("<q", hashlib.sha256(data).digest()[:8])[0]


db = sqlite3.connect(sys.argv[1])
for row in db.execute("SELECT * FROM row").fetchall():
    key, cells, (steps, evaluations, seconds) = row[2], row[3:-4], row[-4:-1]
    data = key + b"".join(map(cell, cells)) + b"".join(b"i" + struct.pack("<q", n) for n in (steps, evaluations)) + cell(float(seconds))
    db.execute("UPDATE row SET checksum = ? WHERE id = ?", (checksum(data), row[0]))
for name, text in db.execute("SELECT name, text FROM about").fetchall():
    db.execute("UPDATE about SET checksum = ? WHERE name = ?", (checksum(cell(name) + cell(text)), name))
db.commit()
