"""The recursive form: a program as named statements in SymPy, for robots whose closed forms fill pages.

As in generated code, a quantity is named when the dynamics name it or when it is used more than once.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import sympy as sp

from symdyn.ir.evaluate import operations_over
from symdyn.ir.op import Op
from symdyn.ir.program import NEGATIVE_LABEL, InputEntry, Program, Ref
from symdyn.symbolic.letters import Letters, Written, written_name
from symdyn.symbolic.lift import EXPRESSIONS

INPUT_STEMS = {
    "q": "q",
    "qd": "qd",
    "qdd": "qdd",
    "tau": "tau",
    "wrench": "w",
    "qd_r": "qdr",
    "qdd_r": "qddr",
    "qd_f": "qdf",
    "sign_f": "sgf",
    "s": "v",
    "parameters": "phi",
    "passive": "passive",  # of the joints that follow, where several are found at once
}


@dataclass(frozen=True, slots=True)
class Statement:
    """A name and what it stands for."""

    name: str
    written: Written
    right: sp.Expr


def statements(program: Program, letters: Letters) -> list[Statement]:
    """Return the statements of a program in order, its outputs last."""
    uses, operations = program.use_counts(), operations_over(EXPRESSIONS)
    values: list[sp.Expr] = []
    found: list[Statement] = []
    taken = {symbol.name for symbol in (*letters.pi, *letters.symbols)}
    for index, instruction in enumerate(program.instructions):
        if isinstance(instruction.payload, InputEntry):
            values.append(_input(instruction.payload, letters))
            continue
        if instruction.op is Op.CONST:
            values.append(EXPRESSIONS.lift(instruction.payload))  # type: ignore[arg-type]
            continue
        value = operations[instruction.op](*[values[i] for i in instruction.operands])
        label = program.labels[index]
        if label is not None or uses[index] > 1:
            negative = label is not None and label.startswith(NEGATIVE_LABEL)
            name = _fresh((label or f"t{len(found) + 1}").removeprefix(NEGATIVE_LABEL), taken)
            found.append(Statement(name, written_name(name), -value if negative else value))
            value = -sp.Symbol(name) if negative else sp.Symbol(name)
        values.append(value)
    return _told_apart(found, _outputs(program, values), letters)


def _told_apart(steps: list[Statement], outputs: list[Statement], letters: Letters) -> list[Statement]:
    """Set the name of a step upright where it would be written like an output or a symbol: tau_3 beside tau3."""
    seen = {one.seen for one in (*letters.written.values(), *(output.written for output in outputs))}
    plain = [replace(one, written=Written("", "", one.name)) if one.written.seen in seen else one for one in steps]
    return plain + outputs


def _outputs(program: Program, values: list[sp.Expr]) -> list[Statement]:
    def of(ref: Ref) -> sp.Expr:
        return -values[ref.index] if ref.negative else values[ref.index]

    found = []
    for port in program.outputs:
        for i, ref in enumerate(program.results_of(port)):
            place = _place(i, port.shape)
            found.append(Statement(f"{port.name}{'_'.join(place)}", Written(port.name, ",".join(place)), of(ref)))
    return found


def _place(index: int, shape: tuple[int, ...]) -> list[str]:
    place = []
    for size in reversed(shape):
        index, at = divmod(index, size)
        place.append(str(at + 1))
    return place[::-1]


def _input(entry: InputEntry, letters: Letters) -> sp.Symbol:
    if entry.port == "pi":
        return letters.pi[entry.index]
    return sp.Symbol(f"{INPUT_STEMS[entry.port]}{entry.index + 1}")


def _fresh(name: str, taken: set[str]) -> str:
    candidate, copy = name, 1
    while candidate in taken:
        copy += 1
        candidate = f"{name}_v{copy}"
    taken.add(candidate)
    return candidate
