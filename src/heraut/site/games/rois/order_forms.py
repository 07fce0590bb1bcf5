"""Orders made of fields and of clicks: an order from what a form sends, and the line of the sheet that it is.

A form sends `arg-<name>` for each argument of an order, by the names of its struct (`games/rois/orders.py`); a button
sends the whole line.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.datastructures import MultiValueDict

from heraut.games.rois import orders as o
from heraut.games.rois.encounter.plan import read_plan
from heraut.games.rois.naming import valid_name
from heraut.games.rois.options import read_talents
from heraut.games.rois.orders import ORDERS, REALM_ORDERS, Action, Order, RealmOrder
from heraut.games.rois.sheet.errors import Unread
from heraut.games.rois.sheet.writing import write_entry
from heraut.games.rois.state import ABILITIES, Creation

KINDS: Mapping[str, type[Order] | type[RealmOrder]] = {
    **{kind.__name__: kind for kind in ORDERS},
    **{kind.__name__: kind for kind in REALM_ORDERS},
}
PREFIX = "arg-"
LARGEST = 999_999

Data = Mapping[str, Any]  # arguments of an order by name, as its struct holds them


def order_of(kind: str, data: Data) -> Order | RealmOrder | None:
    """An order of this kind with these arguments; None where one is missing, or there is no such kind."""
    made = KINDS.get(kind)
    if made is None:
        return None
    try:
        return made(**{name: data[name] for name in made.__struct_fields__ if name in data})
    except TypeError:
        return None


def line_of(order: Order | RealmOrder, character: int, season: int) -> str:
    """The line of the sheet that holds an order."""
    return write_entry(Action(character, season, order) if isinstance(order, Order) else order)


def sent(kind: str, posted: MultiValueDict[str, str]) -> dict[str, Any]:
    """The arguments that a form sends; what cannot be read is left out, and so is what was left blank."""
    data: dict[str, Any] = {}
    for name in KINDS[kind].__struct_fields__ if kind in KINDS else ():
        values = [value for value in posted.getlist(PREFIX + name) if value.strip()]
        found = READERS.get(name, one_number)(values) if values else None
        if found is not None:
            data[name] = found
    if kind == "Rename":
        data |= thing(posted.get(PREFIX + "number", ""))
    if kind == "NameHeir" and posted.get(PREFIX + "nobody"):
        data["form"] = None
    elif kind == "NameHeir" and (described := heir(posted)) is not None:
        data["form"] = described
    return data


def thing(value: str) -> dict[str, Any]:
    """What is given a name: "C12" is a character, "U31" a unit, "P37" a province."""
    sort, found = value[:1], one_number([value[1:]])
    return {"sort": sort, "number": found} if sort in ("C", "U", "P") and found else {}


def one_number(values: list[str]) -> int | None:
    """A number."""
    word = values[-1].strip().removeprefix("#")
    return int(word) if word.isascii() and word.isdigit() and len(word) <= len(str(LARGEST)) else None


def numbers(values: list[str]) -> tuple[int, ...] | None:
    """Several numbers; "*": all."""
    if "*" in values:
        return o.ALL
    found = [one_number([value]) for value in values]
    return tuple(sorted({one for one in found if one})) or None


def in_order(values: list[str]) -> tuple[int, ...] | None:
    """Several numbers as they were given: a way, a target."""
    found = [one_number([value]) for value in values]
    return tuple(one for one in found if one) or None


def word(values: list[str]) -> str | None:
    """A word, as it is."""
    return " ".join(values[-1].split())[:80] or None


def name(values: list[str]) -> str | None:
    """A name that may be given."""
    return values[-1].strip() if valid_name(values[-1].strip()) else None


def plan(values: list[str]) -> Any:
    """An encounter plan; one that cannot be read is left out."""
    try:
        return read_plan(values[-1].strip().strip("{}")) or None
    except Unread:
        return None


def ticked(values: list[str]) -> bool:
    """Yes."""
    return True


READERS: Mapping[str, Callable[[list[str]], Any]] = {
    "units": numbers, "target": in_order, "plan": plan, "early": ticked, "garrison": ticked, "type": word,
    "spell": word, "ability": word, "sort": word, "text": name,
}  # fmt: skip


def placed(posted: MultiValueDict[str, str]) -> dict[str, int]:
    """The levels that a form places, a field an ability."""
    found = {code: one_number([posted.get(f"{PREFIX}level-{code}", "")]) for code in ABILITIES}
    return {code: level for code, level in found.items() if level}


def heir(posted: MultiValueDict[str, str]) -> Creation | None:
    """The heir that a form describes (RO-CHAR-20); None where it describes none."""
    sex, race, temper = (posted.get(PREFIX + name, "") for name in ("sex", "race", "temper"))
    levels = placed(posted) or read_talents(posted.get(PREFIX + "talents", ""))
    if not (sex and race and temper and levels):
        return None
    return Creation(sex, race, temper, dict(sorted(levels.items())))  # type: ignore[arg-type]
