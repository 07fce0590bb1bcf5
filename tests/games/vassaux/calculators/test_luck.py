"""The ledger of luck: every roll of a battle with its exact distribution, and sums that honest dice keep level."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction as F
from itertools import product
from typing import Any

import pytest

from heraut import bots
from heraut.engine.match import Match
from heraut.engine.protocol import Event
from heraut.engine.rng import Rng
from heraut.games import game
from heraut.games.vassaux.calculators.attack import attack_odds
from heraut.games.vassaux.calculators.luck import (
    Roll,
    Weigher,
    account,
    first_of,
    ledger,
    other_side,
    thrown,
    yes_or_no,
)
from heraut.games.vassaux.calculators.opposed import first_wins
from heraut.games.vassaux.phases.attack import strike
from heraut.games.vassaux.resolution import Turn
from heraut.games.vassaux.state import Battle
from tests.games.vassaux.builders import SEATS, Told, lord, play, table, troop

OPTIONS: dict[str, Any] = {"magic": True, "hosts": {"j1": "FRANC_400", "j2": "BARBARE_400"}}


def battle(seed: str, options: dict[str, Any]) -> tuple[Battle, list[Event]]:
    """A battle that the bot has fought with itself."""
    match = Match.new(game("vassaux"), SEATS, options, seed.encode().ljust(32, b"."))
    bot, events = bots.player("vassaux", "player"), list[Event]()
    while pending := match.pending():
        draw = Rng(seed.encode()).at(str(len(events)))
        events += match.advance({seat: bot(owed, owed.view, draw.at(seat)) for seat, owed in pending.items()})
    return match.state, events


def weigher(state: Battle) -> Weigher:
    """Who weighs the events of a battle."""
    return Weigher({unit.id: unit.sheet for unit in state.units.values()})


def weighed(state: Battle, events: Sequence[Event]) -> list[Roll]:
    """All rolls of a battle."""
    weigh = weigher(state)
    return [roll for event in events if (roll := weigh.roll(event)) is not None]


@pytest.mark.rule("SV-ATK-01", "SV-ATK-04", "SV-ATK-09", "SV-ORD-16")
def test_a_blow_is_weighed_with_all_its_dice_before_they_fell() -> None:
    state = table(
        [troop((5000, 5000), (5500, 5000))],
        [troop((5000, 5500), (5500, 5500), profile="CHEVALIER", weapon="MELEE", armour="KNIGHT")],
        lords=(lord((4000, 4000)), lord((500, 14500))),
    )
    after = play(
        state,
        "ORDRE 2 ATC",
        "FRAPPER 52",
        dice=(3, 2, 1, 4, 2, 3, 6, 1, 5, 1, 1, 1, 2, 3, 2, 5, *[2, 5] * 10),
        left=None,
    )
    weigh = weigher(after.state)
    event = after.find("struck")[0]
    pair = {unit: after.state.units[unit].sheet for unit in (2, 52)}
    assert Weigher(pair).roll(event) is not None  # theirs are all the sheets that it takes
    assert Weigher({2: pair[2]}).roll(event) is Weigher({52: pair[52]}).roll(event) is None
    assert Weigher({}).roll(event) is None  # told long after, a unit may be on no sheet any more
    attack = weigh.attack(event)
    assert event.data["bonus"] == 3 and attack.bonus, "the die of the order is one of those weighed"
    assert attack.dice == event.data["men"] * event.data["each"] and attack.defence == event.data["df"]
    assert attack.barred, "whoever is no knight gains nothing by a 6 against knight's armour"
    roll = weigh.roll(event)
    assert roll is not None and roll.chances == attack_odds(attack).hits and roll.figure == event.data["hits"]
    assert roll.place == 0 and sum(roll.chances.values()) == 1
    back = weigh.attack(after.find("struck_back")[0])
    assert not back.bonus and not back.barred


@pytest.mark.rule("SV-MAG-07", "SV-ATK-01")
def test_the_dice_of_a_spell_are_added_to_its_attack_and_none_of_them_is_weighed_as_a_die_of_an_order() -> None:
    data = {
        "unit": 2, "target": 52, "spell": "METEORE", "men": 1, "each": 2, "bonus": 3, "df": 2, "defence": [4, 1],
        "threshold": 4,
    }  # fmt: skip
    attack = weigher(table([troop((5000, 5000))], [troop((5000, 9000))])).attack(Event("SV-SHT-04", "shot", data))
    assert attack.dice == 5 and not attack.bonus and not attack.worst


@pytest.mark.slow
@pytest.mark.rule("SV-ATK-03", "SV-ATK-04", "SV-ATK-05", "SV-ATK-06")
def test_what_a_blow_may_come_to_is_what_the_resolution_makes_of_all_dice() -> None:
    found: Counter[int] = Counter()
    for faces in product(range(1, 7), repeat=5):  # two of defence, two of attack, and one that is rolled again
        dice = Told(*faces, *[1] * 9)
        blows = strike(Turn(table(), dice), 2, 2)
        if len(blows.rerolls) < 2:
            found[blows.hits] += 1
        else:  # a 6 has been rolled again: its own re-roll is another die
            for more in range(1, 7):
                again = strike(Turn(table(), Told(*faces, more, *[1] * 9)), 2, 2)
                found[again.hits] += F(1, 6)  # type: ignore[assignment]
    state = table([troop((5000, 5000))], [troop((5000, 5500))])
    event = Event("SV-MEL-01", "struck", {"unit": 2, "target": 52, "men": 2, "each": 1, "bonus": 0, "df": 2, "hits": 1,
        "threshold": 4, "defence": [4, 1], "dice": [4, 1], "rerolls": [], "ps": 1, "blocked": False})  # fmt: skip
    roll = weigher(state).roll(event)
    assert roll is not None
    assert {hits: F(ways) / 6**5 for hits, ways in found.items()} == dict(roll.chances)


@pytest.mark.rule("SV-BLK-04")
def test_necrosis_counts_until_the_turn_ends() -> None:
    state = table([troop((5000, 5000))], [troop((5000, 5500))])
    weigh = weigher(state)
    blow = Event("SV-MEL-01", "struck", {"unit": 2, "target": 52, "men": 1, "each": 2, "bonus": 0, "df": 3, "hits": 1,
        "threshold": 4, "defence": [4, 4, 4], "dice": [5, 1], "rerolls": []})  # fmt: skip
    spell = {"unit": 2, "spell": "NECROSE", "target": 52, "power": 1, "dice": [3], "rerolls": [], "total": 3}
    assert not weigh.attack(blow).worst, "equal dice do not tell"
    weigh.roll(Event("SV-MAG-04", "spell_cast", spell))
    assert weigh.attack(blow).worst
    weigh.roll(Event("SV-MAG-09", "spell_dispelled", {"unit": 2}))
    assert not weigh.attack(blow).worst
    weigh.roll(Event("SV-MAG-04", "spell_cast", spell))
    weigh.roll(Event("SV-CMD-03", "turn_begins", {"turn": 2, "turns": 6}))
    assert not weigh.attack(blow).worst


@pytest.mark.rule("SV-SDR-02", "SV-SDR-03", "SV-MEL-06", "SV-MUL-04")
def test_who_reorganises_first_of_two_and_of_three() -> None:
    assert first_of((0, 0)) == (F(1, 2), F(1, 2)) and first_of((2, 2, 2)) == (F(1, 3),) * 3
    for losses in ((0, 1), (2, 5), (1, 6)):
        assert first_of(losses)[0] > F(1, 2) and sum(first_of(losses)) == 1
    assert first_of((6, 7)) == (F(7, 12), F(5, 12)), "who just reaches his target is first of all"
    assert first_of((7, 0)) == (0, 1), "whoever cannot reach his target stands behind"
    assert first_of((9, 9)) == (F(1, 2), F(1, 2)), "two failures are parted by lot"
    assert first_of((0, 3))[0] == first_wins(1, 0, 3), "of two it is the opposed test"


@pytest.mark.rule("SV-SDR-01", "SV-CMD-07", "SV-REA-03", "SV-MAG-09")
def test_tests_are_weighed_for_who_rolls_first() -> None:
    weigh = weigher(table([troop((5000, 5000))], [troop((5000, 5500))]))
    rolls = {"rolls": [[[3, 4], [5, 5]]], "lot": 0}
    first = weigh.roll(Event("SV-CMD-07", "initiative", {"place": 1, "re": [7, 9], **rolls}))
    assert first == Roll(0, "test", 0, yes_or_no(first_wins(2, 7, 9)))
    tried = {"unit": 52, "target": 2, "order": "ATT", "point": 0, "re": [9, 7], **rolls}
    second = weigh.roll(Event("SV-REA-03", "reaction_lost", tried))
    assert second == Roll(1, "test", 0, yes_or_no(first_wins(2, 9, 7)))
    spell = {"unit": 52, "target": 2, "cd": [3, 4], "winner": 2, "rolls": [[[5], [2]]], "lot": 0}
    third = weigh.roll(Event("SV-MAG-09", "countered", spell))
    assert third == Roll(0, "test", 1, yes_or_no(first_wins(1, 3, 4))), "the caster rolls first"
    assert list(thrown(Event("SV-MAG-09", "countered", spell))) == [(0, [5]), (1, [2])]
    assert list(thrown(Event("SV-REA-03", "reaction_lost", tried))) == [(1, [3, 4]), (0, [5, 5])]
    assert other_side(third) == Roll(1, "test", 0, yes_or_no(1 - first_wins(1, 3, 4)))
    for winner in (2, 52):
        losses = {"unit": 52, "target": 2, "pe": [1, 0], "winner": winner, "rolls": [[[5], [2]]], "lot": 0}
        fourth = weigh.roll(Event("SV-MEL-06", "melee_test", losses))
        assert fourth == Roll(1, "test", int(winner == 52), yes_or_no(first_wins(1, 1, 0)))


@pytest.mark.rule("SV-RED-08", "SV-MAG-04", "SV-MAG-05")
def test_flames_and_spells() -> None:
    weigh = weigher(table([troop((5000, 5000))], [troop((5000, 5500))]))
    burnt = weigh.roll(Event("SV-RED-08", "burnt", {"unit": 2, "target": 52, "hits": 4, "ps": 1, "casualties": 2}))
    assert burnt is not None and burnt.mean == F(7, 2) and burnt.at_least == F(1, 2) and burnt.percentile == F(7, 12)
    spell = {"unit": 52, "spell": "METEORE", "target": 2, "power": 4, "dice": [4], "rerolls": [], "total": 4}
    cast = weigh.roll(Event("SV-MAG-04", "spell_cast", spell))
    assert cast is not None and cast.place == 1 and cast.chances[1] == F(1, 2)


def test_many_rolls_are_their_sum() -> None:
    coin = Roll(0, "test", 1, yes_or_no(F(1, 2)))
    three = account([coin, coin, coin])
    assert three[:3] == (3, 3, 1.5) and abs(three.percentile - (7 / 8 + 1 / 16)) < 1e-12
    assert account([]).percentile == 0.5


def test_each_side_has_its_own_rolls_and_both_have_the_tests() -> None:
    won, lost = yes_or_no(F(1, 3)), yes_or_no(F(2, 3))
    blow, test = Roll(0, "hits", 2, {2: F(1)}), Roll(1, "test", 1, won)
    book = ledger([blow, test], [])
    south, north = book.accounts
    assert (south["hits"].rolls, north["hits"].rolls) == (1, 0)
    assert south["test"] == account([Roll(0, "test", 0, lost)]) and north["test"] == account([test])


def test_the_faces_that_each_side_has_thrown_are_counted_from_one_to_six() -> None:
    blow = {"unit": 52, "dice": [6, 6, 2], "rerolls": [[2, 5]], "defence": [1, 4]}
    assert ledger([], [Event("SV-MEL-01", "struck", blow)]).faces == ([1, 0, 0, 1, 0, 0], [0, 1, 0, 0, 1, 2])


@pytest.mark.parametrize(("place", "sort", "fortune"), [(0, "hits", (0.75, 0.25)), (1, "hits", (0.25, 0.75)),
                                                        (0, "order_die", (0.5, 0.5))])  # fmt: skip
def test_the_luck_of_a_side_is_the_bad_luck_of_the_other_and_a_die_of_an_order_is_in_its_hits(
    place: int, sort: str, fortune: tuple[float, float]
) -> None:
    heads = Roll(place, sort, 1, yes_or_no(F(1, 2)))  # type: ignore[arg-type]
    assert ledger([heads], []).fortune == pytest.approx(fortune)


@pytest.mark.slow
def test_honest_dice_come_to_one_half() -> None:
    found: list[float] = []
    for number in range(6):
        state, events = battle(f"honest{number}", {})
        rolls = weighed(state, events)
        found += [float(roll.percentile) for roll in rolls]
        book = ledger(rolls, events)
        assert abs(sum(book.fortune) - 1) < 1e-9 and 0 < book.fortune[0] < 1
        assert {roll.sort for roll in rolls} >= {"hits", "test"}
        assert sum(map(sum, book.faces)) == sum(len(dice) for event in events for _, dice in thrown(event)) > 200
        assert book.accounts[0]["test"].rolls == book.accounts[1]["test"].rolls
    assert len(found) > 200 and abs(sum(found) / len(found) - 0.5) < 4 * 0.3 / len(found) ** 0.5


@pytest.mark.slow
@pytest.mark.rule("SV-SDR-01")
def test_every_event_with_dice_is_weighed() -> None:
    state, events = battle("weighed", {})
    weigh = weigher(state)
    unweighed = {event.kind for event in events if list(thrown(event)) and weigh.roll(event) is None}
    empty = {
        event.kind for event in events if event.kind in ("struck", "struck_back", "shot") and not event.data["dice"]
    }
    assert unweighed - empty <= {"solo"}, "the reaction table favours nobody"
