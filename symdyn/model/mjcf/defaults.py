"""<default> classes: attributes that elements have without saying so.

The outermost class is called main. A class has what its parent has, and what it says itself. An element takes its own
`class`, else the `childclass` of the nearest body around it, else main.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from symdyn.errors import unknown_name
from symdyn.model.text.tree import quoted
from symdyn.model.xml.elements import Element

MAIN = "main"
ClassAttributes = dict[str, dict[str, str]]  # of every tag, what a class gives its elements


@dataclass(frozen=True, slots=True)
class Defaults:
    """The classes of a file by their names."""

    classes: Mapping[str, ClassAttributes]

    def class_named(self, name: str, element: Element) -> str:
        """Return a class that an element names."""
        if name not in self.classes:
            raise element.error(unknown_name("default class", name[:60], self.classes))
        return name

    def complete(self, element: Element, around: str) -> Element:
        """Return an element with all attributes that it has; ``around`` is the class of where it stands."""
        own = element.attributes.get("class")
        chosen = around if own is None else self.class_named(own, element)
        given = self.classes[chosen].get(element.tag, {})
        return replace(element, attributes={**given, **element.attributes}) if given else element


def read_defaults(root: Element) -> Defaults:
    """Return the classes of a document, whose outermost <default>s make one."""
    classes: dict[str, ClassAttributes] = {MAIN: {}}
    for outermost in root.all("default"):
        name = outermost.attributes.get("class", MAIN)
        if name != MAIN:
            classes.setdefault(name, {})
        _collect(outermost, MAIN, classes[MAIN], classes, outermost=True)
        if name != MAIN:  # another name for main
            classes[name] = classes[MAIN]
    return Defaults(classes)


def _collect(
    element: Element, name: str, inherited: ClassAttributes, classes: dict[str, ClassAttributes], *, outermost: bool
) -> None:
    if not outermost and name in classes:
        raise element.error(f"two default classes are called {quoted(name)}")
    own = classes[name] = {tag: dict(attributes) for tag, attributes in inherited.items()}
    for child in element.children:
        if child.tag != "default":
            own.setdefault(child.tag, {}).update(child.attributes)
    for child in element.children:
        if child.tag == "default":
            inner = child.attributes.get("class")
            if inner is None:
                raise child.error("a <default> inside another needs a class")
            _collect(child, inner, own, classes, outermost=False)
