"""The merit of others, as far as one's own standings in the race for the offices betray it (RO-OFF-07)."""

from __future__ import annotations

from heraut.games.rois.dice import Dice
from heraut.games.rois.guess.known import Known
from heraut.games.rois.phases.offices import NO_MERIT, Domain, candidates, merits
from heraut.games.rois.state import OFFICES, Character, World

OF_THE_REALM = ("emperor", "treasurer")  # their merit is land and gold (RO-OFF-02), which are drawn in `realms`


def earn_merit(known: Known, world: World, dice: Dice) -> None:
    """Gives the other kingdoms merit so that the best of them has what the standings imply."""
    domain = Domain(world)
    people = [(each, merits(domain, each)) for each in candidates(world)]
    rivals = [(each, merit) for each, merit in people if each.kingdom != known.kingdom]
    best = NO_MERIT.copy()
    for each, merit in people:
        if each.kingdom == known.kingdom:
            best = {office: max(best[office], merit[office]) for office in OFFICES}
    for office in OFFICES:
        if office not in OF_THE_REALM and rivals and office in known.own.get("standings", {}):
            rank(office, [(each, merit[office]) for each, merit in rivals], best[office], known, dice)


def rank(office: str, rivals: list[tuple[Character, int]], own: int, known: Known, dice: Dice) -> None:
    """Changes the merit of the rivals so that the standing for this office is that of the view."""
    share = known.own["standings"][office]
    bounds = known.most_of_others(office, own)
    top = max(merit for _, merit in rivals)
    least, most = (0, 0) if share is None else (1, max(1, top)) if bounds is None else (int(bounds[0]), int(bounds[1]))
    for each, merit in rivals:
        if merit > most:
            each.merit[office] = each.merit.get(office, 0) + most - merit
    if share is not None and share < 100 and top <= least:
        leader, merit = dice.pick(rivals)
        leader.merit[office] = leader.merit.get(office, 0) + most - merit
