#!/usr/bin/env python3
"""Compiles every header of a folder with -fsyntax-only and warnings as errors: each alone, or --together in one source.

Every header is included twice, so that one without a guard is found.
"""
import argparse
import os
import re
import subprocess
import sys
import time

WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror"]


def others(include, headers):
    """The headers of other libraries that these include, in order of their names."""
    found = set()
    for header in headers:
        with open(os.path.join(include, header), encoding="utf-8") as file:
            found.update(re.findall(r"^#include <((?!tenon/)[^>]+)>", file.read(), re.MULTILINE))
    return sorted(found)


def compiles(compiler, include, flags, headers, link_includes, first):
    source = first + "".join(f"#include <{header}>\n" for header in headers for _ in range(2))
    command = [compiler, "-std=c++20", *WARNINGS, *flags, "-fsyntax-only", f"-I{include}",
               *[f"-I{directory}" for directory in link_includes if directory], "-x", "c++", "-"]
    run = subprocess.run(command, input=source, capture_output=True, encoding="utf-8", errors="replace", check=False)
    return run.returncode == 0 and not run.stderr, run.stderr


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--compiler", required=True)
    parser.add_argument("--include", required=True, help="the folder that the headers are included from")
    parser.add_argument("--also-include", action="append", default=[], help="a folder of other libraries' headers")
    parser.add_argument("--leave-out", action="append", default=[], metavar="HEADER", help="of a library that is not there")
    parser.add_argument("--together", action="store_true")
    parser.add_argument("--flag", action="append", default=[])
    parser.add_argument("--after-others", metavar="FILE",
                        help="included before the headers, and after all that they include of other libraries")
    arguments = parser.parse_args()

    headers = sorted(os.path.relpath(os.path.join(folder, name), arguments.include)
                     for folder, _, names in os.walk(arguments.include) for name in names if name.endswith(".hpp"))
    headers = [header for header in headers if header not in arguments.leave_out]
    if not headers:
        sys.exit(f"no headers in {arguments.include}")
    failed, began, first = 0, time.monotonic(), ""
    if arguments.after_others:
        first = "".join(f"#if __has_include(<{name}>)\n#include <{name}>\n#endif\n"
                        for name in others(arguments.include, headers))
        first += f'#include "{arguments.after_others}"\n'
    for group in [headers] if arguments.together else [[header] for header in headers]:
        good, output = compiles(arguments.compiler, arguments.include, arguments.flag, group, arguments.also_include, first)
        if not good:
            failed += 1
            print(f"FAIL  {' '.join(group)}\n" + "\n".join(output.splitlines()[:40]))
    print(f"{len(headers)} headers, {failed} failures, {time.monotonic() - began:.1f} s")
    sys.exit(failed != 0)


if __name__ == "__main__":
    main()
