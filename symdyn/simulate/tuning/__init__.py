"""Gains found by simulation: which make a cost that the user states least.

| file | idea |
|---|---|
| cost.py | what a run costs: error, torque, chatter |
| steps.py | gains as factors on where they start, within bounds |
| tune.py | the search: random factors first, then one after the other |
"""
