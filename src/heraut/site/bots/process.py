"""What runs in the process in which masters think: it knows neither site nor database, and of a match one view."""

from __future__ import annotations

import multiprocessing
import os
import resource
import signal
import threading
from contextlib import suppress
from typing import Any

import msgspec

from heraut.bots import player
from heraut.engine.rng import Rng

LESS_URGENT = 10  # than the worker, as `nice` counts
MOST_MEMORY = 2 << 30  # bytes: many times what a master needs; whoever wants more has lost his way, and fails alone


class Question(msgspec.Struct, frozen=True):
    """A decision as it is handed over: it holds its seat's view and nothing else (docs/adr/0018).

    `draws` is the stream of this seat at this step, from which neither seed nor any other stream follows.
    """

    game: str
    bot: str
    draws: Rng
    decision: Any


def think(asked: Question) -> str:
    """What the bot answers, as its decision writes it. Raises ValueError for what is not legal."""
    decision = asked.decision
    answer = player(asked.game, asked.bot)(decision, decision.view, asked.draws)
    if refusals := decision.check(answer):  # their data, which logs must not tell, are secrets of the seat
        codes = ", ".join(refusal.code for refusal in refusals)
        raise ValueError(f"{asked.bot} of {asked.game} answers what is refused: {codes}")
    text: str = decision.write(answer)
    return text


def settle_down() -> None:
    """Makes the process less urgent, and bounds its memory; it leaves with the worker, whatever that one's end was."""
    os.nice(LESS_URGENT)
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    most = MOST_MEMORY if hard == resource.RLIM_INFINITY else min(MOST_MEMORY, hard)
    with suppress(ValueError, OSError):  # a system that knows no such bound
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the worker, which ends this process
    threading.Thread(target=leave_with_worker, daemon=True).start()


def leave_with_worker() -> None:
    """Ends the process when the worker is gone."""
    worker = multiprocessing.parent_process()
    assert worker is not None
    worker.join()
    os._exit(1)
