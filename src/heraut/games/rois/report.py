"""What players read of a year: the report of a King, the chronicle of everyone, a refusal explained (RO-INFO-05).

The words are in `text/`; here is only which event stands where. Everything comes from a seat's view and the events
that this seat may know, so that nothing can be printed that is not already his.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import groupby
from typing import Any

from heraut.engine.layout import entries, fold, heading, table, title
from heraut.engine.protocol import Event, Json, Refusal, Seat
from heraut.engine.words import Catalogue, catalogue, enumeration, integer, real
from heraut.games.rois.battle.report import BATTLE_DETAILS
from heraut.games.rois.encounter.report import ENCOUNTER_DETAILS
from heraut.games.rois.naming import province_name_of
from heraut.games.rois.tables import (
    ALIGNMENT_TABLE,
    FEATURES,
    INVENTIONS,
    ITEMS,
    MONSTERS,
    OFFICE_TABLE,
    RACES,
    SPELLS,
    TERRAINS,
    UNITS,
)

YEAR_END = 6  # the season of what happens after the last one
OF_THE_REALM = frozenset(("taxes", "paid", "unit_unpaid", "hero_unpaid"))
OF_DIPLOMACY = frozenset(
    (
        "treason", "relation_changed", "treaty_offered", "treaty_unanswered", "escorted", "science_received",
        "donation_sent", "donation_received", "donation_ignored", "may_call", "call_ignored",
    )
)  # fmt: skip


def report(view: Json, events: Sequence[Event], lang: str) -> str:
    """The report of a year: the chronicle, the letters of the characters, the kingdom, the map, what is known.

    `view` is the seat's after the step, `events` are those of the step that it may know. Right after the setup it is
    the first report; of a King who has just been eliminated, the last.
    """
    herald = Herald(view, lang)
    private = [event for event in events if event.seen_by is not None and herald.seat in event.seen_by]
    public = [event for event in events if event.seen_by is None]
    lines = [*head(herald, "report"), *headlines(herald, public, private)]
    if view["turn"] > 1:
        lines += [*letters(herald, private), *news(herald, private), *failures(herald, private)]
    if "own" in view:
        lines += [*realm(herald, private), *people(herald), *armies(herald), *lands(herald), *adventures(herald)]
        lines += [*diplomacy(herald, private), *offices(herald)]
    if "end" in view:
        lines += ending(herald)
    return "\n".join(lines) + "\n"


def chronicle(view: Json, events: Sequence[Event], lang: str) -> str:
    """What everyone may read of a year (RO-INFO-08)."""
    herald = Herald(view, lang)
    public = [event for event in events if event.seen_by is None]
    lines = [*head(herald, "chronicle"), *headlines(herald, public, ()), *kings(herald)]
    if "end" in view:
        lines += ending(herald)
    return "\n".join(lines) + "\n"


def explain(refusal: Refusal, lang: str) -> str:
    """A refusal in words: the line, the reason, the remedy and the rule."""
    return catalogue(__package__, lang).explain(refusal, all_names(lang))


# Names


class Fallback(dict[Any, str]):
    """Names by number; what has none here is called by words of its own."""

    def __init__(self, known: Mapping[Any, str], stranger: str, nobody: str = "") -> None:
        super().__init__(known)
        self.stranger, self.nobody = stranger, nobody

    def get(self, key: Any, default: Any = None) -> Any:
        """The name of this number."""
        if key in self:
            return self[key]
        return self.nobody if not key and self.nobody else self.stranger.format(number=key)


@cache
def all_names(lang: str) -> Mapping[str, Mapping[Any, str]]:
    """The tables of names of a language: those of its file, and those of the rules."""
    words = catalogue(__package__, lang)
    rows: dict[str, Mapping[Any, Any]] = {
        "race": RACES, "alignment": ALIGNMENT_TABLE, "terrain": TERRAINS, "type": UNITS, "monster": MONSTERS,
        "feature": FEATURES, "spell": SPELLS, "item_kind": ITEMS, "invention": INVENTIONS, "office": OFFICE_TABLE,
    }  # fmt: skip
    tables = {sort: {code: getattr(row, lang) for code, row in kinds.items()} for sort, kinds in rows.items()}
    tables["race_or_none"] = {**tables["race"], "": words.groups["page"]["uninhabited"]}
    return {**words.names, **tables}


class Herald:
    """The words of one language, with the names that one reader knows."""

    def __init__(self, view: Json, lang: str) -> None:
        self.view = view
        self.lang = lang
        self.words: Catalogue = catalogue(__package__, lang)
        reader: Json | None = view.get("own") or view.get("fallen")
        self.seat: Seat | None = reader["seat"] if reader else None
        self.own: Json = view.get("own") or {}
        self.names = {**all_names(lang), **self.known_names()}

    def known_names(self) -> dict[str, Mapping[Any, str]]:
        """Characters, provinces, kingdoms and items by their numbers, as this reader may call them."""
        page, own = self.words.groups["page"], self.own
        people = {each["king"]: each["name"] for each in self.view["kingdoms"].values()}
        people |= {int(number): each["name"] for number, each in own.get("met", {}).items()}
        people |= {each["number"]: each["name"] for each in own.get("characters", ())}
        article = page["sea_article"]
        places = {
            int(n): province_name_of(each["name"], int(n), article if each["terrain"] == "sea" else "")
            for n, each in own.get("map", {}).items()
        }
        kingdoms = {int(number): each["name"] for number, each in self.view["kingdoms"].items()}
        kinds = all_names(self.lang)["item_kind"]
        items = {int(n): f"{kinds[each['kind']]} ({n})" for n, each in own.get("items", {}).items()}
        return {
            "character": Fallback(people, page["stranger"], page["stranger"]),
            "province": Fallback(places, page["some_province"], page["nowhere"]),
            "kingdom": Fallback(kingdoms, page["some_kingdom"], page["natives"]),
            "item": Fallback(items, page["some_item"]),
        }

    def page(self, key: str, data: Mapping[str, Any] | None = None) -> str:
        """A fixed sentence of the reports."""
        return self.words.say("page", key, data, self.names)

    def tale(self, group: str, key: str, data: Mapping[str, Any] | None = None) -> str:
        """A sentence of one of the groups."""
        return self.words.say(group, key, data, self.names)

    def name(self, table: str, key: Any) -> str:
        """A name looked up."""
        return str(self.names[table].get(key, str(key)))

    def say(self, event: Event) -> str:
        """The sentence of an event, and its rule."""
        return f"{self.tale('event', event.kind, self.told(event))} ({event.rule})"

    def told(self, event: Event) -> dict[str, Any]:
        """The data of an event, its lists in words."""
        data = dict(event.data)
        for key, write in WRITTEN.items():
            if key in data:
                data[key] = write(self, data[key])
        data["home_seen"] = data.get("treasury", -1) >= 0
        if event.kind == "ignored":
            data["why"] = self.tale("reason", data["reason"], {"province": 0, "other": 0, "kingdom": 0, **data})
        return data

    def levels(self, levels: Mapping[str, int]) -> list[str]:
        """Abilities with their levels, the best first."""
        ranked = sorted(levels.items(), key=lambda each: (-each[1], each[0]))
        return [f"{self.name('ability', ability)} {level}" for ability, level in ranked]

    def tell(self, event: Event, mark: str) -> list[str]:
        """The sentence of an event behind its mark, folded, and below it whatever it has to show in detail."""
        lines = fold(self.say(event), mark, " " * len(mark))
        detail = DETAILS.get(event.kind)
        if detail is not None:
            for text in detail(self, event.data):
                lines += fold(text, " " * len(mark) + "  ", " " * len(mark) + "    ")
        return lines


def counted_types(herald: Herald, rows: Iterable[Sequence[Any]]) -> list[str]:
    """[["LE", 3]…] or [[kingdom, "LE", 3]…] in words."""
    return [
        " ".join(
            [f"{row[-1]}", herald.name("type", row[-2]), *([f"({herald.name('kingdom', row[0])})"] * (len(row) == 3))]
        )
        for row in rows
    ]


def listed_people(herald: Herald, rows: Iterable[Sequence[int]]) -> list[str]:
    """[[character, kingdom]…] in words."""
    return [
        herald.name("character", who) + (f" ({herald.name('kingdom', kingdom)})" if kingdom else "")
        for who, kingdom in rows
    ]


Writer = Callable[[Herald, Any], Any]

# Lists in the data of events, and how they are written
WRITTEN: dict[str, Writer] = {
    "levels": lambda herald, levels: herald.levels(levels),
    "items": lambda herald, rows: [f"{herald.name('item_kind', kind)} ({item})" for item, kind in rows],
    "remains": lambda herald, rows: [herald.page("remains_of", {"type": type, "race": race}) for type, race in rows],
    "types": lambda herald, types: [herald.name("type", type) for type in types],
    "characters": listed_people,
    "relations": lambda herald, rows: [
        f"{herald.name('kingdom', other)} ({herald.name('relation', relation)})" for other, relation in rows
    ],
    "units": lambda herald, rows: (
        counted_types(herald, rows) if isinstance(rows, list) and rows and isinstance(rows[0], list) else rows
    ),
    "halved": lambda herald, rows: [
        f"{herald.name('province', there)} ({herald.name('woe', why)})" for there, why in rows
    ],
    "occupied": lambda herald, rows: [herald.name("province", there) for there in rows],
    "totals": lambda herald, rows: [
        f"{herald.name('kingdom', k) if k else herald.page('blank')} {votes}" for k, votes in rows
    ],
}


def section(text: str) -> list[str]:
    """The heading of a section, and a blank line."""
    return [*heading(text), ""]


# The parts of a report


def head(herald: Herald, key: str) -> list[str]:
    """The name of the game, of the world, of the page, and of its reader."""
    turn = herald.view["turn"] - 1
    name = herald.page(key, {"turn": turn, "turns": herald.view["turns"]}) if turn else herald.page(f"first_{key}")
    if herald.own and key == "report":
        name += " " + herald.page("for_king", {"king": herald.own["king"]})
    return title(herald.page("game"), herald.view["world"], name)


def headlines(herald: Herald, public: Iterable[Event], private: Iterable[Event]) -> list[str]:
    """What the whole world hears, and the first or last word to a King."""
    fates = [event for event in private if event.kind in ("crowned", "valhalla")]
    told = [line for event in (*fates, *public) for line in herald.tell(event, "  ")]
    return ["", *told] if told else []


def is_letter(event: Event, own: Mapping[int, Any]) -> bool:
    """Whether an event belongs to the story of a character of one's own."""
    return event.kind != "ignored" and event.data.get("who") in own and event.data.get("season", 0) < YEAR_END


def letters(herald: Herald, private: Sequence[Event]) -> list[str]:
    """The royal account and the letters of the Heroes: the year of each, season by season (RO-INFO-05)."""
    own = {each["number"]: each for each in herald.own.get("characters", ())}
    lines: list[str] = []
    for number, each in own.items():
        story = [event for event in private if is_letter(event, own) and event.data["who"] == number]
        if not story:
            continue
        lines += section(herald.page("letter_king" if each["role"] == "king" else "letter_hero", each))
        lines += seasons(herald, story)
    return lines


def seasons(herald: Herald, events: Sequence[Event]) -> list[str]:
    """Events under the names of their seasons."""
    lines: list[str] = []
    for season, group in groupby(events, key=lambda event: event.data.get("season", 0)):
        lines.append("  " + herald.name("season", season))
        for event in group:
            lines += herald.tell(event, "    · ")
    return lines


def news(herald: Herald, private: Sequence[Event]) -> list[str]:
    """What befell the kingdom besides: battles, spies, ravages…"""
    own = {each["number"]: each for each in herald.own.get("characters", ())}
    apart = {"crowned", "valhalla", "ignored", *OF_THE_REALM, *OF_DIPLOMACY}
    told = [event for event in private if event.kind not in apart and not is_letter(event, own)]
    return [*section(herald.page("news")), *seasons(herald, told)] if told else []


def failures(herald: Herald, private: Sequence[Event]) -> list[str]:
    """The orders that had no effect, and why (RO-GEN-07)."""
    told = [line for event in private if event.kind == "ignored" for line in herald.tell(event, "  · ")]
    return [*section(herald.page("failures")), *told] if told else []


def realm(herald: Herald, private: Sequence[Event]) -> list[str]:
    """Treasury, provinces, inventions, and how the year's gold came and went."""
    own = herald.own
    pairs = [
        (herald.page("gold"), integer(own["gold"], herald.lang)),
        (herald.page("home"), herald.name("province", own["home"])),
        (
            herald.page("provinces"),
            enumeration([herald.name("province", n) for n in own["provinces"]], herald.lang) or "–",
        ),
        (
            herald.page("inventions"),
            enumeration([herald.name("invention", n) for n in own["inventions"]], herald.lang) or "–",
        ),
    ]
    money = [line for event in private if event.kind in OF_THE_REALM for line in herald.tell(event, "  · ")]
    return [*section(herald.page("realm")), *entries(pairs), *money]


def people(herald: Herald) -> list[str]:
    """The characters: where they are, how they are, what they can do, what they carry."""
    lines = section(herald.page("people"))
    for each in herald.own["characters"]:
        data = {
            **each,
            "levels": herald.levels(each["levels"]),
            "items": [herald.name("item", n) for n in each["items"]],
        }
        lines += fold(herald.page("character_dead" if each["died"] else "character", data), "  · ", "    ")
    return lines


def armies(herald: Herald) -> list[str]:
    """The units by province and leader."""
    rows = []
    units = sorted(herald.own["units"], key=lambda unit: (unit["province"], unit["leader"], unit["number"]))
    for (province, leader), group in groupby(units, key=lambda unit: (unit["province"], unit["leader"])):
        who = herald.name("character", leader) if leader else herald.page("garrison")
        shown = [herald.page("unit_named" if unit["name"] else "unit", unit) for unit in group]
        rows.append((f"{herald.name('province', province)}, {who}", enumeration(shown, herald.lang)))
    return [*section(herald.page("armies")), *(entries(rows) if rows else ["  –"])]


def lands(herald: Herald) -> list[str]:
    """The map as far as it is known (RO-INFO-01, RO-INFO-02)."""
    rows = []
    for number, each in herald.own["map"].items():
        owner = herald.name("kingdom", each["owner"]) if "owner" in each else "?"
        forces = [
            f"{herald.name('kingdom', int(k))} ({herald.name('force', size)})"
            for k, size in each.get("forces", {}).items()
        ]
        when = f"{each['turn']}.{each['season']}" if "turn" in each else "–"
        rows.append(
            (
                number, each["name"], herald.name("terrain", each["terrain"]),
                str(each["tax_base"]) if "tax_base" in each else herald.name("wealth", each["wealth"]),
                f"{each['exploration']} %", owner, when, ", ".join(forces) or "–",
            )
        )  # fmt: skip
    return [*section(herald.page("map")), *table(herald.page("map_head"), rows, "><<>><<<")]


def adventures(herald: Herald) -> list[str]:
    """Known places and their guardians, Heroes to be hired (RO-INFO-05)."""
    lines: list[str] = []
    for number, each in herald.own["map"].items():
        for feature in each.get("features", ()):
            data = {**feature, "province": int(number), "task": feature.get("task", {}).get("kind", "")}
            data["feature_name"] = herald.name("feature", feature["kind"])
            lines += fold(herald.page("feature", data), "  · ", "    ")
    for number, each in herald.own["met"].items():
        if not each["kingdom"] and "levels" in each:
            data = {**each, "levels": herald.levels(each["levels"])}
            lines += fold(herald.page("free_hero", {**data, "number": int(number)}), "  · ", "    ")
    return [*section(herald.page("adventures")), *lines] if lines else []


def diplomacy(herald: Herald, private: Sequence[Event]) -> list[str]:
    """Relations, and what was offered or broken."""
    told = [line for event in private if event.kind in OF_DIPLOMACY for line in herald.tell(event, "  · ")]
    pairs = [
        (herald.name("kingdom", int(number)), herald.name("relation", relation))
        for number, relation in herald.own["relations"].items()
    ]
    return [*section(herald.page("diplomacy")), *(entries(pairs) if pairs else []), *told]


def offices(herald: Herald) -> list[str]:
    """One's standing in each office, in percent of the leader (RO-OFF-07)."""
    standings = herald.own["standings"]
    if not standings:
        return []
    pairs = [
        (herald.name("office", office), "–" if share is None else f"{share} %") for office, share in standings.items()
    ]
    return [*section(herald.page("offices")), *entries(pairs)]


def kings(herald: Herald) -> list[str]:
    """The Kings of the world, as everybody knows them."""
    rows = [
        (
            number, each["name"], herald.name("race", each["race"]), herald.name("alignment", each["alignment"]),
            herald.page("fell", {"turn": each["fallen"]}) if each["fallen"] else herald.page("reigns"),
        )
        for number, each in herald.view["kingdoms"].items()
    ]  # fmt: skip
    return [*section(herald.page("kings")), *table(herald.page("kings_head"), rows, "><<<<")]


def ending(herald: Herald) -> list[str]:
    """The Emperor, the offices, the scores with two decimals (RO-VIC-05, RO-VIC-06)."""
    end = herald.view["end"]
    pairs = [
        (herald.name("office", office), f"{each['name']} ({herald.name('kingdom', each['kingdom'])})")
        for office, each in end["offices"].items()
    ]
    lines = [*section(herald.page("end")), *(entries(pairs) if pairs else [])]
    rank = 1
    for numbers in end["ranking"]:
        for number in numbers:
            score = real(end["scores"][str(number)] / 100, herald.lang, 2)
            lines.append("  " + herald.page("rank", {"rank": rank, "kingdom": number, "score": score}))
        rank += len(numbers)
    return lines


Detail = Callable[[Any, Mapping[str, Any]], list[str]]

# What stands below the sentence of an event: battles drawn as their lines, fights blow by blow
DETAILS: dict[str, Detail] = {**BATTLE_DETAILS, **ENCOUNTER_DETAILS}
