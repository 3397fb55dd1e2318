"""A study that is killed at random moments and continued ends with the table of one that was not disturbed: check_study_kills.py BRISTLE [SEED]

With several threads; with parts in stores of their own, of which one is killed at a time, merged at the end; and with SIGTERM, which
stops at once and loses nothing that is done.
"""
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time

bristle, seed = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1
chance = random.Random(seed)
RUNS = 600
STUDY = """model: pendulum.yaml
set: {run.until: 3 s}
vary:
  pin.friction.mu_k: 0.1 to 0.5 in %d
  bar.mass: [1 kg, -1 kg]
measure: [stuck pin, max bar.spin, why, steps]
limit: {steps: 85}
""" % (RUNS // 2)


def tool(*words):
    return subprocess.run([bristle, "study", *words], capture_output=True, text=True)


def table(store):
    done = tool("export", store, "-o", "-")
    assert not done.returncode, done.stderr
    return done.stdout


def start(store, *words):
    return subprocess.Popen([bristle, "study", "run", "s.yaml", "-o", store, "-q", *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def rows(store):
    """Rows that are committed, and whether the file is whole."""
    if not os.path.exists(store):
        return 0
    with sqlite3.connect(store) as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",), store
        if not db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            return 0
        count, keys = db.execute("SELECT count(*), count(DISTINCT key) FROM row").fetchone()
        assert count == keys, "%s: %d rows, %d keys" % (store, count, keys)
    db.close()
    return count


def kill(store, seconds, how, *words):
    running = start(store, *words)
    time.sleep(chance.random() * seconds)
    running.send_signal(how)
    running.wait()
    return rows(store)


with open("s.yaml", "w") as out:
    out.write(STUDY)
begun = time.time()
start("whole.db", "--threads", "2").wait()
seconds, whole = time.time() - begun, table("whole.db")
assert whole.count("\n") == RUNS + 1

kills = 0
for name, words in (("threads", ("--threads", "3")), ("one", ("--threads", "1"))):
    store, had = name + ".db", 0
    for _ in range(5):
        have = kill(store, seconds / 3, signal.SIGKILL, *words)
        assert have >= had, "%s: %d rows were lost" % (store, had - have)
        had, kills = have, kills + 1
    have = kill(store, seconds / 3, signal.SIGTERM, *words)
    assert have >= had
    start(store, *words).wait()
    assert table(store) == whole, store
parts = ["part%d.db" % i for i in (1, 2, 3)]
for _ in range(4):
    for i, store in enumerate(parts):
        had = rows(store)
        have = kill(store, seconds / 6, signal.SIGKILL, "--part", "%d/3" % (i + 1), "--threads", "2")
        assert have >= had, "%s: %d rows were lost" % (store, had - have)
        kills += 1
for i, store in enumerate(parts):
    start(store, "--part", "%d/3" % (i + 1)).wait()
done = tool("merge", *parts, "-o", "merged.db")
assert not done.returncode, done.stderr
assert table("merged.db") == whole
print("%d kills, %d rows each time" % (kills, RUNS))
