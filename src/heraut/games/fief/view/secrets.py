"""The realm as one seat may know it: what others hold and intend is not in it, so that nothing built on it can tell.

All realms that a seat cannot tell apart give it the same one. Numbers that are public in sum are kept in sum: a hand is
so many unknown cards, soldiers that may not be counted are one in each stack and the rest in the first of their player.
"""

from __future__ import annotations

from operator import attrgetter

import msgspec

from heraut.games.fief.cards import BLUE
from heraut.games.fief.numbers import FACE_DOWN, IN, SOLDIER, CardNo, PlayerNo
from heraut.games.fief.state import Family, Lord, Paper, Plan, Realm, Stack
from heraut.games.fief.tables import constants
from heraut.games.fief.tasks import Act, AnyTask, Battle, Crossing, HeirConsent, LeaveAsked, Petition, Refill
from heraut.games.fief.view.stacks import Parties, fighting_parties

SECRET = frozenset(
    (Act, Crossing, Petition, Battle, HeirConsent)
)  # tasks into which players put what others may not know

NONE: frozenset[CardNo] = frozenset()
NO_PARTIES: Parties = frozenset()
NO_PLAN, NO_PAPER = Plan(), Paper()
UNKNOWN = tuple((FACE_DOWN,) * number for number in range(BLUE + 1))  # so many cards that are not known
ABSENT = constants().silent_turns

purse_of = attrgetter("purse")
in_place = attrgetter("village", "player", "position", "series")  # the order in which views list stacks


def without_secrets(realm: Realm, player: PlayerNo) -> Realm:
    """The realm without what this player may not know (FI-INF); parts that hold no secret are shared, not copied."""
    seen, tasks = realm.__copy__(), realm.tasks
    top = tasks[-1]
    seen.families = families_seen(realm, player)
    if any(map(purse_of, filter(None, realm.lords))):
        seen.lords = [one if one is None or one.player == player else unpaid(one) for one in realm.lords]
    if realm.settings.hidden_stacks:
        seen.stacks = stacks_seen(realm, player)
    seen.tasks = [task_seen(task, player, asks=task is top) if type(task) in SECRET else task for task in tasks]
    seen.draw = UNKNOWN[len(realm.draw)]
    if not (isinstance(top, Refill) and player in top.waiting):  # who may take a lord is shown the discards (FI-DP-03)
        seen.dropped = UNKNOWN[len(realm.dropped)]
    forget_words(seen, player)
    return seen


def forget_words(seen: Realm, player: PlayerNo) -> None:
    """What others have said in secret: deals, leave for this turn, what they will do if it comes to a fight."""
    if seen.deals:
        seen.deals = tuple(deal for deal in seen.deals if player in (deal.proposer, deal.addressee))
    if seen.deal_counts:
        seen.deal_counts = tuple(entry for entry in seen.deal_counts if player in (entry.first, entry.second))
    if seen.permits:
        seen.permits = tuple(entry for entry in seen.permits if entry.keeper == player)
    if seen.stubborn:
        seen.stubborn = tuple(entry for entry in seen.stubborn if entry.player == player)
    if seen.allies_of:
        seen.allies_of = tuple(entry for entry in seen.allies_of if entry.player == player)
    if seen.declared:
        seen.declared = tuple(one for one in seen.declared if one == player)


# Families


def families_seen(realm: Realm, player: PlayerNo) -> list[Family]:
    """The families: of the others so many cards, no purse, no plan, no policy."""
    shown, ask = cards_shown(realm, player), ("ask",) * len(realm.seats)
    families = [stranger(one, shown, ask) for one in realm.families]
    families[player] = realm.families[player]
    return families


def stranger(one: Family, shown: frozenset[CardNo], ask: tuple[str, ...]) -> Family:
    """A family as others know it, field by field in their order; what is left out is not known."""
    return Family(
        one.name,
        0,
        one.blazon,
        tuple([card if card in shown else FACE_DOWN for card in one.hand]) if shown else UNKNOWN[len(one.hand)],
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


def cards_shown(realm: Realm, player: PlayerNo) -> frozenset[CardNo]:
    """Cards of other hands that this player has been shown: in deals, and the heir whom he is asked to agree to."""
    if realm.deals:
        deals = [deal for deal in realm.deals if player in (deal.proposer, deal.addressee)]
        return frozenset([card for deal in deals for card in deal.cards])
    top = realm.tasks[-1]
    if isinstance(top, HeirConsent) and top.spouse == player and top.lord is not None:
        return frozenset((top.lord,))
    return NONE


def unpaid(one: Lord) -> Lord:
    """A captive of another family, without what has been set aside for him."""
    twin = one.__copy__()
    twin.purse = 0
    return twin


# Soldiers


def stacks_seen(realm: Realm, player: PlayerNo) -> list[Stack]:
    """Every stack of his own; of the others' that they are there, and in a battle how strong (FI-INF-01, FI-INF-04)."""
    fighting = fighting_parties(realm) if Battle in map(type, realm.tasks) else NO_PARTIES
    seen = [stack for stack in realm.stacks if stack.player == player]
    firsts: dict[PlayerNo, Stack] = {}  # of each player, the first that may not be counted: it stands for the rest
    last: Stack | None = None
    for stack in sorted([stack for stack in realm.stacks if stack.player != player], key=in_place):
        if stack.series != SOLDIER:  # guards are bought and lost before everybody's eyes (FI-BUY-07)
            seen.append(bare(stack))
            continue
        who, village, position = stack.player, stack.village, stack.position
        counted = fighting and (village, who, position != IN) in fighting
        first = None if counted else firsts.get(who)
        points = stack.ones + 3 * stack.threes + 6 * stack.sixes
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


def task_seen(task: AnyTask, player: PlayerNo, *, asks: bool) -> AnyTask:
    """A task without what others have put into it in secret; `asks`: it is the one that waits for an answer."""
    if isinstance(task, Act):
        hides = task.player != player and (task.begun or task.lines or task.ends)  # what was ordered in advance
        return Act(task.player, task.phase, begun=asks) if hides else task
    if isinstance(task, Crossing) and task.player != player:
        troop = (1, 0, 0) if any(task.march.soldiers) else (0, 0, 0)  # whether soldiers come, not how many (FI-INF-06)
        march = msgspec.structs.replace(task.march, soldiers=troop, manner="", intent="")
        return Crossing(task.player, march, task.stage, task.keeper)
    if isinstance(task, Battle) and task.choices:
        twin = task.__copy__()
        twin.choices = tuple(choice for choice in task.choices if choice.player == player)
        return twin
    if isinstance(task, Petition):  # who else is asked is seen, for which village is not (FI-PAS-14)
        asked = {LeaveAsked(keeper, village if keeper == player else None): None for keeper, village in task.asked}
        return Petition(task.player, tuple(asked)) if player != task.player else task
    if isinstance(task, HeirConsent) and player not in (task.player, task.spouse):
        return HeirConsent(task.player, task.spouse, None, None)
    return task
