"""Routines that laws share, each written once.

| file | idea |
|---|---|
| consistency.py | bodies that can exist |
| estimates.py | how estimates begin, move and stay within bounds |
| feedback.py | feedback by a matrix |
| recursion.py | the covariance of estimates, row by row |
| limits.py, velocity.py | torques within their limits; velocity, measured or not |
| giving_way.py | accelerations that give way at limits |
| waiting.py | no adaptation at limits, and little after them |
| closing.py | the joints that follow q, where Newton's method finds them |
| friction.py | the sign of a velocity, smooth near rest |
| linear_algebra.py, sampled_gain.py | dense matrices; the gain of optimal feedback |
| adaptive_step.py | law and step of a law that adapts |
| plain_step.py | step of a law that does not |
"""
