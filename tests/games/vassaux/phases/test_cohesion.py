"""Cohesion, confusion, bands, adoption; sight and cover (SV-COH, SV-VIS)."""

from __future__ import annotations

import pytest

from heraut.games.vassaux.phases.cohesion import cohere, fell, sort_confused
from heraut.games.vassaux.state import Battle, Demand
from heraut.games.vassaux.table.field import Field
from heraut.geometry import Sight
from tests.games.vassaux.builders import end_turn, lord, marked, play, table, troop, turn_of

FAR = troop((12000, 12000), (12500, 12000))


@pytest.mark.rule("SV-COH-01", "SV-COH-02", "SV-COH-03", "SV-GEO-03", "SV-GEN-02")
def test_an_aura_reaches_from_edge_to_edge_with_a_tolerance() -> None:
    state = table([troop((5000, 5000), (6505, 5000), (5000, 6506))], [FAR])
    turn = turn_of(state)
    cohere(turn, turn.now.units[2])
    assert (turn.now.units[2].men, turn.now.units[2].band) == ([201, 202], [203])
    pair = turn_of(table([troop((5000, 5000), (5000, 6506))], [FAR]))
    cohere(pair, pair.now.units[2])
    assert (pair.now.units[2].men, pair.now.units[2].band) == ([201], [202])


@pytest.mark.rule("SV-BLK-05", "SV-COH-03")
def test_what_was_demanded_of_a_unit_lapses_with_its_leader_and_of_others_does_not() -> None:
    turn = turn_of(table([troop((5000, 5000), (5500, 5000)), troop((9000, 5000), (9500, 5000))], [FAR]))
    turn.now.corrupted = [Demand(2, "MAR"), Demand(3, "WAI")]
    fell(turn, 2, [202], blow=True)
    assert turn.now.corrupted == [Demand(2, "MAR"), Demand(3, "WAI")]
    fell(turn, 2, [201], blow=True)
    assert turn.now.corrupted == [Demand(3, "WAI")]


@pytest.mark.rule("SV-END-05", "SV-SCN-53", "SV-END-01")
@pytest.mark.parametrize(("figure", "lord_lost", "vassals_lost"), [(201, False, 1), (202, False, 0), (101, True, 0)])
def test_a_lord_and_a_vassal_who_fall_are_counted_each_as_what_he_is(
    figure: int, lord_lost: bool, vassals_lost: int
) -> None:
    turn = turn_of(table([troop((5000, 5000), (5500, 5000))], [FAR]))
    fell(turn, figure // 100, [figure], blow=True)
    sheet, host = turn.now.units[figure // 100].sheet, turn.now.hosts[0]
    assert (host.lord_lost, host.vassals_lost) == (lord_lost, vassals_lost)
    assert host.eliminated == sheet.figure_cost + sheet.leader_cost * (figure != 202)


@pytest.mark.rule("SV-COH-03", "SV-COH-05", "SV-COH-08")
def test_a_unit_whose_vassal_dies_is_a_band_that_still_stands_in_the_way() -> None:
    state = table([troop((5000, 5000), (5500, 5000), (6000, 5000))], [FAR])
    turn = turn_of(state)
    fell(turn, 2, [201], blow=True)
    assert (turn.now.units[2].leader, turn.now.units[2].men, turn.now.units[2].band) == (0, [], [202, 203])
    assert list(turn.now.groups(0)) == [1, -2]
    from heraut.games.vassaux.table.paths import blocked

    assert blocked(turn, turn.now.units[52], (5500, 7000), [(5500, 5500), (5500, 4300)]) is not None
    cohere(turn, turn.now.units[1])
    assert turn.now.units[1].band == []  # a Lord is never confused


def strays(fighter: str = "BRETTEUR", **more: object) -> Battle:
    """Unit 2 has lost its leader; unit 3 stands by; unit 52 touches man 204."""
    state = table(
        [
            troop((5000, 5000), (5500, 5000), (9000, 5000), (9500, 9000)),
            troop((5500, 6500), (6000, 6500), fighter=fighter, **more),  # type: ignore[arg-type]
        ],
        [troop((9500, 9500), (9500, 10000), fighter="LANCIER")],
    )
    del state.at[201]
    return marked(state, 2, leader=0, men=[], band=[202, 203, 204])


@pytest.mark.rule("SV-COH-06", "SV-COH-07", "SV-CMD-05", "SV-GEN-08")
def test_a_confused_man_is_taken_in_fights_on_or_leaves() -> None:
    turn = turn_of(strays())
    before = turn.now.hosts[0].eliminated
    sort_confused(turn)
    assert turn.now.units[3].men == [202, 301, 302]  # he keeps his number
    assert turn.now.units[2].band == [204]  # engaged, he fights on
    assert 203 not in turn.now.at and turn.now.hosts[0].eliminated == before + 10
    assert turn.now.units[2].lost == 0  # no combat loss


@pytest.mark.rule("SV-GEO-04", "SV-GEO-06")
@pytest.mark.parametrize(
    ("fighter", "far", "engaged"),
    [("BRETTEUR", 505, True), ("BRETTEUR", 506, False), ("ECLAIREUR", 630, True), ("ECLAIREUR", 631, False)],
)
def test_bases_touch_up_to_the_tolerance(fighter: str, far: int, engaged: bool) -> None:
    state = table([troop((5000, 5000), (5000, 4500))], [troop((5000, 5000 + far), (5000, 6900), fighter=fighter)])
    for group in (2, 52):
        assert Field(state).engaged(group) is engaged


@pytest.mark.rule("SV-COH-06", "SV-GEO-06")
def test_a_man_who_fights_on_is_taken_in_all_the_same_and_engages_his_new_unit() -> None:
    state = strays()
    state.at |= {5201: (5500, 4500), 5202: (5500, 4000)}
    turn = turn_of(state)
    assert turn.engaged(-2) and not turn.engaged(3)
    sort_confused(turn)
    assert turn.now.units[3].men == [202, 301, 302] and turn.engaged(3)


@pytest.mark.rule("SV-COH-04", "SV-COH-06")
def test_who_is_back_under_the_aura_stays_confused_until_the_next_command_phase() -> None:
    state = marked(table([troop((5000, 5000), (5500, 5000), (6800, 5000))], [FAR]), 2, men=[201, 202], band=[203])
    back = play(state, "ORDRE 2 MAR", "ALLER 5300,5000").state
    assert Field(back).within(203, 201, back.units[2].sheet.aura)
    assert (back.units[2].men, back.units[2].band) == ([201, 202], [203])
    assert back.at[203] == (6800, 5000)  # he does not move with the unit
    assert end_turn(back).state.units[2].men == [201, 202, 203]


@pytest.mark.rule("SV-COH-06")
@pytest.mark.parametrize(
    ("fighter", "more"),
    [("BARBARE", {}), ("ECLAIREUR", {}), ("", {"profile": "ECUYER", "weapon": "MELEE", "armour": "LIGHT"}),
     ("BRETTEUR", {"powers": ("FEROCE",)})],
)  # fmt: skip
def test_only_an_identical_unit_takes_him_in(fighter: str, more: dict[str, object]) -> None:
    turn = turn_of(strays(fighter, **more))
    sort_confused(turn)
    assert 202 not in turn.now.at


@pytest.mark.rule("SV-COH-06", "SV-OST-02")
def test_leader_only_powers_and_titles_do_not_matter_and_the_nearest_vassal_takes() -> None:
    turn = turn_of(strays(title="VAVASSEUR", powers=("MAJE",)))
    sort_confused(turn)
    assert 202 in turn.now.units[3].men
    state = table(
        [troop((2000, 2000), (5500, 5000)), troop((5500, 6490), (6000, 6490)), troop((5500, 3550), (6000, 3550))], [FAR]
    )
    state = marked(state, 2, men=[201], band=[202])
    turn = turn_of(state)
    sort_confused(turn)
    assert 202 in turn.now.units[4].men  # though 3 would take him in as well


@pytest.mark.rule("SV-COH-05", "SV-SHT-02", "SV-TRN-04")
def test_the_example_of_a_man_beyond_the_aura() -> None:
    # SV-EX-05, third man: confused, and gone at the next Command phase
    state = marked(table([troop((5000, 5000), (5500, 5000), (7600, 5000))], [FAR]), 2, men=[201, 202], band=[203])
    assert Field(state).enemy_groups(1) == [1, 2, -2]
    assert 203 not in end_turn(state).state.at


# Sight


def watch(*elements: tuple[str, float, float, float, float], friends: object = ()) -> Sight:
    """What the archer at (5000, 2000) sees of the leader at (5000, 6000)."""
    state = table(
        [troop((5000, 2000), (3000, 2000), fighter="ARCHER"), *friends],  # type: ignore[misc]
        [troop((5000, 6000), (5500, 6000))],
        elements=elements,
    )
    return Field(state).clearness(201, 5201)


@pytest.mark.rule("SV-VIS-01", "SV-VIS-02", "SV-VIS-03")
def test_the_worked_example_of_sight() -> None:
    # SV-EX-11: the corridor runs from x 4750 to 5250
    assert watch(("HOUSE", 4, 5, 3, 4)) is Sight.COVERED
    assert watch(("HOUSE", 4, 5.26, 3, 4)) is Sight.HIDDEN
    assert watch(("HOUSE", 4, 5.245, 3, 4)) is Sight.HIDDEN
    assert watch(("HOUSE", 4, 5.24, 3, 4)) is Sight.COVERED
    assert watch(("HOUSE", 4, 4.755, 3, 4)) is Sight.CLEAR  # less than a slit is shaded
    assert watch(("HOUSE", 4, 5, 3, 4), ("ROCK", 5, 6, 4.5, 5)) is Sight.HIDDEN  # together
    assert watch(("WATER", 4, 6, 3, 4), ("MARSH", 4, 6, 4, 5)) is Sight.CLEAR


@pytest.mark.rule("SV-VIS-04", "SV-VIS-05", "SV-VIS-06")
def test_cover_by_woods_walls_and_friends() -> None:
    assert watch(("WOOD", 4, 6, 3, 4)) is Sight.COVERED
    assert watch(("LOW_WALL", 4, 6, 3, 3.2)) is Sight.COVERED
    assert watch(("WOOD", 4, 6, 1, 3)) is Sight.CLEAR  # it touches the observer
    assert watch(("WOOD", 4, 6, 1, 7)) is Sight.COVERED  # and the target too
    friend = troop((5200, 4000), (9000, 4000))
    assert watch(friends=[friend]) is Sight.COVERED
    own = table([troop((5000, 2000), (5000, 3000), fighter="ARCHER")], [troop((5000, 6000), (5000, 5000))])
    assert Field(own).clearness(201, 5201) is Sight.CLEAR  # neither own men nor enemies cover
    assert watch(("HILLTOP", 4, 6, 1, 3)) is Sight.CLEAR


@pytest.mark.rule("SV-VIS-04", "SV-VIS-01")
@pytest.mark.parametrize(("east", "north"), [(0, 1), (0, -1), (1, 0), (-1, 0)])
@pytest.mark.parametrize("side", [1, -1])
@pytest.mark.parametrize(("aside", "seen"), [(615, Sight.COVERED), (616, Sight.CLEAR)])
def test_a_friendly_rider_covers_whose_base_reaches_a_slit_into_the_corridor(
    east: int, north: int, side: int, aside: int, seen: Sight
) -> None:
    # half a corridor of 250, and a base of 375 that reaches 10 of it; whichever way he looks
    middle = (7000 + side * aside * north, 7000 + side * aside * east)
    state = table(
        [troop((7000 - 2000 * east, 7000 - 2000 * north), fighter="ARCHER"), troop(middle, fighter="ECLAIREUR")],
        [troop((7000 + 2000 * east, 7000 + 2000 * north))],
    )
    assert Field(state).clearness(201, 5201) is seen


@pytest.mark.rule("SV-VIS-01", "SV-VIS-02")
@pytest.mark.parametrize(("east", "north"), [(0, 1), (0, -1), (1, 0), (-1, 0)])
@pytest.mark.parametrize("askew", [-40, 0, 40])
def test_two_houses_that_meet_on_the_line_of_sight_hide_together_and_neither_alone(
    east: int, north: int, askew: int
) -> None:
    places = (
        (7000 - 2000 * east, 7000 - 2000 * north),
        (7000 + 2000 * east + askew * north, 7000 + 2000 * north + askew * east),
    )
    halves = [("HOUSE", 6, 7, 6.5, 7.5), ("HOUSE", 7, 8, 6.5, 7.5)]
    if east:
        halves = [("HOUSE", 6.5, 7.5, 6, 7), ("HOUSE", 6.5, 7.5, 7, 8)]

    def seen(*houses: tuple[str, float, float, float, float]) -> tuple[bool, bool]:
        field = Field(table([troop(places[0])], [troop(places[1])], elements=houses))
        return field.sees(201, 5201), field.sees_disc(201, field.disc(5201))

    assert seen(*halves) == (False, False)
    assert seen(halves[0]) == seen(halves[1]) == (True, True)


@pytest.mark.rule("SV-VIS-03", "SV-CMD-08")
def test_a_unit_is_seen_if_one_man_is_on_every_side() -> None:
    state = table(
        [troop((5000, 2000), (3000, 2000))],
        [troop((5000, 6000), (8000, 6000))],
        elements=[("HOUSE", 4, 6, 3, 4)],
        lords=(lord((5000, 5000)), lord((500, 14500))),
    )
    field = Field(state)
    assert not field.sees(201, 5201) and field.sees_group(201, 52)
    assert field.sees(5202, 201) and field.in_aura(0, 201)


@pytest.mark.rule("SV-ATK-02", "SV-MOV-01")
def test_a_unit_that_has_taken_men_in_keeps_one_set_of_figures() -> None:
    turn = turn_of(strays())
    sort_confused(turn)
    kits = {turn.sheet(man // 100).df for man in turn.now.units[3].men}
    assert kits == {4} and turn.now.units[3].men == [202, 301, 302]
