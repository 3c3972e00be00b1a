"""Generated code that Python calls: kernels, controllers, and the cache they are found in.

| file | idea |
|---|---|
| runner.py | what running a language takes; languages/ has one for each |
| build.py, kernels.py | `symdyn.build`; kernels as callables, whatever language they are in |
| controllers.py, law_codes.py | `symdyn.controller`; what the steps of a law return |
| ready.py, package_cache.py | code found in the cache, or generated and kept there |
"""
