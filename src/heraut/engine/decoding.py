"""Data read into structs, by several threads at a time: every read of this program goes through here.

msgspec learns how a struct is laid out when it first meets it. Two threads that have it learn the same one at the same
moment end the process with a fault of the memory, as the first two visitors of a site that had just begun once did.
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
    """The decoder of JSON for this kind of data, one a process, made by one thread at a time."""
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
    """JSON as this kind of data. Raises msgspec.DecodeError, its ValidationError where it is of another kind."""
    return decoder(kind).decode(data)


@overload
def convert(data: Any, kind: type[T], *, strict: bool = True) -> T: ...
@overload
def convert(data: Any, kind: Any, *, strict: bool = True) -> Any: ...
def convert(data: Any, kind: Any, *, strict: bool = True) -> Any:
    """Plain data as this kind; without `strict`, texts are read as numbers. Raises msgspec.ValidationError."""
    decoder(kind)
    return msgspec.convert(data, kind, strict=strict)
