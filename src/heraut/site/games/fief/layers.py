"""What a page lays over the board: what its visitor prepares, what happened last turn, the villages pointed at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from heraut.engine.protocol import Event
from heraut.games.fief.orders.movements import March
from heraut.games.fief.picture.marks import Happened, Prepared, advised_marks, happened_marks, prepared_marks
from heraut.site.games.fief.chronicle import Teller
from heraut.site.games.fief.drafts import Draft
from heraut.site.games.fief.first_turn import Plan, plan_of
from heraut.site.games.fief.mends import starts
from heraut.site.games.fief.naming import data_of, fixed, order_words
from heraut.site.games.fief.outcomes import GOOD, Eye
from heraut.site.matches.models import Step
from heraut.site.matchpage.fragments import fragment
from heraut.site.matchpage.guide_cards import guided, kept_of
from heraut.site.matchpage.match_access import MatchAccess

FIND = "village"  # a village that the address asks for
SHOWN = ("battle_begins", "battle_round", "battle_over", "battle_broken_off", "village_taken")
NEEDED = tuple(f'"{kind}"'.encode() for kind in SHOWN)


def layers(access: MatchAccess, plan: Draft | None) -> str:
    """Everything that lies over the board, in the order in which it is drawn."""
    return "".join((last_turn(access), advised(access), found(access), prepared(access, plan)))


def prepared(access: MatchAccess, plan: Draft | None) -> str:
    """The orders of a draft, numbered as in the list."""
    if plan is None or not plan.orders:
        return ""
    return prepared_marks(prepared_orders(plan, access.view, access.lang))


def prepared_orders(plan: Draft, view: Any, lang: str) -> Iterator[Prepared]:
    """Those of them that concern a village."""
    left = starts(plan.orders, view)
    for place, order in enumerate(plan.orders):
        data = data_of(order, view)
        village = str(data.get("to") or data.get("village") or data.get("capital") or "")
        if village:
            origin = left[place] if isinstance(order, March) else ""
            yield Prepared(place + 1, village, origin, order_words(order, view, lang))


def advised(access: MatchAccess) -> str:
    """Rings around the villages that the guide advises to choose."""
    plan: Plan | None = plan_of(access)
    if plan is None or plan.home or not plan.homes or not guided(access):
        return ""
    kept = kept_of(access)
    return "" if kept is not None and kept.skipped else advised_marks(plan.homes)


def found(access: MatchAccess) -> str:
    """A ring around the village that was looked for."""
    asked = access.request.GET.get(FIND, "").strip().casefold()
    names = fixed(access.lang)["village"]
    hits = [code for code, name in names.items() if asked and name.casefold().startswith(asked)]
    return advised_marks(hits[:1], "found")


def places(access: MatchAccess) -> Sequence[str]:
    """The names of all villages, for a field in which one is typed."""
    return sorted(fixed(access.lang)["village"].values())


def last_turn(access: MatchAccess) -> str:
    """Battles and changes of owner of the last turn and of this one."""
    if not access.match.turn:
        return ""

    def make() -> str:
        return happened_marks(happened(access))

    return fragment(make, "fief happened", access.known, access.match.code, access.match.step, access.name, access.lang)


def happened(access: MatchAccess) -> list[Happened]:
    """What befell each village, the last of it."""
    steps = Step.objects.filter(match=access.match, turn__gte=access.match.turn - 1).order_by("number")
    eye, teller = Eye(access.name or "", set()), Teller(access.view, access.lang)
    seen: dict[str, Happened] = {}
    for stored in steps.values_list("events", flat=True).iterator():
        if not any(kind in bytes(stored) for kind in NEEDED):
            continue
        fought: dict[str, Happened] = {}  # in this step: the battle is shown, not the owner that it brought
        for event in access.visible(stored):
            kind = outcome(eye, event)
            if kind:
                village, words = event.data["village"], teller.line(event).text
                before = fought.get(village)
                told = f"{before.words} {words}" if before else words
                seen[village] = Happened(village, before.kind if before else kind, told)
                if event.kind != "village_taken":
                    fought[village] = seen[village]
    return list(seen.values())


def outcome(eye: Eye, event: Event) -> str:
    """How an event is drawn; "" if it is not."""
    judged = eye.sees(event)
    if event.kind in ("battle_over", "battle_broken_off"):
        return "fought" if not judged else "won" if judged == GOOD else "lost"
    if event.kind == "village_taken":
        return (
            "gained" if event.data["seat"] == eye.seat else "lost_land" if event.data["former"] == eye.seat else "taken"
        )
    return ""
