"""The help page: the ten frequent mistakes explained, each with its rules."""

from __future__ import annotations

from heraut.engine.layout import fold, heading, title
from heraut.engine.words import catalogue, enumeration
from heraut.games.rois.mistakes.caution import HEADINGS

MARGIN = "  "


def page(lang: str) -> str:
    """The page as text."""
    words = catalogue("heraut.games.rois", lang)
    said = words.groups["page"]
    lines = title(said["game"], said["mistakes_for"], said["mistakes"])
    lines += ["", *fold(words.say("page", "mistakes_why"), MARGIN, MARGIN)]
    for name, rules in HEADINGS.items():
        lines += [*heading(words.say("mistake", name)), ""]
        lines += fold(words.say("mistake_page", name), MARGIN, MARGIN)
        lines += fold(words.say("page", "see_rules", {"rules": enumeration(rules, lang)}), MARGIN, MARGIN)
    return "\n".join(lines) + "\n"
