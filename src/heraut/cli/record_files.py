"""Records on disk: read whole, written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

from heraut.engine.record import Record, RecordError, decode_record, encode_record

MOST = 1 << 26  # bytes: many times the longest record; some files have no end


def read_record(path: Path) -> Record:
    """The record in this file. Raises RecordError, in one line, on anything that is not one."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST + 1)
    except OSError as error:
        raise RecordError("file", path=str(path), reason=error.strerror or str(error)) from None
    if len(data) > MOST:
        raise RecordError("too_long", path=str(path), most=MOST >> 20)
    return decode_record(data, str(path))


def write_record(path: Path, record: Record, *, new: bool = False) -> None:
    """Writes a record whole or not at all (a new file beside it, then a rename), so that a crash never damages it.

    `new` refuses to replace a file that exists. Raises RecordError when the folder cannot be written to.
    """
    import tempfile  # slow to load, and most programs that read a record write none

    if new and path.exists():
        raise RecordError("exists", path=str(path))
    data = encode_record(record)
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except FileNotFoundError as error:  # it is the folder that is missing
        raise RecordError("file", path=str(path.parent), reason=error.strerror) from None
    except OSError as error:
        raise RecordError("file", path=str(path), reason=error.strerror or str(error)) from None
