"""What calling a generated package takes, out of all that was generated."""

from __future__ import annotations

from symdyn.emit.backend import backends
from symdyn.interface import Interface
from symdyn.package.contents import Package
from symdyn.package.records import floats


def package_interface(package: Package) -> Interface:
    """Return how the kernels and the controllers of a package are called."""
    record, facts = package.record, package.facts
    values = [value for value in facts.pi_values if value is not None]
    return Interface(
        name=package.name,
        scalar=facts.options.scalar,
        declarations={
            name: backend.declarations(facts, package.kernels)
            for name, backend in backends(facts.options.languages).items()
        },
        pi=floats(values) if facts.has_values and facts.takes_pi else None,
        kernels=tuple(kernel.interface for kernel in record.kernels),
        laws=tuple(law.interface for law in record.laws),
        files=package.files,
        loops=record.loops,
    )
