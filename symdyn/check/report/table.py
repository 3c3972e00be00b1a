"""The table a person reads."""

from __future__ import annotations

import math
from collections.abc import Sequence

from symdyn.check.result import CheckResult, FilesFound, Line, Worst
from symdyn.errors import MAX_FILE, shortened, visible
from symdyn.languages import LANGUAGES

OK, FAIL = "ok", "FAIL"


def table(result: CheckResult) -> str:
    """Return the whole table."""
    parts = ["\n".join(_heading(result))]
    if result.kernels:
        parts.append(_lines("kernel", "error against the witness", result.kernels))
    if result.laws:
        parts.append(_lines("law", "difference of its two sides", result.laws))
    if result.controllers:
        parts.append(_lines("controller", "error against the law with many digits", result.controllers))
    verdict = OK if result.certificate.passed else FAIL
    parts.append(f"minimal parameters: {result.certificate}  {verdict}")
    if result.files:
        parts.append("\n".join(_files(result.files, result.version)))
    failures = failure_texts(result)
    if failures:
        parts.append("\n".join(f"FAIL {text}" for text in failures))
    parts.append(_verdict(result))
    return "\n\n".join(parts)


def failure_texts(result: CheckResult) -> list[str]:
    """Say in one line each what is wrong."""
    texts = [f"{LANGUAGES[key].title}: {why}" for key, why in result.failed_backends.items()]
    for line in result.lines:
        texts += [failure_text(line, key, worst) for key, worst in line.failures]
    if not result.certificate.passed:
        texts.append(f"minimal parameters: {result.certificate}")
    if result.files:
        texts += [f"{line.name} {line.why}" for line in result.files.differing]
    if not result.backends and not result.failed_backends:
        texts.append("nothing could be run, so nothing was checked")
    return [visible(text) for text in texts]


def failure_text(line: Line, backend: str, worst: Worst) -> str:
    """Say which backend fails a line, where and by how much."""
    how = worst.trouble or f"error {number(worst.error)}, allowed {number(max(line.tolerance, worst.allowed))}"
    return visible(f"{line.name}, {LANGUAGES[backend].title}: {how}" + (f" ({worst.where})" if worst.where else ""))


def number(error: float) -> str:
    """Write an error with two digits."""
    if error == 0.0 or not math.isfinite(error):
        return "0" if error == 0.0 else "not a number"
    return f"{error:.1e}"


def _error(worst: Worst) -> str:
    return "no result" if worst.trouble else number(worst.error)


def _heading(result: CheckResult) -> list[str]:
    lines = [f"{result.robot}: {result.scalar} kernels of symdyn {result.version}"]
    lines += [f"  {LANGUAGES[key].title}: {what}" for key, what in result.backends.items()]
    lines += [f"  {LANGUAGES[key].title}: left out, {why}" for key, why in result.left_out.items()]
    return lines + [f"  note: {visible(note)}" for note in result.notes]


def _lines(kind: str, what: str, lines: Sequence[Line]) -> str:
    backends = [key for key in LANGUAGES if any(key in line.worst for line in lines)]
    rows = [[kind, "samples", *(LANGUAGES[key].title for key in backends), "allowed", ""]]
    for line in lines:
        errors = [_error(line.worst[key]) if key in line.worst else "-" for key in backends]
        rows.append([line.name, str(line.samples), *errors, number(line.allowed), OK if line.passed else FAIL])
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    rows[0][-1] = f"({what})"
    text = []
    for row in rows:
        cells = [f"{row[0]:<{widths[0]}}", *(f"{row[i]:>{widths[i]}}" for i in range(1, len(row) - 1)), row[-1]]
        text.append("  ".join(cells))
    return "\n".join(text)


def _files(found: FilesFound, version: str) -> list[str]:
    if found.differing:
        lines = [f"files: {len(found.differing)} of {found.count} are not what symdyn {version} generates  {FAIL}"]
        lines += [f"  {line.state:<8}  {_name(line.name)}" for line in found.differing]
    else:
        lines = [f"files: all {found.count} in {visible(found.folder)} are what symdyn {version} generates  {OK}"]
    return lines + ([f"  not symdyn's: {', '.join(map(_name, found.foreign))}"] if found.foreign else [])


def _name(file: str) -> str:
    return shortened(visible(file), MAX_FILE)


def _verdict(result: CheckResult) -> str:
    worst = f"worst error of a kernel {number(result.worst_error)}" if result.kernels else "no kernel was run"
    left_out = "".join(f", {LANGUAGES[key].title} left out" for key in result.unchecked)
    return f"{result.robot}: {'passed' if result.passed else 'FAILED'}{left_out}, {worst}"
