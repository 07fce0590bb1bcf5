"""What several pages read of a view: the lord at the top of the page, the table of the lords, who gives orders."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString

from heraut.engine.protocol import Json
from heraut.games.gloire.herald import Herald
from heraut.site.common.rendering import rendered
from heraut.site.common.words import say
from heraut.site.games.gloire.drawing import shield_svg
from heraut.site.matches.adapters import Giver
from heraut.site.matchpage import orders_given as who_gave
from heraut.site.matchpage.fragments import fragment
from heraut.site.matchpage.match_access import MatchAccess


@dataclass(frozen=True)
class LordLine:
    """One lord as everyone may know him; `bond` is what he is to the reader: "me", "ally", "enemy" or ""."""

    seat: str
    rank: int
    number: int
    name: str
    shield: SafeString
    title: str
    player: str
    bot: str  # the name of the bot that sits there, "" if none does
    lands: int
    renown: float
    alive: bool
    bond: str
    allies: list[str]
    enemies: list[str]
    given: str = ""  # "sealed", "saved", "awaited", "late", "excused", "nobody", "bot" or ""

    @property
    def given_words(self) -> str:
        """The key of the words for whether he has given orders."""
        return f"lords.given_{self.given}"


def realm_context(access: MatchAccess) -> dict[str, Any]:
    """The lord of the visitor, for the top of the page."""
    if "own" not in access.view:
        return {"me": None}
    own = access.view["own"]
    lord = access.view["lords"][own["seat"]]
    names = Herald(access.view, access.lang).names
    return {
        "me": {
            "name": lord["name"],
            "title": titled(names["title"], lord["title"]),
            "shield": shield_svg(lord["number"]),
            "treasury": own["treasury"],
            "renown": lord["global_renown"],
            "goal": round(access.view["settings"]["constants"]["renown_victory"]),
            "lands": lord["lands"],
            "conquest": access.view["settings"]["constants"]["conquest_victory"],
        }
    }


def titled(titles: Mapping[str, str], title: str | None) -> str:
    """What is written after a lord's name for his title, "" for none: the game knows of no one's sex."""
    return say("lords.titled", title=titles.get(title, title)) if title else ""


def lord_table(access: MatchAccess) -> SafeString:
    """The table of the lords."""
    given = orders_given(access) if access.view["road"] is None else {}
    players = [(seat.name, seat.user and seat.user.username, seat.bot) for seat in access.seats]

    def make() -> SafeString:
        return rendered("play/gloire/lords.html", {"lords": lord_lines(access, access.view, given)})

    return fragment(make, "lords", access.known, access.lang, players, given)


def lord_lines(access: MatchAccess, view: Json, given: Mapping[str, str]) -> list[LordLine]:
    """Every lord of a view, the most renowned first, the dead last; `given`: see `orders_given`."""
    own = view["own"]["seat"] if "own" in view else None  # a badge says who is bound to the reader
    me = view["lords"][own] if own is not None else {"allies": (), "enemies": ()}
    order = [*reversed(view["order"]), *(seat for seat, lord in view["lords"].items() if not lord["alive"])]
    titles = Herald(view, access.lang).names["title"]
    lines = []
    for rank, name in enumerate(order, start=1):
        lord, seat = view["lords"][name], access.players.get(name)
        bond = "ally" if name in me["allies"] else "enemy" if name in me["enemies"] else ""
        lines.append(
            LordLine(
                seat=name,
                rank=rank if lord["alive"] else 0,
                number=lord["number"],
                name=lord["name"],
                shield=shield_svg(lord["number"]),
                title=titled(titles, lord["title"]),
                player=seat.user.username if seat and seat.user else "",
                bot=seat.bot if seat and not seat.user else "",
                lands=lord["lands"],
                renown=lord["global_renown"],
                alive=lord["alive"],
                bond="me" if name == own else bond,
                allies=[view["lords"][other]["name"] for other in lord["allies"] if other != own],
                enemies=[view["lords"][other]["name"] for other in lord["enemies"] if other != own],
                given=given.get(name, ""),
            )
        )
    return lines


def living(view: Json) -> dict[str, str]:
    """The lords who live, by seat."""
    return {seat: lord["name"] for seat, lord in view["lords"].items() if lord["alive"]}


def orders_given(access: MatchAccess) -> dict[str, str]:
    """Who has given orders for the coming turn: whether, never what (GP-GEN-02)."""
    return who_gave.orders_given(access, living(access.view))


def givers(access: MatchAccess) -> list[Giver]:
    """The lords who are waited for, with their arms."""
    lords = living(access.view)
    return who_gave.givers(access, lords, {seat: shield_svg(access.view["lords"][seat]["number"]) for seat in lords})


def awaited_words(access: MatchAccess) -> str:
    """Who has not sealed yet (GP-GEN-02)."""
    return who_gave.awaited_words(access, living(access.view))
