"""`heraut sit`: a match at one keyboard, with and without a clock."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from heraut.cli.files import open_match
from tests.cli.door import Door


def steps(match: Path) -> list[dict[str, str | None]]:
    record = json.loads(match.read_text(encoding="utf-8"))
    return [{answer["seat"]: answer.get("text") for answer in step["answers"]} for step in record["steps"]]


def deployed(heraut: Door) -> Path:
    """A battle in which the first orders are due."""
    match = heraut.new(game="vassaux")
    while open_match(match).state.phase != "orders":
        heraut("advance", match, "--bots", "random")
    return match


def test_one_seat_against_a_bot(heraut: Door) -> None:
    match, picture = heraut.new(game="vassaux"), heraut.folder / "table.svg"
    typed = "?\n\nDEPLOYER 99\nconseil\nDEPLOYER 1 EN 7500,1500\nq\n"
    told = heraut("sit", match, "--bots", "player", "--map", picture, typed=typed)
    assert told.status == 0 and "Remède" in told.out and "RECLAMER" in told.out  # what may be written
    assert "laissée" in told.out and picture.read_text(encoding="utf-8").startswith("<svg")
    assert {"j1": "DEPLOYER 1 EN 7500,1500"} in steps(match)
    assert heraut("verify", match).status == 0


def test_two_at_one_keyboard_and_a_final_word(heraut: Door) -> None:
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


def test_sheets_end_with_a_blank_line(heraut: Door) -> None:
    match = heraut.new()
    told = heraut("sit", match, "--seat", "Hawkmoon", "--bots", "random", typed="CHE 1\nXYZ\n\n")
    assert told.status == 0 and "✗" in told.out
    assert steps(match)[0]["j1"] == "CHE 1" and len(steps(match)[0]) == 10


def test_faults_are_named(heraut: Door) -> None:
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


def at_leisure(match: Path, *words: str, typed: str, steps_wanted: int) -> float:
    """The command with somebody who types this, then nothing, until so many steps are written; the seconds it took."""
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
        time.sleep(2.5)
        process.kill()
    return took


@pytest.mark.rule("SV-TRN-06", "SV-DPR-03")
def test_whoever_is_too_slow_to_order_is_silent(heraut: Door) -> None:
    match = deployed(heraut)
    before, first = len(steps(match)), heraut.asked(match)
    assert at_leisure(match, "--clock", "1,60", typed="", steps_wanted=before + 1) > 1
    assert steps(match)[before] == {first: None}
    assert open_match(match).state.hosts[first == "j2"].silences >= 1
    assert heraut("verify", match).status == 0


@pytest.mark.rule("SV-TRN-06")
def test_the_timer_does_not_limit_what_follows_the_announcement(heraut: Door) -> None:
    match = deployed(heraut)
    before, first = len(steps(match)), heraut.asked(match)
    line = f"ORDRE {2 if first == 'j1' else 52} MAR"
    at_leisure(match, "--clock", "5,0", typed=f"{line}\n", steps_wanted=before + 1)
    assert steps(match)[before:] == [{first: line}]  # the way of the march may be thought over


@pytest.mark.rule("SV-TRN-06", "SV-DPR-01")
def test_the_clock_of_live_play(heraut: Door) -> None:
    match = deployed(heraut)
    first = heraut.asked(match)
    typed = f"ORDRE {2 if first == 'j1' else 52} MAR\nq\n"
    command = [sys.executable, "-m", "heraut", "--lang", "fr", "sit", str(match), "--clock"]
    told = subprocess.run(command, input=typed, capture_output=True, text=True, check=True).stdout
    assert "90 secondes" in told and "30 secondes" in told.partition("90 secondes")[2]
    other = subprocess.run([*command, "70,20"], input="q\n", capture_output=True, text=True, check=True).stdout
    assert "20 secondes" in other and "30 secondes" not in other
