"""The words of an expression: numbers, names and operators, each with its column."""

from __future__ import annotations

import re
from dataclasses import dataclass

from symdyn.model.text.tree import quoted

MAX_LENGTH = 2000  # characters of an expression
MAX_DIGITS = 60  # of a number
MAX_EXPONENT = 330  # of a number such as 1e-3: every double that Python prints is read

_NUMBER = r"(?P<number>(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?)"
_NAME = r"[A-Za-z_][A-Za-z0-9_]*"
_OPERATOR = r"(?P<operator>\*\*|[-+*/()])"
_WORD = re.compile(rf"{_NUMBER}|(?P<name>{_NAME})|{_OPERATOR}")
_DOTTED_WORD = re.compile(rf"{_NUMBER}|(?P<name>{_NAME}(?:\.{_NAME})?)|{_OPERATOR}")  # parameters: link2.Ixx
_SPACE = re.compile(r"[ \t\r\n]*")


class ExpressionError(ValueError):
    """An expression is wrong at a column (counted from one)."""

    def __init__(self, what: str, column: int) -> None:
        """Say ``what`` is wrong, and where."""
        super().__init__(f"column {column}: {what}")


@dataclass(frozen=True, slots=True)
class Token:
    """One word of an expression; kind is number, name, operator or end."""

    kind: str
    text: str
    column: int

    def __str__(self) -> str:
        """Name the token in a message."""
        return "the end" if self.kind == "end" else quoted(self.text)


def tokens(text: str, *, dotted: bool = False) -> tuple[Token, ...]:
    """Split an expression into its words; the last one is always the end. Names may be ``dotted``, or are plain."""
    word = _DOTTED_WORD if dotted else _WORD
    if len(text) > MAX_LENGTH:
        raise ExpressionError(f"the expression is longer than {MAX_LENGTH} characters", MAX_LENGTH + 1)
    words = []
    position = _end_of_space(text, 0)
    while position < len(text):
        match = word.match(text, position)
        if match is None:
            what = f"{quoted(text[position])} has no meaning here{_advice(text, position)}"
            raise ExpressionError(what, position + 1)
        kind = str(match.lastgroup)
        words.append(Token(kind, match.group(), position + 1))
        position = _end_of_space(text, match.end())
        if kind == "number":
            _check_number(words[-1], text[match.end() : match.end() + 1])
    return (*words, Token("end", "", len(text) + 1))


def _end_of_space(text: str, position: int) -> int:
    match = _SPACE.match(text, position)
    return match.end() if match else position


def _advice(text: str, position: int) -> str:
    if text[position] == "^":
        return "; powers are written **"
    if text[position] == ".":
        return "; infinite numbers and NaN are refused, and names have no dots"
    return "; expressions are made of numbers, names, + - * / ** and parentheses"


def _check_number(token: Token, next_character: str) -> None:
    """Refuse numbers that are ambiguous (010, 0x1F, 1_000) or long enough to stop the machine."""
    mantissa, _, exponent = token.text.lower().partition("e")
    if next_character.isalpha() or next_character == "_":
        what = f"a number cannot go on with {next_character!r}; write decimals such as 1000 or 1e3"
        raise ExpressionError(what, token.column)
    if len(mantissa) > 1 and mantissa[0] == "0" and mantissa[1] != ".":
        what = f"the number {quoted(token.text)} starts with 0; numbers are decimal, write it without"
        raise ExpressionError(what, token.column)
    if len(mantissa) > MAX_DIGITS:
        raise ExpressionError(f"the number has more than {MAX_DIGITS} digits", token.column)
    if len(exponent) > 5 or (exponent and abs(int(exponent)) > MAX_EXPONENT):
        raise ExpressionError(f"the exponent of {quoted(token.text)} is beyond {MAX_EXPONENT}", token.column)
