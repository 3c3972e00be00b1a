"""Where the joints of a closed tree are, and how they move with its coordinates: q = U(Q).

Loops are closed by continuation: from `closed_at` along a straight line in the actuated joints, a little at a time, by
Newton with least squares; or from a position that was found so before, where that is one such step away.

With J the Jacobian of all equations,

    J E = 0 with the identity in the actuated rows        E = dU/dQ
    J H_k = - (dJ/dQ_k) E, zero in those rows             H = d2U/dQ2

Equations outnumber unknowns where some follow from others. On the variety J has one rank, so a constant matrix that
picks its row space at a configuration makes of them as many as there are unknowns, near it, and all is analytic.
"""

from dataclasses import dataclass

import numpy as np

from symdyn.reference.closing import Closing
from symdyn.reference.constraints import Constraints, Expanded
from symdyn.reference.mechanism import Mechanism
from symdyn.reference.transforms import Array

LONGEST_STEP = 0.0937  # rad or m of any joint of a loop at a time; meets no round angle, where links are in line
SHORTEST_PART = 1e-6  # of the way: a loop that needs less does not close beyond
LARGEST_CORRECTION = 0.02  # rad or m: more, and Newton may have gone to another way of assembling the loop
FARTHEST_ASTRAY = 5 * LARGEST_CORRECTION  # on the way there: from farther, Newton's method seldom comes back
ROUNDED = 1e-12  # of the size of positions: the last bits of equations that a hundred are added up in
LARGEST_REFINEMENT = 0.05  # rad or m: `closed_at` is meant to be closed to 1e-3
NEGLIGIBLE = 1e-9  # of the largest singular value
MOST_KNOWN = 1000  # positions to remember: the way there is long, and many questions are asked at one
CLOSED = 1e-11  # m or rad, per metre or radian of the mechanism's size


@dataclass(frozen=True, slots=True, eq=False)
class Motion:
    """A configuration of the tree and how it changes: N joints, n coordinates, c rates of cut joints."""

    q: Array
    E: Array
    """(N, n) dq/dQ."""
    H: Array
    """(N, n, n) d2q/dQ2; the rate of E is H @ qd."""
    cut_rates: Array
    """(c, n) rates of cut joints per unit of the coordinates' rates."""


def motion_of_a_tree(q: Array) -> Motion:
    """Return the motion of a tree: its coordinates are its joints'."""
    n = len(q)
    return Motion(q, np.eye(n), np.zeros((n, n, n)), np.zeros((0, n)))


class Closure:
    """A closed tree: every joint as a function of the coordinates."""

    def __init__(self, mechanism: Mechanism, closing: Closing) -> None:
        """Close the loops near `closed_at`, or say why that cannot be done."""
        self._closing = closing
        self._constraints = Constraints(mechanism, closing)
        self.rate_owners = self._constraints.rate_owners
        self.has_motors = closing.has_motors
        count = len(mechanism.moving)
        self._actuated = list(closing.actuated)
        self._dependent = [i for i in range(count) if i not in closing.actuated]
        self._around = sorted(frozenset().union(*(cut.around for cut in closing.cuts)))
        found = self._corrected(closing.closed_at)
        if found is None:
            raise ValueError("closed_at: the loops cannot be closed near it")
        if self._around and np.abs(found - closing.closed_at)[self._around].max() > LARGEST_REFINEMENT:
            raise ValueError(f"closed_at: the loops are closed elsewhere, at {found.tolist()}")
        self._start = found
        self._rows(self._first(found))
        self._known: dict[bytes, tuple[Array, bool]] = {}

    @property
    def start(self) -> Array:
        """The coordinates at which the loops are closed as `closed_at` says."""
        return np.linalg.solve(self._closing.transmission, self._start[self._actuated])

    def __call__(self, coordinates: Array) -> Motion:
        """Return the motion at the coordinates, real ones or a complex step away from such."""
        gears = self._closing.transmission
        q, _ = self._closed(gears @ coordinates.real)
        rows = self._rows(self._first(q))
        E, H = self._derivatives(q, rows)
        if np.iscomplexobj(coordinates):
            # U is analytic, and the square of the step is nothing beside 1: its first order is all there is
            q = q + 1j * (E @ (gears @ coordinates.imag))
            E, H = self._derivatives(q, rows)
        rates = self._constraints.cut_rates(q) @ E
        return Motion(q, E @ gears, np.einsum("icd,ca,db->iab", H, gears, gears), rates @ gears)

    def passes_a_fold(self, coordinates: Array) -> bool:
        """Tell whether the way there leads through a position in which the coordinates cease to determine the rest.

        Ways of assembling meet there. The straight one is followed, and roots with fixed signs may take another.
        """
        return self._closed(self._closing.transmission @ coordinates)[1]

    def _closed(self, wanted: Array) -> tuple[Array, bool]:
        key = wanted.tobytes()
        if key not in self._known:
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            self._known[key] = self._from_near(wanted) or self._continued(wanted)
        return self._known[key]

    def _from_near(self, wanted: Array) -> tuple[Array, bool] | None:
        """Return what one step leads to from the nearest position that is known; None where it is too long."""
        plain = [q for q, folds in self._known.values() if not folds]
        if not plain or not self._around:
            return None
        near = min(plain, key=lambda q: float(np.abs(q[self._actuated] - wanted).max()))
        rows = self._rows(at := self._first(near))
        step = self._rates(at, rows) @ (wanted - near[self._actuated])
        if np.abs(step[self._around]).max() > LONGEST_STEP:
            return None
        found = self._stepped(near, step, 1.0)
        if found is None or self._is_beyond(near, found, rows):
            return None
        return self._exactly(found, wanted), False

    def _continued(self, wanted: Array) -> tuple[Array, bool]:
        """Follow the loops from where they are closed to where they are wanted; tell whether that passes a fold."""
        q, done, part, folds = self._start, 0.0, 1.0, False
        way = wanted - q[self._actuated]
        while done < 1.0:
            rows = self._rows(at := self._first(q))
            step = self._rates(at, rows) @ way
            fastest = np.abs(step[self._around]).max(initial=0.0)
            part = min(2 * part, 1.0 - done, LONGEST_STEP / fastest if fastest else 1.0)
            while (found := self._stepped(q, step, part)) is None:
                part /= 2
                if part < SHORTEST_PART:
                    raise ValueError(f"the loops cannot be closed at {wanted.tolist()}, only {done:.3f} of the way")
            folds = folds or self._is_beyond(q, found, rows)
            q, done = found, done + part
        return self._exactly(q, wanted), folds

    def _stepped(self, q: Array, step: Array, part: float) -> Array | None:
        """Return where a part of a step leads to; None where that is away from where it should."""
        ahead = q + part * step
        found = self._corrected(ahead, within=FARTHEST_ASTRAY)
        if found is None or np.abs(found - ahead)[self._around].max(initial=0.0) >= LARGEST_CORRECTION:
            return None
        return found

    def _exactly(self, q: Array, wanted: Array) -> Array:
        """Return a position with the actuated joints where they are wanted, and not where steps have rounded to."""
        q = q.copy()
        q[self._actuated] = wanted
        found = self._corrected(q)
        if found is None:
            raise ValueError(f"the loops cannot be closed at {wanted.tolist()}")
        return found

    def _first(self, q: Array) -> Expanded:
        """Return the equations to the first order."""
        return self._constraints(q, bends=False)

    def _is_beyond(self, q: Array, found: Array, rows: Array) -> bool:
        """Tell whether between two near positions the coordinates cease to determine the rest.

        What takes one Jacobian to the other is near the identity, but for what changes its sign there; that may be two
        things at once, of two loops that fold together, of which a determinant would show nothing.
        """
        if not self._dependent:
            return False
        here, there = (rows @ self._first(at).first[:, self._dependent] for at in (q, found))
        return bool((np.linalg.eigvals(np.linalg.solve(here, there)).real < 0).any())

    def _corrected(self, start: Array, within: float = np.inf) -> Array | None:
        """Return the closed configuration near `start` with the same actuated joints, or None.

        Newton's method is given up when it has led a joint of a loop farther than `within`.
        """
        q, before = start.copy(), np.inf
        for _ in range(30):
            at = self._first(q)
            change = np.linalg.lstsq(at.first[:, self._dependent], -at.value, rcond=NEGLIGIBLE)[0]
            q[self._dependent] += change
            size, last = 1.0 + np.abs(q).max(), np.abs(change).max(initial=0.0)
            if last < 1e-14 * size or before / 2 < last < ROUNDED * size:
                break  # as near as it can be, or what is left is rounding, and becomes no less
            if np.abs(q - start)[self._around].max(initial=0.0) > within:
                return None
            before = last
        residual = np.abs(self._first(q).value).max(initial=0.0)
        return q if residual < CLOSED * (1.0 + np.abs(q).max()) else None

    def _rows(self, at: Expanded) -> Array:
        """Return the rows that make as many equations as unknowns of all, or say how many coordinates are free."""
        left, sizes, _ = np.linalg.svd(at.first)
        rank = int((sizes > NEGLIGIBLE * sizes.max(initial=0.0)).sum())
        unknown, free = len(self._dependent), at.first.shape[1] - rank
        if rank != unknown:
            raise ValueError(f"the loops leave {free} coordinates free here, actuated names {len(self._actuated)}")
        rows = left[:, :rank].T
        sizes = np.linalg.svd(rows @ at.first[:, self._dependent], compute_uv=False)
        if rank and sizes.min() <= NEGLIGIBLE * sizes.max():
            raise ValueError("the actuated joints do not determine the others here")
        return np.asarray(rows)

    def _rates(self, at: Expanded, rows: Array) -> Array:
        """Return E by actuated joints, from equations picked by `rows`."""
        J, n = rows @ at.first, len(self._actuated)
        E = np.zeros((J.shape[1], n), dtype=J.dtype)
        E[self._actuated] = np.eye(n)
        if self._dependent:
            E[self._dependent] = -np.linalg.solve(J[:, self._dependent], J[:, self._actuated])
        return E

    def _derivatives(self, q: Array, rows: Array) -> tuple[Array, Array]:
        """Return E and H at `q` by actuated joints, from equations picked by `rows`."""
        at = self._constraints(q)
        J, dJ = rows @ at.first, np.einsum("ra,aij->rij", rows, at.second)
        N, n = len(q), len(self._actuated)
        E, H = self._rates(at, rows), np.zeros((N, n, n), dtype=J.dtype)
        if self._dependent:
            square = J[:, self._dependent]
            bent = np.einsum("rij,ia,jb->rab", dJ, E, E).reshape(len(square), n * n)
            H[self._dependent] = -np.linalg.solve(square, bent).reshape(len(square), n, n)
        return E, H
