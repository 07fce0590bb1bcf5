"""Phase 5, Exploration: unknown kingdoms, or the special events of a fruitless journey (DA-SPY-22 to 26)."""

from __future__ import annotations

from heraut.engine.rng import Rng
from heraut.games.daifen import orders as o
from heraut.games.daifen.battle.dice import chance, pick, throw
from heraut.games.daifen.races import NELRKS
from heraut.games.daifen.resolution import Named, Turn
from heraut.games.daifen.state import Kingdom, add
from heraut.games.daifen.tables import ExplorationEvent, exploration_events


def explorations(turn: Turn) -> None:
    """The explorers of one master after another, each of them after the one before."""
    for kingdom in turn.living():
        rng = turn.rng.at("exploration", kingdom.number)
        for _, order in turn.orders_of(kingdom.seat, o.Explore):
            for _ in range(order.count):
                explore(turn, kingdom, rng)


def explore(turn: Turn, master: Kingdom, rng: Rng) -> None:
    """One explorer: the fewer kingdoms are still unknown, the harder they are to find (DA-SPY-22, DA-SPY-23)."""
    living = turn.living()
    unknown = [other for other in living if other.seat != master.seat and other.seat not in master.known]
    if not chance(rng, (len(unknown), len(living))):
        befall(turn, master, rng)
        return
    found = unknown[pick(rng, len(unknown))]
    turn.learn(master, found.seat)
    data = {"kingdom": Named(found.seat), "lord": found.lord, "race": found.race}
    turn.tell(master.seat, "DA-SPY-23", "explore_found", **data)


def befall(turn: Turn, master: Kingdom, rng: Rng) -> None:
    """The special event of one explorer who found nobody; what he finds comes home with him (DA-SPY-25)."""
    code, event = thrown(1 + pick(rng, 12))
    found = throw(rng, event.dice) if event.dice else 0
    unit = NELRKS[pick(rng, len(NELRKS))] if code == "troops" else ""
    finds = turn.finds[master.seat]
    match code:
        case "gold":
            finds.gold += found
        case "intellect":
            finds.intellect += found
        case "troops":
            add(finds.units, unit, found)
        case "death":
            turn.lose_spy(master.seat)
    rule = "DA-SPY-26" if code == "death" else "DA-SPY-25"
    turn.tell(master.seat, rule, "explore_event", event=code, amount=found, unit=unit)


def thrown(die: int) -> tuple[str, ExplorationEvent]:
    """The row of the table that a D12 falls into."""
    return next((code, event) for code, event in exploration_events().items() if die <= event.last)
