"""The guided first turn as a page shows it: who is shown it, which steps are done, which one is open (`guide.py`).

A match to try shows it, and the first match that somebody plays of a game; it is kept by player and game what he has
skipped or asked for again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from heraut.site.accounts.models import Player
from heraut.site.common.compiled_queries import CompiledQuery
from heraut.site.common.words import lang, say, site_words
from heraut.site.matches.adapters import adapter
from heraut.site.matches.models import Seat
from heraut.site.matchpage.guide import Fields, Guide, GuideStep, Plan
from heraut.site.matchpage.match_access import MatchAccess
from heraut.site.matchpage.models import GuidedTurn


@dataclass(frozen=True)
class ShownStep:
    """One step in the reader's words."""

    number: int
    step: GuideStep
    group: str
    plan: Plan
    done: bool
    open: bool

    @property
    def title(self) -> str:
        """What to do."""
        return say(f"{self.group}.{self.step.key}", **self.step.figures(self.plan))

    @property
    def short(self) -> str:
        """The same in a word or two, for the row of all steps; the whole title where the game has no such words."""
        key = f"{self.step.key}_short"
        return say(f"{self.group}.{key}") if site_words(lang()).has(self.group, key) else self.title

    @property
    def why(self) -> str:
        """Why."""
        return say(f"{self.group}.{self.step.key}_why", **self.step.figures(self.plan))

    @property
    def act_words(self) -> str:
        """What its button says."""
        return say(f"{self.group}.{self.step.key}_act", **self.step.figures(self.plan))

    @property
    def link(self) -> str:
        """Where the thing is."""
        return self.step.link(self.plan)

    @property
    def thing(self) -> str:
        """The thing in the page."""
        return self.step.thing(self.plan)

    @property
    def act(self) -> list[tuple[str, str]]:
        """What the button sends."""
        return list(flat(self.step.act(self.plan)))

    @property
    def press(self) -> str:
        """What the button of the form of orders says."""
        return self.step.press(self.plan)

    @property
    def release(self) -> str:
        """What takes it back."""
        return self.step.release(self.plan)

    @property
    def undo(self) -> list[tuple[str, str]]:
        """What takes it back."""
        return list(flat(self.step.undo(self.plan)))


def flat(fields: Fields) -> Iterator[tuple[str, str]]:
    """Fields as a form holds them, one for each value."""
    for name, value in fields.items():
        for one in value if isinstance(value, list) else [value]:
            yield name, one


@dataclass(frozen=True)
class GuideCard:
    """The card of a page; `skipped`: only the way back to it is shown. Once the turn is over only its last step is."""

    skipped: bool
    steps: list[ShownStep]
    after: bool = False

    @property
    def done(self) -> int:
        """How many steps are done."""
        return sum(step.done for step in self.steps)

    @property
    def shown(self) -> list[ShownStep]:
        """The steps that stand on the card, the open one first, as the keys come to them."""
        return sorted((step for step in self.steps if step.open or not self.after), key=lambda step: not step.open)

    @cached_property
    def present(self) -> ShownStep | None:
        """The step that is open."""
        return next((step for step in self.steps if step.open), None)


def card_of(access: MatchAccess, page: str, plan: Plan | None = None) -> GuideCard | None:
    """The card of this page of a match; None where there is none. `plan`: what the page knows beyond the view."""
    guide: Guide | None = adapter(access.match.game).guide
    if guide is None or page != guide.page or not guided(access):
        return None
    kept = kept_of(access)
    if kept is not None and kept.skipped:
        return GuideCard(skipped=True, steps=[])
    plan = plan if plan is not None else guide.plan(access)
    if plan is None:
        return None
    steps = steps_of(guide, plan, kept.seen if kept is not None else [])
    card = GuideCard(skipped=False, steps=steps, after=turns_over(access) > 0)
    return None if card.after and card.present is None else card


def steps_of(guide: Guide, plan: Any, seen: list[str]) -> list[ShownStep]:
    """Every step; of those that are not done the one that the table asks for is open, else the first."""
    told = [step.done(plan) if step.done is not None else step.key in seen for step in guide.steps]
    done = [told[place] or (step.done is None and any(told[place + 1 :])) for place, step in enumerate(guide.steps)]
    left = [place for place, over in enumerate(done) if not over]
    ended = any(step.ends and over for step, over in zip(guide.steps, told, strict=True))
    present = -1 if ended else next((place for place in left if guide.steps[place].asked(plan)), next(iter(left), -1))
    return [
        ShownStep(place + 1, step, guide.words, plan, done[place], place == present)
        for place, step in enumerate(guide.steps)
    ]


def guided(access: MatchAccess) -> bool:
    """Whether the visitor plays the first turns of a match to try, or of his first match of this game."""
    guide: Guide | None = adapter(access.match.game).guide
    if (
        guide is None
        or access.seat is None
        or access.regency is not None
        or turns_over(access) > guide.turns
        or access.match.over
        or "own" not in access.view
    ):
        return False
    match = access.match
    return trial(access) or not _begun_elsewhere(access.seat.user_id or 0, match.game, match.pk)


_begun_elsewhere = CompiledQuery(
    lambda user, game, match: (
        Seat.objects.filter(user=user, match__game=game, match__step__gt=0).exclude(match=match).only("pk")[:1]
    ),
    int,
    str,
    int,
)


def trial(access: MatchAccess) -> bool:
    """Whether it is a match to try, against bots."""
    return access.seat is not None and access.match.tried_by(access.seat)


def learns(access: MatchAccess) -> bool:
    """Whether the visitor tries the game and has not sent the guide away: advice is for him beyond the first turns."""
    if not trial(access):
        return False
    kept = kept_of(access)
    return kept is None or not kept.skipped


def turns_over(access: MatchAccess) -> int:
    """How many turns have been played to their end."""
    match = access.match
    return max(match.turn - 1, 0) if match.pace.by_decision else match.step


def kept_of(access: MatchAccess) -> GuidedTurn | None:
    """What is kept of the visitor and this game, if anything."""
    return _kept.first(access.request.user.pk or 0, access.match.game)


_kept = CompiledQuery(lambda player, game: GuidedTurn.objects.filter(player=player, game=game), int, str)


def note(access: MatchAccess, act: str, key: str) -> None:
    """Keeps an act of the visitor: "skip", "again", or that he has "seen" a step."""
    player = access.request.user
    guide: Guide | None = adapter(access.match.game).guide
    if guide is None or not isinstance(player, Player):
        return
    kept, _ = GuidedTurn.objects.get_or_create(player=player, game=access.match.game)
    if act in ("skip", "again"):
        kept.skipped, kept.seen = act == "skip", []
    elif act == "seen" and key in {step.key for step in guide.steps} and key not in kept.seen:
        kept.seen = [*kept.seen, key]
    kept.save()
