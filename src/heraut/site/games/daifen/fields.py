"""What the order form shows: for every order the fields that write it, with what is legal among what is known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from heraut.engine.protocol import Json
from heraut.games.daifen.herald import fixed_names
from heraut.games.daifen.orders import GOLD, INTELLECT
from heraut.games.daifen.races import RACES, ROLES, TECHNOLOGIES, UNITS
from heraut.games.daifen.sheet.book import Book
from heraut.games.daifen.tables import CONSTANTS, statements
from heraut.site.common.words import site_words
from heraut.site.games.daifen.entry import FREE_TEXT, MISSIONS, Values, contents, places_of
from heraut.site.games.daifen.pictures import picture
from heraut.site.games.daifen.realm import Card, building_cards, known_living, unit_cards


@dataclass(frozen=True)
class Count:
    """A number to type. `most` is a hint to the browser; the game alone refuses."""

    name: str
    label: str
    value: str
    most: int
    card: Card | None = None
    picture: Any = ""
    beside: Any = None  # what is said beside it (`advice.Beside`)


@dataclass(frozen=True)
class Choice:
    """A list to choose from."""

    name: str
    value: str
    options: list[tuple[str, str]]


@dataclass(frozen=True)
class Trainer:
    """A building that trains, its places, its units."""

    name: str
    picture: Any
    places: int
    units: list[Count]


@dataclass(frozen=True)
class Line:
    """A numbered line of the form: a kingdom, and what goes there."""

    place: int
    kingdom: Choice
    counts: list[Count] = field(default_factory=list)
    other: Choice | None = None
    beside: Any = None

    @property
    def spare(self) -> bool:
        """Whether it is not the first of its sort, and empty: folded away until it is wanted."""
        fields = [self.kingdom.value, *[one.value for one in self.counts], self.other.value if self.other else ""]
        return self.place > 1 and not any(fields)


@dataclass(frozen=True)
class Tick:
    """A technology to develop."""

    name: str
    label: str
    cost: int
    ticked: bool
    needs: str
    picture: Any
    beside: Any


class Fields:
    """Every field of a lord's form, with the values given."""

    def __init__(self, view: Json, lang: str, values: Values) -> None:
        self.view, self.own, self.lang, self.values = view, view["own"], lang, values
        self.names, self.words = fixed_names(lang), site_words(lang)
        self.book = Book(view)
        self.living = known_living(view)
        self.constants = CONSTANTS
        self.besides: Mapping[str, Any] = {}  # what is said beside the fields (`advice.py`), by place

    def value(self, name: str) -> str:
        """What stands in a field."""
        return self.values.get(name, "")

    def count(self, name: str, label: str, most: int, card: Card | None = None, code: str = "") -> Count:
        """A number."""
        return Count(name, label, self.value(name), most, card, picture(code) if code else "", self.besides.get(name))

    # What is built, trained, developed

    @property
    def buildings(self) -> list[Count]:
        """The buildings that may be built now."""
        most = self.book.most_buildings
        cards = [card for card in building_cards(self.own["race"], self.lang, self.own) if not card.missing]
        return [self.count(f"b-{card.code}", card.name, most, card) for card in cards]

    @property
    def closed_buildings(self) -> list[Card]:
        """The others, with the technology that they want."""
        return [card for card in building_cards(self.own["race"], self.lang, self.own) if card.missing]

    @property
    def trainers(self) -> list[Trainer]:
        """The buildings that stand and train, with the units that may be trained in them now."""
        cards = [card for card in unit_cards(self.own["race"], self.lang, self.own) if not card.missing]
        found = []
        for building in RACES[self.own["race"]].buildings:
            places = self.book.places(building)
            units = [
                self.count(f"u-{card.code}", card.name, places, card)
                for card in cards
                if card.kind.trained_in == building
            ]
            if places and units:
                found.append(Trainer(self.names["building"][building], picture(building), places, units))
        return found

    @property
    def technologies(self) -> list[Tick]:
        """The technologies of the race that are not owned yet."""
        names = self.names["technology"]
        return [
            Tick(
                f"t-{code}",
                names[code],
                TECHNOLOGIES[code].cost,
                bool(self.value(f"t-{code}")),
                names[needed]
                if (needed := TECHNOLOGIES[code].requires) and needed not in self.book.technologies
                else "",
                picture(code),
                self.besides.get(f"t-{code}"),
            )
            for code in RACES[self.own["race"]].technologies
            if code not in self.book.technologies
        ]

    # What is done to others

    def army(self, letter: str, most: int, fit: Iterable[str]) -> list[Line]:
        """The lines of attacks, or of supports."""
        units = list(fit)
        return [
            Line(
                place,
                self.kingdom(f"{letter}{place}-k"),
                [
                    self.count(f"{letter}{place}-{code}", self.names["unit"][code], self.own["units"][code], code=code)
                    for code in units
                ],
                beside=self.besides.get(f"{letter}{place}"),
            )
            for place in range(1, most + 1)
        ]

    @property
    def attacks(self) -> list[Line]:
        """Up to three kingdoms, and offensive units."""
        return self.army("a", self.constants.attacks_max, (code for code in self.own["units"] if UNITS[code].offensive))

    @property
    def supports(self) -> list[Line]:
        """Up to three kingdoms, and defensive units."""
        return self.army(
            "s", self.constants.supports_max, (code for code in self.own["units"] if UNITS[code].defensive)
        )

    @property
    def gifts(self) -> list[Line]:
        """Up to three gifts."""
        labels = {GOLD: self.words.say("daifen", "gold"), INTELLECT: self.words.say("daifen", "intellect")}
        kinds = [(code, labels.get(code) or self.names["unit"][code]) for code in contents(self.view)]
        return [
            Line(
                place,
                self.kingdom(f"d{place}-k"),
                [self.count(f"d{place}-n", self.words.say("daifen_form", "number"), 999_999_999)],
                Choice(f"d{place}-c", self.value(f"d{place}-c"), kinds),
                self.besides.get(f"d{place}"),
            )
            for place in range(1, self.constants.gifts_max + 1)
        ]

    def kingdom(self, name: str, *, own: bool = False) -> Choice:
        """A living kingdom that the lord knows; `own`: or his own."""
        names = [self.own["name"], *self.living] if own else self.living
        return Choice(name, self.value(name), [(kingdom, kingdom) for kingdom in names])

    # Spies

    @property
    def spies(self) -> int:
        """How many there are."""
        return int(self.own["units"].get(ROLES.spy, 0))

    @property
    def explorers(self) -> Count:
        """Spies who look for kingdoms."""
        return self.count("x", self.words.say("daifen_form", "explore"), self.spies)

    @property
    def guards(self) -> Count:
        """Spies who stay at home by order; those without orders do so too."""
        return self.count("g", self.words.say("daifen_form", "guard"), self.spies)

    @property
    def missions(self) -> list[tuple[str, list[Count], Any]]:
        """Each known living kingdom, with the spies sent there."""
        labels = {letter: self.words.say("daifen_form", f"mission_{letter}") for letter in MISSIONS}
        say = self.words.say
        return [
            (
                name,
                [
                    self.count(
                        f"{letter}-{name}",
                        say("daifen_form", "mission_at", {"mission": labels[letter], "name": name}),
                        self.spies,
                    )
                    for letter in MISSIONS
                ],
                self.besides.get(f"m{place}"),
            )
            for place, name in enumerate(self.living)
        ]

    @property
    def ambassadors(self) -> list[tuple[int, Choice, Choice, Any]]:
        """Kingdoms told to others."""
        return [
            (
                place,
                self.kingdom(f"i{place}-k", own=True),
                self.kingdom(f"i{place}-a"),
                self.besides.get(f"i{place}"),
            )
            for place in range(1, places_of(self.values) + 1)
        ]

    # Rumour and vote

    @property
    def rumour_kingdom(self) -> Choice:
        """Whom the rumour is about."""
        return self.kingdom("r-k", own=True)

    @property
    def rumour_statement(self) -> Choice:
        """What it says."""
        kinds: Mapping[str, Any] = statements()
        said = [(code, getattr(kind, self.lang)) for code, kind in kinds.items()]
        return Choice("r-s", self.value("r-s"), [*said, (FREE_TEXT, self.words.say("daifen_form", "free_text"))])

    @property
    def rumour_text(self) -> str:
        """The lord's own words."""
        return self.value("r-t")

    @property
    def vote(self) -> str:
        """ "OUI", "NON" or ""."""
        return self.value("vote")

    # Which folds are open: those that hold something, so that nothing typed is hidden

    @property
    def at_war(self) -> bool:
        """Whether a field of an attack is filled."""
        return self.filled("a")

    @property
    def helping(self) -> bool:
        """Whether a field of a support is filled."""
        return self.filled("s")

    @property
    def giving(self) -> bool:
        """Whether a field of a gift is filled."""
        return self.filled("d")

    @property
    def learning(self) -> bool:
        """Whether a technology is ticked."""
        return self.filled("t")

    @property
    def talking(self) -> bool:
        """Whether a field of the rumour is filled."""
        return self.filled("r")

    @property
    def places(self) -> Iterator[str]:
        """Where something can be said beside the fields, as `entry.py` names these places."""
        yield from [one.name for one in self.buildings]
        yield from [one.name for school in self.trainers for one in school.units]
        yield from [one.name for one in self.technologies]
        if self.living:
            for letter, lines in (("a", self.attacks), ("s", self.supports), ("d", self.gifts)):
                yield from [f"{letter}{line.place}" for line in lines]
        if self.spies:
            yield from ("x", "g", *[f"m{place}" for place in range(len(self.living))])
            if self.living:
                yield from [f"i{place}" for place, *_ in self.ambassadors]
        yield from ("r", *(["vote"] if self.view["association"] else ()))

    def filled(self, letter: str) -> bool:
        """Whether a field of this letter holds anything."""
        return any(value and name[0] == letter for name, value in self.values.items() if name)
