"""Memory of a study does not grow with its runs, but for a few hundred bytes of each: check_study_memory.py BRISTLE"""
import os
import resource
import subprocess
import sys

os.environ["ASAN_OPTIONS"] = os.environ.get("ASAN_OPTIONS", "") + ":quarantine_size_mb=1"  # or freed memory counts
STUDY = """model: pendulum.yaml
set: {run.until: 0.1 s}
vary: {pin.friction.mu_k: 0.1 to 0.5 in %d}
measure: [stuck pin, why]
"""


def peak(runs):
    """The largest memory of a child so far, kB: the children grow."""
    with open("m.yaml", "w") as out:
        out.write(STUDY % runs)
    subprocess.run([sys.argv[1], "study", "run", "m.yaml", "-o", "m%d.db" % runs, "-q", "--threads", "2"], check=True)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss


few, many = peak(200), peak(8000)
print("flat" if many - few < 6000 else "%d kB for 200 runs, %d kB for 8000" % (few, many))
