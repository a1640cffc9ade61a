#!/usr/bin/env python3
"""Runs the harness on one mutation and wants it to fail with the complaint that the mutation's first line names.

usage: must_complain.py HARNESS MUTATION --compiler=COMPILER
"""
import os
import re
import subprocess
import sys

harness, mutation, compiler_option = sys.argv[1:]
with open(mutation, encoding="utf-8") as file:
    complaint = file.readline().partition("// The harness must say: ")[2].strip()
if not complaint:
    sys.exit(f"{mutation}: the first line does not say what the harness must say")

environment = dict(os.environ)
if os.path.basename(mutation) == "crash.cpp":
    environment["TENON_REAL_COMPILER"] = compiler_option.partition("=")[2]
    compiler_option = "--compiler=" + os.path.join(os.path.dirname(os.path.abspath(mutation)), "crashing_compiler")

run = subprocess.run([sys.executable, harness, compiler_option, mutation], capture_output=True, text=True,
                     env=environment, check=False)
verdict = run.stdout.partition("  the compiler's output:")[0]  # the complaint itself, not the compiler's text below it
heard = re.search(complaint, run.stdout if "include" in mutation else verdict)
if run.returncode != 1 or not heard:
    sys.exit(f"wanted: exit code 1 and the complaint: {complaint}\ncame: exit code {run.returncode} and\n"
             f"{run.stdout}{run.stderr}")
print(f"the harness says: {heard[0]}")
