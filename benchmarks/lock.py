"""Another process that wants to write: how long the database keeps it waiting."""

from __future__ import annotations

import multiprocessing
import sqlite3
import time
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Event


class Writer:
    """Another process that wants to write all the time; `longest`: how long it had to wait at most, in ms."""

    def __init__(self, path: str) -> None:
        context = multiprocessing.get_context("spawn")
        self.stop = context.Event()
        self.answer, answer = context.Pipe(duplex=False)
        self.process = context.Process(target=wait_for_the_lock, args=(path, self.stop, answer))

    def __enter__(self) -> Writer:
        self.process.start()
        assert self.answer.recv() == "ready"
        return self

    def __exit__(self, *_: object) -> None:
        self.stop.set()
        self.longest = round(self.answer.recv(), 2)
        self.process.join()


def wait_for_the_lock(path: str, stop: Event, answer: Connection) -> None:
    """Takes the write lock over and over, and gives it back at once."""
    database = sqlite3.connect(path, timeout=0, isolation_level=None)
    longest, asked = 0.0, time.perf_counter()
    answer.send("ready")
    while not stop.is_set():
        try:
            database.execute("BEGIN IMMEDIATE")
            database.execute("ROLLBACK")
        except sqlite3.OperationalError:
            continue
        finally:
            time.sleep(0.0002)
        longest, asked = max(longest, time.perf_counter() - asked), time.perf_counter()
    answer.send(1000 * longest)
