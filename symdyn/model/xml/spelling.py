"""Words of a format that are meant for one of those that are read: refused, since without them the robot is another.

Formats grow, and most of what they say is nothing of dynamics; others add tags of their own. So here only what is
nearly a word that is read is refused.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches

from symdyn.model.text.tree import quoted
from symdyn.model.xml.elements import Element

NEAR = 0.75  # `axs` is as near to `axis` as 6/7; `solreflimit` to `limited` as 5/9
Words = Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class Spelling:
    """Words that are read, of every element.

    Attributes:
        attributes: those of an element.
        inside: the elements that are read in an element, if not all are looked into.
        passed_over: words of the format that look like one of either, and are none.
    """

    attributes: Words
    inside: Words = field(default_factory=dict)
    passed_over: Words = field(default_factory=dict)

    def refuse_misspelt(self, root: Element) -> None:
        """Refuse what is nearly a word that is read; without recursion, since bodies may be deep."""
        waiting = [root]
        while waiting:
            element = waiting.pop()
            inside = self.inside.get(element.tag)
            waiting += [child for child in element.children if inside is None or child.tag in inside]
            for word in element.attributes:
                if near := self._meant(word, element, self.attributes):
                    raise element.error(f"<{element.tag}> has no attribute {quoted(word)}; did you mean {near}?")
            for child in element.children:
                if near := self._meant(child.tag, element, self.inside):
                    raise child.error(f"there is no <{child.tag[:60]}> in a <{element.tag}>; did you mean <{near}>?")

    def _meant(self, word: str, element: Element, words: Words) -> str | None:
        read = words.get(element.tag, ())
        if word in read or word in self.passed_over.get(element.tag, ()):
            return None
        near = next(iter(get_close_matches(word, read, n=1, cutoff=NEAR)), None)
        return None if near in word.split("_") else near  # `gear_velocity` is no misspelt `velocity`
