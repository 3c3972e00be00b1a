"""`symdyn gen` over files of the user's, those that were edited included: nothing is written, or they are set aside."""

import json
import os
import socket
import sys
from pathlib import Path

import pytest

import symdyn.package.output as symdyn_output

SMALL = ("gen", "two_link", "--only", "gravity")


@pytest.fixture
def folder(symdyn, in_an_empty_folder) -> Path:
    """A small generated folder."""
    assert symdyn(*SMALL).code == 0
    return in_an_empty_folder / "two_link"


def contents(folder: Path) -> dict[str, bytes]:
    return {item.name: item.read_bytes() for item in folder.iterdir() if item.is_file()}


def test_a_file_that_symdyn_did_not_write_is_not_replaced(symdyn, folder):
    """With a law the output has a file of that name; without, it was the user's to take."""
    (folder / "two_link_slotine_li.c").write_text("mine\n")
    before = contents(folder)
    said = symdyn(*SMALL, "--law", "slotine_li")
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith(f"error: {folder}: two_link_slotine_li.c is not symdyn's: nothing was written; ")
    assert said.err.count("\n") == 1 and "--force" in said.err
    assert contents(folder) == before


def test_force_sets_it_aside_under_a_name_that_nobody_has(symdyn, folder):
    (folder / "two_link_slotine_li.c").write_text("mine\n")
    (folder / "two_link_slotine_li.c.user1").write_text("also mine\n")
    said = symdyn(*SMALL, "--law", "slotine_li", "--force")
    assert said.code == 0
    assert "two_link_slotine_li.c.user2" in said.err and said.err.startswith("note: two_link: ")
    assert (folder / "two_link_slotine_li.c.user2").read_text() == "mine\n"
    assert (folder / "two_link_slotine_li.c.user1").read_text() == "also mine\n"
    assert "two_link_slotine_li_step" in (folder / "two_link_slotine_li.c").read_text()
    assert symdyn("check", "./two_link").code == 0


def test_force_puts_the_output_beside_what_is_in_a_folder_of_the_users(symdyn, in_an_empty_folder):
    folder = in_an_empty_folder / "two_link"
    folder.mkdir()
    (folder / "notes.txt").write_text("notes\n")
    (folder / "two_link.c").write_text("mine\n")
    before = contents(folder)
    said = symdyn(*SMALL)
    assert said.code == 2 and "--force" in said.err and said.err.count("\n") == 1 and contents(folder) == before
    assert symdyn(*SMALL, "--force").code == 0
    after = contents(folder)
    kept = {"notes.txt": "notes.txt", "two_link.c": "two_link.c.user1"}
    assert {name: after[now] for name, now in kept.items()} == before
    assert symdyn("check", "./two_link").code == 0


def test_an_edited_file_is_the_users(symdyn, folder):
    source = folder / "two_link.c"
    source.write_text(source.read_text() + "/* mine */\n")
    before = contents(folder)
    said = symdyn("gen", "two_link", "--only", "mass_matrix")
    assert said.code == 2 and "two_link.c was edited" in said.err and contents(folder) == before
    said = symdyn("gen", "two_link", "--only", "mass_matrix", "--force")
    assert said.code == 0 and "two_link.c.user1" in said.err
    assert (folder / "two_link.c.user1").read_bytes() == before["two_link.c"]
    assert "/* mine */" not in source.read_text()


def test_an_edited_file_that_is_not_generated_any_more_stays_where_it_is(symdyn, folder):
    source = folder / "two_link.c"
    source.write_text(source.read_text() + "/* mine */\n")
    assert symdyn(*SMALL, "--lang", "python").code == 0
    assert source.read_text().endswith("/* mine */\n")
    assert not (folder / "two_link.h").exists()


def test_many_files_in_the_way_are_told_in_one_line(symdyn, folder):
    for file in folder.iterdir():
        if file.name != "manifest.json":
            file.write_text("mine\n")
    said = symdyn(*SMALL)
    assert said.code == 2 and said.err.count("\n") == 1 and "and 5 more are in the way" in said.err


def test_files_that_nobody_edited_and_files_of_the_user_elsewhere_are_no_hindrance(symdyn, folder):
    (folder / "mine.c").write_text("mine\n")
    (folder / "two_link.h").unlink()
    said = symdyn(*SMALL, "--lang", "python")
    assert (said.code, said.err) == (0, "")
    assert (folder / "mine.c").read_text() == "mine\n" and not (folder / "two_link.c").exists()


def test_an_edit_that_generation_makes_as_well_is_no_hindrance(symdyn, folder):
    source = folder / "two_link.c"
    gravity = source.read_bytes()
    symdyn("gen", "two_link", "--only", "mass_matrix")
    source.write_bytes(gravity)
    said = symdyn(*SMALL)
    assert (said.code, said.err) == (0, "")


@pytest.mark.skipif(sys.platform == "win32", reason="no links, pipes and sockets there")
@pytest.mark.parametrize("kind", ["link", "broken link", "folder", "pipe", "socket"])
def test_what_is_no_plain_file_is_the_users(symdyn, folder, kind, tmp_path):
    place = folder / "two_link.c"
    (tmp_path / "elsewhere.c").write_bytes(place.read_bytes())
    place.unlink()
    if kind.endswith("link"):
        place.symlink_to(tmp_path / ("elsewhere.c" if kind == "link" else "nowhere.c"))
    elif kind == "folder":
        place.mkdir()
        (place / "inside").write_text("mine\n")
    elif kind == "pipe":
        os.mkfifo(place)
    else:
        bind_socket(place)
    mode = place.lstat().st_mode
    said = symdyn(*SMALL)
    assert said.code == 2 and "two_link.c is not a plain file" in said.err and place.lstat().st_mode == mode
    assert symdyn(*SMALL, "--force").code == 0
    assert (folder / "two_link.c.user1").lstat().st_mode == mode
    assert place.is_file() and not place.is_symlink()


def bind_socket(place: Path) -> None:
    """Bind in the folder itself: the path of a socket must be short."""
    here = os.getcwd()
    os.chdir(place.parent)
    try:
        with socket.socket(socket.AF_UNIX) as bound:
            bound.bind(place.name)
    finally:
        os.chdir(here)


@pytest.mark.skipif(sys.platform == "win32", reason="no pipes there")
def test_a_pipe_of_the_users_beside_is_kept_and_not_read(symdyn, folder):
    (folder / "build").mkdir()
    os.mkfifo(folder / "build" / "pipe")
    os.mkfifo(folder / "pipe")
    assert symdyn(*SMALL).code == 0
    assert (folder / "pipe").is_fifo() and (folder / "build" / "pipe").is_fifo()


@pytest.mark.parametrize("name", ["two_link.c", "mine.txt"])
def test_what_is_written_to_the_folder_meanwhile_is_not_lost(symdyn, folder, name, monkeypatch):
    exchange = symdyn_output.exchange

    def late(new, old, aside):
        monkeypatch.setattr("symdyn.package.output.exchange", exchange)
        (old / name).write_text("mine\n")
        return exchange(new, old, aside)

    monkeypatch.setattr("symdyn.package.output.exchange", late)
    said = symdyn(*SMALL)
    assert said.code == 2 and "was changed while it was written" in said.err
    assert (folder / name).read_text() == "mine\n"
    assert [item.name for item in folder.parent.iterdir()] == ["two_link"]


def test_an_edited_manifest_is_the_users(symdyn, folder):
    manifest = folder / "manifest.json"
    manifest.write_text(manifest.read_text().replace('"gravity": [', '"note": "mine",\n  "gravity": [', 1))
    before = contents(folder)
    for only in ("gravity", "mass_matrix"):  # also where nothing else changes
        said = symdyn("gen", "two_link", "--only", only)
        assert said.code == 2 and "manifest.json was edited" in said.err and contents(folder) == before
    said = symdyn("gen", "two_link", "--only", "mass_matrix", "--force")
    assert said.code == 0 and "manifest.json.user1" in said.err
    assert (folder / "manifest.json.user1").read_bytes() == before["manifest.json"]
    assert "mine" not in manifest.read_text() and symdyn("check", "./two_link").code == 0


@pytest.mark.parametrize("old", ["0", "1", " ", "\n"])
def test_every_edit_of_a_manifest_shows(symdyn, folder, old):
    """Of a number, or of nothing but the layout; in the entry of the checksum too."""
    text = (folder / "manifest.json").read_text()
    checksum = json.loads(text)["checksum"]
    for at in (text.rindex(old), text.index(checksum) + checksum.index("0") if old == "0" else text.index(old)):
        (folder / "manifest.json").write_text(f"{text[:at]}{'7' if old.isdigit() else '  '}{text[at + 1 :]}")
        assert "manifest.json was edited" in symdyn(*SMALL).err
    (folder / "manifest.json").write_text(text)
    assert symdyn(*SMALL).code == 0


def test_a_manifest_without_a_checksum_is_one_of_an_earlier_version(symdyn, folder):
    manifest = json.loads((folder / "manifest.json").read_text())
    del manifest["checksum"]
    (folder / "manifest.json").write_text(json.dumps(manifest, indent=1) + "\n")
    assert "  outdated  manifest.json" in symdyn("check", "./two_link").out
    assert symdyn(*SMALL).code == 0 and symdyn("check", "./two_link").code == 0


TAMPERED = {
    "a path": '{"manifest": 1, "symdyn": "0", "files": {"../mine.txt": "%s"}}' % ("0" * 64),
    "a number for a hash": '{"manifest": 1, "symdyn": "0", "files": {"two_link.c": 3}}',
    "a list of files": '{"manifest": 1, "symdyn": "0", "files": ["two_link.c"]}',
    "deep nesting": '{"manifest": ' + "[" * 100_000 + "]" * 100_000 + "}",
    "something else": "[]",
    "no JSON": "two_link\n",
}


@pytest.mark.parametrize("what", TAMPERED)
def test_a_folder_with_a_manifest_that_is_not_ours_is_left_alone(symdyn, folder, what):
    (folder / "manifest.json").write_text(TAMPERED[what])
    before = contents(folder)
    for force in ((), ("--force",)):
        said = symdyn(*SMALL, *force)
        assert said.code == 2 and said.err.count("\n") == 1 and "is not output of symdyn" in said.err
    assert contents(folder) == before
