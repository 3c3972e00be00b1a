"""Split a program in two: what depends on parameters alone, and what must be done in every call.

    f(q, pi) -> g(q, pi, prepared)  with  prepared = h(pi)

The first part is run once for a batch of samples. Only work moves: a bare parameter is not prepared.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from symdyn.algebra.exact import Exact
from symdyn.ir.builder import Builder
from symdyn.ir.program import InputEntry, Instruction, Port, Program, Ref
from symdyn.passes.rebuild import build_again

PREPARED = "prepared"


@dataclass(frozen=True, slots=True)
class Stages:
    """A program in its two stages; `offline` is None when there is nothing to prepare."""

    offline: Program | None
    online: Program


def split_offline(program: Program, known: Collection[str]) -> Stages:
    """Split off what depends on the input ports named in ``known`` alone."""
    fixed = depends_only_on(program, known)
    boundary = _boundary(program, fixed)
    if not boundary:
        return Stages(None, program)
    prepared = Port(PREPARED, (len(boundary),))
    offline = Builder(f"{program.name}_prepare", [p for p in program.inputs if p.name in known], [prepared])
    online = Builder(program.name, (*program.inputs, prepared), program.outputs)
    made_offline: dict[int, Ref] = {}
    made_online: dict[int, Ref] = {}
    slots = {index: slot for slot, index in enumerate(boundary)}
    for index, instruction in enumerate(program.instructions):
        label = program.labels[index]
        if fixed[index]:
            made_offline[index] = build_again(offline, instruction, made_offline, None)
            if label:
                offline.label(made_offline[index], label)
        if index in slots:
            made_online[index] = online.input(PREPARED, slots[index])
        elif not fixed[index] or _is_leaf(instruction):
            made_online[index] = build_again(online, instruction, made_online, None)
            if label:
                online.label(made_online[index], label)
    results = [
        Ref(made_online[ref.index].index, made_online[ref.index].negative != ref.negative) for ref in program.results
    ]
    return Stages(offline.finish([made_offline[index] for index in boundary]), online.finish(results))


def _is_leaf(instruction: Instruction) -> bool:
    return isinstance(instruction.payload, Exact | InputEntry)


def depends_only_on(program: Program, known: Collection[str]) -> list[bool]:
    """Tell which instructions depend on constants and the input ports named in ``known`` alone."""
    fixed: list[bool] = []
    for instruction in program.instructions:
        operands, payload = instruction.operands, instruction.payload
        if operands:
            fixed.append(fixed[operands[0]] and fixed[operands[-1]])  # there are at most two
        else:
            fixed.append(not isinstance(payload, InputEntry) or payload.port in known)
    return fixed


def _boundary(program: Program, fixed: list[bool]) -> list[int]:
    """Instructions with work in them that are fixed and used by something that is not, or by a result."""
    wanted = {ref.index for ref in program.results}
    for index, instruction in enumerate(program.instructions):
        if not fixed[index]:
            wanted.update(instruction.operands)
    return [i for i in sorted(wanted) if fixed[i] and not _is_leaf(program.instructions[i])]
