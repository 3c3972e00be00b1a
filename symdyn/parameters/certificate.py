"""Establish a minimal set's certificate again, at other states and with other random images of the geometry.

Scalars: a finite field.
"""

from __future__ import annotations

from dataclasses import dataclass

from symdyn.model.robot import Robot
from symdyn.parameters.minimal_parameters import MinimalSet
from symdyn.parameters.regressor_samples import annihilates, column_rank, regressor_row_space

FRESH_SEED = 1  # any but 0, with which sets are derived


@dataclass(frozen=True, slots=True)
class Recheck:
    """What a second look found; `broken` are the parameters whose column is not what the set says."""

    states: int
    rank: int
    expected: int
    relations: int
    broken: tuple[str, ...]

    @property
    def passed(self) -> bool:
        """Whether the set is minimal and reproduces every column."""
        return self.rank == self.expected and not self.broken

    def __str__(self) -> str:
        """Say it in one line."""
        if self.broken:
            return f"the columns of {', '.join(self.broken)} are not reproduced"
        if self.rank != self.expected:
            return f"rank {self.rank} at {self.states} states, not {self.expected}"
        columns = f"all {self.relations} columns grouped away reproduced"
        return f"rank {self.rank} again at {self.states} other states; {columns}"


def recheck(robot: Robot, minimal: MinimalSet, seed: int = FRESH_SEED) -> Recheck:
    """Look again whether Y = Y[pivots] W, and whether the pivots' columns are independent."""
    space = regressor_row_space(robot, seed)
    present = [i for i, parameter in enumerate(robot.full_parameters) if not parameter.vanishes]
    dependent = [i for i in present if i not in set(minimal.pivots)]
    broken = []
    for column in dependent:
        relation = {column: 1}
        for pivot, row in zip(minimal.pivots, minimal.matrix, strict=True):
            if row[column]:
                relation[pivot] = -space.embedding(row[column]).value
        if not annihilates(space, relation):
            broken.append(robot.parameter_names[column])
    rank = min(column_rank(space, present), column_rank(space, list(minimal.pivots)))
    return Recheck(space.states, rank, len(minimal.pivots), len(dependent), tuple(broken))
