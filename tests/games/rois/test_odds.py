"""The calculators agree with the engine, for they are the engine (RO-TOOL-01 to 03)."""

from __future__ import annotations

from bisect import bisect_left
from fractions import Fraction

import pytest

from heraut.engine.rng import Rng
from heraut.games.rois.battle import odds as battle_odds
from heraut.games.rois.battle.fight import fight
from heraut.games.rois.battle.strength import SCALE, Side, Unit, muster
from heraut.games.rois.encounter import odds as encounter_odds
from heraut.games.rois.encounter.explain import explain_plan
from heraut.games.rois.encounter.fighters import character, monster
from heraut.games.rois.encounter.plan import read_plan
from heraut.games.rois.tables import ITEMS, TERRAINS, UNITS

from .fate import Fate, seeded, share


@pytest.mark.rule("RO-TOOL-01")
@pytest.mark.parametrize("terrain", TERRAINS)
def test_the_calculator_gives_the_engine_s_strength(terrain: str) -> None:
    for type in UNITS:
        if type == "EL":
            continue
        unit = Unit(1, type, "orc", 2, boosts=1, demoralised=True, home=True)
        side = Side([unit], 2, 1, defending=True, explored=80)
        (post,) = muster(side, Side([], explored=20), terrain, Fate())
        assert battle_odds.strength(unit, side, terrain, 20).plain == Fraction(post.strength, SCALE)


@pytest.mark.rule("RO-TOOL-01")
def test_fanatics_are_shown_as_a_chance_and_elephants_as_their_average() -> None:
    legion = Unit(1, "LE", "human", 2, zeal=40)
    found = battle_odds.strength(legion, Side([legion]), "forest")
    assert (found.plain, found.fanatic, found.zeal) == (8, 12, 40)
    elephants = Unit(1, "EL", "human", 2)
    assert battle_odds.strength(elephants, Side([elephants]), "plain").plain == Fraction(7, 2) * 2


@pytest.mark.rule("RO-TOOL-02")
def test_the_odds_of_a_battle_are_its_frequencies() -> None:
    sides = Side([Unit(n, "LE", "human", 2) for n in range(4)]), Side([Unit(9, "LE", "human", 2)] * 1, defending=True)
    sides[1].units += [Unit(10, "HC", "human", 2), Unit(11, "BO", "human", 2)]
    found = battle_odds.odds(*sides, "plain", Rng(b"odds"), runs=1500)
    seen = [fight(*sides, "plain", seeded(n)) for n in range(1500)]

    assert found.victory == pytest.approx(share([battle.attacker_wins for battle in seen]), abs=0.05)
    assert 0 < found.attacker_losses < 4 and 0 < found.defender_losses < 3


@pytest.mark.rule("RO-TOOL-02")
def test_the_odds_of_an_encounter() -> None:
    found = encounter_odds.odds(
        lambda: character({"ME": 2}, temper="", plan=read_plan("ME")), lambda: monster("gargoyle"), Rng(b"odds")
    )
    assert found.victory == pytest.approx(0.85, abs=0.04)  # as the catalogue found (RO-GAP-21)
    assert found.victory == found.endings["won"]
    assert found.endings["won"] + found.endings["died"] == pytest.approx(1)
    runner = encounter_odds.odds(
        lambda: character({}, temper="", plan=read_plan("FL, FL, FL, FL")), lambda: monster("mummy"), Rng(b"run")
    )
    assert runner.endings["fled"] > 0.9 and runner.hp <= 10 and runner.foe_hp == 22


@pytest.mark.rule("RO-TOOL-02")
@pytest.mark.parametrize(
    ("ending", "ours", "theirs"),
    [
        ("killed", "died", "won"),
        ("fled", "fled", "foe_fled"),
        ("mercy", "own_mercy", "mercy"),
        ("charmed", "own_charmed", "charmed"),
        ("driven_off", "driven_off", "driven_off"),
        ("peace", "peace", "peace"),
    ],
)
def test_an_ending_is_called_by_who_has_lost(ending: str, ours: str, theirs: str) -> None:
    assert (encounter_odds.name_of(ending, lost=True), encounter_odds.name_of(ending, lost=False)) == (ours, theirs)


@pytest.mark.rule("RO-TOOL-03")
def test_every_tactic_is_explained_in_both_languages() -> None:
    plan = read_plan('SA-"Paix", TA, GI-1, FU, CA-IN, US-2, ST, US-3, FI, ME, FL, SC')
    known = {1: "ER", 2: "BF", 3: "LV"}
    lines = {lang: explain_plan(plan, known, lang) for lang in ("fr", "en")}
    for lang, told in lines.items():
        assert len(told) == len(plan) + 1 and all(told)
        assert "Paix" in told[0] and getattr(ITEMS["BF"], lang) in told[5]
    assert not set(lines["fr"]) & set(lines["en"])
    attacks = [line for line in lines["en"] if "nobody listens" in line]
    assert attacks == [lines["en"][5]]  # the wand opens hostilities, nothing later does


# Figures worked by hand


@pytest.mark.rule("RO-TOOL-02", "RO-BAT-31")
@pytest.mark.parametrize(
    ("attacker", "defender", "terrain", "strengths"),
    [
        (("LE", 2), ("LE", 2), "forest", (8, 10)),  # 4 x 2 against 4 x 2 x 1.25
        (("BO", 3), ("LE", 2), "forest", (9, 10)),  # archers like the forest: 3 x 3
        (("LE", 4), ("LE", 2), "forest", (16, 10)),
    ],
)
def test_one_unit_against_one_is_as_likely_as_counted(
    attacker: tuple[str, int], defender: tuple[str, int], terrain: str, strengths: tuple[int, int]
) -> None:
    sides = [
        Side([Unit(n, type, "human", quality)], defending=n == 2)
        for n, (type, quality) in enumerate((attacker, defender), start=1)
    ]
    totals = sorted(roll * fortune for roll in range(60, 141) for fortune in range(70, 131))
    beaten = (bisect_left(totals, Fraction(strengths[0] * total, strengths[1])) for total in totals)
    exact = sum(beaten) / len(totals) ** 2  # a draw is the defender's

    found = battle_odds.odds(*sides, terrain, Rng(b"one to one"), runs=4000)
    assert [battle_odds.strength(side.units[0], side, terrain).plain for side in sides] == list(strengths)
    assert abs(found.victory - exact) < 1.5 * found.margin
    assert found.margin == pytest.approx(1.96 * (found.victory * (1 - found.victory) / 4000) ** 0.5, rel=0.01)


@pytest.mark.rule("RO-TOOL-02", "RO-BAT-42")
def test_a_hopeless_attack_is_hopeless_and_no_simulation_is_certain() -> None:
    strong = Side([Unit(n, "LE", "human", 5) for n in range(3)])  # 20 + 10 + 5 at least, against 5
    weak = Side([Unit(9, "LE", "human", 1)], defending=True)
    found = battle_odds.odds(strong, weak, "forest", Rng(b"hopeless"))
    assert found.victory == 1 and 0 < found.margin < 0.003


@pytest.mark.rule("RO-TOOL-02", "RO-ENC-16", "RO-ENC-22", "RO-ENC-23", "RO-ENC-24")
@pytest.mark.parametrize(
    ("levels", "alignment", "plan", "beast", "shares"),
    [
        ({"TH": 2}, "neutral", "ST", "skeleton", {"stolen": 0.50}),  # 20 + 30 - 0
        ({"TH": 2}, "neutral", "ST", "griffin", {"stolen": 0.30}),  # 20 + 30 - 20
        ({}, "neutral", "FL", "mummy", {"fled": 0.90}),  # 75 + 15: it is slow
        ({}, "neutral", "FL", "griffin", {"fled": 0.60}),  # 75 - 15: it is fast
        # 25 + 30 + 15 between the evil: 35, 40 and 25 in a hundred of 0.70
        ({"DR": 2}, "evil", "TA", "troll", {"pact": 0.245, "task": 0.28, "gift": 0.175}),
        ({"DR": 2}, "evil", 'SA-"Salut", TA', "troll", {"pact": 0.28, "task": 0.32, "gift": 0.20}),  # + 10
        ({"DR": 2}, "neutral", "TA", "troll", {"pact": 0.1225, "task": 0.14, "gift": 0.0875}),  # 25 + 30 - 20
    ],
)
def test_the_odds_of_a_plan_are_those_of_the_rules(
    levels: dict[str, int], alignment: str, plan: str, beast: str, shares: dict[str, float]
) -> None:
    found = encounter_odds.odds(
        lambda: character(levels, temper="", alignment=alignment, plan=read_plan(plan)),
        lambda: monster(beast),
        Rng(b"by hand"),
        runs=3000,
    )
    for ending, share_ in shares.items():
        assert abs(found.endings[ending] - share_) < 1.5 * found.margin(ending), (ending, found.endings)
