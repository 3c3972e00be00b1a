"""Put the values of the symbols in their place, and turn parameters into numbers.

Binding happens at the doors: where code is generated, run, checked, measured or simulated. What lies behind them takes
a `NumericRobot`, and whatever is derived of a robot is kept with the one that it was bound to.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from symdyn.algebra.decimals import to_float
from symdyn.algebra.exact import Exact
from symdyn.algebra.spatial import Vec3
from symdyn.algebra.substitution import substitute
from symdyn.errors import InputError, MissingValueError
from symdyn.model.closing import Closing, Coupling, CutJoint
from symdyn.model.robot import Body, Joint, Load, NumericRobot, Parameter, Placement, Robot, Unknown


def bind_symbols(robot: Robot) -> NumericRobot:
    """Return the robot with every symbol of its geometry replaced by its value; the same one at every call.

    A symbol without a value is an error where geometry uses it; in inertial parameters it stays, and they stay
    unknown. `vanishes` stays as well: a zero that comes from a symbol's value is no structural zero.
    """
    if isinstance(robot, NumericRobot):
        return robot
    if "numeric" not in robot.memo:
        bound = _with_values(robot, _values(robot))
        if not robot.symbols:  # the same geometry: what was derived of it need not be derived again
            bound.memo.update(robot.memo)
        robot.memo["numeric"] = bound
    found: NumericRobot = robot.memo["numeric"]
    return found


def _with_values(robot: Robot, values: Mapping[str, Exact]) -> NumericRobot:
    load = robot.load
    if load:
        load = Load(_bound_placement(load.placement, values), _bound_body(load.body, values))
    return NumericRobot(
        name=robot.name,
        gravity=_bound_vector(robot.gravity, values),
        joints=tuple(_bound_joint(joint, values) for joint in robot.joints),
        load=load,
        symbols={name: value for name, value in robot.symbols.items() if value is None},
        structural_zeros=robot.structural_zeros,
        unknown=robot.unknown and tuple(_bound_unknown(unknown, values) for unknown in robot.unknown),
        source=robot.source,
        tip=robot.tip,
        tips=robot.tips,
        notes=robot.notes,
        closing=robot.closing and _bound_closing(robot.closing, values),
    )


def parameter_values(robot: Robot) -> np.ndarray:
    """Return the full parameter vector as doubles, NaN where a parameter is unknown."""
    values = _values(robot)
    bound = (_substituted(parameter.value, values) for parameter in robot.full_parameters)
    return np.array([float("nan") if value.symbols() else to_float(value) for value in bound], dtype=float)


def at_values(robot: Robot, x: Exact) -> Exact:
    """Return a constant of a robot's geometry with its symbols replaced by their values, of which none may lack."""
    return _bound(x, _values(robot)) if x.symbols() else x


def _values(robot: Robot) -> dict[str, Exact]:
    return {name: value for name, value in robot.symbols.items() if value is not None}


def _substituted(x: Exact, values: Mapping[str, Exact]) -> Exact:
    try:
        return substitute(x, values)
    except (ValueError, ZeroDivisionError) as error:
        raise InputError(f"{x} has no value at the values of its symbols: {error}") from None


def _bound(x: Exact, values: Mapping[str, Exact]) -> Exact:
    result = _substituted(x, values)
    missing = sorted(result.symbols())
    if missing:
        raise MissingValueError("the symbol has no value; give it one to get numbers", field=f"symbols.{missing[0]}")
    return result


def _bound_vector(vector: Vec3[Exact], values: Mapping[str, Exact]) -> Vec3[Exact]:
    return vector.map(lambda entry: _bound(entry, values))


def _bound_placement(placement: Placement, values: Mapping[str, Exact]) -> Placement:
    rotation = placement.rotation.map(lambda entry: _bound(entry, values))
    return Placement(rotation, _bound_vector(placement.position, values))


def _bound_parameters(parameters: tuple[Parameter, ...], values: Mapping[str, Exact]) -> tuple[Parameter, ...]:
    return tuple(replace(parameter, value=_substituted(parameter.value, values)) for parameter in parameters)


def _bound_body(body: Body, values: Mapping[str, Exact]) -> Body:
    com = body.com and _bound_vector(body.com, values)
    return Body(body.name, _bound_parameters(body.parameters, values), com)


def _bound_unknown(unknown: Unknown, values: Mapping[str, Exact]) -> Unknown:
    return Unknown(unknown.name, tuple((name, _bound(weight, values)) for name, weight in unknown.weights))


def _bound_joint(joint: Joint, values: Mapping[str, Exact]) -> Joint:
    return replace(
        joint,
        before=_bound_placement(joint.before, values),
        axis=_bound_vector(joint.axis, values),
        offset=_bound(joint.offset, values),
        after=_bound_placement(joint.after, values),
        own=tuple((key, _bound(number, values)) for key, number in joint.own),
        link=_bound_body(joint.link, values),
        effects=_bound_parameters(joint.effects, values),
    )


def _bound_closing(closing: Closing, values: Mapping[str, Exact]) -> Closing:
    matrix = closing.transmission
    return replace(
        closing,
        loops=tuple(_bound_cut(loop, values) for loop in closing.loops),
        couplings=tuple(_bound_coupling(coupling, values) for coupling in closing.couplings),
        transmission=matrix and tuple(tuple(_bound(entry, values) for entry in row) for row in matrix),
        motors=tuple(replace(motor, effects=_bound_parameters(motor.effects, values)) for motor in closing.motors),
    )


def _bound_cut(loop: CutJoint, values: Mapping[str, Exact]) -> CutJoint:
    return replace(
        loop,
        parent_frame=_bound_placement(loop.parent_frame, values),
        child_frame=_bound_placement(loop.child_frame, values),
        effects=_bound_parameters(loop.effects, values),
    )


def _bound_coupling(coupling: Coupling, values: Mapping[str, Exact]) -> Coupling:
    """Bind a coupling; a factor that is zero at the values of its symbols is none."""
    bound = ((other, _bound(factor, values)) for other, factor in coupling.factors)
    return Coupling(coupling.joint, tuple((i, factor) for i, factor in bound if factor), _bound(coupling.plus, values))
