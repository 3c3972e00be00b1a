"""Ways to write the same recursion: equal in value, different in work. Which is cheapest depends on the robot."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict, dataclass, replace

from symdyn.model.robot import Robot


@dataclass(frozen=True, slots=True)
class Formulation:
    """Choices that a kernel's cost may depend on.

    shared_diagonal   take one diagonal entry of Ω from the parent's, which saves a square where differences of
                      squares are wanted too, and costs an addition where they are not
    about_rest        describe links that turn about a point that rests about that point (see `recentring`)
    held_outermost    turn the inertia of outermost links instead of their motion and wrench (see `outermost`)
    composite_bias    in forward dynamics and of gravity alone, take torques from composite bodies (see there)
    free_gauge        let parameters that are structurally zero carry others: the same torques, sometimes nearer the
                      base
    """

    shared_diagonal: bool = True
    about_rest: bool = True
    held_outermost: bool = True
    composite_bias: bool = True
    free_gauge: bool = False


USUAL_FORMULATION = Formulation()


def changes(robot: Robot, inputs: Collection[str]) -> tuple[tuple[str, ...], ...]:
    """Return which choices are worth reversing for a kernel with the given inputs, one group after the other.

    Where no parameter is zero by structure, the usual formulation of what moves is the cheapest.
    """
    if robot.structural_zeros:
        tried: tuple[tuple[str, ...], ...] = (("held_outermost",), ("about_rest",))
        if "pi" in inputs:
            tried = (("held_outermost",), ("free_gauge",), ("held_outermost", "free_gauge"), ("about_rest",))
        tried = (*tried, ("composite_bias",)) if "tau" in inputs or "qd" not in inputs else tried
        return (*tried, ("shared_diagonal",)) if "qd" in inputs else tried
    return () if "qd" in inputs or "pi" not in inputs else (("composite_bias",), ("held_outermost",))


def changed(formulation: Formulation, choices: Collection[str]) -> Formulation:
    """Return a formulation with the given choices reversed."""
    return replace(formulation, **{choice: not getattr(formulation, choice) for choice in choices})


def in_words(formulation: Formulation) -> str:
    """Say how a formulation differs from the usual one."""
    usual = asdict(USUAL_FORMULATION)
    changed_to = [f"{choice}={value}" for choice, value in asdict(formulation).items() if value != usual[choice]]
    return f"the formulation with {', '.join(changed_to)}" if changed_to else "the usual formulation"
