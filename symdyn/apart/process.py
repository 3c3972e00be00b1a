"""Starting the process that runs unchecked code, asking it within a time limit, ending it."""

from __future__ import annotations

import math
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

from symdyn.apart.messages import Message, receive, send
from symdyn.compilation.directory import writable_cache
from symdyn.compilation.family import end_family
from symdyn.errors import CacheError
from symdyn.interface import Interface
from symdyn.interface.text import interface_text

TIME_LIMIT = 60.0  # seconds for one answer; a kernel of a long arm takes microseconds, in Python milliseconds
LOOK_EVERY = 0.05  # seconds


class UncheckedCodeError(Exception):
    """Code under check gave no result; the text says what it did instead."""


def told(error: Exception) -> str:
    """Put what went wrong with code under check into words."""
    return str(error) if isinstance(error, UncheckedCodeError) else f"{type(error).__name__}: {error}"


class CodeProcess:
    """A process with a robot's code in one language, loaded."""

    def __init__(self, robot: Interface, language: str, limit: float = TIME_LIMIT) -> None:
        """Start the process and have it load the code; `pi` and its shape are what the code holds of parameters.

        Raises:
            UncheckedCodeError: the code cannot be loaded.
            CacheError: it cannot for reasons that are not the code's.
        """
        self._limit = limit
        self._deadline = math.inf
        self._overdue = False
        self._closed = threading.Event()
        self._process = _start(language)
        threading.Thread(target=self._watch, daemon=True).start()
        try:
            self.pi = self.ask({"language": language}, interface_text(robot).encode())
        except BaseException:
            self.close()
            raise

    def ask(self, head: Mapping[str, Any], numbers: bytes = b"") -> Message:
        """Send a question and wait for the answer.

        Raises:
            UncheckedCodeError: none comes, or one that tells of trouble.
        """
        self._deadline = time.monotonic() + self._limit
        try:
            send(self._stream("stdin"), head, numbers)
            answer, found = receive(self._stream("stdout"))
        except (OSError, EOFError):
            raise UncheckedCodeError(self._how_it_ended()) from None
        except ValueError:
            self.close()
            raise UncheckedCodeError("the code writes to a stream that is not its own") from None
        finally:
            self._deadline = math.inf
        if "cache" in answer:
            raise CacheError(str(answer["cache"]))
        if "trouble" in answer:
            raise UncheckedCodeError(str(answer["trouble"]))
        return answer, found

    @property
    def is_alive(self) -> bool:
        """Whether it can be asked."""
        return not self._closed.is_set() and self._process.poll() is None

    def close(self) -> None:
        """End the process, with all that it started."""
        self._closed.set()
        end_family(self._process)
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                try:
                    stream.close()
                except OSError:
                    continue  # something was still to be sent
        self._process.wait()

    def __enter__(self) -> Self:
        """Use it for a while."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End it."""
        self.close()

    def _stream(self, name: str) -> IO[bytes]:
        stream: IO[bytes] = getattr(self._process, name)
        if stream.closed:
            raise EOFError
        return stream

    def _how_it_ended(self) -> str:
        self._closed.set()
        try:
            code: int | None = self._process.wait(5.0)
        except subprocess.TimeoutExpired:  # it closed the stream and goes on
            code = None
        self.close()
        if self._overdue:
            return f"no answer within {self._limit:g} s"
        if code is None:
            return "closes a stream that is not its own"
        if code < 0:
            return f"crashes ({_signal_name(-code)})"
        return f"ends the process that runs it (exit code {code})"

    def _watch(self) -> None:
        """End the process when an answer takes too long; reading its stream then ends too."""
        while not self._closed.wait(LOOK_EVERY):
            if time.monotonic() > self._deadline:
                self._overdue = True
                end_family(self._process)
                return


def _start(language: str) -> subprocess.Popen[bytes]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    if language == "c":
        environment["SYMDYN_CACHE"] = str(writable_cache(None))  # where it was compiled into, wherever that is
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
