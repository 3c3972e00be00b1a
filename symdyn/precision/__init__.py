"""What floats and doubles cost: errors of kernels, bounded and observed, over a robot's joint limits.

| file | idea |
|---|---|
| ranges.py | the states that errors are stated for |
| interval.py, functions.py, error_bound.py | bounds over all of them, by intervals |
| turns.py, lengths.py, narrowing.py | vectors that are turned again and again: bounds by their lengths |
| observation.py, fixed_point.py | errors seen at some: floats against doubles, doubles against eighty digits |
| float_errors.py, double_errors.py | what the manifest states |
| enough.py | robots that doubles cannot hold, refused |
| erring.py | numbers that carry a bound on their own error, for arithmetic at one state |
| number_format.py, rounding_up.py | formats of numbers; errors rounded up to two digits |
"""

from symdyn.precision.double_errors import double_precision, kernel_errors, largest_torques
from symdyn.precision.enough import refuse_imprecise
from symdyn.precision.float_errors import float_errors, float_settings
from symdyn.precision.ranges import Samples, any_samples, samples_at

__all__ = [
    "Samples",
    "any_samples",
    "double_precision",
    "float_errors",
    "float_settings",
    "kernel_errors",
    "largest_torques",
    "refuse_imprecise",
    "samples_at",
]
