"""Single clauses of the rules, each where it alone decides: what a test of the whole chapter would pass over."""

from __future__ import annotations

import msgspec
import pytest

from heraut.games.vassaux.orders import Cast, Orders
from heraut.games.vassaux.phases.activation import corrupted, may_pass
from heraut.games.vassaux.phases.attack import melee_at, shooting_at
from heraut.games.vassaux.phases.blows import prick
from heraut.games.vassaux.phases.casting import counters, succeeds
from heraut.games.vassaux.phases.cohesion import Fate, fate, fell
from heraut.games.vassaux.phases.command import morale_change
from heraut.games.vassaux.phases.melee import attack, combat_losses, rank, strike_back
from heraut.games.vassaux.phases.reactions import reactors
from heraut.games.vassaux.phases.shooting import cast_bolt, hides
from heraut.games.vassaux.phases.spells import burning, targets
from heraut.games.vassaux.solo.opponent import urgency
from heraut.games.vassaux.state import Battle, Chain, Demand, Melee, Point, Side
from heraut.games.vassaux.table.field import Field
from heraut.games.vassaux.table.placement import farthest
from heraut.geometry import Sight
from tests.games.vassaux.builders import (
    Troop,
    changed,
    end_turn,
    lord,
    marked,
    play,
    refused,
    table,
    troop,
    turn_of,
)

FAR = troop((12000, 12000), (12500, 12000))
KNIGHTS = {"profile": "CHEVALIER", "weapon": "MELEE", "armour": "KNIGHT"}


def at_once(state: Battle) -> Battle:
    """Nobody of the other side may react any more."""
    for unit in state.units.values():
        unit.ordered = unit.ordered or unit.seat == 1
    return state


def touching(fighter: str = "BRETTEUR", foe: str = "MILICIEN", **more: object) -> Battle:
    """Men 201 and 202 touch 5201 and 5202."""
    return at_once(
        table(
            [troop((5000, 5000), (5500, 5000), fighter=fighter, **more)],  # type: ignore[arg-type]
            [troop((5000, 5500), (5500, 5500), fighter=foe)],
        )
    )


def archers(*foes: Troop, near: bool = True, **more: object) -> Battle:
    """Three archers, their Lord beside them, and these enemies, or four militiamen 2.5R away."""
    given = foes or (troop((5000, 5000), (5500, 5600), (4500, 5600), (5000, 6100), fighter="MILICIEN"),)
    lords = (lord((5000, 800)), lord((500, 14500)))
    bows = troop((5000, 2000), (5500, 2000), (4500, 2000), fighter="ARCHER")
    return at_once(table([bows], given, lords=lords, **more))  # type: ignore[arg-type]


# Cohesion


def astray(*takers: Troop, place: Point = (5500, 5000), foes: Troop = FAR, home: Troop | None = None) -> Fate:
    """The fate of man 202, whose leader is dead: who takes him in, or that he flees."""
    state = table([home or troop((2000, 2000), place), *takers], [foes])
    state = marked(state, 2, leader=0, men=[], band=[202])
    del state.at[201]
    turn = turn_of(state)
    return fate(turn, turn.now.units[2], 202)


@pytest.mark.rule("SV-COH-06")
def test_a_lord_takes_nobody_in() -> None:
    # 202 is a Knight as the Lord is, and stands beside him
    home = troop((2000, 2000), (14500, 1500), **KNIGHTS)  # type: ignore[arg-type]
    assert astray(home=home) == Fate(flees=True)
    beside = troop((13800, 1500), (13300, 1500), **KNIGHTS)  # type: ignore[arg-type]
    assert astray(beside, home=home) == Fate(3)


@pytest.mark.rule("SV-COH-06")
def test_a_change_of_profile_is_the_same_if_it_gives_up_the_same() -> None:
    def fate_with(down: str) -> Fate:
        kit = {"profile": "ECUYER", "weapon": "MELEE", "up": "at"}
        home = troop((2000, 2000), (5500, 5000), **kit, down="mv")
        return astray(troop((5500, 6400), (6000, 6400), **kit, down=down), home=home)

    assert (fate_with("mv"), fate_with("df")) == (Fate(3), Fate(flees=True))


@pytest.mark.rule("SV-COH-06")
def test_of_two_as_near_the_smaller_id_takes_him_in() -> None:
    assert astray(troop((5500, 6400), (6000, 6400)), troop((5500, 3600), (6000, 3600))) == Fate(3)


@pytest.mark.rule("SV-COH-06")
def test_an_engaged_man_is_taken_in_too() -> None:
    foes = troop((6000, 5000), (6500, 5000))
    assert astray(foes=foes) == Fate()
    assert astray(troop((5500, 6400), (6000, 6400)), foes=foes) == Fate(3)


@pytest.mark.rule("SV-COH-06", "SV-OST-02")
def test_the_aura_that_takes_in_is_the_takers_own() -> None:
    hero, vassal = (troop((5500, 7400), (6000, 7400), title=title) for title in ("HEROS", "VASSAL"))
    assert (astray(hero), astray(vassal)) == (
        Fate(3),
        Fate(flees=True),
    )  # 1.9R away: a Hero's Aura reaches 2R, a Vassal's 1R


@pytest.mark.rule("SV-PLA-05")
def test_of_those_as_far_the_larger_id_stays_behind() -> None:
    field = Field(table([troop((5000, 5000), (6000, 5000), (4000, 5000), (5000, 5500))], [FAR]))
    assert farthest(field, (5000, 5000, 250), [202, 203, 204]) == [203, 202, 204]


@pytest.mark.rule("SV-VIS-04")
def test_the_own_disordered_band_gives_cover_to_the_enemy() -> None:
    state = table(
        [troop((5000, 2000), (5200, 4000), fighter="ARCHER")], [troop((5000, 6000), (5500, 6000), fighter="MILICIEN")]
    )
    assert Field(state).clearness(201, 5201) is Sight.CLEAR
    banded = marked(state, 2, men=[201], band=[202])
    assert Field(banded).clearness(201, 5201) is Sight.COVERED


# Effects and their end


@pytest.mark.rule("SV-GRN-06", "SV-GRN-07", "SV-GRN-08", "SV-GRN-09", "SV-BLK-04")
@pytest.mark.parametrize("spell", ["LUNE_VOILEE", "HURLER_MORT", "HURLER_MEUTE", "APPEL_CHASSE", "NECROSE"])
def test_it_ends_with_the_turn(spell: str) -> None:
    state = marked(table([troop((5000, 5000), (5500, 5000))], [FAR]), 2, effects=[spell, f"-{spell}"])
    assert end_turn(state).state.units[2].effects == []


@pytest.mark.rule("SV-MAG-10")
@pytest.mark.parametrize(
    ("spell", "able"),
    [("LUNE_VOILEE", []), ("HURLER_MORT", []), ("HURLER_MEUTE", []), ("APPEL_CHASSE", []), ("NECROSE", [52])],
)
def test_no_howl_is_countered(spell: str, able: list[int]) -> None:
    state = table(
        [troop((5000, 5000), (5500, 5000))],
        [troop((5000, 6500), (5500, 6500), title="HEROS")],
        schools=("VERTE", "ROUGE"),
    )
    field = Field(state)
    assert counters(field, field.now.units[2], spell) == able


@pytest.mark.rule("SV-MAG-05")
def test_of_the_useful_dice_the_lowest_is_rolled_again() -> None:
    turn = turn_of(table([troop((5000, 5000), (5500, 5000))], [FAR], schools=("ROUGE", "")), 6, 4, 1, 2, 5)
    assert succeeds(turn, turn.now.units[2], Cast("METEORE", 52, 3, power=16), Chain(2, ["SPL"], simple=False))
    assert turn.events[-1].data["rerolls"] == [[3, 5]]


@pytest.mark.rule("SV-MAG-07", "SV-SHT-01")
def test_who_is_engaged_throws_no_meteor_even_at_others() -> None:
    def meteors(foe: Point) -> list[int]:
        state = table(
            [troop((5000, 5000), (5500, 5000))],
            [troop(foe, (5500, 9900)), troop((5000, 8000), (5500, 8000))],
            schools=("ROUGE", ""),
        )
        field = Field(state)
        return targets(field, field.now.units[2], "METEORE")

    assert (meteors((5000, 5500)), meteors((5000, 5800))) == ([], [52, 53])


@pytest.mark.rule("SV-RED-08")
def test_the_aura_of_fire_burns_in_the_order_of_ids() -> None:
    state = table(
        [troop((5000, 5000), (5500, 5000))],
        [troop((5000, 6200), (5600, 6200)), troop((5000, 3800), (5600, 3800))],
        schools=("ROUGE", ""), lords=(lord((7000, 5000)), lord((500, 14500))),
    )  # fmt: skip
    state = at_once(state)
    assert burning(Field(state), state.units[2]) == [52, 53]
    after = play(state, "ORDRE 2 SPL", "SORT AURA_FEU DES 2", dice=(3, 3, 3, 1, 1), left=None)
    assert [event.data["target"] for event in after.find("burnt")] == [52, 53]


@pytest.mark.rule("SV-BLK-05")
def test_corruption_is_obeyed_in_the_order_of_casting_and_dies_with_the_leader() -> None:
    state = table([troop((5000, 5000), (5500, 5000)), troop((8000, 5000), (8500, 5000))], [FAR])
    state = changed(state, corrupted=[Demand(3, "ATT"), Demand(2, "WAI")])
    assert corrupted(Field(state), 0) == Orders(3, ("ATT",))
    turn = turn_of(state)
    fell(turn, 3, [301], blow=True)
    assert turn.now.corrupted == [(2, "WAI")]


@pytest.mark.rule("SV-BLK-05", "SV-REA-02")
def test_the_corrupted_do_not_react() -> None:
    state = table([troop((5000, 5000), (5500, 5000))], [FAR])
    assert [unit.id for unit in reactors(Field(state), 1)] == [51, 52]
    assert [unit.id for unit in reactors(Field(changed(state, corrupted=[Demand(52, "WAI")])), 1)] == [51]


# Blows

BLOWS = (attack, strike_back)  # of the first side of a melee, and of the second


@pytest.mark.rule("SV-RED-07", "SV-MEL-06")
def test_those_whom_thorns_have_killed_are_lost_in_the_combat() -> None:
    turn = turn_of(marked(touching(), 52, effects=["AURA_EPINEUSE"]))
    side = Side(2, [201, 202])
    prick(turn, side, 2, 52, 5)
    assert side.lost == 2


@pytest.mark.rule("SV-MEL-06")
def test_a_lord_counts_his_losses_beyond_his_own_command() -> None:
    state = touching()
    assert state.units[1].sheet.cd == 4
    assert [combat_losses(Field(state), Side(1, [], lost=lost)) for lost in (3, 5)] == [0, 1]


@pytest.mark.rule("SV-MUL-04")
def test_those_who_fail_are_ranked_by_a_die_not_by_their_failure() -> None:
    turn = turn_of(touching(), 1, 1, 1, 2, 5)
    melee = Melee([Side(2, []), Side(52, []), Side(51, [])], {}, "ATT", charge=False)
    assert rank(turn, melee, [0, 1, 2], {0: 0, 1: 7, 2: 9}) == [0, 2, 1]
    just = turn_of(touching(), 1, 2, 1, 3, 6)  # a roll that equals the losses is a success
    assert rank(just, melee, [0, 1, 2], {0: 7, 1: 2, 2: 9}) == [1, 2, 0]


@pytest.mark.rule("SV-CHG-11")
def test_the_siege_armour_of_a_charger_does_not_double_when_he_is_struck_back() -> None:
    def df(striker: int) -> int:
        turn = turn_of(touching("LANCIER", "LANCIER"), *(1,) * 40)
        melee = Melee([Side(2, [201, 202]), Side(52, [5201, 5202])], {201: 52, 202: 52}, "CHA", charge=True, next=1)
        BLOWS[striker](turn, melee)
        return int(turn.events[-1].data["df"])

    assert (df(0), df(1)) == (4, 2)


@pytest.mark.rule("SV-BLK-03")
@pytest.mark.parametrize("striker", [0, 1])
def test_martyrs_strike_and_strike_back_threefold(striker: int) -> None:
    turn = turn_of(touching(), *(1,) * 60)
    sides = [Side(2, [201, 202]), Side(52, [5201, 5202])]
    sides[striker].martyrs = True
    bare = melee_at(turn, sides[striker].group, turn.sheet(sides[1 - striker].group))
    BLOWS[striker](turn, Melee(sides, {201: 52, 202: 52}, "ATT", charge=False, next=1))
    assert turn.events[-1].data["each"] == 3 * bare > 0


@pytest.mark.rule("SV-SCN-22", "SV-END-05")
@pytest.mark.parametrize(("kit", "riders"), [(KNIGHTS, 1), ({"profile": "SOLDAT", "weapon": "MELEE"}, 0)])
def test_a_knight_on_foot_is_a_rider_lost(kit: dict[str, str], riders: int) -> None:
    state = table([troop((5000, 5000), (5500, 5000), **kit)], [FAR])
    assert not state.units[2].sheet.mounted
    turn = turn_of(state)
    fell(turn, 2, [202], blow=True)
    assert turn.now.hosts[0].riders_lost == riders


# Shots


@pytest.mark.rule("SV-ORD-16", "SV-SHT-05")
def test_the_order_die_is_rolled_for_the_first_shot_only() -> None:
    after = play(archers(), "ORDRE 2 ATC", "TIRER 52", "TIRER 52", dice=(2, 6, 6, *(1,) * 5, 6, 6, *(1,) * 3))
    assert [event.data["bonus"] for event in after.find("shot")] == [2, 0]
    assert len(after.find("order_die")) == 1


@pytest.mark.rule("SV-GRN-02", "SV-ATK-10")
def test_the_fierce_reroll_ones_when_shooting_too() -> None:
    state = archers()
    for powers, rerolls in ((("FEROCE",), [[1, 5]]), ((), [])):
        fierce = marked(state, 2, sheet=msgspec.structs.replace(state.units[2].sheet, powers=powers))
        after = play(fierce, "ORDRE 2 ATT", "TIRER 52", dice=(5, 1, 6, 1, 1, 5), left=None, on=False)
        assert after.find("shot")[0].data["rerolls"] == rerolls


@pytest.mark.rule("SV-RED-04")
def test_half_in_cover_is_not_more_than_half() -> None:
    def hidden(*men: Point) -> bool:
        state = table(
            [troop((5000, 2000), (5500, 2000), fighter="ARCHER")],
            [troop((5000, 5000), *men, powers=("ARTIFICIEL",))],
            elements=[("LOW_WALL", 3, 5.4, 4.5, 4.6)],
        )
        field = Field(state)
        return hides(field, field.now.units[2], 52)

    # of the Vassal, who is in cover, and one, two or three men: one of two, two of four, two of three
    assert not hidden((7500, 5000))
    assert not hidden((4500, 5000), (7500, 5000), (8000, 5000))
    assert hidden((4500, 5000), (7500, 5000))


@pytest.mark.rule("SV-BLK-06", "SV-BLK-04")
def test_resurrection_and_necrosis_count_for_shots() -> None:
    risen = play(
        marked(archers(), 52, effects=["RESURRECTION"]), "ORDRE 2 ATT", "TIRER 52", "CESSER",
        dice=(5, 1, 5, 5, 1), left=None,
    )  # fmt: skip
    shot = risen.find("shot")[0].data
    assert (shot["ps"], shot["hits"], shot["casualties"]) == (3, 2, 0) and risen.state.units[52].effects == []
    rotten = play(
        marked(archers(), 52, effects=["NECROSE"]), "ORDRE 2 ATT", "TIRER 52", "CESSER", dice=(5, 2, 1, 1, 1), left=None
    )
    assert rotten.find("shot")[0].data["threshold"] == 2


@pytest.mark.rule("SV-GRN-07", "SV-SHT-04", "SV-MAG-07")
def test_rage_adds_a_die_to_shots_and_to_bolts() -> None:
    calm = archers(schools=("VERTE", ""))
    angry = marked(calm, 2, effects=["HURLER_MORT"])
    assert (shooting_at(Field(calm), 2), shooting_at(Field(angry), 2)) == (1, 2)
    each = []
    for state in (calm, angry):
        turn = turn_of(state, *(1,) * 40)
        cast_bolt(turn, turn.now.units[2], 52, "METEORE", 4)
        each.append(turn.events[0].data["each"])
    assert each == [1, 2]


# Reactions


def charge(**marks: object) -> Battle:
    """Unit 2 has declared a charge with men set down by hand; 53, on alert, may react."""
    state = table(
        [troop((5000, 3000), (5000, 2500), (4500, 3000), (5500, 3000))],
        [troop((5000, 6000), (5600, 6000), (4400, 6000)), troop((9000, 6500), (9500, 6500))],
        lords=(lord((5000, 1200)), lord((500, 14500))),
    )
    state = marked(at_once(state), 53, alert=True)
    state.units[1].ordered = True
    return play(
        state, "ORDRE 2 CHA",
        "CHARGER 52 VISER 5201 LONGUEUR 2400 AVEC 202=5600,5500 203=4400,5500 204=5000,4900", on=False,
    ).state  # fmt: skip


@pytest.mark.rule("SV-REA-07", "SV-CHG-07")
def test_men_set_down_by_hand_keep_their_places_in_an_interrupted_charge() -> None:
    state = charge()
    assert state.asked == (1, "react")
    plain = play(state, "PASSER", dice=(6, 6, 6, 6, *(1, 2) * 60), left=None).one("charged")["places"]
    disturbed = play(state, "REAGIR 53 WAI A 1000", dice=(6, 6, 6, 6, *(1, 2) * 60), left=None).one("charged")["places"]
    assert disturbed["202"] == plain["202"] == [5600, 5500] and disturbed == plain


@pytest.mark.rule("SV-REA-05", "SV-GRN-09")
def test_under_the_call_to_the_hunt_a_tactical_move_is_a_reaction() -> None:
    state = table([troop((5000, 3000), (5000, 2500))], [troop((5000, 7200), (5500, 7200))])
    state.units[51].ordered = True
    for effects, said in (([], [("SV-REA-05", "not_simple")]), (["APPEL_CHASSE"], [])):
        asked = play(marked(state, 52, effects=effects), "ORDRE 2 MAR", "ALLER 5000,4000", on=False).state
        assert refused(asked, "REAGIR 52 MT A 500") == said


# The duel


@pytest.mark.rule("SV-SCN-33")
def test_a_shot_breaks_the_faith_as_a_blow_does() -> None:
    shot = play(archers(scenario=3), "ORDRE 2 ATT", "TIRER 52", "CESSER", dice=(6, 6, 1, 1, 1), on=False)
    assert shot.one("dishonoured") == {"place": 0, "unit": 2} and shot.state.hosts[0].dishonoured
    assert not play(archers(), "ORDRE 2 ATT", "TIRER 52", dice=(6, 6, 1, 1, 1), on=False).find("dishonoured")


@pytest.mark.rule("SV-SCN-31")
def test_once_the_lord_is_dead_one_may_pass() -> None:
    state = table([troop((5000, 5000), (5500, 5000))], [FAR], scenario=3)
    assert not may_pass(Field(state), 0) and refused(state, "PASSER") == [("SV-TRN-03", "no_passing")]
    turn = turn_of(state)
    fell(turn, 1, [101], blow=True)
    assert not turn.now.units[1].ordered and may_pass(turn, 0)


# The table


@pytest.mark.rule("SV-SOL-02")
def test_half_a_unit_is_not_fewer_than_half() -> None:
    state = table([FAR], [troop((5000, 5000), (5500, 5000), (4500, 5000), (5000, 5500))])
    field = Field(marked(state, 52, men=[5201, 5202], fm=1))
    fewer = Field(marked(state, 52, men=[5201], fm=1))
    assert (morale_change(field, field.now.units[52]), morale_change(fewer, fewer.now.units[52])) == (1, 2)


@pytest.mark.rule("SV-SOL-06")
def test_within_the_same_ruler_the_exactly_nearer_goes_first() -> None:
    state = table(
        [troop((5000, 9000), (5500, 9000))], [troop((4000, 6900), (4000, 6400)), troop((5000, 7000), (5000, 6500))]
    )
    for number in (52, 53):
        state.units[number].fm = 2
    field = Field(state)
    first, second = (urgency(field, field.now.units[number]) for number in (52, 53))
    assert first[:2] == second[:2] and second < first
