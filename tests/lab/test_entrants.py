"""Bots by name: those of the house with level, temper and budget, entry points, files, programs."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from heraut import games
from heraut.bots.character import TEMPERS
from heraut.engine.match import Match
from heraut.engine.play import offered
from heraut.engine.protocol import Seat
from heraut.engine.rng import Rng
from heraut.games import NAMES
from heraut.lab import entrants
from heraut.lab.programs import Program, ProgramFault
from heraut.lab.simulate import MatchResult, simulate
from tests.lab.test_simulate import timeless

EXAMPLES = Path(__file__).parents[2] / "examples" / "bots"
PROGRAM = f"program:{sys.executable} {EXAMPLES / 'any_answer.py'}"


def fief(*bots: str, **more: Any) -> list[MatchResult]:
    """Short matches of Fief between two of these."""
    words: dict[str, Any] = {"options": {}, "seats": 2, "matches": 2, "seed": b"x", "max_turns": 40, **more}
    return list(simulate("fief", bots=bots, **words))


def test_each_seat_draws_its_temper_from_the_match() -> None:
    drawn = [entrants.seated("fief", "novice", Seat(f"j{n}"), Rng(b"one")) for n in range(40)]
    assert set(drawn) == {f"novice:{temper}" for temper in TEMPERS}
    assert drawn == [entrants.seated("fief", "novice", Seat(f"j{n}"), Rng(b"one")) for n in range(40)]
    kept = ("player:greedy", "master:loyal@0.1", "classic", "random", PROGRAM, "mine.py:careful")
    assert [entrants.seated("fief", name, Seat("j1"), Rng(b"one")) for name in kept] == list(kept)
    assert entrants.seated("fief", "master@0.1", Seat("j1"), Rng(b"x")).endswith("@0.1")


def test_a_result_names_the_bot_in_full_and_as_it_was_entered() -> None:
    (result, _) = fief("novice@0.5", "player:warlike")
    assert list(result.entered.values()) == ["novice@0.5", "player:warlike"]
    first, second = result.bots.values()
    assert first.startswith("novice:") and first.endswith("@0.5") and second == "player:warlike"


def test_a_bot_stands_in_a_file() -> None:
    bot = f"{EXAMPLES / 'patient.py'}:patient"
    (result, _) = fief("player", bot)
    assert bot in result.bots.values()
    with pytest.raises(KeyError, match="patient"):
        entrants.player("fief", f"{EXAMPLES / 'patient.py'}:hasty")
    with pytest.raises(KeyError, match="nameless"):
        entrants.player("fief", str(EXAMPLES / "patient.py"))
    with pytest.raises(FileNotFoundError):
        entrants.player("fief", "nowhere.py:patient")


@pytest.mark.parametrize(
    ("text", "code", "detail"),
    [
        ("raise RuntimeError('early')", "broken", "RuntimeError: early, mine.py:1"),
        ("def mine(", "broken", "SyntaxError"),
        ("def mine(*_):\n    raise RuntimeError('late')", "failed", "RuntimeError: late, mine.py:2"),
        ("mine = lambda *_: None", "no_answer", "NoneType"),
        ("mine = lambda *_: 7", "no_answer", "int"),
        ("mine = lambda decision, *_: decision.write(decision.default)", "no_answer", "str"),
        ("mine = lambda decision, *_: tuple(decision.offers())", "illegal", "one_answer"),
    ],
)
def test_a_bot_in_a_file_that_fails_is_a_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, code: str, detail: str
) -> None:
    (tmp_path / "mine.py").write_text(text)
    with pytest.raises(ProgramFault) as caught:
        fief(f"{tmp_path / 'mine.py'}:mine", "random", matches=1)
    assert caught.value.code == code and detail in caught.value.detail


def test_an_entry_point_that_cannot_be_loaded_is_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "nimues_bots.py").write_text("raise RuntimeError('early')\n")
    (tmp_path / "nimue-1.0.dist-info").mkdir()
    (tmp_path / "nimue-1.0.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: nimue\nVersion: 1.0\n")
    (tmp_path / "nimue-1.0.dist-info" / "entry_points.txt").write_text(
        "[heraut.bots]\nfief.nimue = nimues_bots:x\nfief.lancelot = heraut.lab.entrants:GROUP\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    for name, detail in (("nimue", "early"), ("lancelot", "no function")):
        with pytest.raises(ProgramFault, match=detail) as caught:
            entrants.player("fief", name)
        assert caught.value.code == "broken"


def test_a_bot_is_an_entry_point_of_another_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "merlins_bots.py").write_text("def silent(decision, view, rng):\n    return decision.default\n")
    (tmp_path / "merlin-1.0.dist-info").mkdir()
    (tmp_path / "merlin-1.0.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: merlin\nVersion: 1.0\n")
    (tmp_path / "merlin-1.0.dist-info" / "entry_points.txt").write_text(
        "[heraut.bots]\nfief.merlin = merlins_bots:silent\ngloire.arthur = merlins_bots:silent\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    assert entrants.names("fief")[-1] == "merlin"
    assert {"merlin", "random"} == set(fief("merlin", "random")[0].bots.values())
    with pytest.raises(KeyError, match="arthur"):
        entrants.player("fief", "arthur")


@pytest.mark.parametrize("game", NAMES)
def test_whoever_chooses_among_what_is_offered_is_never_refused_nor_silent(game: str, tmp_path: Path) -> None:
    bot = tmp_path / "first.py"
    bot.write_text("""
import json, sys

for line in sys.stdin:
    asked = json.loads(line)
    assert asked["offers"], asked["kind"]
    print(json.dumps({"number": asked["number"], "text": asked["offers"][0]}), flush=True)
""")
    options = {"lords": 2} if game == "gloire" else {}
    match = Match.new(games.game(game), [Seat("j1"), Seat("j2")], options, b"offers")
    program = Program(f"{sys.executable} {bot}")
    for decision in match.pending().values():
        answer = program(decision, decision.view, Rng(b"draws"))
        assert decision.write(answer) == offered(decision)[0] and decision.check(answer) == []
    program.end()


@pytest.mark.slow
def test_a_program_answers_alike_however_many_processes_ask() -> None:
    alone = fief("random", PROGRAM, matches=3)
    assert timeless(alone) == timeless(fief("random", PROGRAM, matches=3, jobs=2))
    assert PROGRAM in alone[0].bots.values()


def test_a_program_plays_where_answers_cannot_be_listed() -> None:
    words: dict[str, Any] = {"options": {"lords": 3}, "seats": 3, "matches": 1, "seed": b"x", "max_turns": 2}
    (result,) = simulate("daifen", bots=[PROGRAM, "random"], **words)
    assert result.turns == 2


@pytest.mark.parametrize(
    ("script", "code"),
    [
        ("import sys; sys.exit()", "ended"),
        ("print('[]', flush=True); input()", "unreadable"),
        ("print('{\"text\": 1}', flush=True); input()", "unreadable"),
        ("import sys; input(); sys.stdout.write('{')", "unreadable"),
        ("import time; time.sleep(60)", "slow"),
        ('print(\'{"text": ""}\', flush=True); input()', "unnumbered"),
        ('print(\'{"text": "", "number": 2}\', flush=True); input()', "astray"),
    ],
)
def test_a_program_that_does_not_answer_is_a_fault(tmp_path: Path, script: str, code: str) -> None:
    file = tmp_path / "bot.py"
    file.write_text(script)
    bot = Program(f"{sys.executable} {file}", patience=0.5 if code == "slow" else 20)
    with pytest.raises(ProgramFault) as caught:
        next(iter_answers(bot))
    assert caught.value.code == code
    assert bot.process is None


def test_a_line_too_many_is_no_answer_to_the_next_question(tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    answer = "print(json.dumps({'text': '', 'number': json.loads(line)['number']}), flush=True)"
    file.write_text(f"import json, sys\nfor line in sys.stdin:\n    {answer}; {answer}\n")
    bot = Program(f"{sys.executable} {file}")
    assert next(iter_answers(bot)) is not None
    with pytest.raises(ProgramFault, match="1/2") as caught:
        next(iter_answers(bot))
    assert caught.value.code == "astray" and bot.process is None


@pytest.mark.parametrize("script", ["sleep 20; true", "sleep 20 & exit"])
def test_what_a_program_has_begun_is_stopped_with_it(script: str) -> None:
    begun = time.monotonic()
    bot = Program(f"sh -c '{script}'", patience=0.5)  # whoever sleeps has the pipes of the shell
    with pytest.raises(ProgramFault) as caught:
        next(iter_answers(bot))
    assert caught.value.code in ("slow", "ended")
    assert time.monotonic() - begun < 10


def test_ctrl_c_stops_a_program_that_is_asked() -> None:
    command = "sh -c 'read question; echo $$ >&2; sleep 30; true'"
    heard = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"  # whatever a shell has set
    asked = f"Program({command!r}).ask(Question('move', {{}}, None, [], '', 1, 1))"
    code = f"{heard}; from heraut.lab.programs import *; {asked}"
    with subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.PIPE, text=True) as asking:
        assert asking.stderr is not None
        group = int(asking.stderr.readline())
        os.killpg(group, 0)
        told = time.monotonic()
        asking.send_signal(signal.SIGINT)
        assert "KeyboardInterrupt" in asking.stderr.read()  # to the end of all who write there
        assert time.monotonic() - told < 15
    with pytest.raises(ProcessLookupError):
        for _ in range(50):  # until whoever is killed is gone
            os.killpg(group, 0)
            time.sleep(0.1)


def test_a_program_that_is_not_there_is_a_fault() -> None:
    for command in ("/nowhere/bot", "", "'"):
        with pytest.raises(ProgramFault) as caught:
            next(iter_answers(Program(command)))
        assert caught.value.code == "start"


def iter_answers(bot: Program) -> Any:
    """What a program answers in a match of Fief."""
    from heraut import games

    game = games.game("fief")
    state = game.setup([Seat("j1"), Seat("j2")], {}, Rng(b"x")).state
    for decision in game.pending(state).values():
        yield bot(decision, decision.view, Rng(b"x"))


def test_refused_lines_of_a_program_count_for_nothing(tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    file.write_text(
        "import json\nwhile True:\n    number = json.loads(input())['number']\n"
        "    print(json.dumps({'text': 'nonsense', 'number': number}), flush=True)\n"
    )
    bot = Program(f"{sys.executable} {file}")
    assert next(iter_answers(bot)) is not None
    bot.end()
