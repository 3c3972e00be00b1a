"""Inlining and naming: programs as statements a person would write, small expressions written out in place.

An instruction becomes a statement of its own when it has a label or is used more than once; otherwise it is written
inside the one expression that uses it, as long as that stays short. So products meet their sums in one expression,
which lets a compiler fuse them.

Labels say what a quantity is with its sign: `neg_x` is the negative of x. `place_signs` says which differences are
written the other way round; their signs move on to their uses.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import NamedTuple

from symdyn.algebra.exact import Exact
from symdyn.emit.planning.notation import Notation
from symdyn.emit.planning.place_signs import is_below_zero, place_signs
from symdyn.emit.planning.trigonometry import TRIGONOMETRIC, Wave, waves_first
from symdyn.ir.op import DIV, FUNCTIONS, MUL, NEG, SIN, SUB, Op
from symdyn.ir.program import NEGATIVE_LABEL, InputEntry, Program, Ref

LONGEST_EXPRESSION = 96
NOTHING: frozenset[str] = frozenset()
SUM, PRODUCT, ATOM = 1, 2, 3  # binding strength of an expression's outermost operator


@dataclass(frozen=True, slots=True)
class Statement:
    """A named quantity, the expression that computes it, and the earlier ones by name that are in it."""

    name: str
    expression: str
    needs: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class WaveCall:
    """The place of a call for all sines and cosines of a wave, and the expressions of its angles."""

    wave: Wave
    angles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Body:
    """Statements in order, then the expressions of all results in the order of the program's, and what they need."""

    statements: tuple[Statement | WaveCall, ...]
    results: tuple[str, ...]
    needs: tuple[frozenset[str], ...]


class _Text(NamedTuple):
    """An expression that is the value of an instruction, or with `negative` the value's negative."""

    text: str
    strength: int
    negative: bool = False
    is_input: bool = False

    def inside(self, strength: int) -> str:
        return self.text if self.strength >= strength else f"({self.text})"


def write_body(program: Program, notation: Notation, waves: tuple[Wave, ...] = (), taken: Collection[str] = ()) -> Body:
    """Write a program's statements; names stay clear of reserved ones, of ``taken`` ones and of the program's arrays.

    Sines and cosines are function calls, or entries of the arrays that ``waves`` fill.
    """
    uses = program.use_counts()
    in_results = {ref.index for ref in program.results}
    turned = place_signs(program)
    arrays = [name for wave in waves for name in (wave.sines, wave.cosines, wave.gathered)]
    names = _Names({*notation.reserved, *taken, *arrays, *(port.name for port in (*program.inputs, *program.outputs))})
    in_waves = {angle: wave for wave in waves for angle in wave.angles}
    texts: dict[int, _Text] = {}
    needs = [NOTHING] * len(program.instructions)
    statements: list[Statement | WaveCall] = []
    for index in waves_first(program, waves):
        if isinstance(index, Wave):
            statements.append(WaveCall(index, tuple(_argument(texts[angle]) for angle in index.angles)))
            continue
        op, operands, payload = program.instructions[index]
        if not operands:
            texts[index] = _given(payload, notation)
            continue
        if waves and op in TRIGONOMETRIC:
            (angle,) = operands
            wave = in_waves[angle]
            array = wave.sines if op is SIN else wave.cosines
            text = _Text(notation.element(array, wave.slot(angle)), ATOM)
        else:
            text = _operation(op, [texts[i] for i in operands], notation, index in turned)
            needs[index] = needs[operands[0]] | needs[operands[-1]]  # there are at most two
        label = program.labels[index]
        inlined = (uses[index] == 1 and (label is None or index in in_results)) or (op is NEG and text.strength == ATOM)
        if not inlined or len(text.text) > LONGEST_EXPRESSION:
            name = names.fresh(_signed_label(label, text.negative))
            statements.append(Statement(name, text.text, needs[index]))
            needs[index] = frozenset({name})
            text = _Text(name, ATOM, text.negative)
        texts[index] = text
    results = program.results
    return Body(
        statements=tuple(statements),
        results=tuple(_result(ref, texts[ref.index]) for ref in results),
        needs=tuple(needs[ref.index] for ref in results),
    )


def _given(payload: Exact | InputEntry | None, notation: Notation) -> _Text:
    if isinstance(payload, InputEntry):
        return _Text(notation.entry(payload), ATOM, is_input=True)
    assert payload is not None  # an instruction without operands is an input or a constant
    below_zero = is_below_zero(payload)
    return _Text(notation.literal(-payload if below_zero else payload), ATOM, below_zero)


def _argument(text: _Text) -> str:
    return f"-{text.inside(PRODUCT)}" if text.negative else text.text


def _operation(op: Op, operands: list[_Text], notation: Notation, wants_negative: bool) -> _Text:
    if op in FUNCTIONS:
        return _Text(f"{notation.functions[op]}({', '.join(map(_argument, operands))})", ATOM)
    if op is NEG:
        (negated,) = operands
        return negated._replace(negative=not negated.negative)
    a, b = operands
    if op is MUL:
        if b.is_input and not a.is_input and not a.text[0].isdigit():
            a, b = b, a  # parameters before the quantities they multiply
        return _Text(f"{a.inside(PRODUCT)}*{b.inside(ATOM)}", PRODUCT, a.negative != b.negative)
    if op is DIV:
        return _Text(f"{a.inside(PRODUCT)}/{b.inside(ATOM)}", PRODUCT, a.negative != b.negative)
    b_negative = b.negative != (op is SUB)
    if a.negative == b_negative:
        return _Text(f"{a.inside(SUM)} + {b.inside(PRODUCT)}", SUM, a.negative)
    plus, minus = (b, a) if a.negative else (a, b)  # the value is plus - minus
    if wants_negative:
        plus, minus = minus, plus
    return _Text(f"{plus.inside(SUM)} - {minus.inside(PRODUCT)}", SUM, wants_negative)


def _signed_label(label: str | None, negative: bool) -> str | None:
    if label is None or not negative:
        return label
    return label.removeprefix(NEGATIVE_LABEL) if label.startswith(NEGATIVE_LABEL) else NEGATIVE_LABEL + label


def _result(ref: Ref, text: _Text) -> str:
    return text.text if ref.negative == text.negative else f"-{text.inside(PRODUCT)}"


class _Names:
    """Unique identifiers: labels as they are, numbered where two quantities share one."""

    def __init__(self, reserved: Collection[str]) -> None:
        self._taken = set(reserved)
        self._count = 0

    def fresh(self, label: str | None) -> str:
        while label is None:
            self._count += 1
            label = f"t{self._count}" if f"t{self._count}" not in self._taken else None
        name, copy = label, 1
        while name in self._taken:
            copy += 1
            name = f"{label}_v{copy}"
        self._taken.add(name)
        return name
