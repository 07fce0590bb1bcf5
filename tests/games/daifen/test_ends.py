"""Elimination, association, victory, ranking (DA-END); the order of resolution and chance (DA-PHA, DA-RNG)."""

from __future__ import annotations

from functools import partial
from itertools import permutations

import msgspec
import pytest

from heraut.engine.match import Match, verify
from heraut.engine.protocol import Seat, seen_by
from heraut.engine.record import Record, RecordError, public_copy
from heraut.engine.rng import Rng
from heraut.games import daifen
from heraut.games.daifen.battle.dice import chance, pick, throw
from heraut.games.daifen.calculators.worth import worth
from heraut.games.daifen.races import BUILDINGS, UNITS
from heraut.games.daifen.state import Continent
from heraut.games.daifen.turn import PHASES
from tests.games.daifen.builders import (
    NO,
    A,
    B,
    C,
    Fate,
    Told,
    acquainted,
    continent,
    decision,
    endow,
    fell,
    find,
    form,
    forms,
    kingdom,
    know,
    one,
    place,
    play,
    refused,
    seats,
)

J1, J2, J3, J4 = (Seat(f"j{n}") for n in range(1, 5))


# Elimination


@pytest.mark.rule("DA-END-01", "DA-PHA-05")
def test_a_kingdom_without_a_building_after_combats_is_eliminated_attacked_or_not() -> None:
    state = acquainted(4)
    endow(state, "j1", units={"espion": 1})
    endow(state, "j2", buildings={"mine": 1})
    endow(state, "j3", buildings={})
    step = play(state, {"j1": f"SABOTER {B} 1"}, chance=Fate(sabotage=(NO, 0.0, 0.0)))

    assert [kingdom.fallen for kingdom in step.state.kingdoms.values()] == [None, 1, 1, None]
    lost = one(step, "kingdom_lost", "j2")
    assert (lost.rule, lost.data["cause"]) == ("DA-END-01", "no_building")


@pytest.mark.rule("DA-END-02")
def test_everything_an_eliminated_kingdom_owned_is_gone_at_home_and_abroad() -> None:
    state = acquainted(4)
    endow(state, "j1", units={"archer": 9, "espion": 4, "scribe": 1}, buildings={}, gold=90, intellect=8)
    state.kingdoms[J1].technologies = ["fleches"]
    text = f"ATTAQUER {B} : Archer 1\nSOUTENIR {C} : Archer 2\nVOLER {B} 1\nDONNER {C} : OR 20\n"
    text += f"EXPLORER 1\nESPIONNER {B} 1\n"
    endow(state, "j2", units={"gardien": 50}, gold=50)
    step = play(state, {"j1": text + f"RUMEUR {B} : OR_PEU"}, chance=Fate(theft=(NO,), launched=()))
    gone = step.state.kingdoms[J1]
    lost = one(step, "kingdom_lost", "j1").data

    assert (gone.gold, gone.intellect, gone.units, gone.buildings, gone.technologies) == (0, 0, {}, {}, [])
    assert (lost["gold"], lost["intellect"]) == (70 + 5, 8)
    assert lost["units"]["espion"] == 4 and lost["units"]["scribe"] == 1
    dead = one(step, "assault_attacker", "j1").data["lost"].get("archer", 0)
    assert lost["units"]["archer"] == 9 - dead
    kinds = [event.kind for event in seen_by(step.events, J1)]
    assert not {"explore_event", "explore_found", "spy_report", "collect_statement", "support_back", "rumour"} & set(
        kinds
    )
    assert step.state.kingdoms[J3].gold == 50 + 20 + 50  # the gift arrives


@pytest.mark.rule("DA-END-03", "DA-FOG-08")
def test_those_who_know_a_fallen_kingdom_are_told_its_name_and_nobody_the_cause() -> None:
    state = continent(4)
    know(state, "j2", "j1")
    endow(state, "j1", buildings={})
    step = play(state)

    assert [event.seen_by for event in find(step, "kingdom_fallen")] == [("j2",)]
    assert one(step, "kingdom_fallen").data == {"kingdom": A}
    assert one(step, "turn_header", None).data == {"turn": 1, "living": 3}
    assert daifen.view(step.state, J2)["own"]["known"][A]["alive"] is False
    for seat in (J3, J4):
        assert A not in str(daifen.view(step.state, seat)) and A not in str(seen_by(step.events, seat))


@pytest.mark.rule("DA-END-01", "DA-END-03")
def test_those_who_fall_together_read_of_each_other_in_their_last_reports() -> None:
    state = acquainted(4)
    for seat in ("j1", "j3"):
        endow(state, seat, buildings={})
    step = play(state)

    fallen = {(event.seen_by, event.data["kingdom"]) for event in find(step, "kingdom_fallen")}
    assert {((J1,), C), ((J3,), A)} <= fallen
    assert {seen for seen, _ in fallen} == {(J1,), (J2,), (J3,), (J4,)}


@pytest.mark.rule("DA-END-03", "DA-REP-01")
def test_an_eliminated_lord_gets_a_last_report_and_then_sees_what_all_see() -> None:
    state = acquainted(4)
    endow(state, "j1", buildings={})
    step = play(state)

    assert "j1" not in daifen.pending(step.state)
    seen = daifen.view(step.state, J1)
    assert "own" not in seen and seen["fallen"] == {
        "seat": "j1", "name": A, "lord": "Sire A", "race": "humains", "turn": 1,
    }  # fmt: skip
    assert "votre royaume n'est plus" in daifen.report(seen, seen_by(step.events, J1), "fr")
    later = play(step.state)
    assert {event.kind for event in seen_by(later.events, J1)} == {"turn_header"}
    report = daifen.report(daifen.view(later.state, J1), seen_by(later.events, J1), "en")
    assert "\n\n  Nothing else to report" in report


@pytest.mark.rule("DA-END-12")
def test_a_lord_silent_for_five_turns_in_a_row_loses_his_kingdom() -> None:
    state = continent(3, abandon_after=5)
    warnings = []
    for _ in range(4):
        step = play(state, {"j2": "", "j3": ""})
        warnings.append([event.data for event in find(step, "abandon_warning", "j1")])
        state = step.state
    assert warnings == [[], [{"missed": 2, "left": 3}], [{"missed": 3, "left": 2}], [{"missed": 4, "left": 1}]]
    assert daifen.view(state, J1)["own"]["missed"] == 4

    spared = play(state, {"j1": "", "j2": "", "j3": ""}).state
    assert spared.kingdoms[J1].missed == 0 and spared.kingdoms[J1].alive

    know(state, "j2", "j1")
    endow(state, "j2", units={"guerrier": 12})
    step = play(state, {"j2": f"ATTAQUER {A} : Guerrier 12", "j3": ""})  # its last assault is fought first
    lost = one(step, "kingdom_lost", "j1")
    assert (lost.rule, lost.data["cause"]) == ("DA-END-12", "abandoned")
    assert lost.data["buildings"] == step_buildings(step)
    assert one(step, "assault_attacker", "j2").data["ending"] == "pillage"
    assert one(step, "kingdom_fallen", "j2").data == {"kingdom": A}
    assert step.state.kingdoms[J1].buildings == {}


def step_buildings(step: object) -> dict[str, int]:
    """What the assault left of the kit's buildings."""
    lost = one(step, "assault_defender", "j1").data["buildings_lost"]  # type: ignore[arg-type]
    kit = {"carriere": 5, "caserne": 1}
    return {code: number - lost.get(code, 0) for code, number in kit.items() if number > lost.get(code, 0)}


@pytest.mark.rule("DA-END-12", "DA-END-10")
def test_where_the_continent_says_so_a_silent_kingdom_stays_for_ever_and_can_be_conquered() -> None:
    state = continent(3, abandon_after=None)
    for _ in range(12):
        state = play(state, {"j2": "", "j3": ""}).state
    assert state.kingdoms[J1].alive and state.kingdoms[J1].gold == 650
    assert not find(play(state), "abandon_warning")

    know(state, "j2", "j1")
    endow(state, "j2", units={"guerrier": 60})
    step = play(state, {"j2": f"ATTAQUER {A} : Guerrier 60"})
    assert one(step, "assault_attacker", "j2").data["loot"] >= 650


@pytest.mark.rule("DA-END-08")
def test_an_administrator_eliminates_kingdoms_between_two_resolutions() -> None:
    state = acquainted(4)
    step = daifen.rule(state, "ELIMINER j1 j3")

    assert [kingdom.alive for kingdom in step.state.kingdoms.values()] == [False, True, False, True]
    lost = one(step, "kingdom_lost", "j1")
    assert (lost.rule, lost.data["cause"]) == ("DA-END-08", "decision")
    assert [event.data["kingdom"] for event in find(step, "kingdom_fallen", "j2")] == [A, C]
    assert sum(found.gold for found in step.state.kingdoms.values()) == 100
    assert step.state.turn == state.turn and state.kingdoms[J1].alive
    over = daifen.rule(step.state, "ELIMINER j2")
    assert (over.state.road, over.state.winners) == ("conquest", [J4])


@pytest.mark.rule("DA-END-11")
def test_an_organiser_may_close_a_continent_without_a_winner() -> None:
    state = acquainted(4)
    fell(state, "j2", turn=1)
    state.turn = 3
    over = daifen.rule(state, "CLORE").state

    assert daifen.pending(over) == {}
    assert daifen.view(over, None)["ranking"] == [[A, C, "Dragonne"], [B]]
    result = daifen.result(over)
    assert result is not None and (result.road, set(result.scores.values())) == ("closed", {0.0})


@pytest.mark.rule("DA-END-10", "DA-ACC-04")
def test_a_lord_who_leaves_the_site_keeps_his_kingdom_in_play_under_a_neutral_name() -> None:
    state = acquainted(3)
    after = daifen.rule(state, "ABSENT j2").state

    assert after.kingdoms[J2] == msgspec.structs.replace(state.kingdoms[J2], lord="Seigneur absent")
    assert daifen.view(after, J1)["own"]["known"][B]["lord"] == "Seigneur absent"
    assert set(daifen.pending(after)) == {J1, J2, J3}


@pytest.mark.rule("DA-END-08", "DA-END-11", "DA-ORD-20")
def test_what_was_decided_stands_in_the_record_and_is_replayed() -> None:
    match = Match.new(daifen, seats(4), {"abandon_after": None}, b"a ruling")
    match.advance({})
    decided = match.advance({J1: form(match.state, "j1", "CONSTRUIRE Mine 1")}, "ELIMINER j2 j3\nABSENT j4")

    assert {event.seen_by for event in decided if event.kind == "kingdom_lost"} == {(J2,), (J3,)}
    assert (match.state.turn, match.state.kingdoms[J1].buildings["mine"]) == (3, 1)
    assert {answer.seat for answer in match.record.steps[1].answers} == {"j1", "j2", "j3", "j4"}
    match.advance({J1: form(match.state, "j1", "CONSTRUIRE Mine 5")}, "CLORE")
    assert (match.state.road, match.state.turn, match.state.kingdoms[J1].buildings["mine"]) == ("closed", 4, 1)

    record = msgspec.json.decode(msgspec.json.encode(match.record), type=Record)
    assert [step.ruling for step in record.steps] == ["", "ELIMINER j2 j3\nABSENT j4", "CLORE"]
    assert daifen.dump(verify(daifen, record).state) == daifen.dump(match.state)
    assert all(step.ruling == "" for step in public_copy(record, over=False).steps)
    first, second, third = record.steps
    for other in ("", "ELIMINER j2", "ELIMINER j3 j2\nABSENT j4"):  # the last makes the same state: the seal tells
        record.steps = [first, msgspec.structs.replace(second, ruling=other), third]
        with pytest.raises(RecordError, match="step 2: the replay gives another state"):
            verify(daifen, record)


@pytest.mark.rule("DA-END-08", "DA-END-11")
@pytest.mark.parametrize("text", ["REGNER j1", "CLORE j1", "ELIMINER", "ELIMINER j9", "ABSENT", "clore", "\n"])
def test_nothing_else_can_be_decided(text: str) -> None:
    with pytest.raises(ValueError, match="no decision"):
        daifen.rule(continent(3), text)


@pytest.mark.rule("DA-END-08")
def test_once_a_decision_ends_the_continent_no_other_follows_and_the_turn_is_not_played() -> None:
    state = acquainted(3)
    step = daifen.rule(state, "ELIMINER j1 j3\nCLORE")

    assert (step.state.road, step.state.winners, step.state.turn) == ("conquest", [J2], state.turn + 1)
    assert daifen.view(step.state, None)["winners"] == [B]
    assert one(step, "turn_header", None).data["living"] == 1


@pytest.mark.rule("DA-END-08", "DA-END-04")
def test_a_decision_may_eliminate_all_and_nobody_wins() -> None:
    over = daifen.rule(acquainted(3), "ELIMINER j1 j2 j3").state

    assert (over.road, over.winners) == ("no_kingdom", [])


# Victory


@pytest.mark.rule("DA-END-04")
def test_the_last_kingdom_wins_once_the_turn_is_finished() -> None:
    state = continent(3)
    for seat in ("j1", "j3"):
        endow(state, seat, buildings={})
    step = play(state, {"j2": "CONSTRUIRE Mine 1"})

    assert (step.state.road, step.state.winners) == ("conquest", [J2])
    assert step.state.kingdoms[J2].buildings["mine"] == 1 and step.state.kingdoms[J2].gold == 80
    assert one(step, "game_over", None).data["winners"] == [B]
    result = daifen.result(step.state)
    assert result is not None and result.scores == {"j1": 0.0, "j2": 1.0, "j3": 0.0}
    assert daifen.pending(step.state) == {}


@pytest.mark.rule("DA-END-04", "DA-END-09")
def test_if_nobody_is_left_the_last_to_fall_rank_first_equal() -> None:
    state = continent(4)
    fell(state, "j2", turn=2)
    state.turn = 5
    for seat in ("j1", "j3", "j4"):
        endow(state, seat, buildings={})
    step = play(state)

    assert (step.state.road, step.state.winners) == ("no_kingdom", [])
    assert one(step, "game_over").data["ranking"] == [[A, C, "Dragonne"], [B]]


@pytest.mark.rule("DA-END-09")
def test_winners_first_then_by_turn_of_elimination_latest_first() -> None:
    state = continent(5)
    for seat, turn in (("j2", 3), ("j3", 1), ("j5", 3)):
        fell(state, seat, turn=turn)
    state.turn = 4
    endow(state, "j4", buildings={})
    step = play(state)

    assert one(step, "game_over").data["ranking"] == [[A], ["Dragonne"], [B, "Ecumine"], [C]]


def test_where_a_match_is_stopped_kingdoms_are_worth_what_they_own_at_its_price() -> None:
    state = continent(3)
    endow(state, "j2", gold=7, intellect=90, buildings={"mine": 2, "caserne": 1}, units={"guerrier": 4, "archer": 1})
    fell(state, "j3")
    prices = BUILDINGS["mine"].cost * 2 + BUILDINGS["caserne"].cost + UNITS["guerrier"].cost * 4 + UNITS["archer"].cost

    assert worth(partial(daifen.view, state), [J2, J3]) == {J2: 7.0 + prices, J3: 0.0}


@pytest.mark.rule("DA-END-11")
def test_no_turn_is_the_last() -> None:
    state = continent(2)
    state.turn = 10_000

    assert play(state).state.road is None


# Association


def last(living: int, gone: int = 1) -> Continent:
    """So many kingdoms left of a larger continent."""
    state = acquainted(living + gone)
    for n in range(living + 1, living + gone + 1):
        fell(state, f"j{n}")
    return state


@pytest.mark.rule("DA-END-05")
@pytest.mark.parametrize(
    ("living", "gone", "opened"), [(2, 1, True), (3, 1, True), (4, 1, False), (2, 0, False), (3, 0, False)]
)
def test_two_or_three_kingdoms_are_asked_if_there_were_more(living: int, gone: int, opened: bool) -> None:
    state = last(living, gone)

    assert daifen.view(state, None)["association"] is opened
    expected = [] if opened else [("DA-END-05", "no_association", 1)]
    assert refused(state, "j1", "ASSOCIATION OUI") == refused(state, "j1", "ASSOCIATION NON") == expected
    assert bool(find(play(state), "association_none", "j1")) is opened


@pytest.mark.rule("DA-END-05")
@pytest.mark.parametrize("number", [2, 3])
def test_where_there_were_never_more_than_three_no_turn_opens_an_offer(number: int) -> None:
    assert not daifen.view(play(acquainted(number)).state, None)["association"]


@pytest.mark.rule("DA-END-05", "DA-ORD-21")
@pytest.mark.parametrize("vote", ["OUI", "NON"])
def test_a_vote_is_written_back_as_it_was_read(vote: str) -> None:
    state = last(3)

    assert decision(state, "j1").write(form(state, "j1", f"association {vote.lower()}")) == f"ASSOCIATION {vote}"


@pytest.mark.rule("DA-END-05", "DA-PHA-01")
def test_if_all_agree_they_win_at_once_and_the_turn_is_not_played() -> None:
    state = last(3)
    endow(state, "j1", units={"guerrier": 50})
    yes = "ASSOCIATION OUI\n"
    step = play(state, {"j1": yes + f"ATTAQUER {B} : Guerrier 50", "j2": yes, "j3": yes})

    assert (step.state.road, step.state.winners) == ("association", [J1, J2, J3])
    assert not find(step, "assault_attacker") and not find(step, "collect_statement")
    assert [found.gold for found in step.state.kingdoms.values()] == [50, 50, 50, 0]
    result = daifen.result(step.state)
    assert result is not None and list(result.scores.values()) == [1.0, 1.0, 1.0, 0.0]


@pytest.mark.rule("DA-END-05", "DA-END-06", "DA-END-07")
@pytest.mark.parametrize("votes", [("OUI", "OUI", "NON"), ("OUI", "OUI", None), ("NON", "NON", "NON")])
def test_if_one_refuses_nothing_tells_who_or_how_many(votes: tuple[str | None, ...]) -> None:
    state = last(3)
    orders = {f"j{n}": f"ASSOCIATION {vote}" for n, vote in enumerate(votes, start=1) if vote}
    step = play(state, orders)

    assert step.state.road is None
    assert [event.seen_by for event in find(step, "association_none")] == [(J1,), (J2,), (J3,)]  # not the fallen
    for seat in (J1, J2, J3):
        assert one(step, "association_none", seat).data == {}
    assert daifen.view(step.state, None)["association"] is True  # and they are asked again
    told = [event.data for event in step.events if "ASSOCIATION" in str(event.data)]
    assert len(told) == len(orders)  # each in its own form only


@pytest.mark.rule("DA-END-06", "DA-END-08")
def test_nothing_is_said_where_none_was_offered_though_a_decision_has_left_few_enough() -> None:
    state = acquainted(4)
    assert not daifen.view(state, None)["association"]

    decided = daifen.rule(state, "ELIMINER j4").state
    step = play(decided)

    assert not find(step, "association_none")
    assert daifen.view(step.state, None)["association"]  # but now they are asked
    assert find(play(step.state), "association_none", "j1")
    assert refused(decided, "j1", "ASSOCIATION OUI") == [("DA-END-05", "no_association", 1)]


@pytest.mark.rule("DA-END-05", "DA-END-06")
def test_a_kingdom_that_falls_in_a_turn_opens_the_offer_of_the_next_and_not_of_this_one() -> None:
    state = acquainted(4)
    endow(state, "j4", buildings={})

    step = play(state)

    assert find(step, "kingdom_lost", "j4") and not find(step, "association_none")
    assert refused(step.state, "j1", "ASSOCIATION OUI") == []


@pytest.mark.rule("DA-END-05", "DA-END-08")
def test_an_offer_stands_when_a_decision_takes_one_of_three_away() -> None:
    state = last(3)
    yes = {seat: form(state, seat, "ASSOCIATION OUI") for seat in (J1, J2)}

    step = daifen.advance(daifen.rule(state, "ELIMINER j3").state, yes, Rng(b"two of three"))

    assert (step.state.road, step.state.winners) == ("association", [J1, J2])


# The order of resolution, and chance


@pytest.mark.rule("DA-PHA-01", "DA-PHA-02")
def test_nine_phases_in_the_rulebooks_order() -> None:
    assert [(phase.number, phase.name) for phase in PHASES] == [
        (1, "departure"),
        (2, "theft_sabotage"),
        (3, "combat"),
        (4, "production"),
        (5, "intelligence"),
        (6, "arrival"),
        (7, "collection"),
        (8, "technology"),
        (9, "rumours"),
    ]


@pytest.mark.rule("DA-PHA-02")
def test_each_phase_is_over_for_all_before_the_next_begins() -> None:
    state = acquainted(4)
    for seat in ("j1", "j2", "j3"):
        endow(state, seat, units={"espion": 2, "guerrier": 3}, gold=100)
    orders = {
        "j1": f"VOLER {B} 1\nATTAQUER {C} : Guerrier 3\nCONSTRUIRE Mine 1\nEXPLORER 1\nDONNER {B} : OR 1",
        "j2": f"VOLER {C} 1\nATTAQUER {A} : Guerrier 3\nCONSTRUIRE Mine 1\nDONNER {C} : OR 1",
        "j3": f"VOLER {A} 1\nENTRAINER Guerrier 1\nESPIONNER {B} 1\nDEVELOPPER Cheval",
    }
    phase_of = {
        "gift_sent": 1, "costs_paid": 1, "theft_gain": 2, "spy_lost": 2, "theft_victim": 2, "assault_attacker": 3,
        "assault_defender": 3, "build_done": 4, "train_done": 4, "explore_event": 5, "spy_report": 5,
        "gift_received": 6, "army_back": 6, "collect_statement": 7, "tech_unpaid": 8, "rumour": 9,
    }  # fmt: skip
    for seed in (b"1", b"2", b"3"):
        told = [
            phase_of[event.kind] for event in play(state, orders, chance=Rng(seed)).events if event.kind in phase_of
        ]
        spied = [n for n in told if n != 2]
        assert spied == sorted(spied)


@pytest.mark.rule("DA-RNG-01")
@pytest.mark.parametrize("n", [1, 2, 3, 6, 8, 12, 40])
def test_dice_are_uniform_and_a_chance_is_a_pick(n: int) -> None:
    draws = [k / (4 * n) for k in range(4 * n)]

    assert [pick(Told(draw), n) for draw in draws] == [k // 4 for k in range(4 * n)]
    for a in range(n + 1):
        assert sum(chance(Told(draw), (a, n)) for draw in draws) == 4 * a
    faces = [throw(Told(k / 12), 1) for k in range(12)]
    assert [faces.count(face) for face in (1, 2, 3)] == [4, 4, 4]  # DA-EX-16


@pytest.mark.rule("DA-RNG-02")
def test_an_order_elsewhere_changes_no_dice() -> None:
    state = acquainted(5)
    for seat in state.kingdoms:
        endow(state, seat, units={"guerrier": 12, "espion": 6}, gold=100)
    orders = {"j1": f"ATTAQUER {B} : Guerrier 8\nEXPLORER 2\nSABOTER {C} 2\nVOLER {B} 1"}
    alone = play(state, orders)
    crowd = play(state, orders | {"j4": "EXPLORER 3\nVOLER Ecumine 2", "j5": "SABOTER Dragonne 2\nEXPLORER 1"})

    for kind in ("assault_attacker", "explore_event", "sabotage_failed", "theft_gain", "spy_lost"):
        assert [event.data for event in find(alone, kind, "j1")] == [event.data for event in find(crowd, kind, "j1")]


class Noted(Rng):
    """Chance that notes which streams are asked for."""

    def __init__(self) -> None:
        super().__init__(b"noted")
        self.names: list[tuple[str | int, ...]] = []

    def at(self, *path: str | int) -> Rng:
        self.names.append(path)
        return super().at(*path)


@pytest.mark.rule("DA-RNG-02")
def test_every_matter_has_a_stream_of_its_own() -> None:
    """Thefts, sabotages, assaults, spying by target; explorations by master; rumours by subject, author and reader."""
    state = acquainted(4)
    for seat in state.kingdoms:
        endow(state, seat, units={"guerrier": 5, "espion": 9}, gold=100)
    text = "VOLER {0} 1\nVOLER {1} 1\nSABOTER {0} 1\nSABOTER {1} 1\nESPIONNER {0} 1\nESPIONNER {1} 1\nEXPLORER 1\n"
    text += "ATTAQUER {0} : Guerrier 1\nATTAQUER {1} : Guerrier 1\nRUMEUR {0} : OR_PEU"
    dice = Noted()
    play(state, {"j1": text.format(B, C), "j4": text.format(C, B)}, chance=dice)

    targets = [(matter, n) for matter in ("theft", "sabotage", "assault", "spying") for n in (2, 3)]
    own = [(matter, n) for matter in ("exploration", "launched") for n in (1, 4)]
    everyone = [(matter, n) for matter in ("rumour", "report") for n in (1, 2, 3, 4)]
    explorers = {("exploration", n) for n in (2, 3)}  # asked for, though they send nobody
    assert sorted(set(dice.names) - explorers) == sorted([*targets, *own, *everyone])
    assert len(dice.names) == len(set(dice.names))


@pytest.mark.rule("DA-RNG-02")
def test_another_turn_and_another_secret_throw_other_dice() -> None:
    state = acquainted(2)
    endow(state, "j1", units={"guerrier": 20})
    endow(state, "j2", units={"guerrier": 20})
    rounds = [
        str(one(play(state, {"j1": f"ATTAQUER {B} : Guerrier 20"}, chance=Rng(b"%d" % n)), "assault_attacker").data)
        for n in range(5)
    ]

    assert len(set(rounds)) == 5


@pytest.mark.rule("DA-RNG-02")
def test_two_turns_of_one_match_throw_other_dice() -> None:
    match = Match.new(daifen, [Seat("j1"), Seat("j2")], {}, b"one secret for all turns")
    rounds = []
    for _ in range(5):
        match.state = acquainted(2)  # the very same, turn after turn
        for seat in ("j1", "j2"):
            endow(match.state, seat, units={"guerrier": 20})
        told = match.advance({J1: form(match.state, "j1", f"ATTAQUER {B} : Guerrier 20")})
        rounds.append(str(next(event.data for event in told if event.kind == "assault_attacker")))

    assert len(set(rounds)) == 5


@pytest.mark.rule("DA-RNG-03", "DA-RNG-05")
def test_a_random_order_is_a_fisher_yates_shuffle_from_the_last_place_down() -> None:
    letters = list("abcd")
    Told(place(0, 4), place(2, 3), place(0, 2)).shuffle(letters)

    assert letters == ["b", "d", "c", "a"]  # d<->a, c stays, b<->d


@pytest.mark.rule("DA-RNG-04")
def test_the_order_in_which_forms_arrive_changes_nothing() -> None:
    state = acquainted(3)
    for seat in state.kingdoms:
        endow(state, seat, units={"guerrier": 10, "espion": 5}, gold=100)
    answers = forms(
        state,
        {
            "j1": f"ATTAQUER {B} : Guerrier 5\nVOLER {C} 2\nDONNER {B} : OR 5",
            "j2": f"ATTAQUER {C} : Guerrier 5\nVOLER {C} 2\nSABOTER {A} 1",
            "j3": f"ATTAQUER {B} : Guerrier 5\nVOLER {A} 2\nDONNER {B} : OR 6",
        },
    )
    results = {
        (daifen.dump(step.state), repr(step.events))
        for order in permutations(answers)
        for step in [daifen.advance(state, {seat: answers[seat] for seat in order}, Rng(b"order"))]
    }

    assert len(results) == 1


def test_the_kit_is_a_fresh_one_for_every_kingdom() -> None:
    state = continent(2)
    kingdom(state, "j1").units["guerrier"] = 9

    assert kingdom(state, "j2").units == {"guerrier": 4} and kingdom(continent(2), "j1").units == {"guerrier": 4}
