#!/usr/bin/env python3
"""Runs a program and compares what it prints with a file: words exactly, numbers within a tolerance.

A number printed with few digits may also differ by one in its last printed digit. Runs of spaces count as one.
"""
import argparse
import re
import subprocess
import sys

NUMBER = re.compile(r"(?<![\w.])[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?(?!\w)")


def pieces(line):
    """The words and the numbers of a line, apart."""
    return [re.sub(r"\s+", " ", word).strip() for word in NUMBER.split(line)], NUMBER.findall(line)


def last_digit(number):
    mantissa, _, exponent = number.lower().partition("e")
    decimals = len(mantissa.partition(".")[2])
    return 10.0 ** (int(exponent or 0) - decimals) if "." in mantissa else 0.0


def same(came, wanted, tolerance):
    words_came, numbers_came = pieces(came)
    words_wanted, numbers_wanted = pieces(wanted)
    return words_came == words_wanted and len(numbers_came) == len(numbers_wanted) and all(
        abs(float(a) - float(b)) <= 1.001 * max(tolerance, last_digit(b) if last_digit(b) == last_digit(a) else 0.0)
        for a, b in zip(numbers_came, numbers_wanted))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--expected", required=True, metavar="FILE")
    parser.add_argument("--tolerance", type=float, default=1e-6)
    parser.add_argument("command", nargs="+")
    arguments = parser.parse_args()
    run = subprocess.run(arguments.command, capture_output=True, encoding="utf-8", check=False)
    sys.stdout.write(run.stdout)
    sys.stderr.write(run.stderr)
    if run.returncode:
        sys.exit(f"exit code {run.returncode}")
    with open(arguments.expected, encoding="utf-8") as file:
        wanted = file.read().splitlines()
    came = run.stdout.splitlines()
    for number, (line, wanted_line) in enumerate(zip(came, wanted), 1):
        if not same(line, wanted_line, arguments.tolerance):
            sys.exit(f"\nline {number} differs\n  wanted: {wanted_line}\n  came:   {line}")
    if len(came) != len(wanted):
        sys.exit(f"\n{len(came)} lines came, {len(wanted)} wanted ({arguments.expected})")


if __name__ == "__main__":
    main()
