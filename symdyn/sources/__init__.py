"""Texts: bundled robots, sets of parameters and scenarios, and reading users' files safely.

| file | idea |
|---|---|
| text_file.py | a user's text file; what cannot be read is told in one line |
| checksum.py | a text that carries a checksum of itself |
| robot_text.py | the text of a robot: a bundled name, the path of a file, or a name of robot_descriptions |
| xacro_text.py, xacro_child.py | xacro expanded to URDF, in a process of its own |
| described_robot.py, described_child.py | robots of the package robot_descriptions, found in a process of its own |
| set_text.py | the text of a set of parameters, likewise |
| loaded.py | when symdyn was imported, for caches that ask whether the source changed since |
| added.py | modules of others that were registered: what is made with them is not kept |
| robots/, sets/, scenarios/ | what comes with symdyn |
"""
