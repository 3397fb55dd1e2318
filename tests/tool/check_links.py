"""check_links.py PAGE... - every link of the pages leads to a file that exists, and to a heading that it has."""
import os
import re
import sys


def anchors(path):
    """Headings of a page, as GitHub names them."""
    text = re.sub(r"^```.*?^```$", "", open(path).read(), flags=re.M | re.S)
    found = set()
    for heading in re.findall(r"^#+ +(.*)$", text, re.M):
        heading = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
        name = re.sub(r"[^\w\- ]", "", heading).replace(" ", "-")
        count = 0
        while (name if not count else "%s-%d" % (name, count)) in found:
            count += 1
        found.add(name if not count else "%s-%d" % (name, count))
    return found


wrong, links = [], 0
for page in sys.argv[1:]:
    text = re.sub(r"^```.*?^```$", "", open(page).read(), flags=re.M | re.S)
    text = re.sub(r"`[^`\n]*`", "", text)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"[a-z]+:", target):
            continue
        links += 1
        path, _, anchor = target.partition("#")
        there = os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page
        if not os.path.exists(there):
            wrong.append("%s: no file %s" % (os.path.basename(page), target))
        elif anchor and there.endswith(".md") and anchor not in anchors(there):
            wrong.append("%s: no heading %s" % (os.path.basename(page), target))
print("\n".join(wrong) or ("all links are right" if links > 100 else "only %d links were found" % links))
