"""The sixth game in a terminal, by the commands that all games share."""

from __future__ import annotations

import json

import pytest

from tests.cli.command_line import SEED, CommandLine
from tests.sixth_game import NAME


def test_a_match_is_played_from_its_start_to_its_proof(heraut: CommandLine) -> None:
    made = heraut(
        "new", NAME, "-o", "vente.json", "--seats", 2, "--seed", SEED, "--name", "j1=Aude", "--name", "j2=Odon"
    )
    assert made.status == 0 and "Aude" in made.out and "une salle" in made.out
    assert "le lot vaut" in heraut("show", "vente.json", "--seat", "j1").out
    refused = heraut("orders", "vente.json", "--seat", "Aude", "-", typed="MISE 21\n")
    assert refused.status == 1 and "misez de 1 à 20" in refused.out and "SB-03" in refused.out
    for bid, left in ((9, 11), (8, 3), (3, 0)):
        kept = heraut("orders", "vente.json", "--seat", "Aude", "-", typed=f"mise {bid} ; tout ou rien\n")
        assert kept.status == 0 and f"MISE {bid}" in kept.out
        told = heraut("advance", "vente.json")
        assert told.status == 0 and "Aude emporte le lot" in told.out and f"{bid} couronnes" not in told.out
        assert heraut("show", "vente.json", "--seat", "j1", "--json").json["own"]["purse"] == left
    assert "Victoire : Aude." in told.out.replace("\u00a0", " ")
    verified = heraut("verify", "vente.json")
    assert verified.status == 0 and "aux points" in verified.out
    assert "il vous en reste 11" in heraut("replay", "vente.json", "--seat", "j1").out
    assert heraut("advance", "vente.json").status == 1


def test_it_is_played_at_the_keyboard_against_bots(heraut: CommandLine) -> None:
    assert heraut("new", NAME, "-o", "vente.json", "--seed", SEED).status == 0
    sat = heraut("sit", "vente.json", "--seat", "j1", "--bots", "player", typed="?\nMISE 99\nMISE 7\n\n\no\nMISE 1\n\n")
    assert sat.status == 0 and "Victoire" in sat.out
    assert "MISE n" in sat.out and "misez de 1 à 20" in sat.out
    steps = json.loads((heraut.folder / "vente.json").read_text(encoding="utf-8"))["steps"]
    assert [step["answers"][0].get("text") for step in steps] == ["MISE 7", "", "MISE 1"]


@pytest.mark.parametrize(("lang", "about"), [("fr", "L'Enchère scellée"), ("en", "The Sealed Bid")])
def test_it_is_listed_with_its_rules(heraut: CommandLine, lang: str, about: str) -> None:
    assert about in heraut("games", "--lang", lang).out
    rules = heraut("rules", NAME, "--lang", lang)
    assert rules.status == 0 and about in rules.out and "SB-05" in rules.out
    assert "MISE n" in heraut("help", NAME, "--lang", lang).out


def test_what_it_has_not_is_said_in_words(heraut: CommandLine) -> None:
    assert heraut("new", NAME, "-o", "vente.json").status == 0
    for words, said in (
        (("show", "vente.json", "--map", "carte.svg"), "sans carte"),
        (("demo", NAME), NAME),
        (("odds", NAME), NAME),
        (("new", NAME, "-o", "x.json", "--option", "lots=4"), "lots"),
    ):
        answer = heraut(*words)
        assert answer.status in (1, 2) and said in answer.err, (words, answer)


def test_bots_play_it_by_the_hundred(heraut: CommandLine) -> None:
    many = heraut("simulate", NAME, "--matches", 100, "--bots", "player,random", "--seed", "7")
    assert many.status == 0 and "aux points" in many.out
