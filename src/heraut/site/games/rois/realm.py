"""What several pages read of a view: the King at the top of a page, the arms of Kings, who gives orders."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.utils.safestring import SafeString

from heraut.engine.protocol import Json, Seat
from heraut.games.rois.lexicon import fixed_names
from heraut.site.common.words import say
from heraut.site.games.rois.draft import draft_of
from heraut.site.heraldry import arms_of_number, svg
from heraut.site.matches.adapters import Giver
from heraut.site.matchpage import orders_given as who_gave
from heraut.site.matchpage.match_access import MatchAccess


@cache
def shield(kingdom: int) -> SafeString:
    """The arms of a kingdom, as the map has them."""
    return svg(arms_of_number(kingdom), "shield")


def realm_context(access: MatchAccess) -> dict[str, Any]:
    """The King of the visitor, for the top of a page."""
    own = access.view.get("own")
    if own is None:
        return {"me": None}
    card = access.view["kingdoms"][str(own["kingdom"])]
    people = [each for each in own["characters"] if not each["died"]]
    return {
        "me": {
            "name": card["name"],
            "title": title_of(card, access.lang),
            "shield": shield(own["kingdom"]),
            "gold": own["gold"],
            "provinces": len(own["provinces"]),
            "units": len(own["units"]),
            "people": len(people),
        }
    }


def title_of(card: Json, lang: str) -> str:
    """His race and alignment in a word: "roi elfe, druidique"."""
    names, female = fixed_names(lang), card["sex"] == "F"
    return say(
        "rois.queen" if female else "rois.king",
        race=names["race_f" if female else "race"][card["race"]],
        alignment=names["alignment_f" if female else "alignment"][card["alignment"]],
    )


def kingdom_of(seat: str) -> int:
    """Kingdoms are numbered as the seats of their match are: j1, j2…"""
    return int(seat.removeprefix("j"))


def seat_of(kingdom: int | str) -> Seat:
    """The seat of a kingdom."""
    return Seat(f"j{kingdom}")


def living(view: Json) -> dict[str, str]:
    """The Kings who still reign, by seat."""
    return {seat_of(number): one["name"] for number, one in view["kingdoms"].items() if not one["fallen"]}


def orders_given(access: MatchAccess) -> dict[str, str]:
    """Who has given orders for the coming year."""
    return who_gave.orders_given(access, living(access.view))


def givers(access: MatchAccess) -> list[Giver]:
    """The Kings who are waited for, with their arms."""
    kings = living(access.view)
    return who_gave.givers(access, kings, {seat: shield(kingdom_of(seat)) for seat in kings})


def awaited_words(access: MatchAccess) -> str:
    """Who has not sealed yet."""
    return who_gave.awaited_words(access, living(access.view))


def remaining(access: MatchAccess) -> str:
    """What the sheet holds, in words, for the bar: how many orders, how many lines are refused."""
    if "own" not in access.view:
        return ""
    draft = draft_of(access)
    key = "rois_sheet.count_refused" if draft.refusals else "rois_sheet.count"
    return say(key, count=len(draft.entries), refused=len(draft.refusals))
