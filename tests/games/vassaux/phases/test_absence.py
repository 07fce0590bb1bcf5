"""Silence when orders are due (SV-DPR-03), and what a seat says when nobody asks it (SV-END-06)."""

from __future__ import annotations

import pytest

from heraut.engine.protocol import Seat
from heraut.engine.rng import Rng
from heraut.games import vassaux
from heraut.games.vassaux.orders import Orders, Silence
from heraut.games.vassaux.state import Battle
from tests.games.vassaux.builders import decision, end_turn, play, refused, table, troop

A, B = ((5000, 3000), (7000, 3000), (9000, 3000), (11000, 3000)), ((5000, 12000), (7000, 12000), (9000, 12000))


def crowded() -> Battle:
    """Four units against three besides the Lords; seat A orders first."""
    return table([troop(place) for place in A], [troop(place) for place in B])


def silent(state: Battle, times: int) -> Battle:
    """Seat A says nothing so many times; seat B gives orders."""
    for number in range(times):
        state = play(state, "SILENCE").state
        assert state.hosts[0].silences == number + 1
        if number + 1 < times:
            state = play(state, f"ORDRE {51 + number} WAI").state
    return state


@pytest.mark.rule("SV-DPR-03")
def test_silence_gives_the_default_order_and_is_counted() -> None:
    state = crowded()
    assert decision(state).default == Silence()
    told = play(state, "SILENCE")
    assert [event.data["number"] for event in told.events if event.kind == "silent"] == [1]
    assert told.state.units[1].ordered and told.state.units[1].simple == "WAI"
    twice = silent(state, 2)
    spoken = play(play(twice, "ORDRE 53 WAI").state, "ORDRE 4 WAI").state
    assert spoken.hosts[0].silences == 0  # in a row
    assert play(state, "ORDRE 1 WAI").state.hosts[0].silences == 0


@pytest.mark.rule("SV-DPR-03")
def test_a_battle_is_claimed_after_three_silences_in_a_row() -> None:
    twice = silent(crowded(), 2)
    assert refused(twice, "RECLAMER") == [("SV-DPR-03", "not_silent")]
    thrice = play(play(twice, "ORDRE 52 WAI").state, "SILENCE").state
    assert refused(thrice, "RECLAMER") == []
    won = play(thrice, "RECLAMER", on=False)
    assert (won.state.winner, won.state.road) == (1, "claimed") and won.one("claimed") == {"place": 1}
    waits = play(thrice, "ORDRE 53 WAI").state
    assert refused(waits, "RECLAMER") == [("SV-DPR-03", "not_silent")]  # nobody claims from himself
    text = vassaux.report(vassaux.view(thrice, Seat("j2")), (), "fr")
    assert "RECLAMER" in text and "RECLAMER" not in vassaux.report(vassaux.view(waits, Seat("j1")), (), "fr")


@pytest.mark.rule("SV-DPR-03")
def test_the_table_plays_a_host_that_is_handed_over() -> None:
    thrice = play(silent(crowded(), 3), "ORDRE 53 WAI").state
    before = vassaux.dump(thrice)
    for ruling in ("CONFIER j2", "CONFIER j3", "CONFIER", "LAISSER j1", ""):
        with pytest.raises(ValueError, match="ruling"):
            vassaux.rule(thrice, ruling)
    handed = vassaux.rule(thrice, "confier j1")
    assert vassaux.dump(thrice) == before
    assert [event.kind for event in handed.events] == ["handed_over"]
    assert {unit.fm for unit in handed.state.units.values() if unit.seat == 0} == {1}
    assert {unit.fm for unit in handed.state.units.values() if unit.seat == 1} == {0}
    state = handed.state
    step = vassaux.advance(state, {Seat("j1"): decision(state).default}, Rng(b"table"))
    assert "solo" in {event.kind for event in step.events} and "silent" not in {event.kind for event in step.events}
    state = step.state
    for number in range(1000):
        if state.asked is None:
            break
        assert state.asked[0] == 1
        rng = Rng(b"battle").at(number)
        state = vassaux.advance(state, {Seat("j2"): decision(state).sample(rng.at("b"))}, rng).state
    assert state.road is not None


@pytest.mark.rule("SV-END-06")
def test_whoever_is_not_asked_may_give_the_battle_up_or_agree_on_a_draw() -> None:
    state = crowded()
    assert list(vassaux.pending(state)) == ["j1"]
    given_up = vassaux.rule(state, "abandonner j2")
    assert [event.kind for event in given_up.events] == ["conceded", "over"]
    assert (given_up.state.winner, given_up.state.road) == (0, "conceded") and vassaux.pending(given_up.state) == {}
    offered = vassaux.rule(state, "NULLE j2")
    assert offered.events[0].kind == "draw_offered" and list(vassaux.pending(offered.state)) == ["j1"]
    agreed = play(offered.state, "NULLE", on=False).state
    assert (agreed.winner, agreed.road) == (-1, "agreed")
    accepted = vassaux.rule(play(state, "NULLE", on=False).state, "NULLE j2").state
    assert (accepted.winner, accepted.road) == (-1, "agreed")
    both = vassaux.rule(state, "NULLE j1\nNULLE j2").state  # what waits for one step stands line by line
    assert both.road == "agreed"
    for ruling in ("NULLE j2\nNULLE j2", "ABANDONNER j3", "ABANDONNER", "ABANDONNER j1\nABANDONNER j2"):
        with pytest.raises(ValueError, match="ruling"):
            vassaux.rule(state, ruling)


@pytest.mark.rule("SV-END-06")
def test_a_draw_is_offered_once_as_long_as_the_offer_holds() -> None:
    offered = play(crowded(), "NULLE", on=False).state
    assert offered.asked == (0, "activate") and refused(offered, "NULLE") == [("SV-END-06", "draw_offered_already")]
    with pytest.raises(ValueError, match="ruling"):
        vassaux.rule(offered, "NULLE j1")
    later = end_turn(offered, dice=(6, 6, 1, 1, 1)).state  # both fail: the lot
    assert not later.hosts[0].offers_draw and refused(later, "NULLE") == []
    theirs = vassaux.rule(crowded(), "NULLE j2").state
    assert refused(theirs, "NULLE") == []  # to offer what is on offer is to accept it


def test_orders_are_not_silence_even_if_they_are_the_same() -> None:
    assert decision(crowded()).parse("ORDRE 1 WAI").answer == Orders(1, ("WAI",))
    assert decision(crowded()).write(Silence()) == "SILENCE"
