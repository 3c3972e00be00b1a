"""Passes: functions from programs to programs; `pipeline` alone decides their order."""

from symdyn.passes.pipeline import PassRecord, optimise, tidied

__all__ = ["PassRecord", "optimise", "tidied"]
