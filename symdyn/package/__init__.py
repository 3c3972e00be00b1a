"""What a generated folder contains: the steps of `generate`, what they make as data, and the files written.

| file | idea |
|---|---|
| choices.py | what options name, and the kernels that they select |
| no_inertia.py | kernels that a robot cannot have, since some joint moves nothing |
| programs.py | a kernel's program: traced in the cheapest formulation, optimised, in two stages |
| laws.py | controllers, loaded where one is asked for |
| robot_facts.py | names and numbers of a robot that appear in its files |
| proofs.py, loop_points.py | programs and texts put before the proof; where loops are closed, for it |
| loop_closing.py | what `close` is made of, where a robot has loops |
| stated_precision.py | the errors that the manifest states |
| closed_samples.py, regular_positions.py | states where loops are closed, for it; far from singular positions |
| records.py | kernels, controllers and what was established of them, as data |
| manifest.py, interface.py | the records as the manifest's text, and as what a caller needs |
| contents.py | a package: files, programs, records |
| output.py, exchange.py, earlier_output.py | files written whole or not at all, and without loss of the user's |
| collector.py | the garbage collector, paused |
"""
