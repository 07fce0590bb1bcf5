"""The form's fields and its text: one order a line is the truth, the fields of a page are only another way to write it.

A field's name is a letter and what it is about: `b-mine`, `u-archer`, `t-fleches`; `a1-k` is the first attacked kingdom
and `a1-archer` who goes there; `e-Royaume de Jean` counts spies for that kingdom. What was typed goes into the line as
it is: the game's own reader says what is wrong with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from heraut.engine.protocol import Json
from heraut.games.daifen import orders as o
from heraut.games.daifen.decision import EMPTY
from heraut.games.daifen.orders import GOLD, INTELLECT, Form, Order
from heraut.games.daifen.races import BUILDINGS, RACES, TECHNOLOGIES, UNITS
from heraut.games.daifen.sheet.writing import write_content
from heraut.games.daifen.tables import CONSTANTS
from heraut.site.games.daifen.realm import known_living

Values = Mapping[str, str]

MISSIONS: Mapping[str, type[o.Mission]] = {"e": o.SpyOn, "v": o.Steal, "z": o.Sabotage}
REVEALS = 2  # lines for ambassadors, and one more than are used
FREE_TEXT = "texte"  # of a rumour, instead of a statement
LONGEST = 200  # signs of a field that are looked at


def text_of(view: Json, values: Values) -> str:
    """The text that these fields make; of empty ones that of an empty form, which is a form all the same."""
    return "\n".join([line for _, line in lines_of(view, values)]) or EMPTY


Placed = tuple[str, str]  # the place on the page that a line is written at (`fields.py`), and the line


def lines_of(view: Json, values: Values) -> Iterator[Placed]:
    """One line an order, in the order of the page."""
    race, own = RACES[view["own"]["race"]], view["own"]
    for code in race.buildings:
        if number := given(values, f"b-{code}"):
            yield f"b-{code}", f"{o.Build.code} {BUILDINGS[code].fr} {number}"
    for code in race.units:
        if number := given(values, f"u-{code}"):
            yield f"u-{code}", f"{o.Train.code} {UNITS[code].fr} {number}"
    for code in race.technologies:
        if given(values, f"t-{code}"):
            yield f"t-{code}", f"{o.Develop.code} {TECHNOLOGIES[code].fr}"
    yield from expeditions(own["units"], values)
    for place in range(1, CONSTANTS.gifts_max + 1):
        kingdom, content, number = (given(values, f"d{place}-{part}") for part in "kcn")
        if kingdom or number:
            line = f'{o.Give.code} "{kingdom}" : {write_content(content) if content else ""} {number}'
            yield f"d{place}", line.rstrip()
    yield from missions(known_living(view), values)
    yield from others(values)


def expeditions(units: Iterable[str], values: Values) -> Iterator[Placed]:
    """Attacks and supports."""
    for letter, kind, most in (("a", o.Attack, CONSTANTS.attacks_max), ("s", o.Support, CONSTANTS.supports_max)):
        for place in range(1, most + 1):
            kingdom = given(values, f"{letter}{place}-k")
            sent = [(code, given(values, f"{letter}{place}-{code}")) for code in units]
            sent = [(code, number) for code, number in sent if number]
            if kingdom or sent:
                army = ", ".join([f"{UNITS[code].fr} {number}" for code, number in sent])
                yield f"{letter}{place}", f'{kind.code} "{kingdom}" : {army}'.rstrip()


def missions(living: Iterable[str], values: Values) -> Iterator[Placed]:
    """Explorers, then spies sent to the kingdoms that are known."""
    if number := given(values, "x"):
        yield "x", f"{o.Explore.code} {number}"
    kingdoms = list(living)
    for letter, kind in MISSIONS.items():
        for place, name in enumerate(kingdoms):
            if number := given(values, f"{letter}-{name}"):
                yield f"m{place}", f'{kind.code} "{name}" {number}'


def others(values: Values) -> Iterator[Placed]:
    """Ambassadors, guards, a rumour, a vote."""
    for place in range(1, places_of(values) + 1):
        kingdom, recipient = given(values, f"i{place}-k"), given(values, f"i{place}-a")
        if kingdom or recipient:
            yield f"i{place}", f'{o.Reveal.code} "{kingdom}" A "{recipient}"'
    if number := given(values, "g"):
        yield "g", f"{o.Guard.code} {number}"
    kingdom, statement, tale = (given(values, f"r-{part}") for part in "kst")
    if kingdom or statement:
        said = f'"{tale}"' if statement == FREE_TEXT else statement
        yield "r", f'{o.Rumour.code} "{kingdom}" : {said}'
    if vote := given(values, "vote"):
        yield "vote", f"{o.Vote.code} {vote}"


def given(values: Values, name: str) -> str:
    """What was typed in a field, on one line; "" for nothing, and for a count of none."""
    typed = " ".join(values.get(name, "").split())[:LONGEST]
    return "" if typed.strip("0") == "" and typed.isdigit() else typed


def places_of(values: Values) -> int:
    """How many numbered lines a page has for ambassadors."""
    used = [int(digits) for name in values if (digits := number_in(name))]
    return max([REVEALS, *used])


def number_in(name: str) -> str:
    """The number of the line for an ambassador that a field belongs to; "" for any other field."""
    head = name.partition("-")[0]
    digits = head.removeprefix("i")
    return digits if head != digits and digits.isascii() and digits.isdigit() and len(digits) < 3 else ""


# Back: the fields of a form that was understood


def values_of(form: Form) -> dict[str, str]:
    """The fields that this form fills."""
    values: dict[str, int | str] = {}
    targets: dict[str, list[str]] = {letter: [] for letter in "asdi"}
    for order in form.orders:
        fill(values, targets, order)
    return {name: str(value) for name, value in values.items()}


def fill(values: dict[str, int | str], targets: dict[str, list[str]], order: Order) -> None:  # noqa: C901  one case a kind of order
    """Puts one order into its fields; lines about the same thing add up."""

    def more(name: str, count: int) -> None:
        values[name] = int(values.get(name, 0)) + count

    match order:
        case o.Build(building=code, count=count):
            more(f"b-{code}", count)
        case o.Train(unit=code, count=count):
            more(f"u-{code}", count)
        case o.Develop(technology=code):
            values[f"t-{code}"] = "1"
        case o.Expedition(kingdom=kingdom, units=units):
            letter = "a" if isinstance(order, o.Attack) else "s"
            place = line_of(targets[letter], kingdom)
            values[f"{letter}{place}-k"] = kingdom
            for code, count in units:
                more(f"{letter}{place}-{code}", count)
        case o.Give(kingdom=kingdom, content=content, count=count):
            targets["d"].append(kingdom)
            place = len(targets["d"])
            values |= {f"d{place}-k": kingdom, f"d{place}-c": content, f"d{place}-n": count}
        case o.Explore(count=count):
            more("x", count)
        case o.Guard(count=count):
            more("g", count)
        case o.Mission(kingdom=kingdom, count=count):
            letter = next(letter for letter, kind in MISSIONS.items() if isinstance(order, kind))
            more(f"{letter}-{kingdom}", count)
        case o.Reveal(kingdom=kingdom, recipient=recipient):
            targets["i"].append(kingdom)
            values |= {f"i{len(targets['i'])}-k": kingdom, f"i{len(targets['i'])}-a": recipient}
        case o.Rumour(kingdom=kingdom, statement=statement, text=text):
            values |= {"r-k": kingdom, "r-s": statement or FREE_TEXT, "r-t": text or ""}
        case o.Vote(yes=yes):
            values["vote"] = "OUI" if yes else "NON"


def line_of(kingdoms: list[str], kingdom: str) -> int:
    """The line of a kingdom among those of its sort, from 1."""
    if kingdom not in kingdoms:
        kingdoms.append(kingdom)
    return kingdoms.index(kingdom) + 1


def contents(view: Json) -> list[str]:
    """What a gift may hold now."""
    return [GOLD, INTELLECT, *view["own"]["units"]]
