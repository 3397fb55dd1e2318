"""check_docs.py PAGE... - what the pages show is so.

A block ```yaml with a line 'bodies:' is a whole model, and others are put behind the bodies of the page's block ```yaml frame: all
of them must be fine. A block ```yaml study is a study file. Blocks with title=NAME are files, with which the commands of ```console blocks are run; what they print must
be what is shown, but for the numbers. Blocks ```c from=FILE are lines of that file."""
import os
import re
import subprocess
import sys

pages = sys.argv[1:]
wrong, checked = [], 0


def run(command):
    """What a shell prints, both of its outputs."""
    return subprocess.run(command, shell=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True).stdout


def masked(text):
    """Lines without their numbers and blanks."""
    lines = (re.sub(r"-?[0-9][0-9.]*(e[-+]?[0-9]+)?", "#", line) for line in text.splitlines())
    return [" ".join(line.split()) for line in lines if line.strip()]


def commands(block):
    for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
        command, _, output = part.partition("\n")
        yield command, output


for page in pages:
    text = open(page).read()
    frame = ""
    for number, (info, block) in enumerate(re.findall(r"^```(\S[^\n]*)\n(.*?)^```$", text, re.M | re.S), 1):
        where = "%s, block %d" % (os.path.basename(page), number)
        words = info.split()
        title = next((w[6:] for w in words if w.startswith("title=")), None)
        if words[:2] == ["yaml", "study"]:
            checked += 1
            with open(title or "study.yaml", "w") as out:
                out.write(block)
            told = run("bristle study check %s" % (title or "study.yaml"))
            if " runs of " not in told:
                wrong.append("%s: %s" % (where, told))
        elif words[0] == "yaml":
            if "frame" in words:
                frame = block
            whole = block if re.search(r"^bodies:", block, re.M) else frame + block
            with open(title or "block.yaml", "w") as out:
                out.write(whole)
            if title and "bad" in title:
                continue
            checked += 1
            told = run("bristle check %s" % (title or "block.yaml"))
            if not re.search(r"is fine$", told, re.M):
                wrong.append("%s: %s" % (where, told))
        elif words[0] == "c" and words[1:]:
            checked += 1
            path = os.path.join(os.path.dirname(page), words[1].partition("=")[2])
            lines = iter(line.strip() for line in open(path))
            missing = [line for line in block.splitlines() if line.strip() and line.strip() not in lines]
            if missing:
                wrong.append("%s: not in %s: %s" % (where, path, missing[0]))
        elif words[0] == "console":
            for command, output in commands(block):
                checked += 1
                came = run(command)
                if masked(came) != masked(output):
                    wrong.append("%s: $ %s\n--- shown\n%s--- came\n%s" % (where, command, output, came))
print("\n".join(wrong) or ("all of it is so" if checked >= 4 * len(pages) else "only %d blocks were found" % checked))
