"""The coming turn rehearsed: what it tells, what is certain of it, what is supposed, and that no secret shows in it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from heraut import bots
from heraut.engine.protocol import Event, Json, Seat, seen_by
from heraut.engine.rng import Rng
from heraut.engine.spread import Spread
from heraut.games import daifen
from heraut.games.daifen import orders as o
from heraut.games.daifen.decision import SheetDecision
from heraut.games.daifen.orders import SILENCE, Form
from heraut.games.daifen.outcomes import Fray, Side, Trial, summary, trial_of
from heraut.games.daifen.races import UNITS
from heraut.games.daifen.rehearsal import Rehearsal, Unseen, imagine, played, prospect, rehearse
from heraut.games.daifen.resolution import UNKNOWN
from heraut.games.daifen.state import Continent, SpyReport
from heraut.games.daifen.suppositions import MOST_ARMY, Supposition, fighters, least_armies

from .builders import A, B, C, acquainted, continent, endow, find, form, know, play, seats
from .scramble import scramble

bot = bots.player("daifen", "classic")
J1, J2 = Seat("j1"), Seat("j2")
CHANCE = Rng(b"rehearsal")


@pytest.fixture(scope="module")
def late() -> tuple[Continent, tuple[Event, ...]]:
    """Six lords after fifteen turns of bots."""
    step = daifen.setup(seats(6), {}, Rng(b"late"))
    for turn in range(15):
        answers = {seat: bot(owed, owed.view, CHANCE) for seat, owed in daifen.pending(step.state).items()}
        step = daifen.advance(step.state, answers, CHANCE.at(turn))
    return step.state, step.events


def told_to(state: Continent, events: tuple[Event, ...], seat: Seat) -> tuple[Json, tuple[Event, ...], Form]:
    """What a lord knows, and the form that a bot would send in his place."""
    seen = daifen.view(state, seat)
    return seen, seen_by(events, seat), bot(SheetDecision(seen), seen, CHANCE)


def rehearsal_of(state: Continent, text: str = "", trials: int = 12, **more: Any) -> Rehearsal:
    """These orders of the first lord, rehearsed."""
    return rehearse(daifen.view(state, J1), (), form(state, "j1", text), CHANCE, trials=trials, **more)


@pytest.mark.slow
@pytest.mark.rule("DA-FOG-08", "DA-FOG-10", "DA-CON-10")
@pytest.mark.parametrize("other", [None, bot])
def test_a_rehearsal_does_not_move_when_all_that_is_hidden_changes(
    late: tuple[Continent, tuple[Event, ...]], other: Callable[..., Form] | None
) -> None:
    state, events = late
    for seat in daifen.pending(state):
        found = []
        for truth in (state, scramble(state, seat, Rng(b"secrets"))):
            seen, told, orders = told_to(truth, events, seat)
            supposed = [Supposition(name, "hostile", 40) for name in seen["own"]["known"]] + [Supposition(None)]
            trials = rehearse(seen, told, orders, CHANCE, trials=3, other=other, supposed=supposed)
            found.append(msgspec.json.encode([trials, prospect(seen, told, orders)]))
        assert found[0] == found[1], f"{seat} rehearses something hidden"


def test_a_turn_depends_on_its_number_alone_and_forms_share_it(late: tuple[Continent, tuple[Event, ...]]) -> None:
    seen, told, orders = told_to(*late, J1)
    three = rehearse(seen, told, orders, CHANCE, trials=3)
    assert [trial.number for trial in three.trials] == [0, 1, 2]
    assert summary(seen, three.trials) == three.summary
    world = imagine(seen, told, CHANCE, 2, other=bot)
    before = daifen.dump(world.state)
    one, other = played(world, orders), played(world, Form())
    assert daifen.dump(world.state) == before and played(world, orders) == one != other
    assert played(imagine(seen, told, CHANCE, 2), orders) == three.trials[2]
    assert summary(seen, three.trials) == three.summary


def test_the_others_play_from_what_they_see_of_the_guess(late: tuple[Continent, tuple[Event, ...]]) -> None:
    """Everybody else is asked once, but for those of whom the lord supposes something else than what is usual."""
    asked: list[str] = []

    def idle(decision: SheetDecision, seen: Json, rng: Rng) -> Form:
        assert decision.view is seen
        asked.append(seen["own"]["name"])
        return Form()

    seen, told, orders = told_to(*late, J1)
    still = rehearse(seen, told, orders, CHANCE, trials=1)
    assert rehearse(seen, told, orders, CHANCE, trials=1, other=idle) == still
    assert len(asked) == 5
    asked.clear()
    (name, *_) = seen["own"]["known"]
    rehearse(seen, told, orders, CHANCE, trials=1, other=idle, supposed=[Supposition(name, "still")])
    assert len(asked) == 4 and name not in asked


@pytest.mark.rule("DA-END-12")
def test_who_is_supposed_to_be_still_sends_an_empty_form_and_is_not_silent() -> None:
    state = acquainted(3, abandon_after=2)
    for seat in ("j2", "j3"):
        endow(state, seat, missed=1)
    view = daifen.view(state, J1)
    still = rehearse(view, (), Form(), CHANCE, trials=2, other=bot, supposed=[Supposition(B, "still")])

    assert imagine(view, (), CHANCE, 0).others == {"j2": Form(), "j3": Form()}
    assert still.summary.gone == {} and still.summary.ends == {}


def test_every_event_of_a_rehearsal_may_be_known(late: tuple[Continent, tuple[Event, ...]]) -> None:
    seen, told, orders = told_to(*late, J1)
    found = rehearse(seen, told, orders, CHANCE, trials=6, other=bot)
    assert all(event.seen_by == (J1,) for trial in found.trials for event in trial.events)
    known = {seen["own"]["name"], *seen["own"]["known"], UNKNOWN}
    named = {foe for clash in found.summary.battles for foe in (clash.kingdom, *clash.foes)}
    assert named | set(found.summary.caught) | set(found.summary.gone) <= known, "nobody imagined has a name"


def test_only_a_lord_in_play_rehearses() -> None:
    state = continent(3)
    for attempt in (lambda: rehearse(daifen.view(state, None), (), Form(), CHANCE, trials=1),
                    lambda: prospect(daifen.view(state, None), (), Form())):  # fmt: skip
        with pytest.raises(ValueError, match="in play"):
            attempt()
    with pytest.raises(ValueError, match="empty"):
        summary(daifen.view(state, J1), ())


# What the trials have in common


@pytest.mark.rule("DA-ASS-15", "DA-END-01")
def test_an_assault_on_what_was_seen_last_night_is_fought_on_every_continent() -> None:
    state = acquainted(3)
    state.turn = 9
    endow(state, "j1", units={"guerrier": 80})
    endow(state, "j2", gold=60, buildings={"carriere": 3}, units={"guerrier": 5})
    seen = SpyReport(8, 60, {"carriere": 3}, {"guerrier": 5}, {})
    state.kingdoms[J1].reports[J2] = seen
    found = rehearsal_of(state, "ATTAQUER Brumeval : guerrier 80").summary
    (clash,) = found.battles
    assert (clash.kingdom, clash.side, clash.fought, clash.won, clash.foes) == (B, "attacker", 12, 12, {B: 12})
    assert clash.razed.least == 3 and found.gone == {B: 12}, "a kingdom without a building is no more"
    assert 5 <= clash.killed.least <= clash.killed.most <= 8 and clash.loot.least >= 60 + 30
    assert found.losses.least == clash.lost.least and found.people.least == 80 - clash.lost.most


@pytest.mark.rule("DA-COL-03", "DA-COL-06")
def test_upkeep_that_cannot_be_paid_is_foretold_and_certain_where_nothing_else_counts() -> None:
    state = acquainted(3)
    endow(state, "j1", gold=0, intellect=1, buildings={"marche": 3, "caserne": 1}, units={"automate": 20})
    found = rehearsal_of(state).summary
    assert found.unpaid == {"marche": 12} and found.dismissed == {"automate": 12}
    assert found.people.least == found.people.most == 3 and found.losses == Spread(17, 17, 17)
    before = prospect(daifen.view(state, J1), (), Form())
    assert [event.kind for event in before.undisturbed.events] == ["upkeep_building", "upkeep_unit"]
    assert before.undisturbed.people == 3


@pytest.mark.rule("DA-ASS-13", "DA-ASS-14", "DA-ASS-15")
def test_the_ends_of_an_assault_are_counted_apart() -> None:
    def fought(side: Side, ending: str, **more: int) -> Trial:
        figures = {"lost": 0, "killed": 0, "loot": 0, "razed": 0, **more}
        return Trial(0, 0, 0, 0, 0, False, None, (Fray(B, side, (B,), ending, **figures),), ())

    seen = daifen.view(acquainted(2), J1)
    ends = ("repelled", "stand_off", "stand_off", "pillage", "pillage", "pillage")
    for side, won in (("attacker", 3), ("defender", 1), ("supporter", 1)):
        (clash,) = summary(seen, [fought(side, end) for end in ends]).battles
        assert (clash.side, clash.fought, clash.won, clash.stand_off) == (side, 6, won, 2)


@pytest.mark.rule("DA-SPY-19", "DA-ASS-18")
def test_buildings_razed_and_gold_robbed_are_those_of_one_s_own_kingdom() -> None:
    def battle(side: Side, loot: int, razed: int) -> Fray:
        return Fray(B, side, (B,), "pillage", lost=1, killed=0, loot=loot, razed=razed)

    spies = (
        *[Event("DA-SPY-20", "sabotage_victim", {"building": "mine"}, (J1,))] * 3,
        Event("DA-SPY-14", "theft_victim", {"gold": 7}, (J1,)),
        Event("DA-SPY-08", "spy_caught", {"kingdom": B, "mission": "steal", "count": 1}, (J1,)),
    )
    trial = Trial(0, 0, 0, 0, 0, False, None, (battle("attacker", 50, 9), battle("defender", 30, 4)), spies)
    found = summary(daifen.view(acquainted(2), J1), [trial])

    assert (found.razed, found.robbed) == (Spread(7, 7, 7), Spread(37, 37, 37))


@pytest.mark.rule("DA-SPY-26", "DA-SPY-25")
def test_of_explorers_only_the_dead_are_losses() -> None:
    def explored(what: str) -> Event:
        return Event("DA-SPY-25", "explore_event", {"event": what, "amount": 3, "unit": ""}, (J1,))

    trial = Trial(0, 0, 0, 0, 0, False, None, (), tuple(map(explored, ("death", "gold", "nothing"))))

    assert summary(daifen.view(acquainted(2), J1), [trial]).losses == Spread(1, 1, 1)


@pytest.mark.rule("DA-ASS-05")
def test_who_falls_to_the_towers_is_killed_by_the_defender() -> None:
    state = acquainted(2)
    endow(state, "j1", units={}, buildings={"tour_de_garde": 4})
    endow(state, "j2", units={"guerrier": 3})
    step = play(state, {"j2": f"ATTAQUER {A} : Guerrier 3"})
    trial = trial_of(0, daifen.view(step.state, J1), seen_by(step.events, J1))

    assert [(one.side, one.ending, one.killed) for one in trial.frays] == [("defender", "repelled", 3)]


@pytest.mark.rule("DA-SUP-05", "DA-ASS-17")
def test_only_the_attacked_loses_gold_and_buildings_and_only_attackers_win_gold() -> None:
    state = acquainted(3)
    endow(state, "j1", units={"guerrier": 60})
    endow(state, "j2", units={}, buildings={"mine": 1, "caserne": 9}, gold=40)
    endow(state, "j3", units={"archer": 1})
    step = play(state, {"j1": f"ATTAQUER {B} : Guerrier 60", "j3": f"SOUTENIR {B} : Archer 1"})
    frays = {}
    for seat in ("j1", "j2", "j3"):
        (frays[seat],) = trial_of(0, daifen.view(step.state, Seat(seat)), seen_by(step.events, Seat(seat))).frays
    told = {side: event.data for side in ("attacker", "defender") for event in find(step, f"assault_{side}")}
    razed = sum(told["defender"]["buildings_lost"].values())

    assert razed > 0 and {fray.ending for fray in frays.values()} == {"pillage"}
    assert (frays["j1"].loot, frays["j1"].razed) == (told["attacker"]["loot"], razed)
    assert (frays["j2"].loot, frays["j2"].razed) == (40, razed)
    assert (frays["j3"].loot, frays["j3"].razed, frays["j3"].lost) == (0, 0, 1)


@pytest.mark.rule("DA-SPY-12", "DA-SPY-19", "DA-SPY-22", "DA-SPY-27")
def test_spies_bring_what_may_be_there_or_do_not_come_back() -> None:
    state = continent(6)
    state.turn = 8
    know(state, "j1", "j2", "j3")
    endow(state, "j1", units={"espion": 9})
    text = "VOLER Brumeval 2\nESPIONNER Corvaille 1\nSABOTER Brumeval 3\nEXPLORER 3"
    found = rehearsal_of(state, text, trials=40).summary
    steal, sabotage, spy_on = (
        next(each for each in found.errands if each.mission == mission) for mission in ("steal", "sabotage", "spy_on")
    )
    assert 25 <= steal.done <= 40 and steal.gold.most > 10 and steal.lost.most >= 1
    assert 10 < spy_on.done < 40 and spy_on.kingdom == C
    assert sabotage.done == 0 and sabotage.lost.most == 3, "nobody can tell who was caught from who did it"
    assert found.found.least == 0 and found.found.most >= 2 and set(found.finds) > {"nothing"}


@pytest.mark.rule("DA-END-12")
def test_who_sends_no_form_for_the_last_time_falls_in_every_trial() -> None:
    state = acquainted(3, abandon_after=2)
    endow(state, "j1", missed=1)
    view = daifen.view(state, J1)
    silent = rehearse(view, (), SILENCE, CHANCE, trials=4).summary
    assert silent.fallen == 4
    assert silent.gold == silent.intellect == silent.people == silent.buildings == Spread(0, 0, 0)
    assert rehearse(view, (), Form(), CHANCE, trials=4).summary.fallen == 0
    assert prospect(view, (), SILENCE).undisturbed.fallen


# What is certain, and what nobody can know


@pytest.mark.rule("DA-PHA-03", "DA-FOG-08")
def test_what_is_certain_is_kept_from_what_is_not() -> None:
    state = continent(5)
    state.turn = 7
    know(state, "j1", "j2", "j3")
    endow(state, "j1", gold=200, intellect=10, units={"guerrier": 20, "espion": 4, "scribe": 2})
    state.kingdoms[J1].reports[J2] = SpyReport(4, 0, {"carriere": 1}, {}, {})
    text = (
        "CONSTRUIRE carriere 2\nENTRAINER guerrier 3\nATTAQUER Brumeval : guerrier 12\nESPIONNER Corvaille 2\n"
        "CONTRE-ESPIONNER 1\nDONNER Corvaille : OR 9\nDONNER Corvaille : INTELLECT 2\nDEVELOPPER Cheval"
    )
    found = prospect(daifen.view(state, J1), (), form(state, "j1", text))
    assert (found.certain.gold, found.certain.intellect) == (70 + 9 + 9, 2)
    assert found.certain.leaving == {"guerrier": 12, "espion": 2}
    assert (found.certain.buildings, found.certain.units) == ({"carriere": 2}, {"guerrier": 3})
    assert found.unseen == (Unseen(B, 2), Unseen(C, None)) and found.strangers == 2
    quiet = found.undisturbed
    assert (quiet.gold, quiet.people, quiet.buildings) == (200 - 88 + 50, 20 + 4 + 2 + 3, 8)
    assert quiet.intellect == 10 - 2 + 2 - 5, "given, brought by scribes, spent on Cheval"
    assert quiet.frays == () and not quiet.fallen


# Suppositions


def defence(state: Continent, *supposed: Supposition, events: tuple[Event, ...] = (), trials: int = 8) -> Any:
    """The assault on the first lord that these suppositions bring, if any."""
    seen = daifen.view(state, J1)
    found = rehearse(seen, events, Form(), CHANCE, trials=trials, supposed=supposed).summary
    return next((clash for clash in found.battles if clash.side == "defender"), None)


def test_a_hostile_neighbour_comes_with_as_many_as_are_supposed() -> None:
    state = acquainted(4)
    endow(state, "j1", units={"guerrier": 30})
    assert defence(state) is None and defence(state, Supposition(B, "still", 200)) is None
    few, many = (defence(state, Supposition(B, "hostile", number)) for number in (3, 400))
    assert few.foes == many.foes == {B: 8} and few.fought == many.fought == 8
    assert few.won == 8 and many.won == 0 and many.lost.least == 30
    both = defence(state, Supposition(B, "hostile", 3), Supposition(C, "hostile", 3))
    assert both.foes == {B: 8, C: 8}


def test_a_stranger_may_be_supposed_hostile_and_stays_nameless() -> None:
    state = continent(4)
    clash = defence(state, Supposition(None, "hostile", 300))
    assert clash.foes == {UNKNOWN: 8} and clash.won == 0
    assert defence(acquainted(3), Supposition(None, "hostile", 300)) is None, "there is no stranger"


def test_whoever_attacks_or_defends_is_of_the_army() -> None:
    assert not UNITS["harpie"].defensive
    assert fighters({"guerrier": 4, "harpie": 3, "scribe": 1}) == {"guerrier": 4, "harpie": 3}


def test_an_army_is_not_smaller_than_what_was_seen_of_it() -> None:
    state = acquainted(3)
    state.turn = 6
    for turn, least in ((5, 50), (4, 0)):
        state.kingdoms[J1].reports[J2] = SpyReport(turn, 0, {"caserne": 1}, {"archer": 50, "espion": 9}, {})
        seen = daifen.view(state, J1)
        assert least_armies(seen, ()).get(B, 0) == least
        world = imagine(seen, (), CHANCE, 0, supposed=[Supposition(B, "still", 7)]).state
        kingdom = next(each for each in world.living() if each.name == B)
        assert sum(fighters(kingdom.units).values()) == max(7, least)
        mixed = [Supposition(C, "still"), Supposition(B, "still", 7)]  # of another one nothing is said but how he acts
        assert imagine(seen, (), CHANCE, 0, supposed=mixed).state.kingdoms[kingdom.seat].units == kingdom.units
    assert least_armies(daifen.view(state, J1), ()) == {}


@pytest.mark.rule("DA-ASS-15")
def test_who_was_left_by_one_s_own_assault_counts_as_seen() -> None:
    state = acquainted(3)
    endow(state, "j1", units={"guerrier": 2})
    endow(state, "j2", units={"guerrier": 40})
    step = play(state, {"j1": "ATTAQUER Brumeval : guerrier 2"})
    left = step.state.kingdoms[J2].units["guerrier"]
    assert least_armies(daifen.view(step.state, J1), seen_by(step.events, J1)) == {B: left} and left > 30


def test_suppositions_about_nobody_are_left_out_and_armies_are_bounded() -> None:
    state = acquainted(3)
    seen = daifen.view(state, J1)
    plain = imagine(seen, (), CHANCE, 0)
    assert imagine(seen, (), CHANCE, 0, supposed=[Supposition(A, "hostile", 9)]).others == plain.others
    world = imagine(seen, (), CHANCE, 0, supposed=[Supposition(B, "hostile", 10**9)])
    kingdom = next(each for each in world.state.living() if each.name == B)
    (attack,) = world.others[kingdom.seat].orders
    assert isinstance(attack, o.Attack) and sum(number for _, number in attack.units) == MOST_ARMY
    assert all(UNITS[code].offensive for code, _ in attack.units)
