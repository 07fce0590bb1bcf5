"""How a battle ended: who has won and by which road, what each side is remembered for, men and points by turn."""

from __future__ import annotations

from collections.abc import Sequence

from heraut.engine.protocol import Json
from heraut.games.vassaux.calculators.luck import ledger, side
from heraut.games.vassaux.identities import PLACES, Holder, Place
from heraut.site.common.words import say, site_words
from heraut.site.games.vassaux.luck import VERDICTS
from heraut.site.games.vassaux.panels import seat_names, shield
from heraut.site.games.vassaux.statistics import SideCounts, counts_in, counts_of, curves
from heraut.site.games.vassaux.told import Teller, Told, told_so_far
from heraut.site.matchpage.finale import Finale, Road, closing_plot
from heraut.site.matchpage.finale import Place as Rank
from heraut.site.matchpage.match_access import MatchAccess
from heraut.site.matchpage.plots import Plot

PLOTTED = ("men", "taken", "progress")
ROADS = ("lord_lost", "decisive", "marginal")  # by which most battles end (SV-END-01 to 05)
BLOWS = ("struck", "struck_back", "shot", "burnt")


def finale(access: MatchAccess) -> Finale:
    """What everyone may know of the end."""
    view, lang = access.view, access.lang
    names, turns = seat_names(view, lang), counts_of(access.match)
    winner, now, found = winner_of(view), counts_in(view), told_so_far(access)
    feats = remembered(found, access)
    ranked = sorted(PLACES, key=lambda place: place != winner)
    places = [
        Rank(
            seat=view["seats"][place],
            rank=1 if winner in (place, Holder.NOBODY) else 2,
            name=names[place],
            arms=shield(place),
            words=closing_words(now[place]),
            won=place == winner,
            memory=" ".join(feats[place]),
        )
        for place in ranked
    ]
    roads = [
        Road(say(f"vassaux_finale.road_{one}"), one == view["battle"]["road"])
        for one in dict.fromkeys((*ROADS, view["battle"]["road"] or ROADS[0]))
    ]
    plots = [drawn(access, measure, turns) for measure in PLOTTED] if len(turns) > 1 else []
    return Finale(headline(view, lang), places, roads, plots)


def winner_of(view: Json) -> int:
    """The place of who has won; `Holder.NOBODY` for a draw."""
    return int(view["battle"].get("winner", Holder.NOBODY))


def headline(view: Json, lang: str) -> str:
    """Who has won a battle that is over, and by which road; "" where it was broken off."""
    if view["battle"]["road"] is None:
        return ""
    winner, road = winner_of(view), say(f"road.{view['battle']['road']}")
    if winner == Holder.NOBODY:
        return say("vassaux_finale.nobody", road=road)
    return say("vassaux_finale.won", winner=seat_names(view, lang)[winner], road=road)


def closing_words(counts: SideCounts) -> str:
    """What a side has left, and what it has done."""
    return say("vassaux_finale.standing", taken=counts["taken"], lost=counts["lost"], men=counts["men"])


def drawn(access: MatchAccess, measure: str, turns: list[tuple[SideCounts, SideCounts]]) -> Plot:
    """A measure of both sides."""
    return closing_plot(say(f"vassaux_story.plot_{measure}"), curves(measure, turns, access), access.name, access.lang)


def remembered(found: Sequence[Told], access: MatchAccess) -> list[list[str]]:
    """What each side will be remembered for: its greatest blow, how the dice served it, its last man standing."""
    teller = Teller(access.view, access.lang)
    rolls = [roll for one in found if (roll := teller.weigher.roll(one.event)) is not None]
    fortune = ledger(rolls, []).fortune
    blows = {place: greatest(found, place) for place in PLACES}
    memories = []
    for place in PLACES:
        said = [blow_words(blows[place], teller)] if blows[place] is not None else []
        if rolls:
            verdict = next(name for most, name in VERDICTS if fortune[place] < most)
            said.append(say(f"vassaux_finale.{verdict}", share=fortune[place]))
        said += last_man(place, teller)
        memories.append([one for one in said if one])
    return memories


def greatest(found: Sequence[Told], place: Place) -> Told | None:
    """The blow of a side that felled the most men; None without any."""
    blows = [one for one in found if one.event.kind in BLOWS and side(one.event.data["unit"]) == place]
    best = max(blows, key=lambda one: one.event.data["casualties"] or 0, default=None)
    return best if best is not None and best.event.data["casualties"] else None


def blow_words(one: Told | None, teller: Teller) -> str:
    """The sentence of that blow."""
    if one is None:
        return ""
    names, data = teller.herald.names["unit"], one.event.data
    figures = {"unit": names[data["unit"]], "target": names[data["target"]], "men": data["casualties"]}
    return site_words(teller.lang).say("vassaux_finale", "greatest", figures)


def last_man(place: Place, teller: Teller) -> list[str]:
    """The only unit that a side has left, where it has lost all others."""
    units = [unit for unit in teller.battle.units.values() if unit.seat == place]
    left = [unit for unit in units if any(man in teller.battle.at for man in (*unit.men, *unit.band))]
    if len(units) < 2 or len(left) != 1:
        return []
    return [site_words(teller.lang).say("vassaux_finale", "last", {"unit": teller.herald.names["unit"][left[0].id]})]
