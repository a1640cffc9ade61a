#!/usr/bin/env python3
"""Writes the library as one file: the headers named, and all of Tenon's that they include, each once, before its users.

usage: make_single_header.py [--include=DIRECTORY] [--version=TEXT] [--output=FILE] [HEADER...]
HEADER is tenon/tenon.hpp if none is given. Standard and Boost headers are included once, on top; those that stand under a
condition stay where they are. The same headers give the same file, to the last character; a program may include copies of
one file, but not different ones.
"""
import argparse
import os
import re
import sys
import zlib

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
INCLUDE = re.compile(r'\s*#\s*include\s*(?:<(?P<angled>[^>]+)>|"(?P<quoted>[^"]+)")')
OPENS, CLOSES = re.compile(r"\s*#\s*if"), re.compile(r"\s*#\s*endif")
ONCE = re.compile(r"\s*#\s*pragma\s+once\b")


class SingleHeader:
    def __init__(self, include):
        self.include, self.seen, self.others, self.parts = include, set(), set(), []

    def add(self, name, wanted_by=None):
        if name in self.seen:
            return
        self.seen.add(name)
        path = os.path.join(self.include, name)
        if not os.path.isfile(path):
            sys.exit(f"{wanted_by or 'make_single_header'}: there is no {name} in {self.include}")
        with open(path, encoding="utf-8") as file:
            lines = file.read().splitlines()
        kept, depth = [], 0
        for number, line in enumerate(lines, 1):
            depth += bool(OPENS.match(line)) - bool(CLOSES.match(line))
            found = INCLUDE.match(line)
            if ONCE.match(line):
                continue
            if found and found["quoted"]:
                sys.exit(f"{name}:{number}: a header is included in angle brackets: {line.strip()}")
            if found and found["angled"].startswith("tenon/"):
                if depth and not found["angled"].endswith(".hpp"):
                    kept.append(line)  # a file that is missing on purpose, to stop the compiler
                    continue
                if depth:
                    sys.exit(f"{name}:{number}: a header of Tenon's is included under a condition: {line.strip()}")
                self.add(found["angled"], f"{name}:{number}")
            elif found and not depth:
                self.others.add(found["angled"])
            else:
                kept.append(line)
        text = re.sub(r"\n{3,}", "\n\n", "\n".join(kept)).strip("\n")
        if any(line and not line.startswith("//") for line in kept):
            self.parts.append(f"// ---- {name} ----\n{text}\n")

    def text(self, headers, version):
        for header in headers:
            self.add(header)
        with open(os.path.join(ROOT, "LICENSE"), encoding="utf-8") as file:
            licence = "".join(f"// {line}".rstrip() + "\n" for line in file.read().splitlines())
        standard = sorted(name for name in self.others if "/" not in name)
        libraries = sorted(self.others - set(standard))
        groups = ["\n".join(f"#include <{name}>" for name in group) for group in (standard, libraries) if group]
        title = f"// {f'Tenon {version}'.strip()}, in one file: {', '.join(f'<{header}>' for header in headers)}. "
        content = "\n".join(["\n\n".join(groups), "", "\n".join(self.parts)])
        number = f"0x{zlib.crc32((title + content).encode()):08x}"  # equal in copies, and else as good as never
        return "\n".join([
            title + "Written by tools/make_single_header.py.",
            "//", licence,
            "#pragma once",
            "#if defined(TENON_SINGLE_HEADER)",
            f"#if TENON_SINGLE_HEADER != {number}",
            "#error \"Tenon: two different tenon_single.hpp are included, did you mean to keep one of them?\"",
            "#endif",
            "#elif defined(TENON_BEGIN_HEADER)",
            "#error \"Tenon: tenon_single.hpp and headers of tenon/ are not included together\"",
            "#else", "", content, f"#define TENON_SINGLE_HEADER {number}", "#endif", ""])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--include", default=os.path.join(ROOT, "include"), help="the folder that holds tenon/")
    parser.add_argument("--version", default="")
    parser.add_argument("--output", help="default: the standard output")
    parser.add_argument("headers", nargs="*", default=["tenon/tenon.hpp"])
    arguments = parser.parse_args()
    text = SingleHeader(arguments.include).text(arguments.headers, arguments.version)
    if arguments.output:
        os.makedirs(os.path.dirname(os.path.abspath(arguments.output)), exist_ok=True)
        with open(arguments.output, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
    else:
        sys.stdout.write(text)


if __name__ == "__main__":
    main()
