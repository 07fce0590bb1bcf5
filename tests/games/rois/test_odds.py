"""The calculators agree with the engine, for they are the engine (RO-TOOL-01 to 03)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from heraut.engine.rng import Rng
from heraut.games.rois.battle import odds as battle_odds
from heraut.games.rois.battle.fight import fight
from heraut.games.rois.battle.strength import Side, Unit, exactly, muster
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
        assert battle_odds.strength(unit, side, terrain, 20).plain == exactly(post.strength)


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
    assert runner.endings["fled"] > 0.9 and runner.foe_hp == 22


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
