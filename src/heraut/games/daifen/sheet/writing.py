"""Orders written: the line that reads back as each (DA-ORD-21)."""

from __future__ import annotations

from heraut.games.daifen import orders as o
from heraut.games.daifen.orders import Order
from heraut.games.daifen.races import BUILDINGS, TECHNOLOGIES, UNITS


def write_units(units: tuple[tuple[str, int], ...]) -> str:
    """Units and their numbers, between commas."""
    return ", ".join([f"{UNITS[code].fr} {count}" for code, count in units])


def write_content(content: str) -> str:
    """What a gift holds."""
    return UNITS[content].fr if content in UNITS else content.upper()


def write_order(order: Order) -> str:
    """The line that reads back as this order; every kingdom between quotes (DA-ORD-21)."""
    match order:
        case o.Build(building=building, count=count):
            rest = f"{BUILDINGS[building].fr} {count}"
        case o.Train(unit=unit, count=count):
            rest = f"{UNITS[unit].fr} {count}"
        case o.Develop(technology=technology):
            rest = TECHNOLOGIES[technology].fr
        case o.Expedition(kingdom=kingdom, units=units):
            rest = f'"{kingdom}" : {write_units(units)}'
        case o.Give(kingdom=kingdom, content=content, count=count):
            rest = f'"{kingdom}" : {write_content(content)} {count}'
        case o.Mission(kingdom=kingdom, count=count):
            rest = f'"{kingdom}" {count}'
        case o.Reveal(kingdom=kingdom, recipient=recipient):
            rest = f'"{kingdom}" A "{recipient}"'
        case o.Rumour(kingdom=kingdom, statement=statement, text=text):
            rest = f'"{kingdom}" : {statement}' if text is None else f'"{kingdom}" : "{text}"'
        case o.Explore(count=count) | o.Guard(count=count):
            rest = str(count)
        case o.Vote(yes=yes):
            rest = "OUI" if yes else "NON"
        case _:
            raise TypeError(f"{type(order).__name__} is no order of this game")
    return f"{order.code} {rest}"
