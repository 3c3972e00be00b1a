"""Output appears whole or not at all, whatever happens while it is written."""

import hashlib
import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from symdyn.errors import InputError
from symdyn.package.output import write_output


def with_manifest(files: dict[str, str]) -> dict[str, str]:
    hashes = {name: hashlib.sha256(text.encode()).hexdigest() for name, text in files.items()}
    return {**files, "manifest.json": json.dumps({"manifest": 1, "symdyn": "0", "files": hashes})}


OLD = with_manifest({"arm.c": "old\n", "arm.py": "old\n"})
NEW = with_manifest({"arm.c": "new\n", "arm.h": "new\n"})

# Writes NEW over OLD again and again in a child process, which is killed before its first, second, ... step on the file
# system, and prints what is there after each kill and after one more write. The audit hook sees every such step.
KILL_AT_EVERY_STEP = """
import json, os, signal, sys
from pathlib import Path
import symdyn.package.exchange, symdyn.package.output
from symdyn.package.output import write_output

out, at_once, old, new = Path(sys.argv[1]), sys.argv[2] == "at once", json.loads(sys.argv[3]), json.loads(sys.argv[4])
if not at_once:
    symdyn.package.exchange._exchanged_at_once = lambda one, other: False
STEPS = ("open", "os.", "shutil.", "ctypes.")


def files(folder):
    return {f.name: f.read_text() for f in folder.iterdir()} if folder.is_dir() else None


def child(step):
    left = step

    def hook(event, arguments):
        nonlocal left
        if event.startswith(STEPS):
            left -= 1
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(hook)
    write_output("arm", new, out)
    os._exit(0)


step, seen = 0, []
while True:
    step += 1
    write_output("arm", old, out)
    (out / "arm" / "mine.txt").write_text("mine")
    pid = os.fork()
    if pid == 0:
        child(step)
    status = os.waitpid(pid, 0)[1]
    after_kill = files(out / "arm")
    aside = [files(f) for f in out.iterdir() if f.name.startswith(".arm.symdyn-old")]
    write_output("arm", new, out)
    seen.append([after_kill, aside, files(out / "arm"), sorted(f.name for f in out.iterdir())])
    if status == 0:
        break
print(json.dumps(seen))
"""


@pytest.fixture(scope="module", params=["at once", "by way of a third name"])
def kills(request, tmp_path_factory):
    if sys.platform == "win32":
        pytest.skip("no fork on Windows")
    out = tmp_path_factory.mktemp("killed")
    command = [sys.executable, "-c", KILL_AT_EVERY_STEP, str(out), request.param, json.dumps(OLD), json.dumps(NEW)]
    finished = subprocess.run(command, capture_output=True, text=True, check=True)
    return request.param, json.loads(finished.stdout)


def test_a_kill_at_any_step_leaves_the_old_output_or_the_new_one_whole(kills):
    how, seen = kills
    mine = {"mine.txt": "mine"}
    assert len(seen) > 15  # the hook does see the steps
    assert seen[0][0] == OLD | mine and seen[-1][0] == NEW | mine
    for after_kill, aside, _, _ in seen:
        if after_kill is None and how != "at once":
            assert aside == [OLD | mine]
        else:
            assert after_kill in (OLD | mine, NEW | mine)


def test_the_write_after_a_kill_succeeds_and_leaves_nothing_else_behind(kills):
    for _, _, afterwards, everything in kills[1]:
        assert afterwards == NEW | {"mine.txt": "mine"}
        assert everything == ["arm"]


@pytest.mark.skipif(sys.platform not in ("linux", "darwin"), reason="no call that exchanges two folders")
def test_the_folder_is_there_at_every_moment(kills):
    how, seen = kills
    missing = [after_kill is None for after_kill, _, _, _ in seen]
    assert any(missing) == (how != "at once")


def test_an_interrupt_while_files_are_written_leaves_the_old_output(in_an_empty_folder, monkeypatch):
    write_output("arm", OLD, in_an_empty_folder)
    written = []

    def interrupted(path, text):
        written.append(path)
        if len(written) == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr("symdyn.package.output._write_text", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_output("arm", NEW, in_an_empty_folder)
    assert {f.name: f.read_text() for f in (in_an_empty_folder / "arm").iterdir()} == OLD
    assert [f.name for f in in_an_empty_folder.iterdir()] == ["arm"]


def test_a_full_disk_leaves_no_trace_not_even_folders(in_an_empty_folder, monkeypatch):
    def full(path, text):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("symdyn.package.output._write_text", full)
    with pytest.raises(InputError, match="No space left on device"):
        write_output("arm", NEW, in_an_empty_folder / "a" / "b")
    assert list(in_an_empty_folder.iterdir()) == []


def test_a_failed_exchange_leaves_the_old_output(in_an_empty_folder, monkeypatch):
    write_output("arm", OLD, in_an_empty_folder)
    rename = __import__("os").rename

    def refuse_the_second(old, new):
        if Path(new).name == "arm" and ".symdyn-new-" in str(old):
            raise OSError(5, "Input/output error")
        rename(old, new)

    monkeypatch.setattr("symdyn.package.exchange._exchanged_at_once", lambda one, other: False)
    monkeypatch.setattr("os.rename", refuse_the_second)
    with pytest.raises(InputError, match="Input/output error"):
        write_output("arm", NEW, in_an_empty_folder)
    assert {f.name: f.read_text() for f in (in_an_empty_folder / "arm").iterdir()} == OLD


def test_files_that_symdyn_did_not_write_are_kept_and_files_of_the_old_output_go(in_an_empty_folder):
    write_output("arm", OLD, in_an_empty_folder)
    (in_an_empty_folder / "arm" / "build").mkdir()
    (in_an_empty_folder / "arm" / "build" / "cache.txt").write_text("built")
    (in_an_empty_folder / "arm" / "__pycache__").mkdir()
    (in_an_empty_folder / "arm" / "link").symlink_to("arm.c")
    write_output("arm", NEW, in_an_empty_folder)
    assert {f.name for f in (in_an_empty_folder / "arm").iterdir()} == {*NEW, "build", "link"}
    assert (in_an_empty_folder / "arm" / "build" / "cache.txt").read_text() == "built"
    assert (in_an_empty_folder / "arm" / "link").is_symlink()


def test_of_a_folder_of_compiled_python_only_the_compiled_files_go(in_an_empty_folder):
    write_output("arm", OLD, in_an_empty_folder)
    compiled = in_an_empty_folder / "arm" / "__pycache__"
    (compiled / "more.pyc").mkdir(parents=True)
    (compiled / "more.pyc" / "deep.pyc").write_text("mine")
    (compiled / "notes.txt").write_text("mine")
    (compiled / "arm.cpython-311.pyc").write_text("compiled")
    write_output("arm", NEW, in_an_empty_folder)
    assert sorted(f.name for f in compiled.iterdir()) == ["more.pyc", "notes.txt"]
    assert (compiled / "notes.txt").read_text() == (compiled / "more.pyc" / "deep.pyc").read_text() == "mine"


def test_a_folder_beside_the_output_with_a_name_that_symdyn_does_not_make_is_no_leftover(in_an_empty_folder):
    for name in (".arm.symdyn-old-precious", ".arm.symdyn-new-precious", ".arm.symdyn-old-0123abcd"):
        (in_an_empty_folder / name).mkdir()
        (in_an_empty_folder / name / "notes.txt").write_text("mine")
    (in_an_empty_folder / "arm").mkdir()
    write_output("arm", OLD, in_an_empty_folder)
    left = {".arm.symdyn-old-precious", ".arm.symdyn-new-precious", "arm"}
    assert {f.name for f in in_an_empty_folder.iterdir()} == left
    assert (in_an_empty_folder / ".arm.symdyn-old-precious" / "notes.txt").read_text() == "mine"


def test_writers_at_the_same_time_wait_for_each_other(in_an_empty_folder):
    with ThreadPoolExecutor(8) as pool:
        writes = [pool.submit(write_output, "arm", files, in_an_empty_folder) for files in (OLD, NEW) * 20]
    assert all(write.result() == in_an_empty_folder / "arm" for write in writes)
    assert [f.name for f in in_an_empty_folder.iterdir()] == ["arm"]
    assert {f.name: f.read_text() for f in (in_an_empty_folder / "arm").iterdir()} in (OLD, NEW)


def test_a_linked_output_folder_stays_a_link(in_an_empty_folder):
    real = in_an_empty_folder / "elsewhere"
    real.mkdir()
    (in_an_empty_folder / "arm").symlink_to(real)
    write_output("arm", NEW, in_an_empty_folder)
    assert (in_an_empty_folder / "arm").is_symlink()
    assert (real / "arm.h").read_text() == "new\n"


def test_the_folder_has_the_permissions_of_any_new_folder(in_an_empty_folder):
    (in_an_empty_folder / "usual").mkdir()
    write_output("arm", NEW, in_an_empty_folder)
    assert (in_an_empty_folder / "arm").stat().st_mode == (in_an_empty_folder / "usual").stat().st_mode
    (in_an_empty_folder / "arm").chmod(0o750)
    write_output("arm", OLD, in_an_empty_folder)
    assert (in_an_empty_folder / "arm").stat().st_mode & 0o777 == 0o750
