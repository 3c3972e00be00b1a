"""The schema of the robot file: tree -> Robot.

| file | idea |
|---|---|
| read.py | the schema, from top to bottom |
| fields.py | mappings with known keys, lists of known length, words out of a choice |
| quantities.py, symbols.py | numbers, vectors and angles; the names kept symbolic |
| angles.py, hairs.py | angles, axes and offsets that are special but for their last digits |
| kinds.py | a joint's kind, and the numbers that kinds have of their own |
| frames.py, topology.py | where joints and links stand; which link each stands on |
| bodies.py, effects.py | inertias about the frame's origin; rotors, friction, springs, limits |
| closing.py | what closes the tree, from the fields that say so |
| loops.py, closed_at.py | cut joints; a position in which they are closed |
| couplings.py | joints that follow others, chains of them resolved |
| actuated.py, moving.py | the joints that drive a closed robot; joints by name that move |
| transmission.py | motors that move several joints, and their own effects |
| unknown.py | what an adaptive controller estimates |
| names.py, taken_names.py | which names may be had, and which are taken |
"""
