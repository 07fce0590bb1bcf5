"""The lists: the king's jousts, and those that allies hold for one another in turn (phases 10 and 11)."""

from __future__ import annotations

from heraut.bots.gloire.planner import Planner
from heraut.engine.names import plain
from heraut.engine.protocol import Seat
from heraut.games.gloire.orders import EnterJoust, OrganiseJoust
from heraut.games.gloire.phases.joust import is_royal
from heraut.games.gloire.state import Knight

MOST_PLACES = 100


def joust(planner: Planner) -> None:
    """All knights to the king's jousts, which are free; else the champions to those of the ally whose turn it is."""
    if is_royal(planner.turn, planner.constants):
        planner.order(*(EnterJoust(knight) for knight in planner.knights))
    elif planner.turn >= planner.traits.first_joust:
        joust_among_allies(planner)


def joust_among_allies(planner: Planner) -> None:
    """Organises for those who look to us, or enters the joust of the ally we look to."""
    hosts = hosts_of_the_turn(planner)
    host = host_of(planner, planner.seat, hosts)
    if host == planner.seat and not organise(planner, hosts):
        return
    word = password(planner, host)
    planner.order(*(EnterJoust(knight.id, host, word) for knight in champions(planner)))


def organise(planner: Planner, hosts: list[Seat]) -> bool:
    """A place for each champion of each house that comes, as far as the purse goes; whether there are two at least."""
    houses = sum(host_of(planner, seat, hosts) == planner.seat for seat in planner.allies)
    constants = planner.constants
    wanted = len(champions(planner)) + planner.traits.champions * houses
    affordable = (planner.spare - constants.joust_prize_min) // max(1, constants.joust_place_price)
    places = min(wanted, affordable, MOST_PLACES)
    if places < 2:
        return False
    planner.order(OrganiseJoust(places, constants.joust_prize_min, password(planner, planner.seat)))
    planner.purse -= places * constants.joust_place_price + constants.joust_prize_min
    return True


def champions(planner: Planner) -> list[Knight]:
    """The lord, and the most renowned of his knights."""
    others = [knight for knight in planner.knights.values() if knight is not planner.lord_knight]
    others.sort(key=lambda knight: -knight.renown)
    return [planner.lord_knight, *others[: planner.traits.champions - 1]]


def password(planner: Planner, host: Seat) -> str:
    """The word that bots agree on without a word: it can be guessed, but the prize is small."""
    return f"{plain(planner.lords[host]['name'])[:20]} {planner.turn}"


def hosts_of_the_turn(planner: Planner) -> list[Seat]:
    """Lords who may hold a joust this turn, in order of precedence: none is an ally of one before him."""
    count = len(planner.lords)
    living = [seat for seat, lord in planner.lords.items() if lord["alive"]]
    hosts: list[Seat] = []
    for seat in sorted(living, key=lambda seat: (planner.lords[seat]["number"] + planner.turn) % count):
        if not any(ally in hosts for ally in planner.lords[seat]["allies"]):
            hosts.append(seat)
    return hosts


def host_of(planner: Planner, seat: Seat, hosts: list[Seat]) -> Seat:
    """The host whose joust this lord goes to: his own, or that of the first of his allies who holds one."""
    if seat in hosts:
        return seat
    return next(host for host in hosts if host in planner.lords[seat]["allies"])
