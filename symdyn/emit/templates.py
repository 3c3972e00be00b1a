"""Templates: find and fill them. They hold text layout only: all that they show is computed beforehand, as a view."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import jinja2

PACKAGE = Path(__file__).resolve().parents[1]


@cache
def _environment(folder: Path) -> jinja2.Environment:
    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(folder),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,  # the output is code, not HTML
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
