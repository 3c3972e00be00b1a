"""A generated folder: what its manifest says, and what became of its files.

| file | idea |
|---|---|
| read.py | the robot, the options and the files that are there |
| files.py | which files are what this version generates, and who changed the others |
"""
