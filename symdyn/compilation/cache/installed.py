"""Which versions of other packages are installed, without importing them."""

import os
import sys
from collections.abc import Iterable

_SUFFIX = ".dist-info"


def installed_versions(packages: Iterable[str]) -> dict[str, str]:
    """Return the versions of those packages that are found; the first on the path counts, as for an import.

    They stand in the names of the folders that installers leave beside a package. `importlib.metadata` reads them out
    of files and knows more kinds; to import it takes longer than all the rest of loading a robot.
    """
    wanted, found = set(packages), dict[str, str]()
    for place in sys.path:
        try:
            names = os.listdir(place or os.curdir)
        except OSError:
            continue
        for name in names:
            if name.endswith(_SUFFIX):
                package, _, version = name.removesuffix(_SUFFIX).partition("-")
                package = package.lower()
                if package in wanted:
                    found.setdefault(package, version)
    return found
