"""Gautier and Khalil's minimal parameters of a serial chain, and the exact map between them and Lin's MLCs.

Scalars: exact constants; the symbols of the robot file stay.
Frames:  everything of link i in frame i, whose z axis is the axis of joint i (driving-axis frames, as in modified DH).

    paper       code           meaning
    mR_i        MR<i>          mass of link i with what was regrouped to it
    mXR_i ...   MXR<i> ...     first moments, likewise
    XXR_i       XXR<i>         inertia xx less yy, likewise; XYR, XZR, YZR, ZZR as they stand
    -           difference     Lin's constants of composite body i less the regrouped inertia of link i

Regrouping takes from a link what the link below can carry as well and adds it there, from the last link inwards. A
rotational joint gives mass, first moment along its axis and equal moments of inertia across the axis, and keeps the
moment about it, which Lin's recursion gives as well; a translational joint gives the inertia tensor, where Lin's gives
mass and first moment too. So the two sets differ by what the links beyond have already given: Table I.
What the set covers is what Theorem 2 covers, gravity included.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from symdyn.algebra.divisors import is_thin
from symdyn.algebra.exact import Exact, exact, reciprocal
from symdyn.algebra.linear_form import NO_FORM, LinearForm, variable
from symdyn.algebra.spatial import Sym3, Vec3
from symdyn.mechanism.rigid_body import Inertia, joined
from symdyn.model.robot import Robot
from symdyn.parameters.forms.lin_constants import Chain, carried, driving_chain
from symdyn.parameters.forms.lin_parameters import LinParameters, Structure, lin_parameters, quantities

Body = Inertia[LinearForm]
Matrix = tuple[tuple[Exact, ...], ...]
NO_VECTOR = Vec3(NO_FORM, NO_FORM, NO_FORM)
NO_TENSOR = Sym3(*[NO_FORM] * 6)
NO_BODY = Inertia(NO_FORM, NO_VECTOR, NO_TENSOR)


@dataclass(frozen=True, slots=True)
class GautierKhalil:
    """The set, link by link: names, coefficients over the full parameter vector, and the map to and from Lin's MLCs.

    `matrix` = `from_lin` * Lin's matrix, and Lin's matrix = `to_lin` * `matrix`.
    """

    names: tuple[str, ...]
    matrix: Matrix
    lin: LinParameters
    from_lin: Matrix
    to_lin: Matrix


@dataclass(frozen=True, slots=True)
class _Member:
    name: str
    link: int
    of: Callable[[Body], LinearForm]


def gautier_khalil(robot: Robot) -> GautierKhalil:
    """Return Gautier and Khalil's set of a serial chain in driving-axis frames."""
    chain = driving_chain(robot)
    lin = lin_parameters(robot)
    where, size = lin.structure, len(robot.full_parameters)
    bodies = regrouped_inertias(chain, where)
    members, rows = [], []
    for member in _members(chain, where):
        row = chain.row(member.of(bodies[member.link]), size)
        if any(row):
            members.append(member)
            rows.append(row)
    return GautierKhalil(
        names=tuple(member.name for member in members),
        matrix=tuple(rows),
        lin=lin,
        from_lin=_from_lin(chain, lin, members),
        to_lin=_to_lin(chain, lin, members),
    )


def regrouped_inertias(chain: Chain, where: Structure) -> tuple[Body, ...]:
    """Return the inertia of every link with all that links beyond have given to it, before it gives in turn."""
    bodies = list(chain.inertias)
    for i in reversed(range(1, len(bodies))):
        joint, body = chain.joints[i], bodies[i]
        if joint.turns:
            given = Inertia(body.m, _along_z(body.h.z), _across_z(body.I.yy, NO_FORM))
            bodies[i - 1] = joined(bodies[i - 1], carried(given, joint.R, joint.step))
        else:
            h = body.h if _slides_along_u(where, i) else NO_VECTOR
            bodies[i - 1] = joined(bodies[i - 1], carried(Inertia(NO_FORM, h, body.I), joint.R, joint.b))
    return tuple(bodies)


def _slides_along_u(where: Structure, i: int) -> bool:
    """Whether a translational joint between r and s is parallel to r: the link below can carry its first moment."""
    return where.r < i < where.s and not where.sigma[i]


def _along_z(z: LinearForm) -> Vec3[LinearForm]:
    return Vec3(NO_FORM, NO_FORM, z)


def _across_z(across: LinearForm, about: LinearForm) -> Sym3[LinearForm]:
    return Sym3(across, NO_FORM, across, NO_FORM, NO_FORM, about)


def _members(chain: Chain, where: Structure) -> list[_Member]:
    members = []
    for i, joint in enumerate(chain.joints):
        if not joint.turns:
            members.append(_Member(f"MR{i + 1}", i, lambda body: body.m))
            members += _all_moments(i) if i > where.s else _two_moments(chain, where, i)
            continue
        if where.delta[i] or i >= where.s:
            members += _all_moments(i)[:2]
        if i >= where.s:
            members.append(_Member(f"XXR{i + 1}", i, lambda body: body.I.xx - body.I.yy))
            members.append(_Member(f"XYR{i + 1}", i, lambda body: body.I.xy))
            members.append(_Member(f"XZR{i + 1}", i, lambda body: body.I.xz))
            members.append(_Member(f"YZR{i + 1}", i, lambda body: body.I.yz))
        members.append(_Member(f"ZZR{i + 1}", i, lambda body: body.I.zz))
    return members


def _all_moments(i: int) -> list[_Member]:
    return [
        _Member(f"MXR{i + 1}", i, lambda body: body.h.x),
        _Member(f"MYR{i + 1}", i, lambda body: body.h.y),
        _Member(f"MZR{i + 1}", i, lambda body: body.h.z),
    ]


def _two_moments(chain: Chain, where: Structure, i: int) -> list[_Member]:
    """Two first moments of a link that turns about u_r alone: of three, what lies along u_r is never felt."""
    if not where.sigma[i]:
        return []
    u = where.u_r[i]
    left_out = _left_out(chain, u)

    def freed(entry: int) -> Callable[[Body], LinearForm]:
        ratio = tuple(u)[entry] * reciprocal(tuple(u)[left_out])
        return lambda body: tuple(body.h)[entry] - tuple(body.h)[left_out] * ratio

    return [_Member(f"M{'XYZ'[entry]}R{i + 1}", i, freed(entry)) for entry in range(3) if entry != left_out]


def _left_out(chain: Chain, u: Vec3[Exact]) -> int:
    """Which first moment is left out: z if u_r has a part along it that is no hair, else y, else x."""
    parts = tuple(u)
    return next(entry for entry in (2, 1, 0) if not chain.vanishes(parts[entry]) and not is_thin(parts[entry], parts))


def _from_lin(chain: Chain, lin: LinParameters, members: list[_Member]) -> Matrix:
    """Express Gautier and Khalil's set in the MLCs."""
    found: list[dict[str, LinearForm]] = [{} for _ in chain.joints]
    for number, combination in enumerate(lin.combinations):
        found[combination.link][combination.quantity] = variable(number)
    known = [_body_of_mlcs(of, u) for of, u in zip(found, lin.structure.u_r, strict=True)]
    differences = _differences(chain, lin.structure, lambda i, _: known[i])
    size = len(lin.combinations)
    return tuple(chain.row(m.of(known[m.link]) - m.of(differences[m.link]), size) for m in members)


def _to_lin(chain: Chain, lin: LinParameters, members: list[_Member]) -> Matrix:
    """Express the MLCs in Gautier and Khalil's set."""
    found: list[dict[str, LinearForm]] = [{} for _ in chain.joints]
    for number, member in enumerate(members):
        found[member.link][member.name.partition("R")[0]] = variable(number)
    known = [_body_of_regrouped(of) for of in found]
    differences = _differences(chain, lin.structure, lambda i, difference: joined(known[i], difference))
    rows = []
    for combination in lin.combinations:
        i = combination.link
        forms = quantities(joined(known[i], differences[i]), lin.structure.u_r[i])
        rows.append(chain.row(forms[combination.quantity], len(members)))
    return tuple(rows)


def _body_of_mlcs(of: dict[str, LinearForm], u: Vec3[Exact]) -> Body:
    """Return a body with the given MLCs and nothing that its link's MLCs do not show; yy stands at 0."""
    k = Vec3(*(of.get(name, NO_FORM) for name in ("k_x", "k_y", "k_z")))
    if "kappa_1" in of or "kappa_2" in of:
        along, across = of.get("kappa_2", NO_FORM), of.get("kappa_1", NO_FORM)
        # across u: κ_2 belongs to z - u_z u, κ_1 to z × u, both of length sqrt(1 - u_z²)
        factor = reciprocal(1 - u.z * u.z)
        upright, sideways = Vec3(-u.z * u.x, -u.z * u.y, 1 - u.z * u.z), Vec3(-u.y, u.x, exact(0))
        k = Vec3(*((along * a + across * b) * factor for a, b in zip(upright, sideways, strict=True)))
    tensor = ("U_xx_yy", "U_xy", "", "U_xz", "U_yz", "U_zz")
    return Inertia(of.get("m", NO_FORM), k, Sym3(*(of.get(name, NO_FORM) for name in tensor)))


def _body_of_regrouped(of: dict[str, LinearForm]) -> Body:
    h = Vec3(*(of.get(name, NO_FORM) for name in ("MX", "MY", "MZ")))
    tensor = Sym3(*(of.get(name, NO_FORM) for name in ("XX", "XY", "", "XZ", "YZ", "ZZ")))
    return Inertia(of.get("M", NO_FORM), h, tensor)


def _differences(chain: Chain, where: Structure, lin_body: Callable[[int, Body], Body]) -> list[Body]:
    """Return Lin's constants less the regrouped inertia of every link, up to what no torque shows.

    ``lin_body(i, difference)`` returns Lin's constants of link i, as far as they are MLCs.
    """
    differences = [NO_BODY] * len(chain.joints)
    for i in reversed(range(1, len(differences))):
        joint, difference = chain.joints[i], differences[i]
        lin = lin_body(i, difference)
        if joint.turns:
            rest = Inertia(difference.m, _along_z(difference.h.z), _across_z(difference.I.yy, lin.I.zz))
            differences[i - 1] = carried(rest, joint.R, joint.step)
        else:
            h = difference.h if _slides_along_u(where, i) else lin.h
            differences[i - 1] = carried(Inertia(lin.m, h, difference.I), joint.R, joint.b)  # [Lin95 Table I]
    return differences
