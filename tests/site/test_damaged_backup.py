"""Archives that something happened to: refused in one line, and nothing of them is kept."""

from __future__ import annotations

import io
import json
import struct
from collections.abc import Callable, Iterator
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

import pytest
from django.conf import settings
from django.core.management import call_command

from heraut.site.accounts.models import Player
from heraut.site.backup import BackupError, back_up, restore
from heraut.site.matches.models import Match
from tests.site.conftest import new_player
from tests.site.matches.builders import give_orders, running

pytestmark = pytest.mark.django_db(transaction=True)
Archive = dict[str, bytes]


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    """What stands in the backup of a site with a match, which is then emptied."""
    alice = new_player("Alice")
    give_orders(running(alice, bots=1), alice)
    path = tmp_path / "heraut.backup"
    back_up(path)
    call_command("flush", interactive=False, verbosity=0)
    with ZipFile(path) as file:
        return {name: file.read(name) for name in file.namelist()}


def packed(parts: Archive, method: int = ZIP_DEFLATED) -> bytes:
    """The archive of these parts."""
    file = io.BytesIO()
    with ZipFile(file, "w", method) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return file.getvalue()


def rows(parts: Archive, change: Callable[[dict[str, object]], object]) -> Archive:
    """The same parts; something happened to each row."""
    changed = []
    for line in parts["rows.jsonl"].splitlines():
        row = json.loads(line)
        change(row)
        changed.append(json.dumps(row))
    return {**parts, "rows.jsonl": "\n".join(changed).encode()}


def other(parts: Archive, **manifest: object) -> Archive:
    """The same parts with another manifest."""
    return {**parts, "manifest.json": json.dumps(json.loads(parts["manifest.json"]) | manifest).encode()}


def damages(parts: Archive) -> Iterator[tuple[str, bytes]]:
    """Archives that cannot be restored."""
    whole = packed(parts)
    yield "empty", b""
    yield "no archive", b"Il \xe9tait une fois" * 100
    for share in (0.1, 0.5, 0.9, 0.999):
        yield f"cut at {share}", whole[: int(share * len(whole))]
    for place in range(200, len(whole), len(whole) // 40):
        yield f"a byte at {place}", whole[:place] + bytes([whole[place] ^ 0xFF]) + whole[place + 1 :]
    stored = packed(parts, ZIP_STORED)
    yield "a letter of a row", stored.replace(b'"username"', b'"usernamf"', 1)
    for method in (9, 12, 14, 99):  # as if packed in another way; the last is encryption
        packed_so = struct.pack("<H", method)
        yield f"method {method}", whole.replace(b"\x00\x00\x08\x00", b"\x00\x00" + packed_so)
    yield "locked", whole.replace(b"PK\x01\x02\x14\x03\x14\x00\x00\x00", b"PK\x01\x02\x14\x03\x14\x00\x01\x00")
    for name in ("manifest.json", "rows.jsonl"):
        yield f"without {name}", packed({key: data for key, data in parts.items() if key != name})
        for data in (b"", b"null", b"[]", b"7", b'"x"', b"{", b"\xff\xfe", b"[" * 100_000, b'{"format": 1}'):
            yield f"{name} is {data[:10]!r}", packed({**parts, name: data})
    for key, value in (("format", 2), ("format", "1"), ("rows", 3), ("rows", None), ("migrations", ["a.0001"])):
        yield f"{key} {value}", packed(other(parts, **{key: value}))
    strange = (None, "x" * 300, -1, [], {}, "é\x00", 10**30)
    for value in strange:
        yield f"pk {str(value)[:9]}", packed(rows(parts, lambda row, value=value: row.update(pk=value)))
        yield f"model {str(value)[:9]}", packed(rows(parts, lambda row, value=value: row.update(model=value)))
        yield f"fields {str(value)[:9]}", packed(rows(parts, lambda row, value=value: row.update(fields=value)))
    for name in ("user", "match", "username", "saved", "status", "number", "state"):

        def lose(row: dict[str, object], name: str = name) -> None:
            fields = row["fields"]
            assert isinstance(fields, dict)
            if name in fields:
                fields[name] = {"x": 1}

        yield f"field {name}", packed(rows(parts, lose))
    yield "of nobody", packed(rows(parts, lambda row: row["fields"].update(user=999) if "user" in row["fields"] else 0))  # type: ignore[attr-defined, operator]


def test_a_damaged_backup_is_refused_in_one_line_and_nothing_of_it_is_kept(archive: Archive, tmp_path: Path) -> None:
    key = settings.DATA / "secret.key"
    before = key.read_bytes()
    refused = []
    for name, data in damages(archive):
        path = tmp_path / "abîmée.backup"
        path.write_bytes(data)
        try:
            restore(path)
        except BackupError as error:
            refused.append(name)
            assert len(str(error).splitlines()) == 1, name
            assert not Player.objects.exists() and not Match.objects.exists(), name
            assert key.read_bytes() == before, name
        else:  # the damage was to something that is not read
            call_command("flush", interactive=False, verbosity=0)
            key.write_bytes(before)
            assert name.startswith(("a byte", "method", "locked", "pk", "field")), name
    assert len(refused) > 80


@pytest.mark.timeout(60)
@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no file without an end")
def test_a_file_without_an_end_is_no_backup() -> None:
    with pytest.raises(BackupError) as caught:
        restore(Path("/dev/zero"))
    assert caught.value.code == "not_a_backup"


def test_what_is_refused_can_be_restored_once_it_is_whole(archive: Archive, tmp_path: Path) -> None:
    path = tmp_path / "heraut.backup"
    path.write_bytes(packed({**archive, "rows.jsonl": archive["rows.jsonl"][:-40]}))
    with pytest.raises(BackupError):
        restore(path)
    path.write_bytes(packed(archive))
    assert restore(path) == json.loads(archive["manifest.json"])["rows"]
    assert Player.objects.get().username == "Alice"
