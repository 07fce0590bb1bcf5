"""Elections: called by whoever gains by an end, won by the King whom all the others can bear best.

Nobody knows how the votes of others will go, so all look at what everybody sees, as people do who must agree without a
word: the alignments. The King who stands nearest to all takes least from anybody's points (RO-VIC-05), whereas the
greatest, who becomes Emperor if nobody is elected (RO-VIC-04), may stand anywhere. Whoever leads races for offices is
glad to have them decided at once.
"""

from __future__ import annotations

from collections import Counter

from heraut.bots.rois.planner import Planner
from heraut.games.rois import orders as o
from heraut.games.rois.state import ALIGNMENTS, OFFICES

EARLY = 0.5  # of the match: nobody wants an end before
LATE = 2  # years before the last, in which one lead less is enough


def elections(planner: Planner) -> None:
    """The ballot where a vote is held this year; a call where one may hope to win by it."""
    view = planner.view
    if view["vote"] == view["turn"]:
        planner.realm.append(o.Vote(choice(planner)))
    elif planner.own["may_call"] and not view["vote"] and view["turn"] < view["turns"] and wants_end(planner):
        planner.realm += calls(planner)


def choice(planner: Planner) -> int:
    """Oneself, if one is the greatest or the one whom all can bear; him, if he is a friend and one gains; or nobody."""
    own, first = int(planner.own["kingdom"]), compromise(planner)
    if first == own or planner.own["standings"].get("emperor") == 100:
        return own
    if planner.traits.staunch:
        return 0
    kin = apart(planner, first) <= planner.traits.kin and planner.turn >= planner.view["turns"] - LATE
    if planner.relation(first) == "allied" and (kin or wants_end(planner)):
        return first
    return 0


def calls(planner: Planner) -> tuple[o.CallVote, ...]:
    """The call for an election, where he may make it: it may crown another."""
    return () if planner.traits.staunch else (o.CallVote(),)


def compromise(planner: Planner) -> int:
    """The King nearest to all others in alignment; of several, another one each year."""
    living = sorted(planner.book.living)
    places = {number: ALIGNMENTS.index(planner.view["kingdoms"][str(number)]["alignment"]) for number in living}
    return min(
        living,
        key=lambda number: (
            sum(abs(places[number] - other) for other in places.values()),
            (number + planner.turn) % len(living),
            number,
        ),
    )


def wants_end(planner: Planner) -> bool:
    """Whether one leads in so many offices that the match had better end now."""
    turn, turns = planner.view["turn"], planner.view["turns"]
    leads = sum(planner.own["standings"].get(office) == 100 for office in OFFICES)
    leads += planner.own["standings"].get("emperor") == 100  # worth twice as much
    return bool(turn > EARLY * turns and leads >= planner.traits.content - (turn >= turns - LATE))


def seen_bases(planner: Planner) -> Counter[int]:
    """The tax bases of all kingdoms, as far as lands were seen."""
    found: Counter[int] = Counter()
    for number in planner.map:
        if owner := planner.owner(number):
            found[owner] += planner.map[number].get("tax_base", 0)
    return found


def apart(planner: Planner, kingdom: int) -> int:
    """The steps between his alignment and one's own."""
    theirs = planner.view["kingdoms"][str(kingdom)]["alignment"]
    return abs(ALIGNMENTS.index(theirs) - ALIGNMENTS.index(planner.own["alignment"]))
