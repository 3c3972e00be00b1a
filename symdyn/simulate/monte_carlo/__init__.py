"""Many runs of one scenario with drawn parameters, loads and disturbances.

| file | idea |
|---|---|
| variation.py | one draw |
| runs.py | all runs and their quantiles |
| executors.py | where they are made: here, on all cores, on a cluster |
| files.py | rows, quantiles and a figure |
"""
