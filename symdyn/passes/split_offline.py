"""Split a program in two (hoisting): what depends on parameters alone, and what must be done in every call.

    f(q, pi) -> g(q, pi, prepared)  with  prepared = h(pi)

The first part is run once for a batch of samples. Only work moves: a bare parameter is not prepared.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from symdyn.algebra.exact import Exact
from symdyn.ir.once import once_per_program
from symdyn.ir.program import InputEntry, Instruction, Port, Program, Ref
from symdyn.passes.rewriting.keep import keep

PREPARED = "prepared"


@dataclass(frozen=True, slots=True)
class Stages:
    """A program in its two stages; `offline` is None when there is nothing to prepare."""

    offline: Program | None
    online: Program


def split_offline(program: Program, known: Collection[str]) -> Stages:
    """Split off what depends on the input ports named in ``known`` alone."""
    fixed = depends_only_on(program, known)
    wanted = _wanted_in_calls(program, fixed)
    boundary = [i for i in sorted(wanted) if fixed[i] and not _is_leaf(program.instructions[i])]
    if not boundary:
        return Stages(None, program)
    prepared = Port(PREPARED, (len(boundary),))
    offline = replace(
        program,
        name=f"{program.name}_prepare",
        inputs=tuple(port for port in program.inputs if port.name in known),
        outputs=(prepared,),
        results=tuple(Ref(index) for index in boundary),
    )
    online = replace(program, inputs=(*program.inputs, prepared))
    count = range(len(program.instructions))
    slots = {index: InputEntry(PREPARED, slot) for slot, index in enumerate(boundary)}
    return Stages(
        keep(offline, [index for index in count if fixed[index]]),
        keep(online, [index for index in count if index in wanted or not fixed[index]], slots),
    )


def _is_leaf(instruction: Instruction) -> bool:
    return isinstance(instruction.payload, Exact | InputEntry)


def depends_only_on(program: Program, known: Collection[str]) -> list[bool]:
    """Tell which instructions depend on constants and the input ports named in ``known`` alone."""
    return _depends_only_on(program, frozenset(known))


@once_per_program
def _depends_only_on(program: Program, known: frozenset[str]) -> list[bool]:
    fixed: list[bool] = []
    for _, operands, payload in program.instructions:
        if operands:
            fixed.append(fixed[operands[0]] and fixed[operands[-1]])  # there are at most two
        else:
            fixed.append(not isinstance(payload, InputEntry) or payload.port in known)
    return fixed


def _wanted_in_calls(program: Program, fixed: list[bool]) -> set[int]:
    """Return the results, and what instructions use that are not fixed."""
    wanted = {ref.index for ref in program.results}
    for instruction, is_fixed in zip(program.instructions, fixed, strict=True):
        if not is_fixed:
            wanted.update(instruction.operands)
    return wanted
