"""The rehearsal: the coming turn under one's form, beside other forms, on guesses bent by what the lord supposes.

A POST plays on from where the page stands; nothing is stored. Fields: `others`, `h-NAME` and `n-NAME` (how a known
kingdom is supposed to act, and how many of its units fight; without a name: one that is unknown), `variant` (other
texts), `turns` (played so far), `of` (which of the forms is told), `do`: "play", "more" or "of:PLACE". What the page of
orders sends, its fields and `do=play`, is one more form.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from allauth.core import ratelimit
from django.http import HttpResponse

from heraut.engine.protocol import Refusal
from heraut.games.daifen.decision import SILENT, SheetDecision
from heraut.games.daifen.herald import all_names
from heraut.games.daifen.orders import Form
from heraut.games.daifen.outcomes import Summary, summary
from heraut.games.daifen.rehearsal import age_of, prospect
from heraut.games.daifen.report import explain
from heraut.games.daifen.state import KingdomName
from heraut.games.daifen.suppositions import MOST_ARMY, Stance, Supposition, least_armies
from heraut.site.common.words import say
from heraut.site.games.daifen.draft import kept as sent_text
from heraut.site.games.daifen.entry import text_of
from heraut.site.games.daifen.realm import known_living, number, realm_context
from heraut.site.games.daifen.rehearsal_stage import OTHERS, Stage, stage
from heraut.site.games.daifen.rehearsal_words import outcome, outlook
from heraut.site.games.daifen.sheet import shown
from heraut.site.matchpage.layout import show
from heraut.site.matchpage.match_access import MatchAccess
from heraut.site.matchpage.rehearsals import AT_ONCE, MOST_TRIALS, STILL, Busy
from heraut.site.matchpage.saving import LONGEST_TEXT, typed, version

MOST_VARIANTS = 2  # forms beside one's own that are played in one page
REASONS = 5  # of a refused form that are told
STANCES: tuple[Stance, ...] = ("usual", "still", "hostile")


@dataclass(frozen=True)
class Variant:
    """A form that is rehearsed: what it is called, its text, what it says; why it would be refused."""

    name: str
    text: str
    form: Form
    refusals: tuple[Refusal, ...] = ()
    own: bool = False


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
    """What the page is asked for."""

    others: str
    neighbours: list[Neighbour]
    variants: list[str]
    turns: int
    of: int
    act: str


def page(access: MatchAccess) -> HttpResponse:
    """The page of a living lord; a POST plays."""
    asked = asked_of(access)
    context: dict[str, Any] = {}
    if access.request.method == "POST" and access.view["road"] is None:
        if ratelimit.consume(access.request, action="rehearse"):
            context = played(access, asked)
        else:
            context = {"fault": say("rehearsal.often")}
    return show(
        access,
        "play/daifen/tool_essai.html",
        "essai",
        **realm_context(access),
        asked=asked,
        others=[(one, say(f"daifen_rehearsal.others_{one}")) for one in OTHERS],
        stances=[(one, say(f"daifen_rehearsal.stance_{one}")) for one in STANCES],
        supposing=any(one.supposition for one in asked.neighbours),
        comparing=any(text.strip() != shown(sent_text(access)).strip() for text in asked.variants),
        base=version(access.sheet),
        most=MOST_TRIALS,
        most_army=MOST_ARMY,
        at_once=AT_ONCE,
        **context,
    )


def asked_of(access: MatchAccess) -> Asked:
    """What the address or the form asks for."""
    posted = access.request.POST
    act, _, place = posted.get("do", "").partition(":")
    others = posted.get("others", STILL)
    return Asked(
        others if others in OTHERS else STILL,
        neighbours(access),
        texts(access),
        min(number(posted.get("turns"), 0, MOST_TRIALS), MOST_TRIALS),
        1 if is_filled_in(access) else number(place if act == "of" else posted.get("of"), 0, MOST_VARIANTS),
        act,
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
        return [shown(typed(posted["text"][:LONGEST_TEXT])), ""]
    found = [typed(text[:LONGEST_TEXT]) for text in posted.getlist("variant")[:MOST_VARIANTS]]
    return found + [""] * (MOST_VARIANTS - len(found))


def neighbours(access: MatchAccess) -> list[Neighbour]:
    """The living kingdoms that the lord knows, and one for all that he does not, with what is supposed of them."""
    view, races = access.view, all_names(access.lang)["race"]
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
    stance = next((one for one in STANCES if one == posted.get(f"h-{name}")), STANCES[0])
    text = posted.get(f"n-{name}", "").strip()
    return stance, number(text, 0, MOST_ARMY) if text else None


def variants(access: MatchAccess, asked: Asked) -> Iterator[Variant]:
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
            yield Variant(say("daifen_rehearsal.variant", number=place), text, reading.answer, reading.refusals)


def played(access: MatchAccess, asked: Asked) -> dict[str, Any]:
    """The forms that would be taken, played; why the others would not."""
    found = list(variants(access, asked))
    legal = [one for one in found if not one.refusals]
    refused = [(one.name, reasons(access, one)) for one in found if one.refusals]
    if not legal:
        return {"refused": refused}
    where = stage(access, asked.others, tuple(each.supposition for each in asked.neighbours if each.supposition))
    least = asked.turns + AT_ONCE if asked.act in ("play", "more") else max(asked.turns, 1)
    try:
        trials = where.play([(one.text, one.form) for one in legal], least)
    except Busy:
        return {"fault": say("rehearsal.busy"), "refused": refused}
    summaries = [summary(access.view, its) for its in trials]
    return {"refused": refused, **results(access, asked, where, legal, summaries)}


def results(
    access: MatchAccess, asked: Asked, where: Stage, legal: list[Variant], summaries: list[Summary]
) -> dict[str, Any]:
    """What the page shows of the forms that were played, and of the one that is told in detail."""
    of = min(asked.of, len(legal) - 1)
    told, turns = legal[of], summaries[0].turns
    return {
        "results": [outcome(access, one, its, summaries) for one, its in zip(legal, summaries, strict=True)],
        "told": outcome(access, told, summaries[of], [summaries[of]]),
        "outlook": outlook(access, prospect(access.view, where.events, told.form)),
        "of": of,
        "turns": turns,
        "more": turns < MOST_TRIALS,
    }


def reasons(access: MatchAccess, one: Variant) -> list[str]:
    """Why a form would be refused, in words."""
    return [explain(refusal, access.lang) for refusal in one.refusals[:REASONS]]
