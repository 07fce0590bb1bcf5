"""Answers given in advance: leave to pass, battle plan, ballot paper, orders for a coming phase (FI-DP-43).

What the game keeps goes to it with the player's next answer; until then it stands here as his own notes, which answer
for him when the question that they cover is put.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.text import normalize_newlines

from heraut.engine.protocol import Refusal
from heraut.engine.protocol import Seat as SeatName
from heraut.games.fief.board.places import VILLAGE_IDS
from heraut.games.fief.decision import at
from heraut.games.fief.instructions import instruction_refusals
from heraut.games.fief.orders.answers import End, No
from heraut.games.fief.orders.grammar import book, plain
from heraut.games.fief.orders.instructions import BallotPaper, Deposited, Instruction, Permit, Policy, SetPlan
from heraut.games.fief.orders.movements import Let
from heraut.games.fief.orders.order import SILENCE, Answer, Order
from heraut.games.fief.view.secrets import without_secrets
from heraut.site.common.words import say
from heraut.site.games.fief import instruction_forms
from heraut.site.games.fief.instruction_faults import TEXT, Faults, form_of, sent_by, wrong_fields
from heraut.site.games.fief.naming import names
from heraut.site.games.fief.panels import realm_context
from heraut.site.matches.models import Seat
from heraut.site.matchpage.decisions import Question, refusals_told
from heraut.site.matchpage.layout import show, turn_away
from heraut.site.matchpage.match_access import MatchAccess, state_of
from heraut.site.matchpage.saving import leaves, notes_of

LONGEST = 4000  # letters of what waits for the next answer
BALLOTS = {"candidate": "candidat", "vote": "votes", "crown": "sacre"}
PHASES = {"cards": "cartes", "purchase": "achats", "shopping": "achats", "move": "mouvements"}
BATTLE = ("sides", "round", "mercy", "summons")


def page(access: MatchAccess) -> HttpResponse:
    """The notes of a living lord: what the game holds of them already, what goes with his next answer."""
    if "own" not in access.view or access.seat is None:
        return turn_away(access)
    if access.request.method == "POST":
        return change(access, access.seat)
    return shown(access)


def shown(access: MatchAccess, text: str | None = None, faults: Faults | None = None) -> HttpResponse:
    """The page; a form that was not taken stands there as it was sent, and says why beside its fields."""
    view = access.view
    tables = names(view, access.lang)
    own, faults = view["own"], faults or Faults()
    return show(
        access,
        "play/fief/notes.html",
        "orders",
        **realm_context(access),
        text=notes_of(access) if text is None else text,
        at=faults.at(),
        **instruction_forms.forms(view, access.lang, faults.sent),
        **instruction_forms.plan_form(own["plan"], view, tables, faults.sent, faults.wrong),
        held=held(own, tables),
    )


def held(own: Any, tables: Any) -> list[str]:
    """What the game holds of a player already, in words."""
    found = [
        say("fief.held_deposit", phase=tables["phase"][one["phase"]], lines=" · ".join(one["lines"]) or "–")
        for one in own["deposits"]
    ]
    for part, word in (("candidate", "candidat"), ("votes", "votes"), ("crowns", "sacre")):
        value = own["paper"][part]
        if value is not None:
            lords = [value] if isinstance(value, str) else value
            called = [tables["lord"][name] for name in lords if name]
            found.append(say("fief.held_paper", part=say(f"fief_paper.{word}"), lords=called))
    return found


def change(access: MatchAccess, seat: Seat) -> HttpResponse:
    """Notes as they were typed, or one line more from a form; lines that the game would refuse are not kept.

    Of notes that are too long none are: those before them stay.
    """
    posted = access.request.POST
    form, sent = form_of(posted), sent_by(posted)
    if wrong := wrong_fields(posted, access.view["own"]):
        return shown(access, faults=Faults(form, wrong, sent=sent))
    typed_lines = lines_of(normalize_newlines(posted.get("text", notes_of(access))))
    lines = typed_lines + lines_of("\n".join(instruction_forms.made(posted, access.view["own"])))
    whole = "\n".join(lines)
    if (signs := len(whole)) > LONGEST:
        text = whole if form == TEXT else None
        return shown(access, text, Faults(form, {}, [say("fief.notes_long", signs=signs, most=LONGEST)], sent))
    kept, refusals = judged(access, lines)
    if leaves(access, "", "\n".join(kept)):
        return shown(access, whole if form == TEXT else None, Faults(form, {}, [say("sheet.fault_regent")], sent))
    Seat.objects.filter(pk=seat.pk).update(notes="\n".join(kept))
    if not refusals:
        messages.success(access.request, say("fief.notes_kept"))
        return redirect("match_orders", access.match.code)
    if form != TEXT and all(refusal.line > len(typed_lines) for refusal in refusals):
        told = refusals_told(
            access, [msgspec.structs.replace(refusal, line=0) for refusal in refusals]
        )  # a form has no lines
        return shown(access, None, Faults(form, {}, told, sent))
    return shown(access, whole, Faults(TEXT, {}, refusals_told(access, refusals)))


def lines_of(text: str) -> list[str]:
    """The lines of a text that say something, each blank in it once."""
    return [" ".join(line.split()) for line in text.split("\n") if line.strip()]


def judged(access: MatchAccess, lines: Sequence[str]) -> tuple[list[str], list[Refusal]]:
    """The lines that are instructions which the game takes, and why the others are not."""
    assert access.name is not None
    realm = state_of(access.match.game, access.match.pk, access.match.step, access.match.digest)
    player = realm.seats.index(access.name)
    known = without_secrets(realm, player)
    refusals: dict[int, Refusal] = {}
    orders: dict[int, Order] = {}
    for number, line in enumerate(lines, start=1):
        order = book(known).read(line)
        if isinstance(order, Order) and not isinstance(order, Instruction):
            order = Refusal("FI-TRN-05", "not_standing", {"order": order.code})
        if isinstance(order, Refusal):
            refusals[number] = at(order, number)
        else:
            orders[number] = order
    numbers = list(orders)
    for place, refusal in instruction_refusals(known, player, orders.values()):
        refusals[numbers[place - 1]] = at(refusal, numbers[place - 1])
    kept = [line for number, line in enumerate(lines, start=1) if number not in refusals]
    return kept, [refusals[number] for number in sorted(refusals)]


# With an answer, and instead of one


def with_notes(question: Question, text: str) -> str:
    """An answer with the notes that waited for it; those that have become illegal meanwhile stay out of it."""
    decision, seat = question.decision, question.access.seat
    if decision is None or seat is None:
        return text
    lines = notes_of(question.access).split("\n")
    taken = [line for line in lines if line.strip() and not decision.parse(line).refusals]
    return "\n".join([*taken, text]) if taken else text


def noted_answer(decision: Any, notes: str) -> tuple[Answer, str] | None:
    """What a player's notes answer to a question, and themselves with it, none left; None if they do not cover it."""
    orders = [read for line in notes.split("\n") if isinstance(read := book(decision.realm).read(line), Instruction)]
    said = covered(decision, orders)
    if said is None:
        return None
    answer = (*orders, *said)
    return (answer, "") if not decision.check(answer) else None


def covered(decision: Any, orders: Sequence[Order]) -> Answer | None:
    """The answer to the question itself: silence where the game then follows what it has just been told."""
    asked = decision.view["own"]["asked"]
    if decision.kind == "leave" and asked["stage"] == "entry":
        return leave(decision, asked, orders)
    if decision.kind in BALLOTS:
        part = BALLOTS[decision.kind]
        return SILENCE if any(isinstance(o, BallotPaper) and plain(o.part) == part for o in orders) else None
    if decision.kind in PHASES:
        return deposited(decision, PHASES[decision.kind], orders)
    if decision.kind in BATTLE:
        return SILENCE if any(isinstance(order, SetPlan) for order in orders) else None
    return None


def leave(decision: Any, asked: Any, orders: Sequence[Order]) -> Answer | None:
    """Leave as a policy has it: that for the village before the general one (FI-PAS-14)."""
    mover = list(decision.realm.seats).index(SeatName(asked["seat"]))
    village = VILLAGE_IDS.index(asked["village"])
    words = [o.entry for o in orders if isinstance(o, Permit) and (o.player, o.village) == (mover, village)]
    words += [o.entry for o in orders if isinstance(o, Policy) and o.player == mover]
    word = plain(words[0]) if words else ""
    if word in ("passer", "camper"):
        return (Let(word),)
    return (No(),) if word == "refuser" else None


def deposited(decision: Any, phase: str, orders: Sequence[Order]) -> Answer | None:
    """Orders given in advance for this phase; then the turn ends, unless the player wants to be asked."""
    mine = [o for o in orders if isinstance(o, Deposited) and plain(o.phase) == phase]
    if not mine:
        return None
    lines = [read for o in mine if isinstance(read := book(decision.realm).read(o.line), Order)]
    asks = any(plain(o.line).startswith("demander") for o in mine)
    said = tuple(order for order in lines if not isinstance(order, Instruction))
    return said if asks and said else None if asks else (*said, End())
