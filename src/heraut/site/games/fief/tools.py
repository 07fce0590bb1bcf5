"""The odds of a battle, and the ledger of a family: incomes to come, fiefs within reach, votes, cards still hidden."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, cast

from django.http import Http404, HttpResponse, QueryDict

from heraut.engine.protocol import Json
from heraut.games.fief.board.places import REGION_IDS
from heraut.games.fief.calculators import ledger as count
from heraut.games.fief.calculators import odds as reckoning
from heraut.games.fief.tables import CONSTANTS, board, cards, lord_rows
from heraut.site.common.words import site_words
from heraut.site.games.fief import battle_panel, panels
from heraut.site.games.fief.naming import Names, fixed, names
from heraut.site.games.fief.order_forms import number
from heraut.site.matchpage.layout import show, turn_away
from heraut.site.matchpage.match_access import MatchAccess

MOST = 60  # soldiers of a side, and
MOST_LORDS = 16


def page(access: MatchAccess, tool: str = "combat") -> HttpResponse:
    """One of the two."""
    if tool == "combat":
        return show(
            access,
            "play/fief/odds.html",
            "tools",
            **panels.realm_context(access),
            **odds_context(access.request.GET, access),
        )
    if tool != "livre":
        raise Http404
    if "own" not in access.view:
        return turn_away(access)
    return show(access, "play/fief/ledger.html", "ledger", **panels.realm_context(access), **ledger(access))


# The odds


def odds_context(asked: QueryDict, access: MatchAccess) -> dict[str, Any]:
    """Two forces, and what may come of them: exact, fought to the end, nobody begging for mercy."""
    sides = {side: side_asked(asked, side, usual) for side, usual in (("a", (8, 1)), ("b", (8, 1)))}
    answer = None
    first, second = (camp_of(side, other) for side, other in ((sides["a"], sides["b"]), (sides["b"], sides["a"])))
    if first.points and second.points:
        answer = reckoning.odds(first, second)
    return {
        "sides": sides,
        "rows": panels.ROWS,
        "answer": answer,
        "shares": battle_panel.shares(answer.win, answer.lose) if answer else None,
        "first": told(answer.attacker, first) if answer else None,
        "second": told(answer.defender, second) if answer else None,
        "row_words": fixed(access.lang)["row"],
        "most": MOST,
    }


def side_asked(asked: QueryDict, side: str, usual: tuple[int, int]) -> dict[str, Any]:
    """One force as the address says it."""
    fresh = "calcul" not in asked
    row = asked.get(f"{side}-place", "open")
    return {
        "soldiers": usual[0]
        if fresh and f"{side}-soldats" not in asked
        else min(number(asked, f"{side}-soldats"), MOST),
        "lords": usual[1]
        if fresh and f"{side}-seigneurs" not in asked
        else min(number(asked, f"{side}-seigneurs"), MOST_LORDS),
        "row": row if row in panels.ROWS else "open",
        "darc": f"{side}-darc" in asked,
        "aim": min(number(asked, f"{side}-vise"), 3),
    }


def camp_of(side: Mapping[str, Any], other: Mapping[str, Any]) -> reckoning.Camp:
    """A force as the reckoning takes it; dice are aimed at the last lord of the other, in the open."""
    lords = max(side["lords"], int(side["darc"]))
    aim = reckoning.Aim(side["aim"], max(0, other["lords"] - 1)) if side["aim"] and other["lords"] else None
    row = cast(Any, side["row"])
    return reckoning.Camp(side["soldiers"], lords, row, lords - 1 if side["darc"] else None, aim)


def told(side: reckoning.Side, camp: reckoning.Camp) -> dict[str, Any]:
    """What becomes of one side: the chance of each number of points left, for a row of bars."""
    most = max(side.left[1:], default=0.0) or 1.0
    return {
        "bars": [(points, chance, round(100 * chance / most)) for points, chance in enumerate(side.left) if points],
        "soldiers_lost": side.soldiers_lost,
        "lords_lost": side.lords_lost,
        "points": camp.points,
    }


# The ledger


def ledger(access: MatchAccess) -> dict[str, Any]:
    """Everything that a family counts before it decides."""
    view, tables = access.view, names(access.view, access.lang)
    seat = view["own"]["seat"]
    lines = count.incomes(view, seat)
    return {
        "income": [income(line, tables, access.lang) for line in lines],
        "income_sum": sum(line.money for line in lines if line.sort != "aside"),
        "regions": [region(view, code, seat, tables) for code in REGION_IDS],
        "families": [family(view, other, tables) for other, one in view["seats"].items() if one["alive"]],
        "counted": view["settings"]["mode"] == "points",
        "count_turn": panels.count_turn(view),
        "cards": hidden_cards(view, access.lang),
        "needed": CONSTANTS.elected_votes,
    }


def income(line: count.Income, tables: Names, lang: str) -> tuple[str, int, str]:
    """A line of the coming incomes: from where, how much, and why so."""
    sort = {"tithe": "bishopric", "taille": "region", "pension": "lord"}.get(line.sort, "village")
    notes = [word for word in (line.sort, line.why) if word not in ("", "village")]
    return (
        tables[sort][line.source],
        line.money,
        ", ".join(site_words(lang).say("fief", f"income_{word}") for word in notes),
    )


def region(view: Json, code: str, seat: str, tables: Names) -> dict[str, Any]:
    """What is still missing to make a fief of a region, or whose it is."""
    one, row = count.missing(view, seat, code), next(row for row in board().regions if row.id == code)
    return {
        "name": tables["region"][code],
        "title": tables["title"][row.title],
        "fief": one.held is not None,
        "holder": tables["seat"][one.held] if one.held else "",
        "missing": one,
        "villages": ", ".join(tables["village"][name] for name in one.villages),
        "shared": ", ".join(tables["village"][name] for name in one.shared),
        "price": CONSTANTS.prices.village_of_title * len(row.villages),
    }


def family(view: Json, seat: str, tables: Names) -> dict[str, Any]:
    """How many votes and points a family has, and whose bishops could crown."""
    voices = count.voices(view, seat)
    return {
        "name": tables["seat"][seat],
        "shield": panels.shield(view["seats"][seat]["blazon"]),
        "own": seat == view["own"]["seat"],
        "votes": len(voices.voters),
        "points": view["seats"][seat]["score"],
        "count": count.points(view, seat),
        "church": [tables["lord"][name] for name in dict.fromkeys((*voices.cardinals, *voices.bishops))],
    }


def hidden_cards(view: Json, lang: str) -> list[tuple[str, int, int]]:
    """Of each card how many are out of sight (in the pile, in other hands, face down), and how many there are."""
    open_cards = Counter(view["piles"]["seen"]) + Counter(view["own"]["hand"])
    on_table = Counter({"bishop": sum(one["bishop"] is not None for one in view["bishoprics"].values())})
    on_table["darc"] = sum(lord["darc"] for lord in view["lords"].values())
    on_table["bad_weather"] = sum(view["regions"][code]["weather"] for code in REGION_IDS)
    on_table["famine"] = sum(view["regions"][code]["famine"] for code in REGION_IDS)
    on_table["peasant_revolt"] = int(view["revolt"] is not None)
    on_table["tithe"] = sum(one["tithe"] for one in view["bishoprics"].values())
    on_table["taille"] = sum(view["regions"][code]["taille"] for code in REGION_IDS)
    found = []
    for code, row in cards().items():
        if row.kind == "lord":
            women = code == "lord_woman"
            mine = {name for name, one in lord_rows().items() if (one.gender == "woman") == women}
            seen = len(mine & set(view["lords"])) + sum(open_cards[name] for name in mine)
        elif code == "bishop":
            seen = on_table[code] + sum(open_cards[f"bishop_{see}"] for see in range(row.count))
        else:
            seen = on_table[code] + open_cards[code]
        found.append((row.fr if lang == "fr" else row.en, max(0, row.count - seen), row.count))
    return found
