"""Files that are no match, or one that something happened to: one line of reason, never a traceback, no harm."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from heraut.cli import record_files
from tests.cli.command_line import FIRST_ORDERS, CommandLine, every_game

READERS: list[tuple[str, ...]] = [
    ("show",),
    ("show", "--seat", "j1", "--report"),
    ("orders", "--seat", "j1"),
    ("orders", "--seat", "j1", "-"),
    ("advance", "--bots", "random"),
    ("replay",),
    ("replay", "--all"),
    ("verify",),
    ("export", "-o", "copie.json"),
]


def refused(heraut: CommandLine, path: Path, *, typed: str = "CHE 1", everywhere: bool = True) -> None:
    """Every command answers in one line with status 1 or 2 (or, if not `everywhere`, works), and leaves the file."""
    before = path.read_bytes() if path.is_file() else None
    for command, *words in READERS:
        answer = heraut(command, path, *words, typed=f"{typed}\n")
        assert answer.status in ((1, 2) if everywhere else (0, 1, 2)), (command, answer)
        if answer.status:
            assert len(answer.err.strip().splitlines()) == 1, (command, answer.err)
            assert "Traceback" not in answer.err
            assert before is None or path.read_bytes() == before
        else:
            (heraut.folder / "copie.json").unlink(missing_ok=True)
            path.write_bytes(before or b"")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"[1, 2]",
        b'{"a": 1}',
        b"null",
        b"\x89PNG\r\n\x1a\n\x00\xff",
        b"Il \xe9tait une fois",
        b"[" * 100_000,
        b'{"options": ' + b'{"a":' * 100_000,
        '{"format": 1}'.encode("utf-16"),
    ],
)
def test_a_foreign_file_is_refused_in_one_line(heraut: CommandLine, data: bytes) -> None:
    path = heraut.folder / "partie.json"
    path.write_bytes(data)
    refused(heraut, path)


def test_a_file_that_is_not_there_and_a_folder_are_refused(heraut: CommandLine) -> None:
    refused(heraut, heraut.folder / "absent.json")
    refused(heraut, heraut.folder)
    refused(heraut, Path("/dev/null"))


@pytest.mark.timeout(120)
@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no file without an end")
def test_a_file_without_an_end_is_refused(heraut: CommandLine) -> None:
    endless = Path("/dev/zero")
    refused(heraut, endless)
    assert heraut("sit", endless).status == 2 and heraut("replay", endless, "-o", "autre.json").status == 2
    answer = heraut("orders", heraut.new(), "--seat", "j1", endless)
    assert answer.status == 2 and len(answer.err.strip().splitlines()) == 1 and "plus de" in answer.err


@pytest.mark.parametrize("size", [0, 1])
def test_a_record_as_long_as_may_be_is_read_and_none_that_is_longer(
    heraut: CommandLine, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    match = heraut.new()
    monkeypatch.setattr(record_files, "MOST", match.stat().st_size - size)
    assert heraut("verify", match).status == 2 * size


@pytest.mark.parametrize(("lang", "reason"), [("fr", "rien de ce nom"), ("en", "nothing bears this name")])
def test_what_the_system_says_of_a_file_is_said_in_the_player_s_language(
    heraut: CommandLine, lang: str, reason: str
) -> None:
    for words in (("show", "absent.json"), ("orders", heraut.new(), "--seat", "j1", "absent.txt")):
        assert reason in heraut(*words, "--lang", lang).err


@every_game
@pytest.mark.parametrize("share", [0.1, 0.5, 0.9, 0.999])
def test_a_truncated_record_is_refused(heraut: CommandLine, share: float, game: str) -> None:
    match = heraut.new(game=game)
    match.write_bytes(match.read_bytes()[: int(share * match.stat().st_size)])
    refused(heraut, match)


STRANGE: list[Any] = [None, 7, "x", [], {}]
STRANGER: dict[str, list[Any]] = {
    "seats": [["j1", "j1"], ["j77"]],
    "words": [{"j77": "rose"}],
    "drafts": [{"j1": order, "j77": order} for order in FIRST_ORDERS.values()],
    "format": [2],
    "steps": [[{"answers": [], "digest": ""}], [{"answers": [{"seat": "j77"}], "digest": ""}]],
}
STRANGER["drafts"] += [{"j1": order} for order in ("XYZ", *FIRST_ORDERS.values())]
FIELDS = ("format", "game", "rules_version", "options", "seats", "commitment", "seed", "words", "start", "steps")
FIELDS += ("drafts", "state")


@every_game
@pytest.mark.parametrize("field", FIELDS)
def test_a_record_with_something_strange_in_it_is_refused_or_still_whole(
    heraut: CommandLine, field: str, game: str
) -> None:
    match = heraut.new("partie.json", "--seats", 2, game=game)
    heraut("advance", match)
    whole = json.loads(match.read_bytes())
    for strange in STRANGE + STRANGER.get(field, []):
        match.write_text(json.dumps(whole | {field: strange}), encoding="utf-8")
        refused(heraut, match, typed=FIRST_ORDERS[game], everywhere=False)


@every_game
def test_a_record_of_other_rules_is_refused(heraut: CommandLine, game: str) -> None:
    match = heraut.new(game=game)
    match.write_text(match.read_text().replace('"rules_version": "', '"rules_version": "old-'), encoding="utf-8")
    refused(heraut, match)
    assert "old-" in heraut("show", match).err


@every_game
def test_a_changed_seed_is_found_out(heraut: CommandLine, game: str) -> None:
    match = heraut.new(game=game)
    match.write_text(match.read_text().replace('"seed": "00', '"seed": "01'), encoding="utf-8")
    answer = heraut("verify", match)
    assert (answer.status, "engagement" in answer.err) == (1, True)
    assert "commitment" in heraut("verify", match, "--lang", "en").err


def test_a_place_where_nothing_can_be_written_is_refused(heraut: CommandLine) -> None:
    match = heraut.new()
    for place in ("/proc/partie.json", heraut.folder / "absent" / "partie.json", match / "partie.json"):
        assert heraut("new", "gloire", "-o", place).status == 2
        assert heraut("export", match, "-o", place).status == 2


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is read-only to root")
def test_a_read_only_folder_is_refused_and_the_match_stays(heraut: CommandLine) -> None:
    match = heraut.new()
    before = match.read_bytes()
    heraut.folder.chmod(0o500)
    try:
        assert heraut("advance", match).status == 2
    finally:
        heraut.folder.chmod(0o700)
    assert match.read_bytes() == before


@every_game
@pytest.mark.parametrize("letter", [b"\xff", b"\xe9", b"\xed\xa0\x80", b"\x00"])
def test_a_key_that_is_no_text_is_refused(heraut: CommandLine, letter: bytes, game: str) -> None:
    match = heraut.new(game=game)
    whole = match.read_bytes()
    state = whole.index(b'"state"')
    keys = [place for place in range(state + 8, len(whole)) if whole[place : place + 1] == b'"']
    for place in (0, state, *keys[:: len(keys) // 3]):
        match.write_bytes(whole[: place + 1] + letter + whole[place + 2 :])
        refused(heraut, match)
