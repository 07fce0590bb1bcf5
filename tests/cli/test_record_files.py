"""Records on disk: written whole, read back whole."""

from __future__ import annotations

import json
from pathlib import Path

from heraut.cli.record_files import read_record, write_record
from heraut.engine.match import verify
from heraut.engine.protocol import Seat
from tests.engine.test_record import GAME, fault, played


def test_a_record_written_is_read_back_the_same(tmp_path: Path) -> None:
    record = played().record
    record.drafts = {Seat("j2"): "5"}
    path = tmp_path / "match.json"

    write_record(path, record)

    assert read_record(path) == record
    assert verify(GAME, read_record(path)).state == played().state
    assert json.loads(path.read_text(encoding="utf-8"))["seats"] == ["j1", "j2", "j3"]
    assert [file.name for file in tmp_path.iterdir()] == ["match.json"]  # nothing is left beside it


def test_a_new_record_never_overwrites_a_file(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    path.write_text("mine", encoding="utf-8")

    assert fault(lambda: write_record(path, played().record, new=True)) == "exists"
    assert path.read_text(encoding="utf-8") == "mine"
    write_record(tmp_path / "other.json", played().record, new=True)
    assert (tmp_path / "other.json").exists()


def test_a_record_is_replaced_whole(tmp_path: Path) -> None:
    path = tmp_path / "match.json"

    write_record(path, played(3).record)
    write_record(path, played(1).record)

    assert len(read_record(path).steps) == 1


def test_a_folder_that_does_not_exist_is_an_error_in_one_line(tmp_path: Path) -> None:
    assert fault(lambda: write_record(tmp_path / "nowhere" / "match.json", played().record)) == "file"
    assert fault(lambda: read_record(tmp_path / "match.json")) == "file"
    assert fault(lambda: read_record(tmp_path)) == "file"
