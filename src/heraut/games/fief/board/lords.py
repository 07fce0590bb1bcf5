"""What a lord is worth: rank, ransom, vote, candidacy (FI-MOD-11, FI-ELE, catalogue D7 and D8)."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from heraut.games.fief.board.pawns import family, free_family, is_crowned_woman, is_titled, lord, titles
from heraut.games.fief.board.places import RANK
from heraut.games.fief.cards import IS_WOMAN
from heraut.games.fief.identities import LordNo, PlayerNo, RegionNo
from heraut.games.fief.state import Lord, Realm
from heraut.games.fief.tables import CONSTANTS

RANSOMS: dict[str, int] = msgspec.structs.asdict(CONSTANTS.ransoms)
NOBLE_RANKS = ("baron", "count", "duke")


def ranks(realm: Realm, lord: Lord) -> list[str]:
    """Everything that a lord is, as D8 names it."""
    found = [NOBLE_RANKS[RANK[region]] for region in titles(realm, lord.number)]
    if lord.bishop is not None:
        found.append("bishop")
    if lord.cardinal:
        found.append("cardinal")
    for name, bearer in (("king", realm.king), ("queen", realm.queen), ("crown_prince", realm.prince)):
        if lord.number == bearer:
            found.append(name)
    return found or ["untitled"]


def ransom(realm: Realm, lord: Lord) -> int:
    """The ransom of a lord's highest rank (FI-VC-02)."""
    return max(RANSOMS[rank] for rank in ranks(realm, lord))


def is_bare(realm: Realm, lord: Lord) -> bool:
    """No noble title, no crown, and no bishop's see either (FI-MOD-11, for variant A)."""
    return lord.bishop is None and not is_titled(realm, lord.number) and not crowned(realm, lord.number)


def crowned(realm: Realm, lord: LordNo) -> bool:
    """King, Queen or Crown prince."""
    return lord in (realm.king, realm.queen, realm.prince)


def votes(realm: Realm, lord: Lord) -> bool:
    """A free bishop, a man with a noble title, a crowned woman: one vote (FI-ELE-03)."""
    if lord.captor is not None:
        return False
    if IS_WOMAN[lord.number]:
        return is_crowned_woman(realm, lord.number)
    return lord.bishop is not None or is_titled(realm, lord.number)


def votes_of(realm: Realm, player: PlayerNo) -> int:
    """The votes of a player."""
    return sum([votes(realm, lord) for lord in family(realm, player)])


def can_be_king(realm: Realm, lord: Lord) -> bool:
    """A free man with a noble title who is no bishop (FI-ELE-02)."""
    return (
        lord.captor is None
        and not IS_WOMAN[lord.number]
        and lord.bishop is None
        and is_titled(realm, lord.number)
        and not lord.dungeon
    )


def clergy(realm: Realm, player: PlayerNo) -> tuple[int, int]:
    """A player's free bishops and cardinals, who may crown a King (FI-COR-01)."""
    lords = free_family(realm, player)
    return sum([lord.bishop is not None for lord in lords]), sum([lord.cardinal for lord in lords])


def can_marry(realm: Realm, lord: Lord) -> bool:
    """Neither bishop nor cardinal, d'Arc, Crown prince, minor King, nor already married (FI-MAR-02)."""
    if lord.bishop is not None or lord.cardinal or lord.darc or lord.spouse is not None or lord.dungeon:
        return False
    return lord.number != realm.prince and not (lord.number == realm.king and realm.minor)


def can_be_bishop(realm: Realm, lord: Lord) -> bool:
    """A free, unmarried man, not yet bishop, neither King nor Crown prince (FI-BIS-01)."""
    return (
        not IS_WOMAN[lord.number]
        and lord.captor is None
        and lord.bishop is None
        and lord.spouse is None
        and lord.number not in (realm.king, realm.prince)
    )


def can_be_darc(realm: Realm, lord: Lord) -> bool:
    """A free, unmarried woman without noble title or crown (FI-ARC-01)."""
    return (
        IS_WOMAN[lord.number]
        and lord.captor is None
        and lord.spouse is None
        and not is_titled(realm, lord.number)
        and not crowned(realm, lord.number)
    )


def can_give(realm: Realm, region: RegionNo) -> bool:
    """Whether the bearer of this title keeps one that is as high (FI-TTL-03)."""
    bearer = realm.bearers[region]
    return bearer is not None and any(RANK[r] >= RANK[region] for r in titles(realm, bearer) if r != region)


def score(realm: Realm, player: PlayerNo) -> int:
    """The count of the points game (FI-PTS-02)."""
    weights = CONSTANTS.points
    total = weights.purse * (realm.families[player].purse // weights.per_purse)
    for region, holder in enumerate(realm.holders):
        if holder == player:
            total += (weights.baron, weights.count, weights.duke)[RANK[region]]
    for one in family(realm, player):
        total += weights.bishop * (one.bishop is not None) + weights.cardinal * one.cardinal
        total += weights.king * (one.number == realm.king) + weights.queen * (one.number == realm.queen)
        total += weights.crown_prince * (one.number == realm.prince)
    return total


class RoyalCouple(NamedTuple):
    """King and Queen, married to each other: the Queen may also be a King's mother."""

    king: Lord
    queen: Lord


def royal_couple(realm: Realm) -> RoyalCouple | None:
    """King and Queen, if they are husband and wife."""
    if realm.king is None or realm.queen is None or lord(realm, realm.king).spouse != realm.queen:
        return None
    return RoyalCouple(lord(realm, realm.king), lord(realm, realm.queen))


def king_player(realm: Realm) -> PlayerNo | None:
    """The player whose lord is King, or None."""
    found = realm.lords[realm.king] if realm.king is not None else None
    return found.player if found is not None else None


def queen_player(realm: Realm) -> PlayerNo | None:
    """The player whose lady is Queen, or None."""
    found = realm.lords[realm.queen] if realm.queen is not None else None
    return found.player if found is not None else None
