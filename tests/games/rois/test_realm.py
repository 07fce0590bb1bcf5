"""Gold, treaties, offices, the end (FIN, DIP, OFF, VIC, ELIM, ITEM-04 and 05)."""

from __future__ import annotations

import pytest

from heraut.engine.protocol import Seat, seen_by
from heraut.engine.rng import Rng
from heraut.games import rois
from heraut.games.rois.phases.diplomacy import treaties
from heraut.games.rois.phases.offices import Domain, holders, merits, standings
from heraut.games.rois.phases.treasury import tax_yield
from heraut.games.rois.phases.victory import final_scores, ranking
from heraut.games.rois.state import Settings, World
from heraut.games.rois.turn import advance
from heraut.games.rois.view import view
from heraut.games.rois.world.geography import NEIGHBOURS

from .builders import (
    NO,
    YES,
    Fate,
    believe,
    face,
    find,
    free_hero,
    item,
    king,
    land,
    meet,
    one,
    own,
    person,
    play,
    reasons,
    refused,
    relate,
    sea,
    sheets,
    turn_of,
    units,
    world,
)

# FIN


@pytest.mark.rule("RO-FIN-01")
def test_a_kingdom_begins_with_ten_pieces() -> None:
    state = rois.setup([Seat("j1"), Seat("j2")], {}, Rng(b"gold")).state
    assert {kingdom.gold for kingdom in state.kingdoms.values()} == {10}


@pytest.mark.rule("RO-FIN-02", "RO-FIN-07")
def test_taxes_with_inventions_and_under_the_enemy() -> None:
    state = world(2)
    relate(state, 1, 2, "enemy")
    state.kingdoms[1].inventions = [1, 2, 3, 4, 5]
    for number, terrain, base in (
        (42, "forest", 5),
        (43, "mountain", 4),
        (44, "desert", 2),
        (45, "jungle", 3),
        (46, "sea", 1),
        (47, "sea", 0),
    ):
        land(state, number, terrain=terrain, tax_base=base, owner=1)
    step = play(state)
    assert one(step, "taxes", "j1").data["gold"] == (10 + 1) + (5 + 1) + (4 + 1) + (2 + 1) + (3 + 1) + (1 + 1) + 0
    units(state, 2, 43, "GA")
    units(state, 1, 43, "GA", moves=1)
    step = play(state, chance=Fate(battle=0.5))
    assert one(step, "taxes", "j1").data["occupied"] == [43] and one(step, "taxes", "j1").data["gold"] == 26
    assert step.state.provinces[43].tax_base == 4
    assert tax_yield(state.provinces[42], [2], halved=True) == 3, "inventions come after the halving"


@pytest.mark.rule("RO-FIN-03", "RO-GEN-06")
def test_heroes_are_paid_first_by_date_of_hiring_then_units_and_the_dear_are_passed_over() -> None:
    state = world(1)
    own(state, 0, 41)
    land(state, 60, owner=1, tax_base=0)
    person(state, 1, 60, TA=9, hired=1)  # 2: pay 3
    person(state, 1, 60, TA=6, hired=0)  # 3: pay 2
    units(state, 1, 60, "HC", "GA", "GA")
    state.kingdoms[1].gold = 4
    step = play(state, chance=Fate(unpaid_unit=NO, unpaid_hero=NO))
    assert [event.data["who"] for event in find(step, "hero_unpaid", "j1")] == [2]
    assert [event.data["unit"] for event in find(step, "unit_unpaid", "j1")] == [1]
    told = one(step, "paid", "j1").data
    assert step.state.kingdoms[1].gold == 0 and (told["gold"], told["heroes"], told["units"]) == (4, 1, 2)


@pytest.mark.rule("RO-FIN-04")
@pytest.mark.parametrize(
    ("told", "quality", "fate", "left"),
    [
        (50, 2, "weaker", [1]), (51, 2, "deserted", []), (80, 2, "deserted", []), (81, 2, "stays", [2]),
        (1, 1, "weaker", [0]), (1, 0, "weaker", [0]),  # what was Réduite has become Bleus before
    ],
)  # fmt: skip
def test_what_unpaid_units_do(told: int, quality: int, fate: str, left: list[int]) -> None:
    state = world(1)
    land(state, 41, tax_base=0)
    units(state, 1, 41, "LE", quality=quality)
    state.kingdoms[1].gold = 0
    step = play(state, chance=Fate(unpaid_unit=face(told)))
    assert one(step, "unit_unpaid", "j1").data["fate"] == fate
    assert [unit.quality for unit in step.state.units.values()] == left


@pytest.mark.rule("RO-FIN-04")
def test_a_reduced_unit_deserts_where_others_lose_a_quality() -> None:
    from heraut.games.rois.phases.treasury import starve

    from .builders import turn_of

    state = world(1)
    units(state, 1, 41, "LE", quality=0)
    turn = turn_of(state, chance=Fate(unpaid_unit=YES))
    starve(turn, turn.kingdoms[1], turn.now.units[1])
    assert not turn.now.units


@pytest.mark.rule("RO-FIN-06")
def test_each_stone_gives_three_pieces() -> None:
    state = world(1)
    item(state, "PP", king(state, 1))
    item(state, "PP", person(state, 1, 99))
    state.provinces[41].items = [item(state, "PP").number]
    assert play(state).state.kingdoms[1].gold == 10 + 10 + 6 - 1


@pytest.mark.rule("RO-ITEM-04", "RO-ITEM-05", "RO-ORD-18")
def test_gifts_from_hand_to_hand() -> None:
    state = world(2)
    king(state, 2, province=41)
    item(state, "ER", king(state, 1))
    meet(state, 1, 2)
    step = play(state, {"j1": "@1\n1: GI 11 2\n2: GI 4 OR 2\n3: GI 99 OR 2"})
    assert step.state.characters[2].items == [11] and step.state.kingdoms[2].items == {11: "ER"}
    assert one(step, "gold_received", "j2").data["gold"] == 4 and reasons(step) == ["too_poor"]
    assert one(step, "item_received", "j2").data["item_kind"] == "ER"
    assert [kingdom.gold for kingdom in step.state.kingdoms.values()] == [16, 24]
    assert refused(state, "j1", "@1\n1: GI 1 OR 1") == [("RO-ITEM-05", "gold_to_own", 2)]
    for comrade, why in ((person(state, 1, 41), []), (person(state, 1, 41, died=1), ["receiver_absent"])):
        step = play(state, {"j1": f"@1\n1: GI 11 {comrade.number}"})
        assert reasons(step) == why and not find(step, "item_received")


# DIP


@pytest.mark.rule("RO-DIP-01", "RO-SET-02")
def test_all_are_neutral_at_the_start_and_natives_enemies_of_everybody() -> None:
    state = rois.setup([Seat("j1"), Seat("j2"), Seat("j3")], {}, Rng(b"peace")).state
    assert {one.relation(other) for one in state.kingdoms.values() for other in (1, 2, 3) if other != one.number} == {
        "neutral"
    }
    assert {kingdom.relation(0) for kingdom in state.kingdoms.values()} == {"enemy"}


TREATIES = [
    ("neutral", "TRAITE", "TRAITE", "", "allied"), ("enemy", "TRAITE", "TRAITE", "", "neutral"),
    ("neutral", "TRAITE", "", "", "neutral"), ("enemy", "TRAITE", "", "", "enemy"),
    ("allied", "TRAITE", "TRAITE", "", "allied"), ("allied", "TRAITE", "", "", "allied"),
    ("enemy", "TRAITE", "TRAITE", "druidic", "allied"), ("neutral", "TRAITE", "", "druidic", "allied"),
    ("enemy", "TRAITE", "", "druidic", "enemy"), ("neutral", "TRAITE", "ROMPRE", "druidic", "enemy"),
    ("allied", "ROMPRE", "", "", "neutral"), ("neutral", "ROMPRE", "", "", "enemy"),
    ("allied", "ROMPRE", "TRAITE", "", "neutral"),
    ("enemy", "ROMPRE", "", "", "enemy"), ("neutral", "", "TRAITE", "druidic", "neutral"),
]  # fmt: skip


@pytest.mark.rule("RO-DIP-01", "RO-DIP-02", "RO-DIP-03", "RO-DIP-04", "RO-DIP-05", "RO-DIP-06")
@pytest.mark.parametrize(("before", "mine", "theirs", "belief", "after"), TREATIES)
def test_treaties_and_breaks(before: str, mine: str, theirs: str, belief: str, after: str) -> None:
    state = world(2)
    if before != "neutral":
        relate(state, 1, 2, before)
    if belief:
        believe(state, 1, belief)
    orders = {
        "j1": f"@ROYAUME\n{mine} 2" if mine else "@ROYAUME",
        "j2": f"@ROYAUME\n{theirs} 1" if theirs else "@ROYAUME",
    }
    step = play(state, orders)
    assert [step.state.kingdoms[n].relation(3 - n) for n in (1, 2)] == [after, after]
    offers = [bool(find(step, "treaty_offered", seat)) for seat in ("j2", "j1")]
    suits = before == after and before != "allied"
    assert offers == [suits and mine == "TRAITE" and not theirs, suits and theirs == "TRAITE" and not mine]
    changed = find(step, "relation_changed", "j1")
    broken = "ROMPRE" in (mine, theirs)
    answered = "RO-DIP-04" if (before, after) == ("enemy", "allied") else "RO-DIP-03"
    rule = "RO-DIP-06" if broken else answered if mine == theirs else "RO-DIP-05"
    assert [each.rule for each in changed] == [rule] * (before != after)
    breaker = {"ROMPRE": "own"}.get(mine, "other") if broken else ""
    assert [each.data["breaker"] for each in changed] == [breaker] * (before != after)


@pytest.mark.rule("RO-DIP-06")
def test_a_break_beats_the_treaty_that_the_same_king_offers() -> None:
    step = play(world(2), {"j1": "@ROYAUME\nTRAITE 2\nROMPRE 2", "j2": "@ROYAUME\nTRAITE 1"})
    assert step.state.kingdoms[1].relation(2) == "enemy"


@pytest.mark.rule("RO-DIP-07")
def test_only_evil_kingdoms_break_at_the_start_of_the_year_and_all_the_way() -> None:
    state = world(2)
    relate(state, 1, 2, "allied")
    assert refused(state, "j1", "@ROYAUME\nROMPRE 2 DEBUT") == [("RO-DIP-07", "no_early_break", 2)]
    believe(state, 1, "evil")
    king(state, 1, province=49)
    own(state, 1, 49)
    own(state, 2, 60)
    units(state, 1, 49, "LE", leader=1)
    step = play(state, {"j1": "@1\n1: MO 50\n@ROYAUME\nROMPRE 2 DEBUT"})
    assert step.state.kingdoms[2].relation(1) == "enemy" and step.state.provinces[50].owner == 1
    assert one(step, "treason", "j2").data["kingdom"] == 1


@pytest.mark.rule("RO-DIP-09")
def test_allies_may_enter_and_cross() -> None:
    state = world(2)
    relate(state, 1, 2, "allied")
    own(state, 2, 42, 43)
    units(state, 1, 41, "LC", leader=1)
    step = play(state, {"j1": "@1\n1: MO 42\n2: MO 43\n3: MO 44"})
    assert step.state.characters[1].province == 44 and step.state.provinces[42].owner == 2


@pytest.mark.rule("RO-DIP-10")
def test_an_ally_of_two_enemies_lets_both_cross_and_takes_no_part() -> None:
    state = world(3)
    relate(state, 1, 2, "allied")
    relate(state, 1, 3, "allied")
    relate(state, 2, 3, "enemy")
    own(state, 1, 42)
    own(state, 3, 43)
    king(state, 2, province=41)
    units(state, 2, 41, "LC", "LC", "LC", leader=2)
    units(state, 1, 42, "LE")
    units(state, 3, 43, "GA")
    step = play(state, {"j2": "@2\n1: MO 42\n2: MO 43"}, chance=Fate(battle=0.5))
    battle = one(step, "battle", "j2").data
    assert battle["province"] == 43 and not find(step, "battle", "j1")


@pytest.mark.rule("RO-DIP-11")
def test_guests_are_escorted_when_an_alliance_ends_and_stay_when_it_is_war() -> None:
    state = world(2)
    relate(state, 1, 2, "allied")
    own(state, 2, 43)
    own(state, 1, 42)
    king(state, 1, province=43)
    units(state, 1, 43, "LE", leader=1)
    units(state, 1, 43, "GA")
    step = play(state, {"j1": "@ROYAUME\nROMPRE 2"})
    assert {unit.province for unit in step.state.units.values()} == {42} and step.state.characters[1].province == 42
    assert {unit.leader for unit in step.state.units.values()} == {0, 1}
    state.kingdoms[1].relations.clear()
    state.kingdoms[2].relations.clear()
    believe(state, 2, "evil")
    step = play(state, {"j2": "@ROYAUME\nROMPRE 1 DEBUT"})
    assert not find(step, "escorted")


def by_the_sea() -> World:
    """Two allies: guests of the first in land 43 of the second have nowhere to be led to but the sea 42, their own."""
    state = world(2)
    relate(state, 1, 2, "allied")
    own(state, 0, 41)
    own(state, 2, 43)
    sea(state, 42)
    own(state, 1, 42)
    return state


@pytest.mark.rule("RO-DIP-11")
def test_who_cannot_live_where_he_is_escorted_to_is_disbanded() -> None:
    state = by_the_sea()
    units(state, 1, 43, "LE")
    units(state, 1, 42, "FL")
    step = play(state, {"j1": "@ROYAUME\nROMPRE 2"})
    assert [unit.type for unit in step.state.units.values()] == ["FL"]
    assert one(step, "escorted", "j1").data["lost"] == [[1, "LE", "human", ""]]


@pytest.mark.rule("RO-DIP-11")
@pytest.mark.parametrize(("types", "there", "lost"), [("FL", 43, [1]), ("FL LE", 41, [1]), ("LE", 41, [])])
def test_ships_are_not_led_inland_and_their_captain_stays_if_nobody_else_can_go(
    types: str, there: int, lost: list[int]
) -> None:
    state = world(2)
    relate(state, 1, 2, "allied")
    sea(state, 44)
    own(state, 2, 43)
    king(state, 1, province=43)
    units(state, 1, 43, *types.split(), leader=1)
    step = play(state, {"j1": "@ROYAUME\nROMPRE 2"})
    told = one(step, "escorted", "j1").data
    assert step.state.characters[1].province == there and [each[0] for each in told["lost"]] == lost


@pytest.mark.rule("RO-DIP-11")
def test_guests_led_out_to_sea_go_aboard_as_far_as_there_is_room() -> None:
    state = by_the_sea()
    units(state, 1, 43, "LE", "FL", "LE", "LE", "EA")
    told = one(play(state, {"j1": "@ROYAUME\nROMPRE 2"}), "escorted", "j1").data
    assert told["units"] == [1, 2, 3, 5] and [each[0] for each in told["lost"]] == [4]


@pytest.mark.rule("RO-DIP-11", "RO-GEN-08")
def test_peace_sends_the_armies_of_both_home_and_says_so() -> None:
    """Two enemies make peace in the midst of each other's lands: nobody is left to perish in the next season."""
    state = world(2)
    relate(state, 1, 2, "enemy")
    for owner, guest, province in ((1, 2, 42), (2, 1, 43)):
        own(state, owner, province)
        units(state, owner, province, "GA")
        units(state, guest, province, "LE")  # garrisons attack nobody: they have stood there for years
    step = play(state, {"j1": "@ROYAUME\nTRAITE 2", "j2": "@ROYAUME\nTRAITE 1"})
    assert step.state.kingdoms[1].relation(2) == "neutral" and not find(step, "battle")
    assert {(unit.kingdom, unit.type, unit.province) for unit in step.state.units.values()} == {
        (1, "GA", 42), (1, "LE", 42), (2, "GA", 43), (2, "LE", 43),
    }  # fmt: skip
    for seat, origin, there, unit in (("j1", 43, 42, 4), ("j2", 42, 43, 2)):
        told = one(step, "escorted", seat).data
        assert (told["origin"], told["province"], told["units"], told["lost"]) == (origin, there, [unit], [])
    assert not find(play(step.state), "no_refuge")


@pytest.mark.rule("RO-DIP-11")
def test_peace_leads_commanders_home_with_their_men() -> None:
    state = world(2)
    relate(state, 1, 2, "enemy")
    own(state, 1, 42)
    own(state, 2, 43)
    king(state, 1, province=43)
    units(state, 1, 43, "LE", leader=1)
    turn = turn_of(state, {"j1": "@ROYAUME\nTRAITE 2", "j2": "@ROYAUME\nTRAITE 1"})
    treaties(turn)
    assert (turn.now.units[1].province, turn.now.units[1].leader, turn.characters[1].province) == (42, 1, 42)


@pytest.mark.rule("RO-DIP-11", "RO-GEN-08")
@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("fr", ("sans terre qui les attende", "Perdue en route : 2e Légion humaine")),
        ("en", ("no land awaits them", "Lost on the way: 2nd human Legion")),
    ],
)
def test_whom_peace_finds_without_a_land_is_disbanded_in_the_sight_of_his_king(lang: str, words: tuple[str]) -> None:
    state = world(2)
    relate(state, 1, 2, "enemy")
    own(state, 2, 41)
    units(state, 2, 41, "GA")
    units(state, 1, 41, "LE")
    step = play(state, {"j1": "@ROYAUME\nTRAITE 2", "j2": "@ROYAUME\nTRAITE 1"})
    assert [unit.type for unit in step.state.units.values()] == ["GA"]
    assert one(step, "escorted", "j1").data["lost"] == [[2, "LE", "human", ""]]
    text = rois.report(view(step.state, Seat("j1")), seen_by(step.events, Seat("j1")), lang)
    flat = " ".join(text.replace("\u00a0", " ").split())
    for each in words:
        assert each in flat, flat


@pytest.mark.rule("RO-DIP-11", "RO-DIP-04")
def test_druids_who_make_allies_of_enemies_let_their_armies_stay() -> None:
    state = world(2)
    relate(state, 1, 2, "enemy")
    believe(state, 2, "druidic")
    own(state, 2, 43)
    units(state, 1, 43, "LE")
    turn = turn_of(state, {"j1": "@ROYAUME\nTRAITE 2", "j2": "@ROYAUME\nTRAITE 1"})
    treaties(turn)
    assert turn.relation(1, 2) == "allied" and turn.now.units[1].province == 43 and not find(turn, "escorted")


@pytest.mark.rule("RO-DIP-11", "RO-GEN-05")
def test_of_provinces_equally_near_guests_are_led_to_the_lowest_number() -> None:
    state = world(2)
    relate(state, 1, 2, "allied")
    own(state, 0, 41)
    own(state, 2, 60)
    own(state, 1, *NEIGHBOURS[60][1:])
    units(state, 1, 60, "LE", "GA")
    step = play(state, {"j2": "@ROYAUME\nROMPRE 1"})
    assert {unit.province for unit in step.state.units.values()} == {NEIGHBOURS[60][1]}


@pytest.mark.rule("RO-DIP-11")
@pytest.mark.parametrize(("before", "stay"), [("neutral", True), ("allied", False)])
def test_guests_stay_when_a_neutral_becomes_an_enemy(before: str, stay: bool) -> None:
    state = world(2)
    relate(state, 1, 2, before)
    own(state, 2, 60)
    units(state, 1, 60, "LE")
    turn = turn_of(state, {"j1": "@ROYAUME\nROMPRE 2"})
    treaties(turn)
    assert turn.relation(1, 2) == ("enemy" if stay else "neutral")
    assert turn.now.units[1].province == (60 if stay else 41) and bool(find(turn, "escorted")) is not stay


@pytest.mark.rule("RO-DIP-12")
@pytest.mark.parametrize(("science", "received"), [(YES, 2), (NO, 4)])
def test_what_is_received_is_something_that_one_lacks(science: float, received: int) -> None:
    state = world(2)
    relate(state, 1, 2, "allied")
    state.kingdoms[1].inventions, state.kingdoms[2].inventions = [1, 3, 5], [1, 2, 3, 4, 5]
    both = {"j1": "@ROYAUME\nSCIENCE 2", "j2": "@ROYAUME\nSCIENCE 1"}
    step = play(state, both, chance=Fate(science=science))
    assert one(step, "science_received", "j1").data["invention"] == received
    assert step.state.kingdoms[1].inventions == sorted([1, 3, 5, received])
    assert step.state.kingdoms[2].inventions == [1, 2, 3, 4, 5] and not find(step, "science_received", "j2")


@pytest.mark.rule("RO-DIP-12")
def test_allied_scholars_exchange_one_invention_each() -> None:
    state = world(2)
    state.kingdoms[1].inventions, state.kingdoms[2].inventions = [1, 3], [1, 2]
    both = {"j1": "@ROYAUME\nSCIENCE 2", "j2": "@ROYAUME\nSCIENCE 1"}
    assert play(state, both).state.kingdoms[1].inventions == [1, 3], "not allied"
    relate(state, 1, 2, "allied")
    after = play(state, both).state
    assert after.kingdoms[1].inventions == [1, 2, 3] == after.kingdoms[2].inventions
    assert after.characters[1].merit == {}
    assert play(state, {"j1": "@ROYAUME\nSCIENCE 2"}).state.kingdoms[1].inventions == [1, 3]


@pytest.mark.rule("RO-DIP-13")
def test_a_gift_of_gold_leaves_if_it_is_there_and_not_for_an_enemy() -> None:
    state = world(3)
    relate(state, 1, 3, "enemy")
    step = play(state, {"j1": "@ROYAUME\nDON 2 7\nDON 3 1"})
    assert [kingdom.gold for kingdom in step.state.kingdoms.values()] == [13, 27, 20]
    assert one(step, "donation_ignored", "j1").data["reason"] == "enemy"
    assert one(play(state, {"j1": "@ROYAUME\nDON 2 11"}), "donation_ignored", "j1").data["reason"] == "too_poor"
    assert play(state, {"j1": "@ROYAUME\nDON 2 10"}).state.kingdoms[1].gold == 10, "the taxes of the year"


@pytest.mark.rule("RO-DIP-14", "RO-VAR-03")
def test_a_king_sees_his_own_relations_unless_the_fog_is_lifted() -> None:
    for lifted in (False, True):
        state = world(3, open_relations=lifted)
        relate(state, 2, 3, "allied")
        seen = view(state, Seat("j1"))
        assert seen["own"]["relations"] == {"2": "neutral", "3": "neutral"}
        assert seen.get("relations") == ([[2, 3, "allied"]] if lifted else None)


# OFF


@pytest.mark.rule("RO-OFF-01", "RO-OFF-02", "RO-OFF-03", "RO-OFF-04")
def test_merit_is_what_was_done_and_what_one_is() -> None:
    state = world(1)
    ruler = king(
        state, 1, EX=1, SP=2, SA=1, NA=1, WH=2, DR=1, NE=1, merit={"chancellor": 4, "admiral": -3, "priest": 1}
    )
    hero = person(state, 1, 41)
    land(state, 42, terrain="sea", tax_base=2, owner=1)
    land(state, 43, terrain="sea", tax_base=1, owner=1)
    for kind, charges in (("BF", 6), ("BG", 0), ("ER", 0), ("RR", 1)):
        item(state, kind, ruler, charges=charges)
    item(state, "LV", ruler)
    domain = Domain(state)
    assert merits(domain, ruler) == {
        "emperor": 13, "chancellor": 4 + 4, "treasurer": 10, "marshal": 0, "admiral": -3 + 1 + 1, "defender": 0,
        "priest": 1 + 2 * 3, "archmage": 3 + 2,
    }  # fmt: skip
    assert [merits(domain, hero)[office] for office in ("emperor", "treasurer", "admiral")] == [0, 0, 1]
    ruler.died = 1
    assert merits(domain, ruler)["archmage"] == 0 and merits(domain, ruler)["priest"] == 1


@pytest.mark.rule("RO-OFF-06", "RO-CHAR-21", "RO-VIC-04")
def test_the_best_holds_an_office_and_ties_go_by_treasury_land_and_number() -> None:
    state = world(3)
    for number in (1, 2, 3):
        king(state, number, merit={"marshal": 5})
    assert holders(state, 2) == {"emperor": 2, "treasurer": 1, "marshal": 1}
    state.kingdoms[3].gold = 11
    assert holders(state, 2)["marshal"] == 3
    state.kingdoms[3].gold = 10
    land(state, 60, owner=2)
    assert holders(state, 2)["marshal"] == 2
    person(state, 1, 41, merit={"marshal": 6, "defender": 1})
    assert holders(state, 2) | {} == {"emperor": 2, "treasurer": 2, "marshal": 4, "defender": 4}
    free_hero(state, 41, merit={"marshal": 99})
    state.characters[4].died = 3
    assert holders(state, 2)["marshal"] == 2, "neither free Heroes nor the dead"
    king(state, 2).died = 3
    assert holders(state, 2)["marshal"] == 2, "his heir holds it"


@pytest.mark.rule("RO-OFF-07")
def test_standings_are_percentages_of_the_leader() -> None:
    state = world(3)
    king(state, 1, merit={"marshal": 7})
    king(state, 2, merit={"marshal": 3})
    king(state, 3, merit={"marshal": -2, "priest": 1})
    shares = standings(state)
    assert [shares[n]["marshal"] for n in (1, 2, 3)] == [100, 42, 0]
    assert [shares[n]["priest"] for n in (1, 2, 3)] == [0, 0, 100], "a single point leads"
    assert [shares[n]["defender"] for n in (1, 2, 3)] == [None] * 3 and shares[1]["treasurer"] == shares[2][
        "treasurer"
    ] == 100
    assert view(play(state).state, Seat("j2"))["own"]["standings"]["marshal"] == 42


@pytest.mark.rule("RO-OFF-09")
def test_offices_give_no_powers() -> None:
    """A leader in every race resolves the same year as anybody else."""
    state, other = world(2), world(2)
    king(other, 1, merit=dict.fromkeys(("chancellor", "marshal", "admiral", "defender", "priest", "archmage"), 99))
    orders = {"j1": "@1\n1: MO 42\n2: EX\n3: RE LE 1\n4: PR TA"}
    kinds = [[(event.kind, event.data) for event in play(each, orders).events] for each in (state, other)]
    assert kinds[0] == kinds[1]


@pytest.mark.rule("RO-VIC-05", "RO-ELIM-01")
@pytest.mark.parametrize(("emperor", "scores"), [(1, {1: 2000, 2: 2000, 3: 0}), (0, {1: 0, 2: 0, 3: 0})])
def test_the_fallen_score_nothing_and_nobody_does_without_an_emperor(emperor: int, scores: dict[int, int]) -> None:
    state = world(3)
    state.kingdoms[3].fallen = 5
    assert final_scores(state, {1: 20, 2: 20, 3: 20}, emperor) == scores


@pytest.mark.rule("RO-OFF-08", "RO-VIC-05", "RO-VIC-06")
def test_the_final_score_is_reduced_by_the_distance_to_the_emperor() -> None:
    """W20, and the points of offices and named items."""
    state = world(3)
    for number, belief in ((1, "good"), (2, "neutral"), (3, "evil")):
        believe(state, number, belief)
    assert final_scores(state, {1: 20, 2: 20, 3: 20}, 1) == {1: 2000, 2: 1200, 3: 1040}
    item(state, "1", king(state, 2))
    item(state, "4", person(state, 2, 41))
    state.turn = 15
    land(state, 60, owner=1)
    step = play(state)
    assert step.state.road == "turns" and step.state.emperor == 1
    assert step.state.offices == {"emperor": 1, "treasurer": 1}
    assert step.state.scores == {1: 3000, 2: 2 * 60, 3: 0}
    result = rois.result(step.state)
    assert result is not None and result.scores == {"j1": 1.0, "j2": 0.0, "j3": 0.0}
    assert one(step, "final_scores", None).data["ranking"] == [[1], [2], [3]]


# VIC and ELIM


def lands(state: World, kingdom: int, base: int) -> None:
    """Gives a kingdom land until its tax base is this one."""
    have = sum(province.tax_base for province in state.provinces.values() if province.owner == kingdom)
    for number in range(1, 163):
        province = state.provinces[number]
        if have < base and not province.owner and not province.home:
            province.owner, province.tax_base = kingdom, min(5, base - have)
            have += province.tax_base
    for number in range(162, 0, -1):
        province = state.provinces[number]
        if not province.owner:
            province.tax_base = 0


@pytest.mark.rule("RO-VIC-01", "RO-VAR-02")
@pytest.mark.parametrize(
    ("mine", "crown", "crowned"), [(56, 55, True), (55, 55, False), (46, 45, True), (45, 45, False)]
)
def test_more_than_the_threshold_of_the_world_crowns(mine: int, crown: int, crowned: bool) -> None:
    state = world(3, crown=crown)
    lands(state, 1, mine)
    lands(state, 2, 100 - mine - 10)
    assert sum(province.tax_base for province in state.provinces.values()) == 100
    step = play(state)
    assert (step.state.road == "threshold") is crowned and bool(find(step, "crowned_emperor", None)) is crowned


@pytest.mark.rule("RO-VIC-02", "RO-VIC-03", "RO-INFO-08")
def test_an_election_is_called_held_and_decides() -> None:
    state = world(4)
    lands(state, 1, 40)
    lands(state, 2, 30)
    lands(state, 3, 20)
    relate(state, 1, 2, "allied")
    first = play(state, {"j1": "@ROYAUME\nELECTION"})
    assert one(first, "call_ignored", "j1") and not find(first, "may_call", "j3")
    assert one(first, "may_call", "j1").data["turn"] == 2
    second = play(first.state, {"j1": "@ROYAUME\nELECTION", "j3": "@ROYAUME\nELECTION"})
    assert one(second, "election_called", None).data["turn"] == 3 and one(second, "call_ignored", "j3")
    ballots = {"j1": "@ROYAUME\nVOTE 3", "j2": "@ROYAUME\nVOTE BLANC", "j3": "@ROYAUME\nVOTE 3\nELECTION"}
    third = play(second.state, ballots)
    held = one(third, "vote_held", None).data
    assert held["totals"] == [[0, 40], [3, 60]] and held["needed"] == 51 and held["elected"] == 3
    assert third.state.road == "election" and third.state.emperor == 3
    lost = play(second.state, {"j1": "@ROYAUME\nVOTE 1"})
    assert lost.state.road is None and one(lost, "vote_held").data["elected"] == 0
    assert [view(step.state, None)["vote"] for step in (first, second, lost)] == [0, 3, 0], "to be held this year"
    again = play(second.state, {"j1": "@ROYAUME\nELECTION\nVOTE 1"})
    assert one(again, "call_ignored", "j1").data["vote"] is True, "no two votes in a row"


@pytest.mark.rule("RO-VIC-02")
@pytest.mark.parametrize(("together", "may"), [(55, False), (56, True)])
def test_an_election_is_for_those_who_pass_the_threshold_together(together: int, may: bool) -> None:
    state = world(3)
    for province in state.provinces.values():
        province.tax_base = 0
    for number, base in ((41, 30), (50, together - 30), (104, 100 - together)):
        state.provinces[number].tax_base = base  # a world of 100
    relate(state, 1, 2, "allied")
    step = play(state)
    assert [kingdom.may_call for kingdom in step.state.kingdoms.values()] == [may, may, False]
    assert bool(find(step, "may_call", "j1")) is may


@pytest.mark.rule("RO-VIC-02", "RO-ELIM-01")
def test_a_vote_for_a_kingdom_that_has_just_fallen_is_blank() -> None:
    """Eliminations come first: whoever was voted for with all the world's votes is no King any more."""
    state = world(3)
    lands(state, 1, 60)
    own(state, 0, 104)
    state.vote = state.turn
    ballots = {"j1": "@ROYAUME\nVOTE 3", "j2": "@ROYAUME\nVOTE 3"}
    state.settings = Settings("Essai", 15, 100, open_relations=False, hardened=False)
    step = play(state, ballots)
    assert one(step, "eliminated", None).data["kingdom"] == 3
    held = one(step, "vote_held", None).data
    assert held["totals"] == [[0, 70]] and held["elected"] == 0 and step.state.road is None


@pytest.mark.rule("RO-VIC-02")
@pytest.mark.parametrize(("votes", "total", "elected"), [(50, 100, 0), (51, 100, 3), (50, 101, 0), (51, 101, 3)])
def test_more_than_half_of_the_world_elects(votes: int, total: int, elected: int) -> None:
    state = world(3, crown=100)
    for province in state.provinces.values():
        province.tax_base = 0
    for number, base in ((41, votes), (50, total - votes)):
        state.provinces[number].tax_base = base
    state.vote = state.turn
    step = play(state, {"j1": "@ROYAUME\nVOTE 3", "j2": "@ROYAUME\nVOTE BLANC"})
    held = one(step, "vote_held", None).data
    assert (held["elected"], held["needed"]) == (elected, 51)


@pytest.mark.rule("RO-VIC-04", "RO-SET-01")
def test_the_last_turn_or_a_lone_survivor_ends_the_game() -> None:
    state = world(2, turns=8)
    state.turn = 7
    step = play(state)
    assert step.state.road is None and play(step.state).state.road == "turns"
    state = world(2)
    own(state, 0, 50)
    step = play(state)
    assert step.state.road == "survivor" and step.state.emperor == 1 and rois.pending(step.state) == {}
    own(state, 0, 41)
    step = play(state)
    assert (step.state.road, step.state.emperor) == ("nobody", 0) and not find(step, "crowned_emperor")


@pytest.mark.rule("RO-OFF-06")
@pytest.mark.parametrize(
    ("gold", "land_of", "holder"),
    [
        ({3: 11}, 2, 3),  # the treasury before the land
        ({2: 11, 3: 11}, 3, 3),  # of equal treasuries the land
        ({}, 3, 3),
        ({2: 11, 3: 11}, 0, 2),  # of equal lands the lower number
        ({}, 0, 1),
    ],
)
def test_ties_for_an_office_go_by_treasury_then_land_then_number(
    gold: dict[int, int], land_of: int, holder: int
) -> None:
    state = world(3)
    for number in (1, 2, 3):
        king(state, number, merit={"marshal": 5, "priest": -1, "chancellor": 0})
        state.kingdoms[number].gold = gold.get(number, 10)
    if land_of:
        land(state, 60, owner=land_of)
    found = holders(state, 1)
    assert found["marshal"] == holder and not {"priest", "chancellor"} & set(found)
    person(state, holder, 41, merit={"marshal": 5})
    assert holders(state, 1)["marshal"] == holder, "of two of one kingdom the lower number"
    person(state, 1, 41, merit={"marshal": 6})
    assert holders(state, 1)["marshal"] == 5, "merit comes before all that"


@pytest.mark.rule("RO-VIC-04", "RO-OFF-06")
@pytest.mark.parametrize(
    ("bases", "gold", "emperor"),
    [((10, 11, 10), (9, 9, 99), 2), ((10, 11, 11), (99, 9, 10), 3), ((10, 10, 9), (9, 9, 99), 1)],
)
def test_on_the_last_turn_land_makes_the_emperor_then_gold_then_the_lower_number(
    bases: tuple[int, ...], gold: tuple[int, ...], emperor: int
) -> None:
    state = world(3, turns=8)
    state.turn = 8
    for kingdom, base, coins in zip(state.kingdoms.values(), bases, gold, strict=True):
        state.provinces[kingdom.home].tax_base = base
        kingdom.gold = coins - base  # the taxes of the year come on top
    step = play(state)
    assert step.state.road == "turns" and step.state.emperor == emperor
    assert [kingdom.gold for kingdom in step.state.kingdoms.values()] == list(gold)


@pytest.mark.rule("RO-VIC-06", "RO-ELIM-01")
def test_the_ranking_by_score_treasury_and_land() -> None:
    state = world(4)
    state.scores = {1: 10, 2: 10, 3: 10, 4: 0}
    state.kingdoms[3].gold = 12
    state.kingdoms[4].fallen = 3
    assert ranking(state) == [[3], [1, 2], [4]]
    land(state, 60, owner=2)
    assert ranking(state) == [[3], [2], [1], [4]], "of equal treasuries the larger land"
    state.kingdoms[1].fallen = 5
    assert ranking(state) == [[3], [2], [1], [4]]


@pytest.mark.rule("RO-ELIM-01", "RO-GEN-08")
def test_a_kingdom_without_land_and_units_is_no_more() -> None:
    state = world(3)
    own(state, 0, 41)
    hero = person(state, 1, 60)
    item(state, "ER", king(state, 1))
    step = play(state)
    fallen = step.state.kingdoms[1]
    assert one(step, "eliminated", None).data["kingdom"] == 1 and one(step, "valhalla", "j1")
    assert (fallen.fallen, fallen.gold, fallen.relations) == (1, 0, {})
    after = step.state.characters
    assert after[hero.number].role == "free" and step.state.provinces[41].items == [11]
    assert (after[1].role, after[1].province) == ("gone", 0)
    assert step.state.scores == {} and Seat("j1") not in rois.pending(step.state)
    assert "fallen" in view(step.state, Seat("j1"))


@pytest.mark.rule("RO-ELIM-01", "RO-ORD-19")
def test_with_units_and_no_land_it_plays_on() -> None:
    state = world(2)
    relate(state, 1, 2, "allied")
    own(state, 0, 41)
    units(state, 1, 50, "GA")
    step = play(state)
    assert not find(step, "eliminated") and one(step, "taxes", "j1").data["gold"] == 0


@pytest.mark.rule("RO-ELIM-02")
@pytest.mark.parametrize("year", [1, 2, 3])
def test_the_kingdom_of_somebody_who_left_defends_for_ever(year: int) -> None:
    """Nobody writes for it; whenever an Enemy enters its land, its King comes to the rescue."""
    state = world(2)
    relate(state, 1, 2, "enemy")
    own(state, 1, 42)
    units(state, 1, 41, *["LE"] * 4, leader=1)
    king(state, 2, province=43)
    units(state, 2, 43, "LE", leader=2)
    for now in range(1, year + 1):
        step = advance(state, sheets(state, {"j2": "@2\n3: MO 42"} if now == year else {}, absent="j1"), Fate())
        state = step.state
        assert bool(find(step, "reacted", "j1", province=42)) is (now == year)
    assert state.kingdoms[1].alive and find(step, "battle", "j2")


@pytest.mark.rule("RO-VIC-02")
def test_a_vote_is_for_kings_in_play() -> None:
    assert refused(world(2), "j1", "@ROYAUME\nVOTE 7") == [("RO-VIC-02", "unknown_kingdom", 2)]
