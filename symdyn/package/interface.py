"""What calling a generated package takes, out of all that was generated."""

from __future__ import annotations

from symdyn.interface import Interface
from symdyn.package.contents import Package
from symdyn.package.records import PackageRecord, floats


def package_interface(package: Package) -> Interface:
    """Return how the kernels and the controllers of a package are called."""
    record, facts = package.record, package.facts
    values = [value for value in facts.pi_values if value is not None]
    return Interface(
        name=package.name,
        scalar=facts.options.scalar,
        declarations=_declarations(record),
        pi=floats(values) if _holds_pi(record) else None,
        kernels=tuple(kernel.interface for kernel in record.kernels),
        laws=tuple(law.interface for law in record.laws),
        files=package.files,
    )


def _holds_pi(record: PackageRecord) -> bool:
    return record.facts.has_values and record.facts.takes_pi


def _declarations(record: PackageRecord) -> str:
    facts = record.facts
    table = f"extern const {facts.options.scalar} {facts.name}_pi[{len(facts.pi_names)}];"
    declared = [line for kernel in record.kernels for line in kernel.prototypes]
    return "\n".join([table, *declared] if _holds_pi(record) else declared)
