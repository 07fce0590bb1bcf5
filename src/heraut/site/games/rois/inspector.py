"""The province that is open: what is known of it and when it was seen, who of one's own will be there, what to do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from heraut.engine.protocol import Json
from heraut.engine.words import enumeration
from heraut.games.rois.forecast.words import say_reason
from heraut.games.rois.grammar import unit_name
from heraut.games.rois.herald import Herald
from heraut.games.rois.orders import Defend, Spy
from heraut.games.rois.report import when_seen
from heraut.games.rois.world.geography import NEIGHBOURS, PROVINCES
from heraut.site.common.words import say
from heraut.site.games.rois.draft import Draft
from heraut.site.games.rois.foresight import foreseen, reach, seen
from heraut.site.games.rois.jottings import note_on
from heraut.site.games.rois.odds import BattleOdds, battle_odds
from heraut.site.games.rois.order_forms import line_of
from heraut.site.games.rois.prospects import guardian_odds
from heraut.site.matchpage.match_access import MatchAccess


@dataclass(frozen=True)
class PossibleAct:
    """Something that the open person could do here: a button that sends `act` with a line, or why he cannot."""

    words: str
    act: str
    line: str = ""
    more: str = ""
    why: str = ""
    certainty: str = ""


@dataclass(frozen=True)
class Inspected:
    """A province as its card shows it; `facts` are labels with what is known, None where nothing is."""

    number: int
    name: str
    owner: str
    mine: bool
    facts: list[tuple[str, str]]
    features: list[dict[str, Any]]
    people: list[str]
    garrison: list[str]
    visitors: list[tuple[str, str]]
    neighbours: list[tuple[int, str]]
    acts: list[PossibleAct]
    note: str
    battle: BattleOdds | None


def owner_of(herald: Herald, known: dict[str, Any]) -> str:
    """Who holds it; "" where nobody does. Of a land never seen, no more than that."""
    if not known:
        return say("rois_land.unseen")
    return herald.name("kingdom", known["owner"]) if known.get("owner") else ""


def inspected(access: MatchAccess, draft: Draft, province: int, person: int, season: int) -> Inspected | None:
    """The card of a province; None where none is open."""
    if not 1 <= province <= PROVINCES:
        return None
    herald, own = Herald(access.view, access.lang), access.view["own"]
    known = own["map"].get(str(province), {})
    return Inspected(
        province,
        herald.land_name(known) if known else say("rois.unknown_land"),
        owner_of(herald, known),
        province in own["provinces"],
        facts(herald, known),
        features(access, draft, herald, known, person, season),
        [herald.name("character", one) for one in known.get("characters", ())],
        [unit_name(herald, one) for one in own["units"] if one["province"] == province and not one["leader"]],
        visitors(access, draft, province),
        [(one, herald.name("province", one)) for one in sorted(NEIGHBOURS[province])],
        possible_acts(access, draft, herald, province, person, season) if person and access.open else [],
        note_on(access, province),
        battle_odds(access, draft, herald, province, person, season) if access.open else None,
    )


def facts(herald: Herald, known: Json) -> list[tuple[str, str]]:
    """What is known of it, each with its label."""
    if not known:
        return []
    found = [
        ("terrain", herald.name("terrain", known["terrain"])),
        (
            "income",
            say("rois.taxes", gold=known["tax_base"])
            if "tax_base" in known
            else herald.name("wealth", known["wealth"]),
        ),
        ("explored", say("rois.percent", share=known["exploration"])),
    ]
    if "race" in known:
        found.append(("natives", herald.name("race_or_none", known["race"])))
    if known.get("types"):
        found.append(("types", enumeration([herald.name("type", one) for one in known["types"]], herald.lang)))
    forces = [
        say("rois.force_of", kingdom=herald.name("kingdom", int(kingdom)), force=herald.name("force", size))
        for kingdom, size in known.get("forces", {}).items()
    ]
    if forces:
        found.append(("forces", enumeration(forces, herald.lang)))
    if "turn" in known:
        found.append(("seen", when_seen(herald, known)))
    return [(say(f"rois_land.{label}"), words) for label, words in found]


def features(
    access: MatchAccess, draft: Draft, herald: Herald, known: Json, person: int, season: int
) -> list[dict[str, Any]]:
    """Its special places that are known, each with its guardian, and how the open person would fare against him."""
    asks = bool(person and season and access.open)
    return [
        {
            **one,
            "name": herald.name("feature", one["kind"]),
            "beast": herald.name("monster", one["guardian"]) if one["guardian"] else "",
            "odds": guardian_odds(access, draft, person, season, one["guardian"])
            if asks and one["guardian"] and not one["pacified"]
            else None,
        }
        for one in known.get("features", ())
    ]


def visitors(access: MatchAccess, draft: Draft, province: int) -> list[tuple[str, str]]:
    """Who of one's own will be there, and in which seasons."""
    names = {each["number"]: each["name"] for each in access.view["own"]["characters"]}
    found = []
    for row in foreseen(seen(access, draft)).rows:
        there = [say(f"rois.in_season_{cell.season}") for cell in row.cells if cell.after == province]
        if there:
            found.append(
                (names[row.character], say("rois.all_year") if len(there) == 5 else enumeration(there, access.lang))
            )
    return found


def possible_acts(
    access: MatchAccess, draft: Draft, herald: Herald, province: int, person: int, season: int
) -> list[PossibleAct]:
    """What the open person could do about it from the open season on."""
    name = herald.name("character", person)
    step = reach(seen(access, draft), person, season).get(province)
    found = []
    if step is not None:
        arrives = "" if step.reason else say(f"rois.arrives_{step.season}")
        words = say("rois.goes_there", name=name)
        found.append(PossibleAct(words, "route", "", arrives, say_reason(herald, step.reason), step.certainty))
    here = foreseen(seen(access, draft)).cell(person, season).before
    if province in NEIGHBOURS.get(here, ()):
        found.append(PossibleAct(say("rois.spies_there", name=name), "put", line_of(Spy(province), person, season)))
    if province == here or province in NEIGHBOURS.get(here, ()):
        found.append(
            PossibleAct(say("rois.defends_there", name=name), "put", line_of(Defend(province), person, season))
        )
    return found
