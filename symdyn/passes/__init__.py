"""Passes: functions from programs to programs; `pipeline` alone decides their order."""

from symdyn.passes.pipeline import PassRecord, optimise

__all__ = ["PassRecord", "optimise"]
