"""`make bench`: symdyn's kernels beside those of its peers, compiled with the same flags and timed in one run.

A tool of the repository, not of the package. It runs in an environment of its own, into which `make bench` installs
the peers from the package index; what cannot be had is left out, and the page says so.

| file | idea |
|---|---|
| __main__.py | the run in order |
| chain.py | a robot's numbers, as peers take them |
| recursion.py | the textbook recursions on CasADi's expressions |
| casadi_peer.py | CasADi's C of these, and of Pinocchio's own algorithms on CasADi's expressions |
| pinocchio_peer.py, *.cpp | Pinocchio's C++ |
| symdyn_side.py | our own kernels |
| contest.py | all of them together: agreement first, then times and ratios |
| page.py | docs/performance.md |
"""
