"""Shooting (SV-SHT) and the powers and effects that hinder it."""

from __future__ import annotations

import msgspec
import pytest

from heraut.games.vassaux.phases.shooting import choices, hides, is_high, marksmen, stand_in, target_fault, weapon
from heraut.games.vassaux.state import Battle, Point
from heraut.games.vassaux.table.field import Field
from tests.games.vassaux.builders import lord, marked, play, refused, table, troop

BOWS, CROSSBOWS = "ARCHER", "ARBALETRIER"


def range_of(gap: int, fighter: str = BOWS, target: str = "MILICIEN", **more: object) -> Battle:
    """Archers at y 2000, a target so far away, edge to edge."""
    y = 2500 + gap
    state = table(
        [troop((5000, 2000), (5500, 2000), (4500, 2000), fighter=fighter)],
        [troop((5000, y), (5500, y + 600), (4500, y + 600), (5000, y + 1100), fighter=target)],
        **more,  # type: ignore[arg-type]
    )
    for unit in (51, 52):
        state.units[unit].ordered = True
    return state


def fault(state: Battle, group: int = 52) -> str:
    field = Field(state)
    found = target_fault(field, field.now.units[2], group, weapon(field.now.units[2]))
    return found.code if found else ""


@pytest.mark.rule("SV-SHT-02", "SV-GEO-03")
def test_range_is_from_vassal_to_vassal() -> None:
    assert fault(range_of(3005)) == "" and fault(range_of(3006)) == "out_of_range"
    assert fault(range_of(4005, CROSSBOWS)) == "" and fault(range_of(4006, CROSSBOWS)) == "out_of_range"
    assert refused(range_of(2000, "BRETTEUR"), "ORDRE 2 ATT") == [("SV-ORD-11", "no_missiles")]


@pytest.mark.rule("SV-SHT-02", "SV-SHT-04", "SV-SHT-11", "SV-VIS-03")
def test_the_vassal_must_be_seen_and_only_those_who_see_shoot() -> None:
    assert fault(range_of(2500, elements=[("HOUSE", 4.2, 5.6, 3, 3.5)])) == "unseen"
    state = range_of(2500, elements=[("HOUSE", 2.5, 5.2, 2.3, 4.6)])
    field = Field(state)
    assert fault(state) == ""
    assert list(marksmen(field, field.now.units[2], 52)) == [201, 202]
    banded = marked(range_of(2300), 52, leader=0, men=[], band=[5202, 5203, 5204])
    del banded.at[5201]
    assert fault(banded, -52) == ""
    behind = marked(range_of(2900), 52, leader=0, men=[], band=[5203, 5204])
    del behind.at[5201], behind.at[5202]
    assert fault(behind, -52) == "out_of_range"


@pytest.mark.rule("SV-SHT-02")
def test_for_a_band_stands_in_the_nearest_of_those_whom_the_vassal_sees() -> None:
    def band(*men: Point) -> Battle:
        """The Vassal and his man at y 2000, a house before the Vassal, a band of these men."""
        state = table(
            [troop((5000, 2000), (9000, 2000), fighter=BOWS)],
            [troop((14000, 9000), *men, fighter="MILICIEN")],
            elements=[("HOUSE", 4.5, 5.5, 3, 3.3)],
        )
        state = marked(state, 52, leader=0, men=[], band=[5202, 5203])
        del state.at[5201]
        return state

    hidden = (5000, 4000)  # the nearest, behind the house; the archer aside sees him, the Vassal does not
    near, far = (7000, 4000), (7500, 4500)  # 2.33R and 3.04R away
    state = band(hidden, near)
    field = Field(state)
    assert not field.sees(201, 5202) and field.sees(202, 5202) and field.sees(201, 5203)
    assert stand_in(field, field.now.units[2], -52, weapon(field.now.units[2])) == 5203 and fault(state, -52) == ""
    assert fault(band(hidden, far), -52) == "out_of_range"  # measured to him who is seen
    assert fault(band(hidden, (5000, 4600)), -52) == "unseen"
    both = Field(band(far, near))  # of two whom he sees the nearer, whatever their numbers
    assert both.sees(201, 5202) and stand_in(both, both.now.units[2], -52, weapon(both.now.units[2])) == 5203


@pytest.mark.rule("SV-SHT-01")
def test_nobody_shoots_from_or_into_a_melee() -> None:
    state = range_of(2000)
    state.at[101] = (5000, 3999 + 0)
    state.at[5201] = (5000, 4500)
    assert fault(state) == "target_engaged"
    engaged = table(
        [troop((5000, 2000), (5500, 2000), fighter=BOWS)],
        [troop((5500, 2500), (5500, 3100)), troop((5000, 4500), (5600, 4500))],
    )
    assert refused(play(engaged, "ORDRE 2 ATT", on=False).state, "TIRER 53") == [("SV-SHT-01", "shooter_engaged")]


@pytest.mark.rule("SV-SHT-03", "SV-ORD-11", "SV-ORD-16")
def test_att_takes_the_nearest_eligible_and_atc_any() -> None:
    state = table(
        [troop((5000, 2000), (5500, 2000), fighter=BOWS)],
        [
            troop((5000, 5000), (4500, 5000)),
            troop((5000, 3800), (4500, 3800), powers=("VOLANT",)),
            troop((6500, 3500), (7000, 3500)),
        ],
        lords=(lord((5000, 500)), lord((500, 14500))),
    )
    field = Field(state)
    assert choices(field, field.now.units[2], "ATT", 0) == [53]
    assert choices(field, field.now.units[2], "ATC", 0) == [53, 54, 52]
    assert choices(field, field.now.units[2], "ATT", 52) == [52]  # in a reaction nearness does not matter
    hidden = marked(state, 53, effects=["LUNE_VOILEE"])
    field = Field(hidden)
    assert choices(field, field.now.units[2], "ATT", 0) == [54]
    asked = play(state, "ORDRE 2 ATT", on=False).state
    assert refused(asked, "TIRER 52") == [("SV-SHT-03", "not_the_nearest")]
    for nobody in (1, 2, 99):
        assert refused(asked, f"TIRER {nobody}") == [("SV-SHT-03", "no_such_enemy")]


@pytest.mark.rule("SV-SHT-04", "SV-SHT-05", "SV-SHT-08", "SV-ATK-11")
def test_shots_in_a_turn_and_nobody_answers_them() -> None:
    after = play(range_of(2500), "ORDRE 2 ATT", "TIRER 52", "TIRER 52", dice=(6, 6, 1, 1, 1, 6, 6, 1, 1, 1))
    assert [event.data["each"] for event in after.find("shot")] == [1, 1] and after.state.units[2].shots == 2
    assert not after.find("struck_back") and not after.find("melee_test")
    raging = play(marked(range_of(2500), 2, effects=["HURLER_MORT"]), "ORDRE 2 ATT", "TIRER 52", "CESSER",
                  dice=(6, 6, *(1,) * 6))  # fmt: skip
    assert raging.one("shot")["each"] == 2
    heavy = play(range_of(2500, CROSSBOWS), "ORDRE 2 ATT", "TIRER 52", dice=(6, 6, *(1,) * 9))
    assert heavy.one("shot")["each"] == 3 and heavy.state.units[2].shots == 1
    stopped = play(range_of(2500), "ORDRE 2 ATT", "TIRER 52", "CESSER", dice=(6, 6, 1, 1, 1))
    assert stopped.state.units[2].shots == 1
    spent = marked(range_of(2500), 2, shots=2)
    assert refused(spent, "ORDRE 2 ATT") == [("SV-SHT-05", "no_shots")]


@pytest.mark.rule("SV-ORD-16", "SV-SHT-05", "SV-CMD-02")
def test_the_die_of_a_coordinated_attack_counts_for_the_first_of_two_shots() -> None:
    state = range_of(2500, lords=(lord((5000, 1000)), lord((500, 14500))))
    after = play(state, "ORDRE 2 ATC", "TIRER 52", "TIRER 52", dice=(4, 6, 6, *(1,) * 7, 6, 6, 1, 1, 1))
    assert after.one("order_die")["die"] == 4
    assert [(e.data["bonus"], len(e.data["dice"])) for e in after.find("shot")] == [(4, 7), (0, 3)]
    assert (after.state.units[2].dice, after.state.hosts[0].discard) == ([3], 0)


@pytest.mark.rule("SV-ATK-08", "SV-SHT-07", "SV-GEN-03")
def test_hits_of_a_shot_short_of_a_man_s_health_are_lost() -> None:
    state = range_of(2500)
    tough = marked(state, 52, sheet=msgspec.structs.replace(state.units[52].sheet, ps=2))
    after = play(tough, "ORDRE 2 ATT", "TIRER 52", dice=(1, 1, 2, 2, 1))
    assert (after.one("shot")["hits"], after.one("shot")["ps"], after.one("shot")["casualties"]) == (3, 2, 1)
    assert after.one("fallen")["figures"] == [5201]


@pytest.mark.rule("SV-BLK-06", "SV-SHT-05")
def test_resurrection_hardens_against_the_first_of_two_shots() -> None:
    hard = marked(range_of(2500), 52, effects=["RESURRECTION"])
    dice = (2, 1, 2, 2, 1)  # two hits
    after = play(hard, "ORDRE 2 ATT", "TIRER 52", "TIRER 52", dice=(*dice, *dice), left=None)
    assert [(e.data["ps"], e.data["casualties"]) for e in after.find("shot")] == [(3, 0), (1, 2)]
    assert after.state.units[52].effects == []


@pytest.mark.rule("SV-SHT-06", "SV-ATK-07", "SV-VIS-04")
def test_more_than_half_in_cover_doubles_the_defence() -> None:
    half = play(
        range_of(2500, elements=[("LOW_WALL", 3, 4.9, 5.15, 5.25)]),
        "ORDRE 2 ATT",
        "TIRER 52",
        "CESSER",
        dice=(6, 6, 1, 1, 1),
    )
    assert (half.one("shot")["covered"], half.one("shot")["df"]) == (False, 2)
    most = play(
        range_of(2500, elements=[("LOW_WALL", 3, 7, 5.15, 5.25)]),
        "ORDRE 2 ATT",
        "TIRER 52",
        "CESSER",
        dice=(6, 6, 6, 6, 1, 1, 1),
    )
    assert (most.one("shot")["covered"], most.one("shot")["df"]) == (True, 4)


@pytest.mark.rule("SV-SHT-07", "SV-ATK-08")
def test_the_nearest_fall_the_vassal_too() -> None:
    after = play(range_of(2500), "ORDRE 2 ATT", "TIRER 52", dice=(1, 1, 2, 2, 1))
    # three hits at threshold 1: the Vassal is nearest, then two equally near of whom both go
    assert sorted(man for event in after.find("fallen") for man in event.data["figures"]) == [5201, 5202, 5203]
    one = play(range_of(2500), "ORDRE 2 ATT", "TIRER 52", dice=(2, 1, 2, 1, 1))
    assert one.one("fallen")["figures"] == [5201] and one.state.units[52].band == [5202, 5203, 5204]
    state = range_of(2500)
    state.at |= {5201: (5000, 5300), 5202: (5500, 4900), 5203: (4500, 4903)}
    two = play(state, "ORDRE 2 ATT", "TIRER 52", "PERDRE 5203", dice=(2, 1, 2, 1, 1), on=False)
    assert 5203 not in two.state.at and 5202 in two.state.at  # equal within 5 mR: the defender chose


@pytest.mark.rule("SV-SHT-07")
def test_the_nearest_are_judged_anew_after_each_who_falls() -> None:
    state = range_of(2000)  # gaps of 2000, 2004 and 2008, and one out of the question
    state.at |= {5202: (5500, 4454), 5203: (4500, 4458), 5204: (5000, 5600)}
    first = play(state, "ORDRE 2 ATT", "TIRER 52", dice=(2, 1, 2, 2, 1), on=False).state
    assert refused(first, "PERDRE 5201 5202") == [("SV-MEL-03", "wrong_count")]
    assert refused(first, "PERDRE 5203") == [("SV-MEL-03", "not_liable")]
    for fallen, liable in ((5201, [5202, 5203]), (5202, [5201])):
        next_one = play(first, f"PERDRE {fallen}", on=False).state
        asked = next_one.asked == (1, "losses")
        assert asked is (len(liable) > 1) and (asked or liable[0] not in next_one.at)
        assert all(refused(next_one, f"PERDRE {man}") == [] for man in liable if asked)


@pytest.mark.rule("SV-SHT-10", "SV-ATK-10", "SV-VIS-06")
def test_from_above_ones_may_be_rerolled() -> None:
    hill = [("HILLTOP", 4, 6, 1, 3)]
    state = range_of(2500, elements=hill)
    field = Field(state)
    assert is_high(field, field.now.units[2], 5201)
    after = play(state, "ORDRE 2 ATT", "TIRER 52", dice=(3, 3, 6, 1, 1, 5))
    assert after.one("shot")["high"] and after.one("shot")["hits"] == 2
    covered = Field(range_of(2500, elements=[*hill, ("WOOD", 4, 6, 3.5, 4)]))
    assert not is_high(covered, covered.now.units[2], 5201)
    level = Field(range_of(2500, elements=[("HILLTOP", 4, 6, 1, 6)]))
    assert not is_high(level, level.now.units[2], 5201)


@pytest.mark.rule("SV-RED-04")
def test_artifice_hides_a_unit_in_cover() -> None:
    def hidden(elements: list[tuple[str, float, float, float, float]]) -> bool:
        state = table(
            [troop((5000, 2000), (5500, 2000), fighter=BOWS)],
            [troop((5000, 5000), (5500, 5600), (4500, 5600), powers=("ARTIFICIEL",))], elements=elements,
        )  # fmt: skip
        field = Field(state)
        assert (fault(state) == "hidden_by_artifice") is hides(field, field.now.units[2], 52)
        return hides(field, field.now.units[2], 52)

    assert hidden([("LOW_WALL", 3, 7, 4.5, 4.6)])
    assert not hidden([("LOW_WALL", 4.95, 5.05, 4.65, 4.7)])  # the Vassal alone
    assert not hidden([("LOW_WALL", 3, 7, 5.28, 5.3)])  # all but the Vassal


@pytest.mark.rule("SV-RED-04")
@pytest.mark.parametrize(
    ("men", "aside", "hidden"), [(2, 1, False), (3, 1, True), (4, 2, False), (5, 2, True), (6, 3, False)]
)
def test_with_exactly_half_of_its_men_in_cover_an_artificial_unit_is_shot_at(
    men: int, aside: int, hidden: bool
) -> None:
    covered = [(5000, 4500), (5500, 5000), (4500, 5000)][: men - aside]
    state = table(
        [troop((5000, 2000), (5500, 2000), fighter=BOWS)],
        [troop(*covered, *[(8000 + 600 * one, 4500) for one in range(aside)], powers=("ARTIFICIEL",))],
        elements=[("LOW_WALL", 3, 6.5, 4, 4.1)],
    )
    assert fault(state) == ("hidden_by_artifice" if hidden else "")
    # who has fallen counts no more: of the others one more is left in the open than in cover
    fallen = marked(state, 52, men=[man for man in state.units[52].men if man != 5202])
    if men == 3:
        del fallen.at[5202]
        assert fault(fallen) == ""


@pytest.mark.rule("SV-RED-04")
@pytest.mark.parametrize("seat", [0, 1])
def test_an_artificial_lord_in_cover_is_not_shot_at(seat: int) -> None:
    squire = lord((5000, 5000), profile="ECUYER", armour="LIGHT", powers=("ARTIFICIEL",))
    others, archers = lord((14500, 14500)), [troop((5000, 2000), (5500, 2000), fighter=BOWS)]
    state = table(
        *((archers, ()) if seat else ((), archers)), lords=(others, squire) if seat else (squire, others),
        elements=[("LOW_WALL", 3, 7, 4.5, 4.6)],
    )  # fmt: skip
    field = Field(state)
    shooter = field.now.units[2 if seat else 52]
    found = target_fault(field, shooter, 50 * seat + 1, weapon(shooter))
    assert found is not None and found.code == "hidden_by_artifice"


@pytest.mark.rule("SV-GRN-04", "SV-GEN-04")
def test_the_immaterial_have_one_more_die_when_shot_at() -> None:
    state = table(
        [troop((5000, 2000), (5500, 2000), fighter=BOWS)],
        [troop((5000, 4500), (5500, 4500), fighter="LANCIER", powers=("IMMATERIEL",))],
    )
    for unit in (51, 52):
        state.units[unit].ordered = True
    after = play(state, "ORDRE 2 ATT", "TIRER 52", "CESSER", dice=(6,) * 6 + (1, 1))
    assert after.one("shot")["df"] == (2 + 1) * 2


@pytest.mark.rule("SV-BLK-08", "SV-GRN-06")
def test_night_and_a_veiled_moon() -> None:
    state = range_of(1006)
    state.night = True
    assert fault(state) == "night"
    near = range_of(1005)
    near.night = True
    assert fault(near) == ""
    assert fault(marked(range_of(2000), 52, effects=["LUNE_VOILEE"])) == "veiled"
