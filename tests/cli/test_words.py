"""The words of the command line: every command and option has its own."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import heraut.cli
from heraut.cli.app import COMMANDS, spoken_language
from heraut.cli.app import heraut as heraut_command
from heraut.cli.help import Group, option_words
from heraut.cli.screen import Screen
from heraut.engine.record import FAULTS
from heraut.engine.words import catalogue
from heraut.games.gloire.orders import ORDERS
from heraut.games.registry import GAMES
from tests.cli.command_line import CommandLine

LANGUAGES = ("fr", "en")
PACKAGES = ["heraut.cli", *(entry.packages.cli for entry in GAMES.values())]
ODDS = {game: entry.odds for game, entry in GAMES.items() if entry.odds}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_command_and_option_is_explained(lang: str) -> None:
    screen = Screen(lang)

    def explained(command: Any, key: str) -> None:
        assert screen.words.has("command", key or "heraut"), key
        for parameter in command.params:
            assert option_words(screen, key or "heraut", parameter.name), (key, parameter.name)
        for name in command.list_commands(None) if isinstance(command, Group) else ():
            explained(command.get_command(None, name), f"{key}.{name}".lstrip("."))

    explained(heraut_command, "")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_stop_has_its_words(lang: str) -> None:
    known = set().union(*(catalogue(package, lang).groups.get("stop", {}) for package in PACKAGES))
    sources = sorted(Path(heraut.cli.__file__).parent.rglob("*.py"))
    stops = {stop for path in sources for stop in re.findall(r'(?:Refused|Misuse)\(\s*"(\w+)"', path.read_text())}
    assert stops and stops <= known, stops - known


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_fault_of_a_record_and_every_order_has_its_words(lang: str) -> None:
    assert set(catalogue("heraut.cli", lang).groups["record"]) == set(FAULTS)
    words = catalogue("heraut.cli.gloire", lang)
    for order in ORDERS:
        assert words.has("say", f"order_{order.code}")
        for _, sort in order.syntax:
            assert words.has("say", f"argument_{sort.rstrip('?')}")


@pytest.mark.parametrize(
    ("environment", "lang"),
    [
        ({}, "fr"),
        ({"LANG": "C"}, "fr"),
        ({"LANG": "C.UTF-8"}, "fr"),
        ({"LANG": "fr_CA.UTF-8"}, "fr"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "en_GB.UTF-8", "HERAUT_LANG": "fr"}, "fr"),
        ({"LANG": "fr_FR.UTF-8", "HERAUT_LANG": "en"}, "en"),
        ({"LANG": "fr_FR.UTF-8", "HERAUT_LANG": "tlh"}, "fr"),
    ],
)
def test_the_language_comes_from_the_environment_french_by_default(environment: dict[str, str], lang: str) -> None:
    assert spoken_language(environment) == lang


def test_the_option_lang_wins_wherever_it_stands(heraut: CommandLine) -> None:
    for words in (("--lang", "en", "games"), ("games", "--lang=en")):
        assert "The games" in heraut(*words).out
    assert "Les jeux" in heraut("games").out
    wrong = heraut("games", "--lang", "tlh")
    assert wrong.status == 2
    assert "tlh" in wrong.err


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("command", [*COMMANDS, "odds", *(f"odds {game}" for game in ODDS)])
def test_every_command_has_help_in_both_languages(heraut: CommandLine, command: str, lang: str) -> None:
    answer = heraut(*command.split(), "--help", "--lang", lang)
    assert answer.status == 0
    assert ("Langue" if lang == "fr" else "Language") in answer.out
    assert "--lang fr|en" in answer.out


@pytest.mark.parametrize(("game", "command"), [(game, command) for game in ODDS for command in ODDS[game]])
def test_every_calculator_has_help(heraut: CommandLine, game: str, command: str) -> None:
    assert heraut("odds", game, command, "-h").status == 0


def test_a_wrong_command_line_is_answered_in_words_and_with_status_2(heraut: CommandLine) -> None:
    for words, said in [
        (("nope",), "nope"),
        (("new", "gloire", "--nope"), "--nope"),
        (("new",), "JEU"),
        (("new", "gloire"), "--output"),
        (("new", "gloire", "-o", "x.json", "--seats", "many"), "un nombre"),
        (("simulate", "gloire", "--matches", "0", "--bots", "random", "--seed", "1"), "1 au moins"),
        (("games", "one", "two"), "mots de trop"),
        (("show", "x.json", "--seat"), "--seat"),
        (("odds", "gloire", "finance", "--coefficient", "7"), "un nombre de 0 à 1"),
        (("odds", "gloire", "battle", "--men", "9", "--renown", "nan"), "1 au moins"),
        (("odds", "gloire", "battle", "--men", "9", "--renown", "inf"), "1 au moins"),
        (("odds", "daifen", "assault"), "--attack"),
        (("worker", "--only", "foo"), "clock, mail, push, hooks"),
        (("odds", "daifen", "assault", "--attack", "archer 9", "--gold", "-1"), "0 au moins"),
    ]:
        answer = heraut(*words)
        assert answer.status == 2, words
        assert said in answer.err, (words, answer.err)
        assert not answer.out


def test_without_a_word_heraut_shows_its_commands(heraut: CommandLine) -> None:
    answer = heraut()
    assert answer.status == 2
    assert "advance" in answer.err


def test_the_version_is_told(heraut: CommandLine) -> None:
    answer = heraut("--version")
    assert (answer.status, answer.out.startswith("heraut ")) == (0, True)


def test_help_says_what_is_required_and_breaks_no_line_within_guillemets(heraut: CommandLine) -> None:
    shown = heraut("simulate", "--help").out
    assert shown.count("(Obligatoire.)") == 3 and "«\xa0auto\xa0»" in shown and "--seed TEXTE" in shown
    assert heraut("ladder", "--help", "--lang", "en").out.count("(Required.)") == 0
    assert "novice:loyal" in heraut("advance", "--help").out
