"""Robots written as URDF and MJCF and read again: `python -m sweep.round_trip ROBOT…`.

Same minimal parameters, and the torques of Pinocchio and MuJoCo, which read the written files.
"""

import copy
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from sweep.peers import NotComparedError, State, all_joints, mujoco_torque, pinocchio_torque
from symdyn import InputError, Options, build
from symdyn.model import Robot, load
from symdyn.model.bind import bind_symbols, parameter_values
from symdyn.model.robot_tree import Opening
from symdyn.model.written.formats import text_in
from symdyn.model.xml_formats import read_xml_robot
from symdyn.parameters.minimal_parameters import minimal_parameters

SUFFIX = {"URDF": ".urdf", "MJCF": ".xml"}
URDF_HAS_NOT = ("rotor_inertia", "spring")


def pi_of(robot: Robot) -> tuple[tuple[str, ...], np.ndarray]:
    """Return the names and values of the minimal parameters."""
    from symdyn.algebra.decimals import to_float

    robot = bind_symbols(robot)
    found = minimal_parameters(robot)
    matrix = np.array([[to_float(entry) for entry in row] for row in found.matrix])
    return found.names, matrix @ parameter_values(robot)


def kept_by(robot: Robot, title: str) -> Robot:
    """Return a robot without what a format has no words for."""
    source = copy.deepcopy(dict(robot.source))
    for joint in source["joints"]:
        for key in URDF_HAS_NOT if title == "URDF" else ():
            joint.pop(key, None)
        if "friction" in joint:
            joint["friction"] = {k: v for k, v in joint["friction"].items() if k != "offset"}
    if title == "URDF":
        source["gravity"] = [0, 0, "-9.80665"]
    return load(source)


def difference(robot: Robot, title: str, folder: Path) -> tuple[float, float | None, str]:
    """Return the differences of pi and of a peer's torques, relative to the largest entry."""
    kept = kept_by(robot, title)
    path = folder / f"{robot.name}{SUFFIX[title]}"
    path.write_text(text_in(kept, title)[0])
    again = load(path, tip=None)
    (names, pi), (names_again, pi_again) = pi_of(kept), pi_of(again)
    if names != names_again:
        return np.inf, None, f"other names: {sorted(set(names) ^ set(names_again))[:6]}"
    apart = float(np.max(np.abs(pi - pi_again)) / np.max(np.abs(pi)))
    kernels = build(kept, Options(only=("inverse_dynamics",), languages=("python",)), backend="numpy")
    q, qd, qdd = np.random.default_rng(2).uniform(-1, 1, (3, kept.n))
    state, A = all_joints(kept, q, qd, qdd)
    try:
        tau = _peer(path, again, title, state, kept)
    except NotComparedError as reason:
        return apart, None, str(reason)
    ours = kernels.inverse_dynamics(q, qd, qdd)
    return apart, float(np.max(np.abs(A.T @ tau - ours)) / np.max(np.abs(ours))), ""


def _peer(path: Path, again: Robot, title: str, state: State, kept: Robot) -> np.ndarray:
    """Return a peer's torques in the order of our joints; MuJoCo has its own order, which is that of its reader."""
    order = [again.tree_joint_names.index(name) for name in kept.tree_joint_names]
    theirs = State(*(_put(x, order) for x in (state.q, state.qd, state.qdd)))
    if title == "MJCF":
        return mujoco_torque(path, again, theirs)[0][order]
    aliases = dict(read_xml_robot(path.read_text(), str(path), Opening()).aliases)
    return pinocchio_torque(path, again, aliases, theirs)[0][order]


def _put(x: np.ndarray, order: list[int]) -> np.ndarray:
    placed = np.empty_like(x)
    placed[order] = x
    return placed


def main() -> int:
    """Print a line for every robot and format."""
    worst_pi = worst_tau = 0.0
    robots, wrong = 0, 0
    with TemporaryDirectory() as folder:
        for source in sys.argv[1:]:
            try:
                robot = load(source)
            except InputError as error:
                print(f"{source}: {error}")
                wrong += 1
                continue
            robots += 1
            for title in SUFFIX:
                pi, tau, why = difference(robot, title, Path(folder))
                torque = "not compared: " + why if tau is None else f"torques {tau:.2g}"
                print(f"{robot.name:24} {title}: pi {pi:.2g}, {torque}", flush=True)
                worst_pi, worst_tau = max(worst_pi, pi), max(worst_tau, tau or 0.0)
                wrong += pi > 1e-12 or (tau or 0.0) > 1e-10
    print(f"{robots} robots: pi to {worst_pi:.2g}, torques to {worst_tau:.2g}; {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
