"""A token for the city of a fief received: taken from a stack, or bought (FI-INH-07, FI-DP-30)."""

from __future__ import annotations

from collections.abc import Mapping

from heraut.games.fief.asking import Offers, choice
from heraut.games.fief.board.land import city_of, settle
from heraut.games.fief.board.pawns import (
    add_tokens,
    drop_empty,
    in_stock,
    refresh,
)
from heraut.games.fief.board.places import EVERY_VILLAGE, REGION_IDS, VILLAGE_IDS
from heraut.games.fief.identities import SOLDIER, PlayerNo, VillageNo
from heraut.games.fief.orders.answers import Pass
from heraut.games.fief.orders.negotiations import Garrison, Hire
from heraut.games.fief.orders.order import Answer, Order
from heraut.games.fief.phases.release import free_unguarded
from heraut.games.fief.resolution import Turn
from heraut.games.fief.state import Realm, Stack
from heraut.games.fief.tables import CONSTANTS
from heraut.games.fief.tasks import Manning

VALUES = CONSTANTS.token_values

# FI-DP-30: a token for the city


def manning_options(realm: Realm, task: Manning) -> Offers:
    """Tokens of other places, by value, and tokens that can be bought (FI-INH-07)."""
    city, player = city_of(realm, task.region), task.player
    found: list[Order] = []
    for village in EVERY_VILLAGE:
        if village == city:
            continue
        tokens = [stack.tokens for stack in realm.stacks if is_spare(stack, player, village)]
        found += [Garrison(village, value) for place, value in enumerate(VALUES) if any(t[place] for t in tokens)]
    stock, purse = in_stock(realm, player, SOLDIER), realm.families[player].purse
    found += [
        Hire(value)
        for place, value in enumerate(VALUES)
        if stock[place] > 0 and value * CONSTANTS.prices.point <= purse
    ]
    return found or [Pass()]


def is_spare(stack: Stack, player: PlayerNo, village: VillageNo) -> bool:
    """A stack of ordinary soldiers there."""
    return stack.player == player and stack.village == village and stack.series == SOLDIER


def manning_default(realm: Realm, task: Manning, options: Offers) -> Order:
    """The smallest token of the largest other stack with two tokens at least; else one bought; else any."""
    city = city_of(realm, task.region)
    spare = [
        stack
        for stack in realm.stacks
        if stack.player == task.player and stack.series == SOLDIER and stack.village != city and sum(stack.tokens) >= 2
    ]
    if spare:
        largest = max(spare, key=lambda stack: (stack.points, -stack.village))
        value = next(value for value, number in zip(VALUES, largest.tokens, strict=True) if number)
        return Garrison(largest.village, value)
    bought = [option for option in options if isinstance(option, Hire)]
    return bought[0] if bought else options[0]


def man(turn: Turn, task: Manning, order: Order) -> None:
    """A token stands in the city; only then is it seen who holds what (FI-INH-07)."""
    realm, player = turn.now, task.player
    city = city_of(realm, task.region)
    turn.done(task)
    match order:
        case Hire():
            realm.families[player].purse -= order.value * CONSTANTS.prices.point
            turn.announce(
                "FI-INH-07", "garrison_hired", seat=turn.seat(player), village=VILLAGE_IDS[city], points=order.value
            )
            post(realm, player, city, order.value)
        case Garrison():
            take_token(realm, player, order.village, order.value)
            turn.announce(
                "FI-INH-07",
                "garrison_taken",
                seat=turn.seat(player),
                village=VILLAGE_IDS[city],
                start=VILLAGE_IDS[order.village],
            )
            post(realm, player, city, order.value)
            refresh(realm, order.village)
            free_unguarded(turn)
        case _:
            turn.announce("FI-INH-07", "no_garrison", seat=turn.seat(player), village=VILLAGE_IDS[city])
    settle_when_done(turn)


def post(realm: Realm, player: PlayerNo, city: VillageNo, value: int) -> None:
    """One token is set down in the city."""
    place = VALUES.index(value)
    add_tokens(realm, player, SOLDIER, city, (int(place == 0), int(place == 1), int(place == 2)))
    refresh(realm, city)


def take_token(realm: Realm, player: PlayerNo, village: VillageNo, value: int) -> None:
    """One token leaves a stack."""
    place = VALUES.index(value)
    stack = next(stack for stack in realm.stacks if is_spare(stack, player, village) and stack.tokens[place])
    left = list(stack.tokens)
    left[place] -= 1
    stack.tokens = (left[0], left[1], left[2])
    drop_empty(realm)


def settle_when_done(turn: Turn) -> None:
    """Removal and garrison are one act: nothing changes hands before the last city is manned (FI-INH-07)."""
    if not any(isinstance(task, Manning) for task in turn.now.tasks):
        settle(turn)


def asked_manning(realm: Realm, task: Manning) -> dict[PlayerNo, str]:
    """Always asked, since purse and stacks are hidden; not if a pawn of his stands there already."""
    return {} if task.player in realm.present[city_of(realm, task.region)] else {task.player: "garrison"}


def run_manning(turn: Turn, task: Manning) -> None:
    """A pawn stands there already."""
    turn.done(task)
    settle_when_done(turn)


def manning_subject(realm: Realm, task: Manning, player: PlayerNo) -> dict[str, object]:
    """The city that waits for a garrison."""
    return {"region": REGION_IDS[task.region], "city": VILLAGE_IDS[city_of(realm, task.region)]}


_manning = choice(
    "garrison", lambda realm, task: task.player, manning_options, man, default=manning_default,
    subject=manning_subject, always=True,
)  # fmt: skip


def take_manning(turn: Turn, task: Manning, answers: Mapping[PlayerNo, Answer]) -> None:
    """The token chosen, or the usual one."""
    (answer,) = answers.values()
    man(turn, task, answer[0] if answer else manning_default(turn.now, task, manning_options(turn.now, task)))


MANNING = _manning._replace(asked=asked_manning, run=run_manning, take=take_manning)
