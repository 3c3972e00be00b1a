"""What adaptive laws ask of the dynamics.

| file | idea |
|---|---|
| reference_motion.py | motions whose torques are asked for |
| adaptation.py | torques from estimates, and what drives these |
| walker_motion.py | Walker's accelerations |
"""
