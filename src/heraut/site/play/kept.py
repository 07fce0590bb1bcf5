"""Pieces of pages, made once and kept in the process: each is a function of what names it, and of nothing else.

Whatever a piece shows must be in its name: the view (`Visit.known`), the language, the address of the match, what was
typed. So two readers are given the same piece only if they would have been shown the same, and nothing has to be
forgotten when a turn is resolved: another view is another name. No piece holds a token or a moment of anyone's clock.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from hashlib import blake2b
from threading import Lock

from django.utils.safestring import SafeString, mark_safe


class Shelf:
    """The pieces used last, `room` bytes of them in all. Threads share it."""

    def __init__(self, room: int) -> None:
        self.room = self.free = room
        self.pieces: OrderedDict[bytes, bytes] = OrderedDict()
        self.lock = Lock()

    def piece(self, make: Callable[[], SafeString], *name: object) -> SafeString:
        """The piece of this name; `make` makes it if it is not there. The parts of a name are told apart by `repr`."""
        key = blake2b(repr(name).encode(), digest_size=20).digest()
        with self.lock:
            found = self.pieces.get(key)
            if found is not None:
                self.pieces.move_to_end(key)
        if found is not None:
            return mark_safe(found.decode())
        made = make()
        self.put(key, made.encode())
        return made

    def put(self, key: bytes, made: bytes) -> None:
        """Keeps a piece, at the expense of those that nobody has asked for since long."""
        with self.lock:
            if key in self.pieces or len(made) > self.room:
                return
            self.pieces[key] = made
            self.free -= len(made) + BESIDES
            while self.free < 0:
                self.free += len(self.pieces.popitem(last=False)[1]) + BESIDES


BESIDES = 200  # bytes that a piece takes besides its own: its name, its place
shelf = Shelf(room=24_000_000)  # for the pages of 200 lords, some 120 kB each
