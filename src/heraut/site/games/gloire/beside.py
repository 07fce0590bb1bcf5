"""What a board shows beside the sheet, and follows each change of it: the card of a land, the layer of the map."""

from __future__ import annotations

from functools import lru_cache
from typing import Any
from urllib.parse import parse_qs, urlsplit

from django.utils.safestring import SafeString

from heraut.site.common.rendering import rendered
from heraut.site.games.gloire.checked import Seen, draft_in
from heraut.site.games.gloire.conquests import best_conquest
from heraut.site.games.gloire.land_card import land_card
from heraut.site.games.gloire.order_marks import marked_orders
from heraut.site.matchpage.fragments import fragment_with_forms
from heraut.site.matchpage.match_access import MatchAccess
from heraut.site.matchpage.saving import own_text


def beside(access: MatchAccess, text: str) -> dict[str, Any]:
    """The parts of the board that go with this text; which card is open is read from where the script is."""
    asked = parse_qs(urlsplit(access.request.headers.get("HX-Current-URL", "")).query)
    land, knight = (asked.get(key, [""])[0] for key in ("terre", "chevalier"))
    card = card_of(access, land, knight, text)
    return {
        "beside": True,
        "card": card,
        "card_shown": shown(access, card),
        "order_marks": marked_orders(access, text),
    }


def shown(access: MatchAccess, card: dict[str, Any] | None, no_land: str = "") -> SafeString:
    """The card in the page: made once for it, then given the token of each page; `no_land` was typed and is none."""
    asked = (card["name"], card.get("knight"), card.get("of")) if card is not None else (no_land,)
    turn = access.match.coming_turn

    def make(token: SafeString) -> SafeString:
        known = {
            "card": card,
            "no_land": no_land,
            "open": access.open,
            "view": access.view,
            "match": access.match,
            "turn": turn,
        }
        return rendered("play/gloire/card.html", {**known, "csrf_input": token})

    name = ("card", access.known, access.lang, access.match.code, turn, access.open, *asked)
    return fragment_with_forms(access.request, make, *name, store="sheets")


def card_of(access: MatchAccess, land: str, knight: str, text: str | None = None) -> dict[str, Any] | None:
    """The card of a land; where none is named, a lord is shown the one from which his next conquest sets out."""
    own = access.view.get("own")
    if own is None:
        return land_card(access.view, access.lang, land, "", None)
    seen = Seen(access.known, access.view)
    if not land:
        land, knight = first_card(seen, access.lang)
    return known_card(seen, access.lang, land, knight, own_text(access) if text is None else text, access.open)


@lru_cache(maxsize=256)
def first_card(seen: Seen, lang: str) -> tuple[str, str]:
    """The land and the knight to begin with: those of the next conquest, else where the lord stands himself."""
    own = seen.view["own"]
    found = best_conquest(seen.view, lang, draft_in(seen, ""))
    knight = found.knight if found is not None else str(own["lord_knight"])
    return own["knights"][knight]["land"], "" if knight == str(own["lord_knight"]) else knight


@lru_cache(maxsize=256)
def known_card(seen: Seen, lang: str, land: str, knight: str, text: str, offers: bool) -> dict[str, Any] | None:
    """A card of a lord, remembered: its odds take some time."""
    card = land_card(seen.view, lang, land, knight, draft_in(seen, text) if offers else None)
    return card and {**card, "of": text}
