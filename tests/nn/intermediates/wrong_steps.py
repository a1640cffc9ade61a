#!/usr/bin/env python3
"""Checks that multi_head_attention asserts the axes of each of its steps.

Each mutation puts one mistake into a copy of the header; every copy has a namespace of its own, and one program calls them all,
each on a line. It must fail to compile: the first error that leads to each line must be the assertion of the step with the
mistake, and none may lead to the line that calls the header as it is.
"""
import argparse
import os
import re
import sys
import tempfile

HEADER = "tenon/nn/multi_head_attention.hpp"
NAMESPACE = "namespace tenon::nn {"
PROGRAM = """#include <tenon/nn/multi_head_attention.hpp>
#include "mistakes.hpp"
using namespace tenon;
constexpr axis batch{"batch", 1}, seq{"seq", 3}, d_model{"d_model", 8}, heads{"heads", 2};
using sequence = tensor<float, batch, seq, d_model>;
"""
CALL = "auto attend(const nn::{}multi_head_attention<float, d_model, heads>& attention, const sequence& x) {{ return attention(x); }}\n"

QUERIES, KEYS, VALUES = "queries are [batch, seq, d_model]", "keys are [batch, keys, d_model]", "values are [batch, keys, d_model]"
Q, K, V = "q is [batch, heads, seq, d_k]", "k is [batch, heads, keys, d_k]", "v is [batch, heads, keys, d_k]"
SCORES, WEIGHTS = "scores are [batch, heads, seq, keys]", "weights are [batch, heads, seq, keys]"
CONTEXT, CONCAT, OUTPUT = "context is [batch, heads, seq, d_k]", "concat is [batch, seq, d_model]", "output is [batch, seq, d_model]"

SCALED, SOFTMAX = "matmul(q, transpose<-2, -1>(k)) / sqrt_of<d_k>", "detail::masked_softmax(std::move(scores), options...)"
MEAN, SIDE_BY_SIDE = "detail::weighted_mean(weights, v, options...)", "merge<-2, -1, d_model>(contiguous(transpose<-3, -2>(context)))"

# What the mistake is, the code as it is, the code with the mistake, the assertion that must fire.
MUTATIONS = [
    ("queries named as keys", "= W_q(query);", "= rename<-2, keys>(W_q(query));", QUERIES),
    ("keys named as queries", "= rename<-2, keys>(W_k(key));", "= W_k(key);", KEYS),
    ("values named as queries", "= rename<-2, keys>(W_v(value));", "= W_v(value);", VALUES),
    ("queries transposed", "= W_q(query);", "= transpose<-2, -1>(W_q(query));", QUERIES),
    ("q split into (d_k, heads)", "split<-1, heads, d_k>(queries)", "split<-1, d_k, heads>(queries)", Q),
    ("k split into (d_k, heads)", "split<-1, heads, d_k>(key_rows)", "split<-1, d_k, heads>(key_rows)", K),
    ("v split into (d_k, heads)", "split<-1, heads, d_k>(value_rows)", "split<-1, d_k, heads>(value_rows)", V),
    ("q not transposed", "transpose<-3, -2>(split<-1, heads, d_k>(queries))", "split<-1, heads, d_k>(queries)", Q),
    ("k not transposed", "transpose<-3, -2>(split<-1, heads, d_k>(key_rows))", "split<-1, heads, d_k>(key_rows)", K),
    ("v not transposed", "transpose<-3, -2>(split<-1, heads, d_k>(value_rows))", "split<-1, heads, d_k>(value_rows)", V),
    ("k made of the queries", "split<-1, heads, d_k>(key_rows)", "split<-1, heads, d_k>(queries)", K),
    ("scores of keys by queries", SCALED, "matmul(k, transpose<-2, -1>(q)) / sqrt_of<d_k>", SCORES),
    ("scores of queries by queries", SCALED, "matmul(q, transpose<-2, -1>(rename<-2, prime(prime(seq))>(q))) / sqrt_of<d_k>", SCORES),
    ("scores transposed", SCALED, f"transpose<-2, -1>({SCALED})", SCORES),
    ("weights transposed", SOFTMAX, f"transpose<-2, -1>({SOFTMAX})", WEIGHTS),
    ("context transposed", MEAN, f"transpose<-3, -2>({MEAN})", CONTEXT),
    ("the values left out of the context", MEAN, "weights", CONTEXT),
    ("the concatenation left out", SIDE_BY_SIDE, "context", CONCAT),
    ("heads moved, but not merged", SIDE_BY_SIDE, "contiguous(transpose<-3, -2>(context))", CONCAT),
    ("heads merged under another name", "merge<-2, -1, d_model>", 'merge<-2, -1, axis{"d_out", 8}>', CONCAT),
    ("the output under another name", "= W_o(concat);", '= rename<-1, axis{"d_out", 8}>(W_o(concat));', OUTPUT),
    ("the output transposed", "= W_o(concat);", "= transpose<-2, -1>(W_o(concat));", OUTPUT),
]


def mistaken(header, number, mutation):
    what, right, wrong, _ = mutation
    if header.count(right) != 1:
        sys.exit(f"{what}: `{right}` stands {header.count(right)} times in {HEADER}, not once")
    return header.replace(right, wrong).replace(NAMESPACE, f"namespace tenon::nn::mistake_{number} {{")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--compiler", required=True)
    parser.add_argument("--harness", required=True, help="compile_fail_test.py, which reads what compilers say")
    parser.add_argument("--include", required=True)
    parser.add_argument("--also-include", action="append", default=[])
    arguments = parser.parse_args()
    sys.path.insert(0, os.path.dirname(arguments.harness))
    from compile_fail_test import Compiler, read_errors

    with open(os.path.join(arguments.include, HEADER), encoding="utf-8") as file:
        header = re.sub(r"^#(include|pragma once).*", "", file.read(), flags=re.MULTILINE)
    # The copies use what the header itself defines in detail: a namespace of that name in theirs would hide it.
    header = re.sub(r"^namespace detail \{$.*?^\}  // namespace detail$", "", header, flags=re.MULTILINE | re.DOTALL)
    if header.count(NAMESPACE) != 1:
        sys.exit(f"{HEADER} opens `{NAMESPACE}` {header.count(NAMESPACE)} times, not once")
    calls = {0: None}  # of the program's lines after PROGRAM: the header as it is, then the mutations
    calls.update(enumerate(MUTATIONS, 1))
    with tempfile.TemporaryDirectory() as directory:
        with open(os.path.join(directory, "mistakes.hpp"), "w", encoding="utf-8") as file:
            file.writelines(mistaken(header, number, mutation) for number, mutation in calls.items() if mutation)
        program = os.path.join(directory, "program.cpp")
        with open(program, "w", encoding="utf-8") as file:
            file.write(PROGRAM)
            file.writelines(CALL.format(f"mistake_{number}::" if number else "") for number in calls)
        flags = [f"-I{path}" for path in [arguments.include, *arguments.also_include] if path]
        run = Compiler(arguments.compiler, ["-std=c++20", *flags]).compile_file(program)
        errors = read_errors(run.stdout + run.stderr, program)

    complaints = [] if run.returncode == 1 else [f"the compiler's exit code is {run.returncode}, wanted 1"]
    for number, mutation in calls.items():
        line = PROGRAM.count("\n") + 1 + number
        first = next((error.message for error in errors if error.line == line), "no error")
        if mutation is None and first != "no error":
            complaints.append(f"the header as it is: {first}")
        elif mutation is not None and not first.endswith(f"multi_head_attention: {mutation[3]}"):
            complaints.append(f"{mutation[0]}: the first error is\n  {first}\nnot that {mutation[3]}")
    if complaints:
        sys.exit("\n".join(complaints))
    print(f"{len(MUTATIONS)} mistakes, each found by the assertion of its step")


if __name__ == "__main__":
    main()
