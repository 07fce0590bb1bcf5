"""What is left of a lord who dies or abdicates (§5.8, GP-ELI)."""

from __future__ import annotations

import pytest

from heraut.engine.protocol import Seat
from heraut.games import gloire
from heraut.games.gloire.state import Call, LandName, Memory, Realm
from tests.games.gloire.builders import (
    ally,
    arm,
    find,
    garrison,
    give,
    knight,
    land,
    lord,
    lord_knight,
    one,
    play,
    realm,
    war,
)

A, B, C = '"Seigneur A"', '"Seigneur B"', '"Seigneur C"'


def doomed() -> Realm:
    """j1 in NARVIK with ten men, rich in everything else; j2 in DOLON, j3 in OLAND, j4 in FIONIE."""
    state = realm(4, starts=["NARVIK", "DOLON", "OLAND", "FIONIE"])
    give(state, "j1", "SVARTSEN")
    arm(state, lord_knight(state, "j1"), 10)
    knight(state, "j1", "Guy", "SVARTSEN", men=100)
    garrison(state, "j1", "SVARTSEN", 40)
    ally(state, "j1", "j3")
    war(state, "j1", "j2")
    return state


DEATH = f"ATT {A} THULE 0"  # ten men against some 330 peasants


@pytest.mark.rule("GP-ELI-01")
def test_a_lord_without_land_or_army_remains_in_play() -> None:
    state = doomed()
    for name in ("NARVIK", "SVARTSEN"):
        give(state, "j2", name)
    state.armies.clear()
    for each in state.knights.values():
        each.army = None

    step = play(state)

    assert lord(step.state, "j1").alive
    assert "j1" in gloire.pending(step.state)
    assert not find(step, "lord_eliminated")


@pytest.mark.rule("GP-ELI-01")
def test_the_death_of_another_knight_costs_no_more_than_him() -> None:
    step = play(doomed(), {"j1": "ATT Guy HELGELAND 0"})

    assert one(step, "knight_died", "j1").data["knight"] == "Guy"
    assert lord(step.state, "j1").alive


@pytest.mark.rule("GP-ELI-01", "GP-ELI-02")
@pytest.mark.parametrize(("orders", "cause"), [(DEATH, "death"), ("ABD", "abdication")])
def test_nothing_is_left_of_a_lord_who_dies_or_abdicates(orders: str, cause: str) -> None:
    state = doomed()
    state.calls += [Call("j1", "j3", ("j2",), 0), Call("j3", "j1", ("j2",), 0), Call("j3", "j4", ("j2",), 0)]
    lord(state, "j1").memories[LandName("THULE")] = Memory(5.0, 0)
    lord(state, "j1").title = "baron"
    land(state, "SVARTSEN").happiness = 44.0

    step = play(state, {"j1": orders})

    gone = lord(step.state, "j1")
    assert (gone.alive, gone.treasury, gone.title, gone.memories) == (False, 0, "", {})
    assert not gone.allies and not gone.enemies
    assert not any("j1" in (*other.allies, *other.enemies) for other in step.state.lords.values())
    assert all(each.lord != "j1" for each in (*step.state.knights.values(), *step.state.armies.values()))
    assert [land(step.state, name).owner for name in ("NARVIK", "SVARTSEN")] == [None, None]
    assert [land(step.state, name).happiness for name in ("NARVIK", "SVARTSEN")] == [20.0, 20.0]
    assert one(step, "lord_eliminated", None).data == {
        "lord": "j1", "cause": cause, "lands": ["NARVIK", "SVARTSEN"]
    }  # fmt: skip
    assert sum(spot.population for spot in step.state.lands.values()) == 45 * 16_500


@pytest.mark.rule("GP-ELI-02")
def test_calls_of_the_dead_vanish_and_those_of_others_stand() -> None:
    state = doomed()
    ally(state, "j3", "j4")
    war(state, "j3", "j2")
    state.calls += [Call("j1", "j3", ("j2",), 0), Call("j3", "j4", ("j2",), 0)]

    step = play(state, {"j1": "ABD"})

    assert [event.data["called"] for event in find(step, "call_refused")] == ["j4"]


@pytest.mark.rule("GP-ELI-02", "GP-GEN-16")
def test_the_orders_of_the_dead_are_never_carried_out() -> None:
    state = doomed()
    state.turn = 2

    step = play(
        state,
        {
            "j1": f"{DEATH}\nATT Guy NORBOTTEN 0\nGUE {C}\nMOV Guy NORBOTTEN\nORG 2 500 lys\nPAR Guy {A} lys\n"
            f"ESP DOLON\nVND {B} SVARTSEN 0",
            "j2": f"ACH {A} SVARTSEN 0\nPAR {B} {A} lys",
        },
    )

    assert [event.data["reason"] for event in find(step, "order_ignored", "j2")] == ["no_such_joust", "no_seller"]
    death = step.events.index(one(step, "lord_eliminated"))
    assert [event.kind for event in step.events[death:] if event.seen_by == ("j1",)] == ["attack_fatal"]


@pytest.mark.rule("GP-ELI-02")
def test_an_elimination_counts_at_once_for_whoever_acts_later_in_the_phase() -> None:
    state = doomed()
    lord(state, "j1").enemies.clear()
    lord(state, "j2").enemies.clear()
    lord_knight(state, "j1").renown = 60.0  # he acts, and dies, before j2
    knight(state, "j2", "Raoul", "HELGELAND", men=3000, renown=100.0)

    step = play(state, {"j1": DEATH, "j2": "ATT Raoul SVARTSEN 0"})

    assert one(step, "battle", "j2").data["commander"] == "peasants"
    assert land(step.state, "SVARTSEN").owner == "j2"
    assert not find(step, "felony")


@pytest.mark.rule("GP-ELI-02")
def test_an_alliance_of_phase_8_is_not_held_back_by_the_wars_of_the_dead() -> None:
    state = doomed()
    lord(state, "j1").allies.clear()
    lord(state, "j3").allies.clear()
    ally(state, "j1", "j4")  # while he lived, j4 could not ally with his enemy j2

    alive = play(state, {"j2": 'ALL "Seigneur D"', "j4": f"ALL {B}"})
    dead = play(state, {"j1": DEATH, "j2": 'ALL "Seigneur D"', "j4": f"ALL {B}"})

    assert "j4" not in lord(alive.state, "j2").allies
    assert "j4" in lord(dead.state, "j2").allies


@pytest.mark.rule("GP-ELI-03")
def test_a_lord_ruined_in_every_way_after_phase_7_lives_on() -> None:
    state = doomed()
    lord(state, "j1").treasury = 0
    lord_knight(state, "j1").renown = 1.0  # every knight scorns him
    give(state, "j1", "SVARTSEN", "NARVIK")

    step = play(state, {"j1": f"IMP 10 NARVIK\nIMP 10 SVARTSEN\nRED 5000 NARVIK\nGUE {C}"})

    assert lord(step.state, "j1").alive
    assert not [spot for spot in step.state.lands.values() if spot.owner == "j1"]
    assert [each.name for each in step.state.knights.values() if each.lord == "j1"] == ["Seigneur A"]


@pytest.mark.rule("GP-ELI-04")
def test_the_dead_see_what_every_passer_by_sees() -> None:
    state = play(doomed(), {"j1": DEATH}).state

    assert gloire.view(state, lord(state, "j1").seat) == gloire.view(state, None)
    assert "own" in gloire.view(state, lord(state, "j2").seat)
    assert "j1" not in gloire.pending(state)
    assert gloire.view(state, None)["lords"]["j1"]["alive"] is False


@pytest.mark.rule("GP-ELI-01", "GP-SITE-37")
def test_the_referee_eliminates_before_the_turn_and_leaves_the_state_given_to_him() -> None:
    state = doomed()
    ruled = gloire.rule(state, "ELIMINER j1")
    assert not ruled.state.lords[Seat("j1")].alive and state.lords[Seat("j1")].alive
    fallen = find(ruled, "lord_eliminated")
    assert [event.data["cause"] for event in fallen] == ["decision"] and fallen[0].seen_by is None
    assert land(ruled.state, "SVARTSEN").owner is None and ruled.state.turn == state.turn
    assert set(gloire.pending(ruled.state)) == {"j2", "j3", "j4"}


@pytest.mark.parametrize("ruling", ["ELIMINER j1 j2\nELIMINER j3 j4", "ELIMINER j1 j2 j3 j4"])
def test_where_the_referee_leaves_nobody_the_turn_is_not_played(ruling: str) -> None:
    ruled = gloire.rule(doomed(), ruling)
    assert ruled.state.road == "no_lord" and gloire.pending(ruled.state) == {}
    assert ruled.state.turn == doomed().turn + 1  # its report is that of a turn, as any other's
    assert set(gloire.result(ruled.state).scores.values()) == {0.0}  # type: ignore[union-attr]


@pytest.mark.parametrize("text", ["ELIMINER", "ELIMINER j9", "BANNIR j1", "\n"])
def test_what_is_no_ruling_of_the_game_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no decision"):
        gloire.rule(doomed(), text)
