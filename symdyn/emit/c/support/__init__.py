"""What kernels call: private functions and types, in every source whose kernels need them.

| file | idea |
|---|---|
| sincos.py | sines and cosines of all joints at once |
| lanes.py | types and routines that blocks need |
"""
