"""How answers are written and read, one in a line, and what cannot be read (SV-ORD-01)."""

from __future__ import annotations

import pytest

from heraut.engine.protocol import Refusal
from heraut.games.vassaux import notation
from heraut.games.vassaux.decision import ALWAYS
from heraut.games.vassaux.orders import Answer, Cast, Charge, Deploy, Fight, Leave, Move, Orders, React, Shoot
from tests.games.vassaux.builders import decision, line, table, troop

SHORT: list[tuple[str, Answer]] = [
    ("ORDRE 2 MT ALE", Orders(2, ("MT", "ALE"))),
    ("ALLER 5000,6000", Move("move", ((5000, 6000),))),
    ("ALLER 5000,6000 AVEC 202=5500,6000", Move("move", ((5000, 6000),), {202: (5500, 6000)})),
    ("CHARGER 52 VISER 5201", Charge(52, 5201)),
    ("CHARGER 52 VISER 5201 LONGUEUR 0", Charge(52, 5201, 0)),
    ("FRAPPER 52 B53", Fight((52, -53))),
    ("SORT AURA_DEFENSE SUR 2", Cast("AURA_DEFENSE", 2)),
    ("SORT METEORE SUR 52 M 4 DES 1", Cast("METEORE", 52, 1, 0, 4)),
    ("REAGIR 52 WAI", React(52, "WAI")),
    ("REAGIR 52 WAI A 700", React(52, "WAI", 700)),
    ("DEPLOYER 2 EN 5000,1500", Deploy(2, (5000, 1500))),
    ("SORTIR 201 202", Leave((201, 202))),
    ("CESSER", Shoot(0)),
]


@pytest.mark.rule("SV-ORD-01", "SV-DPR-01")
@pytest.mark.parametrize(("text", "answer"), SHORT)
def test_an_answer_is_written_without_what_goes_without_saying(text: str, answer: Answer) -> None:
    types = (type(answer),)
    assert notation.write(answer) == text and notation.read(text, types) == answer
    assert notation.read(f"\n  {text.lower()}\n\n", types) == answer  # as people type it


@pytest.mark.rule("SV-ORD-01")
@pytest.mark.parametrize(
    ("text", "code", "word"),
    [
        ("", "one_line", None),
        (" \n ", "one_line", None),
        ("ORDRE 2 WAI\nORDRE 2 MAR", "one_line", None),
        ("REAGIR 2 WAI", "unknown_verb", None),  # nobody is asked that now
        ("FRAPPER 52", "unknown_verb", None),
        ("OUI", "unknown_verb", None),
        ("DANSER", "unknown_verb", None),
        ("ORDRE", "unreadable", "…"),
        ("ORDRE deux WAI", "unreadable", "DEUX"),
        ("ORDRE 2 DANSER", "unreadable", "DANSER"),
        ("ABANDONNER TOUT", "unreadable", "TOUT"),
    ],
)
def test_what_cannot_be_read_is_refused_with_the_word_that_is_wrong(text: str, code: str, word: str | None) -> None:
    owed = decision(table([troop(*line((5000, 5000), 3))]))
    found = notation.read(text, (*owed.question.answers, *ALWAYS))
    assert isinstance(found, Refusal) and (found.rule, found.code, found.line) == ("SV-ORD-01", code, 1)
    assert found.data.get("word") == word
    assert owed.parse(text).refusals and owed.parse(text).answer == owed.default


@pytest.mark.rule("SV-ORD-01")
@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("ALLER 5000", "5000"),
        ("ALLER 5000,6000,7000", "5000,6000,7000"),
        ("ALLER 5000,x", "X"),
        ("ALLER 5000,1e3", "1E3"),
        ("ALLER 5000,--5", "--5"),
        ("ALLER 5000,\u0661", "\u0661"),  # no digit of ours
        ("ALLER 5000,100000000", "100000000"),  # no such number is needed
        ("ALLER 5000,6000 AVEC", "AVEC"),
        ("ALLER 5000,6000 AVEC 202", "202"),
        ("ALLER 5000,6000 AVEC 202=5500", "5500"),
        ("ALLER 5000,6000 AVEC 202=5500,6000 202=5600,6000", "202=5600,6000"),  # twice
    ],
)
def test_a_way_that_cannot_be_read_is_refused_with_the_word_that_is_wrong(text: str, word: str) -> None:
    found = notation.read(text, (Move,))
    assert isinstance(found, Refusal) and (found.code, found.data["word"]) == ("unreadable", word)
    assert notation.read("ALLER 99999999,-1", (Move,)) == Move("move", ((99999999, -1),))  # off the table, but read
