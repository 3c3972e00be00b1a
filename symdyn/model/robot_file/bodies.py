"""Rigid bodies: mass, centre of mass and inertia of the file -> the ten parameters about the frame's origin.

    mx my mz = m c        I_origin = I_com + m (|c|^2 1 - c c^T)

A massless link has no parameters. A number that the file leaves out becomes a symbol with the file's words as its name,
`link1.com.x`; when all ten are left out each parameter is a symbol of its own, so that nothing nonlinear in unknowns
appears.
"""

from __future__ import annotations

from symdyn.algebra.exact import Exact, symbol
from symdyn.algebra.spatial import Mat3, Vec3, diagonal, outer
from symdyn.model.plausibility import note_implausible
from symdyn.model.robot import Body, Parameter
from symdyn.model.robot_file.fields import choice_of, entries_of, items_of
from symdyn.model.robot_file.quantities import Reading, number
from symdyn.model.text.tree import Node

TEN = ("m", "mx", "my", "mz", "Ixx", "Ixy", "Iyy", "Ixz", "Iyz", "Izz")
BODY_KEYS = ("mass", "com", "inertia", "inertia_at")
MASSLESS = "massless"

_TENSOR = ("xx", "xy", "xz", "yy", "yz", "zz")


def body(name: str, node: Node, entries: dict[str, Node], structural_zeros: bool, reading: Reading) -> Body:
    """Read the inertial entries of a link or the load."""
    if MASSLESS in entries and choice_of(entries[MASSLESS], "answer", ("true", "false")) == "true":
        for key in BODY_KEYS:
            if key in entries:
                raise entries[key].error(f"a massless link has no {key}; leave one of them out")
        return Body(name, ())
    at_com = "inertia_at" not in entries or choice_of(entries["inertia_at"], "place", ("com", "origin")) == "com"
    mass = _number_or_unknown(entries.get("mass"), f"{name}.mass", reading)
    com = _com(entries.get("com"), name, reading)
    tensor = _tensor(entries.get("inertia"), name, reading)
    if "mass" in entries and (reading.decimal(mass) or 0) < 0:
        raise entries["mass"].error("the mass is negative; no body has such a mass")
    if all(_is_unknown(entries.get(key)) for key in ("mass", "com", "inertia")):
        values = [symbol(f"{name}.{letter}") for letter in TEN]
    else:
        moved = (diagonal(com.dot(com), com.dot(com), com.dot(com)) - outer(com, com)).scale(mass)
        about_origin = tensor + moved if at_com else tensor
        note_implausible(entries.get("inertia", node), mass, tensor if at_com else tensor - moved, reading)
        values = [mass, *com.scale(mass), *_six(about_origin)]
    parameters = (
        parameter(f"{name}.{letter}", value, structural_zeros, reading)
        for letter, value in zip(TEN, values, strict=True)
    )
    return Body(name, tuple(parameters), com if _is_known(com, reading) else None)


def parameter(name: str, value: Exact, structural_zeros: bool, reading: Reading) -> Parameter:
    """Make a parameter: known if every symbol in it has a value."""
    known = all(reading.symbols.get(used) is not None for used in value.symbols())
    return Parameter(name, value, known, vanishes=structural_zeros and not value)


def _six(tensor: Mat3[Exact]) -> tuple[Exact, ...]:
    """Return the entries xx xy yy xz yz zz."""
    x, y, z = tensor.rows
    return x.x, x.y, y.y, x.z, y.z, z.z


def _is_known(com: Vec3[Exact], reading: Reading) -> bool:
    return all(reading.symbols.get(used) is not None for part in com for used in part.symbols())


def _is_unknown(node: Node | None) -> bool:
    return node is None or node.value is None


def _number_or_unknown(node: Node | None, name: str, reading: Reading) -> Exact:
    return symbol(name) if node is None or node.value is None else number(node, reading)


def _com(node: Node | None, name: str, reading: Reading) -> Vec3[Exact]:
    items = (None, None, None) if node is None or node.value is None else items_of(node, 3)
    return Vec3(*(_number_or_unknown(item, f"{name}.com.{x}", reading) for item, x in zip(items, "xyz", strict=True)))


def _tensor(node: Node | None, name: str, reading: Reading) -> Mat3[Exact]:
    entries = {} if node is None or node.value is None else entries_of(node, _TENSOR)
    entry = {key: _number_or_unknown(entries.get(key), f"{name}.inertia.{key}", reading) for key in _TENSOR}
    return Mat3(
        Vec3(entry["xx"], entry["xy"], entry["xz"]),
        Vec3(entry["xy"], entry["yy"], entry["yz"]),
        Vec3(entry["xz"], entry["yz"], entry["zz"]),
    )
