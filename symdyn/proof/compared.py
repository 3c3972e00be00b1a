"""Whether what is claimed of a kernel is about all of it: no claim, and one about some entries, proves too little.

Outputs are changed, line by line along every axis: rows and columns of a matrix, entries of a vector. A claim that
still holds does not depend on what was changed. Truths that were asked for once are kept, since most do not depend on
outputs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from symdyn.proof.claims import Claims
from symdyn.proof.directions import Direction
from symdyn.proof.point import Point
from symdyn.proof.truth import Truth

Lines = tuple[Any, ...]


class Kept:
    """A truth whose answers are kept."""

    def __init__(self, truth: Truth) -> None:
        """Keep nothing yet."""
        self._truth = truth
        self._kept: dict[tuple[str, str], Any] = {}

    def __getattr__(self, name: str) -> Any:
        """Return a value, or a method that answers the same question once."""
        value = getattr(self._truth, name)
        return self._once(name, value) if callable(value) else value

    def _once(self, name: str, ask: Callable[..., Any]) -> Callable[..., Any]:
        def answer(*arguments: Any) -> Any:
            asked = (name, repr([np.asarray(one, dtype=object).tolist() for one in arguments]))
            if asked not in self._kept:
                self._kept[asked] = ask(*arguments)
            return self._kept[asked]

        return answer


def not_compared(
    claims: Claims, at: Point, truth: Any, outputs: Sequence[np.ndarray], names: Sequence[str]
) -> Iterator[str]:
    """Yield names of outputs of which some line may be anything without a claim that fails."""
    for k, (name, output) in enumerate(zip(names, outputs, strict=True)):
        for lines in _lines(output):
            changed = [*outputs[:k], _changed(output, lines), *outputs[k + 1 :]]
            if all(at.equal(found, expected) for _, found, expected in claims(at, truth, tuple(changed))):
                yield name
                break


def _lines(output: np.ndarray) -> Iterator[Lines]:
    for axis, length in enumerate(output.shape):
        for i in range(length):
            yield (*(slice(None),) * axis, i)


def _changed(output: np.ndarray, lines: Lines) -> np.ndarray:
    """Return an output with other entries in some lines: no two differ by as much, so that they do not cancel."""
    other = output.copy()
    more = np.arange(1, output.size + 1).astype(object).reshape(output.shape)
    for number in np.ravel(more[lines]):
        place = np.unravel_index(int(number) - 1, output.shape)
        value = output[place]
        other[place] = (
            Direction(value.x + more[place], value.y) if isinstance(value, Direction) else value + more[place]
        )
    return other
