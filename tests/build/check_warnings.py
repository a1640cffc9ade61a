#!/usr/bin/env python3
"""Checks on which lines a compiler warns: on those that end in //!, and on no other.

usage: check_warnings.py --compiler=CXX [--flag=FLAG ...] file.cpp ...
       check_warnings.py --functions=FOLDER      every public function there that returns something is [[nodiscard]]
"""
import argparse
import pathlib
import re
import subprocess
import sys

# These change something, and what they return is for chains and for convenience.
CHANGING = {"operator+=", "operator-=", "operator*=", "operator/=", "operator<<", "pack_panels"}


def complaints_of_warnings(compiler, flags, source):
    lines = source.read_text().split("\n")
    wanted = {number for number, line in enumerate(lines, 1) if line.endswith("//!")}
    run = subprocess.run([compiler, "-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", *flags, str(source)],
                         capture_output=True, text=True)
    if run.returncode != 0:
        return [f"{source}: it does not compile:\n{run.stderr}"]
    came = {}
    for file, number, text in re.findall(r"^(.+?):(\d+):\d+: warning: (.*)$", run.stderr, re.M):
        came.setdefault(int(number) if pathlib.Path(file).name == source.name else 0, text)
    return ([f"{source}:{number}: no warning of {compiler}" for number in sorted(wanted - came.keys())]
            + [f"{source}:{number}: {compiler} warns: {came[number]}" for number in sorted(came.keys() - wanted)])


def complaints_of_functions(folder):
    complaints = []
    for header in sorted(folder.rglob("*.hpp")):
        inside_detail = False
        for number, line in enumerate(header.read_text().split("\n"), 1):
            if re.match(r"namespace .*\bdetail\b.*\{", line):
                inside_detail = True
            elif re.match(r"\}  // namespace .*\bdetail\b", line):
                inside_detail = False
            if inside_detail:
                continue
            function = re.match(r"(?:constexpr|inline|auto) (?!.*\bvoid\b)[^=;]*?\b(operator\S+?|\w+)\(.*\{$", line)
            if function and function[1] not in CHANGING:
                complaints.append(f"{header}:{number}: {function[1]} is not [[nodiscard]]")
    return complaints


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--compiler")
    parser.add_argument("--flag", action="append", default=[])
    parser.add_argument("--functions", type=pathlib.Path)
    parser.add_argument("sources", nargs="*", type=pathlib.Path)
    arguments = parser.parse_args()
    complaints = complaints_of_functions(arguments.functions) if arguments.functions else []
    for source in arguments.sources:
        complaints += complaints_of_warnings(arguments.compiler, arguments.flag, source)
    print("\n".join(complaints) or "PASS")
    sys.exit(1 if complaints else 0)


if __name__ == "__main__":
    main()
