"""From dynamics to programs: run a kernel on IR values and keep what it did."""

from symdyn.trace.trace import trace_kernel

__all__ = ["trace_kernel"]
