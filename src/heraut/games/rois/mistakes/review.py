"""All that is said of a sheet before it is sent, in the order of the year."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping

from heraut.engine.protocol import Json
from heraut.games.rois import orders as o
from heraut.games.rois.decision import SheetDecision
from heraut.games.rois.grammar import capital
from heraut.games.rois.herald import Herald
from heraut.games.rois.mistakes.arms import on_assaults, on_duel_plan, on_leave, on_pick_up, on_recruit
from heraut.games.rois.mistakes.caution import Caution
from heraut.games.rois.mistakes.foresight import Year
from heraut.games.rois.mistakes.people import on_hire, on_meeting, on_plan
from heraut.games.rois.mistakes.roads import on_adventure, on_explore, on_move, on_search
from heraut.games.rois.mistakes.votes import on_elections
from heraut.games.rois.orders import SEASONS, Action, Order, Sheet
from heraut.games.rois.sheet.book import Book
from heraut.games.rois.sheet.judging import key_of

Check = Callable[[Year, Action], Iterator[Caution]]

CHECKS: Mapping[type[Order], tuple[Check, ...]] = {
    o.Move: (on_move, on_adventure),
    o.Explore: (on_explore, on_adventure),
    o.Search: (on_search, on_meeting, on_adventure),
    o.Hire: (on_hire,),
    o.PickUp: (on_pick_up,),
    o.Leave: (on_leave,),
    o.Recruit: (on_recruit,),
    o.Meet: (on_meeting,),
    o.Pursue: (on_adventure,),
    o.Trail: (on_adventure,),
}
ONCE = frozenset(("no_standing_plan", "may_refuse"))  # said of a character, not of each of his orders


def cautions(view: Json, sheet: Sheet) -> list[Caution]:
    """What is legal in this sheet, and probably not meant. Silence is not judged."""
    if not sheet.sent:
        return []
    book = Book(view)
    found: list[Caution] = []
    said: set[tuple[str, int]] = set()
    for caution in (*on_plans(Year(book, sheet)), *on_year(Year(book, sheet)), *on_elections(book, sheet)):
        key = caution.code, caution.data.get("who", 0)
        if caution.code not in ONCE or key not in said:
            said.add(key)
            found.append(caution)
    return found


def on_plans(year: Year) -> Iterator[Caution]:
    """The standing plans, and those for duels."""
    for standing in year.sheet.plans:
        yield from on_plan(year, standing.character, standing.plan, standing)
        if standing.duel:
            yield from on_duel_plan(year, standing.character, standing.plan, standing)


def on_year(year: Year) -> Iterator[Caution]:
    """The five seasons: every order as things will stand when it comes, then the battles."""
    for season in SEASONS:
        for action in year.queue(season):
            for check in CHECKS.get(type(action.order), ()):
                yield from check(year, action)
            if isinstance(action.order, (o.Search, o.Meet)) and action.order.plan is not None:
                yield from on_plan(year, action.character, action.order.plan, action)
            year.carry_out(action)
        yield from on_assaults(year)
        year.conquer()


def told(decision: SheetDecision, text: str, lang: str) -> dict[int, list[str]]:
    """The cautions of a text in words, by the number of their line; 0 for the sheet as a whole."""
    lines = {key_of(entry): line for line, entry in decision.entries(text).items()}
    herald = Herald(decision.view, lang)
    found: dict[int, list[str]] = defaultdict(list)
    for caution in cautions(decision.view, decision.parse(text).answer):
        line = 0 if caution.entry is None else lines[key_of(caution.entry)]
        found[line].append(say(herald, caution))
    return dict(found)


def say(herald: Herald, caution: Caution) -> str:
    """A caution in words: its heading, what there is to fear, and the rule."""
    heading = herald.name("mistake", caution.heading)
    text = capital(herald.tale("caution", caution.code, caution.data))
    return herald.page("caution", {"heading": heading, "text": text, "rule": caution.rule})
