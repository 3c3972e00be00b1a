"""The import directions drawn in the README hold in the source, and files stay short."""

import ast
import re
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import symdyn
from symdyn.languages import LANGUAGES, Language

PACKAGE = Path(__file__).parents[1] / "symdyn"
EXPORTS: dict[str, str] = symdyn._MODULES  # what users import from symdyn, and the modules it is in
LEAVES = {"errors", "languages", "options", "version"}  # modules that every room but algebra and the witness may import
DRIVER = "generate"
TOP = {"__init__", "__main__", DRIVER, *LEAVES}  # all modules of the top level; everything else has a room

MAY_IMPORT: dict[str, set[str]] = {  # room -> rooms it may import, from the ground up; a room may always import itself
    "algebra": set(),
    "reference": {"algebra"},
    "sources": set(),
    "compilation": {"sources"},
    "routines": set(),
    "interface": {"routines"},
    "joints": {"algebra", "sources"},
    "model": {"algebra", "joints", "sources"},
    "mechanism": {"algebra", "joints", "model"},
    "closure": {"algebra", "joints", "mechanism", "model"},
    "dynamics": {"algebra", "closure", "joints", "mechanism", "model"},
    "parameters": {"algebra", "closure", "dynamics", "joints", "mechanism", "model"},
    "kernels": {"algebra", "dynamics", "joints", "mechanism", "model", "parameters", "sources"},
    "ir": {"algebra"},
    "passes": {"algebra", "ir"},
    "precision": {"algebra", "ir", "model"},
    "proof": {"algebra", "ir", "reference"},
    "emit": {"algebra", "interface", "ir", "precision", "proof", "routines"},
    "trace": {"algebra", "dynamics", "ir", "kernels", "mechanism", "model", "parameters"},
    "papers": {"algebra", "dynamics", "ir", "joints", "kernels", "mechanism", "model", "parameters", "trace"},
    "closed_form": {
        *("algebra", "closure", "dynamics", "ir", "kernels", "mechanism", "model", "parameters", "passes", "trace"),
    },
    "symbolic": {"algebra", "closed_form", "closure", "ir", "kernels", "model", "papers", "parameters"},
    "control": {
        "algebra",
        "dynamics",
        "emit",
        "interface",
        "ir",
        "kernels",
        "model",
        "parameters",
        "precision",
        "routines",
        "sources",
    },
    "package": {
        *("algebra", "closure", "control", "emit", "interface", "ir", "kernels", "mechanism", "model", "parameters"),
        *("passes", "precision", "proof", "sources", "trace"),
    },
    "identification": {"algebra", "closure", "model", "parameters", "runtime", "simulate", "sources"},
    "runtime": {"compilation", "control", "interface", "model", "package", "sources", DRIVER},
    "apart": {"compilation", "interface", "package", "runtime"},
    "simulate": {
        *("algebra", "compilation", "control", "dynamics", "interface", "model", "parameters", "runtime", "sources"),
    },
    "bench": {
        *(
            "compilation",
            "control",
            "emit",
            "interface",
            "ir",
            "model",
            "package",
            "papers",
            "parameters",
            "passes",
            "runtime",
        ),
        DRIVER,
    },
    "check": {
        *("algebra", "apart", "closure", "compilation", "control", "dynamics", "emit", "interface", "ir", "kernels"),
        "model",
        *("package", "parameters", "precision", "proof", "reference", "runtime", "sources", "trace", DRIVER),
    },
}
ABOVE = {"cli"}  # may import everything
NO_LEAVES = {"algebra", "reference"}
MAX_LINES = 350
KEPT = (  # what finds a package in the cache
    *("symdyn.build", "symdyn.controller", "symdyn.runtime.build.", "symdyn.runtime.controllers.controller"),
    *("symdyn.runtime.package_cache.", "symdyn.runtime.ready."),
)

NUMPY, SYMPY = "numpy", "sympy"
MAY_USE_NUMPY = {
    *("apart", "bench", "check", "cli", "compilation", "control", "emit", "identification", "interface", "ir"),
    *("model", "precision", "proof", "reference", "routines", "runtime", "simulate", "symbolic"),
}
MAY_USE_SYMPY = {"symbolic", "check", "cli"}


@cache
def nodes_of(text: str) -> tuple[ast.AST, ...]:
    """All of a text's syntax, parsed once for all tests that ask."""
    return tuple(ast.walk(ast.parse(text)))


@cache
def imported_names(file: Path) -> set[str]:
    names: set[str] = set()
    for node in nodes_of(file.read_text(encoding="utf-8")):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: relative import"
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names


@cache
def names_used(text: str) -> set[str]:
    """What of symdyn a text takes without an import of its own: `symdyn.build` is the runtime's, by whatever way."""
    used: set[str] = set()
    for node in nodes_of(text):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "symdyn":
            used.add(node.attr)
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith(("import_module", "__import__")):
            used |= {str(part.value) for part in node.args if isinstance(part, ast.Constant)}
    return {EXPORTS.get(name, name) for name in used if name in EXPORTS or name.startswith("symdyn.")}


@cache
def rooms_imported_by(file: Path) -> set[str]:
    names = {EXPORTS.get(name.removeprefix("symdyn."), name) for name in imported_names(file)}
    if file != PACKAGE / "__init__.py":  # where the names are
        names |= names_used(file.read_text(encoding="utf-8"))
    return {name.split(".")[1] for name in names if name.startswith("symdyn.")}


@pytest.mark.parametrize(
    ("text", "room"),
    [
        ("import symdyn\nsymdyn.build(robot)", "runtime"),
        ("def f(x):\n    import symdyn\n    return symdyn.minimal_parameters(x)", "symbolic"),
        ("from importlib import import_module\nimport_module('symdyn.dynamics.forward')", "dynamics"),
    ],
)
def test_what_is_taken_without_an_import_of_its_own_is_noticed(text: str, room: str) -> None:
    assert {name.split(".")[1] for name in names_used(text)} == {room}


def test_nobody_gives_symdyn_another_name() -> None:
    for file in ALL_FILES:
        aliases = [
            alias
            for node in nodes_of(file.read_text(encoding="utf-8"))
            if isinstance(node, ast.Import)
            for alias in node.names
        ]
        assert not [alias for alias in aliases if alias.name == "symdyn" and alias.asname], file


def files_of(room: str) -> list[Path]:
    folder = PACKAGE / room
    return sorted(folder.rglob("*.py")) if folder.is_dir() else [PACKAGE / f"{room}.py"]


def rooms_imported_by_all(room: str) -> set[str]:
    return set().union(*(rooms_imported_by(file) for file in files_of(room)))


def room_of(file: Path) -> str:
    return file.relative_to(PACKAGE).parts[0].removesuffix(".py")


ALL_FILES = sorted(PACKAGE.rglob("*.py"))


@pytest.mark.parametrize("room", MAY_IMPORT)
def test_room_imports_only_what_lies_below(room: str) -> None:
    allowed = MAY_IMPORT[room] | {room} | (set() if room in NO_LEAVES else LEAVES)
    for file in files_of(room):
        assert rooms_imported_by(file) <= allowed, file


@pytest.mark.parametrize("leaf", sorted(LEAVES))
def test_leaves_import_nothing_of_ours(leaf: str) -> None:
    for file in files_of(leaf):
        assert rooms_imported_by(file) <= LEAVES, file


def test_driver_imports_no_room_that_runs_or_checks_what_it_makes() -> None:
    above = {"apart", "bench", "check", "cli", "runtime", "simulate"}
    assert not rooms_imported_by(PACKAGE / f"{DRIVER}.py") & above


def test_rooms_import_each_other_in_no_circle() -> None:
    order = TopologicalSorter({room: rooms_imported_by_all(room) - {room} for room in [*MAY_IMPORT, *ABOVE, DRIVER]})
    order.prepare()  # raises CycleError, and names the circle; imports inside functions count too


@pytest.mark.parametrize("room", ["bench", "check", "cli"])
def test_what_checks_and_measures_and_writes_files_trusts_no_kept_package(room: str) -> None:
    for file in files_of(room):
        assert not [name for name in imported_names(file) if name.startswith(KEPT)], file


def test_every_room_has_its_rule() -> None:
    rooms = {room_of(file) for file in ALL_FILES if file.parent != PACKAGE}
    assert rooms == set(MAY_IMPORT) | ABOVE
    modules = {file.stem for file in ALL_FILES if file.parent == PACKAGE}
    assert modules == TOP


@pytest.mark.parametrize(("library", "allowed"), [(NUMPY, MAY_USE_NUMPY), (SYMPY, MAY_USE_SYMPY)])
def test_mathematics_is_written_without_numpy_and_sympy(library: str, allowed: set[str]) -> None:
    for file in ALL_FILES:
        uses = any(name.split(".")[0] == library for name in imported_names(file))
        assert not uses or room_of(file) in allowed, file


def test_the_witnesses_share_no_code_with_what_they_check() -> None:
    for file in files_of("reference"):
        shared = {"algebra"} if file.parent.name == "exact" else set()  # images of constants in a field
        assert rooms_imported_by(file) <= {"reference", *shared}, file


def test_proofs_see_programs_and_text_alone() -> None:
    for file in files_of("proof"):
        assert not rooms_imported_by(file) & {"dynamics", "emit", "passes", "trace", "model"}, file


def is_reader(file: Path) -> bool:
    return file.name == "reading.py" or file.parent.name.endswith("_reading")


def test_readers_of_printed_code_share_nothing_with_its_printers() -> None:
    readers = [file for file in files_of("emit") if is_reader(file)]
    assert {file.parent.name for file in readers} >= {"c", "python", "law_reading"}
    for file in readers:
        own = {name for name in imported_names(file) if re.match(r"symdyn\.emit\.\w+\.\w+_reading\.", name)}
        rooms = {name.split(".")[1] for name in imported_names(file) - own if name.startswith("symdyn.")}
        assert rooms <= {"interface", "ir", "proof"}, file
    others = [file for file in files_of("emit") if not is_reader(file) and file.name != "backend.py"]
    assert not [file for file in others if "proof" in rooms_imported_by(file)]
    for file in others:  # what prints does not ask what reads; a language's index hands both on
        assert file.name == "__init__.py" or not [name for name in imported_names(file) if "reading" in name], file


LANGUAGE_FILES = {"__init__", "language", "declarations", "kernel", "files", "reading"}  # of every language alike
OF_LANGUAGES = ("emit/c/", "emit/python/", "runtime/languages/", "languages.py")
MOST_FILES = 15  # of a folder of emit


def languages_told_apart(text: str) -> list[str]:
    """Return comparisons of a language or a backend with a name, and tables by such names."""
    found = []
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.Compare | ast.Dict):
            continue
        within = ast.walk(node) if isinstance(node, ast.Compare) else node.keys
        names = {part.value for part in within if isinstance(part, ast.Constant)} & set(LANGUAGES)
        code = ast.unparse(node) if names else ""
        if len(names) > 1 or (isinstance(node, ast.Compare) and ("language" in code or "backend" in code)):
            found.append(code)
    return found


def test_nothing_outside_its_folder_knows_a_language_by_name() -> None:
    for file in ALL_FILES:
        place = file.relative_to(PACKAGE).as_posix()
        if not place.startswith(OF_LANGUAGES):
            assert not languages_told_apart(file.read_text(encoding="utf-8")), place


@pytest.mark.parametrize(
    "code", ['language == "c"', '"python" in options.languages', 'backend not in ("c", "x")', '{"c": 1, "python": 2}']
)
def test_a_language_that_is_told_apart_is_noticed(code: str) -> None:
    assert languages_told_apart(f"x = {code}")


@pytest.mark.parametrize("language", LANGUAGES.values(), ids=LANGUAGES)
def test_every_language_has_the_same_files_and_its_modules_are_in_their_rooms(language: Language) -> None:
    assert language.writer.startswith("symdyn.emit.") and language.runner.startswith("symdyn.runtime.languages.")
    folder = PACKAGE.parent.joinpath(*language.writer.split("."))
    assert {file.stem for file in folder.glob("*.py")} >= LANGUAGE_FILES


def test_folders_of_emit_are_small_and_say_in_which_order_to_read_them() -> None:
    folders = {file.parent for file in files_of("emit")}
    for folder in folders:
        files = {file.name for file in folder.glob("*.py")} - {"__init__.py"}
        index = ast.get_docstring(ast.parse((folder / "__init__.py").read_text(encoding="utf-8"))) or ""
        assert len(files) <= MOST_FILES, folder
        assert not [name for name in files if name not in index], folder


def test_what_a_joint_is_only_its_kind_and_those_who_read_files_know() -> None:
    readers = {PACKAGE / "model" / name for name in ("urdf", "mjcf", "sdf")}
    knowing = {*readers, PACKAGE / "reference", PACKAGE / "joints"}
    asked = re.compile(
        r"""is_revolute|JointKind|joint\.(type|kind) (is|==|!=|in|not)(?!\w)|["'](revolute|prismatic|screw)["']"""
    )
    for file in ALL_FILES:
        if not knowing & set(file.parents):
            assert not asked.findall(file.read_text(encoding="utf-8")), file


def test_no_file_is_long() -> None:
    lengths = {file: len(file.read_text(encoding="utf-8").splitlines()) for file in ALL_FILES}
    assert not {file: length for file, length in lengths.items() if length > MAX_LINES}


def rooms_below(room: str) -> set[str]:
    """Rooms and modules that one imports, and those that these import, and so on."""
    found, new = set[str](), {room}
    while new:
        found |= new
        new = {
            below
            for above in new
            for file in files_of(above)
            for below in rooms_imported_by(file)
            if (PACKAGE / below).is_dir() or (PACKAGE / f"{below}.py").is_file()
        } - found
    return found


def test_what_a_kept_package_does_not_depend_on_takes_no_part_in_generating() -> None:
    from symdyn.runtime.package_cache import NOT_GENERATING

    generating = rooms_below("generate") | rooms_below("package")
    assert {"generate", "passes", "emit", "control", "dynamics"} <= generating
    assert not generating & set(NOT_GENERATING)
