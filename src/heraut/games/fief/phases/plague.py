"""Plague on a region (FI-PES), and the variant of crowded villages (FI-VB-02)."""

from __future__ import annotations

from heraut.games.fief.board.change import lose
from heraut.games.fief.board.land import settle
from heraut.games.fief.board.pawns import family, playing_order, points_at, refresh
from heraut.games.fief.board.places import IN_REGION, REGION_IDS, VILLAGE_IDS
from heraut.games.fief.identities import IN, LordNo, RegionNo, VillageNo
from heraut.games.fief.instructions import plan_for
from heraut.games.fief.phases.release import free_unguarded
from heraut.games.fief.phases.succession import die
from heraut.games.fief.resolution import Turn, lord_name
from heraut.games.fief.state import Realm
from heraut.games.fief.tables import CONSTANTS

Severity = tuple[tuple[int, int], int]  # the share of soldiers lost, and up to which die a lord dies


def pawns_in(realm: Realm, village: VillageNo) -> int:
    """Soldier tokens, guards and lords of all players in a village, prisoners included (FI-VB-01)."""
    tokens = sum(sum(stack.tokens) for stack in realm.stacks if stack.village == village)
    return tokens + sum(lord is not None and lord.village == village for lord in realm.lords)


def severity(realm: Realm, village: VillageNo) -> Severity:
    """How hard the plague strikes a village (FI-PES-01, FI-PES-02, FI-VB-02)."""
    if not realm.settings.disease_concentration:
        return (1, 2), CONSTANTS.combat.plague_kills_to
    pawns = pawns_in(realm, village)
    row = next(row for row in CONSTANTS.disease if pawns <= row.pawns)
    return row.loss, row.dies_to


def plague(turn: Turn, region: RegionNo) -> None:
    """Village by village: soldiers first, then a die for each lord; the condemned die together (FI-PES-03)."""
    condemned: list[LordNo] = []
    for village in IN_REGION[region]:
        condemned += strike_village(turn, village)
    turn.announce(
        "FI-PES-01", "plague_over", region=REGION_IDS[region], dead=[lord_name(number) for number in condemned]
    )
    if condemned:
        die(turn, condemned, "FI-PES-04", "plague")
    free_unguarded(turn)
    settle(turn)


def strike_village(turn: Turn, village: VillageNo) -> list[LordNo]:
    """The lords of a village whom the dice condemn, once its soldiers have died."""
    realm = turn.now
    (part, whole), dies_to = severity(realm, village)
    players = playing_order(realm)
    for player in players:
        points = points_at(realm, player, village) * part // whole
        if points:
            guards_first = plan_for(realm, player, village).losses == "guards"
            lost = lose(realm, player, village, IN, points, guards_first=guards_first)
            turn.announce(
                "FI-PES-01", "plague_soldiers", village=VILLAGE_IDS[village], seat=turn.seat(player), points=lost
            )
    condemned = []
    for player in players:
        for lord in [one for one in family(realm, player) if one.village == village]:
            die_thrown = turn.die()
            turn.announce(
                "FI-PES-02",
                "plague_lord",
                lord=lord_name(lord.number),
                village=VILLAGE_IDS[village],
                die=die_thrown,
                dies=die_thrown <= dies_to,
            )
            if die_thrown <= dies_to:
                condemned.append(lord.number)
    refresh(realm, village)
    return condemned
