"""Linear combinations in words: the parameters of bodies and joints that act together as one entry of `pi`."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from symdyn.algebra.decimals import to_float
from symdyn.algebra.exact import Exact

MOST_TERMS = 12  # a reader of more wants the manifest, which has all of them, exactly
WIDTH = 100


def combination_text(pivot: str, weights: Sequence[tuple[str, Exact]]) -> str:
    """Return a sum with coefficients of six digits, the parameter that it is named after first."""
    terms = sorted(weights, key=lambda term: term[0] != pivot)
    text = ""
    for name, weight in terms[:MOST_TERMS]:
        value = to_float(weight)
        size = f"{abs(value):.6g}"
        sign = " - " if value < 0 else " + "
        text += sign + (name if size == "1" else f"{size}*{name}")
    beyond = len(terms) - MOST_TERMS
    return text.removeprefix(" + ") + (f" + {beyond} more" if beyond > 0 else "")


def parameter_rows(names: Sequence[str], weights: Sequence[Sequence[tuple[str, Exact]]]) -> tuple[str, ...]:
    """Return a table of all entries of `pi`, in lines of a readable width."""
    rows: list[str] = []
    for i, (name, combined) in enumerate(zip(names, weights, strict=True)):
        head = f"{f'pi[{i}]':<{len(f'pi[{len(names) - 1}]')}}  "
        first, *others = wrap(combination_text(name, combined), WIDTH, break_long_words=False, break_on_hyphens=False)
        rows += [head + first, *(" " * (len(head) + 2) + line for line in others)]
    return tuple(rows)
