"""Every message occurs in what some test expects: test_every_message.py ROOT

A message is the format of a call of a function that prints one: bri_fail and the others that are declared with BRI_PRINTF, and REPORTS.
It counts as tested if a test expects its longest piece between conversions, or five words of it in a row that no other message has.
What a test expects are the string literals of C, the lines of .test files that are no comments, and .expected files: comments, and
words that unlike messages share, as "the length of the", prove nothing. Exceptions are listed below, each with its reason.
"""
import glob
import os
import re
import sys

REPORTS = "bri_fail_in|bri_fail_at_record|complain|REJECT|NODE_ERROR|bri_reader_wrong_type"
NO_REPORTS = {"bri_text_add", "bri_arena_text", "append_text"}  # these print texts of any kind
DECLARED = re.compile(r"\b(\w+)\s*\([^;{}]*\)\s*BRI_PRINTF\(")
LITERAL = r'"(?:\\.|[^"\\\n])*"'
LITERALS = re.compile(r"(?:%s\s*)+" % LITERAL)
CONVERSION = re.compile(r"%[-+0-9.*#lzh]*[a-zA-Z%]")
COMMENT_OR_LITERAL = re.compile(r"/\*.*?\*/|//[^\n]*|" + LITERAL, re.S)
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
    "has no normal load at": "a joint without load at the time of stiffness_from_links",
    "the value derived from the stiffness of the links": "a law that cannot take the stiffness that was computed for it",
    "constraint stabilisation after the steps": "a drift without an energy error, which the default tolerances do not have",
    "a verdict needs a load that is linear": "joints of the list have such loads, or two reactions",
    "differ by too many orders of magnitude": "ranges of stiffness keep elastic links from it",
    "force does not oppose the displacement": "statics with positive stiffness gives no such force, as far as is known",
    "there is no body that could move": "the reader refuses a model without bodies first",
    "is too long for a unit": "callers of the library; a number and its unit are refused first",
    "the name of the folder is too long": "a folder that exists has a shorter name",
    "it could not be written": "standard output names its own error",
    "not an HDF5 file, or it is damaged": "a file whose beginning is that of HDF5; a_file_cut_anywhere_gets_a_sentence meets it",
    "is on a network file system": "a network file system, which tests do not have; --alone does the same",
    "the thread that writes": "a system that has no thread left",
    "are too many: average the records": "records larger than 8 GB with their derivatives",
    "cannot be computed along these records": "laws of the list can be computed at some start",
    "parameters vary: fix some of them": "no law of the list has so many numbers",
    "these data determine no parameter of any law": "some law of a family has a coefficient that is determined",
    "the result is not a number": "a quotient of 0 and 0, against a channel that stands still",
    "nothing to draw: no part": "positions that are not finite end the run first",
}


def read(file):
    with open(file, encoding="utf-8", errors="replace") as f:
        return f.read()


def sources(root):
    return sorted(file for part in ("include", "src", "tool", "parts") for file in glob.glob(root + "/" + part + "/**/*.[ch]", recursive=True))


def joined(literals):
    return "".join(re.findall(r'"((?:\\.|[^"\\\n])*)"', literals)).replace('\\"', '"')


def reporting(root):
    """Calls of functions that print a message."""
    names = {name for file in sources(root) for name in DECLARED.findall(read(file))} - NO_REPORTS
    return re.compile(r"\b(?:%s|%s)\s*\(" % ("|".join(sorted(names)), REPORTS))


def body_of_call(code, at):
    """The arguments of a call, which begins at its opening parenthesis."""
    depth, end = 1, at
    while depth and end < len(code):
        if code[end] == '"':
            end = re.compile(LITERAL).match(code, end).end()
            continue
        depth += {"(": 1, ")": -1}.get(code[end], 0)
        end += 1
    return code[at:end]


def messages(root):
    call = reporting(root)
    for file in sources(root):
        code = read(file)
        for found in call.finditer(code):
            texts = [joined(m.group()) for m in LITERALS.finditer(body_of_call(code, found.end()))]
            text = max(texts, key=len, default="")
            piece = max(CONVERSION.split(text), key=len).strip()
            if len(piece) > 3:
                yield "%s:%d" % (os.path.relpath(file, root), code.count("\n", 0, found.start()) + 1), text, piece


def expected(root):
    """All that tests expect, as one text."""
    found = []
    for file in glob.glob(root + "/tests/**/*", recursive=True):
        if re.search(r"\.[ch]$", file):
            code = COMMENT_OR_LITERAL.sub(lambda m: m.group() if m.group()[0] == '"' else " ", read(file))
            found += [joined(m.group()) for m in LITERALS.finditer(code)]
        elif file.endswith(".test"):
            found += re.findall(r"^(?:>|!~|!|\$) (.*)$", read(file), re.M)
        elif file.endswith(".expected"):
            found.append(read(file))
    return plain("\n".join(found).replace("\\", ""))


def plain(text):
    """Without the punctuation that ends words, at which tests may cut a message."""
    return re.sub(r"[.,:;]+(?=\s|$)", "", text)


def runs_of_words(text):
    words = plain(text).split()
    return {" ".join(words[i : i + 5]) for i in range(len(words) - 4)}


def main(root):
    tests, every = expected(root), list(messages(root))
    known = {}  # runs of five words, and the texts that have them
    for _, text, _ in every:
        for run in set().union(*(runs_of_words(piece) for piece in CONVERSION.split(text))):
            known.setdefault(run, set()).add(text)
    missing = 0
    for where, text, piece in every:
        own = [run for part in CONVERSION.split(text) for run in runs_of_words(part) if len(known[run]) == 1]
        if plain(piece) in tests or any(run in tests for run in own) or any(reason in text for reason in REASONS):
            continue
        missing += 1
        print("%s: no test expects this message: %s" % (where, text))
    for reason in REASONS:
        if not any(reason in text for _, text, _ in every):
            missing += 1
            print("there is no message '%s' any more: take it from the list" % reason)
    print("%d messages, %d faults" % (len(every), missing))
    return 1 if missing or len(every) < 500 else 0


sys.exit(main(os.path.abspath(sys.argv[1])))
