"""What a seat owes now, made from what it knows, and holding nothing else. All is computed when it is asked for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

import msgspec

from heraut.engine.protocol import Bounds, Reading, Refusal, Seat
from heraut.engine.rng import Rng
from heraut.engine.sheets import GUESSED, UNFIT, Written, lines_read
from heraut.games.fief.identities import PlayerNo
from heraut.games.fief.instructions import instruction_refusals
from heraut.games.fief.orders.grammar import book, grammar
from heraut.games.fief.orders.instructions import Instruction
from heraut.games.fief.orders.order import SILENCE, Answer, Order
from heraut.games.fief.phases.ending import is_away
from heraut.games.fief.questions import HANDLERS
from heraut.games.fief.state import Realm
from heraut.games.fief.tasks import AnyTask
from heraut.games.fief.view import view

BOUNDS = Bounds("FI-TRN-05", lines=1_000, width=1_000)
TOGETHER = frozenset(("window",))  # asked of many, and any one of them may act alone


class BoardDecision(msgspec.Struct, eq=False):
    """One seat's decision: an answer is a tuple of orders; the empty one is silence, which takes the default.

    `realm` is the realm as the seat may know it (`view.secrets.without_secrets`), `task` what asks, on top of its pile.
    """

    bounds: ClassVar[Bounds] = BOUNDS
    realm: Realm
    task: AnyTask
    player: PlayerNo
    kind: str
    _view: dict[str, Any] | None = None

    @property
    def seat(self) -> Seat:
        """Who decides."""
        return self.realm.seats[self.player]

    @property
    def default(self) -> Answer:
        """Silence: never a hostile act, never a gift, never an expense (FI-DP-R2)."""
        return SILENCE

    @property
    def view(self) -> dict[str, Any]:
        """What the seat sees."""
        if self._view is None:
            self._view = view(self.realm, self.seat)
        return self._view

    @property
    def at_once(self) -> bool:
        """Whether nobody is to be waited for: the player is absent, or has conceded (FI-DP-R7, FI-END-04)."""
        return is_away(self.realm, self.player)

    @property
    def alone(self) -> bool:
        """Whether one seat's answer may be taken while the others are still silent (FI-NEG-02)."""
        return self.kind in TOGETHER

    def offers(self, taken: Sequence[Order] = ()) -> Sequence[Order]:
        """Orders that may stand in an answer behind those taken: all, or the usual ones and likely bargains."""
        handler = HANDLERS[type(self.task)]
        found = handler.offers(self.realm, self.task, self.player)
        if handler.bargains is not None:
            found = list(dict.fromkeys((*found, *handler.bargains(self.realm, self.task, self.player))))
        return [order for order in found if not self.check((*taken, order))] if taken else found

    def compose(self, taken: Sequence[Order]) -> Answer:
        """The answer that holds these orders, one after the other; of none, silence."""
        return tuple(taken)

    def answers(self) -> Iterable[Answer] | None:
        """All answers of one order, where they can be listed; None where they cannot.

        In one's own turn a list of several orders is an answer too: they are executed one after the other.
        """
        if not HANDLERS[type(self.task)].listed or self.kind == "move":
            return None
        return [(order,) for order in self.offers()]

    def check(self, answer: Answer) -> Sequence[Refusal]:
        """Every reason why this answer would be refused, line by line."""
        refusals: list[Refusal] = []
        lines = [line for line, order in enumerate(answer, start=1) if not isinstance(order, Instruction)]
        if len(lines) < len(answer):
            refusals += [at(refusal, line) for line, refusal in instruction_refusals(self.realm, self.player, answer)]
        if lines:
            orders = tuple(answer[line - 1] for line in lines)
            refusals += [at(refusal, lines[refusal.line - 1]) for refusal in self._check(orders)]
        return sorted(refusals, key=lambda refusal: refusal.line)

    def _check(self, orders: Answer) -> list[Refusal]:
        check = HANDLERS[type(self.task)].check
        if check is not None:
            return check(self.realm, self.task, self.player, orders)
        if len(orders) > 1:
            return [Refusal("FI-DP-R1", "one_answer", {}, 2)]
        if orders[0] not in self.offers():
            return [Refusal("FI-DP-R1", "not_offered", {"order": grammar(self.realm.seats).write(orders[0])}, 1)]
        return []

    def sample(self, rng: Rng) -> Answer:
        """Some legal answer."""
        handler = HANDLERS[type(self.task)]
        offers = handler.offers(self.realm, self.task, self.player)
        if handler.sample is not None:
            return handler.sample(self.realm, self.task, self.player, offers, rng)
        return (rng.choice(offers),) if offers else SILENCE

    def parse(self, text: str) -> Reading[Answer]:
        """The answer written in `text`, an order a line; lines that cannot be taken are left out, with a reason."""
        readers, writer = book(self.realm), grammar(self.realm.seats)
        written = Written(text, BOUNDS)
        orders: list[Order] = []
        refusals: list[Refusal] = []
        lines: list[int] = []
        for number, line, unfit in lines_read(text, BOUNDS):
            if unfit is None and not line.strip():
                continue
            read = unfit or readers.read(line, guess=len(refusals) < GUESSED)
            if not isinstance(read, Refusal):
                read = written.refusal(number, writer.write(read)) or read
            if isinstance(read, Refusal):
                refusals.append(at(read, number))
                if read.code == UNFIT[0]:
                    break
            else:
                orders.append(read)
                lines.append(number)
        while wrong := self.check(tuple(orders)):
            if len(refusals) < GUESSED:
                wrong = wrong[:1]  # what follows is judged anew without it; of many, all go at once
            refusals += [at(refusal, lines[refusal.line - 1]) for refusal in wrong]
            for place in sorted({refusal.line for refusal in wrong}, reverse=True):
                del orders[place - 1], lines[place - 1]
        return Reading(tuple(orders), tuple(sorted(refusals, key=lambda refusal: refusal.line)))

    def write(self, answer: Answer) -> str:
        """The text that `parse` reads back as this answer."""
        return "\n".join(map(grammar(self.realm.seats).write, answer))


def at(refusal: Refusal, line: int) -> Refusal:
    """The refusal, about this line."""
    return Refusal(refusal.rule, refusal.code, refusal.data, line)
