"""What players read of a year: the report of a King, the chronicle of everyone, a refusal explained (RO-INFO-05).

The words are in `text/`; here is only which event stands where. Everything comes from a seat's view and the events
that this seat may know, so that nothing can be printed that is not already his.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from heraut.engine.layout import entries, fold, heading, table, title
from heraut.engine.protocol import Event, Json, Refusal
from heraut.engine.words import catalogue, enumeration, integer, percent, real
from heraut.games.rois.grammar import described, unit_name
from heraut.games.rois.herald import Herald
from heraut.games.rois.lexicon import fixed_names

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
    elif view["turn"] > 1:
        lines += last_account(herald, private)
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
    return catalogue(__package__, lang).explain(refusal, fixed_names(lang))


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
    told = [line for event in (*fates, *public) for line in herald.lines(event, "  ")]
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
    """Events under the names of their seasons; seasons that brought the same follow each other under one head."""
    told = [
        (herald.name("season", season), [line for event in group for line in herald.lines(event, "    · ")])
        for season, group in groupby(events, key=lambda event: event.data.get("season", 0))
    ]
    lines: list[str] = []
    for story, same in groupby(told, key=lambda season: season[1]):
        names = [name for name, _ in same]
        lines.append("  " + enumeration([names[0], *[name[:1].lower() + name[1:] for name in names[1:]]], herald.lang))
        lines += story
    return lines


def news(herald: Herald, private: Sequence[Event]) -> list[str]:
    """What befell the kingdom besides: battles, spies, ravages…"""
    own = {each["number"]: each for each in herald.own.get("characters", ())}
    apart = {"crowned", "valhalla", "ignored", *OF_THE_REALM, *OF_DIPLOMACY}
    told = [event for event in private if event.kind not in apart and not is_letter(event, own)]
    return [*section(herald.page("news")), *seasons(herald, told)] if told else []


def failures(herald: Herald, private: Sequence[Event]) -> list[str]:
    """The orders that had no effect, and why (RO-GEN-07)."""
    told = [line for event in private if event.kind == "ignored" for line in herald.lines(event, "  · ")]
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
    return [*section(herald.page("realm")), *entries(pairs), *told_of(herald, private, OF_THE_REALM)]


def last_account(herald: Herald, private: Sequence[Event]) -> list[str]:
    """What a fallen kingdom still hears of its pay and its treaties: its last men may have been lost by them."""
    lines: list[str] = []
    for part, kinds in (("realm", OF_THE_REALM), ("diplomacy", OF_DIPLOMACY)):
        told = told_of(herald, private, kinds)
        lines += [*section(herald.page(part)), *told] if told else []
    return lines


def told_of(herald: Herald, private: Iterable[Event], kinds: Container[str]) -> list[str]:
    """The sentences of the events of these kinds."""
    return [line for event in private if event.kind in kinds for line in herald.lines(event, "  · ")]


def people(herald: Herald) -> list[str]:
    """The characters: where they are, how they are, what they can do, what they carry."""
    lines = section(herald.page("people"))
    for each in herald.own["characters"]:
        data = {
            **described(herald, each),
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
        shown = [
            herald.page("unit_named" if unit["name"] else "unit", {**unit, "unit": unit_name(herald, unit)})
            for unit in group
        ]
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
        when = when_seen(herald, each)
        rows.append(
            (
                number, herald.land_name(each), herald.name("terrain", each["terrain"]),
                str(each["tax_base"]) if "tax_base" in each else herald.name("wealth", each["wealth"]),
                percent(each["exploration"] / 100, herald.lang), owner, when, ", ".join(forces) or "–",
            )
        )  # fmt: skip
    return [*section(herald.page("map")), *table(herald.page("map_head"), rows, "><<>><<<")]


def when_seen(herald: Herald, seen: Json) -> str:
    """How old what is known of a province is."""
    if "turn" not in seen:
        return "–"
    fresh = seen["turn"] == herald.view["turn"] - 1 and seen["season"] in (0, YEAR_END)
    return herald.page("now") if fresh else herald.page("in_year", {"turn": seen["turn"]})


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
            data = {**described(herald, each), "levels": herald.levels(each["levels"])}
            lines += fold(herald.page("free_hero", {**data, "number": int(number)}), "  · ", "    ")
    return [*section(herald.page("adventures")), *lines] if lines else []


def diplomacy(herald: Herald, private: Sequence[Event]) -> list[str]:
    """Relations, and what was offered or broken."""
    told = told_of(herald, private, OF_DIPLOMACY)
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
        (herald.name("office", office), "–" if share is None else percent(share / 100, herald.lang))
        for office, share in standings.items()
    ]
    return [*section(herald.page("offices")), *entries(pairs)]


def kings(herald: Herald) -> list[str]:
    """The Kings of the world, as everybody knows them."""
    cards = [(number, described(herald, each)) for number, each in herald.view["kingdoms"].items()]
    rows = [
        (
            number, each["name"], each["race"], each["alignment"],
            herald.page("fell", {"turn": each["fallen"]}) if each["fallen"] else herald.page("reigns"),
        )
        for number, each in cards
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
