"""The realm as one seat may know it: what others hold and intend is not in it, so that nothing built on it can tell.

All realms that a seat cannot tell apart give it the same one. Numbers that are public in sum are kept in sum: a hand is
so many unknown cards, soldiers that may not be counted are one in each stack and the rest in the first of their player.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from heraut.games.fief.cards import BLUE
from heraut.games.fief.identities import FACE_DOWN, IN, SOLDIER, CardNo, PlayerNo, Position, Series, VillageNo
from heraut.games.fief.state import Family, Lord, Realm, Stack
from heraut.games.fief.tables import CONSTANTS
from heraut.games.fief.tasks import Act, AnyTask, Battle, Crossing, HeirConsent, LeaveAsked, Petition, Refill
from heraut.games.fief.view.stacks import Parties, fighting_parties

NONE: frozenset[CardNo] = frozenset()
NO_PARTIES: Parties = frozenset()
UNKNOWN = tuple((FACE_DOWN,) * number for number in range(BLUE + 1))  # so many cards that are not known
ABSENT = CONSTANTS.silent_turns


def without_secrets(realm: Realm, player: PlayerNo) -> Realm:
    """The realm without what this player may not know (FI-INF); parts that hold no secret are shared, not copied."""
    seen, top, fighting = realm.__copy__(), realm.tasks[-1], NO_PARTIES
    seen.tasks = realm.tasks.copy()
    for place, task in enumerate(realm.tasks):
        kind = type(task)
        if kind in HIDING:
            seen.tasks[place] = HIDING[kind](task, player, task is top)
            if kind is Battle:
                fighting = fighting_parties(realm)
    seen.families = families_seen(realm, player)
    for lord in realm.lords:
        if lord is not None and lord.purse:
            seen.lords = [one if one is None or one.player == player else unpaid(one) for one in realm.lords]
            break
    if realm.settings.hidden_stacks:
        seen.stacks = stacks_seen(realm, player, fighting)
    seen.draw = UNKNOWN[len(realm.draw)]
    if type(top) is not Refill or player not in top.waiting:  # who may take a lord is shown the discards (FI-DP-03)
        seen.dropped = UNKNOWN[len(realm.dropped)]
    forget_words(seen, player)
    return seen


def forget_words(seen: Realm, player: PlayerNo) -> None:
    """What others have said in secret: deals, leave for this turn, what they will do if it comes to a fight."""
    if seen.deals:
        seen.deals = tuple([deal for deal in seen.deals if player in (deal.proposer, deal.addressee)])
    if seen.deal_counts:
        seen.deal_counts = tuple([entry for entry in seen.deal_counts if player in (entry.first, entry.second)])
    if seen.permits:
        seen.permits = tuple([entry for entry in seen.permits if entry.keeper == player])
    if seen.stubborn:
        seen.stubborn = tuple([entry for entry in seen.stubborn if entry.player == player])
    if seen.allies_of:
        seen.allies_of = tuple([entry for entry in seen.allies_of if entry.player == player])
    if seen.declared:
        seen.declared = tuple([one for one in seen.declared if one == player])


# Families


def families_seen(realm: Realm, player: PlayerNo) -> list[Family]:
    """The families: of the others so many cards, no purse, no plan, no policy. Field by field, in their order."""
    own, shown, ask = realm.families[player], cards_shown(realm, player), ("ask",) * len(realm.seats)
    families = realm.families.copy()
    for place, one in enumerate(families):
        if one is own:
            continue
        families[place] = Family(
            one.name,
            0,
            one.blazon,
            hand_seen(one.hand, shown) if shown else UNKNOWN[len(one.hand)],
            one.alive,
            one.conceded,
            one.wants_out,
            ABSENT if one.silent >= ABSENT else 0,
            False,
            one.hit,
            one.deadline,
            one.score,
            one.left,
            ask,
            ask,
        )
    return families


def hand_seen(hand: tuple[CardNo, ...], shown: frozenset[CardNo]) -> tuple[CardNo, ...]:
    """The hand of another: the cards that have been shown, then the others face down.

    The shown ones come first because hands are sorted: the place of a card would tell something of its neighbours.
    """
    seen = [card for card in hand if card in shown]
    return (*seen, *UNKNOWN[len(hand) - len(seen)])


def cards_shown(realm: Realm, player: PlayerNo) -> frozenset[CardNo]:
    """Cards of other hands that this player has been shown: in deals, and the heir whom he is asked to agree to."""
    if realm.deals:
        deals = [deal for deal in realm.deals if player in (deal.proposer, deal.addressee)]
        return frozenset([card for deal in deals for card in deal.cards])
    top = realm.tasks[-1]
    if type(top) is HeirConsent and top.spouse == player and top.lord is not None:
        return frozenset((top.lord,))
    return NONE


def unpaid(one: Lord) -> Lord:
    """A captive of another family, without what has been set aside for him."""
    twin = one.__copy__()
    twin.purse = 0
    return twin


# Soldiers


def stacks_seen(realm: Realm, player: PlayerNo, fighting: Parties) -> list[Stack]:
    """Every stack of his own; of the others' that they are there, and of those fighting how strong (FI-INF-01, 04)."""
    seen: list[Stack] = []
    others: list[tuple[VillageNo, PlayerNo, Position, Series, int, Stack]] = []
    for place, stack in enumerate(realm.stacks):
        if stack.player == player:
            seen.append(stack)
        else:  # in the order in which views list stacks; `place` is the first where they do not tell one from another
            others.append((stack.village, stack.player, stack.position, stack.series, place, stack))
    others.sort()
    firsts: list[Stack | None] = [None] * len(realm.seats)  # of each, the first that may not be counted: for the rest
    last: Stack | None = None
    for village, who, position, series, _, stack in others:
        if series != SOLDIER:  # guards are bought and lost before everybody's eyes (FI-BUY-07)
            seen.append(bare(stack))
            continue
        points = stack.ones + 3 * stack.threes + 6 * stack.sixes
        counted = fighting and (village, who, position != IN) in fighting
        first = None if counted else firsts[who]
        if last is not None and last.village == village and beside(stack, last):
            (first or last).ones += points
            continue
        last = Stack(who, SOLDIER, village, position, stack.road, 1 if first else points, 0, 0)
        seen.append(last)
        if first is not None:
            first.ones += points - 1
        elif not counted:
            firsts[who] = last
    return seen


def beside(one: Stack, other: Stack) -> bool:
    """Whether two stacks of one village belong and stand together."""
    return one.player == other.player and one.position == other.position and one.road == other.road


def bare(stack: Stack) -> Stack:
    """A stack of which nobody knows how far it has come."""
    twin = stack.__copy__()
    twin.steps, twin.solo = 0, False
    return twin


# What is under way


def act_seen(task: Act, player: PlayerNo, asks: bool) -> Act:
    """A turn of another, without what he has ordered in advance."""
    if task.player == player or not (task.begun or task.lines or task.ends):
        return task
    return Act(task.player, task.phase, begun=asks)


def crossing_seen(task: Crossing, player: PlayerNo, asks: bool) -> Crossing:
    """A step of another: whether soldiers come, not how many (FI-INF-06), and not what is meant by it."""
    if task.player == player:
        return task
    troop = (1, 0, 0) if any(task.march.soldiers) else (0, 0, 0)
    march = msgspec.structs.replace(task.march, soldiers=troop, manner="", intent="")
    return Crossing(task.player, march, task.stage, task.keeper)


def battle_seen(task: Battle, player: PlayerNo, asks: bool) -> Battle:
    """A battle, without what the other leaders have chosen."""
    if not task.choices:
        return task
    twin = task.__copy__()
    twin.choices = tuple([choice for choice in task.choices if choice.player == player])
    return twin


def petition_seen(task: Petition, player: PlayerNo, asks: bool) -> Petition:
    """Leave asked by another: who else is asked is seen, for which village is not (FI-PAS-14)."""
    if task.player == player:
        return task
    asked = {LeaveAsked(keeper, village if keeper == player else None): None for keeper, village in task.asked}
    return Petition(task.player, tuple(asked))


def consent_seen(task: HeirConsent, player: PlayerNo, asks: bool) -> HeirConsent:
    """An heir whom others would make: who he would be is told to none but the two of them."""
    return task if player in (task.player, task.spouse) else HeirConsent(task.player, task.spouse, None, None)


# The tasks into which players put what others may not know; `asks`: it is the one that waits for an answer
HIDING: dict[type, Callable[[Any, PlayerNo, bool], AnyTask]] = {
    Act: act_seen,
    Crossing: crossing_seen,
    Battle: battle_seen,
    Petition: petition_seen,
    HeirConsent: consent_seen,
}
