"""What the reader of kernels, `reading.py`, sees beside their arithmetic.

| file | idea |
|---|---|
| batches.py | functions of batches: what they must be, line by line |
"""
