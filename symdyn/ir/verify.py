"""Check that a program is valid and canonical; every pass must leave it so."""

from __future__ import annotations

from symdyn.algebra.exact import Exact
from symdyn.ir.program import ARITY, COMMUTATIVE, InputEntry, Op, Program


class InvalidProgramError(AssertionError):
    """A program breaks a rule of `program`: a fault of symdyn, never of its user."""


def verify(program: Program) -> Program:
    """Return the program unchanged, or raise InvalidProgramError."""
    sizes = {port.name: port.size for port in program.inputs}
    seen = set()
    for i, instruction in enumerate(program.instructions):
        where = f"{program.name}: instruction {i} ({instruction.op})"
        _require(len(instruction.operands) == ARITY[instruction.op], where, "has the wrong number of operands")
        _require(all(0 <= operand < i for operand in instruction.operands), where, "uses a later value")
        _require(instruction not in seen, where, "occurs twice")
        seen.add(instruction)
        _verify_payload(program, i, where, sizes)
        if instruction.op in COMMUTATIVE or instruction.op is Op.SUB:
            _require(_in_order(program, i), where, "has its operands out of order")
    count = sum(port.size for port in program.outputs)
    _require(len(program.results) == count, program.name, f"has {len(program.results)} results for {count} scalars")
    _require(all(0 <= ref.index < len(program.instructions) for ref in program.results), program.name, "lacks a result")
    _require(len(program.labels) == len(program.instructions), program.name, "has labels of another length")
    return program


def _in_order(program: Program, index: int) -> bool:
    a, b = program.instructions[index].operands
    a_is_constant, b_is_constant = (program.instructions[i].op is Op.CONST for i in (a, b))
    if program.instructions[index].op is Op.MUL and a_is_constant != b_is_constant:
        return a_is_constant
    return a <= b


def _verify_payload(program: Program, index: int, where: str, sizes: dict[str, int]) -> None:
    op, payload = program.instructions[index].op, program.instructions[index].payload
    if op is Op.CONST:
        _require(isinstance(payload, Exact), where, "has no value")
        assert isinstance(payload, Exact)
        _require(payload.leading_sign() >= 0, where, "is negative")
        _require(not payload.symbols(), where, "holds a symbol")
    elif op is Op.INPUT:
        known = isinstance(payload, InputEntry) and 0 <= payload.index < sizes.get(payload.port, 0)
        _require(known, where, "reads beyond its inputs")
    else:
        _require(payload is None, where, "has a payload")


def _require(condition: bool, where: str, what: str) -> None:
    if not condition:
        raise InvalidProgramError(f"{where} {what}")
