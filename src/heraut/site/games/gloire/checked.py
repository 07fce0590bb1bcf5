"""The checked sheet as a page shows it, in pieces that are made when they are asked for and kept (`fragments.py`)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, partial, wraps
from typing import NamedTuple, TypeVar

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from heraut.engine.protocol import Json
from heraut.games.gloire.calculators.finance import Forecast, forecast
from heraut.games.gloire.herald import Herald
from heraut.games.gloire.orders import Sheet
from heraut.site.common.rendering import rendered
from heraut.site.common.words import say
from heraut.site.games.gloire.draft import Draft, Placed
from heraut.site.games.gloire.lines import CheckedSheet, check_draft
from heraut.site.games.gloire.mends import mends_of
from heraut.site.games.gloire.order_words import sentence
from heraut.site.matches.orders import last_sheet
from heraut.site.matchpage.checked_lines import CheckedLine, LineTold, Mend, excerpt, reason
from heraut.site.matchpage.fragments import fragment
from heraut.site.matchpage.match_access import MatchAccess
from heraut.site.matchpage.saving import own_text

MOST_TOLD = 3  # refused lines whose reasons are read aloud
MOST_REFUSED = 20  # lines of a sheet that a report tells of
ANY = "¤"  # the number of any line
LINES = 24_000  # lines of orders, of about 1 kB: sixty of two hundred players each, on the board and on the sheet
# Sheets that each process remembers, as many as views (`match_access.view_of`); longer than any but a flood, each as
# large as thirty of the others; how many of these
KEPT, LONG, FEW = 256, 200, 16

A = TypeVar("A", bound=Hashable)
B = TypeVar("B", bound=Hashable)
T = TypeVar("T")


def remembered(lines: Callable[..., int]) -> Callable[[Callable[[A, B], T]], Callable[[A, B], T]]:
    """Remembers what is made of the sheets of all who play at once, and of a few long ones: `lines` tells how long."""

    def keep(make: Callable[[A, B], T]) -> Callable[[A, B], T]:
        usual, long = lru_cache(maxsize=KEPT)(make), lru_cache(maxsize=FEW)(make)

        @wraps(make)
        def found(one: A, other: B) -> T:
            return (long if lines(one, other) > LONG else usual)(one, other)

        return found

    return keep


@dataclass(frozen=True)
class Seen:
    """A view, known by its name alone (`MatchAccess.known`)."""

    name: str
    view: Json = field(compare=False)


@remembered(lambda _, orders: len(orders))
def foreseen(seen: Seen, orders: Sheet) -> Forecast:
    """The treasury ahead: most of what is typed does not change what is understood."""
    return forecast(seen.view, orders)


def draft_of(access: MatchAccess, text: str | None = None) -> Draft:
    """The visitor's orders as they are typed, or as the site has them."""
    return draft_in(Seen(access.known, access.view), own_text(access) if text is None else text)


@remembered(lambda _, text: text.count("\n"))
def draft_in(seen: Seen, text: str) -> Draft:
    """A text of the lord who sees this, read once: each page asks for it, most of them as it was."""
    return Draft(seen.view, text, lambda view, orders: foreseen(Seen(seen.name, view), orders))


@dataclass(frozen=True)
class Understood:
    """A draft, known by its orders alone: their numbers, and those of their lines."""

    seen: str
    placed: tuple[Placed, ...]
    draft: Draft = field(compare=False)


@remembered(lambda understood, _: len(understood.placed))
def mends_in(understood: Understood, lang: str) -> Mapping[int, Mend]:
    """What mends the orders of a draft, by the numbers of their lines."""
    return mends_of(understood.draft, Herald(understood.draft.view, lang))


def refused_lines(access: MatchAccess, number: int, before: Json) -> list[tuple[str, str]]:
    """The lines of the visitor's own sheet for a turn that were refused as he wrote it, and why; they never counted."""
    seat = access.seat
    if seat is None or access.regency is not None or access.told_seat not in (None, access.name) or "own" not in before:
        return []
    sheet = last_sheet(seat, number)
    if sheet is None:
        return []
    lines = sheet.text.split("\n")
    found = Draft(before, sheet.text).reading.refusals
    return [(lines[one.line - 1], reason(access.match.rules.explain, one, access.lang)) for one in found[:MOST_REFUSED]]


class Page(NamedTuple):
    """The page that shows a checked text; `edited` is the number of the line that is being rewritten, 0 for none."""

    code: str
    open: bool
    edited: int
    short: bool

    def render(self, part: str, **known: object) -> SafeString:
        """A piece of it; nothing may enter it that is not in its name."""
        return rendered(f"play/gloire/checked_{part}.html", {**known, **self._asdict()})

    def tools(self, lang: str, number: int) -> SafeString:
        """What moves and drops the line of this number, the same for everyone; "" where no orders are taken."""
        if not self.open:
            return SafeString("")
        part = "drop" if self.short else "tools"
        of_any = fragment(partial(self.render, part, number=ANY), part, lang, self.code)
        return mark_safe(of_any.replace(ANY, str(number)))  # noqa: S308  templates escaped each part


@lru_cache(maxsize=LINES)
def line_in(page: Page, lang: str, line: LineTold) -> SafeString:
    """One line: of a sheet that is saved again most are the same, and one is found sooner than it is made."""
    return page.render("line", line=line, tools=page.tools(lang, line.number))


class CheckedText:
    """A text of orders, checked for its author; `edited` is the number of the line that he rewrites, 0 for none."""

    def __init__(self, access: MatchAccess, text: str, edited: int = 0, *, short: bool = False) -> None:
        self.view, self.lang = access.view, access.lang
        self.text = text
        self.draft = draft_of(access, text)
        self.page = Page(access.match.code, access.open, edited, short)
        self.known = access.known
        self.name = (self.known, text, access.lang, self.page)

    @cached_property
    def sheet(self) -> CheckedSheet:
        """The text, checked."""
        found = check_draft(self.draft, self.lang)
        herald = Herald(self.view, self.lang)
        placed = {one.line: one for one in self.draft.placed}
        understood = Understood(self.known, self.draft.placed, self.draft)
        mends = mends_in(understood, self.lang) if self.page.open else {}
        for line in found.lines:
            if line.number in placed:
                line.disc, line.sentence = placed[line.number].disc, sentence(placed[line.number].order, herald)
                line.mend = mends.get(line.number)
        return found

    def refused(self) -> int:
        """How many lines are refused."""
        return len(self.draft.reading.refusals)

    @cached_property
    def faults(self) -> str:
        """How many lines are refused, and why the first of them are, in words for whoever hears the page."""
        return fragment(self.told_faults, "faults", *self.name, store="lines") if self.refused() else SafeString("")

    def told_faults(self) -> SafeString:
        """The same, made."""
        lines = [line for line in self.sheet.lines if line.refused is not None]
        reasons = [say("heard.refused_line", number=line.number, reason=line.refusal) for line in lines[:MOST_TOLD]]
        return format_html("{}", say("heard.refused", count=len(lines), reasons=" ".join(reasons)))

    @cached_property
    def counts(self) -> SafeString:
        """How many orders were understood, how many lines refused."""
        return fragment(lambda: self.page.render("counts", checked=self.sheet), "counts", *self.name, store="lines")

    @cached_property
    def lines(self) -> SafeString:
        """Every line that holds something, with what it costs and what there is to fear; "" if there is none."""

        def make() -> SafeString:
            shown = excerpt(self.sheet.given)
            lines = mark_safe("".join(map(self.line, shown.lines)))  # noqa: S308  templates escaped each part
            return self.page.render("lines", lines=lines, left=shown.left, refused=shown.refused)

        return fragment(make, "lines", *self.name, store="sheets")

    def line(self, line: CheckedLine) -> SafeString:
        """One line of it."""
        return line_in(self.page, self.lang, line.told)

    @cached_property
    def sums(self) -> SafeString:
        """What concerns the whole sheet, and the treasury phase by phase."""
        return fragment(lambda: self.page.render("sums", checked=self.sheet), "sums", *self.name, store="lines")
