"""CasADi's C: of the textbook recursions, and of Pinocchio's algorithms; its own `cse` on, all numbers baked in.

What it generates and what compilers make of that is kept by content: a second run compiles nothing of it again.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import casadi as ca

from bench.chain import Array, Chain
from bench.derived import by_reverse_mode, derived, of_minimal_parameters
from bench.library import INPUTS, Contestant, compile_or_find, placed
from bench.recursion import expressions, full_columns
from symdyn.bench.harness import EACH_STATE, Loop, harness_text
from symdyn.bench.toolchain import NamedCompiler, compile_object

VERSION = ca.__version__

Functions = Mapping[str, Any]


def textbook(chain: Chain) -> Functions:
    """Return the functions of the textbook recursions, and of what is derived of them."""
    return _functions({name: (inputs, [output]) for name, (inputs, output) in expressions(chain).items()}) | _functions(
        derived(chain)
    )


def of_minimal(chain: Chain, pi: Array) -> Functions:
    """Return those that gain where bodies have the minimal parameters for their own, numbers baked in too."""
    bodies = of_minimal_parameters(chain, pi)
    gaining = {name: ([*inputs], [output]) for name, (inputs, output) in expressions(bodies).items()} | derived(bodies)
    gaining = {name: one for name, one in gaining.items() if not name.startswith("regressor") and name != "jacobian"}
    return _functions(gaining | by_reverse_mode(chain))


def of_pinocchio(chain: Chain, saved: Path) -> Functions:
    """Return the functions of Pinocchio's algorithms, which `pinocchio_casadi` has saved."""
    symbols = {name: ca.SX.sym(name, chain.n) for name in ("q", "qd", "qdd", "tau")}

    def of(saved_name: str, kernel: str) -> Any:
        function = ca.Function.load(str(saved / f"{saved_name}.casadi"))
        return function(*(symbols[name] for name in INPUTS[kernel]))

    M, J = of("mass_matrix", "mass_matrix"), of("jacobian", "jacobian")
    M = ca.triu(M) + ca.triu(M, False).T
    tau, g = of("inverse_dynamics", "inverse_dynamics"), of("gravity", "gravity")
    full = full_columns(chain, of("regressor", "regressor"), symbols["qdd"])
    slopes = [of(f"torque_by_{name}", "torque_derivatives").T for name in ("q", "qd")]
    outputs = {
        "inverse_dynamics": [tau],
        "gravity": [g],
        "mass_matrix": [M],
        "coriolis_matrix": [of("coriolis_matrix", "coriolis_matrix").T],
        "forward_dynamics": [of("forward_dynamics", "forward_dynamics")],
        "regressor": [full[:, list(chain.pivots)].T],
        "regressor_full": [full.T],
        "torque_derivatives": slopes,
        "jacobian": [J.T],
        "dynamics_all": [tau, M, g, J.T],
    }
    return _functions({name: ([symbols[one] for one in INPUTS[name]], out) for name, out in outputs.items()})


def _functions(of: Mapping[str, tuple[list[Any], list[Any]]]) -> dict[str, Any]:
    return {
        name: ca.Function(f"peer_{name}", inputs, ca.cse([ca.densify(output) for output in outputs]))
        for name, (inputs, outputs) in of.items()
    }


def operations(function: Any) -> int:
    """Count the arithmetic of a function, sines and cosines left out."""
    counted = {ca.OP_ADD, ca.OP_SUB, ca.OP_MUL, ca.OP_DIV, ca.OP_SQ, ca.OP_TWICE, ca.OP_INV}
    return sum(function.instruction_id(i) in counted for i in range(function.n_instructions()))


def contestant(
    who: str,
    functions: Functions,
    n: int,
    by: NamedCompiler,
    flags: tuple[str, ...],
    workshop: Path,
    kept: Path | None = None,
    pi: Array | None = None,
) -> Contestant:
    """Generate, compile and load."""
    workshop.mkdir(parents=True, exist_ok=True)
    generator = ca.CodeGenerator("peer.c", {"with_header": False, "casadi_int": "long long int"})
    loops, shapes, more = [], {}, {}
    for name, function in functions.items():
        generator.add(function)
        loops.append(_loop(name, function, n))
        sizes = [function.size_out(k) for k in range(function.n_out())]
        shapes[name] = tuple((rows,) if columns == 1 else (columns, rows) for rows, columns in sizes)
        more[name] = [pi] if function.n_in() > len(INPUTS[name]) and pi is not None else []
    generator.generate(f"{workshop}/")
    (workshop / "harness.c").write_text(harness_text(loops, "double"), encoding="utf-8")
    compile_or_find("peer", by, flags, workshop, kept)
    compile_object(by, "harness", flags, workshop)
    libraries = placed(by, ["peer.o", "harness.o"], workshop)
    return Contestant(who, by.name, libraries, {name: f"time_{name}" for name in functions}, shapes, more=more)


def _loop(name: str, function: Any, n: int) -> Loop:
    # what follows the states is the same for all of them
    rows = [f"in[{k}]" + (f" + {n}u * i" if function.size_in(k)[0] == n else "") for k in range(function.n_in())]
    arguments = "".join(f"            arg[{k}] = {row};\n" for k, row in enumerate(rows))
    results = "".join(f"    res[{k}] = out[{k}];\n" for k in range(function.n_out())).rstrip("\n")
    return Loop(
        name=f"time_{name}",
        body=f"{EACH_STATE}{arguments}            {function.name()}(arg, res, iw, w, 0);\n        }}",
        prototype=f"int {function.name()}(const double **, double **, long long int *, double *, int);",
        setup=f"    const double *arg[{max(1, function.sz_arg())}];\n    double *res[{max(1, function.sz_res())}];\n"
        f"    long long int iw[{max(1, function.sz_iw())}];\n    double w[{max(1, function.sz_w())}];\n{results}",
    )
