"""What a King knows, by numbers: his view, and what the events of the year before tell besides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from heraut.engine.protocol import Event, Json, Seat
from heraut.games.rois.state import GREEN
from heraut.games.rois.tables import CONSTANTS

YEAR_S_END = 6  # the season of the last look around in a year


class Known:
    """The knowledge of one seat. That of a kingdom that has fallen is what is public.

    `fresh` are the provinces that it sees as they are now: what is not seen there is not there, but for free Heroes
    still to be discovered and for spells that hide. `provinces` are its own; `map`, `met` and `items` are those of the
    view; `surveyed` are the provinces whose people and taxes were seen or spied out. Of the events, `spied` has the
    last report on each province, `trailed` and `minds` those on each character, `given` who was handed an item of one's
    own, `emptied` the places (province and place) that nothing is left in, `lost` who took lands, `raised` the units
    recruited, `abroad` those of them who came as Bleus and were not trained.
    """

    def __init__(self, view: Json, events: Sequence[Event], seat: Seat) -> None:
        self.view, self.seat = view, seat
        self.own: Json = view.get("own", {})
        self.turn: int = view["turn"]
        self.cards: dict[int, Json] = {int(number): card for number, card in view["kingdoms"].items()}
        self.kingdom: int = self.own["kingdom"] if self.own else view["fallen"]["kingdom"]
        self.living = [number for number, card in self.cards.items() if not card["fallen"]]
        self.others = [number for number in self.living if number != self.kingdom]
        self.provinces = frozenset(self.own.get("provinces", ()))
        self.map: dict[int, Json] = numbered(self.own.get("map", {}))
        self.met: dict[int, Json] = numbered(self.own.get("met", {}))
        self.items: dict[int, Json] = numbered(self.own.get("items", {}))
        self.characters: dict[int, Json] = {each["number"]: each for each in self.own.get("characters", ())}
        self.sighted: dict[int, Json] = {number: seen for number, seen in self.map.items() if "owner" in seen}
        self.fresh: dict[int, Json] = {number: seen for number, seen in self.sighted.items() if self.is_fresh(seen)}
        self.seen_now = {number for seen in self.fresh.values() for number in seen["characters"]}
        self.read(events)
        self.surveyed = self.sighted | {number: self.survey(number, report) for number, report in self.spied.items()}

    def is_fresh(self, seen: Json) -> bool:
        """Whether a sighting is that of the moment at which the year begins."""
        last = (self.turn - 1, YEAR_S_END) if self.turn > 1 else (0, 0)
        return (seen["turn"], seen["season"]) == last

    def age(self, turn: int) -> int:
        """How many years ago something was last seen; 0: at the end of the last one."""
        return max(0, self.turn - 1 - turn)

    def exploration(self, province: int) -> int:
        """How much of a province is explored, in hundredths."""
        explored: int = self.map[province]["exploration"] if province in self.map else 0
        return explored

    def read(self, events: Sequence[Event]) -> None:
        """What the year has told."""
        self.spied: dict[int, Json] = {}
        self.trailed: dict[int, Json] = {}
        self.minds: dict[int, Json] = {}
        self.given: dict[int, int] = {}
        self.emptied: set[tuple[int, int]] = set()
        self.lost: dict[int, int] = {}
        self.raised: list[int] = []
        self.abroad: set[int] = set()
        for event in events:
            self.note(event.kind, event.data)

    def note(self, kind: str, data: dict[str, Any]) -> None:
        """What one event tells; the later ones count."""
        match kind:
            case "spy_report":
                self.spied[data["province"]] = data
            case "trail_report":
                self.trailed[data["other"]] = data
            case "mind_read":
                self.minds[data["other"]] = data
            case "item_given" if data["other"] not in self.characters:
                self.given[data["item"]] = data["other"]
            case "province_lost":
                self.lost[data["province"]] = data["kingdom"]
            case "recruited":
                self.raised += data["units"]
                self.abroad |= {*data["units"]} if data["province"] != self.own.get("home") else set()
            case "trained":
                self.abroad -= {*data["units"]}
            case "searched":
                self.empty(data)
            case "encounter" if data["feature"] and data["won"] and data["ending"] in ("killed", "driven_off"):
                self.empty(data)

    def survey(self, number: int, report: Json) -> Json:
        """What a spy has told last year of a province; where he counts a treasury, its owner is at home."""
        seen = self.sighted.get(number)
        if seen is not None:
            return seen if number in self.fresh else {**seen, "owner": report["owner"], "turn": self.turn - 1}
        kept = {key: report[key] for key in ("tax_base", "race", "types", "owner")}
        return kept | {"home": report["owner"] if report["treasury"] >= 0 else 0, "turn": self.turn - 1}

    def empty(self, data: dict[str, Any]) -> None:
        """Notes that a place was looted, in the province of the event or where the looter is last known to be."""
        where = data.get("province") or self.characters.get(data["who"], {}).get("province", 0)
        self.emptied.add((where, data["place"]))

    # Standings: what they betray of the others (RO-OFF-07)

    def most_of_others(self, office: str, own: int) -> tuple[float, float] | None:
        """Bounds of the best figure of the others that the standing implies, `own` being one's own figure.

        The best is above the first and at most the second; None if the standing tells nothing.
        """
        standings = self.own.get("standings", {})
        if office not in standings:
            return None
        share = standings[office]
        if share is None or share >= 100:
            return -1.0, float(own if share else 0)
        if share == 0:
            return (100.0 * own, 200.0 * own) if own > 0 else None  # so much, and nobody knows how much more
        return own * 100 / (share + 1), own * 100 / share

    def is_hardened(self) -> bool:
        """Whether Bleus become Moyenne by themselves (RO-VAR-04): those recruited away from home last year show it."""
        qualities = [unit["quality"] for unit in self.own.get("units", ()) if unit["number"] in self.abroad]
        return bool(qualities) and GREEN not in qualities

    def apart(self) -> int:
        """The least distance between homes in a world of so many kingdoms (RO-MAP-12)."""
        few = len(self.cards) <= CONSTANTS.few_players
        return CONSTANTS.home_distance_few if few else CONSTANTS.home_distance


def numbered(found: Json) -> dict[int, Json]:
    """A mapping of a view with its keys as numbers."""
    return {int(number): each for number, each in found.items()}
