"""Rumours, true, false and launched (DA-RUM)."""

from __future__ import annotations

import pytest

from heraut.engine.protocol import Seat, Step
from heraut.engine.rng import Rng
from heraut.games import daifen
from heraut.games.daifen.phases.rumours import AVERAGE, FEW, MANY, Talk, civilians, label, measure
from heraut.games.daifen.resolution import Turn
from heraut.games.daifen.state import Continent
from tests.games.daifen.builders import (
    NO,
    YES,
    A,
    Always,
    B,
    C,
    Fate,
    acquainted,
    continent,
    endow,
    find,
    know,
    place,
    play,
    run,
)

J1, J2, J3, J4 = (Seat(f"j{n}") for n in range(1, 5))


def heard(events: object, seat: str) -> set[tuple[str, str]]:
    """The rumours that a lord hears: about whom, and what."""
    return {(e.data["kingdom"], e.data["statement"] or e.data["text"]) for e in find(events, "rumour", seat)}  # type: ignore[arg-type]


def talk(state: Continent, **streams: object) -> list[Talk]:
    """What the civilians of a continent say, as it stands."""
    return list(civilians(Turn(state, {}, Fate(**streams))))  # type: ignore[arg-type]


def equals(number: int = 4) -> Continent:
    """Kingdoms of average wealth; j2 can be changed."""
    state = acquainted(number)
    for seat in state.kingdoms:
        endow(state, seat, units={"guerrier": 10}, buildings={"mine": 10}, gold=100)
    return state


@pytest.mark.rule("DA-RUM-01")
def test_civilians_speak_of_all_units_of_buildings_and_of_gold_never_of_knowledge() -> None:
    state = continent(2)
    found = endow(
        state, "j1", units={"guerrier": 3, "espion": 2, "caravane": 4}, buildings={"mine": 2, "mur": 1}, gold=7
    )
    found.intellect, found.technologies = 10_000, ["fleches", "poulies"]

    assert [measure(found, topic) for topic in ("units", "buildings", "gold")] == [9, 3, 7]
    codes = {spoken.statement for n in range(40) for spoken in talk(state, rumour=Rng(b"%d" % n))}
    assert codes == {"ARMEE_FAIBLE", "ARMEE_FORTE", "BATIMENTS_PEU", "BATIMENTS_BEAUCOUP", "OR_PEU", "OR_BEAUCOUP"}


@pytest.mark.rule("DA-RUM-02")
@pytest.mark.parametrize(
    ("value", "total", "number", "found"),
    [
        (24, 100, 2, FEW), (25, 100, 2, AVERAGE), (75, 100, 2, AVERAGE), (76, 100, 2, MANY),
        (4, 30, 3, FEW), (5, 30, 3, AVERAGE), (15, 30, 3, AVERAGE), (16, 30, 3, MANY), (0, 0, 5, AVERAGE),
    ],
)  # fmt: skip
def test_few_is_below_half_of_the_mean_and_many_above_one_and_a_half(
    value: int, total: int, number: int, found: int
) -> None:
    assert label(Turn(continent(2), {}, Rng(b"")), value, total, number) == found


@pytest.mark.rule("DA-RUM-01", "DA-RUM-02", "DA-PHA-09")
def test_measures_are_taken_at_the_start_of_the_phase_among_the_living() -> None:
    """Gold of the Collecte counts; so do units trained this turn; the fallen do not lower the mean."""
    state = equals(3)
    state.kingdoms[J3].fallen = 1
    endow(state, "j1", gold=0, buildings={"mine": 10}, units={"guerrier": 10})
    turn, events = run(state, None, 7, 9, chance=Fate(rumour=Always(0.3)))  # true ones at 1/3, no false one at 1/6

    assert [found.gold for found in turn.now.kingdoms.values()] == [50, 150, 100]
    assert heard(events, "j1") == set()  # 50 is half of the mean of 100, not below it


@pytest.mark.rule("DA-RUM-03", "DA-RUM-04", "DA-RNG-05")
@pytest.mark.parametrize(
    ("units", "gold", "draws", "expected"),
    [
        # topics in their order; a kingdom that is few or many draws its truth first, then its falsehood
        (2, 100, (place(0, 3), NO, NO, NO), ["ARMEE_FAIBLE"]),
        (2, 100, (place(1, 3), NO, NO, NO), []),
        (90, 100, (place(0, 3), NO, NO, NO), ["ARMEE_FORTE"]),
        (2, 100, (NO, place(0, 6), NO, NO), ["ARMEE_FORTE"]),  # the opposite
        (90, 100, (NO, place(0, 6), NO, NO), ["ARMEE_FAIBLE"]),
        (2, 100, (YES, YES, NO, NO), ["ARMEE_FAIBLE", "ARMEE_FORTE"]),  # independent
        (2, 100, (NO, place(1, 6), NO, NO), []),
        (10, 100, (NO, YES, place(0, 2), NO), ["BATIMENTS_PEU"]),  # average: a coin for few
        (10, 100, (NO, YES, place(1, 2), NO), ["BATIMENTS_BEAUCOUP"]),
        (10, 1000, (NO, NO, place(0, 3), NO), ["OR_BEAUCOUP"]),
        (10, 1, (NO, NO, place(0, 3), place(0, 6)), ["OR_PEU", "OR_BEAUCOUP"]),
    ],
)
def test_truth_spreads_once_in_three_and_falsehood_once_in_six(
    units: int, gold: int, draws: tuple[float, ...], expected: list[str]
) -> None:
    """DA-EX-15."""
    state = equals()
    endow(state, "j2", units={"guerrier": units}, gold=gold)

    class OnlySecond(Fate):
        def at(self, *path: str | int) -> Rng:
            return self.streams["told"] if path == ("rumour", 2) else Always(NO)

    dice = OnlySecond(told=draws)
    said = [spoken for spoken in civilians(Turn(state, {}, dice)) if spoken.subject == J2]
    assert [spoken.statement for spoken in said] == expected
    assert dice.left("told") == []


@pytest.mark.rule("DA-RUM-05")
@pytest.mark.parametrize(("draw", "spreads"), [(place(0, 3), True), (place(1, 3), False), (place(2, 3), False)])
@pytest.mark.parametrize("words", ["OR_BEAUCOUP", '"Le roi est nu."'])
def test_a_launched_rumour_spreads_once_in_three_true_or_not(draw: float, spreads: bool, words: str) -> None:
    """DA-EX-15."""
    state = acquainted(3)
    step = play(state, {"j1": f"RUMEUR {B} : {words}"}, chance=Fate(rumour=Always(NO), launched=(draw,)))

    expected = {(B, words.strip('"'))} if spreads else set()
    assert heard(step, "j1") == heard(step, "j2") == heard(step, "j3") == expected


@pytest.mark.rule("DA-RUM-05")
def test_a_lord_may_spread_rumours_about_himself() -> None:
    dice = Fate(rumour=Always(NO), launched=(YES,))

    assert heard(play(acquainted(2), {"j1": f"RUMEUR {A} : ARMEE_FORTE"}, chance=dice), "j2") == {(A, "ARMEE_FORTE")}


@pytest.mark.rule("DA-RUM-06")
def test_a_rumour_about_a_kingdom_that_fell_is_dropped() -> None:
    state = acquainted(4)
    endow(state, "j2", buildings={})
    dice = Fate(rumour=Always(NO), launched=())
    step = play(state, {"j1": f"RUMEUR {B} : OR_PEU", "j2": f"RUMEUR {A} : OR_PEU"}, chance=dice)

    assert not find(step, "rumour")


@pytest.mark.rule("DA-RUM-07", "DA-FOG-03")
def test_a_rumour_reaches_its_subject_and_those_who_know_it_at_the_end_of_the_turn() -> None:
    state = continent(4)
    know(state, "j1", "j2", "j3")
    know(state, "j4", "j1")
    endow(state, "j1", units={"espion": 1})
    orders = {"j1": f"RUMEUR {B} : OR_PEU\nINDIQUER {B} A {C}"}
    step = play(state, orders, chance=Fate(rumour=Always(NO), launched=(YES,)))

    assert [heard(step, seat) for seat in ("j1", "j2", "j3", "j4")] == [{(B, "OR_PEU")}] * 3 + [set()]
    assert J2 not in step.state.kingdoms[J4].known and step.state.kingdoms[J2].known == {}


@pytest.mark.rule("DA-RUM-08")
def test_a_rumour_has_no_source_and_no_double_whoever_set_it_about() -> None:
    state = equals(3)
    endow(state, "j2", gold=1000)

    class Sources(Fate):
        def at(self, *path: str | int) -> Rng:
            if path == ("rumour", 2):
                return self.streams["civilians"]
            return self.streams["author"] if path[0] == "launched" else Always(NO)

    def rumours(civil: tuple[float, ...], author: float) -> list[tuple[str, dict[str, object]]]:
        dice = Sources(civilians=civil, author=Always(author))
        step = play(state, {"j1": f"RUMEUR {B} : OR_BEAUCOUP"}, chance=dice)
        return [(event.rule, event.data) for event in find(step, "rumour", "j3")]

    true, launched = rumours((NO, NO, YES, NO), NO), rumours((NO, NO, NO, NO), YES)
    both = rumours((NO, NO, YES, NO), YES)
    assert true == launched == both == [("DA-RUM-07", {"kingdom": B, "statement": "OR_BEAUCOUP", "text": ""})]


@pytest.mark.rule("DA-RUM-08")
def test_the_list_is_shuffled_for_each_reader() -> None:
    state = acquainted(6)
    orders = set()
    for n in range(12):
        step = play(state, chance=Fate(rumour=Always(YES)) if n == 0 else Rng(b"shuffle %d" % n))
        heard_by = [tuple(event.data["kingdom"] for event in find(step, "rumour", seat)) for seat in ("j1", "j2")]
        orders.update(heard_by)
    assert len(orders) > 12


@pytest.mark.rule("DA-RUM-08")
def test_the_launcher_is_not_told_whether_his_rumour_spread() -> None:
    state = continent(3)
    know(state, "j1", "j2")

    def told(draw: float) -> list[object]:
        step = play(state, {"j1": f"RUMEUR {B} : OR_PEU"}, chance=Fate(rumour=Always(NO), launched=(draw,)))
        return [e for e in step.events if e.seen_by == ("j1",) and e.kind != "rumour"]

    assert told(YES) == told(NO)


@pytest.mark.rule("DA-RUM-08", "DA-REP-02")
def test_rumours_stand_apart_in_the_report() -> None:
    state = acquainted(2)
    step: Step[Continent] = play(state, chance=Fate(rumour=Always(YES)))
    own = [event for event in step.events if event.seen_by in (None, ("j1",))]
    report = daifen.report(daifen.view(step.state, J1), own, "fr")

    assert "Rumeurs (vraies ou fausses" in report
    marked = [line for line in report.splitlines() if line.startswith("  ~ ")]
    assert len(marked) == len(find(step, "rumour", "j1")) > 0
