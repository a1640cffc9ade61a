#!/usr/bin/env python3
"""Reports what using Tenon costs: the time to include it, and what each example takes to compile.

usage: measure_budgets.py --include=DIRECTORY... --compiler=COMPILER... [EXAMPLE...]
Times are the best of three for the include, and of one for an example compiled with -O2.
"""
import argparse
import concurrent.futures
import os
import subprocess
import tempfile
import time


def seconds_and_output(command, source_text):
    began = time.monotonic()
    run = subprocess.run(command, input=source_text, capture_output=True, text=True, check=False)
    if run.returncode:
        raise SystemExit(f"{' '.join(command)}\n{run.stderr}")
    return time.monotonic() - began, run.stdout


def measure(compiler, include, examples):
    name = os.path.basename(compiler)
    base = [compiler, "-std=c++20", *[f"-I{directory}" for directory in include]]
    source = "#include <tenon/tenon.hpp>\n"
    best = min(seconds_and_output([*base, "-fsyntax-only", "-x", "c++", "-"], source)[0] for _ in range(3))
    count = seconds_and_output([*base, "-E", "-P", "-x", "c++", "-"], source)[1].count("\n")
    lines = [f"{name:12} #include <tenon/tenon.hpp>   {best:6.2f} s   {count} lines preprocessed"]
    with tempfile.TemporaryDirectory() as folder:
        for example in examples:
            target = os.path.join(folder, "example.o")
            taken, _ = seconds_and_output([*base, "-O2", "-c", example, "-o", target], None)
            lines.append(f"{name:12} {os.path.basename(example):28} {taken:6.2f} s   {os.path.getsize(target)} bytes of object file")
    return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--include", action="append", default=[])
    parser.add_argument("--compiler", action="append", default=[])
    parser.add_argument("examples", nargs="*")
    arguments = parser.parse_args()
    # Each compiler has a thread of its own.
    with concurrent.futures.ThreadPoolExecutor() as pool:
        for lines in pool.map(lambda compiler: measure(compiler, arguments.include, arguments.examples), arguments.compiler):
            print("\n".join(lines))


if __name__ == "__main__":
    main()
