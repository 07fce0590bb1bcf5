"""The assault calculator: the chances of an assault, by the arbiter's own code, on what its form supposes.

An ally may attack with the lord, another kingdom support the place, and Nelrks fight as he guesses they do.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from heraut.engine.protocol import Seat
from heraut.engine.rng import Rng
from heraut.games.daifen.battle.assault import Defence, Force
from heraut.games.daifen.calculators.odds import odds
from heraut.games.daifen.calculators.tally import Odds
from heraut.games.daifen.herald import fixed_names
from heraut.games.daifen.races import NELRK_PROFILES, NELRKS, RACES, UNITS, profiles
from heraut.site.games.daifen.pictures import picture
from heraut.site.games.daifen.realm import (
    MOST_BUILDINGS,
    MOST_GOLD,
    MOST_UNITS,
    counted_name,
    known_living,
    number,
    seen,
)
from heraut.site.matchpage.match_access import MatchAccess

MOST_RUNS, LEAST_RUNS, WORK = 2_000, 100, 500_000  # of an assault; units and buildings that all its runs may move
OWN, ALLY, HOME, HELP = Seat("own"), Seat("ally"), Seat("home"), Seat("help")
SPECIALS = tuple(code for code in UNITS if UNITS[code].trained_in is None)  # anybody may have some
UNSEEN: Mapping[str, Any] = {"units": {}, "supports": {}, "buildings": {}, "gold": 0}


def assault(access: MatchAccess) -> dict[str, Any]:
    """What the form supposes of the four sides, and the chances of the assault once they are asked for."""
    view, asked, lang = access.view, access.request.GET, access.lang
    own, target = view["own"], asked.get("cible", "")
    other = own["known"].get(target)
    report = other["report"] if other else None
    fresh = "calcul" not in asked and "montrer" not in asked
    race = asked_race(asked, "peuple") or (other["race"] if other else own["race"])
    ally, helper = asked_race(asked, "allie"), asked_race(asked, "soutien")
    there: Mapping[str, Any] = (fresh and report) or UNSEEN
    mine = {code: count for code, count in own["units"].items() if UNITS[code].offensive}
    theirs, helping = fighting(there["units"]), fighting(there["supports"])
    sides = {
        "a": supposed(asked, "a", [*mine, *offensive(own["race"]), *SPECIALS], mine, fresh),
        "l": supposed(asked, "l", offensive(ally), {}, fresh),
        "d": supposed(asked, "d", [*defensive(race), *theirs, *SPECIALS], theirs, fresh),
        "s": supposed(asked, "s", [*defensive(helper), *helping], helping, fresh),
    }
    buildings = supposed(asked, "b", RACES[race].buildings, there["buildings"], fresh, most=MOST_BUILDINGS)
    gold, nelrks = number(asked.get("or"), there["gold"], MOST_GOLD), supposed_nelrks(asked)
    attacked = sum(sides["a"].values()) + sum(sides["l"].values()) > 0
    wanted = report if fresh else "calcul" in asked
    answer = fought(sides, buildings, gold, nelrks) if attacked and wanted else None
    return {
        "targets": known_living(view),
        "target": target if other else "",
        "report": seen(report, access),
        "races": list(fixed_names(lang)["race"].items()),
        "race": race,
        "ally": ally,
        "helper": helper,
        **camps(sides, mine, lang),
        "specials": specials(sides, nelrks, lang),
        "profiles": [(code, getattr(profile, lang), profile) for code, profile in NELRK_PROFILES.items()],
        "buildings": rows("b", buildings, {}, lang),
        "gold_there": gold,
        "answer": answer,
        "survivors": survivors(answer, lang) if answer else {},
        "destroyed": destroyed(answer, lang) if answer else [],
    }


def camps(sides: Mapping[str, Mapping[str, int]], mine: Mapping[str, int], lang: str) -> dict[str, Any]:
    """The four sides as rows of the form; `undefended`: nobody is supposed to defend; `unusual`: one of them has
    units that no race trains.
    """
    return {
        "attackers": rows("a", ordinary(sides["a"]), mine, lang),
        "allies": rows("l", sides["l"], {}, lang),
        "defenders": rows("d", ordinary(sides["d"]), {}, lang),
        "helpers": rows("s", sides["s"], {}, lang),
        "undefended": not (any(sides["d"].values()) or any(sides["s"].values())),
        "unusual": any(sides[letter][code] for letter in "ad" for code in SPECIALS),
    }


def ordinary(counts: Mapping[str, int]) -> dict[str, int]:
    """The units that some race trains; the others have fields of their own."""
    return {code: count for code, count in counts.items() if code not in SPECIALS}


def supposed_nelrks(asked: Any) -> dict[str, str]:
    """How each Nelrk type is supposed to fight; it is a secret of the continent (DA-GAP-23)."""
    first = next(iter(NELRK_PROFILES))
    asked_for = {code: asked.get(f"n-{code}", "") for code in NELRKS}
    return {code: name if name in NELRK_PROFILES else first for code, name in asked_for.items()}


def destroyed(answer: Odds, lang: str) -> list[tuple[Any, str, float]]:
    """The buildings that fall, as far as it is worth a word."""
    names = fixed_names(lang)["building"]
    return [(picture(code), names[code], mean) for code, mean in answer.buildings.items() if mean >= 0.05]


def fought(
    sides: Mapping[str, Mapping[str, int]],
    buildings: Mapping[str, int],
    gold: int,
    nelrks: Mapping[str, str],
    *,
    most: int = MOST_RUNS,
    work: int = WORK,
) -> Odds:
    """The chances of this assault: attackers and their allies, defenders and those who support them."""
    forces = {
        letter: Force(seat, place, {code: count for code, count in sides[letter].items() if count})
        for place, (letter, seat) in enumerate({"a": OWN, "l": ALLY, "d": HOME, "s": HELP}.items(), start=1)
    }
    stones = {code: count for code, count in buildings.items() if count}
    crowd = sum(sum(force.units.values()) for force in forces.values()) + sum(stones.values())
    runs = max(LEAST_RUNS, min(most, work // crowd))
    attackers = [force for force in (forces["a"], forces["l"]) if force.units]
    supports = (forces["s"],) if forces["s"].units else ()
    return odds(attackers, Defence(forces["d"], supports, stones, gold), Rng(b"odds"), profiles(nelrks), runs=runs)


def asked_race(asked: Any, field: str) -> str:
    """The race that a field of the address names; "" for none."""
    return asked.get(field, "") if asked.get(field, "") in RACES else ""


def offensive(race: str) -> list[str]:
    """The units of a race that may attack."""
    return [code for code in RACES[race].units if UNITS[code].offensive] if race else []


def defensive(race: str) -> list[str]:
    """The units of a race that take part in a defence."""
    return [code for code in RACES[race].units if UNITS[code].defensive] if race else []


def fighting(units: Mapping[str, int]) -> dict[str, int]:
    """Those of these units that take part in a defence."""
    return {code: count for code, count in units.items() if UNITS[code].defensive}


def specials(sides: Mapping[str, Mapping[str, int]], nelrks: Mapping[str, str], lang: str) -> list[dict[str, Any]]:
    """The units that nobody trains, on either side; how the Nelrks fight can only be supposed (DA-GAP-23)."""
    names = fixed_names(lang)["type"]
    return [
        {
            "code": code,
            "name": names[code],
            "picture": picture(code),
            "attack": sides["a"][code] or "",
            "defence": sides["d"][code] or "",
            "profile": nelrks.get(code, ""),
        }
        for code in SPECIALS
    ]


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
    names = fixed_names(lang)["type"]
    return [
        {"field": f"{letter}-{code}", "picture": picture(code), "name": names[code], "value": count or "",
         "owned": owned.get(code, 0)}
        for code, count in counts.items()
    ]  # fmt: skip


def survivors(answer: Odds, lang: str) -> dict[str, list[tuple[Any, str, float]]]:
    """The mean numbers of those left, side by side."""
    return {
        key: [
            (picture(code), counted_name(code, 2, lang), mean) for code, mean in answer.survivors.get(seat, {}).items()
        ]
        for key, seat in (("own", OWN), ("ally", ALLY), ("home", HOME), ("help", HELP))
    }
