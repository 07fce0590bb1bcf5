"""Deployment, the five scenarios, the end (SV-DEP, SV-SCN, SV-END, SV-RED-03)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import islice, pairwise
from math import cos, hypot, pi, sin
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heraut.engine.protocol import SetupError
from heraut.engine.rng import Rng
from heraut.games import vassaux
from heraut.games.vassaux.orders import Arrive, Deploy, Leave, Objective
from heraut.games.vassaux.phases.command import begin, is_wiped, reactivity
from heraut.games.vassaux.phases.deployment import duel as step_forward
from heraut.games.vassaux.phases.deployment import next_seat
from heraut.games.vassaux.phases.infiltration import is_free, nearest_free
from heraut.games.vassaux.phases.objectives import (
    broken,
    controls,
    draw_roles,
    fulfilled,
    grid,
    is_legal,
    score,
    set_points,
)
from heraut.games.vassaux.phases.scenarios import end_turn as close_turn
from heraut.games.vassaux.phases.scenarios import leave_default, leavers, lord_lost, markers, progress, take_leave
from heraut.games.vassaux.phases.zones import zones
from heraut.games.vassaux.roster import host_cost
from heraut.games.vassaux.setup import elements_of
from heraut.games.vassaux.state import Asked, Battle, Demand, Settings
from heraut.games.vassaux.table.field import Field
from heraut.games.vassaux.table.placement import ring_slots
from heraut.games.vassaux.table.wilderness import generate
from heraut.games.vassaux.tables import maps
from tests.games.vassaux.builders import (
    SEATS,
    Played,
    decision,
    defaults,
    end_turn,
    line,
    lord,
    marked,
    play,
    refused,
    table,
    troop,
    turn_of,
)  # fmt: skip


def new(scenario: int = 0, seed: bytes = b"seed", **options: object) -> Battle:
    return vassaux.setup(SEATS, {"scenario": scenario, **options}, Rng(seed)).state


def deployed(scenario: int = 0, seed: bytes = b"seed", **options: object) -> Played:
    return defaults(new(scenario, seed, **options), seed=seed)


# Deployment


@pytest.mark.rule("SV-DEP-01", "SV-SCN-01", "SV-GEN-06")
def test_the_order_of_deployment_is_drawn_and_units_alternate() -> None:
    firsts = set()
    for index in range(8):
        step = vassaux.setup(SEATS, {}, Rng(b"%d" % index))
        assert [event.kind for event in step.events] == ["battle", "deployment_order"]
        assert 5 <= step.state.settings.turns <= 10
        firsts.add(step.state.active)
    assert firsts == {0, 1}
    state, seats = new(), []
    while state.turn == 0:
        assert state.asked is not None
        seats.append(state.asked[0])
        owed = decision(state)
        state = vassaux.advance(state, {SEATS[seats[-1]]: owed.default}, Rng(b"x")).state
    assert len(seats) == 10 and all(one != other for one, other in pairwise(seats))
    assert refused(new(), "DEPLOYER 77 EN 5000,1000") == [("SV-DEP-01", "not_to_deploy")]


@pytest.mark.rule("SV-DEP-02", "SV-DEP-03", "SV-SCN-00", "SV-PLA-02")
def test_bases_stand_inside_the_zone() -> None:
    state = new()
    state.asked = Asked(0, "deploy")
    assert refused(state, "DEPLOYER 2 EN 5000,2751") == [("SV-DEP-02", "outside_zone")]
    assert refused(state, "DEPLOYER 2 EN 5000,2750") == []
    assert refused(state, "DEPLOYER 2 EN 5000,2750 AVEC 202=5000,3250") == [("SV-PLA-02", "bad_place")]
    assert refused(state, "DEPLOYER 2 EN 5000,1500 AVEC 202=5000,4000") == [("SV-PLA-02", "bad_place")]
    assert refused(state, "DEPLOYER 2 EN 5000,1500 AVEC 202=5500,1500 203=4500,1500") == []
    assert refused(state, "DEPLOYER 2 EN 5000,1500 AVEC 202=5500,1500 203=5600,1500") == [("SV-PLA-02", "bad_place")]
    for corner in ("375,375", "14625,375", "375,2625"):  # the base of a mounted Lord lies wholly within it
        assert refused(state, f"DEPLOYER 1 EN {corner}") == []
    for outside in ("374,375", "375,374", "14626,375", "375,2626"):
        assert refused(state, f"DEPLOYER 1 EN {outside}") == [("SV-DEP-02", "outside_zone")]
    state.asked = Asked(1, "deploy")
    assert refused(state, "DEPLOYER 52 EN 5000,12249") == [("SV-DEP-02", "outside_zone")]
    after = deployed().state
    field = Field(after)
    for figure, (_, y) in after.at.items():
        r = field.radius[figure]
        assert y <= 3000 - r if figure < 5000 else y >= 12000 + r
    for unit in after.units.values():
        slots = ring_slots(after.at[unit.leader], unit.face, 2 * unit.sheet.radius, unit.sheet.aura)
        in_formation = [after.at[man] for man in unit.men[1:]] == list(islice(slots, len(unit.men) - 1))
        assert in_formation or unit.sheet.lord


# The end


@pytest.mark.rule("SV-END-01", "SV-END-02", "SV-CMD-04")
def test_a_player_without_a_lord_loses_at_the_next_command_phase() -> None:
    state = table([troop((5000, 5000), (5500, 5000))], lords=(lord((5000, 3500)), lord((500, 14500))))
    gone = marked(state, 1, leader=0, men=[])
    del gone.at[101]
    gone.hosts[0].lord_lost = True
    assert refused(gone, "ORDRE 2 MT") == [("SV-ORD-02", "no_lord")] and refused(gone, "ORDRE 2 MAR") == []
    after = end_turn(gone, dice=())
    assert (after.state.winner, after.state.road) == (1, "lord_lost")
    assert vassaux.result(after.state).scores == {"j1": 0.0, "j2": 1.0}  # type: ignore[union-attr]
    gone.hosts[1].lord_lost = True
    gone.hosts[1].eliminated = 5
    both = end_turn(gone, dice=())
    assert (both.state.winner, both.state.road) == (0, "lords_lost")


@pytest.mark.rule("SV-END-03", "SV-END-04", "SV-TRN-05", "SV-SCN-00")
def test_the_last_turn_and_decisive_progress() -> None:
    def closing(scenario: int = 0, turn: int = 10, **hosts: tuple[int, int]) -> Battle:
        state = table(scenario=scenario, turn=turn)
        for field, values in hosts.items():
            for host, value in zip(state.hosts, values, strict=True):
                setattr(host, field, value)
        run = turn_of(state)
        close_turn(run)
        return run.now

    draw = closing()
    assert (draw.winner, draw.road, vassaux.result(draw).scores) == (-1, "marginal", {"j1": 0.5, "j2": 0.5})  # type: ignore[union-attr]
    assert closing(total=(100, 100), eliminated=(10, 11)).winner == 0
    assert closing(total=(100, 100), eliminated=(10, 11), lord_lost=(False, True)).road == "lord_lost"
    early = closing(turn=3, total=(100, 100), eliminated=(0, 70))
    assert (early.winner, early.road) == (0, "decisive")
    assert closing(turn=3, total=(100, 100), eliminated=(0, 69)).road is None
    assert closing(turn=3, total=(100, 100), eliminated=(70, 70)).winner == -1


@pytest.mark.rule("SV-END-06")
def test_conceding_and_agreeing_on_a_draw() -> None:
    state = table()
    lost = play(state, "ABANDONNER", on=False).state
    assert (lost.winner, lost.road) == (1, "conceded")
    offered = play(state, "NULLE", on=False).state
    assert offered.asked == (0, "activate") and offered.road is None
    waited = play(offered, "ORDRE 1 WAI").state
    agreed = play(waited, "NULLE", on=False).state
    assert (agreed.winner, agreed.road) == (-1, "agreed")
    assert end_turn(waited).state.hosts[0].offers_draw is False


# Scenario 1


def house(*villagers: tuple[int, int], roads: Sequence[tuple[float, float]] = ((6.5, 8.5),)) -> Battle:
    """The villagers' unit is 52; those not named stand far off."""
    places = [*villagers, *[(1500 + 600 * (n % 10), 8000 + 600 * (n // 10)) for n in range(20 - len(villagers))]]
    state = table(
        [], [troop(*places, profile="PAYSAN", title="VAVASSEUR")], scenario=1,
        elements=[("ROAD", *road, 6, 15) for road in roads],
    )  # fmt: skip
    return state


@pytest.mark.rule("SV-SCN-12", "SV-GEO-05", "SV-GEO-02", "SV-SCN-13", "SV-END-05")
def test_villagers_leave_by_the_road_two_a_turn() -> None:
    state = house((7500, 14650), (7000, 14700), (8000, 14700), (8600, 14700), (7500, 14000))
    assert leavers(Field(state)) == [5201, 5202, 5203]  # 100 mR from the edge, on the road
    state.at[5201] = (7500, 14649)
    assert leavers(Field(state)) == [5202, 5203]
    state.at[5201] = (7500, 14650)
    for unit in state.units.values():
        unit.ordered = True
    run = turn_of(state)
    run.now.phase, run.now.asked = "leaving", None
    from heraut.games.vassaux.turn import run as go

    go(run)
    assert run.now.asked == (1, "leave")
    assert refused(run.now, "SORTIR 5201 5202 5203") == [("SV-SCN-12", "too_many_leave")]
    assert refused(run.now, "SORTIR 5204") == [("SV-SCN-12", "cannot_leave")]
    assert decision(run.now).default == Leave((5202, 5203))  # men before leaders
    after = play(run.now, "SORTIR 5201 5202", dice=(6, 6, 1, 1))
    assert after.find("left")[0].rule == "SV-SCN-12"
    assert after.state.hosts[1].escaped == 2 and after.state.hosts[1].eliminated > 0  # leaderless, the others fled
    calm = play(run.now, "SORTIR 5202 5203", dice=(6, 6, 1, 1)).state
    assert calm.hosts[1].eliminated == 0 and progress(Field(calm)) == [0, Fraction(2, 15)]


@pytest.mark.rule("SV-SCN-12", "SV-GEO-05")
def test_a_villager_leaves_between_the_posts_however_broad_the_road() -> None:
    state = house((6500, 14700), (8500, 14700), (6499, 14700), (8501, 14700), roads=[(6, 9)])
    assert leavers(Field(state)) == [5201, 5202]
    forked = house((7000, 14700), (8000, 14700), (7500, 14700), roads=[(6.5, 7.4), (7.6, 8.5)])
    assert leavers(Field(forked)) == [5201, 5202]  # on either of two roads, not between them


@pytest.mark.rule("SV-SCN-10", "SV-SCN-11", "SV-DEP-03")
def test_the_zones_of_the_fortified_house() -> None:
    state = deployed(1).state
    assert 9500 <= state.at[5201][1] <= 11000
    assert all(4000 <= x <= 11000 and 5000 <= y <= 12000 for figure, (x, y) in state.at.items() if figure > 5000)
    fresh = new(1)
    fresh.asked = Asked(0, "deploy")
    assert refused(fresh, "DEPLOYER 1 EN 1000,10500") == [] and refused(fresh, "DEPLOYER 1 EN 14000,10500") == []
    assert refused(fresh, "DEPLOYER 1 EN 1200,10500") == [("SV-DEP-02", "outside_zone")]
    fresh.asked = Asked(1, "deploy")
    for y in (9500, 11000):
        assert refused(fresh, f"DEPLOYER 52 EN 7500,{y}") == []
    for y in (9499, 11001):
        assert refused(fresh, f"DEPLOYER 52 EN 7500,{y}") == [("SV-DEP-02", "outside_zone")]


@pytest.mark.rule("SV-SCN-11", "SV-DEP-02")
@pytest.mark.parametrize(
    ("unit", "inside", "outside"),  # both Lords are mounted
    [
        (1, ((5000, 375), (14625, 375), (5000, 2625)), ((374, 375), (5000, 374), (14626, 375), (5000, 2626))),
        (1, ((375, 10625), (1125, 10625)), ((374, 10625), (1126, 10625), (375, 10626))),
        (1, ((13875, 10625), (14625, 10625)), ((13874, 10625), (14626, 10625), (14625, 10626))),
        (51, ((4375, 5375), (10625, 5375)), ((4374, 5375), (4375, 5374), (10626, 5375), (10625, 5374))),
        (51, ((4375, 11625), (10625, 11625)), ((4374, 11625), (4375, 11626), (10626, 11625), (10625, 11626))),
    ],
)
def test_bases_lie_wholly_within_the_zones_of_the_fortified_house(
    unit: int, inside: Sequence[tuple[int, int]], outside: Sequence[tuple[int, int]]
) -> None:
    state = new(1)
    state.asked = Asked(unit // 50, "deploy")
    for x, y in inside:
        assert refused(state, f"DEPLOYER {unit} EN {x},{y}") == []
    for x, y in outside:
        assert refused(state, f"DEPLOYER {unit} EN {x},{y}") == [("SV-DEP-02", "outside_zone")]


@pytest.mark.rule("SV-SCN-13", "SV-SCN-22", "SV-SCN-34", "SV-SCN-42", "SV-END-04")
def test_what_each_side_strives_for() -> None:
    def after(scenario: int, **hosts: tuple[int, int]) -> list[Fraction]:
        state = table(scenario=scenario, lit=[1, 1, 0, 1] if scenario == 2 else [])
        for field, values in hosts.items():
            for host, value in zip(state.hosts, values, strict=True):
                setattr(host, field, value)
        return progress(Field(state))

    assert after(1, total=(400, 350), eliminated=(0, 49), escaped=(0, 3)) == [Fraction(1, 5), Fraction(1, 5)]
    assert after(2, riders_lost=(2, 0)) == [Fraction(3, 7), Fraction(2, 5)]
    assert after(3, total=(400, 200), eliminated=(100, 100)) == [Fraction(1, 2), Fraction(1, 4)]
    assert after(4, total=(300, 400), eliminated=(60, 0), escaped=(150, 0)) == [Fraction(1, 2), Fraction(1, 5)]


# Scenario 2


@pytest.mark.rule("SV-SCN-21", "SV-SCN-22", "SV-GEO-05", "SV-END-04")
def test_english_vassals_light_braziers_once_and_for_good() -> None:
    assert len(markers()) == 9
    state = table(
        [troop((2500, 3005), (2500, 3600)), troop((7500, 2500), (8000, 2500))],
        [troop((7500, 7500), (8000, 7500))], lords=(lord((12500, 2500)), lord((500, 14500))), scenario=2, lit=[0] * 9,
    )  # fmt: skip
    run = turn_of(state)
    close_turn(run)
    assert run.now.lit == [2, 3, 0, 0, 0, 0, 0, 0, 0]  # not the Lord, not the Franks
    told = [(event.data["unit"], event.data["marker"], event.data["lit"]) for event in run.events]
    assert told == [(2, 1, 1), (3, 2, 2)]
    state.lit = [2] * 7 + [0, 0]
    state.hosts[0].riders_lost = 5
    run = turn_of(state)
    close_turn(run)
    assert (run.now.winner, run.now.road) == (1, "decisive")  # the Franks are checked first
    state.hosts[0].riders_lost = 4
    run = turn_of(state)
    close_turn(run)
    assert (run.now.winner, run.now.road) == (0, "decisive")


@pytest.mark.rule("SV-SCN-22", "SV-SCN-20")
def test_riders_killed_are_counted_whatever_they_ride() -> None:
    from heraut.games.vassaux.phases.cohesion import fell, sort_confused

    state = table([troop((5000, 5000), (5800, 5000), fighter="ECLAIREUR"), troop((9000, 5000), (9500, 5000))])
    run = turn_of(state)
    fell(run, 2, [202], blow=True)
    fell(run, 3, [302], blow=True)
    assert run.now.hosts[0].riders_lost == 1
    state.at[202] = (5000, 9000)
    run = turn_of(marked(state, 2, men=[201], band=[202]))
    sort_confused(run)
    assert [event.kind for event in run.events] == ["fled"]
    assert run.now.hosts[0].riders_lost == 0 and run.now.hosts[0].eliminated > 0  # who flees is not killed


@pytest.mark.rule("SV-SCN-22", "SV-BLK-03", "SV-END-05")
def test_riders_who_sacrifice_themselves_are_eliminated_but_not_killed() -> None:
    martyrs = troop(
        (5000, 5000), (5800, 5000), (5000, 4200), profile="PAYSAN", weapon="MELEE", powers=("MARTYRS",), mounted=True
    )
    state = table([martyrs], [troop((5000, 5625), (5500, 5625), fighter="SOLDAT_REGULIER")])
    for unit in (51, 52):
        state.units[unit].ordered = True
    after = play(state, "ORDRE 2 ATT", "FRAPPER 52", "OUI", dice=(*(6,) * 5, *(1,) * 40), left=None)
    host = after.state.hosts[0]
    assert after.one("fallen")["figures"] and len(after.one("martyrs_gone")["figures"]) == 2
    assert host.riders_lost == 1 and host.eliminated == host_cost([state.units[2].sheet])


# Scenario 3


@pytest.mark.rule("SV-SCN-30", "SV-SCN-31", "SV-INF-02", "SV-GEN-06")
def test_the_duel_and_its_secret_numbers() -> None:
    after = deployed(3)
    state = after.state
    assert state.at[101] == (6000, 7500) and state.at[5101] == (9000, 7500)
    assert all(1 <= host.number <= 6 for host in state.hosts)
    assert {event.seen_by for event in after.find("number")} == {("j1",), ("j2",)}


@pytest.mark.rule("SV-SCN-30", "SV-RED-03")
def test_a_lord_who_has_stepped_forward_leaves_his_markers_behind() -> None:
    state = duel(1)
    del state.at[101]
    turn = turn_of(marked(state, 1, markers=[(1000, 1000), (2000, 1000), (3000, 1000)]))
    step_forward(turn)
    assert turn.now.at[101] == (6000, 7500) and turn.now.units[1].markers == []
    assert refused(turn.now, "ORDRE 1 MAR") == []  # he arrives no more


@pytest.mark.rule("SV-SCN-30", "SV-GEO-02", "SV-TER-03")
def test_on_a_drawn_table_the_duel_is_fought_in_its_middle_off_its_walls() -> None:
    small = table(scenario=3, elements=[("ROCK", 3, 4, 4.5, 5.5)])
    small.settings = msgspec.structs.replace(small.settings, width=10000, height=10000)
    turn = turn_of(small)
    step_forward(turn)
    assert turn.now.at[101] == (2755, 5000) and turn.now.at[5101] == (6500, 5000)
    with pytest.raises(SetupError) as caught:
        vassaux.setup(SEATS, {"scenario": 4, "map": "HASARD", "table": 10}, Rng(b""))
    assert caught.value.refusals[0].code == "bad_table"  # no room for an ambush


@pytest.mark.slow
@settings(max_examples=50, deadline=None)
@given(*[st.integers(0, 40)] * 4, st.sampled_from(["ROCK", "WATER", "HOUSE", "LOW_WALL"]), st.integers(0, 999))
def test_no_free_place_is_nearer_than_the_nearest(
    west: int, east: int, south: int, north: int, code: str, seed: int
) -> None:
    box = ((5000 - west) / 1000, (5001 + east) / 1000, (5000 - south) / 1000, (5001 + north) / 1000)
    crowd = troop((9000, 9000), (5000 + 20 * east, 5200), (5000, 4600 - 20 * south), (4600 - 20 * west, 4900))
    field = Field(table([crowd], elements=[(code, *box), ("ROCK", 5.03, 5.05, 4.96, 5.02)]))
    lord = field.lord(0)
    x, y = nearest_free(field, lord, (5000, 5000))
    assert is_free(field, lord, (x, y))
    far, lots = hypot(x - 5000, y - 5000), Random(seed)
    for _ in range(300):
        aim, distance = lots.uniform(0, 2 * pi), far - lots.expovariate(0.1)
        place = round(5000 + distance * cos(aim)), round(5000 + distance * sin(aim))
        nearer = (hypot(place[0] - 5000, place[1] - 5000), *place) < (far, x, y)
        assert not (nearer and is_free(field, lord, place)), place


@pytest.mark.rule("SV-SCN-30", "SV-RED-03", "SV-TER-03")
@pytest.mark.parametrize(
    ("rock", "nearest"),
    [
        ((4, 5.1, 4, 6), (5345, 5000)),  # the side that is 100 mR away, the base and the tolerance
        ((4.9, 6, 4, 6), (4655, 5000)),
        ((4, 6, 4, 5.1), (5000, 5345)),
        ((4, 6, 4.9, 6), (5000, 4655)),
    ],
)
def test_the_nearest_free_place_to_one_in_a_rock_is_out_by_its_nearest_side(
    rock: tuple[float, float, float, float], nearest: tuple[int, int]
) -> None:
    field = Field(table(elements=[("ROCK", *rock)]))
    assert nearest_free(field, field.lord(0), (5000, 5000)) == nearest


def duel(number: int, **more: object) -> Battle:
    state = table(
        [troop((5000, 5000), (5500, 5000))],
        [troop((5000, 9000), (5500, 9000), fighter="ARCHER")],
        scenario=3,
        **more,  # type: ignore[arg-type]
    )
    state.hosts[0].number = state.hosts[1].number = number
    return state


@pytest.mark.rule("SV-SCN-31", "SV-SCN-32", "SV-TRN-03")
def test_before_his_number_a_player_orders_only_his_lord() -> None:
    early = duel(2)
    assert refused(early, "ORDRE 2 WAI") == [("SV-SCN-31", "not_yet")]
    assert refused(early, "PASSER") == [("SV-TRN-03", "no_passing")] and refused(early, "ORDRE 1 WAI") == []
    later = play(early, "ORDRE 1 WAI", on=False).state
    assert later.asked == (1, "react")  # asked as if the number had come
    assert refused(later, "REAGIR 52 WAI") == [("SV-SCN-31", "not_yet")] and refused(later, "REAGIR 51 WAI") == []
    second = play(play(later, "PASSER").state, "ORDRE 51 WAI").state
    assert second.asked == (0, "activate") and refused(second, "PASSER") == []
    passed = play(second, "PASSER").state
    assert passed.hosts[0].passed and passed.asked == (1, "activate")
    assert not end_turn(passed).state.hosts[0].passed  # for this turn alone
    free = duel(1)
    assert refused(free, "ORDRE 2 WAI") == []


@pytest.mark.rule("SV-SCN-31", "SV-SOL-01")
def test_an_order_by_chance_is_one_that_may_be_given() -> None:
    mixed = duel(1)
    mixed.units[2].fm = 1  # played by the reaction table
    for state in (duel(2), marked(duel(2), 1, ordered=True), mixed):
        owed = decision(state)
        for seed in range(20):
            assert owed.check(owed.sample(Rng(b"%d" % seed))) == []


@pytest.mark.rule("SV-SCN-33", "SV-SCN-31", "SV-BLK-05")
def test_the_first_blow_by_others_dishonours() -> None:
    state = table(
        [troop((5000, 5000), (5500, 5000))], [troop((5000, 5500), (9500, 5500), fighter="MILICIEN")], scenario=3
    )
    for unit in (51, 52):
        state.units[unit].ordered = True
    after = play(state, "ORDRE 2 ATT", "FRAPPER 52", dice=(6, 6, *(1, 2) * 30), left=None)
    assert after.one("dishonoured")["place"] == 0 and after.state.hosts[0].dishonoured
    assert not after.state.hosts[1].dishonoured
    state.corrupted = [Demand(2, "ATT")]
    obeyed = play(state, "ORDRE 2 ATT", "FRAPPER 52", dice=(6, 6, *(1, 2) * 30), left=None)
    assert obeyed.find("struck") and not obeyed.find("dishonoured")
    lords = table(lords=(lord((5000, 5000)), lord((5000, 5500))), scenario=3)
    lords.units[51].ordered = True
    fought = play(lords, "ORDRE 1 ATT", "FRAPPER 51", dice=(6,) * 5 + (1, 2) * 30, left=None)
    assert fought.find("struck") and fought.find("struck_back") and not fought.find("dishonoured")


@pytest.mark.rule("SV-BLK-05", "SV-SCN-31")
def test_corruption_is_obeyed_even_before_the_number() -> None:
    early = duel(2)
    early.corrupted = [Demand(2, "WAI")]
    assert refused(early, "ORDRE 1 WAI") == [("SV-BLK-05", "must_obey")] and refused(early, "ORDRE 2 WAI") == []


# Scenario 4


@pytest.mark.slow
@pytest.mark.rule("SV-SCN-40", "SV-DEP-01", "SV-GEN-06")
def test_the_crusaders_deploy_first_in_the_middle_and_the_turks_at_3r() -> None:
    state = new(4)
    assert state.asked == (0, "deploy")
    edges = set()
    for index in range(6):
        after = deployed(4, b"%d" % index)
        edges.add(after.state.edge)
        kinds = [event.data["unit"] for event in after.find("deployed")]
        assert kinds == sorted(kinds)
        field = Field(after.state)
        crusaders = [figure for figure in after.state.at if figure < 5000]
        assert all(5500 <= x <= 9500 and 5500 <= y <= 9500 for x, y in (after.state.at[one] for one in crusaders))
        assert all(not field.within(one, other, 2990) for one in crusaders for other in after.state.at if other > 5000)
        assert [event.kind for event in after.events].index("exit_drawn") > len(kinds) - 1
    assert len(edges) > 1 and edges <= set("NESW")


@pytest.mark.rule("SV-SCN-40", "SV-GEO-05", "SV-DEP-02")
def test_a_turk_may_stand_3r_from_a_crusader_and_no_nearer_than_the_tolerance() -> None:
    lords = (lord((7500, 8500)), lord((14000, 14000)))
    turks = troop((1000, 1000), (1500, 1000))
    state = table([troop((7500, 7500))], [turks], lords=lords, scenario=4, phase="deployment", turn=0, asked=False)
    del state.at[5201], state.at[5202]
    state.asked = Asked(1, "deploy")
    for y in (4000, 4005):
        assert refused(state, f"DEPLOYER 52 EN 7500,{y} AVEC 5202=7500,3500") == []
    assert refused(state, "DEPLOYER 52 EN 7500,4006 AVEC 5202=7500,3500") == [("SV-DEP-02", "near_enemy")]
    assert refused(state, "DEPLOYER 52 EN 7500,3500 AVEC 5202=7500,4006") == [("SV-DEP-02", "near_enemy")]


@pytest.mark.rule("SV-SCN-41", "SV-SCN-42", "SV-CMD-06", "SV-END-05", "SV-GEO-05")
def test_crusaders_leave_by_the_drawn_edge_and_a_lord_who_left_is_not_lost() -> None:
    state = table(
        [troop((14650, 5000), (14700, 5600)), troop((5000, 5000), (5500, 5000))], [troop((500, 9000), (1000, 9000))],
        lords=(lord((14700, 8000)), lord((500, 14500))), scenario=4, edge="E",
    )  # fmt: skip
    assert leavers(Field(state)) == [101, 201, 202]
    for unit in state.units.values():
        unit.ordered = True
    run = turn_of(state)
    run.now.phase, run.now.asked = "leaving", None
    from heraut.games.vassaux.turn import run as go

    go(run)
    left = play(run.now, "SORTIR 101 201 202", dice=(6, 6, 1, 1))
    assert left.find("left")[0].rule == "SV-SCN-41"
    after = left.state
    assert after.hosts[0].escaped == (25 + 16) + (20 + 7) and after.hosts[0].eliminated == 0
    assert after.road is None and after.hosts[0].lord_left
    assert reactivity(Field(after), 0) == 3  # his Cd no longer counts, that of the Vassal who is left does
    assert refused(after, "ORDRE 3 ALE") == [("SV-ORD-02", "no_lord")]
    empty = table([], [troop((500, 9000), (1000, 9000))], scenario=4, edge="E")
    del empty.at[101]
    run = turn_of(marked(empty, 1, leader=0, men=[]))
    close_turn(run)
    assert run.now.road == "nobody_left"


@pytest.mark.rule("SV-SCN-41", "SV-COH-05", "SV-END-05")
def test_of_those_who_leave_each_goes_from_where_he_served_and_the_others_stay() -> None:
    places = line((14700, 4000), 4, (0, 600))
    state = marked(table([troop(*places)], scenario=4, edge="E"), 2, men=[201, 202], band=[203, 204])
    turn = turn_of(state)
    take_leave(turn, Leave((202, 203)))
    unit, host = turn.now.units[2], turn.now.hosts[0]
    assert (unit.leader, unit.men, unit.band) == (201, [201], [204]) and {201, 204} <= set(turn.now.at)
    assert (host.escaped, host.eliminated, host.lord_left) == (20, 0, False)
    assert not is_wiped(unit)
    for all_of_it, lost in ((Leave((201, 202, 203, 204)), False), (Leave((201,)), True)):
        turn = turn_of(state)  # a unit that has escaped is no loss to the others; one whose leader has left it is
        take_leave(turn, all_of_it)
        assert not turn.now.units[2].men and is_wiped(turn.now.units[2]) is lost
        assert turn.now.units[2].post == (14700, 4000)  # by which those whom he leaves are judged
    nobody = turn_of(state)
    take_leave(nobody, Leave(()))
    assert nobody.now.phase == "turn_end" and not nobody.events


@pytest.mark.rule("SV-SCN-41", "SV-GEO-05")
@pytest.mark.parametrize(
    ("edge", "place", "inwards"),
    [
        ("N", (7000, 14650), (0, -1)),
        ("S", (7000, 350), (0, 1)),
        ("E", (14650, 7000), (-1, 0)),
        ("W", (350, 7000), (1, 0)),
    ],
)
def test_a_base_within_100_mr_of_the_drawn_edge_is_in_contact_with_it(
    edge: str, place: tuple[int, int], inwards: tuple[int, int]
) -> None:
    (x, y), (east, north) = place, inwards
    state = table([troop(place, (x + east, y + north))], lords=(lord((7000, 7000)), lord((4000, 4000))), scenario=4)
    state.edge = edge  # type: ignore[assignment]
    assert leavers(Field(state)) == [201]


@pytest.mark.rule("SV-SCN-41")
@pytest.mark.parametrize("edge", ["N", "S", "E", "W"])
def test_by_default_all_leave_men_before_leaders_and_the_nearest_to_the_edge_first(edge: str) -> None:
    away = [(4000, 260), (5000, 340), (6000, 300), (7000, 250)]  # along the edge, and from it
    places = {
        "N": [(along, 15000 - off) for along, off in away], "S": away,
        "E": [(15000 - off, along) for along, off in away], "W": [(off, along) for along, off in away],
    }  # fmt: skip
    field = Field(table([troop(*places[edge])], lords=(lord((7500, 7500)), lord((4000, 4000))), scenario=4, edge=edge))
    assert leave_default(field) == Leave((204, 203, 202, 201))


# Scenario 5


def quest(first: str, second: str = "kill_lord", **more: object) -> Battle:
    state = table(
        [troop((7500, 7000), (8000, 7000)), troop((2000, 2000), (2500, 2000))],
        [troop((12000, 12000), (12500, 12000)), troop((2000, 12000), (2500, 12000))],
        scenario=5, **more,  # type: ignore[arg-type]
    )  # fmt: skip
    state.settings = msgspec.structs.replace(state.settings, attacker=0)
    state.hosts[0].objective, state.hosts[1].objective = first, second
    return state


@pytest.mark.rule("SV-SCN-50", "SV-SCN-51", "SV-GEN-06")
def test_roles_and_objectives_are_drawn() -> None:
    def drawn(*dice: int) -> tuple[int, list[str]]:
        run = turn_of(table(), *dice)
        attacker = draw_roles(run)
        return attacker, [host.objective for host in run.now.hosts]

    assert drawn(1, 2, 3) == (0, ["kill_lord", "centre"])
    assert drawn(2, 3, 4) == (1, ["far_point", "eliminate"])
    assert drawn(3, 5, 6) == (0, ["line", "line"])
    attacks = [drawn(1, face, 6)[1][0] for face in range(1, 7)]  # the last two: what the defender is to do
    assert attacks == ["kill_lord", "kill_lord", "eliminate", "eliminate", "line", "line"]
    assert [drawn(1, 1, face)[1][1] for face in range(1, 7)] == [
        "kill_lord", "eliminate", "centre", "far_point", "points", "line",
    ]  # fmt: skip


@pytest.mark.rule("SV-SCN-51", "SV-DPR-02")
def test_points_are_placed_apart_and_by_turns() -> None:
    state = quest("kill_lord", "points", elements=[("ROCK", 9, 10, 9, 10)], phase="points", asked=False)
    state.points = []
    from heraut.games.vassaux.turn import run as go

    run = turn_of(state)
    go(run)
    battle, seats = run.now, []
    assert refused(battle, "POINT 9500,9500") == [("SV-SCN-51", "point_on_impassable")]
    while battle.asked is not None and battle.asked[1] == "objective":
        seats.append(battle.asked[0])
        battle = play(battle, f"POINT {1000 + 2000 * len(seats)},7500", dice=(6, 6, 1, 1), left=None, on=False).state
        if len(seats) == 1:
            assert refused(battle, "POINT 4994,7500") == [("SV-SCN-51", "points_too_near")]
            assert refused(battle, "POINT 4995,7500") == []  # 2R, within the tolerance
    assert seats == [1, 0, 1, 0, 1] and len(battle.points) == 5  # the defender first, five in all
    for far, y in ((quest("kill_lord", "far_point"), 2000), (quest("far_point"), 13000)):
        assert is_legal(Field(far), (7500, y), "far_point") is None  # 2R from the edge of the opponent, who places it
        assert is_legal(Field(far), (7500, y + 100), "far_point") is not None
        assert is_legal(Field(far), (7500, 15000 - y), "far_point") is not None


@pytest.mark.rule("SV-SCN-51")
@pytest.mark.parametrize(
    ("first", "second", "asked", "points"),
    [
        ("kill_lord", "line", None, []),  # there is nothing to place
        ("centre", "line", None, [(7500, 7500)]),
        ("eliminate", "centre", None, [(7500, 7500)]),
        ("kill_lord", "far_point", (0, "objective"), []),  # by the opponent
        ("far_point", "kill_lord", (1, "objective"), []),
        ("points", "kill_lord", (1, "objective"), []),  # the defender first
    ],
)
def test_who_places_the_points_that_the_objectives_ask_for(
    first: str, second: str, asked: tuple[int, str] | None, points: list[tuple[int, int]]
) -> None:
    turn = turn_of(quest(first, second, phase="points", asked=False))
    set_points(turn)
    assert (turn.now.asked, turn.now.points) == (asked, points)
    assert turn.now.phase == ("points" if asked else "deployment")


@pytest.mark.rule("SV-SCN-51", "SV-DPR-02")
@pytest.mark.parametrize(
    ("first", "second", "placer", "line"), [("far_point", "line", 1, 13000), ("line", "far_point", 0, 2000)]
)
def test_the_point_to_be_reached_is_placed_by_the_opponent_before_his_own_edge(
    first: str, second: str, placer: int, line: int
) -> None:
    turn = turn_of(quest(first, second, phase="points", asked=False, points=[]))
    set_points(turn)
    assert decision(turn.now).default == Objective((7500, line)) and refused(turn.now, "POINT 7500,7500")
    placed = play(turn.now, f"POINT 3000,{line}", dice=(6, 6, 1, 1), left=None, on=False)
    points = [host.point for host in placed.state.hosts]
    assert points == ([None, (3000, line)] if placer == 0 else [(3000, line), None]) and not placed.state.points
    assert placed.one("point_placed") == {"place": placer, "point": [3000, line], "sort": "far_point"}
    assert placed.state.phase != "points"


@pytest.mark.rule("SV-SCN-51", "SV-DPR-02")
def test_points_are_looked_for_on_the_whole_grid_up_to_the_edges() -> None:
    found = list(grid(Field(quest("points", points=[])), "points"))
    assert len(set(found)) == 31 * 31 and found[0] == (7500, 7500)
    assert sorted(found[-4:]) == [(0, 0), (0, 15000), (15000, 0), (15000, 15000)]


@pytest.mark.rule("SV-SCN-53", "SV-END-04")
def test_the_scores_are_told_with_the_end() -> None:
    state = quest("kill_lord", "line", turn=10)
    state.hosts[1].lord_lost, state.hosts[0].vassals_lost = True, 1
    turn = turn_of(state)
    close_turn(turn)
    assert {event.kind: event.data for event in turn.events} == {
        "scores": {"scores": [10, 9]},
        "over": {"winner": 0, "road": "marginal", "progress": [10.0, 9.0], "numbers": [0, 0]},
    }


@pytest.mark.rule("SV-SCN-51", "SV-DPR-02")
def test_a_point_nobody_chooses_is_the_free_one_nearest_to_the_centre() -> None:
    state = quest("kill_lord", "points", phase="points", asked=False, points=[])
    state.asked = Asked(1, "objective")
    chosen = []
    for _ in range(3):
        chosen.append(decision(state).default.place)  # type: ignore[attr-defined]
        state.points = chosen
    assert chosen == [(7500, 7500), (5500, 7500), (7500, 5500)]


@pytest.mark.rule("SV-SCN-51", "SV-GEO-02")
@pytest.mark.parametrize(("place", "legal"), [((0, 0), True), ((15000, 15000), True), ((-1, 0), False),
                                              ((0, -1), False), ((15001, 0), False), ((0, 15001), False)])  # fmt: skip
def test_a_point_may_lie_on_the_very_edge_of_the_table(place: tuple[int, int], legal: bool) -> None:
    assert (is_legal(Field(quest("points", points=[])), place, "points") is None) is legal


@pytest.mark.rule("SV-SCN-52", "SV-GEO-05", "SV-SCN-53")
def test_control_and_score() -> None:
    state = quest("centre", "centre", points=[(7500, 8255)])
    field = Field(state)
    assert controls(field, 0, (7500, 8255)) and not controls(field, 0, (7500, 8256))
    state.at[5201] = (7500, 9400)
    assert not controls(Field(state), 0, (7500, 8255)) and not controls(Field(state), 1, (7500, 8255))
    state.at[5201] = (12000, 12000)
    state.hosts[1].lord_lost, state.hosts[1].vassals_lost = True, 2
    assert score(Field(state), 0) == 8 + 2 + 2 and score(Field(state), 1) == 0
    state.units[2].sheet = msgspec.structs.replace(state.units[2].sheet, lord=True)
    assert not controls(Field(state), 0, (7500, 8255))  # Lords do not control


@pytest.mark.rule("SV-SCN-51", "SV-SCN-50", "SV-END-03")
def test_when_each_objective_is_fulfilled() -> None:
    assert not fulfilled(Field(quest("eliminate")), 0)
    part = quest("eliminate")
    part.hosts[1].total, part.hosts[1].eliminated = 100, 70
    assert fulfilled(Field(part), 0)
    part.hosts[1].eliminated = 69
    assert not fulfilled(Field(part), 0)
    far = quest("far_point")
    far.hosts[0].point = (7500, 7500)
    run = turn_of(far)
    close_turn(run)
    assert run.now.hosts[0].captured and fulfilled(run, 0)
    again = turn_of(run.now)
    close_turn(again)
    assert not again.events  # once for good
    far.hosts[0].point = (5000, 7500)  # nobody stands there
    run = turn_of(far)
    close_turn(run)
    assert not run.now.hosts[0].captured and not fulfilled(run, 0)
    many = quest("points", points=[(7500, 7500), (2000, 2500), (12000, 12500)])
    assert fulfilled(Field(many), 0) and not fulfilled(Field(many), 1)
    even = quest("points", "points", points=[(7500, 7500), (12000, 12500)])
    assert not fulfilled(Field(even), 0) and not fulfilled(Field(even), 1)
    line = quest("line", lords=(lord((7500, 500)), lord((7500, 2999))))
    line.at[5201] = (5000, 2999)
    assert not broken(Field(line), 0)
    line.at[5301] = (9000, 2999)
    assert broken(Field(line), 0) and not fulfilled(Field(line), 0)
    last = quest("kill_lord", "eliminate", turn=10)
    last.hosts[1].lord_lost = True
    run = turn_of(last)
    close_turn(run)
    assert (run.now.winner, run.now.road) == (0, "marginal")  # counted, not decided by the lost Lord
    earlier = turn_of(msgspec.structs.replace(last, turn=5))
    assert lord_lost(earlier) and earlier.now.road == "lord_lost"


@pytest.mark.rule("SV-SCN-51", "SV-GEO-05")
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(
    ("depths", "fails"),
    [((2999, 2999, 2999), True), ((3000, 2999, 2999), False), ((2999, 3000, 2999), False), ((2999, 2999, 3000), False)],
)
def test_a_defence_line_is_broken_by_the_lord_and_two_vassals_beyond_it(
    seat: int, depths: tuple[int, int, int], fails: bool
) -> None:
    state = quest("line", "line")
    for unit, depth in enumerate(depths, start=1):  # from the defender's own edge
        leader = 5000 * (1 - seat) + unit * 100 + 1
        state.at[leader] = (4000 + 1000 * unit, 15000 - depth if seat else depth)
    assert broken(Field(state), seat) is fails and not broken(Field(state), 1 - seat)


@pytest.mark.rule("SV-SCN-50", "SV-TER-01")
def test_drawn_battlefields_are_the_same_for_both_sides() -> None:
    for side in (10000, 15000, 20000):
        for index in range(10):
            elements = generate(Rng(b"%d" % index), side)
            assert elements and all(0 <= e.x1 < e.x2 <= side and 1500 < e.y1 < e.y2 < side - 1500 for e in elements)
            turned = {(e.code, side - e.x2, side - e.x1, side - e.y2, side - e.y1) for e in elements}
            assert turned == {(e.code, e.x1, e.x2, e.y1, e.y2) for e in elements}
    assert {name: len(elements_of(name)) for name in maps()} == {"M0": 8, "M1": 10, "M2": 8, "M3": 4, "M4": 10}
    assert isinstance(new(map="HASARD").settings, Settings)


# Infiltration


@pytest.mark.rule("SV-RED-03", "SV-CMD-06", "SV-CHG-11", "SV-REA-11")
def test_infiltrators_appear_on_one_of_their_markers() -> None:
    state = table(
        [troop((5000, 5000), (5500, 5000), (6000, 5000), profile="SOLDAT", weapon="MELEE", powers=("INFILTRATION",))],
        [troop((7500, 8000), (8000, 8000), fighter="LANCIER")], schools=("ROUGE", ""),
    )  # fmt: skip
    for man in (201, 202, 203):
        del state.at[man]
    state = marked(state, 2, markers=[(7500, 7500), (7600, 8100), (3000, 3000)])
    assert reactivity(Field(state), 0) == 4 + 3
    assert refused(state, "ORDRE 2 MAR") == [("SV-RED-03", "forced_order")]
    asked = play(state, "ORDRE 2 ARR", on=False).state
    assert refused(asked, "ARRIVER 7600,8100") == [("SV-RED-03", "bad_marker")]  # upon an enemy
    assert refused(asked, "ARRIVER 7500,7500") == [] and refused(asked, "ARRIVER 3000,3000 FRAPPER 52") == [
        ("SV-RED-03", "arrival_target")
    ]
    for by_hand in ("201=3500,3000", "202=3000,3100", "202=3500,3000 203=3600,3000", "202=3000,4600"):
        assert refused(asked, f"ARRIVER 3000,3000 AVEC {by_hand}") == [("SV-PLA-02", "bad_place")]
    quiet = play(asked, "ARRIVER 3000,3000")
    assert quiet.one("arrived")["places"] == {"202": [3000, 3500], "203": [2567, 3250]}
    assert (quiet.state.units[2].dice, quiet.state.hosts[0].reserve) == ([], state.hosts[0].reserve)  # it costs no die
    assert quiet.one("arrived")["contact"] is False and quiet.state.units[2].simple == "MAR"
    assert quiet.state.at[202] == (3000, 3500) and quiet.state.units[2].markers == []
    loud = play(asked, "ARRIVER 7500,7500 AVEC 202=8000,7500 FRAPPER 52", dice=(1,) * 4 + (1, 2) * 30, left=None)
    assert loud.state.units[2].simple == "CHA" and loud.one("struck")["df"] == 4  # a charge order against a pavise
    assert not any(event.kind.startswith("reaction") for event in loud.events)
    named = play(asked, "ARRIVER 7500,7500", dice=(1,) * 4 + (1, 2) * 30, left=None)  # there is but one to be struck
    assert named.one("melee")["targets"] == [52]
    assert decision(asked).default == Arrive((7500, 7500), target=52)  # the first marker that is free
    for y, found in ((7495, []), (7494, [("SV-RED-03", "arrival_target")])):  # in contact, within the tolerance
        near = play(marked(state, 2, markers=[(7500, y), (3000, 3000), (2000, 2000)]), "ORDRE 2 ARR", on=False).state
        assert refused(near, f"ARRIVER 7500,{y} FRAPPER 52") == found


@pytest.mark.rule("SV-RED-03", "SV-PLA-05")
def test_a_man_for_whom_there_is_no_slot_appears_as_near_to_the_marker_as_may_be() -> None:
    walls = [("ROCK", 6.95, 8.05, 7.85, 8.05), ("ROCK", 6.95, 8.05, 6.95, 7.15),
             ("ROCK", 6.95, 7.15, 6.95, 8.05), ("ROCK", 7.85, 8.05, 6.95, 8.05)]  # fmt: skip
    arms = {"profile": "SOLDAT", "weapon": "MELEE", "powers": ("INFILTRATION",)}
    state = table([troop((5000, 5000), (5500, 5000), **arms)], elements=walls, schools=("ROUGE", ""))
    del state.at[201], state.at[202]
    state = marked(state, 2, markers=[(7500, 7500), (2000, 2000), (3000, 3000)])
    after = play(state, "ORDRE 2 ARR", "ARRIVER 7500,7500")
    assert after.one("arrived")["places"] == {"202": [6705, 7500]}  # outside, behind the nearest wall
    assert after.state.at[202] == (6705, 7500) and after.state.units[2].men == [201, 202]


@pytest.mark.rule("SV-RED-03")
def test_where_all_markers_are_blocked_the_unit_arrives_as_near_to_the_first_as_may_be() -> None:
    state = table(
        [troop((5000, 5000), (5500, 5000), powers=("INFILTRATION",))],
        [troop((7500, 7500), (3000, 9000), (12000, 9000))], schools=("ROUGE", ""),
    )  # fmt: skip
    del state.at[201], state.at[202]
    state = marked(state, 2, markers=[(7600, 7500), (3000, 9000), (12000, 9000)])
    asked = play(state, "ORDRE 2 ARR", on=False).state
    assert decision(asked).default == Arrive((7995, 7500), target=52)  # bases may overlap by the tolerance
    assert refused(asked, "ARRIVER 3000,9495 FRAPPER 52") == [("SV-RED-03", "bad_marker")]


@pytest.mark.rule("SV-RED-03")
@pytest.mark.parametrize("target", [52, 53])
def test_of_two_units_that_it_touches_a_unit_that_arrives_fights_the_one_it_names(target: int) -> None:
    state = table(
        [troop((5000, 5000), (5500, 5000), profile="SOLDAT", weapon="MELEE", powers=("INFILTRATION",))],
        [troop((7500, 8000), (8000, 8000)), troop((7500, 7000), (8000, 7000))], schools=("ROUGE", ""),
    )  # fmt: skip
    del state.at[201], state.at[202]
    state = marked(state, 2, markers=[(7500, 7500), (2000, 2000), (3000, 3000)])
    asked = play(state, "ORDRE 2 ARR", on=False).state
    assert refused(asked, "ARRIVER 7500,7500") == [("SV-RED-03", "arrival_target")]
    after = play(asked, f"ARRIVER 7500,7500 FRAPPER {target}", dice=(1, 2) * 60, left=None)
    assert after.one("melee")["targets"] == [target] and after.one("melee")["charge"]


@pytest.mark.rule("SV-RED-03", "SV-DEP-01")
def test_markers_are_set_at_deployment() -> None:
    from tests.games.vassaux.promises import RED

    state = new(0, magic=True, hosts={"j1": RED})
    state.asked = Asked(0, "deploy")
    assert refused(state, "DEPLOYER 3 EN 5000,1500") == [("SV-RED-03", "three_markers")]
    assert refused(state, "DEPLOYER 3 MARQUES 1000,7500 2500,10500 9000,9500") == [("SV-RED-03", "bad_marker_place")]
    assert refused(state, "DEPLOYER 2 EN 5000,1500 MARQUES 1000,7500") == [("SV-RED-03", "no_markers")]
    after = play(state, "DEPLOYER 3 MARQUES 1000,7500 7500,9500 9000,9500", on=False).state
    assert after.units[3].markers == [(1000, 7500), (7500, 9500), (9000, 9500)] and 301 not in after.at
    told = play(state, "DEPLOYER 2 EN 5000,1500", on=False)
    others = {str(man): list(place) for man, place in told.state.at.items() if man != 201}
    assert told.one("deployed") == {"unit": 2, "end": [5000, 1500], "places": others}
    assert next_seat(Field(after)) == 1
    default = [unit for unit in (decision(state).default,) if isinstance(unit, Deploy)]
    assert default and zones(Field(state), state.units[2]) == [(0, 15000, 0, 3000)]


@pytest.mark.rule("SV-RED-03", "SV-DPR-02")
def test_markers_stand_where_a_base_does_and_by_default_on_the_quarters_of_the_middle_line() -> None:
    hidden = troop((5000, 5000), (5500, 5000), powers=("INFILTRATION",))
    lords = (lord((7500, 1000)), lord((7500, 14000)))
    state = table([hidden], lords=lords, schools=("ROUGE", ""), phase="deployment", turn=0, asked=False)
    for man in (201, 202):
        del state.at[man]
    state.asked = Asked(0, "deploy")
    assert decision(state).default == Deploy(2, markers=((3750, 7500), (7500, 7500), (11250, 7500)))
    for corner in ("250,250", "14750,14750", "250,14750", "14750,250"):
        assert refused(state, f"DEPLOYER 2 MARQUES {corner} 7000,7000 9000,9000") == []
    for friend in ("7500,1495", "7995,1000", "7500,505", "7005,1000"):  # bases may overlap by the tolerance
        assert refused(state, f"DEPLOYER 2 MARQUES {friend} 7000,7000 9000,9000") == []
    for off in ("7500,1494", "7994,1000", "249,250", "250,249", "14751,250", "250,14751"):
        assert refused(state, f"DEPLOYER 2 MARQUES {off} 7000,7000 9000,9000") == [("SV-RED-03", "bad_marker_place")]
    twice = "DEPLOYER 2 MARQUES 7000,7000 7000,7000 9000,9000"
    assert refused(state, twice) == [("SV-RED-03", "three_markers")]


@pytest.mark.rule("SV-CMD-03")
def test_the_first_turn_begins_after_deployment() -> None:
    after = deployed()
    assert (after.state.turn, after.state.phase) == (1, "orders")
    run = turn_of(after.state)
    begin(run)
    assert run.now.turn == 2
