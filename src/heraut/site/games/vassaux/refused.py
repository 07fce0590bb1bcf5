"""A refusal of the game in its parts, for pages that set them apart: the reason, the remedy, the rule."""

from __future__ import annotations

from typing import NamedTuple

from heraut.engine.protocol import Refusal
from heraut.engine.words import catalogue
from heraut.games.vassaux.herald import fixed_names, groups_as_text
from heraut.site.common.words import lang
from heraut.site.learn.reference import statement


class Told(NamedTuple):
    """Why something is refused, what to do instead, and the rule with its statement; `line` as the refusal has it."""

    reason: str
    remedy: str
    rule: str
    statement: str
    line: int = 0


def told(refusal: Refusal) -> Told:
    """A refusal in the words of the present reader."""
    tongue = lang()
    words, names = catalogue("heraut.games.vassaux", tongue), fixed_names(tongue)
    data = {key: groups_as_text(key, value) for key, value in refusal.data.items()}
    remedy = words.say("remedy", refusal.code, data, names)
    return Told(
        words.say("refusal", refusal.code, data, names),
        remedy[:1].upper() + remedy[1:],
        refusal.rule,
        statement("vassaux", refusal.rule, tongue),
        refusal.line,
    )
