"""Both languages are complete, and say the same."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

import heraut.games.fief as package
from heraut.engine.protocol import Seat
from heraut.engine.sheets import UNFIT
from heraut.engine.words import catalogue
from heraut.games import fief
from heraut.games.fief.herald import Herald, fixed_names, with_article
from tests.games.fief.builders import Table

SOURCE = Path(package.__file__).parent
FR, EN = (tomllib.loads((SOURCE / f"text/{lang}.toml").read_text(encoding="utf-8")) for lang in ("fr", "en"))
CODE = "\n".join(path.read_text(encoding="utf-8") for path in SOURCE.rglob("*.py"))


def leaves(table: dict[str, Any], prefix: str = "") -> dict[str, str]:
    found = {}
    for key, value in table.items():
        found |= leaves(value, f"{prefix}{key}.") if isinstance(value, dict) else {prefix + key: value}
    return found


def test_every_refusal_has_a_reason_and_a_remedy() -> None:
    codes = set(re.findall(r'Refusal\(\s*"FI-[\w-]+", "(\w+)"', CODE)) | set(re.findall(r'NotRead\("(\w+)"', CODE))
    codes |= set(UNFIT)
    assert codes <= set(FR["refusal"]) and list(FR["refusal"]) == list(FR["remedy"])


def test_every_event_has_a_sentence() -> None:
    told = re.findall(r'(?:announce|tell)\((?:[^"]*?)"FI-[\w-]+",\s*"(\w+)"', CODE)
    assert len(told) > 60 and set(told) <= set(FR["event"])


def test_a_fief_stands_in_a_sentence_with_its_article() -> None:
    assert with_article("Comté de Sigy", "fr") == "le comté de Sigy"
    assert with_article("Baronnie de Sennecy", "fr") == "la baronnie de Sennecy"
    assert with_article("Duché d'Abzac", "fr") == "le duché d'Abzac"
    assert with_article("County of Sigy", "en") == "County of Sigy"
    words, names = catalogue("heraut.games.fief", "fr"), fixed_names("fr")
    made = {"lord": "arnaud", "title": "county", "region": "r_sigy", "seat": "j1", "city": "sigy", "price": 800}
    told = words.say("event", "fief_made", made, {**names, "seat": {"j1": "Clairac"}})
    assert ": le pays de Sigy devient fief de Clairac" in told.replace("\u00a0", " ")


@pytest.mark.rule("FI-INF-07")
def test_a_report_lists_ones_own_house_and_says_what_there_is_none_of() -> None:
    table = Table(2)
    table.lord("arnaud", 0, "bourg")
    table.lord("henry", 0, "bourg", captor=1)
    table.troops(1, "bourg", 1)
    reports = [fief.report(fief.view(table.realm, Seat(seat)), (), "en") for seat in ("j1", "j2")]
    house = [dict(re.findall(r"^  (Lords|Troops|Captives) +(.+)$", text, re.MULTILINE)) for text in reports]
    assert house[0] == {"Lords": "Arnaud at Bourg; Henry at Bourg, captive of F1", "Troops": "none", "Captives": "none"}
    assert house[1] == {"Lords": "none", "Troops": "Bourg 1", "Captives": "Henry"}


@pytest.mark.rule("FI-INF-07")
def test_a_report_says_whose_it_is_and_who_is_king_and_a_chronicle_is_everybodys() -> None:
    table = Table(2)
    table.lord("arnaud", 0, "bourg")
    table.lord("henry", 1, "sigy")
    own = fief.view(table.phase("move").realm, Seat("j1"))
    assert "for the house of F0" in fief.report(own, (), "en") and "Arnaud." not in fief.report(own, (), "en")
    assert "for the house" not in fief.chronicle(own, (), "en")
    table.king("arnaud")
    assert "King: Arnaud." in fief.report(fief.view(table.realm, Seat("j1")), (), "en")


@pytest.mark.rule("FI-LRD-07")
@pytest.mark.parametrize(
    ("phase", "captor", "lordless"), [("move", None, False), ("move", 1, True), ("purchase", 1, False)]
)
def test_who_has_no_free_lord_is_told_so_where_lords_march(phase: str, captor: int | None, lordless: bool) -> None:
    table = Table(2)
    table.lord("arnaud", 0, "sigy", captor=captor)
    table.lord("henry", 1, "sigy")
    table.own(0, "bourg", fort="castle", mills=1)
    table.troops(0, "bourg", 3)
    table.purse(0, 300)
    herald = Herald(fief.view(table.phase(phase).realm, Seat("j1")), "en")

    assert ("no free lord" in herald.question(herald.view["own"]["asked"])) is lordless


@pytest.mark.parametrize(
    ("event", "data"),
    [
        ("ravaged", {"mills": 1, "presses": 0, "castle": True}),
        ("income", {"money": 500, "seat": "j1"}),
        ("village_taken", {"seat": "j1", "former": "j2"}),
        ("battle_over", {"winners": ["rebels"], "claimant": None, "fallen": []}),
    ],
)
def test_no_village_of_several_is_told_as_one(event: str, data: dict[str, Any]) -> None:
    words = catalogue("heraut.games.fief", "fr")
    seats = {"j1": "Clairac", "j2": "Kergoat", "rebels": "la Jacquerie"}
    told = words.say("event", event, {"village": "les_essarts", **data}, {**fixed_names("fr"), "seat": seats})
    assert not re.search(r"Essarts (est|rapporte|passe)\b", told) and "victoire, " not in told
    assert event != "ravaged" or told == "Ravages aux Essarts. Moulins perdus\u00a0: 1. Le château est à bas."
    assert event != "battle_over" or told == "Bataille des Essarts\u00a0: victoire de la Jacquerie."
