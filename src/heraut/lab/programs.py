"""A bot that is a program of its own: one question a line on its standard input, one answer a line on its output.

Both are JSON in the words of the API (docs/api.md); docs/ladder.md tells a program's author all of it. A program is
asked by all seats that it holds, one after the other, and should answer from what stands in the question alone: then a
simulation gives the same results again, however many processes share the work.
"""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
from contextlib import suppress
from functools import cache
from threading import Timer
from typing import Any

import msgspec

from heraut.engine.decoding import decode
from heraut.engine.play import listed, offered
from heraut.engine.protocol import Decision, Json
from heraut.engine.rng import Rng

PATIENCE = 60.0  # seconds for one answer: nothing waits for ever
LONGEST = 1 << 20  # bytes of an answer
ENDING = 2.0  # seconds in which a program ends that is not asked any more


class ProgramFault(RuntimeError):
    """A bot of somebody's does not answer as it should. `code` is, of a program, "start", "ended", "slow",
    "unreadable", "unnumbered" or "astray" (it answers another question than the one it was asked); of a function
    "broken" where it cannot be loaded, "failed", "no_answer" (what it returns is none), or "illegal".
    """

    def __init__(self, command: str, code: str, detail: str = "") -> None:
        super().__init__(f"{command}: {code} {detail}".strip())
        self.command, self.code, self.detail = command, code, detail

    def __reduce__(self) -> tuple[type[ProgramFault], tuple[str, str, str]]:
        """Lets the fault pass between processes."""
        return ProgramFault, (self.command, self.code, self.detail)


class Question(msgspec.Struct, frozen=True):
    """What a program is asked: `view` as the API gives it, the kind of decision, the answers where they can be listed.

    `offers` are the usual orders, each as the text of an answer that holds it alone, `default` that of silence.
    `seed` is the only chance that the program should use. `number` tells the questions to one process apart, and the
    answer bears it: a line too many is no answer to the next question.
    """

    kind: str
    view: Json
    answers: list[str] | None
    offers: list[str]
    default: str
    seed: int
    number: int


class Said(msgspec.Struct, frozen=True):
    """What a program answers: orders as players write them, and the number of the question."""

    text: str
    number: int | None = None


class Program:
    """A program that answers. It is started at its first question."""

    def __init__(self, command: str, patience: float = PATIENCE) -> None:
        self.command, self.patience = command, patience
        self.process: subprocess.Popen[bytes] | None = None
        self.asked = 0  # questions so far

    def __call__(self, decision: Decision[Any], view: Json, rng: Rng) -> Any:
        """The answer to a decision; lines that are refused count for nothing. Raises ProgramFault."""
        seed = int(rng.random() * (1 << 53))
        self.asked += 1
        silence = decision.write(decision.default)
        question = Question(decision.kind, view, listed(decision), offered(decision), silence, seed, self.asked)
        return decision.parse(self.ask(question)).answer

    def ask(self, question: Question) -> str:
        """The text of the answer to this question. Raises ProgramFault."""
        line = self.exchange(msgspec.json.encode(question) + b"\n")
        try:
            said = decode(line, Said)
        except msgspec.DecodeError as error:
            self.end()
            raise ProgramFault(self.command, "unreadable", str(error)) from None
        if said.number != question.number:
            self.end()
            code = "unnumbered" if said.number is None else "astray"
            raise ProgramFault(self.command, code, f"{said.number}/{question.number}" if code == "astray" else "")
        return said.text

    def exchange(self, line: bytes) -> bytes:
        """Sends a line; the line that comes back in time. Raises ProgramFault."""
        process = self.running()
        assert process.stdin is not None and process.stdout is not None
        timer = Timer(self.patience, killed, (process,))
        timer.start()
        try:
            process.stdin.write(line)
            process.stdin.flush()
            answer = process.stdout.readline(LONGEST)
        except OSError:
            answer = b""
        except KeyboardInterrupt:  # of Ctrl-C, which does not reach a program in a group of its own
            killed(process)
            raise
        finally:
            slow = not timer.is_alive()
            timer.cancel()
        if not answer.endswith(b"\n"):
            self.end()
            raise ProgramFault(self.command, "slow" if slow else "unreadable" if answer else "ended")
        return answer

    def running(self) -> subprocess.Popen[bytes]:
        """The process of the program, started if need be. Raises ProgramFault."""
        if self.process is None:
            try:
                words = shlex.split(self.command) or [""]
                self.process = subprocess.Popen(  # noqa: S603  whoever types a command may run it
                    words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, process_group=0
                )
            except (OSError, ValueError) as error:
                raise ProgramFault(self.command, "start", str(error)) from None
        return self.process

    def end(self) -> None:
        """Ends the program: it finds no more questions, and is stopped if that is not enough."""
        process, self.process = self.process, None
        if process is None:
            return
        assert process.stdin is not None and process.stdout is not None
        with suppress(OSError):  # it has gone already
            process.stdin.close()
        process.stdout.close()
        try:
            process.wait(ENDING)
        except subprocess.TimeoutExpired:
            killed(process)
            process.wait()


def killed(process: subprocess.Popen[bytes]) -> None:
    """Kills a program with all that it has begun: what it left behind would hold its pipes open."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


def program(command: str) -> Program:
    """The program of this command, one for all seats and matches of this process; it ends with it."""
    return _of_process(command, os.getpid())


@cache
def _of_process(command: str, process: int) -> Program:
    """Each process has its own: one that was forked must not write into the pipes of the other."""
    return Program(command)
