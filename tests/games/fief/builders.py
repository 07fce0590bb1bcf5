"""A table in a line: lords, soldiers, buildings and fiefs set down as wanted, turns played from orders as written."""

from __future__ import annotations

from typing import Any

from heraut.engine.protocol import Event, Refusal, Seat
from heraut.engine.rng import Rng
from heraut.games import fief
from heraut.games.fief.board.pawns import add_tokens, points_at, refresh
from heraut.games.fief.board.places import BISHOPRIC_IDS, REGION_IDS, REGION_OF, VILLAGE_IDS, VILLAGE_OF
from heraut.games.fief.cards import KIND, LORD_IDS
from heraut.games.fief.decision import BoardDecision
from heraut.games.fief.identities import (
    CASTLE,
    CITY,
    FORTS,
    PHASES,
    POSITIONS,
    SERIES,
    SETUP,
    Holder,
)
from heraut.games.fief.options import read_options
from heraut.games.fief.resolution import Turn
from heraut.games.fief.state import Family, Lord, Realm, Revolt, replaced
from heraut.games.fief.tasks import Wheel
from heraut.games.fief.turn import run


def seats(number: int) -> list[Seat]:
    """j1, j2…"""
    return [Seat(f"j{n}") for n in range(1, number + 1)]


class Dice(Rng):
    """Chance that throws these dice, then ones."""

    __slots__ = ("left",)

    def __init__(self, *dice: int) -> None:
        self.left = list(dice)
        self.random = lambda: ((self.left.pop(0) if self.left else 1) - 0.5) / 6

    def at(self, *path: str | int) -> Rng:
        return self


class Table:
    """A board without anything on it, in turn 1, until something is set down; then a match like any other."""

    def __init__(self, number: int = 3, **options: Any) -> None:
        names = seats(number)
        _, settings = read_options(names, options)
        families = [
            Family(f"F{n}", 0, blazon=n, entry=("ask",) * number, exit=("ask",) * number) for n in range(number)
        ]
        self.realm = Realm(
            settings=settings, seats=tuple(names), turn=0, phase=SETUP, order=tuple(range(number)), first=0,
            families=families, lords=[None] * len(LORD_IDS), stacks=[], owners=(None,) * 24, forts=(0,) * 24,
            mills=(0,) * 24, presses=(0,) * 24, present=((),) * 24, holders=(None,) * 6, bearers=(None,) * 6,
            capitals=(None,) * 6, weather=(None,) * 6, famine=(None,) * 6, tasks=[Wheel()],
        )  # fmt: skip
        self.events: tuple[Event, ...] = ()
        self.turn = Turn(self.realm, Dice())

    # Setting down

    def lord(self, name: str, player: int, village: str, **fields: Any) -> Lord:
        """A lord stands in a village."""
        number = LORD_IDS.index(name)
        self.realm.births += 1
        for key in ("road",):
            if key in fields:
                fields[key] = VILLAGE_OF[fields[key]]
        if "position" in fields:
            fields["position"] = POSITIONS.index(fields["position"])
        if "bishop" in fields:
            fields["bishop"] = BISHOPRIC_IDS.index(fields["bishop"])
        lord = Lord(number, player, self.realm.births, VILLAGE_OF[village], **fields)
        self.realm.lords[number] = lord
        refresh(self.realm, lord.village)
        return lord

    def marry(self, one: str, other: str) -> None:
        """Two lords are married."""
        a, b = self[one], self[other]
        a.spouse, b.spouse = b.number, a.number

    def troops(
        self, player: int, village: str, ones: int = 0, threes: int = 0, sixes: int = 0, *,
        position: str = "in", road: str | None = None, series: str = "soldier",
    ) -> None:  # fmt: skip
        """Soldiers stand in a village."""
        place = VILLAGE_OF[village]
        add_tokens(
            self.realm, player, SERIES.index(series), place, (ones, threes, sixes), POSITIONS.index(position),
            VILLAGE_OF[road] if road else None,
        )  # fmt: skip
        refresh(self.realm, place)

    def own(self, player: int, *villages: str, fort: str = "open", mills: int = 0, presses: int = 0) -> None:
        """Villages outside fiefs belong to a player."""
        for name in villages:
            village = VILLAGE_OF[name]
            self.realm.owners = replaced(self.realm.owners, village, player)
            self.realm.forts = replaced(self.realm.forts, village, FORTS.index(fort))
            self.realm.mills = replaced(self.realm.mills, village, mills)
            self.realm.presses = replaced(self.realm.presses, village, presses)

    def fief(self, region: str, player: Holder, capital: str, bearer: str | None = None) -> None:
        """A region is a fief."""
        number = REGION_IDS.index(region)
        self.realm.capitals = replaced(self.realm.capitals, number, VILLAGE_OF[capital])
        self.realm.holders = replaced(self.realm.holders, number, player)
        self.realm.bearers = replaced(self.realm.bearers, number, LORD_IDS.index(bearer) if bearer else None)
        self.realm.forts = replaced(self.realm.forts, VILLAGE_OF[capital], CITY)

    def castle(self, *villages: str) -> None:
        """Castles stand in villages."""
        for village in villages:
            self.realm.forts = replaced(self.realm.forts, VILLAGE_OF[village], CASTLE)

    def purse(self, player: int, money: int) -> None:
        """A player has so much money."""
        self.realm.families[player].purse = money

    def hand(self, player: int, *kinds: str) -> None:
        """A player holds these cards: kinds, lords, or bishop_2."""
        self.realm.families[player].hand = tuple(sorted(self.card(kind) for kind in kinds))

    def card(self, kind: str) -> int:
        """A card of this kind that nobody holds yet."""
        if kind in LORD_IDS:
            return LORD_IDS.index(kind)
        if kind.startswith("bishop_"):
            return KIND.index("bishop") + int(kind[-1])
        used = {card for one in self.realm.families for card in one.hand}
        used |= {*self.realm.draw, *self.realm.played, *self.realm.dropped, *self.realm.weather, *self.realm.famine}
        self._drawn = getattr(self, "_drawn", set())
        card = next(c for c in range(len(KIND)) if KIND[c] == kind and c not in used and c not in self._drawn)
        self._drawn.add(card)
        return card

    def weather(self, region: str) -> None:
        """Bad weather lies on a region."""
        self.realm.weather = replaced(self.realm.weather, REGION_IDS.index(region), self.card("bad_weather"))

    def famine(self, region: str) -> None:
        """Famine lies on a region."""
        self.realm.famine = replaced(self.realm.famine, REGION_IDS.index(region), self.card("famine"))

    def revolt(self, village: str, controller: int, ones: int = 0, threes: int = 0, sixes: int = 0) -> None:
        """The peasants are up."""
        card = self.card("peasant_revolt")
        self.realm.revolt = Revolt(card, controller, VILLAGE_OF[village], ones, threes, sixes)

    def king(self, name: str, *, guards: int = 0) -> None:
        """A lord is King."""
        self.realm.king = LORD_IDS.index(name)
        lord = self[name]
        if guards:
            self.troops(lord.player, VILLAGE_IDS[lord.village], guards, series="king_guard")

    def queen(self, name: str, *, guards: int = 0, regent: bool = False) -> None:
        """A lady is Queen."""
        self.realm.queen, self.realm.regent = LORD_IDS.index(name), regent
        lady = self[name]
        if guards:
            self.troops(lady.player, VILLAGE_IDS[lady.village], guards, series="queen_guard")

    def prince(self, name: str) -> None:
        """A lord is Crown prince."""
        self.realm.prince = LORD_IDS.index(name)

    # Playing

    def phase(self, name: str, *dice: int) -> Table:
        """The phase of this name begins, in turn 1 (or the turn that is under way)."""
        realm = self.realm
        number = PHASES.index(name)
        if number == 1:
            realm.turn -= realm.turn > 0
            realm.phase = 6 if realm.turn else SETUP
        else:
            realm.turn = max(realm.turn, 1)
            realm.phase = number - 1
        realm.tasks = [Wheel()]
        return self.go(*dice)

    def go(self, *dice: int) -> Table:
        """Whatever needs no answer is done."""
        turn = Turn(self.realm, Dice(*dice))
        run(turn)
        self.events = tuple(turn.events)
        return self

    def say(self, seat: str, *lines: str, dice: tuple[int, ...] = (), **others: str) -> Table:
        """A seat answers with these lines; others as given, or they are silent. Refused lines fail."""
        pending = fief.pending(self.realm)
        assert seat in pending, f"{seat} is not asked; {sorted(pending)} are"
        answers: dict[Seat, Any] = {}
        texts = {seat: "\n".join(lines), **others}
        for who, decision in pending.items():
            reading = decision.parse(texts.get(who, ""))
            assert not reading.refusals, [(r.code, r.data) for r in reading.refusals]
            answers[who] = reading.answer
        order = [who for who in (*texts, *pending) if who in answers]
        step = fief.advance(self.realm, {who: answers[who] for who in dict.fromkeys(order)}, Dice(*dice))
        self.realm, self.events = step.state, step.events
        return self

    def silence(self, *dice: int) -> Table:
        """Nobody answers what is asked now."""
        step = fief.advance(self.realm, dict.fromkeys(fief.pending(self.realm), ()), Dice(*dice))
        self.realm, self.events = step.state, step.events
        return self

    def until(self, kind: str | None = None, phase: str | None = None) -> Table:
        """Silence until something of this kind is asked, or this phase has come; events are gathered."""
        told: list[Event] = list(self.events)
        for _ in range(200):
            if self.realm.road or (kind and self.kind == kind) or (phase and PHASES[self.realm.phase] == phase):
                break
            self.silence()
            told += self.events
        self.events = tuple(told)
        return self

    # Asking

    def __getitem__(self, name: str) -> Lord:
        lord = self.realm.lords[LORD_IDS.index(name)]
        assert lord is not None, f"{name} is not in play"
        return lord

    def alive(self, name: str) -> bool:
        """Whether a lord is in play."""
        return self.realm.lords[LORD_IDS.index(name)] is not None

    @property
    def pending(self) -> dict[Seat, BoardDecision]:
        """Who owes what."""
        return dict(fief.pending(self.realm))

    @property
    def asked(self) -> list[str]:
        """The seats that are asked, in order."""
        return [str(seat) for seat in self.pending]

    @property
    def kind(self) -> str:
        """The kind of what is asked."""
        return next(iter(self.pending.values())).kind if self.pending else ""

    def refusals(self, seat: str, *lines: str) -> list[Refusal]:
        """Why these lines are refused."""
        return list(self.pending[Seat(seat)].parse("\n".join(lines)).refusals)

    def refused(self, seat: str, *lines: str) -> list[tuple[str, str]]:
        """Rule and code of each refusal."""
        return [(refusal.rule, refusal.code) for refusal in self.refusals(seat, *lines)]

    def offered(self, seat: str) -> list[str]:
        """What is offered to a seat, as text."""
        decision = self.pending[Seat(seat)]
        return [decision.write((order,)) for order in decision.offers()]

    def told(self, kind: str) -> list[dict[str, Any]]:
        """The data of the events of a kind."""
        return [event.data for event in self.events if event.kind == kind]

    def points(self, player: int, village: str) -> int:
        """A player's soldiers in a village."""
        return points_at(self.realm, player, VILLAGE_OF[village])

    def owner(self, village: str) -> int | None:
        """Who is recorded as the owner of a village."""
        return self.realm.owners[VILLAGE_OF[village]]

    def holder(self, region: str) -> Holder:
        """Who holds a fief."""
        return self.realm.holders[REGION_IDS.index(region)]

    def bearer(self, region: str) -> str | None:
        """Who bears a title."""
        number = self.realm.bearers[REGION_IDS.index(region)]
        return LORD_IDS[number] if number is not None else None

    def buildings(self, village: str) -> tuple[int, int, str]:
        """Mills, presses, and what stands there."""
        number = VILLAGE_OF[village]
        return self.realm.mills[number], self.realm.presses[number], FORTS[self.realm.forts[number]]

    def place(self, name: str) -> str:
        """Where a lord stands."""
        return VILLAGE_IDS[self[name].village]

    def present(self, village: str) -> tuple[int, ...]:
        """Who occupies a village."""
        return self.realm.present[VILLAGE_OF[village]]

    def money(self, player: int) -> int:
        """A purse."""
        return self.realm.families[player].purse


def region_of(village: str) -> str:
    """The region of a village."""
    return REGION_IDS[REGION_OF[VILLAGE_OF[village]]]
