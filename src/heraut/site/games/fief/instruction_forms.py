"""Forms that make instructions: leave to pass, battle plan, ballot, orders in advance, giving up (FI-DP-43)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import QueryDict

from heraut.engine.protocol import Json
from heraut.games.fief.board.places import BISHOPRIC_IDS, REGION_IDS, VILLAGE_IDS
from heraut.games.fief.cards import LORD_IDS
from heraut.games.fief.instructions import ASK, ASK_IF_HIT, DEPOSITS, ENTRY, EXIT
from heraut.games.fief.orders.grammar import plain
from heraut.site.common.words import say
from heraut.site.games.fief import order_forms
from heraut.site.games.fief.naming import Names, fixed, names

ENTRIES, EXITS = tuple(ENTRY), tuple(EXIT)
PLANS: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "viser": ("aim", {"non": "none", "1": "1", "2": "2", "3": "3", "tous": "all"}),
    "cible": ("target", {"plus fort": "strongest", "plus faible": "weakest"}),
    "grace": ("ask", {"dernier": "last", "jamais": "never"}),
    "merci": ("grant", {"toujours": "always", "demander": "ask", "jamais": "never"}),
    "arret": ("run", {"rounds": "rounds", "fin": "end"}),
    "pertes": ("losses", {"soldats": "soldiers", "gardes": "guards"}),
    "camp": ("join", {"usage": "", "neutre": "out"}),
    "avec": ("combine", {"allié": "", "personne": "none"}),
    "place": ("holder", {"tenir": "hold", "sortie": "sortie"}),
    "sommation": ("arrest", {"combattre": "fight", "rendre": "surrender"}),
}
"""Fields of a battle plan that are chosen from a list: as orders have them, as the view has them, and their values."""
NUMBERED = {"grace": (1, 99, 1), "merci": (100, 9900, 100), "arret": (1, 99, 1)}  # fields that may hold a number
MANNERS = ("demander", "forcer", "assaut")  # how a troop enters an occupied village
NUMBER = "nombre"  # what the list says where the number counts
PEOPLED = ("cible", "camp", "avec")  # fields that may name families
VOTES, FALLING = 6, 4  # places of a ranked vote, and of the order in which lords fall
CARD_ORDERS = {
    "darc": ("DARC", "lord"),
    "tithe": ("DIME", "see"),
    "taille": ("TAILLE", "region"),
    "plague": ("PESTE", "region"),
    "assassination": ("ASSASSINER", "lord"),
    "bad_weather": ("INTEMPERIES", "region"),
    "sun": ("SOLEIL", "region"),
    "famine": ("FAMINE", "region"),
    "good_harvest": ("RECOLTES", "region"),
    "peasant_revolt": ("REVOLTE", "village"),
}
"""The order that plays each card on one target, and what that is."""


def made(posted: QueryDict, own: Any) -> list[str]:
    """The lines that one of the forms makes."""
    match posted.get("do"):
        case "policy":
            return [f"POLITIQUE {posted.get('player', '')}, {posted.get('entry', '')}, {posted.get('exit', '')}"]
        case "permit":
            return [f"PASSAGE {posted.get('player', '')}, {posted.get('village', '')}, {posted.get('entry', '')}"]
        case "petition":
            return [f"SOLLICITER {order_forms.joined(posted.getlist('villages'))}"]
        case "plan":
            return plan_lines(posted, own)
        case "paper":
            return [order_forms.paper(posted)]
        case "forget":
            return [order_forms.forget(posted)]
        case "forget_plan":
            return ["OUBLIER plan"]
        case "undeposit":
            return [f"POUR {posted.get('phase', '')}, rien"]
        case "deposit":
            return [f"POUR {posted.get('phase', '')}, {line}" for line in deposit_lines(posted) if line]
        case "leave" if posted.get("sure"):
            return [posted.get("how", "")]
    return []


def plan_lines(posted: QueryDict, own: Any) -> list[str]:
    """What changes in the battle plan, for every battle or for one village."""
    village = posted.get("village", "")
    held = own["plans"].get(village, own["plan"])
    lines = []
    for code in PLANS:
        word = order_forms.ranked(posted, f"plan-{code}")
        if word == NUMBER:
            word = str(order_forms.number(posted, f"plan-{code}-{NUMBER}"))
        if word and word != planned(held, code):
            lines.append(f"PLAN {code}, {word}")
    falling = order_forms.ranked(posted, "plan-seigneurs")
    if falling:
        lines.append(f"PLAN seigneurs, {falling}")
    return [f"{line}, {village}" if village else line for line in lines]


def planned(plan: Json, code: str) -> str:
    """What a battle plan says of a field, as orders have it."""
    field, values = PLANS[code]
    said = str(plan[field])
    if said.startswith("lord "):
        return LORD_IDS[int(said.removeprefix("lord "))]
    return next((word for word, value in values.items() if value == said), said)


def deposit_lines(posted: QueryDict) -> list[str]:
    """An order in advance, from its fields or as it was typed; then whether to be asked all the same."""
    lines = [posted.get("line", "")]
    match posted.get("what"):
        case "cards":
            lines.append(card_line(posted))
        case "buy":
            lines.append(purchase_line(posted))
        case "march" if posted.getlist("lords") or any(posted.get(f"t{value}") for value in order_forms.VALUES):
            lines.append(order_forms.march(posted))
    return [*lines, posted.get("then", "")]


def card_line(posted: QueryDict) -> str:
    """A card played on its target, or laid aside."""
    card = posted.get("card", "")
    if posted.get("aside") and card:
        return f"DEFAUSSER {card}"
    if card in LORD_IDS:
        return f"SEIGNEUR {card}, {posted.get('village', '')}"
    if card.startswith("bishop_"):
        return f"EVEQUE {BISHOPRIC_IDS[int(card.removeprefix('bishop_'))]}, {posted.get('lord', '')}"
    word, target = CARD_ORDERS.get(card, ("", ""))
    return f"{word} {posted.get(target, '')}" if word else ""


def purchase_line(posted: QueryDict) -> str:
    """Tokens of one value, or a building."""
    what, village = posted.get("bought", ""), posted.get("village", "")
    if what.isdigit():
        return f"RECRUTER {what}, {village}, {max(1, order_forms.number(posted, 'count'))}"
    return f"BATIR {what}, {village}" if what else ""


# What the forms offer


def forms(view: Json, lang: str, sent: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Everything that the forms of the notes show; `sent`: what was filled in by the one that was not taken."""
    tables, own = names(view, lang), view["own"]
    return {
        "policies": [
            {
                "seat": seat,
                "name": tables["seat"][seat],
                "entry_word": word_of(ENTRY, own["entry"][seat]),
                "exit_word": word_of(EXIT, own["exit"][seat]),
            }
            for seat in own["entry"]
        ],
        "entries": [(word, say(f"fief_entry.{word}")) for word in ENTRIES],
        "exits": [(word, say(f"fief_exit.{word}")) for word in EXITS],
        "phases": [(word, say(f"fief_paper.{word}")) for word in DEPOSITS],
        "villages": sorted(((code, tables["village"][code]) for code in VILLAGE_IDS), key=lambda pair: pair[1]),
        "regions": [(code, tables["region"][code]) for code in REGION_IDS],
        "sees": [(code, tables["see"][code]) for code in BISHOPRIC_IDS],
        "tokens": [(value, f"t{value}", (sent or {}).get(f"t{value}", "0")) for value in order_forms.VALUES],
        "goods": [
            *((str(value), say("fief.notes_token", value=value)) for value in order_forms.VALUES),
            *tables["building"].items(),
        ],
        "manners": [(word, say(f"fief.manner_{word}")) for word in ("", *MANNERS)],
        "afterwards": [
            ("", say("fief.notes_then_end")),
            (ASK, say("fief.notes_then_ask")),
            (ASK_IF_HIT, say("fief.notes_then_hit")),
        ],
        "cards": [(card, fixed(lang)["card"][card]) for card in dict.fromkeys(own["hand"])],
        "lords": [
            (name, f"{tables['lord'][name]} ({tables['seat'][lord['seat']]})") for name, lord in view["lords"].items()
        ],
        "my_lords": my_lords(view, tables),
        "falling": range(1, FALLING + 1),
        **paper_form(view, tables),
    }


def my_lords(view: Json, tables: Names) -> list[tuple[str, str]]:
    """The lords of the reader."""
    me = view["own"]["seat"]
    return [(name, tables["lord"][name]) for name, lord in view["lords"].items() if lord["seat"] == me]


def plan_form(
    plan: Json, view: Json, tables: Names, sent: Mapping[str, Any] | None = None, wrong: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """The fields of a battle plan, with what it says now, or as they were `sent`; `wrong`: why they cannot be so."""
    fields = [plan_field(code, plan, view, tables, sent or {}) for code in PLANS]
    return {"plan_fields": [{**one, "wrong": (wrong or {}).get(one["code"], "")} for one in fields]}


def plan_field(code: str, plan: Json, view: Json, tables: Names, sent: Mapping[str, Any]) -> dict[str, Any]:
    """One of them."""
    now, me = planned(plan, code), view["own"]["seat"]
    choices = [(one, say(f"fief_plan.{code}_{plain(one)}")) for one in PLANS[code][1]]
    if code in PEOPLED:
        choices += [
            (seat, say(f"fief_plan.{code}_seat", name=tables["seat"][seat])) for seat in view["seats"] if seat != me
        ]
    if code == "cible":
        choices += [
            (f"{seat} {place}", f"{say('fief_plan.cible_seat', name=tables['seat'][seat])} {words}")
            for seat in divided(view)
            for place, words in tables["walls"].items()
            if seat != me
        ]
    if code == "viser":
        others = [name for name, lord in view["lords"].items() if lord["seat"] != me]
        choices += [(name, say("fief_plan.viser_lord", name=tables["lord"][name])) for name in others]
    least, most, step = NUMBERED.get(code, (0, 0, 0))
    if code in NUMBERED:
        choices.append((NUMBER, say(f"fief_plan.{code}_{NUMBER}")))
    known = now in dict(choices)
    number = now if now.isdigit() and code in NUMBERED else ""
    return {
        "code": code,
        "words": say(f"fief_plan.{code}"),
        "now": sent.get(f"plan-{code}", now if known else NUMBER if now.isdigit() else ""),
        "choices": choices,
        "number": sent.get(f"plan-{code}-{NUMBER}", number),
        "number_words": say(f"fief_plan.{code}_number") if code in NUMBERED else "",
        "least": least,
        "most": most,
        "step": step,
    }


def divided(view: Json) -> list[str]:
    """Families with pawns inside and outside one village: they may have two camps there (FI-MUL-06)."""
    pawns = [(one["seat"], one["village"], one["position"]) for one in view["stacks"]]
    pawns += [(one["seat"], one["village"], one["position"]) for one in view["lords"].values() if not one["captor"]]
    inside = {(seat, village) for seat, village, position in pawns if position == "in"}
    return sorted({seat for seat, village, position in pawns if position != "in" and (seat, village) in inside})


def ballot(view: Json, lang: str) -> dict[str, Any]:
    """The ballot paper alone, for the negotiations."""
    return paper_form(view, names(view, lang))


def paper_form(view: Json, tables: Names) -> dict[str, Any]:
    """The ballot paper: whom the reader presents, for whom he votes in order, whom he would crown (FI-DP-R11)."""
    me, held, others = view["own"]["seat"], view["own"]["paper"], len(view["seats"]) - 1
    men = [(name, lord["seat"]) for name, lord in view["lords"].items() if not lord["woman"]]
    called = {name: (name, tables["lord"][name], tables["seat"][seat]) for name, seat in men}
    parts = (
        ("candidat", 1, [called[name] for name, seat in men if seat == me]),
        ("votes", min(VOTES, others + 1), list(called.values())),
        ("sacre", others, [called[name] for name, seat in men if seat != me]),
    )
    chosen = {"candidat": [held["candidate"] or ""], "votes": held["votes"] or [], "sacre": held["crowns"] or []}
    return {
        "ballot": [
            {"part": part, "words": say(f"fief_paper.{part}"), "ranks": ranks(chosen[part], number), "lords": lords}
            for part, number, lords in parts
            if lords
        ]
    }


def ranks(chosen: list[str], number: int) -> list[tuple[int, str]]:
    """So many places, and who stands in each."""
    return [(place + 1, chosen[place] if place < len(chosen) else "") for place in range(number)]


def word_of(words: Mapping[str, str], value: str) -> str:
    """The word that stands for a policy."""
    return next(word for word, one in words.items() if one == value)
