"""The form as it is being written: what a page sends to be counted, or else what was sent last.

A form is sent whole, and nothing of it is kept before. A button that fills fields (`Fill`) sends `fill:` and the
fields as an address writes them; a script fills them in the page, the site fills them into the page that it shows.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast
from urllib.parse import parse_qsl, urlencode

from heraut.games.daifen.decision import SheetDecision
from heraut.site.common.words import say
from heraut.site.games.daifen.entry import Values, text_of, values_of
from heraut.site.games.daifen.lines import CheckedForm, check
from heraut.site.matchpage.match_access import MatchAccess

MOST_FILLED = 50  # fields that one button fills


@dataclass(frozen=True)
class Fill:
    """A button that fills fields: what it says, and the fields."""

    words: str
    fields: Values

    @property
    def act(self) -> str:
        """What it sends."""
        return f"fill:{urlencode(self.fields)}"


def filled(values: Values, act: str) -> dict[str, str]:
    """The fields after such a button; `act` is what stands behind the colon."""
    try:
        more = parse_qsl(act, keep_blank_values=True, max_num_fields=MOST_FILLED)
    except ValueError:
        more = []
    return {**values, **dict(more)}


def kept(access: MatchAccess) -> str:
    """The text of the last form that was sent for this turn; "" if there is none."""
    return access.sheet.text if access.sheet else ""


def write(access: MatchAccess, text: str) -> None:
    """Says which text the page is about; before, it is the last one that was sent."""
    vars(access)["draft_text"] = text
    vars(access).pop("draft_checked", None)


def written(access: MatchAccess) -> str:
    """The text that the page is about."""
    text = vars(access).get("draft_text")
    return kept(access) if text is None else str(text)


def checked(access: MatchAccess) -> CheckedForm:
    """That text, checked once."""
    found = vars(access).get("draft_checked")
    if found is None:
        found = vars(access)["draft_checked"] = check(access.view, written(access), access.lang)
    return cast(CheckedForm, found)


def fields_of(access: MatchAccess, text: str) -> dict[str, str]:
    """The fields that this text fills; those of a refused one stay empty, its text is shown beside them."""
    return values_of(SheetDecision(access.view).parse(text).answer)


def is_unsent(access: MatchAccess, values: Values) -> bool:
    """Whether the fields say anything else than the last form that was sent."""
    view = access.view
    return text_of(view, values) != text_of(view, fields_of(access, kept(access)))


def remaining(access: MatchAccess) -> str:
    """What the form leaves, in words, for the bar."""
    if "own" not in access.view:
        return ""
    form = checked(access)
    if form.refused:
        return say("daifen_form.count_refused", refused=form.refused)
    return say("daifen_form.count", gold=form.gold.left, buildings=form.buildings.left)
