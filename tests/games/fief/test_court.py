"""Phase 6: negotiation, marriage, election; crowns and guards (FI-NEG, MAR, ELE, COR, KIN, PRC, REG, GRD)."""

from __future__ import annotations

import pytest

from heraut.engine.protocol import Seat, seen_by
from heraut.games import fief
from heraut.games.fief.board.places import VILLAGE_OF
from heraut.games.fief.cards import card_name
from heraut.games.fief.entries import GuardsDue
from heraut.games.fief.phases.succession import die
from heraut.games.fief.resolution import Turn
from heraut.games.fief.state import replaced
from tests.games.fief.builders import Dice, Table


def court(players: int = 3, **options: object) -> Table:
    table = Table(players, **options)
    homes = (("arnaud", "bourg"), ("henry", "sigy"), ("othon", "sennecy"), ("roland", "tournus"))
    for player, (name, home) in enumerate(homes[:players]):
        table.lord(name, player, home)
    return table


def royal(*, prince: bool = False, mother: bool = False) -> Table:
    """King Arnaud (j1) and Queen Blanche (j2) with their guards; perhaps Prince Eric (j1)."""
    table = court()
    table.lord("blanche", 1, "sigy")
    table.marry("arnaud", "blanche")
    table.king("arnaud")
    table.troops(0, "bourg", 2, 1, series="king_guard")
    table.queen("blanche")
    table.troops(1, "sigy", 4, 2, series="queen_guard")
    if prince:
        table.lord("eric", 0, "villeneuve")
        table.prince("eric")
    return table


def kill(table: Table, *names: str) -> Table:
    turn = Turn(table.realm, Dice())
    die(turn, [table[name].number for name in names], "FI-ASS-01", "assassination")
    table.go()
    table.events = (*turn.events, *table.events)
    return table


def guards(table: Table, series: int) -> list[tuple[int, str, int]]:
    """Who leads the guards of a series, where, how many."""
    villages = list(VILLAGE_OF)
    return [(s.player, villages[s.village], s.points) for s in table.realm.stacks if s.series == series]


def names(table: Table, player: int) -> list[str]:
    return [card_name(card) for card in table.realm.families[player].hand]


# FI-NEG


@pytest.mark.rule("FI-NEG-01", "FI-NEG-02", "FI-DP-31")
def test_the_window_closes_when_all_are_ready_or_nobody_says_a_word() -> None:
    table = court().phase("negotiation")
    assert table.kind == "window" and table.asked == ["j1", "j2", "j3"]
    table.say("j1", "PRET").say("j2", "PRET")
    assert table.kind == "window" and fief.view(table.realm, None)["ready"] == ["j1", "j2"]
    table.say("j1", "ATTENDRE").say("j3", "PRET")
    assert table.kind == "window"
    table.say("j1", "PRET")
    assert table.told("window_closed") and table.realm.turn == 2
    silent = court().phase("negotiation").silence()  # the timer
    assert silent.told("window_closed")
    assert all(decision.alone for decision in court().phase("negotiation").pending.values())


@pytest.mark.rule("FI-NEG-01", "FI-INH-03")
def test_inheritances_come_before_the_talks_and_the_election_after_them() -> None:
    table = court()
    table.king("henry")
    table.fief("r_tournus", 0, "tournus", "arnaud")
    kill(table, "arnaud")
    table.phase("negotiation")
    assert table.kind == "dispose"
    table.until(kind="window")
    order = court()
    order.fief("r_tournus", 0, "tournus", "arnaud")
    order.phase("negotiation")
    assert order.kind == "window"
    assert order.until(kind="candidate").kind == "candidate"


@pytest.mark.rule("FI-NEG-04", "FI-NEG-08", "FI-DP-R8")
def test_gifts_are_public_their_amounts_are_not() -> None:
    table = court()
    table.purse(0, 500)
    table.phase("negotiation").say("j1", "DONNER j2, 300")
    given = [line for line in table.offered("j1") if line.startswith("DONNER")]
    table.purse(0, 100)
    assert (
        given
        == [line for line in table.offered("j1") if line.startswith("DONNER")]
        == ["DONNER j2, 100", "DONNER j3, 100"]
    )
    table.purse(0, 200)
    assert (table.money(0), table.money(1)) == (200, 300)
    public = [event for event in seen_by(table.events, "j3") if event.kind.startswith("gift")]  # type: ignore[arg-type]
    assert [event.kind for event in public] == ["gift"] and "300" not in str(public)
    assert any(event.data.get("money") == 300 for event in seen_by(table.events, "j2"))  # type: ignore[arg-type]
    assert table.refused("j1", "DONNER j1, 100") == [("FI-NEG-04", "no_such_partner")]
    table.realm.families[2].alive = False
    assert table.refused("j1", "DONNER j3, 100") == [("FI-NEG-04", "no_such_partner")]
    table.realm.families[2].alive = True
    table.until(phase="cards")
    assert table.refused("j2", "DONNER j1, 100") == [("FI-TRN-05", "not_now")]


@pytest.mark.rule("FI-NEG-05", "FI-DP-32")
def test_a_deal_is_executed_as_a_whole_or_not_at_all() -> None:
    table = court()
    table.lord("blanche", 1, "sigy")
    table.lord("gauvain", 1, "bourg", captor=0)
    table.purse(0, 500)
    table.purse(1, 200)
    table.hand(0, "sun", "plague")
    table.hand(1, "taille")
    table.phase("negotiation")
    table.say("j1", "PROPOSER j2, 300, 100, soleil, 1, Gauvain, -, Arnaud&Blanche, -, la paix, et votre voix")
    assert fief.view(table.realm, "j3")["deals"] == fief.view(table.realm, None)["deals"] == []  # type: ignore[arg-type]
    assert fief.view(table.realm, "j2")["deals"][0]["promise"] == "la paix, et votre voix"  # type: ignore[arg-type]
    assert seen_by(table.events, "j3") == ()  # type: ignore[arg-type]
    # what is offered is set aside, and no card can be offered twice
    assert table.refused("j1", "DONNER j3, 300") == [("FI-NEG-05", "too_dear")]
    assert table.refused("j1", "PROPOSER j2, 0, 0, soleil, 1, -, -, Arnaud&Blanche") == [("FI-CRD-04", "not_in_hand")]
    assert table.refused("j1", "LIBERER Gauvain") == [("FI-PRI-11", "not_your_captive")]
    assert table.refused("j2", "ACCEPTER j1, 1") == [("FI-NEG-05", "cards_to_choose")]
    assert table.refused("j3", "ACCEPTER j1, 1") == [("FI-NEG-05", "no_such_deal")]
    table.say("j2", "ACCEPTER j1, 1, taille")
    assert (table.money(0), table.money(1)) == (300, 400)
    assert names(table, 0) == ["taille", "plague"] and names(table, 1) == ["sun"]
    assert table["arnaud"].spouse == table["blanche"].number
    assert table.kind == "place" and table.asked == ["j2"]
    done = table.told("deal_done")[0]
    assert done["cards"] == 2 and done["freed"] == ["gauvain"] and "300" not in str(done)


@pytest.mark.rule("FI-DP-31", "FI-DP-32", "FI-INF-01")
def test_a_proposal_its_number_and_its_parties_are_known_to_those_two_alone() -> None:
    def told(*lines: str) -> tuple[Table, list[object]]:
        """What j3 sees and hears while j1 and j2 bargain like this, and when j3 then bargains himself."""
        table = court()
        table.purse(0, 500)
        table.purse(2, 500)
        table.phase("negotiation")
        heard: list[object] = []
        for line in lines:
            seat, _, text = line.partition(": ")
            table.say(seat, text)
            heard += seen_by(table.events, Seat("j3"))
        heard += [fief.view(table.realm, seat) for seat in (Seat("j3"), None)]
        table.say("j3", "PROPOSER j1, 100, 300, -, 0, -, -, -, -, paix")
        heard += [*seen_by(table.events, Seat("j3")), fief.view(table.realm, Seat("j3"))]
        return table, heard

    _, quiet = told()
    bargained, heard = told(
        "j1: PROPOSER j2, 100", "j2: PROPOSER j1, 0, 100", "j1: DECLINER j2, 2", "j1: RETIRER j2, 1"
    )
    assert heard == quiet
    assert told("j1: PROPOSER j2, 100", "j1: PROPOSER j2, 200")[1] == quiet
    # the first between j3 and j1, whatever has passed between others; the third between j1 and j2
    bargained.say("j1", "PROPOSER j2, 100")
    seen = fief.view(bargained.realm, Seat("j1"))["deals"]
    assert [(deal["proposer"], deal["addressee"], deal["number"]) for deal in seen] == [
        ("j3", "j1", 1),
        ("j1", "j2", 3),
    ]
    assert (
        fief.view(bargained.realm, Seat("j2"))["deals"] == seen[1:] and fief.view(bargained.realm, None)["deals"] == []
    )


@pytest.mark.rule("FI-DP-32", "FI-NEG-05")
def test_two_proposals_of_one_number_are_told_apart_by_the_other_family() -> None:
    table = court()
    table.purse(0, 500)
    table.purse(2, 500)
    table.phase("negotiation").say("j1", "PROPOSER j2, 100").say("j3", "PROPOSER j2, 300")
    assert {"ACCEPTER j1, 1", "DECLINER j1, 1", "ACCEPTER j3, 1", "DECLINER j3, 1"} <= set(table.offered("j2"))
    assert table.refused("j2", "RETIRER j1, 1") == [("FI-NEG-05", "no_such_deal")]  # who has not proposed it
    assert table.refused("j1", "ACCEPTER j2, 1") == [("FI-NEG-05", "no_such_deal")]
    table.say("j2", "ACCEPTER j3, 1", "DECLINER j1, 1")
    assert (table.money(0), table.money(1), table.money(2)) == (500, 300, 200) and table.realm.deals == ()


@pytest.mark.rule("FI-NEG-05", "FI-DP-31")
def test_proposals_are_withdrawn_declined_die_or_cannot_be_performed() -> None:
    table = court()
    table.lord("blanche", 1, "sigy")
    table.lord("isabelle", 2, "sennecy")
    table.purse(0, 500)
    table.phase("negotiation")
    assert table.refused("j1", "PROPOSER j2") == [("FI-NEG-05", "empty_deal")]
    assert table.refused("j1", "PROPOSER j1, 100") == [("FI-NEG-04", "no_such_partner")]
    table.say("j1", "PROPOSER j2, 100", "PROPOSER j2, 0, 300", "PROPOSER j3, 0, 0, -, 0, -, -, Arnaud&Isabelle")
    assert [event.seen_by for event in table.events if event.kind == "deal_proposed"] == [
        ("j1", "j2"), ("j1", "j2"), ("j1", "j3"),
    ]  # fmt: skip
    assert table.refused("j2", "ACCEPTER j1, 2") == [("FI-NEG-05", "too_dear")]  # unseen by the proposer
    table.say("j1", "RETIRER j2, 1").say("j2", "DECLINER j1, 2")
    assert [(deal.addressee, deal.number) for deal in table.realm.deals] == [(2, 1)]
    table.say("j1", "PROPOSER j2, 0, 0, -, 0, -, -, Arnaud&Blanche").say("j2", "ACCEPTER j1, 3")
    assert table.realm.deals == () and table.told("deal_dead")[0]["other"] == "j3"
    table.say("j1", "PROPOSER j2, 100").silence()
    assert table.realm.deals == ()  # it dies with the window


@pytest.mark.rule("FI-NEG-06", "FI-CRD-10", "FI-MAR-06")
def test_cards_between_allies_three_in_a_hand_at_most() -> None:
    table = court()
    table.lord("blanche", 1, "sigy")
    table.hand(0, "sun", "plague")
    table.hand(1, "famine", "taille", "sun")
    table.phase("negotiation")
    assert table.refused("j1", "PROPOSER j2, 0, 0, soleil") == [("FI-CRD-10", "cards_to_allies_only")]
    assert table.refused("j1", "PROPOSER j2, 0, 0, soleil, 0, -, -, Arnaud&Blanche") == [("FI-NEG-06", "hand_full")]
    assert table.refused("j1", "PROPOSER j2, 0, 0, soleil, 1, -, -, Arnaud&Blanche") == []
    for cards in ("taille", "soleil+soleil"):
        missing = table.refused("j1", f"PROPOSER j2, 0, 0, {cards}, 2, -, -, Arnaud&Blanche")
        assert missing == [("FI-CRD-04", "not_in_hand")]
    assert table.refused("j1", "PROPOSER j2, 0, 0, -, 2, -, -, Arnaud&Blanche") == [("FI-NEG-06", "hand_full")]
    asked = court()
    asked.lord("blanche", 1, "sigy")
    asked.marry("arnaud", "blanche")
    asked.hand(1, "sun")
    asked.phase("negotiation")
    assert asked.refused("j1", "PROPOSER j2, 0, 0, -, 2") == [("FI-NEG-06", "hand_full")]  # more than he has
    assert asked.refused("j1", "PROPOSER j2, 0, 0, -, 1") == []
    table.marry("arnaud", "blanche")
    assert table.refused("j1", "OFFRIR j2, soleil") == [("FI-NEG-06", "hand_full")]
    table.say("j2", "OFFRIR j1, famine")
    assert names(table, 0) == ["plague", "sun", "famine"]
    table.hand(0, "plague", "sun", "famine", "tithe")
    assert table.refused("j1", "OFFRIR j2, soleil") == []  # of four under FI-CRD-03, three are left


# FI-MAR


@pytest.mark.rule("FI-MAR-01", "FI-MAR-02", "FI-MAR-03", "FI-MAR-07", "FI-BIS-02", "FI-PRC-03")
def test_who_may_marry_whom() -> None:
    table = court()
    for name, player in (("blanche", 1), ("isabelle", 2), ("mireille", 0), ("charles", 0), ("eric", 0), ("jeanne", 1)):
        table.lord(name, player, "bourg")
    table["charles"].bishop = 0
    table["jeanne"].darc = True
    table.prince("eric")
    table.phase("negotiation")

    def refused(couple: str, other: str = "j2") -> list[tuple[str, str]]:
        return table.refused("j1", f"PROPOSER {other}, 0, 0, -, 0, -, -, {couple}")

    assert refused("Arnaud&Blanche") == []
    assert refused("Arnaud&Mireille") == [("FI-MAR-01", "not_your_couple")]
    assert refused("Arnaud&Henry") == [("FI-MAR-01", "man_and_woman")]
    for couple in ("Arnaud&Othon", "Gauvain&Blanche", "Arnaud&Gauvain"):  # a third family's, and nobody's
        assert refused(couple) == [("FI-MAR-01", "not_your_couple")]
    assert refused("Charles&Blanche") == [("FI-MAR-02", "cannot_marry")]
    assert refused("Arnaud&Jeanne") == [("FI-MAR-02", "cannot_marry")]
    assert refused("Eric&Blanche") == [("FI-MAR-02", "cannot_marry")]
    table["blanche"].captor = 2
    assert refused("Arnaud&Blanche") == []  # by proxy
    table.king("arnaud")
    table.realm.minor = True
    assert refused("Arnaud&Blanche") == [("FI-MAR-02", "cannot_marry")] and refused("Mireille&Henry") == []
    table.realm.king, table.realm.minor = None, False
    table.marry("arnaud", "isabelle")
    assert refused("Arnaud&Blanche") == [("FI-MAR-02", "cannot_marry")]  # a living spouse
    assert refused("Mireille&Henry") == [("FI-MAR-03", "ally_already")]
    assert refused("Mireille&Othon", "j3") == []  # several marriages between the same two


@pytest.mark.rule("FI-MAR-05", "FI-KIN-02", "FI-GRD-05")
def test_the_kings_wife_is_queen_at_once() -> None:
    table = court()
    table.lord("blanche", 1, "sigy")
    table.king("arnaud")
    table.phase("negotiation").say("j1", "PROPOSER j2, 0, 0, -, 0, -, -, Arnaud&Blanche").say("j2", "ACCEPTER j1, 1")
    assert table.told("queen_made") == [{"lord": "blanche"}]
    assert table.realm.queen == table["blanche"].number and guards(table, 2) == [(1, "sigy", 10)]
    kill(table, "blanche")
    assert table.realm.queen is None and guards(table, 2) == [] and table.realm.king is not None
    table.lord("isabelle", 2, "sennecy")
    table.say("j1", "PROPOSER j3, 0, 0, -, 0, -, -, Arnaud&Isabelle").say("j3", "ACCEPTER j1, 1")
    assert guards(table, 2) == [(2, "sennecy", 10)]  # a new Queen, ten new guards


@pytest.mark.rule("FI-MAR-06")
def test_allies_may_attack_each_other() -> None:
    table = court()
    table.lord("blanche", 1, "bourg")
    table.lord("gauvain", 1, "bourg")
    table.marry("arnaud", "blanche")
    table.phase("move")
    assert table.refused("j1", "ATTAQUER Bourg, j2") == []


# FI-ELE, FI-COR


def election(*, cardinal: int | None = None, bishops: tuple[int, ...] = ()) -> Table:
    """Arnaud, Henry and Othon each with a fief; votes: j1 two, j2 one, j3 one, and one a bishop more."""
    table = Table(3)
    for player, (name, region, city) in enumerate(
        (("arnaud", "r_bourg", "bourg"), ("henry", "r_sigy", "sigy"), ("othon", "r_sennecy", "sennecy"))
    ):
        table.lord(name, player, city)
        table.fief(region, player, city, name)
    table.lord("blanche", 0, "beaujeu")
    table.fief("r_beaujeu", 0, "beaujeu", "blanche")
    for see, (player, name) in enumerate(zip(bishops, ("charles", "eric", "gauvain"), strict=False)):
        lord = table.lord(name, player, ("bourg", "sigy", "sennecy")[player])
        lord.bishop = see
        lord.cardinal = cardinal == see
    table.phase("negotiation").until(kind="candidate")
    return table


@pytest.mark.rule("FI-ELE-01", "FI-ELE-02", "FI-BIS-02", "FI-DP-34", "FI-EX-03")
def test_candidates_are_free_men_with_a_fief_and_no_see() -> None:
    table = election(bishops=(1,))
    assert table.asked == ["j1", "j2", "j3"]
    assert table.offered("j1") == ["PASSER", "CHOISIR Arnaud"]  # neither Blanche nor another's
    assert fief.view(table.realm, Seat("j1"))["own"]["asked"]["candidates"] == ["arnaud"]
    table.say("j1", "CHOISIR Arnaud", j3="CHOISIR Othon")
    assert table.told("candidates") == [{"lords": ["arnaud", "othon"]}] and table.kind == "vote"
    assert fief.view(table.realm, Seat("j1"))["own"]["asked"]["candidates"] == ["arnaud", "othon"]
    nobody = election().silence()
    assert nobody.told("no_candidate") and nobody.realm.turn == 2
    throne = election()
    throne.king("othon")
    assert throne.phase("negotiation").until(phase="cards").told("candidates") == []
    bishop = court()
    bishop.fief("r_bourg", 0, "bourg", "arnaud")
    bishop["arnaud"].bishop = 0
    assert bishop.phase("negotiation").until(phase="cards").told("candidates") == []


@pytest.mark.rule("FI-ELE-03", "FI-ELE-04", "FI-BIS-03", "FI-DP-35", "FI-EX-03", "FI-TTL-01")
def test_one_vote_a_lord_cast_in_playing_order_in_public() -> None:
    table = election(bishops=(0, 2))
    table.fief("r_tournus", 0, "tournus", "arnaud")
    table["charles"].bishop = 0
    table.realm.bearers = replaced(table.realm.bearers, 3, table["charles"].number)  # duke, baron or bishop: one vote
    table.say("j1", "CHOISIR Arnaud", j3="CHOISIR Othon")
    assert table.asked == ["j1"]
    assert fief.view(table.realm, None)["awaited"] == {"kind": "vote", "seats": ["j1"]}
    table.say("j1", "CHOISIR Arnaud")
    assert table.told("vote") == [{"seat": "j1", "lord": "arnaud", "votes": 3}]  # Arnaud, Blanche, Charles
    assert fief.view(table.realm, "j2")["election"]["votes"] == [["j1", "arnaud", 3]]  # type: ignore[arg-type]
    table.say("j2", "PASSER").say("j3", "CHOISIR Othon")
    assert table.told("vote")[0] == {"seat": "j3", "lord": "othon", "votes": 2}


@pytest.mark.rule("FI-ELE-05")
def test_three_votes_and_no_equality() -> None:
    def voted(*votes: str, bishops: tuple[int, ...] = ()) -> Table:
        table = election(bishops=bishops).say("j1", "CHOISIR Arnaud", j2="CHOISIR Henry", j3="CHOISIR Othon")
        for seat, vote in zip(("j1", "j2", "j3"), votes, strict=True):
            table.say(seat, vote)
        return table

    assert voted("CHOISIR Arnaud", "PASSER", "PASSER").told("nobody_elected") == [{"votes": 2}]
    assert voted("CHOISIR Arnaud", "CHOISIR Arnaud", "PASSER", bishops=(2, 2)).told("elected") == [
        {"lord": "arnaud", "votes": 3}
    ]
    tied = voted("CHOISIR Arnaud", "CHOISIR Arnaud", "CHOISIR Othon", bishops=(2, 2))
    assert tied.told("nobody_elected") == [{"votes": 3}] and tied.realm.king is None


def elected(cardinal: int | None, *bishops: int) -> Table:
    """Arnaud is elected."""
    table = election(cardinal=cardinal, bishops=bishops)
    table.say("j1", "CHOISIR Arnaud").until(kind="vote")
    while table.kind == "vote":
        table.say(table.asked[0], "CHOISIR Arnaud")
    return table


@pytest.mark.rule("FI-COR-01", "FI-COR-03", "FI-COR-05", "FI-GRD-01")
def test_ones_own_clergy_crowns_without_being_asked() -> None:
    for cardinal, bishops in ((None, (0, 0)), (0, (0,))):
        table = elected(cardinal, *bishops)
        assert table.realm.king == table["arnaud"].number and guards(table, 1) == [(0, "bourg", 20)]
        assert table.told("king_crowned") == [{"lord": "arnaud", "seat": "j1"}]
        assert table.told("guards_placed") == [{"lord": "arnaud", "points": 20}]
        assert table.told("crowning") == []
    alone = elected(None, 0)
    assert alone.realm.king is None and alone.told("not_crowned")  # one bishop is not enough


@pytest.mark.rule("FI-COR-02", "FI-COR-03", "FI-COR-04", "FI-DP-36")
def test_the_clergy_of_others_is_asked_together_and_silence_is_no() -> None:
    table = elected(None, 0, 1, 2)
    assert table.kind == "crown" and table.asked == ["j2", "j3"]
    assert fief.view(table.realm, None)["awaited"] == {"kind": "crown", "seats": ["j2", "j3"]}
    table.say("j3", "OUI")
    assert table.realm.king == table["arnaud"].number
    assert table.told("crowning") == [{"seat": "j2", "agrees": False}, {"seat": "j3", "agrees": True}]
    assert elected(None, 0, 1, 2).silence().realm.king is None
    assert elected(0, 1).say("j2", "OUI").realm.king is not None  # a cardinal alone


@pytest.mark.rule("FI-DP-R3", "FI-DP-R11", "FI-DP-34", "FI-DP-35", "FI-DP-36", "FI-DP-43")
def test_a_ballot_paper_answers_for_its_player() -> None:
    again = election(bishops=(1, 2))
    again.phase("negotiation")
    again.say("j1", "BULLETIN candidat, Arnaud", "BULLETIN votes, Henry+Arnaud", "PRET")
    again.say("j2", "BULLETIN candidat", "BULLETIN votes, Arnaud", "BULLETIN sacre, Arnaud", "PRET")
    again.say("j3", "BULLETIN sacre, Arnaud", "PRET")
    assert again.kind == "candidate" and again.asked == ["j3"]
    again.silence()
    assert again.kind == "vote" and again.asked == ["j3"]
    again.silence()
    assert again.realm.king == again["arnaud"].number  # votes and consents as written
    forgetful = (
        election().phase("negotiation").say("j1", "BULLETIN candidat, Arnaud").say("j1", "OUBLIER candidat", "PRET")
    )
    assert forgetful.until(kind="candidate").asked == ["j1", "j2", "j3"]


@pytest.mark.rule("FI-COR-05", "FI-REG-08", "FI-KIN-02", "FI-REG-02")
def test_a_new_king_ends_a_regency_and_his_wife_is_queen() -> None:
    table = election(cardinal=0, bishops=(0,))
    table.lord("isabelle", 1, "sigy")
    table.lord("mireille", 2, "sennecy")
    table.marry("arnaud", "mireille")
    table.queen("isabelle", regent=True)
    table.troops(1, "sigy", 4, 2, series="queen_guard")
    table.say("j1", "CHOISIR Arnaud").until(kind="vote")
    while table.kind == "vote":
        table.say(table.asked[0], "CHOISIR Arnaud")
    assert table.realm.king == table["arnaud"].number and not table.realm.regent
    assert table.realm.queen == table["mireille"].number and guards(table, 2) == [(2, "sennecy", 10)]


# FI-KIN, FI-PRC


@pytest.mark.rule("FI-KIN-01", "FI-VC-09")
def test_a_captive_king_stays_king_and_there_is_no_election() -> None:
    table = royal()
    table["arnaud"].captor = 2
    table["arnaud"].village = VILLAGE_OF["sennecy"]
    table.fief("r_sigy", 1, "sigy", "henry")
    table.phase("negotiation").until(phase="cards")
    assert table.realm.king == table["arnaud"].number and table.told("candidates") == []


@pytest.mark.rule("FI-PRC-01", "FI-PRC-02", "FI-DP-06", "FI-DP-07")
def test_a_prince_is_born_with_the_consent_of_both_players() -> None:
    def asked(by: str) -> Table:
        table = royal()
        table.hand(int(by[1]) - 1, "eric")
        table.phase("cards")
        while table.asked != [by]:
            table.silence()
        heirs = [line for line in table.offered(by) if line.startswith("HERITIER")]
        assert ("HERITIER Eric" in heirs, "HERITIER Eric, Bourg" in heirs) == (by == "j2", by == "j1")
        table.say(by, "HERITIER Eric, Bourg" if by == "j1" else "HERITIER Eric")
        assert table.kind == "heir" and table.asked == ["j2" if by == "j1" else "j1"]
        return table

    father = asked("j1").say("j2", "OUI")
    assert father.realm.prince == father["eric"].number and father.place("eric") == "bourg"
    assert father["eric"].number not in father.realm.played
    mother = asked("j2").say("j1", "OUI")
    assert mother.kind == "place" and mother.asked == ["j1"]
    mother.say("j1", "PLACER Bourg")
    assert mother["eric"].player == 0  # of the King's family, whoever played the card
    refused = asked("j1").silence()
    assert not refused.alive("eric") and names(refused, 0) == ["eric"]
    assert refused.refused("j1", "HERITIER Eric, Bourg") == [("FI-PRC-01", "heir_refused_already")]
    assert refused.told("heir_refused") == [{"seat": "j2"}] and father.told("heir_refused") == []


@pytest.mark.rule("FI-PRC-01", "FI-PRC-02", "FI-PRC-04", "FI-KIN-01")
def test_when_no_prince_can_be_born() -> None:
    def refused(change: str) -> list[tuple[str, str]]:
        table = royal()
        table.hand(0, "gauvain", "mireille")
        if change == "unmarried":
            table["arnaud"].spouse = table["blanche"].spouse = None
        elif change == "minor":
            table.realm.minor = table.realm.regent = True
        elif change == "prince":
            table.lord("eric", 0, "bourg")
            table.prince("eric")
        elif change == "full":
            for name in ("eric", "philippe", "quentin"):
                table.lord(name, 0, "bourg")
        elif change == "strangers":
            table.realm.king = table["othon"].number
            table.realm.queen = None
        table.phase("cards")
        heir = {"woman": "Mireille", "unheld": "Eric"}.get(change, "Gauvain")
        return table.refused("j1", f"HERITIER {heir}, Bourg")

    assert refused("unmarried") == refused("minor") == refused("strangers") == [("FI-PRC-01", "no_royal_couple")]
    assert refused("prince") == [("FI-KIN-01", "prince_exists")] and refused("full") == [("FI-PRC-02", "family_full")]
    assert refused("woman") == [("FI-PRC-01", "heir_is_a_man")] and refused("") == []
    assert refused("unheld") == [("FI-CRD-04", "not_in_hand")]


@pytest.mark.rule("FI-PRC-03", "FI-PRC-05")
def test_a_prince_is_a_lord_like_others_and_a_new_one_may_follow_him() -> None:
    table = royal(prince=True)
    seen = fief.view(table.realm, None)["lords"]["eric"]
    assert seen["fights"] and seen["crown"] == "prince"
    table.fief("r_beaujeu", 0, "beaujeu", "eric")
    assert fief.view(table.realm, None)["lords"]["eric"]["votes"]
    kill(table, "eric")
    assert table.realm.prince is None and table.told("prince_gone")


# FI-REG, FI-GRD


@pytest.mark.rule("FI-REG-01", "FI-REG-05", "FI-REG-06", "FI-REG-07", "FI-GRD-04", "FI-EX-09", "FI-REG-12")
def test_a_prince_reigns_under_his_mother_for_four_turns() -> None:
    table = royal(prince=True)
    table.realm.turn = 5
    kill(table, "arnaud")
    assert table.realm.king == table["eric"].number and table.realm.minor and table.realm.regent
    assert table.realm.majority == 8 and table.realm.prince is None
    assert table.told("regency") == [{"king": "eric", "queen": "blanche", "until": 8}]
    assert fief.view(table.realm, None)["crown"]["majority"] == 8
    assert guards(table, 1) == [(1, "sigy", 5)]  # what the dead King left, beside the Regent
    table.fief("r_sennecy", 2, "sennecy", "othon")
    table.phase("negotiation")
    while table.realm.turn < 9 and table.realm.road is None:
        assert table.realm.minor
        assert table.told("candidates") == []
        table.until(kind="window").silence()
    assert not table.realm.minor and not table.realm.regent and guards(table, 1) == [(0, "villeneuve", 5)]
    assert fief.view(table.realm, None)["crown"]["majority"] is None
    assert table.realm.queen == table["blanche"].number and guards(table, 2) == [(1, "sigy", 10)]  # Queen mother
    table.lord("isabelle", 2, "sennecy")
    table.until(kind="window")
    table.say("j1", "PROPOSER j3, 0, 0, -, 0, -, -, Eric&Isabelle").say("j3", "ACCEPTER j1, 1")
    assert table.realm.queen == table["isabelle"].number and guards(table, 2) == [(2, "sennecy", 10)]


@pytest.mark.rule("FI-REG-02", "FI-REG-05", "FI-GRD-04")
def test_without_a_prince_the_queen_is_regent_until_an_election() -> None:
    table = kill(royal(), "arnaud")
    assert table.told("regency_vacant") == [{"lord": "blanche"}]
    assert table.realm.king is None and table.realm.regent and not table.realm.minor and guards(table, 1) == []
    assert guards(table, 2) == [(1, "sigy", 10)]
    assert fief.view(table.realm, None)["lords"]["blanche"]["votes"]
    table.fief("r_sennecy", 2, "chateauneuf", "othon")
    table.phase("negotiation").until(kind="candidate")
    assert table.asked == ["j3"]


@pytest.mark.rule("FI-REG-03", "FI-GRD-01", "FI-GRD-04")
def test_without_a_queen_the_prince_is_king_at_once_with_the_guards_that_are_left() -> None:
    table = royal(prince=True)
    assert kill(table, "blanche").told("queen_gone") == [{}]
    assert kill(table, "arnaud").told("king_by_blood") == [{"lord": "eric"}]
    assert table.realm.king == table["eric"].number and not table.realm.minor and not table.realm.regent
    assert guards(table, 1) == [(0, "villeneuve", 5)]


@pytest.mark.rule("FI-REG-04", "FI-GRD-04")
def test_without_either_the_throne_is_vacant() -> None:
    table = royal()
    kill(table, "blanche")
    assert kill(table, "arnaud").told("throne_vacant") == [{}]
    assert table.realm.king is None and not table.realm.regent and guards(table, 1) == guards(table, 2) == []


@pytest.mark.rule("FI-REG-09", "FI-REG-10")
def test_deaths_during_a_regency() -> None:
    table = kill(kill(royal(prince=True), "arnaud"), "blanche")
    assert table.told("king_by_blood") == [{"lord": "eric"}]
    assert table.realm.king == table["eric"].number and not table.realm.minor  # of age at once
    assert guards(table, 1) == [(0, "villeneuve", 5)]
    table = kill(kill(royal(), "arnaud"), "blanche")
    assert table.told("throne_vacant") == [{}]
    assert table.realm.king is None and not table.realm.regent
    table = kill(kill(royal(prince=True), "arnaud"), "eric")
    assert table.realm.king is None and table.realm.regent and not table.realm.minor and guards(table, 1) == []


@pytest.mark.rule("FI-REG-11", "FI-REG-13")
def test_a_captive_or_remarried_queen_is_regent_all_the_same() -> None:
    table = royal()
    table["blanche"].captor = 2
    kill(table, "arnaud")
    assert table.realm.regent
    table["blanche"].captor = None
    table.phase("negotiation").say("j2", "PROPOSER j3, 0, 0, -, 0, -, -, Othon&Blanche").say("j3", "ACCEPTER j2, 1")
    assert table.realm.regent and table.realm.king is None and table.realm.queen == table["blanche"].number


@pytest.mark.rule("FI-REG-14")
def test_a_queen_mother_is_regent_again_if_her_son_dies_unmarried() -> None:
    table = kill(royal(prince=True), "arnaud")
    table.realm.minor = table.realm.regent = False  # her son is of age
    kill(table, "eric")
    assert table.realm.regent and table.realm.queen == table["blanche"].number


@pytest.mark.rule("FI-GRD-02", "FI-GRD-03", "FI-GRD-05")
def test_guards_follow_and_fight_and_go_back_to_the_bank() -> None:
    table = royal()
    table.lord("eric", 0, "bourg")
    table.phase("move").say("j1", "MARCHER Eric, Saint-Vivien")
    assert guards(table, 1) == [(0, "bourg", 5)]  # it is not him whom they follow
    table.say("j1", "MARCHER Arnaud, Villeneuve")
    assert guards(table, 1) == [(0, "villeneuve", 5)]
    regency = kill(royal(prince=True), "arnaud")
    regency.lord("gauvain", 1, "sigy")
    regency.phase("move").say("j1", "FIN").say("j2", "MARCHER Gauvain, Saint-Ciers-d'Abzac")
    assert guards(regency, 1) == [(1, "sigy", 5)] and guards(regency, 2) == [(1, "sigy", 10)]
    regency.say("j2", "MARCHER Blanche, Saint-Paul")
    assert guards(regency, 1) == [(1, "st_paul", 5)] and guards(regency, 2) == [(1, "st_paul", 10)]
    table.say("j1", "FIN").say("j2", "MARCHER Henry, Saint-Paul").say("j2", "MARCHER Blanche, Saint-Paul")
    assert guards(table, 2) == [(1, "st_paul", 10)]
    assert table.points(1, "st_paul") == 10
    kill(table, "blanche")
    assert guards(table, 2) == []


@pytest.mark.rule("FI-GRD-07", "FI-PRI-14")
def test_guards_due_to_a_captive_wait_in_the_bank() -> None:
    table = court()
    table.lord("blanche", 1, "sennecy", captor=2)
    table.king("arnaud")
    table.phase("negotiation").say("j1", "PROPOSER j2, 0, 0, -, 0, -, -, Arnaud&Blanche").say("j2", "ACCEPTER j1, 1")
    assert guards(table, 2) == [] and table.realm.guards_due[1] == (4, 2, 0)
    table.say("j3", "LIBERER Blanche").say("j2", "PLACER Sigy")
    assert guards(table, 2) == [(1, "sigy", 10)]


@pytest.mark.rule("FI-GRD-07", "FI-PRI-04")
def test_guards_come_to_a_king_whom_nobody_holds_any_more() -> None:
    table = royal()
    table.realm.stacks = []
    table["arnaud"].captor, table["arnaud"].village = 2, VILLAGE_OF["sennecy"]
    table.realm.guards_due = GuardsDue((5, 3, 1), (0, 0, 0))
    kill(table, "othon")
    assert table.told("lord_freed") == [{"lord": "arnaud", "captor": "j3"}]
    assert table["arnaud"].captor is None and guards(table, 1) == [(0, "sennecy", 20)]


@pytest.mark.rule("FI-GRD-04", "FI-GRD-07")
def test_guards_that_waited_for_a_captive_king_go_with_the_others_to_the_regent() -> None:
    table = royal(prince=True)
    table["arnaud"].captor, table["arnaud"].village = 2, VILLAGE_OF["sennecy"]
    table.realm.guards_due = GuardsDue((1, 2, 1), (0, 0, 0))
    kill(table, "arnaud")
    assert guards(table, 1) == [(1, "sigy", 18)]  # thirteen in the bank, and the five that stood at Bourg
    assert table.realm.guards_due == ((0, 0, 0), (0, 0, 0))


@pytest.mark.rule("FI-REG-08", "FI-GRD-05")
def test_a_regent_gives_card_and_guards_back_even_to_a_king_without_a_wife() -> None:
    table = election(cardinal=0, bishops=(0,))
    table.lord("isabelle", 1, "sigy")
    table.queen("isabelle", regent=True)
    table.troops(1, "sigy", 4, 2, series="queen_guard")
    table.say("j1", "CHOISIR Arnaud").until(kind="vote")
    while table.kind == "vote":
        table.say(table.asked[0], "CHOISIR Arnaud")
    assert table.realm.king == table["arnaud"].number and not table.realm.regent
    assert table.told("queen_unmade") == [{"lord": "isabelle"}]
    assert table.realm.queen is None and guards(table, 2) == []
