"""Whatever fails while output is written, at whichever step: the folder is wholly the old one or wholly the new one."""

import hashlib
import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

# Writes NEW over OLD, failing before its first, second, ... step on the file system with an error as the system gives
# it, and prints after each what is there and what was told. The audit hook sees every such step, and may raise.
FAIL_AT_EVERY_STEP = """
import errno, json, os, sys
from pathlib import Path
from symdyn.errors import InputError
from symdyn.package.output import write_output

out, code, old, new = Path(sys.argv[1]), int(sys.argv[2]), json.loads(sys.argv[3]), json.loads(sys.argv[4])
left, looking = 0, False


def hook(event, arguments):
    global left
    if looking and event.startswith(("open", "os.", "shutil.", "ctypes.")):
        left -= 1
        if left == 0:
            raise OSError(code, os.strerror(code))


def files(folder):
    return {f.name: f.read_text() for f in folder.iterdir()} if folder.is_dir() else None


sys.addaudithook(hook)
write_output("arm", old, out)
write_output("arm", new, out)  # imports what it needs
step, seen = 0, []
while True:
    step += 1
    write_output("arm", old, out)
    (out / "arm" / "mine.txt").write_text("mine")
    told, left, looking = None, step, True
    try:
        write_output("arm", new, out)
    except InputError as error:
        told = str(error)
    finally:
        looking = False
    reached, found = left <= 0, files(out / "arm")
    write_output("arm", new, out)
    seen.append([told, found, files(out / "arm"), sorted(f.name for f in out.iterdir())])
    if not reached:
        break
print(json.dumps(seen))
"""


def with_manifest(files: dict[str, str]) -> dict[str, str]:
    hashes = {name: hashlib.sha256(text.encode()).hexdigest() for name, text in files.items()}
    return {**files, "manifest.json": json.dumps({"manifest": 1, "symdyn": "0", "files": hashes})}


OLD = with_manifest({"arm.c": "old\n", "arm.py": "old\n"})
NEW = with_manifest({"arm.c": "new\n", "arm.h": "new\n"})
MINE = {"mine.txt": "mine"}


@pytest.mark.parametrize("code", ["ENOSPC", "EROFS", "EACCES", "EIO"])
def test_an_error_at_any_step_leaves_the_old_output_or_the_new_one_whole(code, in_an_empty_folder):
    import errno

    number = getattr(errno, code)
    words = [
        sys.executable,
        "-c",
        FAIL_AT_EVERY_STEP,
        str(in_an_empty_folder),
        str(number),
        json.dumps(OLD),
        json.dumps(NEW),
    ]
    done = subprocess.run(words, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    seen = json.loads(done.stdout)
    assert len(seen) > 15  # the hook does see the steps
    assert any(told for told, _, _, _ in seen)
    for told, found, afterwards, everything in seen:
        assert found == (OLD | MINE if told else NEW | MINE) or (told and found == NEW | MINE)
        assert told is None or os.strerror(number) in told
        assert afterwards == NEW | MINE
        assert everything == ["arm"]


def whole(folder: Path) -> bool:
    """Tell whether every file is what the manifest of the same folder says, and none is missing."""
    recorded = json.loads((folder / "manifest.json").read_text())["files"]
    found = {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in recorded}
    others = {item.name for item in folder.iterdir()} - {*recorded, "manifest.json", "mine.txt"}
    return found == recorded and not others and (folder / "mine.txt").read_text() == "mine"


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal there")
def test_a_kill_at_a_random_moment_of_gen_leaves_a_folder_that_is_whole(in_an_empty_folder):
    """The last half second is where the files are written; kills before it are other ways to have done nothing."""

    def gen(only: str) -> subprocess.Popen[bytes]:
        words = [sys.executable, "-m", "symdyn", "gen", "two_link", "--only", only, "-o", str(in_an_empty_folder)]
        return subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)

    started = time.monotonic()
    first = gen("gravity")
    assert (first.communicate()[1], first.returncode) == (b"", 0)
    took = time.monotonic() - started
    (in_an_empty_folder / "two_link" / "mine.txt").write_text("mine")
    source = random.Random(20240229)
    for attempt in range(4):
        running = gen("mass_matrix" if attempt % 2 == 0 else "gravity")
        time.sleep(max(0.0, took - source.uniform(0.0, 0.5)))
        running.send_signal(signal.SIGKILL)
        running.communicate()
        assert whole(in_an_empty_folder / "two_link")
    running = gen("gravity")
    assert (running.communicate()[1], running.returncode) == (b"", 0)
    assert whole(in_an_empty_folder / "two_link")
    assert [item.name for item in in_an_empty_folder.iterdir()] == ["two_link"]


@pytest.mark.skipif(sys.platform == "win32", reason="no such limit there")
def test_a_disk_that_takes_no_more_is_told_in_one_line(in_an_empty_folder):
    import resource

    def small_files() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))

    words = [sys.executable, "-m", "symdyn", "gen", "two_link", "-o", str(in_an_empty_folder)]
    done = subprocess.run(words, capture_output=True, text=True, preexec_fn=small_files)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "cannot write the output" in done.stderr
    assert list(in_an_empty_folder.iterdir()) == []


def test_four_builders_at_once_share_an_empty_cache(in_an_empty_folder):
    program = (
        "import symdyn; print(symdyn.build('two_link', symdyn.Options(only=('gravity',))).gravity([0.1, 0.2]).tolist())"
    )
    environment = {**os.environ, "SYMDYN_CACHE": str(in_an_empty_folder)}
    builders = [
        subprocess.Popen(
            [sys.executable, "-c", program], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        for _ in range(4)
    ]
    said = [builder.communicate() for builder in builders]
    assert {(out, err) for out, err in said} == {(said[0][0], b"")}
    assert not [item.name for item in in_an_empty_folder.iterdir() if item.name.startswith("building-")]
