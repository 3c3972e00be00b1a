"""Write a package's files to `<out>/<robot>/`: whole or not at all, and nothing of the user's is lost.

The files are written to a folder beside the output and then change places with it, in one step where the platform
can do that. A kill at any moment leaves the old output whole or the new one; what it leaves beside, the next write
clears away. Files in the old folder that symdyn did not write, such as a `build` directory, are kept; where one stands
in the place of a file of ours, nothing is written, or it is set aside.
"""

from __future__ import annotations

import glob
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex

from symdyn.errors import InputError
from symdyn.package.earlier_output import MANIFEST, NO_MANIFEST, as_bytes, unchanged_files, users_files
from symdyn.package.exchange import exchange

COMPILED, COMPILED_FILE = "__pycache__", ".pyc"  # not kept: Python makes it again
TOKEN_BYTES = 4  # in the names of folders beside the output

Files = Mapping[str, str | bytes]
Snapshot = dict[str, tuple[int, ...]]


def write_output(
    name: str, files: Files, out: Path, *, force: bool = False, tell: Callable[[str], None] = lambda note: None
) -> Path:
    """Write ``files`` to the folder ``out/name``, in place of an earlier output, and return the folder.

    With ``force`` a file of the user's that stands in the way is set aside under another name, which ``tell`` gets.

    Raises:
        InputError: nothing can be written there, or something is there that symdyn did not write.
    """
    try:
        target = Path(os.path.realpath(out / name))  # a linked output stays linked
        with _folder(target.parent), _alone_in(target.parent):
            _clear_leftovers(target)
            before = _snapshot(target)
            notes = _replace(target, files, _set_aside(target, files, force), before)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        reason = getattr(error, "strerror", None) or error
        what = f"cannot write the output: {reason}; choose another folder with -o"
        raise InputError(what, file=str(out / name)) from None
    for note in notes:
        tell(f"{out / name}: {note}")
    return out / name


def refuse_unwritable(name: str, out: Path) -> None:
    """Refuse a folder in which nothing can be written, before work that takes long."""
    try:
        target = Path(os.path.realpath(out / name))
        place = next(one for one in (target, *target.parents) if os.path.lexists(one))
        if not place.is_dir():
            raise InputError("is a file; the output needs a folder: choose another with -o", file=str(place))
        with tempfile.TemporaryFile(dir=place):
            pass
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        reason = getattr(error, "strerror", None) or error
        raise InputError(
            f"cannot write the output: {reason}; choose another folder with -o", file=str(out / name)
        ) from None


def _set_aside(target: Path, files: Files, force: bool) -> dict[str, str]:
    """Return the user's files that stand in the way and names to set them aside under; refuse without ``force``."""
    if not os.path.lexists(target):
        return {}
    if not target.is_dir():
        raise InputError("is a file; the output needs a folder: choose another with -o", file=str(target))
    if not any(target.iterdir()):
        return {}
    try:
        in_the_way = users_files(target, files)
    except InputError as error:
        is_plain_folder = error.what == NO_MANIFEST  # another manifest is another program's output, or tampered with
        if not (force and is_plain_folder):
            beside = ", or put the output beside what is there with --force" if is_plain_folder else ""
            what = f"is not output of symdyn ({Path(error.file).name}: {error.what}), so it is not replaced"
            raise InputError(f"{what}; choose another with -o{beside}", file=str(target)) from None
        in_the_way = {name: "is not symdyn's" for name in sorted(files) if os.path.lexists(target / name)}
    if in_the_way and not force:
        first, *more = (f"{name} {why}" for name, why in in_the_way.items())
        told = "; ".join((first, *more)) if len(more) < 3 else f"{first} and {len(more)} more are in the way"
        what = f"{told}: nothing was written; move what is yours away, or set it aside with --force"
        raise InputError(what, file=str(target))
    return {name: _free_name(target, name, files) for name in in_the_way}


def _free_name(target: Path, name: str, files: Files) -> str:
    number = 1
    while os.path.lexists(target / f"{name}.user{number}") or f"{name}.user{number}" in files:
        number += 1
    return f"{name}.user{number}"


def _replace(target: Path, files: Files, aside: Mapping[str, str], before: Snapshot) -> list[str]:
    """Make the new folder beside the old one and swap them; return what there is to tell."""
    staging = _beside(target, "new")
    try:
        staging.mkdir()
        for file, text in files.items():
            _write_text(staging / file, text)
        if not target.is_dir():
            os.rename(staging, target)
            return []
        ours = unchanged_files(target) if os.path.lexists(target / MANIFEST) else set()
        _keep(target, staging, ours - aside.keys(), files, aside)
        shutil.copymode(target, staging)
        old = exchange(staging, target, _beside(target, "old"))
        try:
            if _snapshot(old) != before:
                what = "was changed while it was written: nothing was replaced; try again"
                raise InputError(what, file=str(target))
        except (InputError, OSError):  # what somebody wrote to it meanwhile comes back
            exchange(old, target, _beside(target, "old"))
            raise
        return [f"{name} was there and is not symdyn's as it is: it is called {new} now" for name, new in aside.items()]
    finally:
        _clear_leftovers(target)


def _keep(old: Path, new: Path, ours: set[str], files: Files, aside: Mapping[str, str]) -> None:
    """Put what is the user's into the new folder too."""
    for item in old.iterdir():
        name = item.name
        if name in ours or (name in files and name not in aside):
            continue
        is_folder = item.is_dir() and not item.is_symlink()
        place = new / aside.get(name, name)
        if is_folder and name == COMPILED:
            _keep_what_python_did_not_make(item, place)
        elif is_folder:
            shutil.copytree(item, place, symlinks=True, copy_function=_link)
        else:
            _link(item, place)


def _keep_what_python_did_not_make(folder: Path, place: Path) -> None:
    everything = list(folder.iterdir())
    compiled = {
        one.name for one in everything if one.suffix == COMPILED_FILE and one.is_file() and not one.is_symlink()
    }
    if len(compiled) < len(everything):
        shutil.copytree(
            folder,
            place,
            symlinks=True,
            copy_function=_link,
            ignore=lambda within, names: compiled if Path(within) == folder else (),
        )


def _link(item: str | Path, place: str | Path) -> None:
    """Give a file a second name, or where the file system has none, a copy: a pipe or a device is never read."""
    try:
        os.link(item, place, follow_symlinks=False)
    except (OSError, NotImplementedError):
        shutil.copy2(item, place, follow_symlinks=False)


def _snapshot(folder: Path) -> Snapshot:
    """Return what shows that a file below a folder was changed, added or taken away; nothing where there is none."""

    def fail(error: OSError) -> None:
        raise error

    found: Snapshot = {}
    if not folder.is_dir():
        return found
    for place, folders, names in os.walk(folder, onerror=fail):
        for name in (*folders, *names):
            path = os.path.join(place, name)
            status = os.lstat(path)
            changed = () if name in folders else (status.st_size, status.st_mtime_ns)
            found[os.path.relpath(path, folder)] = (status.st_ino, status.st_mode, *changed)
    return found


def _clear_leftovers(target: Path) -> None:
    """Remove what a killed write left beside the output; an output that was set aside comes back first."""
    for aside in target.parent.glob(_pattern(target, "old")):
        if not os.path.lexists(target):
            os.rename(aside, target)
    for kind in ("old", "new"):
        for leftover in target.parent.glob(_pattern(target, kind)):
            shutil.rmtree(leftover, ignore_errors=True)


def _beside(target: Path, kind: str) -> Path:
    return target.with_name(f".{target.name}.symdyn-{kind}-{token_hex(TOKEN_BYTES)}")


def _pattern(target: Path, kind: str) -> str:
    """Match the names that `_beside` gives, and no name that somebody would choose."""
    return f".{glob.escape(target.name)}.symdyn-{kind}-" + "[0-9a-f]" * (2 * TOKEN_BYTES)


def _write_text(path: Path, text: str | bytes) -> None:
    """Write a file, and see it on the disk before anything is renamed."""
    with path.open("wb") as stream:
        stream.write(as_bytes(text))
        stream.flush()
        os.fsync(stream.fileno())


@contextmanager
def _folder(folder: Path) -> Iterator[None]:
    """Make a folder and its parents; if nothing comes of the output, those made here go again."""
    made = [parent for parent in (folder, *folder.parents) if not parent.exists()]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        yield
    except BaseException:
        with suppress(OSError):
            for parent in made:
                parent.rmdir()
        raise


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """Wait for other writers to the same folder; a lock of a killed process is gone with it."""
    try:
        import fcntl
    except ImportError:  # no such locks on this platform
        yield
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):  # a network file system may know no locks
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)
