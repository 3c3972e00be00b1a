"""Generated code that Python calls: kernels, controllers, and the cache they are found in.

| file | idea |
|---|---|
| build.py, kernels.py | `symdyn.build`; kernels as callables, in C through cffi or in NumPy |
| controllers.py, law_runners.py | `symdyn.controller`; what runs a law |
| ready.py, package_cache.py | code found in the cache, or generated and kept there |
"""
