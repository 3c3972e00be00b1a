"""Derivatives of torques where E changes with the position: by duals, one coordinate after the other.

Scalars: a field with the roots that loops take.

A tree's derivatives come from composite bodies, all at once (`dynamics.derivatives`). Where loops are closed, cosines
and sines of other joints, E and Ė change as well; duals carry all of it through the very equations of the torque.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from symdyn.algebra.dual import Dual, derivative_of, value_of
from symdyn.algebra.dual_functions import over_duals
from symdyn.algebra.scalar import ONE, ZERO, Scalar
from symdyn.dynamics.derivatives.torque import TorqueDerivatives
from symdyn.dynamics.setting import OF_PASSIVE, Setting, made_again
from symdyn.kernels.matrices import kernel_mass_matrix
from symdyn.kernels.torques import kernel_inverse_dynamics

S = TypeVar("S", bound=Scalar)


def along_coordinates(at: Setting[S]) -> TorqueDerivatives[S]:
    """Return torques with all that acts on joints, and their derivatives, of a robot with loops."""
    tau: Sequence[Any] = ()
    by_q, by_qd = [], []
    for k in range(at.n):
        of_q = _torque_along(at, "q", k)
        tau = [value_of(x) for x in of_q]
        by_q.append([derivative_of(x) for x in of_q])
        by_qd.append([derivative_of(x) for x in _torque_along(at, "qd", k)])
    (M,) = kernel_mass_matrix(at).outputs
    rows = [list(M[i * at.n : (i + 1) * at.n]) for i in range(at.n)]
    return TorqueDerivatives(tuple(tau), _transposed(by_q), _transposed(by_qd), rows, (), ())


def accelerated(at: Setting[S], qdd: Sequence[S]) -> Setting[S]:
    """Return a robot with loops at the same state, but for the accelerations of its coordinates."""
    assert at.origin is not None
    return made_again(at, at.origin.ring, {**at.origin.given, "qdd": tuple(qdd)})


def _torque_along(at: Setting[S], name: str, k: int) -> Sequence[Any]:
    """Return the torque of a robot whose coordinate k, or its rate, changes at the rate of one."""
    assert at.origin is not None
    given = {field: tuple(map(_still, values)) for field, values in at.origin.given.items()}
    c, s = at.origin.given["c"][k], at.origin.given["s"][k]
    slopes: Mapping[str, Any] = {"q": ONE, "c": -s, "s": c} if name == "q" else {"qd": ONE}
    for field, slope in slopes.items():
        values = list(given[field])
        values[k] = Dual(value_of(values[k]), slope)
        given[field] = tuple(values)
    if name == "q" and "passive" in given:
        given |= _following(at, k)
    (tau,) = kernel_inverse_dynamics(made_again(at, over_duals(at.origin.ring), given)).outputs
    return tau


def _following(at: Setting[S], k: int) -> dict[str, tuple[Any, ...]]:
    """Return the joints that follow while coordinate k changes at the rate of one: as fast as E says."""
    assert at.origin is not None and at.projection is not None
    rates = [dict(at.projection.E[i]).get(k, ZERO) for i in at.following]
    q, c, s = (at.origin.given[name] for name in ("passive", *OF_PASSIVE))
    slopes = (rates, [-y * v for y, v in zip(s, rates, strict=True)], [x * v for x, v in zip(c, rates, strict=True)])
    return {
        name: tuple(map(Dual, values, slope))
        for name, values, slope in zip(("passive", *OF_PASSIVE), (q, c, s), slopes, strict=True)
    }


def _still(x: Any) -> Any:
    return x if isinstance(x, int) else Dual(x, ZERO)


def _transposed(rows: Sequence[Sequence[S]]) -> list[list[S]]:
    return [list(row) for row in zip(*rows, strict=True)]
