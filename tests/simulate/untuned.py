"""Arms with friction that follow sinusoids, and nothing tuned."""

from pathlib import Path
from typing import Any

import numpy as np

import symdyn
from symdyn.control import LAWS
from symdyn.simulate import Run, open_scenario, run_scenario

SIX = ((6, 6, 4, 1, 1, 0.5), (3, 3, 2, 0.5, 0.5, 0.2))  # Coulomb and viscous, N m and N m s
WITH_A_MODEL = [name for name in LAWS if name != "pd_gravity"]
ADAPTIVE = [name for name, law in LAWS.items() if law.adapts]
WRONG = "model: {masses: 0.8, inertias: 0.8, friction: 0.7}\n"


def of_unequal_links() -> dict[str, Any]:
    """200 kg carry 20 g."""
    heavy = {"mass": 200, "com": [0.5, 0, 0], "inertia": {"xx": 1, "xy": 0, "xz": 0, "yy": 30, "yz": 0, "zz": 30}}
    light = {
        "mass": 0.02,
        "com": [0.02, 0, 0],
        "inertia": {"xx": 1e-6, "xy": 0, "xz": 0, "yy": 2e-6, "yz": 0, "zz": 2e-6},
    }
    of_joints = (
        (heavy, [0, 0, 0], {"viscous": 10, "coulomb": 20}, 3000, 5),
        (light, [1, 0, 0], {"viscous": 1e-4, "coulomb": 0.005}, 0.1, 0),
    )
    joints = [
        {
            "type": "revolute",
            "axis": [0, 1, 0],
            "origin": {"xyz": at},
            "link": link,
            "friction": friction,
            "rotor_inertia": rotor,
            "limits": {"effort": effort},
        }
        for link, at, friction, effort, rotor in of_joints
    ]
    return {"symdyn": 1, "name": "unequal", "gravity": [0, 0, -9.81], "joints": joints}


def rubbing(name: str, *, coulomb: bool = True) -> dict[str, Any]:
    source = dict(symdyn.load(name).source)
    n = symdyn.load(name).n
    dry, viscous = SIX if n == 6 else ((1.0,) * n, (0.5,) * n)
    values = iter(zip(dry, viscous, strict=True))
    joints = []
    for joint in source["joints"]:
        made = dict(joint)
        if joint.get("type", "revolute") != "fixed":
            fc, fv = next(values)
            made["friction"] = {"viscous": fv, "coulomb": fc if coulomb else 0}
        joints.append(made)
    return {**source, "joints": joints, "name": f"{name}_rubbing{'' if coulomb else '_not'}"}


def run(
    robot: Any,
    folder: Path,
    law: str,
    seconds: float,
    more: str = "",
    rate: int = 1000,
    moves: float = 0.4,
    bent: tuple[float, ...] = (),
) -> Run:
    """Run sinusoids about a posture; about the one that is bent all joints begin at once and at full speed."""
    about = [(centre, 0.0) for centre in bent] or [(0.0, 0.5 * i) for i in range(robot.n)]
    waves = ", ".join(
        f"{{centre: {centre}, amplitude: {moves}, omega: {2 + 0.3 * i}, phase: {phase}}}"
        for i, (centre, phase) in enumerate(about)
    )
    (folder / "run.yaml").write_text(
        f"scenario: 1\nduration: {seconds}\ncontroller: {{law: {law}, rate: {rate}}}\n"
        f"trajectory: {{type: sinusoids, joints: [{waves}]}}\nsolver: {{rtol: 1e-6, atol: 1e-8}}\n{more}"
    )
    return run_scenario(robot, open_scenario(str(folder / "run.yaml")).for_robot(robot))


def rms(made: Run, after: float = 0.0) -> Any:
    assert made.recording.stopped is None, made.recording.stopped
    return np.sqrt((made.recording.error[made.recording.time >= after] ** 2).mean(0))
