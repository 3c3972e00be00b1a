"""Control laws as their equations say, over any numbers: what generated controllers are held to.

Each takes a state, gains and a function that calls a kernel by name, and returns the torque and the rate of the
estimates. Safeguards are not here: dead zones, leakage and limits are idle where a law is compared with its equations.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

Kernel = Callable[..., Any]
Answer = tuple[Any, Any]


@dataclass(frozen=True, slots=True)
class Given:
    """What a law is given: where the robot is and should be, gains, estimates, and what it remembers."""

    q: Any
    qd: Any
    q_d: Any
    qd_d: Any
    qdd_d: Any
    qdd: Any  # measured, for the law that asks for it
    tau: Any  # measured, for those that only watch
    theta: Any
    pi: Any
    to_theta: Any  # u x k: how estimates are driven by what drives pi
    gains: Mapping[str, Any]
    memory: Mapping[str, Any]

    @property
    def reference(self) -> tuple[Any, Any, Any]:
        """qd_r = qd_d + Lambda (q_d - q), its rate, and s = qd - qd_r."""
        qd_r = self.qd_d + self.gains["Lambda"] * (self.q_d - self.q)
        qdd_r = self.qdd_d + self.gains["Lambda"] * (self.qd_d - self.qd)
        return qd_r, qdd_r, self.qd - qd_r

    @property
    def integral(self) -> Any:
        """Ki times the integral of s."""
        return self.gains["Ki"] * self.memory["integral"]

    @property
    def servo(self) -> Any:
        """qdd_d + Kv (qd_d - qd) + Kp (q_d - q)."""
        return self.qdd_d + self.gains["Kv"] * (self.qd_d - self.qd) + self.gains["Kp"] * (self.q_d - self.q)

    def rubbing(self, qd: Any) -> dict[str, Any]:
        """Velocity that friction is taken at, and its sign: in proportion below `friction_speed`."""
        speed = self.gains["friction_speed"]
        return {"qd_f": qd, "sign_f": np.array([_clipped(x, v) for x, v in zip(qd, speed, strict=True)], dtype=object)}


def _clipped(rate: Any, speed: Any) -> Any:
    """Return rate / speed between -1 and 1; with no speed, the sign."""
    if speed == 0:
        return (rate > 0) - (rate < 0)
    return max(-1, min(1, rate / speed))


def closed_by_newton(kernel: Kernel, q: Any, guess: Any) -> Any:
    """Ten steps of Newton's method, none of which moves a joint by more than one half, and what follows from them."""
    passive = guess
    for _ in range(10):
        change = kernel("close_step", q=q, passive=passive)
        passive = passive + change / max([1, *(2 * abs(x) for x in change)])
    return kernel("close_rest", q=q, passive=passive)[0]


def pd_gravity(at: Given, kernel: Kernel) -> Answer:
    """Tau = g + Kp (q_d - q) + Kd (qd_d - qd)."""
    held = kernel("gravity", q=at.q, pi=at.pi)
    return held + at.gains["Kp"] * (at.q_d - at.q) + at.gains["Kd"] * (at.qd_d - at.qd), 0 * at.theta


def computed_torque(at: Given, kernel: Kernel) -> Answer:
    """Torque of the acceleration that the servo asks for, with friction at qd_d + Kp / Kv (q_d - q)."""
    motion = {"q": at.q, "qd": at.qd, "qdd": at.servo}
    qd_r = at.qd_d + at.gains["Kp"] / at.gains["Kv"] * (at.q_d - at.q)
    return kernel("inverse_dynamics_friction", **motion, **at.rubbing(qd_r), pi=at.pi), 0 * at.theta


def slotine_li(at: Given, kernel: Kernel) -> Answer:
    """Tau = Y(q, qd, qd_r, qdd_r) pi - K s with friction at qd_r, and the estimates fall along Gamma Y' s."""
    qd_r, qdd_r, s = at.reference
    reference = {"q": at.q, "qd": at.qd, "qd_r": qd_r, "qdd_r": qdd_r, **at.rubbing(qd_r)}
    tau, w = kernel("adaptive_slotine_li", **reference, s=s, pi=at.pi)
    return tau - at.gains["K"] @ s - at.integral, -at.gains["Gamma"] * w


def slotine_li_composite(at: Given, kernel: Kernel) -> Answer:
    """As before, and along what the filtered torque's error says of the estimates."""
    tau, along = slotine_li(at, kernel)
    Y_f, tau_f = at.memory["Y_f"], at.memory["tau_f"]
    error = Y_f @ at.pi - tau_f
    return tau, along - at.gains["Gamma"] * (at.to_theta @ (Y_f.T @ (at.gains["composite"] * error)))


def slotine_li_modified(at: Given, kernel: Kernel) -> Answer:
    """Y takes qd itself: with feedback of s, or as a quasi-computed torque that asks for - Lambda s more."""
    qd_r, qdd_r, s = at.reference
    quasi = bool(at.gains["form"])
    a = qdd_r - at.gains["Lambda"] * s if quasi else qdd_r
    tau, w = kernel("adaptive_inverse_dynamics", q=at.q, qd=at.qd, qdd=a, **at.rubbing(qd_r), s=s, pi=at.pi)
    return (tau if quasi else tau - at.gains["K"] @ s) - at.integral, -at.gains["Gamma"] * w


def walker(at: Given, kernel: Kernel) -> Answer:
    """Walker's torque of the reference motion, with the full vector, and feedback of joints and of links."""
    qd_r, qdd_r, s = at.reference
    reference = {"q": at.q, "qd": at.qd, "qd_r": qd_r, "qdd_r": qdd_r, **at.rubbing(qd_r)}
    tau, w = kernel("adaptive_walker", **reference, s=s, parameters=at.theta)
    links = at.gains["link_feedback"] * (kernel("mass_matrix", q=at.q, pi=at.gains["I_0"]) @ s)
    return tau - at.gains["K"] @ s - links - at.integral, -at.gains["Gamma"] * w


def craig(at: Given, kernel: Kernel) -> Answer:
    """Computed torque; the estimates rise along Gamma Y'(qdd) M^-1 (ed + Psi e)."""
    rubbing = at.rubbing(at.qd_d)
    tau = kernel("inverse_dynamics_friction", q=at.q, qd=at.qd, qdd=at.servo, **rubbing, pi=at.pi)
    filtered = at.qd_d - at.qd + at.gains["Psi"] * (at.q_d - at.q)
    x = solved(kernel("mass_matrix", q=at.q, pi=at.pi), -filtered)
    _, w = kernel("adaptive_inverse_dynamics", q=at.q, qd=at.qd, qdd=at.qdd, **rubbing, s=x, pi=at.pi)
    return tau, -at.gains["Gamma"] * w


def optimal_feedback(at: Given, kernel: Kernel) -> Answer:
    """Torque of the desired motion, less the gains of position and velocity times the deviations."""
    motion = {"q": at.q_d, "qd": at.qd_d, "qdd": at.qdd_d}
    tau = kernel("inverse_dynamics_friction", **motion, **at.rubbing(at.qd_d), pi=at.pi)
    Kp, Kv, Ki = at.memory["gain"]
    return tau - Kp @ (at.q - at.q_d) - Kv @ (at.qd - at.qd_d) - Ki @ at.memory["integral"], 0 * at.theta


def solved(A: Any, b: Any) -> Any:
    """Solve A x = b by elimination, without choosing pivots: A is positive definite."""
    rows = np.concatenate([A, b[:, None]], axis=1)
    n = len(b)
    for i in range(n):
        rows[i] = rows[i] / rows[i, i]
        for j in range(n):
            if j != i:
                rows[j] = rows[j] - rows[j, i] * rows[i]
    return rows[:, n]


LAWS: dict[str, Callable[[Given, Kernel], Answer]] = {
    "pd_gravity": pd_gravity,
    "computed_torque": computed_torque,
    "slotine_li": slotine_li,
    "slotine_li_composite": slotine_li_composite,
    "slotine_li_modified": slotine_li_modified,
    "walker": walker,
    "craig": craig,
    "optimal_feedback": optimal_feedback,
}


def register(law: str, equations: Callable[[Given, Kernel], Answer]) -> None:
    """Say what a law of one's own is held to."""
    if law in LAWS:
        raise ValueError(f"the equations of a law {law} are known already; choose another name")
    LAWS[law] = equations
