"""Luck: every roll of the battle against what its dice promised, side by side; the rolls that nobody will forget."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString

from heraut.games.vassaux.calculators.luck import SORTS, Account, Ledger, Roll, ledger
from heraut.games.vassaux.identities import PLACES, Place
from heraut.site.common.words import site_words
from heraut.site.games.vassaux.panels import seat_names, shield
from heraut.site.games.vassaux.told import Teller, Told, told_so_far
from heraut.site.matchpage.match_access import MatchAccess

MOST = 5  # rolls that are named, of the best and of the worst
VERDICTS = ((0.05, "cursed"), (0.25, "unlucky"), (0.75, "fair"), (0.95, "lucky"), (1.01, "blessed"))
REMARKABLE = 0.2  # a roll is worth naming that no more than so many would have been better than, or worse


@dataclass(frozen=True)
class Fortune:
    """A side: how well the dice have served it, in a sentence; its accounts; how often it threw each face."""

    place: Place
    name: str
    shield: SafeString
    mine: bool
    share: float
    width: str
    words: str
    accounts: Sequence[tuple[str, Account]]
    faces: Sequence[int]
    thrown: int
    mean: float


@dataclass(frozen=True)
class Weighed:
    """A roll worth remembering: its sentence, its step, whose it was, how rare so good or so bad a one is."""

    text: str
    step: int
    name: str
    rarity: float


def luck_context(access: MatchAccess) -> dict[str, Any]:
    """The ledger, from the events that the visitor may know."""
    found = told_so_far(access)
    teller = Teller(access.view, access.lang)
    rolls = [(one, roll) for one in found if (roll := teller.weigher.roll(one.event)) is not None]
    book = ledger([roll for _, roll in rolls], [one.event for one in found])
    names = seat_names(access.view, access.lang)
    best, worst = remarkable(rolls)
    return {
        "fortunes": [fortune(book, place, names, access) for place in PLACES],
        "rolled": len(rolls),
        "best": [weighed(one, roll, teller, names, float(roll.at_least)) for one, roll in best],
        "worst": [weighed(one, roll, teller, names, float(at_most(roll))) for one, roll in worst],
    }


def fortune(book: Ledger, place: Place, names: Sequence[str], access: MatchAccess) -> Fortune:
    """One side of the ledger."""
    words, share = site_words(access.lang), book.fortune[place]
    faces = book.faces[place]
    thrown = sum(faces)
    verdict = next(name for most, name in VERDICTS if share < most)
    return Fortune(
        place=place,
        name=names[place],
        shield=shield(place),
        mine=access.view["seat"] == place,
        share=share,
        width=f"{100 * share:.1f}",
        words=words.say("vassaux_luck", verdict, {"side": names[place], "share": share}),
        accounts=[
            (words.say("vassaux_luck", sort), book.accounts[place][sort])
            for sort in SORTS
            if book.accounts[place][sort].rolls
        ],
        faces=faces,
        thrown=thrown,
        mean=sum(face * often for face, often in enumerate(faces, start=1)) / thrown if thrown else 0.0,
    )


def remarkable(rolls: Sequence[tuple[Told, Roll]]) -> tuple[list[tuple[Told, Roll]], list[tuple[Told, Roll]]]:
    """The luckiest rolls, and the unluckiest."""
    best = sorted((pair for pair in rolls if pair[1].at_least <= REMARKABLE), key=lambda pair: pair[1].at_least)
    worst = sorted((pair for pair in rolls if at_most(pair[1]) <= REMARKABLE), key=lambda pair: at_most(pair[1]))
    return best[:MOST], worst[:MOST]


def at_most(roll: Roll) -> float:
    """The chance of so little, or less."""
    return float(1 - roll.at_least + roll.chances.get(roll.figure, 0))


def weighed(one: Told, roll: Roll, teller: Teller, names: Sequence[str], rarity: float) -> Weighed:
    """A roll as it is named."""
    return Weighed(teller.herald.sentence(one.event), one.step, names[roll.place], rarity)
