"""Who there is on the continent: seats, numbers, names, races, the fallen (DA-FOG-05, DA-CON-03)."""

from __future__ import annotations

import re

from heraut.engine.protocol import Seat
from heraut.engine.rng import Rng
from heraut.games.daifen.guess import growth
from heraut.games.daifen.guess.known import Known
from heraut.games.daifen.naming import default_name, plain
from heraut.games.daifen.races import RACES
from heraut.games.daifen.state import Kingdom, KingdomName
from heraut.games.daifen.tables import CONSTANTS, read


def draw_crowd(known: Known, rng: Rng) -> dict[Seat, Kingdom]:
    """All kingdoms by number, with names and races, as yet without possessions; one's own is as it is.

    Nobody knows the seats of the others: of numbers nothing is told but one's own (DA-FOG-08).
    """
    others = [*acquaintances(known), *strangers(known, rng)]
    rng.shuffle(others)
    number = own_number(known.seat)
    place = number - 1 if number else int(rng.random() * (len(others) + 1))
    everyone = [*others[:place], own_kingdom(known), *others[place:]]
    for at, kingdom in enumerate(everyone, start=1):
        kingdom.number = at
        if kingdom.name != known.name:
            kingdom.seat = Seat(f"j{at}" if number else f"?{at}")
    return {kingdom.seat: kingdom for kingdom in everyone}


def own_number(seat: Seat) -> int:
    """The number that a seat tells: j3 is the third. 0 where it tells none."""
    found = re.fullmatch(r"j([1-9]\d*)", seat)
    return int(found[1]) if found else 0


def own_kingdom(known: Known) -> Kingdom:
    """One's own kingdom, without what it knows of others; nothing is left of one that has fallen."""
    own, card = known.own, known.card
    if not own:
        return bare_kingdom(known.name, card["lord"], card["race"], known.seat, fallen=card["turn"])
    kingdom = bare_kingdom(known.name, card["lord"], card["race"], known.seat)
    kingdom.gold, kingdom.intellect, kingdom.missed = own["gold"], own["intellect"], own["missed"]
    kingdom.buildings, kingdom.units = dict(own["buildings"]), dict(own["units"])
    kingdom.technologies = list(own["technologies"])
    return kingdom


def bare_kingdom(name: KingdomName, lord: str, race: str, seat: str = "", fallen: int | None = None) -> Kingdom:
    """A kingdom that owns nothing yet."""
    return Kingdom(Seat(seat), 0, name, lord, race, 0, 0, {}, {}, fallen=fallen)


def acquaintances(known: Known) -> list[Kingdom]:
    """The kingdoms of the view. One whose fall was told last turn fell then, others two turns ago at the latest."""
    found = []
    for name, seen in known.known.items():
        fallen = None if seen["alive"] else known.turn - 1 if name in known.fell else max(1, known.turn - 2)
        found.append(bare_kingdom(name, seen["lord"], seen["race"], fallen=fallen))
    return found


def strangers(known: Known, rng: Rng) -> list[Kingdom]:
    """Kingdoms that the lord does not know: as many as must still live, and some that have fallen."""
    met = sum(seen["alive"] for seen in known.known.values()) + bool(known.own)
    gone = len(known.known) + 1 - met
    fallen = fallen_strangers(known, gone, rng)
    lords = free_lords(known, rng)
    taken = {plain(name) for name in (known.name, *known.known)}
    found = []
    for place in range(known.living - met + fallen):
        lord = lords.pop() if lords else f"Sire {place}"
        name = KingdomName(default_name(lord, taken))
        taken.add(plain(name))
        end = rng.randint(1, max(1, known.turn - 1)) if place < fallen else None
        found.append(bare_kingdom(name, lord, rng.choice(tuple(RACES)), fallen=end))
    return found


def fallen_strangers(known: Known, gone: int, rng: Rng) -> int:
    """How many of the kingdoms that the lord never knew have fallen: a usual number, within what he knows.

    `gone` are the fallen ones that he knows. His own number shows how many began at least; the offer of an association,
    that somebody has fallen (DA-END-05).
    """
    begun = known.living + gone
    least = max(0, own_number(known.seat) - begun)
    if known.view["association"]:
        least = max(least, 1 - gone)
    elif known.living <= CONSTANTS.association_max:
        return least  # nobody has been asked: there were never more
    share = growth.mean(growth.FALLEN, known.turn) / 100
    usual = growth.rounded(known.living * share / (1 - share) * rng.uniform(*growth.USUAL), rng)
    return max(least, min(usual - gone, CONSTANTS.kingdoms_max - begun))


def free_lords(known: Known, rng: Rng) -> list[str]:
    """Names for lords, other than those that the lord knows."""
    borne = {plain(known.card["lord"]), *(plain(seen["lord"]) for seen in known.known.values())}
    names = [name for name in read("names.toml")["lords"] if plain(name) not in borne]
    rng.shuffle(names)
    return names
