#!/usr/bin/env python3
"""Checks on object code that tiny multi-head attention is straight-line: no backward jump and no call.

usage: tiny_code.py OBJDUMP OBJECT      (the object of tiny_code.cpp, built with -O2)
"""
import re
import subprocess
import sys

# The functions of interest, by their demangled names; each exists for every instruction set.
WANTED = {
    "one head": r"enter<.*per_head_code>",
    "one head, causal": r"enter<.*per_head_code_causal>",
    "whole attention": r"enter<.*tiny_multi_head_body<",
}
CALL = re.compile(r"^(call|bl\b|blr\b)")
JUMP = re.compile(r"^(j[a-z]+|b|b\.[a-z]+|cbn?z|tbn?z)\s+(?:[a-z0-9]+,\s*)*(?:#\w+,\s*)?([0-9a-f]+)\b")


def functions(objdump, path):
    text = subprocess.run([objdump, "-d", "-C", "--no-show-raw-insn", path], check=True, capture_output=True, text=True).stdout
    name, body = None, []
    for line in text.splitlines():
        start = re.match(r"^[0-9a-f]+ <(.*)>:$", line)
        if start:
            if name:
                yield name, body
            name, body = start.group(1), []
            continue
        code = re.match(r"^\s*([0-9a-f]+):\s+(.*)$", line)
        if code and name:
            body.append((int(code.group(1), 16), code.group(2).strip()))
    if name:
        yield name, body


def faults(body):
    for address, code in body:
        if CALL.match(code):
            yield f"call at {address:x}: {code}"
        jump = JUMP.match(code)
        if jump and int(jump.group(2), 16) <= address:
            yield f"backward jump at {address:x}: {code}"


def main():
    objdump, path = sys.argv[1:3]
    found, bad = dict.fromkeys(WANTED, 0), 0
    for name, body in functions(objdump, path):
        for what, pattern in WANTED.items():
            if not re.search(pattern, name):
                continue
            found[what] += 1
            wrong = list(faults(body))
            bad += len(wrong)
            print(f"{what}: {len(body)} instructions, {'; '.join(wrong) if wrong else 'straight-line'}  [{name[:100]}]")
    missing = [what for what, count in found.items() if count == 0]
    if missing:
        print("not found:", ", ".join(missing))
    return 1 if bad or missing else 0


if __name__ == "__main__":
    sys.exit(main())
