"""The findings for machines: JSON, and the XML that continuous integration shows (JUnit)."""

from __future__ import annotations

import math
from dataclasses import asdict
from typing import Any
from xml.etree import ElementTree

from symdyn.check.report.table import failure_text, failure_texts
from symdyn.check.result import CheckResult, Line
from symdyn.errors import visible
from symdyn.languages import LANGUAGES

CHECK_SCHEMA = 1


def as_data(result: CheckResult) -> dict[str, Any]:
    """Return the findings as plain data; an error that is not a finite number is null."""
    files = result.files
    return {
        "check": CHECK_SCHEMA,
        "robot": result.robot,
        "symdyn": result.version,
        "scalar": result.scalar,
        "passed": result.passed,
        "worst_error": _finite(result.worst_error),
        "backends": dict(result.backends),
        "left_out": dict(result.left_out),
        "unchecked": list(result.unchecked),
        "kernels": [_line_data(line) for line in result.kernels],
        "laws": [_line_data(line) for line in result.laws],
        "controllers": [_line_data(line) for line in result.controllers],
        "files": files
        and {
            "folder": files.folder,
            "count": files.count,
            "differing": [{"name": one.name, "state": one.state, "why": one.why} for one in files.differing],
            "foreign": list(files.foreign),
        },
        "minimal_parameters": {"passed": result.certificate.passed, **asdict(result.certificate)},
        "notes": list(result.notes),
        "failures": failure_texts(result),
    }


def _line_data(line: Line) -> dict[str, Any]:
    return {
        "name": line.name,
        "samples": line.samples,
        "tolerance": line.tolerance,
        "passed": line.passed,
        "errors": {
            key: {
                "error": _finite(worst.error),
                "allowed": max(line.tolerance, worst.allowed),
                "where": worst.where,
                "trouble": worst.trouble,
            }
            for key, worst in line.worst.items()
        },
    }


def _finite(error: float) -> float | None:
    return error if math.isfinite(error) else None


def as_junit(result: CheckResult) -> str:
    """Return the findings as a JUnit document: a case for each kernel, law, backend and file."""
    suite = ElementTree.Element("testsuite", name=f"symdyn check {result.robot}")
    for group, lines in (("kernels", result.kernels), ("laws", result.laws), ("controllers", result.controllers)):
        for line in lines:
            texts = [failure_text(line, key, worst) for key, worst in line.failures]
            _case(suite, f"{result.robot}.{group}", line.name, texts)
    for key in result.backends:
        _case(suite, f"{result.robot}.code", LANGUAGES[key].title, [])
    for key, why in result.failed_backends.items():
        _case(suite, f"{result.robot}.code", LANGUAGES[key].title, [why])
    for key, why in result.left_out.items():
        case = _case(suite, f"{result.robot}.code", LANGUAGES[key].title, [])
        ElementTree.SubElement(case, "skipped", message=_clean(why))
    wrong = [] if result.certificate.passed else [str(result.certificate)]
    _case(suite, f"{result.robot}.minimal_parameters", "certificate", wrong)
    if result.files:
        texts = [f"{line.name} {line.why}" for line in result.files.differing]
        _case(suite, f"{result.robot}.files", result.files.folder, texts)
    suite.set("tests", str(len(suite)))
    suite.set("failures", str(len(suite.findall("*/failure"))))
    suite.set("skipped", str(len(suite.findall("*/skipped"))))
    ElementTree.indent(suite)
    return ElementTree.tostring(suite, encoding="unicode", xml_declaration=False) + "\n"


def is_junit(report: bytes) -> bool:
    """Tell whether a file is a report as `as_junit` makes it, or empty: one that may be replaced by a newer one."""
    return not report.strip() or report.lstrip().startswith(b'<testsuite name="symdyn check ')


def _case(suite: ElementTree.Element, group: str, name: str, failures: list[str]) -> ElementTree.Element:
    case = ElementTree.SubElement(suite, "testcase", classname=_clean(group), name=_clean(visible(name)))
    failures = [visible(failure) for failure in failures]
    if failures:
        ElementTree.SubElement(case, "failure", message=_clean(failures[0])).text = _clean("\n".join(failures))
    return case


def _clean(text: str) -> str:
    """Leave out the characters that XML cannot hold."""
    return "".join(c for c in text if c in "\t\n" or (c >= " " and not "\ud800" <= c <= "\udfff" and c < "\ufffe"))
