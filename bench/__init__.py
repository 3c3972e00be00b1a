"""`make bench`: symdyn's kernels beside those of its peers, compiled with the same flags and timed in one run.

A tool of the repository, not of the package. It runs in an environment of its own, into which `make bench` installs
the peers from the package index; what cannot be had is left out, and the page says so.

| file | idea |
|---|---|
| __main__.py | the run in order |
| names.py | who takes part |
| peers.py | which of the peers there are |
| chain.py | a robot's numbers, as peers take them |
| recursion.py | the textbook recursions on CasADi's expressions |
| derived.py | what users of CasADi derive of these: slopes, and the regressors of control laws |
| casadi_peer.py | CasADi's C of these, and of Pinocchio's own algorithms on CasADi's expressions |
| pinocchio_peer.py, *.cpp | Pinocchio's C++ |
| mujoco_peer.py, mujoco_loops.c | MuJoCo's library |
| symdyn_side.py | our own kernels |
| library.py | a contestant: libraries, each with its code in several places, and their loops |
| contest.py | all of them together: agreement first, then times and ratios |
| python_calls.py | calls from Python, beside those of the peers' packages |
| frax_peer.py | frax and JAX |
| earlier.py | our kernels beside those of an earlier commit |
| memory.py | batches that no cache holds |
| linkage.py, linkage_peers.py | robots with loops, which may be run alone |
| long_robots.py | what generating and compiling long robots costs, which may be run alone |
| short.py | the page's first table |
| page.py, page.md | docs/performance.md |
"""
