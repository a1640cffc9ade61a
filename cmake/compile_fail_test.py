#!/usr/bin/env python3
"""Checks that wrong programs do not compile, and that the compiler says why in the wanted sentence.

A case file is C++ with several wrong lines. Each carries the sentence it must be refused with, and below it the corrected line:

    auto c = matmul(a, b);     //~ matmul: inner axes differ: [2, 3] x [4, 5]: 3 is not 4
    //= auto c = matmul(a, transposed_b);

A long sentence goes on in further `//~` lines, joined by one space; such lines may also stand alone below the wrong line.
Several `//=` lines replace the wrong line by several; an empty `//=` removes it.

The file is compiled once with -fsyntax-only. Wanted, or the test fails:
  - the set of (line, sentence) that the compiler reports is the set that the file asks for: none missing, none more;
  - an error that stands in a header counts on the first line of the case file in its chain of instantiations or calls;
  - the compiler's exit code is exactly 1, so that a crash is no refusal;
  - no error takes more than --max-lines lines of output;
  - the corrected twin, where every `//=` line replaces its wrong line, compiles without a warning.
With --each, every wrong line is also compiled alone, its neighbours corrected.
What all case files include can be compiled once: --precompile=first.hpp, then --precompiled=first.hpp for each of them.
Sentences are read from the messages of errors and of the notes under them, never from the compiler's echo of the source.
"""
import argparse
import os
import re
import subprocess
import sys
from dataclasses import dataclass, field

STRICT = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror",
          "-Wno-unused-variable", "-Wno-unused-but-set-variable"]


class NotationError(Exception):
    """A case file that does not say what it wants."""


# ---- what a case file asks for -----------------------------------------------------------------

@dataclass
class Case:
    line: int
    sentence: str
    corrected: list = field(default_factory=list)  # empty: no `//=` line


def read_cases(source_lines):
    cases, last_code = [], 0
    for number, text in enumerate(source_lines, 1):
        code, mark, comment = text.partition("//~")
        bare = text.strip()
        if mark and code.strip():
            cases.append(Case(number, comment.strip()))
        elif mark:
            if cases and cases[-1].line == last_code:
                cases[-1].sentence = f"{cases[-1].sentence} {comment.strip()}".strip()
            elif last_code:
                cases.append(Case(last_code, comment.strip()))
            else:
                raise NotationError(f"line {number}: no line of code above this `//~`")
        elif bare.startswith("//="):
            if not cases or cases[-1].line != last_code:
                raise NotationError(f"line {number}: `//=` does not stand below a wrong line")
            cases[-1].corrected.append(bare[3:].strip())
        if bare and not bare.startswith("//"):
            last_code = number
    for case in cases:
        if not case.sentence:
            raise NotationError(f"line {case.line}: `//~` without a sentence")
    if not cases:
        raise NotationError("it asks for no refusal: no line carries `//~`")
    return cases


def corrected_source(source_lines, cases):
    """The source with the wrong lines of `cases` replaced; every line keeps its number."""
    lines = list(source_lines)
    for case in cases:
        lines[case.line - 1] = " ".join(case.corrected)
    return "\n".join(lines) + "\n"


# ---- what the compiler says --------------------------------------------------------------------

@dataclass
class Error:
    line: int  # in the case file; 0: nowhere in it
    message: str
    notes: list = field(default_factory=list)
    lines_of_output: int = 0
    kind: str = "error"

    def sentence(self):
        """The library's sentence, or None."""
        for message in [self.message, *self.notes]:
            found = find_sentence(message)
            if found is not None:
                return found
        return None


# One piece of a sentence as a template argument: `tenon::text<29>{"axis: an extent is at least 1"}`
PIECE = r'(?:\w+::)*text<[^<>{}]*>\{"(?:[^"\\]|\\.)*"\}'
PIECES = rf"(?P<pieces>{PIECE}(?:, {PIECE})*)"
CARRIERS = [re.compile(rf"shape_error<{PIECES}>"),  # the incomplete result of a bad call
            re.compile(rf"deleted function .*?\b\w+ = {PIECES}"),  # the deleted constructor of a bad store, GCC
            re.compile(rf"\brefuse\w*<{PIECES}>"),  # a value that cannot be made, clang
            re.compile(rf"\brefuse\w*\(\) \[with .*?= \{{?{PIECES}")]  # the same, GCC
STATIC_ASSERTION = re.compile(r"static assertion failed(?: due to requirement '.*')?: (?P<sentence>.*)$")


def find_sentence(message):
    for carrier in CARRIERS:
        found = carrier.search(message)
        if found:
            pieces = re.findall(r'\{"((?:[^"\\]|\\.)*)"\}', found["pieces"])
            return " ".join(re.sub(r"\\(.)", r"\1", piece) for piece in pieces)
    found = STATIC_ASSERTION.search(message)
    return found["sentence"].strip('"') if found else None


LOCATED = re.compile(r"^(?P<file>[^\s:][^:]*):(?P<line>\d+):(?:\d+:)? "
                     r"(?P<kind>fatal error|error|warning|note|internal compiler error|sorry, unimplemented): (?P<message>.*)$")
UNLOCATED = re.compile(r"^[^\s:]+: (?P<kind>fatal error|error|internal compiler error): (?P<message>.*)$")
GCC_CHAIN = re.compile(r"^(?P<file>[^\s:][^:]*):(?P<line>\d+):(?:\d+:)?\s+"
                       r"(?:(?:recursively )?required (?:from|by)|in 'constexpr' expansion of)")
GCC_CONTEXT = re.compile(r"^(?:In file included from |\s+from \S+:\d+|\S+: (?:In|At) |\S+\s+\[ skipping \d+ )")
CLANG_CHAIN = re.compile(r"requested here|in call to|in evaluation of|in instantiation of|substituting|required from here")
CLANG_SUMMARY = re.compile(r"^\d+ (?:error|warning)s?(?: and \d+ errors?)? generated\.$")


def read_errors(output, source):
    """The errors (and warnings) of a compiler run in order, each with its line in `source`."""
    def in_source(match):
        return os.path.realpath(match["file"]) == os.path.realpath(source)

    errors = []
    before, chain_line = 0, 0  # of the context that GCC prints ahead of an error
    for text in output.splitlines():
        located = LOCATED.match(text)
        chain = None if located else GCC_CHAIN.match(text)
        if chain:
            chain_line = chain_line or (int(chain["line"]) if in_source(chain) else 0)
            before += 1
        elif GCC_CONTEXT.match(text):
            before += 1
        elif located and located["kind"] == "note":
            if errors:
                current = errors[-1]
                current.notes.append(located["message"])
                current.lines_of_output += before + 1
                if not current.line and in_source(located) and CLANG_CHAIN.search(located["message"]):
                    current.line = int(located["line"])
            before, chain_line = 0, 0
        elif located:
            line = int(located["line"]) if in_source(located) else chain_line
            errors.append(Error(line, located["message"], lines_of_output=before + 1, kind=located["kind"]))
            before, chain_line = 0, 0
        elif UNLOCATED.match(text):
            unlocated = UNLOCATED.match(text)
            errors.append(Error(0, unlocated["message"], lines_of_output=before + 1, kind=unlocated["kind"]))
            before, chain_line = 0, 0
        elif errors and not CLANG_SUMMARY.match(text):
            errors[-1].lines_of_output += 1
    return errors


class Compiler:
    def __init__(self, command, flags, precompiled=None):
        version = subprocess.run([command, "--version"], capture_output=True, text=True, check=False).stdout
        self.is_clang = "clang" in version
        self.name = os.path.basename(command)
        self.command = [command, *flags, "-fsyntax-only"]
        self.first = ["-include", precompiled] if precompiled else []
        self.limits = ["-ferror-limit=0"] if self.is_clang else ["-fmax-errors=0"]

    def compile_file(self, source):
        return self._run([*self.command, *self.first, *self.limits, source])

    def precompile(self, header):
        """Makes header.gch, which the compilers take for the header."""
        return self._run([*self.command[:-1], "-x", "c++-header", header, "-o", f"{header}.gch"])

    def compile_text(self, text, source, extra=()):
        """Compiles `text` as if it stood in the file `source`."""
        # GCC warns of more in what is precompiled: of parameters that hide a global variable of the file.
        first = self.first if self.is_clang or not extra else []
        command = [*self.command, *first, *self.limits, *extra, "-iquote", os.path.dirname(source) or ".", "-x", "c++", "-"]
        return self._run(command, input=f'#line 1 "{source}"\n{text}')

    @staticmethod
    def _run(command, **options):
        environment = {**os.environ, "LC_ALL": "C"}  # plain quotes, English
        return subprocess.run(command, capture_output=True, encoding="utf-8", errors="replace", env=environment,
                              check=False, **options)


# ---- the comparison ----------------------------------------------------------------------------

def differences(cases, run, source, max_lines):
    """What differs between the refusals that `cases` want and those that came; one text each."""
    where = os.path.basename(source)
    problems = []
    if run.returncode != 1:
        what = "it accepted the file" if run.returncode == 0 else "it crashed"
        problems.append(f"the compiler's exit code is {run.returncode}, wanted 1: {what}")
    came = read_errors(run.stdout + run.stderr, source)
    missing = list(cases)
    for error in came:
        sentence = error.sentence()
        match = next((case for case in missing if (case.line, case.sentence) == (error.line, sentence)), None)
        if match and error.kind == "error":
            missing.remove(match)
        else:
            place = f"{where}:{error.line}" if error.line else f"outside {where}"
            text = sentence if sentence is not None else f"({error.kind} without a sentence) {error.message}"
            problems.append(f"{place}: not asked for\n      came:   {text}")
        if error.lines_of_output > max_lines:
            problems.append(f"{where}:{error.line}: {error.lines_of_output} lines of output, at most {max_lines} wanted")
    problems += [f"{where}:{case.line}: this sentence did not come\n      wanted: {case.sentence}" for case in missing]
    return problems, max((error.lines_of_output for error in came), default=0)


def check(source, compiler, max_lines, each, twin_needed):
    """Checks one case file with one compiler; prints the verdict; true when all is as wanted."""
    name = f"{os.path.basename(source)} ({compiler.name})"
    with open(source, encoding="utf-8") as file:
        lines = file.read().splitlines()
    try:
        cases = read_cases(lines)
    except NotationError as error:
        print(f"FAIL  {name}\n  {error}")
        return False

    run = compiler.compile_file(source)
    output = run.stdout + run.stderr
    problems, longest = differences(cases, run, source, max_lines)

    without_twin = [case for case in cases if not case.corrected]
    if without_twin and twin_needed:
        problems += [f"{os.path.basename(source)}:{case.line}: no corrected line `//=` below" for case in without_twin]
    elif not without_twin:
        twin = compiler.compile_text(corrected_source(lines, cases), source, STRICT)
        if twin.returncode or twin.stdout or twin.stderr:
            problems.append(f"the corrected twin does not compile clean:\n{indented(twin.stdout + twin.stderr, 15)}")
        if each:
            for case in cases:
                others = [other for other in cases if other is not case]
                alone = compiler.compile_text(corrected_source(lines, others), source)
                more, lines_alone = differences([case], alone, source, max_lines)
                problems += [f"alone, {problem}" for problem in more]
                longest = max(longest, lines_alone)

    if problems:
        print(f"FAIL  {name}")
        for problem in problems:
            print(f"  {problem}")
        print(f"  the compiler's output:\n{indented(output, 80)}")
        return False
    print(f"PASS  {name}: {len(cases)} refusals, at most {longest} lines each")
    return True


def indented(text, at_most):
    lines = text.splitlines()
    more = [f"... {len(lines) - at_most} more lines"] if len(lines) > at_most else []
    return "\n".join(f"    | {line}" for line in lines[:at_most] + more)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sources", nargs="*", metavar="FILE", help="case files")
    parser.add_argument("--compiler", required=True, help="a GCC or clang")
    parser.add_argument("--flag", action="append", default=[], help="passed to the compiler, as --flag=-Iinclude; repeatable")
    parser.add_argument("--max-lines", type=int, default=12, help="lines of output an error may take (default: 12)")
    parser.add_argument("--each", action="store_true", help="compile each wrong line alone as well")
    parser.add_argument("--twin", choices=["needed", "optional"], default="needed",
                        help="whether every wrong line must have its corrected line (default: needed)")
    parser.add_argument("--precompile", metavar="HEADER", help="make HEADER.gch of HEADER")
    parser.add_argument("--precompiled", metavar="HEADER", help="every case file begins with HEADER, or with its HEADER.gch")
    arguments = parser.parse_args()
    if not arguments.sources and not arguments.precompile:
        parser.error("neither case files nor a header to precompile")
    flags = arguments.flag
    if not any(flag.startswith("-std=") for flag in flags):
        flags = ["-std=c++20", *flags]
    compiler = Compiler(arguments.compiler, flags, arguments.precompiled)
    if arguments.precompile:
        run = compiler.precompile(arguments.precompile)
        if run.returncode:
            sys.exit(run.stdout + run.stderr)
    verdicts = [check(source, compiler, arguments.max_lines, arguments.each, arguments.twin == "needed")
                for source in arguments.sources]
    return 0 if all(verdicts) else 1


if __name__ == "__main__":
    sys.exit(main())
