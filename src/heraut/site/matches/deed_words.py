"""The acts of host, referee and clock in words, and which of them everybody may read."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from heraut.engine.protocol import Json
from heraut.site.common.words import lang, local, site_words
from heraut.site.matches.adapters import adapter
from heraut.site.matches.models import Deed, Match

MOMENTS = ("until", "since", "down", "up")


def hides_lords(match: Match) -> bool:
    """Whether it is a secret still who plays here."""
    return bool(adapter(match.game).secret) and not match.over


def names_lords(data: Json) -> bool:
    """Whether an act tells of one lord or several."""
    return "seats" in data or "lord" in data or isinstance(data.get("lords"), list)


def discreet(deed: Deed, match: Match) -> Deed:
    """The same act, without how many of those who play are bots, nor who did it if he is not the host."""
    deed.data = {**deed.data, "bots": 0}
    if deed.author_id != match.host_id:
        deed.author = None
    return deed


def sentence(deed: Deed, lords: dict[str, str]) -> str:
    """One act in the words of the present reader, moments in his time."""
    words = site_words(lang())
    data: dict[str, Any] = dict(deed.data)
    for key in MOMENTS:
        if data.get(key):
            data[key] = local(datetime.fromisoformat(str(data[key])))
    return words.say("deed", deed.kind, data, {**words.names, "lord": lords})
