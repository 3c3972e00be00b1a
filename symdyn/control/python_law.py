"""A law's twin in Python: all that its template may see."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from symdyn.algebra.decimals import to_float
from symdyn.control.law import Rule
from symdyn.control.numbers import lines_of, python_number
from symdyn.control.plan import Plan, SizedGain
from symdyn.control.python_twin import python_twin_text
from symdyn.emit import Facts
from symdyn.emit.templates import fill
from symdyn.interface import STATE
from symdyn.interface.rules import MEANINGS

_WITHIN = 'np.minimum(np.maximum(theta, self.gains["theta_min"]), self.gains["theta_max"])'


@dataclass(frozen=True, slots=True)
class Table:
    """An array of numbers."""

    name: str
    lines: tuple[str, ...]
    dtype: str
    shape: str


@dataclass(frozen=True, slots=True)
class PythonLawView:
    """What the Python templates of laws show."""

    banner: tuple[str, ...]
    title: str
    equations: tuple[str, ...]
    robot: str
    name: str
    u: int
    theta_names: tuple[str, ...]
    theta_values: tuple[str, ...]
    theta_default: str
    tables: tuple[Table, ...]
    default_gains: tuple[Table, ...]
    checks: tuple[str, ...]
    start: str
    memory: tuple[str, ...]
    pi: str
    pi_argument: str
    gradient: str
    law_arguments: str
    converted: str
    consistency: tuple[str, ...]
    functions: tuple[str, ...] = ()
    methods: tuple[str, ...] = ()


def python_law_text(plan: Plan, facts: Facts) -> str:
    """Return the module of a law."""
    if plan.law.routines:
        return python_twin_text(plan, facts)
    view = _view(plan, facts)
    functions, methods = _pieces(plan, view)
    return fill("python/law_module.py.jinja", replace(view, functions=functions, methods=methods))


def _pieces(plan: Plan, view: PythonLawView) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Functions and methods that the law needs."""
    adapts = plan.law.adapts
    functions = {
        "law_positive_definite": any(gain.gain.rule is Rule.POSITIVE_DEFINITE for gain in plan.gains),
        "law_beyond": adapts,
        "law_consistency": bool(view.consistency),
        **dict.fromkeys(plan.law.pieces, True),
    }
    methods = {
        f"law_{plan.law.name}": True,
        "law_estimates" if adapts else "law_advance": True,
        f"law_{plan.law.name}_step" if plan.law.memory else "law_step": True,
    }
    return _filled(functions, view), _filled(methods, view)


def _filled(wanted: dict[str, bool], view: PythonLawView) -> tuple[str, ...]:
    return tuple(fill(f"python/{name}.py.jinja", view).rstrip("\n") for name, there in wanted.items() if there)


def _view(plan: Plan, facts: Facts) -> PythonLawView:
    inputs = (*STATE, *plan.law.more_inputs)
    values = plan.theta.values
    return PythonLawView(
        banner=facts.banner,
        title=f"{plan.law.summary}, for the robot '{plan.robot}'.",
        equations=plan.law.equations,
        robot=plan.robot,
        name=plan.name,
        u=plan.u,
        theta_names=plan.theta.names,
        theta_values=lines_of([python_number(to_float(value)) for value in values or ()]),
        theta_default="THETA" if values else ("()" if not plan.u else "None"),
        tables=_tables(plan),
        default_gains=tuple(_table(gain.name, gain.default, gain.shape) for gain in plan.gains),
        checks=tuple(line for gain in plan.gains for line in _check(gain)),
        start=_WITHIN if plan.law.adapts else "theta",
        memory=tuple(_memory(one.name, one.shape) for one in plan.memory),
        pi=_pi(plan),
        pi_argument=f", {_pi(plan)}" if _pi(plan) else "",
        gradient="B.T @ g" if plan.theta.B is not None else "g",
        law_arguments=", ".join(inputs),
        converted=f'_array(x, (N,), "an input") for x in ({", ".join(inputs)})',
        consistency=_consistency(plan),
    )


def _tables(plan: Plan) -> tuple[Table, ...]:
    tables = []
    if plan.theta.B is not None and plan.theta.pi_0 is not None:
        tables.append(_table("PI_0", [to_float(x) for x in plan.theta.pi_0], (plan.k,)))
        tables.append(_table("B", [to_float(x) for row in plan.theta.B for x in row], (plan.k, plan.u)))
    if _consistency(plan):
        places = [str(i) for ten in plan.theta.bodies for i in ten]
        tables.append(Table("BODIES", lines_of(places), "int", str((len(plan.theta.bodies), 10))))
    return tuple(tables)


def _table(name: str, values: Sequence[float], shape: tuple[int, ...]) -> Table:
    return Table(name, lines_of([python_number(value) for value in values]), "DTYPE", str(shape))


def _check(gain: SizedGain) -> list[str]:
    name, rule = gain.name, gain.gain.rule
    if gain.is_choice:
        good, must = f'gains["{name}"] in range({len(gain.gain.choices)})', f"from 0 to {len(gain.gain.choices) - 1}"
    elif rule is Rule.POSITIVE_DEFINITE:
        good, must = f'_is_finite(gains["{name}"]) and _positive_definite(gains["{name}"])', MEANINGS[rule].demand
    elif name == "theta_max":
        good, must = f'np.all(gains["{name}"] > -np.inf)', "numbers or infinity"
    elif name == "theta_min":
        high = 'gains["theta_max"]'  # NaN and -infinity there are its own fault
        crossed = f'(gains["{name}"] > {high}) & ({high} > -np.inf)'
        good = f'np.all(gains["{name}"] < np.inf) and not np.any({crossed})'
        must = "numbers or -infinity, none above theta_max"
    else:
        sign = ">" if rule is Rule.POSITIVE else ">="
        good, must = f'_is_finite(gains["{name}"]) and np.all(gains["{name}"] {sign} 0)', MEANINGS[rule].demand
        if gain.gain.above:
            good, must = f'{good} and gains["{name}"] > gains["{gain.gain.above}"]', f"above {gain.gain.above}"
    return [f"if not ({good}):", f'    raise ValueError("{name} must be {must}")']


def _memory(name: str, shape: tuple[int, ...]) -> str:
    return f"self.{name} = np.zeros({shape}, DTYPE)"


def _pi(plan: Plan) -> str:
    if plan.options.fold:
        return ""
    return "PI_0 + B @ self.theta" if plan.theta.B is not None else "self.theta"


def _consistency(plan: Plan) -> tuple[str, ...]:
    if not plan.law.adapts or not plan.theta.bodies:
        return ()
    return ('if gains["body_floor"] > 0:', '    theta = _make_consistent(gains["body_floor"], theta)')
