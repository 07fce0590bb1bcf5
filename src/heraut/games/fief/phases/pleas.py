"""Mercy in a battle: who asks, who answers, what follows (FI-MER)."""

from __future__ import annotations

from typing import NamedTuple

from heraut.games.fief.asking import Asked
from heraut.games.fief.board.lords import ransom
from heraut.games.fief.board.pawns import lord, playing_order, refresh
from heraut.games.fief.board.places import VILLAGE_IDS
from heraut.games.fief.identities import LordNo, PlayerNo
from heraut.games.fief.instructions import plan_for
from heraut.games.fief.phases.aftermath import hand_over_captives
from heraut.games.fief.phases.camps import (
    camp_of,
    camps_left,
    claimant,
    enemies,
    hostile,
    is_rebel_camp,
    leader,
    lords_of,
    points,
    soldiers_of,
    stacks_of,
)
from heraut.games.fief.phases.captivity import imprison
from heraut.games.fief.resolution import Turn, lord_names
from heraut.games.fief.state import Realm
from heraut.games.fief.tasks import Battle, Camp


def may_plead(realm: Realm, battle: Battle, left: list[Camp], player: PlayerNo) -> bool:
    """Whether somebody could grant mercy: enemies other than the peasants (FI-MER-05)."""
    camp = camp_of(realm, battle, left, player)
    return camp is not None and any(not is_rebel_camp(foe) for foe in left if hostile(battle, camp, foe))


def plan_pleads(realm: Realm, battle: Battle, left: list[Camp], player: PlayerNo) -> bool:
    """Whether a player's plan asks mercy for his lords now; without one, his soldiers fight on."""
    camp, plan = camp_of(realm, battle, left, player), plan_for(realm, player, battle.village)
    if camp is None or plan.ask == "never" or not own_lords(realm, battle, player):
        return False
    mine = points(realm, battle.village, camp)
    if plan.ask != "last":
        return mine <= int(plan.ask)
    if any(soldiers_of(realm, battle.village, party) for party in camp.parties):
        return False
    return mine < sum(points(realm, battle.village, foe) for foe in left if hostile(battle, camp, foe))


def own_lords(realm: Realm, battle: Battle, player: PlayerNo) -> list[LordNo]:
    """A player's free lords in the battle."""
    parties = [party for camp in battle.camps for party in camp.parties if party.player == player]
    return [one.number for party in parties for one in lords_of(realm, battle.village, party)]


def plea_order(realm: Realm, battle: Battle, left: list[Camp], pleading: list[PlayerNo]) -> tuple[PlayerNo, ...]:
    """The weaker camp first, the defenders at equality, then the playing order (FI-MER-02)."""
    order = playing_order(realm)

    def key(player: PlayerNo) -> tuple[int, bool, int]:
        camp = camp_of(realm, battle, left, player)
        strength = points(realm, battle.village, camp) if camp is not None else 0
        attacks = camp is not None and any(party.player in battle.declarers for party in camp.parties)
        return strength, attacks, order.index(player)

    return tuple(sorted(pleading, key=key))


# Mercy (FI-DP-25)


class Judge(NamedTuple):
    """Who answers a plea, for his camp."""

    camp: Camp
    player: PlayerNo


def judge(realm: Realm, battle: Battle) -> Judge | None:
    """The strongest hostile camp of players, and its leader, who answers the next plea (FI-MER-02)."""
    left = camps_left(realm, battle)
    camp = camp_of(realm, battle, left, battle.pleas[0])
    foes = [foe for foe in enemies(realm, battle, left, camp) if not is_rebel_camp(foe)] if camp is not None else []
    player = leader(realm, battle, foes[0]) if foes else None
    return Judge(foes[0], player) if player is not None else None


def planned_mercy(realm: Realm, battle: Battle, player: PlayerNo) -> bool | None:
    """What the judge's plan says; None: he wants to be asked (FI-DP-25). Soldiers alone need no mercy (FI-MER-06)."""
    if not own_lords(realm, battle, battle.pleas[0]):
        return True
    grant = plan_for(realm, player, battle.village).grant
    if realm.settings.surrender or (grant == "always" and not realm.settings.live):
        return True
    if grant in ("always", "ask"):
        return None
    if grant == "never":
        return False
    worth = [ransom(realm, lord(realm, number)) for number in own_lords(realm, battle, battle.pleas[0])]
    return max(worth, default=0) >= int(grant)


def asked_mercy(realm: Realm, battle: Battle) -> Asked:
    """The judge, unless his plan or the rules have answered."""
    if not battle.pleas:
        return {}
    found = judge(realm, battle)
    if found is None or planned_mercy(realm, battle, found.player) is not None:
        return {}
    return {found.player: "mercy"}


def answer_plea(turn: Turn, battle: Battle, judge: Judge, *, granted: bool) -> None:
    """Granted: soldiers removed, lords captive; refused: the round is fought (FI-MER-03, FI-MER-04, FI-MER-06)."""
    pleader, battle.pleas = battle.pleas[0], battle.pleas[1:]
    lords = own_lords(turn.now, battle, pleader)
    place = {"seat": turn.seat(pleader), "village": VILLAGE_IDS[battle.village]}
    if not lords:
        turn.announce("FI-MER-06", "arms_laid_down", **place)
    elif granted:
        turn.announce("FI-MER-03", "mercy_granted", judge=turn.seat(judge.player), lords=lord_names(lords), **place)
    else:
        turn.announce("FI-MER-04", "mercy_refused", judge=turn.seat(judge.player), lords=lord_names(lords), **place)
    if granted:
        lay_down_arms(turn, battle, pleader, claimant(turn.now, battle, judge.camp))


def lay_down_arms(turn: Turn, battle: Battle, player: PlayerNo, captor: PlayerNo) -> None:
    """A player's soldiers in the battle are removed, his lords are prisoners, his captives follow (FI-MER-03)."""
    realm, village = turn.now, battle.village
    parties = [party for camp in battle.camps for party in camp.parties if party.player == player]
    lords = own_lords(realm, battle, player)
    gone = [stack for party in parties for stack in stacks_of(realm, village, party)]
    realm.stacks = [stack for stack in realm.stacks if stack not in gone]
    for number in lords:
        imprison(turn, lord(realm, number), captor, "FI-PRI-01")
    hand_over_captives(turn, village, player, captor)
    refresh(realm, village)
