"""Break nested data in a place: take away, double, exchange, replace, graft, rename, scale, loop back on itself."""

import copy
import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from fuzz.hostile_values import PLAIN

Place = tuple[Any, Any]  # a container, and a key or index in it


def places_of(data: Any, limit: int = 400) -> list[Place]:
    """Return every place in nested dicts and lists."""
    found: list[Place] = []
    waiting, seen = [data], set()
    while waiting and len(found) < limit:
        node = waiting.pop()
        if id(node) in seen or not isinstance(node, dict | list):
            continue
        seen.add(id(node))
        for key in list(node) if isinstance(node, dict) else range(len(node)):
            found.append((node, key))
            waiting.append(node[key])
    return found


@dataclass(frozen=True)
class Draw:
    """What a fault may draw from: the places of the data, values, and keys that mean something."""

    source: random.Random
    places: list[Place]
    values: Sequence[Any]
    names: Sequence[str]

    def place(self) -> Place:
        return self.source.choice(self.places)

    def value(self) -> Any:
        return copy.deepcopy(self.source.choice(self.values))

    def name(self, key: Any) -> Any:
        """Return a key that means something, or one that nearly does."""
        if self.names and self.source.random() < 0.6:
            return self.source.choice(self.names)
        text = str(key)
        near = (text + "s", text[:-1], text.upper(), "", text * 20, "ключ", f"{text} ", "0", "x\ny", "<<")
        return self.source.choice(near)


def broken(source: random.Random, data: Any, values: Sequence[Any] = PLAIN, names: Sequence[str] = ()) -> Any:
    """Return a copy of the data with one to three faults; ``names`` are keys that mean something."""
    data = copy.deepcopy(data)
    for _ in range(source.choice((1, 1, 1, 2, 3))):
        places = places_of(data)
        if places:
            source.choice(MUTATIONS)(source.choice(places), Draw(source, places, values, names))
    return data


def _delete(place: Place, draw: Draw) -> None:
    del place[0][place[1]]


def _replace(place: Place, draw: Draw) -> None:
    place[0][place[1]] = draw.value()


def _double(place: Place, draw: Draw) -> None:
    container, key = place
    if isinstance(container, list):
        container.insert(key, container[key])  # the same object twice: an alias in YAML
    else:
        container[draw.name(key)] = container[key]


def _graft(place: Place, draw: Draw) -> None:
    """Put another part of the data here, a part that holds this one too: the data may become endless."""
    other, key = draw.place()
    place[0][place[1]] = other[key] if draw.source.random() < 0.7 else other


def _exchange(place: Place, draw: Draw) -> None:
    (a, i), (b, j) = place, draw.place()
    a[i], b[j] = b[j], a[i]


def _rename(place: Place, draw: Draw) -> None:
    container, key = place
    if isinstance(container, dict):
        container[draw.name(key)] = container.pop(key)


def _add(place: Place, draw: Draw) -> None:
    container, key = place
    if isinstance(container, dict):
        container[draw.name(key)] = draw.value()
    else:
        container.append(draw.value())


def _wrap(place: Place, draw: Draw) -> None:
    container, key = place
    container[key] = [container[key]] if draw.source.random() < 0.5 else {draw.name(key): container[key]}


def _scale(place: Place, draw: Draw) -> None:
    numbers = [(node, key) for node, key in draw.places if isinstance(node[key], int | float)]
    if numbers:
        container, key = draw.source.choice(numbers)
        with suppress(OverflowError):  # of whole numbers that no float holds
            container[key] = container[key] * 10.0 ** draw.source.choice((-300, -60, -12, -6, 3, 12, 40, 60, 300))


def _empty(place: Place, draw: Draw) -> None:
    container, key = place
    if isinstance(container[key], dict | list):
        container[key].clear()


MUTATIONS: tuple[Callable[..., None], ...] = (
    *(_replace, _replace, _replace, _replace, _scale, _scale, _delete, _double, _graft, _exchange, _rename, _add, _add),
    *(_wrap, _empty),
)
