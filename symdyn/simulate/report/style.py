"""How figures look, and how they become bytes that are the same in every run."""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from symdyn.errors import InputError, unknown_name
from symdyn.simulate.motion.motion import Array

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure, SubFigure

FORMATS = ("png", "svg", "pdf")
METADATA: Any = {  # no dates, no versions
    "png": {"Software": None},
    "svg": {"Date": None, "Creator": None},
    "pdf": {"CreationDate": None, "Creator": None, "Producer": None},
}
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#aa4499", "#c98a00", "#56b4e9", "#7a5230")  # told apart by all eyes
INK, PALE, DESIRED = "#333333", "#e4e4e4", "#333333"
POINTS = 400  # of a line: more than a page shows
WIDTH = 7.0  # inches
LETTER, HANDLE, LINE = (
    0.075,
    0.55,
    0.28,
)  # inches: of a title's or legend's text, what stands before it, one above the other

STYLE: Any = {
    "font.family": "DejaVu Sans",  # comes with matplotlib, so text has the same shape everywhere
    "font.size": 8.5,
    "axes.edgecolor": "#888888",
    "axes.labelcolor": INK,
    "axes.labelsize": 8.5,
    "axes.titlesize": 9,
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "axes.xmargin": 0.01,
    "grid.color": PALE,
    "grid.linewidth": 0.6,
    "xtick.color": "#888888",
    "ytick.color": "#888888",
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "text.color": INK,
    "lines.linewidth": 1.3,
    "legend.frameon": False,
    "legend.fontsize": 8,
    "figure.facecolor": "white",
    "savefig.facecolor": "white",
    "savefig.dpi": 150,
    "svg.hashsalt": "symdyn",
    "svg.fonttype": "path",
}


@contextmanager
def drawing() -> Iterator[None]:
    """Draw in the house's style, whatever the user's settings are."""
    try:
        import matplotlib
    except ImportError:
        what = (
            "figures need matplotlib, which is not installed; pip install 'symdyn-codegen[simulate]', or --figures none"
        )
        raise InputError(what, field="--figures") from None
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(STYLE)
        yield


def new_figure(height: float) -> Figure:
    """Return an empty figure that needs no screen."""
    from matplotlib.figure import Figure

    return Figure(figsize=(WIDTH, height), layout="constrained")


def figure_bytes(figure: Figure, form: str) -> bytes:
    """Return a figure as a file: no dates, no versions, no random names."""
    if form not in FORMATS:
        raise InputError(unknown_name("figure format", form, (*FORMATS, "none")), field="--figures")
    stream = io.BytesIO()
    metadata = METADATA[form]
    with warnings.catch_warnings():  # a legend of fifty estimates leaves the axes little room: no fault of users
        warnings.filterwarnings("ignore", message="constrained_layout not applied")
        figure.savefig(stream, format=form, metadata=metadata)
    return stream.getvalue()


def thinned(*arrays: Array) -> tuple[Array, ...]:
    """Return so few rows that a figure stays small; the last one is kept."""
    count = len(arrays[0])
    if count <= POINTS:
        return arrays
    keep = np.unique(np.linspace(0, count - 1, POINTS).round().astype(int))
    return tuple(array[keep] for array in arrays)


def colour(i: int) -> str:
    """Return the colour of joint or estimate ``i``."""
    return COLOURS[i % len(COLOURS)]


def grid(figure: Figure | SubFigure, count: int, columns: int) -> list[Axes]:
    """Return ``count`` axes that share their time; those that would stay empty are gone."""
    rows = -(-count // columns)
    axes = figure.subplots(rows, columns, sharex=True, squeeze=False)
    flat: list[Axes] = list(axes.ravel())
    for unused in flat[count:]:
        unused.set_visible(False)
    for one in flat[max(count - columns, 0) : count]:  # nothing is below them
        one.tick_params(labelbottom=True)
    figure.supxlabel("time (s)", fontsize=8.5)
    figure.align_ylabels(flat[:count])
    return flat[:count]


def estimate_unit(name: str) -> str:
    """Return the unit of a body's parameter, in parentheses; nothing for others, whose unit depends on the joint."""
    letters = name.rpartition(".")[2]
    if letters in ("m", "mass"):
        return " (kg)"
    if letters in ("mx", "my", "mz"):
        return " (kg m)"
    return " (kg m²)" if letters.startswith("I") and len(letters) == 3 else ""


def legend_above(figure: Figure, handles: Sequence[Any], labels: Sequence[str]) -> None:
    """Put one legend for all axes above them; below the title, where the two do not fit into one line."""
    title, room = figure.get_suptitle(), WIDTH - LETTER * len(figure.get_suptitle())
    if title and sum(HANDLE + LETTER * len(label) for label in labels) > room:
        height = figure.get_figheight() + LINE
        figure.set_figheight(height)
        figure.suptitle(title, x=0.01, y=1 - 0.2 * LINE / height, va="top", ha="left", fontsize=9).set_in_layout(False)
        layout: Any = figure.get_layout_engine()
        layout.set(rect=(0, 0, 1, 1 - 2 * LINE / height))
        place: Any = {"loc": "upper right", "bbox_to_anchor": (1.0, 1 - 0.9 * LINE / height)}
        figure.legend(handles, labels, ncols=len(labels), **place)
        return
    figure.legend(handles, labels, loc="outside upper right", ncols=len(labels))
