#!/usr/bin/env python3
"""Builds a program with the headers and with the single header, runs both, and compares what they print."""
import argparse
import os
import subprocess
import sys
import tempfile

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--compiler", required=True)
parser.add_argument("--headers", required=True, help="the folder that holds tenon/")
parser.add_argument("--single", action="append", required=True, help="a folder that comes before it in the other form")
parser.add_argument("--flag", action="append", default=[])
parser.add_argument("program")
arguments = parser.parse_args()

printed = []
with tempfile.TemporaryDirectory() as folder:
    for includes in ([arguments.headers], arguments.single):
        binary = os.path.join(folder, "program")
        command = [arguments.compiler, "-std=c++20", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror",
                   *[f"-I{include}" for include in includes], *arguments.flag, arguments.program, "-o", binary]
        build = subprocess.run(command, capture_output=True, encoding="utf-8", errors="replace", check=False)
        if build.returncode or build.stderr:
            sys.exit(f"{' '.join(command)}\n{build.stderr}")
        printed.append(subprocess.run([binary], capture_output=True, encoding="utf-8", check=True).stdout)
if not printed[0] or printed[0] != printed[1]:
    sys.exit(f"with the headers it prints:\n{printed[0]}\nwith the single header:\n{printed[1]}")
