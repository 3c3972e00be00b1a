"""Joining fixed links to the links that carry them changes nothing: whole and lumped robots agree with `==`."""

from typing import Any

from exact_settings import compute, matrix

from symdyn.algebra.spatial import Vec3
from symdyn.dynamics.coriolis_matrix import coriolis_matrix
from symdyn.dynamics.energy import kinetic_energy, potential_energy
from symdyn.dynamics.mass_matrix import mass_matrix
from symdyn.dynamics.newton_euler import inverse_dynamics
from symdyn.dynamics.setting import Setting
from symdyn.mechanism.kinematics import jacobian
from symdyn.mechanism.mechanism import Mechanism
from symdyn.mechanism.rigid_body import Wrench


def test_lumped_torques_are_those_of_all_links(at: Setting[Any]) -> None:
    wrench = Wrench(Vec3(*at.wrench[:3]), Vec3(*at.wrench[3:]))
    whole = inverse_dynamics(at.whole, at.whole_poses, at.qd, at.qdd, at.link_inertias, wrench)
    lumped = inverse_dynamics(at.moving, at.poses, at.qd, at.qdd, at.inertias, wrench)
    assert whole.tau == lumped.tau


def test_lumped_mass_and_coriolis_matrices_are_those_of_all_links(at: Setting[Any]) -> None:
    whole = mass_matrix(at.whole, at.whole_poses, at.link_inertias).M
    assert whole == mass_matrix(at.moving, at.poses, at.inertias).M
    whole_C = coriolis_matrix(at.whole, at.whole_poses, at.qd, at.link_inertias).C
    assert whole_C == coriolis_matrix(at.moving, at.poses, at.qd, at.inertias).C


def test_lumped_jacobian_is_that_of_all_links(at: Setting[Any]) -> None:
    assert jacobian(at.whole, at.whole_poses) == jacobian(at.moving, at.poses)


def test_lumped_kinetic_energy_is_that_of_all_links(at: Setting[Any]) -> None:
    whole = kinetic_energy(at.whole, at.whole_poses, at.qd, at.link_inertias)
    assert whole == kinetic_energy(at.moving, at.poses, at.qd, at.inertias)


def test_lumped_potential_energy_differs_by_what_is_fixed_to_the_base(at: Setting[Any]) -> None:
    resting = potential_energy_of_links_fixed_to_base(at)
    whole = potential_energy(at.whole, at.whole_poses, at.link_inertias)
    assert whole - resting == potential_energy(at.moving, at.poses, at.inertias)


def potential_energy_of_links_fixed_to_base(at: Setting[Any]) -> Any:
    whole: Mechanism[Any] = at.whole
    resting = {
        link
        for link in range(len(whole.joints))
        if all(not whole.joints[below].coordinates for below in whole.ancestors(link))
    }
    weightless = [
        body if link in resting else type(body)(0, body.h.scale(0), body.I.scale(0))
        for link, body in enumerate(at.link_inertias)
    ]
    return potential_energy(whole, at.whole_poses, weightless)


def test_regressor_columns_vanish_for_links_fixed_to_the_base_and_no_others(at: Setting[Any]) -> None:
    Y = matrix(compute("regressor_full", at), len(at.parameters))
    column = 0
    for link, joint in enumerate(at.robot.joints):
        stands = all(not at.whole.joints[below].coordinates for below in at.whole.ancestors(link))
        block = [entry for row in Y for entry in row[column : column + 10]]
        assert stands == (not any(block))
        column += 10 + len(joint.effects)
