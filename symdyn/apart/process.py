"""Starting the process that runs unchecked code, asking it within a time limit, ending it."""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from symdyn.apart.conversation import Conversation
from symdyn.apart.messages import Message
from symdyn.compilation.family import end_family, has_ended
from symdyn.errors import SymdynError, shortened, visible
from symdyn.interface import Interface
from symdyn.interface.text import interface_text
from symdyn.languages import LANGUAGES
from symdyn.runtime.runner import runner_of

TIME_LIMIT = 60.0  # seconds for one answer; a kernel of a long arm takes microseconds, in Python milliseconds
START_LIMIT = 600.0  # seconds for Python's own start, of which the code under check knows nothing
LOOK_EVERY = 0.05  # seconds
LAST_WORDS = 1.0  # seconds for an answer of a process that has ended
SILENT_END = 5.0  # seconds for the end of a process that closed its stream


class UncheckedCodeError(Exception):
    """Code under check gave no result; the text says what it did instead."""


def told(error: Exception) -> str:
    """Put what went wrong with code under check into words: one line that no text of the code's can break out of."""
    of_ours = isinstance(error, UncheckedCodeError | SymdynError)
    return shortened(visible(str(error) if of_ours else f"{type(error).__name__}: {error}"))


class CodeProcess:
    """A process with a robot's code in one language, loaded."""

    def __init__(self, robot: Interface, language: str, limit: float = TIME_LIMIT) -> None:
        """Start the process and have it load the code; `loaded` says what the code holds of parameters, and can do.

        Raises:
            UncheckedCodeError: the code cannot be loaded.
        """
        self._limit = limit
        self._closed = self._family_ended = False
        self._process = _start(language)
        self._conversation = Conversation(self._process)
        try:
            self._ask({"runner": LANGUAGES[language].runner}, b"", START_LIMIT)
            self.loaded = self.ask({}, interface_text(robot).encode())
        except BaseException:
            self.close()
            raise

    def ask(self, head: Mapping[str, Any], numbers: bytes = b"") -> Message:
        """Send a question and wait for the answer.

        Raises:
            UncheckedCodeError: none comes, or one that tells of trouble.
        """
        return self._ask(head, numbers, self._limit)

    def _ask(self, head: Mapping[str, Any], numbers: bytes, limit: float) -> Message:
        if self._closed:
            raise UncheckedCodeError("was ended before")
        self._conversation.ask(head, numbers)
        try:
            answer, found = self._answer(limit)
        except (OSError, EOFError):
            raise UncheckedCodeError(self._how_it_ended()) from None
        except (ValueError, MemoryError):
            self.close()
            raise UncheckedCodeError("the code writes to a stream that is not its own") from None
        if "trouble" in answer:
            raise UncheckedCodeError(str(answer["trouble"]))
        return answer, found

    @property
    def is_alive(self) -> bool:
        """Whether it can be asked."""
        return not self._closed and not has_ended(self._process)

    def close(self) -> None:
        """End the process, with all that it started."""
        if not self._closed:
            self._closed = True
            self._end_family()
            self._process.wait()
            self._conversation.end()

    def __enter__(self) -> Self:
        """Use it for a while."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End it."""
        self.close()

    def _answer(self, limit: float) -> Message:
        """Wait for an answer, until it is overdue or cannot come any more, whoever else holds the stream open."""
        deadline = time.monotonic() + limit
        while time.monotonic() < deadline:
            try:
                return self._conversation.answer(LOOK_EVERY)
            except queue.Empty:
                if has_ended(self._process):
                    return self._last_words()
        self.close()
        raise UncheckedCodeError(f"no answer within {limit:g} s")

    def _last_words(self) -> Message:
        """Return what the process said before it ended; what it started must not speak for it."""
        self._end_family()
        try:
            return self._conversation.answer(LAST_WORDS)
        except queue.Empty:
            raise EOFError from None

    def _end_family(self) -> None:
        """Kill all that is left, whether the process itself has ended or not; once, since numbers are reused."""
        if not self._family_ended:
            self._family_ended = True
            end_family(self._process)

    def _how_it_ended(self) -> str:
        deadline = time.monotonic() + SILENT_END
        while not (ended := has_ended(self._process)) and time.monotonic() < deadline:
            time.sleep(LOOK_EVERY / 10)
        self.close()
        code = self._process.returncode
        if not ended:  # it closed the stream and goes on
            return "closes a stream that is not its own"
        if code < 0:
            return f"crashes ({_signal_name(-code)})"
        return f"ends the process that runs it (exit code {code})"


def _start(language: str) -> subprocess.Popen[bytes]:
    modules = {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    alone = {"OPENBLAS_NUM_THREADS": "1"}  # no kernel is large enough for threads, which take time to start
    environment = {**os.environ, **modules, **alone, **runner_of(language).environment()}
    return subprocess.Popen(
        # -P: the worker's neighbours must not hide modules of the same name
        [sys.executable, "-P", str(Path(__file__).with_name("worker.py"))],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment,
        start_new_session=True,
    )


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
