"""SymPy in and out of programs: one door each, and both hold the same equations."""

import pytest
import sympy as sp
from symbolic_values import equal

import symdyn
from symdyn.algebra.exact import exact
from symdyn.errors import InputError
from symdyn.ir.evaluate import FLOATS, evaluate
from symdyn.kernels.table import KERNELS
from symdyn.model import bind_symbols
from symdyn.symbolic.exact_expression import constant, expression
from symdyn.symbolic.lift import lift
from symdyn.symbolic.lower import lower
from symdyn.symbolic.model import Model
from symdyn.symbolic.recursive import statements
from symdyn.trace import trace_kernel

X, Y = sp.symbols("x y")


def traced(model: Model, kernel: str) -> list[sp.Expr]:
    program = trace_kernel(KERNELS[kernel], model.robot)
    given = {"q": model.q, "qd": model.qd, "qdd": model.qdd, "pi": model.pi}
    (output,) = lift(program, {port.name: given[port.name] for port in program.inputs}).values()
    return output


@pytest.mark.parametrize("name", ["two_link", "three_link", "ddarm"])
@pytest.mark.parametrize(
    ("kernel", "attribute"),
    [
        ("inverse_dynamics", "torque"),
        ("mass_matrix", "mass_matrix"),
        ("regressor", "regressor"),
        ("gravity", "gravity"),
    ],
)
def test_program_and_closed_form_are_equal(name: str, kernel: str, attribute: str) -> None:
    model = Model(bind_symbols(symdyn.load(name)))
    closed = getattr(model, attribute)
    for traced_entry, entry in zip(traced(model, kernel), closed, strict=True):
        assert equal(traced_entry, entry, model)


@pytest.mark.parametrize("name", ["two_link", "ddarm"])
def test_closed_form_lowers_to_a_program_with_the_same_values(name: str) -> None:
    model = Model(bind_symbols(symdyn.load(name)))
    inputs = {"q": model.q, "qd": model.qd, "qdd": model.qdd, "pi": model.pi}
    program = lower("closed", inputs, {"tau": model.torque})
    assert [port.shape for port in program.outputs] == [(model.robot.n,)]
    for lifted, entry in zip(lift(program, inputs)["tau"], model.torque, strict=True):
        assert equal(lifted, entry, model)


def test_every_node_goes_through_the_door() -> None:
    form = sp.sin(X) ** 2 / Y + sp.cos(X * Y) - sp.sign(Y) * sp.sqrt(2) * sp.pi + sp.Rational(1, 3) - X
    form += sp.sqrt(2 - Y) * sp.atan2(Y, -X) - X / sp.sqrt(X + 1) ** 3
    program = lower("nodes", {"v": [X, Y]}, {"out": form})
    (found,) = evaluate(program, {"v": [0.3, -1.7]}, FLOATS)
    assert abs(found - float(form.subs({X: 0.3, Y: -1.7}))) < 1e-14
    assert lift(program, {"v": [X, Y]})["out"] == [form]


@pytest.mark.parametrize("node", [sp.exp(X), X**Y, sp.Abs(X), sp.cbrt(X), sp.Max(X, Y), X + 0.5])
def test_unknown_node_is_an_error(node: sp.Expr) -> None:
    with pytest.raises(InputError):
        lower("wrong", {"v": [X, Y]}, {"out": node})


def test_unknown_symbol_is_an_error() -> None:
    with pytest.raises(InputError, match="the symbol z is no input"):
        lower("wrong", {"v": [X]}, {"out": X + sp.Symbol("z")})
    program = lower("right", {"v": [X]}, {"out": X + 1})
    with pytest.raises(InputError, match="needs 1 expressions for v"):
        lift(program, {"v": [X, Y]})


def test_exact_constants_survive_the_way_to_sympy_and_back() -> None:
    for name in ("panda", "dual_arm", "ur5"):
        for joint in symdyn.load(name).joints:
            for row in joint.before.rotation.rows:
                for x in row:
                    assert constant(expression(x)) == x
    assert constant(sp.cos(sp.Rational(1, 3)) ** 2 + sp.sin(sp.Rational(1, 3)) ** 2) == exact(1)


@pytest.mark.parametrize("kernel", ["inverse_dynamics", "gravity", "mass_matrix", "jacobian"])
def test_statements_of_the_recursive_form_are_the_program(kernel: str) -> None:
    """Put together again, the named statements give what the program gives."""
    robot = bind_symbols(symdyn.load("stanford"))
    model = Model(robot)
    program = trace_kernel(KERNELS[kernel], robot)
    found = statements(program, model.letters)
    numbers = {symbol: sp.Float(0.1 * (i + 1)) for i, symbol in enumerate((*model.q, *model.qd, *model.qdd, *model.pi))}
    for one in found[: -len(program.results)]:
        numbers[sp.Symbol(one.name)] = one.right.xreplace(numbers)
    results = [float(one.right.xreplace(numbers)) for one in found[-len(program.results) :]]
    given = {"q": model.q, "qd": model.qd, "qdd": model.qdd, "pi": model.pi}
    inputs = {port.name: [float(numbers[x]) for x in given[port.name]] for port in program.inputs}
    expected = evaluate(program, inputs, FLOATS)
    assert all(abs(a - b) <= 1e-12 * (1 + abs(b)) for a, b in zip(results, expected, strict=True))  # rounding only
    assert len({one.name for one in found}) == len(found)
