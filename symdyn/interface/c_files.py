"""Which C files hold a robot's kernels: one, and of a long robot more, each called after its first kernel."""

from collections.abc import Collection, Iterable


def further_file(robot: str, kernel: str) -> str:
    """Return the name of a further file of kernels, by the first of them."""
    return f"{robot}_{kernel}.c"


def kernel_files(robot: str, kernels: Iterable[str], files: Collection[str]) -> tuple[str, ...]:
    """Return those of the ``files`` that hold kernels of a robot, the first one first; each compiles by itself."""
    further = (further_file(robot, kernel) for kernel in kernels)
    return f"{robot}.c", *(file for file in further if file in files)
