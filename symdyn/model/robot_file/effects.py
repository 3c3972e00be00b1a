"""What acts on a joint beside its link: rotor, friction, spring; and the joint's limits.

    tau = Ia qdd + fv qd + fc sign(qd) + fo + ks q - kr

kr = stiffness * rest, so that the torque is linear in the parameters.
"""

from __future__ import annotations

from symdyn.algebra.exact import Exact, exact, symbol
from symdyn.joints.kind import Kind
from symdyn.model.robot import Limits, Parameter
from symdyn.model.robot_file.angles import TWO_TURNS, degrees_note, looks_like_degrees
from symdyn.model.robot_file.bodies import parameter
from symdyn.model.robot_file.fields import entries_of
from symdyn.model.robot_file.quantities import Reading, number
from symdyn.model.text.tree import Node

EFFECT_KEYS = ("friction", "rotor_inertia", "spring", "limits")
FRICTION = {"viscous": "fv", "coulomb": "fc", "offset": "fo"}


def effects(
    name: str, entries: dict[str, Node], kind: Kind, structural_zeros: bool, reading: Reading
) -> tuple[Parameter, ...]:
    """Read the joint's own parameters, those of Ia fv fc fo ks kr that the file has."""
    for key in EFFECT_KEYS:
        if key in entries and not kind.moves:
            raise entries[key].error(f"a {kind} joint has no {key}; leave it out")
    found: list[Parameter] = []
    if "rotor_inertia" in entries:
        found += rotor(name, entries["rotor_inertia"], structural_zeros, reading)
    if "friction" in entries:
        found += friction(name, entries["friction"], reading)
    if "spring" in entries:
        found += _spring(name, entries["spring"], reading)
    return tuple(found)


def rotor(name: str, node: Node, structural_zeros: bool, reading: Reading) -> list[Parameter]:
    """Read the inertia of a joint's or a motor's rotor: Ia."""
    inertia = _value_or_unknown(node, f"{name}.rotor_inertia", reading)
    if (reading.decimal(inertia) or 0) < 0:
        raise node.error("the rotor inertia is negative; no rotor has such an inertia")
    return [parameter(f"{name}.Ia", inertia, structural_zeros, reading)]


def friction(name: str, node: Node, reading: Reading, *, refused: dict[str, str] | None = None) -> list[Parameter]:
    """Read the friction of a joint, a cut joint or a motor: fv fc fo; ``refused`` says which it cannot have."""
    entries = entries_of(node, FRICTION, refused=refused)
    found = []
    for key, letters in FRICTION.items():
        if key not in entries:
            continue
        value = _value_or_unknown(entries[key], f"{name}.friction.{key}", reading)
        if key != "offset" and (reading.decimal(value) or 0) < 0:
            # identification gives such values, so this is no error
            reading.notes.append(entries[key].note(f"negative {key} friction drives the joint instead of braking it"))
        found.append(parameter(f"{name}.{letters}", value, False, reading))
    return found


def _spring(name: str, node: Node, reading: Reading) -> list[Parameter]:
    entries = entries_of(node, ("stiffness", "rest"))
    stiffness = _value_or_unknown(entries.get("stiffness"), f"{name}.spring.stiffness", reading)
    rest = _value_or_unknown(entries["rest"], f"{name}.spring.rest", reading) if "rest" in entries else exact(0)
    moment = stiffness * rest
    return [
        parameter(f"{name}.{letters}", value, False, reading) for letters, value in (("ks", stiffness), ("kr", moment))
    ]


def _value_or_unknown(node: Node | None, name: str, reading: Reading) -> Exact:
    return symbol(name) if node is None or node.value is None else number(node, reading)


def limits(node: Node | None, kind: Kind, reading: Reading) -> Limits:
    """Read the limits as doubles: nothing exact is made of them."""
    if node is None:
        return Limits()
    entries = entries_of(node, ("lower", "upper", "velocity", "effort"))
    numbers: dict[str, float] = {}
    for key, entry in entries.items():
        value = number(entry, reading)
        decimal = reading.decimal(value)
        if decimal is None:
            raise entry.error("a limit must have a value; give its symbols values")
        if key in ("velocity", "effort") and decimal < 0:
            raise entry.error(f"the largest {key} is negative; give its size")
        numbers[key] = decimal
        # what slides as it turns may well make many turns
        if kind.keeps_its_axis and key in ("lower", "upper") and looks_like_degrees(value, TWO_TURNS):
            reading.notes.append(entry.note(*degrees_note(str(entry.value), entry.file)))
    if "lower" in numbers and "upper" in numbers and numbers["lower"] > numbers["upper"]:
        raise node.error(f"lower ({numbers['lower']:g}) is above upper ({numbers['upper']:g}); exchange them")
    return Limits(**numbers)
