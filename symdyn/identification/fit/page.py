"""A fit as one page of HTML that needs no network: tables, figures inside it, and what a reader should know."""

from __future__ import annotations

import base64
import math
from collections.abc import Iterable, Mapping, Sequence
from html import escape

from symdyn.identification.fit.report import Errors, error_rows, parameter_rows
from symdyn.identification.fit.result import Fit

STYLE = """body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222}
table{border-collapse:collapse;margin:1rem 0;font-variant-numeric:tabular-nums}
td,th{padding:.15rem .8rem;text-align:right;border-bottom:1px solid #e4e4e4}
td:first-child,th:first-child{text-align:left}
.unsure td{color:#a33}
img{max-width:100%}
@media (prefers-color-scheme:dark){body{background:#1b1b1b;color:#ddd}img{background:#fff}td,th{border-color:#444}}"""
UNSURE = 100.0  # percent of a value: its σ


def fit_page(fit: Fit, errors: Errors, figures: Mapping[str, bytes]) -> str:
    """Return the page; ``figures`` are SVG or PNG files by name."""
    name = escape(fit.source.name)
    condition = f"{fit.condition:.3g}" if math.isfinite(fit.condition) else "infinite"
    parts = [
        f"<p>{len(fit.names)} minimal parameters from {fit.rows} rows of {len(fit.gathered)} logs, by {fit.method};"
        f" condition of the columns {condition}. Bodies: {escape(fit.bodies.outcome)}."
        f" {escape(fit.bodies.note)}</p>",
        *(f"<p><b>Note.</b> {escape(note)}</p>" for note in fit.notes),
        "<h2>Errors of torques</h2>",
        _table(error_rows(errors)),
        "<h2>Parameters</h2><p>σ is one standard deviation; values that the data hardly shows are red.</p>",
        _table(parameter_rows(fit), unsure=True),
        *_unseen(fit),
        "<h2>What is left over</h2>",
        *(_figure(file, content) for file, content in figures.items()),
        "<h3>Worst moments</h3>",
        _table([["joint", "log", "time (s)", "left over", "torque"], *_worst(fit)]),
    ]
    head = f'<meta charset="utf-8"><title>{name} identified</title><style>{STYLE}</style>'
    body = "".join([f"<h1>{name}, identified</h1>", *parts])
    return f'<!doctype html><html lang="en"><head>{head}</head><body>{body}</body></html>\n'


def _unseen(fit: Fit) -> Iterable[str]:
    if fit.excitement:
        rows = [[one.joint, str(one.combinations), f"{one.condition:.3g}"] for one in fit.excitement]
        yield "<h2>Persistent excitation</h2><p>The condition of every joint's own columns; near one is best.</p>"
        yield _table([["joint", "columns", "condition"], *rows])
    if fit.unseen:
        yield f"<h2>Not shown by this data ({len(fit.unseen)})</h2><ul>"
        yield from (f"<li>{escape(one.told)}</li>" for one in fit.unseen)
        yield "</ul>"


def _worst(fit: Fit) -> Iterable[list[str]]:
    joints = fit.source.joint_names
    found = [(study.name, moment) for study in fit.residuals for moment in study.worst]
    for log, one in sorted(found, key=lambda pair: (pair[1].joint, -abs(pair[1].residual))):
        yield [joints[one.joint], log, f"{one.time:.3f}", f"{one.residual:.3g}", f"{one.torque:.3g}"]


def _figure(file: str, content: bytes) -> str:
    kind = "svg+xml" if file.endswith(".svg") else "png"
    data = base64.b64encode(content).decode()
    return f'<p><img alt="{escape(file)}" src="data:image/{kind};base64,{data}"></p>'


def _table(rows: Sequence[Sequence[str]], *, unsure: bool = False) -> str:
    first, *rest = rows
    lines = ["<table><tr>", *(f"<th>{escape(cell)}</th>" for cell in first), "</tr>"]
    for row in rest:
        doubtful = unsure and (row[-1] == "-" or float(row[-1]) > UNSURE)
        lines += ['<tr class="unsure">' if doubtful else "<tr>", *(f"<td>{escape(cell)}</td>" for cell in row), "</tr>"]
    return "".join([*lines, "</table>"])
