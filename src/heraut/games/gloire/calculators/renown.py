"""Global renown, if things were otherwise (GP-SITE-27): happiness, treasury, alliances, wars."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from heraut.engine.protocol import Json, Seat
from heraut.games.gloire.calculators.known import KnownTurn, known_turn, own_breakdown
from heraut.games.gloire.orders import Sheet
from heraut.games.gloire.phases.diplomacy import diplomacy
from heraut.games.gloire.phases.titles import title_for
from heraut.games.gloire.renown import Breakdown, breakdowns
from heraut.games.gloire.resolution import Turn
from heraut.games.gloire.state import LandName, Realm


class Reckoned(msgspec.Struct, frozen=True):
    """A global renown with its six parts, and the title that it would be worth."""

    parts: Breakdown
    total: float
    title: str


class Supposition(msgspec.Struct, frozen=True):
    """A lord's global renown as it is, and as it would be.

    `guessed` names the other lords whose renown in person counts in the difference and was not given: the average of
    all knights stood for it.
    """

    now: Reckoned
    then: Reckoned
    guessed: tuple[Seat, ...]


def suppose(
    view: Json,
    *,
    happiness: Mapping[LandName, float] | None = None,
    treasury: int | None = None,
    diplomacy_orders: Sheet = (),
    lord_knights: Mapping[Seat, float] | None = None,
) -> Supposition:
    """What a living lord's global renown would be with other figures, or after such orders of phase 8.

    The orders are carried out by the adjudicator's phase 8, the lords concerned accepting every offer; so a war ends
    the alliances of common friends, and on an ally is a felony. `lord_knights` gives the renown of other lords in
    person, which is secret: the lord may know it from a battle, a joust or a spy.
    """
    known = lord_knights or {}
    turn = known_turn(view, diplomacy_orders, partners=True, supposed=known)
    seat = Seat(view["own"]["seat"])
    if treasury is not None:
        turn.now.lords[seat].treasury = treasury
    for name, value in (happiness or {}).items():
        turn.now.lands[name].happiness = value
    if diplomacy_orders:
        turn.open_phase()
        diplomacy(turn)
    return Supposition(
        now=reckoned(view, turn, turn.start),
        then=reckoned(view, turn, turn.now),
        guessed=tuple(sorted(concerned(turn, seat) - set(known))),
    )


def reckoned(view: Json, turn: KnownTurn, realm: Realm) -> Reckoned:
    """The lord's global renown on this realm, the one of the turn's start or what it has become."""
    seat = Seat(view["own"]["seat"])
    parts = own_breakdown(view, turn.before[seat], breakdowns(realm)[seat])
    return Reckoned(parts, parts.total, title_for(parts.total, turn.constants))


def concerned(turn: Turn, seat: Seat) -> set[Seat]:
    """The lords whose renown in person counts otherwise than before: allies, enemies, or allies of enemies."""
    before, after = turn.start.lords, turn.now.lords
    changed = set(before[seat].allies) ^ set(after[seat].allies) | set(before[seat].enemies) ^ set(after[seat].enemies)
    for foe in set(before[seat].enemies) | set(after[seat].enemies):
        allies_before = set(before[foe].allies) if foe in before[seat].enemies else set()
        allies_after = set(after[foe].allies) if foe in after[seat].enemies else set()
        changed |= allies_before ^ allies_after
    return changed
