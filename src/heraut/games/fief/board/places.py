"""The board as numbers: villages, regions and bishoprics are counted in the board's order (catalogue D10)."""

from __future__ import annotations

from heraut.games.fief.identities import RegionNo, SeeNo, VillageNo
from heraut.games.fief.tables import board

_BOARD = board()

VILLAGES = _BOARD.villages
REGIONS = _BOARD.regions
BISHOPRICS = _BOARD.bishoprics

VILLAGE_IDS = tuple(row.id for row in VILLAGES)
REGION_IDS = tuple(row.id for row in REGIONS)
BISHOPRIC_IDS = tuple(row.id for row in BISHOPRICS)

EVERY_VILLAGE = tuple(map(VillageNo, range(len(VILLAGES))))
EVERY_REGION = tuple(map(RegionNo, range(len(REGIONS))))
EVERY_SEE = tuple(map(SeeNo, range(len(BISHOPRICS))))

VILLAGE_OF = dict(zip(VILLAGE_IDS, EVERY_VILLAGE, strict=True))
REGION_OF = tuple(RegionNo(REGION_IDS.index(row.region)) for row in VILLAGES)  # of each village
BISHOPRIC_OF = tuple(SeeNo(BISHOPRIC_IDS.index(row.bishopric)) for row in VILLAGES)
CLOCKWISE = tuple(row.clockwise for row in VILLAGES)

IN_REGION = tuple(tuple(sorted(VILLAGE_OF[name] for name in row.villages)) for row in REGIONS)

TITLES = ("barony", "county", "duchy")  # in increasing order of rank
RANK = tuple(TITLES.index(row.title) for row in REGIONS)  # of each region's title


def _neighbours() -> tuple[tuple[VillageNo, ...], ...]:
    """The villages that a road leads to, in village order."""
    links: list[set[VillageNo]] = [set() for _ in VILLAGES]
    for road in _BOARD.roads:
        a, b = VILLAGE_OF[road.a], VILLAGE_OF[road.b]
        links[a].add(b)
        links[b].add(a)
    return tuple(tuple(sorted(link)) for link in links)


NEIGHBOURS = _neighbours()
