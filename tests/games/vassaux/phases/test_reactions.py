"""Reactions: who, when, at which point, and what becomes of the interrupted order (SV-REA)."""

from __future__ import annotations

import msgspec
import pytest

from heraut.games.vassaux.orders import React
from heraut.games.vassaux.phases.reactions import distances, frames
from heraut.games.vassaux.state import Battle, Demand
from heraut.games.vassaux.turn import run
from tests.games.vassaux.builders import Played, decision, lord, marked, play, refused, table, troop, turn_of

WON, LOST = (6, 6, 1, 1), (1, 1, 6, 6)  # the reactor's dice first


def facing(fighter: str = "ARCHER", gap: int = 4000, **more: object) -> Battle:
    """Unit 2 will march north at unit 52."""
    y = 3500 + gap
    state = table(
        [troop((5000, 3000), (5000, 2500))],
        [troop((5000, y), (5500, y), (4500, y), fighter=fighter), troop((9000, y), (9500, y), fighter="ARCHER")],
        **more,  # type: ignore[arg-type]
    )
    state.units[51].ordered = True
    return state


def asked(state: Battle, *lines: str) -> Battle:
    return play(state, *(lines or ("ORDRE 2 MAR", "ALLER 5000,4250 5000,5400")), on=False).state


@pytest.mark.rule("SV-REA-01", "SV-REA-05", "SV-ORD-06", "SV-GEO-04")
def test_points_of_the_way_every_100_and_at_its_end() -> None:
    state = asked(facing())
    act, window = frames(decision(state).field)
    points = list(distances(decision(state).field, act, window))
    assert points == [*range(0, 2400, 100), 2400]
    assert refused(state, "REAGIR 52 MAR A 150") == [("SV-REA-01", "bad_point")]
    assert refused(state, "REAGIR 52 MAR A 2400") == []
    assert refused(state, "REAGIR 52 MT A 100") == [("SV-REA-05", "not_simple")]
    near = asked(facing(gap=2400), "ORDRE 2 CHA", "CHARGER 52 VISER 5201")
    act, window = frames(decision(near).field)
    assert window.end == 2350  # the last mR before the first approach below CLEAR
    assert list(distances(decision(near).field, act, window))[-2:] == [2300, 2350]
    failed = play(near, "REAGIR 52 WAI A 2350", dice=LOST, on=False).state
    assert failed.asked == (1, "react") and refused(failed, "REAGIR 53 WAI A 2350") == []  # the end itself is left


@pytest.mark.rule("SV-REA-01", "SV-GEO-04")
@pytest.mark.parametrize(("east", "north"), [(0, 1), (0, -1), (1, 0), (-1, 0)])
@pytest.mark.parametrize("side", [1, -1])
def test_where_the_way_passes_close_by_an_enemy_nobody_reacts(east: int, north: int, side: int) -> None:
    # bases of 250 and a gap of 40: less than CLEAR within 104 of the nearest point
    beside = (5000 + 1000 * east + side * 540 * north, 5000 + 1000 * north + side * 540 * east)
    state = table([troop((5000, 5000))], [troop(beside)])
    state = asked(state, "ORDRE 2 MAR", f"ALLER {5000 + 2000 * east},{5000 + 2000 * north}")
    act, window = frames(decision(state).field)
    assert list(distances(decision(state).field, act, window)) == [*range(0, 900, 100), *range(1200, 2001, 100)]
    assert refused(state, "REAGIR 52 WAI A 900") == [("SV-REA-01", "bad_point")]


@pytest.mark.rule("SV-REA-02", "SV-REA-10", "SV-DPR-02", "SV-TRN-02")
def test_who_may_react() -> None:
    state = facing()
    assert refused(asked(state), "REAGIR 51 MAR") == [("SV-REA-02", "cannot_react")]  # it has had its order
    alert = marked(state, 51, alert=True)
    assert refused(asked(alert), "REAGIR 51 MAR") == []
    blind = facing(elements=[("HOUSE", 4.3, 5.7, 6, 6.5)])
    assert refused(asked(blind), "REAGIR 52 MAR") == [("SV-REA-02", "sees_nobody")]
    corrupted = facing()
    corrupted.corrupted = [Demand(52, "WAI")]
    assert refused(asked(corrupted), "REAGIR 52 MAR") == [("SV-REA-02", "cannot_react")]
    deaf = facing()
    for unit in (52, 53):
        deaf.units[unit].ordered = True
    assert asked(deaf).asked != (1, "react")
    aside = facing(elements=[("HOUSE", 6.5, 10, 6, 6.9)])  # unit 53 sees nothing, unit 52 does
    assert asked(aside, "ORDRE 2 WAI").asked == (1, "react")
    assert refused(asked(aside, "ORDRE 2 WAI"), "REAGIR 53 WAI") == [("SV-REA-02", "sees_nobody")]
    walled = facing(elements=[("HOUSE", 0, 15, 6, 6.5)])
    assert asked(walled, "ORDRE 2 WAI").asked == (1, "activate")  # nobody sees anybody: nothing is asked


@pytest.mark.rule("SV-REA-10", "SV-REA-02")
def test_a_man_who_comes_into_sight_where_his_leader_does_not_is_enough_to_be_asked() -> None:
    state = table(
        [troop((5000, 4000), (5000, 3500), (5000, 3000))],
        [troop((5000, 9000), (5000, 9500), fighter="ARCHER"), troop((12000, 9000), (12500, 9000), fighter="ARCHER")],
        elements=[("HOUSE", 4.6, 5.4, 6, 6.5), ("HOUSE", 9, 13, 8, 8.6)],  # unit 53 sees nobody at all
    )
    state.units[51].ordered = True
    marching = asked(state, "ORDRE 2 MAR", "ALLER 5000,5000")
    assert marching.asked == (1, "react")
    assert refused(marching, "REAGIR 52 WAI") == [("SV-REA-02", "sees_nobody")]  # all stand behind the house
    assert refused(marching, "REAGIR 52 WAI A 500") == []  # one walks beside his Vassal, and past its corner
    assert asked(state, "ORDRE 2 WAI").asked == (1, "activate")
    aside = asked(state, "ORDRE 2 MAR", "ALLER 6500,4500")  # out from behind it himself
    assert aside.asked == (1, "react") and refused(aside, "REAGIR 52 WAI A 1500") == []
    assert refused(aside, "REAGIR 53 WAI A 1500") == [("SV-REA-02", "sees_nobody")]


@pytest.mark.rule("SV-REA-03", "SV-TRN-02", "SV-SHT-05")
def test_a_reaction_is_won_or_costs_the_order() -> None:
    won = play(asked(facing(gap=2900)), "REAGIR 52 ATT", "TIRER 2", "CESSER", dice=(*WON, 6, 1, 1, 1, 1, 1, 1))
    assert won.one("reaction_won")["re"] == [7, 7]
    assert (won.state.units[52].ordered, won.state.units[52].simple, won.state.units[52].shots) == (True, "ATT", 1)
    lost = play(asked(facing(gap=2900)), "REAGIR 52 ATT", dice=LOST, on=False)
    assert (lost.state.units[52].ordered, lost.state.units[52].simple) == (True, "WAI")
    assert lost.state.asked == (1, "react")  # another unit may try
    assert refused(lost.state, "REAGIR 52 ATT") == [("SV-REA-02", "cannot_react")]


@pytest.mark.rule("SV-REA-03", "SV-SDR-02")
@pytest.mark.parametrize(
    ("re", "reactor", "other", "won"),
    [
        ((10, 4), (4, 4), (6, 5), True),  # 8 against 4 is a margin of 4; 11 against 10 one of 1
        ((4, 10), (6, 5), (4, 4), False),  # the same the other way round: his own reactivity is what each must reach
        ((10, 4), (1, 3), (6, 5), False),  # a margin of 0 is less than one of 1
        ((9, 5), (1, 3), (4, 4), False),  # both fail: the lot, 4 to 6 the acting side
    ],
)
def test_each_side_must_reach_its_own_reactivity(
    re: tuple[int, int], reactor: tuple[int, int], other: tuple[int, int], won: bool
) -> None:
    both_fail = sum(reactor) < re[1] and sum(other) < re[0]
    dice = (*reactor, *other, *((4,) if both_fail else ()))
    after = play(asked(facing(gap=2900, re=re)), "REAGIR 52 WAI", dice=dice, on=False)
    told = after.one("reaction_won" if won else "reaction_lost")
    assert told["re"] == [re[1], re[0]] and told["rolls"] == [[list(reactor), list(other)]]


@pytest.mark.rule("SV-REA-04", "SV-ORD-17")
def test_on_alert_there_is_no_roll() -> None:
    state = marked(facing(gap=2900), 52, alert=True, ordered=True, dice=[5])
    after = play(asked(state), "REAGIR 52 ATT", "TIRER 2", "CESSER", dice=(6, 1, 1, 1, 1, 1, 1))
    unit = after.state.units[52]
    assert (unit.alert, unit.dice, unit.simple) == (False, [5], "ATT") and after.one("reaction_on_alert")


@pytest.mark.rule("SV-REA-05", "SV-CHG-01", "SV-SHT-03")
def test_a_reaction_aims_at_the_interrupted_unit_near_or_not() -> None:
    state = facing(gap=2900)
    state.units[3] = marked(table([troop((1, 1), (2, 2)), troop((5600, 5500), (6100, 5500))]), 2).units[3]
    state.at |= {301: (5600, 5500), 302: (6100, 5500)}
    after = play(asked(state), "REAGIR 52 ATT", dice=WON, on=False).state
    assert refused(after, "TIRER 3") == [("SV-REA-05", "only_interrupted")]
    assert refused(after, "TIRER 2") == []
    far = asked(facing(gap=5000), "ORDRE 2 MAR", "ALLER 5000,3500")
    far.units[3] = msgspec.structs.replace(state.units[3])
    far.at |= {301: (5600, 6900), 302: (6100, 6900)}
    assert refused(far, "REAGIR 52 ATT") == [("SV-ORD-11", "nobody_to_attack")]  # unit 3 is near, but not the one


@pytest.mark.rule("SV-ORD-17", "SV-ORD-05", "SV-REA-10")
def test_an_alert_is_ignored_when_a_reaction_has_engaged_the_unit_meanwhile() -> None:
    near = facing("BARBARE", gap=2000, lords=(lord((5000, 1500)), lord((500, 14500))))
    dice = (*WON, *(6,) * 4, *(1,) * 9, *(6,) * 3, *(1, 1, 2, 5) * 20)  # blows that fell nobody
    after = play(asked(near, "ORDRE 2 ALE"), "REAGIR 52 CHA", "CHARGER 2 VISER 201", dice=dice, left=None)
    assert not after.state.units[2].alert and after.one("order_ignored")["order"] == "ALE"
    assert (after.state.units[2].dice, after.state.hosts[0].discard) == ([], 1)


@pytest.mark.rule("SV-REA-06", "SV-REA-07")
def test_halfway_the_unit_stands_around_its_leader_and_then_goes_on() -> None:
    state = asked(facing("MILICIEN", gap=4500))
    after = play(state, "REAGIR 52 MAR A 1000", "ALLER 5000,7000", dice=WON, on=False)
    halted = after.one("halted")
    assert halted["end"] == [5000, 4000] and halted["places"] == {"202": [5000, 4500]}
    done = play(after.state, "PASSER")
    assert done.state.at[201] == (5000, 5400) and done.state.at[202] == (5000, 5900)
    lost = play(state, "REAGIR 52 MAR A 1000", "PASSER", dice=LOST)
    assert not lost.find("halted") and lost.state.at[201] == (5000, 5400)


@pytest.mark.rule("SV-REA-06", "SV-GEO-01")
@pytest.mark.parametrize(
    ("point", "end", "man", "face"),
    [(1000, [6000, 3000], [6500, 3000], (1250, 0)), (1500, [6250, 3250], [6250, 3750], (0, 1000))],
)
def test_halfway_it_faces_along_the_part_of_its_way_on_which_it_stands(
    point: int, end: list[int], man: list[int], face: tuple[int, int]
) -> None:
    state = asked(facing("MILICIEN", gap=4500), "ORDRE 2 MAR", "ALLER 6250,3000 6250,4000")
    after = play(state, f"REAGIR 52 WAI A {point}", dice=WON, on=False)
    assert (after.one("halted")["end"], after.one("halted")["places"]) == (end, {"202": man})
    assert after.state.units[2].face == face


@pytest.mark.rule("SV-REA-06", "SV-REA-07", "SV-MOV-02")
@pytest.mark.parametrize(("point", "man"), [(1100, [6600, 3000]), (1200, [6700, 3000]), (1300, [6200, 3600])])
def test_whoever_is_halted_before_at_or_after_a_corner_goes_on_to_the_end_of_his_way(
    point: int, man: list[int]
) -> None:
    state = asked(facing("MILICIEN", gap=4500), "ORDRE 2 MAR", "ALLER 6200,3000 6200,4000")
    after = play(state, f"REAGIR 52 WAI A {point}", "PASSER", dice=WON)
    assert after.one("halted")["places"] == {"202": man}  # before him, on the part of the way that ends there
    assert after.one("moved")["end"] == [6200, 4000]
    assert after.state.at[202] == (6200, 4500) and after.state.units[2].face[0] == 0


@pytest.mark.rule("SV-REA-07", "SV-MOV-06", "SV-CHG-09", "SV-ORD-05")
def test_a_charge_in_reaction_stops_a_march() -> None:
    state = asked(facing("BARBARE", gap=3600))
    after = play(state, "REAGIR 52 CHA A 1100", "CHARGER 2 VISER 202", dice=(*WON, *(6,) * 4, *(1, 2) * 60), left=None)
    assert after.one("move_stopped")["end"] == [5000, 4100]
    at_once = play(
        asked(facing("BARBARE", gap=2000), "ORDRE 2 MAR", "ALLER 5000,4250"),
        "REAGIR 52 CHA",
        "CHARGER 2 VISER 201",
        dice=(*WON, *(6,) * 4, *(1, 2) * 60),
        left=None,
    )
    assert at_once.one("order_ignored")["reason"] == "nothing_resolved" and at_once.state.units[2].simple == "WAI"


@pytest.mark.rule("SV-REA-07", "SV-MOV-12")
def test_a_unit_that_a_reaction_has_just_pinned_does_not_break_off_by_the_move_it_had_declared() -> None:
    near = (lord((5000, 1500)), lord((500, 14500)))
    state = facing("BARBARE", gap=2000, lords=near)
    state.at |= {201: (5000, 2500), 202: (5000, 3000)}  # the leader behind, so that he would be free to leave
    state = asked(state, "ORDRE 2 MT", "ALLER 6500,2500")
    dice = (*WON, *(6,) * 4, *(1,) * 9, *(6,) * 3, *(1, 1, 2, 5) * 20)  # blows that fell nobody
    after = play(state, "REAGIR 52 CHA", "CHARGER 2 VISER 202", dice=dice, left=None)
    assert after.one("struck")["men"] == 3 and not after.find("fallen")
    assert after.one("order_ignored")["reason"] == "nothing_resolved"
    assert after.state.at[201] == (5000, 2500) and not any(
        e.data["cause"] == "abandoned" for e in after.find("confused")
    )


@pytest.mark.rule("SV-REA-06", "SV-REA-07", "SV-MOV-11", "SV-MOV-13")
def test_a_unit_that_reorganises_abandons_nobody_when_a_reaction_halts_it() -> None:
    near = (lord((5000, 1500)), lord((500, 14500)))
    state = facing("ARCHER", gap=5000, lords=near)
    state.at |= {201: (5000, 2500), 202: (5000, 4000), 5301: (5000, 4500), 5302: (5500, 4500)}
    state.units[53].ordered = True
    state = asked(state, "ORDRE 2 MT", "REFORMER 6000,2900")
    after = play(state, "REAGIR 52 WAI A 600", dice=WON)
    assert after.one("halted")["end"] == [5557, 2723]
    assert after.one("regrouped")["end"] == [6000, 2900]
    assert after.state.at[202] == (5000, 4000) and not after.find("confused")  # he is held, and still in the Aura


@pytest.mark.rule("SV-REA-06", "SV-REA-08", "SV-MOV-12", "SV-COH-03")
def test_whoever_is_to_be_abandoned_is_when_the_others_are_halted_and_only_once() -> None:
    state = table(
        [troop((5000, 5000), (5000, 5600), (4500, 5000), title="HEROS")],
        [
            troop((5000, 9000), (5500, 9000), fighter="ARCHER"),
            troop((5000, 6100), (5600, 6100), fighter="MILICIEN"),
            troop((8000, 9000), (8500, 9000), fighter="ARCHER"),
        ],
        lords=(lord((5000, 3000)), lord((500, 14500))),
    )
    state.units[1].ordered = state.units[53].ordered = True
    state = asked(state, "ORDRE 2 MT", "ALLER 6500,5000")
    halted = play(state, "REAGIR 52 WAI A 500", dice=WON, on=False)
    assert halted.one("halted") == {"unit": 2, "end": [5500, 5000], "places": {"203": [6000, 5000]}}
    assert halted.one("confused") == {"unit": 2, "figures": [202], "cause": "abandoned"}
    assert halted.state.at[202] == (5000, 5600) and halted.state.units[2].band == [202]
    again = play(halted.state, "REAGIR 54 WAI A 1000", dice=WON)
    assert again.one("halted")["end"] == [6000, 5000] and again.one("moved")["end"] == [6500, 5000]
    assert not again.find("confused") and again.state.units[2].men == [201, 203]


@pytest.mark.rule("SV-CHG-06", "SV-REA-07", "SV-CHG-11")
def test_a_charger_met_by_his_target_fights_where_he_stands() -> None:
    state = asked(facing("BARBARE", gap=3000), "ORDRE 2 CHA", "CHARGER 52 VISER 5201")
    after = play(state, "REAGIR 52 CHA A 500", "CHARGER 2 VISER 202", dice=(*WON, *(6,) * 4, *(1, 2) * 90), left=None)
    assert after.one("charge_met")["contact"]
    assert [event.data["unit"] for event in after.find("melee")] == [52, 2]


@pytest.mark.rule("SV-SHT-01", "SV-REA-07", "SV-ORD-05")
def test_whoever_is_charged_by_another_while_he_takes_aim_does_not_shoot() -> None:
    state = table(
        [troop((5000, 3000), (5500, 3000), fighter="ARCHER")],
        [troop((5000, 5500), (5500, 5500)), troop((7500, 3000), (8000, 3000), fighter="BARBARE")],
    )
    for unit in (51, 52):
        state.units[unit].ordered = True
    state = asked(marked(state, 53, alert=True, ordered=True), "ORDRE 2 ATT", "TIRER 52")
    dice = (*(6,) * 3, *(1,) * 6, *(6,) * 3, *(1, 2) * 20)  # blows that fell nobody
    after = play(state, "REAGIR 53 CHA", "CHARGER 2 VISER 202", dice=dice, left=None)
    assert after.one("struck")["target"] == 2 and not after.find("fallen")
    assert after.one("order_ignored")["reason"] == "nothing_resolved" and not after.find("shot")


@pytest.mark.rule("SV-COH-02", "SV-COH-03", "SV-CHG-06")
def test_whoever_had_strayed_from_a_charger_is_confused_when_he_is_met_by_his_target() -> None:
    state = facing("BARBARE", gap=3000)
    state.at[202] = (9000, 2500)
    state = asked(state, "ORDRE 2 CHA", "CHARGER 52 VISER 5201")
    after = play(state, "REAGIR 52 CHA", "CHARGER 2 VISER 201", dice=(*WON, *(6,) * 4, *(1, 2) * 90), left=None)
    assert after.one("charge_met")["contact"]
    assert after.find("confused")[0].data == {"unit": 2, "figures": [202], "cause": "out_of_aura"}


@pytest.mark.rule("SV-REA-07", "SV-CHG-02")
@pytest.mark.parametrize("point", [0, 700])
def test_a_charge_whose_target_has_gone_ends_as_a_plain_move(point: int) -> None:
    state = asked(facing("ECLAIREUR", gap=2800), "ORDRE 2 CHA", "CHARGER 52 VISER 5201")
    state.at |= {5202: (5800, 6300), 5203: (4200, 6300)}
    after = play(state, f"REAGIR 52 MAR A {point}", "ALLER 5000,7600 5000,8900", dice=WON)
    assert not after.one("charged")["contact"] and not after.find("melee")
    assert after.state.at[201] == (5000, 5500)  # as far as declared
    assert not after.find("order_ignored") and after.state.units[2].simple == "CHA"  # something of it was resolved


@pytest.mark.rule("SV-REA-07", "SV-CHG-03", "SV-ORD-05")
@pytest.mark.parametrize(("point", "vain"), [(0, True), (300, False)])
def test_a_charger_in_whose_way_somebody_steps_has_charged_in_vain_if_he_had_not_run_yet(
    point: int, vain: bool
) -> None:
    y = 3550 + point  # as near as one may come to him
    state = table(
        [troop((5000, 3000), fighter="BARBARE")],
        [
            troop((5000, 5400), (5600, 5400), fighter="MILICIEN"),
            troop((7000, y), (7600, y), fighter="BARBARE"),
        ],
        lords=(lord((5000, 1500)), lord((500, 14500))),
    )
    state.units[51].ordered = True
    state = asked(marked(state, 53, alert=True, ordered=True), "ORDRE 2 CHC", "CHARGER 52 VISER 5201")
    after = play(state, f"REAGIR 53 MAR A {point}", f"ALLER 5000,{y}", left=None)
    assert after.state.at[201] == (5000, 3000 + point) and not after.find("charged")
    assert [event.data["reason"] for event in after.find("order_ignored")] == ["nothing_resolved"] * vain
    assert (after.state.units[2].dice, after.state.hosts[0].discard) == (([], 1) if vain else ([4], 0))


def shot_at(fighter: str, *men: tuple[int, int], archers: int = 6400, order: str, way: str, point: int = 0) -> Played:
    """Unit 2 moves men set down by hand; the first of them in reach falls to an archer on the way."""
    state = table(
        [troop(*men, fighter=fighter)],
        [troop((5000, archers), (5600, archers), (4400, archers), fighter="ARCHER")],
        lords=(lord((5000, 1200)), lord((500, 14500))),
    )
    state.units[51].ordered = True
    state = asked(state, f"ORDRE 2 {order}", way)
    dice = (*WON, *(1,) * (3 if fighter == "BRETTEUR" else 1), 2, 3, 1, 1, *(1, 2) * 60)
    return play(state, f"REAGIR 52 ATT A {point}", "TIRER 2", "CESSER", dice=dice, left=None)


FAR = troop((12000, 12000), (12500, 12000))
MEN = ((5000, 3000), (5000, 2500), (4500, 3000))


@pytest.mark.rule("SV-REA-07", "SV-PLA-01")
@pytest.mark.parametrize("point", [700, 1000])
def test_who_falls_on_the_way_holds_up_nobody_who_was_set_down_by_hand(point: int) -> None:
    way = "ALLER 5000,4250 5000,5000 AVEC 202=5000,4500 203=5500,5000"
    after = shot_at("MILICIEN", *MEN, order="MAR", way=way, point=point)
    assert after.one("fallen")["figures"] == [202] and not after.find("move_stopped")
    assert (after.state.at[201], after.state.at[203]) == ((5000, 5000), (5500, 5000))


@pytest.mark.rule("SV-REA-07", "SV-MOV-11", "SV-PLA-07")
def test_who_falls_before_a_reorganisation_by_hand_holds_up_nobody() -> None:
    men = ((5000, 3000), (5000, 3500), (4500, 3000), (5500, 2500))
    after = shot_at("MILICIEN", *men, order="MAR", way="REFORMER AVEC 202=5000,2500 203=5500,3000", archers=6000)
    assert after.one("fallen")["figures"] == [202]
    assert after.one("regrouped")["places"] == {"203": [5500, 3000]}
    assert after.state.at[204] == (5500, 2500)  # whom the player does not name stays


@pytest.mark.rule("SV-REA-07", "SV-CHG-07")
def test_who_falls_in_a_charge_leaves_the_others_where_they_are_set_down_by_hand() -> None:
    men = (*MEN, (5500, 3000))
    by_hand = "CHARGER 52 VISER 5201 LONGUEUR 2400 AVEC 202=5600,5500 203=4400,5500 204=5000,4900"
    after = shot_at("BRETTEUR", *men, archers=6000, order="CHA", way=by_hand, point=700)
    assert after.find("fallen")[0].data["figures"] == [202] and after.one("charged")["contact"]
    assert after.one("charged")["places"] == {"203": [4400, 5500], "204": [5000, 4900]}
    only = "CHARGER 52 VISER 5201 LONGUEUR 2000 AVEC 202=5000,5500 203=4500,4500 204=5500,4500"
    alone = shot_at("BRETTEUR", *men, archers=6000, order="CHA", way=only, point=700)
    assert alone.one("charged")["contact"]  # he alone was to touch: the others close in by themselves


@pytest.mark.rule("SV-REA-07", "SV-GRN-03")
def test_who_falls_in_a_reaction_is_taken_along_no_more_and_the_others_slip_away() -> None:
    state = table(
        [troop((5000, 5000), (5000, 5600), (5600, 5600), (4400, 5000), powers=("HARCELEMENT",), title="VAVASSEUR")],
        [troop((5000, 6100), (5600, 6100))],
        lords=(lord((5000, 3500)), lord((500, 14500))), schools=("VERTE", ""),
    )  # fmt: skip
    state.units[51].ordered = True
    state = asked(marked(state, 52, alert=True, ordered=True), "ORDRE 2 MT", "ALLER 5000,4400 EMMENER 202 203")
    blows = (1, 1, 1, 2, 3, 1, 1, 1, 6, 6, 6, 6, 1, 1, 1, 1, 5, 4)
    after = play(state, "REAGIR 52 ATT", "FRAPPER 2", "PERDRE 203", "RESTER", "RESTER", dice=blows, left=None)
    assert after.one("fallen")["figures"] == [203] and after.one("moved")["end"] == [5000, 4400]
    assert not after.find("confused") and after.state.units[2].men == [201, 202, 204]


def leaderless_in_his_own_reaction(*lines: str, gap: int = 0, react: str = "ATT", strike: str = "FRAPPER 2") -> Played:
    """Unit 2 has these orders against unit 52, which attacks it first, and loses its Vassal to the blow returned."""
    y = 5500 + gap
    state = table(
        [troop((5000, 5000), (5500, 5000), (4500, 5000))],
        [troop((5000, y), (5500, y), (4500, y), fighter="MILICIEN", title="HEROS")],
        lords=(lord((5000, 3500)), lord((500, 14500))), schools=("NOIRE", ""),
    )  # fmt: skip
    state.units[51].ordered = True
    state = asked(marked(state, 52, alert=True, ordered=True), *lines)
    falls = (6, 6, 6, 6, 1, 1, 1, 1, 2, 1, 1, 1, 1, 1, 2, *(3,) * 40)
    return play(state, f"REAGIR 52 {react}", strike, "PERDRE 5201", dice=falls, left=None)


@pytest.mark.rule("SV-REA-07", "SV-COH-05", "SV-ORD-16")
def test_an_attack_declared_on_a_unit_falls_on_the_band_that_it_has_become() -> None:
    after = leaderless_in_his_own_reaction("ORDRE 2 ATC", "FRAPPER 52")
    assert after.find("vassal_fell") and not after.find("order_ignored")
    assert [(e.data["unit"], e.data["target"]) for e in after.find("struck")] == [(52, 2), (2, -52)]
    assert after.one("order_die") and after.state.hosts[0].discard == 0


@pytest.mark.rule("SV-REA-07", "SV-COH-05", "SV-CHG-06")
def test_a_charge_is_fought_out_with_the_band_that_its_target_has_become_in_charging() -> None:
    after = leaderless_in_his_own_reaction(
        "ORDRE 2 CHA", "CHARGER 52 VISER 5201", gap=1500, react="CHA", strike="CHARGER 2 VISER 201"
    )
    assert after.find("vassal_fell") and after.one("charge_met") == {"unit": 2, "target": -52, "contact": True}
    assert [(e.data["unit"], e.data["target"]) for e in after.find("struck")] == [(52, 2), (2, -52)]
    assert after.state.at[201] == (5000, 5000)  # where he stands


@pytest.mark.rule("SV-REA-07", "SV-COH-05", "SV-MAG-02")
def test_a_spell_falls_on_the_band_that_its_target_has_become() -> None:
    after = leaderless_in_his_own_reaction("ORDRE 2 SPL", "SORT RESURRECTION SUR 52 DES 3")
    assert after.find("vassal_fell") and after.one("spell_cast")["target"] == -52
    assert after.state.units[52].effects == ["-RESURRECTION"]


@pytest.mark.rule("SV-REA-07", "SV-COH-05", "SV-ORD-05")
def test_who_was_confused_before_is_not_the_unit_that_was_aimed_at() -> None:
    state = table(
        [troop((5000, 5000), (5500, 5000), (4500, 5000))],
        [troop((5000, 5500), (5500, 5500), (4500, 5500), fighter="MILICIEN", title="HEROS")],
    )
    state.units[51].ordered = True
    state = marked(state, 52, alert=True, ordered=True, men=[5201, 5202], band=[5203])
    falls = (6, 6, 6, 6, 1, 1, 1, 2, 2, 2, 1, 1, *(3,) * 40)  # both men of the unit
    after = play(asked(state, "ORDRE 2 ATT", "FRAPPER 52"), "REAGIR 52 ATT", "FRAPPER 2", dice=falls, left=None)
    assert after.state.units[52].band == [5203] and after.one("order_ignored")["reason"] == "nothing_resolved"


@pytest.mark.rule("SV-REA-08")
def test_several_may_try_without_going_back_on_the_way() -> None:
    state = asked(facing())
    first = play(state, "REAGIR 52 WAI A 700", dice=LOST, on=False).state
    assert refused(first, "REAGIR 53 WAI A 600") == [("SV-REA-01", "bad_point")]
    assert refused(first, "REAGIR 53 WAI A 700") == []
    second = play(first, "REAGIR 53 WAI A 900", dice=WON)
    assert second.state.at[201] == (5000, 5400) and second.one("halted")["end"] == [5000, 3900]


@pytest.mark.rule("SV-REA-09", "SV-REA-02")
def test_a_reaction_may_be_reacted_to() -> None:
    state = table(
        [troop((5000, 3000), (5000, 2500)), troop((6500, 3000), (6500, 2500), fighter="ARBALETRIER")],
        [troop((5000, 6800), (5500, 6800), fighter="MILICIEN")],
    )
    state.units[51].ordered = True
    state = asked(state, "ORDRE 2 MAR", "ALLER 5000,4000")
    chain = play(state, "REAGIR 52 MAR", "ALLER 5000,6000", dice=WON, on=False).state
    assert chain.asked == (0, "react")
    assert refused(chain, "REAGIR 2 MAR") == [("SV-REA-02", "cannot_react")]  # in the middle of its own order
    assert refused(chain, "REAGIR 3 ATT") == []
    chain.units[2].alert = True  # not even on alert
    assert refused(chain, "REAGIR 2 MAR") == [("SV-REA-02", "cannot_react")]


@pytest.mark.rule("SV-REA-10", "SV-REA-01")
def test_each_order_of_a_chain_opens_its_own_window() -> None:
    state = facing(lords=(lord((5000, 1000)), lord((500, 14500))))
    events = play(state, "ORDRE 2 ALE FOR", on=False)
    assert events.state.asked == (1, "react")
    again = play(events.state, "PASSER", on=False)
    assert again.state.asked == (1, "react") and again.state.units[2].alert
    assert decision(again.state).default == React(0)


@pytest.mark.rule("SV-REA-11", "SV-INF-02")
def test_no_reaction_outside_the_orders_phase() -> None:
    from heraut.engine.rng import Rng
    from heraut.games import vassaux
    from tests.games.vassaux.builders import SEATS, defaults

    state = vassaux.setup(SEATS, {}, Rng(b"x")).state
    assert state.asked is not None and state.asked[1] == "deploy"
    kinds = set()
    for index in range(10):
        assert state.asked is not None
        kinds.add(state.asked[1])
        state = vassaux.advance(state, {SEATS[state.asked[0]]: decision(state).default}, Rng(b"%d" % index)).state
    assert kinds == {"deploy"} and defaults(state).state.asked is not None


def charged_in_vain(order: str = "CHA", point: int = 0, *strayed: tuple[int, int]) -> Played:
    """Unit 52 runs at its charger, and falls to the last man in the blows returned."""
    state = table(
        [troop((5000, 5000), (5500, 5000), (4500, 5000), *strayed)],
        [troop((5000, 7000), (5500, 7000), fighter="MILICIEN", title="HEROS"), FAR],
        lords=(lord((5000, 3500)), lord((500, 14500))),
    )
    state.units[51].ordered = state.units[53].ordered = True
    state = asked(marked(state, 52, alert=True, ordered=True), f"ORDRE 2 {order}", "CHARGER 52 VISER 5201")
    blows = (*(6,) * 4, *(1,) * 2, *(1,) * 2, *(5,) * 8, *(3,) * 20)
    return play(state, f"REAGIR 52 CHA A {point}", f"CHARGER 2 VISER {202 if point else 201}", dice=blows, left=None)


@pytest.mark.rule("SV-COH-02", "SV-COH-03", "SV-REA-07")
def test_whoever_had_strayed_from_his_leader_is_confused_even_when_their_charge_is_void() -> None:
    after = charged_in_vain("CHA", 0, (9000, 5000))
    assert after.one("order_ignored")["reason"] == "target_dead"
    assert after.one("confused") == {"unit": 2, "figures": [204], "cause": "out_of_aura"}


@pytest.mark.rule("SV-REA-07", "SV-ORD-05", "SV-CHG-06")
@pytest.mark.parametrize("point", [0, 400])
@pytest.mark.parametrize("order", ["CHA", "CHC"])
def test_a_charge_whose_target_is_dead_to_the_last_man_is_void(order: str, point: int) -> None:
    after = charged_in_vain(order, point)
    unit = after.state.units[2]
    assert not after.state.units[52].men and not after.state.units[52].band  # its band would still be there to be met
    assert after.one("order_ignored") == {"unit": 2, "order": order, "reason": "target_dead"}
    assert (unit.simple, unit.dice) == ("WAI", []) and after.state.hosts[0].discard == (order == "CHC")
    assert after.state.at[201] == (5000, 5000 + point)  # where the reaction has met him
    assert not (after.find("charge_met") or after.find("charged")[1:] or after.find("order_die"))


@pytest.mark.rule("SV-CHG-06", "SV-REA-07", "SV-ORD-05")
@pytest.mark.parametrize(("point", "ignored", "discard"), [(0, 1, 1), (500, 0, 0)])
def test_a_charger_met_by_another_before_he_has_run_has_given_his_order_in_vain(
    point: int, ignored: int, discard: int
) -> None:
    state = facing("BARBARE", gap=3000, lords=(lord((5000, 1500)), lord((500, 14500))))
    state.at |= {5301: (7000, 3000), 5302: (7600, 3000)}
    state = asked(marked(state, 53, alert=True, ordered=True), "ORDRE 2 CHC", "CHARGER 52 VISER 5201")
    dice = (*(6,) * 4, 1, *(6,) * 3, *(1,) * 2, 3, 4, *(1,) * 40)  # blows that fell nobody
    after = play(state, f"REAGIR 53 CHA A {point}", "CHARGER 2 VISER 201", dice=dice, left=None)
    assert after.one("charge_met") == {"unit": 2, "target": 52, "contact": False}
    assert len(after.find("order_ignored")) == ignored and after.state.hosts[0].discard == discard


@pytest.mark.rule("SV-ORD-05", "SV-REA-07", "SV-REA-09")
def test_an_order_in_reaction_that_comes_to_nothing_costs_no_composed_die() -> None:
    state = table(
        [troop((5000, 3000), (5000, 2500), fighter="BARBARE")],
        [
            troop((5000, 6000), (5500, 6000), (4500, 6000), fighter="MILICIEN"),
            troop((7000, 3000), (7600, 3000), fighter="BARBARE"),
        ],
        active=1,
        asked=False,
    )
    state.units[51].ordered = True
    state = marked(marked(state, 2, alert=True, ordered=True, dice=[3, 5]), 53, alert=True, ordered=True)
    turn = turn_of(state)
    run(turn)
    charging = asked(turn.now, "ORDRE 52 MAR", "ALLER 6000,6000", "REAGIR 2 CHA", "CHARGER 52 VISER 5201")
    after = play(charging, "REAGIR 53 CHA", "CHARGER 2 VISER 201", dice=(*(6,) * 3, *(1,) * 6, *(6,) * 3, *(1, 2) * 20),
                 left=None)  # fmt: skip
    assert after.one("order_ignored") == {"unit": 2, "order": "CHA", "reason": "nothing_resolved"}
    unit = after.state.units[2]  # the face of a charge is that of a coordinated attack: its own die stays
    assert (unit.dice, unit.simple, after.state.hosts[0].discard) == ([3, 5], "WAI", 0)
