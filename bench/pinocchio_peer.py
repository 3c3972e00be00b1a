"""Pinocchio's C++, compiled from the headers in its wheel; and its algorithms run on CasADi's expressions.

Its templates take minutes to compile. They do not depend on the robot, so what is compiled is kept by content.
"""

from __future__ import annotations

import ctypes
import hashlib
import subprocess
import sysconfig
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from bench.chain import Chain
from bench.library import INPUTS, Contestant, Shapes
from bench.names import PINOCCHIO
from symdyn.bench.toolchain import NamedCompiler
from symdyn.compilation.compiler import compiler_of
from symdyn.errors import BuildError

HERE = Path(__file__).parent
CPP = {"gcc": "g++", "clang": "clang++"}
# as Pinocchio's own CMake files define them
DEFINED = (
    "-DNDEBUG",
    "-DBOOST_MPL_LIMIT_LIST_SIZE=30",
    "-DBOOST_MPL_LIMIT_VECTOR_SIZE=30",
    "-DBOOST_MPL_CFG_NO_PREPROCESSED_HEADERS",
    "-DBOOST_FUSION_INVOKE_MAX_ARITY=12",
)
WITHOUT = ("regressor", "regressor_slotine_li", "adaptive_slotine_li")  # kernels that it has none of
KERNELS = tuple(name for name in INPUTS if name not in WITHOUT)


class Absent(Exception):  # noqa: N818 - the contest goes on without
    """Something that this peer needs is not here."""


def pinocchio_version() -> str:
    """Return the version that is installed.

    Raises:
        Absent: there is none.
    """
    try:
        return version("pin")
    except PackageNotFoundError:
        raise Absent("Pinocchio: the package pin is not installed") from None


def _includes() -> list[str]:
    include = Path(sysconfig.get_path("purelib")) / "cmeel.prefix" / "include"
    for needed, package in (("pinocchio/multibody.hpp", "pin"), ("eigen3/Eigen/Core", "cmeel-eigen")):
        if not (include / needed).is_file():
            raise Absent(f"Pinocchio: no header {needed}, which the package {package} should bring")
    return [f"-I{include}", f"-I{include / 'eigen3'}", f"-I{HERE}"]


def _cpp(by: NamedCompiler) -> NamedCompiler:
    compiler = compiler_of(CPP.get(by.name, ""))
    if compiler is None:
        raise Absent(f"Pinocchio: no C++ compiler beside {by.name}")
    return NamedCompiler(CPP[by.name], compiler)


def compiled(source: str, by: NamedCompiler, arguments: list[str], kept: Path) -> Path:
    """Compile a C++ file unless it is kept from an earlier run, and return what was made."""
    cpp, includes = _cpp(by), _includes()
    texts = [(HERE / source).read_text(encoding="utf-8"), (HERE / "pinocchio_chain.hpp").read_text(encoding="utf-8")]
    made = kept / f"{Path(source).stem}-{_key(texts, cpp, arguments)}"
    if not made.is_file():
        kept.mkdir(parents=True, exist_ok=True)
        beside = made.with_suffix(".new")
        try:
            cpp.run(["-std=c++17", *DEFINED, *includes, str(HERE / source), *arguments, "-o", str(beside)], kept)
        except BuildError as error:
            raise Absent(f"Pinocchio: {error}") from None
        beside.rename(made)
    return made


def _key(texts: list[str], cpp: NamedCompiler, arguments: list[str]) -> str:
    content = [*texts, cpp.version, *arguments, pinocchio_version()]
    return hashlib.sha256("\0".join(content).encode()).hexdigest()[:16]


def loops_library(by: NamedCompiler, flags: tuple[str, ...], kept: Path) -> Path:
    """Compile the timed loops."""
    return compiled("pinocchio_loops.cpp", by, [*flags, "-fPIC", "-shared"], kept)


def contestant(chain: Chain, by: NamedCompiler, library: Path, workshop: Path) -> Contestant:
    """Load the loops with a robot's model."""
    workshop.mkdir(parents=True, exist_ok=True)
    own = workshop / f"pinocchio-{by.name}.so"  # a copy: a library's model is global
    own.write_bytes(library.read_bytes())
    (workshop / "chain.txt").write_text(chain.text(), encoding="utf-8")
    loaded = ctypes.CDLL(str(own))
    loaded.setup(str(workshop / "chain.txt").encode())
    n = chain.n
    shapes: dict[str, Shapes] = dict.fromkeys(KERNELS, ((n,),))
    shapes |= dict.fromkeys(("mass_matrix", "coriolis_matrix"), ((n, n),))
    shapes |= {
        "regressor_full": ((n, 10 * n),),
        "jacobian": ((6, n),),
        "torque_derivatives": ((n, n), (n, n)),
        "dynamics_all": ((n,), (n, n), (n,), (6, n)),
    }
    return Contestant(PINOCCHIO, by.name, [loaded], {name: f"time_{name}" for name in KERNELS}, shapes)


def saved_expressions(chain: Chain, by: NamedCompiler, kept: Path, workshop: Path) -> Path:
    """Run Pinocchio's algorithms on CasADi's expressions, and return the folder they are saved in.

    Raises:
        Absent: the program cannot be compiled or run here.
    """
    import casadi

    home = Path(casadi.__file__).parent
    linked = [f"-I{home / 'include'}", "-O0", f"-L{home}", "-lcasadi", f"-Wl,-rpath,{home}"]
    program = compiled("pinocchio_casadi.cpp", by, linked, kept)
    saved = workshop / "saved"
    saved.mkdir(parents=True, exist_ok=True)
    (workshop / "chain.txt").write_text(chain.text(), encoding="utf-8")
    finished = subprocess.run([str(program), str(workshop / "chain.txt"), str(saved)], capture_output=True, check=False)
    if finished.returncode != 0:
        raise Absent("CasADi of Pinocchio: the program that makes the expressions fails on this machine")
    return saved
