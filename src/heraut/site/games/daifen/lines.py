"""The form checked: every line understood or refused, every limit counted, and what it would leave in the coffers.

The reader, the account and the Collecte are the game's own, fed with the seat's view alone. One wrong line and the
whole form is refused (DA-ORD-06): nothing of it is kept, the form before it still counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, partial

from heraut.engine.protocol import Json, Reading, Refusal
from heraut.engine.sheets import lines_read
from heraut.engine.words import catalogue
from heraut.games.daifen.decision import BOUNDS, SheetDecision
from heraut.games.daifen.herald import fixed_names
from heraut.games.daifen.orders import Form, Order
from heraut.games.daifen.races import ROLES, UNITS
from heraut.games.daifen.report import explain
from heraut.games.daifen.sheet.checks import Account, gold_of
from heraut.games.daifen.sheet.reading import read_line
from heraut.games.daifen.suppositions import fighters
from heraut.games.daifen.tables import CONSTANTS
from heraut.games.daifen.turn import PHASES
from heraut.site.common.words import site_words
from heraut.site.games.daifen.forecast import Forecast, forecast
from heraut.site.games.daifen.order_words import Sentences
from heraut.site.matchpage.checked_lines import CheckedLine, Excerpt, excerpt, reason

PHASE_OF = {
    "CONSTRUIRE": 4, "ENTRAINER": 4, "DEVELOPPER": 8, "ATTAQUER": 3, "SOUTENIR": 3, "DONNER": 6, "EXPLORER": 5,
    "ESPIONNER": 5, "VOLER": 2, "SABOTER": 2, "INDIQUER": 5, "CONTRE-ESPIONNER": 5, "RUMEUR": 9, "ASSOCIATION": 1,
}  # fmt: skip
assert set(PHASE_OF.values()) <= {phase.number for phase in PHASES}


ALWAYS = ("gold", "buildings", "places", "spies")  # gauges that are shown even when nothing is used


@dataclass(frozen=True)
class Gauge:
    """Something of which a form may use only so much."""

    key: str  # of the words: "gold", "buildings", "places", "units", "attacks", …
    used: int
    most: int
    name: str = ""  # of the building or unit, where it is about one

    @property
    def words(self) -> str:
        """The key of its words."""
        return f"daifen_form.gauge_{self.key}"

    @property
    def shown(self) -> bool:
        """Whether it is worth a line: what every form uses, and whatever this one does."""
        return bool(self.used) or self.key in ALWAYS

    @property
    def left(self) -> int:
        """How much may still be used."""
        return self.most - self.used

    @property
    def over(self) -> int:
        """How much of it is used that is not there."""
        return max(0, -self.left)

    @property
    def full(self) -> bool:
        """Whether nothing is left."""
        return self.left <= 0


@dataclass(frozen=True)
class CheckedForm:
    """A whole form. `ahead` is what it would leave; of a refused one, what no form at all would."""

    lines: list[CheckedLine]
    reading: Reading[Form]
    gauges: list[Gauge]
    ahead: Forecast
    warnings: list[tuple[str, str]]
    read: list[tuple[int, Order]]  # every order that could be read, refused or not, with the number of its line

    def gauge(self, key: str) -> Gauge:
        """One of those that every form has."""
        return next(gauge for gauge in self.gauges if gauge.key == key)

    @property
    def gold(self) -> Gauge:
        """The gold that it spends."""
        return self.gauge("gold")

    @property
    def buildings(self) -> Gauge:
        """The buildings that it has built."""
        return self.gauge("buildings")

    @property
    def given(self) -> list[CheckedLine]:
        """The lines that hold an order, or should."""
        return [line for line in self.lines if line.state != "silent"]

    @cached_property
    def shown(self) -> Excerpt:
        """Those of them that a page shows."""
        return excerpt(self.given)

    @property
    def understood(self) -> int:
        """How many orders count: none of a refused form."""
        return len(self.reading.answer.orders)

    @property
    def refused(self) -> int:
        """How many lines were refused."""
        return len({refusal.line for refusal in self.reading.refusals})


def check(view: Json, text: str, lang: str) -> CheckedForm:
    """The text of a living lord, checked. Views come from the game; the text is anything that was typed."""
    decision = SheetDecision(view)
    reading = decision.parse(text)
    refusals: dict[int, list[Refusal]] = {}
    for refusal in reading.refusals:
        refusals.setdefault(refusal.line, []).append(refusal)
    account, sentences = Account(decision.book), Sentences(view, lang)
    lines, read = [], []
    for number, source, unfit in lines_read(text, BOUNDS):
        line = CheckedLine(number, source.strip())
        order = read_line(decision.book, source).order if unfit is None else None
        if number in refusals:
            first, *others = refusals[number]
            line.refused, line.rule = partial(reason, explain, first, lang), first.rule
            line.others = [(reason(explain, other, lang), other.rule) for other in others]
        elif order is not None:
            line.code, line.phase = order.code, PHASE_OF[order.code]
            line.name = order_name(lang, order.code)
            line.cost = -gold_of(order)
            line.sentence = sentences.of(order)
        if order is not None:
            account.count(order)
            read.append((number, order))
        if line.code:
            line.left = decision.book.gold - account.gold
        lines.append(line)
    ahead = forecast(view, reading.answer)
    return CheckedForm(lines, reading, list(gauges(account, lang)), ahead, cautions(ahead, lang), read)


def order_name(lang: str, code: str) -> str:
    """What an order is called."""
    return str(catalogue("heraut.games.daifen", lang).groups["order"][code])


def gauges(account: Account, lang: str) -> Iterator[Gauge]:
    """Everything that a form may use only so much of; what the lord has nothing of is left out."""
    book = account.book
    yield Gauge("gold", account.gold, book.gold)
    if account.intellect:
        yield Gauge("intellect", account.intellect, book.intellect)
    yield Gauge("buildings", account.buildings, book.most_buildings)
    types = fixed_names(lang)["building"]
    for building in dict.fromkeys(UNITS[code].trained_in or "" for code in book.race.units):
        if book.places(building):
            yield Gauge("places", account.places[building], book.places(building), types[building])
    if book.units.get(ROLES.spy):
        yield Gauge("spies", account.units[ROLES.spy], book.units[ROLES.spy])
    soldiers = fighters(book.units)
    if soldiers:
        yield Gauge("units", sum(account.units[code] for code in soldiers), sum(soldiers.values()))
    if book.known:
        yield Gauge("attacks", len(account.attacked), CONSTANTS.attacks_max)
        yield Gauge("supports", len(account.supported), CONSTANTS.supports_max)
        yield Gauge("gifts", account.gifts, CONSTANTS.gifts_max)
    yield Gauge("rumours", account.rumours, CONSTANTS.rumours_max)


def cautions(ahead: Forecast, lang: str) -> list[tuple[str, str]]:
    """What the coffers give to fear: upkeep that could not be paid, technologies that would wait."""
    words, names = site_words(lang), fixed_names(lang)
    told = [("unpaid", "DA-COL-03", {"count": count, "building": code}) for code, count in ahead.unpaid.items()]
    told += [("dismissed", "DA-COL-06", {"count": count, "unit": code}) for code, count in ahead.dismissed.items()]
    told += [("waiting", "DA-TEC-03", {"technology": code}) for code in ahead.waiting]
    return [(words.say("daifen_caution", key, data, names), rule) for key, rule, data in told]
