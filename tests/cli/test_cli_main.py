"""The command as a whole: help, versions, and whatever may go wrong."""

import importlib
import json
import os
import subprocess
import sys

import pytest

import symdyn as package
from symdyn.cli import gen
from symdyn.cli.commands import COMMANDS
from symdyn.model import bundled_names

NAMES = [command.__name__.rpartition(".")[2] for command in COMMANDS]


def test_help_lists_the_commands_that_exist_and_only_those(symdyn):
    said = symdyn("--help")
    assert said.code == 0
    assert all(f"\n    {name} " in said.out for name in NAMES)
    assert "compose" not in said.out
    assert "example:\n  symdyn gen" in said.out
    told = " ".join(said.out.split())
    assert "exit codes: 0 done, 1 a check failed, 2 the input is wrong" in told
    assert "70 a fault of symdyn's own" in told and "130 interrupted" in told


@pytest.mark.parametrize("name", NAMES)
def test_every_help_shows_an_example_of_the_command(symdyn, name):
    said = symdyn(name, "--help")
    assert said.code == 0 and said.err == ""
    assert f"example:\n  symdyn {name}" in said.out


def test_version_is_the_packages(symdyn):
    assert symdyn("--version").out == f"symdyn {package.__version__}\n"


def test_help_needs_neither_numpy_nor_sympy_nor_the_generator():
    heavy = ("numpy", "sympy", "mpmath", "yaml", "cffi", "jinja2", "symdyn.generate")
    program = (
        "import sys; from symdyn.cli.main import main; main(['--help']); "
        f"print([m for m in {heavy} if m in sys.modules], file=sys.stderr)"
    )
    finished = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert finished.stderr.strip() == "[]"


def test_an_unexpected_exception_is_one_line_unless_debugging(symdyn, monkeypatch):
    def broken(*arguments, **options):
        raise RuntimeError("two\nlines")

    importlib.import_module("symdyn.check")  # before: imported first now, it would keep what is broken
    monkeypatch.setattr("symdyn.generate.generate", broken)
    said = symdyn("gen", "two_link")
    assert said.code == 70
    assert (
        said.err.startswith("error: internal error: RuntimeError: two lines; please report")
        and said.err.count("\n") == 1
    )
    monkeypatch.setenv("SYMDYN_DEBUG", "1")
    with pytest.raises(RuntimeError):
        symdyn("gen", "two_link")


def test_an_interrupt_is_exit_130(symdyn, monkeypatch, in_an_empty_folder):
    def interrupted(*arguments, **options):
        raise KeyboardInterrupt

    monkeypatch.setattr("symdyn.package.output.write_output", interrupted)
    said = symdyn("gen", "two_link", "--only", "gravity")
    assert (said.code, said.err) == (130, "interrupted\n")
    assert list(in_an_empty_folder.iterdir()) == []


INTERRUPTED_AT_IMPORT = """
import runpy, sys

class Interrupts:
    def find_spec(self, name, path=None, target=None):
        if name == "{module}":
            raise KeyboardInterrupt

sys.meta_path.insert(0, Interrupts())
sys.argv = ["symdyn", "robots"]
{start}
"""
BY_MODULE = "runpy.run_module('symdyn', run_name='__main__')"
BY_SCRIPT = "from symdyn.cli.main import main; sys.exit(main())"  # as the script that an installer writes


@pytest.mark.parametrize("start", [BY_MODULE, BY_SCRIPT])
@pytest.mark.parametrize("module", ["argparse", "symdyn.cli.commands", "symdyn.cli.robots", "symdyn.version"])
def test_an_interrupt_while_commands_are_imported_is_exit_130(module, start):
    program = INTERRUPTED_AT_IMPORT.format(module=module, start=start)
    finished = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (finished.returncode, finished.stdout, finished.stderr) == (130, "", "interrupted\n")


def test_little_is_imported_before_an_interrupt_is_met():
    program = "import sys; from symdyn.cli.main import main; print(*sys.modules)"
    finished = subprocess.run([sys.executable, "-I", "-c", program], capture_output=True, text=True, check=True)
    heavy = {"argparse", "dataclasses", "difflib", "importlib.metadata", "json", "numpy", "symdyn.options"}
    assert heavy & set(finished.stdout.split()) == set()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such pipes")
def test_a_reader_that_goes_away_is_no_error():
    reader, writer = os.pipe()
    os.close(reader)
    finished = subprocess.run(
        [sys.executable, "-m", "symdyn.cli.main", "robots"],
        stdout=writer,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    os.close(writer)
    assert (finished.returncode, finished.stderr) == (141, "")


def test_a_terminal_without_greek_still_gets_the_table():
    finished = subprocess.run(
        [sys.executable, "-m", "symdyn.cli.main", "check", "two_link", "--only", "mass_matrix", "--allow-missing", "c"],
        env={**os.environ, "PYTHONIOENCODING": "ascii", "CC": "none"},
        capture_output=True,
        check=False,
    )
    assert (finished.returncode, finished.stderr) == (0, b"")
    assert b"M = M?" in finished.stdout


def test_progress_is_shown_on_a_terminal_and_its_line_is_gone_afterwards(symdyn, monkeypatch):
    assert symdyn("gen", "two_link", "--only", "gravity").err == ""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    said = symdyn("gen", "two_link", "--only", "gravity")
    assert "two_link: gravity …" in said.err
    assert said.err.endswith("\r\x1b[K")


def test_robots_lists_every_bundled_robot_with_its_joints(symdyn):
    listed = {one["name"]: one for one in json.loads(symdyn("robots", "--json").out)}
    assert set(listed) == set(bundled_names())
    assert (
        listed["stanford"]["joints"] == "RRPRRR" and listed["stanford"]["unknown"] == listed["stanford"]["parameters"]
    )
    assert listed["panda"] == {
        "name": "panda",
        "joints": "RRRRRRR",
        "n": 7,
        "parameters": 70,
        "unknown": 0,
        "about": "Franka Emika Panda, seven revolute joints, modified DH",
    }
    assert all(one["about"] for one in listed.values())
    rows = [line.split() for line in symdyn("robots").out.splitlines()]
    assert ["gantry", "PPPR", "4", "known"] in [row[:4] for row in rows]


def test_doctor_finds_a_toolchain_that_works(symdyn):
    data = json.loads(symdyn("doctor", "--json").out)
    found = {one["what"]: one for one in data["findings"]}
    assert found["a compiled kernel"]["fine"], found
    assert found["C compiler"]["fine"] and found["Python's headers"]["fine"] and found["numpy"]["fine"]


def test_doctor_without_a_compiler_is_exit_1_and_says_what_to_install(symdyn, monkeypatch):
    monkeypatch.setenv("CC", "no-such-compiler")
    said = symdyn("doctor")
    assert said.code == 1
    broken = next(line for line in said.out.splitlines() if line.startswith("C compiler"))
    assert "BROKEN" in broken and "install" in broken
    assert "C compiler, a compiled kernel" in said.err


def test_doctor_finds_missing_and_old_packages(symdyn, monkeypatch):
    wanted = ["numpy>=999", "no-such-package>=1.0", "pytest>=8; extra == 'test'"]
    monkeypatch.setattr("symdyn.cli.health.requires", lambda name: wanted)
    found = {one["what"]: one for one in json.loads(symdyn("doctor", "--json").out)["findings"]}
    assert found["numpy"]["remedy"] == "pip install --upgrade 'numpy>=999'"
    assert found["no-such-package"]["found"] == "not installed"
    assert "pytest" not in found


def test_doctor_is_exit_0_when_all_is_fine(symdyn, monkeypatch):
    monkeypatch.setattr("symdyn.cli.health.requires", lambda name: ["numpy>=1.0"])
    said = symdyn("doctor")
    assert (said.code, said.err) == (0, "")
    assert "BROKEN" not in said.out


def test_the_entry_point_is_the_function_that_is_tested():
    from importlib.metadata import entry_points

    (entry,) = entry_points(group="console_scripts", name="symdyn")
    assert entry.value == "symdyn.cli.main:main"
    assert gen in COMMANDS


def test_the_command_alone_shows_help(symdyn):
    said = symdyn()
    assert said.code == 0 and said.out == symdyn("--help").out


def test_a_mistyped_command_is_answered_with_the_nearest(symdyn):
    said = symdyn("simulat")
    assert said.code == 2 and said.err.startswith("error: symdyn: unknown command 'simulat'; did you mean simulate?")


def test_errors_are_json_where_json_was_asked_for(symdyn, tmp_path):
    path = tmp_path / "robot.yaml"
    path.write_text("symdyn: 1\nname: a\njoints: [{type: revolut}]\n")
    said = symdyn("params", str(path), "--json")
    error = json.loads(said.out)["error"]
    assert said.code == 2 and said.err.startswith("error: ")
    assert (error["file"], error["line"], error["field"]) == (str(path), 3, "joints[0].type")
    assert "did you mean revolute?" in error["message"]


def test_doctor_tells_what_is_absent_from_what_is_fine(symdyn, monkeypatch):
    from importlib.metadata import PackageNotFoundError

    from symdyn.cli import health

    def without_arrow(name):
        if name == "pyarrow":
            raise PackageNotFoundError(name)
        return "99"

    monkeypatch.setattr(health, "version", without_arrow)
    found = {one.what: one.verdict for one in health._optional_packages()}
    assert found["pyarrow"] == "absent" and found["scipy"] == "ok"
    assert health.Finding("x", False, "gone").verdict == "BROKEN"
