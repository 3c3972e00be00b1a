"""The bundled robots that are trees: those that equations and code are made of."""

from symdyn.model import bundled_names, load

TREES = tuple(name for name in bundled_names() if load(name).closing is None)
