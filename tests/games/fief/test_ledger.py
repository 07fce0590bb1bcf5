"""What a family counts before it decides: incomes, points, votes, fiefs within reach (FI-TOO-02)."""

from __future__ import annotations

import pytest

from heraut.engine.protocol import Seat
from heraut.engine.rng import Rng
from heraut.games import fief
from heraut.games.fief.board.lords import clergy, score, votes_of
from heraut.games.fief.board.places import REGION_IDS, VILLAGE_OF
from heraut.games.fief.calculators.ledger import Income, Missing, Voices, incomes, missing, points, voices
from heraut.games.fief.entries import Taille, Tithe
from heraut.games.fief.phases.incomes import incomes as phase_two
from heraut.games.fief.phases.titles import ennoble_offers
from heraut.games.fief.resolution import Turn
from heraut.games.fief.state import Realm, copy, replaced
from tests.games.fief.builders import Table, seats
from tests.games.fief.promises import SAMPLE, schemer

J1, J2 = Seat("j1"), Seat("j2")


@pytest.mark.rule("FI-TOO-02")
def test_incomes_to_come_line_by_line() -> None:
    table = Table(3)
    table.lord("arnaud", 0, "bourg")
    table.fief("r_bourg", 0, "bourg", "arnaud")
    table.king("arnaud")
    table.own(0, "sennecy", fort="castle", mills=1, presses=2)
    table.own(0, "beaujeu", mills=2)
    table.troops(0, "beaujeu", 1)
    table.troops(0, "sennecy", 1)
    table.own(0, "pugnac", mills=3)
    table.realm.mills = replaced(table.realm.mills, VILLAGE_OF["st_vivien"], 1)  # empty, but of the fief
    table.famine("r_beaujeu")
    seen = fief.view(table.realm, J2)
    assert incomes(seen, "j1") == [
        Income("village", "beaujeu", 0, "famine"),
        Income("village", "sennecy", 100 + 200 + 2 * 100),
        Income("village", "pugnac", 0, "absent"),
        Income("village", "bourg", 200),
        Income("village", "st_vivien", 200),
        Income("pension", "arnaud", 500),
    ]
    table.own(0, "blaye", mills=1)  # nobody is there
    table.lord("henry", 1, "sigy", bishop="b_blaye")
    table.realm.tithes = (Tithe(0, 0, 1),)
    table.realm.tailles = (Taille(0, REGION_IDS.index("r_bourg"), 0),)
    table.troops(1, "villeneuve", 1)
    seen = fief.view(table.realm, None)
    assert Income("village", "sennecy", 100, "tithe") in incomes(seen, "j1")
    assert Income("taille", "r_bourg", 4 * 200) in incomes(seen, "j1")  # an enemy stands in one village of five
    assert incomes(seen, "j2") == [Income("tithe", "b_blaye", 400)]
    table["arnaud"].captor = 1
    table.troops(0, "bourg", 1)
    held = incomes(fief.view(table.realm, None), "j1")
    assert Income("aside", "bourg", 200) in held and Income("pension", "arnaud", 0, "captive") in held
    assert Income("taille", "r_bourg", 0, "captive") in held


@pytest.mark.rule("FI-TOO-02", "FI-VB-01")
def test_a_crowd_silences_mills_in_the_ledger_as_far_as_the_reader_may_count_it() -> None:
    table = Table(2, population_pressure=True)
    table.own(0, "bourg", fort="castle", mills=1)
    table.troops(0, "bourg", 10, 1)
    table.lord("arnaud", 0, "bourg")
    table.lord("gauvain", 0, "bourg")
    table.lord("henry", 1, "sigy")
    assert incomes(fief.view(table.realm, J1), "j1") == [Income("village", "bourg", 300)]
    table.lord("eric", 1, "bourg", captor=0)
    assert incomes(fief.view(table.realm, J1), "j1") == [Income("village", "bourg", 100, "crowd")]
    assert incomes(fief.view(table.realm, J2), "j1") == [Income("village", "bourg", 300)]  # he may not count the troop


@pytest.mark.rule("FI-TOO-02")
def test_points_votes_and_what_a_region_still_lacks() -> None:
    table = Table(3)
    table.lord("arnaud", 0, "bourg", bishop="b_sigy").cardinal = True
    table.lord("blanche", 0, "bourg")
    table.fief("r_bourg", 0, "bourg", "blanche")
    table.purse(0, 1400)
    own, other = fief.view(table.realm, J1), fief.view(table.realm, J2)
    assert (points(own, "j1"), points(other, "j1")) == (2 * 10 + 50 + 20 + 10, 50 + 20 + 10)
    assert points(own, "j2") == points(fief.view(table.realm, None), "j2") == 0
    assert voices(other, "j1") == Voices(("arnaud", "blanche"), ("arnaud",), ("arnaud",))
    assert missing(own, "j1", "r_bourg") == Missing(held="j1")
    table.own(0, "sennecy", fort="castle")
    table.own(0, "l_epervier", "chateauneuf")
    for village in ("sennecy", "l_epervier"):
        table.troops(0, village, 1)
    table.troops(1, "l_epervier", 1)
    lacking = missing(fief.view(table.realm, J1), "j1", "r_sennecy")
    assert lacking == Missing(villages=("chateauneuf",), shared=("l_epervier",)) and not lacking.nothing
    table.purse(0, 400)
    assert missing(fief.view(table.realm, J1), "j1", "r_sennecy").money == 200
    assert missing(fief.view(table.realm, J2), "j1", "r_sennecy").money == 0  # purses are hidden
    bare = missing(fief.view(table.realm, J1), "j3", "r_sigy")
    assert (len(bare.villages), bare.castle, bare.lord) == (4, True, True)


@pytest.mark.slow
@pytest.mark.rule("FI-TOO-02")
@pytest.mark.parametrize("number", range(len(SAMPLE)))
def test_the_ledger_foresees_what_the_rules_do(number: int) -> None:
    players, options = SAMPLE[number]
    rng = Rng(b"ledger %d" % number)
    state = fief.setup(seats(players), {**options, "population_pressure": False}, rng.at("setup")).state
    for _ in range(220):
        pending = fief.pending(state)
        if not pending:
            break
        if state.turn:
            compare(state)
        answers = {seat: schemer(decision, decision.view, rng) for seat, decision in pending.items()}
        state = fief.advance(state, answers, rng).state


def compare(realm: Realm) -> None:
    """The forecast of every family, from a passer-by's view and its own, beside phase 2, the count, the offers."""
    turn = Turn(copy(realm), Rng(b""))
    phase_two(turn)
    seen = fief.view(realm, None)
    for player, seat in enumerate(realm.seats):
        if not realm.families[player].alive:
            continue
        foreseen = incomes(seen, seat)
        gained = turn.now.families[player].purse - realm.families[player].purse
        assert sum(line.money for line in foreseen if line.sort != "aside") == gained, (seat, foreseen)
        aside = [line.money for line in foreseen if line.sort == "aside"]
        assert sum(aside) == sum(
            e.data["money"] for e in turn.events if e.kind == "income_aside" and e.data["seat"] == seat
        )
        own = fief.view(realm, seat)
        assert points(own, seat) == score(realm, player)
        spoken = voices(seen, seat)
        assert len(spoken.voters) == votes_of(realm, player)
        assert (len(spoken.bishops), len(spoken.cardinals)) == clergy(realm, player)
        offered = {REGION_IDS[order.region] for order in ennoble_offers(realm, player)}  # type: ignore[attr-defined]
        assert {region for region in REGION_IDS if missing(own, seat, region).nothing} == offered
