"""`symdyn gen --measure`: what was measured is printed beside the counts."""

import json
import shutil

import pytest

needs_gcc = pytest.mark.skipif(not (shutil.which("gcc") and shutil.which("objdump")), reason="no gcc with objdump")
COMMAND = ("gen", "two_link", "--only", "gravity", "--law", "pd_gravity")


@needs_gcc
def test_bytes_of_code_and_stack_are_columns_of_both_tables(symdyn, in_an_empty_folder):
    said = symdyn(*COMMAND, "--measure", "gcc -O2")
    manifest = json.loads((in_an_empty_folder / "two_link" / "manifest.json").read_text())
    sizes = manifest["footprint"]["functions"]
    rows = [line.split() for line in said.out.splitlines() if line.strip()]
    for name, function in (("gravity", "two_link_gravity"), ("pd_gravity", "two_link_pd_gravity_step")):
        (row,) = (row for row in rows if row[0] == name)
        assert row[-2:] == [str(sizes[function]["code_bytes"]), str(sizes[function]["stack_bytes"])]
    heads = [line for line in said.out.splitlines() if line.startswith(("kernel ", "controller "))]
    assert len(heads) == 2 and all(head.endswith("bytes of code  of stack") for head in heads)
    assert "bytes by gcc -O2 (" in said.out


@needs_gcc
def test_what_was_measured_is_in_the_json_too(symdyn):
    said = symdyn(*COMMAND, "--measure", "gcc -O2", "--json")
    assert json.loads(said.out)["footprint"]["functions"]["two_link_gravity"]["code_bytes"] > 0


def test_nothing_is_said_of_bytes_that_nobody_asked_for(symdyn):
    assert "bytes of code" not in symdyn(*COMMAND).out
    assert "footprint" not in json.loads(symdyn(*COMMAND, "--json").out)
