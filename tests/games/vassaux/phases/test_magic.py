"""Spells, counter-spells, and the three schools (SV-MAG, SV-RED, SV-GRN, SV-BLK)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import msgspec
import pytest

from heraut.engine.rng import Rng
from heraut.games import vassaux
from heraut.games.vassaux.calculators.spells import spell_succeeds
from heraut.games.vassaux.orders import Cast, Say
from heraut.games.vassaux.phases.activation import impulse
from heraut.games.vassaux.phases.casting import counters, succeeds
from heraut.games.vassaux.phases.spells import DEFENSIVE, burning, castable, listed_spell, targets
from heraut.games.vassaux.state import Battle, Chain, Demand
from heraut.games.vassaux.table.field import Field
from heraut.games.vassaux.tables.codes import School
from tests.games.vassaux.builders import (
    SEATS,
    changed,
    decision,
    defaults,
    end_turn,
    lord,
    marked,
    play,
    refused,
    table,
    troop,
    turn_of,
)
from tests.games.vassaux.promises import BLACK

LORDS = (lord((5000, 3000)), lord((500, 14500)))


def duel(schools: tuple[str, str], *, powers: tuple[str, ...] = (), gap: int = 3000, **more: object) -> Battle:
    """Unit 2 under its Lord's eye, unit 52 so far north; only unit 2 acts."""
    y = 5500 + gap
    state = table(
        [troop((5000, 5000), (5500, 5000), (4500, 5000), powers=powers)],
        [troop((5000, y), (5500, y), (4500, y), fighter="MILICIEN", title="HEROS")],
        lords=LORDS,
        schools=schools,
        **more,  # type: ignore[arg-type]
    )
    for unit in (51, 52):
        state.units[unit].ordered = True
    return state


# The roll


@pytest.mark.rule("SV-MAG-01", "SV-MAG-02", "SV-OST-09")
def test_who_casts_what_on_whom() -> None:
    state = duel(("ROUGE", ""), elements=[("HOUSE", 3, 7, 6, 6.5)])
    field = Field(state)
    assert targets(field, field.now.units[2], "AURA_DEFENSE") == [1, 2]  # itself and its friends; 52 is unseen
    assert targets(field, field.now.units[2], "PLUIE_DE_FEU") == []
    clear = Field(duel(("ROUGE", "")))
    assert targets(clear, clear.now.units[2], "AURA_DEFENSE") == [1, 2, 51, 52]
    asked = play(duel(("ROUGE", "")), "ORDRE 2 SPL", on=False).state
    assert refused(asked, "SORT NECROSE SUR 52") == [("SV-MAG-01", "unknown_spell")]
    assert refused(duel(("", "")), "ORDRE 2 SPL") == [("SV-OST-09", "no_school")]
    assert refused(marked(duel(("ROUGE", "")), 2), "ORDRE 2 SPL SPL") == [("SV-ORD-04", "same_face")]


@pytest.mark.rule("SV-MAG-03", "SV-MAG-04", "SV-MAG-06", "SV-CMD-02")
def test_extra_dice_are_discarded_after_the_roll() -> None:
    state = duel(("ROUGE", ""))
    asked = play(state, "ORDRE 2 SPL", on=False).state
    assert asked.hosts[0].reserve == 4
    assert refused(asked, "SORT AURA_DEFENSE SUR 2 DES 4") == [("SV-MAG-03", "too_many_dice")]
    cast = play(asked, "SORT AURA_DEFENSE SUR 2 DES 2", dice=(1, 2, 3))
    assert cast.find("spell_cast")[0].rule == "SV-MAG-04" and cast.one("spell_cast")["total"] == 6
    assert "AURA_DEFENSE" in cast.state.units[2].effects
    assert (cast.state.hosts[0].reserve, cast.state.hosts[0].discard, cast.state.units[2].dice) == (2, 2, [3])
    failed = play(asked, "SORT AURA_DEFENSE SUR 2 DES 2", dice=(1, 2, 2))
    assert failed.find("spell_failed")[0].rule == "SV-MAG-06" and failed.one("spell_failed")["power"] == 6
    assert failed.state.hosts[0].reserve == 2
    assert failed.state.units[2].effects == []


@pytest.mark.rule("SV-MAG-05")
def test_sixes_reroll_the_lowest_useful_die() -> None:
    asked = play(duel(("VERTE", "")), "ORDRE 2 SPL", on=False).state
    low = play(asked, "SORT LUNE_VOILEE DES 2", dice=(6, 1, 2), on=False)
    assert low.one("spell_cast")["rerolls"] == []  # enough already
    asked = play(marked(duel(("VERTE", "")), 2, lost=1), "ORDRE 2 SPL", on=False).state
    again = play(asked, "SORT HURLER_MORT DES 2", dice=(4, 1, 2), on=False)
    assert again.find("spell_failed")  # no six
    six = play(asked, "SORT HURLER_MORT DES 1", dice=(6, 1), on=False)
    assert six.find("spell_failed")  # a 1 is never re-rolled
    asked = play(duel(("ROUGE", "")), "ORDRE 2 SPL", on=False).state

    def rerolled(power: int, *dice: int) -> list[list[int]]:
        """Index and new face of each die of a meteor of this power."""
        fallen = play(asked, f"SORT METEORE SUR 52 DES 2 M {power}", dice=(*dice, *(6,) * 4, *(1,) * 60), left=None)
        (cast,) = (event for event in fallen.events if event.kind in ("spell_cast", "spell_failed"))
        return cast.data["rerolls"]

    assert rerolled(15, 6, 4, 2, 5) == [[2, 5]]  # the lowest
    assert rerolled(14, 6, 3, 3, 5) == [[1, 5]]  # of equals the first
    assert rerolled(17, 6, 2, 2, 6, 5) == [[1, 6], [2, 5]]  # a 6 that comes of it is worth another
    assert rerolled(18, 6, 4, 1, 5) == [[1, 5]]  # and there is but one for each 6


def beset(school: str, *, near: int = 1500, far: int = 3000, **more: object) -> Battle:
    """Unit 2 has a spell to cast; unit 52 stands far and unit 53 near, neither of which has had its order."""
    state = table(
        [troop((5000, 5000), (5500, 5000), (4500, 5000))],
        [troop((5000, 5500 + far), (5500, 5500 + far)), troop((5000, 5500 + near), (5600, 5500 + near))],
        lords=LORDS, schools=(school, ""), **more,  # type: ignore[arg-type]
    )  # fmt: skip
    state.units[51].ordered = True
    return state


HIDING = [("HOUSE", 3, 7, 6, 6.4)]


@pytest.mark.rule("SV-SOL-11", "SV-DPR-02")
@pytest.mark.parametrize(
    ("state", "usual"),
    [
        (beset("ROUGE"), Cast("PLUIE_DE_FEU", 53)),  # the nearest
        (beset("ROUGE", near=3000, far=1500), Cast("PLUIE_DE_FEU", 52)),
        (beset("ROUGE", near=3000), Cast("PLUIE_DE_FEU", 52)),  # of equals the first
        (beset("ROUGE", near=0), Cast("AURA_FEU")),  # nobody shoots who is engaged, but fire burns
        (beset("ROUGE", elements=HIDING), Cast("METEORE", 53, power=4)),
        (beset("ROUGE", near=6000, far=7000), Cast("AURA_EPINEUSE", 2)),  # who is not engaged needs no other aura
        (marked(beset("VERTE"), 2, lost=1), Cast("HURLER_MORT")),
        (beset("VERTE"), Cast("LUNE_VOILEE")),
        (beset("NOIRE"), Cast("CORRUPTION", 53)),
        (marked(beset("NOIRE"), 53, ordered=True), Cast("CORRUPTION", 52)),
        (marked(marked(beset("NOIRE"), 53, ordered=True), 52, ordered=True), Cast("NECROSE", 53)),
        (beset("NOIRE", elements=HIDING), Cast("POSSESSION")),  # a curse is for enemies, and none is seen
    ],
)
def test_whoever_names_no_spell_casts_the_first_of_the_list_upon_its_target(state: Battle, usual: Cast) -> None:
    asked = play(state, "ORDRE 2 SPL", on=False).state
    assert decision(asked).default == usual


@pytest.mark.rule("SV-SOL-11")
@pytest.mark.parametrize(
    ("school", "near", "spell"),
    [
        ("ROUGE", 1500, Cast("AURA_EPINEUSE", 2)),
        ("ROUGE", 0, Cast("AURA_DEFENSE", 2)),
        ("VERTE", 0, Cast("LUNE_VOILEE")),
        ("NOIRE", 0, Cast("RESURRECTION", 2)),
    ],
)
def test_a_unit_that_defends_itself_by_a_spell_casts_it_upon_itself(school: School, near: int, spell: Cast) -> None:
    field = Field(beset(school, near=near))
    assert listed_spell(field, field.now.units[2], DEFENSIVE[school], 7) == spell


@pytest.mark.rule("SV-MAG-05", "SV-MAG-04")
@pytest.mark.parametrize(
    ("dice", "power", "chance"),
    [(1, 3, Fraction(2, 3)), (1, 6, Fraction(1, 6)), (2, 7, Fraction(7, 12)), (2, 8, Fraction(5, 12)),
     (2, 9, Fraction(17, 54)), (2, 10, Fraction(2, 9)), (2, 12, Fraction(7, 108)), (3, 10, Fraction(139, 216)),
     (3, 15, Fraction(211, 1296))],
)  # fmt: skip
def test_exact_chances_of_spells(dice: int, power: int, chance: Fraction) -> None:
    state = duel(("ROUGE", ""))
    state.hosts[0].reserve = 3
    total = Fraction(0)
    paths = [(faces, Fraction(1, 6**dice)) for faces in product(range(1, 7), repeat=dice)]
    while paths:
        faces, weight = paths.pop()
        turn = turn_of(state, *faces)
        answer = Cast("METEORE", 52, dice - 1, power=power)
        try:
            total += weight * succeeds(turn, turn.now.units[2], answer, Chain(2, ["SPL"], simple=False))
        except IndexError:
            paths += [((*faces, face), weight / 6) for face in range(1, 7)]
    assert total == chance == spell_succeeds(dice, power)  # dice of the engine, and what the calculator foretells


# Counter-spells


@pytest.mark.rule("SV-MAG-09", "SV-DPR-02", "SV-CMD-02")
def test_an_enemy_leader_near_the_caster_may_counter() -> None:
    state = duel(("ROUGE", "VERTE"), gap=1800)  # a Hero's Aura reaches 2R
    asked = play(state, "ORDRE 2 SPL", "SORT AURA_DEFENSE SUR 2", dice=(6,), on=False).state
    assert asked.asked == (1, "counter")
    assert refused(asked, "CONTRER 51") == [("SV-MAG-09", "cannot_counter")]
    reserve = asked.hosts[1].reserve
    # the caster must reach the Hero's Cd 1, the Hero the Vassal's Cd 3
    won = play(asked, "CONTRER 52", dice=(1, 6), on=False)
    assert won.one("countered")["winner"] == 52
    assert (won.state.hosts[1].reserve, won.state.hosts[1].discard) == (reserve - 1, 1)
    assert won.state.asked == (1, "apply")
    dispelled = play(won.state, "NON")
    assert dispelled.one("spell_dispelled") == {"unit": 2} and not dispelled.find("spell_stands")
    assert dispelled.state.units[2].effects == [] and dispelled.state.units[52].simple == ""
    let = play(won.state, "OUI")
    assert let.state.units[2].effects == ["AURA_DEFENSE"] and let.one("spell_stands") == {"unit": 2}
    stands = play(asked, "CONTRER 52", dice=(6, 4))
    assert stands.state.units[2].effects == ["AURA_DEFENSE"]
    spared = play(asked, "LAISSER")
    assert spared.state.units[2].effects == ["AURA_DEFENSE"] and spared.state.hosts[1].reserve == reserve


@pytest.mark.rule("SV-MAG-09", "SV-MAG-10")
def test_who_cannot_counter_and_what_cannot_be() -> None:
    def able(state: Battle, spell: str = "AURA_DEFENSE") -> list[int]:
        field = Field(state)
        return counters(field, field.now.units[2], spell)

    assert able(duel(("ROUGE", "VERTE"), gap=2005)) == [52] and able(duel(("ROUGE", "VERTE"), gap=2006)) == []
    assert able(duel(("ROUGE", ""), gap=1000)) == []
    assert able(duel(("ROUGE", "VERTE"), gap=1800, elements=[("HOUSE", 4, 6, 6, 6.4)])) == []
    broke = duel(("ROUGE", "VERTE"), gap=1000)
    broke.hosts[1].reserve = 0
    assert able(broke) == []
    assert able(duel(("VERTE", "ROUGE"), gap=1000), "LUNE_VOILEE") == []
    assert able(duel(("NOIRE", "ROUGE"), gap=1000), "NECROSE") == [52]


# Red


@pytest.mark.rule("SV-RED-01", "SV-CMD-07", "SV-CMD-02")
def test_the_presumptuous_gives_the_initiative_away_for_a_die() -> None:
    proud = lord((14500, 500), powers=("PRESOMPTUEUX",))
    state = table(lords=(proud, lord((500, 14500))), schools=("ROUGE", ""))
    bare = play(play(state, "ORDRE 1 WAI").state, "ORDRE 51 WAI", dice=(6, 6, 1, 1), on=False)
    assert bare.find("initiative") and bare.state.asked == (0, "activate")  # there is no die to take back
    state.hosts[0].discard = 2
    asked = play(play(state, "ORDRE 1 WAI").state, "ORDRE 51 WAI", on=False).state
    assert asked.asked == (0, "cede") and decision(asked).default == Say(False)
    yes = play(asked, "OUI")
    assert (yes.state.hosts[0].reserve, yes.state.hosts[0].discard) == (state.hosts[0].reserve + 1, 1)
    assert yes.state.asked == (1, "activate") and not yes.find("initiative")
    assert play(asked, "NON", dice=(6, 6, 1, 1)).state.asked == (0, "activate")
    both = table(lords=(proud, lord((500, 14500), powers=("PRESOMPTUEUX",))), schools=("ROUGE", "ROUGE"), initiative=1)
    for host in both.hosts:
        host.discard = 1
    asked = play(play(both, "ORDRE 1 WAI").state, "ORDRE 51 WAI", on=False).state
    assert asked.asked == (1, "cede")  # the last holder is asked first
    assert play(asked, "NON", on=False).state.asked == (0, "cede")


@pytest.mark.rule("SV-RED-02", "SV-GRN-01", "SV-BLK-01", "SV-ORD-08")
@pytest.mark.parametrize(("school", "power"), [("ROUGE", "MAJE"), ("VERTE", "CHEF_DE_MEUTE"), ("NOIRE", "MAGIE_NOIRE")])
def test_a_second_spell_at_its_own_die(school: str, power: str) -> None:
    state = duel((school, ""), powers=(power,))
    assert refused(state, "ORDRE 2 SPL SPL") == []
    for chain in ("SPL SPL ATC", "SPL ATC", "SPL SPL SPL"):
        assert refused(state, f"ORDRE 2 {chain}") == [("SV-ORD-04", "same_face")]
    spell = {"ROUGE": "SORT AURA_DEFENSE SUR 2", "VERTE": "SORT APPEL_CHASSE", "NOIRE": "SORT POSSESSION"}[school]
    after = play(state, "ORDRE 2 SPL SPL", spell, spell, dice=(6, 6))
    assert len(after.find("spell_cast")) == 2 and after.state.units[2].dice == [3, 3]


@pytest.mark.rule("SV-RED-02", "SV-MAG-01")
def test_a_graduate_mage_casts_a_second_spell_the_same_or_another_for_a_second_die() -> None:
    state = duel(("ROUGE", ""), powers=("MAJE",))
    reserve = state.hosts[0].reserve
    for second in ("AURA_DEFENSE", "AURA_EPINEUSE"):
        after = play(state, "ORDRE 2 SPL SPL", "SORT AURA_DEFENSE SUR 2", f"SORT {second} SUR 2", dice=(6, 6))
        assert [event.data["spell"] for event in after.find("spell_cast")] == ["AURA_DEFENSE", second]
        assert (after.state.hosts[0].reserve, after.state.units[2].dice) == (reserve - 2, [3, 3])
    assert refused(state, "ORDRE 2 SPL MT SPL") == []  # Cd 3: the second spell counts as any order
    assert refused(state, "ORDRE 2 SPL MT SPL ALE") == [("SV-ORD-03", "too_many_orders")]
    state.hosts[0].reserve = 1
    assert refused(state, "ORDRE 2 SPL SPL") == [("SV-ORD-03", "reserve_empty")]
    state.hosts[0].reserve = 2
    assert refused(state, "ORDRE 2 SPL SPL") == []
    # his own power, nobody else's: neither his Lord nor another Vassal casts twice
    assert refused(state, "ORDRE 1 SPL SPL") == [("SV-ORD-04", "same_face")]
    learned = marked(state, 1, sheet=msgspec.structs.replace(state.units[1].sheet, powers=("PRESOMPTUEUX", "MAJE")))
    assert refused(learned, "ORDRE 1 SPL SPL") == []


@pytest.mark.rule("SV-RED-06", "SV-MAG-08", "SV-GEN-04")
def test_aura_of_defence_for_the_next_melee_only() -> None:
    state = table([troop((5000, 5000), (5500, 5000))], [troop((5000, 5500), (5500, 5500), fighter="LANCIER")])
    for unit in (51, 52):
        state.units[unit].ordered = True
    state = marked(state, 52, effects=["AURA_DEFENSE"], fortified=True)
    after = play(state, "ORDRE 2 ATT", "FRAPPER 52", dice=(6,) * 6 + (1,) * 40, left=None)
    assert after.one("struck")["df"] == (2 + 1) * 2 and after.state.units[52].effects == []
    turn = turn_of(state)
    turn.enchant(52, "AURA_DEFENSE")
    assert turn.now.units[52].effects == ["AURA_DEFENSE"]  # it does not stack
    assert end_turn(state).state.units[52].effects == ["AURA_DEFENSE"]  # nor expire


def thorny() -> Battle:
    """Two against two, those of unit 52 under the thorny aura."""
    state = table(
        [troop((5000, 5000), (5500, 5000), fighter="BRETTEUR")], [troop((5000, 5500), (5500, 5500), fighter="BRETTEUR")]
    )
    for unit in (51, 52):
        state.units[unit].ordered = True
    return marked(state, 52, effects=["AURA_EPINEUSE"])


@pytest.mark.rule("SV-RED-07")
def test_thorns_return_half_of_the_hits() -> None:
    state = thorny()
    one = play(state, "ORDRE 2 ATT", "FRAPPER 52", dice=(5, 1, 1, 1, 5, 1, 1, 1, *(1, 2) * 30), left=None)
    assert one.one("thorns")["hits"] == 1 and one.one("struck")["hits"] == 1
    assert one.find("fallen")[0].data["unit"] == 2  # before the casualties of the attack
    three = play(state, "ORDRE 2 ATT", "FRAPPER 52", dice=(5, 1, 1, 1, 5, 5, 5, 1, *(1, 2) * 30), left=None)
    assert three.one("thorns")["hits"] == 1 and three.one("struck")["hits"] == 3  # half, rounded down
    none = play(state, "ORDRE 2 ATT", "FRAPPER 52", dice=(6, 1, 1, 1, 1, 1, 1, 1, *(1, 2) * 30), left=None)
    assert not none.find("thorns") and none.state.units[52].effects == []


@pytest.mark.rule("SV-RED-08", "SV-GEN-03")
def test_aura_of_fire_burns_every_enemy_near_even_engaged() -> None:
    state = duel(("ROUGE", ""), gap=900)
    assert burning(Field(state), state.units[2]) == [52]
    straying = duel(("ROUGE", ""), gap=900)
    straying.at[5203] = (9000, 9000)
    assert burning(Field(straying), straying.units[2]) == [52]  # one base of it will do
    asked = play(state, "ORDRE 2 SPL", on=False).state
    after = play(asked, "SORT AURA_FEU DES 2", dice=(3, 3, 1, 2))
    assert after.one("burnt")["hits"] == 2 and after.one("burnt")["casualties"] == 2
    fallen = [man for event in after.find("fallen") for man in event.data["figures"]]
    assert fallen[0] == 5201 and len(fallen) == 2
    tough = marked(asked, 52, sheet=msgspec.structs.replace(asked.units[52].sheet, ps=2))
    burnt = play(tough, "SORT AURA_FEU DES 2", dice=(3, 3, 1, 5))
    assert (burnt.one("burnt")["hits"], burnt.one("burnt")["casualties"]) == (5, 2)


@pytest.mark.rule("SV-RED-09", "SV-RED-10", "SV-MAG-07")
def test_meteors_and_rains_of_fire() -> None:
    state = duel(("ROUGE", ""), gap=4000)
    field = Field(state)
    assert targets(field, field.now.units[2], "METEORE") == [52]
    assert targets(Field(duel(("ROUGE", ""), gap=4006)), state.units[2], "METEORE") == []
    assert targets(Field(duel(("ROUGE", ""), gap=5005)), state.units[2], "PLUIE_DE_FEU") == [52]
    walled = duel(("ROUGE", ""), gap=4000, elements=[("HOUSE", 3, 7, 7, 7.5)])
    assert targets(Field(walled), walled.units[2], "METEORE") == [52]
    assert targets(Field(walled), walled.units[2], "PLUIE_DE_FEU") == []
    band = marked(walled, 52, leader=0, men=[], band=walled.units[52].men)  # of whom nobody is seen either
    assert targets(Field(band), band.units[2], "METEORE") == [-52]
    assert targets(Field(band), band.units[2], "PLUIE_DE_FEU") == []
    asked = play(walled, "ORDRE 2 SPL", on=False).state
    assert refused(asked, "SORT METEORE SUR 52") == [("SV-RED-09", "bad_power")]
    assert refused(asked, "SORT AURA_DEFENSE SUR 2 M 4") == [("SV-RED-09", "bad_power")]
    assert refused(asked, "SORT METEORE SUR 52 M 1") == []
    hit = play(asked, "SORT METEORE SUR 52 M 4", dice=(4, 6, 6, 6, 6, *(1,) * 5))
    shot = hit.one("shot")
    assert (shot["each"], shot["men"], shot["bonus"], shot["covered"], shot["df"]) == (1, 1, 4, True, 4)
    assert hit.state.units[2].shots == 0
    rain = play(play(state, "ORDRE 2 SPL", on=False).state, "SORT PLUIE_DE_FEU SUR 52", dice=(6, 6, 6, *(1,) * 9))
    assert rain.one("shot")["bonus"] == 8
    veiled = marked(state, 52, effects=["LUNE_VOILEE"])
    assert targets(Field(veiled), veiled.units[2], "METEORE") == []
    night = changed(state, night=True)
    assert targets(Field(night), night.units[2], "METEORE") == []


# Green


@pytest.mark.rule("SV-GRN-05", "SV-ORD-02")
def test_the_impulsive_go_for_the_enemy_out_of_their_lord_s_aura() -> None:
    def wild(*foe: tuple[int, int], chief: tuple[int, int] = (14000, 500)) -> Battle:
        return table(
            [troop((5000, 5000), (5000, 4500), powers=("IMPULSIF",), title="HEROS")],
            [troop(*foe, fighter="MILICIEN")], lords=(lord(chief), lord((500, 14500))),
        )  # fmt: skip

    near, far = ((5000, 7000), (5600, 7000)), ((5000, 11000), (5600, 11000))
    assert impulse(Field(wild(*near)), wild(*near).units[2]) == "CHA"
    assert refused(wild(*near), "ORDRE 2 WAI") == [("SV-GRN-05", "forced_order")]
    assert impulse(Field(wild(*near, chief=(5000, 3000))), wild(*near).units[2]) is None
    touching = wild((5000, 5500), (5600, 5600))
    assert impulse(Field(touching), touching.units[2]) == "ATT"
    marching = play(wild(*far), "ORDRE 2 MAR")
    assert marching.one("moved")["end"] == [5000, 7500] and marching.one("announced")["forced"]


@pytest.mark.rule("SV-GRN-06", "SV-GRN-07", "SV-GRN-08", "SV-GRN-09", "SV-TRN-05")
def test_howls_bind_the_units_in_the_aura_until_the_end_of_the_turn() -> None:
    state = duel(("VERTE", ""))
    asked = play(state, "ORDRE 1 SPL", on=False).state
    assert refused(asked, "SORT HURLER_MORT") == [("SV-GRN-07", "no_losses")]
    veil = play(asked, "SORT LUNE_VOILEE DES 1", dice=(3, 3))
    assert [veil.state.units[n].effects for n in (1, 2)] == [["LUNE_VOILEE"]] * 2
    assert end_turn(veil.state).state.units[2].effects == []
    hunt = play(asked, "SORT APPEL_CHASSE", dice=(3,)).state
    if hunt.asked == (1, "activate"):
        hunt = play(hunt, "ORDRE 51 WAI").state
    free = play(hunt, "ORDRE 2 MT", "ALLER 5000,4000", dice=(6, 6, 1, 1))
    assert free.one("moved")["end"] == [5000, 4000] and free.one("announced")["simple"]
    assert free.state.hosts[0].reserve == hunt.hosts[0].reserve
    vassal = play(state, "ORDRE 2 SPL", on=False).state
    assert refused(vassal, "SORT HURLER_MEUTE") == [("SV-GRN-08", "lord_only")]
    angry = marked(state, 2, lost=1)
    rage = play(play(angry, "ORDRE 2 SPL", on=False).state, "SORT HURLER_MORT DES 1", dice=(4, 4)).state
    from heraut.games.vassaux.phases.attack import melee_at

    field = Field(rage)
    assert melee_at(field, 2, field.sheet(52)) == 3


@pytest.mark.rule("SV-GRN-08", "SV-ORD-02")
def test_the_pack_needs_no_sight_of_its_lord() -> None:
    walled = duel(("VERTE", ""), elements=[("HOUSE", 4, 6, 3.6, 4.2)])
    assert refused(walled, "ORDRE 2 MT") == [("SV-ORD-02", "lord_unseen")]
    heard = play(play(walled, "ORDRE 1 SPL", on=False).state, "SORT HURLER_MEUTE", dice=(3,)).state
    assert heard.asked == (0, "activate") and refused(heard, "ORDRE 2 MT") == []


@pytest.mark.rule("SV-GRN-02", "SV-ATK-10")
def test_the_fierce_reroll_ones_by_criticals() -> None:
    state = table(
        [troop((5000, 5000), (5500, 5000), powers=("FEROCE",))], [troop((5000, 5500), (9500, 5500), fighter="MILICIEN")]
    )
    for unit in (51, 52):
        state.units[unit].ordered = True
    after = play(state, "ORDRE 2 ATT", "FRAPPER 52", dice=(5, 1, 6, 1, 5), left=None)
    assert after.one("struck")["rerolls"] == [[1, 5]]


# Black


@pytest.mark.rule("SV-BLK-02", "SV-MAG-03")
def test_invocation_dice_feed_rituals_without_limit_of_command() -> None:
    hosts = {"j1": BLACK, "j2": {**BLACK, "lord": {**BLACK["lord"], "powers": ["MAGIE_NOIRE"]}}}
    new = vassaux.setup(SEATS, {"magic": True, "hosts": hosts}, Rng(b"")).state
    assert [host.invocation for host in new.hosts] == [4, 0]  # the Invoker's, for the whole game
    state = duel(("NOIRE", ""))
    state.hosts[0].invocation = 4
    asked = play(state, "ORDRE 2 SPL", on=False).state
    assert refused(asked, "SORT NECROSE SUR 52 INVOCATION 5") == [("SV-BLK-02", "too_many_invocations")]
    after = play(asked, "SORT NECROSE SUR 52 INVOCATION 4", dice=(2, 2, 2, 2, 2))
    assert after.state.hosts[0].invocation == 0 and after.state.hosts[0].discard == 0
    assert after.state.units[52].effects == ["NECROSE"]
    red = play(duel(("ROUGE", "")), "ORDRE 2 SPL", on=False).state
    red.hosts[0].invocation = 4
    assert refused(red, "SORT AURA_DEFENSE SUR 2 INVOCATION 1") == [("SV-BLK-02", "too_many_invocations")]


@pytest.mark.rule("SV-BLK-03", "SV-END-05", "SV-COH-07")
def test_martyrs_strike_threefold_and_are_gone() -> None:
    state = table(
        [
            troop(
                (5000, 5000),
                (5500, 5000),
                (5000, 4500),
                profile="PAYSAN",
                weapon="MELEE",
                powers=("MARTYRS",),
                title="HEROS",
            )
        ],
        [troop((5000, 5500), (5500, 5500), fighter="SOLDAT_REGULIER")],
    )
    for unit in (51, 52):
        state.units[unit].ordered = True
    asked = play(state, "ORDRE 2 ATT", "FRAPPER 52", on=False).state
    assert asked.asked == (0, "martyrs")
    after = play(asked, "OUI", dice=(6,) * 5 + (1,) * 40, left=None)
    assert after.one("struck")["each"] == 3 and after.one("martyrs_gone")["figures"]
    assert not any(man // 100 == 2 for man in after.state.at)
    assert after.state.hosts[0].eliminated == 3 * (2 + 2 + 3) + 2
    spared = play(asked, "OUI", dice=(*(6,) * 5, *(1,) * 6, 6, *(1,) * 4, 2, 1))  # nobody falls
    assert spared.one("martyrs_gone")["figures"] == [201, 202, 203] and spared.one("vassal_fell")["unit"] == 2
    assert not spared.find("confused") and spared.state.hosts[0].eliminated == 3 * (2 + 2 + 3) + 2
    dice = (*(6,) * 5, *(1,) * 40)
    for spared in (play(asked, "NON", dice=dice, left=None), defaults(asked, dice=dice)):
        assert spared.one("struck")["each"] == 1


@pytest.mark.rule("SV-BLK-03", "SV-ORD-16")
def test_martyrs_are_offered_before_the_order_die_is_thrown() -> None:
    state = table(
        [troop((5000, 5000), (5500, 5000), profile="PAYSAN", powers=("MARTYRS",), title="VASSAL")],
        [troop((5000, 5500), (5500, 5500), fighter="SOLDAT_REGULIER")],
        lords=(lord((5000, 3000)), lord((500, 14500))), schools=("NOIRE", ""),
    )  # fmt: skip
    for unit in (51, 52):
        state.units[unit].ordered = True
    asked = play(state, "ORDRE 2 ATC", "FRAPPER 52", on=False)
    assert asked.state.asked == (0, "martyrs") and not asked.find("order_die")
    after = play(asked.state, "OUI", dice=(2, *(1,) * 60), left=None)
    assert [event.kind for event in after.events][:3] == ["martyrs", "order_die", "struck"]
    assert after.one("struck")["bonus"] == 2 and after.one("struck")["each"] == 0


@pytest.mark.rule("SV-BLK-05", "SV-GRN-05")
def test_who_obeys_corruption_finds_his_own_way_even_an_impulsive_unit() -> None:
    state = table(
        [troop((5000, 5000), (5000, 4500), powers=("IMPULSIF",), title="HEROS")],
        [troop((5000, 11000), (5600, 11000), fighter="MILICIEN")],
    )
    state.corrupted = [Demand(2, "MAR")]
    for unit in (51, 52):
        state.units[unit].ordered = True
    assert refused(state, "ORDRE 2 CHA") == [("SV-BLK-05", "must_obey")]
    after = play(state, "ORDRE 2 MAR", "ALLER 6000,5000")
    assert after.one("announced")["forced"] and after.state.at[201] == (6000, 5000)


@pytest.mark.rule("SV-BLK-04", "SV-ATK-04")
def test_necrosis_takes_the_worst_die_and_still_blocks() -> None:
    state = table([troop((5000, 5000), (5500, 5000))], [troop((5000, 5500), (9500, 5500), fighter="MILICIEN")])
    for unit in (51, 52):
        state.units[unit].ordered = True
    after = play(marked(state, 52, effects=["NECROSE"]), "ORDRE 2 ATT", "FRAPPER 52", dice=(6, 2, 6, 1), left=None)
    assert (after.one("struck")["threshold"], after.one("struck")["blocked"], after.one("struck")["hits"]) == (
        2,
        True,
        1,
    )
    assert "NECROSE" not in end_turn(marked(state, 52, effects=["NECROSE"])).state.units[52].effects


@pytest.mark.rule("SV-BLK-05", "SV-ORD-05", "SV-REA-02")
def test_corruption_dictates_the_next_order() -> None:
    state = duel(("NOIRE", ""), gap=4000)
    state.hosts[0].invocation = 4
    ordered = play(state, "ORDRE 2 SPL", on=False).state
    assert refused(ordered, "SORT CORRUPTION SUR 52") == [("SV-MAG-02", "bad_target")]  # it has had its order
    fresh = marked(state, 52, ordered=False)
    asked = play(
        play(fresh, "ORDRE 2 SPL", on=False).state,
        "SORT CORRUPTION SUR 52 INVOCATION 3",
        "PASSER",
        dice=(2, 2, 2, 2),
        on=False,
    )
    assert asked.state.asked == (0, "assign")
    assert refused(asked.state, "IMPOSER FOR") == [("SV-BLK-05", "not_simple")]
    imposed = play(asked.state, "IMPOSER ATT")
    told = imposed.state
    assert imposed.one("corrupted") == {"unit": 52, "order": "ATT"}
    assert targets(Field(told), told.units[2], "CORRUPTION") == []  # nobody obeys two
    assert targets(Field(fresh), fresh.units[2], "CORRUPTION") == [52]
    strayed = Field(marked(fresh, 52, men=[5201, 5202], band=[5203]))
    assert targets(strayed, strayed.now.units[2], "CORRUPTION") == [52]  # confused men take no orders to be twisted
    assert targets(strayed, strayed.now.units[2], "NECROSE") == [1, 2, 51, 52, -52]
    assert told.corrupted == [(52, "ATT")] and told.asked == (1, "activate")
    assert refused(told, "ORDRE 52 WAI") == [("SV-BLK-05", "must_obey")]
    obeyed = play(told, "ORDRE 52 ATT")
    assert obeyed.one("order_ignored")["order"] == "ATT" and obeyed.state.corrupted == []


@pytest.mark.rule("SV-BLK-06", "SV-MAG-08", "SV-GEN-04")
def test_resurrection_hardens_for_one_attack() -> None:
    state = table([troop((5000, 5000), (5500, 5000))], [troop((5000, 5500), (9500, 5500), fighter="MILICIEN")])
    for unit in (51, 52):
        state.units[unit].ordered = True
    after = play(
        marked(state, 52, effects=["RESURRECTION"]),
        "ORDRE 2 ATT",
        "FRAPPER 52",
        dice=(1, 1, 5, 5, *(1,) * 20),
        left=None,
    )
    assert (after.one("struck")["ps"], after.one("struck")["casualties"]) == (3, 0)
    assert after.state.units[52].effects == []


@pytest.mark.rule("SV-BLK-06", "SV-RED-08")
def test_resurrection_hardens_against_fire_as_against_a_shot() -> None:
    state = marked(play(duel(("ROUGE", ""), gap=900), "ORDRE 2 SPL", on=False).state, 52, effects=["RESURRECTION"])
    burnt = play(state, "SORT AURA_FEU DES 2", dice=(3, 3, 1, 5))
    assert [burnt.one("burnt")[key] for key in ("hits", "ps", "casualties")] == [5, 3, 1]
    assert burnt.state.units[52].effects == [] and burnt.one("fallen")["figures"] == [5201]


@pytest.mark.rule("SV-BLK-06", "SV-RED-07")
@pytest.mark.parametrize(("effects", "ps", "fallen"), [(["RESURRECTION"], 3, 0), ([], 1, 2)])
def test_resurrection_hardens_against_thorns_and_is_used_up(effects: list[str], ps: int, fallen: int) -> None:
    state = marked(thorny(), 2, effects=effects)
    stung = play(state, "ORDRE 2 ATT", "FRAPPER 52", dice=(1, 1, 1, 1, *(5,) * 4, *(3,) * 40), left=None, on=False)
    assert [stung.one("thorns")[key] for key in ("hits", "ps", "casualties")] == [2, ps, fallen]
    assert stung.state.units[2].effects == []


@pytest.mark.rule("SV-BLK-06", "SV-RED-07")
def test_thorns_without_hits_do_not_use_resurrection_up() -> None:
    state = marked(thorny(), 2, effects=["RESURRECTION"])
    missed = play(
        state, "ORDRE 2 ATT", "FRAPPER 52", dice=(6, 1, 1, 1, *(1,) * 4, 6, 1, 1, 1, *(1,) * 4, *(1, 2) * 20), left=None
    )
    assert not missed.find("thorns")
    assert missed.one("struck_back")["ps"] == 3  # it was still there for the blow returned


@pytest.mark.rule("SV-BLK-07", "SV-BLK-08", "SV-CMD-02")
def test_possession_steals_a_die_and_night_falls_for_good() -> None:
    state = duel(("NOIRE", ""))
    state.hosts[0].invocation = 4
    asked = play(state, "ORDRE 2 SPL", on=False).state
    mine, theirs = asked.hosts[0].reserve, asked.hosts[1].reserve
    stolen = play(asked, "SORT POSSESSION", dice=(4,)).state
    assert (stolen.hosts[0].reserve, stolen.hosts[1].reserve) == (mine + 1, theirs - 1)
    asked.hosts[1].reserve = 0
    assert play(asked, "SORT POSSESSION", dice=(4,)).one("die_stolen")["stolen"] == 0
    night = play(asked, "SORT NUIT_ETERNELLE INVOCATION 4", dice=(3, 3, 2, 2, 2)).state
    assert night.night and end_turn(night).state.night


def test_all_castable_spells_have_targets() -> None:
    field = Field(duel(("ROUGE", "")))
    assert {spell for spell, _ in castable(field, field.now.units[2])} == {
        "AURA_DEFENSE", "AURA_EPINEUSE", "AURA_FEU", "METEORE", "PLUIE_DE_FEU",
    }  # fmt: skip


@pytest.mark.rule("SV-MAG-03", "SV-BLK-02", "SV-RED-09")
@pytest.mark.parametrize(("school", "invocation"), [("ROUGE", 0), ("VERTE", 0), ("NOIRE", 0), ("NOIRE", 4)])
def test_a_spell_cast_by_chance_is_one_that_may_be_cast(school: str, invocation: int) -> None:
    state = duel((school, ""))
    state.hosts[0].invocation = invocation
    owed = decision(play(state, "ORDRE 2 SPL", on=False).state)
    for seed in range(100):
        assert owed.check(owed.sample(Rng(b"%d" % seed))) == []
