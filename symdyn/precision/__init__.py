"""What single precision costs: the errors of float kernels, observed and bounded, over a robot's joint limits."""

from symdyn.precision.float_errors import float_errors, float_settings

__all__ = ["float_errors", "float_settings"]
