"""What a report begins with: what mattered comes first, and nothing that mattered is left out."""

from __future__ import annotations

from typing import Any

from heraut.engine.protocol import Event, Seat, seen_by
from heraut.games import daifen
from heraut.games.daifen.herald import Herald
from heraut.site.games.daifen.report import story
from tests.games.daifen.builders import B, acquainted, endow, play


def in_brief(step: Any, seat: str) -> list[str]:
    """What the summary of a played turn names for a seat."""
    return story(daifen.view(step.state, Seat(seat)), seen_by(step.events, Seat(seat)), "fr")["summary"].happened


def test_a_summary_tells_what_an_assault_has_cost_and_puts_it_before_small_thefts() -> None:
    state = acquainted(3)
    endow(state, "j1", units={"guerrier": 12})
    endow(state, "j2", units={"espion": 1}, buildings={"mine": 30}, gold=80)
    endow(state, "j3", units={"espion": 3})
    step = play(state, {"j1": f"ATTAQUER {B} : Guerrier 12", "j3": f"VOLER {B} 3"})
    lost, won = in_brief(step, "j2"), in_brief(step, "j1")

    assert "Pertes du royaume" in lost[0] and "Mine" in lost[0]
    assert any("Il manque" in line for line in lost[1:])
    assert "Butin" in won[0] and "pour vous" in won[0]


def test_the_last_report_begins_in_short_for_whom_it_fells_and_for_who_is_left() -> None:
    state = acquainted(2)
    endow(state, "j1", units={"guerrier": 90})
    endow(state, "j2", buildings={"carriere": 1})
    step = play(state, {"j1": f"ATTAQUER {B} : Guerrier 90"})
    fallen, king = (
        story(daifen.view(step.state, Seat(seat)), seen_by(step.events, Seat(seat)), "fr")["summary"]
        for seat in ("j2", "j1")
    )

    assert step.state.road and "own" not in daifen.view(step.state, Seat("j2"))
    assert fallen.facts == [] and "Pertes du royaume" in fallen.happened[0]
    assert king.facts and king.happened
    assert fallen.aim == king.aim == fallen.calm == king.calm == ""


def test_a_summary_names_the_troops_that_an_explorer_brings_and_not_his_empty_hands() -> None:
    def told(event: str, unit: str = "") -> list[str]:
        found = Event("DA-SPY-25", "explore_event", {"event": event, "amount": 2, "unit": unit}, (Seat("j1"),))
        view = daifen.view(play(acquainted(2)).state, Seat("j1"))
        return story(view, [found], "fr")["summary"].happened

    assert "ramène des troupes inconnues" in told("troops", "guerrier")[0]
    assert told("nothing") == []


def test_only_a_building_that_pays_is_said_to() -> None:
    herald = Herald(daifen.view(acquainted(2), Seat("j1")), "fr")
    built = {
        code: herald.say(Event("DA-BLD-05", "build_done", {"buildings": {code: 1}}, (Seat("j1"),)))
        for code in ("caserne", "carriere")
    }
    assert "rapporte" in built["carriere"] and "rapporte" not in built["caserne"]


def test_who_has_launched_a_rumour_is_told_so_and_nobody_else_is() -> None:
    step = play(acquainted(3), {"j1": f"RUMEUR {B} : OR_PEU"})

    def launched(seat: str) -> str:
        seen = seen_by(step.events, Seat(seat))
        return str(story(daifen.view(step.state, Seat(seat)), seen, "fr")["launched"])

    assert launched("j1").startswith("Vous avez lancé une rumeur sur") and B in launched("j1")
    assert launched("j2") == launched("j3") == ""
