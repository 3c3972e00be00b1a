"""What passes are made of: ways to take programs apart and to put them together again.

| file | idea |
|---|---|
| flatten.py, pairs.py | sums of many terms; pairs that several sums share |
| rewrite.py, rebuild.py, keep.py | values written anew; programs made anew; instructions kept |
| field_points.py | a program's values in a finite field |
| cheaper.py | of two equal programs the one that costs less |
"""
