"""Where lords can arrive, and with how many soldiers (FI-TOO-02): figures by hand, and the engine's own steps."""

from __future__ import annotations

import pytest

from heraut.engine.protocol import Seat
from heraut.engine.rng import Rng
from heraut.games import fief
from heraut.games.fief.board.pawns import captives_of, lord
from heraut.games.fief.board.places import NEIGHBOURS, VILLAGE_IDS, VILLAGE_OF
from heraut.games.fief.calculators.reach import Arrival, Gate, Walk, reach
from heraut.games.fief.cards import LORD_IDS
from heraut.games.fief.entries import PlayerAt
from heraut.games.fief.identities import BESIEGER, SOLDIER
from heraut.games.fief.orders.movements import March
from heraut.games.fief.phases.marching import ASK, ASSAULT, gather, march_refusal, movable
from heraut.games.fief.phases.passage import set_out
from heraut.games.fief.resolution import Turn
from heraut.games.fief.state import Realm, copy, replaced
from tests.games.fief.builders import Table, seats
from tests.games.fief.promises import SAMPLE, schemer

J1, J2 = Seat("j1"), Seat("j2")
TWO_FROM_ST_CIERS = {
    "beaujeu": 1, "sigy": 1, "marcamps": 1, "la_salle": 2, "les_essarts": 2, "st_paul": 2,
}  # fmt: skip


def walks(table: Table, seat: Seat | None = J1) -> dict[str, Walk]:
    return reach(fief.view(table.realm, seat))


def steps(one: Walk) -> dict[str, int]:
    return {village: arrival.steps for village, arrival in one.arrivals.items()}


@pytest.mark.rule("FI-TOO-02")
def test_a_lord_reaches_what_lies_two_roads_away_and_three_beside_darc() -> None:
    table = Table(2)
    table.lord("arnaud", 0, "st_ciers")
    table.lord("henry", 0, "st_ciers", steps=1)
    table.lord("othon", 0, "st_ciers", steps=2)
    found = walks(table)
    assert steps(found["arnaud"]) == TWO_FROM_ST_CIERS
    assert steps(found["henry"]) == {"beaujeu": 1, "sigy": 1, "marcamps": 1}
    assert (found["othon"].stays, found["othon"].arrivals) == ("tired", {})
    assert found["arnaud"].arrivals["la_salle"] == Arrival(("beaujeu", "la_salle"))
    table.lord("jeanne", 0, "st_ciers", darc=True)
    beside = walks(table)
    third = {"blaye", "sennecy", "st_vivien", "villeneuve"}
    assert {v for v, a in beside["arnaud"].arrivals.items() if a.darc} == third == {
        v for v, n in steps(beside["jeanne"]).items() if n == 3
    }  # fmt: skip
    assert not any(arrival.darc for arrival in beside["jeanne"].arrivals.values())
    assert max(steps(beside["henry"]).values()) == 2  # with the step that he has made, three in all
    table["henry"].solo = True
    assert set(steps(walks(table)["henry"])) == {"beaujeu", "sigy", "marcamps"}


@pytest.mark.rule("FI-TOO-02")
def test_soldiers_come_along_and_are_picked_up_on_the_way_as_far_as_the_reader_may_count() -> None:
    table = Table(2)
    table.lord("arnaud", 0, "st_ciers")
    table.troops(0, "st_ciers", 2, 1)
    table.troops(0, "beaujeu", 0, 0, 1)
    table.troops(0, "la_salle", 4)
    table.king("arnaud", guards=3)
    own, other, open_stacks = walks(table), walks(table, J2), Table(2, hidden_stacks=False)
    assert own["arnaud"].arrivals["beaujeu"].soldiers == 5 + 3
    assert own["arnaud"].arrivals["la_salle"].soldiers == 5 + 3 + 6
    for stack in table.realm.stacks:
        stack.steps = stack.village == VILLAGE_OF["st_ciers"] and stack.series == SOLDIER
    tired = walks(table)["arnaud"].arrivals  # they have a step left
    assert (tired["beaujeu"].soldiers, tired["la_salle"].soldiers) == (5 + 3, 3 + 6)
    assert other["arnaud"].arrivals["la_salle"].soldiers is None
    assert steps(other["arnaud"]) == steps(own["arnaud"])
    table.realm.stacks = [s for s in table.realm.stacks if s.village != VILLAGE_OF["st_ciers"]]
    assert walks(table, J2)["arnaud"].arrivals["sigy"].soldiers == 0
    open_stacks.lord("arnaud", 0, "st_ciers")
    open_stacks.troops(0, "st_ciers", 2, 1)
    assert walks(open_stacks, None)["arnaud"].arrivals["sigy"].soldiers == 5


@pytest.mark.rule("FI-TOO-02", "FI-ARC-03")
@pytest.mark.parametrize(("made", "solo", "third"), [(0, False, 5), (1, False, 0), (0, True, 0)])
def test_soldiers_make_a_third_step_with_darc_if_they_make_every_step_with_her(
    made: int, solo: bool, third: int
) -> None:
    table = Table(2)
    table.lord("arnaud", 0, "st_ciers")
    table.lord("jeanne", 0, "st_ciers", darc=True)
    table.troops(0, "st_ciers", 5)
    table.realm.stacks[0].steps, table.realm.stacks[0].solo = made, solo
    arrivals = walks(table)["arnaud"].arrivals
    assert (arrivals["blaye"].darc, arrivals["blaye"].soldiers) == (True, third)


@pytest.mark.rule("FI-TOO-02")
def test_leave_on_the_way_is_shown_as_such() -> None:
    table = Table(3)
    table.lord("arnaud", 0, "st_ciers")
    table.lord("henry", 1, "beaujeu")
    table.troops(2, "sigy", 1)
    table.castle("sigy")
    found = walks(table)["arnaud"].arrivals
    assert found["marcamps"].free and found["les_essarts"].free
    assert found["beaujeu"] == Arrival(("beaujeu",), (Gate("j2", "beaujeu", "into"),), storm=True)
    assert found["la_salle"].gates == (Gate("j2", "beaujeu", "into"),) and not found["la_salle"].storm
    assert found["sigy"].gates == (Gate("j3", "sigy", "into"),)
    assert found["st_paul"].gates == (Gate("j3", "sigy", "through"),)
    table.castle("st_ciers")
    table.troops(2, "st_ciers", 1)
    table.realm.owners = replaced(table.realm.owners, VILLAGE_OF["st_ciers"], 2)
    out = Gate("j3", "st_ciers", "out")
    assert walks(table)["arnaud"].arrivals["st_paul"].gates == (out, Gate("j3", "sigy", "through"))
    table.realm.leaves = (PlayerAt(VILLAGE_OF["st_ciers"], 0), PlayerAt(VILLAGE_OF["sigy"], 0))
    assert walks(table)["arnaud"].arrivals["st_paul"].gates == (Gate("j3", "sigy", "into"),)
    table.realm.leaves, table.realm.exits = (), (PlayerAt(VILLAGE_OF["st_ciers"], 0),)
    assert walks(table)["arnaud"].stays == "gate"


@pytest.mark.rule("FI-TOO-02")
def test_whoever_was_refused_can_only_fight_and_goes_no_further() -> None:
    table = Table(2)
    table.lord("arnaud", 0, "st_ciers")
    table.lord("blanche", 0, "st_ciers")
    table.lord("henry", 1, "beaujeu")
    table.realm.refused = (PlayerAt(VILLAGE_OF["beaujeu"], 0),)
    found = walks(table)
    assert found["arnaud"].arrivals["beaujeu"].fight and "la_salle" not in found["arnaud"].arrivals
    assert "beaujeu" not in found["blanche"].arrivals  # she does not fight, and nobody follows her
    table.troops(0, "st_ciers", 1)
    assert walks(table)["blanche"].arrivals["beaujeu"].fight


@pytest.mark.rule("FI-TOO-02")
def test_peasants_are_fought_but_a_bishop_walks_in() -> None:
    table = Table(2)
    table.lord("arnaud", 0, "st_ciers")
    table.lord("henry", 0, "st_ciers", bishop="b_sigy")
    table.revolt("beaujeu", 1, 3)
    found = walks(table)
    assert found["arnaud"].arrivals["beaujeu"].fight and "la_salle" not in found["arnaud"].arrivals
    assert found["henry"].arrivals["beaujeu"].free and found["henry"].arrivals["la_salle"].free


@pytest.mark.rule("FI-TOO-02")
def test_weather_sieges_and_captivity_hold_lords_back() -> None:
    table = Table(2)
    table.lord("arnaud", 0, "la_salle")
    table.lord("henry", 1, "beaujeu")
    table.weather("r_beaujeu")
    found = walks(table)
    assert found["arnaud"].stays == found["henry"].stays == "weather"
    near = Table(2)
    near.lord("arnaud", 0, "st_ciers")
    near.lord("henry", 1, "blaye")
    near.weather("r_beaujeu")
    assert "la_salle" not in walks(near)["arnaud"].arrivals and walks(near)["arnaud"].arrivals["beaujeu"].free
    near.troops(1, "beaujeu", 1)
    asked = walks(near)["arnaud"].arrivals["beaujeu"]
    assert asked.gates and not asked.storm
    siege = Table(2)
    siege.lord("arnaud", 0, "st_ciers")
    siege.lord("henry", 1, "st_ciers", position="besieger", road="beaujeu")
    siege.lord("othon", 1, "sigy", captor=0)
    found = walks(siege)
    assert "beaujeu" not in found["arnaud"].arrivals and "sigy" in found["arnaud"].arrivals
    assert (found["henry"].stays, found["othon"].stays) == ("siege", "captive")


# The engine's own steps


@pytest.mark.slow
@pytest.mark.rule("FI-TOO-02")
@pytest.mark.parametrize("number", range(len(SAMPLE)))
def test_the_map_is_what_the_engine_lets_lords_do_where_gatekeepers_let_them(number: int) -> None:
    players, options = SAMPLE[number]
    rng = Rng(b"reach %d" % number)
    state = fief.setup(seats(players), options, rng.at("setup")).state
    compared = 0
    for _ in range(220):
        pending = fief.pending(state)
        if not pending:
            break
        decisions = list(pending.values())
        if decisions[0].kind == "move":
            compared += compare(state, decisions[0].player)
        answers = {seat: schemer(decision, decision.view, rng) for seat, decision in pending.items()}
        state = fief.advance(state, answers, rng).state
    assert compared > 20


def compare(realm: Realm, player: int) -> int:
    """Every lord of a player: the same villages, and each by the way that the map says; how many arrivals."""
    if captives_of(realm, player):
        return 0  # who would be left alone where all the soldiers go
    welcoming = copy(realm)
    welcoming.permits = ()
    for house in welcoming.families:
        house.entry, house.exit = ("pass",) * len(house.entry), ("grant",) * len(house.exit)
    seen = reach(fief.view(welcoming, realm.seats[player]))
    compared = 0
    for name, found in seen.items():
        one = lord(realm, LORD_IDS.index(name))
        if one.player != player:
            continue
        assert set(found.arrivals) == explore(welcoming, player, one.number), name
        for arrival in found.arrivals.values():
            follow(welcoming, player, one.number, arrival)
            compared += 1
    return compared


def explore(realm: Realm, player: int, number: int) -> set[str]:
    """The villages that the engine lets a lord come to, alone or beside d'Arc."""
    found: set[str] = set()
    heroines = [one.number for one in realm.lords if one is not None and one.darc and one.player == player]
    for company in ((number,), *((number, darc) for darc in heroines if darc != number)):
        left = [realm]
        while left:
            now = left.pop()
            for to in NEIGHBOURS[max(lord(now, number).village, 0)]:
                for manner in (ASK, ASSAULT):
                    after = step(now, player, company, to, manner)
                    if after is not None:
                        found.add(VILLAGE_IDS[to])
                        left.append(after.now)
    return found - {VILLAGE_IDS[max(lord(realm, number).village, 0)]}


def step(realm: Realm, player: int, company: tuple[int, ...], to: int, manner: str) -> Turn | None:
    """A step with all the soldiers that can make it; None if it is refused."""
    one = lord(realm, company[0])
    if one.village is None:
        return None
    darc = any(lord(realm, number).darc for number in company)
    troop = movable(realm, player, one.village, one.position, darc)
    order = March(company, to, troop, (), manner)
    if march_refusal(realm, player, order) is not None:
        return None
    turn = Turn(copy(realm), Rng(b""))
    set_out(turn, player, order)
    group = gather(realm, player, order)
    points = sum(n * value for n, value in zip(troop, (1, 3, 6), strict=True))
    turn.now.births = points + sum(guard.points for guard in group.guards)  # a note for the test
    return turn


def follow(realm: Realm, player: int, number: int, arrival: Arrival) -> None:
    """The way of the map, step by step: so many gates, so many soldiers, a siege at its end or none."""
    heroine = [one.number for one in realm.lords if one is not None and one.darc and one.player == player]
    company = (number, *heroine) if arrival.darc else (number,)
    gates, now, points = 0, realm, 0
    for place, village in enumerate(arrival.way):
        last = place == len(arrival.way) - 1
        turn = step(now, player, company, VILLAGE_OF[village], ASSAULT if arrival.fight and last else ASK)
        assert turn is not None, arrival
        gates += sum(event.kind in ("let_in", "let_out") for event in turn.events)
        now, points = turn.now, turn.now.births
    assert VILLAGE_IDS[lord(now, number).village] == arrival.way[-1]
    assert (lord(now, number).position == BESIEGER) == arrival.fight
    assert (gates, points) == (len(arrival.gates), arrival.soldiers), arrival
    if arrival.storm:
        assert step(realm if len(arrival.way) == 1 else before_last(realm, player, company, arrival), player, company,
                    VILLAGE_OF[arrival.way[-1]], ASSAULT) is not None  # fmt: skip


def before_last(realm: Realm, player: int, company: tuple[int, ...], arrival: Arrival) -> Realm:
    """The realm when all but the last step of a way is made."""
    for village in arrival.way[:-1]:
        turn = step(realm, player, company, VILLAGE_OF[village], ASK)
        assert turn is not None
        realm = turn.now
    return realm
