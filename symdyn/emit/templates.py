"""Templates: find and fill them. They hold text layout only: all that they show is computed beforehand, as a view."""

from __future__ import annotations

import sys
import zlib
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import jinja2
from jinja2.bccache import Bucket, FileSystemBytecodeCache

PACKAGE = Path(__file__).resolve().parents[1]
SETTINGS: dict[str, Any] = {
    "trim_blocks": True,
    "lstrip_blocks": True,
    "keep_trailing_newline": True,
    "autoescape": False,  # the output is code, not HTML
}


class CompiledBeside(FileSystemBytecodeCache):
    """Keep compiled templates as Python keeps compiled modules: in __pycache__ beside them, if it may write there."""

    def __init__(self, folder: Path) -> None:
        """Keep them beside the templates of a folder."""
        self._folder = folder / "__pycache__"
        settings = zlib.crc32(repr(SETTINGS).encode())  # of the text, Jinja itself sees that it has changed
        super().__init__(str(self._folder), f"%s.{settings:08x}.{sys.implementation.cache_tag}.compiled")

    def load_bytecode(self, bucket: Bucket) -> None:
        """Read what was compiled; a file that is none of ours is as good as none."""
        try:
            super().load_bytecode(bucket)
        except Exception:  # pickle raises anything
            bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Write what was compiled, unless Python is told to write no bytecode or the folder cannot be written."""
        if sys.dont_write_bytecode:
            return
        with suppress(OSError):
            self._folder.mkdir(exist_ok=True)
            super().dump_bytecode(bucket)


@cache
def _environment(folder: Path) -> jinja2.Environment:
    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(folder),
        undefined=jinja2.StrictUndefined,
        bytecode_cache=CompiledBeside(folder),
        **SETTINGS,
    )


def template_directory() -> Path:
    """Return the folder of templates: inside an installed package, or beside it in a source tree."""
    for folder in (PACKAGE / "templates", PACKAGE.parent / "templates"):
        if folder.is_dir():
            return folder
    raise FileNotFoundError("symdyn's templates are missing: reinstall the package")


def fill(template: str, view: Any, folder: Path | None = None) -> str:
    """Fill a template with a view; languages from elsewhere have a folder of their own."""
    return _environment(folder or template_directory()).get_template(template).render(view=view)
