"""The lists: the king's jousts, and those that allies hold for one another in turn (phases 10 and 11)."""

from __future__ import annotations

from heraut.bots.gloire.council import Council
from heraut.engine.protocol import Seat
from heraut.games.gloire.naming import plain
from heraut.games.gloire.orders import EnterJoust, OrganiseJoust
from heraut.games.gloire.phases.joust import is_royal
from heraut.games.gloire.state import Knight

FIRST_JOUST = 3  # earlier, neutral lands are a better use of money
MOST_PLACES = 100
CHAMPIONS = 3  # knights that each house sends to an ally's joust, the lord included


def joust(council: Council) -> None:
    """All knights to the king's jousts, which are free; else the champions to those of the ally whose turn it is."""
    if is_royal(council.turn, council.constants):
        council.order(*(EnterJoust(knight) for knight in council.knights))
    elif council.turn >= FIRST_JOUST:
        joust_among_allies(council)


def joust_among_allies(council: Council) -> None:
    """Organises for those who look to us, or enters the joust of the ally we look to."""
    hosts = hosts_of_the_turn(council)
    host = host_of(council, council.seat, hosts)
    if host == council.seat and not organise(council, hosts):
        return
    word = password(council, host)
    council.order(*(EnterJoust(knight.id, host, word) for knight in champions(council)))


def organise(council: Council, hosts: list[Seat]) -> bool:
    """A place for each champion of each house that comes, as far as the purse goes; whether there are two at least."""
    houses = sum(host_of(council, seat, hosts) == council.seat for seat in council.allies)
    constants = council.constants
    wanted = len(champions(council)) + CHAMPIONS * houses
    affordable = (council.spare - constants.joust_prize_min) // max(1, constants.joust_place_price)
    places = min(wanted, affordable, MOST_PLACES)
    if places < 2:
        return False
    council.order(OrganiseJoust(places, constants.joust_prize_min, password(council, council.seat)))
    council.purse -= places * constants.joust_place_price + constants.joust_prize_min
    return True


def champions(council: Council) -> list[Knight]:
    """The lord, and the most renowned of his knights."""
    others = [knight for knight in council.knights.values() if knight is not council.lord_knight]
    others.sort(key=lambda knight: -knight.renown)
    return [council.lord_knight, *others[: CHAMPIONS - 1]]


def password(council: Council, host: Seat) -> str:
    """The word that bots agree on without a word: it can be guessed, but the prize is small."""
    return f"{plain(council.lords[host]['name'])[:20]} {council.turn}"


def hosts_of_the_turn(council: Council) -> list[Seat]:
    """Lords who may hold a joust this turn, in order of precedence: none is an ally of one before him."""
    count = len(council.lords)
    living = [seat for seat, lord in council.lords.items() if lord["alive"]]
    hosts: list[Seat] = []
    for seat in sorted(living, key=lambda seat: (council.lords[seat]["number"] + council.turn) % count):
        if not any(ally in hosts for ally in council.lords[seat]["allies"]):
            hosts.append(seat)
    return hosts


def host_of(council: Council, seat: Seat, hosts: list[Seat]) -> Seat:
    """The host whose joust this lord goes to: his own, or that of the first of his allies who holds one."""
    if seat in hosts:
        return seat
    return next(host for host in hosts if host in council.lords[seat]["allies"])
