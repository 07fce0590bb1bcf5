"""The coming year rehearsed: what it tells, that the same number is the same year, and that no secret shows in it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from heraut import bots
from heraut.engine.protocol import Event, Json, Seat, seen_by
from heraut.engine.rehearsal import Trial
from heraut.engine.rng import Rng
from heraut.games import rois
from heraut.games.rois.decision import SheetDecision
from heraut.games.rois.orders import SILENCE, Sheet
from heraut.games.rois.outcomes import summary
from heraut.games.rois.rehearsal import Rehearsal, imagine, played, rehearse
from heraut.games.rois.state import World

from .builders import meet, own, person, play, relate, sheet, units, view, world
from .scramble import scramble

bot = bots.player("rois", "classic")

J1 = Seat("j1")
CHANCE = Rng(b"rehearsal")


def told_to(state: World, events: tuple[Event, ...], seat: Seat) -> tuple[Json, tuple[Event, ...], Sheet]:
    """What a King knows, and the orders that a bot would give in his place."""
    seen = rois.view(state, seat)
    return seen, seen_by(events, seat), bot(SheetDecision(seen), seen, CHANCE)


@pytest.fixture(scope="module")
def fourth_year() -> tuple[World, tuple[Event, ...]]:
    """Five Kings after three years of bots."""
    step = rois.setup([Seat(f"j{n}") for n in range(1, 6)], {}, Rng(b"fourth")).state, ()
    for year in range(3):
        answers = {seat: bot(owed, owed.view, CHANCE) for seat, owed in rois.pending(step[0]).items()}
        played = rois.advance(step[0], answers, CHANCE.at(year))
        step = played.state, played.events
    return step


@pytest.mark.slow
@pytest.mark.rule("RO-INFO-03", "RO-INFO-04", "RO-INFO-06")
@pytest.mark.parametrize("other", [None, bot])
def test_a_rehearsal_does_not_move_when_all_that_is_hidden_changes(
    fourth_year: tuple[World, tuple[Event, ...]], other: Callable[..., Sheet] | None
) -> None:
    state, events = fourth_year
    for seat in rois.pending(state):
        found = []
        for truth in (state, scramble(state, seat, Rng(b"secrets"))):
            seen, told, orders = told_to(truth, events, seat)
            found.append(msgspec.json.encode(rehearse(seen, told, orders, CHANCE, trials=3, other=other)))
        assert found[0] == found[1], f"{seat} rehearses something hidden"


def test_a_year_depends_on_its_number_alone_and_sheets_share_it(fourth_year: tuple[World, tuple[Event, ...]]) -> None:
    seen, told, orders = told_to(*fourth_year, J1)
    three = rehearse(seen, told, orders, CHANCE, trials=3)
    assert [trial.number for trial in three.trials] == [0, 1, 2]
    assert len({msgspec.json.encode(trial.view) for trial in three.trials}) == 3, "three worlds"
    world = imagine(seen, told, CHANCE, 2, other=bot)
    before = rois.dump(world.state)
    one, other = played(world, orders), played(world, SILENCE)
    assert rois.dump(world.state) == before and played(world, orders) == one != other
    assert played(imagine(seen, told, CHANCE, 2), orders) == three.trials[2]
    assert summary(seen, three.trials) == three.summary


def test_the_others_play_from_what_they_see_of_the_guess(fourth_year: tuple[World, tuple[Event, ...]]) -> None:
    """Everybody else is asked, once; what they order tells."""
    asked: list[str] = []

    def silent(decision: SheetDecision, seen: Json, rng: Rng) -> Sheet:
        assert decision.view is seen
        asked.append(seen["own"]["seat"])
        return SILENCE

    seen, told, orders = told_to(*fourth_year, J1)
    still = rehearse(seen, told, orders, CHANCE, trials=1)
    assert rehearse(seen, told, orders, CHANCE, trials=1, other=silent) == still, "nobody orders anything"
    assert asked == ["j2", "j3", "j4", "j5"]
    assert rehearse(seen, told, orders, CHANCE, trials=1, other=bot) != still


def test_every_event_of_a_rehearsal_may_be_known_and_told(fourth_year: tuple[World, tuple[Event, ...]]) -> None:
    seen, told, orders = told_to(*fourth_year, J1)
    for trial in rehearse(seen, told, orders, CHANCE, trials=4, other=bot).trials:
        assert all(event.seen_by is None or event.seen_by == (J1,) for event in trial.events)
        assert trial.view["turn"] == seen["turn"] + 1
        for lang in ("fr", "en"):
            assert rois.report(trial.view, trial.events, lang)


def test_only_a_king_in_play_rehearses() -> None:
    state = world(2)
    with pytest.raises(ValueError, match="in play"):
        rehearse(rois.view(state, None), (), Sheet(), CHANCE, trials=1)
    with pytest.raises(ValueError, match="empty"):
        summary(view(state, J1), ())


# What the years have in common


def rehearsal_of(state: World, text: str, trials: int = 12, other: Any = None) -> Rehearsal:
    """These orders of the first King, rehearsed."""
    return rehearse(view(state, J1), (), sheet(state, "j1", text), CHANCE, trials=trials, other=other)


def at_war() -> World:
    """A King's captain and eight units, next to a province of the second kingdom that he has in sight."""
    state = world(2)
    relate(state, 1, 2, "enemy")
    own(state, 2, 60)
    captain, watcher = person(state, 1, 61, TA=3, name="Capitaine"), person(state, 1, 60, name="Guetteur")
    units(state, 1, 61, *["HC"] * 8, leader=captain.number)
    units(state, 2, 60, "LE", "LE")
    own(state, 1, 61)
    meet(state, 2, watcher.number)
    return play(state).state


def test_a_battle_against_what_is_in_sight_is_fought_in_every_world() -> None:
    state = at_war()
    captain = next(each.number for each in state.characters.values() if each.name == "Capitaine")
    found = rehearsal_of(state, f"@{captain}\n1: MO 60").summary
    (clash,) = found.battles
    assert (clash.season, clash.province, clash.fought, clash.foes) == (1, 60, 12, {2: 12})
    assert clash.won == found.taken.get(60, 0) >= 11 and clash.lost.least <= clash.lost.mean <= clash.lost.most
    assert clash.killed.least >= 1 and clash.killed.most <= 3, "a small force has up to three units"
    assert found.losses.most >= clash.lost.most and found.provinces.most == 3


@pytest.mark.rule("RO-GEN-08")
def test_the_treasury_and_the_lost_are_counted_year_by_year() -> None:
    """Whoever is worn down, left without pay or disbanded is not lost; the fallen have no treasury."""
    state = world(1)
    units(state, 1, 41, "LE")
    seen = view(state, J1)
    posts = [{"unit": 1, "after": -1}, {"unit": 2, "after": 0}, {"kingdom": 2}]
    fought = {"season": 1, "province": 41, "won": True, "lost": 1, "killed": 0, "foes": [2], "own": posts}
    events = [
        Event("RO-BAT-40", "battle", fought),
        Event("RO-BAT-34", "no_refuge", {"lost": [[3, "LE", "human", ""]]}),
        *[Event("RO-FIN-04", "unit_unpaid", {"unit": unit, "fate": "deserted"}) for unit in (4, 7)],
        Event("RO-FIN-04", "unit_unpaid", {"unit": 5, "fate": "worn"}),
        Event("RO-ARMY-10", "disbanded", {"units": [6]}),
    ]
    fallen = {name: each for name, each in seen.items() if name != "own"}
    found = summary(seen, [Trial(0, tuple(events), seen), Trial(1, (), fallen)])
    figures = [found.losses, found.gold, found.units, found.provinces]
    assert [(each.least, each.most) for each in figures] == [(0, 4), (0, 10), (0, 1), (0, 1)]
    assert found.eliminated == 1


def test_figures_are_those_of_the_years() -> None:
    state = at_war()
    captain = next(each.number for each in state.characters.values() if each.name == "Capitaine")
    state.kingdoms[1].gold = 0
    found = rehearsal_of(state, f"@{captain}\n1: MO 60\n2: RE LE 1", trials=8)
    gold = [trial.view["own"]["gold"] for trial in found.trials]
    assert (found.summary.gold.least, found.summary.gold.most) == (min(gold), max(gold))
    assert found.summary.gold.mean == sum(gold) / 8
    gone = [deserters(trial) for trial in found.trials]
    assert any(gone) and found.summary.losses.mean >= sum(map(len, gone)) / 8
    vain = [each for each in found.summary.ignored if each.order == "RE"]
    assert sum(each.times for each in vain) == 8, "nobody recruits without gold"
    assert all((each.who, each.season, each.event.kind) == (captain, 2, "ignored") for each in vain)


def test_who_was_dead_before_the_year_does_not_leave_in_it() -> None:
    def seen(*people: tuple[int, int | None]) -> Json:
        characters = [{"number": number, "died": died} for number, died in people]
        return {"own": {"gold": 0, "units": [], "provinces": [], "characters": characters}, "road": None}

    before, after = seen((1, None), (2, 3), (3, None)), seen((1, 4))
    found = summary(before, [Trial(0, (), after)])
    assert (found.gone, found.deaths) == ({3: 1}, {1: 1})


def deserters(trial: Trial) -> list[int]:
    """The units that were not paid and left."""
    return [
        event.data["unit"] for event in trial.events if event.kind == "unit_unpaid" and event.data["fate"] == "deserted"
    ]


@pytest.mark.slow
def test_those_who_explore_meet_beasts_and_learn() -> None:
    state = world(2)
    scout = person(state, 1, 60, EX=1, name="Éclaireuse", temper="berserk")
    orders = f"@{scout.number}\n" + "\n".join(f"{season}: EX" for season in range(1, 6)) + "\nPLAN {ME}"
    found = rehearsal_of(state, orders, trials=30).summary
    assert found.rises[scout.number]["EX"] >= 1
    assert all(each.who == scout.number and sum(each.endings.values()) == each.met for each in found.ventures)
    assert sum(each.met for each in found.ventures) >= 5
    assert 0 < found.deaths.get(scout.number, 0) < 30
    assert found.eliminated == 0 and found.ends == {}


def test_a_rehearsal_of_the_last_year_ends_the_match() -> None:
    state = world(2, turns=8)
    state.turn = 8
    found = rehearsal_of(state, "", trials=2)
    assert found.summary.ends == {"turns": 2}
    assert all(event.seen_by is None or event.seen_by == (J1,) for trial in found.trials for event in trial.events)
