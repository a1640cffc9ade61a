#!/usr/bin/env python3
"""Measures what attention shapes cost: the time to compile a program with 0, 1, 2, ... of them, and its size.

usage: shape_costs.py [options]                      `./dev bench --costs [options]` is the same
  --output DIR         where shape_costs.md and shape_costs.json go (build/bench)
  --compiler COMMAND   may be repeated (g++, and the newest clang there is)
  --count N            how many shapes, may be repeated (0, 1, 2, 4, 8)
  --repetitions N      compiles of each program, of which the fastest counts (3)
  --call               attention(x) instead of attention.forward(x, out, workspace)
  --include DIR        Tenon's headers (include/)
  --prototype DIR      also measures kernels to compare with: an mha.hpp with pk::mha<d_model, heads>::forward; the
                       environment variable TENON_PROTOTYPE says the same. Without one there is no such row.
  --document FILE      also puts the table into FILE, between <!-- shape costs --> and <!-- end of shape costs -->
  --read FILE          measures nothing: takes what shape_costs.json holds

Time is that of the processor, so that other programs disturb little. Code is what `size` calls text, constants
included.
"""
import argparse
import os
import resource
import subprocess
import tempfile

from measured import (FLAGS, ROOT, compiler_title, default_compilers, describe_machine, machine_line,
                      measured_or_read, output_of, show, table)

# (tokens, d_model, heads)
SHAPES = [(16, 64, 4), (64, 128, 8), (128, 384, 12), (32, 256, 8), (128, 768, 12), (24, 192, 6), (512, 512, 8),
          (50, 96, 3), (100, 640, 10), (17, 80, 5), (256, 1024, 16), (12, 48, 3)]

TENON = """
constexpr axis seq_{i}{{"seq", {tokens}}}, d_model_{i}{{"d_model", {d_model}}}, heads_{i}{{"heads", {heads}}};
using attention_{i} = nn::multi_head_attention<float, d_model_{i}, heads_{i}>;
using tokens_{i} = tensor<float, seq_{i}, d_model_{i}>;
"""
FORWARD = """void attend(const attention_{i}& attention, const tokens_{i}& x, tokens_{i}& out,
            nn::workspace<attention_{i}, tokens_{i}>& memory) {{
  attention.forward(x, out, memory);
}}
"""
CALL = """tokens_{i} attend(const attention_{i}& attention, const tokens_{i}& x) {{ return attention(x); }}
"""
PROTOTYPE = """
void attend_{i}(const float* x, const pk::mha_params<{d_model}>& weights, float* out, float* memory) {{
  pk::mha<{d_model}, {heads}>::forward(pk::fixed<{tokens}>{{}}, x, weights, out, memory);
}}
"""


# What is measured, and the flags of its own.
ELSEWHERE = "tenon, kernels elsewhere"
OWN_FLAGS = {ELSEWHERE: ["-DTENON_KERNELS_ELSEWHERE"]}


def program(kind, count, call):
    head, each = {"tenon": ("#include <tenon/nn/multi_head_attention.hpp>\nusing namespace tenon;\n",
                            TENON + (CALL if call else FORWARD)),
                  "prototype": ("#include <mha.hpp>\n", PROTOTYPE)}[kind.partition(",")[0]]
    return head + "".join(each.format(i=i, tokens=tokens, d_model=d_model, heads=heads)
                          for i, (tokens, d_model, heads) in enumerate(SHAPES[:count]))


def compile_once(command, source, target):
    """Seconds of the processor, and bytes of code."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run = subprocess.run([*command, "-x", "c++", "-c", "-", "-o", target], input=source, capture_output=True, text=True,
                         check=False)
    if run.returncode:
        raise SystemExit(f"{' '.join(command)}\n{run.stderr[:4000]}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    code = int(output_of(["size", target]).splitlines()[1].split()[0])
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, code


def measure(arguments):
    kinds = {"tenon": arguments.include, ELSEWHERE: arguments.include,
             **({"prototype": arguments.prototype} if arguments.prototype else {})}
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        target = os.path.join(folder, "shapes.o")
        for compiler in arguments.compiler:
            best = {}
            for repetition in range(arguments.repetitions):
                for count in arguments.count:
                    for kind, include in kinds.items():
                        print(f"{compiler}, {count} shapes, {kind}, {repetition + 1} of {arguments.repetitions}",
                              flush=True)
                        seconds, code = compile_once([compiler, *FLAGS, *OWN_FLAGS.get(kind, []), f"-I{include}"],
                                                     program(kind, count, arguments.call), target)
                        best[count, kind] = (min(seconds, best.get((count, kind), (seconds,))[0]), code)
            for (count, kind), (seconds, code) in best.items():
                rows.append({"compiler": compiler_title(compiler), "kernels": kind, "shapes": count,
                             "seconds": seconds, "code": code})
    return {"machine": describe_machine(),
            "form": "attention(x)" if arguments.call else "attention.forward(x, out, workspace)",
            "flags": FLAGS, "shapes": SHAPES[:max(arguments.count)], "rows": rows, "further": further_shapes(rows)}


def further_shapes(rows):
    """What one more shape costs: from the program with the fewest to that with the most, 0 apart."""
    found = []
    for compiler in dict.fromkeys(row["compiler"] for row in rows):
        costs = {"compiler": compiler}
        for kind in dict.fromkeys(row["kernels"] for row in rows):
            own = [row for row in rows if row["compiler"] == compiler and row["kernels"] == kind and row["shapes"]]
            own.sort(key=lambda row: row["shapes"])
            more = own[-1]["shapes"] - own[0]["shapes"]
            if more:
                costs[kind] = {"seconds": (own[-1]["seconds"] - own[0]["seconds"]) / more,
                               "code": (own[-1]["code"] - own[0]["code"]) / more}
        if "prototype" in costs:
            costs["ratio"] = {what: costs["prototype"][what] / costs["tenon"][what] for what in ("seconds", "code")}
        found.append(costs)
    return found


def render(measured):
    rows = {(row["compiler"], row["kernels"], row["shapes"]): row for row in measured["rows"]}
    counts = sorted({shapes for _, _, shapes in rows})
    cells = []
    for compiler, kind in dict.fromkeys(key[:2] for key in rows):
        own = [rows[compiler, kind, count] for count in counts]
        more = next(costs for costs in measured["further"] if costs["compiler"] == compiler)[kind]
        cells.append([compiler + kind.removeprefix("tenon").replace("prototype", ", prototype"),
                      *(f"{row['seconds']:.2f} s, {row['code'] / 1000:.1f} kB" for row in own),
                      f"{more['seconds']:.2f} s, {more['code'] / 1000:.1f} kB"])
    names = {0: "the header alone", 1: "1 shape"}
    lines = [machine_line(measured["machine"]), f"`{measured['form']}`, `{' '.join(measured['flags'])}`, "
             f"shapes {', '.join(str(tuple(shape)) for shape in measured['shapes'])}.", "",
             *table(["compiler", *(names.get(count, f"{count} shapes") for count in counts), "each further shape"],
                    cells)]
    for costs in measured["further"]:
        if "ratio" in costs:
            lines += ["", f"{costs['compiler']}: prototype / Tenon for one more shape: {costs['ratio']['seconds']:.2f} "
                          f"of compile time, {costs['ratio']['code']:.2f} of code; above 1 Tenon costs less."]
    return "\n".join(lines) + "\n"


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
                                     usage=argparse.SUPPRESS)
    parser.add_argument("--output", default=os.path.join(ROOT, "build", "bench"))
    parser.add_argument("--compiler", action="append")
    parser.add_argument("--count", action="append", type=int)
    parser.add_argument("--repetitions", type=int, default=3)
    parser.add_argument("--call", action="store_true")
    parser.add_argument("--include", default=os.path.join(ROOT, "include"))
    parser.add_argument("--prototype", default=os.environ.get("TENON_PROTOTYPE"))
    parser.add_argument("--document")
    parser.add_argument("--read")
    arguments = parser.parse_args()
    arguments.compiler = arguments.compiler or default_compilers()
    arguments.count = sorted(set(arguments.count or (0, 1, 2, 4, 8)))
    if arguments.count[-1] > len(SHAPES):
        parser.error(f"there are {len(SHAPES)} shapes")
    if arguments.prototype and not os.path.exists(os.path.join(arguments.prototype, "mha.hpp")):
        parser.error(f"{arguments.prototype} holds no mha.hpp")
    return arguments


def main():
    arguments = parse_arguments()
    if not arguments.read and not arguments.prototype:
        print("no --prototype and no TENON_PROTOTYPE: Tenon is measured alone")
    text = render(measured_or_read(arguments, "shape_costs", measure))
    show(arguments, "shape_costs", "What attention shapes cost", "shape costs", text)


if __name__ == "__main__":
    main()
