"""The whole site in one file, whatever its database: from SQLite to PostgreSQL and back, or to another machine.

A backup is a ZIP archive: `manifest.json` says what it holds, `rows.jsonl` has one line a row in Django's own format,
`secret.key` is the key of sessions and receipts if the site made it itself. It is a secret: keep it like the database.
"""

from __future__ import annotations

import errno
import io
import json
import os
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from stat import S_ISREG
from typing import IO, Any
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile

from django.apps import apps
from django.apps.registry import Apps
from django.conf import settings
from django.core import serializers
from django.core.exceptions import FieldDoesNotExist, ValidationError
from django.core.management import call_command
from django.core.management.color import no_style
from django.core.serializers.json import DjangoJSONEncoder
from django.db import DatabaseError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Model

from heraut.site.accounts.models import Player
from heraut.site.common.errors import trouble_of
from heraut.site.matches.carry_over import carry_all_over
from heraut.site.matches.models import Match

FORMAT = 1
# made anew by the migrations, or worth nothing after a restoration
LEFT_OUT = {"contenttypes.contenttype", "auth.permission", "sessions.session", "accounts.count", "gazette.printing"}
RIGHTS = {"permissions", "user_permissions"}  # point to rows that are left out; nothing on this site is granted by them

# what reading a damaged archive, or writing what stands in it, comes to: zipfile alone raises six sorts of errors
DAMAGE = (
    OSError, EOFError, BadZipFile, zlib.error, LookupError, ValueError, TypeError, AttributeError, RuntimeError,
    OverflowError, MemoryError, FieldDoesNotExist, ValidationError, DatabaseError,
)  # fmt: skip


class BackupError(Exception):
    """A backup cannot be read, or not restored here: `code` names its sentence on the command line."""

    def __init__(self, code: str, **data: Any) -> None:
        super().__init__(f"{code} {data}")
        self.code, self.data = code, data


class ToTheMicrosecond(DjangoJSONEncoder):
    """Django cuts moments to milliseconds: the site would no longer know the receipts that it had signed."""

    def default(self, o: Any) -> Any:
        """What JSON has no form for."""
        return o.isoformat() if isinstance(o, datetime) else super().default(o)


def kept_models() -> list[type[Model]]:
    """The tables that a backup holds."""
    return [model for model in apps.get_models() if model._meta.label_lower not in LEFT_OUT]


def back_up(path: Path) -> int:
    """Writes the site into a new file, as it is at one moment, while it goes on; how many rows.

    The file appears whole or not at all, readable by its owner alone.
    """
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file, ZipFile(file, "w", ZIP_DEFLATED) as archive, one_moment():
            with archive.open("rows.jsonl", "w", force_zip64=True) as rows:
                count = write_rows(rows)
            archive.writestr("manifest.json", json.dumps(manifest(count), indent=1))
            if (key := settings.DATA / "secret.key").exists():
                archive.write(key, "secret.key")
        os.link(name, path)  # refuses to replace a file that exists
    finally:
        os.unlink(name)
    return count


@contextmanager
def one_moment() -> Iterator[None]:
    """Everything that is read inside is of the same moment; nobody who writes has to wait."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("BEGIN DEFERRED")
            try:
                yield
            finally:
                cursor.execute("COMMIT")
        return
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield


def write_rows(file: IO[bytes]) -> int:
    """Every row of every table, one JSON text a line; how many."""
    count = 0
    text = io.TextIOWrapper(file, encoding="utf-8", write_through=True)
    for model in kept_models():
        meta = model._meta
        fields = [field.name for field in (*meta.local_fields, *meta.local_many_to_many) if field.name not in RIGHTS]
        for row in model._default_manager.order_by("pk").iterator(chunk_size=200):
            serializers.serialize("jsonl", [row], stream=text, fields=fields, cls=ToTheMicrosecond)
            count += 1
    text.detach()
    return count


def manifest(rows: int) -> dict[str, Any]:
    """What a backup says of itself."""
    return {
        "format": FORMAT,
        "heraut": version("heraut"),
        "made": datetime.now(UTC).isoformat(timespec="seconds"),
        "migrations": applied(),
        "rows": rows,
    }


def applied() -> list[str]:
    """The migrations of this database: two databases hold the same tables if they are the same."""
    return sorted(f"{app}.{name}" for app, name in MigrationRecorder(connection).applied_migrations())


def restore(path: Path) -> int:
    """Fills an empty site, already migrated, from a backup; how many rows. Raises BackupError with nothing changed.

    A backup of an older release is read into the tables of that time, which are then brought up to date; its matches
    go on under the present rules. The site's own key is taken over, unless HERAUT_SECRET gives one.
    """
    try:
        with ZipFile(regular(path)) as archive:
            found = json.loads(archive.read("manifest.json"))
            check(path, found)
            with (
                tables_of(found["migrations"]) as tables,
                archive.open("rows.jsonl") as rows,
                transaction.atomic(),
                connection.constraint_checks_disabled(),
            ):
                count = read_rows(rows, tables)
                if count != found["rows"]:
                    raise BackupError("backup_damaged", path=str(path))
                connection.check_constraints()
                take_key(archive)
    except DAMAGE as error:
        if trouble_of(error):
            raise  # it is not the archive that is at fault
        raise BackupError("not_a_backup", path=str(path), reason=one_line(error)) from None
    reset_numbers()
    carry_all_over()
    return count


def regular(path: Path) -> Path:
    """A file that has an end, where an archive has its list of contents. Raises OSError."""
    if not S_ISREG(path.stat().st_mode):
        raise OSError(errno.ESPIPE, os.strerror(errno.ESPIPE))
    return path


def one_line(error: Exception) -> str:
    """The first line of what an error says; its name if it says nothing."""
    said = error.strerror if isinstance(error, OSError) else None
    return (said or str(error).strip() or type(error).__name__).splitlines()[0][:200]


def check(path: Path, found: dict[str, Any]) -> None:
    """Raises BackupError unless this backup can be restored into this database."""
    if not isinstance(found, dict):
        raise BackupError("backup_damaged", path=str(path))
    known = {f"{app}.{name}" for app, name in MigrationLoader(connection).disk_migrations}
    if found["format"] != FORMAT or not known.issuperset(found["migrations"]):
        raise BackupError("other_backup", path=str(path), version=found["heraut"])
    if Player.objects.exists() or Match.objects.exists():
        raise BackupError("not_empty")


@contextmanager
def tables_of(migrations: list[str]) -> Iterator[Apps]:
    """The tables of an empty site as they were after these migrations; afterwards they are brought up to date again."""
    if migrations == applied():
        yield apps
        return
    try:
        clear_away()
        executor = MigrationExecutor(connection)
        then = {(app, name) for app, _, name in (each.partition(".") for each in migrations)}
        targets = [node for node in executor.loader.graph.nodes if node in then and not followed(executor, node, then)]
        executor.migrate(targets)
        yield executor.loader.project_state(targets).apps
    finally:
        call_command("migrate", verbosity=0)


def clear_away() -> None:
    """Drops all tables, in one transaction: to make those of an older release anew is quicker than to go back."""
    with connection.schema_editor() as editor:
        for model in apps.get_models():
            if model._meta.managed and not model._meta.proxy:
                editor.delete_model(model)
        MigrationRecorder(connection).flush()


def followed(executor: MigrationExecutor, node: tuple[str, str], then: set[tuple[str, str]]) -> bool:
    """Whether one of these migrations of the same application comes after this one."""
    return any(child[0] == node[0] and child in then for child in executor.loader.graph.node_map[node].children)


def read_rows(file: IO[bytes], tables: Apps) -> int:
    """Writes every row as it was; how many."""
    count = 0
    for line in io.TextIOWrapper(file, encoding="utf-8"):
        write_row(json.loads(line), tables)
        count += 1
    return count


def write_row(row: dict[str, Any], tables: Apps) -> None:
    """Writes one row, as `write_rows` has written it, into the tables of its time."""
    table = tables.get_model(row["model"])
    values: dict[str, Any] = {"pk": table._meta.pk.to_python(row["pk"])}
    several: dict[str, Any] = {}
    for name, value in row["fields"].items():
        field = table._meta.get_field(name)
        if field.many_to_many:
            several[name] = value
        else:
            values[field.attname] = field.target_field.to_python(value) if field.is_relation else field.to_python(value)
    written = table(**values)
    written.save_base(raw=True)
    for name, keys in several.items():
        getattr(written, name).set(keys)


def take_key(archive: ZipFile) -> None:
    """The key of the site that was backed up becomes this site's: its receipts go on being genuine."""
    if "secret.key" not in archive.namelist() or os.environ.get("HERAUT_SECRET"):
        return
    handle, name = tempfile.mkstemp(dir=settings.DATA, prefix=".secret.")  # readable by its owner alone
    with os.fdopen(handle, "wb") as file:
        file.write(archive.read("secret.key"))
    os.replace(name, settings.DATA / "secret.key")


def reset_numbers() -> None:
    """The next row of each table gets a number that is free (PostgreSQL counts apart from the rows)."""
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), kept_models()):
            cursor.execute(statement)
