"""The inertia of a body of MJCF: its <inertial>, or what its shapes amount to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from symdyn.algebra.decimals import mp_context
from symdyn.model.mjcf.compiler import Compiler
from symdyn.model.mjcf.pose import orientation_of
from symdyn.model.mjcf.shapes import lump_of, lumped
from symdyn.model.parts import IDENTITY, Placement
from symdyn.model.plausibility import implausible
from symdyn.model.text.mapping import Located
from symdyn.model.text.tree import quoted
from symdyn.model.xml.elements import Element
from symdyn.model.xml.numbers import scalar, several
from symdyn.model.xml.tensor import TENSOR, turned_tensor

MASSLESS = {"massless": "true"}
NOTHING = mp_context.mpf(10) ** -40  # of the largest entry: what is left of numbers that cancel
Placed = tuple[Element, Placement]  # an element, and the frame that it stands in, in its body's


def body_inertia(
    body: Element, name: str, inertial: Element | None, geoms: Sequence[Placed], compiler: Compiler
) -> dict[str, Any]:
    """Return mass, com and inertia of a body, as a robot file has them."""
    wanted = compiler.from_shapes is True or (compiler.from_shapes is None and inertial is None)
    found = _of_shapes(body, name, geoms, compiler) if wanted else None
    if found is None:
        found = MASSLESS if inertial is None else _of_inertial(inertial, name, compiler)
    _refuse_changes(found, body, name, compiler)
    return found


def _of_inertial(inertial: Element, name: str, compiler: Compiler) -> dict[str, Any]:
    full = "fullinertia" in inertial.attributes
    if full and "diaginertia" in inertial.attributes:
        raise inertial.error(f"the <inertial> of body {quoted(name)} has diaginertia and fullinertia")
    if not full and "diaginertia" not in inertial.attributes:
        raise inertial.error(f"the <inertial> of body {quoted(name)} has neither diaginertia nor fullinertia")
    R = orientation_of(inertial, compiler)
    if full and IDENTITY.rotation != R:
        what = f"the <inertial> of body {quoted(name)} has fullinertia and is turned, which MuJoCo refuses"
        raise inertial.error(f"{what}; write the tensor in the body's axes")
    if full:
        xx, yy, zz, xy, xz, yz = several(inertial, "fullinertia", "", (6,))
    else:
        (xx, yy, zz), (xy, xz, yz) = several(inertial, "diaginertia", "", (3,)), "000"
    tensor = turned_tensor(dict(zip(TENSOR, (xx, xy, xz, yy, yz, zz), strict=True)), R)
    return {
        "mass": Located(scalar(inertial, "mass"), inertial.line),
        "com": Located(several(inertial, "pos", "0 0 0", (3,)), inertial.line),
        "inertia": Located(tensor, inertial.line),
    }


def _of_shapes(body: Element, name: str, geoms: Sequence[Placed], compiler: Compiler) -> dict[str, Any] | None:
    lumps = [lump for geom, around in geoms if (lump := lump_of(geom, around, compiler, name)) is not None]
    if not lumps:
        return None
    whole = lumped(lumps)
    (xx, xy, xz), (_, yy, yz), (_, _, zz) = (tuple(row) for row in whole.tensor.rows)
    tensor = dict(zip(TENSOR, _texts((xx, xy, xz, yy, yz, zz)), strict=True))
    com = Located(_texts(tuple(whole.centre)), body.line)
    return {"mass": Located(repr(float(whole.mass)), body.line), "com": com, "inertia": Located(tensor, body.line)}


def _texts(numbers: Sequence[Any]) -> list[str]:
    largest = max(abs(number) for number in numbers)
    return [repr(float(number)) if abs(number) > NOTHING * largest else "0" for number in numbers]


def _refuse_changes(found: dict[str, Any], body: Element, name: str, compiler: Compiler) -> None:
    """Refuse what MuJoCo would change: bodies below its bounds, and tensors that no body has where it mends them."""
    least_mass, least_moment = compiler.bounds
    if not (least_mass or least_moment or compiler.balances) or "mass" not in found:
        return
    entries = {key: float(text) for key, text in found["inertia"].value.items()}
    tensor = np.array([[entries["".join(sorted(i + j))] for j in "xyz"] for i in "xyz"])
    mass = float(found["mass"].value)
    words = {
        "boundmass": mass < least_mass,
        "boundinertia": np.linalg.eigvalsh(tensor)[0] < least_moment * (1 - 1e-12),  # 1e-12: those just at the bound
        "balanceinertia": compiler.balances and implausible(tensor, mass) is not None,
    }
    for word, acts in words.items():
        if acts:
            raise body.error(f"<compiler> {word} changes the inertia of body {quoted(name)}; write what is meant there")
