"""What is asked, in words."""

from __future__ import annotations

from heraut.engine.protocol import Json
from heraut.site.common.words import site_words


def asked_words(view: Json, lang: str) -> str:
    """What is asked of the seat of a view, in one sentence; "" if nothing is."""
    asked = view.get("own", {}).get("asked", "")
    return site_words(lang).say("vassaux_question", asked) if asked else ""


def hint_words(view: Json, lang: str) -> str:
    """How to answer, and what silence would mean."""
    asked = view.get("own", {}).get("asked", "")
    return site_words(lang).say("vassaux_hint", asked) if asked else ""
