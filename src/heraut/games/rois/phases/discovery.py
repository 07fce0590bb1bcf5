"""What becomes known of a province: its features, its free Heroes (RO-EXPL-04)."""

from __future__ import annotations

from operator import attrgetter

from heraut.games.rois.resolution import Turn
from heraut.games.rois.state import Character, Kingdom


def uncover(turn: Turn, kingdom: Kingdom, province: int, reached: int, character: Character | None) -> None:
    """Features and free Heroes whose threshold is reached."""
    features = turn.now.features
    for number in turn.provinces[province].features:
        if number not in kingdom.features and features[number].threshold <= reached:
            turn.discover(kingdom.number, features[number], character)
    heroes = [hero for hero in turn.those_in(province) if hero.role == "free" and hero.threshold <= reached]
    if not heroes:
        return
    for hero in sorted(heroes, key=attrgetter("number")):
        if not hero.died and hero.number not in kingdom.met:
            find_hero(turn, kingdom.number, hero)


def find_hero(turn: Turn, kingdom: int, hero: Character) -> None:
    """A free Hero is discovered: name, race, alignment, levels (RO-EXPL-04)."""
    turn.meet(kingdom, hero, levels=True)
    turn.tell(
        kingdom, "RO-EXPL-04", "hero_discovered", other=hero.number, province=hero.province, race=hero.race,
        alignment=hero.alignment, levels=dict(hero.levels),
    )  # fmt: skip
