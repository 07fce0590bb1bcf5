"""Thread-safe decoding of data into structs: every read of this program goes through here.

msgspec builds the layout of a struct when it first meets it. Two threads that make it build the same one at the same
time crash the process with a segmentation fault, as the first two visitors of a freshly started site once did.
"""

from __future__ import annotations

import threading
from typing import Any, TypeVar, overload

import msgspec

T = TypeVar("T")

_decoders: dict[Any, msgspec.json.Decoder[Any]] = {}
_learning = threading.Lock()


@overload
def decoder(kind: type[T]) -> msgspec.json.Decoder[T]: ...
@overload
def decoder(kind: Any) -> msgspec.json.Decoder[Any]: ...
def decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    """The JSON decoder of this type, one per process, made by one thread at a time."""
    found = _decoders.get(kind)
    if found is None:
        with _learning:
            found = _decoders.setdefault(kind, msgspec.json.Decoder(kind))
    return found


@overload
def decode(data: bytes | str, kind: type[T]) -> T: ...
@overload
def decode(data: bytes | str, kind: Any = Any) -> Any: ...
def decode(data: bytes | str, kind: Any = Any) -> Any:
    """JSON decoded as this type. Raises msgspec.DecodeError, or its subclass ValidationError on another type."""
    return decoder(kind).decode(data)


@overload
def convert(data: Any, kind: type[T], *, strict: bool = True) -> T: ...
@overload
def convert(data: Any, kind: Any, *, strict: bool = True) -> Any: ...
def convert(data: Any, kind: Any, *, strict: bool = True) -> Any:
    """Plain data as this type; without `strict`, strings may stand for numbers. Raises msgspec.ValidationError."""
    decoder(kind)
    return msgspec.convert(data, kind, strict=strict)
