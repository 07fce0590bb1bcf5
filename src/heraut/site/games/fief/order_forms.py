"""Forms that make the lines of an answer: a march, a deal, a gift, sides, aims, a ballot paper, a village."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.http import QueryDict

from heraut.games.fief.tables import CONSTANTS

VALUES = CONSTANTS.token_values


def joined(items: list[str]) -> str:
    """The parts of a list as orders write them."""
    return "+".join(items) or "-"


def number(posted: QueryDict, name: str) -> int:
    """A whole number that was typed; nothing, or anything else, is none."""
    text = posted.get(name, "").strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else 0


def ranked(posted: QueryDict, name: str) -> str:
    """What was chosen in fields of one name, in their order, nothing twice; "" if nothing was."""
    return "+".join(dict.fromkeys(one for one in posted.getlist(name) if one))


def march(posted: QueryDict, manner: str = "") -> str:
    """A troop on its way: lords, tokens by value, captives, and how it enters (as it says, unless it is given)."""
    tokens = [f"{count}x{value}" for value in VALUES if (count := number(posted, f"t{value}"))]
    fields = [
        joined(posted.getlist("lords")),
        posted.get("to", ""),
        joined(tokens),
        joined(posted.getlist("prisoners")),
        manner or posted.get("manner", "") or "-",
        posted.get("intent", "") or "-",
    ]
    while fields[-1] == "-" and len(fields) > 2:
        fields.pop()
    return f"MARCHER {', '.join(fields)}"


def settle(posted: QueryDict) -> str:
    """A village and a blazon."""
    return f"FONDER {posted.get('village', '')}, {posted.get('blazon', '')}"


def deal(posted: QueryDict) -> str:
    """A proposal."""
    couples = [f"{a}&{b}" for a, b in zip(posted.getlist("husband"), posted.getlist("wife"), strict=False) if a and b]
    fields = [
        posted.get("player", ""),
        str(number(posted, "gives")) if number(posted, "gives") else "-",
        str(number(posted, "asks")) if number(posted, "asks") else "-",
        joined(posted.getlist("cards")),
        str(number(posted, "asked_cards")) if number(posted, "asked_cards") else "-",
        joined(posted.getlist("frees")),
        joined(posted.getlist("claims")),
        joined(couples),
        "vendre" if posted.get("sold") else "-",
        " ".join(posted.get("promise", "").split()) or "-",
    ]
    while fields[-1] == "-" and len(fields) > 1:
        fields.pop()
    return f"PROPOSER {', '.join(fields)}"


def accept(posted: QueryDict) -> str:
    """A deal is accepted, with the cards that it asks for."""
    which = f"{posted.get('player', '')}, {number(posted, 'deal')}"
    return f"ACCEPTER {which}, {joined(posted.getlist('cards'))}".removesuffix(", -")


def gift(posted: QueryDict) -> str:
    """Money given."""
    return f"DONNER {posted.get('player', '')}, {number(posted, 'money')}"


def bid(posted: QueryDict) -> str:
    """The most that one would pay."""
    return f"ENCHERIR {number(posted, 'money')}"


def paper(posted: QueryDict) -> str:
    """A line of the ballot paper: lords in the order of one's preference; without any, nobody (FI-DP-43)."""
    lords = ranked(posted, "lords")
    return f"BULLETIN {posted.get('part', '')}" + (f", {lords}" if lords else "")


def forget(posted: QueryDict) -> str:
    """A line of the ballot paper is taken back: its player is asked again."""
    return f"OUBLIER {posted.get('part', '')}"


def new_lord(posted: QueryDict) -> str:
    """A lord who comes into play, and the titles that he receives at once (FI-LRD-05)."""
    titles = ranked(posted, "titles")
    return f"SEIGNEUR {posted.get('lord', '')}, {posted.get('village', '')}" + (f", {titles}" if titles else "")


def sides(posted: QueryDict) -> str:
    """One form before a battle: whom one joins, with whom one adds up, a sortie, the plan (FI-DP-R11)."""
    lines = [posted.get("join", "")]
    if posted.get("alone") or posted.getlist("with"):
        lines.append(f"AVEC {ranked(posted, 'with')}".strip())
    if posted.get("sortie"):
        lines.append("SORTIE")
    return "\n".join(line for line in lines if line)


def fought(posted: QueryDict) -> str:
    """One form for a round: mercy, the camp to hit, so many dice at each lord, the peasants' as well (FI-DP-R11)."""
    lines = ["GRACE" if posted.get("mercy") else "COMBATTRE", posted.get("target", ""), posted.get("rouse", "")]
    for name in posted:
        if name.startswith("aim-") and number(posted, name):
            lord, _, by = name.removeprefix("aim-").partition("-")
            lines.append(f"VISER {lord}, {number(posted, name)}" + (f", {by}" if by else ""))
    return "\n".join(line for line in lines if line)


LINE, SETTLE, REWRITE = "line:", "settle:", "rewrite:"  # what a button says before what it writes


def made(asked: str, posted: QueryDict) -> str:
    """The line that a button writes: its own, a village with the blazon that is chosen, or what its form makes."""
    if asked.startswith(LINE):
        return asked.removeprefix(LINE)
    if asked.startswith(SETTLE):
        return f"FONDER {asked.removeprefix(SETTLE)}, {posted.get('blazon', '')}"
    return str(MAKERS[asked](posted)) if asked in MAKERS else ""


def rewritten(lines: list[str], asked: str) -> list[str]:
    """The lines of a draft after a button that mends one: "rewrite:2:MARCHER …", without words to take it out."""
    place, _, line = asked.removeprefix(REWRITE).partition(":")
    if not (place.isascii() and place.isdigit() and len(place) < 5 and int(place) < len(lines)):
        return lines
    number = int(place)
    return [*lines[:number], *([line] if line else []), *lines[number + 1 :]]


MAKERS: Mapping[str, Callable[[QueryDict], Any]] = {
    "march": march,
    "settle": settle,
    "deal": deal,
    "accept": accept,
    "gift": gift,
    "bid": bid,
    "paper": paper,
    "forget": forget,
    "new_lord": new_lord,
    "round": fought,
}
