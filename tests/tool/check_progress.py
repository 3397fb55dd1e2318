"""The progress bar of a run, which is there on a terminal only: check_progress.py TOOL MODEL

Share, percentage and time agree with each other; with --quiet there is none."""
import os
import pty
import re
import signal
import subprocess
import sys
import time


def seen_on_terminal(tool, model, *more):
    ours, its = pty.openpty()
    run = subprocess.Popen([tool, "run", model, *more], stdout=subprocess.DEVNULL, stderr=its)
    os.close(its)
    os.set_blocking(ours, False)
    text, end = b"", time.monotonic() + (1 if more else 20)
    while time.monotonic() < end and text.count(b"left") < 3:
        time.sleep(0.1)
        try:
            text += os.read(ours, 4096)
        except BlockingIOError:
            pass
    run.send_signal(signal.SIGINT)
    run.wait()
    return text.decode()


tool, model, until = sys.argv[1], sys.argv[2], float(sys.argv[3])
bars = re.findall(r"\r\[(#*)( *)\] +([0-9]+) %  t = ([0-9.e+-]+) s  [0-9]+ s left   ", seen_on_terminal(tool, model))
assert len(bars) >= 3, "there are %d bars" % len(bars)
for full, left, percent, at in bars:
    share = float(at) / until
    assert len(full) + len(left) == 40, "the bar has %d places" % len(full + left)
    assert len(full) - 0.01 <= 40 * share <= len(full) + 1.01, "%d places at %g" % (len(full), share)
    assert abs(int(percent) - 100 * share) <= 0.51, "%s %% at %g" % (percent, share)
assert float(bars[0][3]) < float(bars[-1][3]), "it does not advance"
quiet = seen_on_terminal(tool, model, "--quiet")
assert "#" not in quiet and "%" not in quiet, quiet
