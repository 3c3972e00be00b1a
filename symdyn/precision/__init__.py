"""What floats and doubles cost: errors of kernels, bounded and observed, over a robot's joint limits."""

from symdyn.precision.double_errors import double_precision, kernel_errors, largest_torques
from symdyn.precision.enough import refuse_imprecise
from symdyn.precision.float_errors import float_errors, float_settings

__all__ = ["double_precision", "float_errors", "float_settings", "kernel_errors", "largest_torques", "refuse_imprecise"]
