"""Villages left to their besiegers, those who are admitted, those who fall back (FI-EVA, FI-MUL-08, FI-MUL-12)."""

from __future__ import annotations

from heraut.games.fief.asking import choice
from heraut.games.fief.board.land import add_guest, gatekeeper, rebels_besiege, rebels_in, refresh_all
from heraut.games.fief.board.pawns import all_pawns, ally, besiegers, master, refresh, relief
from heraut.games.fief.board.places import VILLAGE_IDS
from heraut.games.fief.entries import PlayerAt
from heraut.games.fief.identities import BESIEGER, IN, OPEN, REBELS, RELIEF, PlayerNo, VillageNo
from heraut.games.fief.orders.answers import No, Yes
from heraut.games.fief.orders.order import Order
from heraut.games.fief.phases.revolt import hold_empty
from heraut.games.fief.resolution import Turn
from heraut.games.fief.state import Realm
from heraut.games.fief.tasks import Admission


def evacuations(turn: Turn) -> None:
    """Nobody inside, no peasants, no relief: the besieger who declared first enters without a battle (FI-EVA-03)."""
    realm = turn.now
    if not realm.attacks:
        return
    sieges = [village for village, _, target in realm.attacks if target is None]
    for village in dict.fromkeys(sieges):
        if realm.present[village] or rebels_in(realm, village) or relief(realm, village):
            continue
        order = [attacker for place, attacker, target in realm.attacks if place == village and target is None]
        there = [a for a in dict.fromkeys(order) if a in besiegers(realm, village) or is_rebel_siege(realm, a, village)]
        if not there:
            continue
        first, others = there[0], tuple(player for player in there[1:] if player != REBELS)
        if first == REBELS:
            rebels_enter(turn, village, others)
        else:
            enter_unopposed(turn, first, village)
            if others:
                turn.push(Admission(first, village, others, battle=False))


def is_rebel_siege(realm: Realm, attacker: PlayerNo, village: VillageNo) -> bool:
    """Whether the peasants are the besiegers meant."""
    return attacker == REBELS and rebels_besiege(realm, village)


def enter_unopposed(turn: Turn, player: PlayerNo, village: VillageNo) -> None:
    """A besieger walks in; buildings stay intact."""
    realm = turn.now
    walk_in(realm, player, village)
    realm.attacks = tuple(one for one in realm.attacks if one != (village, player, None))
    turn.announce("FI-EVA-03", "entered_unopposed", seat=turn.seat(player), village=VILLAGE_IDS[village])


def walk_in(realm: Realm, player: PlayerNo, village: VillageNo) -> None:
    """All of a player's besiegers or relief, with their captives, are in the village."""
    for pawn in all_pawns(realm):
        if pawn.village == village and pawn.position != IN and master(pawn) == player:
            pawn.position, pawn.road = IN, None
    refresh(realm, village)


def rebels_enter(turn: Turn, village: VillageNo, others: tuple[PlayerNo, ...]) -> None:
    """The peasants walk into an evacuated village; other besiegers fall back, or besiege them (FI-EVA-03)."""
    realm = turn.now
    assert realm.revolt is not None
    realm.revolt.position, realm.revolt.road = IN, None
    realm.attacks = tuple(one for one in realm.attacks if one != (village, REBELS, None))
    turn.announce("FI-EVA-03", "entered_unopposed", seat=turn.seat(REBELS), village=VILLAGE_IDS[village])
    hold_empty(turn, village)
    for player in others:
        if (village, player) not in realm.stubborn:
            fall_back(turn, player, village)


def fall_back(turn: Turn, player: PlayerNo, village: VillageNo) -> None:
    """Besiegers return, with their captives, to where they came from this turn; guests of whoever is there now."""
    realm = turn.now
    places = set()
    for pawn in all_pawns(realm):
        if pawn.village == village and pawn.position == BESIEGER and master(pawn) == player:
            home = pawn.road
            assert home is not None  # where it came from to besiege
            places.add(home)
            besieged = bool(besiegers(realm, home)) or rebels_besiege(realm, home)
            pawn.village, pawn.road = home, None
            pawn.position = RELIEF if besieged and realm.forts[home] != OPEN else IN
    realm.attacks = tuple(one for one in realm.attacks if one != (village, player, None))
    for home in sorted(places):
        keeper = gatekeeper(realm, home)
        if keeper not in (None, player) and player not in realm.present[home]:
            add_guest(realm, home, player, keeper)
        realm.resting = (*realm.resting, PlayerAt(home, player))
        turn.announce(
            "FI-MUL-12", "fell_back", seat=turn.seat(player), start=VILLAGE_IDS[village], village=VILLAGE_IDS[home]
        )
    refresh_all(realm, {village, *places})


# FI-DP-27


def admission_default(realm: Realm, task: Admission, options: object) -> Order:
    """Allies are admitted, others are not."""
    return Yes() if ally(realm, task.player) == task.waiting[0] else No()


def admit(turn: Turn, task: Admission, order: Order) -> None:
    """One besieger is admitted as a guest, goes back, or besieges the new master."""
    realm = turn.now
    other, task.waiting = task.waiting[0], task.waiting[1:]
    if not task.waiting:
        turn.done(task)
    if isinstance(order, Yes):
        walk_in(realm, other, task.village)
        add_guest(realm, task.village, other, task.player)
        realm.attacks = tuple(one for one in realm.attacks if one != (task.village, other, None))
        turn.announce(
            "FI-MUL-08",
            "admitted",
            seat=turn.seat(other),
            host=turn.seat(task.player),
            village=VILLAGE_IDS[task.village],
        )
    elif task.battle or (task.village, other) not in realm.stubborn:
        fall_back(turn, other, task.village)
    else:
        turn.announce(
            "FI-PAS-13",
            "besieges_on",
            seat=turn.seat(other),
            host=turn.seat(task.player),
            village=VILLAGE_IDS[task.village],
        )


def admission_subject(realm: Realm, task: Admission, player: PlayerNo) -> dict[str, object]:
    """Who stands at the gate."""
    return {"seat": realm.seats[task.waiting[0]], "village": VILLAGE_IDS[task.village]}


ADMISSION = choice(
    "admit", lambda realm, task: task.player, lambda realm, task: (No(), Yes()), admit, default=admission_default,
    subject=admission_subject,
)  # fmt: skip
