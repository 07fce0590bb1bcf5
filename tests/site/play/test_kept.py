"""Pieces of pages that are kept: what is given back is what was made, or it is made again."""

from __future__ import annotations

import os
import resource
import signal
from pathlib import Path
from random import Random
from typing import Any

from django.utils.safestring import SafeString

from heraut.site.play.kept import Shelf


def made(number: int, length: int) -> SafeString:
    """A piece unlike any other."""
    return SafeString(f"{number} é ".ljust(length, chr(ord("a") + number % 26)))


def test_a_piece_is_made_once_and_given_back_as_it_was() -> None:
    shelf, calls = Shelf(room=1000), 0

    def make() -> SafeString:
        nonlocal calls
        calls += 1
        return made(7, 100)

    assert {shelf.piece(make, "lines", 7, "fr") for _ in range(3)} == {made(7, 100)}
    assert shelf.piece(lambda: made(8, 50), "lines", "7", "fr") == made(8, 50), "a text is not a number"
    assert calls == 1


def test_the_file_is_written_round_and_round_and_never_mixed_up() -> None:
    shelf, chance = Shelf(room=1000), Random(5)
    lengths = [chance.randint(10, 400) for _ in range(300)]
    again = 0
    for number, length in enumerate(lengths):
        assert shelf.piece(lambda n=number, k=length: made(n, k), number) == made(number, length)
        for earlier in range(max(0, number - 6), number + 1):
            key = [key for key in shelf.places if shelf.get(key) == made(earlier, lengths[earlier]).encode()]
            again += bool(key)
        assert sum(length for _, length in shelf.places.values()) <= 1000
        assert os.fstat(shelf.file.fileno()).st_size <= 1000
    assert again > 600, "the last pieces are still there"


def test_what_is_too_large_is_not_kept() -> None:
    shelf = Shelf(room=100)
    assert shelf.piece(lambda: made(1, 200), "large") == made(1, 200)
    assert not shelf.places


def test_another_process_begins_with_nothing() -> None:
    shelf = Shelf(room=1000)
    shelf.piece(lambda: made(1, 100), "one")
    child = os.fork()
    if not child:
        shelf.piece(lambda: made(2, 100), "two")
        os._exit(len(shelf.places))
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 1
    assert shelf.piece(lambda: made(3, 100), "one") == made(1, 100)


def test_where_no_file_can_be_made_nothing_is_kept(settings: Any, tmp_path: Path) -> None:
    shelf = Shelf(room=1000)
    shelf.piece(lambda: made(1, 100), "one")
    settings.DATA = tmp_path / "gone"
    child = os.fork()
    if not child:  # which must not write into the file of its parent instead
        shelf.piece(lambda: made(2, 100), "two")
        os._exit(len(shelf.places) + 2 * (shelf.piece(lambda: made(3, 100), "two") != made(3, 100)))
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert shelf.piece(lambda: made(3, 100), "one") == made(1, 100)


def test_a_disk_that_takes_only_a_part_keeps_nothing() -> None:
    shelf, least = Shelf(room=1000), resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (150, least[1]))
    try:
        for number in range(3):
            for _ in range(2):
                assert shelf.piece(lambda n=number: made(n, 100), number) == made(number, 100)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, least)
        signal.signal(signal.SIGXFSZ, handler)
    assert [length for _, length in shelf.places.values()] == [len(made(0, 100).encode())]
