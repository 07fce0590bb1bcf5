"""People: one's own, what each can do and how far he may still rise; strangers as last seen; Heroes to be hired.

Of one's own the page of a person tells all: talents, items and what they do, merit, plans in words, where he will be.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from django.http import Http404, HttpResponse
from django.utils.safestring import SafeString

from heraut.engine.protocol import Json
from heraut.engine.words import enumeration
from heraut.games.rois.calculators.chances import effective, hiring
from heraut.games.rois.encounter.explain import explain_plan
from heraut.games.rois.encounter.plan import read_plan, write_plan
from heraut.games.rois.grammar import described
from heraut.games.rois.herald import Herald
from heraut.games.rois.sheet.book import Book
from heraut.games.rois.state import ABILITIES
from heraut.games.rois.tables import OFFICE_TABLE
from heraut.site.common.words import say
from heraut.site.games.rois.draft import Draft, draft_of
from heraut.site.games.rois.hiring import Asking, asking, pay
from heraut.site.games.rois.items import effects
from heraut.site.games.rois.merit import own_merits
from heraut.site.games.rois.page_address import number
from heraut.site.games.rois.person_story import fade_of, person_story
from heraut.site.games.rois.portraits import portrait
from heraut.site.games.rois.realm import realm_context
from heraut.site.games.rois.year import GridRow, rows
from heraut.site.matchpage.layout import show
from heraut.site.matchpage.match_access import MatchAccess


@dataclass(frozen=True)
class Talent:
    """An ability of a person: its level, how high it may rise (RO-CHAR-08), and with his items (RO-CHAR-09)."""

    code: str
    name: str
    level: int
    ceiling: int
    borne: int

    @property
    def pips(self) -> list[str]:
        """A sign for each level: "have" it, or "may" have it."""
        return ["have"] * self.level + ["may"] * max(0, self.ceiling - self.level)

    @property
    def more(self) -> int:
        """What his items add."""
        return self.borne - self.level


@dataclass(frozen=True)
class Carried:
    """An item that he carries, what it does, and whether it is one of the ten that count at the end (RO-OFF-08)."""

    name: str
    does: str
    counts: bool


@dataclass(frozen=True)
class Held:
    """A plan that holds for this year, as it is written and in words; `new`: by the sheet."""

    code: str
    words: list[tuple[str, int]]
    new: bool


@dataclass(frozen=True)
class Person:
    """One of the King's own as his page shows him."""

    number: int
    name: str
    words: str
    role: str
    female: bool
    where: str
    province: int
    hp: int
    max_hp: int
    died: int
    pay: int
    talents: list[Talent]
    items: list[Carried]
    merits: list[tuple[str, int]]
    units: int
    plan: Held
    duel: Held
    row: GridRow | None
    portrait: SafeString

    @property
    def wounded(self) -> bool:
        """Whether he lacks hit points."""
        return 0 < self.hp < self.max_hp

    @property
    def best(self) -> list[Talent]:
        """What he is known for."""
        return [one for one in self.talents if one.level][:4]


@dataclass(frozen=True)
class Stranger:
    """Somebody else's as he was last seen. `age`: years since; `fade`: see `person_story.fade_of`."""

    number: int
    name: str
    words: str
    kingdom: str
    where: str
    province: int
    turn: int
    age: int
    fade: str
    levels: list[str]
    chance: int | None
    pay: int
    asking: list[Asking]
    king: bool
    female: bool
    portrait: SafeString

    @property
    def free(self) -> bool:
        """Whether he may be hired, as far as one knows."""
        return bool(self.levels) and not self.kingdom


def page(access: MatchAccess) -> HttpResponse:
    """All of them, or the one that the address asks for."""
    asked = number(access.request.GET.get("personne", ""))
    mine = any(one["number"] == asked for one in access.view["own"]["characters"])
    own, met = people(access), [] if mine else strangers(access, asked)
    chosen = next((one for one in own if one.number == asked), None)
    stranger = next((one for one in met if one.number == asked), None)
    if asked and chosen is None and stranger is None:
        raise Http404
    return show(
        access,
        "play/rois/people.html",
        "gens",
        **realm_context(access),
        living=[one for one in own if not one.died],
        dead=[one for one in own if one.died],
        free=[one for one in met if one.free],
        met=[one for one in met if not one.free],
        chosen=chosen,
        stranger=stranger,
        life=person_story(access, asked) if asked else None,
    )


def people(access: MatchAccess) -> list[Person]:
    """The King's own, himself first."""
    draft = draft_of(access)
    ordered = sorted(access.view["own"]["characters"], key=lambda one: (one["role"] != "king", one["number"]))
    teller = OwnPeople(access, draft)
    return [teller.person(one) for one in ordered]


class OwnPeople:
    """What is read once for all of one's own."""

    def __init__(self, access: MatchAccess, draft: Draft) -> None:
        self.access, self.draft, self.view = access, draft, access.view
        self.herald, self.book = Herald(access.view, access.lang), Book(access.view)
        self.grid = {row.number: row for row in rows(access, draft)}
        self.merit = own_merits(access.view)

    def person(self, one: Json) -> Person:
        """One of them."""
        told, number = described(self.herald, one), one["number"]
        merit = self.merit.get(number, {})
        return Person(
            number,
            one["name"],
            say("rois_people.words", race=told["race"], alignment=told["alignment"], temper=told["temper"]),
            one["role"],
            one["sex"] == "F",
            self.herald.name("province", one["province"]) if one["province"] else "",
            one["province"],
            one["hp"],
            one["max_hp"],
            one["died"],
            one["pay"],
            self.talents(one),
            [self.carried(item) for item in one["items"]],
            [(self.herald.name("office", office), merit[office]) for office in OFFICE_TABLE if merit.get(office)],
            sum(unit["leader"] == number for unit in self.herald.own["units"]),
            self.held(one, duel=False),
            self.held(one, duel=True),
            self.grid.get(number),
            portrait(one, self.view["turn"]),
        )

    def talents(self, one: Json) -> list[Talent]:
        """What he can do, the best first, and what he could learn."""
        found = [
            Talent(
                code,
                self.herald.name("ability", code),
                one["levels"].get(code, 0),
                one["aptitudes"].get(code, 0),
                effective(self.book, one["number"], code),
            )
            for code in ABILITIES
        ]
        return sorted(
            (each for each in found if each.borne or each.ceiling), key=lambda each: (-each.borne, -each.ceiling)
        )

    def carried(self, number: int) -> Carried:
        """An item that he carries, with its charges."""
        known = self.herald.own["items"].get(str(number), {})
        charges, kind = known.get("charges", 0), known.get("kind", "")
        name = self.herald.name("item", number)
        named = say("rois_people.charges", item=name, charges=charges) if charges else name
        return Carried(named, effects(self.herald, kind, known.get("domain", "")), kind.isdigit())

    def held(self, one: Json, *, duel: bool) -> Held:
        """The plan that holds for this year, of the sheet or of former years."""
        written = self.draft.standing_plan(one["number"], duel=duel)
        plan = written.plan if written is not None else read_plan(one["duel" if duel else "plan"])
        told = explain_plan(plan, self.book.item_kinds, self.access.lang)[:-1]
        return Held(write_plan(plan), [(words, len(list(same))) for words, same in groupby(told)], written is not None)


def strangers(access: MatchAccess, asked: int) -> list[Stranger]:
    """All that were ever seen, the latest first; who might ask is told of those who are free."""
    herald, view = Herald(access.view, access.lang), access.view
    kings = {card["king"] for card in view["kingdoms"].values()}
    found = [
        stranger(access, herald, int(number), one, king=int(number) in kings)
        for number, one in view["own"]["met"].items()
        if not asked or asked == int(number)
    ]
    return sorted(found, key=lambda one: (one.age, one.name))


def stranger(access: MatchAccess, herald: Herald, number: int, met: Json, *, king: bool) -> Stranger:
    """One of them."""
    view, told = access.view, described(herald, met)
    free, age = "levels" in met and not met["kingdom"], max(0, view["turn"] - 1 - met["turn"])
    chance = hiring(view, view["own"]["king"], number) if free else None
    return Stranger(
        number,
        met["name"],
        enumeration([told[what] for what in ("race", "alignment") if what in told], herald.lang),
        herald.name("kingdom", met["kingdom"]) if met["kingdom"] else "",
        herald.name("province", met["province"]) if met["province"] else "",
        met["province"],
        met["turn"],
        age,
        fade_of(age),
        herald.levels(met["levels"]) if "levels" in met else [],
        chance,
        pay(access, number) if chance else 0,
        asking(access, draft_of(access), herald, number, met["province"]) if chance else [],
        king,
        met["sex"] == "F",
        portrait({**met, "number": number}, view["turn"], crowned=king),
    )
