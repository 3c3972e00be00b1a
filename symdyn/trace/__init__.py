"""From dynamics to programs: run a kernel on IR values and keep what it did.

| file | idea |
|---|---|
| trace.py | kernel -> Program |
| label.py | physical names for what it computes |
"""

from symdyn.trace.trace import trace_kernel

__all__ = ["trace_kernel"]
