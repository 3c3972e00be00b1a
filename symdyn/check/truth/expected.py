"""What the witness is asked about a kernel at a sample.

The witness knows the full parameter vector. The minimal regressors are columns of its full ones, or combinations
of them where the file calls parameters unknown. That `pi` with these columns makes the same torques is for the kernels
that take `pi`, and for the laws, to show. Potential energy is counted from q = 0. The precise witness is asked the same
way, with exact parameters, and what it says is rounded once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from symdyn.algebra.decimals import to_float
from symdyn.algebra.exact import Exact
from symdyn.check.setting import Sample, Setting
from symdyn.check.truth.parameters import takes_roots
from symdyn.check.truth.precise_witness import PreciseWitness, many_digits
from symdyn.check.truth.states import State
from symdyn.closure.door import closure_of
from symdyn.closure.iterative_closure import IterativeClosure
from symdyn.closure.together import Together
from symdyn.dynamics.regressors.known_unknown import directions
from symdyn.dynamics.setting import is_closed_by_newton
from symdyn.kernels.table import KERNELS
from symdyn.model import NumericRobot
from symdyn.parameters.pi import pi_pivots
from symdyn.reference import Witness

CLOSING = ("loops", "actuated", "closed_at")  # what closes a tree


@dataclass(frozen=True, slots=True)
class Asked:
    """A sample, and the witness that is asked about it: the numeric one, or precisely the exact one."""

    setting: Setting
    sample: Sample
    precisely: bool = False
    tip: str = ""  # where it is not the robot's

    @property
    def robot(self) -> NumericRobot:
        """The robot."""
        return self.setting.robot

    @property
    def witness(self) -> Witness | PreciseWitness:
        """Who is asked; both answer to the same names."""
        witness = self.setting.precise if self.precisely else self.setting.witness
        return witness.of_tip(self.tip) if self.tip else witness

    @property
    def state(self) -> State:
        """Values of the inputs, by name."""
        return self.sample.state

    @property
    def full(self) -> Any:
        """The full parameter vector, as the witness read it."""
        parameters = self.sample.parameters
        return _many_digits(parameters.read_exactly) if self.precisely else parameters.read

    @property
    def pivots(self) -> list[int]:
        """The columns of full regressors that minimal ones have."""
        return list(pi_pivots(self.robot))

    @property
    def directions(self) -> Any:
        """How the full parameters change with the adapted ones, as columns."""
        lift: Callable[[Exact], Any] = many_digits if self.precisely else to_float
        rows = [direction.over(lift) for direction in directions(self.robot, pi_pivots(self.robot))]
        return np.array(rows, object if self.precisely else np.float64).T

    def regressor(self, name: str) -> Any:
        """Return a regressor of the full vector, remembered: the slowest thing to compute is needed several times."""
        remembered, key = self.setting.remembered, (name, self.state.label, self.precisely)
        if key not in remembered:
            remembered[key] = getattr(self.witness, name)(*(self.state[port] for port in KERNELS[name].inputs))
        return remembered[key]

    def rubbing(self, name: str) -> Any:
        """Return the same with friction at qd_f."""
        return self.regressor(name) + self.friction_apart()

    def friction_apart(self) -> Any:
        """Return by how much columns of friction at qd_f are more than those at qd."""
        return self.witness.friction_apart(*(self.state[port] for port in ("q", "qd", "qd_f", "sign_f")))


Expected = Callable[[Asked], Any]
"""What a kernel should say: one array, or a tuple of them in the order of its outputs."""


def answer(kernel: str) -> Expected:
    """The witness's own answer to the kernel's name, with the full vector where the kernel takes `pi`."""

    def expected(at: Asked) -> Any:
        arguments = [at.full if port == "pi" else at.state[port] for port in KERNELS[kernel].inputs]
        return getattr(at.witness, kernel)(*arguments)

    return expected


def minimal_columns(regressor: str) -> Expected:
    """Return the columns of the pivots, of a regressor of the witness."""
    return lambda at: at.regressor(regressor)[:, at.pivots]


def adapting(regressor: str) -> Expected:
    """Return a torque, and its power on s along the directions that adapt."""

    def expected(at: Asked) -> Any:
        Y = at.rubbing(regressor)
        return Y @ at.full, at.state["s"] @ (Y @ at.directions)

    return expected


def walker(at: Asked) -> Any:
    """Return Walker's torque, and its power on s along every parameter of the full vector."""
    Y = at.witness.regressor_walker(*(at.state[port] for port in ("q", "qd", "qd_r", "qdd_r"))) + at.friction_apart()
    return Y @ at.full, at.state["s"] @ Y


def filtered(at: Asked) -> Any:
    """Return the minimal columns of both parts of the regressor without accelerations."""
    return tuple(part[:, at.pivots] for part in at.witness.regressor_filtered(at.state["q"], at.state["qd"]))


def loop_motion(at: Asked) -> Any:
    """Return where the tree's joints are, and how they move; angles that roots lead to are within half a turn."""
    q, E, drift = at.witness.loop_motion(at.state["q"], at.state["qd"])
    closing = at.robot.closing
    if closing is not None and takes_roots(at.robot) and not is_closed_by_newton(at.robot):
        joints = at.robot.tree.moving_joints
        followed = [i for i, joint in enumerate(joints) if joint.kind.turns and i not in closing.actuated]
        q = np.array([_within_half_a_turn(x) if i in followed else x for i, x in enumerate(q)])
    closure = closure_of(at.robot)
    if isinstance(closure, IterativeClosure):
        given = dict(zip(closure.passive, at.state["passive"], strict=True))
        q = np.array([given.get(i, x) for i, x in enumerate(q)])  # these are handed on
    return q, E, drift


def unmoved(at: Asked) -> Any:
    """Return what a step towards closed loops gives where they are closed: no change."""
    return np.zeros(len(at.state["passive"]))


def assembled(at: Asked) -> Any:
    """Return where the joints are that follow, as the robot was assembled; angles of steps are within half a turn."""
    closure = closure_of(at.robot)
    assert isinstance(closure, IterativeClosure), "only there joints are found together"
    q, _, _ = at.witness.loop_motion(at.state["q"], at.state["qd"])
    stepped = {one[0].joint for one in closure.way or () if not isinstance(one, Together)}
    angles = {i for i in stepped if at.robot.tree.moving_joints[i].kind.turns}
    return np.array([_within_half_a_turn(q[i]) if i in angles else q[i] for i in closure.passive]), np.ones(1)


def _within_half_a_turn(angle: Any) -> Any:
    return angle - 2 * np.pi * np.ceil(float(angle) / (2 * np.pi) - 0.5)


def potential_energy(at: Asked) -> Any:
    """Return the potential energy, counted from q = 0."""
    if takes_roots(at.robot):
        return _potential_of_pi(at)
    energy = at.witness.potential_energy
    try:
        at_zero = energy(np.zeros(at.robot.n), at.full)
    except ValueError:  # links in line there, from where the witness knows no way on: told from where they are closed
        start = at.setting.witness.closed_coordinates
        at_zero = energy(start, at.full) - float(at.setting.precise.potential_energy(start, at.full))
    return energy(at.state["q"], at.full) - at_zero


def _potential_of_pi(at: Asked) -> Any:
    """Return that of the bodies that `pi` stands for, counted from where all joints of the tree are zero."""
    names = at.robot.parameter_names
    full = np.zeros(len(names))
    full[at.pivots] = at.sample.parameters.pi
    tree = Witness({key: value for key, value in at.robot.source.items() if key not in CLOSING})
    of_tree = [x for name, x in zip(names, full, strict=True) if name in tree.parameter_names]
    here = at.setting.witness.potential_energy(at.state["q"], full)
    return here - tree.potential_energy(np.zeros(tree.n), of_tree)


def _many_digits(constants: Sequence[Exact]) -> Any:
    return np.array([many_digits(constant) for constant in constants], dtype=object)
