"""What a lord owes in a round: one line, MISE 4, read, checked and written back (SB-03)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from heraut.engine.protocol import Bounds, Json, Reading, Refusal
from heraut.engine.rng import Rng
from heraut.engine.sheets import Unread, read_entries
from heraut.engine.tokens import bare_letters, is_number, without_comment

BOUNDS = Bounds("SB-03", lines=20, width=200)
WORD = "MISE"


class Bid(msgspec.Struct, frozen=True):
    """So many crowns; 0: no bid at all."""

    crowns: int = 0


NO_BID = Bid()


class BidDecision:
    """The decision of one seat, made from its view alone."""

    kind = "order_sheet"
    bounds = BOUNDS
    default = NO_BID

    def __init__(self, view: Json) -> None:
        self.view = view
        self.purse: int = view["own"]["purse"]

    def check(self, answer: Bid) -> list[Refusal]:
        """No more than the purse holds."""
        if 0 <= answer.crowns <= self.purse:
            return []
        return [Refusal("SB-03", "beyond_purse", {"purse": self.purse}, 1)]

    def parse(self, text: str) -> Reading[Bid]:
        """The bid that a text holds; a second one is refused."""
        bid, refusals = NO_BID, []
        for number, _, found in read_entries(text, BOUNDS, self.read_line, self.write):
            if isinstance(found, Unread):
                refusals.append(found.refusal(number))
            elif isinstance(found, Refusal):
                refusals.append(found)
            elif bid != NO_BID:
                refusals.append(Refusal("SB-03", "second_bid", {}, number))
            else:
                bid = found
        return Reading(bid, tuple(refusals))

    def read_line(self, line: str) -> Bid | Refusal | None:
        """What one line says; None where it says nothing."""
        words = bare_letters(without_comment(line, ";")).upper().split()
        if not words:
            return None
        if len(words) != 2 or words[0] != WORD or not is_number(words[1]):
            return Refusal("SB-03", "no_bid", {"text": line.strip()})
        crowns = int(words[1][:9])
        if not 0 < crowns <= self.purse:
            return Refusal("SB-03", "beyond_purse", {"purse": self.purse})
        return Bid(crowns)

    def write(self, answer: Bid) -> str:
        """The bid as a line; nothing where there is none."""
        return f"{WORD} {answer.crowns}" if answer.crowns else ""

    def sample(self, rng: Rng) -> Bid:
        """Any bid."""
        return Bid(rng.randint(0, self.purse))

    def offers(self, taken: Sequence[Bid] = ()) -> list[Bid]:
        """Every bid; none behind another."""
        return [] if taken else self.answers()

    def compose(self, taken: Sequence[Bid]) -> Bid:
        """The bid that was taken; none of none."""
        return taken[0] if taken else self.default

    def answers(self) -> list[Bid]:
        """Every bid."""
        return [Bid(crowns) for crowns in range(self.purse + 1)]
