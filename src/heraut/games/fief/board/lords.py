"""What a lord is worth: rank, ransom, vote, candidacy (FI-MOD-11, FI-ELE, catalogue D7 and D8)."""

from __future__ import annotations

import msgspec

from heraut.games.fief.board.pawns import family, free_family, is_crowned_woman, is_titled, titles
from heraut.games.fief.board.places import RANK
from heraut.games.fief.cards import IS_WOMAN
from heraut.games.fief.numbers import NOBODY
from heraut.games.fief.state import Lord, Realm
from heraut.games.fief.tables import constants

FIGURES = constants()
RANSOMS: dict[str, int] = msgspec.structs.asdict(FIGURES.ransoms)
NOBLE_RANKS = ("baron", "count", "duke")


def ranks(realm: Realm, lord: Lord) -> list[str]:
    """Everything that a lord is, as D8 names it."""
    found = [NOBLE_RANKS[RANK[region]] for region in titles(realm, lord.number)]
    if lord.bishop >= 0:
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
    return lord.bishop < 0 and not is_titled(realm, lord.number) and not crowned(realm, lord.number)


def crowned(realm: Realm, lord: int) -> bool:
    """King, Queen or Crown prince."""
    return lord in (realm.king, realm.queen, realm.prince)


def votes(realm: Realm, lord: Lord) -> bool:
    """A free bishop, a man with a noble title, a crowned woman: one vote (FI-ELE-03)."""
    if lord.captor >= 0:
        return False
    if IS_WOMAN[lord.number]:
        return is_crowned_woman(realm, lord.number)
    return lord.bishop >= 0 or is_titled(realm, lord.number)


def votes_of(realm: Realm, player: int) -> int:
    """The votes of a player."""
    return sum([votes(realm, lord) for lord in family(realm, player)])


def can_be_king(realm: Realm, lord: Lord) -> bool:
    """A free man with a noble title who is no bishop (FI-ELE-02)."""
    return (
        lord.captor < 0
        and not IS_WOMAN[lord.number]
        and lord.bishop < 0
        and is_titled(realm, lord.number)
        and not lord.dungeon
    )


def clergy(realm: Realm, player: int) -> tuple[int, int]:
    """A player's free bishops and cardinals, who may crown a King (FI-COR-01)."""
    lords = free_family(realm, player)
    return sum([lord.bishop >= 0 for lord in lords]), sum([lord.cardinal for lord in lords])


def can_marry(realm: Realm, lord: Lord) -> bool:
    """Neither bishop nor cardinal, d'Arc, Crown prince, minor King, nor already married (FI-MAR-02)."""
    if lord.bishop >= 0 or lord.cardinal or lord.darc or lord.spouse >= 0 or lord.dungeon:
        return False
    return lord.number != realm.prince and not (lord.number == realm.king and realm.minor)


def can_be_bishop(realm: Realm, lord: Lord) -> bool:
    """A free, unmarried man, not yet bishop, neither King nor Crown prince (FI-BIS-01)."""
    return (
        not IS_WOMAN[lord.number]
        and lord.captor < 0
        and lord.bishop < 0
        and lord.spouse < 0
        and lord.number not in (realm.king, realm.prince)
    )


def can_be_darc(realm: Realm, lord: Lord) -> bool:
    """A free, unmarried woman without noble title or crown (FI-ARC-01)."""
    return (
        IS_WOMAN[lord.number]
        and lord.captor < 0
        and lord.spouse < 0
        and not is_titled(realm, lord.number)
        and not crowned(realm, lord.number)
    )


def can_give(realm: Realm, region: int) -> bool:
    """Whether the bearer of this title keeps one that is as high (FI-TTL-03)."""
    bearer = realm.bearers[region]
    return bearer >= 0 and any(RANK[r] >= RANK[region] for r in titles(realm, bearer) if r != region)


def score(realm: Realm, player: int) -> int:
    """The count of the points game (FI-PTS-02)."""
    figures = FIGURES.points
    total = figures.purse * (realm.families[player].purse // figures.per_purse)
    for region, holder in enumerate(realm.holders):
        if holder == player:
            total += (figures.baron, figures.count, figures.duke)[RANK[region]]
    for lord in family(realm, player):
        total += figures.bishop * (lord.bishop >= 0) + figures.cardinal * lord.cardinal
        total += figures.king * (lord.number == realm.king) + figures.queen * (lord.number == realm.queen)
        total += figures.crown_prince * (lord.number == realm.prince)
    return total


def king_player(realm: Realm) -> int:
    """The player whose lord is King, or NOBODY."""
    found = realm.lords[realm.king] if realm.king >= 0 else None
    return found.player if found is not None else NOBODY


def queen_player(realm: Realm) -> int:
    """The player whose lady is Queen, or NOBODY."""
    found = realm.lords[realm.queen] if realm.queen >= 0 else None
    return found.player if found is not None else NOBODY
