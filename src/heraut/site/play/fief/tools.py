"""The odds of a battle, and the ledger of a family: incomes to come, fiefs within reach, votes, cards still hidden."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, cast

from django.http import Http404, HttpResponse, QueryDict

from heraut.engine.protocol import Json
from heraut.games.fief.board import REGION_IDS
from heraut.games.fief.calculators import odds as reckoning
from heraut.games.fief.tables import board, cards, constants, lord_rows
from heraut.site.play.fief import panels
from heraut.site.play.fief.entry import number
from heraut.site.play.fief.naming import Names, fixed, names
from heraut.site.play.frame import show, turn_away
from heraut.site.play.visit import Visit

MOST = 60  # soldiers of a side, and
MOST_LORDS = 16


def page(coming: Visit, tool: str = "combat") -> HttpResponse:
    """One of the two."""
    if tool == "combat":
        return show(
            coming,
            "play/fief/odds.html",
            "tools",
            **panels.realm_context(coming),
            **odds_context(coming.request.GET, coming),
        )
    if tool != "livre":
        raise Http404
    if "own" not in coming.view:
        return turn_away(coming)
    return show(coming, "play/fief/ledger.html", "ledger", **panels.realm_context(coming), **ledger(coming))


# The odds


def odds_context(asked: QueryDict, coming: Visit) -> dict[str, Any]:
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
        "first": told(answer.attacker, first) if answer else None,
        "second": told(answer.defender, second) if answer else None,
        "row_words": fixed(coming.lang)["row"],
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


def ledger(coming: Visit) -> dict[str, Any]:
    """Everything that a family counts before it decides."""
    view, tables = coming.view, names(coming.view, coming.lang)
    seat = view["own"]["seat"]
    lines = income(view, seat, tables)
    return {
        "income": lines,
        "income_sum": sum(amount for _, amount, _ in lines),
        "regions": [region(view, row.id, seat, tables) for row in board().regions],
        "votes": votes(view, tables),
        "cards": hidden_cards(view, coming.lang),
        "bank": view["bank"],
        "needed": constants().elected_votes,
    }


def income(view: Json, seat: str, tables: Names) -> list[tuple[str, int, str]]:
    """What the coming incomes bring as the board stands, taxes not counted: village by village, then pensions."""
    figures, found = constants().incomes, []
    occupied = {stack["village"] for stack in view["stacks"] if stack["seat"] == seat and stack["position"] == "in"}
    occupied |= {lord["village"] for lord in view["lords"].values() if lord["seat"] == seat and not lord["captor"]}
    for name, one in view["villages"].items():
        if one["owner"] != seat:
            continue
        fief = view["regions"][one["region"]]["fief"]
        paid = name in occupied or bool(fief and fief["holder"] == seat and fief["capital"] in occupied)
        fort = {"open": 0, "castle": figures.castle, "city": figures.city}[one["fort"]]
        works = (
            0
            if view["regions"][one["region"]]["famine"]
            else one["mills"] * figures.mill + one["presses"] * figures.press
        )
        if fort or one["mills"] or one["presses"]:
            note = "" if paid else "absent"
            if paid and not works and (one["mills"] or one["presses"]):
                note = "famine"
            found.append((tables["village"][name], fort + works if paid else 0, note))
    for name, lord in view["lords"].items():
        if lord["seat"] != seat or lord["captor"]:
            continue
        if lord["crown"] == "king" and not lord["minor"]:
            found.append((tables["lord"][name], figures.king, "pension"))
        if lord["crown"] == "queen":
            found.append((tables["lord"][name], figures.queen + (figures.king if lord["regent"] else 0), "pension"))
    return found


def region(view: Json, code: str, seat: str, tables: Names) -> dict[str, Any]:
    """What is still missing to make a fief of a region, or whose it is."""
    row = next(one for one in board().regions if one.id == code)
    fief = view["regions"][code]["fief"]
    owned = [name for name in row.villages if view["villages"][name]["owner"] == seat]
    castles = [name for name in row.villages if view["villages"][name]["fort"] != "open"]
    others = Counter(
        tables["seat"][view["villages"][name]["owner"]]
        for name in row.villages
        if view["villages"][name]["owner"] not in (None, seat)
    )
    return {
        "name": tables["region"][code],
        "title": tables["title"][row.title],
        "price": constants().prices.village_of_title * len(row.villages),
        "villages": len(row.villages),
        "owned": len(owned),
        "missing": [tables["village"][name] for name in row.villages if name not in owned],
        "castle": bool(castles),
        "holder": tables["seat"][fief["holder"]] if fief and fief["holder"] else "",
        "fief": fief is not None,
        "others": list(others.items()),
        "weather": view["regions"][code]["weather"],
        "famine": view["regions"][code]["famine"],
    }


def votes(view: Json, tables: Names) -> list[dict[str, Any]]:
    """Who has how many votes, and whose bishops could crown."""
    return [
        {
            "name": tables["seat"][seat],
            "shield": panels.shield(one["blazon"]),
            "votes": one["votes"],
            "church": [name for name, holder in panels.church(view, tables) if holder == tables["seat"][seat]],
        }
        for seat, one in view["seats"].items()
        if one["alive"]
    ]


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
