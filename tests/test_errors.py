"""Messages stay short: the beginning says where, the end says what to do, and the middle may be left out."""

import pytest

from symdyn.errors import MAX_MESSAGE, InputError, one_of, shortened, unknown_name


def test_a_short_text_stays_as_it_is():
    assert shortened("x" * MAX_MESSAGE) == "x" * MAX_MESSAGE


@pytest.mark.parametrize("most", [1, 2, 10, 299, 300])
def test_a_long_text_keeps_its_beginning_and_its_end(most):
    text = shortened("a" * 1000 + "z" * 1000, most)
    assert len(text) == most and text.count("…") == 1
    before, after = text.split("…")
    assert set(before) <= {"a"} and set(after) <= {"z"} and len(before) - len(after) in (0, 1)


def test_an_error_keeps_its_parts_whole_and_its_text_short():
    error = InputError("w" * 1000, field="f" * 1000, file="p" * 5000 + "/robot.yaml", line=7)
    assert len(str(error)) == MAX_MESSAGE
    assert str(error).startswith("ppp") and "/robot.yaml:7: fff" in str(error) and str(error).endswith("www")
    assert (error.what, error.field, error.file) == ("w" * 1000, "f" * 1000, "p" * 5000 + "/robot.yaml")


def test_a_list_of_names_ends_where_nobody_reads_on():
    assert one_of(["a", "b"]) == "valid: a, b"
    few = one_of(f"name{i}" for i in range(1000))
    assert few.startswith("valid: name0, name1, ") and few.endswith(" more") and len(few) < 220


def test_a_name_without_end_is_answered_soon():
    said = unknown_name("kernel", "gravity" * 100_000, ["gravity", "coriolis"])
    assert len(said) < MAX_MESSAGE and said.endswith("valid: gravity, coriolis")
