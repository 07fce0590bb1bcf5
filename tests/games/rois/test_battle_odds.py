"""The chances of a battle with everything that the rules give to either side (TOOL-01, TOOL-02)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from heraut.engine.protocol import Seat
from heraut.engine.rng import Rng
from heraut.games.rois.battle.camps import camps_in, side_of
from heraut.games.rois.battle.field import Battlefield
from heraut.games.rois.battle.odds import Duel, after
from heraut.games.rois.calculators.battle import Favours, Host, Leader, Troop, between
from heraut.games.rois.calculators.knowledge import role_of
from heraut.games.rois.calculators.known_battle import Unanswerable, known_battle
from heraut.games.rois.encounter.plan import read_plan
from heraut.games.rois.orders import Sheet
from heraut.games.rois.sheet.book import Book
from heraut.games.rois.sight import look_around
from heraut.games.rois.state import Sighting, World
from heraut.games.rois.tables import UNITS
from heraut.games.rois.view import view

from . import bare_world as s
from .builders import believe, item, king, land, own, person, relate, sheet, turn_of, units, world
from .fate import Even

J1 = Seat("j1")
LEGIONS = (Troop("LE", count=3),)
SHY = read_plan("FL")
WEAK = Leader(temper="berserk", hp=1, fights=True)


def plain(forecast: Any, side: int) -> list[Fraction]:
    """S0 of the units of a side."""
    return [strength.plain for _, strength in forecast.strengths()[side]]


# By hand


@pytest.mark.rule("RO-TOOL-01", "RO-BAT-20")
@pytest.mark.parametrize(("alignment", "zeal"), [("good", 40), ("evil", 25), ("neutral", 0)])
def test_fanatics_come_with_the_king_s_alignment(alignment: Any, zeal: int) -> None:
    forecast = between(Host(LEGIONS, favours=Favours(alignment)), Host(LEGIONS), "forest")
    ((_, found), *_), ((_, other), *_) = forecast.strengths()
    assert (found.plain, found.fanatic, found.zeal, other.zeal) == (8, 12, zeal, 0)
    banner = between(Host(LEGIONS, Leader(items=("EB",)), Favours(alignment)), Host(LEGIONS), "forest")
    assert banner.strengths()[0][0][1].zeal == zeal + 20


@pytest.mark.rule("RO-TOOL-01", "RO-BAT-18", "RO-BAT-22", "RO-BAT-24", "RO-BAT-25")
@pytest.mark.parametrize(
    ("favours", "leader", "attacking", "defending"),
    [
        (Favours(), Leader(), 8, 10),
        (Favours(home=True), Leader(), 12, 15),
        (Favours(spells=frozenset({"BE"})), Leader(), Fraction(88, 10), 11),
        (Favours(spells=frozenset({"BE", "AI"})), Leader(), Fraction(968, 100), Fraction(121, 10)),
        (Favours(spells=frozenset({"PA"})), Leader(), 6, Fraction(75, 10)),
        (Favours(inventions=frozenset({8})), Leader(), Fraction(88, 10), 11),
        (Favours(inventions=frozenset({7})), Leader(), 8, 10),
        (Favours(inventions=frozenset({12})), Leader(), 8, 11),  # fortification is for those who defend
        (Favours(), Leader({"TA": 2}, ("BT",)), Fraction(128, 10), 16),  # a staff is worth a level
        (Favours(), Leader({"TA": 2}, ("ER", "BT", "CP")), Fraction(128, 10), 16),  # whatever else is carried
    ],
)
def test_everything_that_makes_a_unit_stronger_may_be_said(
    favours: Favours, leader: Leader, attacking: Fraction, defending: Fraction
) -> None:
    host = Host(LEGIONS, leader, favours)
    assert plain(between(host, Host(LEGIONS), "forest"), 0) == [attacking] * 3
    assert plain(between(Host(LEGIONS), host, "forest"), 1) == [defending] * 3


@pytest.mark.rule("RO-TOOL-02", "RO-BAT-29", "RO-SPY-06")
def test_a_mirage_sends_the_rear_round_the_enemy() -> None:
    """With 20 more in a hundred, as the spell itself would have it."""
    host = Host(LEGIONS, favours=Favours(spells=frozenset({"MI"})))
    for sides, feints in (((host, Host(LEGIONS)), [{20}, {0}]), ((Host(LEGIONS), host), [{0}, {20}])):
        forecast = between(*sides, "plain")
        assert [{unit.feint for unit in side.units} for side in forecast.sides] == feints


@pytest.mark.rule("RO-TOOL-01", "RO-BAT-19")
@pytest.mark.parametrize(("types", "strengths"), [("LE", [4]), ("LE CC", [8, 6]), ("CC", [6])])
def test_one_camel_spares_a_whole_side_the_desert(types: str, strengths: list[int]) -> None:
    host = Host(tuple(Troop(type) for type in types.split()))
    assert plain(between(host, Host(LEGIONS), "desert"), 0) == strengths


@pytest.mark.rule("RO-TOOL-01", "RO-BAT-12", "RO-BAT-18")
@pytest.mark.parametrize(
    ("spells", "strength"), [(frozenset(), Fraction(112, 10)), (frozenset({"PA"}), Fraction(84, 10))]
)
def test_natives_fight_behind_their_hero_and_panic_like_a_garrison(spells: frozenset[str], strength: Fraction) -> None:
    natives = Host(LEGIONS, Leader({"TA": 2}), Favours(spells=spells), natives=True)
    assert plain(between(Host(LEGIONS), natives, "forest", meeting=True), 1) == [strength] * 3


@pytest.mark.rule("RO-TOOL-02", "RO-CHAR-11")
@pytest.mark.parametrize("king", [True, False])
def test_a_king_fights_his_duel_as_a_king_and_a_hero_as_a_hero(king: bool) -> None:
    forecast = between(Host(LEGIONS, Leader(king=king, fights=True)), Host(LEGIONS, Leader(fights=True)), "forest")
    assert [fighter.king for fighter in forecast.fighters()] == [king, False]
    assert [fighter.level("ME") for fighter in forecast.fighters()] == [1, 1], "neutral duellists"


@pytest.mark.rule("RO-TOOL-02", "RO-DUEL-04", "RO-DUEL-06", "RO-DUEL-07")
@pytest.mark.parametrize("attacks", [True, False])
@pytest.mark.parametrize(("temper", "tactics"), [("brave", 0), ("coward", 2)])
def test_a_duel_costs_the_loser_s_side_its_morale_and_its_commander_if_he_dies(
    temper: Any, tactics: int, attacks: bool
) -> None:
    """The King, who may not flee before his first wound, falls or begs; whoever beats him loses nothing."""
    champion, victim = Leader({"ME": 9}, ("1",), fights=True), Leader({"TA": 2}, (), True, temper, 1, fights=True)
    hosts = [Host(LEGIONS, champion), Host(LEGIONS, victim)]
    forecast = between(*(hosts if attacks else hosts[::-1]), "forest", meeting=True)
    beaten, bereft = (
        (forecast.side(0, **how), forecast.side(1, **how)) for how in ({"beaten": True}, {"bereft": True})
    )
    ending, sides = after(Duel(forecast.fighters, beaten, bereft), forecast.sides, Even(0.0))
    winner = 0 if attacks else 1
    loser = sides[1 - winner]
    assert ending == ("won" if attacks else "lost") and sides[winner] is forecast.sides[winner]
    assert (loser.tactics, {unit.demoralised for unit in loser.units}) == (tactics, {True})


@pytest.mark.rule("RO-TOOL-02", "RO-DUEL-06", "RO-DUEL-07")
@pytest.mark.parametrize("attacks", [True, False])
@pytest.mark.parametrize(("victim", "ending"), [(Leader(plan=SHY, fights=True), "refused"), (WEAK, "lost")])
def test_whoever_loses_the_duel_keeps_his_own_troops(victim: Leader, ending: str, attacks: bool) -> None:
    """Nine elites beat a single green unit, with a commander or without."""
    champion = Leader({"ME": 9}, ("1",), temper="berserk", fights=True)
    many, few = Host((Troop("LE", count=9, quality=5),), victim), Host((Troop("LE", quality=1),), champion)
    found = between(*((many, few) if attacks else (few, many)), "plain").odds(Rng(b"duel"), 200)
    assert found.victory == (1.0 if attacks else 0.0)
    assert found.duels[ending if attacks or ending == "refused" else "won"] > 0.9


@pytest.mark.rule("RO-TOOL-02", "RO-BAT-38")
def test_natives_never_retreat() -> None:
    strong = Host((Troop("LE", count=8, quality=5),))
    natives, kingdom = (between(strong, Host(LEGIONS, natives=native), "forest") for native in (True, False))
    assert natives.odds(Rng(b"n"), 200).defender_losses == 3 > kingdom.odds(Rng(b"n"), 200).defender_losses


@pytest.mark.rule("RO-TOOL-02", "RO-DUEL-01", "RO-DUEL-06")
def test_a_duel_that_is_lost_for_certain_costs_a_quarter_of_the_strength() -> None:
    champion = Leader({"ME": 9}, items=("1",), king=True, fights=True)
    coward = Leader(plan=read_plan("FL"), fights=True)  # he refuses
    forecast = between(Host(LEGIONS, champion), Host(LEGIONS, coward), "forest", meeting=True)
    found = forecast.odds(Rng(b"duel"), 400)
    assert found.duels == {"refused": 1.0} and plain(forecast, 1) == [8, 8, 8]
    panicked = between(Host(LEGIONS), Host(LEGIONS, favours=Favours(spells=frozenset({"PA"}))), "forest", meeting=True)
    assert found.victory == pytest.approx(panicked.odds(Rng(b"duel"), 400).victory, abs=0.08)
    calm = between(Host(LEGIONS, Leader({"ME": 9})), Host(LEGIONS, coward), "forest", meeting=True).odds(Rng(b"c"), 400)
    assert not calm.duels and calm.victory < found.victory - 0.1


@pytest.mark.slow
@pytest.mark.rule("RO-TOOL-02", "RO-DUEL-03", "RO-DUEL-07", "RO-DUEL-08", "RO-CHAR-11")
@pytest.mark.parametrize(
    ("temper", "role", "kingdom", "alignment"),
    [("brave", "king", 2, "good"), ("coward", "hero", 2, "neutral"), ("prudent", "hero", 2, "pagan"),
     ("brave", "provincial", 0, "neutral")],
)  # fmt: skip
def test_the_odds_with_a_duel_are_those_of_the_field(temper: Any, role: Any, kingdom: int, alignment: Any) -> None:
    """The same battle so many times by the rules of the year, and foretold."""
    runs, won = 150, 0
    natives = not kingdom
    for seed in range(runs):
        field = s.bare_world(3)
        field.kingdoms[2].alignment = alignment
        s.lay(field, s.FIELD, owner=kingdom)
        one = s.person(field, 1, TA=3, ME=3, role="king", alignment="neutral", duel=read_plan("FI, ME"))
        other = s.person(field, kingdom, TA=1, ME=2, NE=1, temper=temper, role=role, duel=read_plan("CA-DV, ME"))
        if natives:
            field.provinces[s.FIELD].hero, other.duel = other.number, ()
        s.troops(field, "LE LE LE LE", 1, leader=one)
        s.troops(field, "LE LE HC", kingdom, leader=None if natives else other)
        turn = s.play(field, seed=f"field {seed}")
        s.arrive(turn, one, s.NEXT[0])
        Battlefield(turn, turn.provinces[s.FIELD]).resolve()
        won += bool(s.told(turn, "battle", 1)[0].data["won"])
    attacker = Leader({"TA": 3, "ME": 3}, king=True, plan=read_plan("FI, ME"), fights=True)
    plan = () if natives else read_plan("CA-DV, ME")
    defender = Leader({"TA": 1, "ME": 2, "NE": 1}, king=role == "king", temper=temper, plan=plan, fights=True)
    forecast = between(
        Host((Troop("LE", count=4),), attacker),
        Host((Troop("LE", count=2), Troop("HC")), defender, Favours(alignment if kingdom else None), natives=natives),
        "plain",
    )
    found = forecast.odds(Rng(b"foretold"), 1500)
    assert sum(found.duels.values()) == pytest.approx(1) and len(found.duels) >= 2
    assert won / runs == pytest.approx(found.victory, abs=0.1)


# From what a King knows


def invaded() -> World:
    """A good King with legions and a Hero beside the land of an Enemy, seen by a scout."""
    state = world(2)
    believe(state, 1, "good")
    relate(state, 1, 2, "enemy")
    own(state, 2, 43)
    land(state, 43, terrain="forest")
    king(state, 1, province=42, TA=2)
    item(state, "BT", king(state, 1))
    own(state, 1, 42)
    units(state, 1, 42, "LE", "LE", "BO", leader=1)
    units(state, 1, 42, "GA")
    units(state, 2, 43, "LE", "LE", "HC", "HC", leader=2)
    king(state, 2, province=43)
    person(state, 1, 43)
    state.kingdoms[1].exploration[43] = 40
    state.kingdoms[1].inventions = [8]
    turn = turn_of(state)
    look_around(turn, 0, 6, turn.marks)
    return turn.now


def supposed(found: Any) -> dict[str, Any]:
    """What was supposed, by code."""
    return {each.code: each.data for each in found}


@pytest.mark.rule("RO-TOOL-02", "RO-TOOL-01")
def test_one_s_own_troops_are_as_they_are() -> None:
    state = invaded()
    forecast, found = known_battle(view(state, J1), Sheet(), 43, [1])
    true = turn_of(state)
    for unit in true.contingent(1):
        true.move_unit(unit, 43, 1)
    camps = [camp for camp in camps_in(true, true.provinces[43]) if camp.kingdom == 1]
    assert forecast.sides[0] == side_of(true, camps, true.characters[1], true.provinces[43], defending=False)
    assert forecast.sides[0].tactics == 3 and forecast.sides[0].units[0].zeal == 40
    assert supposed(found) == {
        "force": {"type": "LE", "race": "human", "count": 6, "year": 0, "size": 2}, "commander": {}, "inventions": {},
        "explored": {},
    }  # fmt: skip
    assert [unit.type for unit in forecast.sides[1].units] == ["LE"] * 6 and forecast.sides[1].defending


@pytest.mark.rule("RO-TOOL-02")
def test_who_knows_better_says_so() -> None:
    leader = Leader({"TA": 2, "ME": 2}, king=True, fights=True)
    host = Host((Troop("HC", count=2, quality=3),), leader, Favours(inventions=frozenset({6})))
    forecast, found = known_battle(view(invaded(), J1), Sheet(), 43, [1], host=host, explored=30)
    assert not found and forecast.has_duel
    (cavalry, _), other = forecast.sides[1].units, forecast.sides[0]
    assert (cavalry.type, cavalry.quality, cavalry.boosts) == ("HC", 3, 1)
    assert (forecast.sides[1].tactics, forecast.sides[1].explored, other.explored) == (2, 30, 40)
    assert set(forecast.odds(Rng(b"known"), 50).duels) <= {"won", "lost", "refused", "broken_off"}


@pytest.mark.rule("RO-TOOL-02", "RO-BAT-24")
def test_what_is_supposed_of_the_enemy_s_spells_is_his_alone() -> None:
    seen = view(invaded(), J1)
    blessed = Host(LEGIONS, favours=Favours(spells=frozenset({"BE"})))
    plain, other = (known_battle(seen, Sheet(), 43, [1], host=host)[0] for host in (Host(LEGIONS), blessed))
    assert plain.sides[0] == other.sides[0]
    assert [{unit.boosts for unit in forecast.sides[1].units} for forecast in (plain, other)] == [{0}, {1}]


@pytest.mark.rule("RO-TOOL-02", "RO-DUEL-02")
def test_the_plans_of_the_draft_are_in_force() -> None:
    state = invaded()
    draft = sheet(state, "j1", "@1\nDUEL {FL}\n1: MO 43")
    host = Host((), Leader(fights=True))
    for orders, plan in ((draft, "FL"), (Sheet(), "")):
        forecast, _ = known_battle(view(state, J1), orders, 43, [1], host=host)
        assert [tactic.code for tactic in forecast.fighters()[0].plan] == [plan] * bool(plan)


@pytest.mark.rule("RO-TOOL-02", "RO-BAT-22")
def test_in_one_s_own_land_one_defends() -> None:
    state = invaded()
    with pytest.raises(Unanswerable, match="rois_no_enemy"):
        known_battle(view(state, J1), Sheet(), 42, [])
    forecast, _ = known_battle(view(state, J1), Sheet(), 42, [], enemy=2, host=Host(LEGIONS))
    assert [unit.type for unit in forecast.sides[1].units] == ["GA", "LE", "LE", "BO"] and forecast.sides[1].defending
    assert len(forecast.sides[0].units) == 3 and not forecast.sides[0].defending
    assert forecast.commanders[0] is None and {unit.host for unit in forecast.sides[0].units} == {0}


@pytest.mark.rule("RO-TOOL-02")
def test_in_foreign_land_one_meets_its_owner_whoever_else_is_seen_there() -> None:
    state = world(3)
    for other in (2, 3):
        relate(state, 1, other, "enemy")
    own(state, 2, 43)
    units(state, 2, 43, "LE")
    units(state, 3, 43, *["HC"] * 9)
    person(state, 1, 43)
    units(state, 1, 41, "LE", leader=1)
    turn = turn_of(state)
    look_around(turn, 0, 6, turn.marks)
    forecast, _ = known_battle(view(turn.now, J1), Sheet(), 43, [1])
    assert {unit.realm for unit in forecast.sides[1].units} == {2}


@pytest.mark.rule("RO-TOOL-02", "RO-BAT-12")
@pytest.mark.parametrize(
    ("number", "kingdom", "province", "levels", "role"),
    [
        (2, 2, 60, None, "king"), (9, 2, 60, None, "hero"), (9, 0, 60, {"TA": 1}, "free"),
        (9, 0, 60, None, "provincial"), (9, 0, 41, None, "free"), (9, 0, 99, None, "provincial"),
    ],
)  # fmt: skip
def test_whoever_serves_nobody_may_command_the_natives_unless_he_is_known_to_be_free(
    number: int, kingdom: int, province: int, levels: Any, role: str
) -> None:
    state = world(2)
    state.kingdoms[1].sightings[60] = Sighting(0, 6, 0, {}, [])
    turn = turn_of(state)
    look_around(turn, 0, 6, turn.marks)
    met = {"kingdom": kingdom, "province": province} | ({"levels": levels} if levels else {})
    assert role_of(Book(view(turn.now, J1)), number, met) == role


@pytest.mark.rule("RO-TOOL-02", "RO-MAP-08")
def test_natives_whom_nobody_has_seen_are_supposed_by_the_wealth_of_their_land() -> None:
    state = invaded()
    land(state, 61, tax_base=8)
    state.kingdoms[1].charted[61] = 0
    forecast, found = known_battle(view(state, J1), Sheet(), 61, [1])
    assert len(forecast.sides[1].units) == 3 == supposed(found)["natives"]["count"] and forecast.sides[1].natives
    assert forecast.commanders[1] is None and forecast.sides[1].tactics == 0, "nobody leads whom nobody has seen"
    units(state, 0, 44, "HC", "HC")
    person(state, 1, 44)
    turn = turn_of(state)
    look_around(turn, 0, 6, turn.marks)
    forecast, found = known_battle(view(turn.now, J1), Sheet(), 44, [1])
    assert [unit.type for unit in forecast.sides[1].units] == ["LE", "LE"], "a small force in prosperous land"
    assert {"force", "commander"} == set(supposed(found))
    with pytest.raises(Unanswerable, match="rois_nobody_seen"):
        known_battle(view(turn.now, J1), Sheet(), 90, [1])
    with pytest.raises(Unanswerable, match="rois_no_troops"):
        known_battle(view(turn.now, J1), Sheet(), 43, [], enemy=2)


@pytest.mark.rule("RO-TOOL-02", "RO-INFO-03")
def test_what_a_king_does_not_know_changes_nothing() -> None:
    one, other = invaded(), invaded()
    king(other, 2, TA=5, ME=5, duel=read_plan("FL"))
    other.kingdoms[2].inventions, other.kingdoms[2].exploration[43] = [6, 12], 100
    for unit in other.units.values():
        if unit.kingdom == 2:
            unit.type, unit.quality = "EN", 5
    first, second = (known_battle(view(state, J1), Sheet(), 43, [1])[0] for state in (one, other))
    assert first.sides == second.sides and first.odds(Rng(b"x"), 50) == second.odds(Rng(b"x"), 50)


@pytest.mark.rule("RO-TOOL-02")
def test_every_type_of_unit_may_fight() -> None:
    for type in UNITS:
        forecast = between(Host((Troop(type),)), Host((Troop(type),), natives=True), "sea")
        assert 0 <= forecast.odds(Rng(b"all"), 5).victory <= 1
