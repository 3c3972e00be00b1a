"""Tree -> Scenario: the schema of the scenario file, version 1, from top to bottom."""

from __future__ import annotations

import math
from pathlib import Path

from symdyn.algebra.exact import Exact
from symdyn.algebra.substitution import substitute
from symdyn.model import Robot
from symdyn.model.robot_file.fields import choice_of, entries_of, required, text_of
from symdyn.model.robot_file.names import check_symbol_name
from symdyn.model.robot_file.quantities import Reading, number
from symdyn.model.text.tree import Node
from symdyn.simulate.scenario.control import mapping_of, read_control, read_model
from symdyn.simulate.scenario.disturbances import read_disturbances, read_loads
from symdyn.simulate.scenario.reals import between, bounds, per_joint, positive, seconds, whole
from symdyn.simulate.scenario.scenario import (
    A_TURN,
    CONTINUOUS,
    DRAWS,
    METHODS,
    SIDES,
    Flexibility,
    Noise,
    Scenario,
    Signals,
    Solver,
    Start,
    Variation,
)
from symdyn.simulate.scenario.trajectory import Place, read_trajectory

SCHEMA_VERSION = 1
KEYS = (
    *("scenario", "robot", "symbols", "duration", "trajectory", "controller", "model", "start", "disturbances"),
    *(
        "loads",
        "noise",
        "torque_limits",
        "tolerance",
        "divergence",
        "record",
        "seed",
        "solver",
        "signals",
        "flexibility",
        "monte_carlo",
    ),
)
SOLVER = {  # beyond doubles: endless steps
    **{"rtol": (1e-13, 0.1), "atol": (1e-18, 1.0), "friction_speed": (1e-9, 1e3)},
    **{"stiction": (1.0, 10.0), "stiction_speed": (1e-9, 1e3)},
}
OPENING = f"scenario: {SCHEMA_VERSION}"


def check_version(root: Node) -> dict[str, Node]:
    """Return the entries of a scenario, once they are known to be one of this version."""
    entries = entries_of(root, KEYS)
    node = required(root, entries, "scenario", f"a scenario starts with '{OPENING}'")
    if number(node, Reading()) != SCHEMA_VERSION:
        raise node.error(f"schema version {node.value} is not known; this symdyn reads version {SCHEMA_VERSION}")
    return entries


def robot_of(root: Node) -> str | None:
    """Return what a scenario says about its robot: a bundled name or a file, or nothing."""
    entries = check_version(root)
    return text_of(entries["robot"], "a bundled name or a file") if "robot" in entries else None


def read_scenario(root: Node, name: str, robot: Robot, folder: Path) -> Scenario:
    """Return the scenario that a tree describes; file names in it are meant from ``folder``."""
    entries = check_version(root)
    reading = Reading(symbols=_symbols(entries.get("symbols")))
    joints = robot.joint_names
    duration = seconds(required(root, entries, "duration", "say how many seconds are simulated"), reading)
    trajectory = required(root, entries, "trajectory", "say what the robot is asked to do")
    control = read_control(entries.get("controller"), folder, reading)
    return Scenario(
        name=name,
        duration=duration,
        trajectory=read_trajectory(trajectory, Place(joints, folder, duration), reading),
        control=control,
        start=_start(entries.get("start"), joints, reading),
        noise=_noise(entries.get("noise"), joints, reading),
        torque_limits=_torque_limits(entries.get("torque_limits"), robot, reading),
        model=read_model(entries.get("model"), folder, reading),
        disturbances=read_disturbances(entries.get("disturbances"), joints, reading),
        loads=read_loads(entries.get("loads"), reading),
        solver=_solver(entries.get("solver"), reading),
        signals=_signals(entries.get("signals"), joints, reading),
        flexibility=_flexibility(entries.get("flexibility"), joints, reading),
        variation=_variation(entries.get("monte_carlo"), reading),
        tolerance=positive(entries["tolerance"], reading) if "tolerance" in entries else 0.01,
        divergence=positive(entries["divergence"], reading) if "divergence" in entries else A_TURN,
        record=_record(entries.get("record"), control.rate, reading),
        seed=whole(entries["seed"], reading) if "seed" in entries else 0,
    )


def _symbols(node: Node | None) -> dict[str, Exact | None]:
    """Read names and values; a value may be an expression in the names above it."""
    reading = Reading()
    if node is None or node.value is None:
        return {}
    if not isinstance(node.value, dict):
        raise node.error(f"expected a mapping of names to numbers, found {node.kind}")
    for name, value in node.value.items():
        check_symbol_name(name, value)
        reading.symbols[name] = substitute(number(value, reading), reading.values)
    return reading.symbols


def _start(node: Node | None, joints: tuple[str, ...], reading: Reading) -> Start:
    if node is None:
        return Start()
    entries = entries_of(node, ("position", "velocity", "error", "relative_error"))
    ways = [key for key in ("position", "error", "relative_error") if key in entries]
    if len(ways) > 1:
        raise entries[ways[1]].error(f"{ways[0]} already says where the plant starts; leave one out")
    return Start(**{key: per_joint(entry, joints, reading) for key, entry in entries.items()})


def _noise(node: Node | None, joints: tuple[str, ...], reading: Reading) -> Noise:
    none = (0.0,) * len(joints)
    if node is None:
        return Noise(none, none)
    entries = entries_of(node, ("position", "velocity"))
    found = {key: per_joint(entry, joints, reading) for key, entry in entries.items()}
    for key, deviations in found.items():
        if min(deviations) < 0:
            raise entries[key].error("a standard deviation is not negative")
    return Noise(found.get("position", none), found.get("velocity", none))


def _torque_limits(node: Node | None, robot: Robot, reading: Reading) -> tuple[float, ...]:
    if node is None or node.value == "none":
        return (math.inf,) * robot.n
    if node.value == "file":
        efforts = [joint.limits.effort for joint in robot.moving_joints]
        if all(effort is None for effort in efforts):
            raise node.error("the robot file gives no joint an effort limit; write one number per joint here")
        return tuple(math.inf if effort is None else effort for effort in efforts)
    limits = per_joint(node, robot.joint_names, reading)
    if min(limits) <= 0:
        raise node.error("a torque limit is above 0; it holds in both directions")
    return limits


def _solver(node: Node | None, reading: Reading) -> Solver:
    entries = entries_of(node, ("method", "substeps", *SOLVER)) if node is not None else {}
    numbers = {key: between(entry, reading, *SOLVER[key]) for key, entry in entries.items() if key in SOLVER}
    method = choice_of(entries["method"], "method", METHODS) if "method" in entries else METHODS[0]
    if "substeps" in entries:
        between(entries["substeps"], reading, 1, 1e6)
    substeps = whole(entries["substeps"], reading) if "substeps" in entries else 10
    if "substeps" in entries and method != "rk4":
        raise entries["substeps"].error("only rk4 has substeps; others choose the length of their steps")
    return Solver(**numbers, method=method, substeps=substeps if method == "rk4" else 0)


def _signals(node: Node | None, joints: tuple[str, ...], reading: Reading) -> Signals:
    if node is None:
        return Signals()
    entries = entries_of(node, ("encoder", "lost", "delay"))
    quanta: tuple[float, ...] = ()
    if "encoder" in entries:
        quanta = per_joint(entries["encoder"], joints, reading)
        if min(quanta) < 0:
            raise entries["encoder"].error("a step of an encoder is not negative, in rad or m")
    lost = whole(entries["lost"], reading) if "lost" in entries else 0
    if lost == 1 or lost < 0:
        raise entries["lost"].error("every sample would be lost; 100 loses one in a hundred, 0 none")
    delay = whole(entries["delay"], reading) if "delay" in entries else 0
    if delay not in (0, 1):
        raise entries["delay"].error("a torque acts at once (0) or a period late (1)")
    return Signals(quanta, lost, delay)


def _flexibility(node: Node | None, joints: tuple[str, ...], reading: Reading) -> Flexibility | None:
    if node is None:
        return None
    entries = entries_of(node, ("stiffness", "damping", "rotor_inertia", "measured"))
    required(node, entries, "stiffness", "N m/rad or N/m between motor and joint, one or one per joint; 0: rigid")
    found = {key: per_joint(entry, joints, reading) for key, entry in entries.items() if key != "measured"}
    for key, values in found.items():
        if min(values) < 0:
            raise entries[key].error("must not be below 0")
    if not any(found["stiffness"]):
        raise entries["stiffness"].error("every joint is rigid; leave flexibility out")
    side = choice_of(entries["measured"], "side", SIDES) if "measured" in entries else SIDES[0]
    return Flexibility(found["stiffness"], found.get("damping", (0.0,) * len(joints)), found.get("rotor_inertia"), side)


def _variation(node: Node | None, reading: Reading) -> Variation | None:
    if node is None:
        return None
    entries = entries_of(
        node, ("bodies", "friction", "loads", "disturbances", "start", "noise", "rate", "gains", "gain_draws")
    )
    found = {key: bounds(entry, reading) for key, entry in entries.items() if not key.startswith("gain")}
    for key in ("bodies", "friction", "loads", "noise", "rate"):
        least = 1e-9 if key in ("bodies", "rate") else 0
        if key in found and found[key][0] < least:
            what = "a body" if key == "bodies" else "the rate"
            raise entries[key].error("a factor is not below 0" if least == 0 else f"a factor on {what} is above 0")
    gains = mapping_of(entries.get("gains"), "gains to ranges of factors")
    named = tuple((name, bounds(entry, reading)) for name, entry in gains)
    draws = choice_of(entries["gain_draws"], "kind of draw", DRAWS) if "gain_draws" in entries else DRAWS[0]
    if draws == "logarithmic" and any(low <= 0 for _, (low, _) in named):
        raise entries["gains"].error("a factor that is drawn logarithmically is above 0")
    return Variation(**found, gains=named, gain_draws=draws)


def _record(node: Node | None, rate: float, reading: Reading) -> float:
    most = 1000.0 if rate == CONTINUOUS else rate
    if node is None:
        return min(500.0, most)
    record = positive(node, reading)
    if rate != CONTINUOUS and record > rate:
        raise node.error(f"{record:g} Hz is faster than the controller, {rate:g} Hz; record its samples at most")
    return record
