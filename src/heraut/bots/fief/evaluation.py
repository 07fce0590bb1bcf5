"""What a realm is worth to each family, where a playout ends: the whole realm is read, without a view."""

from __future__ import annotations

from math import exp

from heraut.engine.protocol import Seat
from heraut.games.fief.board.land import owner
from heraut.games.fief.board.lords import king_player, queen_player, score, votes_of
from heraut.games.fief.board.pawns import ally, family
from heraut.games.fief.board.places import EVERY_VILLAGE
from heraut.games.fief.identities import PlayerNo
from heraut.games.fief.state import Realm, players
from heraut.games.fief.tables import CONSTANTS

INCOMES, POINTS = CONSTANTS.incomes, CONSTANTS.points
FORTS = (0, INCOMES.castle, INCOMES.city)
ECUS = POINTS.purse / POINTS.per_purse  # points of an écu
SOLDIER, LORD = 0.9, 14.0  # points that count nowhere, and keep what counts
FIEF, CROWN, VOTE, MAN, NOBLE = 1.0, 1.2, 0.25, 0.03, 0.35  # roads to a crown, in fiefs
RICH = 6000.0  # écus that are worth another fief
SLOPE = 1.1  # how much a fief more tells of who will win
LEAST_GAP = 60.0  # points between two families that leave hardly a doubt


def evaluate(realm: Realm) -> dict[Seat, float]:
    """From 0, all lost, to 1, won; families that win together both have 1."""
    everyone = players(realm)
    if realm.road is not None:
        return {realm.seats[one]: float(one in realm.winners) for one in everyone}
    measure = points if realm.settings.mode == "points" else prospects
    incomes = yields(realm)
    worth = {one: measure(realm, one, incomes[one]) for one in everyone}
    slope = SLOPE
    if realm.settings.mode == "points":
        slope = 2.5 / max(LEAST_GAP, 0.35 * max(worth.values()))
    found = {}
    for one in everyone:
        friend = ally(realm, one)
        rivals = [worth[other] for other in everyone if other not in (one, friend)]
        found[realm.seats[one]] = 1 / (1 + exp(-slope * (worth[one] - max(rivals, default=0.0))))
    return found


def yields(realm: Realm) -> list[int]:
    """What each family's land brings in a turn."""
    found = [0] * len(realm.seats)
    for village in EVERY_VILLAGE:
        made = INCOMES.mill * realm.mills[village] + INCOMES.press * realm.presses[village]
        made += FORTS[realm.forts[village]]
        if made and (master := owner(realm, village)) is not None:
            found[master] += made
    return found


def points(realm: Realm, player: PlayerNo, income: int) -> float:
    """The score to be expected at the end of a game for points (FI-PTS): counts to come, money grown until then."""
    last = realm.settings.points_turns
    counts = [turn for turn in range(POINTS.every, last + 1, POINTS.every) if turn >= realm.turn]
    one = realm.families[player]
    now = score(realm, player) - POINTS.purse * (one.purse // POINTS.per_purse)
    total = float(one.score)
    for turn in counts:
        total += now + ECUS * (one.purse + income * (turn - realm.turn))
    men = sum(stack.points for stack in realm.stacks if stack.player == player)
    left = min(1.0, (last - realm.turn) / 6)
    return total + left * (SOLDIER * men + LORD * len(free(realm, player)))


def free(realm: Realm, player: PlayerNo) -> list[int]:
    """The lords of a family who can act."""
    return [one.number for one in family(realm, player) if one.captor is None]


def prospects(realm: Realm, player: PlayerNo, income: int) -> float:
    """How near a family is to a crown and three fiefs (FI-VIC): in fiefs."""
    if not realm.families[player].alive:
        return 0.0
    fiefs = sum(holder == player for holder in realm.holders)
    crown = player in (king_player(realm), queen_player(realm))
    men = sum(stack.points for stack in realm.stacks if stack.player == player)
    held = sum(player in here for here in realm.present)
    wealth = (realm.families[player].purse + 3 * income) / RICH
    people = NOBLE * len(free(realm, player)) + VOTE * min(3, votes_of(realm, player))
    return FIEF * fiefs + CROWN * crown + people + MAN * min(men, 45) + 0.08 * held + min(wealth, 1.0)
