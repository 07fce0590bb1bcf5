"""Losses in whole tokens: change with the bank, or with another stack, or a larger loss (FI-MOD-13, FI-MOD-15)."""

from __future__ import annotations

from functools import cache

from heraut.games.fief.board.pawns import SERIES_TOKENS, drop_empty
from heraut.games.fief.identities import KING_GUARD, QUEEN_GUARD, SOLDIER, PlayerNo, Position, Series, VillageNo
from heraut.games.fief.state import Realm, Stack
from heraut.games.fief.tables import Tokens

UNLIMITED: Tokens = (999, 999, 999)


def minus(one: Tokens, other: Tokens) -> Tokens:
    """The difference of two heaps of tokens."""
    return one[0] - other[0], one[1] - other[1], one[2] - other[2]


def plus(one: Tokens, other: Tokens) -> Tokens:
    """The sum of two heaps of tokens."""
    return one[0] + other[0], one[1] + other[1], one[2] + other[2]


def kept(tokens: Tokens, former: Tokens) -> int:
    """The value of the tokens that need not be exchanged."""
    return sum(value * min(new, old) for value, new, old in zip((1, 3, 6), tokens, former, strict=True))


@cache
def compositions(points: int, most: Tokens) -> tuple[Tokens, ...]:
    """Every way to make so many points with at most so many tokens of each value."""
    found = []
    for sixes in range(min(most[2], points // 6) + 1):
        rest = points - 6 * sixes
        for threes in range(min(most[1], rest // 3) + 1):
            if rest - 3 * threes <= most[0]:
                found.append((rest - 3 * threes, threes, sixes))
    return tuple(found)


@cache
def compose(points: int, most: Tokens, former: Tokens) -> Tokens | None:
    """The composition that leaves most tokens in place, then the one of fewest tokens (FI-MOD-13)."""
    return max(compositions(points, most), key=lambda way: (kept(way, former), -sum(way)), default=None)


def compose_two(rest: int, other: int, most: Tokens, former: Tokens, former_other: Tokens) -> tuple[Tokens, Tokens]:
    """Two stacks composed from the same tokens; empty heaps if that cannot be (FI-MOD-13 (b))."""
    best, found = (-1, 0), ((0, 0, 0), (0, 0, 0))
    for way in compositions(rest, most):
        second = compose(other, minus(most, way), former_other)
        if second is None:
            continue
        worth = (kept(way, former) + kept(second, former_other), -sum(way) - sum(second))
        if worth > best:
            best, found = worth, (way, second)
    return found


def lose(
    realm: Realm, player: PlayerNo, village: VillageNo, position: Position, points: int, *, guards_first: bool = False
) -> int:
    """A stack loses so many points, or a few more for want of change; the points lost (FI-MOD-13, FI-MOD-15)."""
    order = (KING_GUARD, QUEEN_GUARD, SOLDIER) if guards_first else (SOLDIER, KING_GUARD, QUEEN_GUARD)
    lost = 0
    for series in order:
        if lost >= points:
            break
        lost += lose_series(realm, player, village, position, series, points - lost)
    drop_empty(realm)
    return lost


def lose_series(
    realm: Realm, player: PlayerNo, village: VillageNo, position: Position, series: Series, points: int
) -> int:
    """As `lose`, for the tokens of one series."""
    stack = gather(realm, player, village, position, series)
    if stack is None:
        return 0
    total = stack.points
    for loss in range(points, total):
        if pay(realm, stack, total - loss):
            return loss
    stack.tokens = (0, 0, 0)
    return total


def gather(realm: Realm, player: PlayerNo, village: VillageNo, position: Position, series: Series) -> Stack | None:
    """The tokens of a series in one place, made one stack."""
    stacks = [
        stack
        for stack in realm.stacks
        if stack.village == village and stack.player == player and stack.position == position and stack.series == series
    ]
    if not stacks:
        return None
    first = stacks[0]
    for other in stacks[1:]:
        first.tokens = plus(first.tokens, other.tokens)
        other.tokens = (0, 0, 0)
    return first


def pay(realm: Realm, stack: Stack, rest: int) -> bool:
    """Leaves `rest` points in a stack, if change can be made with the bank or with another stack (FI-MOD-13)."""
    elsewhere = tokens_elsewhere(realm, stack)
    series = series_tokens(realm, stack.series)
    way = compose(rest, minus(series, elsewhere), stack.tokens)
    if way is not None:
        stack.tokens = way
        return True
    for other in others(realm, stack):
        most = minus(series, minus(elsewhere, other.tokens))
        mine, its = compose_two(rest, other.points, most, stack.tokens, other.tokens)
        if any(mine):
            stack.tokens, other.tokens = mine, its
            return True
    return False


def series_tokens(realm: Realm, series: Series) -> Tokens:
    """The tokens of a series; soldiers without limit where pieces are no limit (FI-MOD-04)."""
    return UNLIMITED if series == SOLDIER and not realm.settings.stock_limits else SERIES_TOKENS[series]


def tokens_elsewhere(realm: Realm, stack: Stack) -> Tokens:
    """The tokens of the series on the board outside this stack."""
    if stack.series == SOLDIER and not realm.settings.stock_limits:
        return (0, 0, 0)
    found: Tokens = (0, 0, 0)
    for other in realm.stacks:
        if other is not stack and other.player == stack.player and other.series == stack.series:
            found = plus(found, other.tokens)
    return found


def others(realm: Realm, stack: Stack) -> list[Stack]:
    """The player's other stacks of the series, in village order."""
    found = [
        other
        for other in realm.stacks
        if other is not stack and other.player == stack.player and other.series == stack.series and other.points
    ]
    return sorted(found, key=lambda other: (other.village, other.position))
