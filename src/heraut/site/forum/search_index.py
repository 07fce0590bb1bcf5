"""The index of the search, made whenever tables have been: FTS5 of SQLite, which triggers keep true; GIN of PostgreSQL.

No index of a model: Django copies a table of SQLite to change it, and triggers do not come along. What is missing is
made, and the index filled, after every migration.
"""

from __future__ import annotations

from typing import Any

from django.apps import apps
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper

TABLE, INDEX = "forum_post", "forum_post_words"
TRIGGERS = ("forum_words_new", "forum_words_gone", "forum_words_changed")
GONE = "INSERT INTO forum_words(forum_words, rowid, words) VALUES ('delete', old.id, old.words);"
NEW = "INSERT INTO forum_words(rowid, words) VALUES (new.id, new.words);"
SQLITE = (
    "DROP TABLE IF EXISTS forum_words",
    f"CREATE VIRTUAL TABLE forum_words USING fts5(words, content='{TABLE}', content_rowid='id', prefix='2 3')",
    *(f"DROP TRIGGER IF EXISTS {name}" for name in TRIGGERS),
    f"CREATE TRIGGER forum_words_new AFTER INSERT ON {TABLE} BEGIN {NEW} END",
    f"CREATE TRIGGER forum_words_gone AFTER DELETE ON {TABLE} BEGIN {GONE} END",
    f"CREATE TRIGGER forum_words_changed AFTER UPDATE OF words ON {TABLE} BEGIN {GONE} {NEW} END",
    "INSERT INTO forum_words(forum_words) VALUES ('rebuild')",
)


def made(using: str, **_: Any) -> None:
    """Makes the index where posts are and it is not (a receiver of `post_migrate`)."""
    connection = connections[using]
    if TABLE not in connection.introspection.table_names():
        return
    make = in_postgresql if connection.vendor == "postgresql" else in_sqlite
    make(connection)


def in_sqlite(connection: BaseDatabaseWrapper) -> None:
    """A table of words whose texts stay in the table of posts."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM sqlite_master WHERE type = 'trigger' AND tbl_name = %s", [TABLE])
        if cursor.fetchone() == (len(TRIGGERS),):
            return
        for statement in SQLITE:
            cursor.execute(statement)


def in_postgresql(connection: BaseDatabaseWrapper) -> None:
    """An index over the very expression that the search asks for; each post enters it at once, so that no search has to
    look through those that wait.
    """
    from django.contrib.postgres.indexes import GinIndex  # for those who have PostgreSQL
    from django.contrib.postgres.search import SearchVector

    with connection.cursor() as cursor:
        if INDEX in connection.introspection.get_constraints(cursor, TABLE):
            return
    with connection.schema_editor() as editor:
        index = GinIndex(SearchVector("words", config="simple"), name=INDEX, fastupdate=False)
        editor.add_index(apps.get_model("forum", "Post"), index)
