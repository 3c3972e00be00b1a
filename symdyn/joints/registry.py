"""The joint kinds by the name that robot files call them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from symdyn.joints.fixed import FIXED
from symdyn.joints.kind import Kind
from symdyn.joints.prismatic import PRISMATIC
from symdyn.joints.revolute import REVOLUTE
from symdyn.joints.screw import SCREW

_kinds: dict[str, Kind] = {kind.name: kind for kind in (REVOLUTE, PRISMATIC, SCREW, FIXED)}
KINDS: Mapping[str, Kind] = MappingProxyType(_kinds)
MOTOR = REVOLUTE  # what a coordinate behind a transmission counts as


def register(kind: Kind) -> None:
    """Let robot files use a kind that is written elsewhere."""
    known = _kinds.setdefault(kind.name, kind)
    if known != kind:
        raise ValueError(f"there is a kind called {kind.name!r} already")


def own_keys() -> tuple[str, ...]:
    """Return the keys that some kind has of its own in the robot file."""
    return tuple(dict.fromkeys(key for kind in KINDS.values() for key in kind.keys))
