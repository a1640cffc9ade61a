#!/usr/bin/env python3
"""Files go to and fro between Tenon and the packages safetensors and numpy: `round_trip.py PROGRAM`, save_and_load.cpp."""
import os
import subprocess
import sys
import tempfile

try:
    import numpy
    from safetensors import safe_open
    from safetensors.numpy import load_file, save_file
except ImportError as absent:
    print(f"skipped: {absent} (pip install safetensors numpy)")
    sys.exit(77)

failures = 0


def check(what, found, wanted):
    global failures
    if found != wanted:
        failures += 1
        print(f"FAIL  {what}: {found!r} is not {wanted!r}")


def run(*arguments):
    result = subprocess.run([sys.argv[1], *arguments], capture_output=True, encoding="utf-8", check=False)
    return result.stdout + result.stderr


def numbers(values):
    return " ".join(f"{float(x):.17g}" for x in values.flatten())


with tempfile.TemporaryDirectory() as folder:
    def path(name):
        return os.path.join(folder, name)

    check("save", run("save", path("a.safetensors")), "")
    with safe_open(path("a.safetensors"), framework="numpy") as file:
        check("names", sorted(file.keys()), ["half.weight", "ids", "mask", "scale", "up.bias", "up.weight"])
        check("bfloat16", (file.get_slice("half.weight").get_dtype(), file.get_slice("half.weight").get_shape()), ("BF16", [18, 3]))
        rows, columns = numpy.meshgrid(numpy.arange(18), numpy.arange(3), indexing="ij")
        check("weight", (file.get_tensor("up.weight") == (100 * rows + columns).astype(numpy.float32)).all(), True)
        check("bias", file.get_tensor("up.bias").tolist(), [-float(o) for o in range(18)])
        check("ids", file.get_tensor("ids").tolist(), [0, -2**40, -2**41])
        check("mask", file.get_tensor("mask").tolist(), [False, True, False])
        check("scale", (file.get_tensor("scale").shape, float(file.get_tensor("scale"))), ((), 0.1))
    check("load", run("load", path("a.safetensors")), "1702 -17 19 -2199023255552 1 0.10000000000000001\n")

    source = numpy.random.default_rng(1)
    tensors = {"f16": source.normal(size=(3, 5)).astype(numpy.float16), "f32": source.normal(size=(2, 3, 4)).astype(numpy.float32),
               "f64": source.normal(size=7), "i32": numpy.array([[-5, 2**31 - 1]], numpy.int32), "u8": numpy.arange(4, dtype=numpy.uint8)}
    wanted = "".join(f"{name} {numbers(values)}\n" for name, values in tensors.items())
    save_file(tensors, path("b.safetensors"), metadata={"format": "np"})
    check("safetensors", run("print", path("b.safetensors")), wanted)
    numpy.savez(path("b.npz"), **tensors)
    check("npz", run("print", path("b.npz")), wanted)
    numpy.savez_compressed(path("c.npz"), **tensors)
    compressed = run("print", path("c.npz"))
    if "is deflated, did you mean" not in compressed:  # built without zlib
        check("compressed npz", compressed, wanted)
    for order in "CF":
        for swapped in (False, True):
            values = numpy.array(tensors["f32"], order=order)
            numpy.save(path("f32.npy"), values.astype(">f4") if swapped else values)
            check(f"npy {order} {swapped}", run("print", path("f32.npy")), f"f32 {numbers(values)}\n")

print(f"{failures} failures")
sys.exit(failures != 0)
