"""Exciting motions: those that show a robot's parameters best, within what its joints and its surroundings allow.

| file | idea |
|---|---|
| families.py | Fourier series and way-points: motions that are linear in their coefficients |
| limits.py | what a motion must keep within: the robot file's limits, or a file's |
| worth.py | condition and log det of the columns that a motion shows, with derivatives |
| problem.py | worth and limits of a motion, as functions of its coefficients |
| search.py | random starts, descent along the derivative, stop at any time |
| run.py | the pieces in order |
| rehearsal.py | the whole circle with a simulated robot: motion, noisy log, identification, comparison with the truth |
| files.py | a motion as CSV, as a scenario, as C arrays |
"""

from symdyn.identification.excite.run import Excitation, excite

__all__ = ["Excitation", "excite"]
