"""The kernels that users call, in the order of generated files: the table that drives code, checks and documentation.

A family's file says of each of its kernels what it takes, gives and computes. A kernel of your own joins by `register`.
"""

from __future__ import annotations

from symdyn.kernels.adaptive import ADAPTIVE
from symdyn.kernels.derivatives import DERIVATIVES
from symdyn.kernels.energies import ENERGIES
from symdyn.kernels.forward import FORWARD
from symdyn.kernels.kernel import Kernel
from symdyn.kernels.kinematics import KINEMATICS
from symdyn.kernels.matrices import MATRICES
from symdyn.kernels.regressors import REGRESSORS
from symdyn.kernels.tip_motion import TIP
from symdyn.kernels.torques import TORQUES

FAMILIES = (TORQUES, MATRICES, FORWARD, REGRESSORS, KINEMATICS, ENERGIES, DERIVATIVES, ADAPTIVE, TIP)

KERNELS: dict[str, Kernel] = {kernel.name: kernel for family in FAMILIES for kernel in family}


def register(kernel: Kernel) -> None:
    """Add a kernel; it is generated like any other as soon as the proof has a claim about it."""
    if kernel.name in KERNELS:
        raise ValueError(f"there is a kernel {kernel.name} already")
    KERNELS[kernel.name] = kernel
