"""After a battle: captives, the village, its buildings, the fallen (FI-AFT, FI-PRI-03, FI-BAT-13, 14)."""

from __future__ import annotations

from heraut.games.fief.board.land import (
    add_guest,
    capture,
    drop_guest,
    holder_of,
    raze,
    rebels_in,
    settle,
    take_village,
)
from heraut.games.fief.board.pawns import (
    all_pawns,
    ally,
    captives_at,
    free_pawns,
    master,
    outside,
    playing_order,
    refresh,
)
from heraut.games.fief.board.places import REGION_OF, VILLAGE_IDS
from heraut.games.fief.entries import Attack
from heraut.games.fief.identities import BESIEGER, IN, REBELS, PlayerNo, VillageNo
from heraut.games.fief.phases.camps import camps_left, members, winner
from heraut.games.fief.phases.captivity import imprison
from heraut.games.fief.phases.evacuation import fall_back, walk_in
from heraut.games.fief.phases.release import free_unguarded, set_free
from heraut.games.fief.phases.revolt import end_revolt, lose_to_rebels
from heraut.games.fief.phases.rounds import fell
from heraut.games.fief.phases.succession import die
from heraut.games.fief.resolution import Turn, lord_names
from heraut.games.fief.state import Lord, Realm, Stack
from heraut.games.fief.tasks import Admission, Battle


def aftermath(turn: Turn, battle: Battle) -> None:
    """First the beaten, then the village, then its buildings, last the deaths (FI-DTH-04)."""
    realm, village = turn.now, battle.village
    claimant = winner(realm, battle)
    winners = {player for one in camps_left(realm, battle) for player in members(realm, village, one)}
    turn.announce(
        "FI-BAT-12",
        "battle_over",
        village=VILLAGE_IDS[village],
        winners=[turn.seat(player) for player in sorted(winners)],
        losers=[turn.seat(player) for player in sorted(fighting_players(battle) - winners - {REBELS})],
        claimant=turn.seat(claimant),
        fallen=lord_names(battle.fallen),
    )
    oppose(realm, battle)
    dispose_of_beaten(turn, battle, winners, claimant)
    if claimant is not None:
        take_place(turn, battle, winners, claimant)
    else:
        leave_place(turn, battle)
    refresh(realm, village)
    destroy(turn, battle, winners)
    close_revolt(turn)
    change_hands(turn, battle, claimant)
    if battle.fallen:
        die(turn, battle.fallen, "FI-AFT-05", "battle")
    realm.attacks = tuple(one for one in realm.attacks if one.village != village or is_pending(realm, one))
    refresh(realm, village)
    free_unguarded(turn)
    settle(turn)


def fighting_players(battle: Battle) -> set[PlayerNo]:
    """Everybody who fought in a camp, the peasants too."""
    return {player for camp in battle.camps for player, _ in camp.parties}


def is_pending(realm: Realm, attack: Attack) -> bool:
    """Whether a besieger still waits to be admitted."""
    village, attacker, target = attack
    return target is None and attacker != REBELS and any(outside(realm, attacker, village, BESIEGER))


def oppose(realm: Realm, battle: Battle) -> None:
    """Whom a battle has opposed is no guest of the other any more (FI-MOD-18)."""
    for one, other in battle.hostile:
        realm.guests = tuple(
            guest for guest in realm.guests if guest not in ((battle.village, one, other), (battle.village, other, one))
        )


# The beaten


def beaten_lords(realm: Realm, battle: Battle, winners: set[PlayerNo]) -> list[Lord]:
    """Women who do not fight, of camps without a fighting point left (FI-BAT-14)."""
    parties = [party for camp in battle.camps for party in camp.parties if party.player not in winners]
    return [
        one
        for one in realm.lords
        if one is not None
        and one.village == battle.village
        and one.captor is None
        and (one.player, one.position != IN) in parties
    ]


def dispose_of_beaten(turn: Turn, battle: Battle, winners: set[PlayerNo], claimant: PlayerNo | None) -> None:
    """Non-fighting women, then captives of the beaten, go to the claimant; the peasants spare nobody (FI-REV-12)."""
    realm, village = turn.now, battle.village
    losers = fighting_players(battle) - winners - {REBELS}
    ladies = beaten_lords(realm, battle, winners)
    held = [one for one in captives_at(realm, village) if one.captor in losers]
    alive = {one.player for one in ladies} | {player for player in losers if free_pawns(realm, player, village)}
    if claimant == REBELS:
        for one in (*ladies, *held):
            fell(realm, battle, one.number)
        return
    if claimant is not None:
        for one in ladies:
            imprison(turn, one, claimant, "FI-BAT-14")
    for one in held:
        if one.captor not in alive:
            fell(realm, battle, one.number)
        elif claimant is not None:
            pass_on(turn, one, claimant)


def pass_on(turn: Turn, captive: Lord, captor: PlayerNo) -> None:
    """A captive goes to another captor; the captor's own is free on the spot (FI-PRI-03, FI-MER-03)."""
    if captive.player == captor:
        set_free(turn, captive, "FI-PRI-03")
    else:
        imprison(turn, captive, captor, "FI-PRI-03")


def hand_over_captives(turn: Turn, village: VillageNo, former: PlayerNo, captor: PlayerNo) -> None:
    """The captives of a player who surrenders (FI-MER-03)."""
    for one in captives_at(turn.now, village):
        if one.captor == former and one.player != former:
            pass_on(turn, one, captor)


# The village


def take_place(turn: Turn, battle: Battle, winners: set[PlayerNo], claimant: PlayerNo) -> None:
    """The claimant's camp goes in; other besiegers left are admitted, or fall back (FI-AFT-01, FI-MUL-08)."""
    realm, village = turn.now, battle.village
    if claimant == REBELS:
        assert realm.revolt is not None
        realm.revolt.position, realm.revolt.road = IN, None
        return
    mates = next(c for c in battle.camps if any(p == claimant for p, _ in c.parties) and claimant in winners)
    for player in {claimant, *members(realm, village, mates)}:
        walk_in(realm, player, village)
        if player != claimant:
            add_guest(realm, village, player, claimant)
    drop_guest(realm, village, claimant)
    for player in playing_order(realm):
        relieved = player in winners and player not in battle.declarers
        if relieved and any(one.position != IN and one.village == village for one in pawns_of(realm, player)):
            walk_in(realm, player, village)
            add_guest(realm, village, player, claimant)
    waiting = [p for p in playing_order(realm) if p != claimant and any(outside(realm, p, village, BESIEGER))]
    if waiting:
        turn.push(Admission(claimant, village, tuple(waiting), battle=True))


def pawns_of(realm: Realm, player: PlayerNo) -> list[Lord | Stack]:
    """All that a player moves: his stacks, his free lords, his captives."""
    return [pawn for pawn in all_pawns(realm) if master(pawn) == player]


def leave_place(turn: Turn, battle: Battle) -> None:
    """Nobody has won: those who did not fight stay, those of besiegers fall back (FI-BAT-13, FI-BAT-14)."""
    realm, village = turn.now, battle.village
    for player in playing_order(realm):
        if any(outside(realm, player, village, BESIEGER)):
            fall_back(turn, player, village)


def change_hands(turn: Turn, battle: Battle, claimant: PlayerNo | None) -> None:
    """A village outside fiefs is the claimant's; a fief follows its city (FI-AFT-02, FI-CAP-01, FI-REV-08)."""
    realm, village = turn.now, battle.village
    region = REGION_OF[village]
    if claimant is None:
        return
    if claimant == REBELS:
        lose_to_rebels(turn, village)
        return
    if realm.capitals[region] is None:
        if realm.owners[village] != claimant:
            take_village(turn, "FI-AFT-02", village, claimant)
        return
    holder = holder_of(realm, region)
    if realm.capitals[region] != village or holder == claimant or holder in realm.present[village]:
        return
    if rebels_in(realm, village) or (
        holder is not None and holder == ally(realm, claimant) and not opposed(battle, holder, claimant)
    ):
        return
    present = tuple(one.number for one in realm.lords if one is not None and one.village == village)
    capture(
        turn, "FI-CAP-01" if holder is not None else "FI-CAP-09", region, claimant, present if holder is None else ()
    )


def opposed(battle: Battle, one: PlayerNo, other: PlayerNo) -> bool:
    """Whether two players were enemies in the battle."""
    return (one, other) in battle.hostile or (other, one) in battle.hostile


def destroy(turn: Turn, battle: Battle, winners: set[PlayerNo]) -> None:
    """Mills and presses, unless their owner is among the winners; with peasants in any case (FI-AFT-03, FI-REV-04)."""
    rebels = any(REBELS in pair for pair in battle.hostile)
    if not rebels and battle.owner is not None and battle.owner in winners:
        return
    lost = raze(turn, battle.village, castle=rebels and REBELS in winners)
    if any(lost.values()):
        rule = "FI-REV-04" if rebels else "FI-AFT-03"
        turn.announce(rule, "ravaged", village=VILLAGE_IDS[battle.village], **lost)


def close_revolt(turn: Turn) -> None:
    """Without a point left, the revolt is over (FI-REV-14)."""
    revolt = turn.now.revolt
    if revolt is not None and not revolt.points:
        end_revolt(turn)


def break_off(turn: Turn, battle: Battle) -> None:
    """Five hundred rounds without a loss: besiegers fall back, the others stay (FI-BAT-17)."""
    realm, village = turn.now, battle.village
    turn.announce("FI-BAT-17", "battle_broken_off", village=VILLAGE_IDS[village])
    oppose(realm, battle)
    leave_place(turn, battle)
    if battle.fallen:
        die(turn, battle.fallen, "FI-AFT-05", "battle")
    realm.attacks = tuple(one for one in realm.attacks if one.village != village)
    settle(turn)
