"""The forms that write a line of the sheet, phase by phase: each offers what is legal among what the lord may know.

A field's value is the text of its words as a line holds them, so that a form has only to put them one behind the other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from html import escape
from itertools import groupby

from django.utils.safestring import SafeString, mark_safe

from heraut.engine.protocol import Json
from heraut.games.gloire.orders import ORDERS, Order
from heraut.games.gloire.report import PHASE_KEYS
from heraut.games.gloire.sheet.writing import quoted
from heraut.site.games.gloire.choices import ALL, Choice, Group, Menu

LONGEST_LINE = 300


@dataclass(frozen=True)
class Field:
    """One field of a form: a list to choose from, a number between two bounds, or words."""

    name: str
    label: str
    groups: list[Group] | None = None
    least: int | None = None
    most: int | None = None
    optional: bool = False

    @property
    def kind(self) -> str:
        """ "list", "number" or "text"."""
        if self.groups is not None:
            return "list"
        return "text" if self.least is None else "number"

    @property
    def options(self) -> SafeString:
        """The list as HTML: hundreds of lines, which a template would take ten times as long to write."""
        return mark_safe("".join(map(options_of, self.groups or ())))  # noqa: S308  `options_of` escapes each

    @property
    def blank(self) -> bool:
        """Whether it is a list with nothing in it."""
        return self.groups is not None and not any(group.choices for group in self.groups)


def options_of(group: Group) -> str:
    """The choices of a group, under its heading if it has one."""
    lines = "".join(
        f'<option value="{escape(choice.value)}">{escape(choice.label)}</option>' for choice in group.choices
    )
    return f'<optgroup label="{escape(group.label)}">{lines}</optgroup>' if group.label else lines


@dataclass(frozen=True)
class OrderForm:
    """The form of one order. `useless`: one of its lists is empty, so that the order cannot be given."""

    code: str
    name: str
    syntax: str
    fields: list[Field]

    @property
    def useless(self) -> bool:
        """Whether the order cannot be given now."""
        return any(field.blank and not field.optional for field in self.fields)


@dataclass(frozen=True)
class PhaseForms:
    """The orders of one phase."""

    number: int
    name: str
    forms: list[OrderForm]


def order_forms(view: Json, lang: str) -> list[PhaseForms]:
    """All forms of a living lord, in the order of the phases."""
    menu = Menu(view, lang)
    names = menu.herald.words.groups["phase"]
    return [
        PhaseForms(phase, names[PHASE_KEYS[phase]], [form_of(kind, menu) for kind in kinds])
        for phase, kinds in groupby(ORDERS, key=lambda kind: kind.phase)
    ]


Make = Callable[[Menu], Field]
ANY_NUMBER = 999_999_999


def one_of(name: str, lists: Callable[[Menu], list[Group]], *, optional: bool = False, blank: str = "none") -> Make:
    """A field that is a list; an optional one begins with "-", the word for nothing."""

    def make(menu: Menu) -> Field:
        none = [Group("", [Choice("-", menu.say(blank))])] if optional else []
        return Field(name, menu.say(name), [*none, *lists(menu)], optional=optional)

    return make


def figure(name: str, least: int | str, most: int | str = ANY_NUMBER, *, optional: bool = False) -> Make:
    """A field for a number between two bounds; a bound that is a word is a figure of the match."""

    def make(menu: Menu) -> Field:
        low, high = (bound if isinstance(bound, int) else menu.constant(bound) for bound in (least, most))
        return Field(name, menu.say(name), least=low, most=high, optional=optional)

    return make


def words(name: str, *, optional: bool = False) -> Make:
    """A field for words."""
    return lambda menu: Field(name, menu.say(name), optional=optional)


FIELDS: Mapping[str, tuple[Make, ...]] = {
    "REN": (one_of("knight", Menu.knights), words("name")),
    "DEM": (one_of("army", Menu.armies),),
    "LIB": (one_of("knight", Menu.vassals),),
    "IMP": (figure("level", 1, 10), one_of("land", Menu.own_lands)),
    "RED": (figure("amount", 1), one_of("land", Menu.own_lands)),
    "INI": (figure("peasants", 0, 100), figure("garrison", 0, 100), figure("knights_percent", 0, 100)),
    "DEF": (one_of("army", Menu.armies), figure("threshold", 0)),
    "CHE": (figure("number", 1, "knights_per_turn"),),
    "ARM": (
        one_of("land", Menu.own_lands),
        figure("amount", "man_price"),
        one_of("knight", Menu.knights, optional=True),
    ),
    "AFF": (one_of("knight", Menu.knights), one_of("garrison_of", Menu.garrisons)),
    "TSF": (one_of("knight", Menu.armed_knights), words("target"), figure("men", 1)),
    "GAR": (one_of("knight", Menu.armed_knights), figure("men", 1)),
    "ATT": (one_of("march", Menu.attacks), figure("retreat_under", 0, optional=True)),
    "MOV": (one_of("march", Menu.moves),),
    **{code: (one_of("lord", partial(Menu.lords_for, code=code)),) for code in ("GUE", "ALL", "PAI", "ANN", "APP")},
    "ORG": (figure("places", 2, 100), figure("prize", "joust_prize_min"), words("password")),
    "PAR": (
        one_of("knight", Menu.knights_to_joust),
        one_of("organiser", Menu.lords, optional=True, blank="royal"),
        words("password", optional=True),
    ),
    "VND": (one_of("buyer", Menu.other_lords), one_of("land", Menu.own_lands), figure("price", 0)),
    "ACH": (one_of("seller_land", Menu.lands_of_others), figure("price", 0)),
    "ESP": (one_of("land", Menu.all_lands),),
    "FOR": (one_of("land", Menu.own_lands), one_of("work", Menu.works)),
}
"""The fields of each order, in the order of its words."""


def fields_of(code: str, menu: Menu) -> list[Field]:
    """The fields of an order; none where it has none."""
    return [make(menu) for make in FIELDS.get(code, ())]


def form_of(kind: type[Order], menu: Menu) -> OrderForm:
    """The form of one order."""
    groups = menu.herald.words.groups
    return OrderForm(kind.code, groups["order"][kind.code], groups["syntax"][kind.code], fields_of(kind.code, menu))


def line_of(view: Json, code: str, words: Mapping[str, str]) -> str:
    """The lines that a filled form writes: its words one behind the other, an absent one at the end left out."""
    kind = next((kind for kind in ORDERS if kind.code == code), None)
    if kind is None:
        return ""
    fields = fields_of(code, Menu(view, "fr"))
    parts = [part_of(field, words.get(field.name, "")) for field in fields]
    while parts and parts[-1] == "-":
        parts.pop()
    line = " ".join([code, *parts]).strip()[:LONGEST_LINE]
    if code == "PAR" and parts and parts[0] == ALL:
        knights = [quoted(knight["name"]) for knight in view["own"]["knights"].values()]
        return "\n".join(" ".join([code, name, *parts[1:]]) for name in knights)
    return line


def part_of(field: Field, value: str) -> str:
    """The words of one field; "-" for nothing."""
    value = " ".join(value.split())
    if not value:
        return "-" if field.optional else ""
    if field.kind == "text" and not value.startswith(('"', "«")):
        return quoted(value)
    return value
