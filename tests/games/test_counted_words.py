"""The noun behind a figure goes with it: one man, two men; 0 homme, 1 homme, 2 hommes."""

from __future__ import annotations

import re

import pytest

from heraut.engine.protocol import Event
from heraut.engine.words import LANGUAGES, catalogue
from heraut.games.daifen.herald import Herald

FIXED = re.compile(r"\{(\w+)\} (?:\w+s|men)\b")  # a figure, and a plural (or a verb) that does not bend

# figures that are never 0 or 1 where they are told, and words in -s that are no plurals of what is counted
NEVER_ONE = {
    "gloire": {
        "asked",  # told only where it is above something that is at least 1
        "least", "most",  # 2 to 100 lords
        "places",  # of a joust: 2 at least
        "period",  # with a period of 1, no turn is without royal jousts
        "length",  # of a list of figures, or of the titles
    },
    "daifen": {
        "missed",  # told from the second turn on
        "living",  # the vote is open to two or three
        "least", "most",
        "gold_before", "gold", "intellect_before", "intellect",  # "… or avant, … après"
        "things",  # in words already
    },
}  # fmt: skip
NAMES = {
    *("signs", "most"),  # of a text that is too long: hundreds, thousands
    *("knight", "land", "lord", "name", "text", "number", "seat", "before", "kingdom", "target", "gift", "winner"),
}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", NEVER_ONE)
def test_a_noun_behind_a_figure_bends(game: str, lang: str) -> None:
    groups = catalogue(f"heraut.games.{game}", lang).groups
    sentences = [(key, text) for words in groups.values() for key, text in words.items() if isinstance(text, str)]

    stiff = [
        (key, found.group())
        for key, text in sentences
        for found in FIXED.finditer(text)
        if found.group(1) not in NEVER_ONE[game] | NAMES
    ]

    assert stiff == []


TOLD = [
    ("fr", "knight_scorned", {"men": 0}, "s'en va."),
    ("fr", "knight_scorned", {"men": 1}, "s'en va avec 1 homme."),
    ("fr", "knight_unpaid", {"men": 2, "pay": 1}, "déserte avec 2 hommes : le trésor n'a pu payer sa solde de 1 écu."),
    ("fr", "knight_dismissed", {"men": 1}, "1 homme rentre chez lui."),
    ("fr", "knight_dismissed", {"men": 2}, "2 hommes rentrent chez eux."),
    ("fr", "army_unpaid", {"men": 1, "cost": 1}, "(1 homme en terre de Narvik) se disperse"),
    ("fr", "army_unpaid", {"men": 1, "cost": 1}, "son entretien de 1 écu."),
    ("en", "knight_scorned", {"men": 0}, "goes away."),
    ("en", "knight_scorned", {"men": 1}, "goes away with 1 man."),
    ("en", "knight_unpaid", {"men": 2, "pay": 1}, "deserts with 2 men: the treasury could not pay the 1 écu due."),
    ("en", "knight_dismissed", {"men": 1}, "1 man goes home."),
    ("en", "knight_dismissed", {"men": 2}, "2 men go home."),
    ("en", "army_unpaid", {"men": 1, "cost": 1}, "its upkeep of 1 écu."),
]


@pytest.mark.parametrize(("lang", "kind", "figures", "told"), TOLD)
def test_who_leaves_with_one_man_is_told_so(lang: str, kind: str, figures: dict[str, int], told: str) -> None:
    words = catalogue("heraut.games.gloire", lang)
    data = {"knight": "Luc", "renown": 99.0, "army": 3, "land": "Narvik", **figures}

    text = words.say("event", kind, data, {"land": {"Narvik": "Narvik"}})

    assert told in text.replace("\u00a0", " ").replace("\u202f", " ")


@pytest.mark.parametrize(
    ("lang", "count", "told"),
    [
        ("fr", 0, "les assaillants portent 0 touche,"),
        (
            "fr",
            1,
            "les assaillants portent 1 touche, dont 1 se perd dans les murs, les défenseurs 1, dont 1 arrêtée par",
        ),
        ("fr", 2, "2 touches, dont 2 se perdent dans les murs, les défenseurs 2, dont 2 arrêtées par"),
        ("en", 0, "the attackers strike 0 hits,"),
        ("en", 1, "strike 1 hit, 1 of which is lost in the walls, the defenders 1, 1 of which is stopped by"),
        ("en", 2, "strike 2 hits, 2 of which are lost in the walls, the defenders 2, 2 of which are stopped by"),
    ],
)
def test_a_round_counts_its_hits(lang: str, count: int, told: str) -> None:
    data = dict.fromkeys(("number", "attacker_hits", "spent", "defender_hits", "absorbed"), count)

    assert told in catalogue("heraut.games.daifen", lang).say("assault", "round", data)


@pytest.mark.parametrize(
    ("lang", "count", "told"),
    [
        ("fr", 1, "1 Carrière sans effet"),
        ("fr", 2, "2 Carrières sans effet"),
        ("en", 1, "1 Quarry without effect"),
        ("en", 2, "2 Quarries without effect"),
    ],
)
def test_what_is_not_kept_up_is_counted(lang: str, count: int, told: str) -> None:
    herald = Herald({"own": {"seat": "j1"}}, lang)

    assert told in herald.say(Event("DA-COL-03", "upkeep_building", {"building": "carriere", "count": count}))
