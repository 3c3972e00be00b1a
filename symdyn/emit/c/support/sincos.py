"""Vectorised sine and cosine: the routine that goes with the code, where the code needs one.

The constants are in the templates: pi/2 in parts short enough that their products with the quadrant are exact, and
minimax polynomials (Remez) of the sine and the cosine on |r| <= pi/4.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from symdyn.emit.c.block import can_be_blocked
from symdyn.emit.c.function import Target
from symdyn.emit.c.language import FUNCTIONS
from symdyn.emit.kernel_text import StagedKernel
from symdyn.emit.planning.trigonometry import find_waves
from symdyn.emit.templates import fill
from symdyn.ir.op import Op

WIDEST = 4
WIDTHS = (8, 4, 2)  # angles that a vector holds, on processors with registers so wide


@dataclass(frozen=True, slots=True)
class Width:
    """A vector of so many angles: its lanes and those of its halves, which are no vectors where there are two."""

    directive: str
    lanes: str
    halves: bool
    all: str
    low: str
    high: str
    either: str


@dataclass(frozen=True, slots=True)
class Formulas:
    """What the formulas are written for: their types, and the functions of these.

    Rounded is what compilers that may reorder sums do not reorder; they have no vectors here.
    """

    number: str
    words: str
    bits: str
    rounded: str
    positive: str


@dataclass(frozen=True, slots=True)
class SincosView:
    """What the routine's template shows.

    `joints` are the numbers of angles of one sample that are wanted at once, `at_once` is how many the routine does
    where it is left to compilers to put them side by side; `widths` are those of vectors, where there are any.
    """

    name: str
    macro: str
    scalar: str
    sin: str
    cos: str
    joints: tuple[str, ...]
    at_once: str
    samples: bool
    widths: tuple[Width, ...]
    widest: str
    of_numbers: str
    of_vectors: str


def sincos_text(target: Target, kernels: Sequence[StagedKernel]) -> str:
    """Return the routine as C text; nothing if no kernel calls it."""
    vector, batch = target.options.trig == "vector", target.options.batch
    wanted = _wanted_at_once(kernels, batch) if vector else []
    blocked = batch and any(can_be_blocked(kernel.online) for kernel in kernels)
    widths = [lanes for lanes in WIDTHS if lanes < 2 * max(wanted, default=1)] if blocked else []
    name = target.name
    view = SincosView(
        name=target.name,
        macro=target.macro,
        scalar=target.scalar,
        sin=FUNCTIONS[target.scalar][Op.SIN],
        cos=FUNCTIONS[target.scalar][Op.COS],
        joints=tuple(map(str, wanted)),
        at_once=str(_lanes(max(wanted, default=1))),
        samples=batch and any(find_waves(kernel.online) for kernel in kernels if can_be_blocked(kernel.online)),
        widths=tuple(_width(lanes, "#elif" if i else "#if") for i, lanes in enumerate(widths)),
        widest=f"{widths[0]}u" if widths else "",
        of_numbers=_formulas(Formulas("double", "uint64_t", f"{name}_bits", f"{name}_rounded", "fabs")),
        of_vectors=_formulas(Formulas(f"{name}_angles", f"{name}_words", f"({name}_words)", "", "")),
    )
    if not view.joints and not view.samples:
        return ""
    template = f"c/sincos_{target.scalar}.c.jinja" if vector else "c/sincos_libm.c.jinja"
    return fill(template, view).rstrip("\n")


def _wanted_at_once(kernels: Sequence[StagedKernel], batch: bool) -> list[int]:
    """Sizes of the waves of all programs for one sample, and of what a batch prepares, each once."""
    programs = [kernel.program for kernel in kernels]
    programs += [kernel.offline for kernel in kernels if batch and kernel.offline is not None]
    return sorted({len(wave.angles) for program in programs for wave in find_waves(program)})


def _lanes(most: int) -> int:
    """Return how many angles are done at once where so many are wanted at most: never more than a power of two above.

    Angles are stored one by one. A processor hands a register on from stores of its own width, and waits where it is
    wider; lanes that nobody wants would be worked out besides.
    """
    return min(WIDEST, 1 << (most - 1).bit_length())


def _formulas(written_for: Formulas) -> str:
    return fill("c/sincos_double_formulas.c.jinja", written_for).rstrip("\n")


def _width(lanes: int, directive: str) -> Width:
    def listed(first: int, last: int) -> str:
        return ", ".join(map(str, range(first, last)))

    either = " | ".join(f"all[{lane}]" for lane in range(lanes))
    half = lanes // 2
    return Width(directive, f"{lanes}u", half > 1, listed(0, lanes), listed(0, half), listed(half, lanes), either)
