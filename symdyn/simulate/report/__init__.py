"""What a run is told by.

| file | idea |
|---|---|
| summary.py, estimate_errors.py | a run in a few numbers |
| lyapunov.py, promises.py | the Lyapunov function, and what theory promises of it |
| table.py | the summary for a person |
| style.py, marks.py, figures.py, overview.py | figures |
| data_files.py, files.py | rows as CSV or Parquet; the folder of a run |
"""
