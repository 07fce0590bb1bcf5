"""What several pages read of a view: the lord at the top of the page, the table of the lords, the card of a land."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString

from heraut.engine.protocol import Json
from heraut.games.gloire.atlas import atlas
from heraut.games.gloire.herald import Herald, labels
from heraut.games.gloire.sheet.writing import WORK_NAMES, quoted
from heraut.site.common.words import say
from heraut.site.games.gloire.drawing import shield_svg
from heraut.site.matches.adapters import Giver
from heraut.site.matches.turn_status import standings
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
    bot: bool
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
        return render_to_string("play/gloire/lords.html", {"lords": lord_lines(access, access.view, given)})

    return fragment(make, "lords", access.known, access.lang, players, given)


def lord_lines(access: MatchAccess, view: Json, given: Mapping[str, str]) -> list[LordLine]:
    """Every lord of a view, the most renowned first, the dead last; `given`: see `orders_given`."""
    me = view["lords"][view["own"]["seat"]] if "own" in view else {"allies": (), "enemies": ()}
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
                bot=bool(seat and seat.bot and not seat.user),
                lands=lord["lands"],
                renown=lord["global_renown"],
                alive=lord["alive"],
                bond="me" if "own" in view and name == view["own"]["seat"] else bond,
                allies=[view["lords"][other]["name"] for other in lord["allies"]],
                enemies=[view["lords"][other]["name"] for other in lord["enemies"]],
                given=given.get(name, ""),
            )
        )
    return lines


def orders_given(access: MatchAccess) -> dict[str, str]:
    """Who has given orders for the coming turn: whether, never what (GP-GEN-02). Reckoned once a page."""
    known: dict[str, str] | None = vars(access).get("orders_given")
    if known is None:
        known = vars(access)["orders_given"] = states_of(access)
    return known


def givers(access: MatchAccess) -> list[Giver]:
    """The lords who are waited for, with their arms; none where only bots play beside the visitor."""
    lords = access.view["lords"]
    people = [(seat, state) for seat, state in orders_given(access).items() if state in WAITED_FOR]
    if not any(seat != access.name for seat, _ in people):
        return []
    return [Giver(lords[seat]["name"], shield_svg(lords[seat]["number"]), state == "sealed") for seat, state in people]


WAITED_FOR = ("sealed", "saved", "awaited", "late")


def states_of(access: MatchAccess) -> dict[str, str]:
    """The state of every living lord's orders."""
    now = timezone.now()
    living = [name for name, lord in access.view["lords"].items() if lord["alive"]]
    late = access.match.deadline is not None and access.match.deadline < now
    states = {}
    for name, standing in standings(access.match, living, now, access.seats).items():
        if standing.sealed or standing.received:
            states[name] = "sealed" if standing.sealed else "saved"
        elif standing.outcome in ("bot", "nobody", "excused"):
            states[name] = standing.outcome
        else:
            states[name] = "late" if late else "awaited"
    return states


# The card of a land


@dataclass(frozen=True)
class Proposal:
    """An order that a click gives: the line, what it does in words, and whether it needs a figure."""

    line: str
    label: str
    rule: str
    danger: str = ""  # key of [card]: why one should think twice
    minor: bool = False  # among the others, that are folded
    field: str = ""  # the figure asked for, as `[field]` names it
    least: int = 0
    most: int = 999_999_999
    value: int | str = ""

    @property
    def field_words(self) -> str:
        """The key of the words for the figure."""
        return f"field.{self.field}"

    @property
    def danger_words(self) -> str:
        """The key of the words for the danger."""
        return f"card.danger_{self.danger}"


def land_card(view: Json, lang: str, name: str, knight: str) -> dict[str, Any] | None:
    """What the visitor may know of a land, and the orders that he may give about it; None if there is no such land.

    `knight` is the number of the own knight who was chosen before, "" for none.
    """
    if name not in view["lands"]:
        return None
    names, seen = labels(view["map"], lang), view["lands"][name]
    owner = seen["owner"]
    own = view.get("own")
    herald = Herald(view, lang)
    card = {
        "name": name,
        "label": names[name],
        "owner": herald.lords[owner] if owner else "",
        "shield": shield_svg(view["lords"][owner]["number"]) if owner else "",
        "bond": bond(view, owner),
        "happiness": seen["happiness"],
        "mean_happiness": view["means"]["happiness"],
        "population": seen["population"],
        "neighbours": [(other, names[other]) for other in atlas(view["map"]).places[name].neighbours],
        "mine": own["lands"].get(name) if own else None,
        "memory": own["memories"].get(name) if own else None,
        "works": herald.names["fortification"],
    }
    if own:
        card["fortification"] = card["works"][card["mine"]["fortification"]] if card["mine"] else ""
        card["forces"] = list(forces_at(own, name))
        card["knight"] = knight if knight in own["knights"] else ""
        offered = list(proposals(view, name, str(card["knight"]), herald))
        card["proposals"] = [one for one in offered if not one.minor]
        card["minor"] = [one for one in offered if one.minor]
    return card


def bond(view: Json, owner: str | None) -> str:
    """What a land's owner is to the reader: "mine", "neutral", "ally", "enemy", "other"; "" to a passer-by."""
    if owner is None:
        return "neutral"
    if "own" not in view:
        return ""
    if owner == view["own"]["seat"]:
        return "mine"
    me = view["lords"][view["own"]["seat"]]
    return "ally" if owner in me["allies"] else "enemy" if owner in me["enemies"] else "other"


def forces_at(own: Mapping[str, Any], name: str) -> Iterator[dict[str, Any]]:
    """The lord's own knights and garrison in a land."""
    for id, knight in own["knights"].items():
        if knight["land"] == name:
            army = own["armies"].get(str(knight["army"]))
            himself = int(id) == own["lord_knight"]
            yield {
                "id": id,
                "army": knight["army"],
                "men": army["men"] if army else 0,
                "himself": himself,
                **named(knight),
            }
    for id, army in own["armies"].items():
        if army["land"] == name and army["knight"] is None:
            yield {"id": "", "army": id, "men": army["men"]}


def named(knight: Mapping[str, Any]) -> dict[str, Any]:
    """The name, renown and pay of a knight."""
    return {key: knight[key] for key in ("name", "renown", "pay")}


def proposals(view: Json, land: str, chosen: str, herald: Herald) -> Iterator[Proposal]:
    """The orders about a land, the chosen knight's first, then what one does with one's own land."""
    own, words = view["own"], quoted(land)
    label = herald.names["land"][land]
    near = atlas(view["map"]).neighbours(land)
    coming = [
        (id, knight)
        for id, knight in own["knights"].items()
        if knight["land"] in near or (knight["land"] == land and land not in own["lands"])
    ]
    for id, knight in coming:
        if id == chosen:
            yield from marches(view, land, label, knight, chosen=True)
    if land in own["lands"]:
        yield from for_own_land(view, land, words, label, chosen, herald)
    for id, knight in coming:
        if id != chosen:
            yield from marches(view, land, label, knight, chosen=False)
    if land not in own["lands"]:
        spying = view["settings"]["constants"]["spy_price"]
        yield Proposal(f"ESP {words}", f"ESP {label} ({spying})", "GP-ESP-01")


def marches(view: Json, land: str, label: str, knight: Mapping[str, Any], *, chosen: bool) -> Iterator[Proposal]:
    """An attack on the land, or a move to it, by one knight."""
    owner = view["lands"][land]["owner"]
    who, tie = quoted(knight["name"]), bond(view, owner)
    armed = knight["army"] is not None
    if tie not in ("mine", "ally"):
        minor = not armed and not chosen
        danger = "felony" if tie == "other" else "" if armed else "unarmed"
        yield Proposal(f"ATT {who} {quoted(land)}", f"ATT {knight['name']} → {label}", "GP-ATT-01", danger, minor)
    if tie in ("mine", "ally", "neutral") and knight["land"] != land:
        yield Proposal(f"MOV {who} {quoted(land)}", f"MOV {knight['name']} → {label}", "GP-MOV-01", minor=not chosen)


def for_own_land(view: Json, land: str, words: str, label: str, chosen: str, herald: Herald) -> Iterator[Proposal]:
    """Taxes, help, levies and works in a land of one's own."""
    figures, own = view["settings"]["constants"], view["own"]
    least = figures["man_price"]
    yield Proposal(f"IMP {{}} {words}", f"IMP {label}", "GP-IMP-01", field="level", least=1, most=10, value=3)
    yield Proposal(f"RED {{}} {words}", f"RED {label}", "GP-RED-01", field="amount", least=1)
    yield Proposal(f"ARM {words} {{}}", f"ARM {label}", "GP-ARM-01", field="amount", least=least, value=500)
    for id, knight in own["knights"].items():
        if id == chosen and (knight["land"] == land or knight["land"] in atlas(view["map"]).neighbours(land)):
            who = quoted(knight["name"])
            yield Proposal(
                f"ARM {words} {{}} {who}",
                f"ARM {label} → {knight['name']}",
                "GP-ARM-03",
                field="amount",
                least=least,
                value=500,
            )
    for level, work in WORK_NAMES.items():
        if level > own["lands"][land]["fortification"]:
            price = figures["fortification_price"][level]
            name = herald.names["fortification"][level]
            yield Proposal(f"FOR {words} {work}", f"FOR {label} : {name} ({price})", "GP-FOR-01")
