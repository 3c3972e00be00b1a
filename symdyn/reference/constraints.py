"""The equations that a closed tree fulfils, with their first and second derivatives by the tree's coordinates.

For cut joints, with frames A on the parent and B on the child, p their origins and x, y, z their axes, in base axes:

| type | equations |
|---|---|
| revolute | p_B - p_A = 0, z_A x z_B = 0 |
| prismatic | z_A x (p_B - p_A) = 0, x_A x x_B + y_A x y_B + z_A x z_B = 0 |
| universal | p_B - p_A = 0, x_A . y_B = 0 |
| spherical | p_B - p_A = 0 |
| fixed | p_B - p_A = 0, x_A x x_B + y_A x y_B + z_A x z_B = 0 |

Some follow from others; what is made of them must not mind. Couplings are equations too, linear ones.
"""

from dataclasses import dataclass, replace

import numpy as np

from symdyn.reference.closing import Closing
from symdyn.reference.kinematics import Kinematics, kinematics
from symdyn.reference.mechanism import Mechanism
from symdyn.reference.transforms import Array

X, Y, Z = range(3)
DOT = np.eye(3)[None]
CROSS = np.zeros((3, 3, 3))
for i, j, k in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
    CROSS[i, j, k], CROSS[i, k, j] = 1.0, -1.0


@dataclass(frozen=True, slots=True, eq=False)
class Expanded:
    """A vector at a configuration, with its derivatives: (m,), (m, N), and (m, N, N) where it was asked for."""

    value: Array
    first: Array
    bending: Array | None

    @property
    def second(self) -> Array:
        """(m, N, N)."""
        assert self.bending is not None, "it was not asked for"
        return self.bending

    def __add__(self, other: "Expanded") -> "Expanded":
        """Add vectors."""
        bending = None if self.bending is None else self.second + other.second
        return Expanded(self.value + other.value, self.first + other.first, bending)

    def __sub__(self, other: "Expanded") -> "Expanded":
        """Subtract vectors."""
        bending = None if self.bending is None else self.second - other.second
        return Expanded(self.value - other.value, self.first - other.first, bending)


class Constraints:
    """The equations of a closed tree, at any configuration of the tree."""

    def __init__(self, mechanism: Mechanism, closing: Closing) -> None:
        """Take the frames of cut joints as bodies that weigh nothing."""
        self._closing = closing
        frames = tuple(frame for cut in closing.cuts for frame in (cut.parent, cut.child))
        self._frames = replace(mechanism, bodies=frames)

    def __call__(self, q: Array, *, bends: bool = True) -> Expanded:
        """Return all equations, expanded at `q`, which may be complex; to the first order alone, if asked for that."""
        closing = self._closing
        flat = np.zeros((len(closing.plus), len(q), len(q))) if bends else None
        parts = [Expanded(closing.follows @ q - closing.plus, closing.follows, flat)]
        if closing.cuts:
            at = kinematics(self._frames, q, bends=bends)
            for index, cut in enumerate(closing.cuts):
                parts += _EQUATIONS[cut.type](at, 2 * index, 2 * index + 1)
        values, firsts = zip(*((part.value, part.first) for part in parts), strict=True)
        second = np.concatenate([part.second for part in parts]) if bends else None
        return Expanded(np.concatenate(values), np.concatenate(firsts), second)

    def cut_rates(self, q: Array) -> Array:
        """Return the rates of cut joints, child against parent, per unit of the tree's rates; rows as `rate_owners`."""
        if not self._closing.cuts:
            return np.zeros((0, len(q)))
        at = kinematics(self._frames, q, bends=False)
        return np.concatenate([_rates(at, cut.type, 2 * i) for i, cut in enumerate(self._closing.cuts)])

    @property
    def rate_owners(self) -> tuple[str, ...]:
        """Name of the cut joint that each row of `cut_rates` belongs to."""
        count = {"revolute": 1, "prismatic": 1, "universal": 2, "spherical": 3, "fixed": 0}
        return tuple(cut.name for cut in self._closing.cuts for _ in range(count[cut.type]))


def _rates(at: Kinematics, type_: str, a: int) -> Array:
    linear, angular = np.split(at.jacobian[a + 1] - at.jacobian[a], 2)
    first, second = at.rotation[a], at.rotation[a + 1]
    match type_:
        case "revolute":
            return np.asarray(first[:, Z] @ angular)[None]
        case "prismatic":
            return np.asarray(first[:, Z] @ linear)[None]
        case "universal":
            return np.stack([first[:, X] @ angular, second[:, Y] @ angular])
        case "spherical":
            return np.asarray(angular)
    return np.zeros((0, linear.shape[1]))


def _point(at: Kinematics, frame: int) -> Expanded:
    bending = None if at.bending is None else at.bending[frame, :3]
    return Expanded(at.position[frame], at.jacobian[frame, :3], bending)


def _axis(at: Kinematics, frame: int, axis: int) -> Expanded:
    """Return an axis a of a frame: it moves by w_i x a, and that by dw_i/dq_k x a + w_i x (w_k x a)."""
    a, spin = at.rotation[frame, :, axis], at.jacobian[frame, 3:]
    first = np.einsum("abc,bi,c->ai", CROSS, spin, a)
    if at.bending is None:
        return Expanded(a, first, None)
    d_spin = at.bending[frame, 3:]
    second = np.einsum("abc,bik,c->aik", CROSS, d_spin, a) + np.einsum("abc,bi,ck->aik", CROSS, spin, first)
    return Expanded(a, first, second)


def _product(form: Array, u: Expanded, w: Expanded) -> Expanded:
    """Return a bilinear form of two vectors, by the product rule."""
    value = np.einsum("abc,b,c->a", form, u.value, w.value)
    first = np.einsum("abc,bi,c->ai", form, u.first, w.value) + np.einsum("abc,b,ci->ai", form, u.value, w.first)
    if u.bending is None:
        return Expanded(value, first, None)
    crossed = np.einsum("abc,bi,cj->aij", form, u.first, w.first)
    return Expanded(
        value,
        first,
        np.einsum("abc,bij,c->aij", form, u.second, w.value)
        + crossed
        + crossed.swapaxes(1, 2)
        + np.einsum("abc,b,cij->aij", form, u.value, w.second),
    )


def _apart(at: Kinematics, a: int, b: int) -> Expanded:
    return _point(at, b) - _point(at, a)


def _tilted(at: Kinematics, a: int, b: int) -> Expanded:
    return _product(CROSS, _axis(at, a, Z), _axis(at, b, Z))


def _turned(at: Kinematics, a: int, b: int) -> Expanded:
    x, y, z = (_product(CROSS, _axis(at, a, axis), _axis(at, b, axis)) for axis in (X, Y, Z))
    return x + y + z


def _aside(at: Kinematics, a: int, b: int) -> Expanded:
    return _product(CROSS, _axis(at, a, Z), _apart(at, a, b))


def _leaning(at: Kinematics, a: int, b: int) -> Expanded:
    return _product(DOT, _axis(at, a, X), _axis(at, b, Y))


_EQUATIONS = {
    "revolute": lambda at, a, b: [_apart(at, a, b), _tilted(at, a, b)],
    "prismatic": lambda at, a, b: [_aside(at, a, b), _turned(at, a, b)],
    "universal": lambda at, a, b: [_apart(at, a, b), _leaning(at, a, b)],
    "spherical": lambda at, a, b: [_apart(at, a, b)],
    "fixed": lambda at, a, b: [_apart(at, a, b), _turned(at, a, b)],
}
