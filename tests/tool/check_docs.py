"""check_docs.py [--write] PAGE... - what the pages show is so.

A block ```yaml with a line 'bodies:' is a whole model, and others are put behind the bodies of the page's block ```yaml frame: all
of them must be fine, but for those whose title contains 'bad'. A block ```yaml study is a study file. Blocks with title=NAME are
files, with which the commands of ```console blocks are run; what they print must be what is shown, but for the numbers. Blocks
```c from=FILE are lines of that file.

A line <!-- $ COMMAND --> is a command that readers do not see; it prints nothing. Pictures in the folders pictures/ and gallery/ of
a page are files that its commands make: drawings are compared as a whole, pictures by gnuplot by their texts without numbers. Between the
lines <!-- from: COMMAND --> and <!-- end --> stands what that command prints.

With --write the pages get what commands print, where more than the time that it took has changed, and their pictures."""
import os
import re
import shutil
import subprocess
import sys

write = sys.argv[1:2] == ["--write"]
pages = sys.argv[2:] if write else sys.argv[1:]
wrong, checked = [], 0


def run(command):
    """What a shell prints, both of its outputs."""
    return subprocess.run(command, shell=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True).stdout


def masked(text):
    """Lines without their numbers and blanks."""
    lines = (re.sub(r"-?[0-9][0-9.]*(e[-+]?[0-9]+)?", "#", line) for line in text.splitlines())
    return [" ".join(line.split()) for line in lines if line.strip()]


def timeless(text):
    """Text without the times that a computer took."""
    return re.sub(r"[0-9.e-]+( s)(?= of CPU|;|$)", r"#\1", re.sub(r"simulated in [0-9.e-]+ s", "", text), flags=re.M)


def commands(block):
    for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
        command, _, output = part.partition("\n")
        yield command, output


def check_model(words, block, frame):
    """Returns what is wrong with a block ```yaml."""
    title = next((w[6:] for w in words if w.startswith("title=")), None)
    if words[1:2] == ["study"]:
        with open(title or "study.yaml", "w") as out:
            out.write(block)
        told = run("bristle study check %s" % (title or "study.yaml"))
        return None if " runs of " in told else told
    whole = block if re.search(r"^bodies:", block, re.M) else frame + block
    with open(title or "block.yaml", "w") as out:
        out.write(whole)
    if title and "bad" in title:
        return None
    told = run("bristle check %s" % (title or "block.yaml"))
    return None if re.search(r"is fine$", told, re.M) else told


def check_lines(page, words, block):
    path = os.path.join(os.path.dirname(page), words[1].partition("=")[2])
    lines = iter(line.strip() for line in open(path))
    missing = [line for line in block.splitlines() if line.strip() and line.strip() not in lines]
    return "not in %s: %s" % (path, missing[0]) if missing else None


def check_console(block):
    """Returns what is wrong with a block ```console, and the block as it must be."""
    told, now = [], ""
    for command, output in commands(block):
        came = run(command)
        if masked(came) != masked(output):
            told.append("$ %s\n--- shown\n%s--- came\n%s" % (command, output, came))
        if timeless(came) != timeless(output):
            output = re.sub(r" +$", "", came, flags=re.M)
        now += "$ %s\n%s" % (command, output)
    return "\n".join(told) or None, now


def texts(picture):
    return masked("\n".join(re.findall(r">([^<>]+)<", open(picture).read())))


def check_picture(page, path):
    made, kept = os.path.basename(path), os.path.join(os.path.dirname(page), path)
    if not os.path.exists(made):
        return "no command of the page makes it"
    if write:
        os.makedirs(os.path.dirname(kept), exist_ok=True)
        shutil.copy(made, kept)
    if not os.path.exists(kept):
        return "it is not there"
    by_gnuplot = "GNUPLOT" in open(made).read(2000)
    same = texts(made) == texts(kept) if by_gnuplot else open(made).read() == open(kept).read()
    return None if same else "it is not what its command draws now; 'make docs' writes it anew"


parts = re.compile(r"^```(?P<info>\S[^\n]*)\n(?P<block>.*?)^```$|^<!-- \$ (?P<hidden>[^\n]*) -->$|"
                   r"^<!-- from: (?P<source>[^\n]*) -->\n(?P<kept>.*?)^<!-- end -->$", re.M | re.S)
for page in pages:
    text = open(page).read()
    frame, number, now = "", 0, list()
    end = 0
    for part in parts.finditer(text):
        words, block, told = (part["info"] or "").split(), part["block"], None
        now.append(text[end:part.start()])
        end, whole = part.end(), part[0]
        where = "%s, line %d" % (os.path.basename(page), text.count("\n", 0, part.start()) + 1)
        checked += 1
        if part["hidden"]:
            told = run(part["hidden"])
            told = "$ %s\n%s" % (part["hidden"], told) if told else None
        elif part["source"]:
            came = run(part["source"])
            whole = "<!-- from: %s -->\n%s<!-- end -->" % (part["source"], came)
            if not write and masked(came) != masked(part["kept"]):
                told = "%s prints something else; 'make docs' writes it anew\n%s" % (part["source"], came)
        elif words[0] == "yaml":
            if "frame" in words:
                frame = block
            told = check_model(words, block, frame)
        elif words[0] == "c" and words[1:]:
            told = check_lines(page, words, block)
        elif words[0] == "console":
            checked += block.count("\n$ ")
            told, block = check_console(block)
            whole = "```%s\n%s```" % (part["info"], block)
            told = None if write else told
        else:
            checked -= 1
        if told:
            wrong.append("%s: %s" % (where, told))
        now.append(whole)
    for path in re.findall(r"!\[[^\]]*\]\(((?:[^()]*/)?(?:pictures|gallery)/[^()]*\.svg)\)", text):
        checked += 1
        told = check_picture(page, path)
        if told:
            wrong.append("%s, picture %s: %s" % (os.path.basename(page), path, told))
    now = "".join(now) + text[end:]
    if write and now != text:
        with open(page, "w") as out:
            out.write(now)
print("\n".join(wrong) or ("all of it is so" if checked >= 2 * len(pages) else "only %d blocks were found" % checked))
