"""The acts of host, referee and clock in words, and which of them everybody may read."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from heraut.engine.protocol import Json
from heraut.site.common.words import lang, local, site_words
from heraut.site.matches.adapters import adapter
from heraut.site.matches.models import Activity, Match

MOMENTS = ("until", "since", "down", "up")


def hides_lords(match: Match) -> bool:
    """Whether it is a secret still who plays here."""
    return bool(adapter(match.game).secret) and not match.over


def names_lords(data: Json) -> bool:
    """Whether an act tells of one lord or several."""
    return "seats" in data or "lord" in data or isinstance(data.get("lords"), list)


def discreet(activity: Activity, match: Match) -> Activity:
    """The same act, without how many of those who play are bots, nor who did it if he is not the host."""
    activity.data = {**activity.data, "bots": 0}
    if activity.author_id != match.host_id:
        activity.author = None
    return activity


def sentence(activity: Activity, lords: dict[str, str]) -> str:
    """One act in the words of the present reader, moments in his time."""
    words = site_words(lang())
    data: dict[str, Any] = dict(activity.data)
    for key in MOMENTS:
        if data.get(key):
            data[key] = local(datetime.fromisoformat(str(data[key])))
    return words.say("activity", activity.kind, data, {**words.names, "lord": lords})
