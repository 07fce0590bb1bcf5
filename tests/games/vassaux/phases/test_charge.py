"""Charges: whom, how far, in contact with whom, the front line (SV-CHG)."""

from __future__ import annotations

import pytest

from heraut.engine.protocol import Refusal
from heraut.games.vassaux.orders import Charge, Fight
from heraut.games.vassaux.phases.charging import aims, feasible, plan_charge
from heraut.games.vassaux.state import Battle, Plan, Point
from heraut.games.vassaux.table.field import Field
from heraut.games.vassaux.table.front import Front
from heraut.games.vassaux.table.running import longest_run, stop
from tests.games.vassaux.builders import Played, decision, line, lord, marked, play, refused, table, troop
from tests.games.vassaux.builders import play as play_lines

ENEMIES = ((5000, 5000), (5600, 5000), (4400, 5000))


def charge(
    state: Battle, code: str, target: int, aim: int, length: int | None = None, **places: object
) -> Plan | Refusal:
    field = Field(state)
    hand = places.get("places", {})
    return plan_charge(field, field.now.units[2], code, Charge(target, aim, length, hand), 0, ())  # type: ignore[arg-type]


def code(found: Plan | Refusal) -> str:
    return found.code if isinstance(found, Refusal) else "legal"


def eight(y: int) -> Battle:
    """Eight chargers, their leader at (5000, y), against three men in a row."""
    places = [(5000, y), *line((3500, y - 700), 7)]
    return table([troop(*places)], [troop(*ENEMIES, fighter="MILICIEN")])


@pytest.mark.rule("SV-PLA-06", "SV-CHG-02", "SV-CHG-07", "SV-CHG-04", "SV-GEO-07")
def test_the_worked_example_of_a_charge() -> None:
    found = charge(eight(2000), "CHA", 52, 5201)  # SV-EX-07
    assert isinstance(found, Plan)
    assert (found.end, found.facing) == ((5000, 4500), (0, 3000))
    assert list(found.places.values()) == [
        (5600, 4500), (4400, 4500), (6033, 4750), (3967, 4750), (5000, 4000), (4134, 4000), (5866, 4000),
    ]  # fmt: skip


@pytest.mark.rule("SV-CHG-04", "SV-PLA-06")
def test_the_worked_example_of_partial_reach() -> None:
    found = charge(eight(1000), "CHA", 52, 5201)  # SV-EX-09: three in contact, the leader not
    assert isinstance(found, Plan)
    assert found.end == (5000, 3500)
    assert list(found.places.values()) == [
        (5000, 4500), (5600, 4500), (4400, 4500), (5000, 4000), (4567, 3750), (5433, 3750), (4567, 3250),
    ]  # fmt: skip


@pytest.mark.rule("SV-CHG-08", "SV-PLA-02")
def test_the_front_line_may_not_be_passed() -> None:
    state = eight(2000)
    assert code(charge(state, "CHA", 52, 5201, 2500, places={202: (5300, 5400)})) == "bad_place"  # SV-EX-08
    assert code(charge(state, "CHA", 52, 5201, 2500, places={202: (5600, 4500)})) == "legal"
    field = Field(table([troop((5000, 2000), (5500, 2000))], [troop((5000, 5000), (6000, 5000), (7501, 5000))]))
    front = Front(field, 0, (0, 3000), 500, (5000, 4500))
    assert front.is_behind((5500, 5600))  # 500 between the first two: joined
    assert not front.is_behind((6750, 5600))  # 1001 between the others: the line is broken
    assert front.is_behind((5200, 5600)) and front.is_behind((4800, 5600))  # right behind a man
    assert not front.is_behind((4740, 5400))  # round the end of the line
    assert not front.is_behind((5000, 4500))


@pytest.mark.rule("SV-CHG-08")
@pytest.mark.parametrize(("east", "north"), [(0, 5), (0, -5), (5, 0), (-5, 0), (3, 4), (-4, 3)])
def test_whoever_would_stand_behind_a_man_whichever_way_he_runs_has_passed_the_front(east: int, north: int) -> None:
    front = Front(Field(table([], [troop((7500, 7500))])), 0, (600 * east, 600 * north), 500, (7500, 7500))

    def behind(along: int, across: int) -> bool:
        """So far behind the man, so far aside; both in fifths."""
        return front.is_behind((7500 + along * east + across * north, 7500 + along * north - across * east))

    assert [behind(100, aside) for aside in (-50, -49, 0, 49, 50)] == [False, True, True, True, False]
    assert [behind(ahead, 0) for ahead in (-100, 0, 1)] == [False, False, True]


@pytest.mark.rule("SV-MOV-03", "SV-CHG-03", "SV-PLA-05")
def test_a_charge_as_long_as_may_be_ends_upon_nobody_of_his_own_who_has_nowhere_to_go() -> None:
    # between two rocks one behind the other, each where the next would have to step
    places = ((5000, 3000), (5000, 3990), (5000, 4490), (5000, 4990), (5000, 5490))
    rocks = [("ROCK", 3, 4.7, 0, 9), ("ROCK", 5.3, 7, 0, 9)]
    state = table([troop(*places, profile="SOLDAT")], [troop((5000, 6000), (5000, 6500))], elements=rocks)
    found = charge(state, "CHA", 52, 5201, 2500)
    assert isinstance(found, Refusal) and (found.code, found.data["figure"]) == ("own_in_the_way", 205)
    longest = charge(state, "CHA", 52, 5201)
    assert isinstance(longest, Plan) and longest.end[0] == 5000 and 4995 <= longest.end[1] <= 5005
    assert longest.places[202] == (5000, 5500) and not longest.stay  # he goes ahead, and the others close up


@pytest.mark.rule("SV-CHG-01", "SV-CHG-02")
def test_a_simple_charge_takes_the_nearest_a_coordinated_one_anybody() -> None:
    state = table(
        [troop((5000, 3000), (5000, 2500))],
        [troop((5000, 5600), (5600, 5600)), troop((6500, 5000), (7100, 5000)), troop((3400, 5000), (2800, 5000))],
    )
    field = Field(state)
    unit = field.now.units[2]
    assert [(aim.target, aim.figure) for aim in aims(field, unit, "CHA", 0, ())] == [(53, 5301)]  # 2000 away
    assert code(charge(state, "CHA", 53, 5301)) == "legal"
    assert code(charge(state, "CHA", 54, 5401)) == "not_the_nearest"  # 2061 away
    assert [code(charge(state, "CHC", group, man)) for group, man in ((52, 5201), (53, 5302), (54, 5401))] == [
        "legal"
    ] * 3
    assert {aim.target for aim in aims(field, unit, "CHC", 0, ())} == {51, 52, 53, 54}
    for x, nearest in ((6995, {52, 53}), (6994, {53})):  # equal within 5 mR
        both = [troop((5000, 5000), (5600, 5000)), troop((x, 3000), (7600, 3000))]
        tied = Field(table([troop((5000, 3000), (5000, 2500))], both))
        assert {aim.target for aim in aims(tied, tied.now.units[2], "CHA", 0, ())} == nearest
    wrong = charge(eight(2000), "CHA", 52, 5202)
    assert isinstance(wrong, Refusal) and (wrong.code, wrong.data["figures"]) == ("bad_aim", [5201])
    foot, horse = troop((5000, 5000), (5000, 5600)), troop((7100, 3000), (7900, 3000), fighter="ECLAIREUR")
    mixed = Field(table([troop((5000, 3000), (5000, 2500))], [foot, horse]))  # at 1500 and 1475
    assert {aim.target for aim in aims(mixed, mixed.now.units[2], "CHA", 0, ())} == {53}


@pytest.mark.rule("SV-CHG-02", "SV-CHG-04")
@pytest.mark.parametrize(("east", "north"), [(0, 1), (0, -1), (1, 0), (-1, 0)])
def test_a_charge_is_run_in_every_direction(east: int, north: int) -> None:
    places = [(7500 + far * east, 7500 + far * north) for far in (0, -500, 2900, 3500)]
    state = table([troop(*places[:2])], [troop(*places[2:], fighter="MILICIEN")])
    assert refused(state, "ORDRE 2 CHA") == []
    found = charge(state, "CHA", 52, 5201)
    assert isinstance(found, Plan) and found.end == (7500 + 2400 * east, 7500 + 2400 * north)


@pytest.mark.rule("SV-CHG-02", "SV-CHG-04", "SV-ORD-05")
@pytest.mark.parametrize(("east", "north"), [(0, 1), (0, -1), (1, 0), (-1, 0)])
def test_no_wall_but_one_on_the_way_keeps_anybody_from_a_charge(east: int, north: int) -> None:
    places = [(7500 + far * east, 7500 + far * north) for far in (0, -500, 2900, 3500)]
    walls = [(x, y) for x, y in ((0, 1), (0, -1), (1, 0), (-1, 0)) if (x, y) != (east, north)]
    rocks = [("ROCK", 7.45 + 0.8 * x, 7.55 + 0.8 * x, 7.45 + 0.8 * y, 7.55 + 0.8 * y) for x, y in walls]
    state = table([troop(*places[:2])], [troop(*places[2:], fighter="MILICIEN")], elements=rocks)
    assert refused(state, "ORDRE 2 CHA") == []


@pytest.mark.rule("SV-CHG-02", "SV-CHG-03")
def test_a_leader_may_stay_where_he_is_if_a_man_of_his_makes_contact() -> None:
    state = table([troop((5000, 3000), (5000, 2500))], [troop((5000, 4200), (5600, 4200))])
    found = charge(state, "CHA", 52, 5201, 0)
    assert isinstance(found, Plan) and (found.end, found.places) == ((5000, 3000), {202: (5000, 3700)})
    assert code(charge(state, "CHA", 52, 5201, -1)) == "bad_length"
    alone = table([troop((5000, 2000))], [troop(*ENEMIES)])
    assert code(charge(alone, "CHA", 52, 5201, 2495)) == "legal"  # in contact, within the tolerance
    assert code(charge(alone, "CHA", 52, 5201, 2494)) == "no_contact"


@pytest.mark.rule("SV-CHG-05", "SV-CHG-04", "SV-ORD-12", "SV-ORD-05")
def test_the_outer_limit_of_a_charge_on_foot_is_4r() -> None:
    def at(gap: int) -> str:
        state = table(
            [troop((5000, 1000), (5000, 1500))], [troop((5000, 1500 + gap), (5600, 1500 + gap), fighter="MILICIEN")]
        )
        return "legal" if feasible(Field(state), state.units[2], "CHA", 0, ()) is None else "no"

    assert at(4000) == "legal" and at(4006) == "no"
    state = table([troop((5000, 1000), (5000, 1500))], [troop((5000, 9000), (5600, 9000))])
    assert refused(state, "ORDRE 2 CHA") == [("SV-CHG-04", "no_charge")]


@pytest.mark.rule("SV-CHG-02", "SV-CHG-03", "SV-CHG-04", "SV-TER-03")
def test_lengths_friends_and_walls_bound_the_run() -> None:
    state = eight(2000)
    assert code(charge(state, "CHA", 52, 5201, 2501)) == "bad_length"
    assert code(charge(state, "CHA", 52, 5201, 2000)) == "legal"
    assert code(charge(state, "CHA", 52, 5201, 900)) == "no_contact"
    friend = table([troop((5000, 2000), (5500, 2000)), troop((5000, 3500), (5000, 3000 - 2000))], [troop(*ENEMIES)])
    field = Field(friend)
    assert (
        longest_run(field, field.now.units[2], "CHA", 52, (0, 3000))[0] == 1005
    )  # up to his friend, with the tolerance
    rock = table([troop((5000, 2000), (5500, 2000))], [troop(*ENEMIES)], elements=[("ROCK", 4, 6, 3, 3.5)])
    assert code(charge(rock, "CHA", 52, 5201)) == "no_contact"
    beside = table(
        [troop((5000, 2000), (5000, 1500))], [troop((5000, 4600), (5000, 5200)), troop((5540, 4000), (6100, 4000))]
    )
    field = Field(beside)
    longest, _ = longest_run(field, field.now.units[2], "CHC", 52, (0, 2600))
    end = (5000, 2000 + longest)
    assert (end[0] - 5540) ** 2 + (end[1] - 4000) ** 2 >= 550**2 and longest < 2100  # clear of the other unit


@pytest.mark.rule("SV-CHG-02", "SV-GEO-02")
@pytest.mark.parametrize(
    ("start", "target", "end"),
    [
        ((5000, 380), (7000, 250), (5084, 375)),
        ((5000, 14620), (7000, 14750), (5084, 14625)),
        ((380, 5000), (250, 7000), (375, 5084)),
        ((14620, 5000), (14750, 7000), (14625, 5084)),
    ],
)
def test_a_rider_runs_at_a_man_on_the_edge_until_his_larger_base_meets_it(
    start: Point, target: Point, end: Point
) -> None:
    (sx, sy), (tx, ty) = start, target
    state = table([troop(start, (7500, 7500), fighter="ECLAIREUR")], [troop(target, (9000, 9000))])
    field = Field(state)
    longest, _ = longest_run(field, field.now.units[2], "CHA", 52, (tx - sx, ty - sy))
    assert stop(start, (tx - sx, ty - sy), longest) == end
    assert code(charge(state, "CHA", 52, 5201, longest + 1)) == "bad_length"


@pytest.mark.rule("SV-CHG-03", "SV-CHG-02", "SV-TER-03")
def test_a_charge_of_a_chosen_length_stops_beside_no_other_enemy_and_on_no_wall() -> None:
    beside = table(
        [troop((5000, 2000), (5000, 1500))], [troop((5000, 4600), (5000, 5200)), troop((5540, 4000), (6100, 4000))]
    )
    stops = {length: code(charge(beside, "CHC", 52, 5201, length)) for length in (1895, 1896, 2000, 2100)}
    assert stops == {1895: "legal", 1896: "bad_length", 2000: "bad_length", 2100: "bad_length"}
    wall = table(
        [troop((5000, 2000), (5500, 2000))], [troop((5000, 4000), (5600, 4000))],
        elements=[("LOW_WALL", 4, 6, 3, 3.2)],
    )  # fmt: skip
    stops = {length: code(charge(wall, "CHC", 52, 5201, length)) for length in (700, 1100, 1450, 1500, 1501)}
    assert stops == {700: "legal", 1100: "bad_length", 1450: "legal", 1500: "legal", 1501: "bad_length"}
    wall.at[201] = (5000, 1600)  # as far as he may run, he would stand on it
    field = Field(wall)
    assert longest_run(field, field.now.units[2], "CHC", 52, (0, 2400))[0] == 1399


@pytest.mark.rule("SV-TER-02", "SV-CHG-03")
def test_difficult_ground_forbids_a_simple_charge_and_slows_a_coordinated_one() -> None:
    wood = [("WOOD", 4, 6, 2.5, 2.7)]
    near = table([troop((5000, 2000), (5500, 2000))], [troop((5000, 3600), (5600, 3600))], elements=wood)
    short = charge(near, "CHA", 52, 5201)
    assert isinstance(short, Plan) and short.end == (5000, 2499)  # up to the wood; his man makes contact
    assert code(charge(near, "CHA", 52, 5201, 1100)) == "bad_length"
    assert code(charge(near, "CHC", 52, 5201, 1100)) == "legal"
    far = table([troop((5000, 2000), (5500, 2000))], [troop((5000, 4900), (5600, 4900))], elements=wood)
    field = Field(far)
    assert longest_run(field, field.now.units[2], "CHC", 52, (0, 2900))[1] == 1500
    inside = table([troop((5000, 2600), (5500, 2600))], [troop((5000, 4000), (5600, 4000))], elements=wood)
    assert refused(inside, "ORDRE 2 CHA") == [("SV-TER-02", "charge_in_difficult")]
    flying = table(
        [troop((5000, 2600), (5500, 2600), powers=("VOLANT",))], [troop((5000, 4000), (5600, 4000))], elements=wood
    )
    assert refused(flying, "ORDRE 2 CHA") == []


@pytest.mark.rule("SV-CHG-06", "SV-MOV-06")
def test_a_pinned_unit_cannot_charge() -> None:
    state = table(
        [troop((5000, 5000), (5500, 5000))], [troop((5000, 5500), (5600, 5600)), troop((7000, 5000), (7500, 5000))]
    )
    assert refused(state, "ORDRE 2 CHA") == [("SV-CHG-06", "pinned")]
    loose = marked(state, 52, leader=0, men=[], band=[5201, 5202])
    assert code(charge(loose, "CHA", -52, 5201, 0)) == "legal"  # in contact already: only length 0


@pytest.mark.rule("SV-CHG-10", "SV-MOV-14")
def test_nobody_charges_whom_he_has_just_left_except_riders() -> None:
    def scene(fighter: str, free: int) -> Battle:
        return table(
            [troop((5000, 5000), (5000, 5000 + free), fighter=fighter)],
            [troop((5000, 5500 + free + (125 if free > 600 else 0)), (5600, 6800), fighter="MILICIEN")],
            lords=(lord((5000, 3000)), lord((500, 14500))),
        )

    foot = play(scene("BRETTEUR", 600), "ORDRE 2 MT CHC", "ALLER 6200,5000")
    assert foot.one("order_ignored")["order"] == "CHC"
    left_foot = plan_charge(Field(eight(2000)), eight(2000).units[2], "CHC", Charge(52, 5201), 0, (52,))
    assert isinstance(left_foot, Refusal) and left_foot.code == "just_left"
    riders = Field(table([troop((5000, 2000), (5000, 1200), fighter="ECLAIREUR")], [troop(*ENEMIES)]))
    assert isinstance(plan_charge(riders, riders.now.units[2], "CHC", Charge(52, 5201), 0, (52,)), Plan)


@pytest.mark.rule("SV-CHG-09", "SV-CHG-11", "SV-ATK-07", "SV-ORD-12", "SV-GEN-06")
def test_a_charge_strikes_at_once_and_a_coordinated_one_adds_its_die() -> None:
    def scene(fighter: str) -> Battle:
        return table(
            [troop((5000, 3000), (5000, 2500), fighter="BRETTEUR")],
            [troop((5000, 5000), (5600, 5000), (6200, 5000), fighter=fighter)],
            lords=(lord((5000, 1000)), lord((500, 14500))),
        )

    def play(state: Battle, *lines: str, **more: object) -> Played:
        for unit in (51, 52):
            state.units[unit].ordered = True
        return play_lines(state, *lines, **more)  # type: ignore[arg-type]

    simple = play(scene("MILICIEN"), "ORDRE 2 CHA", "CHARGER 52 VISER 5201", dice=(1, 1, *(2,) * 30), left=None)
    assert simple.one("struck")["bonus"] == 0 and simple.one("struck")["each"] == 2
    struck = play(
        scene("LANCIER"),
        "ORDRE 2 CHC",
        "CHARGER 52 VISER 5201",
        dice=(3, 6, *(1,) * 9, *(2, 1) * 10),
        left=None,
        on=False,
    )
    assert (struck.one("order_die")["die"], struck.one("struck")["bonus"], struck.one("struck")["df"]) == (3, 3, 4)


@pytest.mark.rule("SV-CHG-07", "SV-CHG-11", "SV-MUL-01")
def test_by_hand_other_units_may_be_touched_and_struck() -> None:
    state = table(
        [troop((5000, 3000), (5000, 2500), (4500, 2500))],
        [troop((5000, 5000), (5000, 5600), fighter="LANCIER"), troop((5800, 5000), (6400, 5000), fighter="LANCIER")],
    )
    found = charge(state, "CHA", 52, 5201, None, places={202: (5700, 4510)})
    assert isinstance(found, Plan) and found.places[202] == (5700, 4510)
    for unit in (51, 52, 53):
        state.units[unit].ordered = True
    after = play(state, "ORDRE 2 CHA", "CHARGER 52 VISER 5201 AVEC 202=5700,4510", on=False)
    assert after.state.asked == (0, "fight")
    assert refused(after.state, "FRAPPER 53") == [("SV-MUL-01", "charge_target_missing")]
    listed = decision(after.state).answers()
    assert listed is not None and list(listed) == [Fight((52,)), Fight((52, 53))]
    assert refused(after.state, "FRAPPER 52 53") == [] and refused(after.state, "FRAPPER 52") == []
    both = play(after.state, "FRAPPER 52 53", dice=(6,) * 4 + (1,) * 20 + (1, 2) * 20, left=None)
    assert both.one("melee")["charge"] and [e.data["df"] for e in both.find("struck")] == [4, 4]  # siege armour
