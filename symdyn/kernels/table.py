"""The kernels that users call, in the order of generated files: the table that drives code, checks and documentation.

A family's file says of each of its kernels what it takes, gives and computes. A kernel of your own joins by `register`.
"""

from __future__ import annotations

from symdyn.errors import InputError
from symdyn.kernels.adaptive import ADAPTIVE
from symdyn.kernels.derivatives import DERIVATIVES
from symdyn.kernels.dynamics_all import TOGETHER
from symdyn.kernels.energies import ENERGIES
from symdyn.kernels.forward import FORWARD
from symdyn.kernels.kernel import Kernel
from symdyn.kernels.kinematics import KINEMATICS
from symdyn.kernels.load import LOADS
from symdyn.kernels.loop_motion import LOOP_MOTION
from symdyn.kernels.matrices import MATRICES
from symdyn.kernels.regressors import REGRESSORS
from symdyn.kernels.tip_motion import TIP
from symdyn.kernels.torques import TORQUES
from symdyn.sources.added import ADDED

FAMILIES = (
    TORQUES,
    MATRICES,
    FORWARD,
    REGRESSORS,
    KINEMATICS,
    ENERGIES,
    DERIVATIVES,
    ADAPTIVE,
    TIP,
    LOADS,
    LOOP_MOTION,
    TOGETHER,
)

KERNELS: dict[str, Kernel] = {kernel.name: kernel for family in FAMILIES for kernel in family}


def register(kernel: Kernel) -> None:
    """Add a kernel for the rest of this process.

    It is generated like any other. `proof.claims.register_claims` takes what is proved of it before it is printed, and
    `check.truth.kernel_truth.register_truth` what a check expects of it.
    """
    if kernel.name in KERNELS:
        raise InputError(f"there is a kernel {kernel.name} already; choose another name")
    KERNELS[kernel.name] = kernel
    ADDED.add(kernel.compute.__module__)
