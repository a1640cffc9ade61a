#!/usr/bin/env python3
"""Builds one program in several ways, and demands that each prints the same as the first, or is refused.

usage: same_output.py SOURCE FLAG... --build "g++ -O2" --build "clang++ -O2" ... --refused "g++ -ffast-math" ...

A build that must be refused fails to compile, or ends when it runs; either with a sentence that begins `Tenon: `. Each
compiler sees FLAG... before those of the build.
"""
import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

REFUSAL = re.compile(r"Tenon: (compile with(out)? -|this machine is big-endian)")


def run(command):
    done = subprocess.run(command, capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def result(build, source, flags, program):
    """What the program prints, and whether it was refused."""
    compiler, *own = build.split()
    code, _, errors = run([compiler, "-std=c++20", *flags, *own, str(source), "-o", str(program)])
    if code != 0:
        return errors, REFUSAL.search(errors) is not None
    code, output, errors = run([str(program)])
    if code != 0:
        return errors, REFUSAL.search(errors) is not None
    return re.sub(r" *-?nan", " nan", output), False  # NaN has no sign


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", action="append", default=[])
    parser.add_argument("--refused", action="append", default=[])
    parser.add_argument("source", type=pathlib.Path)
    arguments, flags = parser.parse_known_args()
    wrong, first = 0, None
    with tempfile.TemporaryDirectory() as folder:
        for build in arguments.build:
            output, refused = result(build, arguments.source, flags, pathlib.Path(folder, "program"))
            if not output.startswith("baseline"):
                print(f"{build}: {'refused' if refused else 'failed'}\n{output[:2000]}")
                wrong += 1
            elif first is None:
                first = output
            elif output != first:
                wrong += 1
                ours, theirs = first.splitlines(), output.splitlines()
                differ = [f"  {a}\n  {b}" for a, b in zip(ours, theirs) if a != b]
                print(f"{build}: {len(differ)} of {len(ours)} lines differ from {arguments.build[0]}")
                print("\n".join(differ[:10]))
            else:
                print(f"{build}: the same {len(output.splitlines())} lines")
        for build in arguments.refused:
            output, refused = result(build, arguments.source, flags, pathlib.Path(folder, "program"))
            wrong += not refused
            print(f"{build}: {'refused, as it must be' if refused else 'not refused'}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
