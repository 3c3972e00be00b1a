"""SIMD lanes: the vector types and the transposition that blocks of samples need, where the code has blocks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from symdyn.emit.c.block import can_be_blocked, sampled_inputs
from symdyn.emit.c.function import Target
from symdyn.emit.c.language import OF_VECTORS, c_notation
from symdyn.emit.kernel_text import StagedKernel
from symdyn.emit.templates import fill
from symdyn.ir.op import OPERATIONS, Op
from symdyn.ir.program import Program

BYTES = {"double": 8, "float": 4}
FOUR = 4  # entries of a row that are turned at once
ROW_IN = {"double": "(k) % 2 + (k) / 2 * ({macro}_LANES / 2)", "float": "(k)"}  # the first row of vector k of four
HAS_16_BYTES = {  # targets with vector registers of 16 bytes for these numbers
    "double": "defined(__SSE2__) || defined(__aarch64__) || defined(__VSX__)",
    "float": "defined(__SSE2__) || defined(__ARM_NEON) || defined(__VSX__)",
}


@dataclass(frozen=True, slots=True)
class LaneFunction:
    """A function of one or two vectors, its name, and that of the function of single numbers."""

    name: str
    of_numbers: str
    takes_two: bool


@dataclass(frozen=True, slots=True)
class Four:
    """Four lanes of a vector, and how far the row lies behind the first one that they take entries of, or give to."""

    name: str
    row_in: str
    row_out: str
    part: str


@dataclass(frozen=True, slots=True)
class Narrow:
    """How rows of so few entries that a vector holds several become columns and come back, as many vectors as entries.

    Statements, in which these vectors are `from` one or `to` the other.
    """

    entries: str
    ins: tuple[str, ...]
    outs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Width:
    """How rows fill vectors of so many lanes, and which lanes of two vectors make new ones when these are turned.

    The second vector's lanes count on from the first one's. `even` and `odd` lanes of both in turn; then of these
    pairs, `low` ones and `high` ones, on the way into columns and `out` into rows again.
    """

    condition: str
    fours: tuple[Four, ...]
    joined: str
    even: str
    odd: str
    low: str
    high: str
    low_out: str
    high_out: str
    narrow: tuple[str, ...]  # macros of lanes, for rows that are narrow


@dataclass(frozen=True, slots=True)
class LanesView:
    """What the template shows; a vector register has as many lanes as numbers fit in."""

    name: str
    macro: str
    scalar: str
    blocks: bool
    lanes_of_64_bytes: str
    lanes_of_32_bytes: str
    lanes_of_16_bytes: str
    has_16_bytes: str
    row_in: str
    narrow: tuple[Narrow, ...]
    widths: tuple[Width, ...]
    functions: tuple[LaneFunction, ...]


def lanes_text(target: Target, kernels: Sequence[StagedKernel]) -> str:
    """Return types and routines as C text; nothing if there are no batches."""
    if not (kernels and target.options.batch):
        return ""
    blocked = [kernel.online for kernel in kernels if can_be_blocked(kernel.online)]
    lanes = {size: size // BYTES[target.scalar] for size in (64, 32, 16)}
    few = _narrow_rows(blocked)
    wide = [count for count in lanes.values() if count >= FOUR]
    view = LanesView(
        name=target.name,
        macro=target.macro,
        scalar=target.scalar,
        blocks=bool(blocked),
        lanes_of_64_bytes=f"{lanes[64]}u",
        lanes_of_32_bytes=f"{lanes[32]}u",
        lanes_of_16_bytes=f"{lanes[16]}u",
        has_16_bytes=HAS_16_BYTES[target.scalar],
        row_in=ROW_IN[target.scalar].format(macro=target.macro),
        narrow=tuple(_narrow(entries, target.macro) for entries in few),
        widths=tuple(_width(count, "#elif" if i else "#if", target, few) for i, count in enumerate(wide)),
        functions=_functions(target, blocked),
    )
    return fill("c/lanes.c.jinja", view).rstrip("\n")


def _width(lanes: int, directive: str, target: Target, narrow: Sequence[int]) -> Width:
    """Write down the lanes; processors move whole pairs of doubles at less cost where one vector's stay in front."""
    pairs = target.scalar == "double"
    firsts, step = range(0, lanes, FOUR), 2 if pairs else FOUR
    fours = [
        Four(name, f"{step * first // FOUR}u", f"{first}u", _listed(range(first, first + FOUR)))
        for name, first in zip("abcd", firsts, strict=False)
    ]

    def of_every_four(*offsets: int) -> str:
        """List lanes of every four of both vectors: offsets from 4 on are those of the second one."""
        return _listed(first + k if k < FOUR else lanes + first + k - FOUR for first in firsts for k in offsets)

    def one_by_one(*offsets: int) -> str:
        """List lanes of every four of the first vector, then of the second one."""
        return _listed(start + first + k for start in (0, lanes) for first in firsts for k in offsets)

    low, high = of_every_four(0, 1, 4, 5), of_every_four(2, 3, 6, 7)
    return Width(
        condition=f"{directive} {target.macro}_LANES == {lanes}u",
        fours=tuple(fours),
        joined=_joined([four.name for four in fours]),
        even=of_every_four(0, 4, 2, 6),
        odd=of_every_four(1, 5, 3, 7),
        low=one_by_one(0, 1) if pairs else low,
        high=one_by_one(2, 3) if pairs else high,
        low_out=low,
        high_out=high,
        narrow=tuple(line for entries in narrow for line in _narrow_lanes(entries, lanes, target.macro)),
    )


def _narrow_rows(programs: Sequence[Program]) -> tuple[int, ...]:
    """Return of how few entries there are rows, one always."""
    sizes = {port.size for program in programs for port in (*sampled_inputs(program), *program.outputs)}
    return tuple(sorted({1} | sizes & set(range(FOUR))))


def _narrow(entries: int, macro: str) -> Narrow:
    """Pick every vector from the first two; where there are three, from what was picked and the third one."""

    def statement(vector: int, to: str, given: Sequence[str], way: str) -> str:
        if entries == 1:
            return f"{to} = {given[0]};"
        lanes = f"{macro}_{entries}_{way}_{vector}"
        picked = f"__builtin_shufflevector({given[0]}, {given[1]}, {lanes}_OF_TWO)"
        if entries > 2:
            picked = f"__builtin_shufflevector({picked}, {given[2]}, {lanes}_AND_THIRD)"
        return f"{to} = {picked};"

    rows, columns = ([f"from[{i}]{v}" for i in range(entries)] for v in ("", "[v]"))
    return Narrow(
        entries=f"{entries}",
        ins=tuple(statement(i, f"to[{i}][v]", rows, "IN") for i in range(entries)),
        outs=tuple(statement(i, f"to[{i}]", columns, "OUT") for i in range(entries)),
    )


def _narrow_lanes(entries: int, lanes: int, macro: str) -> Iterator[str]:
    """Define from which lanes the vectors are picked; the second vector's lanes count on from the first one's."""
    numbers = range(lanes)
    for vector in range(entries):
        ins = [entries * i + vector for i in numbers]
        outs = [(k % entries) * lanes + k // entries for k in range(vector * lanes, (vector + 1) * lanes)]
        for way, places in (("IN", ins), ("OUT", outs)):
            if entries > 1:
                of_two = _listed(place if place < 2 * lanes else 0 for place in places)
                yield f"#define {macro}_{entries}_{way}_{vector}_OF_TWO {of_two}"
            if entries > 2:
                third = _listed(i if place < 2 * lanes else place - lanes for i, place in enumerate(places))
                yield f"#define {macro}_{entries}_{way}_{vector}_AND_THIRD {third}"


def _joined(parts: Sequence[str]) -> str:
    """Write vectors side by side as one."""
    if len(parts) == 1:
        return parts[0]
    half = len(parts) // 2
    first, second = _joined(parts[:half]), _joined(parts[half:])
    return f"__builtin_shufflevector({first}, {second}, {_listed(range(FOUR * len(parts)))})"


def _listed(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))


def _functions(target: Target, blocked: Sequence[Program]) -> tuple[LaneFunction, ...]:
    """Return the functions that blocks call on vectors, in the order of operations."""
    used = {instruction.op for program in blocked for instruction in program.instructions}
    names = c_notation(target.scalar, target.name).functions
    return tuple(
        LaneFunction(f"{target.name}_{op}_vector", names[op], OPERATIONS[op].arity == 2)
        for op in Op
        if op in OF_VECTORS and op in used
    )
