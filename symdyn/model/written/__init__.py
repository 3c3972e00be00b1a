"""Robots as the texts of files: robot file, URDF, MJCF; what a format cannot hold is told.

| file | idea |
|---|---|
| pose.py | poses and numbers as texts |
| parts.py | a robot in explicit frames: joints and bodies as URDF and MJCF have them |
| xml_text.py | elements, and numbers as decimals |
| losses.py | what each format has no words for |
| robot_file.py, urdf.py, mjcf.py | Robot -> text |
| formats.py | which of these a file's name asks for |
"""
