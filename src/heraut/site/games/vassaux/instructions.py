"""Instructions as a page: sentences, a form for each, what they would answer to every order the enemy could give."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.datastructures import MultiValueDict
from django.utils.safestring import SafeString, mark_safe

from heraut.engine.protocol import Refusal
from heraut.engine.words import real
from heraut.games.vassaux.herald import Herald
from heraut.games.vassaux.identities import NO_UNIT, WHOEVER, Place, UnitId
from heraut.games.vassaux.instructions import DEEDS, instruct_refusals, own_units
from heraut.games.vassaux.notation import read, write
from heraut.games.vassaux.orders import Instruct, Rule
from heraut.games.vassaux.phases.activation import COMPOSED
from heraut.games.vassaux.picture.instructed import instructed
from heraut.games.vassaux.picture.scene import Looks, scene
from heraut.games.vassaux.preview.foresight import Case, cases
from heraut.games.vassaux.prospects import field_of
from heraut.games.vassaux.state import Instructions
from heraut.games.vassaux.table.field import Field
from heraut.games.vassaux.tables import CONSTANTS, R
from heraut.games.vassaux.tables.codes import SIMPLE
from heraut.site.common.words import say
from heraut.site.games.vassaux.instructed import effective, waiting, with_instruction
from heraut.site.games.vassaux.panels import realm_context
from heraut.site.matches.models import Seat
from heraut.site.matchpage.decisions import Question, answer, refusals_told
from heraut.site.matchpage.layout import show, turn_away
from heraut.site.matchpage.match_access import MatchAccess
from heraut.site.matchpage.saving import notes_of

LONGEST = 12  # characters of a distance as it is typed


@dataclass(frozen=True)
class Choice:
    """One of a list: what is sent, in words, whether it is chosen."""

    value: str
    words: str
    chosen: bool = False


@dataclass(frozen=True)
class CaseTold:
    """An order the enemy could give now, and what would be answered; `rule`: the number of the rule, 0 for none."""

    unit: str
    order: str
    rule: int
    answer: str


def page(access: MatchAccess) -> HttpResponse:
    """The instructions of the visitor; a POST changes one of them. Raises Http404 for whoever holds no seat."""
    if access.seat is None:
        return turn_away(access)
    if "own" not in access.view or access.match.over:
        raise Http404
    if access.request.method != "POST":
        return shown(access)
    return change(access)


def shown(access: MatchAccess, **more: Any) -> HttpResponse:
    """The page."""
    notes = notes_of(access)
    said, field = effective(access.view, notes), field_of(access.view)
    found = cases(field.now, access.view["seat"], said.react)
    return show(
        access,
        "play/vassaux/instructions.html",
        "orders",
        **{
            **realm_context(access),
            **sentences(said, access),
            **choices(field, said, access),
            "waits": bool(waiting(notes)),
            "cases": [told(case, said, access) for case in found],
            "scene": drawn(access, field, said, found),
            "most": CONSTANTS.instruction_rules,
            **more,
        },
    )


# What is shown


def sentences(said: Instructions, access: MatchAccess) -> dict[str, Any]:
    """The rules for reactions, one sentence each, in their order."""
    herald = Herald(access.view, access.lang)
    return {"rules": [herald.rule(**msgspec.structs.asdict(rule)) for rule in said.react]}


def choices(field: Field, said: Instructions, access: MatchAccess) -> dict[str, Any]:
    """The lists of the forms."""
    names, place = Herald(access.view, access.lang).names, access.view["seat"]
    units = [(unit.id, names["unit"][unit.id]) for unit in own_units(field, place)]
    return {
        "units": [
            Choice("*", say("vassaux_instructions.any_unit")),
            *(Choice(str(unit), name) for unit, name in units),
        ],
        "orders": [
            Choice("*", say("vassaux_instructions.any_order")),
            *(Choice(code, names["order"][code]) for code in (*SIMPLE, *COMPOSED)),
        ],
        "deeds": [
            Choice("PASSER", names["deed"]["pass"]),
            Choice("DEMANDER", names["deed"]["ask"]),
            *(Choice(code, names["order"][code]) for code in DEEDS if code not in ("pass", "ask")),
        ],
        "asked_of": list(questions(field, place, said, units)),
    }


def questions(
    field: Field, place: Place, said: Instructions, units: Sequence[tuple[UnitId, str]]
) -> Iterator[tuple[str, str, list[Choice]]]:
    """The other questions that this host may ever be asked, each with its answers: in words, line, choices."""
    powers = {power for unit in field.now.units.values() if unit.seat == place for power in unit.sheet.powers}
    yes_no = (("DEMANDER", None), ("OUI", True), ("NON", False))
    for about, line, power in (("cede", "CEDER", "PRESOMPTUEUX"), ("martyrs", "MARTYRS", "MARTYRS")):
        if power in powers:
            now = getattr(said, about)
            listed = [Choice(word, say(f"vassaux_instructions.{word.lower()}"), now is value) for word, value in yes_no]
            yield say(f"vassaux_instructions.{about}"), line, listed
    if field.now.settings.magic:
        who = [("DEMANDER", None, "demander"), ("NON", NO_UNIT, "nobody"), ("*", WHOEVER, "whoever")]
        listed = [Choice(word, say(f"vassaux_instructions.{key}"), said.counter == value) for word, value, key in who]
        listed += [Choice(str(unit), name, said.counter == unit) for unit, name in units]
        yield say("vassaux_instructions.counter"), "CONTRER", listed


def told(case: Case, said: Instructions, access: MatchAccess) -> CaseTold:
    """A case in words."""
    names = Herald(access.view, access.lang).names
    if case.answer is None:
        words = say("vassaux_instructions.you_are_asked")
    elif case.answer.unit == NO_UNIT:
        words = say("vassaux_instructions.passes")
    else:
        words = say(
            "vassaux_instructions.acts",
            unit=names["unit"][case.answer.unit],
            order=names["order"][case.answer.order],
            after=real(case.answer.point / R, access.lang),
        )
    rule = 0 if case.rule is None else case.rule + 1
    return CaseTold(names["unit"][case.unit], names["order"][case.order], rule, words)


def drawn(access: MatchAccess, field: Field, said: Instructions, found: Sequence[Case]) -> SafeString:
    """The table with today's cases."""
    over = instructed(field.now, access.view["seat"], said.react, found)
    return mark_safe(scene(access.view, Looks(), lang=access.lang).removesuffix("</svg>") + over + "</svg>")  # noqa: S308  drawings escape the names they hold


# What is changed


def change(access: MatchAccess) -> HttpResponse:
    """One instruction more, less, or in another place."""
    posted = access.request.POST
    said = effective(access.view, notes_of(access))
    line = changed(posted, said)
    found = read(line, (Instruct,))
    refusals = [found] if isinstance(found, Refusal) else []
    if isinstance(found, Instruct):
        refusals = instruct_refusals(field_of(access.view), access.view["seat"], found)
    if refusals or not isinstance(found, Instruct):
        return shown(access, refusals=refusals_told(access, refusals), posted=posted)
    keep(access, found)
    return redirect("match_orders", access.match.code)


def changed(posted: MultiValueDict[str, str], said: Instructions) -> str:
    """The instruction that a form asks for, as it is written."""
    asked, _, place = posted.get("do", "").partition("-")
    rules = [rule_written(rule) for rule in said.react]
    number = int(place) if place.isascii() and place.isdigit() and int(place[:4]) < len(rules) else None
    if asked == "add":
        rules.append(new_rule(posted))
    elif asked == "drop" and number is not None:
        del rules[number]
    elif asked == "up" and number:
        rules[number - 1 : number + 1] = [rules[number], rules[number - 1]]
    elif asked == "say":
        return f"CONSIGNE {posted.get('about', '')} {posted.get('answer', '')}"
    return f"CONSIGNE REAGIR {' PUIS '.join(rules) or 'RIEN'}"


def rule_written(rule: Rule) -> str:
    """A rule as it is written."""
    return write(Instruct("react", rules=(rule,))).removeprefix("CONSIGNE REAGIR ")


def new_rule(posted: MultiValueDict[str, str]) -> str:
    """The rule of the form; a distance is typed in R."""
    words = [posted.get(name, "").split(" ")[0] for name in ("unit", "order", "deed")]
    unit, order, deed = (word or "?" for word in words)
    gap = in_mr(posted.get("gap", ""))
    if (unit, order, gap) == ("*", "*", "*") and deed in ("PASSER", "DEMANDER"):
        return deed
    return " ".join((unit, order, gap, deed))


def in_mr(text: str) -> str:
    """A distance in R as it is written in a line; "*" where none is given, as it stands where it is no number."""
    text = text.strip()[:LONGEST].removesuffix("R").strip().replace(",", ".")
    if not text:
        return "*"
    whole, _, parts = text.partition(".")
    if not (whole.isascii() and whole.isdigit() and (not parts or (parts.isascii() and parts.isdigit()))):
        return text.replace(" ", "") or "?"
    return str(int(whole[:6]) * R + int(parts[:3].ljust(3, "0")) if parts else int(whole[:6]) * R)


def keep(access: MatchAccess, said: Instruct) -> None:
    """Given at once by whoever is asked something, beside the answer that he still owes; noted by all others."""
    question, notes = Question(access), notes_of(access)
    if question.decision is not None and question.answered is None:
        saved, refusals = answer(question, write(said), question.key, notes)
        if not saved.fault and not refusals:
            return
    assert access.seat is not None
    Seat.objects.filter(pk=access.seat.pk).update(notes=with_instruction(notes, said))
