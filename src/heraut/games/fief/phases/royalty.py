"""Marriages, Kings and Queens who are made (FI-MAR, FI-COR-05, FI-KIN-02)."""

from __future__ import annotations

from heraut.engine.protocol import Refusal
from heraut.games.fief.board.lords import can_marry
from heraut.games.fief.board.pawns import ally, lord
from heraut.games.fief.cards import IS_WOMAN, LORD_IDS
from heraut.games.fief.identities import KING_GUARD, QUEEN_GUARD, LordNo, PlayerNo
from heraut.games.fief.orders.order import Couple
from heraut.games.fief.phases.guards import dismiss, give_guards
from heraut.games.fief.resolution import Turn, lord_name, lord_names
from heraut.games.fief.state import Realm
from heraut.games.fief.tasks import Estates


def marriage_refusal(realm: Realm, pair: Couple, players: tuple[PlayerNo, PlayerNo]) -> Refusal | None:
    """A man of one player and a woman of another, both free to marry; no player has two allies (FI-MAR-01 to 03)."""
    one, other = realm.lords[pair.one], realm.lords[pair.other]
    if one is None or other is None or (one.player, other.player) not in (players, players[::-1]):
        return Refusal("FI-MAR-01", "not_your_couple", {"lords": lord_names(pair)})
    if IS_WOMAN[one.number] == IS_WOMAN[other.number]:
        return Refusal("FI-MAR-01", "man_and_woman", {"lords": lord_names(pair)})
    for someone in (one, other):
        if not can_marry(realm, someone):
            return Refusal("FI-MAR-02", "cannot_marry", {"lord": LORD_IDS[someone.number]})
    for player, partner in (players, players[::-1]):
        if not may_ally(realm, player, partner):
            return Refusal("FI-MAR-03", "ally_already", {"seat": realm.seats[player]})
    return None


def may_ally(realm: Realm, player: PlayerNo, partner: PlayerNo) -> bool:
    """Whether a player has no ally, or this one (FI-MAR-03)."""
    return ally(realm, player) in (None, partner)


def marry(turn: Turn, pair: Couple) -> None:
    """Husband and wife; the King's wife is Queen at once (FI-MAR-05)."""
    realm = turn.now
    one, other = lord(realm, pair.one), lord(realm, pair.other)
    one.spouse, other.spouse = other.number, one.number
    turn.announce(
        "FI-MAR-01",
        "marriage",
        lords=[LORD_IDS[one.number], LORD_IDS[other.number]],
        seats=[turn.seat(one.player), turn.seat(other.player)],
    )
    if realm.king in pair:
        make_queen(turn, other.number if realm.king == one.number else one.number)


def make_queen(turn: Turn, lady: LordNo) -> None:
    """Card and ten guards; a Queen mother gives hers back (FI-KIN-02, FI-REG-07, FI-GRD-05)."""
    if turn.now.queen is not None:
        unmake_queen(turn, "FI-REG-07")
    turn.now.queen = lady
    turn.announce("FI-MAR-05", "queen_made", lord=lord_name(lady))
    give_guards(turn, QUEEN_GUARD)


def unmake_queen(turn: Turn, rule: str) -> None:
    """A Queen mother, or a Regent, gives card and guards back (FI-REG-07, FI-REG-08)."""
    turn.announce(rule, "queen_unmade", lord=lord_name(turn.now.queen))
    dismiss(turn, QUEEN_GUARD)
    turn.now.queen = None


def crown(turn: Turn, number: LordNo) -> None:
    """King card, twenty guards, a wife who is Queen, fiefs without a lord (FI-COR-05)."""
    realm = turn.now
    if realm.regent:
        realm.regent = False
        unmake_queen(turn, "FI-REG-08")
    realm.king = number
    turn.announce("FI-COR-05", "king_crowned", lord=lord_name(number), seat=turn.seat(lord(realm, number).player))
    give_guards(turn, KING_GUARD)
    wife = lord(realm, number).spouse
    if wife is not None:
        make_queen(turn, wife)
    turn.push(Estates())
