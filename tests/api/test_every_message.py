"""Every message occurs in some test: test_every_message.py ROOT

A message is the format of a call that fails, warns or complains. It counts as tested if its longest piece between conversions, or
four words of it in a row, stands somewhere under tests/. Exceptions are listed below, each with its reason.
"""
import glob
import os
import re
import sys

CALL = re.compile(r"\b(?:bri_fail\w*|bri_warn\w*|complain|REJECT|reject)\s*\(")
LITERALS = re.compile(r'(?:"(?:\\.|[^"\\])*"\s*)+')
CONVERSION = re.compile(r"%[-+0-9.*#lzh]*[a-zA-Z%]")
REASONS = {
    "out of memory": "an allocation that fails",
    "could not be set up": "SUNDIALS out of memory",
    "and this is bristle": "a part of another build",
    "the numbers of /channels/": "a damaged file that HDF5 opens; a_file_cut_anywhere_gets_a_sentence may meet it",
    "the case '%s' has no such channel": "the run refuses the channel first",
    "the text is not valid YAML": "libyaml always says what is wrong",
    "takes fixed steps and needs their length": "callers of the library; a run refuses it first",
    "the tolerances rtol": "callers of the library; a run refuses it first",
    "cannot be made small enough": "a step that fails for no reason that is known",
    "a direction is missing": "the reader misses it first, as it does a law",
    "has no law: add law": "the reader misses it first",
    "values, and must have 1 to": "the reader refuses an empty list first",
    "are nearly dependent here": "added to another message where a singular configuration makes the steps too short",
    "the loads cannot be in equilibrium with": "loads that a body cannot bear are named before, body by body",
    "nothing presses the surfaces of joint": "a joint without load at the time of stiffness_from_links",
    "from the links' stiffness": "a law that cannot take the stiffness that was computed for it",
    "constraint stabilisation after the steps": "a drift without an energy error, which the default tolerances do not have",
    "nothing to draw: no part": "positions that are not finite end the run first",
}


def body_of_call(code, at):
    """The arguments of a call, which begins at its opening parenthesis."""
    depth, end = 1, at
    while depth and end < len(code):
        if code[end] == '"':
            end = re.compile(r'"(?:\\.|[^"\\])*"').match(code, end).end()
            continue
        depth += {"(": 1, ")": -1}.get(code[end], 0)
        end += 1
    return code[at:end]


def messages(root):
    for file in sorted(glob.glob(root + "/src/**/*.c", recursive=True) + glob.glob(root + "/tool/*.c")):
        code = open(file, encoding="utf-8").read()
        for call in CALL.finditer(code):
            texts = ["".join(re.findall(r'"((?:\\.|[^"\\])*)"', m.group())) for m in LITERALS.finditer(body_of_call(code, call.end()))]
            text = max(texts, key=len, default="").replace('\\"', '"')
            piece = max(CONVERSION.split(text), key=len).strip()
            if len(piece) > 3:
                yield "%s:%d" % (os.path.relpath(file, root), code.count("\n", 0, call.start()) + 1), text, piece


def text_of_tests(root):
    everything = []
    for file in glob.glob(root + "/tests/**/*", recursive=True):
        if re.search(r"\.(test|c|h|txt|expected|sh)$", file):
            everything.append(open(file, encoding="utf-8", errors="replace").read())
    text = re.sub(r'"\s*\n\s*"', "", "\n".join(everything))  # texts that C continues on the next line
    return text.replace("\\", "")


def is_tested(piece, tests):
    words = piece.split()
    return piece in tests or any(" ".join(words[i : i + 4]) in tests for i in range(len(words) - 3))


def main(root):
    tests, found, missing = text_of_tests(root), 0, 0
    for where, text, piece in messages(root):
        found += 1
        if is_tested(piece, tests) or any(reason in text for reason in REASONS):
            continue
        missing += 1
        print("%s: no test meets this message: %s" % (where, text))
    print("%d messages, %d without a test" % (found, missing))
    return 1 if missing or found < 400 else 0


sys.exit(main(os.path.abspath(sys.argv[1])))
