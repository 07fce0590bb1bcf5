"""The rehearsal: the coming turn under one's form, beside other forms, on guesses bent by what the lord supposes.

Fields beside those of all rehearsals (`matchpage/rehearsal_page.py`): `stance:NAME` and `army:NAME` (how a known
kingdom is supposed to act, and how many of its units fight; without a name: one that is unknown); `variant` may come
twice. What the page of orders sends, its fields and `do=play`, is one more form, the lord's own that he has not sent
(`filled` on this page from then on).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse
from django.utils.text import normalize_newlines

from heraut.games.daifen.decision import SILENT, SheetDecision
from heraut.games.daifen.herald import fixed_names
from heraut.games.daifen.orders import Form
from heraut.games.daifen.outcomes import Trial, summary
from heraut.games.daifen.rehearsal import Imagined, age_of, prospect
from heraut.games.daifen.report import explain
from heraut.games.daifen.state import KingdomName
from heraut.games.daifen.suppositions import MOST_ARMY, STANCES, Stance, Supposition, least_armies
from heraut.site.common.words import say
from heraut.site.games.daifen.draft import kept as sent_text
from heraut.site.games.daifen.entry import text_of
from heraut.site.games.daifen.realm import known_living, number, realm_context
from heraut.site.games.daifen.rehearsal_setup import OTHERS, setup_for
from heraut.site.games.daifen.rehearsal_words import outcome, outlook
from heraut.site.games.daifen.sheet import shown
from heraut.site.matchpage.layout import show
from heraut.site.matchpage.match_access import MatchAccess
from heraut.site.matchpage.rehearsal_page import Pressed, attempt, pressed, results
from heraut.site.matchpage.rehearsals import STILL, Busy, RehearsalSetup, Variant
from heraut.site.matchpage.saving import LONGEST_TEXT, version

MOST_VARIANTS = 2  # forms beside one's own that are played in one page
REASONS = 5  # of a refused form that are told


@dataclass(frozen=True)
class Neighbour:
    """A kingdom of which something may be supposed (`name` "": one that is unknown), and what is."""

    name: str
    race: str
    age: int | None
    least: int
    stance: Stance
    army: int | None

    @property
    def called(self) -> str:
        """What the page calls it."""
        return self.name or say("daifen_rehearsal.stranger")

    @property
    def supposition(self) -> Supposition | None:
        """What is supposed of it; None where that is nothing."""
        if self.stance == "usual" and self.army is None:
            return None
        return Supposition(KingdomName(self.name) if self.name else None, self.stance, self.army)


@dataclass(frozen=True)
class Asked:
    """What the page is asked for; `filled`: the first of the variants came from the page of orders, unsent."""

    others: str
    neighbours: list[Neighbour]
    variants: list[str]
    filled: bool
    of: int
    pressed: Pressed


def page(access: MatchAccess) -> HttpResponse:
    """The page of a living lord; a POST plays."""
    asked = asked_of(access)
    return show(
        access,
        "play/daifen/rehearsal.html",
        "essai",
        **realm_context(access),
        asked=asked,
        others=[(one, say(f"daifen_rehearsal.others_{one}")) for one in OTHERS],
        stances=[(one, say(f"daifen_rehearsal.stance_{one}")) for one in STANCES],
        supposing=any(one.supposition for one in asked.neighbours),
        comparing=any(text.strip() != shown(sent_text(access)).strip() for text in asked.variants),
        base=version(access.sheet),
        most_army=MOST_ARMY,
        **attempt(access, lambda: played(access, asked)),
    )


def asked_of(access: MatchAccess) -> Asked:
    """What the address or the form asks for."""
    others, button = access.request.POST.get("others", STILL), pressed(access.request.POST)
    return Asked(
        others if others in OTHERS else STILL,
        neighbours(access),
        texts(access),
        is_filled_in(access) or "filled" in access.request.POST,
        1 if is_filled_in(access) else button.of,
        button,
    )


def is_filled_in(access: MatchAccess) -> bool:
    """Whether the page of orders asks, for the form that is being filled in: it is told before the one sent."""
    return "fields" in access.request.POST or "text" in access.request.POST


def texts(access: MatchAccess) -> list[str]:
    """The forms beside one's own: as they were typed here, or as the page of orders has them."""
    posted = access.request.POST
    if access.request.method != "POST":
        return [shown(sent_text(access)), ""]
    if "fields" in posted:
        return [shown(text_of(access.view, posted.dict())), ""]
    if "text" in posted:
        return [shown(normalize_newlines(posted["text"][:LONGEST_TEXT])), ""]
    found = [normalize_newlines(text[:LONGEST_TEXT]) for text in posted.getlist("variant")[:MOST_VARIANTS]]
    return found + [""] * (MOST_VARIANTS - len(found))


def neighbours(access: MatchAccess) -> list[Neighbour]:
    """The living kingdoms that the lord knows, and one for all that he does not, with what is supposed of them."""
    view, races = access.view, fixed_names(access.lang)["race"]
    known, living, least = view["own"]["known"], known_living(view), least_armies(view, access.last_events())
    found = [
        Neighbour(
            name, races[known[name]["race"]], age_of(known[name], view["turn"]),
            least.get(KingdomName(name), 0), *supposed(access, name),
        )
        for name in living
    ]  # fmt: skip
    if view["living"] - 1 > len(living):
        found.append(Neighbour("", "", None, 0, *supposed(access, "")))
    return found


def supposed(access: MatchAccess, name: str) -> tuple[Stance, int | None]:
    """How a kingdom is supposed to act, and how many of its units fight."""
    posted = access.request.POST
    stance = next((one for one in STANCES if one == posted.get(f"stance:{name}")), STANCES[0])
    text = posted.get(f"army:{name}", "").strip()
    return stance, number(text, 0, MOST_ARMY) if text else None


def variants(access: MatchAccess, asked: Asked) -> Iterator[Variant[Form]]:
    """The form that was sent, or silence; the other texts; none twice."""
    decision = SheetDecision(access.view)
    own = sent_text(access) if access.sheet is not None else SILENT
    reading = decision.parse(own)
    key = "daifen_rehearsal.own" if access.sheet is not None else "daifen_rehearsal.silence"
    yield Variant(say(key), own, reading.answer, reading.refusals, own=True)
    seen = {shown(own).strip()} if access.sheet is not None else {""}
    for place, text in enumerate(asked.variants, start=1):
        if text.strip() not in seen:
            seen.add(text.strip())
            reading = decision.parse(text)
            filled = asked.filled and place == 1
            name = say("daifen_rehearsal.filled") if filled else say("daifen_rehearsal.variant", number=place)
            yield Variant(name, text, reading.answer, reading.refusals)


def played(access: MatchAccess, asked: Asked) -> dict[str, Any]:
    """The forms that would be taken, played; why the others would not."""
    found = list(variants(access, asked))
    legal = [one for one in found if not one.refusals]
    told = {"refused": [(one.name, reasons(access, one)) for one in found if one.refusals]}
    if not legal:
        return told
    where = setup_for(access, asked.others, tuple(each.supposition for each in asked.neighbours if each.supposition))
    try:
        return told | outcomes(access, where, legal, asked)
    except Busy:
        return told | {"fault": say("rehearsal.busy")}


def outcomes(
    access: MatchAccess, where: RehearsalSetup[Imagined, Form, Trial], legal: list[Variant[Form]], asked: Asked
) -> dict[str, Any]:
    """What the page shows of these forms, and of the one that is told in detail. Raises Busy."""
    trials = where.play(legal, asked.pressed.least)
    sums = [summary(access.view, its) for its in trials]
    shown = results(
        [outcome(access, one, its, sums) for one, its in zip(legal, sums, strict=True)], len(trials[0]), asked.of
    )
    told = legal[shown["of"]].sheet
    return {**shown, "outlook": outlook(access, prospect(access.view, access.last_events(), told))}


def reasons(access: MatchAccess, one: Variant[Form]) -> list[str]:
    """Why a form would be refused, in words."""
    return [explain(refusal, access.lang) for refusal in one.refusals[:REASONS]]
