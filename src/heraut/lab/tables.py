"""Results and answers of matches as Arrow tables, one schema a game: docs/lab-data.md says what their columns hold.

Needs pyarrow (the extra `lab`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from heraut.engine.protocol import Seat
from heraut.lab.notes import Played, facts
from heraut.lab.simulate import MatchResult

WORD = pa.dictionary(pa.int32(), pa.string())  # a word that comes again and again
FORMAT = b"1"


class Damaged(ValueError):
    """A file is no part of a campaign of this game, or not all of one."""

    def __init__(self, path: Path, detail: str) -> None:
        super().__init__(f"{path}: {detail}")
        self.path = path


def results_schema(game: str) -> pa.Schema:
    """The columns of results: a row a seat of each match."""
    fields = [
        ("match", pa.int64()), ("seed", pa.string()), ("seat", WORD), ("entered", WORD), ("bot", WORD),
        ("score", pa.float64()), ("won", pa.float64()), ("road", WORD), ("turns", pa.int32()),
        ("seconds", pa.float64()),
        *((sort, WORD) for sort in sorts(game)),
    ]  # fmt: skip
    return pa.schema(fields, metadata={"game": game, "format": FORMAT})


def trajectories_schema(game: str) -> pa.Schema:
    """The columns of trajectories: a row an answer."""
    fields = [
        ("match", pa.int64()), ("step", pa.int32()), ("seat", WORD), ("entered", WORD), ("bot", WORD), ("kind", WORD),
        ("answer", pa.string()), *((name, pa.float64()) for name in figures(game)), ("view", pa.string()),
    ]  # fmt: skip
    return pa.schema(fields, metadata={"game": game, "format": FORMAT})


def sorts(game: str) -> tuple[str, ...]:
    """In what seats of this game differ at the start, each a column of its results: start, race, host."""
    known = facts(game)
    return () if known is None else known.SORTS


def figures(game: str) -> tuple[str, ...]:
    """By what the standing of a seat is noted, each a column of its trajectories."""
    known = facts(game)
    return () if known is None else known.FIGURES


def results_table(game: str, matches: Sequence[Played]) -> pa.Table:
    """The results of these matches."""
    return pa.Table.from_pylist([row for one in matches for row in result_rows(one)], results_schema(game))


def result_rows(played: Played) -> Iterator[dict[str, Any]]:
    """A row a seat."""
    result = played.result
    for seat, bot in result.bots.items():
        yield {
            "match": played.number, "seed": result.seed, "seat": seat, "entered": result.entered[seat], "bot": bot,
            "score": result.result[seat], "won": result.won(seat), "road": result.road, "turns": result.turns,
            "seconds": result.seconds, **played.starts.get(seat, {}),
        }  # fmt: skip


def trajectories_table(game: str, matches: Sequence[Played]) -> pa.Table:
    """The answers given in these matches."""
    names = figures(game)
    rows = [
        {
            "match": one.number, "step": taken.step, "seat": taken.seat,
            "entered": one.result.entered[taken.seat], "bot": one.result.bots[taken.seat], "kind": taken.kind,
            "answer": taken.answer, **dict(zip(names, taken.figures, strict=True)),
            "view": None if taken.view is None else taken.view.decode(),
        }
        for one in matches
        for taken in one.trajectory
    ]  # fmt: skip
    return pa.Table.from_pylist(rows, trajectories_schema(game))


def write(table: pa.Table, path: Path) -> None:
    """Writes a table as Parquet: whole, or not at all."""
    unfinished = path.with_suffix(".unfinished")
    pq.write_table(table, unfinished, compression="zstd")
    unfinished.replace(path)


def read(paths: Iterable[Path], schema: pa.Schema, columns: list[str] | None = None) -> pa.Table:
    """The tables of these files as one, or these columns of them.

    Raises OSError, or Damaged on a file that is none of this schema.
    """
    tables = [read_one(path, schema, columns) for path in paths]
    return pa.concat_tables(tables).unify_dictionaries() if tables else schema.empty_table()


def read_one(path: Path, schema: pa.Schema, columns: list[str] | None = None) -> pa.Table:
    """The table of a file. Raises OSError, Damaged."""
    try:
        return pq.read_table(path, schema=schema, columns=columns)
    except FileNotFoundError:
        raise
    except (pa.ArrowException, OSError) as error:  # a page that was cut off is an OSError to Arrow
        raise Damaged(path, str(error)) from None


def match_results(table: pa.Table) -> Iterator[tuple[int, MatchResult, dict[Seat, dict[str, str]]]]:
    """Each match of a table of results: its number, how it ended, how its seats began."""
    columns = [name for name in ("start", "race", "host") if name in table.column_names]
    rows = sorted(table.to_pylist(), key=lambda row: row["match"])
    for number, group in groupby(rows, key=lambda row: row["match"]):
        seats = {Seat(row["seat"]): row for row in group}
        first = next(iter(seats.values()))
        result = MatchResult(
            first["seed"],
            first["turns"],
            {seat: row["score"] for seat, row in seats.items()},
            first["road"],
            first["seconds"],
            {seat: row["bot"] for seat, row in seats.items()},
            {seat: row["entered"] for seat, row in seats.items()},
        )
        starts = {seat: {name: row[name] for name in columns if row[name] is not None} for seat, row in seats.items()}
        yield number, result, starts
