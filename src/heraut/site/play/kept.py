"""Pieces of pages, made once and kept in a file: each is a function of what names it, and of nothing else.

Whatever a piece shows must be in its name: the view (`Visit.known`), the language, the address of the match, what was
typed. So two readers are given the same piece only if they would have been shown the same, and nothing has to be
forgotten when a turn is resolved: another view is another name. No piece holds a token or a moment of anyone's clock.
"""

from __future__ import annotations

import os
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from hashlib import blake2b
from io import FileIO
from tempfile import TemporaryFile
from threading import Lock

from django.conf import settings
from django.utils.safestring import SafeString, mark_safe


class Shelf:
    """The pieces made last, `room` bytes of them, in a file without a name. Threads share it, processes do not.

    The file is written round and round. A page reads what it needs from the system's cache, which gives way when memory
    is short; in the process there is only where each piece stands. `end` counts all bytes that were ever written.
    """

    def __init__(self, room: int) -> None:
        self.room = room
        self.empty()
        os.register_at_fork(after_in_child=self.empty)

    def empty(self) -> None:
        """Forgets everything, and the file with it: another process never reads from, or writes into, the same one."""
        self.places: OrderedDict[bytes, tuple[int, int]] = OrderedDict()
        self.end = 0
        self.lock = Lock()
        self.file: FileIO | None = None
        with suppress(OSError):  # a full disk, or one that may only be read: nothing is kept
            self.file = TemporaryFile(buffering=0, dir=settings.DATA)  # noqa: SIM115  kept as long as the process

    def piece(self, make: Callable[[], SafeString], *name: object) -> SafeString:
        """The piece of this name; `make` makes it if it is not there. The parts of a name are told apart by `repr`."""
        key = blake2b(repr(name).encode(), digest_size=20).digest()
        found = self.get(key)
        if found is not None:
            return mark_safe(found.decode())
        made = make()
        self.put(key, made.encode())
        return made

    def get(self, key: bytes) -> bytes | None:
        """A piece that is still there."""
        with self.lock:
            if self.file is None or key not in self.places:
                return None
            start, length = self.places[key]
            return os.pread(self.file.fileno(), length, start % self.room)

    def put(self, key: bytes, made: bytes) -> None:
        """Keeps a piece, over those that were made first."""
        with self.lock:
            if self.file is None or key in self.places or len(made) > self.room:
                return
            start = self.end
            if start % self.room + len(made) > self.room:  # over the edge: on to the beginning
                start += -start % self.room
            self.end = start + len(made)
            while self.places and next(iter(self.places.values()))[0] < self.end - self.room:
                self.places.popitem(last=False)
            with suppress(OSError):  # a full disk, which may as well take only a part: nothing is kept
                if os.pwrite(self.file.fileno(), made, start % self.room) == len(made):
                    self.places[key] = start, len(made)


shelf = Shelf(room=24_000_000)  # for the pages of 200 lords, some 120 kB each
