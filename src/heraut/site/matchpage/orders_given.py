"""Who has given orders for the coming turn, in games that tell it: whether, never what (GP-GEN-02)."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils import timezone
from django.utils.safestring import SafeString

from heraut.site.common.words import say
from heraut.site.matches.adapters import Giver
from heraut.site.matches.turn_status import sealed_by_people, statuses_of
from heraut.site.matchpage.match_access import MatchAccess

WAITED_FOR = ("sealed", "saved", "awaited", "late")
MOST_NAMED = 5  # lords who are awaited by name

Names = Mapping[str, str]  # of the living lords, by seat


def orders_given(access: MatchAccess, living: Names) -> dict[str, str]:
    """The state of every living lord's orders: "sealed", "saved", "awaited", "late", "excused", "nobody" or "bot".

    Reckoned once a page.
    """
    known: dict[str, str] | None = vars(access).get("orders_given")
    if known is None:
        known = vars(access)["orders_given"] = states_of(access, living)
    return known


def states_of(access: MatchAccess, living: Names) -> dict[str, str]:
    """The same, reckoned anew."""
    now = timezone.now()
    late = access.match.deadline is not None and access.match.deadline < now
    states = {}
    for name, status in statuses_of(access.match, list(living), now, access.seats).items():
        if status.sealed or status.received:
            states[name] = "sealed" if status.sealed else "saved"
        elif status.outcome in ("bot", "nobody", "excused"):
            states[name] = status.outcome
        else:
            states[name] = "late" if late else "awaited"
    return states


def givers(access: MatchAccess, living: Names, shields: Mapping[str, SafeString]) -> list[Giver]:
    """The lords who are waited for, with their arms; none where only bots play beside the visitor."""
    sealed = None if "orders_given" in vars(access) else sealed_by_people(access.match, access.outlines)
    if sealed is None:
        states = orders_given(access, living)
        sealed = {seat: state == "sealed" for seat, state in states.items() if state in WAITED_FOR}
    people = [seat for seat in living if seat in sealed]
    if not any(seat != access.name for seat in people):
        return []
    return [Giver(living[seat], shields[seat], sealed[seat]) for seat in people]


def awaited_words(access: MatchAccess, living: Names) -> str:
    """Who has not sealed yet (GP-GEN-02): by name if they are few."""
    states = {} if access.match.over else orders_given(access, living)
    awaited = [seat for seat, state in states.items() if state in ("awaited", "late", "saved") and seat != access.name]
    if len(awaited) > MOST_NAMED:
        return say("follow.awaited_many", count=len(awaited), all=len(states))
    names = [living[seat] for seat in awaited]
    return say("follow.awaited", lords=names) if names else say("follow.awaited_nobody")
