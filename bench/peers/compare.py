#!/usr/bin/env python3
"""Measures Tenon and its peers in turn, in the same minutes, and writes one table of times, shares of peak and ratios.

usage: compare.py [options]                          `./dev bench --peers [options]` sets up ONNX Runtime and calls it
  --output DIR             where peers.md and peers.json go, and what is built (build/bench)
  --compiler COMMAND       a compiler of Tenon, may be repeated (g++, and the newest clang there is)
  --onnxruntime PYTHON     a Python that can import onnxruntime, onnx and numpy; ./dev gives it
  --without-onnxruntime    leaves ONNX Runtime out
  --attention SIZE         tokens,d_model,heads or batch,tokens,d_model,heads, may be repeated
  --product SIZE           rows,depth,columns, may be repeated
  --only                   only the sizes given, not the usual ones as well
  --threads N              may be repeated (1, and 2 where there are two cores)
  --passes N, --rounds N, --seconds S     see below (3, 3, 0.12)
  --include DIR            Tenon's headers (include/ beside bench/)
  --document FILE          also puts the table into FILE, between <!-- peers --> and <!-- end of peers -->
  --read FILE              measures nothing: takes what peers.json holds

How: every contestant is a process that waits until it is asked, so that one runs at a time. A pass goes through all
works; for each work and number of threads a round asks every contestant once, one after the other, for S seconds each.
Kept is the least time of all rounds and passes, for every side alike. All sides' outputs are compared beforehand.
"""
import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from measured import (FLAGS, ROOT, caches, cores, default_compilers, describe_machine, machine_line,  # noqa: E402
                      measured_or_read, show, table)

ATTENTION = [(1, 3, 8, 2), (1, 16, 32, 4), (1, 16, 64, 4), (1, 64, 128, 8), (1, 128, 384, 12), (1, 128, 768, 12),
             (1, 512, 768, 12)]
PRODUCTS = [(128, 768, 768), (16, 768, 768), (4, 768, 768), (1, 768, 768)]
FEW_ROWS = [(rows, 768, 3072) for rows in (1, 2, 3, 4)]  # with weights from memory
WEIGHTS = {"float32": 4, "bfloat16": 2}  # bytes
AGREEMENT = 1e-3  # of outputs of size 1 to 100, computed in another order of additions
TENON = ("attention", "product", "core", *WEIGHTS)  # what its programs know
PAUSES = (0.02, 0.08)  # seconds behind a turn on one thread, and on more: threads of ONNX Runtime spin for so long


# ---- what is measured ---------------------------------------------------------------------------

class Work:
    """A name that contestants know, and how many operations it is. Parts explain a work, and are Tenon's own."""

    def __init__(self, kind, extents, part=False):
        self.kind, self.extents, self.part = kind, tuple(extents), part
        self.name = " ".join([kind, *map(str, extents)])
        if kind in ("product", *WEIGHTS):
            rows, depth, columns = extents[:3]
            self.operations = 2 * rows * depth * columns
            self.title = f"product {rows} x {depth} x {columns}"
        else:
            batch, tokens, d_model, _ = extents
            self.operations = 4 * batch * tokens**2 * d_model + (kind == "attention") * 8 * batch * tokens * d_model**2
            self.title = f"{kind} ({', '.join(map(str, extents if batch > 1 else extents[1:]))})"

    def parts(self):
        """One of the four projections, and the middle of all heads; not for what is too small to be made of parts."""
        if self.kind != "attention" or self.extents[1] * self.extents[2] < 1024:
            return []
        batch, tokens, d_model, _ = self.extents
        return [Work("product", (batch * tokens, d_model, d_model), True), Work("core", self.extents, True)]


class Contestant:
    """A process of one side; see contestant.hpp for what it is asked."""

    def __init__(self, title, command, kinds, prefix="", most_threads=1000):
        self.title, self.kinds, self.prefix, self.most_threads = title, kinds, prefix, most_threads
        environment = {name: value for name, value in os.environ.items() if not name.startswith("OPENBLAS_")}
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        env=environment)
        self.about = self.ask("describe")

    def ask(self, request):
        self.process.stdin.write(request + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(f"{self.title} gave no answer to: {request}")
        return json.loads(line)

    def takes(self, work, threads):
        if work.kind not in self.kinds or work.part and not self.is_tenon():
            return False
        return threads == 1 or work.kind == "attention" and threads <= self.most_threads

    def is_tenon(self):
        return TENON is self.kinds

    def measure(self, work, threads, seconds):
        return self.ask(f"measure {threads} {seconds} {self.prefix}{work.name}")

    def outputs(self, work, threads):
        return self.ask(f"outputs {threads} {self.prefix}{work.name}")

    def close(self):
        self.process.stdin.close()
        self.process.wait()


class Result:
    """The least times of one contestant at one work."""

    def __init__(self):
        self.us, self.medians, self.peaks = float("inf"), [], []

    def add(self, answer):
        self.us = min(self.us, answer["us"])
        self.medians.append(answer["median_us"])
        if "peak" in answer:
            self.peaks.append(answer["peak"])


# ---- building -----------------------------------------------------------------------------------

def eigen_include():
    for folder in ("/usr/include/eigen3", "/usr/local/include/eigen3", "/opt/homebrew/include/eigen3"):
        if os.path.exists(os.path.join(folder, "Eigen", "Core")):
            return [f"-isystem{folder}"]
    return []


def eigen_version():
    for folder in (flag.removeprefix("-isystem") for flag in eigen_include()):
        macros = os.path.join(folder, "Eigen", "src", "Core", "util", "Macros.h")
        with open(macros, encoding="utf-8") as file:
            numbers = dict(re.findall(r"#define EIGEN_(WORLD|MAJOR|MINOR)_VERSION (\d+)", file.read()))
        return ".".join(numbers[part] for part in ("WORLD", "MAJOR", "MINOR"))
    return ""


def build(arguments, works, folder):
    """The programs of tenon.cpp, one for each compiler, and that of eigen.cpp; compiled side by side."""
    sizes = [work.extents for work in works if work.kind == "attention"] or ATTENTION[:1]
    sizes = ", ".join(f"size<{', '.join(map(str, extents))}>{{}}" for extents in sizes)
    common = [*FLAGS, *eigen_include(), f"-I{arguments.include}", "-pthread"]
    jobs = []
    for compiler in arguments.compiler:
        target = os.path.join(folder, "tenon_" + re.sub(r"\W", "_", os.path.basename(compiler)))
        jobs.append((target, [compiler, *common, f"-DATTENTION_SIZES={sizes}", os.path.join(HERE, "tenon.cpp")]))
    native = os.path.join(folder, "eigen_native")
    jobs.append((native, [arguments.compiler[0], *common, "-march=native", os.path.join(HERE, "eigen.cpp")]))
    running = []
    for target, command in jobs:
        print("compiling", " ".join([*command, "-o", target]), flush=True)
        running.append((target, subprocess.Popen([*command, "-o", target])))
    failed = [target for target, process in running if process.wait() != 0]
    if failed:
        raise SystemExit(f"{', '.join(failed)} did not compile")
    return [target for target, _ in jobs[:-1]], native


# ---- measuring ----------------------------------------------------------------------------------

def differing(reference, other):
    return max(abs(a - b) for a, b in zip(reference, other))


def check_agreement(contestants, works):
    """Everyone computes the same: outputs of the first contestant against those of each other."""
    for work in works:
        reference = contestants[0].outputs(work, 1)
        size = max(1, *map(abs, reference))
        for contestant in contestants[1:]:
            if contestant.takes(work, 1):
                apart = differing(reference, contestant.outputs(work, 1))
                if not apart <= AGREEMENT * size:
                    raise SystemExit(f"{work.title}: {contestants[0].title} and {contestant.title} differ by {apart}")
    for contestant in contestants:
        contestant.ask("forget")


def measure(arguments, contestants, groups):
    """The results of all works; those of a group are measured in turn."""
    results = {}
    for number in range(arguments.passes):
        for works in groups:
            for threads in arguments.threads:
                turns = [(contestant, work) for contestant in contestants for work in works
                         if contestant.takes(work, threads)]
                if turns:
                    print(f"pass {number + 1} of {arguments.passes}: {works[0].title}, "
                          f"{threads} thread{'s'[:threads > 1]}", flush=True)
                for _ in range(arguments.rounds):
                    for contestant, work in turns:
                        answer = contestant.measure(work, threads, arguments.seconds)
                        results.setdefault((work.name, threads, contestant.title), Result()).add(answer)
                        time.sleep(PAUSES[threads > 1])
        for contestant in contestants:
            contestant.ask("forget")
    return results


def few_rows():
    """Products with weights of each kind, in as many copies as no cache holds."""
    largest = max([size for _, size in caches()] or [0])
    groups = []
    for rows, depth, columns in FEW_ROWS:
        copies = min(max(largest * 5 // 4, 64 << 20), 640 << 20) // (WEIGHTS["bfloat16"] * depth * columns) + 1
        groups.append([Work(kind, (rows, depth, columns, copies)) for kind in WEIGHTS])
    return groups


def few_rows_of(results, groups, own):
    """Rows as those of rows_of(), whose peer is Tenon itself with float32 weights."""
    rows = []
    for works in groups:
        for title in own:
            found = [results.get((work.name, 1, title)) for work in works]
            if all(found):
                wide, narrow = found
                extents = works[0].extents
                rows.append({"work": works[0].title + " from memory", "kind": "bfloat16", "extents": list(extents),
                             "threads": 1, "compiler": title, "tenon_us": narrow.us,
                             "tenon_median_us": statistics.median(narrow.medians),
                             "gflops": works[0].operations / narrow.us / 1e3,
                             "gb_per_s": WEIGHTS["bfloat16"] * extents[1] * extents[2] / narrow.us / 1e3,
                             "peer": "Tenon, float32 weights", "peer_us": wide.us,
                             "peer_median_us": statistics.median(wide.medians),
                             "peer_gb_per_s": WEIGHTS["float32"] * extents[1] * extents[2] / wide.us / 1e3,
                             "ratio": wide.us / narrow.us})
    return rows


def rows_of(results, works, threads_list, own, peers, peak):
    """One row for each work, number of threads, compiler and peer."""
    rows = []
    for work in works:
        rate = work.operations / 1e3  # over microseconds: 10^9 operations a second
        for threads in threads_list:
            for title in own:
                mine = results.get((work.name, threads, title))
                if not mine:
                    continue
                alone = results.get((work.name, 1, title))
                row = {"work": work.title, "kind": work.kind, "extents": list(work.extents), "threads": threads,
                       "compiler": title, "tenon_us": mine.us, "tenon_median_us": statistics.median(mine.medians),
                       "gflops": rate / mine.us, "share_of_peak": rate / mine.us / (threads * peak),
                       "share_of_peak_beside": rate / mine.us / (threads * max(mine.peaks)),
                       "times_one_thread": alone.us / mine.us if alone else None}
                others = {peer: results.get((work.name, threads, peer)) for peer in peers}
                found = {peer: theirs for peer, theirs in others.items() if theirs}
                rows += [{**row, "peer": peer, "peer_us": theirs.us,
                          "peer_median_us": statistics.median(theirs.medians),
                          "peer_share_of_peak": rate / theirs.us / (threads * peak), "ratio": theirs.us / mine.us}
                         for peer, theirs in found.items()]
                if not found:
                    rows.append({**row, "peer": None, "peer_us": None, "peer_median_us": None,
                                 "peer_share_of_peak": None, "ratio": None})
    return rows


def parts_of(results, works, own):
    """Where the time of one thread goes."""
    found = []
    for work in works:
        parts = work.parts()
        for title in own if parts and (parts[0].name, 1, own[0]) in results else []:
            product, core = (results[part.name, 1, title].us for part in parts)
            found.append({"work": work.title, "compiler": title, "tenon_us": results[work.name, 1, title].us,
                          "projections_us": 4 * product, "core_us": core})
    return found


# ---- the table ----------------------------------------------------------------------------------

def microseconds(us):
    if us is None:
        return ""
    return f"{us:.3f}" if us < 1 else f"{us:.2f}" if us < 10 else f"{us:.1f}" if us < 1000 else f"{us:.0f}"


def render(measured):
    machine, rows = measured["machine"], measured["rows"]
    peers = measured["peers"]
    groups = {}
    for row in rows:
        if row["kind"] == "bfloat16":
            continue
        groups.setdefault((row["work"], row["threads"], row["compiler"]), []).append(row)
    body = []
    for (work, threads, compiler), group in groups.items():
        by_peer = {row["peer"]: row for row in group}
        row = group[0]
        cells = [work, f"{threads}, {compiler}", microseconds(row["tenon_us"]), f"{row['share_of_peak']:.0%}",
                 f"{row['times_one_thread']:.2f}" if threads > 1 and row["times_one_thread"] else ""]
        for peer in peers:
            found = by_peer.get(peer)
            cells += [microseconds(found["peer_us"]), f"**{found['ratio']:.2f}**"] if found else ["", ""]
        body.append(cells)
    header = ["work", "threads, compiler", "Tenon, us", "of peak", "x 1 thread"]
    for peer in peers:
        header += [f"{peer}, us", "ratio"]
    peak = machine["peak"]
    lines = [
        machine_line(machine),
        f"Tenon{' ' + machine['commit'] if machine['commit'] else ''} with {machine['instruction_set']}, "
        f"compiled by {' and '.join(machine['compilers'])} with `{' '.join(FLAGS)}`."
        + ("".join(f" {name} {version}." for name, version in machine["versions"].items())),
        f"Peak of multiply-adds of one core: {peak['most']:.1f} GF/s (measured {peak['count']} times between the "
        f"works: median {peak['median']:.1f}, least {peak['least']:.1f}; the further apart, the less quiet it was).",
        "",
        *table(header, body, words=2),
    ]
    few = [row for row in rows if row["kind"] == "bfloat16"]
    if few:
        lines += ["", "Weights of bfloat16 against float32, both in more copies than the caches hold:", ""]
        cells = [[row["work"], row["compiler"],
                  *(f"{microseconds(row[side + 'us'])} ({row[rate]:.1f} GB/s)"
                    for side, rate in (("peer_", "peer_gb_per_s"), ("tenon_", "gb_per_s"))), f"**{row['ratio']:.2f}**"]
                 for row in few]
        lines += table(["work", "compiler", "float32, us", "bfloat16, us", "ratio"], cells, words=2)
    if measured["parts"]:
        lines += ["", "Where the time of one thread goes, each part measured on its own:", ""]
        cells = [[part["work"], part["compiler"], *(microseconds(part[name]) for name in ("projections_us", "core_us")),
                  microseconds(part["projections_us"] + part["core_us"]), microseconds(part["tenon_us"])]
                 for part in measured["parts"]]
        lines += table(["work", "compiler", "4 projections, us", "scores, softmax, context, us", "both, us",
                        "Tenon, us"], cells, words=2)
    if "nothing_us" in measured:
        lines += ["", f"Of each time of ONNX Runtime, {microseconds(measured['nothing_us'])} us are what calling a "
                      "graph that does nothing takes, from Python with bound input and output."]
    return "\n".join(lines) + "\n"


LEGEND = """
- attention (tokens, d_model, heads), with batch before tokens where it is not 1: multi-head self-attention with biases,
  float32, `attention.forward(x, out, workspace)`, on `nn::on(pool)` with 2 threads. product: `kernels::packed_product`,
  x W + bias with packed weights, which `nn::linear` runs on.
- us: microseconds a call, the least over all rounds, for every side alike. All contestants ran in turn, one at a time,
  in the same minutes, with the same weights and inputs, input and output allocated beforehand; their outputs were
  compared first.
- of peak: operations / time / (threads x peak), the peak being the most that one core reached in registers alone with
  the instruction set that Tenon uses. Attention counts 8 tokens d_model^2 + 4 tokens^2 d_model operations, softmax
  none.
- x 1 thread: the time on one thread divided by this one.
- ratio: the peer's time divided by Tenon's; above 1 Tenon is faster.
- Eigen is one thread and the textbook form. Its instruction set is that of the compiler's flags, so it is shown with
  Tenon's own flags and with -march=native.
"""


# ---- all of it ----------------------------------------------------------------------------------

def numbers(count):
    def parse(text):
        extents = tuple(map(int, text.split(",")))
        if len(extents) not in count or min(extents) < 1:
            raise argparse.ArgumentTypeError(f"{text} is not {' or '.join(map(str, count))} numbers of at least 1")
        return extents
    return parse


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
                                     usage=argparse.SUPPRESS)
    parser.add_argument("--output", default=os.path.join(ROOT, "build", "bench"))
    parser.add_argument("--compiler", action="append")
    parser.add_argument("--onnxruntime")
    parser.add_argument("--without-onnxruntime", action="store_true")
    parser.add_argument("--attention", action="append", type=numbers((3, 4)), default=[])
    parser.add_argument("--product", action="append", type=numbers((3,)), default=[])
    parser.add_argument("--only", action="store_true")
    parser.add_argument("--threads", action="append", type=int)
    parser.add_argument("--passes", type=int, default=3)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=0.12)
    parser.add_argument("--include", default=os.path.join(ROOT, "include"))
    parser.add_argument("--document")
    parser.add_argument("--read")
    arguments = parser.parse_args()
    arguments.compiler = arguments.compiler or default_compilers()
    if not arguments.compiler:
        parser.error("no GCC 12 or clang 16, or newer, was found; --compiler names one")
    arguments.threads = arguments.threads or [1, 2][:cores()]
    return arguments


def chosen_works(arguments):
    own_sizes = [extents if len(extents) == 4 else (1, *extents) for extents in arguments.attention]
    usual = ([], []) if arguments.only else (ATTENTION, PRODUCTS)
    return [*(Work("attention", extents) for extents in dict.fromkeys([*usual[0], *own_sizes])),
            *(Work("product", extents) for extents in dict.fromkeys([*usual[1], *arguments.product]))]


def start_contestants(arguments, programs, native):
    """Those of Tenon, and its peers."""
    own = [Contestant(program, [program], TENON) for program in programs]
    for contestant in own:
        contestant.title = " ".join(contestant.about["compiler"].split()[:2])
    peers = []
    if arguments.onnxruntime:
        script = os.path.join(HERE, "mha_onnxruntime.py")
        peers.append(Contestant("ONNX Runtime", [arguments.onnxruntime, script, "--answer"], ("attention", "product")))
    peers.append(Contestant("Eigen", [programs[0]], ("attention",), "eigen ", most_threads=1))
    peers.append(Contestant("Eigen -march=native", [native], ("attention",), "eigen ", most_threads=1))
    return own, peers


def compare(arguments):
    works = chosen_works(arguments)
    machine = describe_machine()
    if os.path.realpath(arguments.include) != os.path.realpath(os.path.join(ROOT, "include")):
        machine["commit"] = None
    folder = os.path.join(arguments.output, "peers")
    os.makedirs(folder, exist_ok=True)
    own, peers = start_contestants(arguments, *build(arguments, works, folder))
    titles, peer_titles = ([contestant.title for contestant in side] for side in (own, peers))
    machine["compilers"], machine["instruction_set"] = titles, own[0].about["instruction_set"]
    machine["versions"] = {"Eigen": eigen_version()}
    if arguments.onnxruntime:
        machine["versions"].update(peers[0].about)

    check_agreement(own + peers, works)
    parts = {part.name: part for work in works for part in work.parts() if 1 in arguments.threads}
    parts = [part for name, part in parts.items() if name not in {work.name for work in works}]
    memory = [] if arguments.only else few_rows()
    results = measure(arguments, own + peers, [*([work] for work in works + parts), *memory])
    peaks = [peak for (_, _, title), result in results.items() if title in titles for peak in result.peaks]
    most = max(peaks)
    machine["peak"] = {"most": most, "median": statistics.median(peaks), "least": min(peaks), "count": len(peaks)}
    measured = {"machine": machine, "peers": peer_titles,
                "meaning": {"tenon_us, peer_us": "least microseconds a call", "ratio": "peer_us / tenon_us",
                            "share_of_peak": "operations / time / (threads * peak of one core, the most of this run)",
                            "share_of_peak_beside": "the same with the most that was measured beside this work",
                            "times_one_thread": "time on one thread / this time"},
                "settings": {"passes": arguments.passes, "rounds": arguments.rounds, "seconds": arguments.seconds},
                "rows": [*rows_of(results, works, arguments.threads, titles, peer_titles, most),
                         *few_rows_of(results, memory, titles)],
                "parts": parts_of(results, works, titles)}
    if arguments.onnxruntime:
        measured["nothing_us"] = min(peers[0].ask("measure 1 0.2 nothing")["us"] for _ in range(3))
    for contestant in own + peers:
        contestant.close()
    return measured


def main():
    arguments = parse_arguments()
    text = render(measured_or_read(arguments, "peers", compare))
    show(arguments, "peers", "Tenon beside its peers", "peers", text, LEGEND)
    print(f"written to {os.path.relpath(arguments.output)}/peers.md and peers.json")


if __name__ == "__main__":
    main()
