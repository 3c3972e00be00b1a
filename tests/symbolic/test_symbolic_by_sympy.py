"""The physics run on SymPy expressions, and the closed forms that our own polynomials give: equal, exactly."""

from functools import cache

import pytest
from bundled_trees import TREES
from symbolic_values import FORMS, equal

import symdyn
from symdyn.kernels import KERNELS, run
from symdyn.symbolic.lift import EXPRESSIONS
from symdyn.symbolic.model import Model

MOST_JOINTS = 4  # of six joints, SymPy takes nine seconds to expand PUMA 560's regressor, and more to compare
SMALL = [name for name in TREES if symdyn.load(name).n <= MOST_JOINTS]

ALL_FORMS = FORMS | {"regressor": lambda model: list(model.regressor)}


@cache
def closed_forms(name: str) -> Model:
    return symdyn.derive(name)


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("kernel", ALL_FORMS)
def test_physics_over_sympy_gives_the_closed_forms(name: str, kernel: str) -> None:
    model = closed_forms(name)
    state = {"q": model.q, "qd": model.qd, "qdd": model.qdd, "pi": model.pi}
    (by_sympy,) = run(KERNELS[kernel], model.robot, EXPRESSIONS, state).outputs.values()
    for derived, shown in zip(by_sympy, ALL_FORMS[kernel](model), strict=True):
        assert equal(derived, shown, model)


def test_there_are_robots_that_sympy_can_expand() -> None:
    assert {"two_link", "three_link", "ddarm"} <= set(SMALL)
