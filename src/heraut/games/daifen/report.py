"""What players read of a turn: the report of a lord, the chronicle of everyone, a refusal explained (DA-REP).

The words are in `text/`; here is only which event stands where. Everything comes from a seat's view and the events
that this seat may know, so that nothing can be printed that is not already his (DA-FOG-08).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import groupby
from typing import Any

from heraut.engine.layout import entries, fold, heading, table, title, told
from heraut.engine.protocol import Event, Json, Refusal, Seat
from heraut.engine.words import HARD_SPACE, Catalogue, catalogue, integer
from heraut.games.daifen.orders import GOLD, INTELLECT
from heraut.games.daifen.races import BUILDINGS, RACES, TECHNOLOGIES, UNITS
from heraut.games.daifen.resolution import UNKNOWN
from heraut.games.daifen.tables import paces
from heraut.games.daifen.turn import PHASES

PHASE_KEYS = {phase.number: phase.name for phase in PHASES}

# The phase that an event is told in; those of no phase stand before the first
PHASE_OF = {
    "association_none": 0, "no_form": 0, "orders_void": 1, "costs_paid": 1, "gift_sent": 1,
    "theft_gain": 2, "spy_lost": 2, "theft_victim": 2, "spy_caught": 2, "sabotage_failed": 2, "sabotage_victim": 2,
    "assault_attacker": 3, "assault_defender": 3, "assault_supporter": 3, "kingdom_fallen": 3, "abandon_warning": 3,
    "build_done": 4, "train_done": 4, "explore_found": 5, "explore_event": 5, "spy_report": 5,
    "mission_void": 5, "reveal_done": 5, "reveal_received": 5,
    "gift_received": 6, "gift_returned": 6, "army_back": 6, "support_back": 6,
    "collect_statement": 7, "upkeep_building": 7, "upkeep_unit": 7, "tech_done": 8, "tech_unpaid": 8, "tech_skipped": 8,
}  # fmt: skip
RUMOUR = "rumour"  # in a section of its own, so that nobody takes it for news


def report(view: Json, events: Sequence[Event], lang: str) -> str:
    """The report of a turn, phase by phase, then the kingdom as it is (DA-REP-01).

    `view` is the seat's after the step, `events` are those of the step that it may know. Right after the setup it is
    the first report; of a lord who has just been eliminated, the last. Whoever keeps a calendar adds to the view the
    number of the `moon` at its publication.
    """
    herald = Herald(view, lang)
    seat = herald.seat
    private = [event for event in events if event.seen_by is not None and seat in event.seen_by]
    public = [event for event in events if event.seen_by is None]
    lines = [*head(herald, "report"), *headlines(herald, public), *fate(herald, private)]
    if view["turn"] > 1:
        lines += [*form(herald, private), *happenings(herald, private), *rumours(herald, private)]
    if "own" in view:
        lines += [*realm(herald), *known_kingdoms(herald)]
    return "\n".join([*lines, *continent(herald)]) + "\n"


def chronicle(view: Json, events: Sequence[Event], lang: str) -> str:
    """What everyone may read of a step: how many kingdoms live, and in the end who has won (DA-FOG-08)."""
    herald = Herald(view, lang)
    public = [event for event in events if event.seen_by is None]
    return "\n".join([*head(herald, "chronicle"), *headlines(herald, public), *continent(herald)]) + "\n"


def explain(refusal: Refusal, lang: str) -> str:
    """A refusal in words: the line, the reason, the remedy and the rule."""
    return catalogue(__package__, lang).explain(refusal, all_names(lang))


# Names


class Kingdoms(dict[Any, str]):
    """Kingdoms as a language writes them: names between quotes, and strangers in words (DA-FOG-07)."""

    def __init__(self, lang: str, strangers: Mapping[Any, str]) -> None:
        super().__init__()
        self.quotes = f"«{HARD_SPACE}%s{HARD_SPACE}»" if lang == "fr" else '"%s"'
        self.strangers = strangers

    def get(self, key: Any, default: Any = None) -> Any:
        """The kingdom of this name in the data of an event."""
        name = str(key)
        if name == UNKNOWN:
            return self.strangers["alone"]
        if name.startswith(UNKNOWN):
            return self.strangers["lettered"].format(letter=name[len(UNKNOWN) :])
        return self.quotes % name


@cache
def all_names(lang: str) -> Mapping[str, Mapping[Any, str]]:
    """The tables of names of a language: those of its file, of the races' lists, and the way to write kingdoms."""
    words = catalogue(__package__, lang)
    types: dict[str, Mapping[str, Any]] = {
        "building": BUILDINGS,
        "unit": UNITS,
        "technology": TECHNOLOGIES,
        "race": RACES,
        "pace": paces(),
    }
    tables = {sort: {code: getattr(kind, lang) for code, kind in kinds.items()} for sort, kinds in types.items()}
    type_names = {**tables["building"], **tables["unit"], **tables["technology"]}
    kingdoms = Kingdoms(lang, words.names["stranger"])
    return {**words.names, **tables, "type": type_names, "kingdom": kingdoms}


@cache
def numbered(lang: str) -> Mapping[str, tuple[str, str]]:
    """The names of units and buildings, for one and for several."""
    kinds: dict[str, Any] = {**BUILDINGS, **UNITS}
    return {code: (getattr(kind, lang), getattr(kind, f"{lang}_many")) for code, kind in kinds.items()}


class Herald:
    """The words of one language, with the figures of one report."""

    def __init__(self, view: Json, lang: str) -> None:
        self.view = view
        self.lang = lang
        self.words: Catalogue = catalogue(__package__, lang)
        self.names = all_names(lang)
        self.reader: Json | None = view.get("own") or view.get("fallen")
        self.seat: Seat | None = self.reader["seat"] if self.reader else None

    def page(self, key: str, data: Mapping[str, Any] | None = None) -> str:
        """A fixed sentence of the reports."""
        return self.words.say("page", key, data, self.names)

    def counted(self, code: str, number: int) -> str:
        """So many units or buildings of a type: "3 Guerriers"."""
        one, many = numbered(self.lang)[code]
        single = number < 2 if self.lang == "fr" else number == 1
        return self.page("count", {"number": number, "name": one if single else many})

    def listed(self, stock: Mapping[str, int]) -> list[str]:
        """A stock in words, type by type."""
        return [self.counted(code, number) for code, number in stock.items()]

    def gift(self, content: str, count: int) -> str:
        """The content of a gift."""
        if content in (GOLD, INTELLECT):
            return self.page("gift_gold" if content == GOLD else "gift_intellect", {"count": count})
        return self.counted(content, count)

    def tale(self, group: str, key: str, data: Mapping[str, Any] | None = None) -> str:
        """A sentence of one of the groups of tales."""
        return self.words.say(group, key, data, self.names)

    def say(self, event: Event) -> str:
        """The sentence of an event, and its rule."""
        return f"{self.words.say('event', event.kind, self.told(event), self.names)} ({event.rule})"

    def told(self, event: Event) -> dict[str, Any]:
        """The data of an event, stocks, gifts and tales in words."""
        data: dict[str, Any] = {
            key: self.listed(value) if is_stock(value) else value for key, value in event.data.items()
        }
        if "content" in data:
            data["gift"] = self.gift(data["content"], data["count"])
        match event.kind:
            case "explore_event":
                troops = self.counted(data["unit"], data["amount"]) if data["unit"] else ""
                data["tale"] = self.tale("exploration", data["event"], {**data, "troops": troops})
            case "rumour":
                data["tale"] = self.tale("rumour", data["statement"] or "text", data)
            case "upkeep_building" | "upkeep_unit":
                data["things"] = self.counted(data.get("building") or data["unit"], data["count"])
            case "kingdom_lost":
                data["reason"] = self.tale("lost", data["cause"])
        return data

    def tell(self, event: Event, mark: str) -> list[str]:
        """The sentence of an event behind its mark, folded, and below it whatever it has to show in detail."""
        detail = DETAILS.get(event.kind)
        details = detail(self, event.data) if detail is not None else ()
        return told(self.say(event), mark, details, "- ", "  ")


def is_stock(value: Any) -> bool:
    """Whether a value counts units or buildings by code."""
    return isinstance(value, dict) and all(
        isinstance(number, int) and (code in UNITS or code in BUILDINGS) for code, number in value.items()
    )


def section(text: str) -> list[str]:
    """The heading of a section, and a blank line."""
    return [*heading(text), ""]


# The parts of a report


def head(herald: Herald, key: str) -> list[str]:
    """The name of the game, of the continent, of the page, the moon if it is known (DA-PAC-07), and its reader."""
    turn = herald.view["turn"] - 1
    name = herald.page(key, {"turn": turn}) if turn else herald.page(f"first_{key}")
    if "moon" in herald.view:
        name += ", " + herald.page("moon", herald.view)
    if herald.reader is not None and key == "report":
        name += " " + herald.page("for_kingdom", {"name": herald.reader["name"]})
    return title(herald.page("game"), herald.view["continent"], name)


def headlines(herald: Herald, public: Iterable[Event]) -> list[str]:
    """How many kingdoms live, and how the match ended once it has, with the ranking (DA-END-04, DA-END-09)."""
    told = sorted(public, key=lambda event: event.kind != "turn_header")
    lines = [line for event in told for line in herald.tell(event, "  ")]
    return ["", *lines] if lines else []


def ranking(herald: Herald, data: Mapping[str, Any]) -> list[str]:
    """The final ranking; equals share a line, and the rank of the first of them."""
    lines, rank = [], 1
    for names in data["ranking"]:
        lines.append(herald.page("rank", {"rank": rank, "names": names}))
        rank += len(names)
    return lines


def fate(herald: Herald, private: Iterable[Event]) -> list[str]:
    """The first word of a first report, and of a last one (DA-CON-08, DA-END-03)."""
    ends = [event for event in private if event.kind in ("kingdom_founded", "kingdom_lost")]
    return [line for event in ends for line in ("", *herald.tell(event, "  "))]


def form(herald: Herald, private: Iterable[Event]) -> list[str]:
    """The form that was used (DA-REP-01); of a missing one the happenings tell."""
    lines = next((event.data["lines"] for event in private if event.kind == "orders_used"), None)
    if lines is None:
        return []
    texts = [line for number, text in enumerate(lines, start=1) for line in fold(text, f"  {number:>3}  ", "       ")]
    return [*section(herald.page("form")), *(texts or ["  " + herald.page("empty_form")])]


def happenings(herald: Herald, private: Iterable[Event]) -> list[str]:
    """What happened, under the names of the phases, in their order."""
    told = sorted((event for event in private if event.kind in PHASE_OF), key=phase_of)
    lines: list[str] = []
    for phase, events in groupby(told, key=phase_of):
        lines += section(herald.words.groups["phase"][PHASE_KEYS[phase]]) if phase else [""]
        for event in events:
            lines += herald.tell(event, "  · ")
    return lines or ["", "  " + herald.page("no_news")]


def phase_of(event: Event) -> int:
    """The phase that an event is told in: spies caught or lost while spying belong to phase 5, thieves to phase 2."""
    return 5 if event.data.get("mission") == "spy_on" else PHASE_OF[event.kind]


def rumours(herald: Herald, private: Iterable[Event]) -> list[str]:
    """The rumours of the turn, marked as such: true or false, and from nobody (DA-RUM-08)."""
    heard = [line for event in private if event.kind == RUMOUR for line in herald.tell(event, "  ~ ")]
    return [*section(herald.page("rumours")), *heard] if heard else []


def realm(herald: Herald) -> list[str]:
    """The kingdom as it is now (DA-KIN-01)."""
    own, page = herald.view["own"], herald.page
    pairs = [
        (page("race"), page("race_value", own)),
        (page("gold"), integer(own["gold"], herald.lang)),
        (page("intellect"), integer(own["intellect"], herald.lang)),
        (page("buildings"), ", ".join(herald.listed(own["buildings"])) or page("none")),
        (page("units"), ", ".join(herald.listed(own["units"])) or page("nobody")),
        (page("technologies"), ", ".join([herald.names["technology"][code] for code in own["technologies"]]) or "–"),
    ]
    if own["missed"]:
        pairs.append((page("silence"), integer(own["missed"], herald.lang)))
    return [*section(page("realm")), *entries(pairs)]


def known_kingdoms(herald: Herald) -> list[str]:
    """Who is known, since when, and who still lives (DA-FOG-05)."""
    page, races = herald.page, herald.names["race"]
    rows = [
        (name, other["lord"], races[other["race"]], str(other["since"]), page("living" if other["alive"] else "fallen"))
        for name, other in herald.view["own"]["known"].items()
    ]
    shown = table(page("known_head"), rows, "<<<<<") if rows else ["  " + page("no_known")]
    return [*section(page("known")), *shown]


def continent(herald: Herald) -> list[str]:
    """What everyone sees, and the proposal to the last ones (DA-END-05)."""
    view = herald.view
    lines = [*section(herald.page("continent")), *fold(herald.page("continent_value", view), "  ", "  ")]
    if view["association"] and "own" in view:
        lines += fold(herald.page("vote_open", view), "  ! ", "    ")
    return lines


# Details: what stands below the sentence of an event

Detail = Callable[[Herald, Mapping[str, Any]], list[str]]


def assault(herald: Herald, data: Mapping[str, Any]) -> list[str]:
    """An assault, told from the first arrow to the last coin, as far as the reader may know it (DA-REP-02)."""
    lines = [
        herald.tale("assault", "attacking", {"units": herald.listed(data["attacking"])}),
        herald.tale("assault", "defending", {"units": herald.listed(data["defending"])}),
    ]
    for support in data.get("supports", ()):
        lines.append(herald.tale("assault", "supporting", {**support, "units": herald.listed(support["units"])}))
    if data["volley"] is not None:
        volley = {"dice": 0, "hits": 0, "absorbed": 0, **data["volley"]}
        lines.append(herald.tale("assault", "volley", {**volley, "losses": herald.listed(volley["losses"])}))
    for number, one in enumerate(data["rounds"], start=1):
        lines.append(assault_round(herald, number, one))
    if data.get("pillage") is not None:
        fallen = herald.listed(data["pillage"]["buildings"])
        lines.append(herald.tale("assault", "pillage", {**data["pillage"], "losses": fallen}))
    lines.append(herald.tale("assault", f"ending_{data['ending']}"))
    return [*lines, *aftermath(herald, data)]


def assault_round(herald: Herald, number: int, one: Mapping[str, Any]) -> str:
    """One round: who struck how hard, and who fell."""
    parts = [herald.tale("assault", "round", {"spent": 0, **one, "number": number})]
    fallen = {
        "attackers_fall": one["attacker_losses"],
        "walls_fall": one.get("protections", {}),
        "defenders_fall": one["defender_losses"],
    }
    for key, losses in fallen.items():
        if losses:
            parts.append(herald.tale("assault", key, {"losses": herald.listed(losses)}))
    if not any(fallen.values()):
        parts.append(herald.tale("assault", "quiet"))
    return " ".join(parts)


def aftermath(herald: Herald, data: Mapping[str, Any]) -> list[str]:
    """What became of the reader's own units, gold and buildings."""
    words = {key: herald.listed(data[key]) for key in ("sent", "lost", "survivors")}
    lines = [herald.tale("assault", "own", words) if data["sent"] else herald.tale("assault", "no_own")]
    if data["skeletons"]:
        lines.append(herald.tale("assault", "skeletons", data))
    if "share" in data and data["ending"] == "pillage":
        lines.append(herald.tale("assault", "spoils", data))
    if "gold_lost" in data and (data["gold_lost"] or data["buildings_lost"]):
        lost = {**data, "buildings_lost": herald.listed(data["buildings_lost"])}
        lines.append(herald.tale("assault", "loss", lost))
    return lines


def gains(herald: Herald, data: Mapping[str, Any]) -> list[str]:
    """The Collecte, type by type."""
    lines = []
    for code, (number, gold, intellect) in {**data["buildings"], **data["units"]}.items():
        one, many = numbered(herald.lang)[code]
        figures = {"number": number, "gold": gold, "intellect": intellect, "both": gold and intellect}
        lines.append(herald.page("gains", {**figures, "name": one if number == 1 else many}))
    return lines


DETAILS: dict[str, Detail] = {
    "assault_attacker": assault,
    "assault_defender": assault,
    "assault_supporter": assault,
    "collect_statement": gains,
    "game_over": ranking,
}
