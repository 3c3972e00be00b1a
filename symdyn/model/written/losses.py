"""What a format has no words for: told before it is lost, and refused with `--strict`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from symdyn.algebra.decimals import to_float
from symdyn.algebra.exact import exact
from symdyn.algebra.spatial import Vec3
from symdyn.errors import InputError, few_of
from symdyn.joints.kind import Kind
from symdyn.model.closing import Closing, Coupling
from symdyn.model.longest_chain import Step, branches, longest_chain_end
from symdyn.model.plausibility import implausible
from symdyn.model.robot import Robot
from symdyn.model.written.parts import LOAD, Part, Solid

EARTH = Vec3(exact(0), exact(0), exact("-9.80665"))  # what a URDF is read with

LEAST = 1e-15  # kg, kg m^2: MuJoCo's mjMINVAL
MEND = "give bodies that exist with --overlay, or balanceinertia in <compiler>, with which MuJoCo changes them"
THICKEN = "give a little inertia with --overlay, or boundinertia in <compiler>, with which MuJoCo does"


def urdf_losses(robot: Robot, parts: Sequence[Part]) -> list[str]:
    """Return what a URDF of a robot does not say, one line each."""
    effects = {"rotor_inertia": ("Ia",), "spring": ("ks",), "friction offset": ("fo",)}
    found = [*_of_joints(parts, effects), *_of_closing(robot), *_of_file(robot, parts)]
    if robot.gravity != EARTH:
        found.append("gravity: URDF has none, and readers take what is usual")
    return found


def mjcf_losses(robot: Robot, parts: Sequence[Part]) -> list[str]:
    """Return what an MJCF of a robot does not say, one line each."""
    fast = [part.joint for part in parts if part.limits.velocity is not None]
    found = [*_of_joints(parts, {"friction offset": ("fo",)}), *_of_closing(robot), *_of_file(robot, parts)]
    if fast:
        found.append(f"limits.velocity of {few_of(fast)}")
    reasons = {part.link: _no_body(part.solid) for part in parts if part.solid is not None}
    impossible = [link for link, reason in reasons.items() if reason]
    if impossible:
        others = f"; likewise {few_of(impossible[1:])}" if impossible[1:] else ""
        found.append(f"{impossible[0]} cannot exist, and MuJoCo refuses it: {reasons[impossible[0]]}{others}; {MEND}")
    if not impossible and (thin := [part.link for part in parts if part.moves and not _inert(part, parts)]):
        found.append(f"no inertia about some axis, which MuJoCo refuses of bodies on joints: {few_of(thin)}; {THICKEN}")
    return found


def _inert(part: Part, parts: Sequence[Part]) -> bool:
    """Say whether MuJoCo finds mass and inertia about every axis in a body, or in one that is fixed to it."""
    if part.solid is not None and to_float(part.solid.mass) >= LEAST:
        tensor = np.array([[to_float(entry) for entry in row] for row in part.solid.tensor.rows])
        if np.linalg.eigvalsh(tensor)[0] >= LEAST:
            return True
    above = [one for one in parts if one.parent == part.link]
    alone = part.solid is None and len(above) == 1  # written as one body with what it carries
    return any(_inert(one, parts) for one in above if alone or not one.moves)


def _no_body(solid: Solid) -> str | None:
    """Say why there is no such body; None where there may be."""
    tensor = np.array([[to_float(entry) for entry in row] for row in solid.tensor.rows])
    return implausible(tensor, to_float(solid.mass))


def refuse_kinds(parts: Sequence[Part], known: Sequence[Kind], title: str) -> None:
    """Refuse joints that a format cannot move at all."""
    for part in parts:
        if part.kind not in known:
            raise InputError(f"{title} has no {part.kind} joints; --fix {part.joint} holds it", field=part.joint)


def written_couplings(robot: Robot) -> tuple[Coupling, ...]:
    """Return the couplings to one joint each, which both formats have."""
    return tuple(one for one in robot.closing.couplings if len(one.factors) == 1) if robot.closing else ()


def _of_joints(parts: Sequence[Part], words: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
    for word, letters in words.items():
        having = [part.joint for part in parts if any(part.effects.get(letter) for letter in letters)]
        if having:
            yield f"{word} of {few_of(having)}"


def _of_closing(robot: Robot) -> Iterator[str]:
    closing: Closing | None = robot.closing
    if closing is None:
        return
    if closing.loops:
        yield f"loops: {few_of([loop.name for loop in closing.loops])}; the tree alone is written"
    names = robot.tree_joint_names
    several = [names[one.joint] for one in closing.couplings if len(one.factors) != 1]
    if several:
        yield f"couplings to several joints, of {few_of(several)}, which move freely there"
    if closing.transmission is not None:
        yield "the transmission and its motors; joints are driven one by one there"


def _of_file(robot: Robot, parts: Sequence[Part]) -> Iterator[str]:
    steps = [Step(part.link, part.parent, part.moves) for part in parts if part.link != LOAD]
    tip = robot.joints[robot.tip].link.name
    found = longest_chain_end(steps) if branches(steps) else steps[-1].link
    if tip != found:
        yield f"tip: {tip}; --tip {tip} names it again"
    if robot.tips:
        tips = [robot.joints[one].link.name for one in robot.tips]
        yield f"tips; --tips {' '.join(tips)} names them again"
    if robot.load is not None:
        yield f"load: it becomes the link {LOAD}"
    if robot.unknown is not None:
        yield "unknown: what a controller estimates"
    if robot.symbols:
        yield f"symbols {few_of(list(robot.symbols))}: their values are written"
    if robot.structural_zeros:
        yield "zeros: structural"
