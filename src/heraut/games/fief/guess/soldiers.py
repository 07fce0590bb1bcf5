"""Tokens that may not be counted: totals are public, and where somebody stands; which tokens stand where is drawn."""

from __future__ import annotations

from typing import Any, NamedTuple

from heraut.engine.protocol import Unguessed
from heraut.engine.rng import Rng
from heraut.games.fief.board.change import compositions, minus
from heraut.games.fief.board.pawns import SERIES_TOKENS
from heraut.games.fief.board.places import VILLAGE_OF
from heraut.games.fief.guess.board import POSITION
from heraut.games.fief.guess.known import Known, village
from heraut.games.fief.identities import SERIES, SOLDIER, Series
from heraut.games.fief.state import Stack
from heraut.games.fief.tables import CONSTANTS, Tokens

SERIES_NUMBER = {name: Series(number) for number, name in enumerate(SERIES)}
LED = 6  # how much likelier a token stands beside a lord than in a garrison


class Heap(NamedTuple):
    """A stack of which tokens are to be drawn: `points` are known, or None."""

    stack: Stack
    points: int | None
    led: bool


def stacks(known: Known, rng: Rng) -> list[Stack]:
    """All stacks, in the order of the view, with tokens that agree with what is known of them."""
    found: list[Stack] = []
    heaps: dict[str, list[Heap]] = {}
    led = {(seen["seat"], seen["village"]) for seen in known.view["lords"].values() if seen["captor"] is None}
    for seen in known.view["stacks"]:
        stack = bare_stack(known, seen)
        found.append(stack)
        if seen["tokens"] is None:
            heap = Heap(stack, seen["points"], (seen["seat"], seen["village"]) in led)
            heaps.setdefault(seen["seat"], []).append(heap)
    for seat, hidden in heaps.items():
        fill(known, seat, hidden, rng)
    return found


def bare_stack(known: Known, seen: dict[str, Any]) -> Stack:
    """A stack as it is seen."""
    ones, threes, sixes = seen["tokens"] or (0, 0, 0)
    return Stack(
        known.number[seen["seat"]],
        SERIES_NUMBER[seen["series"]],
        VILLAGE_OF[seen["village"]],
        POSITION[seen["position"]],
        village(seen["road"]),
        ones,
        threes,
        sixes,
        steps=seen["steps"] or 0,
        solo=bool(seen["solo"]),
    )


def fill(known: Known, seat: str, heaps: list[Heap], rng: Rng) -> None:
    """The tokens of one player: soldiers and guards each come to what is known of them. Raises Unguessed."""
    total, stock = known.view["seats"][seat]["soldiers"], known.view["bank"]["soldiers"][seat]
    soldiers = [heap for heap in heaps if heap.stack.series == SOLDIER]
    guards = [heap for heap in heaps if heap.stack.series != SOLDIER]
    if stock is not None:
        of_soldiers = _points(CONSTANTS.soldier_series) - stock
    else:
        of_soldiers = total - sum(heap.points or 1 for heap in guards)
    series = CONSTANTS.soldier_series if stock is not None else (max(total, 12), 9, 9)
    share(soldiers, of_soldiers, series, rng)
    share_guards(guards, total - of_soldiers, rng)


def _points(tokens: Tokens) -> int:
    return sum(number * value for number, value in zip(tokens, CONSTANTS.token_values, strict=True))


def share(heaps: list[Heap], total: int, left: Tokens, rng: Rng) -> None:
    """So many points in soldiers: first those that are counted, then the rest, each stack at least a token."""
    if not heaps:
        return
    counted = [heap for heap in heaps if heap.points is not None]
    hidden = [heap for heap in heaps if heap.points is None]
    rest = total - sum(heap.points or 0 for heap in counted)
    ways = composed([heap.points or 0 for heap in counted], rest, len(hidden), left, rng)
    if ways is None:
        raise Unguessed(f"no tokens come to {total} points")
    for heap, way in zip(counted, ways, strict=False):
        heap.stack.tokens = way
    if hidden:
        spread(hidden, ways[-1], rng)


def composed(points: list[int], rest: int, stacks: int, left: Tokens, rng: Rng) -> list[Tokens] | None:
    """Tokens for each of these stacks and, last, for the rest of at least so many tokens; None if there are none."""
    wanted = points[0] if points else rest
    ways = list(compositions(wanted, left))
    rng.shuffle(ways)
    for way in ways:
        if not points:
            if sum(way) >= stacks:
                return [way]
            continue
        others = composed(points[1:], rest, stacks, minus(left, way), rng)
        if others is not None:
            return [way, *others]
    return None


def spread(heaps: list[Heap], tokens: Tokens, rng: Rng) -> None:
    """These tokens, on stacks: one each, small ones in garrisons first; then most of them beside lords."""
    values = [place for place in (0, 1, 2) for _ in range(tokens[place])]
    rng.shuffle(heaps)
    heaps.sort(key=lambda heap: heap.led)
    held = [[0, 0, 0] for _ in heaps]
    for one, place in zip(held, values, strict=False):
        one[place] += 1
    weights = [LED if heap.led else 1 for heap in heaps]
    for place in values[len(heaps) :]:
        held[drawn(weights, rng)][place] += 1
    for heap, (ones, threes, sixes) in zip(heaps, held, strict=True):
        heap.stack.tokens = (ones, threes, sixes)


def drawn(weights: list[int], rng: Rng) -> int:
    """A place, drawn by these weights."""
    at = rng.random() * sum(weights)
    for place, weight in enumerate(weights):
        at -= weight
        if at < 0:
            return place
    return len(weights) - 1


def share_guards(heaps: list[Heap], total: int, rng: Rng) -> None:
    """Royal guards, who come to so many points in all."""
    ways = guarded(heaps, total, dict(enumerate(SERIES_TOKENS)), rng)
    if ways is None:
        raise Unguessed(f"no guards come to {total} points")
    for heap, way in zip(heaps, ways, strict=True):
        heap.stack.tokens = way


def guarded(heaps: list[Heap], total: int, left: dict[int, Tokens], rng: Rng) -> list[Tokens] | None:
    """Tokens for each of these stacks of guards, each from its own series."""
    if not heaps:
        return [] if total == 0 else None
    first, series = heaps[0], left[heaps[0].stack.series]
    least, most = (first.points, first.points) if first.points is not None else (1, total)
    amounts = [total] if len(heaps) == 1 else list(range(least, most + 1))
    rng.shuffle(amounts)
    for amount in amounts:
        for way in compositions(amount, series):
            others = guarded(heaps[1:], total - amount, {**left, first.stack.series: minus(series, way)}, rng)
            if others is not None:
                return [way, *others]
    return None
