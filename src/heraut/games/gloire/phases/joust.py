"""Phases 10 and 11: jousts are organised, entered and run (§5.11, §5.12, §10.10)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from heraut.engine.protocol import Seat
from heraut.games.gloire.orders import EnterJoust, OrganiseJoust
from heraut.games.gloire.resolution import Joust, Turn
from heraut.games.gloire.state import Knight, KnightId, Lord
from heraut.games.gloire.tables import Constants

Uniform = Callable[[float, float], float]


def organise_jousts(turn: Turn) -> None:
    """Phase 10: one joust a lord, of those that he can hold; places and prize are paid now (GP-ORG-01 to 03)."""
    constants = turn.constants
    for lord, line, order in turn.orders(OrganiseJoust):
        fee = constants.joust_place_price * order.places
        if lord.seat in turn.jousts:
            turn.ignore(lord, line, "GP-ORG-01", "one_joust")
        elif order.prize < constants.joust_prize_min:
            turn.ignore(lord, line, "GP-ORG-01", "small_prize", prize=order.prize, least=constants.joust_prize_min)
        elif lord.treasury < fee + order.prize:
            turn.ignore(lord, line, "GP-ORG-02", "short_treasury", price=fee + order.prize, treasury=lord.treasury)
        else:
            lord.treasury -= fee + order.prize
            turn.jousts[lord.seat] = Joust(lord.seat, order.places, order.prize, order.password.strip())
            turn.tell(
                lord.seat,
                "GP-ORG-02",
                "joust_organised",
                order=line,
                places=order.places,
                fee=fee,
                prize=order.prize,
                treasury=lord.treasury,
            )


def jousts(turn: Turn) -> None:
    """Phase 11: registrations, then the tournaments: the king's first, then by decreasing renown (GP-JST-01)."""
    if is_royal(turn.number, turn.constants):
        turn.jousts[None] = Joust(None, None, turn.constants.royal_prize, None)
    registrations(turn)
    for organiser in (None, *reversed(turn.snapshot.order)):
        if organiser in turn.jousts:
            hold(turn, turn.jousts[organiser])


def is_royal(turn_number: int, constants: Constants) -> bool:
    """Whether the king holds his jousts this turn: 5, 10, 15… (GP-PAR-01)."""
    return turn_number % constants.royal_period == 0


def registrations(turn: Turn) -> None:
    """PAR: the first valid registration of a knight counts (GP-PAR-01, GP-PAR-03)."""
    entered: set[KnightId] = set()
    for lord, line, order in turn.orders(EnterJoust):
        knight, joust = turn.knight(order.knight), turn.jousts.get(order.organiser)
        if knight is None:
            turn.ignore(lord, line, "GP-PAR-01", "no_such_knight")
        elif joust is None and order.organiser is None:
            turn.ignore(lord, line, "GP-PAR-01", "no_royal_jousts", period=turn.constants.royal_period)
        elif joust is None or (joust.password is not None and (order.password or "").strip() != joust.password):
            # one reason for both: a refusal must not tell whether the joust exists (GP-GEN-13)
            turn.ignore(lord, line, "GP-PAR-01", "no_such_joust", lord=order.organiser)
        elif knight.id in entered:
            turn.ignore(lord, line, "GP-PAR-03", "entered_already", knight=knight.name)
        else:
            entered.add(knight.id)
            joust.registered.append(knight.id)
            turn.tell(
                lord.seat, "GP-PAR-01", "joust_entered", order=line, knight=knight.name, organiser=order.organiser
            )


class Duel(msgspec.Struct, frozen=True):
    """One bout: the two knights, every pass as (draw, draw, value, value), the winner, renowns before and after."""

    first: str
    first_lord: Seat
    second: str
    second_lord: Seat
    passes: list[list[float]]
    first_wins: bool
    before: list[float]
    after: list[float]


def participants(turn: Turn, joust: Joust) -> list[Knight]:
    """Those who take part: the most renowned if there are too many; ties: first registered (GP-PAR-04)."""
    knights = [turn.now.knights[id] for id in joust.registered]
    if joust.places is None or len(knights) <= joust.places:
        return knights
    kept = sorted(knights, key=lambda knight: -knight.renown)[: joust.places]
    for knight in knights:
        if knight not in kept:
            turn.tell(knight.lord, "GP-PAR-04", "joust_full", knight=knight.name, organiser=joust.organiser)
    return [knight for knight in knights if knight in kept]


def hold(turn: Turn, joust: Joust) -> None:
    """Runs one tournament and hands out renown and prize (GP-JST-02 to 09)."""
    knights = participants(turn, joust)
    organiser = None if joust.organiser is None else turn.now.lords[joust.organiser]
    if len(knights) < 2:
        deserted_joust(turn, joust, organiser, knights)
        return
    draws = turn.rng.at("joust", joust.organiser or "king")
    present = list(knights)
    draws.shuffle(knights)
    duels: list[Duel] = []
    gains = 0.0
    while len(knights) > 1:
        knights, gained = run_round(turn, joust, knights, draws.uniform, duels)
        gains += gained
    champion = knights[0]
    turn.now.lords[champion.lord].treasury += joust.prize
    tell_results(turn, joust, champion, present, duels)
    if organiser is not None:
        reward_organiser(turn, organiser, present, gains)


def deserted_joust(turn: Turn, joust: Joust, organiser: Lord | None, knights: list[Knight]) -> None:
    """Fewer than two knights came: no tournament; a lord gets his prize back, not his fee (GP-JST-02)."""
    concerned = tuple(dict.fromkeys([*([organiser.seat] if organiser else []), *(knight.lord for knight in knights)]))
    if organiser is not None:
        organiser.treasury += joust.prize
    if concerned:
        turn.tell(concerned, "GP-JST-02", "joust_deserted", organiser=joust.organiser, prize=joust.prize)


def run_round(
    turn: Turn, joust: Joust, knights: list[Knight], uniform: Uniform, duels: list[Duel]
) -> tuple[list[Knight], float]:
    """Pairs the knights in order, the odd one passes; the winners in order, and what others' gained (GP-JST-03)."""
    winners: list[Knight] = []
    gains = 0.0
    for first, second in zip(knights[::2], knights[1::2], strict=False):
        passes, first_wins = cross_lances(first, second, uniform, turn.snapshot.mean_knight_renown, turn.constants)
        winner, loser = (first, second) if first_wins else (second, first)
        before = [first.renown, second.renown]
        gain = duel_gain(winner.renown, loser.renown, turn.constants)
        loss = duel_loss(winner.renown, loser.renown, turn.constants)
        winner.renown += gain
        loser.renown = max(1.0, loser.renown - loss)
        if winner.lord != joust.organiser:
            gains += gain
        duels.append(
            Duel(
                first.name,
                first.lord,
                second.name,
                second.lord,
                passes,
                first_wins,
                before,
                [first.renown, second.renown],
            )
        )
        winners.append(winner)
    if len(knights) % 2:
        winners.append(knights[-1])
    return winners, gains


def cross_lances(
    first: Knight, second: Knight, uniform: Uniform, mean_knight_renown: float, constants: Constants
) -> tuple[list[list[float]], bool]:
    """The passes of a duel, and whether the first knight wins (GP-JST-04).

    Values within 10 % of the higher leave a pass undecided; the third decides whatever the margin.
    """
    passes: list[list[float]] = []
    while True:
        draws = uniform(0.0, 1.0), uniform(0.0, 1.0)
        values = (
            first.renown * draws[0] + mean_knight_renown,
            second.renown * draws[1] + mean_knight_renown,
        )
        passes.append([*draws, *values])
        decisive = abs(values[0] - values[1]) > constants.joust_tie * max(values)
        if decisive or len(passes) == constants.joust_passes:
            return passes, (values[0], first.renown) >= (values[1], second.renown)


def duel_gain(winner_renown: float, loser_renown: float, constants: Constants) -> float:
    """A tenth of the loser's renown, weighted up to twice if he was the more renowned (GP-JST-05)."""
    weight = min(constants.joust_weight_max, loser_renown / winner_renown) if loser_renown > winner_renown else 1.0
    return constants.joust_gain * loser_renown * weight


def duel_loss(winner_renown: float, loser_renown: float, constants: Constants) -> float:
    """A twentieth of his renown if he was strictly the more renowned, else nothing (GP-JST-06)."""
    return constants.joust_loss * loser_renown if loser_renown > winner_renown else 0.0


def reward_organiser(turn: Turn, organiser: Lord, present: list[Knight], gains: float) -> None:
    """A fifth of what the others' knights gained, or 15 % if he jousted in person (GP-JST-08)."""
    knight = turn.now.knights[organiser.knight]
    share = turn.constants.joust_share_present if knight in present else turn.constants.joust_share
    knight.renown += share * gains
    turn.tell(
        organiser.seat, "GP-JST-08", "joust_fame", gains=gains, share=share, gained=share * gains, renown=knight.renown
    )


def tell_results(turn: Turn, joust: Joust, champion: Knight, present: list[Knight], duels: list[Duel]) -> None:
    """The winner to everyone, the duels to those concerned; the king's jousts wholly public (GP-INF-02, GP-INF-09)."""
    rows: list[Any] = msgspec.to_builtins(duels)
    data = {"organiser": joust.organiser, "knight": champion.name, "lord": champion.lord}
    if joust.organiser is None:
        turn.announce("GP-JST-09", "royal_jousts_held", **data, prize=joust.prize, duels=rows)
        return
    turn.announce("GP-INF-02", "joust_held", **data)
    concerned = tuple(dict.fromkeys([joust.organiser, *(knight.lord for knight in present)]))
    turn.tell(concerned, "GP-INF-09", "joust_results", **data, prize=joust.prize, duels=rows)
