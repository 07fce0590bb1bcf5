"""The tables against the rulebook: its pages row by row, its figures one by one, and the decisions on its gaps."""

from __future__ import annotations

from itertools import pairwise
from math import atan2

import pytest
from msgspec.structs import asdict, astuple

from heraut.engine.names import plain
from heraut.games.fief.tables import CONSTANTS, blazons, board, cards, lord_rows

# The pages of the rulebook, copied apart from our tables

CARD_PAGE = [  # with what it is for, and how many there are
    ("lord_man", "Seigneur", "lord", 12),
    ("lord_woman", "Dame", "lord", 4),
    ("darc", "D'Arc", "title", 1),
    ("bishop", "Évêque", "title", 4),
    ("tithe", "Dîme", "tax", 4),
    ("taille", "Taille", "tax", 5),
    ("plague", "Peste", "attack", 2),
    ("escape", "Évasion", "parry", 2),
    ("assassination", "Assassinat", "attack", 1),
    ("justice", "Justice", "reaction", 1),
    ("bad_weather", "Mauvais temps", "attack", 3),
    ("sun", "Soleil", "parry", 6),
    ("famine", "Famine", "attack", 2),
    ("good_harvest", "Bonnes récoltes", "parry", 6),
    ("peasant_revolt", "Révolte de paysans", "attack", 4),
]
LORDS = """
    Arnaud Blanche Charles Eric François Gauvain Henry Isabelle Jeanne Lambert Mireille Othon Philippe Quentin Roland
    Thierry
"""
COMBAT_PAGE = {  # the points eliminated for the sums 1 to 18
    "city": (0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4),
    "castle": (0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6),
    "open": (0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9),
}


@pytest.mark.rule("FI-SET-09", "FI-MOD-17", "FI-CRD-09")
def test_the_57_blue_cards() -> None:
    assert [(code, row.fr, row.kind, row.count) for code, row in cards().items()] == CARD_PAGE
    assert sum(row.count for row in cards().values()) == 57


@pytest.mark.rule("FI-SET-06")
def test_the_twelve_men_and_four_women() -> None:
    assert [row.name for row in lord_rows().values()] == LORDS.split()
    assert list(lord_rows()) == LORDS.lower().replace("ç", "c").split()
    assert [code for code, row in lord_rows().items() if row.gender == "woman"] == [
        "blanche", "isabelle", "jeanne", "mireille",
    ]  # fmt: skip
    assert len({code[0] for code in lord_rows()}) == 16  # the initials on the pawns


@pytest.mark.rule("FI-MOD-02", "FI-MOD-04", "FI-MOD-15", "FI-GRD-01", "FI-GRD-05")
def test_the_box() -> None:
    box = CONSTANTS
    values = box.token_values

    def points(series: tuple[int, int, int]) -> int:
        return sum(number * value for number, value in zip(series, values, strict=True))

    assert (box.castles, box.cities, box.mills, box.presses, box.cardinals) == (12, 6, 12, 12, 3)
    assert values == (1, 3, 6)
    assert (box.soldier_series, len(blazons()) * sum(box.soldier_series)) == ((12, 5, 3), 120)
    assert (box.king_guard_series, points(box.king_guard_series)) == ((5, 3, 1), 20)
    assert (box.queen_guard_series, points(box.queen_guard_series)) == ((4, 2, 0), 10)
    assert (box.rebel_series, points(box.rebel_series)) == ((3, 3, 1), 3 * 6)
    assert [row.fr for row in blazons().values()] == ["Gueules", "Azur", "Sinople", "Or", "Sable", "Argent"]


@pytest.mark.rule("FI-SET-03", "FI-SET-05", "FI-SET-08")
def test_what_a_family_starts_with() -> None:
    assert (CONSTANTS.setup_dice, CONSTANTS.start_tokens, CONSTANTS.start_purse) == (3, (5, 1, 0), 300)


@pytest.mark.rule("FI-BUY-02", "FI-BUY-04", "FI-BUY-05", "FI-BUY-07", "FI-REV-06", "FI-FIE-01", "FI-CAL-03")
def test_the_prices() -> None:
    assert asdict(CONSTANTS.prices) == {
        "point": 100, "press": 200, "mill": 300, "castle": 1000, "village_of_title": 200, "cardinal": 500,
        "conviction": 500,
    }  # fmt: skip
    prices = {row.title: len(row.villages) * CONSTANTS.prices.village_of_title for row in board().regions}
    assert prices == {"barony": 600, "county": 800, "duchy": 1000}


@pytest.mark.rule("FI-INC-01", "FI-INC-07", "FI-TAI-03", "FI-REG-05")
def test_the_incomes() -> None:
    assert asdict(CONSTANTS.incomes) == {
        "press": 100, "mill": 200, "castle": 100, "city": 200, "king": 500, "queen": 300, "taille": 200,
    }  # fmt: skip


@pytest.mark.rule("FI-BAT-07", "FI-BAT-08", "FI-ARC-05", "FI-AIM-02", "FI-CAL-04", "FI-PES-02")
def test_dice_and_what_they_eliminate() -> None:
    combat = CONSTANTS.combat

    assert (combat.two_dice_from, combat.three_dice_from, combat.darc_bonus) == (7, 13, 6)
    assert (combat.aimed_kills, combat.calmed_from, combat.plague_kills_to) == (6, 4, 3)
    for position, share in (("city", 4), ("castle", 3), ("open", 2)):
        row = getattr(combat, position)
        assert row[1:19] == COMBAT_PAGE[position]
        assert list(row) == [total // share for total in range(3 * 6 + combat.darc_bonus + 1)]  # as decided beyond 18


@pytest.mark.rule("FI-PTS-01", "FI-PTS-02", "FI-SET-02")
def test_the_points_game() -> None:
    assert asdict(CONSTANTS.points) == {
        "per_purse": 500, "purse": 10, "king": 50, "duke": 50, "count": 40, "queen": 30, "baron": 30, "bishop": 20,
        "crown_prince": 10, "cardinal": 10, "lengths": (10, 15, 20, 25), "every": 5,
    }  # fmt: skip


@pytest.mark.rule("FI-LRD-02", "FI-CRD-01", "FI-NEG-06", "FI-BUY-04", "FI-MOV-04", "FI-ARC-03")
def test_four_lords_three_cards_three_mills_and_two_villages() -> None:
    limits = CONSTANTS

    assert (limits.family_max, limits.hand, limits.buildings_max) == (4, 3, 3)
    assert (limits.steps, limits.steps_darc) == (2, 3)


@pytest.mark.rule("FI-ELE-05", "FI-COR-01", "FI-REG-06", "FI-VIC-02", "FI-VIC-03")
def test_what_makes_a_king_and_a_winner() -> None:
    throne = CONSTANTS

    assert (throne.elected_votes, throne.crowning_bishops, throne.regency_turns) == (3, 2, 4)
    assert (throne.fiefs_alone, throne.fiefs_pair) == (3, 4)


@pytest.mark.rule("FI-VA-03", "FI-VA-04", "FI-VB-01", "FI-VB-02", "FI-VC-02")
def test_the_variants() -> None:
    assert asdict(CONSTANTS.auction) == {"minimum": 300, "raise_": 100, "share": 3}
    assert list(asdict(CONSTANTS.ransoms).items()) == [
        ("untitled", 200), ("bishop", 400), ("baron", 500), ("cardinal", 600), ("count", 700), ("duke", 900),
        ("queen", 1000), ("crown_prince", 1000), ("king", 2000),
    ]  # fmt: skip
    assert CONSTANTS.crowd.silent_above == 13
    assert [astuple(row) for row in CONSTANTS.disease] == [
        (2, (0, 1), 1),
        (7, (1, 3), 2),
        (13, (1, 2), 3),
        (999, (2, 3), 4),
    ]


# Gaps of the rulebook, as decided


@pytest.mark.rule("FI-SET-01", "FI-MOD-01", "FI-BAT-17", "FI-DP-R7")
def test_limits() -> None:
    assert (CONSTANTS.seats_min, CONSTANTS.seats_max) == (2, len(blazons()))
    assert (CONSTANTS.unit, CONSTANTS.battle_rounds_max, CONSTANTS.silent_turns) == (100, 500, 2)


REGIONS = {
    "Beaujeu": ("county", "Beaujeu, La Salle, Blaye, Charolles"),
    "Sennecy": ("barony", "Sennecy, L'Épervier, Châteauneuf"),
    "Tournus": ("duchy", "Mazilles, Saint-Andromy, Tournus, Belleville, Pugnac"),
    "Saint-Gérôme": ("barony", "Saint-Médard, Saint-Gérôme, Saint-André"),
    "Bourg": ("duchy", "Bourg, Villeneuve, Saint-Vivien, La Bussière, Les Essarts"),
    "Sigy": ("county", "Saint-Paul, Sigy, Marcamps, Saint-Ciers-d'Abzac"),
}
BISHOPRICS = {
    "Blaye": "la_salle blaye charolles sennecy st_medard villeneuve",
    "Tournus": "l_epervier chateauneuf mazilles st_andromy tournus belleville",
    "Bourg": "pugnac st_gerome st_andre bourg st_vivien la_bussiere",
    "Sigy": "beaujeu les_essarts st_paul sigy marcamps st_ciers",
}
WAYS = [  # along the roads: once round the board, then across it
    "beaujeu la_salle blaye charolles l_epervier chateauneuf mazilles belleville pugnac st_gerome st_andre la_bussiere "
    "bourg st_vivien st_paul sigy st_ciers beaujeu",
    "la_salle sennecy l_epervier",
    "mazilles st_andromy tournus pugnac",
    "st_andromy st_medard st_gerome",
    "st_medard villeneuve bourg",
    "charolles villeneuve les_essarts marcamps st_ciers",
    "les_essarts st_paul",
]
BRIDGES = {
    "charolles villeneuve",
    "pugnac st_gerome",
    "st_andromy st_medard",
    "st_medard villeneuve",
    "st_andre la_bussiere",
}


def code_of(name: str) -> str:
    """The identifier of a village's full name."""
    return plain(name).replace("saint", "st").replace(" ", "_")


@pytest.mark.rule("FI-SET-04", "FI-FIE-01", "FI-TAI-03", "FI-MOD-06")
def test_the_regions() -> None:
    names = {row.id: row.name for row in board().villages}

    assert {row.label: (row.title, ", ".join(names[one] for one in row.villages)) for row in board().regions} == {
        f"Pays de {name}": page for name, page in REGIONS.items()
    }
    assert [row.id for row in board().regions] == ["r_" + code_of(name) for name in REGIONS]
    assert [row.name for row in board().villages] == ", ".join(page for _, page in REGIONS.values()).split(", ")
    assert [row.id for row in board().villages] == [code_of(name).removesuffix("_d_abzac") for name in names.values()]
    assert [(row.region, row.id) for row in board().villages] == [
        (region.id, one) for region in board().regions for one in region.villages
    ]


@pytest.mark.rule("FI-FIE-01", "FI-BIS-01", "FI-DIM-03")
def test_the_villages_that_the_rulebook_names() -> None:
    titles = {one: row.title for row in board().regions for one in row.villages}

    assert [titles[one] for one in ("bourg", "beaujeu", "sennecy", "chateauneuf")] == [
        "duchy", "county", "barony", "barony",
    ]  # fmt: skip
    assert {len(row.villages) for row in board().regions if row.title == "barony"} == {3}
    assert "sigy" in {row.seat for row in board().bishoprics}


@pytest.mark.rule("FI-DIM-03", "FI-BIS-01")
def test_the_bishoprics() -> None:
    assert {row.label: " ".join(row.villages) for row in board().bishoprics} == {
        f"Évêché de {name}": villages for name, villages in BISHOPRICS.items()
    }
    assert [(row.id, row.seat) for row in board().bishoprics] == [
        ("b_" + code_of(name), code_of(name)) for name in BISHOPRICS
    ]
    assert {row.id: row.bishopric for row in board().villages} == {
        one: row.id for row in board().bishoprics for one in row.villages
    }


@pytest.mark.rule("FI-MOV-02", "FI-MOV-03")
def test_the_31_roads_and_five_bridges() -> None:
    walked = [frozenset(step) for way in WAYS for step in pairwise(way.split())]

    assert len(walked) == len(board().roads) == 31
    assert {frozenset((road.a, road.b)) for road in board().roads} == set(walked)
    assert {f"{road.a} {road.b}" for road in board().roads if road.bridge} == BRIDGES


@pytest.mark.rule("FI-SET-07")
def test_the_ranks_around_the_board() -> None:
    def place(x: int, y: int) -> tuple[float, int]:
        """The angle from twelve o'clock, seen from the middle; of two villages on a ray the farther one comes first."""
        east, south = x - 500, y - 500
        return round(atan2(-east, south), 9), -(east**2 + south**2)

    ranked = sorted(board().villages, key=lambda row: place(row.x, row.y))
    assert [row.clockwise for row in ranked] == list(range(1, 25))
