"""Controllers as compositions of kernels: from a law and a robot to C and its Python twin.

| file | idea |
|---|---|
| law.py, codes.py | what a law is made of, as data; what its functions return |
| laws/ | one law a file: its routine, its equations, its gains |
| pieces/ | routines that laws share |
| refusals.py | what a law may not do |
| safeguards.py | gains that all adaptive laws share |
| estimates.py, parameter_routines.py | theta, and the kernels' parameters with it |
| sampled_rates.py | how fast estimates may be learnt that move once a period |
| stiffness_notes.py | joints that no default gain holds against friction, and loops too slow for default gains |
| gains_file.py | gains as a file |
| postures.py | masses and torques in many postures, as numbers |
| scales.py, plan.py | sizes of a robot's quantities; a law for one robot |
| program.py, specialise.py, start.py | a planned law as routines; how it begins |
| following.py | what routines get where Newton's method closes loops: `passive` |
| printable.py | a planned law as the folder of a language takes it |
| law_golden.py | a few steps with many digits, for `check` and the self-test |
| law_code.py | what is generated for a law, in every language |
| optimal_feedback_series.py, optimal_feedback_stability.py | the paper's sampled model; its closed loop |

A new law is a file in laws/ and nothing else; `symdyn.controller` compiles and runs it. README.md says how a law is
written, why as routines, what is proved of it and how it is printed.
"""

from symdyn.control.following import Following
from symdyn.control.law import Law
from symdyn.control.law_code import LawCode, law_code, law_writers
from symdyn.control.law_golden import law_golden
from symdyn.control.laws import LAWS, WATCHERS, every_law, kernels_of
from symdyn.control.optimal_feedback_stability import FeedbackReport, optimal_feedback_report
from symdyn.control.plan import Plan, law_plan
from symdyn.control.printable import printable

__all__ = [
    "LAWS",
    "WATCHERS",
    "FeedbackReport",
    "Following",
    "Law",
    "LawCode",
    "Plan",
    "every_law",
    "kernels_of",
    "law_code",
    "law_golden",
    "law_plan",
    "law_writers",
    "optimal_feedback_report",
    "printable",
]
