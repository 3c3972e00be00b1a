"""Gains, estimates and return codes of a controller."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

STATE = ("q", "qd", "q_d", "qd_d", "qdd_d")  # what every controller takes, in this order
SEEN = ("q", "qd", "tau")  # what a law takes that only watches


class Rule(StrEnum):
    """Which values a gain may have; what each means is in rules.py."""

    POSITIVE = "positive"
    NOT_NEGATIVE = "0 or more"
    POSITIVE_DEFINITE = "symmetric and positive definite"
    ANY = "any number"
    LOWER_BOUND = "lower bound"
    UPPER_BOUND = "upper bound"
    CHOICE = "a choice"


@dataclass(frozen=True, slots=True)
class GainInterface:
    """A gain: its shape, its default row by row, and which values it may have.

    One with the rule CHOICE is an index into `choices`; a number may have to be `above` another gain.
    """

    name: str
    shape: tuple[int, ...]
    default: tuple[float, ...]
    rule: Rule
    choices: tuple[str, ...] = ()
    above: str = ""

    @property
    def is_choice(self) -> bool:
        """Whether it is an int that chooses, not a number."""
        return self.rule is Rule.CHOICE


@dataclass(frozen=True, slots=True)
class LawInterface:
    """How a law for one robot is called.

    Attributes:
        name: prefix of its C names, and its files' name.
        law: the law's own name.
        n: number of joints.
        adapts: whether the estimates move.
        more_inputs: what `law` takes after the state.
        theta_names: names of the estimates.
        theta_values: the robot file's values of them, None where it leaves some unknown.
        pi_0: with B, the parameters of kernels: pi = pi_0 + B theta; None where pi is theta.
        B: see pi_0.
        gains: what a user may set.
        codes: names and meanings of what init and step return, from 0 on.
        final: those with which the controller has given up.
        declarations: for each language that there is code in, what those who call it must be told, such as structs.
        watches: whether it only watches: then it is told the torque, and returns by how much that was not expected.
    """

    name: str
    law: str
    n: int
    adapts: bool
    more_inputs: tuple[str, ...]
    theta_names: tuple[str, ...]
    theta_values: tuple[float, ...] | None
    pi_0: tuple[float, ...] | None
    B: tuple[tuple[float, ...], ...] | None
    gains: tuple[GainInterface, ...]
    codes: tuple[tuple[str, str], ...]
    final: tuple[str, ...]
    declarations: Mapping[str, str]
    watches: bool = False

    @property
    def inputs(self) -> tuple[str, ...]:
        """What a step takes, in this order."""
        return SEEN if self.watches else STATE

    @property
    def u(self) -> int:
        """How many estimates there are."""
        return len(self.theta_names)
