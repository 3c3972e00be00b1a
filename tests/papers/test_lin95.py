"""Lin, "Minimal linear combinations of the inertia parameters of a manipulator", section II: the parameters.

Everything is exact: in the constants' own ring, or in a finite field at a random state.
"""

from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from exact_settings import inner
from lin_chains import CHAINS, P, R, field_setting, modified_dh, random_chain, random_explicit_chain

import symdyn
from symdyn.algebra.elimination import Echelon
from symdyn.algebra.exact import Exact, exact
from symdyn.algebra.linear_form import NO_FORM
from symdyn.algebra.spatial import Mat3, Sym3, Vec3, diagonal, skew
from symdyn.algebra.trigonometry import cos_sin
from symdyn.errors import InputError
from symdyn.mechanism.rigid_body import Inertia, joined, shifted, turned
from symdyn.model.expressions.expression import parse
from symdyn.model.robot import Robot
from symdyn.parameters.forms.gautier_khalil import GautierKhalil, gautier_khalil, regrouped_inertias
from symdyn.parameters.forms.lin_constants import composite_constants, driving_chain
from symdyn.parameters.forms.lin_parameters import LinParameters, lin_parameters, members, theorem_2
from symdyn.parameters.regressor_samples import RowSpace, regressor_row_space

RRPRR = (R, R, P, R, R)
SYMBOLIC_ROWS = (
    ("0", "0", "l1", "0"),
    ("l2", "pi/2", "0", "0"),
    ("l3", "-pi/2", "0", "0.4"),
    ("l4", "0.3", "l5", "0"),
    ("0.2", "pi/3", "0.1", "0"),
)
SYMBOLS = {"symbols": {f"l{i}": None for i in range(1, 6)}}


def symbolic_chain() -> Robot:
    return modified_dh(RRPRR, SYMBOLIC_ROWS, **SYMBOLS)


def entries(A: Sym3[Any]) -> Mat3[Any]:
    return A.matrix


def minus_square(a: Vec3[Any], b: Vec3[Any]) -> Mat3[Any]:
    """-[a×][b×]."""
    product: Mat3[Any] = skew(a) @ skew(b)
    return product.scale(-1)


def crossed(a: Vec3[Any], b: Vec3[Any]) -> Mat3[Any]:
    """-[a×][b×] - [b×][a×]."""
    return minus_square(a, b) + minus_square(b, a)


# (4), (5): frames


def test_4_5_step_and_turn_of_modified_dh() -> None:
    robot = symbolic_chain()
    for joint, kind, row in zip(driving_chain(robot).joints, RRPRR, robot.source["joints"], strict=True):
        a, alpha, d, theta = (_constant(row["dh"][key]) for key in ("a", "alpha", "d", "theta"))
        (c, s), (c_beta, s_beta) = cos_sin(theta if kind == P else exact(0)), cos_sin(alpha)
        assert joint.step == Vec3(a, -d * s_beta, d * c_beta)
        rows = Vec3(c, -s, exact(0)), Vec3(c_beta * s, c_beta * c, -s_beta), Vec3(s_beta * s, s_beta * c, c_beta)
        assert joint.R.rows == rows
        assert joint.R.T @ joint.step == Vec3(a * c, -a * s, d)


def _constant(text: Any) -> Exact:
    return parse(str(text), SYMBOLS["symbols"])


# (6)-(15): constants of composite bodies


def test_10_12_14_constants_as_printed() -> None:
    chain = driving_chain(symbolic_chain())
    bodies = composite_constants(chain)
    assert bodies[-1] == chain.inertias[-1]
    for own, body, beyond, joint in zip(chain.inertias, bodies, bodies[1:], chain.joints[1:], strict=False):
        k, U, m, turn, axis = beyond.h, beyond.I, beyond.m, joint.R, joint.axis
        assert body.m == own.m + m
        if joint.turns:
            kept = Vec3(NO_FORM, NO_FORM, k.z)
            assert body.h == own.h + joint.step.scale(m) + turn @ kept
            tensor = turn @ diagonal(U.yy, U.yy, U.zz) @ turn.T
            tensor += minus_square(joint.step, joint.step).scale(m) + crossed(joint.step, axis.scale(k.z))
        else:
            b = Vec3(joint.b.x, exact(0), exact(0))
            assert body.h == own.h + b.scale(m) + turn @ k
            tensor = turn @ entries(U) @ turn.T + minus_square(b, b).scale(m) + crossed(b, turn @ k)
        assert _same(entries(body.I), entries(own.I) + tensor)


def _same(A: Mat3[Any], B: Mat3[Any]) -> bool:
    return not any(form.coefficients for row in (A - B).rows for form in row)


@pytest.mark.parametrize("seed", range(20))
def test_6_to_15_constant_and_varying_parts_add_up_to_the_composite_body(seed: int) -> None:
    robot = random_chain(seed)
    at = field_setting(robot, seed)
    chain = driving_chain(robot)
    whole = list(at.link_inertias)  # [Lin95 (6)]
    for i in reversed(range(robot.n - 1)):
        pose = at.framed_poses[i + 1]
        step = pose.parent_p_joint + pose.R @ pose.joint_p_link
        whole[i] = joined(whole[i], shifted(turned(whole[i + 1], pose.R), step))
    constant = [_at_values(body, at) for body in composite_constants(chain)]
    ell, V = Vec3(0, 0, 0), diagonal(0, 0, 0)
    for i in reversed(range(robot.n)):
        if i + 1 < robot.n:
            turns = chain.joints[i + 1].turns
            ell, V = _varying(whole[i + 1], constant[i + 1], ell, V, at.framed_poses[i + 1], turns)
        assert whole[i].m == constant[i].m
        assert whole[i].h == constant[i].h + ell  # [Lin95 (8)]
        assert entries(whole[i].I) == entries(constant[i].I) + V  # [Lin95 (9)]


def _varying(beyond: Inertia[Any], fixed: Inertia[Any], ell: Any, V: Any, pose: Any, turns: bool) -> tuple[Any, Any]:
    """Varying parts as printed."""
    turn, m, c_hat, U = pose.R, beyond.m, beyond.h, fixed.I
    b, d = turn.T @ pose.parent_p_joint, Vec3(0, 0, pose.joint_p_link.z)
    if turns:
        step = turn @ (b + d)
        ell_below = turn @ Vec3(c_hat.x, c_hat.y, ell.z)  # [Lin95 (11)]
        inner_part = V + entries(U) - diagonal(U.yy, U.yy, U.zz)
        return ell_below, turn @ inner_part @ turn.T + crossed(step, ell_below)  # [Lin95 (13)]
    ell_below = turn @ (ell + d.scale(m))  # [Lin95 (11)]
    inner_part = V + minus_square(d, d).scale(m) + crossed(d, b).scale(m) + crossed(d, c_hat) + crossed(b, ell)
    return ell_below, turn @ inner_part @ turn.T  # [Lin95 (15)]


def _at_values(body: Inertia[Any], at: Any) -> Inertia[Any]:
    def value(form: Any) -> Any:
        return form.at(at.parameters, at.lift)

    return Inertia(value(body.m), body.h.map(value), Sym3(*map(value, body.I)))


# Theorem 2


def same_row_space(matrix: Any, space: RowSpace) -> bool:
    """Whether rows are independent and span exactly the row space of a regressor."""
    span = Echelon(space.echelon.columns, space.echelon.modulus)
    independent = all([span.add([space.embedding(x).value for x in row]) for row in matrix])
    complete = not any([span.add(row) for row in space.echelon.rows()])
    return independent and complete and len(matrix) == space.echelon.rank


@cache
def sets_of_chain(seed: int) -> GautierKhalil:
    return gautier_khalil(random_chain(seed))


@pytest.mark.parametrize("tens", range(0, len(CHAINS), 10))
def test_theorem_2_is_minimal_and_complete_on_random_chains(tens: int) -> None:
    for seed in CHAINS[tens : tens + 10]:
        gk, space = sets_of_chain(seed), regressor_row_space(random_chain(seed))
        assert same_row_space(gk.lin.matrix, space), f"Lin, chain {seed}"
        assert same_row_space(gk.matrix, space), f"Gautier and Khalil, chain {seed}"
        # the maps, on a random parameter vector: wrong ones pass with a probability of 1e-18
        parameters = [space.embedding.random_element() for _ in range(space.echelon.columns)]
        lin, regrouped = (_times(matrix, parameters, space) for matrix in (gk.lin.matrix, gk.matrix))
        assert _times(gk.from_lin, lin, space) == regrouped, f"map from Lin, chain {seed}"
        assert _times(gk.to_lin, regrouped, space) == lin, f"map to Lin, chain {seed}"


def _times(matrix: Any, vector: Any, space: RowSpace) -> list[Any]:
    pairs = [[(space.embedding(x), v) for x, v in zip(row, vector, strict=True) if x] for row in matrix]
    return [inner([x for x, _ in row], [v for _, v in row]) for row in pairs]


def test_random_chains_have_all_that_the_theorem_distinguishes() -> None:
    sets = [sets_of_chain(seed).lin for seed in CHAINS]
    numbers = [combination.set for lin in sets for combination in lin.combinations]
    assert {number: numbers.count(number) > 50 for number in range(1, 6)} == dict.fromkeys(range(1, 6), True)
    structures = [lin.structure for lin in sets]
    assert any(s.r > 0 for s in structures) and any(s.r == len(s.delta) for s in structures)
    between = [(s.delta[j], s.sigma[j]) for s in structures for j in range(s.r + 1, s.s)]
    assert {delta for delta, _ in between} == {sigma for _, sigma in between} == {True, False}
    assert sum(not s.delta[s.r] for s in structures if s.r < len(s.delta)) > 20


@pytest.mark.parametrize("seed", range(30))
def test_theorem_2_holds_in_any_frames_with_z_along_the_joint_with_fixed_links_and_load(seed: int) -> None:
    robot = random_explicit_chain(seed)
    assert same_row_space(lin_parameters(robot).matrix, regressor_row_space(robot))


def test_angles_that_add_up_to_nothing_are_seen_as_parallel() -> None:
    rows = [("0", "0", "0", "0"), ("0.2", "0.3", "0", "0"), ("0", "0.4", "0", "0"), ("0.1", "-0.7", "0", "0")]
    robot = modified_dh((R, P, P, R), rows, (0, -9.81, 0))
    assert lin_parameters(robot).structure.s == robot.n
    assert same_row_space(lin_parameters(robot).matrix, regressor_row_space(robot))


def test_vector_from_m_to_j_decides_delta() -> None:
    # the scan reads "j/m s"; were delta 0 wherever axes are parallel to gravity, a SCARA would lose first moments
    rows = [("0", "0", "0", "0"), ("0.3", "0", "0", "0")]
    robot = modified_dh((R, R), rows)
    found, space = lin_parameters(robot), regressor_row_space(robot)
    assert found.structure.delta == (False, True)
    assert same_row_space(found.matrix, space)
    blind = replace(found.structure, delta=(False, False))
    kept = [member for i, joint in enumerate(driving_chain(robot).joints) for member in members(joint, blind, i)]
    assert len(kept) == space.echelon.rank - 2


def test_counts_of_well_known_arms() -> None:
    counts = {"puma560": 36, "rx90": 36, "panda": 43, "iiwa": 43, "stanford": 33, "scara": 8, "ddarm": 15}
    assert {name: len(lin_parameters(symdyn.load(name)).names) for name in counts} == counts


@pytest.mark.parametrize(("name", "count", "rank"), [("puma560", 36, 34), ("panda", 43, 39)])
def test_theorem_2_needs_gravity(name: str, count: int, rank: int) -> None:
    robot = symdyn.load(name)
    joints = tuple(replace(joint, effects=()) for joint in robot.joints)
    weightless = replace(robot, gravity=robot.gravity.scale(0), joints=joints)
    chain = driving_chain(weightless)
    assert len(theorem_2(chain, len(weightless.full_parameters)).names) == count
    assert regressor_row_space(weightless).echelon.rank == rank
    with pytest.raises(InputError, match="needs gravity"):
        lin_parameters(weightless)


def test_symbols_of_the_file_stay_in_the_coefficients() -> None:
    robot = symbolic_chain()
    found = lin_parameters(robot)
    row = dict(zip(robot.parameter_names, found.matrix[found.names.index("k2_x")], strict=True))
    l3, l4 = _constant("l3"), _constant("l4")
    assert (row["link2.mx"], row["link2.m"], row["link3.m"]) == (exact(1), exact(0), l3)
    assert row["link4.m"] == l3 + l4 * cos_sin(_constant("0.4"))[0] + _axis_part(row["link4.m"])
    assert same_row_space(found.matrix, regressor_row_space(robot))


def _axis_part(coefficient: Exact) -> Exact:
    """The terms of a coefficient in l5, the offset of link 4 along its axis."""
    return Exact({monomial: x for monomial, x in coefficient.terms.items() if "l5" in str(Exact({monomial: x}))})


def test_effects_of_joints_are_no_part_of_the_theorem() -> None:
    robot = symdyn.load("puma560")
    columns = [i for i, name in enumerate(robot.parameter_names) if name.endswith(".Ia")]
    assert len(columns) == 6
    assert not any(row[i] for row in lin_parameters(robot).matrix for i in columns)


@pytest.mark.parametrize(("name", "what"), [("puma560_std", "z axis"), ("dual_arm", "serial chain|z axis")])
def test_robots_outside_the_theorem_are_refused(name: str, what: str) -> None:
    with pytest.raises(InputError, match=what):
        lin_parameters(symdyn.load(name))


def test_a_tree_is_refused() -> None:
    rows = [{"type": R, "dh": {"a": 0.1}, "link": {}}, {"type": R, "dh": {"a": 0.2}, "link": {}, "parent": "base"}]
    tree = symdyn.load({"symdyn": 1, "name": "tree", "gravity": [0, 0, -9.81], "frames": "modified_dh", "joints": rows})
    with pytest.raises(InputError, match="joint2 does not stand on the link before it"):
        lin_parameters(tree)


# Table I: Gautier and Khalil's set beside Lin's


def test_table_1_for_a_translational_joint_followed_by_rotational_ones() -> None:
    robot = symbolic_chain()
    chain, found = driving_chain(robot), lin_parameters(robot)
    i = RRPRR.index(P)
    lin, gk = composite_constants(chain), regrouped_inertias(chain, found.structure)
    own, joint, beyond = chain.inertias, chain.joints[i], chain.joints[i + 1]
    masses = [body.m for body in own]
    # the left column
    assert lin[i - 1].m == masses[i - 1] + masses[i] + masses[i + 1] + masses[i + 2]
    assert lin[i - 1].h == own[i - 1].h + Vec3(joint.b.x, exact(0), exact(0)).scale(lin[i].m) + joint.R @ lin[i].h
    assert lin[i].m == masses[i] + masses[i + 1] + masses[i + 2]
    assert lin[i].h == own[i].h + beyond.step.scale(lin[i + 1].m) + beyond.axis.scale(lin[i + 1].h.z)
    # the right column
    assert gk[i - 1].m == masses[i - 1]
    assert gk[i - 1].h == own[i - 1].h
    assert gk[i].m == masses[i] + masses[i + 1] + masses[i + 2]
    assert gk[i].h == own[i].h + beyond.step.scale(gk[i + 1].m) + beyond.axis.scale(gk[i + 1].h.z)


def test_table_1_as_a_map_between_the_sets() -> None:
    robot = symbolic_chain()
    gk = gautier_khalil(robot)
    assert len(gk.names) == len(gk.lin.names) == regressor_row_space(robot).echelon.rank
    assert _product(gk.from_lin, gk.lin.matrix) == gk.matrix
    assert _product(gk.to_lin, gk.matrix) == gk.lin.matrix
    row = _named(gk.from_lin[gk.names.index("MXR2")], gk.lin.names)
    c, s = cos_sin(_constant("0.4"))
    assert row == {"k2_x": exact(1), "m3": -_constant("l3"), "k3_x": -c, "k3_y": s}
    assert _named(gk.to_lin[gk.lin.names.index("m3")], gk.names) == {"MR3": exact(1)}


def _named(row: Any, names: Any) -> dict[str, Exact]:
    return {name: x for name, x in zip(names, row, strict=True) if x}


def _product(A: Any, B: Any) -> Any:
    """Return a matrix product of exact constants, skipping zeros."""
    rows = []
    for a in A:
        total = [exact(0)] * len(B[0])
        for factor, b in zip(a, B, strict=True):
            if factor:
                total = [t + factor * x if x else t for t, x in zip(total, b, strict=True)]
        rows.append(tuple(total))
    return tuple(rows)


def test_sets_of_rotational_chains_differ_only_by_moments_about_axes() -> None:
    gk = gautier_khalil(symdyn.load("puma560"))
    for name, row in zip(gk.names, gk.from_lin, strict=True):
        others = [lin for lin, x in zip(gk.lin.names, row, strict=True) if x][1:]
        assert all(other.endswith("_zz") for other in others), name


def test_lin_parameters_are_listed_link_by_link() -> None:
    found: LinParameters = lin_parameters(symdyn.load("stanford"))
    assert found.names[:13] == (
        "U1_zz", "k2_x", "k2_y", "U2_xx_yy", "U2_zz", "U2_xy", "U2_xz", "U2_yz", "m3", "k3_x", "k3_y", "k3_z", "k4_x",
    )  # fmt: skip
    assert [c.set for c in found.combinations[:13]] == [1, 2, 2, 2, 2, 2, 2, 2, 3, 4, 4, 4, 2]
