"""A table that fills: zones grow, units stay out, and what cannot stand is refused before the start (SV-DEP-02)."""

from __future__ import annotations

from time import process_time
from typing import Any

import msgspec
import pytest

from heraut.engine.protocol import Seat, SetupError
from heraut.engine.rng import Rng
from heraut.games import vassaux
from heraut.games.vassaux.options import read_options
from heraut.games.vassaux.orders import Deploy
from heraut.games.vassaux.phases.deployment import homeless
from heraut.games.vassaux.phases.zones import Search, first_place, formation, growth_of, growths, zones
from heraut.games.vassaux.resolution import Turn
from heraut.games.vassaux.roster import Roster, host_cost, read_roster, sheets
from heraut.games.vassaux.setup import empty_table
from heraut.games.vassaux.state import Asked, Battle, Element, Point
from heraut.games.vassaux.table.field import Field
from heraut.games.vassaux.turn import run
from tests.games.vassaux.builders import SEATS, Told, decision, defaults, line, refused


def horde(units: int = 12, size: int = 15) -> dict[str, Any]:
    """So many units of Paysans."""
    lord = {"title": "CHEF_DE_GUERRE", "profile": "ECUYER"}
    return {"lord": lord, "units": [{"title": "HEROS", "profile": "PAYSAN", "size": size}] * units}


HORDES = {"map": "HASARD", "table": 10, "hosts": {"j1": horde(), "j2": horde()}}


def unchecked(options: dict[str, Any], side: int = 0, *elements: tuple[str, float, float, float, float]) -> Battle:
    """A battle before its deployment, whether its hosts can stand or not; on an empty table of this side, in R."""
    battle = empty_table(read_options(SEATS, options), Rng(b"unchecked"))
    if side:
        ground = tuple(Element(code, *(round(1000 * one) for one in sides)) for code, *sides in elements)
        battle.settings = msgspec.structs.replace(
            battle.settings, width=side * 1000, height=side * 1000, elements=ground, turns=5
        )
    run(Turn(battle, Rng(b"")))
    return battle


def fewer(*sizes: int) -> dict[str, Any]:
    """Units of Paysans of these sizes on either side."""
    host = horde()
    host["units"] = [{"title": "HEROS", "profile": "PAYSAN", "size": size} for size in sizes]
    return {"map": "HASARD", "table": 10, "hosts": {"j1": host, "j2": host}}


# The set-up


@pytest.mark.rule("SV-DEP-02")
def test_a_battle_whose_hosts_cannot_all_stand_is_refused_with_the_reason() -> None:
    roster = read_roster(horde(), "j1")
    assert isinstance(roster, Roster) and host_cost(sheets(roster)) <= 400  # lawful as a list
    started = process_time()
    with pytest.raises(SetupError) as caught:
        vassaux.setup(SEATS, HORDES, Rng(b"hordes"))
    assert process_time() - started < 3  # a fraction of a second on a machine that does nothing else
    refusal = caught.value.refusals[0]
    assert (refusal.rule, refusal.code) == ("SV-DEP-02", "no_room_on_table")
    number = refusal.data["unit"]
    assert refusal.line == number % 50 and refusal.data["seat"] == SEATS[number // 50]
    assert vassaux.explain(refusal, "en") == (
        f"Line {number % 50}: The two hosts do not fit on this table, 10 R wide: unit {number} of "
        f"{SEATS[number // 50]} (15 fighters) finds no place left. "
        "Remedy: reduce the hosts, or take a larger table, up to 20 R. (SV-DEP-02)"
    )
    assert "Les deux osts ne tiennent pas sur cette table de 10 R de côté" in vassaux.explain(refusal, "fr")


@pytest.mark.slow
@pytest.mark.rule("SV-DEP-02")
def test_what_can_stand_is_not_refused_and_all_of_it_is_deployed() -> None:
    alone = {**HORDES, "hosts": {"j1": horde()}}
    after = defaults(vassaux.setup(SEATS, alone, Rng(b"alone")).state, seed=b"alone")
    assert not after.find("stayed_out") and len(after.state.at) == 181 + 35
    wide = {**HORDES, "table": 15}
    after = defaults(vassaux.setup(SEATS, wide, Rng(b"wide")).state, seed=b"wide")
    assert not after.find("stayed_out") and len(after.state.at) == 2 * 181


@pytest.mark.rule("SV-DEP-02", "SV-OST-03")
@pytest.mark.parametrize(("side", "most"), [(10, 600), (15, 1350), (20, 2400)])
def test_the_points_agreed_have_a_ceiling_that_goes_with_the_table(side: int, most: int) -> None:
    options = {"map": "HASARD", "table": side}
    vassaux.setup(SEATS, {**options, "limit": most}, Rng(b"limit"))
    with pytest.raises(SetupError) as caught:
        vassaux.setup(SEATS, {**options, "limit": most + 1}, Rng(b"limit"))
    (refusal,) = caught.value.refusals
    assert (refusal.rule, refusal.code, refusal.data["most"]) == ("SV-DEP-02", "limit_too_high", most)
    told = vassaux.explain(refusal, "en")
    assert ("or on a larger table" in told) is (side < 20) and f"{side} R wide" in told


def test_no_larger_table_is_advised_where_the_scenario_has_its_own() -> None:
    with pytest.raises(SetupError) as caught:
        vassaux.setup(SEATS, {"scenario": 1, "limit": 1351}, Rng(b"limit"))
    assert all("larger" not in vassaux.explain(refusal, "en") for refusal in caught.value.refusals)


# Growth


def row(y: int) -> list[Point]:
    """Twenty men from one side to the other."""
    return line((250, y), 20)


@pytest.mark.rule("SV-DEP-02")
def test_a_zone_grows_on_every_side_until_it_covers_the_table_and_no_farther() -> None:
    field = Field(unchecked({}, 10))
    steps = list(growths(field, field.now.units[2]))
    assert steps == [*range(0, 7001, 500)]  # 3R deep, on a table of 10R
    assert zones(field, field.now.units[2], 500) == [(0, 10_000, 0, 3500)]
    assert zones(field, field.now.units[52], 7000) == [(0, 10_000, 0, 10_000)]
    ambush = Field(unchecked({"scenario": 4}))
    assert list(growths(ambush, ambush.now.units[52])) == [0]  # the Turks have the whole table
    assert list(growths(ambush, ambush.now.units[2]))[-1] == 5500  # 5.25R to either side of the crusaders' square


@pytest.mark.rule("SV-DEP-02")
def test_a_zone_without_room_grows_by_half_a_ruler_and_no_more_than_it_must() -> None:
    state = unchecked(fewer(*(15,) * 6), 10)
    grown = []
    for number in range(2, 8):
        field, unit = Field(state), state.units[number]
        growth = growth_of(field, unit)
        found = first_place(field, unit)
        assert growth is not None and found is not None
        assert not growth or Search(field, unit).find(growth - 500, 0) is None  # not even out of formation
        places = formation(field, unit, found, growth)
        assert isinstance(places, dict)
        state.at |= places
        grown.append(growth)
    assert grown[0] == 0 and grown == sorted(grown) and grown[-1] > 0


@pytest.mark.rule("SV-DEP-02")
def test_a_player_may_use_the_growth_where_his_zone_is_full_and_not_before() -> None:
    state = unchecked(fewer(8), 10, ("HOUSE", 0, 10, 0, 2.2))  # of the zone 0.8R are left: seven men find a slot
    state.asked = Asked(0, "deploy")
    assert growth_of(Field(state), state.units[1]) == 0 and growth_of(Field(state), state.units[2]) == 500
    assert refused(state, "DEPLOYER 1 EN 5000,3100") == [("SV-DEP-02", "outside_zone")]
    assert refused(state, "DEPLOYER 2 EN 5000,3250") == [] and refused(state, "DEPLOYER 2 EN 5000,3251") != []


@pytest.mark.rule("SV-DEP-02", "SV-SCN-40")
def test_distances_to_enemies_hold_however_much_the_zone_grows() -> None:
    state = unchecked({"scenario": 4})
    state.settings = msgspec.structs.replace(state.settings, width=10_000, height=10_000, elements=())
    # 3R around these five, nothing is left
    state.at = {101: (5000, 5000), 201: (2000, 2000), 202: (8000, 2000), 203: (2000, 8000), 204: (8000, 8000)}
    assert growth_of(Field(state), state.units[52]) is None


@pytest.mark.slow
@pytest.mark.rule("SV-DEP-02")
@pytest.mark.parametrize(
    "options", [fewer(5, 14, 8, 12, 3, 14, 6, 15, 15, 15), {"scenario": 4}], ids=["filled", "ambush"]
)
def test_what_is_remembered_of_a_table_that_fills_changes_no_place(options: dict[str, Any]) -> None:
    state, rng = unchecked(options, 10 if "map" in options else 0), Rng(b"fills")
    met: list[tuple[Battle, Deploy]] = []
    while state.asked is not None and state.asked[1] == "deploy":
        seat, default = SEATS[state.asked[0]], decision(state).default
        assert isinstance(default, Deploy)
        met.append((state, default))
        vassaux.advance(state, {seat: decision(state).sample(rng)}, rng)  # another battle, which fills otherwise
        state = vassaux.advance(state, {seat: default}, rng).state
    grown = set()
    for former, default in met:
        owed = decision(vassaux.load(vassaux.dump(former)))  # of which nothing is known
        assert not owed.field.cache.filling and owed.default == default
        grown.add(growth_of(owed.field, owed.battle.units[default.unit]))
    assert len(grown) > (2 if "map" in options else 0)


@pytest.mark.rule("SV-DPR-02", "SV-DEP-02")
@pytest.mark.parametrize(
    ("friends", "place"),
    [
        ([], (4500, 1500)),  # in the middle of the zone a rock stands in the way of the first man
        ([(4500, 600)], (5500, 1500)),  # half a ruler from everybody
        ([*row(600), *row(2750)], (4500, 1500)),  # nobody can be half a ruler away, but all may stand in their ranks
        ([*row(600), *row(2400)], (5000, 1500)),  # nor can they
    ],
)
def test_a_unit_stands_in_its_ranks_and_apart_by_default_else_in_its_ranks_else_anyhow(
    friends: list[Point], place: Point
) -> None:
    state = unchecked(fewer(3, 15, 15, 15), 10, ("ROCK", 4.9, 5.1, 2.1, 2.2))
    others = [man for number in (3, 4, 5) for man in state.units[number].men]
    state.at = dict(zip(others, friends, strict=False))
    assert first_place(Field(state), state.units[2]) == Deploy(2, place)


@pytest.mark.rule("SV-DPR-02", "SV-DEP-03")
@pytest.mark.parametrize(
    ("scenario", "unit", "place"),
    [(0, 1, (7500, 1500)), (0, 51, (7500, 13500)), (1, 1, (7500, 2000)), (1, 51, (7500, 8500)), (4, 1, (7500, 7500))],
)
def test_whoever_comes_first_stands_in_the_middle_of_his_zone_by_default(
    scenario: int, unit: int, place: Point
) -> None:
    state = unchecked({"scenario": scenario})
    assert first_place(Field(state), state.units[unit]) == Deploy(unit, place)


@pytest.mark.rule("SV-DPR-02", "SV-DEP-02")
def test_a_small_unit_stands_apart_where_a_larger_one_could_not() -> None:
    state = unchecked(fewer(3, 15, 2), 10)
    state.at = {401: (6900, 1500)}
    field = Field(state)  # of which something is known, once the larger has looked for its place
    assert first_place(field, state.units[3]) == Deploy(3, (4500, 1500))
    assert first_place(field, state.units[2]) == Deploy(2, (5000, 1500))


# Who stays out


@pytest.mark.rule("SV-DEP-02", "SV-END-05", "SV-SOL-02")
def test_a_unit_without_a_place_stays_out_and_is_lost_without_points() -> None:
    state = unchecked(fewer(15, 15, 15), 5)  # twenty-five squares of a ruler, ninety-two men
    total, out = [host.total for host in state.hosts], [unit.id for unit in homeless(state)]
    assert out and 1 not in out and 51 not in out
    started = process_time()
    after = defaults(state, seed=b"full")
    assert process_time() - started < 3
    assert [event.data["unit"] for event in after.find("stayed_out")] == out
    for number in out:
        unit = after.state.units[number]
        assert (unit.men, unit.leader, unit.fm) == ([], 0, 0)
        assert all(figure // 100 != number for figure in after.state.at)
    assert [host.eliminated for host in after.state.hosts] == [0, 0]
    assert [host.vassals_lost for host in after.state.hosts] == [0, 0]
    assert [host.total for host in after.state.hosts] == total and after.state.road is None
    told = vassaux.report(vassaux.view(after.state, SEATS[0]), after.find("stayed_out"), "fr")
    flat = " ".join(told.split())
    assert "La table n'a plus de place pour" in flat and "15 combattants restent hors de la bataille" in flat
    assert "hors table" in told and "mort" not in told  # he has never stood there


@pytest.mark.rule("SV-DEP-02")
def test_whatever_is_answered_for_a_unit_without_a_place_it_stays_out() -> None:
    state = unchecked(fewer(15, 15, 15), 5)
    while state.asked is not None and state.asked[1] == "deploy":
        owed = decision(state)
        unit = state.units[owed.default.unit]  # type: ignore[union-attr]
        if first_place(owed.field, unit) is None:
            break
        state = vassaux.advance(state, {SEATS[owed.place]: owed.default}, Told()).state
    assert owed.write(owed.default) == f"DEPLOYER {unit.id}" and not owed.check(owed.default)
    assert refused(state, f"DEPLOYER {unit.id} EN 2500,2500") == []
    step = vassaux.advance(state, {SEATS[owed.place]: owed.parse(f"DEPLOYER {unit.id} EN 2500,2500").answer}, Told())
    assert step.events[0].kind == "stayed_out" and step.state.units[unit.id].leader == 0


@pytest.mark.rule("SV-DEP-02", "SV-END-01")
@pytest.mark.parametrize(("seat", "lord", "others"), [(0, 1, (52, 53)), (1, 51, (2, 3))])
def test_a_lord_without_a_place_is_lost_as_well(seat: int, lord: int, others: tuple[int, int]) -> None:
    state = unchecked(fewer(15, 15, 15), 5)
    state.settings = msgspec.structs.replace(state.settings, width=2500, height=2500)
    men = [man for number in others for man in state.units[number].men]
    state.at = dict(zip(men, [(500 * x + 250, 500 * y + 250) for x in range(5) for y in range(5)], strict=False))
    state.active, state.asked = seat, Asked(seat, "deploy")
    assert state.units[lord] in homeless(state)  # which is a reason to refuse the match at set-up
    figures = state.units[lord].men
    step = vassaux.advance(state, {Seat(SEATS[seat]): decision(state).default}, Told())
    assert step.events[0].data == {"unit": lord, "figures": figures}
    left_out = step.state.units[lord]
    assert (left_out.men, left_out.leader) == ([], 0)
    assert [host.lord_lost for host in step.state.hosts] == [seat == 0, seat == 1]


@pytest.mark.rule("SV-DEP-02", "SV-SCN-30")
def test_no_lord_who_has_stayed_out_steps_forward_to_the_duel() -> None:
    state = unchecked({"scenario": 3})
    state.units[1].men, state.units[1].leader, state.hosts[0].lord_lost = [], 0, True
    after = defaults(state, until="activate", seed=b"duel")
    assert 0 not in after.state.at and len(after.one("duel")["places"]) == 1
    assert (after.state.winner, after.state.road) == (1, "lord_lost")
