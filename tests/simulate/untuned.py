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
