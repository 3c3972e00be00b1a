"""What is wrong with a generated folder is found, and called by its name."""

import json
import re

import pytest

from symdyn.check import check_folder
from symdyn.check.hold import BATCH, TABLE
from symdyn.check.laws import LAWS
from symdyn.check.report.table import failure_texts, table
from symdyn.errors import InputError
from symdyn.kernels.table import KERNELS

GENERATED = [name for name, kernel in KERNELS.items() if not kernel.on_request]


def failed_kernels(result):
    return {(line.name, backend) for line in result.kernels for backend, _ in line.failures}


def states(result):
    return {line.name: line.state for line in result.files.differing}


def function(text: str, name: str) -> str:
    """Return the definition of a function of the C or Python text."""
    c = re.search(rf"^void {name}\(.*?^}}", text, re.MULTILINE | re.DOTALL)
    python = re.search(rf"^def {name}\(.*?(?=^def |\Z)", text, re.MULTILINE | re.DOTALL)
    found = c or python
    assert found
    return found[0]


def with_flipped_sign(body: str) -> str:
    """Change the last sum of a function to a difference, or where it has none, the sign of a result.

    Sums inside an index are left alone: changed ones would write outside their arrays.
    """
    *before, last = re.split(r"(?<=[\w)\]]) \+ (?!(?:j|\d+u)\])", body)
    if before:
        return " + ".join(before) + f" - {last}"
    return body.replace("= -", "= ", 1)


def test_a_folder_as_it_was_generated_passes(generated):
    result = check_folder(generated)
    assert result.passed and not failure_texts(result)
    assert [line.name for line in result.kernels] == GENERATED
    assert [line.name for line in result.laws] == [*(law.text for law in LAWS), BATCH, TABLE]
    assert set(result.backends) == {"c", "python"}
    assert 0 < result.worst_error < 1e-11
    assert result.files.count == 7 and result.files.differing == ()


def test_a_flipped_sign_in_the_c_of_a_kernel_is_found_in_that_kernel_alone(folder, change):
    text = (folder / "two_link.c").read_text()
    gravity = function(text, "two_link_gravity")
    result = change("two_link.c", gravity, gravity[::-1].replace(" + ", " - ", 1)[::-1])
    assert failed_kernels(result) == {("gravity", "c")}
    assert states(result) == {"two_link.c": "edited"}
    assert any(text.startswith("gravity, C: error ") for text in failure_texts(result))
    laws = {line.name for line in result.laws if not line.passed}
    assert laws == {law.text for law in LAWS if "gravity" in law.needs} | {BATCH}


def test_a_flipped_sign_in_the_python_of_a_kernel_is_found_in_that_kernel_alone(folder, change):
    coriolis = function((folder / "two_link.py").read_text(), "coriolis")
    result = change("two_link.py", coriolis, coriolis[::-1].replace(" + ", " - ", 1)[::-1])
    assert failed_kernels(result) == {("coriolis", "python")}
    assert states(result) == {"two_link.py": "edited"}


def test_every_flipped_sign_in_the_c_code_is_found(folder, change):
    """All of them at once would hide each other: every kernel has one flipped at a time, in turn from its end."""
    text = (folder / "two_link.c").read_text()
    flipped, names = text, set()
    for name in re.findall(r"^(?:static )?void two_link_(\w+)\(", text, re.MULTILINE):
        if name.endswith(("_batch", "_block", "_columns", "_lanes", "_same", "_in", "_out")) or name.startswith("sinc"):
            continue
        body = re.search(rf"^(?:static )?void two_link_{name}\(.*?^}}", text, re.MULTILINE | re.DOTALL)[0]
        changed = with_flipped_sign(body)
        if changed != body:
            flipped = flipped.replace(body, changed)
            names.add(name.removesuffix("_prepare"))
    result = change("two_link.c", text, flipped)
    assert names == set(GENERATED) - {"regressor_unknown"}  # which calls the regressor: two_link.yaml names no unknowns
    assert failed_kernels(result) == {(name, "c") for name in GENERATED}


BATCH_CHANGES = {
    "the last sample is left out": ("for (; i < count; ++i)", "for (; i + 1 < count; ++i)"),
    "a sample between blocks is left out": (
        "i += TWO_LINK_SAMPLES)",
        "i += TWO_LINK_SAMPLES + (count - i > TWO_LINK_SAMPLES))",  # never beyond the last one
    ),
    "sines of a block are cosines": ("(double *)sines[0], (double *)cosines", "(double *)cosines[0], (double *)sines"),
    "rows are turned wrongly": ("from[0], from[1], TWO_LINK_2_IN_0", "from[1], from[0], TWO_LINK_2_IN_0"),
    "columns are those of the next sample": ("= columns[count * j + i];", "= columns[count * j + i + 1];"),
    "blocks are taken twice": ("blocks * TWO_LINK_SAMPLES", "(blocks - blocks / 2) * TWO_LINK_SAMPLES"),
}


@pytest.mark.parametrize("what", BATCH_CHANGES)
def test_a_changed_batch_is_found_by_its_law(what, change_few):
    result = change_few("two_link.c", *BATCH_CHANGES[what])
    assert failed_kernels(result) == set()
    failed = {line.name for line in result.laws if not line.passed}
    assert BATCH in failed
    assert failed <= {BATCH, *(law.text for law in LAWS if law.differences)}  # which are taken of batches


def test_every_flipped_sign_in_a_block_is_found(folder, change):
    text = (folder / "two_link.c").read_text()
    flipped = text
    for body in re.findall(r"^static TWO_LINK_APART void two_link_\w+_lanes\(.*?^}", text, re.MULTILINE | re.DOTALL):
        assert with_flipped_sign(body) != body
        flipped = flipped.replace(body, with_flipped_sign(body))
    result = change("two_link.c", text, flipped)
    assert failed_kernels(result) == set()
    failed = {line.name for line in result.laws if not line.passed}
    assert BATCH in failed
    assert failed <= {BATCH, *(law.text for law in LAWS if law.differences)}  # which are taken of batches


def test_a_changed_number_in_the_table_of_parameters_is_found(few, change_few):
    number = re.search(r"two_link_pi\[TWO_LINK_PI\] = \{\s+(\S+),", (few / "two_link.c").read_text())[1]
    result = change_few("two_link.c", number, f"{number}1" if "." in number else f"{number}.1")
    assert [line.name for line in result.laws if not line.passed] == ["pi in the code = the file's parameters"]


def test_a_result_that_is_not_a_number_fails(change_few):
    result = change_few("two_link.py", "    g[..., 1] = ", "    g[..., 1] = np.nan * ")
    assert failed_kernels(result) == {("gravity", "python")}
    assert "not a number" in table(result)
    assert "gravity, Python" in table(result)


def test_code_that_raises_fails_and_says_what(change_few):
    result = change_few("two_link.py", "def jacobian(q):", "def jacobian(q):\n    raise KeyError('lost')")
    assert failed_kernels(result) == {("jacobian", "python")}
    assert any("KeyError: 'lost'" in text for text in failure_texts(result))


def test_code_that_does_not_compile_fails_and_the_other_language_is_still_checked(change_few):
    result = change_few("two_link.c", "#include <math.h>", "#include <math.h>\nint 3;")
    assert not result.passed
    assert "the C compiler failed" in result.failed_backends["c"]
    assert all(set(line.worst) == {"python"} for line in result.kernels)


def test_a_module_that_cannot_be_imported_fails(change_few):
    result = change_few("two_link.py", "import numpy as np", "import numpy as np\n)")
    assert "SyntaxError" in result.failed_backends["python"]
    assert all(set(line.worst) == {"c"} for line in result.kernels)


def test_a_header_that_declares_other_sizes_is_not_called(change_few):
    result = change_few("two_link.h", "const double q[2]", "const double q[3]")
    assert "does not declare" in result.failed_backends["c"]
    assert not result.passed


def test_a_function_that_an_earlier_version_did_not_write_is_named(change_few):
    result = change_few("two_link.h", "two_link_gravity_block(", "two_link_gravity_lump(")
    assert "two_link.h does not declare two_link_gravity_block as symdyn" in result.failed_backends["c"]
    assert "generate it again" in result.failed_backends["c"]
    assert not result.passed


def test_a_changed_comment_is_harmless_to_kernels_but_the_file_is_reported(change_few):
    result = change_few("two_link.c", "/* ", "/* by hand: ")
    assert not result.passed
    assert all(line.passed for line in (*result.kernels, *result.laws))
    assert failure_texts(result) == ["two_link.c has been changed since it was generated"]


def test_missing_files_are_reported_and_files_of_the_user_are_not_failures(small):
    (small / "README.md").unlink()
    (small / "main.c").write_text("int main(void) { return 0; }\n")
    result = check_folder(small)
    assert states(result) == {"README.md": "missing"}
    assert result.files.foreign == ("main.c",)
    assert not result.passed


def test_a_link_in_the_place_of_a_file_is_reported_whatever_it_leads_to(small, tmp_path):
    elsewhere = tmp_path / "elsewhere.py"
    (small / "two_link.py").rename(elsewhere)
    (small / "two_link.py").symlink_to(elsewhere)
    result = check_folder(small)
    assert states(result) == {"two_link.py": "edited"} and not result.passed


def test_a_missing_source_fails_its_language(small):
    (small / "two_link.py").unlink()
    result = check_folder(small)
    assert states(result) == {"two_link.py": "missing"}
    assert result.failed_backends == {"python": "two_link.py is not there"}


def test_files_of_another_version_are_told_from_edited_ones(small, monkeypatch):
    monkeypatch.setattr("symdyn.package.robot_facts.VERSION", "99.0")
    result = check_folder(small)
    assert set(states(result).values()) == {"outdated"}
    assert {"two_link.py", "manifest.json"} <= set(states(result))
    (small / "two_link.py").write_text((small / "two_link.py").read_text() + "# mine\n")
    assert states(check_folder(small))["two_link.py"] == "edited"


def test_a_file_that_is_no_longer_generated_is_outdated(small):
    manifest = json.loads((small / "manifest.json").read_text())
    data = (small / "two_link.py").read_bytes()
    (small / "two_link.f90").write_bytes(data)
    manifest["files"]["two_link.f90"] = manifest["files"]["two_link.py"]
    (small / "manifest.json").write_text(json.dumps(manifest))
    assert states(check_folder(small))["two_link.f90"] == "outdated"


def test_another_robot_in_the_manifest_is_reported(small):
    manifest = json.loads((small / "manifest.json").read_text())
    manifest["robot"]["joints"][0]["link"]["mass"] = 4
    (small / "manifest.json").write_text(json.dumps(manifest, indent=1) + "\n")
    result = check_folder(small)
    assert states(result)["manifest.json"] == "edited"
    assert not result.passed


@pytest.mark.parametrize(
    "damage",
    [
        lambda manifest: manifest.pop("robot"),
        lambda manifest: manifest.pop("options"),
        lambda manifest: manifest.update(manifest=99),
        lambda manifest: manifest.update(robot=3),
        lambda manifest: manifest.update(options=[]),
        lambda manifest: manifest["robot"].pop("joints"),
        lambda manifest: manifest["robot"].update(name="../x"),
        lambda manifest: manifest["options"].update(scalar="half"),
    ],
)
def test_a_damaged_manifest_is_wrong_input(small, damage):
    manifest = json.loads((small / "manifest.json").read_text())
    damage(manifest)
    (small / "manifest.json").write_text(json.dumps(manifest))
    with pytest.raises(InputError):
        check_folder(small)


def test_a_folder_without_a_manifest_names_one_below_that_has_one(generated, tmp_path):
    with pytest.raises(InputError, match=r"such as .*two_link"):
        check_folder(generated.parent)
    with pytest.raises(InputError, match="no manifest"):
        check_folder(tmp_path)
