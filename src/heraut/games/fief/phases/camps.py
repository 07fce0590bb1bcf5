"""Camps of a battle: who fights beside whom, with how many points, behind which walls (FI-MUL, FI-BAT-07 to 09)."""

from __future__ import annotations

from itertools import combinations

from heraut.games.fief.board.land import rebels_in
from heraut.games.fief.board.lords import ransom
from heraut.games.fief.board.pawns import BY_AGE, fights, playing_order
from heraut.games.fief.cards import LORD_IDS
from heraut.games.fief.identities import FORTS, IN, OPEN, REBELS, Fort, PlayerNo, VillageNo
from heraut.games.fief.instructions import INSIDE, OUTSIDE, plan_for
from heraut.games.fief.resolution import seat_name
from heraut.games.fief.state import Lord, Realm, Stack
from heraut.games.fief.tables import CONSTANTS
from heraut.games.fief.tasks import Battle, Camp, Party

COMBAT = CONSTANTS.combat
ROWS = (COMBAT.open, COMBAT.castle, COMBAT.city)
PLACES = ("", INSIDE, OUTSIDE)  # what tells a player's two camps apart (FI-MUL-06)


# Parties


def stacks_of(realm: Realm, village: VillageNo, party: Party) -> list[Stack]:
    """The stacks of a party."""
    player, outside = party
    return [s for s in realm.stacks if s.village == village and s.player == player and (s.position != IN) == outside]


def lords_of(realm: Realm, village: VillageNo, party: Party) -> list[Lord]:
    """The free lords of a party, oldest first."""
    player, outside = party
    found = [
        one
        for one in realm.lords
        if one is not None
        and one.village == village
        and one.player == player
        and one.captor is None
        and (one.position != IN) == outside
    ]
    if len(found) > 1:
        found.sort(key=BY_AGE)
    return found


def soldiers_of(realm: Realm, village: VillageNo, party: Party) -> int:
    """The soldier points of a party; the peasants' own."""
    if party.player == REBELS:
        return realm.revolt.points if realm.revolt is not None and realm.revolt.village == village else 0
    return sum([stack.points for stack in stacks_of(realm, village, party)])


def fighters_of(realm: Realm, village: VillageNo, party: Party) -> list[Lord]:
    """The fighting lords of a party, in the order in which they take losses (FI-BAT-11)."""
    if party.player == REBELS:
        return []
    lords = [one for one in lords_of(realm, village, party) if fights(realm, one)]
    if len(lords) < 2:
        return lords
    wanted = plan_for(realm, party.player, village).lords
    last = len(wanted)
    return sorted(
        lords,
        key=lambda one: (
            wanted.index(one.number) if one.number in wanted else last,
            ransom(realm, one),
            -one.born,
        ),
    )


def parties_at(realm: Realm, village: VillageNo, player: PlayerNo) -> list[Party]:
    """A player's parties at a village: inside, outside."""
    if player == REBELS:
        return [Party(REBELS, not rebels_in(realm, village))]
    return [party for party in (Party(player, False), Party(player, True)) if is_left(realm, village, party)]


# Camps


def strength(realm: Realm, village: VillageNo, party: Party) -> int:
    """The points of a party: its soldiers and its fighting lords."""
    player, outside = party
    if player == REBELS:
        return soldiers_of(realm, village, party)
    total = 0
    for stack in realm.stacks:
        if stack.village == village and stack.player == player and (stack.position != IN) == outside:
            total += stack.ones + 3 * stack.threes + 6 * stack.sixes
    for one in realm.lords:
        if one is not None and one.village == village and one.player == player and (one.position != IN) == outside:
            total += fights(realm, one)
    return total


def points(realm: Realm, village: VillageNo, camp: Camp) -> int:
    """Soldier points and fighting lords (FI-BAT-07)."""
    if len(camp.parties) == 1:
        return strength(realm, village, camp.parties[0])
    return sum([strength(realm, village, party) for party in camp.parties])


def dice(points: int) -> int:
    """1 to 6 points: a die; 7 to 12: two; 13 and more: three; none without a point (catalogue D6)."""
    if points >= COMBAT.three_dice_from:
        return 3
    if points >= COMBAT.two_dice_from:
        return 2
    return 1 if points > 0 else 0


def row(realm: Realm, village: VillageNo, camp: Camp) -> Fort:
    """The row of the combat table for a camp: behind walls only if all of it is inside (FI-BAT-09)."""
    return OPEN if True in [outside for _, outside in camp.parties] else realm.forts[village]


def has_darc(realm: Realm, village: VillageNo, camp: Camp) -> bool:
    """Whether d'Arc fights in this camp (FI-ARC-05)."""
    return any(one.darc for party in camp.parties if party.player != REBELS for one in lords_of(realm, village, party))


def members(realm: Realm, village: VillageNo, camp: Camp) -> list[PlayerNo]:
    """The players of a camp who have a free pawn left in it, in playing order; the peasants are one."""
    here = [party.player for party in camp.parties if is_left(realm, village, party)]
    if len(here) < 2:
        return here
    return [player for player in (*playing_order(realm), REBELS) if player in here]


def is_left(realm: Realm, village: VillageNo, party: Party) -> bool:
    """Whether a party has a free pawn left; the peasants are always there."""
    player, outside = party
    if player == REBELS:
        return True
    for stack in realm.stacks:
        if stack.village == village and stack.player == player and (stack.position != IN) == outside:
            return True
    for one in realm.lords:
        if one is None or one.village != village or one.captor is not None:
            continue
        if one.player == player and (one.position != IN) == outside:
            return True
    return False


def leader(realm: Realm, battle: Battle, camp: Camp) -> PlayerNo | None:
    """Players of a camp lead it in turn, round by round; its controller leads the peasants (FI-MUL-03, FI-REV-03)."""
    here = members(realm, battle.village, camp)
    if here == [REBELS]:
        return realm.revolt.controller if realm.revolt is not None else None
    return here[(battle.round - 1) % len(here)] if here else None


def is_rebel_camp(camp: Camp) -> bool:
    """Whether these are the peasants (FI-REV-16)."""
    return camp.parties[0].player == REBELS


def hostile(battle: Battle, one: Camp, other: Camp) -> bool:
    """Whether two camps are enemies; the peasants are everybody's (FI-REV-16)."""
    if one is other:
        return False
    if is_rebel_camp(one) or is_rebel_camp(other):
        return True
    for a, _ in one.parties:
        for b, _ in other.parties:
            if (a, b) in battle.hostile or (b, a) in battle.hostile:
                return True
    return False


def is_camp_of(camp: Camp, player: PlayerNo, place: str = "") -> bool:
    """Whether a player fights in this camp, with his pawns of this place if one is named (FI-MUL-06)."""
    return any(one == player and place in ("", place_of(outside)) for one, outside in camp.parties)


def place_of(outside: bool) -> str:
    """What the pawns of a party are called by, to tell a player's garrison from his relief."""
    return OUTSIDE if outside else INSIDE


def told_apart(battle: Battle, camp: Camp) -> str:
    """Where the first of a camp's players stands who has another camp in the battle; "" if none has."""
    others = [other for other in battle.camps if other is not camp]
    for player, outside in camp.parties:
        if any(is_camp_of(other, player) for other in others):
            return place_of(outside)
    return ""


def fighting_parties(realm: Realm, village: VillageNo) -> set[tuple[PlayerNo, bool]]:
    """The parties that have a fighting point left at a village; the peasants wherever they stand there."""
    found = set()
    for stack in realm.stacks:
        if stack.village == village:
            found.add((stack.player, stack.position != IN))
    for one in realm.lords:
        if one is not None and one.village == village and fights(realm, one):
            found.add((one.player, one.position != IN))
    if realm.revolt is not None and realm.revolt.village == village and realm.revolt.points > 0:
        found |= {(REBELS, False), (REBELS, True)}
    return found


def camps_left(realm: Realm, battle: Battle) -> list[Camp]:
    """The camps that have a fighting point left (FI-BAT-12): `left` in what follows."""
    fighting = fighting_parties(realm, battle.village)
    return [camp for camp in battle.camps if not fighting.isdisjoint(camp.parties)]


def enemies(realm: Realm, battle: Battle, left: list[Camp], camp: Camp) -> list[Camp]:
    """The hostile camps that are left, strongest first."""
    found = [other for other in left if hostile(battle, camp, other)]
    if len(found) > 1:
        found.sort(key=lambda other: -points(realm, battle.village, other))
    return found


def is_over(battle: Battle, left: list[Camp]) -> bool:
    """No two hostile camps are left (FI-BAT-12)."""
    return not any(hostile(battle, one, other) for one, other in combinations(left, 2))


def has_enemy(battle: Battle, left: list[Camp], camp: Camp) -> bool:
    """Whether a camp still has somebody to fight."""
    return True in [hostile(battle, camp, other) for other in left]


def camp_of(realm: Realm, battle: Battle, left: list[Camp], player: PlayerNo) -> Camp | None:
    """The strongest camp that a player still fights in."""
    found = [camp for camp in left if player in [one for one, _ in camp.parties]]
    if len(found) > 1:
        return max(found, key=lambda camp: points(realm, battle.village, camp))
    return found[0] if found else None


def claimant(realm: Realm, battle: Battle, camp: Camp) -> PlayerNo:
    """Who takes the village and holds the prisoners for a camp (FI-MUL-07)."""
    here = members(realm, battle.village, camp)
    if battle.owner in here:
        return battle.owner
    declared = [player for player in battle.declarers if player in here]
    if declared:
        return declared[0]
    forces = {
        player: sum(strength(realm, battle.village, party) for party in camp.parties if party.player == player)
        for player in here
    }
    return max(here, key=lambda player: (forces[player], -here.index(player)))


def winner(realm: Realm, battle: Battle) -> PlayerNo | None:
    """The claimant of the winning camp, who takes the village (FI-MUL-07)."""
    left = camps_left(realm, battle)
    if not left:
        return None
    home = [camp for camp in left if battle.owner in members(realm, battle.village, camp)]

    def rank(camp: Camp) -> tuple[int, int]:
        declared = [battle.declarers.index(player) for player, _ in camp.parties if player in battle.declarers]
        return points(realm, battle.village, camp), -min(declared, default=len(battle.declarers))

    camp = home[0] if home else max(left, key=rank)
    return claimant(realm, battle, camp)


def camp_view(realm: Realm, battle: Battle, camp: Camp) -> dict[str, object]:
    """A camp, as all see it from the first round on (FI-BAT-16, FI-INF-04)."""
    known = battle.round > 0
    total = points(realm, battle.village, camp)
    return {
        "parties": [[seat_name(realm, player), outside] for player, outside in camp.parties],
        "place": told_apart(battle, camp),
        "row": FORTS[row(realm, battle.village, camp)],
        "points": total if known else None,
        "dice": dice(total) if known else None,
        "lords": [
            LORD_IDS[one.number]
            for party in camp.parties
            if party.player != REBELS
            for one in lords_of(realm, battle.village, party)
        ],
        "leader": seat_name(realm, leader(realm, battle, camp)) if known else None,
    }
