"""`symdyn gen` over files that somebody edited: it goes on, and says which ones are lost."""


def test_edited_files_that_are_replaced_or_removed_are_named_in_one_warning(symdyn, in_an_empty_folder):
    symdyn("gen", "two_link", "--only", "gravity")
    folder = in_an_empty_folder / "two_link"
    for name in ("two_link.c", "two_link.py"):
        (folder / name).write_text((folder / name).read_text() + "\n")
    said = symdyn("gen", "two_link", "--only", "gravity", "--lang", "python")
    assert said.code == 0 and said.out.startswith("wrote two_link: ")
    files = "two_link.c (removed), two_link.py (replaced)"
    assert said.err == f"warning: two_link: files had been edited since they were generated: {files}\n"
    assert not (folder / "two_link.c").exists() and not (folder / "two_link.py").read_text().endswith("\n\n")


def test_files_that_nobody_edited_and_files_of_the_user_are_no_reason_to_warn(symdyn, in_an_empty_folder):
    symdyn("gen", "two_link", "--only", "gravity")
    folder = in_an_empty_folder / "two_link"
    (folder / "mine.c").write_text("mine\n")
    (folder / "two_link.h").unlink()
    said = symdyn("gen", "two_link", "--only", "gravity", "--lang", "python")
    assert (said.code, said.err) == (0, "")
    assert (folder / "mine.c").read_text() == "mine\n" and not (folder / "two_link.c").exists()


def test_an_edit_that_generation_makes_as_well_is_not_lost(symdyn, in_an_empty_folder):
    symdyn("gen", "two_link", "--only", "gravity")
    source = in_an_empty_folder / "two_link" / "two_link.c"
    gravity = source.read_bytes()
    symdyn("gen", "two_link", "--only", "mass_matrix")
    source.write_bytes(gravity)
    assert symdyn("gen", "two_link", "--only", "gravity").err == ""
