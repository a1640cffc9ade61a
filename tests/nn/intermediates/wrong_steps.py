#!/usr/bin/env python3
"""Checks that multi_head_attention asserts the axes of each of its steps.

Each mutation puts one mistake into a copy of the header. A program that calls the module must then fail to compile, its first
error must be the assertion of the step with the mistake, and the error must lead to the user's line.
"""
import argparse
import concurrent.futures
import os
import shutil
import subprocess
import sys
import tempfile

HEADER = "tenon/nn/multi_head_attention.hpp"
PROGRAM = """#include <tenon/nn/multi_head_attention.hpp>
using namespace tenon;
constexpr axis batch{"batch", 1}, seq{"seq", 3}, d_model{"d_model", 8}, heads{"heads", 2};
auto attend(const nn::multi_head_attention<float, d_model, heads>& attention, const tensor<float, batch, seq, d_model>& x) {
  return attention(x);
}
"""
USER_LINE = 5

QUERIES, KEYS, VALUES = "queries are [batch, seq, d_model]", "keys are [batch, keys, d_model]", "values are [batch, keys, d_model]"
Q, K, V = "q is [batch, heads, seq, d_k]", "k is [batch, heads, keys, d_k]", "v is [batch, heads, keys, d_k]"
SCORES, WEIGHTS = "scores are [batch, heads, seq, keys]", "weights are [batch, heads, seq, keys]"
CONTEXT, CONCAT, OUTPUT = "context is [batch, heads, seq, d_k]", "concat is [batch, seq, d_model]", "output is [batch, seq, d_model]"

SCALED, SOFTMAX = "matmul(q, transpose<-2, -1>(k)) / sqrt_of<d_k>", "detail::masked_softmax(std::move(scores), options...)"
MEAN, SIDE_BY_SIDE = "detail::weighted_mean<O...>(weights, v)", "merge<-2, -1, d_model>(contiguous(transpose<-3, -2>(context)))"

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


def compile_with(compiler, flags, header_dir, program):
    run = subprocess.run([compiler, "-std=c++20", "-fsyntax-only", f"-I{header_dir}", *flags, program],
                         capture_output=True, encoding="utf-8", check=False)
    return run.returncode, run.stderr


def complaint(compiler, flags, include, header, directory, number, mutation):
    what, right, wrong, sentence = mutation
    if header.count(right) != 1:
        return f"{what}: `{right}` stands {header.count(right)} times in {HEADER}, not once"
    copy = os.path.join(directory, str(number))
    shutil.copytree(include, copy)
    with open(os.path.join(copy, HEADER), "w", encoding="utf-8") as file:
        file.write(header.replace(right, wrong))
    program = os.path.join(directory, f"{number}.cpp")
    with open(program, "w", encoding="utf-8") as file:
        file.write(PROGRAM)
    code, output = compile_with(compiler, flags, copy, program)
    errors = [line for line in output.splitlines() if "error:" in line]
    if code != 1 or not errors:
        return f"{what}: exit code {code}, {len(errors)} errors\n{output}"
    if not errors[0].endswith(f"multi_head_attention: {sentence}"):
        return f"{what}: the first error is\n  {errors[0]}\nnot that {sentence}"
    if f"{program}:{USER_LINE}:" not in output:
        return f"{what}: nothing leads to the user's line\n{output}"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--compiler", required=True)
    parser.add_argument("--include", required=True)
    parser.add_argument("--also-include", action="append", default=[])
    arguments = parser.parse_args()
    flags = [f"-I{path}" for path in arguments.also_include if path]
    with open(os.path.join(arguments.include, HEADER), encoding="utf-8") as file:
        header = file.read()
    with tempfile.TemporaryDirectory() as directory:
        program = os.path.join(directory, "right.cpp")
        with open(program, "w", encoding="utf-8") as file:
            file.write(PROGRAM)
        code, output = compile_with(arguments.compiler, flags, arguments.include, program)
        if code != 0:
            sys.exit(f"the header as it is does not compile:\n{output}")
        with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
            complaints = [text for text in pool.map(
                lambda job: complaint(arguments.compiler, flags, arguments.include, header, directory, *job),
                enumerate(MUTATIONS)) if text]
    if complaints:
        sys.exit("\n".join(complaints))
    print(f"{len(MUTATIONS)} mistakes, each found by the assertion of its step")


if __name__ == "__main__":
    main()
