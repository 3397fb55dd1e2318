"""The JSON of a run without what differs from run to run, and with numbers to four digits: bristle run --json | round_json.py"""
import re
import sys

text = re.sub(r'"statistics": .*', '"statistics": ...', sys.stdin.read())
text = re.sub(r'"(bristle|hash)": "[^"]*"', r'"\1": ...', text)
text = re.sub(r'.*stabilisation.*\n|"error": [^,]*, ', "", text)
text = re.sub(r"\b0\.250[0-9]*", "0.25", text)  # the time of a peak is known to three digits
print(re.sub(r"-?[0-9]+\.[0-9e+-]+", lambda number: "%.4g" % float(number[0]), text), end="")
