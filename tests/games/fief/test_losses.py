"""What a seat loses can be read off the events that it may know: a battle, a fief, its last lord (FI-INF-07)."""

from __future__ import annotations

import pytest

from heraut.games.fief.board.places import VILLAGE_OF
from heraut.games.fief.phases.captivity import imprison
from heraut.games.fief.phases.ending import eliminate
from heraut.games.fief.phases.revolt import lose_to_rebels
from heraut.games.fief.phases.succession import die
from heraut.games.fief.resolution import Turn
from tests.games.fief.builders import Dice, Table
from tests.games.fief.test_battle import siege, three


def court() -> Table:
    """Arnaud at Bourg, Henry at Sigy, Othon at Sennecy; Bourg is a fief of Arnaud's."""
    table = Table(3)
    for player, (name, home) in enumerate((("arnaud", "bourg"), ("henry", "sigy"), ("othon", "sennecy"))):
        table.lord(name, player, home)
    table.fief("r_bourg", 0, "bourg", "arnaud")
    return table


def turn_of(table: Table) -> Turn:
    """A step in which things may be done to this table."""
    return Turn(table.realm, Dice())


@pytest.mark.rule("FI-BAT-12", "FI-INF-07")
def test_a_battle_names_its_losers_and_nobody_who_stayed_out() -> None:
    table = siege(12, 1).phase("combat").until(kind="window")
    (over,) = table.told("battle_over")
    assert (over["winners"], over["losers"]) == (["j2"], ["j1"])
    assert all(event.seen_by is None for event in table.events if event.kind == "battle_over")
    both = siege(0, 0).phase("combat").silence(6, 6)
    assert both.told("battle_over")[0]["losers"] == ["j1", "j2"]  # nobody is left standing
    joint = three(12, 1, 0).phase("combat").silence().until(kind="window")
    assert joint.told("battle_over")[0]["losers"] == ["j2", "j3"]


@pytest.mark.rule("FI-CAP-01", "FI-REV-13", "FI-END-02", "FI-INH-03", "FI-INF-07")
def test_whoever_loses_a_fief_is_named() -> None:
    stormed = court()
    stormed.troops(1, "la_bussiere", 1)
    stormed.lord("roland", 1, "la_bussiere")
    stormed.phase("move").say("j1", "MARCHER Arnaud, Saint-Vivien", "FIN").say("j2", "MARCHER Roland, Bourg", "FIN")
    assert stormed.told("fief_taken")[0]["former"] == "j1"
    for loses in (
        lambda turn: lose_to_rebels(turn, VILLAGE_OF["bourg"]),
        lambda turn: eliminate(turn, 0),
    ):
        turn = turn_of(court())
        loses(turn)
        assert [event.data["former"] for event in turn.events if event.kind == "fief_abeyance"] == ["j1"]
    extinct = court()
    extinct.lord("blanche", 1, "sigy")
    extinct.marry("arnaud", "blanche")
    extinct.troops(0, "sennecy", 1)
    die(turn_of(extinct), [extinct["arnaud"].number], "FI-ASS-01", "assassination")
    extinct.phase("negotiation")
    assert extinct.told("fief_inherited") == [{"region": "r_bourg", "seat": "j2", "former": "j1"}]


@pytest.mark.rule("FI-DTH-01", "FI-PRI-01", "FI-INF-07")
def test_the_last_lord_of_a_family_is_told_from_the_others() -> None:
    table = court()
    table.lord("eric", 0, "bourg")
    table.lord("gauvain", 0, "bourg")
    table.troops(1, "bourg", 1)  # by whom captives are held
    turn = turn_of(table)
    imprison(turn, table["gauvain"], 1, "FI-PRI-01")
    die(turn, [table["eric"].number], "FI-ASS-01", "assassination")
    imprison(turn, table["arnaud"], 1, "FI-PRI-01")
    die(turn, [table["arnaud"].number, table["gauvain"].number], "FI-PES-04", "plague")
    told = [(e.kind, e.data["lord"], e.data["last"]) for e in turn.events if "last" in e.data]
    assert told == [
        ("lord_captured", "gauvain", False),  # two are free
        ("lord_died", "eric", False),
        ("lord_captured", "arnaud", True),  # none is
        ("lord_died", "arnaud", False),  # of two who die together the last one
        ("lord_died", "gauvain", True),
    ]
