"""Texts and mappings as trees that remember where each value stood.

| file | idea |
|---|---|
| tree.py | the tree, and complaints that name a line and a field |
| yaml_text.py, yaml_size.py | YAML -> tree; large texts looked over before |
| mapping.py | Python data -> tree |
"""
