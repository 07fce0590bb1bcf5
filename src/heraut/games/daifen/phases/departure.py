"""Phase 1, Départ: everything that leaves is deducted, all at once; nothing here can fail (DA-PHA-03)."""

from __future__ import annotations

from heraut.games.daifen import orders as o
from heraut.games.daifen.orders import GOLD, INTELLECT, Order
from heraut.games.daifen.races import ROLES
from heraut.games.daifen.resolution import Army, Named, Parcel, Turn
from heraut.games.daifen.sheet.checks import gold_of, units_of
from heraut.games.daifen.sheet.writing import write_order
from heraut.games.daifen.state import KingdomName, add, take


def read_forms(turn: Turn) -> None:
    """Tells every lord which form was used, and counts the turns without one in a row (DA-REP-01, DA-END-12)."""
    for kingdom in turn.living():
        form = turn.forms.get(kingdom.seat)
        if form is None or not form.sent:
            kingdom.missed += 1
            turn.tell(kingdom.seat, "DA-ORD-04", "no_form")
            continue
        kingdom.missed = 0
        turn.tell(kingdom.seat, "DA-REP-01", "orders_used", lines=[write_order(order) for order in form.orders])


def departure(turn: Turn) -> None:
    """Costs are paid; gifts, spies, attackers and supporters leave (DA-PHA-03)."""
    void_lines(turn)
    pay_costs(turn)
    send_gifts(turn)
    send_spies(turn)
    send_armies(turn)


def void_lines(turn: Turn) -> None:
    """A line whose target has been eliminated since it was entered is void: all of it stays at home (DA-ORD-20)."""
    for kingdom, line, order in list(turn.orders(Order)):
        if not all_alive(turn, order):
            turn.cancel(kingdom, line)
            turn.tell(kingdom.seat, "DA-ORD-20", "orders_void", line=write_order(order))


def all_alive(turn: Turn, order: Order) -> bool:
    """Whether every kingdom that a line names still lives."""
    return all(turn.kingdom(name).alive for name in kingdoms_of(order))


def kingdoms_of(order: Order) -> tuple[KingdomName, ...]:
    """The kingdoms that a line names."""
    match order:
        case o.Expedition(kingdom=kingdom) | o.Give(kingdom=kingdom) | o.Mission(kingdom=kingdom):
            return (kingdom,)
        case o.Rumour(kingdom=kingdom):
            return (kingdom,)
        case o.Reveal(kingdom=kingdom, recipient=recipient):
            return kingdom, recipient
    return ()


def pay_costs(turn: Turn) -> None:
    """Construction and training begin; what they make is not there yet (DA-BLD-03, DA-TRN-05)."""
    for kingdom in turn.living():
        works = [*turn.orders_of(kingdom.seat, o.Build), *turn.orders_of(kingdom.seat, o.Train)]
        cost = sum(gold_of(order) for _, order in works)
        if cost:
            kingdom.gold -= cost
            turn.tell(kingdom.seat, "DA-PHA-03", "costs_paid", gold=cost, left=kingdom.gold)


def send_gifts(turn: Turn) -> None:
    """What is given leaves the giver, and belongs to nobody until it arrives (DA-GIF-03)."""
    for kingdom, _, order in turn.orders(o.Give):
        recipient = turn.seats[order.kingdom]
        turn.parcels.append(Parcel(kingdom.seat, recipient, order.content, order.count))
        if order.content == GOLD:
            kingdom.gold -= order.count
        elif order.content == INTELLECT:
            kingdom.intellect -= order.count
        else:
            take(kingdom.units, order.content, order.count)
            turn.lose_units(kingdom.seat, {order.content: order.count})
        data = {"recipient": Named(recipient), "content": order.content, "count": order.count}
        turn.tell(kingdom.seat, "DA-GIF-03", "gift_sent", **data)


def send_spies(turn: Turn) -> None:
    """Spies on missions leave; all others are on guard (DA-SPY-03, DA-SPY-06)."""
    for kingdom, _, order in turn.orders(Order):
        if isinstance(order, (o.Explore, o.Mission, o.Reveal)):
            spies = dict(units_of(order))[ROLES.spy]
            take(kingdom.units, ROLES.spy, spies)
            turn.spies_abroad[kingdom.seat] += spies


def send_armies(turn: Turn) -> None:
    """Attackers leave, supporters arrive where they are to help; lines toward one kingdom are one army (DA-ORD-17)."""
    for kingdom in turn.living():
        armies: dict[tuple[KingdomName, bool], Army] = {}
        for _, order in turn.orders_of(kingdom.seat, o.Expedition):
            attack = isinstance(order, o.Attack)
            new = Army(kingdom.seat, turn.seats[order.kingdom], {}, attack)
            army = armies.setdefault((order.kingdom, attack), new)
            for code, number in order.units:
                take(kingdom.units, code, number)
                add(army.units, code, number)
        turn.armies += armies.values()
