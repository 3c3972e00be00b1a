"""Which files there are."""

from dataclasses import dataclass
from pathlib import Path

from symdyn.algebra.decimals import to_float
from symdyn.emit.backend import Content, Written
from symdyn.emit.templates import fill
from symdyn.emit.view import RobotView, robot_view
from toy_language.kernel import ToyKernel, toy_kernel

TEMPLATES = Path(__file__).parent / "templates"


@dataclass(frozen=True, slots=True)
class ToyView:
    robot: RobotView
    values: tuple[str, ...]
    kernels: tuple[ToyKernel, ...]


def toy_files(content: Content) -> Written:
    facts = content.facts
    view = ToyView(
        robot=robot_view(facts),
        values=tuple(repr(to_float(value)) for value in facts.printed_pi or ()),
        kernels=tuple(toy_kernel(kernel) for kernel in content.kernels),
    )
    return Written(
        files={f"{facts.name}.toy": fill("module.toy.jinja", view, TEMPLATES)},
        about={f"{facts.name}.toy": "the kernels as a toy"},
        sections={"Use the toy": f"`toy {facts.name}.toy`"},
    )
