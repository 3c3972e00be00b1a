"""Generated code that Python calls: kernels, controllers, and the cache they are found in.

| file | idea |
|---|---|
| runner.py | what running a language takes; languages/ has one for each |
| build.py, kernels.py | `symdyn.build`; a robot's kernels, whatever language they are in |
| compiled_kernel.py, results.py | one kernel: arguments, results, prepared calls, batches on threads |
| layouts.py | batches whose samples do not lie in rows |
| closing.py | `kernels.close`: where the joints are that follow the coordinates |
| running.py, law_codes.py | a law that runs; what its steps return |
| controllers.py, watchers.py | `symdyn.controller`, and `symdyn.watcher` for laws that only watch |
| ready.py, package_cache.py | code found in the cache, or generated and kept there |
"""
