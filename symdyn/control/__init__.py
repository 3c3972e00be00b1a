"""Controllers as compositions of kernels: from a law and a robot to C and its Python twin.

| file | idea |
|---|---|
| law.py | what a law is made of, as data |
| laws.py | the laws there are |
| pd_gravity.py, computed_torque.py, slotine_li.py … | one law each; its equations are in templates/ |
| optimal_feedback_series.py | the sampled model and its gain, in the paper's form |
| optimal_feedback_stability.py | eigenvalues of the closed loop along a motion |
| safeguards.py | gains that all adaptive laws share |
| estimates.py | theta, and the kernels' parameters with it |
| scales.py | how large a robot's quantities are, for gains that suit it |
| plan.py | a law for one robot: sizes, estimates, default gains |
| c_law.py, c_prototypes.py, c_text.py, python_law.py, numbers.py | all that templates see |
| law_golden.py, law_selftest.py | a few steps with many digits, for `check` and the self-test |
| law_code.py | what is generated for a law |

`symdyn.controller` (controllers.py) compiles and runs what is made here. A new law takes four steps: a file with its
`LAW`; its name in laws.py; `law_<law>.c.jinja` with the function `_law` (and `law_<law>_step.c.jinja` where it has
memory); the same in Python. Tests of all laws in tests/control then try it.
"""

from symdyn.control.law import Law
from symdyn.control.law_code import LawCode, law_code, law_writers
from symdyn.control.law_golden import DT, LawGolden, law_golden
from symdyn.control.laws import LAWS, kernels_of
from symdyn.control.optimal_feedback_stability import FeedbackReport, optimal_feedback_report
from symdyn.control.plan import Plan, law_plan
from symdyn.control.python_law import python_law_text

__all__ = [
    "DT",
    "LAWS",
    "FeedbackReport",
    "Law",
    "LawCode",
    "LawGolden",
    "Plan",
    "kernels_of",
    "law_code",
    "law_golden",
    "law_plan",
    "law_writers",
    "optimal_feedback_report",
    "python_law_text",
]
