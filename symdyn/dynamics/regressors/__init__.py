"""Torques as matrices times parameters.

| file | idea |
|---|---|
| regressor.py | columns of a link's ten |
| full_regressor.py | all columns in the file's order |
| filtered_regressor.py | in two parts, for filters |
| slotine_li.py | of a reference motion |
| known_unknown.py | columns that are adapted, and the rest |
"""
