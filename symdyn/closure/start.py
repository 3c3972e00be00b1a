"""Where the loops of a robot are closed, near `closed_at`, with sixty digits: where every kind of closure starts.

Scalars: numbers with sixty digits, of which a closed position keeps about fifty; ranks are told from zeros at twenty.
         With more digits where a position is asked for `in_detail`.

Loops and couplings are equations Φ(q) = 0 of the tree's joints. The joints that are not actuated are moved by Newton's
method until all hold. There the Jacobian says how many coordinates are free, and which joints determine the others.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import combinations, islice
from typing import Any, NoReturn

from symdyn.algebra.decimals import evaluation, mp_context, to_mpf
from symdyn.algebra.exact import Exact
from symdyn.closure.cut_equations import CutFrames, cut_frames
from symdyn.errors import InputError
from symdyn.joints.cut import in_words
from symdyn.mechanism.kinematics import WorldPose, world_poses
from symdyn.mechanism.mechanism import Mechanism, Pose, poses
from symdyn.mechanism.over_ring import mechanism_over
from symdyn.model.bind import bind_symbols
from symdyn.model.closing import Closing
from symdyn.model.equal_robots import shared
from symdyn.model.robot import NumericRobot, Robot

Number = Any  # of mpmath
Rows = list[list[Number]]

LARGEST_REFINEMENT = 0.05  # rad or m: beyond, Newton's method may have found another way of assembling
MEANT = 1e-3  # rad or m: as closed as `closed_at` is meant to be; what is less so is told
CLOSED = mp_context.mpf(10) ** -45
ROUNDED = 1e-6  # rad or m: where Newton's method finds nothing from loops as closed as that, the position is singular
MORE_DIGITS = 160  # where fractions are to be told of which both parts are long
SPARE_DIGITS = 15  # which rounding on the way to a closed position may take
NEGLIGIBLE = mp_context.mpf(10) ** -20  # beside the largest pivot
STEPS = 60
LONGEST_CHANGE = 0.1  # rad or m, towards where they are closed best
MOST_SETS = 3  # of joints that would do, in a message
MOST_TRIED = 2000


def lift(constant: Exact) -> Number:
    """Return a constant with sixty digits."""
    return to_mpf(constant, {})


class Numeric:
    """A closed robot's equations in numbers; symbols have their values."""

    def __init__(self, robot: Robot, lift: Callable[[Exact], Number] = lift, closed: Number = CLOSED) -> None:
        """Carry the tree's geometry into numbers, once; where loops are ``closed``, equations are off by no more."""
        self.lift, self._closed = lift, closed
        self.robot: NumericRobot = bind_symbols(robot)
        assert self.robot.closing is not None
        self.closing: Closing = self.robot.closing
        self.joints = self.robot.tree.moving_joints
        self.mechanism: Mechanism[Number] = mechanism_over(self.robot.tree, self.lift)
        self._offsets = [self.lift(joint.offset) for joint in self.joints]

    def _poses(self, q: Sequence[Number]) -> Sequence[Pose[Number]]:
        angles = [x + offset for x, offset in zip(q, self._offsets, strict=True)]
        c, s = ([function(angle) for angle in angles] for function in (mp_context.cos, mp_context.sin))
        return poses(self.mechanism, q, c, s, eased=False)

    def world(self, q: Sequence[Number]) -> list[WorldPose[Number]]:
        """Return where all links are."""
        return world_poses(self.mechanism, self._poses(q))

    def frames(self, q: Sequence[Number]) -> list[CutFrames[Number]]:
        """Return the frames of all cut joints."""
        return cut_frames(self.closing.loops, self.mechanism, self._poses(q), self.lift)

    def equations(self, q: Sequence[Number]) -> tuple[list[Number], Rows]:
        """Return Φ, and its Jacobian by the tree's joints."""
        values, rates = [], []
        for coupling in self.closing.couplings:
            row = [mp_context.mpf(0)] * len(q)
            row[coupling.joint] = mp_context.mpf(1)
            for other, factor in coupling.factors:
                row[other] -= self.lift(factor)
            values.append(sum(a * x for a, x in zip(row, q, strict=True)) - self.lift(coupling.plus))
            rates.append(row)
        for frames in self.frames(q):
            values += frames.rows()
            rates += frames.row_rates()
        return values, [[mp_context.mpf(x) for x in row] for row in rates]

    def closed(self, q: Sequence[Number], held: Collection[int]) -> list[Number] | None:
        """Return the closed position near ``q`` with the ``held`` joints as they are; None where Newton finds none."""
        found = [mp_context.mpf(x) for x in q]
        dependent = [i for i in range(len(found)) if i not in held]
        for _ in range(STEPS):
            values, rates = self.equations(found)
            size = max((abs(x) for x in values), default=0)
            if size < self._closed:
                return found
            change = _least_squares([[row[i] for i in dependent] for row in rates], values)
            for i, x in zip(dependent, change, strict=True):
                found[i] -= x
            if max((abs(x) for x in change), default=0) > 10:
                return None
        return None


@dataclass(frozen=True, slots=True)
class Start:
    """A closed position of the tree, as `closed_at` means it, and the Jacobian of all equations there."""

    numeric: Numeric
    q: list[Number]
    jacobian: Rows

    @property
    def dependent(self) -> list[int]:
        """The joints that are not actuated."""
        return [i for i in range(len(self.q)) if i not in self.numeric.closing.actuated]

    @contextmanager
    def in_detail(self) -> Iterator[Start]:
        """Give the same position with more digits, and let numbers have as many meanwhile."""
        with mp_context.workdps(MORE_DIGITS):
            numeric = Numeric(self.numeric.robot, evaluation(), mp_context.mpf(10) ** (SPARE_DIGITS - MORE_DIGITS))
            q = numeric.closed(self.q, numeric.closing.actuated) or self.q
            yield Start(numeric, q, numeric.equations(q)[1])


def start_of(robot: Robot) -> Start:
    """Close a robot's loops, or say in one line why they cannot be, or why its `actuated` does not fit."""
    return shared(robot, "start", lambda: _closed_start(robot))


def _closed_start(robot: Robot) -> Start:
    numeric = Numeric(robot)
    closing = numeric.closing
    wanted = _wanted(closing)
    names = [joint.name for joint in numeric.joints]
    q = numeric.closed(wanted, closing.actuated)
    far = "" if q is None else _refinement(numeric, q, LARGEST_REFINEMENT)
    if q is None or far:
        _refuse_degrees(numeric, wanted)
    if q is None:
        _refuse_open_loops(numeric, wanted, names)
    if far:
        raise InputError(far, field="closed_at")
    _, jacobian = numeric.equations(q)
    start = Start(numeric, q, jacobian)
    _refuse_wrong_coordinates(start, names)
    return start


def unclosed_note(robot: Robot) -> str:
    """Say in one line that `closed_at` is less closed than it is meant to be; nothing where it is, or of a tree."""
    if robot.closing is None or not robot.closing.loops:
        return ""
    start = start_of(robot)
    far = _refinement(start.numeric, start.q, MEANT)
    return f"closed_at: {far} The position found near it is taken" if far else ""


def _refuse_degrees(numeric: Numeric, wanted: Sequence[Number]) -> None:
    """Say so where loops that do not close do with all angles taken for degrees."""
    given = numeric.closing.closed_at
    turning = [joint.kind.keeps_its_axis for joint in numeric.joints]
    in_radians = [x * mp_context.pi / 180 if turns else x for x, turns in zip(wanted, turning, strict=True)]
    q = numeric.closed(in_radians, numeric.closing.actuated)
    if q is None or max((abs(x - y) for x, y in zip(q, in_radians, strict=True)), default=0) > LARGEST_REFINEMENT:
        return
    found = ", ".join(
        f"{joint.name}: {float(x):.6g}" for joint, x, y in zip(numeric.joints, q, given, strict=True) if y is not None
    )
    raise InputError(f"these angles look like degrees; in radians they are {{{found}}}", field="closed_at")


def _refinement(numeric: Numeric, q: Sequence[Number], most: float) -> str:
    """Say which joint was moved by more than so much, and where all of them are; nothing where none was."""
    names, given = [joint.name for joint in numeric.joints], numeric.closing.closed_at
    apart = {i: float(abs(q[i] - x)) for i, x in enumerate(given) if x is not None}
    far = next((i for i, by in apart.items() if by > most), None)
    if far is None:
        return ""
    found = ", ".join(f"{names[i]}: {float(q[i]):.6g}" for i in apart)
    return f"{names[far]} is {apart[far]:.3g} from where the loops are closed; did you mean {{{found}}}?"


def _refuse_open_loops(numeric: Numeric, wanted: Sequence[Number], names: Sequence[str]) -> NoReturn:
    """Say why loops do not close with the actuated joints where they are: some of these may depend on each other."""
    nearest = _nearest(numeric, wanted)
    q = numeric.closed(nearest, ())
    if q is not None:
        _refuse_wrong_coordinates(Start(numeric, q, numeric.equations(q)[1]), names)
    _refuse_singular(numeric, wanted)
    what = _gap_in_words(numeric, nearest)
    raise InputError(f"{what}; give a position in which every loop is closed, to 1e-3", field="closed_at")


def _refuse_singular(numeric: Numeric, wanted: Sequence[Number]) -> None:
    """Say so where loops are closed but for rounding, which nothing near it undoes with the actuated joints held."""
    values, _ = numeric.equations(wanted)
    gap = max(map(abs, values))
    if gap > ROUNDED:
        return
    what = f"the loops are closed here, to {float(gap):.1g}, but the position is singular"
    why = "the actuated joints do not determine the others there"
    raise InputError(f"{what}: {why}; give one away from it, or other actuated joints", field="closed_at")


def _nearest(numeric: Numeric, wanted: Sequence[Number]) -> list[Number]:
    """Return a position in which loops are closed as nearly as can be, all joints being free to move."""
    q = list(wanted)
    for _ in range(STEPS):
        values, rates = numeric.equations(q)
        change = _least_squares(rates, values)
        far = max(1, max(abs(x) for x in change) / LONGEST_CHANGE)
        q = [x - by / far for x, by in zip(q, change, strict=True)]
    return q


def _gap_in_words(numeric: Numeric, q: Sequence[Number]) -> str:
    """Say by how much loops stay open in such a position."""
    values, _ = numeric.equations(q)
    rows = [("a coupling", "its factors and plus agree")] * len(numeric.closing.couplings)
    rows += [(loop.name, what) for loop in numeric.closing.loops for what in in_words(loop.kind)]
    gap, (loop, what) = max(zip(map(abs, values), rows, strict=True), key=lambda one: one[0])
    if gap < MEANT:
        return "the loops cannot be closed near it with the actuated joints as they are"
    return f"{loop} cannot be closed near it, wherever the joints are: that {what} is off by {float(gap):.3g}"


def _wanted(closing: Closing) -> list[Number]:
    """Return the position to start from: `closed_at`, and followers of joints that it does not name where they are."""
    q = [mp_context.mpf(0 if x is None else x) for x in closing.closed_at]
    for coupling in closing.couplings:
        if closing.closed_at[coupling.joint] is None:
            q[coupling.joint] = sum((lift(f) * q[i] for i, f in coupling.factors), lift(coupling.plus))
    return q


def _refuse_wrong_coordinates(start: Start, names: Sequence[str]) -> None:
    actuated = start.numeric.closing.actuated
    free = len(names) - rank(start.jacobian)
    if free == 0:
        raise InputError("the loops leave nothing free to move here: the robot is rigid", field="loops")
    if free != len(actuated):
        what = f"the loops leave {free} coordinate{'s' * (free != 1)} free, actuated names {len(actuated)}"
        raise InputError(f"{what}; {_would_do(start, free, names)}", field="actuated")
    if rank([[row[i] for i in start.dependent] for row in start.jacobian]) < len(start.dependent):
        what = "these joints do not determine the others where the loops are closed"
        raise InputError(f"{what}; {_would_do(start, free, names)}", field="actuated")


def _would_do(start: Start, free: int, names: Sequence[str]) -> str:
    sets = list(islice(determining(start, free), MOST_SETS))
    if not sets:
        return "give another position in closed_at, which may be singular"
    return "for example " + " or ".join(f"[{', '.join(names[i] for i in chosen)}]" for chosen in sets)


def determining(start: Start, free: int) -> Iterator[tuple[int, ...]]:
    """Yield sets of joints that determine the others."""
    following = {coupling.joint for coupling in start.numeric.closing.couplings}
    usable = [i for i in range(len(start.q)) if i not in following]
    for chosen in islice(combinations(usable, free), MOST_TRIED):
        rest = [i for i in range(len(start.q)) if i not in chosen]
        if rank([[row[i] for i in rest] for row in start.jacobian]) == len(rest):
            yield chosen


def rates_of(start: Start, jacobian: Rows) -> Rows:
    """Return E: how fast the joints that are not actuated move with each that is, by rows."""
    actuated, dependent = start.numeric.closing.actuated, start.dependent
    columns = [
        _least_squares([[row[i] for i in dependent] for row in jacobian], [row[j] for row in jacobian])
        for j in actuated
    ]
    return [[-column[k] for column in columns] for k in range(len(dependent))]


def rank(rows: Rows) -> int:
    """Return how many rows are independent."""
    return len(_eliminated([list(row) for row in rows], len(rows[0]) if rows else 0))


def _least_squares(rows: Rows, values: Sequence[Number]) -> list[Number]:
    """Return x with rows x = values as nearly as can be; unknowns that nothing determines stay zero."""
    count = len(rows[0]) if rows else 0
    # twice the digits are lost in normal equations, and more than enough remain
    normal = [
        [sum(row[i] * row[j] for row in rows) for j in range(count)]
        + [sum(row[i] * value for row, value in zip(rows, values, strict=True))]
        for i in range(count)
    ]
    pivots = _eliminated(normal, count)
    x = [mp_context.mpf(0)] * count
    for row, column in pivots:
        x[column] = normal[row][count] / normal[row][column]
    return x


def _eliminated(rows: Rows, columns: int) -> list[tuple[int, int]]:
    """Eliminate in place with the largest pivots; return where they stand, nothing above or below them."""
    found: list[tuple[int, int]] = []
    open_rows = set(range(len(rows)))
    largest = max((abs(x) for row in rows for x in row[:columns]), default=mp_context.mpf(0))
    open_columns = set(range(columns))
    while open_rows and open_columns:
        i, j = max(((i, j) for i in open_rows for j in open_columns), key=lambda at: abs(rows[at[0]][at[1]]))
        if abs(rows[i][j]) <= NEGLIGIBLE * largest:
            break
        for other in range(len(rows)):
            if other != i and rows[other][j]:
                factor = rows[other][j] / rows[i][j]
                rows[other] = [a - factor * b for a, b in zip(rows[other], rows[i], strict=True)]
        found.append((i, j))
        open_rows.remove(i)
        open_columns.remove(j)
    return found
