"""Where lords are set down: new ones, heirs, those who go free; an ally's leave (FI-LRD-03, FI-PRI-12, FI-PRC-02)."""

from __future__ import annotations

from heraut.games.fief.asking import Offers, choice
from heraut.games.fief.board.land import (
    add_guest,
    city_in_abeyance,
    gatekeeper,
    is_taken,
    needs_leave,
    owner,
    rebels_in,
    refuges,
    settle,
    welcome_only,
)
from heraut.games.fief.board.pawns import ally, lord, refresh, village_of
from heraut.games.fief.board.places import EVERY_VILLAGE, VILLAGE_IDS
from heraut.games.fief.identities import IN, OPEN, LordNo, PlayerNo, RegionNo, VillageNo
from heraut.games.fief.orders.answers import No, Place, Yes
from heraut.games.fief.orders.order import Order
from heraut.games.fief.phases.refill import take_card
from heraut.games.fief.phases.release import pay_set_aside, put, restore_titles
from heraut.games.fief.phases.succession import bear, receive_kept_titles
from heraut.games.fief.resolution import Turn, lord_name, lord_names
from heraut.games.fief.state import Lord, Realm
from heraut.games.fief.tasks import Housing, Lodging


def lord_places(realm: Realm, player: PlayerNo) -> list[VillageNo]:
    """Where a player may place a new lord: his castles and cities first, otherwise three other kinds of village."""
    castles = [
        village
        for village, fort in zip(EVERY_VILLAGE, realm.forts, strict=True)
        if fort != OPEN and owner(realm, village) == player and welcome_only(realm, player, village)
    ]
    if castles:
        return castles
    friend = ally(realm, player)
    return [
        village
        for village in EVERY_VILLAGE
        if player in realm.present[village]
        or (friend is not None and owner(realm, village) == friend and not rebels_in(realm, village))
        or is_free_village(realm, village)
    ]


def is_free_village(realm: Realm, village: VillageNo) -> bool:
    """No pawn, no peasants, no owner, not a city of nobody (FI-LRD-03)."""
    return not is_taken(realm, village) and owner(realm, village) is None and not city_in_abeyance(realm, village)


def host(realm: Realm, player: PlayerNo, village: VillageNo) -> PlayerNo | None:
    """The ally whose leave it takes to be placed there, or None."""
    friend = ally(realm, player)
    return friend if friend is not None and needs_leave(realm, player, village) else None


def bring_in(turn: Turn, player: PlayerNo, number: LordNo, village: VillageNo, titles: tuple[RegionNo, ...]) -> Lord:
    """A new lord stands on the board, and receives titles at once (FI-LRD-01, FI-LRD-05)."""
    realm = turn.now
    realm.births += 1
    newcomer = realm.lords[number] = Lord(number, player, realm.births, village)
    turn.announce(
        "FI-LRD-01", "lord_placed", seat=turn.seat(player), lord=lord_name(number), village=VILLAGE_IDS[village]
    )
    welcome(turn, newcomer)
    receive_kept_titles(turn, newcomer)
    for region in titles:
        bear(turn, "FI-LRD-05", region, newcomer)
    return newcomer


def welcome(turn: Turn, newcomer: Lord) -> None:
    """Placed beside somebody who let him, a lord is a guest (FI-MOD-18)."""
    realm, village = turn.now, village_of(newcomer)
    keeper = gatekeeper(realm, village)
    stranger = newcomer.player not in realm.present[village]
    newcomer.position = IN
    refresh(realm, village)
    if keeper is not None and keeper != newcomer.player and stranger:
        add_guest(realm, village, newcomer.player, keeper)


# FI-DP-05: an ally's leave


def lodge(turn: Turn, task: Lodging, order: Order) -> None:
    """The ally lodges the lord, or not."""
    turn.done(task)
    agreed = isinstance(order, Yes)
    turn.announce(
        "FI-LRD-03",
        "lodged" if agreed else "not_lodged",
        host=turn.seat(task.host),
        seat=turn.seat(task.player),
        lords=lord_names(task.lords),
        village=VILLAGE_IDS[task.village],
    )
    if task.why == "card":
        if agreed:
            bring_in(turn, task.player, task.lords[0], task.village, task.titles)
        else:
            take_card(turn, task.player, task.lords[0])
    elif agreed:
        house(turn, task.player, task.lords, task.village, prince=task.why == "prince")
    else:
        turn.push(Housing(task.player, task.lords, task.why == "prince", (*task.declined, task.village)))


def lodging_subject(realm: Realm, task: Lodging, player: PlayerNo) -> dict[str, object]:
    """Who wants to be lodged, and where."""
    return {
        "seat": realm.seats[task.player],
        "lords": lord_names(task.lords),
        "village": VILLAGE_IDS[task.village],
    }


LODGING = choice(
    "lodge", lambda realm, task: task.host, lambda realm, task: (No(), Yes()), lodge, subject=lodging_subject
)


# FI-DP-07, 10, 33: a Prince, lords who go free


def housing_options(realm: Realm, task: Housing) -> Offers:
    """Where they may be placed; where an ally has said no, they are not asked about again."""
    places = lord_places(realm, task.player) if task.prince else refuges(realm, task.player)
    return [Place(village) for village in places if village not in task.declined]


def housing_default(realm: Realm, task: Housing, options: Offers) -> Order:
    """The first village that takes nobody's leave; else the first."""
    for option in options:
        assert isinstance(option, Place)
        if host(realm, task.player, option.village) is None:
            return option
    return options[0]


def choose_house(turn: Turn, task: Housing, order: Order) -> None:
    """Placed at once, or once the ally has agreed."""
    assert isinstance(order, Place)
    turn.done(task)
    ask_or_house(turn, task, order.village)


def ask_or_house(turn: Turn, task: Housing, village: VillageNo) -> None:
    """Placed at once, or once the ally has agreed."""
    friend = host(turn.now, task.player, village)
    if friend is None:
        house(turn, task.player, task.lords, village, prince=task.prince)
    else:
        why = "prince" if task.prince else "freed"
        turn.push(Lodging(task.player, friend, village, task.lords, why, declined=task.declined))


def house(turn: Turn, player: PlayerNo, lords: tuple[LordNo, ...], village: VillageNo, *, prince: bool) -> None:
    """A Prince is born, or lords are free."""
    if prince:
        born = bring_in(turn, player, lords[0], village, ())
        turn.now.prince = born.number
        turn.announce("FI-PRC-01", "prince_born", lord=lord_name(born.number), seat=turn.seat(player))
        return
    for number in lords:
        freed = lord(turn.now, number)
        if freed.dungeon:
            restore_titles(turn, freed)
        freed.captor = None
        pay_set_aside(turn, freed)
        put(turn, freed, village)
        welcome(turn, freed)
        turn.announce(
            "FI-PRI-12",
            "lord_housed",
            seat=turn.seat(player),
            lord=lord_name(number),
            village=VILLAGE_IDS[village],
        )
    settle(turn)


def no_refuge(turn: Turn, task: Housing) -> None:
    """No village takes them in: they stay where they are (FI-PRI-12)."""
    turn.done(task)
    turn.announce("FI-PRI-12", "no_refuge", seat=turn.seat(task.player), lords=lord_names(task.lords))


def run_housing(turn: Turn, task: Housing) -> None:
    """Without a choice, the only village; without a village, captivity goes on."""
    options = housing_options(turn.now, task)
    if options:
        choose_house(turn, task, housing_default(turn.now, task, options))
    else:
        no_refuge(turn, task)


def housing_subject(realm: Realm, task: Housing, player: PlayerNo) -> dict[str, object]:
    """Who is to be placed."""
    return {"lords": lord_names(task.lords), "prince": task.prince}


HOUSING = choice(
    "place", lambda realm, task: task.player, housing_options, choose_house, default=housing_default,
    subject=housing_subject,
)._replace(run=run_housing)  # fmt: skip
