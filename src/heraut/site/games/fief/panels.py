"""What lies beside the board: families, crown, a hand of cards, a battle with its odds, the ballot, the talks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.utils.safestring import SafeString, mark_safe

from heraut.engine.protocol import Json
from heraut.engine.words import enumeration
from heraut.games.fief.calculators import ledger
from heraut.games.fief.calculators import odds as reckoning
from heraut.games.fief.orders.movements import March
from heraut.games.fief.picture.drawing import FIGURES as CHARGES
from heraut.games.fief.tables import blazons, cards, constants, lord_rows
from heraut.site.common.words import say, site_words
from heraut.site.games.fief.drafts import Draft
from heraut.site.games.fief.forecast import in_order_of_fall
from heraut.site.games.fief.naming import Names, fixed, names, order_words
from heraut.site.games.fief.questions import Option
from heraut.site.matchpage.match_access import MatchAccess

SHIELD = "M-16-19H16V3C16 13 8 18 0 22-8 18-16 13-16 3Z"
CROWNS = ("king", "queen", "prince")
ROWS = ("open", "castle", "city")


@cache
def shield(blazon: str | None) -> SafeString:
    """A family's shield, an ornament beside its name; a blank one before it has chosen."""
    colour = blazons()[blazon].colour if blazon else "#cbbf9f"
    tincture, figure = CHARGES[blazon] if blazon else ("none", "M0 0")
    return mark_safe(  # noqa: S308  colours and shapes of ours
        f'<svg class="blazon" viewBox="-18 -21 36 45" aria-hidden="true"><path d="{SHIELD}" fill="{colour}"/>'
        f'<path class="charge" d="{figure}" fill="{tincture}"/>'
        f'<path d="{SHIELD}" fill="none" stroke="#2b1d10" stroke-width="2.4"/></svg>'
    )


def realm_context(access: MatchAccess) -> dict[str, Any]:
    """The visitor's family, for the top of the page."""
    own = access.view.get("own")
    if own is None:
        return {"me": None}
    one, counted = access.view["seats"][own["seat"]], count_turn(access.view)
    return {
        "me": {
            "seat": own["seat"],
            "name": one["name"],
            "title": "",
            "shield": shield(one["blazon"]),
            "purse": own["purse"],
            "fiefs": len(one["fiefs"]),
            "votes": one["votes"],
            "alive": one["alive"],
            "score": one["score"],
            "points": access.view["settings"]["mode"] == "points",
            "count_turn": counted,
            "count": ledger.points(access.view, own["seat"]) if counted else None,
        }
    }


def count_turn(view: Json) -> int | None:
    """The turn at whose end points are counted next (FI-PTS-01); None where they no longer are, or never."""
    every, last = constants().points.every, view["settings"]["points_turns"]
    coming = -(-max(view["turn"], 1) // every) * every
    counting = view["settings"]["mode"] == "points" and view["road"] is None and coming <= last
    return coming if counting else None


@dataclass(frozen=True)
class LordLine:
    """A lord in a word or two: his name, his ranks, where he stands, who holds him."""

    name: str
    ranks: str
    place: str
    captor: str
    spouse: str
    woman: bool


def lord_line(name: str, view: Json, tables: Names, lang: str) -> LordLine:
    """One lord of a family."""
    lord, words = view["lords"][name], site_words(lang)
    ranks = [tables["rank"][rank] for rank in CROWNS if lord["crown"] == rank]
    if lord["regent"]:
        ranks.append(tables["rank"]["regent"])
    ranks += [tables["region"][region] for region in lord["titles"]]
    if lord["cardinal"]:
        ranks.append(tables["rank"]["cardinal"])
    if lord["bishop"]:
        ranks.append(words.say("fief", "bishop_of", {"see": lord["bishop"]}, tables))
    if lord["darc"]:
        ranks.append(tables["rank"]["darc"])
    place = tables["village"].get(lord["village"], "") if not lord["dungeon"] else tables["rank"]["dungeon"]
    return LordLine(
        name=tables["lord"][name],
        ranks=", ".join(ranks),
        place=place,
        captor=tables["seat"][lord["captor"]] if lord["captor"] else "",
        spouse=tables["lord"][lord["spouse"]] if lord["spouse"] else "",
        woman=lord["woman"],
    )


def families(view: Json, access: MatchAccess) -> list[dict[str, Any]]:
    """Every family as all see it, in the order in which they play."""
    tables, lang = names(view, access.lang), access.lang
    found = view["awaited"] or {"kind": "", "seats": []}
    done = view["ready"] if found["kind"] == "window" else []
    asked = [seat for seat in found["seats"] or [] if seat not in done]
    order = [*view["playing"], *(seat for seat in view["seats"] if seat not in view["playing"])]
    return [
        {
            **view["seats"][seat],
            "seat": seat,
            "shield": shield(view["seats"][seat]["blazon"]),
            "mine": seat == access.name,
            "bot": bool(access.players[seat].bot) if seat in access.players else False,
            "first": seat == view["first"] and view["turn"] > 0,
            "asked": seat in asked,
            "lines": [lord_line(name, view, tables, lang) for name in view["seats"][seat]["lords"]],
            "fief_names": [tables["region"][region] for region in view["seats"][seat]["fiefs"]],
            "ally_name": tables["seat"][view["seats"][seat]["ally"]] if view["seats"][seat]["ally"] else "",
        }
        for seat in order
    ]


def crown(view: Json, lang: str) -> list[tuple[str, str]]:
    """Who bears the crown, and the piles of cards."""
    tables = names(view, lang)
    return [(tables["rank"][rank], tables["lord"][view["crown"][rank]]) for rank in CROWNS if view["crown"][rank]]


def awaited(view: Json, access: MatchAccess) -> str:
    """Who has to decide what, in one line; "" when the match is over."""
    found = view["awaited"]
    if not found:
        return ""
    tables, words = names(view, access.lang), site_words(access.lang)
    kind = found["kind"] if words.has("fief_awaited", found["kind"]) else "other"
    seats = found["seats"]
    if seats is None or len(seats) == len([one for one in view["seats"].values() if one["alive"]]) > 2:
        return words.say(
            "fief_awaited", f"{kind}_all" if words.has("fief_awaited", f"{kind}_all") else "all", {}, tables
        )
    return words.say("fief_awaited", kind, {"seats": seats}, tables)


# A hand of cards


def hand(view: Json, lang: str, options: Iterable[Option]) -> list[dict[str, Any]]:
    """The cards in hand, with what each may be played for now."""
    if "own" not in view:
        return []
    found, words = [], site_words(lang)
    options = list(options)
    for place, card in enumerate(view["own"]["hand"]):
        sort = "lord" if card in lord_rows() else "bishop" if card.startswith("bishop_") else card
        plays = [one for one in options if one.card == card and one.tag != "discard"]
        found.append(
            {
                "code": card,
                "sort": "lord" if sort == "lord" else cards()[sort].kind,
                "name": fixed(lang)["card"][card],
                "text": words.say("fief_card", sort),
                "plays": plays,
                "discard": next((one for one in options if one.tag == "discard" and one.card == card), None),
                "place": place,
            }
        )
    return found


# What has been put together


def steps(plan: Draft, view: Json, lang: str) -> list[str]:
    """The lines of a draft in words; each is told as the board stood when it was added."""
    return [
        order_words(order, plan.choice.view if not isinstance(order, March) else view, lang) for order in plan.orders
    ]


# A battle


def battle(view: Json, lang: str) -> dict[str, Any] | None:
    """The battle under way, camp by camp, with the chances of its present forces."""
    found = view["battle"]
    if found is None:
        return None
    tables = names(view, lang)
    camps = [
        {
            **camp,
            "names": [tables["seat"][seat] for seat, _ in camp["parties"]],
            "shields": [shield(view["seats"][seat]["blazon"]) for seat, _ in camp["parties"] if seat in view["seats"]],
            "row_words": tables["row"][camp["row"]],
            "lord_names": enumeration([tables["lord"][name] for name in camp["lords"]], lang),
            "place_words": tables["walls"].get(camp["place"], ""),
            "width": camp["points"] or 0,
        }
        for camp in found["camps"]
    ]
    return {**found, "name": tables["village"][found["village"]], "camps": camps, "odds": battle_odds(found, view)}


def battle_odds(found: Json, view: Json) -> dict[str, Any] | None:
    """What may come of two camps, fought to the end: exact, from what everybody sees."""
    camps = found["camps"]
    if len(camps) != 2 or any(camp["points"] is None for camp in camps):
        return None
    first, second = (as_camp(camp, view, found["village"]) for camp in camps)
    answer = reckoning.odds(first, second)
    return {
        "win": answer.win,
        "lose": answer.lose,
        "both": answer.both_out,
        "rounds": answer.rounds,
        "shares": shares(answer.win, answer.lose),
    }


def shares(win: float, lose: float) -> dict[str, str]:
    """The lengths of the bar of chances, written alike in every language."""
    return {"win": f"{100 * win:.1f}", "lose": f"{100 * lose:.1f}", "lose_at": f"{100 - 100 * lose:.1f}"}


def as_camp(camp: Json, view: Json, village: str) -> reckoning.Camp:
    """A camp as the reckoning takes it."""
    fighting = in_order_of_fall(view, [name for name in camp["lords"] if view["lords"][name]["fights"]], village)
    darc = next((place for place, name in enumerate(fighting) if view["lords"][name]["darc"]), None)
    return reckoning.Camp(camp["points"] - len(fighting), len(fighting), camp["row"], darc)


# The ballot, the talks


def election(view: Json, lang: str) -> dict[str, Any] | None:
    """The ballot: candidates, votes so far, who may still vote, and what the Church would say."""
    found = view["election"]
    if found is None or (view["awaited"] or {}).get("kind") not in ("candidate", "vote", "crown"):
        return None
    tables = names(view, lang)
    counts = {
        candidate: sum(n for _, one, n in found["votes"] if one == candidate) for candidate in found["candidates"]
    }
    return {
        "stage": found["stage"],
        "rows": [(tables["lord"][name], tables["seat"][view["lords"][name]["seat"]], counts[name]) for name in counts],
        "votes": [
            (tables["seat"][seat], tables["lord"].get(name, say("fief.abstains")) if name else say("fief.abstains"), n)
            for seat, name, n in found["votes"]
        ],
        "needed": constants().elected_votes,
        "elected": tables["lord"][found["elected"]] if found["elected"] else "",
        "church": church(view, tables),
    }


def church(view: Json, tables: Names) -> list[tuple[str, str]]:
    """The free bishops and cardinals, and whose they are."""
    return [
        (tables["lord"][name], tables["seat"][lord["seat"]])
        for name, lord in view["lords"].items()
        if (lord["bishop"] or lord["cardinal"]) and not lord["captor"] and not lord["dungeon"]
    ]


def deals(view: Json, lang: str) -> list[dict[str, Any]]:
    """The open deals to which the reader is a party: nobody else knows of them (FI-DP-32)."""
    tables = names(view, lang)
    me = view["own"]["seat"] if "own" in view else None
    return [
        {
            **deal,
            "from": tables["seat"][deal["proposer"]],
            "to": tables["seat"][deal["addressee"]],
            "mine": deal["proposer"] == me,
            "for_me": deal["addressee"] == me,
            "terms": terms(deal, tables, lang),
        }
        for deal in view["deals"]
    ]


def terms(deal: Json, tables: Names, lang: str) -> list[str]:
    """What a deal is about, line by line."""
    words = site_words(lang)
    data = {**deal, "couples": [name for pair in deal["marriages"] for name in pair]}
    keys = ("gives", "asks", "cards", "asked_cards", "frees", "claims", "couples", "promise")
    return [words.say("fief_deal", key, data, tables) for key in keys if data[key]]


def talks(view: Json, lang: str) -> dict[str, Any]:
    """What a player has to offer, and to ask for, in the negotiations."""
    tables, own = names(view, lang), view["own"]
    me = own["seat"]
    others = [(seat, tables["seat"][seat]) for seat, one in view["seats"].items() if seat != me and one["alive"]]
    lords = view["lords"]
    return {
        "others": others,
        "ally": view["seats"][me]["ally"],
        "ally_name": tables["seat"].get(view["seats"][me]["ally"], ""),
        "cards": [(card, fixed(lang)["card"][card]) for card in own["hand"]],
        "captives": [(name, tables["lord"][name]) for name in own["captives"]],
        "held": [
            (name, tables["lord"][name], tables["seat"][lord["captor"]])
            for name, lord in lords.items()
            if lord["seat"] == me and lord["captor"]
        ],
        "mine": [
            (name, tables["lord"][name]) for name, lord in lords.items() if lord["seat"] == me and free_to_marry(lord)
        ],
        "theirs": [
            (name, tables["lord"][name], tables["seat"][lord["seat"]])
            for name, lord in lords.items()
            if lord["seat"] != me and free_to_marry(lord)
        ],
        "purse": own["purse"],
        "ready": me in view["ready"],
        "may_close": me not in view["closing"],
        "closing": [tables["seat"][seat] for seat in view["closing"]],
        "ready_names": [tables["seat"][seat] for seat in view["ready"]],
        "sells": view["settings"]["surrender"],
        "own_women": {name for name, lord in lords.items() if lord["woman"]},
    }


def free_to_marry(lord: Json) -> bool:
    """Whether nothing that all can see forbids a marriage (FI-MAR-02)."""
    bound = lord["bishop"] or lord["cardinal"] or lord["darc"] or lord["spouse"] or lord["dungeon"]
    return not bound and lord["crown"] != "prince" and not lord["minor"]


def ending(view: Json, lang: str) -> dict[str, Any] | None:
    """How the match ended."""
    if view["road"] is None:
        return None
    tables = names(view, lang)
    uncovered: Mapping[str, Any] = view.get("uncovered", {})
    return {
        "road": say(f"fief_road.{view['road']}"),
        "winners": enumeration([tables["seat"][seat] for seat in view["winners"]], lang),
        "won": "own" in view and view["own"]["seat"] in view["winners"],
        "hands": [
            (tables["seat"][seat], one["purse"], [fixed(lang)["card"][card] for card in one["hand"]])
            for seat, one in uncovered.items()
        ],
    }
