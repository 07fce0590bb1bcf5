"""Phase 5, Espionnage and Indication: what spies see, and what ambassadors tell (DA-SPY-27 to 30)."""

from __future__ import annotations

from collections import Counter

import msgspec

from heraut.engine.protocol import Seat
from heraut.games.daifen import orders as o
from heraut.games.daifen.orders import Order
from heraut.games.daifen.phases.departure import all_alive
from heraut.games.daifen.phases.exploration import explorations
from heraut.games.daifen.phases.interception import catch, intercepted, tell_caught, tell_lost
from heraut.games.daifen.phases.theft import visitors
from heraut.games.daifen.races import BUILDINGS, UNITS
from heraut.games.daifen.resolution import Named, Turn
from heraut.games.daifen.sheet.writing import write_order
from heraut.games.daifen.state import Kingdom, SpyReport


def intelligence(turn: Turn) -> None:
    """All explorations, then all spying, then all revelations (DA-PHA-07)."""
    void_missions(turn)
    explorations(turn)
    for seat, spies in visitors(turn, o.SpyOn).items():
        spy_on(turn, turn.now.kingdoms[seat], spies)
    for kingdom, _, order in turn.orders(o.Reveal):
        reveal(turn, kingdom, order)


def void_missions(turn: Turn) -> None:
    """Missions about a kingdom that fell in Combats are void, and their spies come home (DA-SPY-10)."""
    for kingdom, line, order in list(turn.orders(Order)):
        if isinstance(order, (o.SpyOn, o.Reveal)) and not all_alive(turn, order):
            turn.cancel(kingdom, line)
            turn.tell(kingdom.seat, "DA-SPY-10", "mission_void", line=write_order(order))


def spy_on(turn: Turn, visited: Kingdom, spies: list[Seat]) -> None:
    """Each spy by itself; the successful ones of one master bring one report (DA-SPY-27, DA-SPY-28)."""
    rng = turn.rng.at("spying", visited.number)
    caught: Counter[Seat] = Counter()
    informed: list[Seat] = []
    for master in spies:
        if intercepted(turn, visited, rng):
            catch(turn, master, visited)
            caught[master] += 1
        elif master not in informed:
            informed.append(master)
    report = seen(turn, visited)
    for master in dict.fromkeys(spies):
        if master in informed:
            turn.now.kingdoms[master].reports[visited.seat] = report
            data = msgspec.structs.asdict(report)
            turn.tell(master, "DA-SPY-27", "spy_report", kingdom=Named(visited.seat), **data)
        tell_lost(turn, master, visited, "spy_on", caught[master])
    tell_caught(turn, visited, "spy_on", caught)


def seen(turn: Turn, visited: Kingdom) -> SpyReport:
    """What stands there at this moment; supporters apart, without their owners (DA-SPY-27)."""
    supports: Counter[str] = Counter()
    for army in turn.supports(visited.seat):
        supports.update(army.units)
    return SpyReport(
        turn.number,
        visited.gold,
        {code: visited.buildings[code] for code in BUILDINGS if code in visited.buildings},
        {code: visited.units[code] for code in UNITS if code in visited.units},
        {code: supports[code] for code in UNITS if supports[code]},
    )


def reveal(turn: Turn, master: Kingdom, order: o.Reveal) -> None:
    """The recipient knows the kingdom from now on, and by whom; the kingdom is told nothing (DA-SPY-29, DA-SPY-30)."""
    revealed, recipient = turn.seats[order.kingdom], turn.kingdom(order.recipient)
    turn.learn(recipient, revealed)
    data = {"kingdom": Named(revealed), "recipient": Named(recipient.seat)}
    turn.tell(master.seat, "DA-SPY-29", "reveal_done", **data)
    told = {"kingdom": Named(revealed), "sender": Named(master.seat)}
    turn.tell(recipient.seat, "DA-SPY-30", "reveal_received", **told)
