#!/usr/bin/env python3
"""mutants.py - mutation testing: does some test fail for each of many small faults?

A mutant is the program with one small fault in it. This script draws mutants by a seed, builds each of them in a private copy
of the tree, and runs the tests of ctest on it until one fails: the mutant is caught. A mutant on which every test passes
survives: either a test is missing, or the fault changes nothing that matters; each survivor is worth a look.

    scripts/mutants.py                        200 mutants, seed 1
    scripts/mutants.py --seed 7 --count 50    others, and fewer
    scripts/mutants.py --files 'src/io/*'     in some files only; may be repeated
    scripts/mutants.py --list                 show what would be drawn, and build nothing
    scripts/mutants.py --resume               go on with a campaign that was interrupted
    scripts/mutants.py --first 60             a first look: leave a mutant open after 60 s of tests; --resume without it ends them
    scripts/mutants.py --one src/io/csv.c:88:comparison     one fault of that kind in that line; :2 behind it is the second

Kinds of faults
    sign         + becomes -, and the reverse; += and -=, too
    factor       a number with a decimal point or exponent is multiplied by 1.2 (0.5 becomes 0.6); a whole number that stands
                 beside * or / is increased by 1 (2 * becomes 3 *). Numbers below 1e-6 are left alone: they are tolerances
                 against rounding, of which a fifth more changes no result
    comparison   < becomes <= or >, <= becomes < or >=, == becomes !=, and so on
    index        an index, the bound of a for loop or its first value is off by one
    deletion     a statement is deleted
    logic        && becomes ||, and the reverse
    negation     the condition of if or while is negated
Comments, texts, preprocessor lines, assertions and declarations are left alone. A kind is drawn first, each as often as the
others, then a place for it, so that the many indices do not crowd out the rest.

What counts
    A mutant that does not compile is drawn anew, and so is one whose object code is that of the original (bytes of the object
    file, or else what objdump shows of its code, data and relocations). The score is the share of the others that is caught.
    Failing, crashing and taking too long are all the same: caught. A failure counts if it comes twice in a row, so that no
    busy machine is taken for a good test. A test has 15 s and five times its usual duration, of computing time; ten times that
    of any time, in case it waits for ever. A mutant that is not decided after --limit seconds is left open, and not caught.

Order of tests
    The first run measures how long each test takes without a fault (baseline.json). Tests are then run in the order of the
    likelihood that they catch the fault over their duration, so that unit tests mostly come first and the papers last. The
    likelihood begins with a guess: one that is named in USED_BY or is named like the file is the most likely one. From then
    on it follows what was caught before in files of the same folder (history.json). The order decides only how long it takes:
    no mutant is called a survivor before every test of ctest has passed on it that executes the line of the fault. Which
    tests execute which lines is measured once for each state of the tree, by gcov (reach.json); tests that end programs by a
    signal or run them in children (REACH_UNKNOWN) count as executing every line.

Files, all under build-mutants/ (or --work)
    1/ 2/ ...        private copies, one for each of --jobs: tree/ and build/, built with -O1 once and incrementally from then
                     on; as in a release, assertions are off unless --assertions is given
    coverage/        one more, built for gcov
    journal.jsonl    one line for each mutant that is done, written at once: --resume goes on after the last of them. It must
                     be the same tree, seed and --files; --count may be larger
    baseline.json, reach.json, history.json    as above

The result does not depend on --jobs. Exit status 0: at least --least percent were caught; 1: fewer; 2: something is wrong, as
a test that fails without any fault.
"""
import argparse
import concurrent.futures
import fnmatch
import hashlib
import json
import math
import os
import queue
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FOLDERS = ("src/system", "src/sim", "src/stiction", "src/integrator", "src/io", "src/part", "parts", "tool")
COUNTED = ("caught", "survived", "open")  # outcomes of mutants that compile and change something
KINDS = ("sign", "factor", "comparison", "index", "deletion", "logic", "negation")

# Tests that are likely to notice a fault in a file, beside those that are named like it. The first row that fits counts.
USED_BY = (
    ("src/io/text_file*", r"test_(yaml|model|bad_models)"),
    ("src/io/yaml*", r"test_(yaml|model|bad_models)|fuzz_model_corpus|tool_check"),
    ("src/io/csv*", r"test_csv|tool_(output|run|curve|history|plot)"),
    ("src/io/hdf5*", r"test_hdf5|tool_(parts|parts_used)"),
    ("src/part/*", r"test_part|tool_(parts|parts_used)"),
    ("parts/hdf5*", r"test_hdf5|tool_parts_used"),
    ("parts/clp*", r"test_(dual_simplex|verdict)|tool_(verdict|parts_used)"),
    ("parts/cminpack*", r"test_(least_squares|fit)|tool_fit"),
    ("parts/sundials*", r"test_(every_integrator|stepper|integrator|mechanisms|stick)"),
    ("src/integrator/*", r"test_(stepper|integrator|every_integrator|replay|mechanisms|touching|stick)"),
    ("src/stiction/*", r"test_(dual_simplex|stiction|verdict|verdict_factors|known_rests|dragged)|tool_(verdict|sensitivity)"),
    ("src/sim/draw*", r"test_draw|tool_(draw|pictures)"),
    ("src/sim/*", r"test_(replay|observation|measures|touching|mechanisms|stick|sharing|sim_allocation)|tool_(run|examples|settings)"),
    ("src/system/*", r"test_system_.*|test_(replay|observation|mechanisms|stick|constraints|reactions|sharing|elastic|touching|dragged|warnings)|tool_(run|check)"),
    ("tool/reproduce*", r"tool_reproduce.*|test_paper.*"),
    ("tool/plot*", r"tool_(plot|pictures?|curve).*"),
    ("tool/*", r"tool_(run|verdict|curve|contact|check|draw|help|output)"),
)

# Tests of which gcov does not see everything that they run.
REACH_UNKNOWN = r"test_campaign|test_part_of_campaign|tool_(signals|closed_pipe|progress|no_progress|files)"


class Trouble(Exception):
    """Something is wrong that is no survivor: said in one line, exit status 2."""


# --- faults of one file --------------------------------------------------------------------------------------------------

TOKEN = re.compile(
    r"""(?P<directive>^[ \t]*\#(?:\\\n|/\*.*?\*/|[^\n])*)
      | (?P<comment>/\*.*?\*/|//[^\n]*)
      | (?P<text>(?:u8|[uUL])?"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')
      | (?P<number>(?:0[xX][0-9a-fA-F.]+(?:[pP][+-]?\d+)?|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)[uUlLfF]*)
      | (?P<name>[A-Za-z_]\w*)
      | (?P<mark>\.\.\.|->|\+\+|--|<<=|>>=|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|<<|>>|[^\s\w])""",
    re.X | re.S | re.M,
)
TYPES = set("auto bool char const double enum extern float int long register short signed size_t static struct typedef union "
            "unsigned void volatile".split())
COMPARISONS = {"<": ("<=", ">"), "<=": ("<", ">="), ">": (">=", "<"), ">=": (">", "<="), "==": ("!=",), "!=": ("==",)}
SIGNS = {"+": "-", "-": "+", "+=": "-=", "-=": "+="}
LOGIC = {"&&": "||", "||": "&&"}
ASSERTIONS = {"assert", "static_assert", "_Static_assert"}


class Fault:
    """Text from start to end of a file becomes another; n: which one of its kind in its line, from 1."""

    def __init__(self, file, line, kind, start, end, text, outside=False):
        self.file, self.line, self.kind, self.start, self.end, self.text, self.n = file, line, kind, start, end, text, 1
        self.outside = outside  # of any function

    @property
    def name(self):
        return f"{self.file}:{self.line}:{self.kind}" + (f":{self.n}" if self.n > 1 else "")

    def applied(self, code):
        return code[: self.start] + self.text + code[self.end :]

    def lines(self, code):
        """The first line that differs, before and after."""
        before, after = code.split("\n"), self.applied(code).split("\n")
        for old, new in zip(before, after):
            if old != new:
                return old.strip(), new.strip() or "(deleted)"
        return "", ""


class Reader:
    """Finds the statements of the functions of a C file, roughly, and every fault that can be put there."""

    def __init__(self, file, code):
        self.file, self.code, self.faults, self.outside = file, code, [], False
        self.token = []  # (group, text, start, end)
        for m in TOKEN.finditer(code):
            if m.lastgroup not in ("directive", "comment"):
                self.token.append((m.lastgroup, m.group(), m.start(), m.end()))
        self.partner, stack = {}, []
        for i, (_, text, _, _) in enumerate(self.token):
            if text in ("(", "[", "{"):
                stack.append(i)
            elif text in (")", "]", "}") and stack:
                self.partner[stack.pop()] = i
        self.read_file()
        count = {}
        self.faults.sort(key=lambda f: (f.start, f.end, KINDS.index(f.kind), f.text))
        for f in self.faults:
            count[f.line, f.kind] = f.n = count.get((f.line, f.kind), 0) + 1

    def text(self, i):
        return self.token[i][1] if 0 <= i < len(self.token) else ""

    def is_operand(self, i):
        return 0 <= i < len(self.token) and (self.token[i][0] in ("number", "name") or self.text(i) in (")", "]"))

    def add(self, kind, start, end, text):
        line = self.code.count("\n", 0, start) + 1
        self.faults.append(Fault(self.file, line, kind, start, end, text, self.outside))

    def replace(self, kind, i, text):
        self.add(kind, self.token[i][2], self.token[i][3], text)

    # what stands outside of functions: initial values of constants

    def read_file(self):
        i, begun = 0, 0
        while i < len(self.token):
            text = self.text(i)
            if text == "{" and self.text(i - 1) == ")":
                self.read_block(i)
                i = begun = self.partner.get(i, len(self.token)) + 1
            elif text in ("(", "[", "{"):
                i = self.partner.get(i, len(self.token)) + 1
            elif text == ";":
                self.read_constant(begun, i)
                i = begun = i + 1
            else:
                i += 1

    def read_constant(self, begin, end):
        if self.text(begin) in ASSERTIONS | {"typedef"}:
            return
        for i in range(begin, end):
            if self.text(i) == "=":
                self.outside = True
                self.read_expression(i + 1, end, ("sign", "factor"))
                self.outside = False
                return

    # statements

    def read_block(self, i):
        end = self.partner.get(i, len(self.token))
        i += 1
        while i < end:
            i = self.read_statement(i)

    def read_statement(self, i):
        """Returns where the next one begins."""
        text, size = self.text(i), len(self.token)
        if i >= size:
            return size
        if text == "{":
            self.read_block(i)
            return self.partner.get(i, size) + 1
        if text in ("if", "while", "switch", "for") and self.text(i + 1) == "(":
            end = self.partner.get(i + 1, size)
            if text == "for":
                self.read_for(i + 2, end)
            else:
                self.read_expression(i + 2, end)
                if text != "switch":
                    self.negate(i + 2, end)
            i = self.read_statement(end + 1)
            if text == "if" and self.text(i) == "else":
                i = self.read_statement(i + 1)
            return i
        if text == "do":
            return self.read_statement(i + 1)  # its while follows as a loop without a body
        if text == "else":
            return self.read_statement(i + 1)
        if text in ("case", "default"):
            while i < size and self.text(i) != ":":
                i += 1
            return i + 1
        if self.token[i][0] == "name" and self.text(i + 1) == ":":
            return i + 2
        end = i
        while end < size and self.text(end) != ";":
            if self.text(end) == "}":
                return end + 1
            end = self.partner.get(end, end) + 1
        self.read_simple(i, min(end, size))
        return end + 1

    def read_simple(self, i, end):
        text = self.text(i)
        if i == end or text in ASSERTIONS or text == "goto":
            return
        if text == "return":
            self.read_expression(i + 1, end)
        elif text in ("break", "continue"):
            self.delete(i, end)
        elif self.is_declaration(i, end):
            self.read_declaration(i, end)
        else:
            self.read_expression(i, end)
            self.delete(i, end)

    def is_declaration(self, i, end):
        if self.text(i) in TYPES:
            return True
        if self.token[i][0] != "name" or i + 1 >= end:
            return False
        if self.token[i + 1][0] == "name":
            return True
        after = [self.text(k) for k in range(i + 1, min(i + 4, end + 1))]
        return len(after) > 2 and after[0] == "*" and (after[2] in ("=", ";", ",", "[") or after[1] in ("*", "const"))

    def read_declaration(self, i, end):
        value = None  # where the initial value of a declarator begins
        k = i
        while k < end:
            text = self.text(k)
            if text == "," and value is not None:
                self.read_expression(value, k)
                value = None
            elif text == "=" and value is None:
                value = k + 1
            k = self.partner.get(k, k) + 1 if text in ("(", "[", "{") else k + 1
        if value is not None:
            self.read_expression(value, end)

    def read_for(self, i, end):
        semicolons, k = [], i
        while k < end:
            if self.text(k) == ";":
                semicolons.append(k)
            k = self.partner.get(k, k) + 1
        if len(semicolons) != 2:
            return
        first, second = semicolons
        (self.read_declaration if i < first and self.is_declaration(i, first) else self.read_expression)(i, first)
        for k in range(i, first):  # where it begins
            if self.text(k) == "=" and self.token[k + 1][0] == "number" and self.text(k + 1).isdigit():
                self.replace("index", k + 1, str(int(self.text(k + 1)) + 1))
        self.read_expression(first + 1, second)
        k = first + 1
        while k < second:  # how far it goes
            if self.text(k) in ("<", "<=", ">", ">=", "!="):
                last = k + 1
                while last < second and self.text(last) not in ("&&", "||", "?"):
                    last = self.partner.get(last, last) + 1
                if k + 1 < last:
                    at = self.token[last - 1][3]
                    self.add("index", at, at, " + 1")
                    self.add("index", at, at, " - 1")
                break
            k = self.partner.get(k, k) + 1
        self.read_expression(second + 1, end)

    # what can be wrong in them

    def delete(self, i, end):
        start, stop = self.token[i][2], self.token[end - 1][3]
        self.add("deletion", start, stop, re.sub(r"[^\n]", "", self.code[start:stop]))

    def negate(self, i, end):
        if i >= end:
            return
        start, stop = self.token[i][2], self.token[end - 1][3]
        self.add("negation", start, stop, "!(" + self.code[start:stop] + ")")

    def read_expression(self, i, end, kinds=KINDS):
        k = i
        while k < end:
            group, text = self.token[k][0], self.text(k)
            if text in ASSERTIONS:
                k = self.partner.get(k + 1, k) + 1
                continue
            if group == "number":
                if "factor" in kinds:
                    self.change_number(k)
            elif text in SIGNS and "sign" in kinds:
                self.replace("sign", k, SIGNS[text])
            elif text in COMPARISONS and "comparison" in kinds:
                for other in COMPARISONS[text]:
                    self.replace("comparison", k, other)
            elif text in LOGIC and "logic" in kinds:
                self.replace("logic", k, LOGIC[text])
            elif text == "[" and "index" in kinds and self.is_operand(k - 1):
                self.shift_index(k)
            k += 1

    def change_number(self, k):
        text = self.text(k).rstrip("uUlLfF")
        suffix = self.text(k)[len(text) :]
        if text[:2] in ("0x", "0X"):
            return
        if any(c in text for c in ".eE"):
            value = float(text)
            if abs(value) >= 1e-6:
                changed = f"{1.2 * value:.12g}"
                self.replace("factor", k, changed + ("" if any(c in changed for c in ".en") else ".0") + suffix)
            return
        multiplies = self.text(k + 1) in ("*", "/") or (self.text(k - 1) in ("*", "/") and self.is_operand(k - 2))
        if multiplies and int(text) > 0:
            self.replace("factor", k, str(int(text) + 1) + suffix)

    def shift_index(self, k):
        end = self.partner.get(k)
        if end is None or end == k + 1 or any(self.text(i) in ("?", ",", "=") for i in range(k + 1, end)):
            return
        at = self.token[end - 1][3]
        self.add("index", at, at, " + 1")
        self.add("index", at, at, " - 1")


def faults_of(file, code):
    return Reader(file, code).faults


# --- drawing --------------------------------------------------------------------------------------------------------------------

def listed_files():
    """Every file that belongs to the tree, whether it is committed or not."""
    try:
        if not os.path.exists(os.path.join(ROOT, ".git")):
            raise OSError("no repository")  # nor that of a folder above
        out = subprocess.run(["git", "-c", "safe.directory=" + ROOT, "ls-files", "-z", "--cached", "--others",
                              "--exclude-standard"], cwd=ROOT, capture_output=True, check=True).stdout
        names = out.decode().split("\0")
    except (OSError, subprocess.CalledProcessError):
        names = []
        for folder, folders, files in os.walk(ROOT):
            at = os.path.relpath(folder, ROOT)
            if at == ".":
                folders[:] = [f for f in folders if f not in (".git", "out") and not f.startswith("build")]
            names += [os.path.normpath(os.path.join(at, f)) for f in files]
    return sorted({n for n in names if n and os.path.isfile(os.path.join(ROOT, n))})


def read(path):
    with open(path, "rb") as f:
        return f.read()


def read_tree():
    return {name: read(os.path.join(ROOT, name)) for name in listed_files()}


def hash_of(files):
    total = hashlib.sha256()
    for name in sorted(files):
        total.update(name.encode() + b"\0" + hashlib.sha256(files[name]).digest())
    return total.hexdigest()[:16]


def all_faults(files, patterns):
    faults = []
    for name in sorted(files):
        if os.path.dirname(name) not in FOLDERS or not name.endswith((".c", ".h")):
            continue
        if patterns and not any(fnmatch.fnmatch(name, p) for p in patterns):
            continue
        faults += faults_of(name, files[name].decode())
    if not faults:
        raise Trouble("there is nothing to change in " + (", ".join(patterns) or "the tree"))
    return faults


def in_order(faults, seed):
    """All of them in the order of drawing: a kind, each as likely as the others, then one of that kind."""
    rng = random.Random(seed)
    left = {kind: [f for f in faults if f.kind == kind] for kind in KINDS}
    for some in left.values():
        rng.shuffle(some)
    order = []
    while any(left.values()):
        order.append(left[rng.choice([kind for kind in KINDS if left[kind]])].pop())
    return order


# --- programs that are run ---------------------------------------------------------------------------------------------------------

class Programs:
    """Each in a session of its own, so that all that it started can be ended with it."""

    def __init__(self):
        self.lock, self.running, self.stopped = threading.Lock(), set(), False

    def run(self, command, limit=None, cwd=None, env=None):
        """Returns the exit status (None: it took too long), the duration and what was printed."""
        with tempfile.TemporaryFile() as out:
            begun = time.monotonic()
            with self.lock:
                if self.stopped:
                    raise KeyboardInterrupt
                process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT, cwd=cwd,
                                           env=env, start_new_session=True)
                self.running.add(process.pid)
            try:
                status = process.wait(timeout=limit)
            except subprocess.TimeoutExpired:
                status = None
            finally:
                end_session(process.pid)
                process.wait()
                with self.lock:
                    self.running.discard(process.pid)
            if self.stopped:
                raise KeyboardInterrupt
            out.seek(0, os.SEEK_END)
            out.seek(max(0, out.tell() - 20000))
            return status, time.monotonic() - begun, out.read().decode(errors="replace")

    def stop(self):
        with self.lock:
            self.stopped = True
            for pid in self.running:
                end_session(pid)


def end_session(session):
    """Ends what is left of a session that was begun here, also what has a process group of its own."""
    try:
        pids = [int(p) for p in os.listdir("/proc") if p.isdigit()]
    except OSError:
        pids = []
    for pid in pids:
        try:
            with open(f"/proc/{pid}/stat", "rb") as f:
                if int(f.read().rsplit(b")", 1)[1].split()[3]) == session:
                    os.kill(pid, signal.SIGKILL)
        except (OSError, ValueError, IndexError):
            pass
    try:
        os.killpg(session, signal.SIGKILL)
    except OSError:
        pass


# --- tests ----------------------------------------------------------------------------------------------------------------------

class Test:
    def __init__(self, name, command, build):
        self.name, self.seconds, self.skipped = name, 0.0, False
        within = [p for word in command for p in re.findall(re.escape(build) + r"[\w./+-]*", word)]
        self.programs = sorted({p for p in within if os.path.isfile(p) and os.access(p, os.X_OK)})
        self.targets = [os.path.relpath(p, build) for p in self.programs] or (["all"] if within else [])
        if name.startswith("tool_"):
            self.prior = 0.15
        elif name == "test_papers":
            self.prior = 0.5
        elif not self.programs:
            self.prior = 0.0005  # headers, layers, installation
        elif any("/verify/" in p for p in self.programs):
            self.prior = 0.25
        else:
            self.prior = 0.15

    def likelihood(self, file, history):
        if self.skipped:
            return 1e-4
        stem = os.path.splitext(os.path.basename(file))[0]
        words = [w for w in stem.split("_") if len(w) > 3]
        row = next((tests for pattern, tests in USED_BY if fnmatch.fnmatch(file, pattern)), None)
        near = any(w in self.name for w in words) or bool(row and re.fullmatch(row, self.name))
        prior = max(0.5, 2 * self.prior) if near and self.prior > 0.01 else self.prior
        runs, catches = history.get(os.path.dirname(file), {}).get(self.name, (0, 0))
        return (catches + 4 * prior) / (runs + 4)


# --- a private copy ---------------------------------------------------------------------------------------------------------------

class Copy:
    """One tree, its build, and its object files as they are without a fault."""

    def __init__(self, campaign, name):
        self.campaign, self.programs = campaign, campaign.programs
        self.folder = os.path.join(campaign.work, str(name))
        self.tree, self.build, self.reference, self.scratch = (
            os.path.join(self.folder, name) for name in ("tree", "build", "reference", "scratch"))

    def prepare(self, flags="-O1"):
        self.synchronise()
        if not os.path.exists(os.path.join(self.build, "build.ninja")):
            flags += "" if self.campaign.options.assertions else " -DNDEBUG"
            self.must(["cmake", "-S", self.tree, "-B", self.build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Mutants",
                       "-DCMAKE_C_FLAGS=" + flags, "-DCMAKE_CXX_FLAGS=" + flags, "-DBRISTLE_TESTS=ON", "-DBRISTLE_TOOL=ON"])
        self.must(self.ninja("all"))
        self.keep_objects()

    def ninja(self, *targets):
        return ["ninja", "-C", self.build, "-j", str(self.campaign.cores), *targets]

    def must(self, command):
        status, _, out = self.programs.run(command)
        if status != 0:
            raise Trouble(f"'{' '.join(command)}' fails without any fault:\n{out[-3000:]}")

    def synchronise(self):
        """Files that differ are written anew, which also takes back a fault that was left; others keep their times."""
        wanted = self.campaign.files
        for name, content in wanted.items():
            target = os.path.join(self.tree, name)
            if not os.path.exists(target) or read(target) != content:
                os.makedirs(os.path.dirname(target), exist_ok=True)
                with open(target, "wb") as f:
                    f.write(content)
                if content.startswith(b"#!"):
                    os.chmod(target, 0o755)
        for folder, _, files in os.walk(self.tree):
            for f in files:
                path = os.path.join(folder, f)
                if os.path.relpath(path, self.tree) not in wanted:
                    os.remove(path)

    def objects(self):
        for folder, _, files in os.walk(self.build):
            for f in files:
                if f.endswith(".o") and "/tests/api/install" not in folder:
                    yield os.path.relpath(os.path.join(folder, f), self.build)

    def keep_objects(self):
        shutil.rmtree(self.reference, ignore_errors=True)
        for name in self.objects():
            target = os.path.join(self.reference, name)
            os.makedirs(os.path.dirname(target), exist_ok=True)
            shutil.copyfile(os.path.join(self.build, name), target)

    def objects_of(self, file):
        """The object files that are made of a source; of a header, any may be."""
        every = sorted(os.path.relpath(os.path.join(folder, f), self.reference)
                       for folder, _, files in os.walk(self.reference) for f in files)
        if file.endswith(".h"):
            return every
        part = file[len("tool/"):] if file.startswith("tool/") else file
        return [o for o in every if o.endswith(".dir/" + part + ".o") and o.startswith("tool/") == file.startswith("tool/")]

    def is_changed(self, objects):
        for name in objects:
            old, new = os.path.join(self.reference, name), os.path.join(self.build, name)
            if read(old) != read(new) and self.shown(old) != self.shown(new):
                return True
        return False

    def shown(self, path):
        if not shutil.which("objdump"):
            return read(path)
        out = subprocess.run(["objdump", "-s", "-d", "-r", path], capture_output=True, check=True).stdout
        return out.split(b"\n", 3)[3]  # without the name of the file

    # tests

    def list_tests(self):
        status, _, out = self.programs.run(["sh", "-c", 'ctest --test-dir "$1" --show-only=json-v1 >"$2"', "sh", self.build,
                                            os.path.join(self.folder, "tests.json")])
        if status != 0:
            raise Trouble("ctest does not list its tests: " + out)
        with open(os.path.join(self.folder, "tests.json"), encoding="utf-8") as f:
            listed = json.load(f)["tests"]
        return [Test(t["name"], t.get("command", []), self.build) for t in listed]

    def run_test(self, name, limit, **environment):
        """Returns "passed", "failed", "skipped" or "too long", and the duration. limit: seconds of computing time of a process.
        Memory, files and core dumps are bounded."""
        shutil.rmtree(self.scratch, ignore_errors=True)
        os.makedirs(self.scratch)
        bounded = (f"ulimit -t {math.ceil(limit)}; ulimit -c 0; ulimit -v 8388608 2>/dev/null; ulimit -f 4194304 2>/dev/null; "
                   'exec ctest --test-dir "$1" -R "$2" --output-on-failure')
        status, seconds, out = self.programs.run(["sh", "-c", bounded, "sh", self.build, "^" + re.escape(name) + "$"],
                                                 10 * limit, env=dict(os.environ, TMPDIR=self.scratch, **environment))
        shutil.rmtree(self.scratch, ignore_errors=True)
        if status is None:
            return "too long", seconds
        if status != 0:
            return "failed", seconds
        if "No tests were found" in out:
            raise Trouble(f"ctest does not find its test {name}")
        return "skipped" if "***Skipped" in out else "passed", seconds

    # one mutant

    def try_fault(self, fault):
        """What became of it: outcome, the test that caught it, seconds, names of tests that passed before."""
        path = os.path.join(self.tree, fault.file)
        original = read(path)
        begun = time.monotonic()
        mutated = fault.applied(original.decode())
        try:
            with open(path, "wb") as f:
                f.write(mutated.encode())
            return self.judge(fault, begun)
        finally:
            with open(path, "wb") as f:
                f.write(original)

    def judge(self, fault, begun):
        objects = self.objects_of(fault.file)
        status, _, out = self.programs.run(self.ninja(*(["all"] if fault.file.endswith(".h") else objects)))
        if status != 0 or not objects:
            return {"outcome": "does not compile", "why": out[-300:]}
        if not self.is_changed(objects):
            return {"outcome": "same code"}
        passed = []
        for test in self.campaign.order_for(fault):
            seconds, first = round(time.monotonic() - begun, 1), self.campaign.options.first
            if seconds > self.campaign.limit or (first and seconds > first):
                return {"outcome": "open", "seconds": seconds, "passed": passed}
            if test.targets and self.programs.run(self.ninja(*test.targets))[0] != 0:
                return {"outcome": "does not compile", "why": "it cannot be linked"}
            limit = 15 + 5 * test.seconds
            result, _ = self.run_test(test.name, limit)
            if result == "failed":
                result, _ = self.run_test(test.name, limit)
            seconds = round(time.monotonic() - begun, 1)
            if result in ("failed", "too long"):
                return {"outcome": "caught", "by": test.name, "too_long": result == "too long", "seconds": seconds,
                        "passed": passed}
            passed.append(test.name)
        return {"outcome": "survived", "seconds": round(time.monotonic() - begun, 1), "passed": passed}


# --- which tests execute which lines ----------------------------------------------------------------------------------------

class Reach:
    """For each file the lines that gcov knows, and for each of them the tests that execute it."""

    def __init__(self, lines):
        self.lines = {file: {int(line): set(tests) for line, tests in some.items()} for file, some in lines.items()}
        self.every = set().union(*(tests for some in self.lines.values() for tests in some.values()))

    @staticmethod
    def measure(copy, tests):
        """Runs each test once in a copy that is built for gcov. Returns {file: {line: [test, ...]}}."""
        lines = {}
        for test in tests:
            data = os.path.join(copy.folder, "gcda")
            shutil.rmtree(data, ignore_errors=True)
            copy.run_test(test.name, 3600, GCOV_PREFIX=data)
            for file, line, count in executed(copy, data):
                some = lines.setdefault(file, {}).setdefault(line, [])
                if count and (not some or some[-1] != test.name):
                    some.append(test.name)
        return lines

    def of(self, fault):
        """Names of the tests that execute its line, or, where that has no code of its own, the next one above that has; of
        what stands outside of functions, those of the whole file; of a file without code, as a header of constants, all."""
        some = self.lines.get(fault.file) or {0: self.every}
        above = [line for line in some if line <= fault.line]
        if not above or fault.outside:
            return set().union(*some.values())
        return some[max(above)]


def executed(copy, data):
    """(file, line, count) of all that ran with GCOV_PREFIX=data, and of lines of the same files that did not."""
    found = []
    for folder, _, files in os.walk(data):
        for f in files:
            origin = os.path.join("/", os.path.relpath(folder, data), f[: -len(".gcda")] + ".gcno")
            if f.endswith(".gcda") and os.path.exists(origin):
                os.symlink(origin, os.path.join(folder, f[: -len(".gcda")] + ".gcno"))
                found.append(os.path.join(folder, f))
    for k in range(0, len(found), 100):
        out = subprocess.run(["gcov", "--json-format", "--stdout", *found[k : k + 100]], capture_output=True, text=True,
                             check=False, cwd=data).stdout
        for text in out.splitlines():
            for file in json.loads(text)["files"]:
                path = os.path.relpath(os.path.join(copy.build, file["file"]), copy.tree)
                if os.path.dirname(path) in FOLDERS:
                    for line in file["lines"]:
                        yield path, line["line_number"], line["count"]


# --- a campaign --------------------------------------------------------------------------------------------------------------------

class Campaign:
    def __init__(self, options):
        self.options, self.programs, self.lock = options, Programs(), threading.Lock()
        self.work = os.path.abspath(options.work)
        self.cores = max(1, (os.cpu_count() or 1) // options.jobs)
        self.files = read_tree()  # what is edited from now on has no effect
        self.tree = hash_of(self.files)
        self.faults = all_faults(self.files, options.files)
        self.journal = os.path.join(self.work, "journal.jsonl")
        self.tests, self.reach = [], None
        self.history = self.load("history.json", {})
        self.limit = options.limit

    def load(self, name, otherwise):
        try:
            with open(os.path.join(self.work, name), encoding="utf-8") as f:
                return json.load(f)
        except (OSError, ValueError):
            return otherwise

    def save(self, name, value):
        path = os.path.join(self.work, name)
        with open(path + ".part", "w", encoding="utf-8") as f:
            json.dump(value, f, indent=1, sort_keys=True)
        os.replace(path + ".part", path)

    # without a fault

    def measure(self, copy):
        """Durations of all tests, which must pass: once for each state of the tree."""
        self.tests = copy.list_tests()
        kind = "assertions" if self.options.assertions else "release"
        known = self.load("baseline.json", {})
        if known.get("tree") != self.tree or known.get("kind") != kind:
            known = {"tree": self.tree, "kind": kind, "seconds": {}, "skipped": []}
            say(f"all {len(self.tests)} tests without a fault, to know how long each takes")
            failed = []
            for test in self.tests:
                result, seconds = copy.run_test(test.name, 3600)
                known["seconds"][test.name] = round(seconds, 2)
                if result == "skipped":
                    known["skipped"].append(test.name)
                elif result != "passed":
                    failed.append(test.name)
            if failed:
                raise Trouble("without any fault these tests fail: " + ", ".join(failed))
            self.save("baseline.json", known)
        for test in self.tests:
            test.seconds, test.skipped = known["seconds"].get(test.name, 1), test.name in known["skipped"]
        if known["skipped"]:
            say("skipped here, and so catching nothing: " + ", ".join(known["skipped"]))
        total = sum(t.seconds for t in self.tests)
        self.limit = self.limit or 20 * total + 60
        say(f"{len(self.tests)} tests in {total:.0f} s; {len(self.faults)} faults to draw from")

    def measure_reach(self):
        known = self.load("reach.json", {})
        if known.get("tree") != self.tree:
            say("all tests once more, to know which lines each executes")
            copy = Copy(self, "coverage")
            copy.prepare("-O1 --coverage")
            known = {"tree": self.tree, "lines": Reach.measure(copy, copy.list_tests())}
            self.save("reach.json", known)
        self.reach = Reach(known["lines"])

    def order_for(self, fault):
        """Tests that may notice the fault, the most likely ones for their duration first."""
        reach = self.reach.of(fault)

        def worth(test):
            return test.likelihood(fault.file, self.history) / (test.seconds + 0.2)

        some = [test for test in self.tests if test.name in reach or re.fullmatch(REACH_UNKNOWN, test.name)]
        return sorted(some, key=lambda test: (-worth(test), test.name))

    # mutants

    def head(self):
        return {"tree": self.tree, "seed": self.options.seed, "files": self.options.files,
                "assertions": self.options.assertions}

    def read_journal(self):
        """Results by name, of a campaign that is the same but for its count."""
        with open(self.journal, encoding="utf-8") as f:
            lines = [json.loads(line) for line in f if line.endswith("\n")]
        if not lines or lines[0] != self.head():
            raise Trouble(f"{self.journal} is of another tree, seed or --files, and cannot be gone on with")
        return {line["name"]: line for line in lines[1:]}

    def run(self):
        os.makedirs(self.work, exist_ok=True)
        done = {}
        if self.options.resume and os.path.exists(self.journal):
            done = self.read_journal()
            say(f"going on after {len(done)} mutants")
            text = read(self.journal)
            with open(self.journal, "wb") as f:
                f.write(text[: text.rindex(b"\n") + 1])
        else:
            with open(self.journal, "w", encoding="utf-8") as f:
                f.write(json.dumps(self.head()) + "\n")
        first = self.first_copy()
        results = self.try_all(in_order(self.faults, self.options.seed), self.options.count, done, first)
        return self.tell(results)

    def first_copy(self):
        first = Copy(self, 1)
        say(f"building a copy in {os.path.relpath(first.folder)}")
        with concurrent.futures.ThreadPoolExecutor() as pool:
            reach = pool.submit(self.measure_reach)
            try:
                first.prepare()
                self.measure(first)
                reach.result()
            except BaseException:
                self.programs.stop()
                raise
        return first

    def try_all(self, order, count, done, first):
        """Of the mutants that compile and change something the first ones in order, as many as are asked for."""
        waiting, finished, results = queue.Queue(), queue.Queue(), {}
        next_one, counted, under_way, copies = 0, 0, 0, 0
        threads = []

        def work(copy):
            try:
                if copy is not first:
                    copy.prepare()
                while True:
                    index = waiting.get()
                    if index is None:
                        return
                    finished.put((index, copy.try_fault(order[index])))
            except BaseException as error:  # pylint: disable=broad-except
                finished.put((None, error))

        try:
            while True:
                while next_one < len(order) and counted + under_way < count:
                    known = done.get(order[next_one].name)
                    if known:
                        results[next_one] = known
                        counted += known["outcome"] in COUNTED
                    else:
                        waiting.put(next_one)
                        under_way += 1
                    next_one += 1
                if not under_way:
                    break
                while copies < min(self.options.jobs, under_way):
                    copies += 1
                    threads.append(threading.Thread(target=work, args=(first if copies == 1 else Copy(self, copies),),
                                                    daemon=True))
                    threads[-1].start()
                index, result = finished.get()
                if index is None:
                    raise result
                under_way -= 1
                result = self.record(order[index], result)
                results[index] = result
                if result["outcome"] in COUNTED:
                    counted += 1
                    self.say_one(result, counted, count)
        except BaseException:
            self.programs.stop()
            raise
        finally:
            for _ in threads:
                waiting.put(None)
            for thread in threads:
                thread.join(30)
        if counted < count:
            say(f"there are no more than {counted} that change something")
        return [results[i] for i in sorted(results)]

    def record(self, fault, result):
        before, after = fault.lines(self.files[fault.file].decode())
        passed = result.pop("passed", [])
        line = {"name": fault.name, "kind": fault.kind, "before": before, "after": after, **result}
        if result["outcome"] != "open":
            with open(self.journal, "a", encoding="utf-8") as f:
                f.write(json.dumps(line) + "\n")
                f.flush()
                os.fsync(f.fileno())
        if result["outcome"] in COUNTED:
            of_folder = self.history.setdefault(os.path.dirname(fault.file), {})
            for test in passed + ([result["by"]] if "by" in result else []):
                runs, catches = of_folder.get(test, (0, 0))
                of_folder[test] = (runs + 1, catches + (test == result.get("by")))
            self.save("history.json", self.history)
        return line

    def say_one(self, result, counted, count):
        how = "SURVIVES" if result["outcome"] == "survived" else "open"
        if result["outcome"] == "caught":
            how = f"caught by {result['by']}" + (", which took too long" if result["too_long"] else "")
        say(f"{counted}/{count} {how} ({result['seconds']:.0f} s): {result['name']}")

    def tell(self, results):
        counted = [r for r in results if r["outcome"] in COUNTED]
        survivors = [r for r in counted if r["outcome"] != "caught"]
        for r in survivors:
            print(f"\n{r['name']}{' (open)' if r['outcome'] == 'open' else ''}\n    - {r['before']}\n    + {r['after']}")

        def table(title, key):
            print(f"\n{title:18} {'mutants':>8} {'caught':>8} {'too long':>9}")
            for group in sorted({key(r) for r in counted}):
                some = [r for r in counted if key(r) == group]
                caught = [r for r in some if r["outcome"] == "caught"]
                print(f"{group:18} {len(some):8} {len(caught):8} {sum(r['too_long'] for r in caught):9}")

        if counted:
            table("kind", lambda r: r["kind"])
            table("folder", lambda r: os.path.dirname(r["name"].split(":")[0]))
        caught = len(counted) - len(survivors)
        score = 100 * caught / len(counted) if counted else 0
        void = sum(r["outcome"] == "does not compile" for r in results)
        same = sum(r["outcome"] == "same code" for r in results)
        print(f"\nseed {self.options.seed}: {caught} of {len(counted)} caught, {score:.1f} %; drawn anew: {void} that did not "
              f"compile, {same} that changed no code")
        return 0 if score >= self.options.least else 1


def say(text):
    print(text, file=sys.stderr, flush=True)


def find_one(faults, name):
    parts = name.split(":")
    wanted = int(parts[3]) if len(parts) == 4 and parts[3].isdigit() else 1
    if len(parts) not in (3, 4) or not parts[1].isdigit() or parts[2] not in KINDS:
        raise Trouble(f"--one takes FILE:LINE:KIND or FILE:LINE:KIND:N, not '{name}'; kinds are {', '.join(KINDS)}")
    found = [f for f in faults if (f.file, f.line, f.kind) == (parts[0], int(parts[1]), parts[2])]
    if wanted < 1 or wanted > len(found):
        here = sorted({f.name for f in faults if (f.file, f.line) == (parts[0], int(parts[1]))})
        raise Trouble(f"there is no {name}" + ("; in that line there are " + ", ".join(here) if here else ""))
    return found[wanted - 1]


def positive(text):
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"'{text}' is no whole number above 0")
    return int(text)


def options_of(arguments):
    parser = argparse.ArgumentParser(description="Mutation testing: draws small faults and looks whether some test fails for "
                                     "each. The head of this script says how.")
    parser.add_argument("--seed", type=int, default=1, help="another seed draws other mutants (1)")
    parser.add_argument("--count", type=positive, default=200, help="how many, of those that change something (200)")
    parser.add_argument("--files", metavar="GLOB", action="append", default=[], help="in these files only; may be repeated")
    parser.add_argument("--list", action="store_true", help="show what would be drawn, and build nothing")
    parser.add_argument("--one", metavar="FILE:LINE:KIND[:N]", help="try this one only")
    parser.add_argument("--resume", action="store_true", help="go on with the campaign in the journal")
    parser.add_argument("--jobs", type=positive, default=os.cpu_count() or 1, help="private copies at once (one per core)")
    parser.add_argument("--limit", type=float, help="seconds after which a mutant is left open (20 times all tests, and 60)")
    parser.add_argument("--first", type=float, help="seconds of tests after which a mutant is left open")
    parser.add_argument("--least", type=float, default=95, help="percent that must be caught for exit status 0 (95)")
    parser.add_argument("--assertions", action="store_true", help="build with assertions, which also catch")
    parser.add_argument("--work", default=os.path.join(ROOT, "build-mutants"), help="folder for copies and journal")
    return parser.parse_args(arguments)


def run(options):
    campaign = Campaign(options)
    if options.list:
        for fault in in_order(campaign.faults, options.seed)[: options.count]:
            before, after = fault.lines(campaign.files[fault.file].decode())
            print(f"{fault.name}\n    - {before}\n    + {after}")
        return 0
    if options.one:
        os.makedirs(campaign.work, exist_ok=True)
        fault = find_one(campaign.faults, options.one)
        result = campaign.first_copy().try_fault(fault)
        before, after = fault.lines(campaign.files[fault.file].decode())
        how = result["outcome"] + (f" by {result['by']}" if "by" in result else "")
        how += ", which took too long" if result.get("too_long") else ""
        how += f" ({result['seconds']:.0f} s)" if "seconds" in result else ""
        how += f": {result['why']}" if "why" in result else ""
        print(f"{fault.name}\n    - {before}\n    + {after}\n{how}")
        return 1 if result["outcome"] == "survived" else 0
    return campaign.run()


def interrupted(*_):
    raise KeyboardInterrupt


def main():
    signal.signal(signal.SIGTERM, interrupted)
    try:
        return run(options_of(sys.argv[1:]))
    except Trouble as trouble:
        say(f"mutants: {trouble}")
        return 2
    except KeyboardInterrupt:
        say("\nmutants: interrupted; --resume goes on from here")
        return 130


if __name__ == "__main__":
    sys.exit(main())
