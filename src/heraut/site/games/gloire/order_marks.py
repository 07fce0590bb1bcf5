"""The layers of the map that a turn adds: what the visitor has ordered, and what happened in the last one."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec
from django.utils.safestring import SafeString, mark_safe

from heraut.games.gloire import orders as o
from heraut.games.gloire.herald import Herald
from heraut.games.gloire.picture.marks import Happened, MarkedOrder, happened, happened_marks, order_marks
from heraut.games.gloire.state import LandName
from heraut.site.common.words import site_words
from heraut.site.games.gloire.checked import Seen, draft_in
from heraut.site.matchpage.fragments import fragment
from heraut.site.matchpage.match_access import MatchAccess
from heraut.site.matchpage.saving import own_text


def marked_orders(access: MatchAccess, text: str | None = None) -> SafeString:
    """The layer of the visitor's orders, as they are typed or as the site has them; empty for whoever has none."""
    if "own" not in access.view or not access.open:
        return SafeString("")
    return marks_of_text(Seen(access.known, access.view), access.lang, own_text(access) if text is None else text)


@lru_cache(maxsize=256)
def marks_of_text(seen: Seen, lang: str, text: str) -> SafeString:
    """The same, remembered."""
    draft, herald = draft_in(seen, text), Herald(seen.view, lang)
    orders = [MarkedOrder(one.disc, one.order, words_of(one.order, herald)) for one in draft.placed]
    return mark_safe(order_marks(seen.view["map"], seen.view, orders))  # noqa: S308  words are escaped where they enter


def words_of(order: o.Order, herald: Herald) -> str:
    """The few words of an order's mark."""
    words = site_words(herald.lang)
    data: dict[str, Any] = msgspec.structs.asdict(order)
    return words.say("mark", order.code, data, herald.names) if words.has("mark", order.code) else ""


def last_turn(access: MatchAccess) -> SafeString:
    """The layer of what happened in the last turn, as far as the visitor may know it."""
    match = access.match
    if not match.step:
        return SafeString("")
    return fragment(
        lambda: drawn(access),
        "last turn",
        match.pk,
        match.branch,
        match.step,
        match.digest,
        access.name,
        access.lang,
        store="lines",
    )


def drawn(access: MatchAccess) -> SafeString:
    """The same, made."""
    return mark_safe(happened_marks(access.view["map"], befallen(access)))  # noqa: S308  words are escaped where they enter


def befallen(access: MatchAccess) -> list[Happened]:
    """What happened to which land in the last turn, in words."""
    if not access.match.step:
        return []
    herald, words = Herald(access.view, access.lang), site_words(access.lang)
    return [
        Happened(LandName(one.land), one.kind, words.say("happened", one.kind, {"land": one.land}, herald.names))
        for one in happened(access.last_events(), access.name)
    ]
