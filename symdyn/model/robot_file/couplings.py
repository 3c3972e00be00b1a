"""Joints that follow others: q[joint] = sum of factor * q[other], + plus.

A joint may follow one that follows others itself, as fingers on one tendon do; what is returned refers to joints that
follow none:

    a = 2 b + 1,  b = 3 c + 1   ->   a = 6 c + 3
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from symdyn.algebra.exact import Exact, exact
from symdyn.model.closing import Coupling
from symdyn.model.robot import Joint
from symdyn.model.robot_file.fields import entries_of, items_of, required
from symdyn.model.robot_file.moving import moving_index, moving_name
from symdyn.model.robot_file.quantities import Reading, angle, number
from symdyn.model.text.tree import Node

COUPLING_KEYS = ("joint", "equals", "plus")


@dataclass(frozen=True, slots=True)
class _Written:
    """A coupling as the file has it: the joints it names may be coupled themselves."""

    node: Node
    factors: dict[int, Exact]
    plus: Exact


def couplings_of(node: Node | None, joints: Sequence[Joint], reading: Reading) -> tuple[Coupling, ...]:
    """Read `couplings`, in the order in which they are written."""
    if node is None:
        return ()
    written: dict[int, _Written] = {}
    for item in items_of(node):
        entries = entries_of(item, COUPLING_KEYS)
        place = required(item, entries, "joint", "name the joint that follows others")
        joint = moving_index(place, joints)
        if joint in written:
            raise place.error(f"{place.value!r} is coupled already, by {written[joint].node.field}; couple it once")
        written[joint] = _written(item, entries, joint, joints, reading)
    resolved: dict[int, Coupling] = {}
    for joint in written:
        _resolve(joint, written, resolved, joints)
    return tuple(resolved[joint] for joint in written)


def _written(item: Node, entries: dict[str, Node], joint: int, joints: Sequence[Joint], reading: Reading) -> _Written:
    hint = "say which joints it follows, for example {joint1: 1}"
    equals = required(item, entries, "equals", hint)
    if not isinstance(equals.value, dict):
        raise equals.error(f"expected a mapping of joints to factors, found {equals.kind}; {hint}")
    if not equals.value:
        raise equals.error("names no joint; a joint that stands still is a fixed one")
    factors: dict[int, Exact] = {}
    for name, node in equals.value.items():
        index = moving_name(name, node, joints)
        if index == joint:
            raise node.error(f"{name!r} is coupled to itself; name other joints")
        factors[index] = number(node, reading)
    turns = [each for each in joints if each.moves][joint].kind.turns
    plus = (angle if turns else number)(entries["plus"], reading) if "plus" in entries else exact(0)
    return _Written(item, factors, plus)


def _resolve(start: int, written: dict[int, _Written], resolved: dict[int, Coupling], joints: Sequence[Joint]) -> None:
    """Resolve a coupling and those that it goes through, deepest first; without recursion, since chains may be long."""
    way = [start]
    while way:
        joint = way[-1]
        open_ones = [other for other in written[joint].factors if other in written and other not in resolved]
        if not open_ones:
            resolved[way.pop()] = _substituted(joint, written[joint], resolved)
        elif open_ones[0] in way:
            names = [each.name for each in joints if each.moves]
            cycle = " -> ".join(names[index] for index in [*way[way.index(open_ones[0]) :], open_ones[0]])
            what = f"the couplings form a cycle: {cycle}"
            raise written[joint].node.error(f"{what}; at least one of these joints must follow none of the others")
        else:
            way.append(open_ones[0])


def _substituted(joint: int, written: _Written, resolved: dict[int, Coupling]) -> Coupling:
    factors: dict[int, Exact] = {}
    plus = written.plus
    for other, factor in written.factors.items():
        through = resolved.get(other)
        if through:
            plus = plus + factor * through.plus
        for index, inner in through.factors if through else ((other, exact(1)),):
            factors[index] = factors.get(index, exact(0)) + factor * inner
    return Coupling(joint, tuple((index, factors[index]) for index in sorted(factors) if factors[index]), plus)
