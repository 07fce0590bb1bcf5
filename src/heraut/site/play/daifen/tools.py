"""The lord's other pages: the atlas of known kingdoms, the spy desk, the knowledge tree, the assault calculator.

Each reads the lord's view, his own reports and what the address says; none can tell more than these.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from django.http import Http404, HttpResponse

from heraut.engine.protocol import Json, Seat
from heraut.engine.rng import Rng
from heraut.games.daifen.assault import Defence, Force
from heraut.games.daifen.calculators.odds import odds
from heraut.games.daifen.races import BUILDINGS, NELRKS, RACES, ROLES, TECHNOLOGIES, UNITS
from heraut.games.daifen.report import all_names
from heraut.games.daifen.tables import constants
from heraut.site.play.daifen.dossier import dossiers, own_events
from heraut.site.play.daifen.pictures import picture
from heraut.site.play.daifen.realm import counted_name, known_living, names_of, realm_context, stacks
from heraut.site.play.daifen.report import Teller
from heraut.site.play.frame import show, turn_away
from heraut.site.play.saving import version
from heraut.site.play.visit import Visit

TOOLS = ("atlas", "espions", "connaissances", "assaut")
MOST_RUNS, LEAST_RUNS, WORK = 2_000, 100, 500_000  # of an assault; units and buildings that all its runs may move
MOST_UNITS, MOST_BUILDINGS, MOST_GOLD = 500, 100, 999_999  # of a type: nobody makes the site reckon for long
OWN, HOME = Seat("own"), Seat("home")

Tool = Callable[[Visit], dict[str, Any]]


def page(coming: Visit, tool: str = TOOLS[0]) -> HttpResponse:
    """One of these pages; for living lords only."""
    if tool not in TOOLS:
        raise Http404
    if "own" not in coming.view:
        return turn_away(coming)
    context = ANSWERS[tool](coming)
    return show(coming, f"play/daifen/tool_{tool}.html", tool, **realm_context(coming), **context)


# The atlas


def atlas(coming: Visit) -> dict[str, Any]:
    """Every known kingdom: since when, whether it lives, the last spy report with its turn, all that was told of it."""
    told, lang = dossiers(coming), coming.lang
    races = all_names(lang)["race"]
    entries = [
        {
            "name": name,
            "lord": other["lord"],
            "race": races[other["race"]],
            "race_code": other["race"],
            "alive": other["alive"],
            "since": other["since"],
            "report": seen(other["report"], coming),
            "told": [one for one in told.get(name, []) if one.kind != "spy_report"],
        }
        for name, other in coming.view["own"]["known"].items()
    ]
    living = [one for one in entries if one["alive"]]
    return {
        "kingdoms": [*living, *(one for one in entries if not one["alive"])],
        "unknown": coming.view["living"] - 1 - len(living),
    }


def seen(report: Json | None, coming: Visit) -> dict[str, Any] | None:
    """A spy report in pictures, and how old it is."""
    if report is None:
        return None
    kinds = {key: stacks(report[key], coming.lang) for key in ("buildings", "units", "supports")}
    return {**kinds, "gold": report["gold"], "turn": report["turn"], "age": coming.view["turn"] - 1 - report["turn"]}


# The spy desk


def spy_desk(coming: Visit) -> dict[str, Any]:
    """The spies, their chances, what they brought so far, and missions by a button."""
    view, asked = coming.view, coming.request.GET
    living = known_living(view)
    target = asked.get("cible", "")
    report = view["own"]["known"][target]["report"] if target in living else None
    towers = number(asked.get("tours"), report["buildings"].get(ROLES.watch_tower, 0) if report else 0, MOST_BUILDINGS)
    guards = number(asked.get("gardes"), report["units"].get(ROLES.spy, 0) if report else 0, MOST_UNITS)
    gold = number(asked.get("or"), report["gold"] if report else 0, MOST_GOLD)
    caught = catch_chance(towers, guards)
    own = view["own"]
    here = catch_chance(own["buildings"].get(ROLES.watch_tower, 0), own["units"].get(ROLES.spy, 0))
    return {
        "spies": own["units"].get(ROLES.spy, 0),
        "spy_picture": picture(ROLES.spy),
        "living_kingdoms": living,
        "target": target if target in living else "",
        "report": report,
        "towers": towers,
        "guards": guards,
        "gold_there": gold,
        "caught": float(caught),
        "back": float(1 - caught),
        "stolen": max(gold // constants().theft_share, constants().theft_min) if gold else 0,
        "destroyed": float((1 - caught) * Fraction(*constants().sabotage)),
        "here": float(here),
        "finding": exploration_chance(view, len(living)),
        "missions": spy_news(coming),
        "lines": mission_lines(target) if target in living else [],
        "base": version(coming.sheet),
    }


def mission_lines(name: str) -> list[tuple[str, str]]:
    """The lines that send one spy there."""
    return [(f'{code} "{name}" 1', f"daifen_tools.send_{code.lower()}") for code in ("ESPIONNER", "VOLER", "SABOTER")]


def catch_chance(towers: int, guards: int) -> Fraction:
    """The chance that a visited kingdom catches one spy (DA-SPY-05)."""
    figures = constants()
    free = (1 - Fraction(*figures.catch_base)) * (1 - Fraction(*figures.catch_guard)) ** guards
    return 1 - free * (1 - Fraction(*figures.catch_watch_tower)) ** towers


def exploration_chance(view: Json, known: int) -> float:
    """The chance that an explorer finds somebody: the unknown among all who live (DA-SPY-22)."""
    return max(0, view["living"] - 1 - known) / max(1, view["living"])


SPY_NEWS = ("explore_found", "explore_event", "spy_report", "reveal_done", "reveal_received", "theft_gain", "spy_lost",
            "theft_victim", "spy_caught", "sabotage_failed", "sabotage_victim")  # fmt: skip
NEWS_SHOWN = 60


def spy_news(coming: Visit) -> list[tuple[int, str]]:
    """What the lord's reports told of spies, the latest first."""
    teller, told = Teller(coming.view, coming.lang), []
    for turn, event in own_events(coming):
        if event.kind in SPY_NEWS:
            told.append((turn, teller.tell(event).text))
        if len(told) == NEWS_SHOWN:
            break
    return told


# The knowledge tree


def knowledge(coming: Visit) -> dict[str, Any]:
    """The technologies of the race: owned, within reach or not, and what each opens."""
    own, lang = coming.view["own"], coming.lang
    return {"roots": tree(own["race"], lang, own), "stock": own["intellect"], "base": version(coming.sheet)}


def tree(race: str, lang: str, own: Json | None = None) -> list[dict[str, Any]]:
    """The technologies of a race from their roots on, each with those that stand on it."""
    names, listed = all_names(lang)["technology"], RACES[race].technologies

    def node(code: str) -> dict[str, Any]:
        owned = own is not None and code in own["technologies"]
        needed = TECHNOLOGIES[code].requires
        open_now = own is not None and not owned and (needed is None or needed in own["technologies"])
        return {
            "code": code,
            "name": names[code],
            "cost": TECHNOLOGIES[code].cost,
            "picture": picture(code),
            "owned": owned,
            "open": open_now,
            "within": open_now and own is not None and own["intellect"] >= TECHNOLOGIES[code].cost,
            "line": f"DEVELOPPER {TECHNOLOGIES[code].fr}",
            "buildings": stacked([b for b in RACES[race].buildings if BUILDINGS[b].requires == code], lang),
            "units": stacked([u for u in RACES[race].units if UNITS[u].requires == code], lang),
            "place": code in constants().building_techs,
            "next": [node(other) for other in listed if TECHNOLOGIES[other].requires == code],
        }

    return [node(code) for code in listed if TECHNOLOGIES[code].requires not in listed]


def stacked(codes: list[str], lang: str) -> list[tuple[Any, str]]:
    """Types with their pictures."""
    return [(picture(code), name) for code, name in zip(codes, names_of(codes, lang), strict=True)]


# The assault calculator


def assault(coming: Visit) -> dict[str, Any]:
    """The chances of an assault, by the arbiter's own code, on what the form supposes."""
    view, asked, lang = coming.view, coming.request.GET, coming.lang
    own, target = view["own"], asked.get("cible", "")
    other = view["own"]["known"].get(target)
    report = other["report"] if other else None
    race = asked.get("peuple") or (other["race"] if other else own["race"])
    race = race if race in RACES else own["race"]
    fresh = "calcul" not in asked
    mine = {code: number for code, number in own["units"].items() if UNITS[code].offensive and code not in NELRKS}
    theirs: Mapping[str, int] = report["units"] if report and fresh else {}
    walls: Mapping[str, int] = report["buildings"] if report and fresh else {}
    attackers = supposed(asked, "a", [*mine, *(c for c in RACES[own["race"]].units if UNITS[c].offensive)], mine, fresh)
    defenders = supposed(asked, "d", defenders_of(race, theirs), theirs, fresh)
    buildings = supposed(asked, "b", RACES[race].buildings, walls, fresh, most=MOST_BUILDINGS)
    gold = number(asked.get("or"), report["gold"] if report and fresh else 0, MOST_GOLD)
    answer = None
    if sum(attackers.values()) and (not fresh or report):
        home = Force(HOME, 2, {code: count for code, count in defenders.items() if count})
        stones = {code: count for code, count in buildings.items() if count}
        force = Force(OWN, 1, {code: count for code, count in attackers.items() if count})
        crowd = sum(force.units.values()) + sum(home.units.values()) + sum(stones.values())
        runs = max(LEAST_RUNS, min(MOST_RUNS, WORK // crowd))
        answer = odds([force], Defence(home, (), stones, gold), Rng(b"odds"), runs=runs)
    return {
        "targets": known_living(view),
        "target": target if other else "",
        "report": seen(report, coming),
        "races": [(code, name) for code, name in all_names(lang)["race"].items()],
        "race": race,
        "attackers": rows("a", attackers, mine, lang),
        "defenders": rows("d", defenders, {}, lang),
        "buildings": rows("b", buildings, {}, lang),
        "gold_there": gold,
        "answer": answer,
        "survivors": survivors(answer, lang) if answer else {},
        "destroyed": [
            (picture(code), all_names(lang)["building"][code], mean)
            for code, mean in (answer.buildings.items() if answer else ())
            if mean >= 0.05
        ],
    }


def defenders_of(race: str, seen_there: Mapping[str, int]) -> list[str]:
    """The units that may stand in a place: those of its race, and those that were seen there."""
    codes = [code for code in RACES[race].units if UNITS[code].defensive]
    return [*codes, *(code for code in seen_there if UNITS[code].defensive and code not in (*codes, *NELRKS))]


def supposed(
    asked: Any, letter: str, codes: Any, usual: Mapping[str, int], fresh: bool, most: int = MOST_UNITS
) -> dict[str, int]:
    """How many of each type the form supposes; at first those that are there as far as one knows."""
    return {
        code: number(asked.get(f"{letter}-{code}"), usual.get(code, 0) if fresh else 0, most)
        for code in dict.fromkeys(codes)
    }


def rows(letter: str, counts: Mapping[str, int], owned: Mapping[str, int], lang: str) -> list[dict[str, Any]]:
    """The fields of one side."""
    names = all_names(lang)["type"]
    return [
        {"field": f"{letter}-{code}", "picture": picture(code), "name": names[code], "value": count or "",
         "owned": owned.get(code, 0)}
        for code, count in counts.items()
    ]  # fmt: skip


def survivors(answer: Any, lang: str) -> dict[str, list[tuple[Any, str, float]]]:
    """The mean numbers of those left, side by side."""
    return {
        key: [
            (picture(code), counted_name(code, 2, lang), mean) for code, mean in answer.survivors.get(seat, {}).items()
        ]
        for key, seat in (("own", OWN), ("home", HOME))
    }


def number(text: str | None, usual: int, most: int) -> int:
    """A number of the address, within bounds; the usual one where none is given."""
    if text is None:
        return usual
    return min(int(text), most) if text.isascii() and text.isdigit() and len(text) < 10 else 0


ANSWERS: Mapping[str, Tool] = {
    "atlas": atlas,
    "espions": spy_desk,
    "connaissances": knowledge,
    "assaut": assault,
}
