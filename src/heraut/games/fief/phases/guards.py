"""Royal guards (FI-GRD): who leads them, and where they stand."""

from __future__ import annotations

from heraut.games.fief.board.pawns import SERIES_TOKENS, add_tokens, lord, on_board, refresh, village_of
from heraut.games.fief.entries import GuardsDue
from heraut.games.fief.identities import KING_GUARD, QUEEN_GUARD, LordNo, Series
from heraut.games.fief.resolution import Turn, lord_name
from heraut.games.fief.state import Lord, Realm
from heraut.games.fief.tables import Tokens

NONE: Tokens = (0, 0, 0)


def royal_of(realm: Realm, series: Series) -> LordNo | None:
    """The lord whom the guards of a series follow: of a minor King, the Regent (FI-GRD-04)."""
    return realm.queen if series == QUEEN_GUARD or realm.minor else realm.king


def leader_of(realm: Realm, series: Series) -> Lord:
    """The King or Queen of this series, where there is one (`royal_of`)."""
    royal = royal_of(realm, series)
    assert royal is not None
    return lord(realm, royal)


def give_guards(turn: Turn, series: Series) -> None:
    """A new King's twenty soldiers, a new Queen's ten (FI-GRD-01, FI-GRD-05)."""
    station(turn, series, SERIES_TOKENS[series])


def station(turn: Turn, series: Series, tokens: Tokens) -> None:
    """Guards stand by their King or Queen; a captive's wait in the bank (FI-GRD-07)."""
    royal = leader_of(turn.now, series)
    if royal.captor is not None or royal.dungeon:
        set_due(turn, series, tokens)
        return
    set_due(turn, series, NONE)
    village = village_of(royal)
    add_tokens(turn.now, royal.player, series, village, tokens, royal.position, royal.road)
    refresh(turn.now, village)
    points = tokens[0] + 3 * tokens[1] + 6 * tokens[2]
    if points:
        rule = "FI-GRD-01" if series == KING_GUARD else "FI-GRD-05"
        turn.announce(rule, "guards_placed", lord=lord_name(royal.number), points=points)


def set_due(turn: Turn, series: Series, tokens: Tokens) -> None:
    """What waits in the bank."""
    king, queen = turn.now.guards_due
    turn.now.guards_due = GuardsDue(tokens, queen) if series == KING_GUARD else GuardsDue(king, tokens)


def dismiss(turn: Turn, series: Series) -> Tokens:
    """Guards leave the board; what they were, with those that waited in the bank."""
    realm = turn.now
    left, due = on_board(realm, None, series), realm.guards_due[series - 1]
    villages = {stack.village for stack in realm.stacks if stack.series == series}
    realm.stacks = [stack for stack in realm.stacks if stack.series != series]
    set_due(turn, series, NONE)
    for village in villages:
        refresh(realm, village)
    return left[0] + due[0], left[1] + due[1], left[2] + due[2]


def hand_over(turn: Turn, series: Series) -> None:
    """What is left of the guards passes to the one whom they follow now (FI-GRD-04)."""
    station(turn, series, dismiss(turn, series))


def rejoin(turn: Turn, royal: Lord) -> None:
    """A King or Queen is free: guards that waited in the bank come (FI-GRD-07)."""
    for series in (KING_GUARD, QUEEN_GUARD):
        due = turn.now.guards_due[series - 1]
        if any(due) and royal_of(turn.now, series) == royal.number:
            station(turn, series, due)
