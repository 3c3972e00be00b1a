"""MuJoCo's library, called from C: the steps of its pipeline that a kernel needs, contacts and limits off."""

from __future__ import annotations

import ctypes
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from bench.chain import Array, Chain
from bench.library import Contestant
from bench.names import MUJOCO
from bench.pinocchio_peer import Absent
from symdyn.bench.toolchain import NamedCompiler
from symdyn.errors import BuildError

HERE = Path(__file__).parent
KERNELS = ("inverse_dynamics", "mass_matrix", "forward_dynamics")
OFF = "constraint equality frictionloss limit contact spring damper actuation"
HEAD = """<mujoco>
<compiler angle="radian" autolimits="false" balanceinertia="false"/>
<option gravity="{gravity}"><flag {off}/></option>
<worldbody>
"""


def mujoco_version() -> str:
    """Return the version that is installed.

    Raises:
        Absent: there is none.
    """
    try:
        return version("mujoco")
    except PackageNotFoundError:
        raise Absent("MuJoCo: the package mujoco is not installed") from None


def contestant(chain: Chain, by: NamedCompiler, flags: tuple[str, ...], workshop: Path) -> Contestant:
    """Compile the loops and load the robot's model; MuJoCo itself is as its wheel has it.

    Raises:
        Absent: its headers are not there, or it takes no such model.
    """
    spec = find_spec("mujoco")
    home = Path(str(spec.origin)).parent if spec else Path()
    found = sorted(home.glob("libmujoco.so*"))
    if not found:
        raise Absent("MuJoCo: no library in its wheel")
    workshop.mkdir(parents=True, exist_ok=True)
    made = workshop / f"mujoco-{by.name}.so"
    linked = [f"-I{home / 'include'}", str(found[0]), f"-Wl,-rpath,{home}"]
    try:
        source = str(HERE / "mujoco_loops.c")
        by.run([*flags, "-fPIC", "-shared", source, *linked, "-o", str(made)], workshop)
    except BuildError as error:
        raise Absent(f"MuJoCo: {error}") from None
    (workshop / "chain.xml").write_text(mjcf(chain), encoding="utf-8")
    loaded = ctypes.CDLL(str(made))
    error = ctypes.create_string_buffer(300)
    if not loaded.setup(str(workshop / "chain.xml").encode(), error, len(error)):
        why = error.value.decode(errors="replace").split("\n")[0].removeprefix("Error: ")
        raise Absent(f"MuJoCo: it does not take the bodies of {chain.name}: {why}")
    n = chain.n
    shapes = {kernel: ((n, n),) if kernel == "mass_matrix" else ((n,),) for kernel in KERNELS}
    return Contestant(MUJOCO, by.name, [loaded], {name: f"time_{name}" for name in KERNELS}, shapes)


def mjcf(chain: Chain) -> str:
    """Write a chain as MuJoCo's XML."""
    flags = " ".join(f'{name}="disable"' for name in OFF.split())
    text = HEAD.format(gravity=_row(chain.gravity), off=flags)
    for R, p, ten, rotor in zip(chain.rotations, chain.positions, chain.tens, chain.rotors, strict=True):
        text += f'<body pos="{_row(p)}" xyaxes="{_row(R[:, 0])} {_row(R[:, 1])}">\n'
        text += f'<joint type="hinge" axis="0 0 1" armature="{float(rotor)!r}"/>\n'
        text += f"<inertial {_inertial(ten)}/>\n"
    return text + "</body>\n" * chain.n + "</worldbody>\n</mujoco>\n"


def _inertial(ten: Array) -> str:
    m = float(ten[0])
    com = ten[1:4] / m if m > 0 else np.zeros(3)
    xx, xy, yy, xz, yz, zz = ten[4:]
    I = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]) - m * (com @ com * np.eye(3) - np.outer(com, com))
    full = [I[0, 0], I[1, 1], I[2, 2], I[0, 1], I[0, 2], I[1, 2]]
    return f'pos="{_row(com)}" mass="{m!r}" fullinertia="{_row(full)}"'


def _row(values: object) -> str:
    return " ".join(repr(float(x)) for x in np.ravel(np.asarray(values)))
