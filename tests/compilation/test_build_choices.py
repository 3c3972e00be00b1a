"""What a caller chooses wrongly is told in one line, whether code was kept from before or not."""

from typing import Any

import numpy as np
import pytest

import symdyn
from symdyn.errors import InputError
from symdyn.options import Options

pytestmark = pytest.mark.usefixtures("cache")


@pytest.fixture(params=["cold", "warm"])
def gravity_kernels(request: pytest.FixtureRequest) -> None:
    """Have the kernels of either language in the cache already, or not."""
    if request.param == "warm":
        for language, backend in (("c", "c"), ("python", "numpy")):
            symdyn.build("two_link", Options((language,), only=("gravity",)), backend=backend)


@pytest.mark.usefixtures("gravity_kernels")
@pytest.mark.parametrize(("language", "backend", "missing"), [("c", "numpy", "python"), ("python", "c", "c")])
def test_a_backend_whose_language_is_not_generated_is_refused(language: str, backend: str, missing: str) -> None:
    with pytest.raises(InputError) as told:
        symdyn.build("two_link", Options((language,), only=("gravity",)), backend=backend)
    assert str(told.value) == f"languages: backend='{backend}' runs what is generated as '{missing}'; add it"


@pytest.mark.parametrize("options", [{"scalar": "float"}, {}, "float", 0])
def test_options_of_another_kind_are_refused(options: Any) -> None:
    with pytest.raises(InputError, match=rf"^options: must be symdyn.Options\(…\), not {type(options).__name__}$"):
        symdyn.build("two_link", options, backend="numpy")


def test_a_single_name_and_a_list_are_as_good_as_a_tuple(generations: list[str]) -> None:
    for only in ("gravity", ["gravity"], ("gravity",)):
        kernels = symdyn.build("two_link", Options(only=only), backend="numpy")  # type: ignore[arg-type]
        assert list(kernels) == ["gravity"]
    assert generations == ["two_link"]
    assert Options(languages="c", laws="craig") == Options(languages=("c",), laws=("craig",))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("chosen", "message"),
    [
        ({"only": 3}, "only: must be names, such as ('gravity',), not 3"),
        ({"only": ("gravity", 3)}, "only: must be names, such as ('gravity',), not ('gravity', 3)"),
        ({"laws": None}, "laws: must be names, such as ('slotine_li',), not None"),
        ({"languages": ()}, "languages: needs a name, such as ('c',)"),
        ({"fold": "no"}, "fold: must be True or False, not 'no'"),
    ],
)
def test_choices_that_are_no_names_are_refused_when_they_are_made(chosen: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as told:
        Options(**chosen)
    assert str(told.value) == message


@pytest.mark.parametrize(
    ("chosen", "message"),
    [
        ({"scalar": "half"}, "scalar: unknown scalar 'half'; valid: double, float"),
        ({"trig": "table"}, "trig: unknown trigonometry 'table'; valid: vector, libm"),
        ({"only": "gravty"}, "only: unknown kernel 'gravty'; did you mean gravity? valid: "),
        ({"laws": "slotine"}, "laws: unknown law 'slotine'; did you mean slotine_li? valid: "),
        ({"languages": ("python", "rust")}, "languages: unknown language 'rust'; valid: c, python"),
    ],
)
def test_unknown_names_are_told_by_the_name_of_the_choice(chosen: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as told:
        symdyn.build("two_link", Options(**chosen), backend="numpy")
    assert str(told.value).startswith(message)


def test_fold_of_unknown_parameters_is_told_by_the_name_of_the_choice() -> None:
    with pytest.raises(InputError, match=r"^fold: the robot file gives no value for .*; fold needs every parameter$"):
        symdyn.build("stanford", Options(fold=True), backend="numpy")


@pytest.mark.parametrize("backend", ["c", "numpy"])
def test_the_parameters_of_kernels_are_there_to_read(backend: str) -> None:
    kernels = symdyn.build("two_link", Options(only="gravity"), backend=backend)  # type: ignore[arg-type]
    before = kernels.gravity([0.1, 0.2])
    with pytest.raises(AttributeError):
        kernels.pi = 2 * kernels.pi  # type: ignore[misc, operator]
    with pytest.raises(ValueError, match="read-only"):
        kernels.pi[0] = 3  # type: ignore[index]
    assert kernels.gravity([0.1, 0.2]).tobytes() == before.tobytes()
    assert np.allclose(kernels.gravity([0.1, 0.2], pi=2 * kernels.pi), 2 * before, rtol=1e-15)  # type: ignore[operator]
