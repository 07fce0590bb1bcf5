"""The known world as a picture: a continent has no map, so a lord's own keep stands in the middle, others around it.

Kingdoms stand in the order in which he came to know them; the unknown are keeps in the fog, as many as live. Arrows are
the orders of his form, under their numbers; the signs beside a keep are what the last turn told. All of it comes from
his view, his form and his own reports.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import cos, hypot, pi, sin

from django.utils.safestring import SafeString

from heraut.engine.protocol import Event, Json
from heraut.games.daifen import orders as o
from heraut.games.daifen.herald import Herald, fixed_names
from heraut.games.daifen.orders import Order
from heraut.games.daifen.races import ROLES
from heraut.site.games.daifen.dossier import names_in, own_events
from heraut.site.games.daifen.realm import soldiers
from heraut.site.heraldry import arms_of_name, svg
from heraut.site.matchpage.match_access import MatchAccess

LABEL, LINES = 15, 2  # letters of a line of a name, and lines
MOST_SIGNS = 3  # beside one keep; the cards below the picture tell the rest
KINDS: Mapping[type[Order], str] = {
    o.Attack: "attack", o.Support: "support", o.Give: "give", o.Explore: "explore", o.SpyOn: "spy", o.Steal: "spy",
    o.Sabotage: "spy", o.Reveal: "talk", o.Rumour: "talk",
}  # fmt: skip
SIGNS: Mapping[str, tuple[str, str]] = {  # what the last turn told: a charge of daifen.svg, and its colour
    "assault_attacker": ("swords", "attack"), "assault_defender": ("swords", "attack"),
    "assault_supporter": ("swords", "support"), "spy_report": ("eye", "spy"), "explore_found": ("star", "spy"),
    "spy_lost": ("mask", "attack"), "theft_gain": ("gold", "give"), "theft_victim": ("gold", "attack"),
    "sabotage_victim": ("flame", "attack"), "sabotage_failed": ("flame", "spy"), "spy_caught": ("mask", "support"),
    "gift_received": ("gold", "give"), "reveal_received": ("star", "spy"),
}  # fmt: skip
AT_HOME = ("assault_defender", "theft_victim", "sabotage_victim", "spy_caught")


@dataclass(frozen=True)
class Layout:
    """One shape of the picture: its size, and the ring on which the others stand."""

    name: str
    width: int
    height: int
    across: int
    down: int

    @property
    def centre(self) -> tuple[int, int]:
        """Where the lord's own keep stands."""
        return self.width // 2, self.height // 2 + 4

    @property
    def names_home(self) -> bool:
        """Whether there is room for the name of the lord's own kingdom, which the page bears at its head."""
        return self.across > 2 * self.down

    @property
    def island(self) -> str:
        """What fits the drawn island, 900 by 560, into it."""
        return f"scale({self.width / 900:.4f} {self.height / 560:.4f})"

    @property
    def hills(self) -> list[tuple[int, int]]:
        """Where hills are drawn, between the ring and the middle."""
        return self.spots((0.34, 0.28), (0.7, 0.64), (0.63, 0.84))

    @property
    def woods(self) -> list[tuple[int, int]]:
        """Where woods are drawn."""
        return self.spots((0.64, 0.36), (0.3, 0.7), (0.4, 0.83))

    def spots(self, *shares: tuple[float, float]) -> list[tuple[int, int]]:
        """Places by their share of the width and of the height."""
        return [(round(self.width * x), round(self.height * y)) for x, y in shares]

    def place(self, number: int, all: int) -> tuple[int, int]:
        """Where one of so many stands, from the upper right on; every other one a little nearer."""
        angle, near = 2 * pi * (number + 0.5) / max(all, 1) - pi / 2, 1 - 0.16 * (number % 2)
        x, y = self.centre
        return round(x + self.across * near * cos(angle)), round(y + self.down * near * sin(angle))


LAYOUTS = (Layout("wide", 780, 400, 310, 132), Layout("narrow", 380, 400, 132, 138))


@dataclass(frozen=True)
class Sign:
    """What the last turn told of a place."""

    x: int
    y: int
    charge: str
    kind: str
    words: str


@dataclass(frozen=True)
class Keep:
    """A kingdom that is known; `number` is that of its card."""

    name: str
    number: int
    x: int
    y: int
    label: list[str]
    shield: SafeString
    alive: bool
    signs: list[Sign] = field(default_factory=list)


@dataclass(frozen=True)
class Arrow:
    """An order on its way."""

    number: int
    kind: str
    path: str
    head: str
    x: int
    y: int
    words: str


@dataclass(frozen=True)
class World:
    """The picture in one shape."""

    layout: Layout
    home: Keep
    keeps: list[Keep]
    fog: list[tuple[int, int]]
    arrows: list[Arrow]
    kinds: list[str]  # of the arrows, for the legend

    @property
    def signed(self) -> bool:
        """Whether the last turn told of any place."""
        return any(one.signs for one in (self.home, *self.keeps))


Given = Sequence[tuple[Order, str]]  # the orders of the form, each with its sentence


def worlds(access: MatchAccess, given: Given) -> list[World]:
    """The picture in both shapes: a page shows the one that fits."""
    told = last_turn(access)
    return [world(access.view, layout, given, told) for layout in LAYOUTS]


Told = Mapping[str, list[tuple[str, str]]]  # by kingdom, what the last turn told: its kind and its words


def last_turn(access: MatchAccess) -> Told:
    """What the last turn told of each kingdom; "" is the lord's own."""
    herald, told = Herald(access.view, access.lang), defaultdict[str, list[tuple[str, str]]](list)
    for turn, event in own_events(access):
        if turn != access.match.step:
            break
        if event.kind in SIGNS:
            words = herald.words.say("event", event.kind, herald.told(event), herald.names)
            for name in [""] if event.kind in AT_HOME else concerned(event):
                told[name].append((event.kind, words))
    return told


def concerned(event: Event) -> Iterator[str]:
    """The kingdoms beside which a sign stands: that of an expedition is where it went."""
    name = event.data.get("kingdom")
    yield from [name] if isinstance(name, str) else dict.fromkeys(names_in(event.data))


def world(view: Json, layout: Layout, given: Given, told: Told) -> World:
    """The picture in one shape."""
    own, known = view["own"], view["own"]["known"]
    unknown = max(0, view["living"] - 1 - sum(other["alive"] for other in known.values()))
    places = [layout.place(number, len(known) + unknown) for number in range(len(known) + unknown)]
    keeps = [
        keep(name, number, place, known[name]["alive"], told.get(name, ()))
        for number, (name, place) in enumerate(zip(known, places, strict=False), start=1)
    ]
    fog = places[len(known) :]
    x, y = layout.centre
    spots = {one.name: (one.x, one.y) for one in keeps} | ({"": fog[0]} if fog else {})
    drawn = list(arrows((x, y), spots, given))
    home = keep(own["name"], 0, (x, y), True, told.get("", ()))
    return World(layout, home, keeps, fog, drawn, list(dict.fromkeys(one.kind for one in drawn)))


def keep(name: str, number: int, place: tuple[int, int], alive: bool, told: Iterable[tuple[str, str]]) -> Keep:
    """A kingdom at its place, with the signs beside it."""
    x, y = place
    signs = [
        Sign(x + 27 + 23 * rank, y - 20, *SIGNS[kind], words)
        for rank, (kind, words) in enumerate(list(told)[:MOST_SIGNS])
    ]
    return Keep(name, number, x, y, label(name), svg(arms_of_name(name), "world-arms"), alive, signs)


def label(name: str) -> list[str]:
    """A name on at most two lines."""
    lines = [""]
    for word in name.split():
        if lines[-1] and len(lines[-1]) + len(word) >= LABEL and len(lines) < LINES:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return [line if len(line) <= LABEL + 3 else f"{line[: LABEL + 2]}…" for line in lines]


# Arrows


def arrows(home: tuple[int, int], spots: Mapping[str, tuple[int, int]], given: Given) -> Iterator[Arrow]:
    """The orders that leave home, bent apart where several go to the same place."""
    before: defaultdict[str, int] = defaultdict(int)
    for number, (order, words) in enumerate(given, start=1):
        target = str(getattr(order, "kingdom", ""))
        if type(order) in KINDS and target in spots:
            yield arrow(number, KINDS[type(order)], home, spots[target], before[target], words)
            before[target] += 1


def arrow(number: int, kind: str, home: tuple[int, int], to: tuple[int, int], rank: int, words: str) -> Arrow:
    """One of them: from the wall of a keep to the wall of another, in a bow."""
    (x, y), (tx, ty) = home, to
    length = max(1.0, hypot(tx - x, ty - y))
    ux, uy = (tx - x) / length, (ty - y) / length
    bow = (14 + 26 * (rank // 2 + rank % 2)) * (-1 if rank % 2 else 1)
    start, end = (x + ux * 40, y + uy * 40), (tx - ux * 34, ty - uy * 34)
    mid = ((start[0] + end[0]) / 2 - uy * bow, (start[1] + end[1]) / 2 + ux * bow)
    dx, dy = end[0] - mid[0], end[1] - mid[1]
    far = max(1.0, hypot(dx, dy))
    dx, dy = dx / far, dy / far
    back = (end[0] - dx * 13, end[1] - dy * 13)
    points = (end, (back[0] - dy * 7, back[1] + dx * 7), (back[0] + dy * 7, back[1] - dx * 7))
    return Arrow(
        number,
        kind,
        f"M{start[0]:.0f} {start[1]:.0f}Q{mid[0]:.0f} {mid[1]:.0f} {back[0]:.0f} {back[1]:.0f}",
        " ".join([f"{px:.0f},{py:.0f}" for px, py in points]),
        round((start[0] + 2 * mid[0] + end[0]) / 4),
        round((start[1] + 2 * mid[1] + end[1]) / 4),
        words,
    )


# The cards below the picture


def card(access: MatchAccess, name: str, other: Json) -> Json:
    """What is known of a kingdom, in a line: who rules it, what a spy has seen, and how long ago."""
    report = other["report"]
    return {
        "name": name,
        "lord": other["lord"],
        "alive": other["alive"],
        "race": fixed_names(access.lang)["race"][other["race"]],
        "report": report,
        "age": access.view["turn"] - 1 - report["turn"] if report else 0,
        "soldiers": soldiers(report["units"]) if report else 0,
        "spies": report["units"].get(ROLES.spy, 0) if report else 0,
    }
