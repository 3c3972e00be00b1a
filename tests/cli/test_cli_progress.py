"""Long work shows on a terminal that it goes on, and can be interrupted."""

import os
import select
import signal
import sys
import time

import pytest

from symdyn.cli.progress import CLEAR, progress

PARAMS_OF = "import sys; from symdyn.cli.main import main; sys.exit(main(sys.argv[1:]))"


def on_a_terminal(monkeypatch):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setattr("symdyn.cli.progress.TICK_SECONDS", 0.05)


def test_a_long_step_shows_how_long_it_has_taken(capsys, monkeypatch):
    on_a_terminal(monkeypatch)
    with progress("arm") as show:
        show("minimal parameters")
        time.sleep(0.6)
    said = capsys.readouterr().err
    assert said.startswith(f"{CLEAR}arm: minimal parameters …{CLEAR}")
    assert "arm: minimal parameters … 0 s" in said and "arm: minimal parameters … 1 s" in said
    assert said.endswith(CLEAR)


def test_a_line_is_cut_to_the_width_of_the_terminal(capsys, monkeypatch):
    on_a_terminal(monkeypatch)
    monkeypatch.setenv("COLUMNS", "40")
    with progress("a" * 30) as show:
        show("b" * 30)
    assert capsys.readouterr().err == f"{CLEAR}{'a' * 30}: {'b' * 6}…{CLEAR}"


def test_nothing_is_shown_in_a_pipe(capsys):
    with progress("arm") as show:
        show("minimal parameters")
    assert capsys.readouterr().err == ""


def test_the_line_is_gone_after_an_error(capsys, monkeypatch):
    on_a_terminal(monkeypatch)
    with pytest.raises(KeyError), progress("arm") as show:
        show("minimal parameters")
        raise KeyError
    assert capsys.readouterr().err.endswith(CLEAR)


def many_skew_axes(joints: int) -> str:
    axis = "[0.1234567890123456, -0.7654321098765432, 0.918273645546372{}]"
    rows = [f"  - {{type: revolute, axis: {axis.format(i)}, origin: {{xyz: [0.1, 0.2, 0.3]}}}}" for i in range(joints)]
    return "\n".join(["symdyn: 1", "name: skew", "gravity: [0, 0, -9.81]", "frames: explicit", "joints:", *rows])


def test_an_interrupt_from_the_terminal_ends_long_work_with_one_line(tmp_path):
    pty = pytest.importorskip("pty")
    (tmp_path / "long.yaml").write_text(many_skew_axes(60))
    child, terminal = pty.fork()
    if not child:
        os.chdir(tmp_path)
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # a shell ignores it for what runs in its background
        os.execv(sys.executable, [sys.executable, "-c", PARAMS_OF, "params", "long.yaml"])
    try:
        said = read_until(terminal, b"minimal parameters, state 2", seconds=60)
        os.write(terminal, b"\x03")
        begin = time.monotonic()
        said += read_until(terminal, None, seconds=30)
        assert time.monotonic() - begin < 20  # at once, on a machine that does nothing else
    except BaseException:
        os.kill(child, signal.SIGKILL)
        raise
    finally:
        _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 130
    assert said.decode().rstrip().endswith(f"{CLEAR}interrupted") and "Traceback" not in said.decode()


def read_until(terminal: int, wanted: bytes | None, seconds: float) -> bytes:
    """Read what appears on a terminal until some words do, or until it is closed."""
    said, end = b"", time.monotonic() + seconds
    while wanted is None or wanted not in said:
        if not select.select([terminal], [], [], max(0.0, end - time.monotonic()))[0]:
            raise TimeoutError(f"{wanted!r} did not appear; there is {said!r}")
        try:
            new = os.read(terminal, 65536)
        except OSError:  # Linux, when nobody is left to write
            new = b""
        if not new:
            break
        said += new
    return said
