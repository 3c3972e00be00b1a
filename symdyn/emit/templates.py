"""Find and fill templates. They hold text layout only: everything they show is computed by `view` beforehand."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import jinja2

PACKAGE = Path(__file__).resolve().parents[1]


@cache
def _environment() -> jinja2.Environment:
    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(template_directory()),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,  # the output is C and Python, not HTML
    )


def template_directory() -> Path:
    """Return the folder of templates: inside an installed package, or beside it in a source tree."""
    for folder in (PACKAGE / "templates", PACKAGE.parent / "templates"):
        if folder.is_dir():
            return folder
    raise FileNotFoundError("symdyn's templates are missing: reinstall the package")


def fill(template: str, view: Any) -> str:
    """Fill a template with a view."""
    return _environment().get_template(template).render(view=view)
