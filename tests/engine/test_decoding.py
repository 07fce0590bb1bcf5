"""Structs that several threads meet for the first time at the same moment."""

from __future__ import annotations

import subprocess
import sys

import msgspec
import pytest

from heraut.engine.decoding import convert, decode

AT_ONCE = '''
import sys, threading, types
import msgspec
from heraut.engine.decoding import convert, decode

STRUCTS = """
from __future__ import annotations
import msgspec
class Part(msgspec.Struct):
    number: int
    counts: dict[str, int]
class Whole(msgspec.Struct):
    part: Part
    parts: dict[str, Part]
"""
PART = {"number": 1, "counts": {"of": 2}}
WHOLE = {"part": PART, "parts": {"one": PART}}

def read(kind, together):
    together.wait()
    assert convert(WHOLE, kind) == decode(msgspec.json.encode(WHOLE), kind)
    read_by.append(threading.get_ident())

sys.setswitchinterval(1e-6)
read_by = []
for number in range(200):
    module = sys.modules[f"structs_{number}"] = types.ModuleType(f"structs_{number}")
    exec(STRUCTS, module.__dict__)
    together = threading.Barrier(4)
    threads = [threading.Thread(target=read, args=(module.Whole, together)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
print(len(read_by))
'''


@pytest.mark.slow
def test_threads_may_meet_a_struct_at_the_same_moment() -> None:
    """Without a lock this process ends with a fault of the memory."""
    done = subprocess.run([sys.executable, "-c", AT_ONCE], capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout.strip()) == (0, "800"), done.stderr


class Pair(msgspec.Struct):
    """What the tests below read."""

    one: int
    other: tuple[int, ...] = ()


def test_each_kind_is_read_as_itself() -> None:
    assert decode(b'{"one": 1, "other": [2, 3]}', Pair) == Pair(1, (2, 3))
    assert decode('{"one": 1}') == {"one": 1}
    assert convert({"one": 1}, Pair) == Pair(1)
    assert convert({"one": "1"}, Pair, strict=False) == Pair(1)


def test_what_is_of_another_kind_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError):
        decode(b'{"one": "1"}', Pair)
    with pytest.raises(msgspec.ValidationError):
        convert({"one": "1"}, Pair)
    with pytest.raises(msgspec.DecodeError):
        decode(b"{", Pair)
