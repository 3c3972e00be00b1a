"""C text as words: names, numbers and signs, without comments; constants that the preprocessor defines."""

from __future__ import annotations

import re
from collections.abc import Iterable

from symdyn.proof.text import UnreadableError

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_DIRECTIVE = re.compile(r"^#(.*)$", re.MULTILINE)
_DEFINE = re.compile(r"define (\w+) (\d+)u? *")
_HARMLESS = re.compile(r'include (?:<(?:float|math|stdint)\.h>|"\w+\.h")')
_WORD = re.compile(
    r"\s*(?:(?P<word>[A-Za-z_]\w*|0x[0-9a-f]+|(?:\d+\.\d*|\.\d+|\d+(?=e))(?:e[-+]?\d+)?f?|\d+u?"
    r"|->|\+\+|--|<=|>=|==|!=|&&|\|\||[-+*/|&]=|[-+*/!<>=?:;,.&|(){}\[\]])|(?P<end>$))"
)


def without_comments(text: str) -> str:
    """Return C text without its comments."""
    return _COMMENT.sub(" ", text)


def defined(text: str) -> tuple[str, dict[str, int]]:
    """Return text without lines for the preprocessor, and the whole numbers that those define."""
    constants: dict[str, int] = {}
    for line in _DIRECTIVE.findall(text):
        define = _DEFINE.fullmatch(line)
        if define is not None and define[1] not in constants:
            constants[define[1]] = int(define[2])
        elif define is not None or not _HARMLESS.fullmatch(line.strip()):
            raise UnreadableError(f"#{line}")
    return _DIRECTIVE.sub("", text), constants


class Words:
    """The words of a text, taken one after the other."""

    def __init__(self, text: str) -> None:
        """Split a text without comments."""
        self._words: list[str] = []
        at = 0
        while True:
            match = _WORD.match(text, at)
            if match is None:
                raise UnreadableError(text[at : at + 40].strip())
            if match["word"] is None:
                break
            self._words.append(match["word"])
            at = match.end()
        self._at = 0

    @property
    def next(self) -> str:
        """The next word, which is not taken; empty at the end."""
        return self.ahead(0)

    def ahead(self, count: int) -> str:
        """Return a word further on; empty behind the end."""
        place = self._at + count
        return self._words[place] if place < len(self._words) else ""

    def take(self) -> str:
        """Take the next word."""
        word = self.next
        if not word:
            raise UnreadableError("the text ends too soon")
        self._at += 1
        return word

    def take_if(self, *words: str) -> str:
        """Take the next word if it is one of these; return it, or nothing."""
        return self.take() if self.next in words else ""

    def expect(self, words: str | Iterable[str]) -> None:
        """Take words that must come next."""
        for word in words.split() if isinstance(words, str) else words:
            if self.next != word:
                raise UnreadableError(f"{' '.join(self._words[max(self._at - 8, 0) : self._at + 4])}: no {word}")
            self._at += 1

    def skip_braces(self) -> None:
        """Take a pair of braces with all that is between them."""
        self.expect("{")
        depth = 1
        while depth:
            depth += {"{": 1, "}": -1}.get(self.take(), 0)
