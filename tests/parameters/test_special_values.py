"""Values of symbols that are special are told, since code is written for the values."""

from typing import Any

import symdyn
from symdyn.parameters.special_values import special_values_note


def two_parallel_joints(a: Any) -> dict[str, Any]:
    joints = [{"type": "revolute", "dh": {}}, {"type": "revolute", "dh": {"a": "a"}}]
    return {"symdyn": 1, "name": "arm", "frames": "modified_dh", "symbols": {"a": a}, "joints": joints}


def test_a_length_of_zero_is_told() -> None:
    note = special_values_note(symdyn.load(two_parallel_joints(0)))
    assert note is not None
    assert "4 minimal parameters with symbols in general, 2 at their values" in note


def test_an_ordinary_length_and_a_symbol_without_a_value_need_no_words() -> None:
    assert special_values_note(symdyn.load(two_parallel_joints(0.5))) is None
    assert special_values_note(symdyn.load(two_parallel_joints(None))) is None
