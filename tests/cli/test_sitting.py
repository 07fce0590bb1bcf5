"""`heraut sit`: a match at one keyboard, with and without a clock."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from heraut.cli.files import open_match
from heraut.games import NAMES
from tests.cli.command_line import CommandLine


def steps(match: Path) -> list[dict[str, str | None]]:
    record = json.loads(match.read_text(encoding="utf-8"))
    return [{answer["seat"]: answer.get("text") for answer in step["answers"]} for step in record["steps"]]


def deployed(heraut: CommandLine) -> Path:
    """A battle in which the first orders are due."""
    match = heraut.new(game="vassaux")
    while open_match(match).state.phase != "orders":
        heraut("advance", match, "--bots", "random")
    return match


def test_one_seat_against_a_bot(heraut: CommandLine) -> None:
    match, picture = heraut.new(game="vassaux"), heraut.folder / "table.svg"
    typed = "?\n\nDEPLOYER 99\nconseil\nDEPLOYER 1 EN 7500,1500\nq\n"
    told = heraut("sit", match, "--bots", "player", "--map", picture, typed=typed)
    assert told.status == 0 and "Remède" in told.out and "RECLAMER" in told.out  # what may be written
    assert "laissée" in told.out and picture.read_text(encoding="utf-8").startswith("<svg")
    assert {"j1": "DEPLOYER 1 EN 7500,1500"} in steps(match)
    assert heraut("verify", match).status == 0


def test_a_bot_that_does_not_exist_is_told_before_anybody_types(heraut: CommandLine) -> None:
    match = heraut.new(game="vassaux")
    told = heraut("sit", match, "--bots", "foo", typed="DEPLOYER 1 EN 7500,1500\n")
    assert told.status == 2 and "« foo »" in told.err.replace("\N{NO-BREAK SPACE}", " ") and told.out == ""
    assert steps(match) == []


def test_two_at_one_keyboard_and_a_final_word(heraut: CommandLine) -> None:
    match = deployed(heraut)
    before = len(steps(match))
    first = heraut.asked(match)
    told = heraut(
        "sit", match, typed="RECLAMER\nNULLE\nORDRE 1 WAI\nORDRE 51 WAI\n\nABANDONNER\nnon\nABANDONNER\noui\n"
    )
    assert told.status == 0 and "La bataille est finie" in told.out
    assert steps(match)[before] == {first: "NULLE"}
    assert next(iter(steps(match)[-1].values())) == "ABANDONNER"
    assert heraut("sit", match).status == 1  # over


def test_sheets_end_with_a_blank_line(heraut: CommandLine) -> None:
    match = heraut.new()
    told = heraut("sit", match, "--seat", "Hawkmoon", "--bots", "random", typed="CHE 1\nXYZ\n\n")
    assert told.status == 0 and "✗" in told.out
    assert steps(match)[0]["j1"] == "CHE 1" and len(steps(match)[0]) == 10


def test_faults_are_named(heraut: CommandLine) -> None:
    match = heraut.new(game="vassaux")
    other = "j2" if heraut.asked(match) == "j1" else "j1"
    waits = heraut("sit", match, "--seat", other)
    assert waits.status == 1 and "--bots" in waits.err
    alone = heraut("sit", heraut.new("dix.json"), "--seat", "Hawkmoon", typed="CHE 1\n\n")
    assert alone.status == 1 and "--bots" in alone.err and alone.out == ""  # nobody writes a sheet that could not count
    for clock in ("soon", "1,2,3", "-5", "99999999"):
        wrong = heraut("sit", match, "--clock", clock)
        assert wrong.status == 2 and clock in wrong.err
    assert heraut("sit", heraut.new("autre.json"), "--clock").status == 2  # this game has no timer of its own
    assert steps(match) == []


def at_leisure(match: Path, *words: str, typed: str, steps_wanted: int, longer: float = 0.0) -> float:
    """The command with somebody who types this, then nothing, until so many steps are written; the seconds it took.

    It stays there so many seconds longer.
    """
    command = [sys.executable, "-m", "heraut", "sit", str(match), *words]
    begun = time.monotonic()
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        assert process.stdin is not None
        process.stdin.write(typed.encode())
        process.stdin.flush()
        while len(steps(match)) < steps_wanted and time.monotonic() < begun + 30:
            time.sleep(0.05)
        took = time.monotonic() - begun
        time.sleep(longer)
        process.kill()
    return took


@pytest.mark.rule("SV-TRN-06", "SV-DPR-03")
def test_whoever_is_too_slow_to_order_is_silent(heraut: CommandLine) -> None:
    match = deployed(heraut)
    before, first = len(steps(match)), heraut.asked(match)
    assert at_leisure(match, "--clock", "1,60", typed="", steps_wanted=before + 1) > 1
    assert steps(match)[before] == {first: None}
    assert open_match(match).state.hosts[first == "j2"].silences >= 1
    assert heraut("verify", match).status == 0


def test_orders_already_there_count_when_time_is_up(heraut: CommandLine) -> None:
    match = heraut.new()
    heraut("orders", match, "--seat", "j1", "-", typed="CHE 2\nCHE 3\n")
    at_leisure(match, "--bots", "random", "--clock", "2", typed="-\nCHE 1\nXYZ\n", steps_wanted=1)
    assert steps(match)[0]["j1"] == "CHE 2\nCHE 1"
    other = heraut.new("autre.json")
    heraut("orders", other, "--seat", "j1", "-", typed="CHE 2\n")
    at_leisure(other, "--bots", "random", "--clock", "2", typed="-\n", steps_wanted=1)
    assert steps(other)[0]["j1"] is None  # taken back, and nothing said since


def test_a_drafted_line_counts_when_time_is_up(heraut: CommandLine) -> None:
    match = deployed(heraut)
    before, first = len(steps(match)), heraut.asked(match)
    line = f"ORDRE {2 if first == 'j1' else 52} WAI"
    heraut("orders", match, "--seat", first, "-", typed=f"{line}\n")
    at_leisure(match, "--clock", "1,60", typed="", steps_wanted=before + 1)
    assert steps(match)[before] == {first: line}


def test_no_question_stops_the_clock(heraut: CommandLine) -> None:
    match = heraut.new()
    at_leisure(match, "--bots", "random", "--clock", "2", typed="CHE 1\nABD\n", steps_wanted=1)  # Yes? No word.
    assert steps(match)[0]["j1"] == "CHE 1"
    other = heraut.new("autre.json")
    at_leisure(other, "--bots", "random", "--clock", "2", typed="XYZ\n\n", steps_wanted=1)
    assert steps(other)[0]["j1"] is None


@pytest.mark.rule("SV-TRN-06")
def test_the_timer_does_not_limit_what_follows_the_announcement(heraut: CommandLine) -> None:
    match = deployed(heraut)
    before, first = len(steps(match)), heraut.asked(match)
    line = f"ORDRE {2 if first == 'j1' else 52} MAR"
    at_leisure(match, "--clock", "5,0", typed=f"{line}\n", steps_wanted=before + 1, longer=2.5)
    assert steps(match)[before:] == [{first: line}]  # the way of the march may be thought over


@pytest.mark.rule("SV-TRN-06", "SV-DPR-01")
def test_the_clock_of_live_play(heraut: CommandLine) -> None:
    match = deployed(heraut)
    first = heraut.asked(match)
    typed = f"ORDRE {2 if first == 'j1' else 52} MAR\nq\n"
    command = [sys.executable, "-m", "heraut", "--lang", "fr", "sit", str(match), "--clock"]
    told = subprocess.run(command, input=typed, capture_output=True, text=True, check=True).stdout
    assert "90 secondes" in told and "30 secondes" in told.partition("90 secondes")[2]
    other = subprocess.run([*command, "70,20"], input="q\n", capture_output=True, text=True, check=True).stdout
    assert "20 secondes" in other and "30 secondes" not in other


@pytest.mark.parametrize("game", NAMES)
def test_every_key_that_is_offered_tells_something(heraut: CommandLine, game: str) -> None:
    match = heraut.new(game=game)
    heraut("sit", match, "--bots", "random", typed="q\n")  # bots may be asked before
    bare, before = heraut("sit", match, "--bots", "random", typed="q\n").out, steps(match)
    for key in ("?", "voir", "conseil"):
        told = heraut("sit", match, "--bots", "random", typed=f"{key}\nq\n")
        assert told.status == 0 and "✗" not in told.out
        assert len(told.out) > len(bare) + 3, (game, key)
    assert steps(match) == before


def test_who_comes_back_is_told_what_has_happened_with_its_events(heraut: CommandLine) -> None:
    match = heraut.new()
    mine = next(name for name, land in open_match(match).state.lands.items() if land.owner == "j1")
    line = f"IMP 3 {mine}"
    heraut("sit", match, "--bots", "random", typed=f"{line}\n\nq\n")
    again = heraut("sit", match, "--bots", "random", typed="q\n").out
    assert line.upper() in again.upper()
    assert "Vous n'avez pas donné d'ordres" not in again
    report = heraut("replay", match, "--seat", "j1", "--turn", 1).out
    assert report.split("──", 2)[2].strip()[:200] in again


def test_a_draft_waits_for_its_player(heraut: CommandLine) -> None:
    match = heraut.new()
    mine = next(name for name, land in open_match(match).state.lands.items() if land.owner == "j1")
    heraut("orders", match, "--seat", "j1", "-", typed=f"IMP 3 {mine}\n")
    left = heraut("sit", match, "--bots", "random", typed="q\n")
    assert "brouillon" in left.out and "IMP 3" in left.out and steps(match) == []
    heraut("sit", match, "--bots", "random", typed=f"-\nIMP 2 {mine}\n\nq\n")
    assert str(steps(match)[0]["j1"]).startswith("IMP 2")


def test_lines_of_who_leaves_wait_for_him(heraut: CommandLine) -> None:
    match = heraut.new()
    mine = next(name for name, land in open_match(match).state.lands.items() if land.owner == "j1")
    heraut("sit", match, "--bots", "random", typed=f"XYZ\nIMP 3 {mine}\nq\n")
    back = heraut("sit", match, "--bots", "random", typed=f"IMP 4 {mine}\n")  # and so do those of a torn line
    assert "brouillon" in back.out and "IMP 3" in back.out and steps(match) == []
    assert open_match(match).record.drafts["j1"].splitlines() == [f"IMP 3 {mine}", f"IMP 4 {mine}"]
    heraut("sit", match, "--bots", "random", typed="\nq\n")
    assert "IMP 4" in str(steps(match)[0]["j1"])


def test_a_draft_of_one_line_is_sent_by_an_empty_one(heraut: CommandLine) -> None:
    match = deployed(heraut)
    first = heraut.asked(match)
    line = f"ORDRE {2 if first == 'j1' else 52} WAI"
    heraut("orders", match, "--seat", first, "-", typed=f"{line}\n")
    before = len(steps(match))
    heraut("sit", match, "--seat", first, "--bots", "player", typed="\nq\n")
    assert steps(match)[before] == {first: line}


def test_an_empty_line_after_a_refused_one_sends_nothing_unasked(heraut: CommandLine) -> None:
    match = heraut.new()
    asked = heraut("sit", match, "--bots", "random", typed="XYZ\n\nnon\nq\n")
    assert "feuille vide" in asked.out + asked.err and steps(match) == []
    heraut("sit", match, "--bots", "random", typed="XYZ\n\noui\nq\n")
    assert len(steps(match)) == 1
    heraut("sit", match, "--bots", "random", typed="\nq\n")  # nobody was refused anything: no question
    assert len(steps(match)) == 2


@pytest.mark.rule("FI-NEG-02")
def test_a_negotiation_ends_by_silence(heraut: CommandLine) -> None:
    match = heraut.new("fief.json", "--seats", 3, game="fief")
    for _ in range(400):
        if all(decision.kind == "window" for decision in open_match(match).pending().values()):
            break
        heraut("advance", match, "--bots", "player")
    before, turn = len(steps(match)), open_match(match).state.turn
    heraut("sit", match, "--seat", "j1", "--bots", "player", typed="\n" * 4 + "q\n")
    after = open_match(match)
    assert after.state.turn == turn + 1 or after.state.road, len(steps(match)) - before


def test_a_decision_is_not_called_a_turn(heraut: CommandLine) -> None:
    match = heraut.new("fief.json", "--seats", 3, game="fief")
    for _ in range(3):
        heraut("advance", match, "--bots", "player")
    told = heraut("replay", match)
    assert "── Décision 3, tour 1 ──" in told.out and "── Tour" not in told.out
    assert "── Decision 3, turn 1 ──" in heraut("replay", match, "--lang", "en").out
    assert "Tour 1" in heraut("replay", heraut_turn(heraut)).out


def heraut_turn(heraut: CommandLine) -> Path:
    """A match of turns, one of them taken."""
    match = heraut.new("tours.json")
    heraut("advance", match, "--bots", "random")
    return match


def test_a_line_without_an_end_is_the_end_of_what_is_typed(heraut: CommandLine) -> None:
    match = heraut.new("partie.json", "--seats", 2)
    before = match.read_bytes()
    answer = heraut("sit", match, "--seat", "j1", "--bots", "random", typed="CHE 1 " * 20_000)
    told = answer.out + answer.err
    assert answer.status == 0 and "partie.json" in told and "✗" not in told and match.read_bytes() == before
