"""What is filled in badly in a form of instructions, and which form it was: each says it beside its own fields."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.http import QueryDict

from heraut.engine.protocol import Json
from heraut.site.common.words import say
from heraut.site.games.fief import order_forms
from heraut.site.games.fief.instruction_forms import NUMBER, NUMBERED, planned

TEXT = "text"  # the box of lines
MOST_BOUGHT = 20  # pawns in one order


@dataclass(frozen=True)
class Faults:
    """A form that was not taken: what was sent by it, what is wrong field by field, and what the game says of it.

    `sent` holds one value a field, or several where several may be ticked.
    """

    form: str = ""
    wrong: Mapping[str, str] = field(default_factory=dict)
    refusals: Sequence[str] = ()
    sent: Mapping[str, str | list[str]] = field(default_factory=dict)

    def at(self) -> dict[str, Faults]:
        """By form, as templates look them up."""
        return {self.form: self} if self.form else {}


def form_of(posted: QueryDict) -> str:
    """The form that was sent: its button, or of orders in advance what they are about."""
    asked = posted.get("do", "")
    if asked == "forget_plan":
        return "plan"
    if asked in ("deposit", "undeposit"):
        return posted.get("what", "typed")
    return {"forget": "paper", "": TEXT}.get(asked, asked)


def sent_by(posted: QueryDict) -> dict[str, str | list[str]]:
    """What was filled in, to stand in the form again."""
    several = ("villages", "lords", "plan-seigneurs")
    return {name: posted.getlist(name) if name in several else posted.get(name, "") for name in posted}


def wrong_fields(posted: QueryDict, own: Json) -> dict[str, str]:
    """Fields of the form that cannot stand as they were filled in, and why, in words."""
    match posted.get("do"), posted.get("what"):
        case "petition", _ if not posted.getlist("villages"):
            return {"villages": say("fief.fault_villages")}
        case "plan", _:
            return wrong_numbers(posted, own)
        case "leave", _ if not posted.get("sure"):
            return {"sure": say("fief.fault_sure")}
        case "deposit", what:
            return wrong_deposit(posted, what)
    return {}


def wrong_numbers(posted: QueryDict, own: Json) -> dict[str, str]:
    """Numbers of a battle plan: out of bounds, or beside a choice that does not ask for one."""
    held = own["plans"].get(posted.get("village", ""), own["plan"])
    found = {}
    for code, (least, most, _) in NUMBERED.items():
        text = posted.get(f"plan-{code}-{NUMBER}", "").strip()
        if posted.get(f"plan-{code}", "") == NUMBER:
            if not least <= order_forms.number(posted, f"plan-{code}-{NUMBER}") <= most:
                found[code] = say("fief.fault_number", least=least, most=most)
        elif text and text != planned(held, code):
            found[code] = say("fief.fault_number_unused", choice=say(f"fief_plan.{code}_{NUMBER}"))
    return found


def wrong_deposit(posted: QueryDict, what: str | None) -> dict[str, str]:
    """Orders in advance that order nothing; "ask me" alone is one."""
    counts = [posted.get(f"t{value}", "").strip() for value in order_forms.VALUES]
    bought, number = posted.get("bought", ""), order_forms.number(posted, "count")
    if what == "buy" and bought.isdigit() and not 1 <= number <= MOST_BOUGHT:
        return {"count": say("fief.fault_number", least=1, most=MOST_BOUGHT)}
    if what == "march" and any(text and not text.isdigit() for text in counts):
        return {"tokens": say("fief.fault_number", least=0, most=MOST_BOUGHT)}
    if posted.get("then"):
        return {}
    if what == "cards" and not posted.get("card"):
        return {"card": say("fief.fault_card")}
    if what == "march" and not posted.getlist("lords") and not any(text.strip("0") for text in counts):
        return {"lords": say("fief.fault_troop")}
    if what is None and not posted.get("line", "").strip():
        return {"line": say("fief.fault_line")}
    return {}
