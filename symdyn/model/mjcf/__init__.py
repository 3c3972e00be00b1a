"""MJCF, MuJoCo's format -> the mapping of a robot file with explicit frames, with the lines of the MJCF.

What is rigid-body dynamics is read as MuJoCo reads it; what is not (actuators, tendons, contacts, keyframes) is told in
one note, and what would change the dynamics without being read is refused, by name and line.

| file | idea |
|---|---|
| include.py | <include>: files of the same folder, put where they are named |
| words.py | the attributes that are read |
| defaults.py | <default> classes: what elements are given that they do not say |
| compiler.py | <compiler> and <option>: what numbers mean |
| pose.py | positions and orientations, exactly, in the five ways they are written |
| bodies.py | bodies and joints -> entries |
| joints.py | one joint: its motion, and what acts on it |
| inertia.py, shapes.py | <inertial>, or what the shapes of a body amount to |
| couplings.py | <equality> joints as couplings |
| passed_over.py | what is left out, and said |
| read.py | all of this: text -> tree |
"""
