"""Phase 19: is there a king? (§4, §5.20)."""

from __future__ import annotations

import pytest

from heraut.engine.protocol import Seat, Step
from heraut.games import gloire
from heraut.games.gloire.state import Realm
from tests.games.gloire.builders import (
    ally,
    arm,
    find,
    give,
    land,
    lord,
    lord_knight,
    one,
    place,
    play,
    realm,
)

A, B, C = '"Seigneur A"', '"Seigneur B"', '"Seigneur C"'
LIMITS = {"SCANDINAVIE": (999, 16), "MOYEN-ORIENT": (1499, 20), "EUROPE": (1999, 31)}


def contest(lords: int = 3, *, map: str = "SCANDINAVIE", **options: object) -> Realm:
    """Lords of global renown 130.625: 100 in person, 20.625 for their land, 10 for their treasury."""
    return realm(lords, map=map, **options)


def hold(state: Realm, seat: str, number: int) -> None:
    """Gives this lord neutral lands until he has so many."""
    for spot in state.lands.values():
        if sum(other.owner == seat for other in state.lands.values()) < number and spot.owner is None:
            give(state, seat, spot.name)


def crowned(step: Step[Realm]) -> tuple[str, str] | None:
    """King and road, as the public news tells."""
    events = find(step, "crowned", None)
    assert len(events) <= 1
    return (events[0].data["lord"], events[0].data["road"]) if events else None


@pytest.mark.rule("GP-VIC-01")
@pytest.mark.parametrize("scale", LIMITS)
@pytest.mark.parametrize(("above", "king"), [(0.0, False), (0.01, True)])
def test_example_22_renown_must_be_above_the_limit_and_not_at_it(scale: str, above: float, king: bool) -> None:
    state = contest(map=scale)
    lord_knight(state, "j2").renown = LIMITS[scale][0] - 30.625 + above

    step = play(state)

    assert crowned(step) == (("j2", "renown") if king else None)
    assert gloire.view(step.state, None)["lords"]["j2"]["global_renown"] == pytest.approx(LIMITS[scale][0] + above)


@pytest.mark.rule("GP-VIC-01")
def test_no_rounding_makes_a_king() -> None:
    state = contest()
    lord_knight(state, "j2").renown = 999 - 30.625 + 0.001

    assert crowned(play(state)) == ("j2", "renown")


@pytest.mark.rule("GP-VIC-01")
@pytest.mark.parametrize("scale", LIMITS)
@pytest.mark.parametrize("short", [0, 1])
def test_example_22_conquest_asks_for_so_many_lands(scale: str, short: int) -> None:
    state = contest(map=scale)
    hold(state, "j2", LIMITS[scale][1] - short)

    assert crowned(play(state)) == (None if short else ("j2", "conquest"))


@pytest.mark.rule("GP-VIC-01")
def test_a_land_bought_this_turn_counts_like_any_other() -> None:
    state = contest()
    state.turn = 2
    place(state, ["NARVIK", "OLAND", "BORNHOLM"])
    hold(state, "j1", 15)

    assert crowned(play(state, {"j1": f"ACH {B} OLAND 1", "j2": f"VND {A} OLAND 1"})) == ("j1", "conquest")


@pytest.mark.rule("GP-VIC-01")
def test_alliance_with_every_other_living_lord_makes_a_king() -> None:
    state = contest()
    ally(state, "j1", "j2")

    assert crowned(play(state)) is None
    assert crowned(play(state, {"j3": "ABD"}))[1] == "alliance"
    assert crowned(play(state, {"j1": f"ALL {C}", "j3": f"ALL {A}"})) == ("j1", "alliance")


@pytest.mark.rule("GP-VIC-01", "GP-ELI-01")
def test_a_landless_lord_must_be_allied_too() -> None:
    state = contest()
    ally(state, "j1", "j2")
    for spot in state.lands.values():
        if spot.owner == "j3":
            spot.owner = None

    assert crowned(play(state)) is None


@pytest.mark.rule("GP-VIC-01")
def test_a_sole_survivor_is_king_by_alliance() -> None:
    assert crowned(play(contest(), {"j1": "ABD", "j3": "ABD"})) == ("j2", "alliance")


@pytest.mark.rule("GP-VIC-02")
def test_renown_goes_before_conquest_and_conquest_before_alliance() -> None:
    state = contest(4)
    for other in ("j1", "j2", "j4"):
        ally(state, "j3", other)
    hold(state, "j2", 16)
    lord_knight(state, "j1").renown = 970.0
    lord_knight(state, "j3").renown = 500.0  # more renowned than the conqueror

    assert crowned(play(state)) == ("j1", "renown")
    lord_knight(state, "j1").renown = 100.0
    assert crowned(play(state)) == ("j2", "conquest")
    for spot in state.lands.values():
        if spot.owner == "j2":
            spot.owner = None
    assert crowned(play(state)) == ("j3", "alliance")


@pytest.mark.rule("GP-VIC-02")
def test_inside_one_condition_the_most_renowned_wins() -> None:
    state = contest()
    hold(state, "j1", 17)
    hold(state, "j3", 16)
    lord_knight(state, "j3").renown = 160.0

    assert crowned(play(state)) == ("j3", "conquest")


@pytest.mark.rule("GP-VIC-02", "GP-GEN-10")
def test_of_equals_the_king_is_first_and_the_report_says_what_decided() -> None:
    state = contest(4, turn_limit=1)
    for seat, renown in (("j1", 130.501), ("j2", 130.499), ("j3", 130.501), ("j4", 130.49)):  # 130.50 but for the last
        lord_knight(state, seat).renown = renown - 30.625
    for spot in state.lands.values():  # j3 has lost his land, and his own name makes up for it
        spot.owner = None if spot.owner == "j3" else spot.owner
    lord_knight(state, "j3").renown += 20.625
    over = play(state, {"j2": "INI 50 50 80"})
    assert crowned(over) == ("j2", "turn_limit")
    view = gloire.view(over.state, "j2")
    assert view["order"][-1] == "j2"
    told = " ".join(gloire.report(view, over.events, "fr").split())
    assert "Seigneur A et Seigneur C avaient la même renommée : les terres, puis le trésor" in told
    assert told.index("1 Seigneur B") < told.index("2 Seigneur C") < told.index("3 Seigneur A")
    alone = play(contest(turn_limit=1), {"j1": "ABD", "j3": "ABD"})
    assert "même renommée" not in gloire.report(gloire.view(alone.state, "j2"), alone.events, "fr")


def tied(state: Realm) -> Realm:
    """j1 and j3 both conquerors, of equal renown to 0.01: what one has less in lands or écus his knight makes up."""
    hold(state, "j1", 16)
    hold(state, "j3", 16)
    return state


@pytest.mark.rule("GP-VIC-02", "GP-GEN-10")
def test_equal_renowns_are_decided_by_lands_then_treasury_then_rank() -> None:
    state = tied(contest())
    assert crowned(play(state)) == ("j1", "conquest")  # all is equal: the lord of lower number acts first
    assert crowned(play(state, {"j3": "INI 50 50 80", "j1": "INI 50 50 80"})) == ("j3", "conquest")

    lord(state, "j3").treasury = 5500
    lord_knight(state, "j3").renown = 99.0
    assert crowned(play(state)) == ("j3", "conquest")

    hold(state, "j1", 17)
    lord_knight(state, "j1").renown = 100.0 - 20.625
    assert crowned(play(state)) == ("j1", "conquest")


@pytest.mark.rule("GP-VIC-02", "GP-GEN-10")
@pytest.mark.parametrize(("less", "king"), [(0.004, "j1"), (0.006, "j3")])
def test_renowns_are_equal_when_they_are_to_the_hundredth(less: float, king: str) -> None:
    state = tied(contest())
    hold(state, "j1", 17)
    lord_knight(state, "j1").renown = 100.0 - 20.625 - less

    assert crowned(play(state)) == (king, "conquest")


@pytest.mark.rule("GP-VIC-03")
def test_a_king_ends_the_game_at_once() -> None:
    state = contest()
    lord_knight(state, "j2").renown = 970.0

    step = play(state)

    assert gloire.pending(step.state) == {}
    result = gloire.result(step.state)
    assert result is not None
    assert result.scores == {"j1": 0.0, "j2": 1.0, "j3": 0.0}
    assert result.road == "renown"
    assert (step.state.king, step.state.road) == ("j2", "renown")
    assert gloire.result(state) is None
    assert set(gloire.pending(state)) == {Seat("j1"), Seat("j2"), Seat("j3")}


@pytest.mark.rule("GP-VIC-03")
def test_without_living_lord_the_game_ends_without_king() -> None:
    step = play(contest(2), {"j1": "ABD", "j2": "ABD"})

    assert one(step, "no_king", None).data == {}
    assert gloire.pending(step.state) == {}
    result = gloire.result(step.state)
    assert result is not None
    assert (result.scores, result.road) == ({"j1": 0.0, "j2": 0.0}, "no_lord")


@pytest.mark.rule("GP-VIC-04")
def test_a_limit_passed_in_the_middle_of_the_turn_is_not_enough() -> None:
    state = contest()
    place(state, ["NARVIK", "OLAND", "BORNHOLM"])
    lord_knight(state, "j1").renown = 965.0  # 995.625 at the start
    lord(state, "j1").title = "prince"  # 1005.625 with the rent of phase 3; each spy costs 1
    spies = ["ESP OLAND"] * 7

    assert crowned(play(state, {"j1": "\n".join(spies[:6])})) == ("j1", "renown")
    assert crowned(play(state, {"j1": "\n".join(spies)})) is None


@pytest.mark.rule("GP-VIC-04")
def test_a_sixteenth_land_lost_to_a_revolt_makes_no_king() -> None:
    state = contest()
    place(state, ["NARVIK", "OLAND", "BORNHOLM"])
    give(state, "j2", "THULE")  # kept out of the deal
    hold(state, "j1", 15)
    give(state, None, "THULE")
    arm(state, lord_knight(state, "j1"), 3000)

    conquest = play(state, {"j1": f"ATT {A} THULE 0"})
    revolt = play(state, {"j1": f"ATT {A} THULE 0\nIMP 10 NARVIK"})

    assert crowned(conquest) == ("j1", "conquest")
    assert find(revolt, "land_taken", None, land="THULE")
    assert land(revolt.state, "NARVIK").owner is None
    assert crowned(revolt) is None


@pytest.mark.rule("GP-VIC-04", "GP-VIC-01")
def test_titles_and_works_of_the_turn_count_in_phase_19() -> None:
    state = contest()
    place(state, ["NARVIK", "OLAND", "BORNHOLM"])
    land(state, "NARVIK").population = 165_000
    lord_knight(state, "j1").renown = 780.0  # 996.25 before the wall, some 1013 after

    assert crowned(play(state)) is None
    assert crowned(play(state, {"j1": "FOR NARVIK muraille"})) == ("j1", "renown")


@pytest.mark.rule("GP-OPT-06")
def test_at_the_turn_limit_the_most_renowned_lord_is_king() -> None:
    state = contest(turn_limit=2, turn_limit_secret=True)
    lord_knight(state, "j3").renown = 101.0

    first = play(state)
    second = play(first.state)

    assert crowned(first) is None
    assert crowned(second) == ("j3", "turn_limit")
    assert gloire.view(state, None)["settings"]["turn_limit"] is None
    assert gloire.view(contest(turn_limit=2), None)["settings"]["turn_limit"] == 2


@pytest.mark.rule("GP-OPT-06")
def test_a_victory_in_the_last_turn_goes_before_the_limit() -> None:
    state = contest(turn_limit=1)
    lord_knight(state, "j3").renown = 500.0
    hold(state, "j1", 16)

    assert crowned(play(state)) == ("j1", "conquest")
