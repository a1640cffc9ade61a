#!/usr/bin/env python3
"""Makes the single header twice, from two folders and with two hash seeds: the same file, which includes none of Tenon's.

usage: is_deterministic.py make_single_header.py
"""
import os
import subprocess
import sys


def made(folder, seed):
    environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"}
    return subprocess.run([sys.executable, os.path.abspath(sys.argv[1]), "--version", "1.2.3"], capture_output=True,
                          encoding="utf-8", check=True, cwd=folder, env=environment).stdout


text = made("/", "1")
if text != made(os.curdir, "2"):
    sys.exit("the second file differs from the first")
for line in text.splitlines():
    if ("#include <tenon" in line and ".hpp" in line) or '#include "' in line:
        sys.exit(f"it includes another file: {line}")
if text.count("#pragma once") != 1 or "Tenon 1.2.3" not in text or "MIT License" not in text:
    sys.exit("it has not one #pragma once, the version and the licence")
