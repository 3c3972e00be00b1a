"""What is true: of kernels at samples, by the witness, up to errors of a size.

| file | idea |
|---|---|
| kernel_truth.py | every kernel's record: what it should say, its size, whether it needs an inverse |
| expected.py, natural_size.py | what the records are made of |
| witness_twice.py | the numeric witness asked again, where loops are closed with roots |
| states.py, closable.py | where kernels are tried: ordinary states and edges; those at which loops close |
| parameters.py | with which parameters: the file's, and drawn ones in which nothing is zero |
| scale.py | the size that an error is measured against |
| tolerance.py | how large an error may be, and why |
| precise_witness.py | the exact witness at real states, with sixty digits |
| differences.py | derivatives by differences |
| mobility.py, singular.py | the inverse of the mass matrix; before a check: whether there is one at all |
"""
