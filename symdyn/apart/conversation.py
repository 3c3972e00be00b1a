"""Questions to a process and its answers, sent and awaited by a thread of its own.

Neither sending nor reading knows a time limit, and both can last forever: a process that unchecked code started holds
the streams open when the one that was asked has long ended. So a thread does both, and whoever asks waits for the
thread as long as they want.
"""

from __future__ import annotations

import queue
import subprocess
import threading
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from symdyn.apart.messages import Message, receive, send

UNTIL_IT_ENDS = 1.0  # seconds: more only where a stream is still held by somebody who cannot be ended


class Conversation:
    """One question after the other to a process, through its standard streams."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        """Start the thread."""
        self._process = process
        self._questions: queue.SimpleQueue[tuple[Mapping[str, Any], bytes] | None] = queue.SimpleQueue()
        self._answers: queue.SimpleQueue[Message | Exception] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def ask(self, head: Mapping[str, Any], numbers: bytes) -> None:
        """Have a question sent."""
        self._questions.put((head, numbers))

    def answer(self, seconds: float) -> Message:
        """Wait for the answer.

        Raises:
            queue.Empty: none came in this time.
            EOFError, OSError: none comes any more.
            ValueError: what came is none.
        """
        answer = self._answers.get(timeout=seconds)
        if isinstance(answer, Exception):
            raise answer
        return answer

    def end(self) -> None:
        """Ask no more; the streams are closed as soon as nobody holds them any more."""
        self._questions.put(None)
        self._thread.join(UNTIL_IT_ENDS)

    def _run(self) -> None:
        questions, answers = self._process.stdin, self._process.stdout
        assert questions is not None and answers is not None
        try:
            while (question := self._questions.get()) is not None:
                send(questions, *question)
                self._answers.put(receive(answers))
        except Exception as error:  # whatever it is, whoever waits must hear of it
            self._answers.put(error)
        finally:
            for stream in (questions, answers):
                with suppress(OSError):  # something was still to be sent
                    stream.close()
