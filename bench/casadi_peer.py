"""CasADi's C: of the textbook recursions, and of Pinocchio's algorithms; its own `cse` on, all numbers baked in."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import casadi as ca

from bench.chain import Chain
from bench.library import INPUTS, Contestant
from bench.recursion import expressions, full_columns
from symdyn.bench.harness import EACH_STATE, Loop, harness_text
from symdyn.bench.toolchain import NamedCompiler, compile_object, link_library

VERSION = ca.__version__
RECURSION = "CasADi"
OF_PINOCCHIO = "CasADi of Pinocchio"

Functions = Mapping[str, Any]


def textbook(chain: Chain) -> Functions:
    """Return the functions of the textbook recursions."""
    return {name: _function(name, inputs, output) for name, (inputs, output) in expressions(chain).items()}


def of_pinocchio(chain: Chain, saved: Path) -> Functions:
    """Return the functions of Pinocchio's algorithms, which `pinocchio_casadi` has saved."""
    q, qd, x = (ca.SX.sym(name, chain.n) for name in ("q", "qd", "x"))
    functions = {}
    for name in INPUTS:
        inputs = [q, qd, x][: len(INPUTS[name])]
        output = ca.Function.load(str(saved / f"{name.removesuffix('_full')}.casadi"))(*inputs)
        if name == "mass_matrix":
            output = ca.triu(output) + ca.triu(output, False).T
        if name.startswith("regressor"):
            full = full_columns(chain, output, x)
            output = (full if name == "regressor_full" else full[:, list(chain.pivots)]).T
        functions[name] = _function(name, inputs, output)
    return functions


def _function(name: str, inputs: list[Any], output: Any) -> Any:
    return ca.Function(f"peer_{name}", inputs, ca.cse([ca.densify(output)]))


def operations(function: Any) -> int:
    """Count the arithmetic of a function, sines and cosines left out."""
    counted = {ca.OP_ADD, ca.OP_SUB, ca.OP_MUL, ca.OP_DIV, ca.OP_SQ, ca.OP_TWICE, ca.OP_INV}
    return sum(function.instruction_id(i) in counted for i in range(function.n_instructions()))


def contestant(
    who: str, functions: Functions, n: int, by: NamedCompiler, flags: tuple[str, ...], workshop: Path
) -> Contestant:
    """Generate, compile and load."""
    workshop.mkdir(parents=True, exist_ok=True)
    generator = ca.CodeGenerator("peer.c", {"with_header": False, "casadi_int": "long long int"})
    loops, shapes = [], {}
    for name, function in functions.items():
        generator.add(function)
        loops.append(_loop(name, function, n))
        rows, columns = function.size_out(0)
        shapes[name] = (rows,) if columns == 1 else (columns, rows)
    generator.generate(f"{workshop}/")
    (workshop / "harness.c").write_text(harness_text(loops, "double"), encoding="utf-8")
    for source in ("peer", "harness"):
        compile_object(by, source, flags, workshop)
    library = link_library(by, ["peer.o", "harness.o"], "peer.so", workshop)
    return Contestant(who, by.name, library, {name: f"time_{name}" for name in functions}, shapes)


def _loop(name: str, function: Any, n: int) -> Loop:
    arguments = "".join(f"            arg[{k}] = in[{k}] + {n}u * i;\n" for k in range(function.n_in()))
    return Loop(
        name=f"time_{name}",
        body=f"{EACH_STATE}{arguments}            {function.name()}(arg, res, iw, w, 0);\n        }}",
        prototype=f"int {function.name()}(const double **, double **, long long int *, double *, int);",
        setup=f"    const double *arg[{max(1, function.sz_arg())}];\n    double *res[{max(1, function.sz_res())}];\n"
        f"    long long int iw[{max(1, function.sz_iw())}];\n    double w[{max(1, function.sz_w())}];\n"
        "    res[0] = out[0];",
    )
