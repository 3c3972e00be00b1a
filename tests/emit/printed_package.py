"""Any programs as a generated package, so that printers can be tested without a robot."""

from collections.abc import Sequence

from symdyn.algebra.exact import exact
from symdyn.emit import Facts, StagedKernel, code_files
from symdyn.ir.program import Program
from symdyn.options import Options
from symdyn.package.contents import Package
from symdyn.package.records import PackageRecord, kernel_record
from symdyn.passes.pipeline import optimise
from symdyn.passes.split_offline import split_offline


def staged(program: Program) -> StagedKernel:
    program = optimise(program, known=("pi",))[0]
    stages = split_offline(program, known=("pi",))
    offline = optimise(stages.offline)[0] if stages.offline else None
    return StagedKernel("A program.", program, offline, optimise(stages.online)[0])


def printed_package(name: str, programs: Sequence[Program], options: Options | None = None) -> Package:
    """Print programs of three parameters, without a table of values."""
    facts = Facts(
        name=name,
        version="0",
        robot_hash="0",
        joint_names=("joint1",),
        parameter_names=("a", "b", "c"),
        pi_names=("p1", "p2", "p3"),
        pi_values=(None, None, None),
        pi_weights=((("a", exact(1)), ("b", exact(2))), (("b", exact(1)),), (("c", exact(1)),)),
        options=options or Options(),
    )
    kernels = tuple(staged(program) for program in programs)
    record = PackageRecord(facts, tuple(kernel_record(kernel) for kernel in kernels))
    return Package(code_files(facts, kernels, [0.5, -1.25, 2.0]), kernels, record)
