"""Programs as statements a person would write: named quantities, with small expressions written out in place.

An instruction becomes a statement of its own when it has a label or is used more than once; otherwise it is written
inside the one expression that uses it, as long as that stays short. So products meet their sums in one expression,
which lets a compiler fuse them.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from symdyn.algebra.exact import Exact
from symdyn.emit.language import Language
from symdyn.ir.program import InputEntry, Op, Program, Ref

LONGEST_EXPRESSION = 96
SUM, PRODUCT, ATOM = 1, 2, 3  # binding strength of an expression's outermost operator
SYMBOLS = {Op.ADD: "+", Op.SUB: "-", Op.MUL: "*", Op.DIV: "/"}


@dataclass(frozen=True, slots=True)
class Statement:
    """A named quantity and the expression that computes it."""

    name: str
    expression: str


@dataclass(frozen=True, slots=True)
class Body:
    """Statements in order, then the expressions of all results in the order of the program's."""

    statements: tuple[Statement, ...]
    results: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Text:
    text: str
    strength: int

    def inside(self, strength: int) -> str:
        return self.text if self.strength >= strength else f"({self.text})"


def write_body(program: Program, language: Language, reserved: Collection[str]) -> Body:
    """Write a program's statements; names stay clear of the ``reserved`` ones."""
    uses = program.use_counts()
    in_results = {ref.index for ref in program.results}
    names = _Names(reserved)
    texts: list[_Text] = []
    statements: list[Statement] = []
    for index, instruction in enumerate(program.instructions):
        payload = instruction.payload
        if isinstance(payload, Exact):
            texts.append(_Text(language.literal(payload), ATOM))
            continue
        if isinstance(payload, InputEntry):
            texts.append(_Text(language.entry(payload), ATOM))
            continue
        text = _operation(instruction.op, [texts[i] for i in instruction.operands], language)
        label = program.labels[index]
        only_result = uses[index] == 1 and index in in_results
        inlined = uses[index] == 1 and (label is None or only_result) and len(text.text) <= LONGEST_EXPRESSION
        if not inlined:
            name = names.fresh(label)
            statements.append(Statement(name, text.text))
            text = _Text(name, ATOM)
        texts.append(text)
    return Body(tuple(statements), tuple(_result(ref, program, texts) for ref in program.results))


def _operation(op: Op, operands: list[_Text], language: Language) -> _Text:
    if op in language.functions:
        return _Text(f"{language.functions[op]}({operands[0].text})", ATOM)
    a, b = operands
    strength = PRODUCT if op in (Op.MUL, Op.DIV) else SUM
    # a - (b + c) and a / (b * c) need their brackets; a*(b*c) keeps them too, so that evaluation order stays as it is
    right_strength = strength + 1 if op is not Op.ADD else SUM + 1
    gap = " " if strength == SUM else ""
    return _Text(f"{a.inside(strength)}{gap}{SYMBOLS[op]}{gap}{b.inside(right_strength)}", strength)


def _result(ref: Ref, program: Program, texts: list[_Text]) -> str:
    text = texts[ref.index]
    if not ref.negative:
        return text.text
    instruction = program.instructions[ref.index]
    if instruction.op is Op.SUB and text.strength == SUM:  # written in place: -(a - b) is b - a
        a, b = (texts[i] for i in instruction.operands)
        return f"{b.inside(SUM)} - {a.inside(SUM + 1)}"
    return f"-{text.inside(ATOM)}"


class _Names:
    """Unique identifiers: labels as they are, numbered where two quantities share one."""

    def __init__(self, reserved: Collection[str]) -> None:
        self._taken = set(reserved)
        self._count = 0

    def fresh(self, label: str | None) -> str:
        if label is None:
            self._count += 1
            label = f"t{self._count}"
        name, copy = label, 1
        while name in self._taken:
            copy += 1
            name = f"{label}_v{copy}"
        self._taken.add(name)
        return name
