"""Derivatives of the torque by positions, velocities and accelerations, from composite bodies.

| file | idea |
|---|---|
| bodies.py | links about their joints' axes |
| composites.py | all that a joint carries as one body |
| torque.py | the derivatives |
"""
