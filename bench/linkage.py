"""Forward dynamics of a robot with loops beside CasADi's C of the same function, in one run.

    python -m bench.linkage [ROBOT]

CasADi's side is the same closure and the same recursions, run on its expressions, with the minimal parameters as
inputs; its code generator then writes the C, as symdyn's passes and printer write ours. Both are compiled with the same
flags, and called alternately; the best of many rounds counts.
"""

from __future__ import annotations

import ctypes
import math
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import casadi as ca
import numpy as np

import symdyn
from symdyn.algebra.decimals import to_float
from symdyn.algebra.scalar import Ring
from symdyn.closure.door import closure_of
from symdyn.generate import generate
from symdyn.kernels.door import run
from symdyn.kernels.table import KERNELS
from symdyn.model import bind_symbols
from symdyn.parameters.pi import pi_values

KERNEL = "forward_dynamics"
FLAGS = ("-O2", "-march=native", "-fno-math-errno", "-shared", "-fPIC")
CALLS, ROUNDS = 200_000, 15
EXPRESSIONS: Ring[Any] = Ring(
    lambda constant: ca.SX(to_float(constant)),
    {"cos": ca.cos, "sin": ca.sin, "sqrt": ca.sqrt, "sign": ca.sign, "atan2": ca.atan2},
)
LOOP = """
#include <time.h>
double seconds(long calls, double *q) {{
    static double out[64];
    struct timespec a, b;
    double total = 0;
    clock_gettime(CLOCK_MONOTONIC, &a);
    for (long i = 0; i < calls; ++i) {{ q[0] += 1e-9; {call} total += out[0]; }}
    clock_gettime(CLOCK_MONOTONIC, &b);
    q[1] += 0 * total;
    return (b.tv_sec - a.tv_sec) + 1e-9 * (b.tv_nsec - a.tv_nsec);
}}
"""


def inputs_of(robot: Any) -> list[np.ndarray]:
    """Return a state near the position in which the robot was assembled, a torque and the file's parameters."""
    closure, source = closure_of(robot), np.random.default_rng(0)
    q = np.array([closure.position[i] for i in closure.actuated])
    pi = np.array([to_float(value) for value in pi_values(robot)])
    return [q, source.uniform(-1, 1, robot.n), source.uniform(-1, 1, robot.n), pi]


def library(name: str, text: str, call: str, given: list[np.ndarray], folder: Path) -> Any:
    """Compile a function with a loop around it."""
    tables = "".join(
        f"static double in{i}[] = {{{', '.join(map(repr, map(float, values)))}}};\n" for i, values in enumerate(given)
    )
    (folder / f"{name}.c").write_text(f"{text}\n{tables}{LOOP.format(call=call)}")
    subprocess.run(["gcc", "-std=gnu99", *FLAGS, f"{name}.c", "-o", f"{name}.so", "-lm"], cwd=folder, check=True)
    loaded = ctypes.CDLL(str(folder / f"{name}.so"))
    loaded.seconds.restype = ctypes.c_double
    loaded.seconds.argtypes = [ctypes.c_long, ctypes.c_void_p]
    return loaded


def ours(robot: Any, folder: Path, given: list[np.ndarray]) -> Any:
    """Return symdyn's code, as it is generated."""
    package = generate(robot)
    for name, text in package.files.items():
        if name.endswith((".c", ".h")):
            (folder / name).write_text(text)
    call = f"{robot.name}_{KERNEL}(q, in1, in2, in3, out);"
    return library("ours", f'#include "{robot.name}.c"', call, given, folder)


def theirs(robot: Any, folder: Path, given: list[np.ndarray]) -> Any:
    """Return CasADi's code of the same function."""
    symbols = [ca.SX.sym(name, len(values)) for name, values in zip(("q", "qd", "tau", "pi"), given, strict=True)]
    state = {
        name: [vector[i] for i in range(vector.numel())]
        for name, vector in zip(("q", "qd", "tau", "pi"), symbols, strict=True)
    }
    result = ca.vertcat(*run(KERNELS[KERNEL], robot, EXPRESSIONS, state)["qdd"])
    function = ca.Function("peer", symbols, [ca.cse(result)])
    function.generate("peer.c", {"with_header": False, "casadi_int": "long long int"})
    text = Path("peer.c").read_text()
    Path("peer.c").unlink()
    call = "{ const double *arg[4] = {q, in1, in2, in3}; double *res[1] = {out}; peer(arg, res, 0, 0, 0); }"
    values = np.array(function(*given)).ravel()
    return library("theirs", text, call, given, folder), values, function.n_instructions()


def main() -> None:
    """Print the nanoseconds of both, and their ratio."""
    robot = bind_symbols(symdyn.load(sys.argv[1] if len(sys.argv) > 1 else "five_bar"))
    given = inputs_of(robot)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        mine = ours(robot, folder, given)
        other, values, _ = theirs(robot, folder, given)
        expected = symdyn.build(robot).forward_dynamics(*given[:3])
        assert np.allclose(values, expected, rtol=1e-10), (values, expected)
        best = [math.inf, math.inf]
        for _ in range(ROUNDS):
            for i, side in enumerate((mine, other)):
                q = given[0].copy()
                time.sleep(0)
                best[i] = min(best[i], side.seconds(CALLS, q.ctypes.data) / CALLS * 1e9)
    print(f"{robot.name} {KERNEL}: symdyn {best[0]:.0f} ns, CasADi {best[1]:.0f} ns, {best[1] / best[0]:.2f} times")


if __name__ == "__main__":
    main()
