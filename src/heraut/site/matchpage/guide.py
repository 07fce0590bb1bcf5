"""A guided first turn, as a game declares it: a few steps on its real page, each pointing at the thing itself.

`guide_cards.py` shows it. The words of a step stand in the group `words`: `<key>`, an imperative that ends in a figure
where there is one; `<key>_why`; `<key>_act` on its button, where it has one; `<key>_short`, a word or two for the row
of all steps, where the game has it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from heraut.site.matchpage.match_access import MatchAccess

Plan = Any  # what a game has worked out for its steps, from the view and the draft
Fields = Mapping[str, str | list[str]]  # what a form sends to the page of orders


def nothing_sent(plan: Plan) -> Fields:
    """A step without a button of its own."""
    return {}


def nothing_pressed(plan: Plan) -> str:
    """A step that no button of the form of orders takes."""
    return ""


def never(plan: Plan) -> bool:
    """A step that comes when those before it are done."""
    return False


def no_figures(plan: Plan) -> Mapping[str, Any]:
    """Words without figures."""
    return {}


@dataclass(frozen=True, kw_only=True)
class GuideStep:
    """One step. Without `act` it is done when its player says so, or has done one that comes after it."""

    key: str
    link: Callable[[Plan], str]  # an address that shows the thing, without a script too: "?terre=KOLA#fiche"
    thing: Callable[[Plan], str]  # the thing in the page, as a selector: a script rings it and scrolls there
    done: Callable[[Plan], bool] | None = None  # from the view and the draft
    ends: bool = False  # once it is done no step is open any more: what was left out stays so
    asked: Callable[[Plan], bool] = never  # the table asks for just this: it is open before its time
    act: Callable[[Plan], Fields] = nothing_sent  # the button: a form that adds to the draft
    undo: Callable[[Plan], Fields] = nothing_sent  # and one that takes it back
    press: Callable[[Plan], str] = nothing_pressed  # instead of `act`, where orders are sent whole: what a button of
    release: Callable[[Plan], str] = nothing_pressed  # the form on the page says (its `do`), and what takes it back
    figures: Callable[[Plan], Mapping[str, Any]] = no_figures  # of its words


@dataclass(frozen=True, kw_only=True)
class Guide:
    """The whole of it. `plan` gives None where there is nothing to guide; `picture` is an address for the introduction.

    The introduction says who one is, how one wins and how long it lasts: `intro`, `intro_win`, `intro_last` of `words`.
    """

    words: str
    steps: tuple[GuideStep, ...]
    plan: Callable[[MatchAccess], Plan | None]
    picture: Callable[[MatchAccess], str]
    page: str = "board"  # the page on which the steps are taken
    turns: int = 1  # that are over when it has still something to say: the report of the first is read in the second

    def address(self, code: str) -> str:
        """Where that page of a match is."""
        return reverse("match" if self.page == "board" else f"match_{self.page}", args=[code])
