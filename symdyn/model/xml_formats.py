"""Robots written in XML: the root element tells whose format it is."""

from __future__ import annotations

from dataclasses import replace

from symdyn.model.edits.trees import changed, made, renumbered
from symdyn.model.mjcf.read import read_mjcf
from symdyn.model.robot_tree import Opening, RobotTree
from symdyn.model.sdf.as_urdf import sdf_as_urdf
from symdyn.model.text.tree import quoted
from symdyn.model.urdf.read import read_urdf
from symdyn.model.written.pose import written_vector
from symdyn.model.xml.elements import read_xml

ROOTS = {"robot": "URDF", "mujoco": "MJCF", "sdf": "SDF"}


def read_xml_robot(text: str, file: str, opening: Opening) -> RobotTree:
    """Return the tree of a robot, with notes on what was changed or left out."""
    document = read_xml(text, file)
    if document.tag == "robot":
        return read_urdf(document, file, snap=opening.snap)
    if document.tag == "sdf":
        model = sdf_as_urdf(document, opening.snap)
        tree = read_urdf(model.robot, file, snap=opening.snap)
        gravity = {} if model.gravity is None else {"gravity": made(written_vector(model.gravity), tree.root)}
        return replace(tree, root=renumbered(changed(tree.root, gravity)), notes=(*model.notes, *tree.notes))
    if document.tag == "mujoco":
        return read_mjcf(document, file, opening.package_path)
    if document.tag == "mujocoinclude":
        raise document.error("a part of a robot, for others to include; give the file that includes it")
    formats = ", ".join(f"'{tag}' ({name})" for tag, name in ROOTS.items())
    raise document.error(f"the root element is {quoted(document.tag)}; robots have one of {formats}")
