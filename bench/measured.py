"""What the scripts that measure share: compilers, the machine, tables, and a table's place in a document."""
import datetime
import json
import os
import platform
import shutil
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FLAGS = ["-O2", "-std=c++20"]
GCC = ["g++", "g++-12", "g++-13", "g++-14", "g++-15"]
CLANG = ["clang++-21", "clang++-20", "clang++-19", "clang++-18", "clang++-17", "clang++-16", "clang++"]


# ---- compilers ----------------------------------------------------------------------------------

def first_compiler(candidates, oldest):
    for candidate in candidates:
        if shutil.which(candidate):
            version = output_of([candidate, "-dumpversion"])
            if version and int(version.split(".")[0]) >= oldest:
                return candidate
    return None


def default_compilers():
    """A GCC and the newest clang, as far as they exist."""
    return [found for found in (first_compiler(GCC, 12), first_compiler(CLANG, 16)) if found]


def compiler_title(compiler):
    kind = "clang++" if "clang" in output_of([compiler, "--version"]) else "g++"
    return f"{kind} {output_of([compiler, '-dumpfullversion']) or output_of([compiler, '-dumpversion'])}"


def output_of(command):
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()


# ---- the machine --------------------------------------------------------------------------------

def first_line(path, default=""):
    try:
        with open(path, encoding="utf-8") as file:
            return file.readline().strip()
    except OSError:
        return default


def processor():
    """Its name, and whether it is one of a virtual machine."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            text = file.read()
    except OSError:
        return platform.processor() or platform.machine(), False
    fields = {name.strip(): value.strip() for name, _, value in (line.partition(":") for line in text.splitlines())}
    name = fields.get("model name") or platform.machine()
    if "cpu family" in fields:
        name += f" (family {fields['cpu family']}, model {fields['model']})"
    return name, "hypervisor" in fields.get("flags", "").split()


def caches():
    """[("L1", 32768), ...] of data."""
    found = []
    for index in range(8):
        base = f"/sys/devices/system/cpu/cpu0/cache/index{index}/"
        size = first_line(base + "size")
        if size and first_line(base + "type") != "Instruction":
            found.append(("L" + first_line(base + "level"), int(size.rstrip("K")) * 1024))
    return found


def cores():
    """Those that this program may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()


def describe_machine():
    name, virtual = processor()
    now = datetime.datetime.now(datetime.timezone.utc)
    return {"processor": name, "virtual": virtual, "cores": cores(),
            "caches": [f"{level} {size // 1024} KiB" for level, size in caches()],
            "memory_gb": round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30),
            "load": round(os.getloadavg()[0], 1), "system": platform.platform(),
            "date": now.strftime("%Y-%m-%d %H:%M UTC"),
            "commit": output_of(["git", "-C", ROOT, "describe", "--always", "--dirty"]) or None}


def machine_line(machine):
    kind = ", a virtual machine" if machine["virtual"] else ""
    return (f"{machine['date']}. {machine['processor']}{kind}, {machine['cores']} cores, "
            f"{', '.join(machine['caches'])}, {machine['memory_gb']} GB. {machine['system']}. Load before the run: "
            f"{machine['load']} programs.")


# ---- results ------------------------------------------------------------------------------------

def measured_or_read(arguments, name, measure):
    """What `measure(arguments)` finds, which OUTPUT/NAME.json then holds, or with --read what a file holds already."""
    os.makedirs(arguments.output, exist_ok=True)
    if arguments.read:
        with open(arguments.read, encoding="utf-8") as file:
            return json.load(file)
    measured = measure(arguments)
    with open(os.path.join(arguments.output, name + ".json"), "w", encoding="utf-8") as file:
        json.dump(measured, file, indent=1)
        file.write("\n")
    return measured


def show(arguments, name, title, mark, text, legend=""):
    """Writes the text to OUTPUT/NAME.md, into the document if there is one, and to the terminal."""
    with open(os.path.join(arguments.output, name + ".md"), "w", encoding="utf-8") as file:
        file.write(f"# {title}\n\n{text}{legend}")
    if arguments.document:
        put_into(arguments.document, mark, text)
    print("\n" + text)


# ---- tables -------------------------------------------------------------------------------------

def table(header, rows, words=1):
    """Lines of a Markdown table; the columns behind the first `words` hold numbers."""
    return ["| " + " | ".join(header) + " |", "|" + "---|" * words + "---:|" * (len(header) - words),
            *("| " + " | ".join(row) + " |" for row in rows)]


def put_into(path, name, text):
    """Replaces what stands between the lines <!-- NAME --> and <!-- end of NAME --> of a document."""
    begin, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->\n"
    with open(path, encoding="utf-8") as file:
        page = file.read()
    if page.count(begin) != 1 or page.count(end) != 1:
        raise SystemExit(f"{path} has no lines {begin.strip()} and {end.strip()}")
    before, rest = page.split(begin)
    with open(path, "w", encoding="utf-8") as file:
        file.write(before + begin + text + end + rest.split(end)[1])
