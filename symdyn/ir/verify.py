"""Check that a program is valid and canonical; every pass must leave it so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from symdyn.algebra.exact import Exact
from symdyn.ir.op import ARITHMETIC, CONST, MUL, NEG, OPERATIONS
from symdyn.ir.program import InputEntry, Instruction, Program


class InvalidProgramError(AssertionError):
    """A program breaks a rule of `program`: a fault of symdyn, never of its user."""


def verify(program: Program) -> Program:
    """Return the program unchanged, or raise InvalidProgramError."""
    sizes = {port.name: port.size for port in program.inputs}
    seen: set[Instruction] = set()
    for i, instruction in enumerate(program.instructions):
        fault = _fault(program.instructions, i, sizes)
        if not fault and instruction in seen:
            fault = "occurs twice"
        if fault:
            raise InvalidProgramError(f"{program.name}: instruction {i} ({instruction.op}) {fault}")
        seen.add(instruction)
    count = sum(port.size for port in program.outputs)
    _require(len(program.results) == count, program.name, f"has {len(program.results)} results for {count} scalars")
    _require(all(0 <= ref.index < len(program.instructions) for ref in program.results), program.name, "lacks a result")
    _require(len(program.labels) == len(program.instructions), program.name, "has labels of another length")
    return program


def _fault(instructions: Sequence[Instruction], i: int, sizes: Mapping[str, int]) -> str:
    """Say what is wrong with an instruction; nothing if all is well."""
    op, operands, payload = instructions[i].op, instructions[i].operands, instructions[i].payload
    operation = OPERATIONS[op]
    if len(operands) != operation.arity:
        return "has the wrong number of operands"
    for operand in operands:
        if not 0 <= operand < i:
            return "uses a later value"
    if not operands:
        return _fault_of_constant(payload) if op is CONST else _fault_of_input(payload, sizes)
    if payload is not None:
        return "has a payload"
    if op is NEG and instructions[operands[0]].op is NEG:
        return "negates a negation"
    if op is not NEG and (op in ARITHMETIC or operation.parity) and any(instructions[i].op is NEG for i in operands):
        return "uses a negation, which it has no need of"
    if operation.swapped is not None:
        a, b = operands
        in_order = a <= b
        if op is MUL and (instructions[a].op is CONST) != (instructions[b].op is CONST):
            in_order = instructions[a].op is CONST
        return "" if in_order else "has its operands out of order"
    return ""


def _fault_of_constant(payload: object) -> str:
    if not isinstance(payload, Exact):
        return "has no value"
    if payload.leading_sign() < 0:
        return "is negative"
    return "holds a symbol" if payload.symbols() else ""


def _fault_of_input(payload: object, sizes: Mapping[str, int]) -> str:
    known = isinstance(payload, InputEntry) and 0 <= payload.index < sizes.get(payload.port, 0)
    return "" if known else "reads beyond its inputs"


def _require(condition: bool, where: str, what: str) -> None:
    if not condition:
        raise InvalidProgramError(f"{where} {what}")
