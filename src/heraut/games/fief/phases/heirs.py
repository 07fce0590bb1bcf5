"""Who bears a title after a death, a conquest, or the end of a family (FI-INH, FI-CAP-02)."""

from __future__ import annotations

from collections.abc import Mapping

from heraut.games.fief.board.land import fiefs_of, refresh_all, settle
from heraut.games.fief.board.lords import king_player, queen_player
from heraut.games.fief.board.pawns import (
    add_tokens,
    drop_empty,
    family,
    free_family,
    in_stock,
    lord,
    playing_order,
    refresh,
)
from heraut.games.fief.board.places import EVERY_VILLAGE, IN_REGION, REGION_IDS, VILLAGE_IDS
from heraut.games.fief.numbers import NOBODY, SOLDIER
from heraut.games.fief.orders.answers import Choose, Pass
from heraut.games.fief.orders.negotiations import Garrison, Hire
from heraut.games.fief.orders.order import Answer, Order
from heraut.games.fief.phases.captivity import free_unguarded
from heraut.games.fief.phases.succession import bear
from heraut.games.fief.questions import HANDLERS, Offers, choice, work
from heraut.games.fief.resolution import Turn
from heraut.games.fief.state import Lord, Realm, Stack, replaced
from heraut.games.fief.tables import constants
from heraut.games.fief.tasks import Bestow, Dispose, Estates, Heirs, Manning

FIGURES = constants()
VALUES = FIGURES.token_values


def free_first(lords: list[Lord]) -> list[Lord]:
    """Free lords; captives only if there is no free one."""
    return [one for one in lords if one.captor < 0] or lords


# FI-DP-09: a titled lord has died


def heir_options(realm: Realm, task: Heirs) -> Offers:
    """The lords of the family (FI-INH-01)."""
    return [Choose(one.number) for one in free_first(family(realm, task.player))]


def choose_heir(turn: Turn, task: Heirs, order: Order) -> None:
    """One title passes on; then the next."""
    assert isinstance(order, Choose)
    region, task.regions = task.regions[0], task.regions[1:]
    if not task.regions:
        turn.done(task)
    if turn.now.holders[region] == task.player:
        bear(turn, "FI-INH-01", region, lord(turn.now, order.lord))


def run_heirs(turn: Turn, task: Heirs) -> None:
    """The only lord inherits; nobody does if the last one has died meanwhile (FI-INH-02)."""
    options = heir_options(turn.now, task)
    if options:
        choose_heir(turn, task, options[0])
    else:
        turn.done(task)


def heirs_subject(realm: Realm, task: Heirs, player: int) -> dict[str, object]:
    """The title that passes on."""
    return {"region": REGION_IDS[task.regions[0]]}


HANDLERS[Heirs] = choice(
    "heir_of_title", lambda realm, task: task.player, heir_options, choose_heir, subject=heirs_subject
)._replace(run=run_heirs)


# FI-DP-28: a fief has been won


def bestow_options(realm: Realm, task: Bestow) -> Offers:
    """The lords of the winner; those present, if only they may be chosen (FI-CAP-02, FI-CAP-09)."""
    lords = free_first(family(realm, task.player))
    present = [one for one in lords if one.number in task.present]
    return [Choose(one.number) for one in present or lords]


def bestow(turn: Turn, task: Bestow, order: Order) -> None:
    """The title is borne from now on (FI-CAP-08)."""
    assert isinstance(order, Choose)
    turn.done(task)
    if turn.now.holders[task.region] == task.player:
        bear(turn, "FI-CAP-02", task.region, lord(turn.now, order.lord))


def run_bestow(turn: Turn, task: Bestow) -> None:
    """The only lord gets it; without a lord it is kept."""
    options = bestow_options(turn.now, task)
    if options:
        bestow(turn, task, options[0])
    else:
        turn.done(task)


def bestow_subject(realm: Realm, task: Bestow, player: int) -> dict[str, object]:
    """The fief that was won."""
    return {"region": REGION_IDS[task.region]}


HANDLERS[Bestow] = choice(
    "bestow", lambda realm, task: task.player, bestow_options, bestow, subject=bestow_subject
)._replace(run=run_bestow)


# Phase 6: fiefs of extinct families (FI-INH-03)


def estates(turn: Turn, task: Estates) -> None:
    """In playing order: the spouse of the last lord, else the King or the Regent; else they are kept (FI-INH-04)."""
    realm = turn.now
    turn.done(task)
    disposals: list[Dispose] = []
    for player in playing_order(realm):
        regions = fiefs_of(realm, player)
        if not regions or family(realm, player):
            continue
        spouse = next((lord for extinct, lord in realm.widowed if extinct == player), NOBODY)
        heir = realm.lords[spouse] if spouse >= 0 else None
        if heir is not None:
            inherit(turn, tuple(regions), heir)
        elif sovereign(realm) >= 0:
            disposals.append(Dispose(sovereign(realm), tuple(regions)))
    pay_legacies(turn)
    for disposal in reversed(disposals):
        turn.push(disposal)
    realm.widowed = ()


def sovereign(realm: Realm) -> int:
    """The King's player; during a regency the Regent's; NOBODY if there is neither (FI-INH-03, FI-REG-05)."""
    return queen_player(realm) if realm.regent else king_player(realm)


def crown_head(realm: Realm) -> int:
    """The King, or the Regent."""
    return realm.queen if realm.regent else realm.king


def pay_legacies(turn: Turn) -> None:
    """Money set aside for a lord who died as the last of his family goes to the heir of its fiefs (FI-PRI-10)."""
    realm = turn.now
    left = []
    for player, money in realm.legacies:
        spouse = next((lord for extinct, lord in realm.widowed if extinct == player), NOBODY)
        heir = realm.lords[spouse] if spouse >= 0 else None
        receiver = heir.player if heir is not None else sovereign(realm)
        if receiver < 0:
            left.append((player, money))
            continue
        realm.families[receiver].purse += money
        turn.tell(receiver, "FI-PRI-10", "legacy", money=money, seat=turn.seat(player))
    realm.legacies = tuple(left)


def inherit(turn: Turn, regions: tuple[int, ...], heir: Lord) -> None:
    """Fiefs pass to another family: soldiers of the former holder leave them, the city is manned (FI-INH-06, 07)."""
    realm = turn.now
    for region in reversed(regions):
        turn.push(Manning(heir.player, region))
    for region in regions:
        former = realm.holders[region]
        realm.holders = replaced(realm.holders, region, heir.player)
        if former != heir.player:
            turn.announce(
                "FI-INH-03",
                "fief_inherited",
                region=REGION_IDS[region],
                seat=turn.seat(heir.player),
                former=turn.seat(former),
            )
        bear(turn, "FI-INH-03", region, heir)
        if former != heir.player:
            clear_soldiers(turn, region, former)
    free_unguarded(turn)


def clear_soldiers(turn: Turn, region: int, player: int) -> None:
    """FI-INH-06: the former holder's soldiers in the villages of the fief are removed."""
    realm = turn.now
    gone = [stack for stack in realm.stacks if stack.player == player and stack.village in IN_REGION[region]]
    if gone:
        realm.stacks = [stack for stack in realm.stacks if stack not in gone]
        turn.announce(
            "FI-INH-06",
            "soldiers_leave",
            region=REGION_IDS[region],
            seat=turn.seat(player),
            points=sum(stack.points for stack in gone),
        )
        refresh_all(realm, {stack.village for stack in gone})


# FI-DP-29: the King gives


def dispose_options(realm: Realm, task: Dispose) -> Offers:
    """Any free lord of any player; the King or Regent himself in any case (FI-INH-03)."""
    free = [one.number for player in playing_order(realm) for one in free_family(realm, player)]
    head = lord(realm, crown_head(realm))
    if not free_family(realm, task.player) and head.number not in free:
        free.append(head.number)
    return [Choose(number) for number in free]


def dispose_default(realm: Realm, task: Dispose, options: Offers) -> Order:
    """The King or the Regent himself; captive, the first free lord of his family; without one, himself."""
    head = lord(realm, crown_head(realm))
    free = free_family(realm, task.player)
    return Choose(head.number if head.captor < 0 or not free else free[0].number)


def dispose(turn: Turn, task: Dispose, order: Order) -> None:
    """One fief is given; then the next."""
    assert isinstance(order, Choose)
    region, task.regions = task.regions[0], task.regions[1:]
    if not task.regions:
        turn.done(task)
    inherit(turn, (region,), lord(turn.now, order.lord))


def dispose_subject(realm: Realm, task: Dispose, player: int) -> dict[str, object]:
    """The fief that is given."""
    return {"region": REGION_IDS[task.regions[0]]}


HANDLERS[Estates] = work(estates)
HANDLERS[Dispose] = choice(
    "dispose", lambda realm, task: task.player, dispose_options, dispose, default=dispose_default,
    subject=dispose_subject,
)  # fmt: skip


# FI-DP-30: a token for the city


def manning_options(realm: Realm, task: Manning) -> Offers:
    """Tokens of other places, by value, and tokens that can be bought (FI-INH-07)."""
    city, player = realm.capitals[task.region], task.player
    found: list[Order] = []
    for village in EVERY_VILLAGE:
        if village == city:
            continue
        tokens = [stack.tokens for stack in realm.stacks if is_spare(stack, player, village)]
        found += [Garrison(village, value) for place, value in enumerate(VALUES) if any(t[place] for t in tokens)]
    stock, purse = in_stock(realm, player, SOLDIER), realm.families[player].purse
    found += [
        Hire(value) for place, value in enumerate(VALUES) if stock[place] > 0 and value * FIGURES.prices.point <= purse
    ]
    return found or [Pass()]


def is_spare(stack: Stack, player: int, village: int) -> bool:
    """A stack of ordinary soldiers there."""
    return stack.player == player and stack.village == village and stack.series == SOLDIER


def manning_default(realm: Realm, task: Manning, options: Offers) -> Order:
    """The smallest token of the largest other stack with two tokens at least; else one bought; else any."""
    city = realm.capitals[task.region]
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
    city = realm.capitals[task.region]
    turn.done(task)
    match order:
        case Hire():
            realm.families[player].purse -= order.value * FIGURES.prices.point
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


def post(realm: Realm, player: int, city: int, value: int) -> None:
    """One token is set down in the city."""
    place = VALUES.index(value)
    add_tokens(realm, player, SOLDIER, city, (int(place == 0), int(place == 1), int(place == 2)))
    refresh(realm, city)


def take_token(realm: Realm, player: int, village: int, value: int) -> None:
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


def asked_manning(realm: Realm, task: Manning) -> dict[int, str]:
    """Always asked, since purse and stacks are hidden; not if a pawn of his stands there already."""
    return {} if task.player in realm.present[realm.capitals[task.region]] else {task.player: "garrison"}


def run_manning(turn: Turn, task: Manning) -> None:
    """A pawn stands there already."""
    turn.done(task)
    settle_when_done(turn)


def manning_subject(realm: Realm, task: Manning, player: int) -> dict[str, object]:
    """The city that waits for a garrison."""
    return {"region": REGION_IDS[task.region], "city": VILLAGE_IDS[realm.capitals[task.region]]}


_manning = choice(
    "garrison", lambda realm, task: task.player, manning_options, man, default=manning_default,
    subject=manning_subject, always=True,
)  # fmt: skip


def take_manning(turn: Turn, task: Manning, answers: Mapping[int, Answer]) -> None:
    """The token chosen, or the usual one."""
    (answer,) = answers.values()
    man(turn, task, answer[0] if answer else manning_default(turn.now, task, manning_options(turn.now, task)))


HANDLERS[Manning] = _manning._replace(asked=asked_manning, run=run_manning, take=take_manning)
