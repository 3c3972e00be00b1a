"""The C text of one robot, as the compiler and cffi need it."""

import re
from dataclasses import dataclass

from symdyn.errors import BuildError

_C_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*", re.ASCII)


@dataclass(frozen=True, slots=True)
class CSource:
    """A C library of one header and one source file, or more that are compiled side by side.

    Attributes:
        name: the robot's name, a C identifier; the files are called after it.
        declarations: what Python may call, as `cdef` text of cffi: prototypes and `extern const double x[..]`.
        header: the text of `<name>.h`.
        source: the text of `<name>.c`, which includes `"<name>.h"`.
        beside: names and texts of more files, which these two include.
        further: names and texts of more source files, each compiled by itself.
    """

    name: str
    declarations: str
    header: str
    source: str
    beside: tuple[tuple[str, str], ...] = ()
    further: tuple[tuple[str, str], ...] = ()

    @property
    def files(self) -> tuple[tuple[str, str], ...]:
        """Names and texts of all files."""
        return ((f"{self.name}.h", self.header), (f"{self.name}.c", self.source), *self.beside, *self.further)

    @property
    def sources(self) -> tuple[str, ...]:
        """Names of the files that are compiled, the longest first, so that none is left for the end that takes long."""
        files = ((f"{self.name}.c", self.source), *self.further)
        return tuple(name for name, _ in sorted(files, key=lambda file: -len(file[1])))

    def __post_init__(self) -> None:
        """Refuse a name that cannot be a C identifier: it becomes part of file and module names."""
        if not _C_IDENTIFIER.fullmatch(self.name):
            raise BuildError(f"{self.name!r} is not a C identifier: a robot's name is letters, digits and underscores")
