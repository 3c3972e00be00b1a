"""What a user changes of a robot on the way in: each edit makes a tree of a robot file of another one.

Nothing behind the reader knows of edits: the witnesses read the edited mapping, and everything is proved of it.

| file | idea |
|---|---|
| trees.py | making and changing trees |
| apply.py | the edits that a file's keys or a command's options ask for, in their order |
| inherit.py | `from: FILE`: another robot, and what differs |
| overlay.py | a mapping laid over a robot's |
| hold.py | joints held at a value, fixed from then on |
| following.py | joints that follow those that are held or left out |
| closed_parts.py | what of a closed robot cannot be held or left out |
| part.py | the part of a robot that hangs on a link, or the chain between two |
"""
