"""How fast generated code is: operations, machine code, stack, time per call and per sample.

`bench_robot` is the door. Nothing here is asserted by a test: times belong to a machine and a moment.

| file | idea |
|---|---|
| toolchain.py | which compilers there are, and how C becomes a library to time |
| harness.py | the C loops that call a kernel and read the clock |
| inputs.py | random states, and parameters a robot could have |
| timing.py | repetitions of many contenders in turn: best, median, 90th percentile |
| machine_code.py | bytes of code and of stack, from the object file |
| footprint.py | the same for a target that need not be this machine |
| target.py, board/ | instructions on a Cortex-M4F, counted under QEMU |
| machine.py | what the times were measured on |
| controllers.py, formulations.py | controllers and papers' formulations beside kernels |
| run.py | the pieces in order |
| result.py, table.py | what was found, as data and as a table |
"""

from symdyn.bench.result import BenchResult
from symdyn.bench.run import BenchOptions, bench_robot

__all__ = ["BenchOptions", "BenchResult", "bench_robot"]
