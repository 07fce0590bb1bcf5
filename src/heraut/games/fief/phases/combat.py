"""Phase 5: declarations, arrests, then the battles, village by village (FI-BAT-01 to 05)."""

from __future__ import annotations

from collections.abc import Mapping

from heraut.engine.protocol import Refusal
from heraut.engine.rng import Rng
from heraut.games.fief.asking import Asked, Handler, Offers, nothing, work
from heraut.games.fief.board.land import frozen, gatekeeper, owner, rebels_in, refresh_all, settle
from heraut.games.fief.board.pawns import all_pawns, free_lords_at, free_pawns, merge, playing_order, refresh
from heraut.games.fief.board.places import EVERY_VILLAGE, VILLAGE_IDS
from heraut.games.fief.entries import Attack
from heraut.games.fief.identities import IN, OPEN, REBELS, RELIEF, PlayerNo, VillageNo
from heraut.games.fief.instructions import plan_for
from heraut.games.fief.orders.answers import Pass, Yes
from heraut.games.fief.orders.battles import Fight
from heraut.games.fief.orders.movements import Arrest, Assail, Rouse
from heraut.games.fief.orders.order import Answer, Order
from heraut.games.fief.phases.aftermath import hand_over_captives
from heraut.games.fief.phases.captivity import imprison
from heraut.games.fief.phases.evacuation import evacuations, fall_back, walk_in
from heraut.games.fief.phases.movement import assail, assail_offers, assail_refusal, fighting_points
from heraut.games.fief.phases.release import free_unguarded
from heraut.games.fief.resolution import Turn
from heraut.games.fief.state import Realm
from heraut.games.fief.tasks import Battle, Battles, Declaring, Foes, Summoned, Summons


def begin_combat(turn: Turn) -> None:
    """Declarations that have lost their object lapse; then the others are asked (FI-BAT-02, FI-DP-18)."""
    realm = turn.now
    realm.attacks = tuple(one for one in realm.attacks if one.target is None or holds(realm, one))
    turn.push(Battles(()))
    waiting = tuple(player for player in playing_order(realm) if declaration_offers(realm, player))
    if realm.settings.batch:
        waiting = tuple(player for player in waiting if player not in realm.declared)
    if waiting:
        turn.push(Declaring(waiting))


def holds(realm: Realm, attack: Attack) -> bool:
    """Whether attacker and target are still there (FI-BAT-02)."""
    village, attacker, target = attack
    if attacker == REBELS:
        return realm.revolt is not None and realm.revolt.village == village
    if target == REBELS:
        there = realm.revolt is not None and realm.revolt.village == village
    else:
        there = target is not None and free_pawns(realm, target, village)
    return there and fighting_points(realm, attacker, village) > 0


# FI-DP-18


def declaration_offers(realm: Realm, player: PlayerNo) -> list[Order]:
    """Attacks, arrests in one's castles, and what the peasants could do."""
    found = assail_offers(realm, player)
    for village, fort in zip(EVERY_VILLAGE, realm.forts, strict=True):
        if fort == OPEN or player not in realm.present[village]:
            continue
        if gatekeeper(realm, village) == player and not frozen(realm, village):
            found += [Arrest(village, other) for other in realm.present[village] if other != player]
    revolt = realm.revolt
    if revolt is not None and revolt.controller == player and revolt.position == IN:
        found += [Rouse(other) for other in realm.present[revolt.village] if not frozen(realm, revolt.village)]
    return found


def asked_declarers(realm: Realm, task: Declaring) -> Asked:
    """In playing order, or all at once (FI-DP-R11)."""
    return dict.fromkeys(task.waiting if realm.settings.batch else task.waiting[:1], "attacks")


def declaring_offers(realm: Realm, task: Declaring, player: PlayerNo) -> Offers:
    """Nothing, or any of them."""
    return [Pass(), *declaration_offers(realm, player)]


def check_declarations(realm: Realm, task: Declaring, player: PlayerNo, answer: Answer) -> list[Refusal]:
    """Each line is one of the offers, or says why it cannot be."""
    offers = declaring_offers(realm, task, player)
    refusals = []
    for line, order in enumerate(answer, start=1):
        if order in offers:
            continue
        refusal = assail_refusal(realm, player, order) if isinstance(order, Assail) else None
        if isinstance(order, Arrest):
            refusal = Refusal("FI-BAT-04", "no_arrest_there", {"village": VILLAGE_IDS[order.village]})
        elif isinstance(order, Rouse):
            refusal = Refusal("FI-REV-10", "nobody_to_attack", {})
        elif refusal is None:
            refusal = Refusal("FI-TRN-05", "not_now", {"order": order.code})
        refusals.append(Refusal(refusal.rule, refusal.code, refusal.data, line))
    return refusals


def take_declarations(turn: Turn, task: Declaring, answers: Mapping[PlayerNo, Answer]) -> None:
    """Declared in playing order, all at once or one after the other."""
    realm = turn.now
    for player in [one for one in task.waiting if one in answers]:
        for order in dict.fromkeys(answers[player]):
            declare(turn, task, player, order)
    task.waiting = tuple(player for player in task.waiting if player not in answers)
    while task.waiting and not realm.settings.batch and not declaration_offers(realm, task.waiting[0]):
        task.waiting = task.waiting[1:]
    if not task.waiting:
        turn.done(task)
        if task.arrests:
            turn.push(Summons(task.arrests))


def declare(turn: Turn, task: Declaring, player: PlayerNo, order: Order) -> None:
    """One declaration."""
    realm = turn.now
    match order:
        case Assail():
            if (order.village, player, order.target) not in realm.attacks:
                assail(turn, player, order)
        case Arrest():
            task.arrests = (*task.arrests, Summoned(order.village, player, order.target))
            turn.announce(
                "FI-BAT-04",
                "arrest",
                seat=turn.seat(player),
                target=turn.seat(order.target),
                village=VILLAGE_IDS[order.village],
            )
        case Rouse():
            assert realm.revolt is not None
            assail(turn, REBELS, Assail(realm.revolt.village, order.target))


def sample_declaration(realm: Realm, task: Declaring, player: PlayerNo, found: Offers, rng: Rng) -> Answer:
    """Peace more often than not."""
    return (found[0],) if rng.random() < 0.5 else (rng.choice(found),)


DECLARING = Handler(
    asked_declarers, nothing, take_declarations, declaring_offers, check_declarations, sample=sample_declaration
)


# FI-DP-19


def asked_summoned(realm: Realm, task: Summons) -> Asked:
    """Everybody who is summoned."""
    return {target: "summons" for _, _, target in task.arrests}


def summons_offers(realm: Realm, task: Summons, player: PlayerNo) -> Offers:
    """To fight, or to surrender, everywhere alike."""
    return (Fight(), Yes())


def take_summons(turn: Turn, task: Summons, answers: Mapping[PlayerNo, Answer]) -> None:
    """Who surrenders loses soldiers and freedom; the others fight (FI-BAT-04)."""
    realm = turn.now
    turn.done(task)
    for village, keeper, target in task.arrests:
        answer = answers[target]
        plan = plan_for(realm, target, village).arrest == "surrender"
        yields = isinstance(answer[0], Yes) if answer else plan
        turn.announce(
            "FI-BAT-04",
            "arrest_accepted" if yields else "arrest_resisted",
            seat=turn.seat(target),
            keeper=turn.seat(keeper),
            village=VILLAGE_IDS[village],
        )
        if yields:
            surrender_inside(turn, village, keeper, target)
        elif (village, keeper, target) not in realm.attacks:
            realm.attacks = (*realm.attacks, Attack(village, keeper, target))
    free_unguarded(turn)
    settle(turn)


def surrender_inside(turn: Turn, village: VillageNo, keeper: PlayerNo, target: PlayerNo) -> None:
    """Lords inside are prisoners, soldiers are removed, captives follow (FI-BAT-04)."""
    realm = turn.now
    realm.stacks = [
        stack
        for stack in realm.stacks
        if not (stack.village == village and stack.player == target and stack.position == IN)
    ]
    for one in free_lords_at(realm, target, village):
        if one.position == IN:
            imprison(turn, one, keeper, "FI-PRI-01")
    hand_over_captives(turn, village, target, keeper)
    refresh(realm, village)


def summons_subject(realm: Realm, task: Summons, player: PlayerNo) -> dict[str, object]:
    """Where, and by whom."""
    return {"summons": [[VILLAGE_IDS[v], realm.seats[k]] for v, k, target in task.arrests if target == player]}


SUMMONS = Handler(asked_summoned, nothing, take_summons, summons_offers, subject=summons_subject)


# The battles


def next_battle(turn: Turn, task: Battles) -> None:
    """The village where an attack was declared first, of those that have not fought (FI-BAT-05)."""
    realm = turn.now
    evacuations(turn)
    if realm.tasks[-1] is not task:
        return
    for village in dict.fromkeys(village for village, _, _ in realm.attacks):
        if village in task.villages:
            continue
        task.villages = (*task.villages, village)
        hostile = hostilities(realm, village)
        if hostile:
            declarers = tuple(dict.fromkeys(a for v, a, _ in realm.attacks if v == village))
            turn.push(Battle(village, hostile, declarers, owner(realm, village)))
            return
        let_in(turn, village)
        return
    end_sieges(turn)
    turn.done(task)


def hostilities(realm: Realm, village: VillageNo) -> tuple[Foes, ...]:
    """Who fights whom: a siege is of whoever holds the village, and of the peasants in it (FI-EVA-05, FI-CAL-02)."""
    pairs: dict[Foes, None] = {}
    for place, attacker, target in realm.attacks:
        if place != village or not able(realm, attacker, village):
            continue
        if target is not None:
            if holds(realm, Attack(village, attacker, target)):
                pairs[Foes(attacker, target)] = None
            continue
        for foe in (gatekeeper(realm, village), REBELS if rebels_in(realm, village) else None):
            if foe is not None and foe != attacker:
                pairs[Foes(attacker, foe)] = None
    return tuple(pairs)


def able(realm: Realm, attacker: PlayerNo, village: VillageNo) -> bool:
    """Whether an attacker has a fighting point there."""
    if attacker == REBELS:
        return realm.revolt is not None and realm.revolt.village == village
    return fighting_points(realm, attacker, village) > 0


def let_in(turn: Turn, village: VillageNo) -> None:
    """No enemy is left: a besieger whose own men hold the place goes in, others fall back."""
    realm = turn.now
    for player in playing_order(realm):
        if (village, player, None) in realm.attacks:
            if gatekeeper(realm, village) in (player, None):
                walk_in(realm, player, village)
            else:
                fall_back(turn, player, village)
    realm.attacks = tuple(one for one in realm.attacks if one.village != village)
    settle(turn)


def end_sieges(turn: Turn) -> None:
    """No siege outlasts the phase (FI-MOD-05): relief goes in."""
    realm = turn.now
    realm.attacks = ()
    places: set[VillageNo | None] = set()
    for pawn in all_pawns(realm):
        if pawn.position == RELIEF:
            pawn.position, pawn.road = IN, None
            places.add(pawn.village)
    refresh_all(realm, places)
    for player in playing_order(realm):
        merge(realm, player)
    settle(turn)


BATTLES = work(next_battle)
