"""Who bears a title after a death, a conquest, or the end of a family (FI-INH, FI-CAP-02)."""

from __future__ import annotations

from heraut.games.fief.asking import Offers, choice, work
from heraut.games.fief.board.land import fiefs_of, holder_of, refresh_all
from heraut.games.fief.board.lords import king_player, queen_player
from heraut.games.fief.board.pawns import (
    family,
    free_family,
    lord,
    playing_order,
)
from heraut.games.fief.board.places import IN_REGION, REGION_IDS
from heraut.games.fief.entries import Legacy
from heraut.games.fief.identities import PlayerNo, RegionNo
from heraut.games.fief.orders.answers import Choose
from heraut.games.fief.orders.order import Order
from heraut.games.fief.phases.release import free_unguarded
from heraut.games.fief.phases.succession import bear
from heraut.games.fief.resolution import Turn
from heraut.games.fief.state import Lord, Realm, replaced
from heraut.games.fief.tasks import Bestow, Dispose, Estates, Heirs, Manning


def free_first(lords: list[Lord]) -> list[Lord]:
    """Free lords; captives only if there is no free one."""
    return [one for one in lords if one.captor is None] or lords


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


def heirs_subject(realm: Realm, task: Heirs, player: PlayerNo) -> dict[str, object]:
    """The title that passes on."""
    return {"region": REGION_IDS[task.regions[0]]}


HEIRS = choice(
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


def bestow_subject(realm: Realm, task: Bestow, player: PlayerNo) -> dict[str, object]:
    """The fief that was won."""
    return {"region": REGION_IDS[task.region]}


BESTOW = choice("bestow", lambda realm, task: task.player, bestow_options, bestow, subject=bestow_subject)._replace(
    run=run_bestow
)


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
        spouse = next((lord for extinct, lord in realm.widowed if extinct == player), None)
        heir = realm.lords[spouse] if spouse is not None else None
        if heir is not None:
            inherit(turn, tuple(regions), heir)
        elif (giver := sovereign(realm)) is not None:
            disposals.append(Dispose(giver, tuple(regions)))
    pay_legacies(turn)
    for disposal in reversed(disposals):
        turn.push(disposal)
    realm.widowed = ()


def sovereign(realm: Realm) -> PlayerNo | None:
    """The King's player; during a regency the Regent's; None if there is neither (FI-INH-03, FI-REG-05)."""
    return queen_player(realm) if realm.regent else king_player(realm)


def crown_head(realm: Realm) -> Lord:
    """The King, or the Regent, while there is one."""
    head = realm.queen if realm.regent else realm.king
    assert head is not None
    return lord(realm, head)


def pay_legacies(turn: Turn) -> None:
    """Money set aside for a lord who died as the last of his family goes to the heir of its fiefs (FI-PRI-10)."""
    realm = turn.now
    left: list[Legacy] = []
    for player, money in realm.legacies:
        spouse = next((lord for extinct, lord in realm.widowed if extinct == player), None)
        heir = realm.lords[spouse] if spouse is not None else None
        receiver = heir.player if heir is not None else sovereign(realm)
        if receiver is None:
            left.append(Legacy(player, money))
            continue
        realm.families[receiver].purse += money
        turn.tell(receiver, "FI-PRI-10", "legacy", money=money, seat=turn.seat(player))
    realm.legacies = tuple(left)


def inherit(turn: Turn, regions: tuple[RegionNo, ...], heir: Lord) -> None:
    """Fiefs pass to another family: soldiers of the former holder leave them, the city is manned (FI-INH-06, 07)."""
    realm = turn.now
    for region in reversed(regions):
        turn.push(Manning(heir.player, region))
    for region in regions:
        former = holder_of(realm, region)
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
        if former is not None and former != heir.player:
            clear_soldiers(turn, region, former)
    free_unguarded(turn)


def clear_soldiers(turn: Turn, region: RegionNo, player: PlayerNo) -> None:
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
    head = crown_head(realm)
    if not free_family(realm, task.player) and head.number not in free:
        free.append(head.number)
    return [Choose(number) for number in free]


def dispose_default(realm: Realm, task: Dispose, options: Offers) -> Order:
    """The King or the Regent himself; captive, the first free lord of his family; without one, himself."""
    head = crown_head(realm)
    free = free_family(realm, task.player)
    return Choose(head.number if head.captor is None or not free else free[0].number)


def dispose(turn: Turn, task: Dispose, order: Order) -> None:
    """One fief is given; then the next."""
    assert isinstance(order, Choose)
    region, task.regions = task.regions[0], task.regions[1:]
    if not task.regions:
        turn.done(task)
    inherit(turn, (region,), lord(turn.now, order.lord))


def dispose_subject(realm: Realm, task: Dispose, player: PlayerNo) -> dict[str, object]:
    """The fief that is given."""
    return {"region": REGION_IDS[task.regions[0]]}


ESTATES = work(estates)
DISPOSE = choice(
    "dispose", lambda realm, task: task.player, dispose_options, dispose, default=dispose_default,
    subject=dispose_subject,
)  # fmt: skip
