"""A robot's geometry over any ring: joints, poses, bodies.

| file | idea |
|---|---|
| mechanism.py | the tree of joints, from a robot's exact frames, and the poses of its links |
| rigid_body.py | one body: its acceleration field, its wrench, its inertia in other frames |
| kinematics.py | poses in the base frame, and the tip's Jacobian |
| shortcuts.py | what a joint's geometry lets algorithms leave out |
| reformulate/ | the rewrites that find shortcuts, and frames that make less work |
| over_ring.py | a robot's mechanism, with all of them, carried into a ring |
| geometry_field.py, rest_in_field.py | a finite field that holds the geometry, where zeros are seen |
"""
