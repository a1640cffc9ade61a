#!/usr/bin/env python3
"""Compiles the C++ blocks of Markdown files, so that what the documentation shows is true.

A block opened by ```cpp begins a source file; the blocks opened by ```cpp continued go on with it, so that a page can tell a
story. A file without an #include gets <tenon/tenon.hpp> and `using namespace tenon`. Blocks without `//~` comments must compile
without a warning; those with them must be refused with those very sentences, checked as in compile_fail_tests. Blocks in other
languages, and ```c++ blocks, are only shown.

<tenon/tenon.hpp> is precompiled for the programs that include it; a program that two pages show is compiled once.
"""
import argparse
import os
import subprocess
import sys
import tempfile

WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror", "-Wno-unused-variable",
            "-Wno-unused-but-set-variable"]
INCLUDE = "#include <tenon/tenon.hpp>"
PRELUDE = [INCLUDE, "using namespace tenon;"]


class Story:
    """The blocks of one source file, each line of code on the line where it stands in the page."""

    def __init__(self, line):
        self.line, self.blocks = line, []

    def refuses(self):
        return any("//~" in text for _, lines in self.blocks for text in lines)

    def source(self, refused):
        """All blocks, or only those that are not refused."""
        page = [] if any("#include" in text for _, lines in self.blocks for text in lines) else list(PRELUDE)
        for begin, lines in self.blocks:
            if refused or not any("//~" in text for text in lines):
                page += [""] * (begin - 1 - len(page)) + lines
        return "\n".join(page) + "\n"


def stories(text):
    found, inside = [], False
    for number, line in enumerate(text.splitlines(), 1):
        opening = line.strip()
        if not inside and opening in ("```cpp", "```cpp continued"):
            inside = True
            if opening == "```cpp":
                found.append(Story(number + 1))
            found[-1].blocks.append((number + 1, []))
        elif inside and opening == "```":
            inside = False
        elif inside:
            found[-1].blocks[-1][1].append(line)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*")
    parser.add_argument("--compiler", required=True)
    parser.add_argument("--harness", required=True, help="compile_fail_test.py")
    parser.add_argument("--flag", action="append", default=[])
    arguments = parser.parse_args()
    environment = {**os.environ, "LC_ALL": "C"}
    compiled = failed = 0

    def run(command, source, text):
        nonlocal compiled, failed
        with open(source, "w", encoding="utf-8") as file:
            file.write(text)
        result = subprocess.run([*command, source], capture_output=True, encoding="utf-8", env=environment, check=False)
        compiled += 1
        if result.returncode:
            failed += 1
            print(f"FAIL  {result.stdout}{result.stderr}")

    good = [arguments.compiler, "-std=c++20", "-fsyntax-only", *WARNINGS, *arguments.flag]
    refused = [sys.executable, arguments.harness, f"--compiler={arguments.compiler}", "--twin=optional",
               *[f"--flag={flag}" for flag in arguments.flag]]
    sys.path.insert(0, os.path.dirname(arguments.harness))
    from compile_fail_test import Compiler
    is_clang = Compiler(arguments.compiler, []).is_clang  # GCC warns of more in what is precompiled
    seen = set()
    with tempfile.TemporaryDirectory() as folder:
        first = os.path.join(folder, "first.hpp")
        with open(first, "w", encoding="utf-8") as file:
            file.write(INCLUDE + "\n")
        subprocess.run([*refused, f"--precompile={first}"], check=True)
        for path in arguments.files:
            with open(path, encoding="utf-8") as file:
                text = file.read()
            for story in stories(text):
                everything = story.source(refused=True).strip()
                if everything in seen:
                    continue
                seen.add(everything)
                with_first = INCLUDE in everything
                source = os.path.join(folder, f"{os.path.basename(path)}.{story.line}.cpp")
                run([*good, *(["-include", first] if with_first and is_clang else [])], source, story.source(refused=False))
                if story.refuses():
                    run([*refused, *([f"--precompiled={first}"] if with_first else [])], source, story.source(refused=True))
    print(f"{len(arguments.files)} files: {compiled} programs, {failed} failures")
    sys.exit(failed != 0)


if __name__ == "__main__":
    main()
