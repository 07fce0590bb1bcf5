"""One happening as a line of a page: its sentence, what is to be seen below it, and the rule that made it happen."""

from __future__ import annotations

from dataclasses import dataclass, field

from django.utils.safestring import SafeString


@dataclass(frozen=True)
class Told:
    """One event in words. `sign` is its picture; `tone`: "good", "bad" or "" for its reader; `folded`: its details."""

    text: SafeString
    rule: str
    statement: str
    sign: str = ""
    tone: str = ""
    folded: list[SafeString] = field(default_factory=list)
    ending: str = ""
    anchor: str = ""
