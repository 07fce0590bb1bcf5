"""Another realm that one seat cannot tell from the given one: all that it may not know, changed at random.

A silent step must tell this seat the same. So purses stay, of which games with points make titles of victory, where
a count is due; hands keep their sizes; the tokens of others are changed as long as totals stay.
"""

from __future__ import annotations

import msgspec

from heraut.engine.protocol import Seat
from heraut.engine.rng import Rng
from heraut.games.fief.numbers import CARDS, COMBAT, MOVE, NEGOTIATION, SETUP, SOLDIER
from heraut.games.fief.pawns import family, points_of
from heraut.games.fief.state import Realm, copy
from heraut.games.fief.tables import constants
from heraut.games.fief.tasks import Battle, Manning, Refill

FIGURES = constants()


def scramble(realm: Realm, seat: Seat, rng: Rng) -> Realm:
    """Hands, draw pile, face-down discards, purses, stacks, policies, plans of the others."""
    other = copy(realm)
    me = other.seats.index(seat)
    shuffle_cards(other, me, rng)
    for player, one in enumerate(other.families):
        if player != me and one.alive:
            if not money_matters(other):
                one.purse = FIGURES.unit * rng.randint(0, 30)
            if other.phase not in (MOVE, COMBAT) and not any(isinstance(task, Battle) for task in other.tasks):
                one.plan = msgspec.structs.replace(one.plan, lords=(1, 2))  # seen by nobody before a battle
    if not other.attacks and not any(isinstance(task, (Battle, Manning)) for task in other.tasks):
        move_soldiers(other, me, rng)
    return other


def money_matters(realm: Realm) -> bool:
    """At the end of a turn a purse may count for points, or decide between equals: then it is public indeed."""
    if realm.phase != NEGOTIATION:
        return False
    count_due = realm.settings.mode == "points" and realm.turn % FIGURES.points.every == 0
    return bool(realm.closing) or count_due or realm.settings.turn_limit == realm.turn


def shuffle_cards(realm: Realm, me: int, rng: Rng) -> None:
    """The cards of others' hands, the draw pile and the face-down discards change places.

    While a lord is offered out of the discards to this seat, they are shown to it; what it proposes stays known; cards
    that silence would bring into its hand are left alone.
    """
    doomed = [player for player in range(len(realm.seats)) if is_doomed(realm, player)]
    offered = {card for deal in realm.deals for card in deal.cards if me in (deal.proposer, deal.addressee)}
    shown = isinstance(realm.tasks[-1], Refill)
    dealt = realm.phase in (SETUP, NEGOTIATION) or shown
    hidden = [] if dealt else list(realm.draw)
    holders = [one for player, one in enumerate(realm.families) if player != me and player not in doomed]
    for one in holders:
        hidden += [card for card in one.hand if card not in offered]
    if not dealt:
        hidden += realm.dropped
    rng.shuffle(hidden)
    for one in holders:
        kept = [card for card in one.hand if card in offered]
        size = len(one.hand) - len(kept)
        one.hand = tuple(sorted([*kept, *hidden[:size]]))
        del hidden[:size]
    if not dealt:
        size = len(realm.dropped)
        realm.dropped, realm.draw = tuple(hidden[:size]), tuple(hidden[size:])


def is_doomed(realm: Realm, player: int) -> bool:
    """Whether a player will be eliminated: his hand may come back with the discards that are shuffled."""
    return not family(realm, player) and not points_of(realm, player)


def move_soldiers(realm: Realm, me: int, rng: Rng) -> None:
    """Two stacks of another player exchange a token, as long as both keep one."""
    if not realm.settings.hidden_stacks:
        return
    if realm.settings.population_pressure and realm.phase in (CARDS, NEGOTIATION):
        return  # how many pawns crowd a village will be seen by what its mills yield (FI-VB-01)
    for player in range(len(realm.seats)):
        stacks = [s for s in realm.stacks if s.player == player and s.series == SOLDIER and s.steps == 0]
        if player == me or len(stacks) < 2:
            continue
        rng.shuffle(stacks)
        rich, poor = stacks[0], stacks[1]
        place = rng.choice([0, 1, 2])
        if rich.tokens[place] and sum(rich.tokens) > 1:
            moved = [int(place == index) for index in range(3)]
            rich.tokens = tuple(a - b for a, b in zip(rich.tokens, moved, strict=True))  # type: ignore[assignment]
            poor.tokens = tuple(a + b for a, b in zip(poor.tokens, moved, strict=True))  # type: ignore[assignment]
