"""Who may know which event, and why a match could not be set up."""

from __future__ import annotations

import pytest

from heraut.engine.protocol import Event, Refusal, Seat, SetupError, seen_by
from heraut.engine.rng import Rng
from tests.engine.mora import Mora

J1, J2, J3 = Seat("j1"), Seat("j2"), Seat("j3")
PUBLIC = Event("MO-02", "round", {})
FIRST = Event("MO-01", "staked", {"coins": 1}, (J1,))
BOTH = Event("MO-01", "whisper", {}, (J1, J2))
NOBODY = Event("MO-01", "dice", {"roll": 6}, ())
EVENTS = (PUBLIC, FIRST, BOTH, NOBODY)


@pytest.mark.rule("GP-INF-03", "GP-INF-04")
def test_a_seat_sees_what_is_public_and_what_is_addressed_to_it_in_order() -> None:
    assert seen_by(EVENTS, J1) == (PUBLIC, FIRST, BOTH)
    assert seen_by(EVENTS, J2) == (PUBLIC, BOTH)
    assert seen_by(EVENTS, J3) == (PUBLIC,)


@pytest.mark.rule("GP-INF-04")
def test_a_passer_by_sees_only_what_is_public() -> None:
    assert seen_by(EVENTS, None) == (PUBLIC,)


@pytest.mark.rule("GP-INF-11")
def test_at_the_end_all_is_shown_to_the_players_and_only_to_them() -> None:
    for seat in (J1, J2, J3):
        assert seen_by(EVENTS, seat, over=True) == EVENTS
    assert seen_by(EVENTS, None, over=True) == (PUBLIC,)


def test_a_match_that_cannot_be_played_says_why() -> None:
    with pytest.raises(SetupError) as caught:
        Mora().setup([J1], {}, Rng(b""))

    assert caught.value.refusals == (Refusal("MO-00", "too_few", {}),)
    assert "too_few" in str(caught.value)
