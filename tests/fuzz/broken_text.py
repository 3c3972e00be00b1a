"""Break the text of a file: bytes that do not belong, lines in the wrong place, what formats allow and nobody wants."""

import random
from collections.abc import Callable

INSERTED = (
    *(
        "\0",
        "\ufeff",
        "\x1b",
        "\x7f",
        "\x85",
        "\u2028",
        "\ud800",
        "😀",
        "\t",
        "\r",
        "\r\n",
        "\n\n",
        " ",
        "\u00a0",
        "\\",
    ),
    *(
        "[",
        "]",
        "{",
        "}",
        "[" * 50,
        "{" * 500,
        "[" * 5000,
        ": ",
        "- ",
        "? ",
        "! ",
        "& ",
        "* ",
        "# ",
        "| ",
        "> ",
        "%",
        "@",
    ),
    *("<", ">", "</", "/>", "<!--", "<![CDATA[", "&lt;", "&x;", '"', "'", "=", ",", ";", "x" * 20000, "9" * 5000),
)
YAML_LINES = (
    *(
        "---",
        "...",
        "%YAML 1.1",
        "%YAML 9.9",
        "%TAG ! tag:x,2000:",
        "<<: *a",
        "a: &a {x: 1}",
        "<<: {mass: 1}",
        "? [a]\n: b",
    ),
    *(
        "a: &a [*a]",
        "a: *nobody",
        "x: !!python/object/apply:os.system [ls]",
        "x: !!binary aGk=",
        "x: !!set {a}",
        "x: |",
    ),
    *(
        "x: !<tag:yaml.org,2002:map> 1",
        "b: &b [1, 1, 1, 1, 1, 1, 1, 1, 1]\nc: [*b, *b, *b]",
        "name: twice",
        "- - - - - 1",
    ),
    *("'unterminated", '"\\x"', '"\\U00110000"', '"\\u12"', "key without value", ": value", "&a : *a", "x: 2020-01-01"),
)
XML_LINES = (
    *('<?xml version="1.0"?>', '<?xml version="1.0" encoding="utf-7"?>', "<!DOCTYPE robot>", "<!-- -- -->", "<?php ?>"),
    *('<!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>', '<!DOCTYPE r SYSTEM "file:///etc/passwd">', "&a;"),
    *(
        '<robot name="again"/>',
        '<link name="l"/>',
        "<joint/>",
        '<xacro:macro name="x"/>',
        "<a>" * 150,
        "]]>",
        "<a b=c/>",
    ),
)


def broken_text(source: random.Random, text: str, lines: tuple[str, ...]) -> str:
    """Return a text with one or two faults."""
    for _ in range(source.choice((1, 1, 2))):
        text = source.choice(FAULTS)(source, text, lines)
    return text


def _insert(source: random.Random, text: str, lines: tuple[str, ...]) -> str:
    at = source.randint(0, len(text))
    return text[:at] + source.choice(INSERTED) + text[at:]


def _insert_line(source: random.Random, text: str, lines: tuple[str, ...]) -> str:
    whole = text.split("\n")
    at = source.randint(0, len(whole))
    indent = " " * source.choice((0, 0, 2, 4))
    return "\n".join([*whole[:at], indent + source.choice(lines), *whole[at:]])


def _cut(source: random.Random, text: str, lines: tuple[str, ...]) -> str:
    start = source.randint(0, len(text))
    return text[:start] + text[start + source.choice((1, 3, 30, 10**6)) :]


def _repeat_line(source: random.Random, text: str, lines: tuple[str, ...]) -> str:
    whole = text.split("\n")
    at = source.randrange(len(whole))
    return "\n".join(whole[:at] + [whole[at]] * source.choice((2, 2, 50)) + whole[at + 1 :])


def _move_line(source: random.Random, text: str, lines: tuple[str, ...]) -> str:
    whole = text.split("\n")
    moved = whole.pop(source.randrange(len(whole)))
    whole.insert(source.randint(0, len(whole)), moved)
    return "\n".join(whole)


def _line_ends(source: random.Random, text: str, lines: tuple[str, ...]) -> str:
    return text.replace("\n", source.choice(("\r\n", "\r", "\n\n", "\x85", "\u2028")))


def _tabs(source: random.Random, text: str, lines: tuple[str, ...]) -> str:
    return text.replace("  ", "\t", source.choice((1, 5, 1000)))


def _change_letter(source: random.Random, text: str, lines: tuple[str, ...]) -> str:
    at = source.randrange(len(text)) if text else 0
    return text[:at] + chr(source.choice((source.randrange(32, 127), source.randrange(1, 0x3000)))) + text[at + 1 :]


FAULTS: tuple[Callable[..., str], ...] = (
    *(_insert, _insert, _insert_line, _insert_line, _insert_line, _cut, _repeat_line, _move_line, _line_ends, _tabs),
    *(_change_letter, _change_letter),
)
