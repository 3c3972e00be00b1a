"""Passes: functions from programs to programs; `pipeline` alone decides their order.

| file | idea |
|---|---|
| pipeline.py | the order, and a record of what each pass did |
| fold_constants.py | constant folding, and identities such as x * 1 |
| reduce_strength.py, distribute_constants.py | the same value from lighter operations; constants multiplied into sums |
| gather_known.py, split_offline.py | hoisting: what is known before a call, done before it |
| factor_sums.py, share_partial_sums.py | common factors; common subexpressions of sums |
| reuse_values.py | values in proportion to others, seen at points of a finite field |
| fuse_products.py | sums ordered for fused multiply-add |
| eliminate_dead_code.py, schedule.py, bind_inputs.py | dead code; order of instructions; inputs that become constants |
| rewriting/ | what passes are made of |
"""

from symdyn.passes.pipeline import PassRecord, optimise, tidied

__all__ = ["PassRecord", "optimise", "tidied"]
