"""Robots of other people's packages, all of them: read or refused in one line, proved, and compared with other tools.

python -m sweep FOLDER…        from `tests/`; `make sweep` installs the packages first
"""
