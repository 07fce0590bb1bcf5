"""What a board shows beside the sheet, and follows each change of it: the card of a land, the layer of the map."""

from __future__ import annotations

from functools import lru_cache
from typing import Any
from urllib.parse import parse_qs, urlsplit

from heraut.site.games.gloire.checked import Seen, draft_in, own_text
from heraut.site.games.gloire.land_card import land_card
from heraut.site.games.gloire.order_marks import marked_orders
from heraut.site.matchpage.match_access import MatchAccess


def beside(access: MatchAccess, text: str) -> dict[str, Any]:
    """The parts of the board that go with this text; which card is open is read from where the script is."""
    asked = parse_qs(urlsplit(access.request.headers.get("HX-Current-URL", "")).query)
    land, knight = (asked.get(key, [""])[0] for key in ("terre", "chevalier"))
    return {"beside": True, "card": card_of(access, land, knight, text), "order_marks": marked_orders(access, text)}


def card_of(access: MatchAccess, land: str, knight: str, text: str | None = None) -> dict[str, Any] | None:
    """The card of a land; where none is named, a lord is shown the one where he stands himself."""
    own = access.view.get("own")
    if own is None:
        return land_card(access.view, access.lang, land, "", None)
    land = land or own["knights"][str(own["lord_knight"])]["land"]
    seen = Seen(access.known, access.view)
    return known_card(seen, access.lang, land, knight, own_text(access) if text is None else text, access.open)


@lru_cache(maxsize=256)
def known_card(seen: Seen, lang: str, land: str, knight: str, text: str, offers: bool) -> dict[str, Any] | None:
    """A card of a lord, remembered: its odds take some time."""
    return land_card(seen.view, lang, land, knight, draft_in(seen, text) if offers else None)
