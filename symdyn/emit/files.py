"""All files of one generated robot, as texts."""

from __future__ import annotations

from collections.abc import Sequence

from symdyn.emit.beside import Beside
from symdyn.emit.facts import Facts
from symdyn.emit.kernel_text import StagedKernel
from symdyn.emit.readme_view import readme_view
from symdyn.emit.selftest_view import selftest_view
from symdyn.emit.templates import fill
from symdyn.emit.view import c_view, python_view

C_BUILD = """```sh
cmake -S . -B build && cmake --build build && ctest --test-dir build   # builds the library, runs the self-test
cc -std=c99 -O3 -ffp-contract=fast -c {name}*.c                        # or compile the files yourself
```

| flag | what it does here |
|---|---|
| `-O3` | sines and cosines, and the samples of a batch, in vector registers; `-O2` does it with gcc 12 and clang too |
| `-ffp-contract=fast` | `a*b + c` in one instruction where there is one; `gcc -std=c99` never does it by itself |
| `-march=native` | vectors as wide as this machine's; for another target, its own `-march`, `-mcpu` or `-mfpu` |
| `-fno-trapping-math` | selections without branches; no result changes |

No flag is needed for right results, and `-ffast-math` keeps the sines and cosines right too. No allocation, no
recursion, no writable globals: safe in an interrupt. A batch keeps a block of samples on the stack, a few kilobytes."""
PYTHON_USE = """```python
import {name}

{name}.{kernel}(...)   # arrays of shape (n,), or (N, n) for N samples at once
```"""


def code_files(
    facts: Facts, kernels: Sequence[StagedKernel], test_parameters: Sequence[float], beside: Sequence[Beside] = ()
) -> dict[str, str]:
    """Return file names and texts, the manifest excepted; ``beside`` is code that calls the kernels."""
    name = facts.name
    files: dict[str, str] = {}
    what: dict[str, str] = {}
    sections: dict[str, str] = {}
    if "c" in facts.options.languages:
        view = c_view(facts, kernels, [source for one in beside for source in one.sources])
        files[f"{name}.h"] = fill("c/header.h.jinja", view)
        files[f"{name}.c"] = fill("c/source.c.jinja", view)
        selftest = selftest_view(facts, kernels, test_parameters, beside)
        files[f"{name}_selftest.c"] = fill("c/selftest.c.jinja", selftest)
        files["CMakeLists.txt"] = fill("c/CMakeLists.txt.jinja", view)
        what |= {
            f"{name}.h": "declarations, sizes, the table of parameters",
            f"{name}.c": "the kernels, C99",
            f"{name}_selftest.c": "golden vectors; runs on a target without an operating system",
            "CMakeLists.txt": "a library target and the self-test",
        }
        sections["Build the C"] = C_BUILD.format(name=name)
    if "python" in facts.options.languages:
        files[f"{name}.py"] = fill("python/module.py.jinja", python_view(facts, kernels))
        what[f"{name}.py"] = "the same kernels in NumPy; needs no compiler"
        sections["Use the Python"] = PYTHON_USE.format(name=name, kernel=kernels[0].name)
    for one in beside:
        files |= one.files
        what |= one.about_files
        sections[one.title] = one.usage
    what["manifest.json"] = "versions, robot, options, passes, parameters, operation counts, file hashes"
    files["README.md"] = fill("README.md.jinja", readme_view(facts, kernels, what, sections))
    return files
