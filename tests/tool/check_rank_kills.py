"""A study whose MPI job is disturbed at random moments and continued ends with the table of threads: check_rank_kills.py BRISTLE RANKS.SH [SEED]

A rank is killed, which ends the job; mpirun is killed, which its ranks notice; or the job is stopped by SIGTERM, as batch systems do.
"""
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time

bristle, ranks = sys.argv[1:3]
chance = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
RUNS = 600
with open("s.yaml", "w") as out:
    out.write("""model: pendulum.yaml
set: {run.until: 3 s}
vary:
  pin.friction.mu_k: 0.1 to 0.5 in %d
  bar.mass: [1 kg, -1 kg]
measure: [stuck pin, max bar.spin, why, steps]
""" % (RUNS // 2))


def table(store):
    done = subprocess.run([bristle, "study", "export", store, "-o", "-"], capture_output=True, text=True)
    assert not done.returncode, done.stderr
    return done.stdout


def rows(store):
    """Rows that are committed, of a file that is whole."""
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


def start(store, count):
    return subprocess.Popen(["sh", ranks, str(count), "study", "run", "s.yaml", "-o", store, "-q"], stdout=subprocess.DEVNULL,
                            stderr=subprocess.DEVNULL)


def processes(store, name):
    """Numbers of the processes of this job."""
    found = []
    for number in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open("/proc/%s/cmdline" % number, "rb") as text:
                words = text.read().decode().split("\0")
            here = os.readlink("/proc/%s/cwd" % number) == os.getcwd()
        except OSError:
            continue
        if here and store in words and os.path.basename(words[0]) == name:
            found.append(int(number))
    return sorted(found)


def send(process, how):
    try:
        os.kill(process, how)
    except ProcessLookupError:  # it has ended
        pass


begun = time.time()
subprocess.run([bristle, "study", "run", "s.yaml", "-o", "threads.db", "-q"], stderr=subprocess.DEVNULL)
whole = table("threads.db")
assert whole.count("\n") == RUNS + 1
begun = time.time()
start("ranks.db", 3).wait()
seconds = time.time() - begun
assert table("ranks.db") == whole

kills, store, had = 0, "killed.db", 0
for turn in range(12):
    job = start(store, 3)
    while not processes(store, "bristle-mpi") and job.poll() is None:
        time.sleep(0.01)
    time.sleep(chance.random() * seconds / 2)
    if turn % 3 == 0:
        for process in chance.sample(processes(store, "bristle-mpi") or [0], 1):
            if process:
                send(process, signal.SIGKILL)
    else:
        for process in processes(store, "mpirun"):
            send(process, signal.SIGKILL if turn % 3 == 1 else signal.SIGTERM)
    job.wait()
    for _ in range(600):  # ranks that outlive mpirun
        if not processes(store, "bristle-mpi"):
            break
        time.sleep(0.05)
    have = rows(store)
    assert have >= had, "%d rows were lost" % (had - have)
    had, kills = have, kills + 1
start(store, 2).wait()
assert table(store) == whole
print("%d kills, %d rows each time" % (kills, RUNS))
