"""The version of symdyn, which the package's metadata take from here."""

DISTRIBUTION = "symdyn-codegen"  # what package indexes call it: there, `symdyn` is somebody else's

__version__ = "0.1.0"
VERSION = __version__
