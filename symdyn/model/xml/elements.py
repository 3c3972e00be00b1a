"""XML text -> elements with their lines; document types and entities are refused, so nothing expands or is fetched."""

from __future__ import annotations

from dataclasses import dataclass, field
from encodings import normalize_encoding
from encodings.aliases import aliases
from xml.parsers import expat

from symdyn.errors import InputError
from symdyn.model.notes import Note, NoteKind
from symdyn.model.text.tree import quoted

MAX_DEPTH = 100
MAX_ELEMENTS = 100_000


@dataclass(frozen=True, slots=True)
class Element:
    """An XML element: what robots need of it; `text` is what stands between its tags, where there are no others."""

    tag: str
    attributes: dict[str, str]
    file: str
    line: int
    children: list[Element] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)

    def error(self, what: str) -> InputError:
        """Make the error that says what is wrong with this element."""
        return InputError(what, file=self.file, line=self.line)

    def note(self, what: str, kind: NoteKind = NoteKind.OTHER) -> Note:
        """Make the one-line note about this element."""
        return Note(str(self.error(what)), kind)

    @property
    def text(self) -> str:
        """What stands between its tags."""
        return "".join(self.texts).strip()

    @property
    def name(self) -> str:
        """The attribute `name`, which robots, links and joints must have."""
        if "name" not in self.attributes:
            raise self.error(f"the {self.tag} has no name")
        return self.attributes["name"]

    def all(self, tag: str) -> list[Element]:
        """Return the children with a tag."""
        return [child for child in self.children if child.tag == tag]

    def first(self, tag: str) -> Element | None:
        """Return the first child with a tag."""
        return next((child for child in self.children if child.tag == tag), None)

    def only(self, tag: str) -> Element | None:
        """Return the child with a tag, of which there may be another only if it says the same."""
        found = self.all(tag)
        for other in found[1:]:
            if not other.says_the_same(found[0]):
                what = f"a second <{tag}> of the same <{self.tag}>, which says something else than the one in line"
                raise other.error(f"{what} {found[0].line}; keep one of them")
        return found[0] if found else None

    def says_the_same(self, other: Element) -> bool:
        """Whether another element has the same attributes and the same inside it."""
        if (self.tag, self.attributes, self.text) != (other.tag, other.attributes, other.text):
            return False
        pairs = zip(self.children, other.children, strict=False)
        return len(self.children) == len(other.children) and all(a.says_the_same(b) for a, b in pairs)


def read_xml(text: str, file: str) -> Element:
    """Return the root element of a document."""
    parser = expat.ParserCreate("utf-8")  # the text is decoded already, whatever its declaration says
    document = Element("", {}, file, 0)
    open_elements = [document]
    count = 0

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal count
        count += 1
        if len(open_elements) > MAX_DEPTH or count > MAX_ELEMENTS:
            what = f"more than {MAX_DEPTH} levels or {MAX_ELEMENTS} elements; no robot needs so many"
            raise InputError(what, file=file, line=parser.CurrentLineNumber)
        element = Element(tag, attributes, file, parser.CurrentLineNumber)
        open_elements[-1].children.append(element)
        open_elements.append(element)

    def end(_tag: str) -> None:
        open_elements.pop()

    def words(text: str) -> None:
        open_elements[-1].texts.append(text)

    def refuse(name: str, *_rest: object) -> None:
        what = f"the document type or entity {quoted(name)} is refused; a robot needs none"
        raise InputError(what, file=file, line=parser.CurrentLineNumber)

    def declared(_version: str, encoding: str | None, _standalone: int) -> None:
        if encoding is not None and (problem := _problem_of(encoding, text)):
            raise InputError(f"not XML: {problem}", file=file, line=parser.CurrentLineNumber)

    parser.XmlDeclHandler = declared
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = words
    parser.buffer_text = True
    parser.StartDoctypeDeclHandler = refuse
    parser.EntityDeclHandler = refuse
    try:
        parser.Parse(text.encode("utf-8", "surrogatepass"), True)
    except expat.ExpatError as error:
        raise InputError(f"not XML: {expat.ErrorString(error.code)}", file=file, line=error.lineno) from None
    except ValueError as error:  # lone surrogates
        raise InputError(f"not XML: {error}", file=file) from None
    return document.children[0]


def _problem_of(encoding: str, text: str) -> str:
    """Say what is wrong with a declared encoding of a text that was read as UTF-8, or nothing.

    Names are looked up in Python's table of them: looking an encoding up itself would load code that a file chose.
    """
    name = normalize_encoding(encoding).lower()
    known = aliases.get(name, name)
    if known not in aliases.values():
        return f"there is no encoding {quoted(encoding)}; write utf-8"
    same = known == "utf_8"
    return "" if same or text.isascii() else f"it is read as UTF-8, and says {quoted(encoding)}; save it as UTF-8"
