"""SDF, Gazebo's format: its links and joints as those of a URDF, which is read as any other.

| file | idea |
|---|---|
| as_urdf.py | <model> -> the elements of a URDF, with the lines of the SDF |
| poses.py | <pose> exactly, and from one link's frame to another's |
"""
