"""Who acts when (RO-TURN-03 to 08): by initiative, waiting for comrades who help and for those who are pursued."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from heraut.games.rois import orders as o
from heraut.games.rois.abilities import initiative
from heraut.games.rois.dice import Dice
from heraut.games.rois.encounter import adventures, item_use
from heraut.games.rois.orders import Defend, Order
from heraut.games.rois.phases import armies, exploration, gifts, heroes, movement, practice, recruiting, spells, spying
from heraut.games.rois.resolution import Fault, Turn
from heraut.games.rois.state import Character

Act = Callable[[Turn, Character, Any, Dice], bool]
PURSUITS = frozenset((o.Pursue, o.Trail))
CONCERNING = PURSUITS | {o.Recruit, o.Leave, o.Meet, o.GiveItem, o.GiveGold, o.Cast, o.PickUp}  # comrades
DEPARTURES = PURSUITS | {o.Move}
HELPING_SPELLS = ("GU", "BE", "RE", "VE", "AI")
LEAVING_SPELLS = ("TP", "VO")


def defend(turn: Turn, character: Character, order: Defend, dice: Dice) -> bool:
    """DE [p]: in force until another order is carried out (RO-ORD-15a)."""
    turn.defending[character.number] = order.province
    turn.tell(character.kingdom, "RO-ORD-15", "on_guard", who=character.number, province=order.province)
    return True


def search(turn: Turn, character: Character, order: o.Search, dice: Dice) -> bool:
    """SE n: a place that exists, after whatever was met on the way (RO-FEAT-04, RO-EXPL-07)."""
    if (fault := search_fault(turn, character, order)) is not None:
        return turn.decline(character, fault)
    if exploration.way_is_free(turn, character, dice):
        adventures.search(turn, character, order)
    return True


def search_fault(turn: Turn, character: Character, order: o.Search) -> Fault | None:
    """A place that does not exist cannot be searched."""
    if order.place <= len(turn.provinces[character.province].features):
        return None
    return Fault("RO-FEAT-04", "no_such_feature", {"place": order.place})


def meet(turn: Turn, character: Character, order: o.Meet, dice: Dice) -> bool:
    """EN c."""
    return adventures.meet(turn, character, order)


def use(turn: Turn, character: Character, order: o.Use, dice: Dice) -> bool:
    """US #."""
    return item_use.use(turn, character, order)


ACTIONS: dict[type[Order], Act] = {
    o.Move: movement.move,
    o.Explore: exploration.explore,
    o.Search: search,
    o.Recruit: recruiting.recruit,
    o.Hire: heroes.hire,
    o.Disband: armies.disband,
    o.Dismiss: heroes.dismiss,
    o.Leave: armies.leave,
    o.PickUp: armies.pick_up,
    o.Cast: spells.cast,
    o.Use: use,
    o.Meet: meet,
    o.Practise: practice.practise,
    o.Spy: spying.spy,
    o.Defend: defend,
    o.Pursue: spying.pursue,
    o.Trail: spying.trail,
    o.GiveItem: gifts.give_item,
    o.GiveGold: gifts.give_gold,
}


def actions(turn: Turn) -> None:
    """B2: everybody acts once."""
    Queue(turn).run()


def give_out_orders(turn: Turn) -> dict[int, dict[int, Order]]:
    """The orders of the year, by season and character; a kingdom that sent nothing defends (RO-TURN-07)."""
    orders: dict[int, dict[int, Order]] = {season: {} for season in o.SEASONS}
    characters = turn.now.characters
    for kingdom in turn.living():
        sheet, number = turn.sheets.get(kingdom.number), kingdom.number
        if sheet is None or not sheet.sent:
            court = [each.number for each in characters.values() if each.kingdom == number and each.alive]
            orders[1] |= dict.fromkeys(court, Defend())
            continue
        for action in sheet.actions:
            if characters[action.character].kingdom == number:
                orders[action.season][action.character] = action.order
    return orders


def orders_of_season(turn: Turn, orders: dict[int, Order]) -> dict[int, Order]:
    """What can still be obeyed; orders of the dead and of Heroes set free are lost, and told (RO-ORD-21, RO-GEN-07)."""
    left = {}
    for number, order in orders.items():
        character = turn.characters[number]
        if number in turn.dismissed:
            lose_order(turn, turn.dismissed[number], number, order, "dismissed")
        elif not character.alive:
            lose_order(turn, character.kingdom, number, order, "dead")
        else:
            left[number] = order
    return left


def lose_order(turn: Turn, kingdom: int, number: int, order: Order, reason: str) -> None:
    """An order that nobody is left to carry out: whoever gave it is told why."""
    turn.tell(kingdom, "RO-ORD-21", "ignored", who=number, order=order.code, reason=reason)


class Queue:
    """The characters who have an order this season, in the order in which they will act."""

    def __init__(self, turn: Turn) -> None:
        self.turn = turn
        self.orders = turn.order_of.copy()  # one who is dismissed before his turn has none any more
        items, characters = turn.items, turn.now.characters
        ready = [
            (type(order) is Defend, -initiative(items, characters[number]), number)
            for number, order in turn.order_of.items()
        ]
        ready.sort()
        self.left = {number: None for late, _, number in ready if not late}
        self.last = [number for late, _, number in ready if late]
        self.held: list[int] = []  # those whose turn has come, and who wait
        self.helps: dict[int, tuple[int, ...]] = {}  # whom a helper order names, by its author
        self.helpers: dict[int, list[int]] = {}  # the same, the other way round
        self.pursuers: dict[int, list[int]] = {}  # who runs after whom, by initiative
        self.owners_recruiting: dict[int, list[int]] = {}  # by province
        self.patient: set[int] = set()  # those whose order may make them wait: all others never do
        for number in self.left:
            order = self.orders[number]
            if type(order) in CONCERNING:
                self.note(number, order)

    def note(self, number: int, order: Order) -> None:
        """What of this order others must wait for."""
        helped = comrades_helped(self.turn, order, number)
        if helped:
            self.helps[number] = helped
            self.patient.update((number, *helped))
            for each in helped:
                self.helpers.setdefault(each, []).append(number)
        if isinstance(order, (o.Pursue, o.Trail)):
            self.pursuers.setdefault(order.character, []).append(number)
            self.patient.add(number)
        elif isinstance(order, o.Recruit):
            character = self.turn.characters[number]
            self.patient.add(number)
            if self.turn.provinces[character.province].owner == character.kingdom:
                self.owners_recruiting.setdefault(character.province, []).append(number)

    def run(self) -> None:
        """The highest initiative that waits for nobody; if all wait, the highest of all; defenders last."""
        left, patient = self.left, self.patient
        for number in list(left):
            if number in left:
                if number in patient and self.waits(number):
                    self.held.append(number)
                else:
                    self.perform(number)
                    if self.held:
                        self.release()
        while self.held:
            self.perform(self.held.pop(0))
            self.release()
        for number in self.last:
            self.act(number)

    def release(self) -> None:
        """After each act: those who were held, and need not wait any more, the highest initiative first."""
        while self.held:
            self.held = [number for number in self.held if number in self.left]
            ready = next((number for number in self.held if not self.waits(number)), None)
            if ready is None:
                return
            self.perform(ready)

    def perform(self, number: int) -> None:
        """One acts, and those who pursue him from the same province follow at once (RO-TURN-05)."""
        del self.left[number]
        behind = self.pursuers_at_hand(number) if number in self.pursuers else ()
        self.act(number)
        for each in behind:
            if each in self.left and not self.waits_for_help(each):
                self.perform(each)

    def pursuers_at_hand(self, number: int) -> list[int]:
        """Those in the same province who run after this one, and have not acted yet."""
        return [each for each in self.pursuers[number] if each in self.left and self.together(number, each)]

    def act(self, number: int) -> None:
        """Carries out an order; it ends the defence unless it was ignored (RO-TURN-08)."""
        turn, order = self.turn, self.orders[number]
        character = turn.characters[number]
        reason = self.hindrance(character)
        if reason:
            lose_order(turn, turn.dismissed.get(number, character.kingdom), number, order, reason)
            return
        done = ACTIONS[type(order)](turn, character, order, turn.dice("action", number))
        if done and number in turn.defending and type(order) is not Defend:
            del turn.defending[number]

    def hindrance(self, character: Character) -> str:
        """What has befallen him since the season began, and makes him lose his order; nothing, as a rule."""
        if character.number in self.turn.dismissed:
            return "dismissed"
        if not character.alive:
            return "dead"
        return "risen" if character.number in self.turn.revived else ""

    # Waiting (RO-TURN-06): comrades of one kingdom only

    def waits(self, number: int) -> bool:
        """Whether somebody has to act before."""
        order = self.orders[number]
        if isinstance(order, (o.Pursue, o.Trail)):
            if order.character in self.left and self.together(number, order.character):
                return True
        elif isinstance(order, o.Recruit) and self.waits_for_owner(number):
            return True
        return bool(self.helps) and (self.waits_for_help(number) or self.waits_for_arrival(number))

    def together(self, one: int, other: int) -> bool:
        """Whether two stand in the same province."""
        return self.turn.characters[one].province == self.turn.characters[other].province

    def comrades(self, one: int, other: int) -> bool:
        """Whether two serve the same kingdom."""
        return self.turn.characters[one].kingdom == self.turn.characters[other].kingdom

    def waits_for_help(self, number: int) -> bool:
        """(a) About to leave, he waits for the comrades here who have something for him."""
        if number not in self.helpers or not is_leaving(self.orders[number]):
            return False
        return any(
            each in self.left and self.together(number, each) and self.comrades(number, each)
            for each in self.helpers[number]
        )

    def waits_for_arrival(self, number: int) -> bool:
        """(b) He has something for a comrade who is on his way here."""
        return any(self.is_coming(helped, number) for helped in self.helps.get(number, ()))

    def is_coming(self, helped: int, number: int) -> bool:
        """Whether a comrade who has not acted yet moves to this one's province."""
        if helped not in self.left or not self.comrades(number, helped) or self.together(number, helped):
            return False
        coming = self.orders[helped]
        return isinstance(coming, o.Move) and coming.province == self.turn.characters[number].province

    def waits_for_owner(self, number: int) -> bool:
        """An ally recruits after the owner's own people (RO-REC-03)."""
        character = self.turn.characters[number]
        owner = self.turn.provinces[character.province].owner
        if owner == character.kingdom:
            return False
        return any(
            each in self.left and self.turn.characters[each].kingdom == owner
            for each in self.owners_recruiting.get(character.province, ())
        )


def comrades_helped(turn: Turn, order: Order, author: int) -> tuple[int, ...]:
    """Whom a helper order names (RO-TURN-06)."""
    match order:
        case o.Recruit(leader=number) | o.Leave(receiver=number) | o.Meet(character=number):
            helped = {number}
        case o.GiveItem(character=number) | o.GiveGold(character=number):
            helped = {number}
        case o.Cast(spell=spell, target=(number,)) if spell in HELPING_SPELLS:
            helped = {number}
        case o.PickUp(units=units):
            helped = {turn.now.units[unit].leader for unit in units if unit in turn.now.units}
        case _:
            return ()
    return tuple(sorted(helped - {author, 0}))


def is_leaving(order: Order) -> bool:
    """Orders that take their author out of a province."""
    return type(order) in DEPARTURES or (isinstance(order, o.Cast) and order.spell in LEAVING_SPELLS)
