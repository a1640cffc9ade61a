#!/usr/bin/env python3
"""Multi-head self-attention, and matrix products, in ONNX Runtime, float32: the peer that Tenon is measured against.

usage: mha_onnxruntime.py [--threads N] [--json] [SIZE...]   a size is tokens,d_model,heads, or batch in front of these
       mha_onnxruntime.py --answer                           answers the lines of compare.py, see contestant.hpp
needs: pip install onnxruntime onnx numpy
Prints microseconds (least and median over batches of calls) and 10^9 operations a second at the least, one line a size.
Weights and inputs are those of bench/support/sample_attention.hpp. Unset OPENBLAS_CORETYPE and OPENBLAS_L2_SIZE for
this command: they concern numpy alone, and some values make it fail.
"""
import argparse
import json
import math
import platform
import sys
import time

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

SIZES = [(1, 3, 8, 2), (1, 16, 32, 4), (1, 16, 64, 4), (1, 64, 128, 8), (1, 128, 384, 12), (1, 128, 768, 12),
         (1, 512, 768, 12)]


def numbers(seed, shape):
    """bench/support/numbers.hpp, for whole arrays."""
    bits = np.arange(math.prod(shape), dtype=np.uint32) + np.uint32(seed * 0x9E3779B9 & 0xFFFFFFFF)
    bits = (bits ^ (bits >> np.uint32(16))) * np.uint32(0x7FEB352D)
    bits = (bits ^ (bits >> np.uint32(15))) * np.uint32(0x846CA68B)
    bits ^= bits >> np.uint32(16)
    return ((bits >> np.uint32(8)).astype(np.float32) / np.float32(8388608) - np.float32(1)).reshape(shape)


class Graph:
    """An ONNX graph in the making."""

    def __init__(self):
        self.nodes, self.constants = [], []

    def constant(self, name, value):
        self.constants.append(numpy_helper.from_array(value, name))
        return name

    def node(self, operator, inputs, output, **attributes):
        self.nodes.append(helper.make_node(operator, inputs, [output], **attributes))
        return output

    def linear(self, x, name, weight, bias):
        product = self.node("MatMul", [x, self.constant(name + ".w", weight)], name + ".xw")
        return self.node("Add", [product, self.constant(name + ".b", bias)], name)

    def model(self, name, input_shape, output_shape):
        ends = [helper.make_tensor_value_info(*end) for end in
                (("x", TensorProto.FLOAT, input_shape), ("y", TensorProto.FLOAT, output_shape))]
        graph = helper.make_graph(self.nodes, name, ends[:1], ends[1:], self.constants)
        return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)


def attention_model(batch, tokens, d_model, heads):
    graph, d_k = Graph(), d_model // heads

    def linear(x, name, which):
        weight = np.float32(math.sqrt(3 / d_model)) * numbers(which, (d_model, d_model))  # [out, in]
        return graph.linear(x, name, np.ascontiguousarray(weight.T), numbers(which + 4, (d_model,)))

    split = graph.constant("split", np.array([batch, tokens, heads, d_k], np.int64))
    merge = graph.constant("merge", np.array([batch, tokens, d_model], np.int64))
    scale = graph.constant("scale", np.array(1 / math.sqrt(d_k), np.float32))

    def head(name, which, order):
        by_head = graph.node("Reshape", [linear("x", name, which), split], name + ".r")
        return graph.node("Transpose", [by_head], name + ".t", perm=order)

    q, k, v = head("q", 1, [0, 2, 1, 3]), head("k", 2, [0, 2, 3, 1]), head("v", 3, [0, 2, 1, 3])
    scores = graph.node("Mul", [graph.node("MatMul", [q, k], "qk"), scale], "scores")
    weights = graph.node("Softmax", [scores], "weights", axis=-1)
    context = graph.node("Transpose", [graph.node("MatMul", [weights, v], "wv")], "context", perm=[0, 2, 1, 3])
    linear(graph.node("Reshape", [context, merge], "concat"), "y", 4)
    shape = [batch, tokens, d_model]
    return graph.model("multi_head_attention", shape, shape), np.float32(1.7) * numbers(0, shape)


def product_model(rows, depth, columns):
    graph = Graph()
    graph.linear("x", "y", numbers(2, (depth, columns)), numbers(3, (columns,)))
    return graph.model("product", [rows, depth], [rows, columns]), numbers(1, (rows, depth))


def nothing_model():
    """What a call costs when there is nothing to do."""
    graph = Graph()
    graph.node("Identity", ["x"], "y")
    return graph.model("nothing", [1], [1]), numbers(0, (1,))


class Work:
    """A session with its input and output bound to memory that is allocated beforehand, as Tenon's is."""

    def __init__(self, name, threads):
        kind, *extents = name.split()
        make = {"attention": attention_model, "product": product_model, "nothing": nothing_model}[kind]
        model, x = make(*map(int, extents))
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
        self.session = onnxruntime.InferenceSession(model.SerializeToString(), options,
                                                    providers=["CPUExecutionProvider"])
        shape = [end.dim_value for end in model.graph.output[0].type.tensor_type.shape.dim]
        self.y = onnxruntime.OrtValue.ortvalue_from_numpy(np.zeros(shape, np.float32))
        self.binding = self.session.io_binding()
        self.binding.bind_ortvalue_input("x", onnxruntime.OrtValue.ortvalue_from_numpy(x))
        self.binding.bind_ortvalue_output("y", self.y)

    def run(self, times):
        call, binding = self.session.run_with_iobinding, self.binding
        for _ in range(times):
            call(binding)

    def outputs(self):
        y = self.y.numpy().ravel()
        return [float(y[y.size * i // 16 + i * 7 % max(1, y.size // 16)]) for i in range(16)]


def measure(work, budget):
    """As measure() in contestant.hpp: a fifth of the budget unmeasured, then batches of at least half a millisecond."""
    def seconds(times):
        began = time.perf_counter()
        work.run(times)
        return time.perf_counter() - began

    batch, once = 1, seconds(1)
    spent = once
    while spent < budget / 5:
        batch = max(1, int(5e-4 / max(once, 1e-9)))
        once = seconds(batch) / batch
        spent += once * batch
    times, spent = [], 0
    while spent < budget * 4 / 5 or len(times) < 2:
        taken = seconds(batch)
        spent += taken
        times.append(taken / batch)
    times.sort()
    return times[0], times[len(times) // 2]


def answer():
    made = {}

    def find(name, threads):
        if (name, threads) not in made:
            made[name, threads] = Work(name, threads)
        return made[name, threads]

    for line in sys.stdin:
        request, *words = line.split()
        if request == "describe":
            reply = {"ONNX Runtime": onnxruntime.__version__, "onnx": onnx.__version__, "numpy": np.__version__,
                     "Python": platform.python_version()}
        elif request == "measure":
            least, median = measure(find(" ".join(words[2:]), int(words[0])), float(words[1]))
            reply = {"us": least * 1e6, "median_us": median * 1e6}
        elif request == "outputs":
            work = find(" ".join(words[1:]), int(words[0]))
            work.run(1)
            reply = work.outputs()
        elif request == "forget":
            made.clear()
            reply = {}
        else:
            raise SystemExit(f"not understood: {line}")
        print(json.dumps(reply), flush=True)


def size_of(text):
    extents = tuple(map(int, text.split(",")))
    return extents if len(extents) == 4 else (1, *extents)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--answer", action="store_true")
    parser.add_argument("sizes", nargs="*", type=size_of)
    arguments = parser.parse_args()
    if arguments.answer:
        return answer()
    rows = []
    for batch, tokens, d_model, heads in arguments.sizes or SIZES:
        least, median = measure(Work(f"attention {batch} {tokens} {d_model} {heads}", arguments.threads), 1.8)
        rate = batch * (8 * tokens * d_model**2 + 4 * tokens**2 * d_model) / least / 1e9
        rows.append({"batch": batch, "tokens": tokens, "d_model": d_model, "heads": heads, "threads": arguments.threads,
                     "us": least * 1e6, "median_us": median * 1e6, "gflops": rate})
        if not arguments.json:
            print(f"{(batch, tokens, d_model, heads)!s:22} {least * 1e6:10.1f} us  median {median * 1e6:10.1f}  "
                  f"{rate:6.1f} GF/s", flush=True)
    if arguments.json:
        print(json.dumps({"peer": "onnxruntime " + onnxruntime.__version__, "rows": rows}))


if __name__ == "__main__":
    main()
