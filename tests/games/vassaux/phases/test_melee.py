"""Melee and multiple combats, step by step (SV-MEL, SV-MUL)."""

from __future__ import annotations

import msgspec
import pytest

from heraut.games import vassaux
from heraut.games.vassaux.orders import Fight, Lose
from heraut.games.vassaux.phases.losses import lose_in_melee
from heraut.games.vassaux.phases.melee import assignment, combat_losses, ordered, rank
from heraut.games.vassaux.resolution import Turn
from heraut.games.vassaux.state import Battle, Losses, Melee, Side
from heraut.games.vassaux.table.field import Field
from tests.games.vassaux.builders import SEATS, Told, decision, lord, marked, play, refused, table, troop, turn_of


def face_to_face(**more: object) -> Battle:
    """Two swashbucklers (At 2, Df 4) against three militiamen (At 1, Df 2, the third behind)."""
    state = table(
        [troop((5000, 5000), (5500, 5000), (5250, 4500), **more)],  # type: ignore[arg-type]
        [troop((5000, 5500), (5500, 5500), (5250, 6000), fighter="MILICIEN", title="HEROS")],
    )
    for unit in (51, 52):
        state.units[unit].ordered = True  # nobody reacts
    return state


@pytest.mark.rule("SV-MEL-01", "SV-MEL-02", "SV-MEL-05", "SV-ATK-08", "SV-ATK-11", "SV-GEN-06")
def test_a_melee_in_the_order_of_its_steps() -> None:
    # 2 men x 2 dice; threshold 4: one hit; the defender's man 5202 falls (default: not the leader);
    # one militiaman in contact strikes back with At 1 against Df 4; then 1d6 each against Pe 0
    after = play(face_to_face(), "ORDRE 2 ATT", "FRAPPER 52", dice=(4, 1, 4, 2, 3, 1, 5, 1, 1, 2, 3, 2, 5))
    struck, back = after.one("struck"), after.one("struck_back")
    assert (struck["men"], struck["each"], struck["hits"], struck["casualties"]) == (2, 2, 1, 1)
    assert after.one("fallen")["figures"] == [5202] and after.find("fallen")[0].rule == "SV-MEL-03"
    assert (back["men"], back["each"], back["df"], back["hits"], back["bonus"]) == (1, 1, 4, 0, 0)
    assert after.one("melee_test")["pe"] == [0, 0] and after.one("melee_test")["winner"] == 52
    assert [e.kind for e in after.events if e.kind in ("struck", "fallen", "struck_back", "melee_test")] == [
        "struck", "fallen", "struck_back", "melee_test",
    ]  # fmt: skip


@pytest.mark.rule("SV-ATK-08", "SV-GEN-03")
def test_hits_short_of_a_man_s_health_are_lost() -> None:
    state = table([troop((5000, 5000), (5500, 5000))], [troop((5000, 5500), (5500, 5500), fighter="SOLDAT_REGULIER")])
    for unit in (51, 52):
        state.units[unit].ordered = True
    after = play(state, "ORDRE 2 ATT", "FRAPPER 52", dice=(4, 1, 1, 1, 1, 5, 5, 5, 1, *(1, 2) * 30), left=None)
    assert (after.one("struck")["hits"], after.one("struck")["casualties"]) == (3, 1)


@pytest.mark.rule("SV-MEL-05", "SV-MEL-03", "SV-MEL-04", "SV-COH-03")
def test_nobody_left_in_contact_strikes_nobody_back() -> None:
    # four hits, but only two men are in contact: the leader falls with them, the third is a band
    after = play(face_to_face(), "ORDRE 2 ATT", "FRAPPER 52", dice=(1, 1, 5, 5, 5, 5))
    assert after.one("fallen")["figures"] == [5201, 5202] and not after.find("struck_back")
    assert after.state.units[52].band == [5203] and not after.find("melee_test")


@pytest.mark.rule("SV-MEL-03", "SV-MEL-01")
def test_a_melee_tells_the_men_who_fall_not_the_hits_divided() -> None:
    first = play(face_to_face(), "ORDRE 2 ATT", "FRAPPER 52", dice=(1, 1, 5, 5, 5, 5))
    assert (first.one("struck")["hits"], first.one("struck")["casualties"]) == (4, 2)  # two of three are in contact
    told = vassaux.report(vassaux.view(first.state, SEATS[0]), first.events, "en").replace("\n    ", " ")
    assert "4 hits, 2 losses" in told
    # struck back by six dice, the two Swashbucklers in contact fall, not the third
    state = marked(face_to_face(), 52, effects=["HURLER_MORT", "HURLER_MORT"])
    state = marked(state, 52, sheet=msgspec.structs.replace(state.units[52].sheet, at=6))
    back = play(state, "ORDRE 2 ATT", "FRAPPER 52", dice=(6, 1, 1, 1, 1, 1, *(1,) * 4, *(5,) * 40), left=None)
    assert back.one("struck_back")["hits"] > 2 == back.one("struck_back")["casualties"]
    assert len(back.one("fallen")["figures"]) == 2


@pytest.mark.rule("SV-RED-07", "SV-MEL-03")
def test_where_thorns_may_spare_men_the_blow_does_not_say_who_falls() -> None:
    # 5202 touches 202 alone, who falls to the thorns: he is out of reach before the casualties are removed
    state = table(
        [troop((5000, 5000), (6600, 5000), profile="ECUYER", weapon="MELEE")],
        [troop((5000, 5500), (6600, 5500), fighter="MILICIEN", title="HEROS")],
    )
    state = marked(state, 52, effects=["AURA_EPINEUSE"], ordered=True)
    state.units[51].ordered = True
    dice = (5, 1, 5, 5, 1, 1, *(3,) * 30)
    thorns = play(state, "ORDRE 2 ATT", "FRAPPER 52", "PERDRE 202", dice=dice, left=None, on=False)
    struck = thorns.one("struck")
    assert (struck["hits"], struck["casualties"], thorns.one("thorns")["casualties"]) == (2, None, 1)
    assert [event.data["figures"] for event in thorns.find("fallen")] == [[202], [5201]]
    for lang, said in (("fr", "2 touches. ("), ("en", "2 hits. (")):
        told = vassaux.report(vassaux.view(thorns.state, SEATS[0]), thorns.events, lang)
        assert said in " ".join(told.split()), told


@pytest.mark.rule("SV-MEL-04", "SV-MEL-07")
def test_a_unit_that_has_just_lost_its_leader_strikes_back_and_tests_no_more() -> None:
    state = face_to_face()
    state = marked(state, 52, men=[5201, 5202, 5203])
    # one casualty: 5201 and 5202 touch as many enemies; the defender gives up his leader
    after = play(state, "ORDRE 2 ATT", "FRAPPER 52", "PERDRE 5201", dice=(4, 1, 4, 2, 3, 1, 1, 2, 3, 4, 6))
    assert after.one("struck_back")["unit"] == -52 and after.find("fallen")[0].data["leader"]
    assert not after.find("melee_test")  # the other side reorganises without a roll
    asked = play(state, "ORDRE 2 ATT", "FRAPPER 52", "PERDRE 5201", dice=(4, 1, 4, 2, 3, 1, 1, 2, 3, 4, 6), on=False)
    assert asked.state.asked == (0, "regroup")


@pytest.mark.rule("SV-MEL-03")
def test_those_who_touch_most_enemies_fall_first() -> None:
    state = table(
        [troop((5000, 5000), (5500, 5000), (6000, 5000))],
        [troop((5250, 5433), (6000, 5500), (6600, 5500), fighter="LANCIER")],
    )
    turn = turn_of(state)
    assert lose_in_melee(turn, 52, [5201, 5202, 5203], 5) == 2  # casualties beyond those in contact are lost
    frame = turn.now.stack[-1]
    assert isinstance(frame, Losses) and frame.tiers == [[5201], [5202]]


@pytest.mark.rule("SV-MEL-06", "SV-MEL-07", "SV-MEL-08")
def test_combat_losses_beyond_command_and_who_reorganises_first() -> None:
    state = face_to_face()
    field = Field(state)
    assert combat_losses(field, Side(2, [], lost=5)) == 2 and combat_losses(field, Side(2, [], lost=2)) == 0
    assert combat_losses(field, Side(52, [], lost=3)) == 2
    state = table(
        [troop((5000, 5000), (5500, 5000), (6000, 5000))],
        [troop((5250, 6000), (5000, 5500), (5500, 5500), (6000, 5500), fighter="MILICIEN", title="HEROS")],
    )
    for unit in (51, 52):
        state.units[unit].ordered = True
    after = play(state, "ORDRE 2 ATT", "FRAPPER 52", dice=(1, 1, *(3,) * 6, 3, 4), on=False)
    assert after.one("melee_test")["pe"] == [0, 2]  # three dead, Cd 1
    assert after.one("melee_test")["winner"] == 2 and after.state.asked == (0, "regroup")
    assert refused(after.state, "ALLER 5000,4500") == [("SV-MOV-11", "only_reorganising")]
    assert refused(after.state, "REFORMER 5000,4500") == [] and refused(after.state, "RESTER") == []
    declined = play(after.state, "RESTER", on=False)
    assert declined.state.asked == (1, "regroup")


@pytest.mark.rule("SV-MEL-09", "SV-ORD-11", "SV-SHT-09")
def test_contact_alone_makes_no_combat_and_archers_fight_bare() -> None:
    state = face_to_face()
    waited = play(state, "ORDRE 2 WAI")
    assert not waited.find("struck")
    archers = table(
        [troop((5000, 5000), (5500, 5000), fighter="ARBALETRIER")],
        [troop((5000, 5500), (5500, 5500), fighter="MILICIEN")],
    )
    for unit in (51, 52):
        archers.units[unit].ordered = True
    after = play(archers, "ORDRE 2 ATT", "FRAPPER 52", dice=(6, 6, 1, 1, 1, 1, 1, 6, 6), on=False)
    assert after.one("struck")["each"] == 1
    assert refused(play(archers, "ORDRE 2 ATT", on=False).state, "TIRER 52") == [("SV-SHT-01", "shooter_engaged")]


def three_way() -> Battle:
    """Man 201 touches both enemy units, 202 only unit 52, 203 only unit 53."""
    state = table(
        [troop((5000, 5000), (4500, 5000), (5500, 5000))],
        [
            troop((4750, 5433), (4250, 5433), fighter="MILICIEN", title="HEROS"),
            troop((5250, 5433), (5750, 5433), fighter="MILICIEN", title="HEROS"),
        ],
    )
    for unit in (51, 52, 53):
        state.units[unit].ordered = True
    return state


@pytest.mark.rule("SV-MUL-01", "SV-MUL-02", "SV-MUL-03", "SV-MUL-04", "SV-ORD-16")
def test_several_units_are_attacked_in_the_named_order() -> None:
    state = three_way()
    assert refused(play(state, "ORDRE 2 ATT", on=False).state, "FRAPPER 51") == [("SV-MUL-01", "not_in_contact")]
    assert refused(play(state, "ORDRE 2 ATT", on=False).state, "FRAPPER 53 52 53") == [("SV-MUL-01", "no_target")]
    alone = play(state, "ORDRE 2 ATT", "FRAPPER 53", dice=(6, 6, 1, 1, 1, 1, 6, 6, 6, 6, 1, 1, 1, 2), on=False)
    assert [event.data["target"] for event in alone.find("struck")] == [53]
    assert [event.data["unit"] for event in alone.find("struck_back")] == [53]
    # named 53 then 52: man 201 strikes 53 by default
    both = play(
        state, "ORDRE 2 ATT", "FRAPPER 53 52",
        dice=(6, 6, 1, 1, 1, 1, 6, 6, 1, 1, 5, 5, 5, 6, 1, 1, 5, 5, 5, 6, 1, 1, 3, 2, 1), on=False,
    )  # fmt: skip
    assert [(e.data["target"], e.data["men"]) for e in both.find("struck")] == [(53, 2), (52, 1)]
    assert [e.data["unit"] for e in both.find("struck_back")] == [53, 52]
    assert both.one("melee_ranking")["order"] == [2, 53, 52]
    split = play(
        state, "ORDRE 2 ATT", "FRAPPER 53 52 PARTAGE 201=52",
        dice=(6, 6, 1, 1, 6, 6, 1, 1, 1, 1, 5, 5, 5, 6, 1, 1, 5, 5, 5, 6, 1, 1, 3, 2, 1), on=False,
    )  # fmt: skip
    assert [(e.data["target"], e.data["men"]) for e in split.find("struck")] == [(53, 1), (52, 2)]
    asked = play(state, "ORDRE 2 ATT", on=False).state
    listed = decision(asked).answers()
    assert listed is not None and list(listed) == [Fight((52,)), Fight((53,)), Fight((52, 53))]
    for wrong in ("52 53 PARTAGE 203=52", "53 PARTAGE 201=52", "52 53 PARTAGE 101=52", "52 53 PARTAGE 9999=52"):
        assert refused(asked, f"FRAPPER {wrong}") == [("SV-MUL-02", "bad_split")]


@pytest.mark.rule("SV-MUL-01", "SV-DPR-02")
def test_whoever_does_not_choose_fights_all_he_touches_those_whom_most_touch_first() -> None:
    def usual(state: Battle) -> object:
        return decision(play(state, "ORDRE 2 ATT", on=False).state).default

    assert usual(three_way()) == Fight((52, 53))
    state = three_way()
    state.at[202] = (4000, 4500)
    assert usual(state) == Fight((53, 52))  # 201 and 203 touch the one, 201 alone the other


@pytest.mark.rule("SV-MUL-03", "SV-ORD-16", "SV-CHG-09")
def test_bonus_dice_go_to_the_first_roll_only() -> None:
    state = three_way()
    state.at[101] = (5000, 3000)
    from heraut.games.vassaux.table.field import Field as Table

    assert Table(state).in_aura(0, 201)
    after = play(
        state, "ORDRE 2 ATC", "FRAPPER 53 52",
        dice=(2, 6, 6, 1, 1, 1, 1, 1, 1, 6, 6, 1, 1, 5, 5, 5, 6, 1, 1, 5, 5, 5, 6, 1, 1, 3, 2, 1), on=False,
    )  # fmt: skip
    assert [(e.data["bonus"], len(e.data["dice"])) for e in after.find("struck")] == [(2, 6), (0, 2)]


@pytest.mark.rule("SV-MUL-02", "SV-REA-07")
def test_who_no_longer_touches_whom_he_was_to_strike_strikes_whom_he_touches() -> None:
    field = Field(three_way())
    fight = Fight((53, 52), {201: 52})
    assert assignment(field, field.now.units[2], fight) == {201: 52, 202: 52, 203: 53}
    fallen = three_way()
    del fallen.at[5201]  # in a reaction
    later = Field(marked(fallen, 52, leader=0, men=[], band=[5202]))
    assert assignment(later, later.now.units[2], Fight((53, -52), {201: -52})) == {201: 53, 202: -52, 203: 53}


@pytest.mark.rule("SV-ORD-16", "SV-MUL-03")
def test_the_order_die_counts_for_the_first_roll_made_when_the_first_named_is_struck_by_nobody() -> None:
    state = three_way()
    state.at |= {101: (5000, 3000), 203: (4000, 4500)}  # 201 alone touches unit 53, and strikes unit 52
    after = play(
        state, "ORDRE 2 ATC", "FRAPPER 53 52 PARTAGE 201=52",
        dice=(6, 6, 6, *(1,) * 10, *(1, 2) * 30), left=None, on=False,
    )  # fmt: skip
    assert [(e.data["target"], e.data["men"], e.data["bonus"]) for e in after.find("struck")] == [(52, 2, 6)]
    assert after.one("order_die")["die"] == 6 and len(after.one("struck")["dice"]) == 10
    assert [e.data["unit"] for e in after.find("struck_back")] == [53, 52]


@pytest.mark.rule("SV-MUL-04")
def test_equal_successes_roll_again_and_failures_are_drawn() -> None:
    turn = turn_of(table(), 5, 2)
    assert ordered(turn, [0, 1, 2], {0: 3, 1: 4, 2: 3}, {0: 0, 1: 0, 2: 0}) == [1, 0, 2]
    again = turn_of(table(), 4, 6)  # each against its own losses again
    assert ordered(again, [0, 1], {0: 2, 1: 2}, {0: 0, 1: 3}) == [0, 1]


@pytest.mark.rule("SV-MUL-04", "SV-GEN-06")
@pytest.mark.parametrize(
    ("dice", "losses", "order"),
    [
        ((1, 6, 5), (2, 0, 0), [1, 2, 0]),  # one who fails is last: there is nobody to draw lots with
        ((1, 1, 5, 2, 6), (2, 2, 0), [2, 1, 0]),  # of two who fail the higher lot comes first
        ((1, 1, 5, 3, 3, 4, 1), (2, 2, 0), [2, 0, 1]),  # equal lots are drawn again
    ],
)
def test_those_who_fail_reorganise_after_the_others_by_lot(
    dice: tuple[int, ...], losses: tuple[int, int, int], order: list[int]
) -> None:
    chance = Told(*dice)
    melee = Melee([Side(2, []), Side(52, []), Side(53, [])], {}, "ATT", charge=False)
    assert rank(Turn(three_way(), chance), melee, [0, 1, 2], dict(enumerate(losses))) == order
    assert not chance.faces


@pytest.mark.rule("SV-DPR-02", "SV-MEL-03")
def test_the_defender_chooses_among_equals() -> None:
    state = face_to_face()
    asked = play(state, "ORDRE 2 ATT", "FRAPPER 52", dice=(4, 1, 4, 2, 3, 1), on=False).state
    assert asked.asked == (1, "losses")
    answers = decision(asked).answers()
    assert answers is not None and {answer.figures for answer in answers} == {(5201,), (5202,)}  # type: ignore[union-attr]
    assert refused(asked, "PERDRE 5203") == [("SV-MEL-03", "not_liable")]
    assert refused(asked, "PERDRE 5201 5202") == [("SV-MEL-03", "wrong_count")]


@pytest.mark.rule("SV-MEL-03")
def test_by_default_those_fall_who_are_farthest_from_where_their_leader_stands_or_stood() -> None:
    state = table(
        [troop((5000, 5000), (6000, 5000), (4000, 5000))],
        [troop((5000, 5500), (5500, 5500), (6000, 5500), (4000, 5500), fighter="MILICIEN", title="HEROS")],
    )
    for unit in (51, 52):
        state.units[unit].ordered = True
    one = play(state, "ORDRE 2 ATT", "FRAPPER 52", dice=(4, 1, 4, 2, 2, 2, 2, 2), left=None, on=False).state
    assert decision(one).default == Lose((5204,))  # as far as 5203, and a larger id; nearer to where 202 stands
    dead = marked(state, 52, leader=0, men=[], band=[5202, 5203, 5204], post=(3500, 5500))
    del dead.at[5201]
    band = play(dead, "ORDRE 2 ATT", "FRAPPER B52", dice=(4, 1, 4, 2, 2, 2, 2, 2), left=None, on=False).state
    assert decision(band).default == Lose((5203,))  # the farthest from where he fell
    fell = play(state, "ORDRE 2 ATT", "FRAPPER 52", "PERDRE 5201", dice=(4, 1, 4, *(2,) * 40), left=None, on=False)
    assert fell.state.units[52].post == (5000, 5500)


@pytest.mark.rule("SV-ATK-09", "SV-OST-05")
def test_squires_get_no_rerolls_against_a_knight() -> None:
    state = table([troop((5000, 5000), (5600, 5000))], lords=(lord((14000, 500)), lord((5000, 5500))))
    state.units[51].ordered = True
    after = play(
        state, "ORDRE 2 ATT", "FRAPPER 51", dice=(3, 1, 1, 1, 1, 1, 6, 2, 6, 6, 6, 6, 1, 1, 1, 1, 5, 4), on=False
    )
    assert after.one("struck")["rerolls"] == [] and after.one("struck")["hits"] == 1
    assert after.one("struck")["ps"] == 4 and after.one("struck")["casualties"] == 0
