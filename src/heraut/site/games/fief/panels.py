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
from heraut.games.fief.orders.movements import March
from heraut.games.fief.picture.drawing import CHARGES
from heraut.games.fief.tables import CONSTANTS, blazons, cards, lord_rows
from heraut.site.common.words import say, site_words
from heraut.site.games.fief.drafts import Draft
from heraut.site.games.fief.naming import Names, fixed, names, order_words
from heraut.site.games.fief.order_forms import LINE
from heraut.site.games.fief.questions import Option
from heraut.site.matches.adapters import Giver
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
            "crown": [fixed(access.lang)["rank"][rank] for rank in ("king", "queen") if crowned(access.view, rank)],
            "wanted": CONSTANTS.fiefs_alone,
            "points": access.view["settings"]["mode"] == "points",
            "count_turn": counted,
            "count": ledger.points(access.view, own["seat"]) if counted else None,
        }
    }


def crowned(view: Json, rank: str) -> bool:
    """Whether this crown is borne by a lord of the reader's family."""
    bearer = view["crown"][rank]
    return bearer is not None and view["lords"][bearer]["seat"] == view["own"]["seat"]


def givers(access: MatchAccess) -> list[Giver]:
    """Every living family, as far as all know who has to answer; whoever is not asked, or is ready, has done his part.

    Of a question that is put to all, so that nobody knows whom it concerns, no arms are shown.
    """
    view, found = access.view, access.view["awaited"] or {"kind": "", "seats": []}
    if found["seats"] is None:
        return []
    asked = [seat for seat in found["seats"] if found["kind"] != "window" or seat not in view["ready"]]
    answered = access.sheet is not None and access.sheet.sealed
    return [
        Giver(
            one["name"],
            shield(one["blazon"]),
            seat not in asked or (seat == access.name and answered),
            seat == access.name,
        )
        for seat, one in view["seats"].items()
        if one["alive"]
    ]


@dataclass(frozen=True)
class AnswerAct:
    """A button of the bar: what it sends, what it says, whether it takes the last line back."""

    value: str
    words: str
    undoes: bool = False


def answer_acts(plan: Draft | None, text: str, *, ready: bool) -> list[AnswerAct]:
    """What the bar offers of an answer that is a list: to take the last order back, to give them and end one's turn.

    While all negotiate it is to be `ready`, or not.
    """
    if plan is None:  # all negotiate
        line, words = ("ATTENDRE", "fief.bar_wait") if ready else ("PRET", "fief.bar_ready")
        return [AnswerAct(f"{LINE}{line}", say(words))]
    undo = [AnswerAct("undo", say("fief.undo"), undoes=True)] if text.strip() else []
    return [*undo, AnswerAct("end", say("fief.bar_give" if plan.orders else "fief.bar_end"))]


def count_turn(view: Json) -> int | None:
    """The turn at whose end points are counted next (FI-PTS-01); None where they no longer are, or never."""
    every, last = CONSTANTS.points.every, view["settings"]["points_turns"]
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
    ranks += [bearer_of(view["regions"][region]["fief"], lord, tables, lang) for region in lord["titles"]]
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


def bearer_of(fief: Json, lord: Json, tables: Names, lang: str) -> str:
    """What a lord with this title is called: baron de Sennecy."""
    data = {"capital": tables["village"][fief["capital"]], "woman": lord["woman"]}
    return site_words(lang).say("fief_bearer", fief["title"], data)


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
            "bot": access.players[seat].bot if seat in access.players else "",
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
        kind = "lord" if sort == "lord" else cards()[sort].kind
        plays = [one for one in options if one.card == card and one.tag != "discard"]
        found.append(
            {
                "code": card,
                "sort": kind,
                "sort_words": words.say("fief_card_sort", kind),
                "picture": f"lord_{lord_rows()[card].gender}" if sort == "lord" else sort,
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
