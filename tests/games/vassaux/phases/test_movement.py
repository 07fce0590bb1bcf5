"""Moves, terrain, placement, reorganisation, breaking off (SV-MOV, SV-TER, SV-PLA, SV-GEO)."""

from __future__ import annotations

import pytest

from heraut.games import vassaux
from heraut.games.vassaux.orders import Move
from heraut.games.vassaux.phases.approach import nearest_enemy, shortens
from heraut.games.vassaux.phases.movement import move_refusals, plan
from heraut.games.vassaux.state import Battle, Plan, Point
from heraut.games.vassaux.table.field import Field
from heraut.games.vassaux.table.paths import overlaps, reach, speed
from heraut.games.vassaux.table.placement import ring_slots
from tests.games.vassaux.builders import decision, line, lord, play, table, troop


def open_field(*places: Point, elements: object = (), **more: object) -> Battle:
    return table(
        [troop(*(places or line((5000, 5000), 3)), **more)],  # type: ignore[arg-type]
        [troop((12000, 12000), (12500, 12000))],
        elements=elements,  # type: ignore[arg-type]
    )


def codes(state: Battle, code: str, *path: Point, how: str = "move", unit: int = 2, **more: object) -> list[str]:
    field = Field(state)
    answer = Move(how, tuple(path), **more)  # type: ignore[arg-type]
    return [one.code for one in move_refusals(field, field.now.units[unit], code, answer)]


def planned(state: Battle, code: str, *path: Point, how: str = "move", **more: object) -> Plan:
    field = Field(state)
    found = plan(field, field.now.units[2], code, Move(how, tuple(path), **more))  # type: ignore[arg-type]
    assert isinstance(found, Plan), found
    return found


# Rulers (SV-MOV-02)


@pytest.mark.rule("SV-MOV-02", "SV-MOV-01", "SV-ORD-15", "SV-OST-08", "SV-GEO-03")
def test_straight_ahead_a_unit_gains_a_ruler_for_each_mv_and_its_base() -> None:
    foot, horse = Field(open_field()), Field(open_field(*line((5000, 5000), 3, (800, 0)), fighter="ECLAIREUR"))
    assert reach(foot.now.units[2], speed(foot, foot.now.units[2], [(5000, 5000)])) == 2500
    assert reach(horse.now.units[2], speed(horse, horse.now.units[2], [(5000, 5000)])) == 3750
    assert reach(foot.now.units[2], speed(foot, foot.now.units[2], [(5000, 5000)], run=True)) == 4500
    state = open_field()
    assert codes(state, "MAR", (5000, 7505)) == []  # two rulers, the base, and the tolerance
    assert codes(state, "MAR", (5000, 7506)) == ["path_too_long"]
    assert codes(state, "CRS", (5000, 9505)) == [] and codes(state, "CRS", (5000, 9506)) == ["path_too_long"]
    slow = open_field(elements=[("MARSH", 4, 6, 4, 15)])
    assert codes(slow, "MAR", (5000, 6505)) == [] and codes(slow, "MAR", (5000, 6506)) == ["path_too_long"]
    rider = open_field(*line((5000, 5000), 3, (800, 0)), fighter="ECLAIREUR")
    assert codes(rider, "MAR", (5000, 8755)) == [] and codes(rider, "MAR", (5000, 8756)) == ["path_too_long"]
    # aslant: 1500 and 2000 make 2500, and of (1504, 2004) the length is 2505.6
    assert codes(state, "MAR", (6500, 7000)) == [] and codes(state, "MAR", (6503, 7004)) == []
    assert codes(state, "MAR", (6504, 7004)) == ["path_too_long"]


@pytest.mark.rule("SV-MOV-02")
def test_a_player_s_corners_are_where_the_way_bends_and_each_begins_a_ruler() -> None:
    state = open_field()
    assert codes(state, "MAR", (5000, 6250), (5000, 7500)) == []
    assert codes(state, "MAR", (5000, 6250), (5000, 7506)) == ["path_too_long"]
    assert codes(state, "MAR", (5000, 6255), (5000, 7507)) == ["path_too_long"]  # the tolerance is granted once
    assert codes(state, "MAR", (5000, 5500), (5000, 6000), (5000, 6500)) == ["too_many_rulers"]
    # 1R and half of the base on either side of the corner; one mR more and the tolerance takes a third ruler
    assert codes(state, "MAR", (5000, 6255), (6250, 6255)) == []
    assert codes(state, "MAR", (5000, 6256), (6000, 6256)) == ["too_many_rulers"]
    assert codes(state, "MAR", (5000, 6000), (6256, 6000)) == ["too_many_rulers"]
    rider = open_field(*line((5000, 5000), 3, (800, 0)), fighter="ECLAIREUR")  # three rulers, a base of 750
    assert codes(rider, "MAR", (5000, 7385), (6370, 7385)) == []  # two on the first part: 2R and 375, each with 5
    assert codes(rider, "MAR", (5000, 7386), (6000, 7386)) == ["too_many_rulers"]
    assert codes(rider, "MAR", (5000, 5500), (6005, 5500), (6005, 6000)) == []
    assert codes(rider, "MAR", (5000, 5500), (6006, 5500), (6006, 6000)) == ["too_many_rulers"]  # no edge in the middle
    assert codes(rider, "MAR", (5000, 5500), (7500, 5500)) == ["too_many_rulers"]  # 1 and 3
    run = open_field()
    assert codes(run, "CRS", (5000, 7250), (7250, 7250)) == []  # 2R and 250 on either side
    assert codes(run, "CRS", (5000, 7250), (7256, 7250)) == ["path_too_long"]


@pytest.mark.rule("SV-MOV-02", "SV-ORD-06")
def test_a_straight_way_of_several_rulers_is_written_and_read_back_as_its_end() -> None:
    asked = play(open_field(), "ORDRE 2 MAR", on=False).state
    owed = decision(asked)
    reading = owed.parse("ALLER 5000,7500")
    assert not reading.refusals and owed.write(reading.answer) == "ALLER 5000,7500"
    after = play(asked, "ALLER 5000,7500")
    assert after.state.at[201] == (5000, 7500) and after.one("moved")["path"] == [[5000, 7500]]
    (refusal,) = owed.parse("ALLER 5000,7600").refusals
    assert vassaux.explain(refusal, "fr") == (
        "Ligne 1\u00a0: Le chemin mesure 2,6 R, au plus 2,5 R. Remède\u00a0: raccourcissez-le. (SV-MOV-02)"
    )


def test_a_way_of_very_many_corners_is_refused_before_its_ground_is_looked_at() -> None:
    field = Field(open_field(elements=[("MARSH", 4, 6, 4, 15)]))
    (refusal,) = move_refusals(field, field.now.units[2], "MAR", Move("move", ((5000, 5000),) * 30_000))
    assert (refusal.code, refusal.data) == ("too_many_rulers", {"number": 30_000, "most": 2})  # at best: here, 1


@pytest.mark.rule("SV-MOV-03", "SV-MOV-08", "SV-GEO-02", "SV-GEO-04")
def test_what_stands_in_the_way_of_the_leader() -> None:
    state = table(
        [troop((5000, 5000), (5500, 5000)), troop((5000, 6200), (4400, 6200))],
        [troop((8000, 5000), (8000, 6000)), troop((8000, 7150), (8600, 7150))],
    )
    assert codes(state, "MAR", (5000, 6500)) == ["figure_in_the_way"]  # a friend of another unit
    assert codes(state, "MAR", (6500, 5000)) == []  # over one of his own
    assert codes(state, "MAR", (6250, 5000), (7500, 5000)) == ["too_close"]
    assert codes(state, "MAR", (6250, 5000), (8700, 5000), unit=2)[0] in ("figure_in_the_way", "path_too_long")
    # between two enemies with just room for a base, at less than CLEAR from both: there is no zone of control
    gap = table(
        [troop((7000, 6575), (6400, 6575))], [troop((8000, 6000), (8600, 6000)), troop((8000, 7150), (8600, 7150))]
    )
    assert codes(gap, "MAR", (8250, 6575), (9450, 6575)) == []
    assert codes(open_field((300, 5000), (800, 5000)), "MAR", (249, 5000)) == ["off_table"]
    held = table([troop((5000, 5000), (5600, 5000))], [troop((5600, 5500), (6200, 5500))])
    assert codes(held, "MT", (5600, 4800)) == ["own_in_the_way"]  # upon the man he would abandon


@pytest.mark.rule("SV-MOV-03", "SV-GEO-04")
@pytest.mark.parametrize(("east", "north"), [(0, 1), (0, -1), (1, 0), (-1, 0)])
@pytest.mark.parametrize("side", [1, -1])
@pytest.mark.parametrize(("aside", "found"), [(494, ["figure_in_the_way"]), (495, [])])
def test_whoever_overlaps_the_way_by_more_than_the_tolerance_bars_it(
    east: int, north: int, side: int, aside: int, found: list[str]
) -> None:
    friend = (5000 + 1000 * east + side * aside * north, 5000 + 1000 * north + side * aside * east)
    state = table([troop((5000, 5000)), troop(friend)])
    assert codes(state, "MAR", (5000 + 2000 * east, 5000 + 2000 * north)) == found


@pytest.mark.rule("SV-MOV-04", "SV-MOV-07", "SV-MOV-06")
def test_nobody_ends_in_contact_without_a_charge() -> None:
    state = table([troop((5000, 5000), (4500, 5000))], [troop((5000, 7000), (5600, 7000))])
    assert codes(state, "MAR", (5000, 6450)) == []
    assert codes(state, "MAR", (5000, 6451)) == ["too_close"]
    after = play(state, "ORDRE 2 MAR", "ALLER", "PASSER").state
    assert after.at[201] == (5000, 5000) and after.at[202] == (5000, 5500)  # a move of no length re-forms the unit


@pytest.mark.rule("SV-MOV-05", "SV-MOV-10", "SV-COH-03", "SV-PLA-05", "SV-COH-02")
def test_men_follow_from_anywhere_and_those_without_a_place_stay_confused() -> None:
    far = open_field((5000, 5000), (9000, 9000))
    assert planned(far, "MAR", (5000, 6000)).places == {202: (5000, 6500)}
    walls = [("ROCK", 4.6, 4.7, 6, 15), ("ROCK", 5.3, 5.4, 6, 15), ("ROCK", 4.7, 5.3, 10.3, 15)]
    corridor = open_field((5000, 9000), (5000, 8000), (5000, 8500), (9000, 9000), (5000, 7500), elements=walls)
    found = planned(corridor, "MAR", (5000, 10000))
    assert found.places == {202: (5000, 9500), 203: (5000, 9000), 205: (5000, 8500)}
    assert found.stay == [204]  # the farthest stays
    after = play(corridor, "ORDRE 2 MAR", "ALLER 5000,10000")
    assert (
        after.state.units[2].band == [204]
        and after.state.at[204] == (9000, 9000)
        and after.one("confused")["cause"] == "out_of_aura"
    )


@pytest.mark.rule("SV-MOV-09", "SV-TER-03", "SV-TER-01", "SV-MOV-03")
def test_impassable_ground_and_low_walls() -> None:
    rock = [("ROCK", 4.5, 5.5, 6, 6.5)]
    assert codes(open_field(elements=rock), "MAR", (5000, 6250), (5000, 7400)) == ["impassable"]
    assert codes(open_field(elements=[("WATER", 4.5, 5.5, 6, 6.5)]), "MAR", (5000, 5900)) == ["impassable"]
    wall = [("LOW_WALL", 4, 6, 5.4, 5.6)]
    assert codes(open_field(elements=wall), "MAR", (5000, 5500)) == ["no_rest"]
    assert codes(open_field(elements=wall), "MAR", (5000, 6400)) == []
    assert codes(open_field(elements=wall), "MAR", (5000, 6200), (5000, 7400)) == ["too_many_rulers"]
    # the later element wins: a road laid over a marsh is no marsh
    assert (
        codes(open_field(elements=[("MARSH", 4, 6, 5, 8), ("ROAD", 4, 6, 5, 8)]), "MAR", (5000, 6250), (5000, 7500))
        == []
    )


@pytest.mark.rule("SV-TER-02", "SV-ORD-15")
def test_difficult_ground_slows_and_forbids_running() -> None:
    wood = [("WOOD", 4, 6, 5.9, 7)]
    state = open_field(elements=wood)
    assert codes(state, "MAR", (5000, 6500)) == []
    assert codes(state, "MAR", (5000, 6250), (5000, 7500)) == ["too_many_rulers"]
    assert codes(state, "CRS", (5000, 6400)) == ["run_in_difficult"]
    assert codes(state, "CRS", (5000, 5890)) == []
    slow = open_field(profile="PAYSAN", up="at", down="mv", elements=wood)
    assert codes(slow, "MAR", (5000, 6500)) == []  # never below one ruler
    siege = table([troop(*line((5000, 5000), 3), fighter="LANCIER")], lords=(lord((5000, 3500)), lord((500, 14500))))
    from tests.games.vassaux.builders import refused

    assert refused(siege, "ORDRE 2 CRS") == [("SV-ORD-15", "siege_cannot_run")]
    near = (lord((5000, 7000)), lord((500, 14500)))
    for powers, told in (((), [("SV-TER-02", "run_in_difficult")]), (("VOLANT",), [])):
        inside = table([troop(*line((5000, 6400), 3), powers=powers)], lords=near, elements=wood)
        assert refused(inside, "ORDRE 2 CRS") == told


@pytest.mark.rule("SV-TER-02", "SV-ORD-15")
@pytest.mark.parametrize(
    ("wood", "end"),
    [
        ((5, 7, 5.5, 6), (5000, 7000)),  # along its west side
        ((3, 5, 5.5, 6), (5000, 7000)),  # its east side
        ((5.5, 6, 5, 7), (7000, 5000)),  # its south side
        ((5.5, 6, 3, 5), (7000, 5000)),  # its north side
        ((4, 6, 6.4, 7), (5000, 6400)),  # up to it
        ((4, 6, 3, 3.6), (5000, 3600)),
        ((6.4, 7, 4, 6), (6400, 5000)),
        ((3, 3.6, 4, 6), (3600, 5000)),
    ],
)
def test_whoever_touches_the_border_of_difficult_ground_is_in_it(
    wood: tuple[float, float, float, float], end: tuple[int, int]
) -> None:
    west, east, south, north = wood
    assert codes(open_field(elements=[("WOOD", *wood)]), "CRS", end) == ["run_in_difficult"]
    smaller = ("WOOD", west + 0.001, east - 0.001, south + 0.001, north - 0.001)
    assert codes(open_field(elements=[smaller]), "CRS", end) == []


@pytest.mark.rule("SV-TER-03", "SV-PLA-02")
@pytest.mark.parametrize(
    ("on", "off"), [((4000, 6100), (3999, 6100)), ((6000, 6100), (6001, 6100)), ((5000, 6000), (5000, 5999)),
                    ((5000, 6200), (5000, 6201))],
)  # fmt: skip
def test_nobody_rests_on_the_very_edge_of_a_wall(on: Point, off: Point) -> None:
    ground = Field(open_field(elements=[("LOW_WALL", 4, 6, 6, 6.2)])).ground
    assert not ground.bears(on, 250) and ground.bears(off, 250)


@pytest.mark.rule("SV-PLA-02", "SV-GEO-02")
@pytest.mark.parametrize(
    ("leader", "inside", "outside"),
    [
        ((7500, 500), (8000, 250), (8000, 249)),
        ((7500, 14500), (8000, 14750), (8000, 14751)),
        ((500, 7500), (250, 8000), (249, 8000)),
        ((14500, 7500), (14750, 8000), (14751, 8000)),
    ],
)
def test_nobody_is_set_down_across_the_edge_of_the_table(leader: Point, inside: Point, outside: Point) -> None:
    x, y = leader
    state = open_field(leader, (x, y + 700) if y < 8000 else (x, y - 700))
    assert codes(state, "MAR", leader, places={202: inside}) == []
    assert codes(state, "MAR", leader, places={202: outside}) == ["bad_place"]


@pytest.mark.rule("SV-MOV-03", "SV-GEO-02")
@pytest.mark.parametrize(
    ("start", "end", "off"),
    [
        ((7500, 1000), (7500, 250), (7500, 249)),
        ((7500, 14000), (7500, 14750), (7500, 14751)),
        ((1000, 7500), (250, 7500), (249, 7500)),
        ((14000, 7500), (14750, 7500), (14751, 7500)),
    ],
)
def test_a_leader_goes_as_far_as_the_edge_of_the_table(start: Point, end: Point, off: Point) -> None:
    state = open_field(start, (7500, 7500))
    assert codes(state, "MAR", end) == [] and codes(state, "MAR", off) == ["off_table"]


@pytest.mark.rule("SV-PLA-03", "SV-GEO-02")
@pytest.mark.parametrize("leader", [(7500, 250), (7500, 14750), (250, 7500), (14750, 7500)])
def test_the_men_of_a_leader_at_the_edge_of_the_table_find_their_slots_on_it(leader: Point) -> None:
    places = planned(open_field(leader, *line((6000, 7000), 9)), "MAR", leader).places
    assert len(places) == 9 and all(250 <= min(place) <= max(place) <= 14750 for place in places.values())


@pytest.mark.rule("SV-TER-04", "SV-RED-05", "SV-GRN-04")
@pytest.mark.parametrize("power", ["VOLANT", "IMMATERIEL"])
def test_flyers_cross_walls_but_do_not_stop_on_them(power: str) -> None:
    rock, wood = ("ROCK", 4.5, 5.5, 5.8, 6.2), ("WOOD", 4, 6, 5.2, 5.7)
    state = open_field(powers=(power,), elements=[rock, wood])
    assert codes(state, "MAR", (5000, 6250), (5000, 7500)) == []
    assert codes(state, "MAR", (5000, 6300)) == ["no_rest"]
    assert codes(state, "CRS", (5000, 6200), (5000, 7000)) == []
    blocked = table([troop(*line((5000, 5000), 2), powers=(power,))], [troop((5000, 6000), (5500, 6000))])
    assert codes(blocked, "MAR", (5000, 6250), (5000, 7400)) == ["figure_in_the_way"]


# Placement


@pytest.mark.rule("SV-PLA-03", "SV-GEO-07", "SV-GEO-01")
def test_the_worked_example_of_rings() -> None:
    slots = list(ring_slots((5000, 5000), (0, 1), 500, 1000))  # SV-EX-10
    assert slots[:18] == [
        (5000, 5500), (4567, 5250), (5433, 5250), (4567, 4750), (5433, 4750), (5000, 4500),
        (5000, 6000), (4500, 5866), (5500, 5866), (4134, 5500), (5866, 5500), (4000, 5000), (6000, 5000),
        (4134, 4500), (5866, 4500), (4500, 4134), (5500, 4134), (5000, 4000),
    ]  # fmt: skip
    sizes = [
        len(list(ring_slots((0, 0), (1, 0), d, au))) for d, au in ((500, 1000), (500, 2000), (750, 1000), (750, 2000))
    ]
    assert sizes == [36, 90, 18, 36]
    from heraut.geometry import along

    assert along((0, 0), (1, 0), 625, 60) == (313, 541)  # 312.5 is rounded away from zero


@pytest.mark.rule("SV-PLA-04", "SV-PLA-01", "SV-GEO-01")
def test_slots_are_filled_in_order_by_the_smallest_ids() -> None:
    state = open_field((5000, 5000), (7000, 5000), (7000, 5600), (7000, 6200))
    found = planned(state, "MAR", (4000, 5000))  # facing west
    assert found.facing == (-1000, 0)
    assert found.places == {202: (3500, 5000), 203: (3750, 4567), 204: (3750, 5433)}
    held = table(
        [troop((5000, 5000), (5000, 5500), (5600, 5000))], [troop((5000, 6000), (5600, 6000), fighter="LANCIER")]
    )
    assert 202 not in planned(held, "MT", how="reorganise").places


@pytest.mark.rule("SV-PLA-02")
def test_where_a_man_may_be_set_down_by_hand() -> None:
    elements = [("ROCK", 5.5, 5.7, 3, 7), ("LOW_WALL", 3, 4.6, 5.9, 6.1), ("HOUSE", 4.3, 5.2, 4, 4.4)]
    state = table(
        [troop((5000, 5000), (4400, 5000), (4400, 5600)), troop((5000, 5600), (5000, 6200))],
        [troop((3600, 5000), (3000, 5000), fighter="LANCIER")],
        elements=elements,
    )

    def hand(place: Point) -> list[str]:
        return codes(state, "MAR", places={202: place})

    assert hand((4450, 5000)) == []
    assert hand((4150, 4900)) == []
    assert hand((4100, 5000)) == ["bad_place"]  # V4: 0 from the enemy
    assert hand((5000, 5200)) == ["bad_place"]  # V2: on the leader
    assert hand((4550, 5650)) == ["bad_place"]  # V2: on a friend of another unit
    assert hand((5300, 4800)) == ["bad_place"]  # V3: against the rock
    assert hand((4400, 6000)) == ["bad_place"]  # V3: on the wall
    assert hand((4700, 4000)) == ["bad_place"]  # V3: in the house
    assert hand((6000, 5000)) == ["bad_place"]  # V5: behind the rock
    assert hand((5000, 3400)) == ["bad_place"]  # V7: beyond the Aura
    assert codes(state, "MAR", places={302: (4450, 5000)}) == ["not_a_mover"]
    free = open_field()
    assert codes(free, "MAR", places={202: (5000, 6505)}) == []  # within the Aura, and the tolerance
    assert codes(free, "MAR", places={202: (5903, 6204)}) == []
    assert (
        codes(free, "MAR", places={202: (5000, 6506)})
        == codes(free, "MAR", places={202: (5904, 6204)})
        == ["bad_place"]
    )
    assert codes(state, "MAR", places={202: (4450, 5000), 203: (4450, 5500)}) == []
    assert codes(state, "MAR", places={202: (4450, 5000), 203: (4450, 5400)}) == ["bad_place"]  # V2: on one another
    edge = open_field((300, 5000), (900, 5000))
    assert codes(edge, "MAR", places={202: (249, 5600)}) == ["bad_place"]  # V1


# Pinned, breaking off, reorganising


def locked(**more: object) -> Battle:
    """Unit 2: leader free, man 202 in contact with unit 52, man 203 free."""
    return table(
        [troop((5000, 5000), (5000, 5600), (4400, 5000), **more)],  # type: ignore[arg-type]
        [troop((5000, 6100), (5600, 6100), fighter="LANCIER")],
        lords=(lord((5000, 3500)), lord((500, 14500))),
    )


@pytest.mark.rule("SV-MOV-06", "SV-MOV-12", "SV-ORD-10", "SV-GEO-06", "SV-COH-03")
def test_a_pinned_unit_breaks_off_by_a_tactical_move_alone() -> None:
    from tests.games.vassaux.builders import marked, refused

    state = locked()
    assert refused(state, "ORDRE 2 MAR") == [("SV-MOV-06", "pinned")]
    assert refused(state, "ORDRE 2 CRS") == [("SV-MOV-06", "pinned")]
    after = play(state, "ORDRE 2 MT", "ALLER 5000,4400", "PASSER")
    unit = after.state.units[2]
    assert (unit.men, unit.band) == ([201, 203], [202])  # abandoned, though within the Aura
    assert after.one("confused")["cause"] == "abandoned" and after.state.at[202] == (5000, 5600)
    freed = marked(state, 52, leader=0, men=[], band=[5201, 5202])
    assert codes(freed, "MAR", (5000, 4000)) == []  # engaged with confused men only
    assert 202 in planned(freed, "MAR", (5000, 4000)).places


@pytest.mark.rule("SV-MOV-12")
def test_all_who_are_in_contact_are_abandoned() -> None:
    state = table(
        [troop((5000, 5000), (5000, 5600), (5600, 5600), (4400, 5000))],
        [troop((5000, 6100), (5600, 6100), fighter="MILICIEN")],
        lords=(lord((5000, 3500)), lord((500, 14500))),
    )
    after = play(state, "ORDRE 2 MT", "ALLER 5000,4400", "PASSER").state.units[2]
    assert (after.men, after.band) == ([201, 204], [202, 203])


@pytest.mark.rule("SV-PLA-07", "SV-MOV-11")
def test_men_who_reorganise_close_in_on_all_sides_of_the_enemy_they_fight() -> None:
    state = table(
        [troop((5000, 5000), (5000, 5500), *line((3800, 4200), 6))],
        [troop((5000, 6000), (9000, 9000), fighter="MILICIEN")],
    )
    found = planned(state, "MT", how="reorganise")
    ring = [place for place in found.places.values() if (place[0] - 5000) ** 2 + (place[1] - 6000) ** 2 <= 505**2]
    # 202 holds the side towards the leader; steps of 60° leave room for five more, the last one opposite
    assert sorted(ring) == [(4567, 5750), (4567, 6250), (5000, 6500), (5433, 5750), (5433, 6250)]
    assert len(found.places) == 6 and found.stay == []


@pytest.mark.rule("SV-PLA-07", "SV-GEO-07")
@pytest.mark.parametrize(("east", "north"), [(0, 1), (0, -1), (1, 0), (-1, 0)])
def test_the_first_who_closes_in_stands_between_his_leader_and_the_enemy(east: int, north: int) -> None:
    def beside(along: int, across: int) -> Point:
        return 7500 + along * east + across * north, 7500 + along * north - across * east

    state = table(
        [troop(beside(0, 0), beside(1000, 500), beside(-500, 0))],  # one of them fights beside
        [troop(beside(1000, 0), (1000, 1000), fighter="MILICIEN")],
    )
    assert planned(state, "MT", how="reorganise").places == {203: beside(500, 0)}


@pytest.mark.rule("SV-MOV-12", "SV-MOV-13", "SV-MOV-11")
def test_a_leader_in_contact_cannot_break_off_but_his_men_reorganise() -> None:
    state = table(
        [troop((5000, 5600), (3800, 5600), (5000, 5000))],
        [troop((5000, 6100), (5600, 6100), (4400, 6100)), troop((8000, 9000), (8500, 9000))],
    )
    assert codes(state, "MT", (5000, 4500)) == ["leader_held"]
    assert codes(state, "MT", (5000, 4500), how="reorganise") == ["leader_in_contact"]
    assert codes(state, "MAR", how="reorganise") == ["no_reorganising"]
    found = planned(state, "MT", how="reorganise")
    assert found.end == (5000, 5600)
    for man in (202, 203):  # up to contact with the unit already touched, SV-PLA-07
        x, y = found.places[man]
        assert min((x - ex) ** 2 + (y - ey) ** 2 for ex, ey in ((5600, 6100), (4400, 6100), (5000, 6100))) <= 505**2


@pytest.mark.rule("SV-MOV-11", "SV-PLA-07", "SV-MOV-13")
def test_reorganising_moves_the_leader_one_ruler_and_touches_no_new_unit() -> None:
    state = table(
        [troop((5000, 5000), (5000, 5600), (4400, 5000))],
        [troop((5000, 6100), (5600, 6100), fighter="LANCIER"), troop((3300, 5600), (3300, 6200), fighter="LANCIER")],
        elements=[("MARSH", 4, 6, 3, 5.2)],
    )
    assert codes(state, "MT", (5000, 3500), how="reorganise") == []  # difficult ground does not matter
    assert codes(state, "MT", (5000, 3490), how="reorganise") == ["path_too_long"]
    assert codes(state, "MT", (3850, 5600), how="reorganise") == []
    assert codes(state, "MT", (3849, 5600), how="reorganise") == ["too_close"]  # to unit 53, which it does not touch
    assert codes(state, "MT", (4470, 6000), how="reorganise") == []  # to unit 52 it may come as near as it likes
    assert codes(state, "MT", how="reorganise", places={203: (5600, 5600)}) == []
    assert codes(state, "MT", how="reorganise", places={203: (3800, 5600)}) == ["bad_place"]
    assert codes(state, "MT", how="reorganise", places={202: (5600, 5600)}) == ["not_a_mover"]
    after = planned(state, "MT", how="reorganise", places={203: (5600, 5600)})
    assert after.places == {203: (5600, 5600)} and after.stay == [202]


@pytest.mark.rule("SV-MOV-14", "SV-ORD-10")
def test_riders_march_as_by_a_tactical_move() -> None:
    from tests.games.vassaux.builders import refused

    state = table([troop((5000, 5000), (5000, 5875), fighter="ECLAIREUR")], [troop((5000, 6500), (5600, 6500))])
    assert refused(state, "ORDRE 2 MAR") == []
    after = play(state, "ORDRE 2 MAR", "ALLER 5000,3500", "PASSER")
    assert after.state.units[2].band == [202] and after.state.units[2].dice == []
    assert codes(state, "MAR", how="reorganise") == []


@pytest.mark.rule("SV-GRN-03")
def test_harassing_squires_slip_away_with_some() -> None:
    state = locked(powers=("HARCELEMENT",), title="HEROS")
    assert codes(state, "MAR", (5000, 4000)) == []
    assert planned(state, "MAR", (5000, 4000)).abandoned == []  # Cd 1 takes the one engaged along
    both = table(
        [troop((5000, 5600), (5600, 5600), (4400, 5000), powers=("HARCELEMENT",), title="HEROS")],
        [troop((5000, 6100), (5600, 6100), fighter="LANCIER")],
    )
    assert planned(both, "CRS", (5000, 4500)).abandoned == [202]  # the Vassal first
    assert codes(both, "MT", (5000, 4500), leave=(202,)) == ["leader_must_leave"]
    assert codes(both, "MT", (5000, 4500), leave=(201, 202)) == ["bad_harassers"]


@pytest.mark.rule("SV-SOL-09")
def test_only_a_place_that_is_nearer_shortens_a_gap() -> None:
    field = Field(table([troop((5000, 5000))], [troop((5000, 9000))]))
    unit, before = field.now.units[2], field.fine(201, 5201)
    nearer = [shortens(field, unit, place, 5201, before) for place in ((5000, 5001), (5000, 5000), (5000, 4999))]
    assert nearer == [True, False, False]


@pytest.mark.rule("SV-MOV-03", "SV-GEO-04")
def test_a_leader_may_overlap_one_of_his_own_who_stays_by_the_tolerance() -> None:
    field = Field(table([troop((5000, 5000), (6000, 5000))]))
    ends = [(5505, 5000), (5506, 5000), (6000, 4505), (6000, 4506)]
    found = [overlaps(field, field.now.units[2], end, [202]) for end in ends]
    assert [one and (one.code, one.data["figure"]) for one in found] == [None, ("own_in_the_way", 202)] * 2


@pytest.mark.rule("SV-SOL-09", "SV-GRN-05")
@pytest.mark.parametrize(("rider", "nearest"), [(7124, 5301), (7125, 5201), (7126, 5201)])
def test_the_nearest_enemy_is_he_whose_base_is_nearest_and_of_equals_the_first(rider: int, nearest: int) -> None:
    foot, horse = troop((5000, 7000), (5000, 7600)), troop((rider, 5000), (rider + 800, 5000), fighter="ECLAIREUR")
    field = Field(table([troop((5000, 5000), (5000, 4500))], [foot, horse]))
    assert nearest_enemy(field, field.now.units[2]) == nearest
