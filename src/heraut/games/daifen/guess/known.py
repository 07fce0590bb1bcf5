"""What a lord knows: his view, and what the events of the last turn tell besides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec

from heraut.engine.decoding import convert
from heraut.engine.protocol import Event, Json, Seat
from heraut.games.daifen.races import UNITS
from heraut.games.daifen.resolution import UNKNOWN
from heraut.games.daifen.state import KingdomName, SpyReport, Stock
from heraut.games.daifen.tables import statements

CAUGHT = ("spy_on", "steal")  # missions of which a spy does not come back for one reason alone (DA-SPY-07)


class Struck(msgspec.Struct, frozen=True):
    """What one's own assault has left of a kingdom: the units that held it, none where others helped; what fell."""

    left: Stock | None
    lost: Stock
    pillaged: bool


class Known:
    """The knowledge of one seat. That of a kingdom that has fallen is what is public.

    `known` are the kingdoms of the view, `reports` the last spy report on each. Of the events, `struck` are the
    kingdoms that one has assaulted; `armies` the units that came home from an assault on one's own kingdom, by a lone
    attacker; `told` the rumours that were heard, by kingdom and topic; `acquainted` pairs of kingdoms of which the
    first surely knows the second; `fell` those that are told to be no more.
    """

    def __init__(self, view: Json, events: Sequence[Event], seat: Seat) -> None:
        self.view, self.seat = view, seat
        self.own: Json = view.get("own", {})
        self.card: Json = view["own"] if self.own else view["fallen"]
        self.name = KingdomName(self.card["name"])
        self.turn: int = view["turn"]
        self.living: int = view["living"]
        self.known: dict[KingdomName, Json] = {KingdomName(n): seen for n, seen in self.own.get("known", {}).items()}
        self.reports = {name: convert(seen["report"], SpyReport) for name, seen in self.known.items() if seen["report"]}
        self.struck: dict[KingdomName, Struck] = {}
        self.armies: dict[KingdomName, Stock] = {}
        self.told: dict[tuple[KingdomName, str], bool] = {}
        self.acquainted: set[tuple[KingdomName, KingdomName]] = set()
        self.fell: set[KingdomName] = set()
        for event in events:
            self.read(event.kind, event.data)

    def read(self, kind: str, data: dict[str, Any]) -> None:
        """Takes in one event of the last turn."""
        match kind:
            case "assault_attacker":
                self.struck[KingdomName(data["kingdom"])] = struck(data)
            case "assault_defender":
                self.read_attackers(data)
            case "spy_caught":
                self.meets(data["kingdom"])
            case "gift_received":
                self.meets(data["giver"])
            case "reveal_received":
                self.meets(data["sender"])
                self.acquainted.add((KingdomName(data["sender"]), KingdomName(data["kingdom"])))
            case "reveal_done":
                self.acquainted.add((KingdomName(data["recipient"]), KingdomName(data["kingdom"])))
            case "spy_lost" if data["mission"] in CAUGHT:
                self.meets(data["kingdom"])
            case "rumour" if data["statement"]:
                statement = statements()[data["statement"]]
                self.told[KingdomName(data["kingdom"]), statement.subject] = statement.many
            case "kingdom_fallen":
                self.fell.add(KingdomName(data["kingdom"]))

    def meets(self, name: str) -> None:
        """A kingdom knows one's own: it sent something, or caught a spy. Of strangers nothing is noted."""
        self.acquainted.add((KingdomName(name), self.name))

    def read_attackers(self, data: dict[str, Any]) -> None:
        """Attackers know whom they attack; of one alone, what came home is known too."""
        for name in (*data["attackers"], *data["supporters"]):
            self.meets(name)
        if len(data["attackers"]) == 1 and not data["attackers"][0].startswith(UNKNOWN):
            left = less(data["attacking"], lost_in(data, "attacker_losses"))
            self.armies[KingdomName(data["attackers"][0])] = left


def struck(data: dict[str, Any]) -> Struck:
    """What an assault of one's own has left."""
    left = None if data["supporters"] else less(data["defending"], lost_in(data, "defender_losses"))
    return Struck(left, dict(data["buildings_lost"]), data["pillage"] is not None)


def lost_in(data: dict[str, Any], side: str) -> Counter[str]:
    """The dead of a side: in the volley, if it was its own, and in every round."""
    dead: Counter[str] = Counter()
    if side == "attacker_losses" and data["volley"] is not None:
        dead.update(data["volley"]["losses"])
    for one in data["rounds"]:
        dead.update(one[side])
    return dead


def less(units: Stock, dead: Counter[str]) -> Stock:
    """Who is left, in the canonical order."""
    return {code: units[code] - dead[code] for code in UNITS if units.get(code, 0) > dead[code]}
