"""`heraut ladder`, `heraut balance`, campaigns of `heraut simulate`, and bots of others on the command line."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from heraut.engine.balance import read_balance
from heraut.games.fief.board.places import VILLAGES
from heraut.games.registry import GAMES
from tests.cli.command_line import CommandLine

for library in ("openskill", "pyarrow"):
    pytest.importorskip(library, reason="the extra `lab` is not installed: pip install 'heraut[lab]'")

EXAMPLES = Path(__file__).parents[2] / "examples" / "bots"
BROKEN = Path(__file__).parent / "broken.py"
SHORT = ("fief", "--seats", 2, "--max-turns", 12)
LADDER = ("ladder", *SHORT, "--bots", "novice,player:greedy,random")


def test_a_ladder_is_shown_and_written(heraut: CommandLine) -> None:
    shown = heraut(*LADDER, "--matches", 6)
    assert shown.status == 0 and "player:greedy" in shown.out and "Le classement" in shown.out
    page = (heraut.folder / "docs" / "ladder.md").read_text(encoding="utf-8")
    assert "## fief" in page and "| `player:greedy` |" in page
    command = next(line.strip() for line in page.splitlines() if line.startswith("    heraut"))
    assert command == (
        "heraut ladder fief --matches 6 --bots novice,player:greedy,random --seed ladder --seats 2 --max-turns 12"
    )
    assert heraut(*command.split()[1:]).status == 0  # goes on, finds all there
    assert (heraut.folder / "docs" / "ladder.md").read_text(encoding="utf-8") == page
    assert "docs/ladder.md" in shown.err and "heraut-lab/ladder-fief" in shown.err


def test_a_ladder_goes_on_where_it_stopped_whatever_the_jobs(heraut: CommandLine) -> None:
    whole = heraut(*LADDER, "--matches", 9, "--json", "--folder", "whole").json
    heraut(*LADDER, "--matches", 4, "--folder", "parts")
    assert heraut(*LADDER, "--matches", 9, "--json", "--folder", "parts", "--jobs", 2).json == whole
    assert {row["bot"] for row in whole["bots"]} == {"novice", "player:greedy", "random"}
    assert sum(row["seats"] for row in whole["bots"]) == 18


def test_another_campaign_needs_another_folder(heraut: CommandLine) -> None:
    assert heraut(*LADDER, "--matches", 1).status == 0
    refused = heraut(*LADDER, "--matches", 1, "--seed", "other", "--lang", "en")
    assert refused.status == 2 and "--folder" in refused.err and "seed" in refused.err
    (heraut.folder / "heraut-lab" / "ladder-fief" / "plan.json").write_text("not ours")
    broken = heraut(*LADDER, "--matches", 1)
    assert broken.status == 2 and "ne contient pas de campagne" in broken.err and "Traceback" not in broken.err


@pytest.mark.parametrize(
    ("lang", "title", "fair"), [("fr", "Par ost", "vaut un autre"), ("en", "By host", "as good as")]
)
def test_the_balance_of_hosts_is_shown(heraut: CommandLine, lang: str, title: str, fair: str) -> None:
    words = ("balance", "vassaux", "--bots", "random", "--matches", 7, "--max-turns", 2, "--lang", lang)
    shown = heraut(*words)
    assert shown.status == 0 and title in shown.out and "FRANC_400" in shown.out and fair in shown.out
    found = heraut(*words, "--json").json
    assert set(found["by"]) == {"seat", "host", "pair"} and found["matches"] == 7
    low, high = found["by"]["seat"]["j1"]["interval"]
    assert 0 <= low < high <= 1


def test_the_balance_of_fief_names_villages(heraut: CommandLine) -> None:
    shown = heraut("balance", "fief", "--bots", "random", "--seats", 6, "--matches", 6, "--max-turns", 60)
    starts = {village.name for village in VILLAGES if f" {village.name} " in f" {shown.out} "}
    assert starts and not [village.id for village in VILLAGES if "_" in village.id and village.id in shown.out]


def test_a_balance_is_kept_with_the_tables_of_its_game(heraut: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    """A copy of Daifen is measured: the table of the house stays as it is."""
    for part in ("tables", "calculators"):
        (heraut.folder / "copied" / part).mkdir(parents=True)
    for module in ("__init__", "calculators/__init__", "calculators/worth", "calculators/facts"):
        original = f"heraut.games.daifen.{module.replace('/', '.')}".removesuffix(".__init__")
        (heraut.folder / "copied" / f"{module}.py").write_text(f"from {original} import *\n")
    monkeypatch.syspath_prepend(heraut.folder)
    house = GAMES["daifen"]
    monkeypatch.setitem(GAMES, "copied", house._replace(packages=house.packages._replace(game="copied")))
    words = ("balance", "copied", "--seats", 3, "--bots", "random", "--matches", 4, "--max-turns", 3)
    assert heraut(*words, "--write").status == 0
    kept = read_balance("copied")
    assert kept is not None and kept.matches == 4 and set(kept.by) == {"seat", "race"}


def test_a_simulation_is_kept_and_gives_what_it_gives_without(heraut: CommandLine) -> None:
    words = ("simulate", *SHORT, "--bots", "novice,random", "--matches", 5, "--seed", "x", "--json")
    free, kept, again = heraut(*words).json, heraut(*words, "--folder", "f").json, heraut(*words, "--folder", "f").json
    assert kept == again
    for match in (*free["matches"], *kept["matches"]):
        del match["seconds"]
    assert free == kept
    assert not list((heraut.folder / "f").glob("trajectories/*"))
    assert heraut(*words, "--folder", "g", "--views").status == 0
    assert len(list((heraut.folder / "g").glob("trajectories/*.parquet"))) == 5
    assert heraut(*words, "--trajectories").status == 2


def test_bots_of_others_play_from_the_command_line(heraut: CommandLine) -> None:
    words = ("simulate", *SHORT, "--matches", 2, "--seed", "x", "--bots")
    for bot in (f"{EXAMPLES / 'patient.py'}:patient", f"program:{sys.executable} {EXAMPLES / 'any_answer.py'}"):
        played = heraut(*words, f"novice,{bot}", "--json").json["matches"]
        assert {name for match in played for name in match["entered"].values()} == {"novice", bot}
    path = heraut.new(game="fief")
    assert heraut("advance", path, "--bots", f"{EXAMPLES / 'patient.py'}:patient").status == 0
    assert heraut("advance", path, "--bots", "player:greedy").status == 0


@pytest.mark.parametrize(
    ("bot", "status", "said"),
    [
        ("merlin", 2, "merlin"),
        ("player:gentle", 2, "gentle\xa0» (player:gentle)\u202f; il y a\xa0: loyal"),
        ("random:loyal", 2, "automate «\xa0random:loyal"),
        ("master@2", 2, "pas une part du temps (master@2)"),
        ("player+wisdom=1", 2, "(player+wisdom=1)\u202f; il y a\xa0: sure"),
        ("player+sure=much", 2, "on attend NOM=NOMBRE"),
        ("nowhere.py:bot", 2, "nowhere.py ne se lit pas\xa0: rien de ce nom"),
        (f"{EXAMPLES / 'patient.py'}:hasty", 2, "pas de fonction «\xa0hasty"),
        (f"{BROKEN}:bot", 2, "cet automate ne se charge pas (ZeroDivisionError"),
        ("program:/nowhere/bot", 1, "ne démarre pas"),
        ("program:true", 1, "avant de répondre"),
        ("program:yes", 1, "ne se lit pas"),
        ('program:yes \'{"text":""}\'', 1, "sa ligne doit porter le «\xa0number"),
    ],
)
def test_a_bot_that_cannot_play_is_told_in_words(heraut: CommandLine, bot: str, status: int, said: str) -> None:
    answer = heraut("simulate", *SHORT, "--matches", 2, "--seed", "x", "--bots", f"random,{bot}")
    assert answer.status == status and said in answer.err and "Traceback" not in answer.err and not answer.out
    assert heraut("advance", heraut.new(game="fief"), "--bots", bot).status == status


def test_a_program_that_writes_a_line_too_many_is_told_the_remedy(heraut: CommandLine) -> None:
    file = heraut.folder / "talker.py"
    answer = "print(json.dumps({'text': '', 'number': json.loads(line)['number']}), flush=True)"
    file.write_text(f"import json, sys\nfor line in sys.stdin:\n    {answer}; {answer}\n")
    words = ("--matches", 1, "--seed", "x", "--bots", f"random,program:{sys.executable} {file}")
    told = heraut("simulate", *SHORT, *words)
    assert told.status == 1 and "(réponse/question\xa0: 1/2)" in told.err and "une seule ligne par question" in told.err
    assert "one line a question" in heraut("simulate", *SHORT, *words, "--lang", "en").err


@pytest.mark.parametrize(
    ("words", "library", "extra"),
    [
        (("ladder", "fief"), "openskill", "lab"),
        (("balance", "fief"), "pyarrow", "lab"),
        (("simulate", "fief", "--matches", 1, "--seed", 1, "--bots", "random", "--folder", "x"), "pyarrow", "lab"),
        (("balance", "fief", "--cluster", "local"), "ray", "cluster"),
    ],
)
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_what_is_not_installed_is_said_with_what_to_type(
    heraut: CommandLine, monkeypatch: pytest.MonkeyPatch, words: tuple[Any, ...], library: str, extra: str, lang: str
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    answer = heraut(*words, "--lang", lang)
    assert answer.status == 2 and library in answer.err and f"pip install 'heraut[{extra}]'" in answer.err


HEAVY = ("numpy", "pyarrow", "openskill", "matplotlib", "cma", "ray", "pyspiel", "pettingzoo", "gymnasium")


@pytest.mark.parametrize(
    "words",
    [
        "['--help']",
        "['ladder', '--help']",
        "['simulate', 'fief', '--matches', '1', '--seed', '1', '--bots', 'player', '--max-turns', '9']",
    ],
)
def test_heavy_libraries_are_left_alone_where_nothing_needs_them(words: str) -> None:
    script = f"import sys; from heraut.cli import main; main({words}); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert not set(HEAVY) & set(done.stdout.splitlines()[-1].split())


@pytest.mark.parametrize("address", ["127.0.0.1:1", "ray://127.0.0.1:1", "nowhere.invalid:6379"])
def test_a_cluster_that_is_not_there_is_told_at_once(heraut: CommandLine, address: str) -> None:
    pytest.importorskip("ray", reason="the extra `cluster` is not installed: pip install 'heraut[cluster]'")
    begun = time.monotonic()
    answer = heraut("simulate", *SHORT, "--matches", 1, "--seed", 1, "--bots", "random", "--cluster", address)
    assert answer.status == 2 and address in answer.err and "ray start --head" in answer.err
    assert time.monotonic() - begun < 60  # Ray itself asks for minutes


@pytest.mark.parametrize(("lang", "told"), [("fr", "abîmé"), ("en", "damaged")])
def test_a_damaged_part_is_named(heraut: CommandLine, lang: str, told: str) -> None:
    assert heraut(*LADDER, "--matches", 1, "--folder", "one").status == 0
    (part,) = (heraut.folder / "one" / "results").iterdir()
    part.write_bytes(b"PAR1")
    refused = heraut(*LADDER, "--matches", 1, "--folder", "one", "--lang", lang)
    assert refused.status == 2 and told in refused.err and part.name in refused.err


@pytest.mark.parametrize(("lang", "told"), [("fr", "ne contient pas de campagne"), ("en", "holds no campaign")])
def test_a_plan_that_cannot_be_read_is_named(heraut: CommandLine, lang: str, told: str) -> None:
    assert heraut(*LADDER, "--matches", 1, "--folder", "one").status == 0
    (heraut.folder / "one" / "plan.json").write_text("nonsense")
    refused = heraut(*LADDER, "--matches", 1, "--folder", "one", "--lang", lang)
    assert refused.status == 2 and told in refused.err


@pytest.mark.parametrize(("lang", "told"), [("fr", "ne se charge pas"), ("en", "cannot be loaded")])
def test_a_bot_that_cannot_be_loaded_is_named(heraut: CommandLine, lang: str, told: str) -> None:
    (heraut.folder / "mine.py").write_text("raise RuntimeError('early')")
    refused = heraut("simulate", *SHORT, "--bots", "mine.py:x", "--matches", 1, "--seed", "1", "--lang", lang)
    assert refused.status == 2 and told in refused.err and "early" in refused.err


@pytest.mark.parametrize(("lang", "told"), [("fr", "a échoué"), ("en", "has failed")])
def test_a_bot_that_fails_in_a_rehearsal_is_named(heraut: CommandLine, lang: str, told: str) -> None:
    (heraut.folder / "mine.py").write_text("def mine(*_):\n    raise RuntimeError('late')\n")
    assert heraut("new", "daifen", "--seats", 3, "--output", "match.json").status == 0
    words = ("odds", "daifen", "rehearse", "match.json", "--seat", "j1", "--bots", "mine.py:mine", "--lang", lang)
    refused = heraut(*words)
    assert refused.status == 1 and told in refused.err and "mine.py:2" in refused.err
