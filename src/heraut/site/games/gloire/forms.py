"""The forms that write a line of the sheet, phase by phase: each offers what is legal among what the lord may know.

A field's value is the text of its words as a line holds them, so that a form has only to put them one behind the other.
Another lord's knight is typed, never listed (GP-SITE-16).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from html import escape
from itertools import groupby

from django.utils.safestring import SafeString, mark_safe

from heraut.engine.protocol import Json, Seat
from heraut.games.gloire.atlas import atlas
from heraut.games.gloire.herald import Herald
from heraut.games.gloire.orders import ORDERS, Order
from heraut.games.gloire.report import PHASE_KEYS
from heraut.games.gloire.tables import Constants
from heraut.games.gloire.writing import WORK_NAMES, quoted
from heraut.site.common.words import site_words

ALL = "*"  # every knight of the lord, an order each (GP-PAR-02)
LONGEST_LINE = 300


@dataclass(frozen=True)
class Choice:
    """One thing to choose: the words that it writes, and what the reader sees."""

    value: str
    label: str


@dataclass(frozen=True)
class Group:
    """Choices under a heading; "" without one."""

    label: str
    choices: list[Choice]


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
    desk = Desk(view, lang)
    names = desk.herald.words.groups["phase"]
    return [
        PhaseForms(phase, names[PHASE_KEYS[phase]], [desk.form(kind) for kind in kinds])
        for phase, kinds in groupby(ORDERS, key=lambda kind: kind.phase)
    ]


class Desk:
    """Everything that a lord may choose from."""

    def __init__(self, view: Json, lang: str) -> None:
        self.view = view
        self.own = view["own"]
        self.seat: Seat = self.own["seat"]
        self.lang = lang
        self.herald = Herald(view, lang)
        self.words = site_words(lang)
        self.labels: Mapping[str, str] = self.herald.names["land"]
        self.places = atlas(view["map"]).places

    def form(self, kind: type[Order]) -> OrderForm:
        """The form of one order."""
        groups = self.herald.words.groups
        return OrderForm(
            kind.code, groups["order"][kind.code], groups["syntax"][kind.code], list(self.fields(kind.code))
        )

    def fields(self, code: str) -> Iterator[Field]:  # noqa: C901  one case a kind of field
        """The fields of an order, in the order of its words."""
        match code:
            case "REN":
                yield self.choice("knight", self.knights())
                yield Field("name", self.say("name"))
            case "DEM":
                yield self.choice("army", self.armies())
            case "LIB":
                yield self.choice("knight", self.knights(himself=False))
            case "IMP":
                yield Field("level", self.say("level"), least=1, most=10)
                yield self.choice("land", self.own_lands())
            case "RED":
                yield Field("amount", self.say("amount"), least=1, most=999_999_999)
                yield self.choice("land", self.own_lands())
            case "INI":
                for name in ("peasants", "garrison", "knights_percent"):
                    yield Field(name, self.say(name), least=0, most=100)
            case "DEF":
                yield self.choice("army", self.armies())
                yield Field("threshold", self.say("threshold"), least=0, most=999_999_999)
            case "CHE":
                yield Field("number", self.say("number"), least=1, most=self.constant("knights_per_turn"))
            case "ARM":
                yield self.choice("land", self.own_lands())
                yield Field("amount", self.say("amount"), least=self.constant("man_price"), most=999_999_999)
                yield self.choice("knight", self.knights(), optional=True)
            case "AFF":
                yield self.choice("knight", self.knights())
                yield self.choice("garrison_of", self.armies(garrisons=True))
            case "TSF":
                yield self.choice("knight", self.knights(armed=True))
                yield Field("target", self.say("target"))
                yield Field("men", self.say("men"), least=1, most=999_999_999)
            case "GAR":
                yield self.choice("knight", self.knights(armed=True))
                yield Field("men", self.say("men"), least=1, most=999_999_999)
            case "ATT":
                yield self.choice("march", self.marches(stay=True))
                yield Field("retreat_under", self.say("retreat_under"), least=0, most=999_999_999, optional=True)
            case "MOV":
                yield self.choice("march", self.marches(stay=False))
            case "GUE" | "ALL" | "PAI" | "ANN" | "APP":
                yield self.choice("lord", self.lords_for(code))
            case "ORG":
                yield Field("places", self.say("places"), least=2, most=100)
                yield Field("prize", self.say("prize"), least=self.constant("joust_prize_min"), most=999_999_999)
                yield Field("password", self.say("password"))
            case "PAR":
                everyone = Choice(ALL, self.say("all_knights"))
                yield self.choice("knight", [Group("", [everyone, *self.knights()[0].choices])])
                yield self.choice("organiser", self.lords(), optional=True, blank="royal")
                yield Field("password", self.say("password"), optional=True)
            case "VND":
                yield self.choice("buyer", self.lords(himself=False))
                yield self.choice("land", self.own_lands())
                yield Field("price", self.say("price"), least=0, most=999_999_999)
            case "ACH":
                yield self.choice("seller_land", self.lands_of_others())
                yield Field("price", self.say("price"), least=0, most=999_999_999)
            case "ESP":
                yield self.choice("land", self.all_lands())
            case "FOR":
                yield self.choice("land", self.own_lands())
                works = self.herald.names["fortification"]
                yield self.choice(
                    "work", [Group("", [Choice(word, works[level]) for level, word in WORK_NAMES.items()])]
                )

    def say(self, key: str) -> str:
        """The label of a field."""
        return self.words.say("field", key)

    def choice(self, name: str, groups: list[Group], *, optional: bool = False, blank: str = "none") -> Field:
        """A field that is a list; an optional one begins with "-", the word for nothing."""
        if optional:
            groups = [Group("", [Choice("-", self.say(blank))]), *groups]
        return Field(name, self.say(name), groups, optional=optional)

    def constant(self, name: str) -> int:
        """A figure of the match."""
        assert name in Constants.__struct_fields__
        figure: int = self.view["settings"]["constants"][name]
        return figure

    def men(self, army: object) -> str:
        """How many men an army has, in words."""
        found = self.own["armies"].get(str(army))
        return self.words.say("field", "so_many_men", {"men": found["men"] if found else 0})

    def knights(self, *, himself: bool = True, armed: bool = False) -> list[Group]:
        """The lord's knights, where they are and how many men they lead."""
        choices = []
        for id, knight in self.own["knights"].items():
            if (himself or int(id) != self.own["lord_knight"]) and (knight["army"] is not None or not armed):
                label = f"{knight['name']} – {self.labels[knight['land']]}, {self.men(knight['army'])}"
                choices.append(Choice(quoted(knight["name"]), label))
        return [Group("", choices)]

    def armies(self, *, garrisons: bool = False) -> list[Group]:
        """The lord's armies."""
        choices = []
        for id, army in self.own["armies"].items():
            knight = self.own["knights"].get(str(army["knight"]))
            if knight is None or not garrisons:
                leader = knight["name"] if knight else self.say("garrison_word")
                label = f"#{id} – {leader}, {self.labels[army['land']]}, {self.men(id)}"
                choices.append(Choice(f"#{id}", label))
        return [Group("", choices)]

    def own_lands(self) -> list[Group]:
        """The lord's lands."""
        return [Group("", self.land_choices(self.own["lands"]))]

    def land_choices(self, lands: Iterable[str]) -> list[Choice]:
        """Lands by name."""
        names = sorted(lands, key=lambda name: self.labels[name])
        return [Choice(quoted(name), self.labels[name]) for name in names]

    def marches(self, *, stay: bool) -> list[Group]:
        """Each knight with the lands that he can reach; for attacks, only armed ones and lands not his lord's."""
        groups = []
        for knight in self.own["knights"].values():
            here = knight["land"]
            near = [*self.places[here].neighbours, *([here] if stay else [])]
            lands = [name for name in near if not stay or name not in self.own["lands"]]
            choices = [
                Choice(
                    f"{quoted(knight['name'])} {quoted(name)}",
                    f"{knight['name']} → {self.labels[name]}{self.owner(name)}",
                )
                for name in sorted(lands, key=lambda name: self.labels[name])
            ]
            if choices:
                groups.append(Group(f"{knight['name']}, {self.labels[here]}, {self.men(knight['army'])}", choices))
        return groups

    def owner(self, land: str) -> str:
        """Whose land it is, in brackets, with what that means for an attack."""
        owner = self.view["lands"][land]["owner"]
        if owner is None or owner == self.seat:
            return ""
        me = self.view["lords"][self.seat]
        bond = "enemy_of" if owner in me["enemies"] else "ally_of" if owner in me["allies"] else "no_bond"
        return " " + self.words.say("field", bond, {"lord": self.herald.lords[owner]})

    def lords(self, *, himself: bool = True) -> list[Group]:
        """The living lords."""
        return [Group("", [choice for seat, choice in self.living() if himself or seat != self.seat])]

    def lords_for(self, code: str) -> list[Group]:
        """The lords to whom a diplomatic order makes sense as things stand."""
        me = self.view["lords"][self.seat]
        allies, enemies = set(me["allies"]), set(me["enemies"])
        others = {seat for seat in self.view["lords"] if seat != self.seat}
        fits = {
            "GUE": others - enemies,
            "ALL": others - allies - enemies,
            "PAI": enemies,
            "ANN": allies,
            "APP": allies if enemies else set(),
        }[code]
        return [Group("", [choice for seat, choice in self.living() if seat in fits])]

    def living(self) -> Iterator[tuple[str, Choice]]:
        """The living lords in the order of their names."""
        lords = sorted(self.view["lords"].items(), key=lambda item: item[1]["name"])
        return ((seat, Choice(quoted(lord["name"]), lord["name"])) for seat, lord in lords if lord["alive"])

    def lands_of_others(self) -> list[Group]:
        """The lands that others could sell, lord by lord."""
        held: dict[str, list[str]] = {}
        for name, land in self.view["lands"].items():
            if land["owner"] not in (None, self.seat):
                held.setdefault(land["owner"], []).append(name)
        groups = []
        for seat, lord in sorted(self.view["lords"].items(), key=lambda item: item[1]["name"]):
            lands = sorted(held.get(seat, ()), key=lambda name: self.labels[name])
            choices = [Choice(f"{quoted(lord['name'])} {quoted(name)}", self.labels[name]) for name in lands]
            if choices:
                groups.append(Group(lord["name"], choices))
        return groups

    def all_lands(self) -> list[Group]:
        """Every land, those of others first."""
        mine = set(self.own["lands"])
        return [
            Group("", self.land_choices([name for name in self.view["lands"] if name not in mine])),
            Group(self.say("own_lands"), self.land_choices(mine)),
        ]


def line_of(view: Json, code: str, words: Mapping[str, str]) -> str:
    """The lines that a filled form writes: its words one behind the other, an absent one at the end left out."""
    kind = next((kind for kind in ORDERS if kind.code == code), None)
    if kind is None:
        return ""
    fields = list(Desk(view, "fr").fields(code))
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
