"""Code that nobody has checked yet, run in a process of its own.

| file | idea |
|---|---|
| messages.py | what goes between the two processes: JSON and numbers |
| patterns.py | memory in which it shows what was never written |
| worker.py | the process that loads the code and runs it |
| conversation.py | questions and answers that may never come, awaited by a thread |
| process.py | starting that process, asking it within a time limit, ending it |
| backend.py | kernels and controllers that run there, as if they ran here |

What the code does to its process, an exit, a crash, a call that never returns, is an answer that does not come: an
`UncheckedCodeError` here. Nothing is imported by this file, since the other process imports it too and should start
quickly.
"""
