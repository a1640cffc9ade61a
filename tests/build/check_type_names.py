#!/usr/bin/env python3
"""Checks that a compiler prints tensor types as people write them: tensor<float, axis{"heads", 2}, axis{"seq", 3}>."""

import argparse
import os
import subprocess
import sys
import tempfile

PROGRAM = """
#include <tenon/tenon.hpp>
using namespace tenon;
constexpr axis heads{"heads", 2}, seq{"seq", 3}, d_k{"d_k", 4}, tokens{"tokens", at_most{512}};
template <class> struct show;
show<tensor<float, heads, seq>> written;
show<tensor<float, prime(seq), 5, tokens>> computed;
show<decltype(matmul(tensor<float, heads, seq, d_k>(), tensor<float, heads, d_k, prime(seq)>()))> of_an_operation;
"""

WANTED = [
    'show<tensor<float, axis{"heads", 2}, axis{"seq", 3}>>',
    'show<tensor<float, axis{"seq\'", 3}, axis{"", 5}, axis{"tokens<=", 512}>>',
    'show<tensor<float, axis{"heads", 2}, axis{"seq", 3}, axis{"seq\'", 3}>>',
]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--compiler", required=True)
    parser.add_argument("--flag", action="append", default=[])
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "names.cpp")
        with open(source, "w", encoding="utf-8") as file:
            file.write(PROGRAM)
        command = [arguments.compiler, "-std=c++20", "-fsyntax-only", *arguments.flag, source]
        run = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "LC_ALL": "C"})
    # What remains of the namespaces, of a blank between brackets, and of the backslash before a prime is no matter.
    printed = run.stderr.replace("tenon::", "").replace("> >", ">>").replace("\\'", "'")
    missing = [name for name in WANTED if name not in printed]
    for name in missing:
        print("not printed:", name)
    if missing:
        print(run.stderr)
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
