"""The lord's other pages: the atlas of known kingdoms, spies, the knowledge tree (the calculator, the rehearsal).

Each reads the lord's view, his own reports and what the address says; none can tell more than these.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from fractions import Fraction
from typing import Any

from django.http import Http404, HttpResponse

from heraut.engine.protocol import Json
from heraut.games.daifen.decision import SheetDecision
from heraut.games.daifen.herald import fixed_names
from heraut.games.daifen.orders import Develop
from heraut.games.daifen.races import BUILDINGS, RACES, ROLES, TECHNOLOGIES, UNITS
from heraut.games.daifen.tables import CONSTANTS
from heraut.site.games.daifen import rehearsal_page
from heraut.site.games.daifen.assault import assault
from heraut.site.games.daifen.dossier import dossiers, own_events
from heraut.site.games.daifen.forecast import forecast
from heraut.site.games.daifen.pictures import picture
from heraut.site.games.daifen.realm import (
    MOST_BUILDINGS,
    MOST_GOLD,
    MOST_UNITS,
    known_living,
    names_of,
    number,
    realm_context,
    seen,
)
from heraut.site.games.daifen.report import Teller
from heraut.site.matchpage.layout import show, turn_away
from heraut.site.matchpage.match_access import MatchAccess
from heraut.site.matchpage.saving import version

TOOLS = ("atlas", "espions", "connaissances", "assaut", "essai")

Tool = Callable[[MatchAccess], dict[str, Any]]


def page(access: MatchAccess, tool: str = TOOLS[0]) -> HttpResponse:
    """One of these pages; for living lords only."""
    if tool not in TOOLS:
        raise Http404
    if "own" not in access.view:
        return turn_away(access)
    if tool == "essai":
        return rehearsal_page.page(access)
    context = ANSWERS[tool](access)
    return show(access, f"play/daifen/tool_{tool}.html", tool, **realm_context(access), **context)


# The atlas


def atlas(access: MatchAccess) -> dict[str, Any]:
    """Every known kingdom: since when, whether it lives, the last spy report with its turn, all that was told of it."""
    told, lang = dossiers(access), access.lang
    races = fixed_names(lang)["race"]
    entries = [
        {
            "name": name,
            "lord": other["lord"],
            "race": races[other["race"]],
            "race_code": other["race"],
            "alive": other["alive"],
            "since": other["since"],
            "report": seen(other["report"], access),
            "told": [one for one in told.get(name, []) if one.kind != "spy_report"],
        }
        for name, other in access.view["own"]["known"].items()
    ]
    living = [one for one in entries if one["alive"]]
    return {
        "kingdoms": [*living, *(one for one in entries if not one["alive"])],
        "unknown": access.view["living"] - 1 - len(living),
    }


# Spies


def spies(access: MatchAccess) -> dict[str, Any]:
    """The spies, their chances, what they brought so far, and missions by a button."""
    view, asked = access.view, access.request.GET
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
        "stolen": max(gold // CONSTANTS.theft_share, CONSTANTS.theft_min) if gold else 0,
        "destroyed": float((1 - caught) * Fraction(*CONSTANTS.sabotage)),
        "here": float(here),
        "finding": exploration_chance(view, len(living)),
        "missions": spy_news(access),
        "lines": mission_lines(target) if target in living else [],
        "base": version(access.sheet),
    }


def mission_lines(name: str) -> list[tuple[str, str]]:
    """The lines that send one spy there."""
    return [(f'{code} "{name}" 1', f"daifen_tools.send_{code.lower()}") for code in ("ESPIONNER", "VOLER", "SABOTER")]


def catch_chance(towers: int, guards: int) -> Fraction:
    """The chance that a visited kingdom catches one spy (DA-SPY-05)."""
    free = (1 - Fraction(*CONSTANTS.catch_base)) * (1 - Fraction(*CONSTANTS.catch_guard)) ** guards
    return 1 - free * (1 - Fraction(*CONSTANTS.catch_watch_tower)) ** towers


def exploration_chance(view: Json, known: int) -> float:
    """The chance that an explorer finds somebody: the unknown among all who live (DA-SPY-22)."""
    living: int = view["living"]
    return max(0, living - 1 - known) / max(1, living)


SPY_NEWS = ("explore_found", "explore_event", "spy_report", "reveal_done", "reveal_received", "theft_gain", "spy_lost",
            "theft_victim", "spy_caught", "sabotage_failed", "sabotage_victim")  # fmt: skip
NEWS_SHOWN = 60


def spy_news(access: MatchAccess) -> list[tuple[int, str]]:
    """What the lord's reports told of spies, the latest first."""
    teller, told = Teller(access.view, access.lang), []
    for turn, event in own_events(access):
        if event.kind in SPY_NEWS:
            told.append((turn, teller.tell(event).text))
        if len(told) == NEWS_SHOWN:
            break
    return told


# The knowledge tree


def knowledge(access: MatchAccess) -> dict[str, Any]:
    """The technologies of the race: owned, within reach or not, and what each opens (DA-TEC-02, 03 and 04)."""
    own, lang = access.view["own"], access.lang
    form = SheetDecision(access.view).parse(access.sheet.kept if access.sheet else "").answer
    given = [order.technology for order in form.orders if isinstance(order, Develop)]
    left = forecast(access.view, form).intellect_after
    roots = tree(own["race"], lang, own, given, left)
    return {"roots": roots, "stock": own["intellect"], "left": left, "base": version(access.sheet)}


def tree(
    race: str, lang: str, own: Json | None = None, given: Collection[str] = (), left: int = 0
) -> list[dict[str, Any]]:
    """The technologies of a race from their roots on, each with those that stand on it.

    `given`: those that the lord's form develops; `left`: the intellect that he should then have left.
    """
    names, listed = fixed_names(lang)["technology"], RACES[race].technologies

    def node(code: str) -> dict[str, Any]:
        owned = own is not None and code in own["technologies"]
        needed = TECHNOLOGIES[code].requires
        ready = own is not None and (needed is None or needed in own["technologies"] or needed in given)
        open_now = ready and not owned and code not in given
        missing = max(0, TECHNOLOGIES[code].cost - left)
        return {
            "code": code,
            "name": names[code],
            "cost": TECHNOLOGIES[code].cost,
            "picture": picture(code),
            "owned": owned,
            "open": open_now,
            "given": code in given,
            "needs": "" if ready or own is None or owned else names[needed or ""],
            "missing": missing,
            "within": open_now and not missing,
            "line": f"DEVELOPPER {TECHNOLOGIES[code].fr}",
            "buildings": stacked([b for b in RACES[race].buildings if BUILDINGS[b].requires == code], lang),
            "units": stacked([u for u in RACES[race].units if UNITS[u].requires == code], lang),
            "place": code in CONSTANTS.building_techs,
            "next": [node(other) for other in listed if TECHNOLOGIES[other].requires == code],
        }

    return [node(code) for code in listed if TECHNOLOGIES[code].requires not in listed]


def stacked(codes: list[str], lang: str) -> list[tuple[Any, str]]:
    """Types with their pictures."""
    return [(picture(code), name) for code, name in zip(codes, names_of(codes, lang), strict=True)]


ANSWERS: Mapping[str, Tool] = {
    "atlas": atlas,
    "espions": spies,
    "connaissances": knowledge,
    "assaut": assault,
}
