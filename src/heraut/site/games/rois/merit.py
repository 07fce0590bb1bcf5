"""The offices: where one stands in the race for each, who of one's own is best placed, and how it is earned."""

from __future__ import annotations

from dataclasses import dataclass

from heraut.engine.protocol import Json
from heraut.games.rois.calculators.knowledge import world_of
from heraut.games.rois.phases.offices import Domain, candidates, merits
from heraut.games.rois.tables import OFFICE_TABLE
from heraut.site.common.words import say


@dataclass(frozen=True)
class Office:
    """An office: what it is worth, one's best in percent of who leads (RO-OFF-07), and how it is earned.

    `share`: None where nobody has merit. `who`: one's best placed, 0 for nobody, with his `merit`. `least` and `most`:
    between which the leader's merit lies, as `share` tells it; 0 where it tells nothing.
    """

    code: str
    name: str
    points: int
    share: int | None
    who: int
    who_name: str
    merit: int
    least: int
    most: int
    earned: str

    @property
    def leads(self) -> bool:
        """Whether nobody is ahead."""
        return self.share == 100

    @property
    def lacks(self) -> int:
        """How much merit would surely put him in front, as others stand; 0 where that is not known."""
        return max(0, self.most + 1 - self.merit) if self.most and not self.leads else 0


def own_merits(view: Json) -> dict[int, dict[str, int]]:
    """The merit of each of one's own by office, levels, items and seas included, as the rules count it (RO-OFF-01)."""
    world = world_of(view)
    domain = Domain(world)
    own = view["own"]["kingdom"]
    return {each.number: merits(domain, each) for each in candidates(world) if each.kingdom == own}


def offices(view: Json, lang: str) -> list[Office]:
    """Each of them."""
    merit = own_merits(view)
    names = {each["number"]: each["name"] for each in view["own"]["characters"]}
    found = []
    for code, row in OFFICE_TABLE.items():
        share = view["own"]["standings"].get(code)
        who = max(merit, key=lambda number: (merit[number][code], -number), default=0)
        best = merit[who][code] if who else 0
        least, most = leader(best, share)
        found.append(
            Office(
                code, getattr(row, lang), row.points, share, who if best > 0 else 0, names.get(who, ""), best,
                least, most, say(f"rois_office.{code}"),
            )
        )  # fmt: skip
    return found


def leader(merit: int, share: int | None) -> tuple[int, int]:
    """Between which the merit of the leader lies, where one's own is so many percent of it, rounded down."""
    if not share or merit <= 0:
        return 0, 0
    return (merit, merit) if share >= 100 else (100 * merit // (share + 1) + 1, 100 * merit // share)
