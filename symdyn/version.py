"""The version of symdyn, from the installed package's metadata."""

from importlib.metadata import PackageNotFoundError, version

try:
    VERSION = version("symdyn")
except PackageNotFoundError:  # run from a source tree that was never installed
    VERSION = "0.0.0"

__version__ = VERSION  # the name that packages use
