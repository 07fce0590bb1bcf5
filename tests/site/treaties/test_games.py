"""What would break a promise, and what shows that it was kept or broken, game by game and at its edges."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from heraut.engine.protocol import Event, Seat, seen_by
from heraut.games import vassaux
from heraut.games.fief.view import view as fief_view
from heraut.games.gloire import orders as g
from heraut.site.games.daifen.treaties import TREATIES as DAIFEN
from heraut.site.games.fief.treaties import TREATIES as FIEF
from heraut.site.games.gloire.treaties import TREATIES as GLOIRE
from heraut.site.games.rois.treaties import TREATIES as ROIS
from heraut.site.games.vassaux.treaties import TREATIES as VASSAUX
from heraut.site.matches.adapters import adapter
from heraut.site.treaties.judging import verdict
from heraut.site.treaties.kinds import GameTreaties, Kind, Promise
from tests.games.daifen import builders as daifen_table
from tests.games.fief.builders import Table
from tests.games.fief.test_court import court, election
from tests.games.fief.test_movement import pair
from tests.games.gloire import builders as lands
from tests.games.rois import builders as rois_table
from tests.games.vassaux import builders as field

pytestmark = pytest.mark.django_db  # words and views are kept by the site
LAST = {"last": True}


def kind(game: GameTreaties, name: str) -> Kind:
    found = game.kind(name)
    assert found is not None
    return found


def lines(game: GameTreaties, name: str, decision: Any, text: str, promise: Promise) -> list[str]:
    """The orders of a text that would break a promise, as they are written; "-" for what is left undone."""
    reading = decision.parse(text)
    assert not reading.refusals, reading.refusals
    broken = kind(game, name).breaks(decision, reading.answer, promise)
    return ["-" if one is None else game.write(decision, one) for one in broken]


def judged(game: GameTreaties, promises: Iterable[Promise], name: str, events: Iterable[Event]) -> tuple[str, str]:
    """What the events show to all parties."""
    return verdict(kind(game, name), {one.me: one for one in promises}, tuple(events))


def both(me: str = "j1", other: str = "j2", **fields: Any) -> list[Promise]:
    """The promise as each of the two reads it, where games call them by their seats."""
    keys = {me: me, other: other}
    return [Promise("", keys, me=one, **fields) for one in keys]


# Gloire et Pouvoir


def test_gloire_a_truce_is_broken_by_war_and_by_attacks_on_its_parties_alone() -> None:
    state = lands.realm(10)
    decision = lands.decision(state, "j1")
    mine, _ = both()
    theirs = {
        seat: next(name for name, land in decision.view["lands"].items() if land["owner"] == seat)
        for seat in ("j2", "j3")
    }
    neutral = next(name for name, land in decision.view["lands"].items() if land["owner"] is None)
    attacks = [g.Attack(1, g.LandName(name)) for name in (theirs["j2"], theirs["j3"], neutral)]
    answer = (
        *attacks,
        g.DeclareWar(Seat("j2")),
        g.DeclareWar(Seat("j3")),
        g.OfferPeace(Seat("j2")),
        g.CancelAlliance(Seat("j2")),
    )
    assert kind(GLOIRE, "truce").breaks(decision, answer, mine) == [(attacks[0],), (answer[3],)]
    assert kind(GLOIRE, "alliance").breaks(decision, answer, mine) == [(attacks[0],), (answer[3],), (answer[6],)]
    three = Promise("", {seat: seat for seat in ("j1", "j2", "j3")}, me="j1")
    assert len(kind(GLOIRE, "truce").breaks(decision, answer, three)) == 4


def test_gloire_a_war_is_a_breach_by_whoever_declares_it() -> None:
    state = lands.realm(10)
    names = {seat: lord.name for seat, lord in state.lords.items()}
    step = lands.play(state, {"j2": f'GUE "{names["j1"]}"', "j1": f'GUE "{names["j3"]}"'})
    assert judged(GLOIRE, both(), "truce", step.events) == ("broken", "j2")
    assert judged(GLOIRE, both("j1", "j3"), "truce", step.events) == ("broken", "j1")
    assert judged(GLOIRE, both("j2", "j3"), "truce", step.events) == ("", "")


def test_gloire_a_sale_is_kept_by_the_land_sold_to_whom_it_was_promised() -> None:
    state = lands.realm(10)
    home = next(land.name for land in state.lands.values() if land.owner == "j1")
    terms = {"land": home, "price": 10}
    seller, buyer = both(by="j1", to="j2", terms=terms)
    sells = lands.decision(state, "j1")

    def sale(decision: Any, promise: Promise, *answer: Any, **fields: Any) -> list[str]:
        broken = kind(GLOIRE, "sale").breaks(decision, answer, Promise(**{**as_fields(promise), **fields}))
        return ["-" if one is None else one[0].code for one in broken]

    right, dear = g.Sell(Seat("j2"), home, 10), g.Sell(Seat("j2"), home, 11)
    assert sale(sells, seller) == [] and sale(sells, seller, right, **LAST) == []
    assert sale(sells, seller, **LAST) == ["-"] and sale(sells, seller, dear) == ["VND"]
    assert sale(sells, seller, g.Sell(Seat("j3"), home, 10), **LAST) == ["VND", "-"]
    buys = lands.decision(state, "j2")
    assert sale(buys, buyer, **LAST) == ["-"] and sale(buys, buyer, g.Buy(Seat("j1"), home, 10), **LAST) == []
    assert sale(buys, buyer, g.Buy(Seat("j1"), home, 9), **LAST) == ["-"]

    def event(to: str) -> list[Event]:
        return [Event("GP-VTE-08", "land_sold", {"land": home, "seller": "j1", "buyer": to})]

    assert judged(GLOIRE, (seller, buyer), "sale", event("j2")) == ("kept", "")
    assert judged(GLOIRE, (seller, buyer), "sale", event("j3")) == ("broken", "j1")


def as_fields(promise: Promise) -> dict[str, Any]:
    return {name: getattr(promise, name) for name in promise.__struct_fields__}


# Daifen


def kingdoms(*seats: str, **fields: Any) -> list[Promise]:
    """The promise as kingdoms read it, who know each other by name."""
    keys = {seat: daifen_table.NAMES[int(seat[1:]) - 1] for seat in seats}
    return [Promise("", keys, me=seat, **fields) for seat in seats]


def test_daifen_a_truce_is_broken_by_harm_to_a_kingdom_that_one_knows() -> None:
    state = daifen_table.acquainted()
    daifen_table.endow(state, "j1", gold=1_000, units={"fantassin": 10, "espion": 9})
    a, b, c = daifen_table.NAMES[:3]
    decision = daifen_table.decision(state, "j1")
    unit = next(iter(decision.view["own"]["units"]))
    text = "\n".join([f"VOLER {b} 1", f"SABOTER {b} 1", f"ESPIONNER {b} 1", f"VOLER {c} 1"])
    mine, _ = kingdoms("j1", "j2")
    assert unit and lines(DAIFEN, "truce", decision, text, mine) == [f'VOLER "{b}" 1', f'SABOTER "{b}" 1']
    stranger = Promise("", {"j1": a}, me="j1")  # the other party is a stranger: no name is compared
    assert lines(DAIFEN, "truce", decision, text, stranger) == []


def test_daifen_gold_is_owed_in_the_last_turn_and_seen_by_each_in_his_own_way() -> None:
    state = daifen_table.acquainted()
    daifen_table.endow(state, "j1", gold=1_000)
    b, c = daifen_table.NAMES[1:3]
    decision = daifen_table.decision(state, "j1")
    owed = {"by": "j1", "to": "j2", "terms": {"amount": 100}}
    mine, theirs = kingdoms("j1", "j2", **owed)
    last, _ = kingdoms("j1", "j2", **owed, **LAST)
    assert lines(DAIFEN, "loan", decision, "", mine) == []
    assert (
        lines(DAIFEN, "loan", decision, "", last)
        == lines(DAIFEN, "loan", decision, f"DONNER {b} : or 99", last)
        == ["-"]
    )
    assert lines(DAIFEN, "loan", decision, f"DONNER {c} : or 100", last) == ["-"]
    assert lines(DAIFEN, "loan", decision, f"DONNER {b} : or 100", last) == []
    assert kind(DAIFEN, "loan").breaks(daifen_table.decision(state, "j2"), decision.default, theirs) == []
    step = daifen_table.play(state, {"j1": f"DONNER {b} : or 100"})
    assert judged(DAIFEN, (mine, theirs), "loan", step.events) == ("kept", "")
    less = daifen_table.play(state, {"j1": f"DONNER {b} : or 99"})
    assert judged(DAIFEN, (mine, theirs), "loan", less.events) == ("", "")


def test_daifen_support_and_votes() -> None:
    state = daifen_table.acquainted()
    decision = daifen_table.decision(state, "j1")
    mine, theirs = kingdoms("j1", "j2", by="j1", to="j2")
    assert lines(DAIFEN, "support", decision, "", mine) == ["-"]
    assert lines(DAIFEN, "support", daifen_table.decision(state, "j2"), "", theirs) == []
    assert lines(DAIFEN, "vote", decision, "", mine) == []  # there is no vote this turn


def test_daifen_an_assault_is_a_breach_that_both_sides_are_told_of() -> None:
    b = daifen_table.NAMES[1]
    state = daifen_table.acquainted()
    units = daifen_table.decision(state, "j1").view["own"]["units"]
    promises = kingdoms("j1", "j2")
    told = [
        Event("DA-ASS-01", "assault_attacker", {"kingdom": b, "attackers": [daifen_table.NAMES[0]]}, (Seat("j1"),)),
        Event("DA-ASS-01", "assault_defender", {"kingdom": b, "attackers": [daifen_table.NAMES[0]]}, (Seat("j2"),)),
    ]
    assert judged(DAIFEN, promises, "truce", told) == ("broken", "j1") and units is not None
    unseen = [told[0], Event("DA-ASS-01", "assault_defender", {"kingdom": b, "attackers": [None]}, (Seat("j2"),))]
    assert judged(DAIFEN, promises, "truce", unseen) == ("", "")  # the victim does not know by whom
    assert judged(DAIFEN, kingdoms("j1", "j2", "j3"), "truce", told) == ("", "")  # nor does the third party


# Rois aventuriers


def realms(*seats: str, **fields: Any) -> list[Promise]:
    keys = {seat: int(seat[1:]) for seat in seats}
    return [Promise("", keys, me=seat, **fields) for seat in seats]


def test_rois_names_of_kings_are_the_numbers_of_their_kingdoms() -> None:
    state = rois_table.world(3)
    view = rois_table.decision(state, "j1").view
    named = {"j1": view["kingdoms"]["1"]["name"], "j3": view["kingdoms"]["3"]["name"], "j2": ""}
    assert ROIS.keys(view, named) == {"j1": 1, "j3": 3}


def test_rois_orders_of_the_realm_that_break_a_promise() -> None:
    state = rois_table.world(3)
    decision = rois_table.decision(state, "j1")
    mine, theirs = realms("j1", "j2")
    text = "@ROYAUME\nROMPRE 2\nROMPRE 3\nDON 2 5\nTRAITE 3"
    assert lines(ROIS, "truce", decision, text, mine) == ["ROMPRE 2"]
    assert lines(ROIS, "alliance", decision, text, mine) == ["ROMPRE 2"]
    last = realms("j1", "j2", **LAST)[0]
    assert lines(ROIS, "alliance", decision, "@ROYAUME\nTRAITE 2", last) == []
    assert lines(ROIS, "alliance", decision, "@ROYAUME\nTRAITE 3", last) == ["-"]
    owed = {"by": "j1", "to": "j2", "terms": {"amount": 6}}
    debtor, creditor = realms("j1", "j2", **owed, **LAST)
    assert lines(ROIS, "loan", decision, text, debtor) == ["-"] and lines(ROIS, "loan", decision, text, creditor) == []
    assert lines(ROIS, "loan", decision, "@ROYAUME\nDON 2 6", debtor) == []
    voter = realms("j1", "j2", by="j1", to="j2", terms={"candidate": "2"})[0]
    assert lines(ROIS, "vote", decision, "@ROYAUME\nVOTE 3", voter) == ["VOTE 3"]
    assert lines(ROIS, "vote", decision, "@ROYAUME\nVOTE 2", voter) == lines(ROIS, "vote", decision, "", voter) == []
    assert theirs.me == "j2"


def test_rois_a_gift_and_a_breach_are_seen_by_both() -> None:
    state = rois_table.world(2)
    state.kingdoms[1].gold = 50
    step = rois_table.play(state, {"j1": "@ROYAUME\nDON 2 7"})
    for amount, told in ((7, ("kept", "")), (8, ("", ""))):
        promises = realms("j1", "j2", by="j1", to="j2", terms={"amount": amount})
        assert judged(ROIS, promises, "loan", step.events) == told
    battle = {"foes": [2], "attacking": True}, {"foes": [1], "attacking": False}
    events = [Event("RO-BAT-40", "battle", data, (Seat(f"j{n}"),)) for n, data in enumerate(battle, start=1)]
    assert judged(ROIS, realms("j1", "j2"), "truce", events) == ("broken", "j1")
    assert judged(ROIS, realms("j1", "j2"), "truce", events[:1]) == ("", "")


# Fief


def answers(table: Table, seat: str, name: str, promise: Promise) -> list[str]:
    """The answers at hand that would break a promise."""
    decision = table.pending[Seat(seat)]
    found = (kind(FIEF, name).breaks(decision, answer, promise) for answer in FIEF.offered(decision))
    return [FIEF.write(decision, one) for broken in found for one in broken]


def test_fief_a_promised_vote_names_what_would_break_it() -> None:
    table = election(bishops=(0, 1))
    table.say("j1", "CHOISIR Arnaud", j2="CHOISIR Henry", j3="CHOISIR Othon")
    assert table.kind == "vote"
    voter = table.asked[0]
    promise = Promise("", {voter: voter, "x": "x"}, me=voter, by=voter, to="x", terms={"lord": "henry"})
    assert answers(table, voter, "vote", promise) == ["PASSER", "CHOISIR Arnaud", "CHOISIR Othon"]
    other = Promise("", {voter: voter, "x": "x"}, me="x", by=voter, to="x", terms={"lord": "henry"})
    assert answers(table, voter, "vote", other) == []
    table.say(voter, "CHOISIR Othon")
    both_see = [promise, other]
    assert judged(FIEF, both_see, "vote", table.events) == ("broken", voter)
    kept = [Promise(**{**as_fields(one), "terms": {"lord": "othon"}}) for one in both_see]
    assert judged(FIEF, kept, "vote", table.events) == ("kept", "")


def test_fief_a_gate_shut_to_whom_passage_was_promised() -> None:
    table = pair(away="villeneuve")
    table.own(0, "bourg")
    table.troops(1, "villeneuve", 4)
    table.phase("move").say("j1", "FIN").say("j2", "MARCHER Henry, Bourg, 3x1")
    keeper, guest = both(by="j1", to="j2")
    assert answers(table, "j1", "passage", keeper) == ["NON"]
    assert answers(table, "j1", "passage", both(by="j2", to="j1")[0]) == []
    assert answers(table, "j1", "passage", both("j1", "j3", by="j1", to="j3")[0]) == []
    table.say("j1", "NON")
    assert judged(FIEF, (keeper, guest), "passage", table.events) == ("broken", "j1")
    assert fief_view(table.realm, None)["seats"]


def test_fief_presents_and_attacks() -> None:
    table = court()
    table.realm.families[0].purse = 500
    table.phase("negotiation").say("j1", "DONNER j2, 300")
    for amount, told in ((300, ("kept", "")), (301, ("", ""))):
        assert judged(FIEF, both(by="j1", to="j2", terms={"amount": amount}), "loan", table.events) == told
    three = Promise("", {"j1": "j1", "j2": "j2", "j3": "j3"}, me="j1", by="j1", to="j2", terms={"amount": 3})
    assert three.others("j1") == {"j2", "j3"}
    attack = [Event("FI-BAT-01", "attack_declared", {"seat": "j1", "target": "j2", "village": "bourg"})]
    assert judged(FIEF, both(), "truce", attack) == ("broken", "j1")
    assert judged(FIEF, both("j1", "j3"), "truce", attack) == ("", "")
    wedding = [Event("FI-MAR-01", "marriage", {"lords": ["a", "b"], "seats": ["j1", "j2"]})]
    assert judged(FIEF, both(), "marriage", wedding) == ("kept", "")
    assert judged(FIEF, both("j1", "j3"), "marriage", wedding) == ("", "")


# Seigneurs & Vassaux


def test_vassaux_a_truce_names_the_orders_that_strike() -> None:
    state = field.table([field.troop(*field.line((7000, 7000), 3))], [field.troop(*field.line((7000, 8500), 3))])
    seats = [host.seat for host in state.hosts]
    decision = field.decision(state)
    view = vassaux.view(state, Seat(seats[0]))
    keys = VASSAUX.keys(view, dict.fromkeys(seats, "name"))
    assert keys == {seats[0]: 0, seats[1]: 1}
    promise = Promise("", keys, me=seats[0])
    offered = VASSAUX.offered(decision)
    broken = [one for answer in offered for one in kind(VASSAUX, "truce").breaks(decision, answer, promise)]
    assert broken == list(offered) and {VASSAUX.write(decision, one).split()[-1] for one in broken} <= {"ATT", "CHA"}
    walk = decision.parse("ORDRE 2 MAR").answer
    assert kind(VASSAUX, "truce").breaks(decision, walk, promise) == []


def test_vassaux_a_charge_or_a_shot_is_a_breach() -> None:
    promises = [Promise("", {"j1": 0, "j2": 1}, me=me) for me in ("j1", "j2")]
    for name in ("charged", "shot"):
        for unit, target, guilty in ((2, 52, "j1"), (52, 1, "j2"), (2, 3, "")):
            told = [Event("SV-CHG-02", name, {"unit": unit, "target": target})]
            assert judged(VASSAUX, promises, "truce", told) == (("broken", guilty) if guilty else ("", ""))


# All of them


@pytest.mark.parametrize("game", ["gloire", "daifen", "rois", "fief", "vassaux"])
def test_every_game_has_words_for_its_promises(game: str) -> None:
    from heraut.site.common.words import site_words

    found = adapter(game)
    assert found.treaties.kinds and "treaties" in found.speech
    for lang in ("fr", "en"):
        words = site_words(lang)
        for one in found.treaties.kinds:
            assert words.has(f"treaties_{game}", one.name) and words.has("treaty_kind", one.name)
            assert words.has("treaty_owes", one.name) or not one.directed
            assert words.has("treaty_help", one.name) and all(
                words.has("treaty_field", each.name) for each in one.fields
            )


def test_only_events_that_a_party_may_know_are_read() -> None:
    hidden = [Event("GP-GUE-01", "war_declared", {"lord": "j1", "other": "j2"}, (Seat("j1"),))]
    assert not seen_by(hidden, Seat("j2")) and judged(GLOIRE, both(), "truce", hidden) == ("", "")
