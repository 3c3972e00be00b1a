"""View: what the templates of every language may see of a robot. Every text is finished; templates only lay it out."""

from __future__ import annotations

from dataclasses import dataclass

from symdyn.emit.combination import parameter_rows
from symdyn.emit.facts import Facts


@dataclass(frozen=True, slots=True)
class RobotView:
    """A robot, whatever the language; n, p and k are the numbers of joints, full parameters and entries of `pi`."""

    banner: tuple[str, ...]
    title: str
    name: str
    version: str
    robot_hash: str
    n: int
    p: int
    k: int
    joints: tuple[str, ...]
    joint_names: str
    takes_pi: bool
    pi_names: tuple[str, ...]
    parameter_table: tuple[str, ...]


def robot_view(facts: Facts) -> RobotView:
    """Return the view of a robot."""
    return RobotView(
        banner=facts.banner,
        title=title(facts),
        name=facts.name,
        version=facts.version,
        robot_hash=facts.robot_hash,
        n=len(facts.joint_names),
        p=len(facts.parameter_names),
        k=len(facts.pi_names),
        joints=facts.joint_names,
        joint_names=", ".join(facts.joint_names),
        takes_pi=facts.takes_pi,
        pi_names=facts.pi_names,
        parameter_table=parameter_rows(facts.pi_names, facts.pi_weights),
    )


def title(facts: Facts) -> str:
    """One sentence that says what the files are."""
    how = "with the robot file's parameters baked in" if facts.options.fold else "with parameters at run time"
    return f"Dynamics kernels of the robot '{facts.name}', {how}."
