"""The board as numbers: villages, regions and bishoprics are counted in the board's order (catalogue D10)."""

from __future__ import annotations

from heraut.games.fief.tables import board

_BOARD = board()

VILLAGES = _BOARD.villages
REGIONS = _BOARD.regions
BISHOPRICS = _BOARD.bishoprics

VILLAGE_IDS = tuple(row.id for row in VILLAGES)
REGION_IDS = tuple(row.id for row in REGIONS)
BISHOPRIC_IDS = tuple(row.id for row in BISHOPRICS)

VILLAGE_OF = {name: number for number, name in enumerate(VILLAGE_IDS)}
REGION_OF = tuple(REGION_IDS.index(row.region) for row in VILLAGES)  # of each village
BISHOPRIC_OF = tuple(BISHOPRIC_IDS.index(row.bishopric) for row in VILLAGES)
CLOCKWISE = tuple(row.clockwise for row in VILLAGES)

IN_REGION = tuple(tuple(sorted(VILLAGE_OF[name] for name in row.villages)) for row in REGIONS)

TITLES = ("barony", "county", "duchy")  # in increasing order of rank
RANK = tuple(TITLES.index(row.title) for row in REGIONS)  # of each region's title


def _neighbours() -> tuple[tuple[int, ...], ...]:
    """The villages that a road leads to, in village order."""
    links: list[set[int]] = [set() for _ in VILLAGES]
    for road in _BOARD.roads:
        a, b = VILLAGE_OF[road.a], VILLAGE_OF[road.b]
        links[a].add(b)
        links[b].add(a)
    return tuple(tuple(sorted(link)) for link in links)


NEIGHBOURS = _neighbours()
EVERY_VILLAGE = range(len(VILLAGES))
EVERY_REGION = range(len(REGIONS))
