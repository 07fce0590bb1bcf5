"""Questions that random matches seldom come to: none of them betrays what is hidden, to anybody (FI-INF)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from heraut.engine.protocol import Seat
from heraut.engine.rng import Rng
from heraut.games import fief
from heraut.games.fief.board.places import VILLAGE_OF
from heraut.games.fief.entries import Attack, Guest, Widowed
from heraut.games.fief.identities import FACE_DOWN, Presents
from heraut.games.fief.state import Paper, Plan, replaced
from heraut.games.fief.tasks import ChooseLord, Crossing, HeirConsent
from tests.games.fief.builders import Table
from tests.games.fief.promises import check_sight, check_silence
from tests.games.fief.scramble import disguise

HOMES = (("arnaud", "bourg"), ("henry", "sigy"), ("othon", "sennecy"))


def court(**options: object) -> Table:
    """Three families with money, men and cards; a pile and discards."""
    table = Table(3, **options)
    for player, (name, home) in enumerate(HOMES):
        table.lord(name, player, home)
        table.own(player, home, fort="castle")
        table.troops(player, home, 3, 1)
        table.troops(player, ("beaujeu", "marcamps", "pugnac")[player], 2)
        table.purse(player, 600)
    table.hand(0, "justice", "plague", "eric")
    table.hand(1, "assassination", "sun", "roland")
    table.hand(2, "tithe", "taille", "escape")
    table.realm.draw = tuple(range(41, 50))
    table.realm.dropped = (50, 51)
    return table


def duel(*, allies: bool = False) -> Table:
    """Two lords a side in the open, in the first round; a third family looks on, or fights too."""
    table = court()
    table.realm.forts = replaced(table.realm.forts, VILLAGE_OF["bourg"], 0)
    for name, player in (("philippe", 0), ("eric", 0), ("charles", 1), ("gauvain", 1), ("lambert", 2)):
        table.lord(name, player, "bourg")
    table.troops(1, "bourg", 2, 1)
    table.troops(2, "bourg", 2)
    home = VILLAGE_OF["bourg"]
    table.realm.guests = (Guest(home, 2, 0),)
    table.realm.attacks = (Attack(home, 1, 0), *((Attack(home, 1, 2),) if allies else ()))
    return table.phase("combat").until(kind="round")


def at_the_gate() -> Table:
    """Soldiers and their lord before a castle."""
    table = court()
    table.lord("charles", 0, "st_ciers")
    table.troops(0, "st_ciers", 2, 1)
    table.phase("move")
    return table.say("j1", "MARCHER Charles, Sigy, 2x1+1x3", "MARCHER Arnaud, Villeneuve")


def out_of_the_gate() -> Table:
    """A guest who wants to go out, and on to the next gate."""
    table = court()
    table.lord("charles", 0, "sigy")
    table.troops(2, "st_paul", 1)
    return table.phase("move").say("j1", "MARCHER Charles, Saint-Paul")


def petition() -> Table:
    """Leave asked in advance of two gatekeepers."""
    return court().phase("cards").say("j1", "SOLLICITER Sigy+Sennecy", "FIN")


def throne(*, clergy: int = 2) -> Table:
    """Three fiefs, no King; the candidates are to be named."""
    table = court()
    for player, (name, home) in enumerate(HOMES):
        table.fief(("r_bourg", "r_sigy", "r_sennecy")[player], player, home, name)
        table.realm.families[player].purse = 1000
    for see, player in enumerate(range(clergy)):
        table.lord(("charles", "eric")[see], player, HOMES[player][1]).bishop = see
    return table.phase("negotiation").until(kind="candidate")


def ballot() -> Table:
    """The same, at the ballot."""
    return throne().say("j1", "CHOISIR Arnaud", j2="CHOISIR Henry")


def heir() -> Table:
    """The Queen's player is asked to consent to an heir."""
    table = court()
    table.lord("blanche", 1, "sigy")
    table.marry("arnaud", "blanche")
    table.king("arnaud")
    table.queen("blanche")
    table.hand(0, "charles", "eric", "plague")
    return table.phase("cards").say("j1", "HERITIER Eric, Bourg")


def murder() -> Table:
    """A lord is dead, and one of the others may hold Justice."""
    table = court()
    table.phase("cards")
    table.until(kind="cards")
    while table.asked != ["j2"]:
        table.silence()
    return table.say("j2", "ASSASSINER Othon")


def auction() -> Table:
    """A see is for sale."""
    table = court(bishop_auction=True)
    table.lord("charles", 0, "bourg", bishop="b_bourg").cardinal = True
    table.realm.sees = (table.card("bishop_3"),)
    return table.phase("negotiation").say("j1", "CHOISIR Charles")


def summons() -> Table:
    """A guest in a castle is summoned to surrender."""
    table = court()
    table.lord("charles", 1, "bourg")
    table.troops(1, "bourg", 2)
    table.phase("combat")
    return table.say("j1", "ARRETER Bourg, j2").until(kind="summons")


def inheritance() -> Table:
    """A family is extinct; its fief is another's, who has to man the city."""
    table = court()
    table.lord("blanche", 1, "sigy")
    table.fief("r_bourg", 0, "bourg", "arnaud")
    table.marry("arnaud", "blanche")
    table.realm.widowed = (Widowed(0, table["blanche"].number),)
    table.realm.lords[table["arnaud"].number] = None
    table["blanche"].spouse = None
    return table.phase("negotiation").until(kind="garrison")


def talks() -> Table:
    """Proposals lie on the table."""
    table = court()
    table.lord("blanche", 1, "sigy")
    table.marry("arnaud", "blanche")
    table.phase("negotiation").until(kind="window")
    table.hand(0, "sun")
    table.say("j1", "PROPOSER j2, 300, 0, soleil, 1")
    return table.say("j3", "PROPOSER j2, 100, 200")


def first_lords() -> Table:
    """The last player chooses his first lord; then cards are dealt."""
    table = Table(3, starting_lord="choice")
    for player, (name, home) in enumerate(HOMES):
        table.own(player, home, fort="castle")
        table.troops(player, home, 5, 1)
        if player < 2:
            table.lord(name, player, home)
    taken = {lord.number for lord in table.realm.lords if lord is not None}
    table.realm.draw = tuple(card for card in range(57) if card not in taken)
    table.realm.tasks = [*table.realm.tasks, ChooseLord((2,))]
    return table


def dealing() -> Table:
    """Leave is asked in advance while cards are dealt, just before the discards are shuffled."""
    table = court()
    table.realm.lords[table["othon"].number] = None
    table.hand(0, "plague")
    table.hand(2, "tithe")
    table.realm.played, table.realm.draw = table.realm.draw, ()
    return table.phase("cards").say("j3", "SOLLICITER Sigy", "PASSER")


def discards() -> Table:
    """A family without a lord is shown the discards, lords among them; its hand is full."""
    table = court()
    table.realm.lords[table["othon"].number] = None
    table.hand(0, "plague")
    table.realm.dropped, table.realm.draw = (*table.realm.dropped, table.card("philippe"), table.card("blanche")), ()
    return table.phase("cards")


SCENES: dict[str, tuple[str, Callable[[], Table]]] = {
    "duel": ("round", duel), "three in a battle": ("round", lambda: duel(allies=True)),
    "at the gate": ("leave", at_the_gate), "out of the gate": ("leave", out_of_the_gate),
    "petition": ("petition", petition), "throne": ("candidate", throne), "ballot": ("vote", ballot),
    "heir": ("heir", heir), "murder": ("justice", murder), "auction": ("bid", auction),
    "summons": ("summons", summons), "inheritance": ("garrison", inheritance), "talks": ("window", talks),
    "first lords": ("first_lord", first_lords), "dealing": ("petition", dealing),
    "discards": ("take_lord", discards),
}  # fmt: skip


@pytest.mark.rule("FI-INF-01", "FI-INF-02", "FI-INF-06", "FI-DP-R3")
@pytest.mark.parametrize("scene", SCENES)
def test_a_question_betrays_nothing_to_whoever_is_asked_and_to_whoever_is_not(scene: str) -> None:
    kind, made = SCENES[scene]
    table = made()
    assert table.kind == kind

    for reader in (None, *table.realm.seats):
        for number in range(12):
            rng = Rng(b"secrets").at(scene, str(reader), number)
            check_sight(table.realm, reader, rng)
            if reader is not None:
                check_silence(table.realm, reader, rng)


@pytest.mark.rule("FI-INF-01", "FI-INF-02", "FI-INF-06", "FI-DP-32")
@pytest.mark.parametrize("scene", SCENES)
def test_a_decision_holds_nothing_that_its_seat_may_not_know(scene: str) -> None:
    realm = SCENES[scene][1]().realm

    for seat, decision in fief.pending(realm).items():
        known, player = decision.realm, decision.player
        others = [one for number, one in enumerate(known.families) if number != player]
        shown = {card for deal in known.deals for card in deal.cards}
        shown |= {known.tasks[-1].lord} if isinstance(known.tasks[-1], HeirConsent) else set()
        assert decision.task is known.tasks[-1]
        assert fief.view(known, seat) == fief.view(realm, seat) == decision.view
        assert set(known.draw) <= {FACE_DOWN} and len(known.draw) == len(realm.draw)
        assert all(set(one.hand) - shown <= {FACE_DOWN} for one in others)
        assert {(one.purse, one.plans, one.deposits) for one in others} == {(0, (), ())}
        assert {one.plan for one in others} == {Plan()} and {one.paper for one in others} == {Paper()}
        assert all(player in (deal.proposer, deal.addressee) for deal in known.deals)
        assert all(player in (entry.first, entry.second) for entry in known.deal_counts)
        assert not any(stack.threes or stack.sixes or stack.steps for stack in known.stacks if stack.player != player)


@pytest.mark.rule("FI-INF-01", "FI-INF-02")
@pytest.mark.parametrize("scene", SCENES)
def test_realms_that_a_seat_cannot_tell_apart_give_it_the_same_decision(scene: str) -> None:
    realm = SCENES[scene][1]().realm

    for seat, decision in fief.pending(realm).items():
        for number in range(12):
            other = disguise(realm, seat, Rng(b"same").at(scene, seat, number))
            assert fief.pending(other)[seat].realm == decision.realm


@pytest.mark.rule("FI-INF-01", "FI-NEG-05")
def test_a_card_that_is_offered_is_seen_by_whom_it_is_offered_to_alone() -> None:
    table = talks()
    (sun,) = table.realm.families[0].hand
    table.realm.families[0].hand = (sun, sun + 1)
    seen = {seat: decision.realm.families[0].hand for seat, decision in table.pending.items()}
    assert seen == {"j1": (sun, sun + 1), "j2": (sun, FACE_DOWN), "j3": (FACE_DOWN, FACE_DOWN)}


@pytest.mark.rule("FI-INF-06")
@pytest.mark.parametrize(("soldiers", "troop"), [("-", False), ("1x1", True), ("1x3", True), ("2x1+1x3", True)])
def test_a_gatekeeper_knows_whether_soldiers_come_and_not_how_many(soldiers: str, troop: bool) -> None:
    table = court()
    table.lord("charles", 0, "st_ciers")
    table.troops(0, "st_ciers", 2, 1)
    table.phase("move").say("j1", f"MARCHER Charles, Sigy, {soldiers}")

    decision = table.pending[Seat("j2")]
    assert isinstance(decision.task, Crossing) and decision.view["own"]["asked"]["soldiers"] is troop
    assert decision.task.march.soldiers == ((1, 0, 0) if troop else (0, 0, 0))


@pytest.mark.rule("FI-INF-01", "FI-DP-R3")
def test_who_has_a_ballot_paper_or_fights_by_his_plan_is_his_secret() -> None:
    table = throne()
    table.realm.families[1].paper = table.realm.families[1].paper.__class__(candidate=Presents.NOBODY)
    seen = {seat: fief.view(table.realm, seat)["awaited"]["seats"] for seat in (None, *table.realm.seats)}
    assert seen == {None: ["j1", "j2", "j3"], Seat("j1"): ["j1", "j2", "j3"], Seat("j2"): ["j1", "j3"],
                    Seat("j3"): ["j1", "j2", "j3"]}  # fmt: skip
    assert table.asked == ["j1", "j3"]
    fight = duel()
    fight.say("j1", "PLAN arret, fin", "COMBATTRE")
    assert fight.asked == ["j2"] and fight.kind == "round"
    assert fief.view(fight.realm, Seat("j2"))["awaited"]["seats"] == ["j1", "j2"]
    assert fief.view(fight.realm, Seat("j1"))["awaited"]["seats"] == ["j2"]
