"""Whether an order may be entered (RO-ORD-01 to 23): only the King's own knowledge is asked, so that a refusal reveals
nothing (RO-GEN-07).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from heraut.engine.protocol import Refusal
from heraut.games.rois import orders as o
from heraut.games.rois.encounter.plan import check_plan
from heraut.games.rois.naming import valid_name
from heraut.games.rois.options import talents_fault
from heraut.games.rois.orders import Action, Order, RealmOrder, StandingPlan
from heraut.games.rois.sheet.book import Book
from heraut.games.rois.sheet.errors import Unread
from heraut.games.rois.state import ABILITIES, HUMANOIDS, TEMPERS, Plan
from heraut.games.rois.tables import CONSTANTS, ITEMS, SPELLS, UNITS
from heraut.games.rois.world.geography import PROVINCES

Check = Callable[[Book, int, Any], Refusal | None]


def check_action(book: Book, action: Action) -> Refusal | None:
    """One order of one character (RO-ORD-21)."""
    fault = check_author(book, action.character)
    if fault is None and action.season not in o.SEASONS:
        fault = Refusal("RO-TURN-01", "unknown_season", {"number": action.season})
    return fault or CHECKS[type(action.order)](book, action.character, action.order)


def check_author(book: Book, number: int) -> Refusal | None:
    """The dead, strangers and Heroes hired this very turn receive no orders (RO-ORD-21)."""
    own = book.characters.get(number)
    if own is None:
        return Refusal("RO-ORD-21", "not_own_character", {"character": number})
    if own["died"]:
        return Refusal("RO-ORD-21", "dead_character", {"character": number})
    return None


def check_standing_plan(book: Book, standing: StandingPlan) -> Refusal | None:
    """A standing or special plan (RO-ENC-04, RO-DUEL-02)."""
    fault = check_author(book, standing.character)
    return fault or plan_fault(book, standing.plan, duel=standing.duel)


def plan_fault(book: Book, plan: Plan | None, *, duel: bool = False) -> Refusal | None:
    """What is wrong with a plan, as far as its writer can know."""
    if not plan:
        return None
    try:
        check_plan(plan, book.item_kinds, duel=duel)
    except Unread as unread:
        return Refusal(unread.rule, unread.code, unread.data)
    return None


def province_fault(rule: str, province: int) -> Refusal | None:
    """Provinces are numbered 1 to 162."""
    if 1 <= province <= PROVINCES:
        return None
    return Refusal(rule, "unknown_province", {"number": province, "most": PROVINCES})


def count_fault(rule: str, count: int) -> Refusal | None:
    """Numbers and counts are at least 1 (RO-ORD-22)."""
    return None if count >= 1 else Refusal(rule, "too_few", {"number": count})


def known_fault(book: Book, author: int, character: int, rule: str) -> Refusal | None:
    """Another character, who has been seen at least once (RO-ORD-20)."""
    if character == author:
        return Refusal(rule, "oneself", {"character": character})
    if character not in book.met:
        return Refusal("RO-ORD-20", "unknown_character", {"character": character})
    return None


def units_fault(book: Book, units: Sequence[int], rule: str) -> Refusal | None:
    """Units of one's own."""
    for unit in units:
        if unit not in book.units:
            return Refusal(rule, "not_own_unit", {"unit": unit})
    return None


def check_search(book: Book, author: int, order: o.Search) -> Refusal | None:
    return count_fault("RO-ORD-03", order.place) or plan_fault(book, order.plan)


def check_recruit(book: Book, author: int, order: o.Recruit) -> Refusal | None:
    if order.type not in UNITS:
        return Refusal("RO-ORD-04", "unknown_type", {"text": order.type, "types": list(UNITS)})
    return count_fault("RO-ORD-04", order.count) or count_fault("RO-ORD-04", order.leader or 1)


def check_hire(book: Book, author: int, order: o.Hire) -> Refusal | None:
    """No King, nobody of one's own; somebody known."""
    if order.character in book.characters or order.character in book.kings:
        return Refusal("RO-ORD-05", "not_hireable", {"character": order.character})
    return known_fault(book, author, order.character, "RO-ORD-05")


def check_dismiss(book: Book, author: int, order: o.Dismiss) -> Refusal | None:
    own = book.characters.get(order.character)
    if own is None or own["role"] != "hero" or order.character == author:
        return Refusal("RO-ORD-07", "not_own_hero", {"character": order.character})
    return None


def check_leave(book: Book, author: int, order: o.Leave) -> Refusal | None:
    if order.receiver != o.GARRISON and order.receiver not in book.characters:
        return Refusal("RO-ORD-08", "not_own_character", {"character": order.receiver})
    return units_fault(book, order.units, "RO-ORD-08")


def check_cast(book: Book, author: int, order: o.Cast) -> Refusal | None:
    """A spell of action with the target that it asks (RO-ORD-23)."""
    spell = SPELLS.get(order.spell)
    if spell is None:
        return Refusal("RO-ORD-10", "unknown_spell", {"text": order.spell})
    if not spell.action:
        return Refusal("RO-ORD-10", "combat_spell", {"spell": order.spell})
    least, most = {"none": (0, 0), "friend": (0, 1), "path": (1, 3)}.get(spell.target, (1, 1))
    if not least <= len(order.target) <= most:
        data = {"spell": order.spell, "target": spell.target}
        return Refusal("RO-ORD-23", "missing_target" if len(order.target) < least else "extra_target", data)
    if order.garrison and spell.target != "host":
        return Refusal("RO-ORD-23", "extra_target", {"spell": order.spell, "target": spell.target})
    return target_fault(book, author, order)


def target_fault(book: Book, author: int, order: o.Cast) -> Refusal | None:
    """Provinces exist, characters have numbers, and whose mind is read must be known (RO-ORD-20)."""
    spell = SPELLS[order.spell]
    for target in order.target:
        if order.garrison or spell.target in ("province", "path"):
            fault = province_fault("RO-ORD-23", target)
        elif order.spell == "TE":
            fault = known_fault(book, author, target, "RO-ORD-23")
        else:
            fault = count_fault("RO-ORD-23", target)
        if fault is not None:
            return fault
    return None


def check_use(book: Book, author: int, order: o.Use) -> Refusal | None:
    """An item; of a known kind, with the target that it asks (RO-ORD-23)."""
    fault = count_fault("RO-ORD-11", order.item)
    kind = book.item_kinds.get(order.item)
    if fault is not None or kind is None:
        return fault
    asked = ITEMS[kind].action
    wanted = {"": None, "none": 0}.get(asked, 1)
    data = {"item": order.item, "target": asked}
    if wanted is not None and len(order.target) != wanted:
        return Refusal("RO-ORD-23", "missing_item_target" if len(order.target) < wanted else "extra_item_target", data)
    if asked == "province":
        return province_fault("RO-ORD-23", order.target[0])
    return count_fault("RO-ORD-23", order.target[0]) if asked == "character" else None


def check_meet(book: Book, author: int, order: o.Meet) -> Refusal | None:
    return known_fault(book, author, order.character, "RO-ORD-12") or plan_fault(book, order.plan)


def check_practise(book: Book, author: int, order: o.Practise) -> Refusal | None:
    if order.ability in ABILITIES:
        return None
    return Refusal("RO-ORD-13", "unknown_ability", {"text": order.ability, "abilities": list(ABILITIES)})


def check_spy(book: Book, author: int, order: o.Spy) -> Refusal | None:
    return province_fault("RO-ORD-14", order.province)


def check_defend(book: Book, author: int, order: o.Defend) -> Refusal | None:
    return province_fault("RO-ORD-15", order.province) if order.province else None


def check_item_gift(book: Book, author: int, order: o.GiveItem) -> Refusal | None:
    return count_fault("RO-ORD-18", order.item) or count_fault("RO-ORD-18", order.character)


def check_gold_gift(book: Book, author: int, order: o.GiveGold) -> Refusal | None:
    """Never to one's own (RO-ITEM-05)."""
    if order.character in book.characters:
        return Refusal("RO-ITEM-05", "gold_to_own", {"character": order.character})
    return count_fault("RO-ORD-18", order.gold) or count_fault("RO-ORD-18", order.character)


CHECKS: dict[type[Order], Check] = {
    o.Move: lambda book, author, order: province_fault("RO-ORD-01", order.province),
    o.Explore: lambda book, author, order: None,
    o.Search: check_search,
    o.Recruit: check_recruit,
    o.Hire: check_hire,
    o.Disband: lambda book, author, order: units_fault(book, order.units, "RO-ORD-06"),
    o.Dismiss: check_dismiss,
    o.Leave: check_leave,
    o.PickUp: lambda book, author, order: units_fault(book, order.units, "RO-ORD-09"),
    o.Cast: check_cast,
    o.Use: check_use,
    o.Meet: check_meet,
    o.Practise: check_practise,
    o.Spy: check_spy,
    o.Defend: check_defend,
    o.Pursue: lambda book, author, order: known_fault(book, author, order.character, "RO-ORD-16"),
    o.Trail: lambda book, author, order: known_fault(book, author, order.character, "RO-ORD-17"),
    o.GiveItem: check_item_gift,
    o.GiveGold: check_gold_gift,
}


# The kingdom's orders (RO-ORD-19)


def check_realm_order(book: Book, order: RealmOrder) -> Refusal | None:
    """An order of the kingdom."""
    match order:
        case (
            o.Treat(kingdom=kingdom)
            | o.Break(kingdom=kingdom)
            | o.Exchange(kingdom=kingdom)
            | o.Donate(kingdom=kingdom)
        ):
            fault = kingdom_fault(book, kingdom)
            if fault is None and isinstance(order, o.Break) and order.early and book.alignment != "evil":
                return Refusal("RO-DIP-07", "no_early_break", {})
            if fault is None and isinstance(order, o.Donate):
                return count_fault("RO-DIP-13", order.gold)
            return fault
        case o.Vote(kingdom=kingdom) if kingdom and kingdom not in book.living:
            return Refusal("RO-VIC-02", "unknown_kingdom", {"kingdom": kingdom})
        case o.Rename():
            return rename_fault(book, order)
        case o.NameHeir(form=form) if form is not None:
            known = form.race in HUMANOIDS and form.temper in TEMPERS and form.sex in ("M", "F")
            if not known or not form.levels or not set(form.levels) <= set(ABILITIES):
                return Refusal("RO-CHAR-20", "bad_heir", {"text": form.race})
            if min(form.levels.values()) < 1:
                return Refusal("RO-CHAR-20", "too_few", {"number": min(form.levels.values())})
            return talents_fault(form.levels)
    return None


def kingdom_fault(book: Book, kingdom: int) -> Refusal | None:
    """Another kingdom, still in play."""
    if kingdom == book.kingdom:
        return Refusal("RO-ORD-19", "own_kingdom", {})
    if kingdom not in book.living:
        return Refusal("RO-ORD-19", "unknown_kingdom", {"kingdom": kingdom})
    return None


def rename_fault(book: Book, order: o.Rename) -> Refusal | None:
    """A character, a unit or a province of one's own, and 1 to 40 signs."""
    own = {"C": book.characters, "U": book.units, "P": book.provinces}.get(order.sort, ())
    if order.number not in own:
        return Refusal("RO-ORD-19", "not_own_thing", {"sort": order.sort, "number": order.number})
    if not valid_name(order.text):
        return Refusal(
            "RO-SET-03",
            "bad_name",
            {"text": order.text[: CONSTANTS.name_length_max], "most": CONSTANTS.name_length_max},
        )
    return None
