"""Kernels run by the interpreter, sample by sample."""

from collections.abc import Sequence

import numpy as np

from symdyn.interface import Interface, KernelInterface
from symdyn.runtime.runner import Array, Call, Code, Runner
from toy_language.interpreter import Function, interpret


def load(robot: Interface) -> Code:
    functions, table = interpret(robot.files[f"{robot.name}.toy"])
    calls = {kernel.name: kernel_call(kernel, functions[kernel.name]) for kernel in robot.kernels}
    return Code(calls, np.array(table) if table else None)


def kernel_call(kernel: KernelInterface, function: Function) -> Call:
    def call(count: int | None, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        for i in range(1 if count is None else count):
            given = zip(kernel.inputs, inputs, strict=True)
            rows = [array if port.name == "pi" else array.reshape(-1, port.size)[i] for port, array in given]
            results = function(*(row.tolist() for row in rows))
            for port, output, result in zip(kernel.outputs, outputs, results, strict=True):
                output.reshape(-1, port.size)[i] = result

    return call


RUNNER = Runner(files=lambda name: (f"{name}.toy",), described=lambda: "an interpreter of toys", load=load)
