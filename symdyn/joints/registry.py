"""The joint kinds by the name that robot files call them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from symdyn.errors import InputError
from symdyn.joints.fixed import FIXED
from symdyn.joints.kind import Kind
from symdyn.joints.prismatic import PRISMATIC
from symdyn.joints.revolute import REVOLUTE
from symdyn.joints.screw import SCREW
from symdyn.sources.added import WORDS

_kinds: dict[str, Kind] = {kind.name: kind for kind in (REVOLUTE, PRISMATIC, SCREW, FIXED)}
KINDS: Mapping[str, Kind] = MappingProxyType(_kinds)
MOTOR = REVOLUTE  # what a coordinate behind a transmission counts as


def register(kind: Kind) -> None:
    """Let robot files use a kind that is written elsewhere; `symdyn.reference.joints.register` takes how it moves."""
    known = _kinds.setdefault(kind.name, kind)
    if known != kind:
        raise InputError(f"there is a kind of joint called {kind.name} already; choose another name")
    if known is kind:
        WORDS.add(kind.name)


def own_keys() -> tuple[str, ...]:
    """Return the keys that some kind has of its own in the robot file."""
    return tuple(dict.fromkeys(key for kind in KINDS.values() for key in kind.keys))
