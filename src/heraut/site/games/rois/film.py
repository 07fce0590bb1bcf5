"""The film of a world: its map after each year. Once it is over, its players see the whole world.

The whole world is what all Kings together knew after a year: of each province what was seen last. Nobody else ever sees
it; a passer-by sees nothing of the world before its end has made it public.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from heraut.engine.protocol import Json
from heraut.site.games.rois.happenings import happenings
from heraut.site.games.rois.realm import seat_of
from heraut.site.matchpage.match_access import MatchAccess


def whole_world(access: MatchAccess, number: int) -> Json:
    """A view of all that the Kings knew after a year, taken together, for the map of those who may see everything."""
    digest = access.step(number).digest
    views = [access.view_after(number, digest, seat_of(king)) for king in access.view["kingdoms"]]
    lands: dict[str, dict[str, Any]] = {}
    for own in [view["own"] for view in views if "own" in view]:
        for province, seen in own["map"].items():
            if fresher(seen, lands.get(province)):
                lands[province] = seen
    base = dict(views[0])
    base.pop("fallen", None)
    nobody = {"kingdom": 0, "units": [], "map": dict(sorted(lands.items(), key=lambda one: int(one[0])))}
    own = {"seat": "", "home": 0, "characters": [], "met": {}, "items": {}, "provinces": [], "relations": {}}
    return {**base, "own": {**own, **nobody}}


def fresher(seen: Json, other: Json | None) -> bool:
    """Whether something was seen later than the other: with its owner rather than without."""
    if other is None:
        return True
    return (seen.get("turn", -1), seen.get("season", -1)) > (other.get("turn", -1), other.get("season", -1))


def picture_view(access: MatchAccess, number: int | None) -> Json:
    """What the picture of a year shows its visitor: the whole world once it is over, to those who played it."""
    if number is not None and access.may_see_all:
        return whole_world(access, number)
    return access.view_asked()


def picture_events(access: MatchAccess, number: int | None) -> Sequence[tuple[int, str]]:
    """What happened in a year, as its visitor was told; of the whole world no signs, for there is too much of it."""
    if number is None or access.may_see_all or "own" not in access.view:
        return ()
    return happenings(access.events(access.step(number)))
