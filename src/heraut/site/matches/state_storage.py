"""States of matches with thousands of steps, kept as what differs from an earlier one.

A step of a game that goes decision by decision changes a few words of its state. Its text is compressed with the state
of a whole step as dictionary, so that it takes some hundred bytes and is read back in a tenth of a millisecond,
whatever the version of the rules. One step in `EVERY` is kept whole.

What is read back is the state as the rules of today have it, whichever it was taken under.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator

from heraut.engine.migration import present_state
from heraut.games import game
from heraut.site.matches.models import Step

EVERY = 64  # steps from one that is kept whole to the next
WINDOW = 32_768  # bytes that the compression looks back


def packed(state: bytes, base: bytes) -> bytes:
    """A state as what differs from another one."""
    packer = zlib.compressobj(level=6, wbits=-15, zdict=base[-WINDOW:])
    return packer.compress(state) + packer.flush()


def unpacked(packed: bytes, base: bytes) -> bytes:
    """The state back."""
    unpacker = zlib.decompressobj(wbits=-15, zdict=base[-WINDOW:])
    return unpacker.decompress(packed) + unpacker.flush()


def whole(match: int, number: int) -> bytes:
    """The state after a step that is kept whole, as it was dumped."""
    return bytes(Step.objects.values_list("state", flat=True).get(match=match, number=number))


def state_after(match: int, number: int) -> bytes:
    """The state after a step. Raises Step.DoesNotExist."""
    for _, state in states(match, [number]):
        return state
    raise Step.DoesNotExist


def states(match: int, numbers: Iterable[int]) -> Iterator[tuple[int, bytes]]:
    """The states after these steps, with one query for all of them and one for each that is kept whole."""
    rows = Step.objects.filter(match=match, number__in=list(numbers)).order_by("number")
    bases: dict[int, bytes] = {}
    wanted = "number", "state", "base", "rules_version", "match__game"
    for number, state, base, rules_version, name in rows.values_list(*wanted).iterator():
        if base is not None and base not in bases:
            bases[base] = whole(match, base)
        taken = bytes(state) if base is None else unpacked(bytes(state), bases[base])
        yield number, present_state(game(name), rules_version, taken)


def last_whole(match: int, before: int) -> tuple[int, bytes] | None:
    """The last step before this one that is kept whole, and its state; None if it is time for another."""
    near = Step.objects.filter(match=match, base=None, number__lt=before, number__gt=before - EVERY)
    number = near.order_by("-number").values_list("number", flat=True).first()
    return None if number is None else (number, whole(match, number))
