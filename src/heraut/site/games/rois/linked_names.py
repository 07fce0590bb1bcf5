"""Names that lead somewhere: in the sentences of the year each person, province and King is a link to his page.

A sentence is composed with names that carry a mark behind them, for what stands before a name ("de", "d'") depends on
its first letter; `linked` makes links of them, `unmarked` leaves the bare sentence. No name can hold such a mark, as
names are printable (RO-ORD-19).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe

from heraut.engine.protocol import Event, Json
from heraut.games.rois.grammar import capital
from heraut.games.rois.herald import Herald
from heraut.games.rois.lexicon import Fallback, Lexicon
from heraut.site.common.words import site_words

OPEN, CLOSE = "\ue000", "\ue001"
MARK = re.compile(f"{OPEN}([a-z]+)([0-9]+){CLOSE}")
PERSON, PROVINCE = "p", "l"  # what a mark stands for


class StoryHerald(Herald):
    """Says events to one reader in sentences whose names carry marks; provinces without their numbers.

    `before` is what he saw as the year began: he still knows by name those of his people whom it has taken away.
    """

    def __init__(self, view: Json, lang: str, before: Json | None = None) -> None:
        self.before = before or {}
        super().__init__(view, lang)

    def known_names(self) -> dict[str, Mapping[Any, str]]:
        """The names as this reader may call them, with their marks."""
        known = super().known_names()
        then = Lexicon(self.before, self.lang).names if self.before else known
        kings = {int(number): one["king"] for number, one in self.view["kingdoms"].items()}
        kingdoms = {number: marked(name, PERSON, kings[number]) for number, name in known["kingdom"].items()}
        page = self.words.groups["page"]
        return {
            **known,
            "character": remembered(then["character"], known["character"], PERSON),
            "province": remembered(then["province"], known["province"], PROVINCE),
            "kingdom": Fallback(kingdoms, page["some_kingdom"], page["natives"]),
        }

    def told(self, event: Event) -> dict[str, Any]:
        """The data of an event in words; an order by its name, for who clicks has never read its code."""
        data = super().told(event)
        if event.kind == "ignored":
            name = site_words(self.lang).say("rois_order_name", data["order"])
            data["order"] = name[0].lower() + name[1:]
        return data

    def sentence(self, event: Event) -> str:
        """The sentence of an event, its names marked."""
        return capital(self.tale("event", event.kind, self.told(event)))


def remembered(then: Mapping[Any, str], now: Mapping[Any, str], sort: str) -> Fallback:
    """The names of now, and those that were known as the year began; each with its mark, none with its number."""
    assert isinstance(now, Fallback)
    names = {number: name.removesuffix(f" ({number})") for number, name in {**then, **now}.items()}
    return Fallback({number: marked(name, sort, number) for number, name in names.items()}, now.stranger, now.nobody)


def marked(name: str, sort: str, number: int) -> str:
    """A name with its mark behind it, which says how long it is."""
    return f"{name}{OPEN}{sort}{number}{CLOSE}"


def unmarked(text: str) -> str:
    """The sentence as it is read."""
    return MARK.sub("", text)


class Places:
    """Where the names of a page lead, for a reader who sees `now`: nowhere where he has no page of them."""

    def __init__(self, herald: Herald, code: str, now: Json) -> None:
        self.code = code
        names, own = herald.names, now.get("own") or {}
        self.known = {
            sort: {number: unmarked(name) for number, name in names[table].items()}
            for sort, table in ((PERSON, "character"), (PROVINCE, "province"))
        }
        for number, one in herald.view["kingdoms"].items():  # a King as his kingdom is called
            self.known[PERSON].setdefault(one["king"], unmarked(names["kingdom"].get(int(number), "")))
        self.lands = bool(own)
        self.people = {each["number"] for each in own.get("characters", ())} | {int(n) for n in own.get("met", {})}
        self.kings = {one["king"] for one in now["kingdoms"].values()} if own else set()

    def address(self, sort: str, number: int) -> str:
        """The page of a person or of a province; of a King whom nobody has met, the court; "" if there is none."""
        if sort == PROVINCE:
            return f"/partie/{self.code}/?province={number}" if self.lands else ""
        if number in self.people:
            return f"/partie/{self.code}/outils/gens/?personne={number}"
        return f"/partie/{self.code}/outils/cour/" if number in self.kings else ""

    def linked(self, text: str) -> SafeString:
        """The sentence as HTML, each name a link where its reader may follow it."""
        parts: list[str] = []
        done = 0
        for mark in MARK.finditer(text):
            before = text[done : mark.start()]
            sort, number = mark[1], int(mark[2])
            name = self.known[sort].get(number, "")
            address = self.address(sort, number)
            if address and name and before.casefold().endswith(name.casefold()):
                cut = len(before) - len(name)
                parts.append(conditional_escape(before[:cut]))
                parts.append(format_html('<a href="{}">{}</a>', address, before[cut:]))
            else:
                parts.append(conditional_escape(before))
            done = mark.end()
        parts.append(conditional_escape(text[done:]))
        return mark_safe("".join(parts))  # noqa: S308  every piece is escaped
