#!/usr/bin/env python3
"""Checks what happens where the library in one file is included twice: copies are one, and all else has one sentence."""
import argparse
import os
import subprocess
import sys
import tempfile

DIFFERENT = "Tenon: two different tenon_single.hpp are included, did you mean to keep one of them?"
TOGETHER = "Tenon: tenon_single.hpp and headers of tenon/ are not included together"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--compiler", required=True)
    parser.add_argument("--headers", required=True, help="the folder that holds tenon/")
    parser.add_argument("--script", required=True, help="make_single_header.py")
    parser.add_argument("--flag", action="append", default=[])
    arguments = parser.parse_args()
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        def make(name, version):
            path = os.path.join(folder, name, "tenon_single.hpp")
            # The smallest of headers: what is tested is how files meet, not what is in them.
            subprocess.run([sys.executable, arguments.script, f"--include={arguments.headers}", f"--version={version}",
                            f"--output={path}", "tenon/axis/axis.hpp"], check=True)
            return f'"{path}"'

        one, copy, other = make("one", "1.0"), make("copy", "1.0"), make("other", "1.1")
        with open(copy.strip('"'), "a", encoding="utf-8") as file:
            file.write("// a copy that a package manager has signed\n")  # else GCC takes it for the same file
        headers = "<tenon/axis/axis.hpp>"
        for names, sentence in [((one, copy), None), ((one, other), DIFFERENT), ((other, one), DIFFERENT),
                                ((one, headers), TOGETHER), ((headers, one), TOGETHER)]:
            source = "".join(f"#include {name}\n" for name in names) + 'static_assert(tenon::axis{"seq", 3}.extent == 3);\n'
            run = subprocess.run([arguments.compiler, "-std=c++20", "-Wall", "-Wextra", "-Werror", "-fsyntax-only",
                                  *arguments.flag, "-x", "c++", "-"], input=source, capture_output=True, encoding="utf-8",
                                 env={**os.environ, "LC_ALL": "C"}, check=False)
            errors = [line for line in run.stderr.splitlines() if " error: " in line and "file" not in line]
            good = not run.stderr if sentence is None else len(errors) == 1 and sentence in errors[0]
            if not good:
                failed = True
                print(f"FAIL  {' '.join(names)}: {sentence or 'no error'} was wanted:\n{run.stderr[:4000]}")
    sys.exit(failed)


if __name__ == "__main__":
    main()
