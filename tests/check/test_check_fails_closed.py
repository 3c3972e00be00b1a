"""Code under check that ends its process, crashes, never returns or leaves results unwritten fails, always."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from symdyn.check import CheckResult, Conduct, check_folder
from symdyn.check.report.table import failure_texts, table
from symdyn.compilation.compiler import find_compiler
from symdyn.generate import generate
from symdyn.model import load
from symdyn.options import Options
from symdyn.package.output import write_output

Spoiled = Callable[[str, str, str], CheckResult]
SHORT = Conduct(time_limit=1.0)  # for what never answers, counted from when Python has started: what does takes ms


@pytest.fixture(scope="module")
def two_kernels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two kernels and a controller, in C and in Python; not to be changed."""
    package = generate(load("two_link"), Options(only=("gravity", "mass_matrix"), laws=("pd_gravity",)))
    return write_output(package.name, package.files, tmp_path_factory.mktemp("closed"))


@pytest.fixture(scope="module")
def without_laws(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same without the controller, which would be compiled and waited for with each kernel that is spoiled."""
    package = generate(load("two_link"), Options(only=("gravity", "mass_matrix")))
    return write_output(package.name, package.files, tmp_path_factory.mktemp("without"))


def copied_spoiled_and_checked(original: Path, tmp_path: Path, file: str, old: str, new: str) -> CheckResult:
    """Replace a text in a file of a copy of a folder, everywhere, and check that."""
    folder = Path(shutil.copytree(original, tmp_path / "two_link"))
    text = (folder / file).read_text()
    assert old in text
    (folder / file).write_text(text.replace(old, new))
    return check_folder(folder, conduct=SHORT if any(loop in new for loop in ENDLESS) else Conduct())


@pytest.fixture
def spoiled(without_laws: Path, tmp_path: Path) -> Spoiled:
    """Return a function that spoils a copy of the folder without the controller, and checks that."""
    return partial(copied_spoiled_and_checked, without_laws, tmp_path)


@pytest.fixture
def spoiled_with_law(two_kernels: Path, tmp_path: Path) -> Spoiled:
    """Return a function that spoils a copy of the folder with the controller, and checks that."""
    return partial(copied_spoiled_and_checked, two_kernels, tmp_path)


ENDLESS = ("for (volatile int i = 0; i < 1;) { }", "while True: pass")


def kernels_that_fail(result: CheckResult) -> set[tuple[str, str]]:
    return {(line.name, backend) for line in result.kernels for backend, _ in line.failures}


MISDEEDS = {  # the file, what stands before the first result is written, and what is told of it
    "an exit in C": ("c", "extern void exit(int); exit(0);", "ends the process that runs it (exit code 0)"),
    "an abort in C": ("c", "extern void abort(void); abort();", "crashes (SIGABRT)"),
    "a wild pointer in C": ("c", "*(volatile int *)8 = 1;", "crashes (SIGSEGV)"),
    "an endless loop in C": ("c", "for (volatile int i = 0; i < 1;) { }", "no answer within 1 s"),
    "a kill in C": ("c", "extern int raise(int); raise(9);", "crashes (SIGKILL)"),
    "a closed stream in C": ("c", "extern int close(int); for (int i = 3; i < 64; ++i) close(i);", ""),
    "an input changed in C": ("c", "((double *)q)[0] += 1.0;", "changes its inputs"),
    "a result beside the array in C": ("c", "g[2] = 1.0;", "writes outside of g"),
    "a result before the array in C": ("c", "g[-1] = 1.0;", "writes outside of g"),
    "a result never written in C": ("c", "double h[2]; g = h;", "never writes element [0] of g"),
    "an exit in Python": ("python", "import sys; sys.exit(0)", "SystemExit: 0"),
    "an exit without cleaning up in Python": ("python", "import os; os._exit(0)", "(exit code 0)"),
    "an endless loop in Python": ("python", "while True: pass", "no answer within 1 s"),
    "a wrong shape in Python": ("python", "return np.zeros(1)", "returns shape (1,) instead of (2,)"),
    "a result never written in Python": ("python", "return g", "never writes element [0] of g"),
    "an input changed in Python": ("python", "q += 1", "changes its inputs"),
}
FILES = {"c": ("two_link.c", "    g[0] = "), "python": ("two_link.py", "    g[..., 0] = ")}


@pytest.mark.parametrize("what", MISDEEDS)
def test_a_kernel_that_misbehaves_fails_and_the_other_kernel_is_still_checked(what, spoiled):
    backend, statement, told = MISDEEDS[what]
    file, first = FILES[backend]
    result = spoiled(file, first, f"    {statement}\n{first}")
    assert not result.passed
    assert kernels_that_fail(result) == {("gravity", backend)}
    (failure,) = [text for text in failure_texts(result) if text.startswith("gravity, ")]
    assert told in failure
    assert any(line.startswith("gravity ") and "no result" in line for line in table(result).splitlines())


@pytest.mark.parametrize("statement", ["extern void exit(int); exit(0);", "for (volatile int i = 0; i < 1;) { }"])
def test_a_kernel_that_misbehaves_fails_with_the_controller_that_calls_it(statement, spoiled_with_law):
    file, first = FILES["c"]
    result = spoiled_with_law(file, first, f"    {statement}\n{first}")
    assert kernels_that_fail(result) == {("gravity", "c")}
    assert [(line.name, {key for key, _ in line.failures}) for line in result.controllers] == [("pd_gravity", {"c"})]


def test_one_element_that_is_never_written_is_named_though_an_earlier_call_left_the_right_value(spoiled):
    result = spoiled("two_link.py", "    g[..., 1] = ", "    unused = ")
    (failure,) = [text for text in failure_texts(result) if text.startswith("gravity, ")]
    assert "never writes element [1] of g" in failure


AT_LOADING = {
    "c": (
        "two_link.c",
        "#include <math.h>",
        "__attribute__((constructor)) static void first(void) {{ {} }}\n#include <math.h>",
    ),
    "python": ("two_link.py", "import numpy as np", "import numpy as np\n{}"),
}


@pytest.mark.parametrize(
    ("backend", "statement", "told"),
    [
        ("c", "extern void _exit(int); _exit(0);", "ends the process that runs it (exit code 0)"),
        ("c", "extern void abort(void); abort();", "crashes (SIGABRT)"),
        ("c", "for (volatile int i = 0; i < 1;) { }", "no answer within 1 s"),
        ("python", "import os; os._exit(0)", "ends the process that runs it (exit code 0)"),
        ("python", "raise SystemExit(0)", "SystemExit: 0"),
        ("python", "while True: pass", "no answer within 1 s"),
    ],
)
def test_code_that_does_not_survive_its_loading_fails_its_language(backend, statement, told, spoiled):
    file, old, new = AT_LOADING[backend]
    result = spoiled(file, old, new.format(statement))
    assert not result.passed
    assert told in result.failed_backends[backend]
    assert {key for line in result.kernels for key in line.worst} == {"c", "python"} - {backend}


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        (
            "two_link_pd_gravity.c",
            "two_link_gravity(",
            "for (volatile int i = 0; i < 1;) { }\n    two_link_gravity(",
            "no answer",
        ),
        (
            "two_link_pd_gravity.c",
            "two_link_gravity(",
            "extern void exit(int); exit(0);\n    two_link_gravity(",
            "exit code 0",
        ),
        (
            "two_link_pd_gravity.py",
            "        self._hold_within(dt, tau)",
            "        import os; os._exit(0)",
            "exit code 0",
        ),
    ],
)
def test_a_controller_that_misbehaves_fails(file, old, new, told, spoiled_with_law):
    result = spoiled_with_law(file, old, new)
    (failure,) = [text for text in failure_texts(result) if text.startswith("pd_gravity, ")]
    assert told in failure
    assert not kernels_that_fail(result)


def test_what_checked_code_prints_does_not_reach_the_reader(spoiled, capfd):
    result = spoiled(
        "two_link.py",
        "    g[..., 0] = ",
        "    import os; os.write(1, b'passed'); os.write(2, b'passed')\n    g[..., 0] = ",
    )
    assert not kernels_that_fail(result)
    assert capfd.readouterr() == ("", "")


def test_nothing_that_was_started_is_left_behind(spoiled, tmp_path):
    note = f"open({str(tmp_path / 'started')!r}, 'a').write(f'{{os.getpid()}}\\n')"
    spoiled(
        "two_link.py",
        "    g[..., 0] = ",
        f"    import os, time\n    {note}\n    if os.fork() == 0:\n        {note}\n        time.sleep(600)\n"
        "    while True: pass\n    g[..., 0] = ",
    )
    started = set((tmp_path / "started").read_text().split())
    deadline = time.monotonic() + 5.0
    while workers() & started and time.monotonic() < deadline:
        time.sleep(0.1)
    assert len(started) >= 2 and not workers() & started


CHECK = "import sys; from pathlib import Path; from symdyn.check import check_folder; check_folder(Path(sys.argv[1]))"


@pytest.mark.skipif(sys.platform == "win32", reason="pipes cannot be watched there")
def test_code_that_never_returns_ends_with_a_check_that_is_killed(two_kernels, tmp_path):
    folder = Path(shutil.copytree(two_kernels, tmp_path / "two_link"))
    text, note = (folder / "two_link.py").read_text(), tmp_path / "started"
    hangs = f"    import os\n    open({str(note)!r}, 'a').write(f'{{os.getpid()}}\\n')\n    while True: pass\n"
    (folder / "two_link.py").write_text(text.replace("    g[..., 0] = ", f"{hangs}    g[..., 0] = "))
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    with subprocess.Popen([sys.executable, "-c", CHECK, str(folder)], env=environment) as check:
        wait_until(lambda: note.exists() and note.read_text().endswith("\n"))
        started = set(note.read_text().split())
        assert workers() & started
        check.kill()
    wait_until(lambda: not workers() & started)


def test_a_compiler_that_does_not_finish_in_time_is_a_failure_of_the_c(two_kernels, tmp_path, monkeypatch):
    script = tmp_path / "endless-cc"
    real = find_compiler().command[0]
    script.write_text(f'#!/bin/sh\nfor word; do [ "$word" = two_link.c ] && sleep 600; done\nexec {real} "$@"\n')
    script.chmod(0o755)
    monkeypatch.setenv("CC", str(script))
    monkeypatch.setenv("SYMDYN_CACHE", str(tmp_path / "cache"))
    result = check_folder(two_kernels, conduct=Conduct(compile_limit=0.5))
    assert not result.passed and set(result.backends) == {"python"}
    assert "the C compiler did not finish within 0.5 s" in result.failed_backends["c"]


def wait_until(condition):
    """Return as soon as the condition holds; fail after a minute."""
    deadline = time.monotonic() + 60.0
    while not condition():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.05)


# The orphan inherits the stream of answers and holds it open when the process that was asked has ended.
ORPHAN = """    import os, time
    if os.fork() == 0:
        {apart}
        time.sleep(30)
        os._exit(0)
    os._exit(3)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no fork there")
@pytest.mark.parametrize("apart", ["pass", "os.setsid()"])
def test_an_orphan_that_holds_the_stream_of_answers_open_does_not_hold_up_the_check(apart, spoiled):
    started = time.monotonic()
    result = spoiled("two_link.py", "    g[..., 0] = ", f"{ORPHAN.format(apart=apart)}    g[..., 0] = ")
    lasted = time.monotonic() - started
    assert kernels_that_fail(result) == {("gravity", "python")}
    (failure,) = [text for text in failure_texts(result) if text.startswith("gravity, ")]
    assert "ends the process that runs it (exit code 3)" in failure
    assert lasted < 20.0  # s: the orphan sleeps for 30


@pytest.mark.skipif(sys.platform == "win32", reason="no fork there")
def test_an_orphan_in_the_group_of_its_process_is_ended_though_that_process_ended_first(spoiled, tmp_path):
    names_itself = f"open({str(tmp_path / 'orphans')!r}, 'a').write(f'{{os.getpid()}}\\n')"
    spoiled("two_link.py", "    g[..., 0] = ", f"{ORPHAN.format(apart=names_itself)}    g[..., 0] = ")
    orphans = set((tmp_path / "orphans").read_text().split())
    deadline = time.monotonic() + 5.0
    while workers() & orphans and time.monotonic() < deadline:
        time.sleep(0.05)
    assert orphans and not workers() & orphans


def workers() -> set[str]:
    """Processes that run our worker, whoever started them."""
    found = set()
    for process in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if b"apart/worker.py" in process.read_bytes():
                found.add(process.parent.name)
        except OSError:
            continue
    return found
