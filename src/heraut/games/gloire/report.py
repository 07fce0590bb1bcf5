"""What players read of a turn: the BILAN of a lord, the chronicle of everyone, a refusal explained (GP-INF-10).

The words are in `text/`; here is only which event stands where. Everything comes from a seat's view and the events
that this seat may know, so that nothing can be printed that is not already his (GP-INF-03, GP-INF-04).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from heraut.engine.layout import entries, fold, heading, table, title
from heraut.engine.protocol import Event, Json, Refusal, Seat
from heraut.engine.words import catalogue, real
from heraut.games.gloire.herald import Herald, all_labels
from heraut.games.gloire.orders import BY_CODE
from heraut.games.gloire.realm_report import realm
from heraut.games.gloire.rounding import round_half_up
from heraut.games.gloire.sheet.writing import quoted
from heraut.games.gloire.turn import PHASES

PHASE_KEYS = {phase.number: phase.name for phase in PHASES}

# The phase of an event, by the family of its rule; an event of another family stands in the phase of the one before it.
# 0 is before the first: fiefs are given, the referee decides.
FAMILIES = {
    "ABD": 1, "RNM": 1, "DEM": 2, "LIB": 2, "RNT": 3, "IMP": 3, "RED": 3, "INI": 4, "DEF": 4, "CHE": 5, "ARM": 5,
    "AFF": 6, "TSF": 6, "GAR": 6, "ATT": 7, "BAT": 7, "GUE": 8, "ALL": 8, "PAI": 8, "ANN": 8, "REF": 8, "APP": 8,
    "MOV": 9, "ORG": 10, "PAR": 11, "JST": 11, "VTE": 12, "ESP": 13, "REV": 14, "ENT": 15, "FOR": 16, "TIT": 17,
    "RAP": 18, "VIC": 19, "OPT": 19,
}  # fmt: skip
OTHERS = {
    "GP-FEL-01": 7,
    "GP-FEL-02": 7,
    "GP-FEL-04": 7,
    "GP-INF-12": 6,
    "GP-INF-07": 8,
    "GP-INF-02": 11,
    "GP-INF-09": 11,
}


FALLS = {"decision": 0, "abdication": 1, "death": 7}  # when a lord falls, by the cause


def report(view: Json, events: Sequence[Event], lang: str) -> str:
    """The BILAN: his orders and what came of them, what befell him, his realm, the news, the lords (GP-INF-10).

    `view` is the seat's after the step, `events` are those of the step that it may know. Right after the setup it is
    the first report (GP-SET-07); of a lord who has just been eliminated, the last.
    """
    herald = Herald(view, lang)
    seat = reader(view, events)
    private = [event for event in events if event.seen_by is not None and seat in event.seen_by]
    public = tuple([event for event in events if event.seen_by is None])
    lines = [*head(herald, "report", seat), *ending(herald)]
    if seat is not None:
        lines += fate(herald, seat, public)
        if view["turn"] > 1:
            lines += orders(herald, private)
            lines += happenings(herald, [event for event in events if event.seen_by is None or seat in event.seen_by])
    if "own" in view:
        lines += realm(herald)
    return "\n".join(lines) + "\n" + news(herald, public) + lords(herald)


def chronicle(view: Json, events: Sequence[Event], lang: str) -> str:
    """What everyone may read of a step, as a herald would tell it, phase by phase; nothing private (GP-INF-02)."""
    herald = Herald(view, lang)
    public = tuple(event for event in events if event.seen_by is None)
    return "\n".join([*head(herald, "chronicle", None), *ending(herald), *tell_news(herald, public)]) + "\n"


def explain(refusal: Refusal, lang: str) -> str:
    """A refusal in words: the line, the reason, the remedy and the rule."""
    nearest = refusal.data.get("nearest")
    if isinstance(nearest, str) and nearest:  # a name; codes are a list
        refusal = msgspec.structs.replace(refusal, data={**refusal.data, "nearest": quoted(nearest)})
    words = catalogue(__package__, lang)
    return words.explain(refusal, {**words.names, "land": all_labels(lang)})


def reader(view: Json, events: Iterable[Event]) -> Seat | None:
    """Whose report this is. A lord just eliminated has nothing of his own left to see: he is the one who died this
    step among those to whom every private event is addressed. None: a passer-by.
    """
    if "own" in view:
        seat: Seat = view["own"]["seat"]
        return seat
    told = [event.seen_by for event in events if event.seen_by is not None]
    fallen = [event.data["lord"] for event in events if event.kind == "lord_eliminated"]
    return next((seat for seat in fallen if told and all(seat in seats for seats in told)), None)


def by_phase(events: Iterable[Event]) -> list[tuple[int, Event]]:
    """The events, each with the number of its phase; they are recorded in the order of the phases."""
    dated = []
    phase = 0
    for event in events:
        rule = event.rule
        if rule in OTHERS:
            phase = OTHERS[rule]
        elif event.kind == "lord_eliminated":
            phase = FALLS[event.data["cause"]]
        else:
            phase = FAMILIES.get(rule[3:-3], phase)
        dated.append((phase, event))
    return dated


def head(herald: Herald, key: str, seat: Seat | None) -> list[str]:
    """The name of the game, of the map, of the page, and of its reader."""
    view = herald.view
    turn = view["turn"] - 1
    name = herald.page(key, {"turn": turn}) if turn else herald.page(f"first_{key}")
    if seat is not None:
        name += " " + herald.page("for_lord", {"name": herald.lords[seat]})
    return title(herald.page("game"), herald.page("scene", {"map": view["map"]}), name)


def ending(herald: Herald) -> list[str]:
    """Who is king, once the match is over (GP-VIC-03)."""
    king, road = herald.view["king"], herald.view["road"]
    if road is None:
        return []
    if not king:
        return ["", "  " + herald.page("no_king")]
    told = herald.page("king", {"king": king, "road": road})
    if equals := as_renowned(herald.view):
        told += " " + herald.page("equals", {"others": equals})
    return ["", *fold(told, "  ", "  ")]


def as_renowned(view: Json) -> list[Seat]:
    """The lords as renowned as the king who had come as far on his road: something else has decided (GP-VIC-02)."""
    king, lords, road = view["king"], view["lords"], view["road"]
    if road == "alliance":
        return []
    lands = view["settings"]["constants"]["conquest_victory"] if road == "conquest" else 0
    renowns = {seat: round_half_up(100 * one["global_renown"]) for seat, one in lords.items() if one["lands"] >= lands}
    return [seat for seat in view["order"] if seat != king and renowns.get(seat) == renowns[king]]


# What concerns one lord


def fate(herald: Herald, seat: Seat, public: Iterable[Event]) -> list[str]:
    """The first word of a first report, and of a last one (GP-SET-07, GP-ELI-04)."""
    lines = []
    for event in public:
        if event.kind == "fief_given" and event.data["lord"] == seat:
            lines += ["", *fold(herald.page("welcome", event.data), "  ", "  ")]
        elif event.kind == "lord_eliminated" and event.data["lord"] == seat:
            lines += ["", *fold(herald.page("fallen", event.data), "  ", "  ")]
    return lines


def orders(herald: Herald, private: Iterable[Event]) -> list[str]:
    """Every order with its outcome, phase by phase (GP-INF-10)."""
    sheet: list[str] = []
    outcomes: dict[int, list[Event]] = {}
    for event in private:
        if "order" in event.data:
            outcomes.setdefault(event.data["order"], []).append(event)
        elif event.kind == "sheet_read":
            sheet = event.data["lines"]
    lines = heading(herald.page("orders"))
    if not sheet:
        return [*lines, "", "  " + herald.page("no_orders")]
    current = 0
    for phase, number, text in sorted((BY_CODE[text[:3]].phase, n, text) for n, text in enumerate(sheet, start=1)):
        if phase != current:
            current = phase
            lines += phase_heading(herald, phase)
        lines += fold(text, f"  {number:>3}  ", "         ")
        for event in outcomes.get(number, ()):
            lines += herald.lines(event, "       ")
        if number not in outcomes:
            lines.append("       " + herald.page("unheard"))
    return lines


def phase_heading(herald: Herald, phase: int) -> list[str]:
    """The number and the name of a phase."""
    name = herald.words.groups["phase"][PHASE_KEYS[phase]]
    return ["", "  " + herald.page("phase", {"number": phase, "name": name})]


def happenings(herald: Herald, known: Iterable[Event]) -> list[str]:
    """What befell him that he had not ordered, and the battles and jousts that he was in (GP-INF-05, GP-INF-09)."""
    lines = heading(herald.page("events"))
    current = -1
    for phase, event in by_phase([event for event in known if "order" not in event.data]):
        if event.seen_by is None or event.kind == "sheet_read":
            continue
        if phase != current:
            current = phase
            lines += phase_heading(herald, phase)
        lines += herald.lines(event, "  · ")
    return lines if current >= 0 else [*lines, "", "  " + herald.page("no_events")]


# What everyone may know: the same for all reports of a turn, so the last text made is kept

_last_news: dict[str, tuple[Any, str]] = {}
_last_lords: dict[str, tuple[Any, str]] = {}


def news(herald: Herald, public: tuple[Event, ...]) -> str:
    """The public events, in sentences, under the names of the phases (GP-INF-02)."""
    matter = (herald.view["map"], herald.lords, public)
    kept = _last_news.get(herald.lang)
    if kept is None or kept[0] != matter:
        lines = [*heading(herald.page("news")), *tell_news(herald, public)]
        kept = _last_news[herald.lang] = (matter, "\n".join(lines) + "\n")
    return kept[1]


def tell_news(herald: Herald, public: Iterable[Event]) -> list[str]:
    """The lines of `news`, under the names of the phases."""
    lines: list[str] = []
    current = -1
    for phase, event in by_phase(public):
        if phase != current:
            current = phase
            lines += ["", "  " + phase_name(herald, phase)]
        lines += herald.lines(event, "  · ")
    return lines or ["", "  " + herald.page("no_news")]


def phase_name(herald: Herald, phase: int) -> str:
    """What stands above the news of a phase, or of before the first."""
    if not phase:
        return herald.page("fiefs" if herald.view["turn"] == 1 else "decision")
    name: str = herald.words.groups["phase"][PHASE_KEYS[phase]]
    return name


def lords(herald: Herald) -> str:
    """The lords by rank, their relations, the averages, the next royal jousts (GP-INF-01)."""
    view = herald.view
    matter = [view[key] for key in ("lords", "order", "means", "turn", "road", "royal_jousts", "settings")]
    kept = _last_lords.get(herald.lang)
    if kept is None or kept[0] != matter:
        kept = _last_lords[herald.lang] = (matter, "\n".join(tell_lords(herald)) + "\n")
    return kept[1]


def tell_lords(herald: Herald) -> list[str]:
    """The lines of `lords`."""
    view, page = herald.view, herald.page
    facts = [(page("means"), page("means_value", {**view["means"], "turn": view["turn"]}))]
    if view["road"] is None:
        prize = view["settings"]["constants"]["royal_prize"]
        jousts = page("royal_jousts_value", {"turn": view["royal_jousts"], "prize": prize})
        facts.append((page("royal_jousts"), jousts))
    return [
        *heading(page("lords")),
        "",
        *table(page("lord_head"), ranking(herald), "><<>>"),
        *relations(herald, "allies", "alliances", "allied"),
        *relations(herald, "enemies", "wars", "at_war"),
        "",
        *entries(facts),
    ]


def ranking(herald: Herald) -> list[Sequence[str]]:
    """The living lords from the most renowned to the least, then the dead."""
    view, titles = herald.view, herald.names["title"]
    rows: list[Sequence[str]] = []
    for rank, seat in enumerate(reversed(view["order"]), start=1):
        lord = view["lords"][seat]
        held = titles.get(lord["title"], lord["title"]) or "–"
        rows.append((str(rank), lord["name"], held, str(lord["lands"]), real(lord["global_renown"], herald.lang)))
    dead = [lord["name"] for lord in view["lords"].values() if not lord["alive"]]
    return rows + [("–", name, herald.page("dead"), "–", "–") for name in dead]


def relations(herald: Herald, relation: str, name: str, sentence: str) -> list[str]:
    """Each alliance, or each war, told once: under the lord of the lower number."""
    numbers = {seat: lord["number"] for seat, lord in herald.view["lords"].items()}
    lines = ["", "  " + herald.page(name)]
    for seat, lord in herald.view["lords"].items():
        others = [other for other in lord[relation] if numbers[other] > numbers[seat]]
        if others:
            lines += fold(herald.page(sentence, {"lord": seat, "others": others}), "  · ", "    ")
    return lines if len(lines) > 2 else []
