"""Kernels against the witness and laws, controllers against their laws, files against the generator; the table of it.

| file | idea |
|---|---|
| states.py | where kernels are tried: ordinary states and edges |
| parameters.py | with which parameters: the file's, and drawn ones in which nothing is zero |
| scale.py | the size that an error is measured against |
| tolerance.py | how large an error may be, and why |
| setting.py | all of these for one robot, and how a kernel is called |
| expected.py, compare.py | what the witness says; kernels against it |
| precise_witness.py, closer_look.py | the witness with many digits; how much of an error rounding explains |
| differences.py, laws.py, hold.py | laws of mechanics that tie kernels to each other; whether they hold |
| controllers.py | controllers against their law run with many digits |
| folder.py, files.py | a generated folder; what in it is not what this version generates |
| backends.py | the code, loaded in processes of its own |
| result.py, table.py, machine.py | what was found, for a person, as JSON and as JUnit |
| run.py | the pieces in order |
| singular.py | before a check: whether the mass matrix has an inverse at all |
"""

from symdyn.check.result import CheckResult
from symdyn.check.run import USUAL_CONDUCT, Conduct, check_folder, check_robot

__all__ = ["USUAL_CONDUCT", "CheckResult", "Conduct", "check_folder", "check_robot"]
