"""Worlds made to measure: `world()` is a plain without end, where only the Kings stand; the functions below bend it.

The seats are j1…; kingdom n is neutral and human, its King is character n, its home one of `HOMES`. Nothing is drawn
but by `chance`, whose dice fail unless a test tells otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from heraut.engine.protocol import Event, Seat, Step
from heraut.engine.rng import Rng
from heraut.games.rois.decision import SheetDecision
from heraut.games.rois.dice import Chance, Dice
from heraut.games.rois.orders import Sheet
from heraut.games.rois.resolution import Turn
from heraut.games.rois.sight import chart
from heraut.games.rois.state import (
    ABILITIES,
    Acquaintance,
    Character,
    Creation,
    Feature,
    Item,
    Kingdom,
    Monster,
    Province,
    Settings,
    Unit,
    World,
)
from heraut.games.rois.tables import FEATURES, ITEMS, MONSTERS
from heraut.games.rois.turn import SEASON, advance
from heraut.games.rois.view import view
from heraut.games.rois.world.population import king_aptitudes

HOMES = (41, 50, 104, 113)  # row 2, columns 4 and 13; row 5, columns 13 and 4: far apart
YES, NO = 0.0, 0.999  # what a percentage takes for a success, and for a failure


def face(value: int, sides: int = 100) -> float:
    """What a die of so many sides takes for this face."""
    return (value - 0.5) / sides


class Told(Rng):
    """A stream that gives what it is told, the last value for ever after."""

    def __init__(self, *values: float) -> None:
        self.values = list(values)
        self.random = lambda: self.values.pop(0) if len(self.values) > 1 else self.values[0]  # type: ignore[misc]


class Fate(Chance):
    """Chance told by kind of matter: `Fate(action=YES)`, `Fate(action=(NO, YES))`. What is not told fails."""

    def __init__(self, **streams: float | Sequence[float]) -> None:
        super().__init__(Rng(b"fate"))
        self.streams = streams

    def at(self, *path: str | int) -> Rng:
        """A stream of its own for each matter of a kind."""
        kind = path[1] if len(path) > 1 else path[0]
        told = self.streams.get(str(kind), NO)
        return Told(*([told] if isinstance(told, float) else told))

    def dice(self, name: tuple[str | int, ...]) -> Dice:
        """Its dice."""
        return Dice(self.at(*name))


def world(number: int = 2, **settings: Any) -> World:
    """So many Kings in their homes, and 162 empty plains of tax base 5 around them."""
    chosen: dict[str, Any] = {"world": "Essai", "turns": 15, "crown": 55, "open_relations": False, "hardened": False}
    state = World(Settings(**{**chosen, **settings}), 1, {}, {}, {}, {}, {}, {}, {})
    state.names = {f"human {sex}": [f"Héritier {n}" for n in range(9)] for sex in "MF"}
    for n in range(1, 163):
        state.provinces[n] = Province(n, f"Val{n}", "plain", 5, "human", ("LE", "HC"))
    for n in range(1, number + 1):
        home = HOMES[n - 1]
        state.provinces[home].owner = state.provinces[home].home = n
        state.provinces[home].tax_base = 10
        form = Creation("M", "human", "brave", {"TA": 2, "ME": 2})
        state.kingdoms[n] = Kingdom(n, Seat(f"j{n}"), n, home, "human", "neutral", form, 10)
        state.kingdoms[n].exploration[home] = 100
        chart(state.kingdoms[n], home, 0)
        person(state, n, home, role="king", name=f"Roi {n}")
    return state


def person(
    state: World, kingdom: int, province: int, *, role: str = "hero", name: str = "", **levels: Any
) -> Character:
    """One more character: `hero(state, 1, 41, TA=2, race="elf")`; every aptitude is 5."""
    number = len(state.characters) + 1
    fields = {key: levels.pop(key) for key in list(levels) if key not in ABILITIES}
    alignment = state.kingdoms[kingdom].alignment if kingdom else "neutral"
    character = Character(
        **{
            "number": number, "name": name or f"Héros {number}", "sex": "M", "race": "human", "alignment": alignment,
            "temper": "brave", "role": role, "kingdom": kingdom, "province": province, "levels": levels,
            "aptitudes": dict.fromkeys(ABILITIES, 5), "devoted": False, **fields,
        }
    )  # fmt: skip
    state.characters[number] = character
    if role == "provincial":
        state.provinces[province].hero = number
    return character


def free_hero(state: World, province: int, *, threshold: int = 1, known_to: int = 0, **levels: Any) -> Character:
    """A Hero of nobody."""
    hero = person(state, 0, province, role="free", threshold=threshold, **levels)
    if known_to:
        meet(state, known_to, hero.number)
    return hero


def units(state: World, kingdom: int, province: int, *types: str, leader: int = 0, **fields: Any) -> list[Unit]:
    """Units of these types, Moyenne and human unless told otherwise."""
    made = []
    for type in types:
        number = max(state.units, default=0) + 1
        race, quality = fields.get("race", "human"), fields.get("quality", 2)
        unit = Unit(number, type, race, quality, kingdom, province, leader)
        unit.moves, unit.mercenary = fields.get("moves", 0), fields.get("mercenary", 0)
        state.units[unit.number] = unit
        made.append(unit)
    return made


def land(state: World, number: int, **fields: Any) -> Province:
    """Bends a province."""
    province = state.provinces[number]
    for field, value in fields.items():
        setattr(province, field, value)
    return province


def sea(state: World, *numbers: int) -> None:
    """These provinces are empty sea."""
    for number in numbers:
        land(state, number, terrain="sea", race="", types=(), tax_base=1)


def feature(
    state: World, province: int, kind: str = "DJ", *, guardian: str = "", hp: int = 0, **fields: Any
) -> Feature:
    """A special place; `guardian` is the kind of its monster."""
    number = len(state.features) + 1
    place = state.provinces[province]
    found = Feature(number, province, len(place.features) + 1, kind, 1, FEATURES[kind].treasure)
    if guardian:
        points = hp or MONSTERS[guardian].hp
        found.guardian, found.lair = Monster(guardian, points, points), guardian
    for field, value in fields.items():
        setattr(found, field, value)
    state.features[number] = found
    place.features = (*place.features, number)
    return found


def item(state: World, kind: str, bearer: Character | None = None, *, number: int = 0, **fields: Any) -> Item:
    """A magic item; its bearer's kingdom knows it."""
    number = number or (int(kind) if kind.isdigit() else max([10, *state.items]) + 1)
    made = Item(number, kind, fields.get("charges", ITEMS[kind].charges), fields.get("domain", ""))
    state.items[number] = made
    if bearer is not None:
        bearer.items.append(number)
        if bearer.kingdom:
            state.kingdoms[bearer.kingdom].items[number] = kind
    return made


def king(state: World, kingdom: int, **levels: Any) -> Character:
    """The King of a kingdom, with these levels and fields."""
    character = state.characters[state.kingdoms[kingdom].king]
    for key, value in levels.items():
        if key in ABILITIES:
            character.levels[key] = value
        else:
            setattr(character, key, value)
    return character


def believe(state: World, kingdom: int, alignment: str) -> None:
    """A kingdom and its King change alignment."""
    state.kingdoms[kingdom].alignment = alignment  # type: ignore[assignment]
    ruler = king(state, kingdom, alignment=alignment)
    ruler.aptitudes = king_aptitudes(ruler.levels, ruler.alignment) | ruler.aptitudes


def relate(state: World, one: int, other: int, relation: str) -> None:
    """Two kingdoms stand like this."""
    state.kingdoms[one].relations[other] = state.kingdoms[other].relations[one] = relation  # type: ignore[assignment]


def meet(state: World, kingdom: int, *characters: int) -> None:
    """A kingdom knows these characters."""
    for number in characters:
        other = state.characters[number]
        state.kingdoms[kingdom].met[number] = Acquaintance(other.province, 0, other.kingdom)


def own(state: World, kingdom: int, *provinces: int) -> None:
    """These provinces belong to a kingdom."""
    for number in provinces:
        state.provinces[number].owner = kingdom


def decision(state: World, seat: str) -> SheetDecision:
    """What this King owes now."""
    return SheetDecision(view(state, Seat(seat)))


def sheet(state: World, seat: str, text: str) -> Sheet:
    """The sheet that this text holds. A refused line is a fault of the test."""
    reading = decision(state, seat).parse(text)
    assert not reading.refusals, reading.refusals
    return reading.answer


def refused(state: World, seat: str, text: str) -> list[tuple[str, str, int]]:
    """Rule, code and line of each refusal of this text."""
    return [(each.rule, each.code, each.line) for each in decision(state, seat).parse(text).refusals]


def sheets(state: World, orders: Mapping[str, str] | None, *, absent: str = "") -> dict[Seat, Sheet]:
    """These sheets, written as players write them; the other Kings send an empty one, and rest. Nothing comes from
    who is absent.
    """
    answers = {kingdom.seat: Sheet() for kingdom in state.living() if kingdom.seat != absent}
    return answers | {Seat(seat): sheet(state, seat, text) for seat, text in (orders or {}).items()}


def play(state: World, orders: Mapping[str, str] | None = None, *, chance: Rng | None = None) -> Step[World]:
    """One year with these sheets."""
    return advance(state, sheets(state, orders), chance or Fate())


def years(state: World, *orders: Mapping[str, str] | None, chance: Rng | None = None) -> Step[World]:
    """Several years; the last step."""
    step = None
    for each in orders:
        step = play(state, each, chance=chance)
        state = step.state
    assert step is not None
    return step


def turn_of(state: World, orders: Mapping[str, str] | None = None, *, chance: Rng | None = None) -> Turn:
    """A year about to be resolved, for the tests of a single step."""
    turn = Turn(state, sheets(state, orders), chance or Fate())
    turn.season = 1
    return turn


def season(turn: Turn, *codes: str) -> None:
    """These steps of a season."""
    for phase in SEASON:
        if phase.code in codes:
            phase.resolve(turn)


def find(events: Step[World] | Sequence[Event] | Turn, kind: str, seat: str | None = "*", **data: Any) -> list[Event]:
    """The events of this kind: public ones (seat None), those a seat is told, or all ("*"); with these figures."""
    told = events.events() if isinstance(events, Turn) else events.events if isinstance(events, Step) else events
    return [
        event
        for event in told
        if event.kind == kind
        and (seat == "*" or (event.seen_by is None if seat is None else event.seen_by == (seat,)))
        and all(event.data.get(key) == value for key, value in data.items())
    ]


def one(events: Step[World] | Sequence[Event] | Turn, kind: str, seat: str | None = "*", **data: Any) -> Event:
    """The single event of this kind and with these figures."""
    found = find(events, kind, seat, **data)
    told = events.events() if isinstance(events, Turn) else events.events if isinstance(events, Step) else events
    shown = [(event.kind, event.seen_by, event.data) for event in told if event.seen_by != ()]
    assert len(found) == 1, (kind, seat, data, shown)
    return found[0]


def reasons(events: Step[World], seat: str = "j1") -> list[str]:
    """Why orders of a seat were ignored."""
    return [event.data["reason"] for event in find(events, "ignored", seat)]
