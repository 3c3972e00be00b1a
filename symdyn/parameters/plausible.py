"""Parameters for tests and self-tests of a robot whose file leaves some unknown: bodies that could exist.

Every unknown number is drawn from a generator seeded with the parameter's name, so the vector depends on the robot
alone. A body's ten are drawn together (uniform mass on random points), so that its inertia is that of some body.
"""

from __future__ import annotations

import random
from fractions import Fraction

from symdyn.algebra.decimals import to_float
from symdyn.algebra.exact import Exact, exact
from symdyn.model.robot import Body, Parameter, Robot
from symdyn.parameters.pi import pi_names, pi_of_full, pi_over, pi_values

POINT_MASSES = 4
GRAIN = 64  # coordinates are multiples of 1/64, so that everything drawn is an exact double


def plausible_parameters(robot: Robot) -> list[float]:
    """Return values of `pi`: the file's where it has them all, otherwise drawn ones for bodies with an unknown."""
    return [float(value) for value in pi_of_full(robot, plausible_full(robot))]


def plausible_exact(robot: Robot) -> dict[str, list[Exact]]:
    """Return exact values of `pi` and of the full vector, `parameters`: those whose doubles kernels are given."""
    known = zip(robot.full_parameters, drawn_full(robot), from_file(robot), strict=True)
    full = [parameter.value if given else exact(drawn) for parameter, drawn, given in known]
    values = [value for value in pi_values(robot) if value is not None]
    if len(values) < len(pi_names(robot)):
        values = list(pi_over(robot, full, lambda constant: constant))
    return {"pi": values, "parameters": full}


def plausible_full(robot: Robot) -> list[Fraction]:
    """Return the full vector: the file's values, drawn ones for bodies and joints with an unknown."""
    rows = zip(robot.full_parameters, drawn_full(robot), from_file(robot), strict=True)
    return [Fraction(to_float(p.value)) if given else drawn for p, drawn, given in rows]


def from_file(robot: Robot) -> list[bool]:
    """Tell which entries of `plausible_full` are the file's: known ones, of bodies that are known as a whole.

    Where `pi` is known, as that of a slider of which the file gives the mass alone, what is not has no effect.
    """
    if all(value is not None for value in pi_values(robot)):
        return [parameter.known for parameter in robot.full_parameters]
    partly = {p.name for body in _bodies(robot) if not all(p.known for p in body.parameters) for p in body.parameters}
    return [parameter.known and parameter.name not in partly for parameter in robot.full_parameters]


def drawn_full(robot: Robot) -> list[Fraction]:
    """Return a full vector without the file's values: nothing is 0 but what the file makes structurally so."""
    drawn: dict[str, Fraction] = {}
    for body in _bodies(robot):
        drawn |= _random_body(body) if body.parameters else {}
    return [drawn[p.name] if p.name in drawn else _random_value(p) for p in robot.full_parameters]


def _bodies(robot: Robot) -> list[Body]:
    return [joint.link for joint in robot.joints] + ([robot.load.body] if robot.load else [])


def _random_value(parameter: Parameter) -> Fraction:
    if parameter.vanishes:
        return Fraction(0)
    return Fraction(random.Random(parameter.name).randint(1, GRAIN), GRAIN)


def _random_body(body: Body) -> dict[str, Fraction]:
    source = random.Random(body.name)
    m, h, I = Fraction(0), [Fraction(0)] * 3, [Fraction(0)] * 6
    for _ in range(POINT_MASSES):
        mass = Fraction(source.randint(1, GRAIN), GRAIN)
        x, y, z = (Fraction(source.randint(-16, 16), GRAIN) for _ in range(3))
        m += mass
        h = [a + mass * b for a, b in zip(h, (x, y, z), strict=True)]
        moments = (y * y + z * z, -x * y, x * x + z * z, -x * z, -y * z, x * x + y * y)
        I = [a + mass * b for a, b in zip(I, moments, strict=True)]
    ten = (m, *h, *I)
    return {
        parameter.name: Fraction(0) if parameter.vanishes else value
        for parameter, value in zip(body.parameters, ten, strict=True)
    }
