"""Batching of sines and cosines, in waves: all angles that are known at one point of a program go into one call.

A robot's joint angles are one wave. A second wave exists only where an angle depends on a sine or cosine.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from symdyn.ir.once import once_per_program
from symdyn.ir.op import COS, SIN, Op
from symdyn.ir.program import InputEntry, Program

TRIGONOMETRIC = frozenset({SIN, COS})
SMALLEST_RUN = 4  # angles side by side that the routine takes from an input itself: its lanes on every target


@dataclass(frozen=True, slots=True)
class Wave:
    """The angles of one call, as instructions in order; `run` are their input entries where they lie side by side."""

    number: int
    angles: tuple[int, ...]
    run: tuple[InputEntry, ...] | None
    entries: tuple[InputEntry, ...] | None  # of angles that are all input entries

    @property
    def sines(self) -> str:
        """Name of the array of sines."""
        return self._name("sines")

    @property
    def cosines(self) -> str:
        """Name of the array of cosines."""
        return self._name("cosines")

    @property
    def gathered(self) -> str:
        """Name of the array of angles, where they are not side by side."""
        return self._name("angles")

    def _name(self, what: str) -> str:
        return what if self.number == 0 else f"{what}_{self.number + 1}"

    def slot(self, angle: int) -> int:
        """Where an angle's sine and cosine are: at its own index in the input, or in the order of gathering."""
        at = self.angles.index(angle)
        return self.run[at].index if self.run else at

    @property
    def size(self) -> int:
        """Length of the arrays."""
        return self.run[-1].index + 1 if self.run else len(self.angles)


@once_per_program
def find_waves(program: Program) -> tuple[Wave, ...]:
    """Group the angles of a program's sines and cosines by how many waves must come before."""
    depth: list[int] = []
    by_wave: list[set[int]] = []
    for op, operands, _ in program.instructions:
        before = max(depth[operands[0]], depth[operands[-1]]) if operands else 0  # there are at most two
        if op in TRIGONOMETRIC:
            by_wave += [set()] * (before + 1 - len(by_wave))
            by_wave[before] = by_wave[before] | set(operands)
            before += 1
        depth.append(before)
    return tuple(_wave(program, number, angles) for number, angles in enumerate(by_wave))


def _wave(program: Program, number: int, angles: Iterable[int]) -> Wave:
    payloads = {angle: program.instructions[angle].payload for angle in angles}
    entries = {angle: payload for angle, payload in payloads.items() if isinstance(payload, InputEntry)}
    if len(entries) < len(payloads):
        return Wave(number, tuple(sorted(payloads)), None, None)
    order = sorted(entries, key=lambda angle: (entries[angle].port, entries[angle].index))
    inputs = tuple(entries[angle] for angle in order)
    first = inputs[0]
    beside = all(entry == InputEntry(first.port, first.index + i) for i, entry in enumerate(inputs))
    return Wave(number, tuple(order), inputs if beside and len(inputs) >= SMALLEST_RUN else None, inputs)


def waves_first(program: Program, waves: tuple[Wave, ...]) -> list[int | Wave]:
    """Order instructions so that each wave stands after its angles and before all that uses it."""
    order: list[int | Wave] = []
    done: set[int] = set()

    def add(wanted: Iterable[int]) -> None:
        new = sorted(set(wanted) - done)
        done.update(new)
        order.extend(new)

    for wave in waves:
        add(ancestors(program, wave.angles))
        order.append(wave)
        add(i for i, one in enumerate(program.instructions) if _belongs(one.op, one.operands, wave))
    add(range(len(program.instructions)))
    return order


def _belongs(op: Op, operands: tuple[int, ...], wave: Wave) -> bool:
    return op in TRIGONOMETRIC and operands[0] in wave.angles


def ancestors(program: Program, wanted: Iterable[int]) -> set[int]:
    """Return instructions and all that they depend on."""
    needed = set(wanted)
    for index in sorted(range(max(needed) + 1), reverse=True):
        if index in needed:
            needed.update(program.instructions[index].operands)
    return needed
