"""The robots of `law_cases`, one after the other."""

from typing import Any

import pytest
from law_cases import CASES, FIELD_CASES

from symdyn.dynamics.setting import Setting


@pytest.fixture(params=CASES, scope="session")
def at(request: pytest.FixtureRequest) -> Setting[Any]:
    """A robot at a state; computed quantities are kept from test to test."""
    return CASES[request.param]()


@pytest.fixture(params=FIELD_CASES, scope="session")
def at_over_field(request: pytest.FixtureRequest) -> Setting[Any]:
    """A robot at a state over scalars that can be divided."""
    return FIELD_CASES[request.param]()
