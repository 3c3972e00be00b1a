"""Whatever other processes do, the cache holds whole libraries and nothing else."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from symdyn.compilation import CSource, compile_library
from symdyn.compilation.cache.entry import publish

Scaling = Callable[[str], CSource]
StartProcess = Callable[[CSource, Path], "subprocess.Popen[str]"]
Entries = Callable[[Path], list[Path]]

WAIT_FOR_TWO = """
for word; do
    if [ "$word" = tiny.c ]; then
        touch "{meeting}/$PPID"
        tries=0
        while [ "$(ls "{meeting}" | wc -l)" -lt 2 ] && [ $tries -lt 200 ]; do sleep 0.05; tries=$((tries + 1)); done
    fi
done
"""


def wait_until(condition: Callable[[], bool]) -> None:
    """Return as soon as the condition holds; fail after ten seconds."""
    for _ in range(1000):
        if condition():
            return
        time.sleep(0.01)
    raise AssertionError("waited in vain")


def test_two_processes_at_once_both_work_and_leave_one_entry(
    scaling: Scaling,
    tmp_path: Path,
    compiler_script: Callable[[str], None],
    start_process: StartProcess,
    entries: Entries,
) -> None:
    meeting = tmp_path / "meeting"
    meeting.mkdir()
    compiler_script(WAIT_FOR_TWO.format(meeting=meeting))
    processes = [start_process(scaling("4.0"), tmp_path / "cache") for _ in range(2)]
    assert [process.communicate()[0] for process in processes] == ["8.0\n", "8.0\n"]
    assert len(entries(meeting)) == 2, "both were compiling at the same time"
    assert len(entries(tmp_path / "cache")) == 1


def test_library_that_another_process_stored_first_stays(scaling: Scaling, tmp_path: Path, entries: Entries) -> None:
    theirs = compile_library(scaling("4.0"), cache=tmp_path / "cache").path
    ours = compile_library(scaling("4.0"), cache=tmp_path / "elsewhere").path
    (theirs / "theirs.txt").touch()
    (extension,) = ours.glob("_symdyn_*")
    library = publish(ours, theirs, module=extension.name.partition(".")[0])
    assert library.path == theirs
    assert (theirs / "theirs.txt").exists()
    assert entries(tmp_path / "cache") == [theirs]


@pytest.mark.skipif(sys.platform == "win32", reason="kills a process group")
def test_killed_process_leaves_no_entry_and_the_next_one_works(
    scaling: Scaling,
    tmp_path: Path,
    compiler_script: Callable[[str], None],
    start_process: StartProcess,
    entries: Entries,
) -> None:
    reached = tmp_path / "reached"
    killed_already = tmp_path / "killed"
    compiler_script(
        f'for word; do [ "$word" = tiny.c ] && [ ! -e "{killed_already}" ] && touch "{reached}" && sleep 30; done'
    )
    process = start_process(scaling("4.0"), tmp_path / "cache")
    wait_until(reached.exists)
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate()
    killed_already.touch()
    assert [path.name.split("-")[0] for path in entries(tmp_path / "cache")] == ["building"]
    library = compile_library(scaling("4.0"), cache=tmp_path / "cache")
    assert library.lib.tiny_pi[0] == 1.5


@pytest.mark.skipif(sys.platform == "win32", reason="pipes cannot be watched there")
@pytest.mark.parametrize("how", ["SIGINT", "SIGTERM", "SIGKILL"])
def test_a_compiler_ends_with_the_process_that_started_it(
    how: str, scaling: Scaling, tmp_path: Path, compiler_script: Callable[[str], None], start_process: StartProcess
) -> None:
    note = tmp_path / "compiler"
    compiler_script(
        f'for word; do [ "$word" = tiny.c ] && echo $$ > "{note}.new" && mv "{note}.new" "{note}" && sleep 600; done'
    )
    process = start_process(scaling("4.0"), tmp_path / "cache")
    wait_until(note.exists)
    compiler = int(note.read_text())
    assert is_running(compiler)
    process.send_signal(getattr(signal, how))
    process.communicate()
    wait_until(lambda: not is_running(compiler))


def is_running(pid: int) -> bool:
    """Tell whether a process is there and has not ended; one that nobody waited for is still listed."""
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], stdout=subprocess.PIPE, text=True, check=False)
    return bool(state.stdout.strip()) and not state.stdout.startswith("Z")


def test_what_killed_processes_left_is_removed_after_a_day_and_not_before(
    scaling: Scaling, tmp_path: Path, entries: Entries
) -> None:
    stale, recent = tmp_path / "building-stale", tmp_path / "building-recent"
    for directory in (stale, recent):
        (directory / "workshop").mkdir(parents=True)
    two_days_ago = time.time() - 2 * 24 * 3600
    os.utime(stale, (two_days_ago, two_days_ago))
    library = compile_library(scaling("2.0"), cache=tmp_path)
    assert entries(tmp_path) == [recent, library.path]


def truncate_extension(entry: Path) -> None:
    """Keep the first half of the compiled file, as a full disk would."""
    (extension,) = entry.glob("_symdyn_*")
    extension.write_bytes(extension.read_bytes()[: extension.stat().st_size // 2])


def remove_extension(entry: Path) -> None:
    """Lose the compiled file."""
    (extension,) = entry.glob("_symdyn_*")
    extension.unlink()


def garble_description(entry: Path) -> None:
    """Fill the description with what is no JSON."""
    (entry / "entry.json").write_text("{")


def seal_rubbish(entry: Path) -> None:
    """Make the digest right and the file no extension, as one from another system would be."""
    (extension,) = entry.glob("_symdyn_*")
    extension.write_bytes(b"")
    (entry / "entry.json").write_text('{"sha256": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"}')


@pytest.mark.parametrize("damage", [truncate_extension, remove_extension, garble_description, seal_rubbish])
def test_damaged_entry_is_built_again(
    damage: Callable[[Path], None],
    scaling: Scaling,
    tmp_path: Path,
    compilations: Callable[[], int],
    start_process: StartProcess,
    entries: Entries,
) -> None:
    cache = tmp_path / "cache"
    assert start_process(scaling("4.0"), cache).communicate()[0] == "8.0\n"
    (entry,) = entries(cache)
    damage(entry)
    library = compile_library(scaling("4.0"), cache=cache)
    assert library.lib.tiny_pi[1] == 2.5
    assert compilations() == 2
    assert entries(cache) == [entry]
