"""What an entry of pi stands for is told beside it, short enough to read."""

from symdyn.algebra.exact import exact
from symdyn.algebra.roots import square_root
from symdyn.emit.combination import MOST_TERMS, WIDTH, combination_text, parameter_rows


def test_the_parameter_that_gives_the_name_stands_first() -> None:
    weights = [("link1.m", exact("-0.25")), ("link2.Ixx", exact(1)), ("link3.m", square_root(exact(2)))]
    assert combination_text("link2.Ixx", weights) == "link2.Ixx - 0.25*link1.m + 1.41421*link3.m"


def test_what_is_too_long_is_counted() -> None:
    weights = [(f"link{i}.m", exact(1)) for i in range(MOST_TERMS + 3)]
    text = combination_text("link0.m", weights)
    assert text.startswith("link0.m + link1.m") and text.endswith(" + 3 more")
    assert text.count("link") == MOST_TERMS


def test_rows_are_aligned_and_broken_between_terms() -> None:
    long = [(f"link{i}.Ixx", exact("0.123456")) for i in range(6)]
    rows = parameter_rows(["link0.Ixx"] * 11, [long] * 11)
    assert len(rows) == 22 and max(map(len, rows)) <= WIDTH + 10
    assert rows[0].startswith("pi[0]   0.123456*link0.Ixx + ")
    assert rows[-2].startswith("pi[10]  0.123456*link0.Ixx + ")
    assert rows[-1].startswith(" " * 10) and rows[-1].endswith("*link5.Ixx")
