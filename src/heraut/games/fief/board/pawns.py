"""Pawns: who stands where, and every change of place (FI-MOD-02 to FI-MOD-05)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from operator import attrgetter

from heraut.games.fief.board.places import EVERY_REGION
from heraut.games.fief.cards import IS_WOMAN
from heraut.games.fief.identities import (
    BESIEGER,
    FALLEN,
    IN,
    KING_GUARD,
    QUEEN_GUARD,
    RELIEF,
    SOLDIER,
    LordNo,
    PlayerNo,
    Position,
    RegionNo,
    Series,
    VillageNo,
)
from heraut.games.fief.state import Lord, Realm, Stack, replaced
from heraut.games.fief.tables import CONSTANTS, Tokens

BY_AGE = attrgetter("born")
SERIES_TOKENS = (CONSTANTS.soldier_series, CONSTANTS.king_guard_series, CONSTANTS.queen_guard_series)


# Lords


def family(realm: Realm, player: PlayerNo) -> list[Lord]:
    """A player's lords in play, oldest first (FI-MOD-12): without the dungeon's, and the fallen of a battle."""
    found = [
        lord
        for lord in realm.lords
        if lord is not None and lord.player == player and not lord.dungeon and lord.position != FALLEN
    ]
    if len(found) > 1:
        found.sort(key=BY_AGE)
    return found


def free_family(realm: Realm, player: PlayerNo) -> list[Lord]:
    """A player's lords who are not captive, oldest first."""
    found = [
        lord
        for lord in realm.lords
        if lord is not None
        and lord.player == player
        and lord.captor is None
        and not lord.dungeon
        and lord.position != FALLEN
    ]
    if len(found) > 1:
        found.sort(key=BY_AGE)
    return found


def captives_of(realm: Realm, player: PlayerNo) -> list[Lord]:
    """The lords whom a player holds."""
    return [lord for lord in realm.lords if lord is not None and lord.captor == player]


def free_lords_at(realm: Realm, player: PlayerNo, village: VillageNo) -> list[Lord]:
    """A player's free lords at a village, in any position, oldest first."""
    return [lord for lord in free_family(realm, player) if lord.village == village]


def captives_at(realm: Realm, village: VillageNo) -> list[Lord]:
    """The captives at a village."""
    return [lord for lord in realm.lords if lord is not None and lord.captor is not None and lord.village == village]


def lord(realm: Realm, number: LordNo) -> Lord:
    """The lord of this number, who is in play."""
    found = realm.lords[number]
    assert found is not None
    return found


def village_of(one: Lord) -> VillageNo:
    """The village at which a lord stands: he is neither in the dungeon nor fallen."""
    assert one.village is not None
    return one.village


def titles(realm: Realm, lord: LordNo) -> list[RegionNo]:
    """The regions whose noble title this lord bears."""
    return [region for region, bearer in zip(EVERY_REGION, realm.bearers, strict=True) if bearer == lord]


def is_titled(realm: Realm, lord: LordNo) -> bool:
    """A titled lord (FI-MOD-11)."""
    return lord in realm.bearers


def is_crowned_woman(realm: Realm, lord: LordNo) -> bool:
    """A woman with a noble title or the Queen card (FI-MOD-11)."""
    return IS_WOMAN[lord] and (lord == realm.queen or lord in realm.bearers)


def fights(realm: Realm, lord: Lord) -> bool:
    """A fighting lord: free, and a man, or a crowned woman, or d'Arc (FI-MOD-10)."""
    return lord.captor is None and (not IS_WOMAN[lord.number] or lord.darc or is_crowned_woman(realm, lord.number))


def ally(realm: Realm, player: PlayerNo) -> PlayerNo | None:
    """The player linked to this one by a living marriage, or by one whose inheritance is not settled (FI-DTH-02)."""
    for one in realm.lords:
        if one is not None and one.spouse is not None and one.player == player:
            other = realm.lords[one.spouse]
            if other is not None:
                return other.player
    for extinct, spouse in realm.widowed:
        heir = realm.lords[spouse]
        if heir is not None and player in (extinct, heir.player):
            return heir.player if player == extinct else extinct
    return None


# Soldiers


def points_at(realm: Realm, player: PlayerNo, village: VillageNo) -> int:
    """A player's soldier points at a village, guards included."""
    return sum([stack.points for stack in realm.stacks if stack.village == village and stack.player == player])


def points_of(realm: Realm, player: PlayerNo) -> int:
    """A player's soldier points on the whole board."""
    return sum([stack.points for stack in realm.stacks if stack.player == player])


def on_board(realm: Realm, player: PlayerNo | None, series: Series) -> Tokens:
    """The tokens of a player's series that are on the board. Royal guards are counted whoever controls them."""
    ones = threes = sixes = 0
    for stack in realm.stacks:
        if stack.series == series and (series != SOLDIER or stack.player == player):
            ones += stack.ones
            threes += stack.threes
            sixes += stack.sixes
    return ones, threes, sixes


def in_stock(realm: Realm, player: PlayerNo, series: Series) -> Tokens:
    """The tokens of a series that the bank can still give; soldiers without limit where pieces are no limit."""
    if series == SOLDIER and not realm.settings.stock_limits:
        return PLENTY
    total, used = SERIES_TOKENS[series], on_board(realm, player, series)
    return total[0] - used[0], total[1] - used[1], total[2] - used[2]


PLENTY: Tokens = (9999, 9999, 9999)


def add_tokens(
    realm: Realm,
    player: PlayerNo,
    series: Series,
    village: VillageNo,
    tokens: Tokens,
    position: Position = IN,
    road: VillageNo | None = None,
) -> None:
    """Tokens from the bank stand at a village, fresh."""
    if not any(tokens):
        return
    for stack in realm.stacks:
        if (
            stack.village == village
            and stack.player == player
            and stack.series == series
            and stack.position == position
            and stack.steps == 0
        ):
            stack.ones += tokens[0]
            stack.threes += tokens[1]
            stack.sixes += tokens[2]
            return
    realm.stacks.append(Stack(player, series, village, position, road, *tokens))


def drop_empty(realm: Realm) -> None:
    """Stacks without a token are no more."""
    realm.stacks = [stack for stack in realm.stacks if stack.ones or stack.threes or stack.sixes]


def merge(realm: Realm, player: PlayerNo) -> None:
    """Tokens that stand together and are of one series are one stack again; steps are forgotten (end of a turn)."""
    kept: dict[tuple[Series, VillageNo, Position, VillageNo | None], Stack] = {}
    others: list[Stack] = []
    for stack in realm.stacks:
        if stack.player != player:
            others.append(stack)
            continue
        rest(stack)
        twin = kept.setdefault((stack.series, stack.village, stack.position, stack.road), stack)
        if twin is not stack:
            twin.ones += stack.ones
            twin.threes += stack.threes
            twin.sixes += stack.sixes
    realm.stacks = [*others, *kept.values()]


def rest(pawn: Stack | Lord) -> None:
    """Steps are forgotten (end of a turn)."""
    if pawn.steps or pawn.solo:
        pawn.steps, pawn.solo = 0, False


def all_pawns(realm: Realm) -> list[Stack | Lord]:
    """Every stack and every lord in play."""
    found: list[Stack | Lord] = list(realm.stacks)
    found += [lord for lord in realm.lords if lord is not None]
    return found


def master(pawn: Stack | Lord) -> PlayerNo:
    """Whoever moves a pawn: its player; of a captive, his captor."""
    return pawn.captor if isinstance(pawn, Lord) and pawn.captor is not None else pawn.player


# Places


def refresh(realm: Realm, village: VillageNo) -> None:
    """Who occupies a village, in the order of arrival, after pawns have come or gone (FI-MOD-05)."""
    here = set()
    for stack in realm.stacks:
        if stack.village == village and stack.position == IN:
            here.add(stack.player)
    for one in realm.lords:
        if one is not None and one.village == village and one.position == IN and one.captor is None:
            here.add(one.player)
    known = realm.present[village]
    if len(here) == len(known) and here.issuperset(known):
        return
    stay = [player for player in known if player in here]
    new = [player for player in playing_order(realm) if player in here and player not in stay]
    realm.present = replaced(realm.present, village, (*stay, *new))
    if realm.guests:
        realm.guests = tuple(
            one for one in realm.guests if one.village != village or (one.guest in here and one.host in here)
        )


def playing_order(realm: Realm) -> tuple[PlayerNo, ...]:
    """The living players, clockwise, from the first player of the turn (FI-TRN-02)."""
    players, families = _round_from(realm.order, realm.first), realm.families
    for one in families:
        if not one.alive:
            return tuple([player for player in players if families[player].alive])
    return players


@cache
def _round_from(order: tuple[PlayerNo, ...], first: PlayerNo) -> tuple[PlayerNo, ...]:
    """The round of the table that begins with this player."""
    start = order.index(first)
    return order[start:] + order[:start]


def besiegers(realm: Realm, village: VillageNo) -> list[PlayerNo]:
    """Players who besiege a village, in the order of their declaration; the peasants are not among them."""
    found = [attacker for place, attacker, target in realm.attacks if place == village and target is None]
    return [player for player in dict.fromkeys(found) if any(outside(realm, player, village, BESIEGER))]


def relief(realm: Realm, village: VillageNo) -> list[PlayerNo]:
    """Players who have relief at a village, in playing order."""
    found = {stack.player for stack in realm.stacks if stack.village == village and stack.position == RELIEF}
    for one in realm.lords:
        if one is not None and one.village == village and one.position == RELIEF and one.captor is None:
            found.add(one.player)
    return [player for player in playing_order(realm) if player in found] if found else []


def outside(realm: Realm, player: PlayerNo, village: VillageNo, position: Position) -> Iterator[Stack | Lord]:
    """A player's free pawns in this position at a village."""
    for stack in realm.stacks:
        if stack.village == village and stack.player == player and stack.position == position:
            yield stack
    for one in realm.lords:
        if one is None or one.village != village or one.position != position:
            continue
        if one.player == player and one.captor is None:
            yield one


def free_pawns(realm: Realm, player: PlayerNo, village: VillageNo) -> bool:
    """Whether a player has any free pawn at a village, in any position."""
    for stack in realm.stacks:
        if stack.village == village and stack.player == player:
            return True
    for one in realm.lords:
        if one is not None and one.village == village and one.player == player and one.captor is None:
            return True
    return False


def guard_series(realm: Realm, lord: LordNo) -> tuple[Series, ...]:
    """The series of guards who stand by this lord (FI-GRD-02): the Regent of a minor King leads both (FI-GRD-04)."""
    found = []
    if (lord == realm.king and not realm.minor) or (lord == realm.queen and realm.minor):
        found.append(KING_GUARD)
    if lord == realm.queen:
        found.append(QUEEN_GUARD)
    return tuple(found)
