"""Joint kinds: how a joint moves its link. A kind is one file, and everything else asks it.

| file | idea |
|---|---|
| twist.py | a motion: how fast a body turns, and how fast its point at the origin moves |
| turn.py | a turn as a sum over the cosine and sine of its angle |
| kind.py | what a kind answers: twists, turn, coordinates, units, keys of its own in the robot file |
| revolute.py, prismatic.py, screw.py, fixed.py | the kinds |
| cut.py | joints that close a loop: what they take away, and leave free |
| registry.py | the kinds by the name that robot files call them |
| turn_or_slide.py | for formulations that know no others: refusing those |

To add a kind, write its file beside these and enter it in the registry; `register` takes one from elsewhere.
"""
