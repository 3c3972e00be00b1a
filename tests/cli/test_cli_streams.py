"""Standard output and error as shells hand them over, closed, full, read by nobody: one line, or silence."""

import os
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="shells of Unix")
FULL = "/dev/full"  # takes nothing
needs_full = pytest.mark.skipif(not os.path.exists(FULL), reason="there is no device that is always full")


def shell(line: str) -> subprocess.CompletedProcess:
    """Run a line of shell in which symdyn is the command."""
    command = f'symdyn() {{ "{sys.executable}" -m symdyn "$@"; }}\n{line}'
    return subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=100)


@needs_full
@pytest.mark.parametrize(
    "arguments", ["robots", "params two_link", "--help", "--version", "gen --help", "show two_link mass"]
)
def test_a_full_output_is_told_in_one_line(arguments):
    said = shell(f"symdyn {arguments} > {FULL}")
    assert said.returncode == 2
    assert said.stderr == (
        "error: standard output: cannot be written: No space left on device; what was printed is incomplete\n"
    )


@pytest.mark.parametrize("arguments", ["robots", "--help"])
def test_a_closed_output_is_told_in_one_line(arguments):
    said = shell(f"symdyn {arguments} >&-")
    assert said.returncode == 2
    assert (
        said.stderr
        == "error: standard output: cannot be written: Bad file descriptor; what was printed is incomplete\n"
    )


def test_a_reader_that_goes_away_is_met_with_silence():
    said = shell("symdyn robots | head -0; echo ${PIPESTATUS[0]}")
    assert (said.stdout, said.stderr) == ("141\n", "")


@pytest.mark.parametrize("error", ["2>&-", pytest.param(f"2>{FULL}", marks=needs_full)])
def test_an_error_that_cannot_be_told_is_not_printed_elsewhere_and_keeps_its_code(error):
    for wrong in ("gen nobody", "gen two_link --nonsense"):
        said = shell(f"symdyn {wrong} {error}")
        assert (said.returncode, said.stdout, said.stderr) == (2, "", "")


def test_with_all_streams_closed_what_is_printed_does_not_reach_a_file(tmp_path):
    said = shell(f'cd "{tmp_path}"; symdyn gen two_link --only gravity <&- >&- 2>&-')
    assert said.returncode == 2  # the table could not be printed; the files are there
    first = {(tmp_path / "two_link" / name).read_text()[:2] for name in ("two_link.c", "two_link.h", "two_link.py")}
    assert first == {"/*", '""'}


def test_a_closed_input_is_no_obstacle():
    assert shell("symdyn robots <&-").returncode == 0


def test_no_home_and_a_terminal_of_ascii_are_no_obstacle():
    said = subprocess.run(
        [sys.executable, "-m", "symdyn", "robots"], env={}, capture_output=True, timeout=100, check=True
    )
    assert b"two_link" in said.stdout and said.stderr == b""


def test_a_folder_that_was_deleted_is_told_in_one_line(tmp_path):
    said = shell(f'mkdir "{tmp_path}/gone"; cd "{tmp_path}/gone"; rmdir "{tmp_path}/gone"; symdyn gen two_link')
    assert said.returncode == 2 and said.stderr.count("\n") == 1 and "cannot write the output" in said.stderr
