"""Encounter plans and plans for duels, tactic by tactic (RO-ENC-02 to 08, RO-DUEL-02, RO-DUEL-03)."""

from __future__ import annotations

from collections.abc import Iterator

from heraut.engine.protocol import Json
from heraut.games.rois.choices.model import Choice
from heraut.games.rois.choices.offers import legal_first
from heraut.games.rois.encounter.plan import BARE, check_plan, write_plan, write_tactic
from heraut.games.rois.forecast.certainty import CERTAIN, UNDISTURBED, Chance, Reason
from heraut.games.rois.mistakes.foresight import Year
from heraut.games.rois.mistakes.people import skipped
from heraut.games.rois.orders import Sheet
from heraut.games.rois.sheet.book import Book
from heraut.games.rois.sheet.errors import Unread
from heraut.games.rois.state import Plan, Tactic
from heraut.games.rois.tables import CONSTANTS, ITEMS, SPELLS

COMBAT_SPELLS = tuple(code for code, spell in SPELLS.items() if spell.combat)
SOMETHING = "…"  # stands for whatever will be said
STANCES: tuple[Plan, ...] = ((), (Tactic("FI"),), (Tactic("ME"),), (Tactic("FL"),))


def tactics(view: Json, sheet: Sheet, character: int, plan: Plan = (), *, duel: bool = False) -> tuple[Choice, ...]:
    """What may be added to the end of a plan: the value is an entry as it is written ("ME", "CA-FI", "US-31").

    "SA" stands for a text to be asked. A reason of the group "refusal" may not be entered; "caution": it is skipped.
    Spells and items that are of no use to him are left out. Raises KeyError if he is none of one's own.
    """
    book = Book(view)
    if character not in book.characters:
        raise KeyError(character)
    year = Year(book, sheet)
    return legal_first(
        [tactic_choice(book, year, character, plan, each, duel=duel) for each in all_of(year, character)]
    )


def all_of(year: Year, character: int) -> Iterator[Tactic]:
    """The tactics that stand alone, something to say, the spells that he can cast, the items that he carries."""
    for code in BARE:
        yield Tactic(code)
    yield Tactic("SA", text=SOMETHING)
    for spell in COMBAT_SPELLS:
        if not skipped(year, character, "CA", spell, carried=False):
            yield Tactic("CA", spell=spell)
    for item in sorted(year.bears(character)):
        yield Tactic("US", item=item)
        yield Tactic("GI", item=item)


def tactic_choice(book: Book, year: Year, character: int, plan: Plan, tactic: Tactic, *, duel: bool) -> Choice:
    """One tactic at the end of a plan."""
    value = "SA" if tactic.code == "SA" else write_tactic(tactic)
    data = {
        "code": tactic.code,
        "spell": tactic.spell,
        "item": tactic.item,
        "kind": book.item_kinds.get(tactic.item, ""),
    }
    try:
        check_plan((*plan, tactic), book.item_kinds, duel=duel)
    except Unread as unread:
        return Choice(value, Reason("refusal", unread.code, unread.rule, dict(unread.data)), CERTAIN, data=data)
    code = skipped(year, character, tactic.code, tactic.spell, carried=tactic.item in year.bears(character))
    reason = Reason("caution", code, "RO-ENC-08", {"who": character, **data}) if code else idle(tactic, book)
    return Choice(value, reason, UNDISTURBED, data=data)


def idle(tactic: Tactic, book: Book) -> Reason | None:
    """An item that is of no use in a fight (RO-ENC-18)."""
    kind = ITEMS.get(book.item_kinds.get(tactic.item, ""))
    if tactic.code != "US" or kind is None or kind.kind in ("weapon", "bow", "wand", "potion"):
        return None
    return Reason("unfit", "no_use_in_fight", "RO-ENC-18", {"item": tactic.item})


def stances(view: Json, sheet: Sheet, character: int) -> tuple[Choice, ...]:
    """How a character may stand to duels before battle: the value is a plan as it is written ("FI", "ME", "FL").

    "" is no plan: instinct. `chance` is that of his refusing, as far as his temper decides it. Raises KeyError if he
    is none of one's own.
    """
    book = Book(view)
    own = book.characters[character]
    king, found = own["role"] == "king", []
    standing = Year(book, sheet).plan_of(character, duel=True)
    for plan in STANCES:
        flees = bool(plan) and plan[0].code == "FL"
        reason = None
        if flees and own["temper"] == "berserk":
            reason = Reason("caution", "berserk_flees", "RO-ENC-08", {"who": character})
        elif flees and king:
            reason = Reason("caution", "king_must_fight", "RO-DUEL-04", {"who": character})
        least, most = (0, 0) if king else (100, 100) if flees else CONSTANTS.refusals.get(own["temper"], (0, 0))
        data = {"standing": plan == standing}
        found.append(Choice(write_plan(plan), reason, CERTAIN, Chance(least, most), data))
    return tuple(found)
