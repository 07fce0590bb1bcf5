"""The coming turn rehearsed: what it tells, what is supposed of the others, and that no secret shows in it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from heraut import bots
from heraut.engine.protocol import Event, Seat
from heraut.engine.rehearsal import Trial
from heraut.engine.rng import Rng
from heraut.games import gloire
from heraut.games.gloire.orders import Attack, DeclareWar, Move, Tax
from heraut.games.gloire.outcomes import fallen, foe, losses, summary
from heraut.games.gloire.rehearsal import imagine, played, rehearse
from heraut.games.gloire.state import LandName, Realm
from heraut.games.gloire.suppositions import (
    STANCES,
    Assault,
    Stance,
    Suppositions,
    bordering,
    fitting,
    raised,
    suppose,
)

from .builders import ally, decision, garrison, give, knight, lord, lord_knight, play, realm
from .scramble import scramble

J1, J2 = Seat("j1"), Seat("j2")
bot = bots.player("gloire", "classic")
CHANCE = Rng(b"rehearsal")


@pytest.fixture(scope="module")
def third() -> Realm:
    """Five lords after two turns of bots."""
    state = realm(5)
    for turn in range(2):
        answers = {seat: bot(owed, owed.view, CHANCE) for seat, owed in gloire.pending(state).items()}
        state = gloire.advance(state, answers, CHANCE.at(turn)).state
    return state


def tried(state: Realm, text: str = "", supposed: Suppositions | None = None, trials: int = 6, **more: Any) -> Any:
    """These orders of the first lord, rehearsed."""
    reading = decision(state, "j1").parse(text)
    assert not reading.refusals
    view = gloire.view(state, J1)
    return rehearse(view, (), reading.answer, CHANCE, trials=trials, supposed=supposed, **more).summary


def own_land(state: Realm, seat: str = "j1") -> LandName:
    """The first land of a lord."""
    return next(name for name, one in state.lands.items() if one.owner == seat)


@pytest.mark.slow
@pytest.mark.rule("GP-INF-03", "GP-INF-04", "GP-INF-12")
@pytest.mark.parametrize("stance", STANCES)
def test_a_rehearsal_does_not_move_when_all_that_is_hidden_changes(third: Realm, stance: Stance) -> None:
    for seat in ("j1", "j4"):
        found = []
        for truth in (third, scramble(third, Seat(seat), Rng(b"secrets"))):
            view = gloire.view(truth, Seat(seat))
            orders = bot(gloire.pending(truth)[Seat(seat)], view, CHANCE)
            told = rehearse(view, (), orders, CHANCE, trials=3, supposed=Suppositions(stance), other=bot)
            found.append(msgspec.json.encode(told))
        assert found[0] == found[1], f"{seat} rehearses something hidden"


def test_a_turn_depends_on_its_number_alone(third: Realm) -> None:
    view = gloire.view(third, J1)
    three = rehearse(view, (), (), CHANCE, trials=3)
    assert [trial.number for trial in three.trials] == [0, 1, 2]
    assert played(imagine(view, (), CHANCE, 2, supposed=Suppositions()), ()) == three.trials[2]
    assert summary(view, three.trials) == three.summary
    assert all(each.view["turn"] == view["turn"] + 1 for each in three.trials)
    assert all(event.seen_by is None or J1 in event.seen_by for each in three.trials for event in each.events)


@pytest.mark.rule("GP-BAT-01")
def test_an_attack_that_is_supposed_comes_where_and_as_strong_as_it_is_supposed(third: Realm) -> None:
    state, here = third, own_land(third)
    garrison(state, "j1", here, 100)
    weak, strong = (tried(state, "", Suppositions(assaults=(Assault(J2, here, men),))) for men in (5, 9000))
    assert strong.lost == {here: 6} and strong.wars == {"j2": 6}
    (clash,) = strong.battles
    assert (clash.land, clash.attacks, clash.foes, clash.fought, clash.won) == (here, False, {"j2": 6}, 6, 0)
    assert clash.lost.most <= 100 + sum(a.men for a in state.armies.values() if a.lord == "j1")
    assert weak.lost == {}


@pytest.mark.parametrize(
    ("seat", "commander", "lost"),
    [
        ("j1", "garrison", (40, 25)),
        ("j2", "garrison", (25, 40)),
        ("j1", "peasants", (40, 25)),
        ("j2", "peasants", (0, 40)),
    ],
)
def test_the_men_who_fall_are_counted_for_their_side_and_peasants_for_nobody(
    seat: str, commander: str, lost: tuple[int, int]
) -> None:
    men = {"attacker_men": 100, "attacker_left": 60, "defender_men": 80, "defender_left": 55}
    assert losses({"lord": "j1", "defender": "j2", "commander": commander, **men}, Seat(seat)) == lost


@pytest.mark.parametrize(
    ("lord", "defender", "commander", "against"),
    [
        ("j1", "j2", "garrison", "j2"),
        ("j1", None, "peasants", ""),
        ("j1", "j2", "peasants", ""),  # the militia of his land
        ("j2", "j1", "Guy", "j2"),
        ("j2", "j1", "peasants", "j2"),
    ],
)
def test_who_is_against_a_lord_in_a_battle(lord: str, defender: str | None, commander: str, against: str) -> None:
    assert foe({"lord": lord, "defender": defender, "commander": commander}, J1) == against


def test_all_men_who_fall_or_go_against_their_lord_s_will_are_lost() -> None:
    battle = {"lord": "j1", "defender": "j2", "commander": "garrison"}
    men = {"attacker_men": 100, "attacker_left": 60, "defender_men": 80, "defender_left": 55}
    events = (
        Event("GP-BAT-01", "battle", battle | men),
        Event("GP-BAT-01", "battle", battle | men | {"lord": "j3"}),  # his ally's land, not his men
        Event("GP-ENT-01", "knight_scorned", {"men": 1000}),
        Event("GP-ENT-02", "knight_unpaid", {"men": 2000}),
        Event("GP-ENT-03", "army_unpaid", {"men": 4000}),
        Event("GP-RAP-02", "knight_repatriated", {"lost": 10_000, "men": 7}),
        Event("GP-RAP-04", "garrison_repatriated", {"lost": 20_000, "men": 7}),
        Event("GP-DEM-01", "army_dissolved", {"men": 7}),
    )
    assert fallen(Trial(0, events, {}), J1) == 37_040
    assert fallen(Trial(0, events, {}), J2) == 37_050


def test_what_others_do_is_as_it_is_supposed(third: Realm) -> None:
    asked: list[str] = []

    def noted(owed: Any, view: Any, rng: Rng) -> Any:
        assert owed.view is view
        asked.append(view["own"]["seat"])
        return ()

    still = tried(third, trials=1)
    assert tried(third, supposed=Suppositions("usual"), trials=1, other=noted) == still
    assert asked == ["j2", "j3", "j4", "j5"]
    asked.clear()
    tried(third, supposed=Suppositions("still", {Seat("j3"): "usual"}), trials=1, other=noted)
    assert asked == ["j3"]
    assert tried(third, supposed=Suppositions("hostile"), trials=1).wars


def test_a_hostile_lord_turns_against_the_lands_that_border_on_his_own() -> None:
    state = realm(3, starts=["NARVIK", "LAPPLAND", "OLAND"])
    give(state, "j1", "OLAND", "DOLON")
    give(state, "j3", "SCANIE")

    assert bordering(state, J2, [LandName("NARVIK"), LandName("OLAND"), LandName("DOLON")]) == ["NARVIK", "DOLON"]
    assert bordering(state, Seat("j3"), [LandName("NARVIK"), LandName("DOLON")]) == []


def test_each_attack_that_is_supposed_of_a_lord_is_led_by_another_of_his_knights() -> None:
    state = realm(3, starts=["NARVIK", "LAPPLAND", "OLAND"])
    give(state, "j1", "THULE")
    lord_knight(state, "j2").land = LandName("SCANIE")
    knight(state, "j2", "Aubert", "LAPPLAND", men=50)
    knight(state, "j3", "Guy", "OLAND", men=900)
    assaults = (Assault(J2, LandName("NARVIK"), 200), Assault(J2, LandName("THULE"), 300))

    attacks = [
        order for _, order in raised(state, J1, Suppositions("still", {}, assaults), CHANCE) if type(order) is Attack
    ]

    assert [state.knights[order.knight].name for order in attacks] == ["Aubert", "Seigneur B"]
    assert [order.land for order in attacks] == ["NARVIK", "THULE"]
    assert lord_knight(state, "j2").land == "LAPPLAND"  # where his own lands lie next to the land that he attacks


def test_a_knight_who_attacks_as_it_is_supposed_does_nothing_else() -> None:
    state = realm(3, starts=["NARVIK", "LAPPLAND", "OLAND"])
    aubert = knight(state, "j2", "Aubert", "LAPPLAND", men=50)
    usual = (
        Tax(3, LandName("LAPPLAND")),
        Move(aubert.id, LandName("THULE")),
        Move(lord(state, "j2").knight, LandName("DOLON")),
    )

    sheets = suppose(
        state,
        J1,
        Suppositions("usual", {Seat("j3"): "still"}, (Assault(J2, LandName("NARVIK"), 200),)),
        lambda owed, view, rng: usual,
        CHANCE,
    )

    assert sheets == {J2: (usual[0], usual[2], DeclareWar(J1), Attack(aubert.id, LandName("NARVIK")))}


def test_what_the_view_contradicts_is_not_supposed() -> None:
    state = realm(4)
    ally(state, "j1", "j2")
    play_ = play(state, {"j4": "ABD"}).state
    here = own_land(play_)
    rows = [("j1", here, 5), ("j2", here, 5), ("j3", here, 5), ("j4", here, 5), ("j9", here, 5)]
    rows += [("j3", own_land(play_, "j3"), 5), ("j3", here, 0), ("j3", here, 10**7)]
    told = Suppositions(
        "still",
        {J2: "hostile", Seat("j3"): "usual", Seat("j4"): "usual", J1: "usual"},
        tuple(Assault(Seat(who), LandName(where), men) for who, where, men in rows),
    )
    found = fitting(gloire.view(play_, J1), told)
    assert found.stances == {"j3": "usual"} and found.assaults == (Assault(Seat("j3"), here, 5),)


@pytest.mark.rule("GP-ENT-01", "GP-TIT-01")
def test_figures_titles_and_desertion_are_those_of_the_turn() -> None:
    state = realm(4)
    lord(state, "j1").treasury, lord(state, "j1").title = 0, "prince"
    knight(state, "j1", "Gauvain", own_land(state), renown=10, men=40_000, pay=90_000)
    state.turn = 2
    found = tried(state, trials=6)
    assert found.titles == {"": 6} and found.deserted == 6 and found.gone == {"Gauvain": 6}
    assert found.losses.least == 40_000 and found.men.most == 0
    assert found.lands.least <= found.lands.mean <= found.lands.most


def test_orders_without_effect_are_told_with_their_line(third: Realm) -> None:
    found = tried(third, 'CHE 1\nPAR "Seigneur A" "Seigneur C" lys')
    (vain,) = [each for each in found.ignored if each.reason == "no_such_joust"]
    assert (vain.line, vain.times) == (2, 6)


def test_a_fall_and_the_end_of_a_match_are_told() -> None:
    state = realm(2)
    found = tried(state, "ABD", trials=2)
    assert found.eliminated == 2 and sum(found.ends.values()) == 2
    assert found.treasury.most == found.lands.most == found.men.most == 0


def test_only_a_lord_in_play_rehearses() -> None:
    state = realm(3)
    with pytest.raises(ValueError, match="in play"):
        rehearse(gloire.view(state, None), (), (), CHANCE, trials=1)
    with pytest.raises(ValueError, match="empty"):
        summary(gloire.view(state, J1), ())
