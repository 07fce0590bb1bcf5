"""What a picture reads of a view, all of it here: who is where, and what everything is called in both languages."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from heraut.engine.words import enumeration, of, plural
from heraut.games.fief.picture.drawing import drawing
from heraut.games.fief.tables import RegionRow, board, lord_rows

View = Mapping[str, Any]

WORDS = {
    "fr": {
        "board": "Le royaume, tour {turn}",
        "open": "village ouvert",
        "castle": "château",
        "city": "cité",
        "barony": "Baronnie",
        "county": "Comté",
        "duchy": "Duché",
        "abeyance": "titre vacant",
        "owner": "à {name}",
        "nobody": "à personne",
        "mill": "moulin",
        "mills": "moulins",
        "press": "pressoir",
        "presses": "pressoirs",
        "road": "Route vers",
        "roads": "Routes vers",
        "soldier": "soldat",
        "soldiers": "soldats",
        "some": "des soldats",
        "in": "dans la place",
        "besieger": "assiégeant",
        "relief": "en renfort",
        "captive": "prisonnier",
        "rebels": "Paysans révoltés",
        "jacquerie": "Jacquerie",
        "weather": "mauvais temps",
        "famine": "famine",
        "king": "roi",
        "queen": "reine",
        "prince": "prince héritier",
        "cardinal": "cardinal",
        "bishop": "évêque",
        "darc": "d'Arc",
        "fief": "fief",
        "fiefs": "fiefs",
        "card": "carte",
        "cards": "cartes",
        "gone": "éliminé",
        "colon": "\N{NO-BREAK SPACE}: ",
    },
    "en": {
        "board": "The realm, turn {turn}",
        "open": "open village",
        "castle": "castle",
        "city": "city",
        "barony": "Barony",
        "county": "County",
        "duchy": "Duchy",
        "abeyance": "title vacant",
        "owner": "held by {name}",
        "nobody": "held by nobody",
        "mill": "mill",
        "mills": "mills",
        "press": "press",
        "presses": "presses",
        "road": "Road to",
        "roads": "Roads to",
        "soldier": "soldier",
        "soldiers": "soldiers",
        "some": "soldiers",
        "in": "in the place",
        "besieger": "besieging",
        "relief": "come to relieve it",
        "captive": "prisoner",
        "rebels": "Peasants in revolt",
        "jacquerie": "Jacquerie",
        "weather": "bad weather",
        "famine": "famine",
        "king": "king",
        "queen": "queen",
        "prince": "crown prince",
        "cardinal": "cardinal",
        "bishop": "bishop",
        "darc": "d'Arc",
        "fief": "fief",
        "fiefs": "fiefs",
        "card": "card",
        "cards": "cards",
        "gone": "eliminated",
        "colon": ": ",
    },
}

PAWN = 44
"""The room of a pawn."""

WIDE = 33
"""From a lord to the next of his party."""


class Where(NamedTuple):
    """Where a party stands: beside whom, and in which position."""

    village: str
    position: str
    road: str | None
    seat: str


class Party(msgspec.Struct):
    """What stands together of one player: points (None: they cannot be counted), lords, captives."""

    points: int | None = 0
    soldiers: bool = False
    lords: list[str] = []
    captives: list[str] = []

    @property
    def width(self) -> int:
        """The room that it takes."""
        return PAWN + WIDE * max(0, len(self.lords) + len(self.captives) - 1)


class Scene:
    """A view made ready to be drawn, in one language."""

    def __init__(self, view: View, lang: str, seat: str | None) -> None:
        self.view, self.lang = view, lang if lang in WORDS else "fr"
        self.words = WORDS[self.lang]
        self.seat = seat or (view.get("own") or {}).get("seat")
        self.sheet = drawing()
        self.parties = parties(view)

    def blazon(self, seat: str | None) -> str | None:
        """The blazon of a player, once he has chosen one."""
        return self.view["seats"][seat]["blazon"] if seat in self.view["seats"] else None

    def name(self, seat: str) -> str:
        """The name of a player's family, or the peasants'."""
        return str(self.view["seats"][seat]["name"]) if seat in self.view["seats"] else self.words["rebels"]

    def region_name(self, region: RegionRow) -> str:
        """What a region is called: its fief's name if it is one (FI-FIE-03)."""
        fief = self.view["regions"][region.id]["fief"]
        if fief is None:
            return region.label
        capital = next(row.name for row in board().villages if row.id == fief["capital"])
        return f"{self.words[fief['title']]} {behind(capital) if self.lang == 'fr' else 'of ' + capital}"


def behind(name: str) -> str:
    """A village behind "de", its own small article in lower case: de l'Épervier."""
    return of(name, "fr").replace(" L'", " l'")


def parties(view: View) -> dict[Where, Party]:
    """The pawns on the board by party; captives stand with those who hold them."""
    found: defaultdict[Where, Party] = defaultdict(Party)
    for stack in view["stacks"]:
        party = found[Where(stack["village"], stack["position"], stack["road"], stack["seat"])]
        party.soldiers = True
        party.points = None if stack["points"] is None or party.points is None else party.points + stack["points"]
    for name, lord in view["lords"].items():
        if lord["village"] is None or lord["dungeon"]:
            continue
        captor = lord["captor"]
        party = found[Where(lord["village"], lord["position"], lord["road"], captor or lord["seat"])]
        (party.captives if captor else party.lords).append(name)
    return dict(found)


def counted(scene: Scene, one: str, many: str, number: int) -> str:
    """So many of something."""
    return f"{number} {plural(number, scene.words[one], scene.words[many], scene.lang)}"


def at(scene: Scene, village: str) -> list[tuple[Where, Party]]:
    """The parties at a village, in the order of their arrival."""
    order = list(scene.view["villages"][village]["present"])
    here = [(where, party) for where, party in scene.parties.items() if where.village == village]
    return sorted(here, key=lambda pair: order.index(pair[0].seat) if pair[0].seat in order else len(order))


def told(scene: Scene, where: Where, party: Party) -> str:
    """A party in words."""
    words, pawns = scene.words, []
    if party.soldiers:
        points = party.points
        pawns.append(words["some"] if points is None else counted(scene, "soldier", "soldiers", points))
    pawns += [lord_rows()[name].name for name in party.lords]
    pawns += [f"{lord_rows()[name].name} ({words['captive']})" for name in party.captives]
    place = f" ({words[where.position]})" if where.position != "in" else ""
    return f"{scene.name(where.seat)}{place}{words['colon']}{enumeration(pawns, scene.lang)}"
