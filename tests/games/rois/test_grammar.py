"""People, monsters and units are called as each language calls them: genders, ordinals, races (D22, INFO-05)."""

from __future__ import annotations

from typing import Any

import pytest

from heraut.engine.protocol import Seat, Step, seen_by
from heraut.games import rois
from heraut.games.rois.grammar import ordinal, troop, unit_name
from heraut.games.rois.herald import Herald
from heraut.games.rois.state import World
from heraut.games.rois.tables import MONSTERS, RACES, UNITS

from .builders import Fate, feature, king, own, person, play, relate, sea, units, world, years


@pytest.mark.parametrize(
    ("number", "fr", "en"),
    [(1, "1er", "1st"), (2, "2e", "2nd"), (3, "3e", "3rd"), (11, "11e", "11th"), (21, "21e", "21st"),
     (113, "113e", "113th"), (191, "191e", "191st"), (1203, "1203e", "1203rd")],
)  # fmt: skip
def test_ordinals(number: int, fr: str, en: str) -> None:
    assert (ordinal(number, "fr"), ordinal(number, "en")) == (fr, en)
    assert ordinal(1, "fr", feminine=True) == "1re"


@pytest.mark.parametrize(
    ("number", "type", "race", "fr", "en"),
    [
        (191, "BO", "elf", "191e Archers elfes", "191st elf Archers"),
        (1, "LE", "human", "1re Légion humaine", "1st human Legion"),
        (1, "AX", "dwarf", "1er Hacheurs nains", "1st dwarf Axemen"),
        (2, "PH", "orc", "2e Phalange orc", "2nd orc Phalanx"),
        (3, "LE", "skeleton", "3e Légion squelette", "3rd skeleton Legion"),
        (4, "TR", "troll", "4e Trolls", "4th Trolls"),
        (1, "WH", "whale", "1re Baleines", "1st Whales"),
    ],
)
def test_a_unit_is_called_by_number_type_and_race(number: int, type: str, race: str, fr: str, en: str) -> None:
    view: dict[str, Any] = {"kingdoms": {}}
    unit = {"number": number, "type": type, "race": race}
    assert [unit_name(Herald(view, lang), unit) for lang in ("fr", "en")] == [fr, en]


def test_every_monster_unit_and_race_has_its_words() -> None:
    for lang in ("fr", "en"):
        herald = Herald({"kingdoms": {}}, lang)
        assert set(herald.names["beast"]) == set(MONSTERS)
        assert set(herald.names["unit_sex"]) == set(herald.names["some_units"]) == set(UNITS)
        assert set(herald.names["race_f"]) == set(herald.names["race_pl"]) == set(RACES)
    french = Herald({"kingdoms": {}}, "fr")
    assert troop(french, "LE", "human", "some_units") == "une Légion humaine"
    assert troop(french, "HC", "orc", "some_units") == "des Cuirassiers orcs"


def read(step: Step[World], lang: str = "fr", seat: str = "j1") -> str:
    """The report of a King, on one line."""
    text = rois.report(rois.view(step.state, Seat(seat)), seen_by(step.events, Seat(seat)), lang)
    return " ".join(text.replace("\n    ", " ").split())


def test_a_heroine_fights_a_monster_that_has_a_name() -> None:
    state = world(2)
    heroine = person(state, 1, 41, ME=3)
    heroine.sex, heroine.alignment, heroine.temper = "F", "evil", "prudent"
    feature(state, 41, guardian="gargoyle")
    step = play(state, {"j1": f"@{heroine.number}\n1: SE 1 {{ME, ME}}"}, chance=Fate(search=0.3))
    text = read(step)
    assert "la gargouille garde la place" in text and "Elle touche (" in text and " Il touche" not in text
    assert "humaine, mauvaise, prudente" in text
    assert "the gargoyle guards it" in read(step, "en") and "She hits (" in read(step, "en")


def test_lists_of_units_agree_with_their_length() -> None:
    state = world(2)
    units(state, 1, 41, *["LE"] * 3)
    text = read(play(state, {"j1": "@1\n1: PI 1\n2: LE 1 G\n3: PI 1-3"}))
    assert "Unité 1 sous sa bannière" in text and "Unités 1, 2 et 3 sous sa bannière" in text
    assert "Unité 1 laissée en garnison" in text and "[" not in text


def test_seasons_that_brought_the_same_are_told_once() -> None:
    text = read(play(world(2), {"j1": "@1\n1: EX\n3: PR ME\n4: PR ME\n5: PR ME"}))
    assert text.count("Une saison d'étude") == 1
    assert "Fin de l'été, automne et début de l'hiver · Une saison d'étude" in text


def test_everybody_hears_the_name_of_a_king_who_died() -> None:
    state = world(2)
    king(state, 2).name = "Gontran"
    king(state, 2).died = 1
    step = years(state, None, None)
    assert "Gontran n'est plus" in read(step) and "Gontran is no more" in read(step, "en")


def test_seas_have_a_name_in_either_language() -> None:
    state = world(2)
    sea(state, 42, 43)
    state.provinces[43].name = "Ormdor"
    state.kingdoms[1].charted |= {42: 1, 43: 1}
    step = play(state)
    assert "Mer d'Ormdor" in read(step) and "Sea of Ormdor" in read(step, "en") and "Mer" not in read(step, "en")


def test_a_duel_tells_who_is_left() -> None:
    state = world(2)
    relate(state, 1, 2, "enemy")
    own(state, 2, 42)
    king(state, 1, ME=9)
    units(state, 1, 41, "LE", leader=1)
    units(state, 2, 42, "LE", leader=2)
    king(state, 2).province = 42
    step = play(state, {"j1": "@1\n1: MO 42\nDUEL {ME}", "j2": "@2\nDUEL {ME}"}, chance=Fate(battle=0.0))
    assert "Roi 2 ne se relèvera plus." in read(step) and "Il y laisse la vie." in read(step, seat="j2")


def test_rounds_in_which_nothing_changes_share_a_line() -> None:
    state = world(2)
    hero = person(state, 1, 41, ME=1)
    feature(state, 41, guardian="golem")
    text = read(play(state, {"j1": f"@{hero.number}\n1: SE 1 {{ME}}"}))
    assert "Passes 2 à 20 : " in text.replace("\N{NO-BREAK SPACE}", " ")
