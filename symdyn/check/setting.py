"""What one check is done with: a robot, its witness, states, parameters; and how a kernel is called."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symdyn.check.truth.closable import closable
from symdyn.check.truth.mobility import mobility
from symdyn.check.truth.parameters import Parameters, parameter_sets, takes_roots
from symdyn.check.truth.precise_witness import PreciseWitness
from symdyn.check.truth.scale import Sizes, sizes
from symdyn.check.truth.states import State, states
from symdyn.check.truth.tolerance import TOLERANCES, Tolerance
from symdyn.check.truth.witness_twice import WitnessTwice
from symdyn.ir.program import Program
from symdyn.kernels.kernel import Kernel
from symdyn.kernels.tips import kernels_of_robot
from symdyn.model import NumericRobot
from symdyn.options import Options
from symdyn.package.proofs import claimed_closure
from symdyn.reference import Witness
from symdyn.runtime.kernels import Kernels
from symdyn.runtime.runner import DTYPES

Values = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Sample:
    """A state with parameters, the robot's sizes with them, and the witness's view of the mass matrix there.

    `mobility` is the largest entry of the inverse of M, None where M is not safely positive definite.
    """

    state: State
    parameters: Parameters
    sizes: Sizes
    mobility: float | None

    @property
    def label(self) -> str:
        """Name the sample in a message."""
        return f"{self.state.label}, {self.parameters.label}"

    @property
    def inputs(self) -> Mapping[str, Values]:
        """Every input of a kernel but `pi`."""
        return {**self.state.inputs, "parameters": self.parameters.full}


@dataclass(frozen=True, slots=True)
class Setting:
    """Everything that kernels are tried with; `programs` are the proved ones that their code was printed from."""

    robot: NumericRobot
    witness: Witness
    precise: PreciseWitness
    tolerance: Tolerance
    scalar: str
    samples: tuple[Sample, ...]
    programs: Mapping[str, Program]
    remembered: dict[tuple[str, str, bool], Any] = field(default_factory=dict, repr=False, compare=False)  # regressors
    law_errors: dict[tuple[str, str], float] = field(default_factory=dict, repr=False, compare=False)  # of programs

    @property
    def kernels(self) -> Mapping[str, Kernel]:
        """The kernels that the robot may have."""
        return kernels_of_robot(self.robot)

    @property
    def indefinite(self) -> tuple[Sample, ...]:
        """The samples at which the robot's mass matrix is not positive definite."""
        return tuple(sample for sample in self.samples if sample.mobility is None)


def setting(robot: NumericRobot, options: Options, programs: Sequence[Program] = ()) -> Setting:
    """Prepare the check of a robot's kernels that were generated with the given options."""
    witness = Witness(robot.source)
    precise = (
        WitnessTwice(witness, robot) if takes_roots(robot) else PreciseWitness(robot.source, claimed_closure(robot))
    )
    usual = states([joint.kind.slides for joint in robot.moving_joints], DTYPES[options.scalar])
    every_state = closable(usual, robot, witness)
    samples = []
    for parameters in parameter_sets(robot, witness, precise, folded=options.fold):
        of = sizes(robot, witness, parameters.read, every_state)
        for state in every_state:
            M = witness.mass_matrix(state["q"], parameters.read)
            samples.append(Sample(state, parameters, of, mobility(M)))
    by_name = {program.name: program for program in programs}
    return Setting(robot, witness, precise, TOLERANCES[options.scalar], options.scalar, tuple(samples), by_name)


def call(kernels: Kernels, name: str, inputs: Mapping[str, Values], pi: Values, guess: Values | None = None) -> Values:
    """Call a kernel with one sample or rows of them; outputs are flat, one row for each sample, in doubles.

    Joints that follow and are not among the inputs are found from ``guess``.
    """
    function = getattr(kernels, name)
    names = [port for port in function.inputs if port != "pi" and (port != "passive" or port in inputs)]
    rows = inputs[names[0]].shape[:-1]
    given = {port: inputs[port] for port in names}
    if "passive" in function.inputs and "passive" not in inputs and guess is not None:
        given["guess"] = guess
    return flat(function(**given, **({"pi": pi} if "pi" in function.inputs else {})), rows)


def flat(result: Any, rows: tuple[int, ...] = ()) -> Values:
    """Return the outputs of a kernel side by side, row by row."""
    outputs = result if isinstance(result, tuple) else (result,)
    return np.concatenate([np.reshape(np.asarray(out, np.float64), (*rows, -1)) for out in outputs], axis=-1)
