"""Who inherits when a family has no lord left, and what man its cities (FI-DTH-03, FI-INH-03, FI-INH-07)."""

from __future__ import annotations

import pytest

from heraut.engine.protocol import Seat
from heraut.games import fief
from tests.games.fief.builders import Table
from tests.games.fief.test_fiefs import court, kill


@pytest.mark.rule("FI-DTH-03", "FI-INH-03")
def test_of_several_widows_the_wife_of_the_eldest_inherits() -> None:
    for eldest, heir in (("arnaud", "blanche"), ("eric", "isabelle")):
        table = court()
        table.lord("eric", 0, "bourg")
        table.lord("blanche", 1, "sigy")
        table.lord("isabelle", 1, "sigy")
        table.marry("arnaud", "blanche")
        table.marry("eric", "isabelle")
        table[eldest].born = 0
        table.fief("r_bourg", 0, "bourg", "eric" if eldest == "arnaud" else "arnaud")  # whoever bears the title
        kill(table, "eric", "arnaud").phase("negotiation")
        assert table.holder("r_bourg") == 1 and table.bearer("r_bourg") == heir


@pytest.mark.rule("FI-INH-03", "FI-DP-29")
def test_a_captive_king_gives_by_default_to_the_first_free_lord_of_his_family() -> None:
    def extinct(*free: str) -> Table:
        table = court()
        table.king("henry")
        table["henry"].village, table["henry"].captor = table["othon"].village, 2
        for name in free:
            table.lord(name, 1, "sigy")
        table.fief("r_bourg", 0, "bourg", "arnaud")
        kill(table, "arnaud").phase("negotiation")
        assert table.kind == "dispose" and table.asked == ["j2"]
        assert ("CHOISIR Henry" in table.offered("j2")) is not bool(free)
        return table.silence()

    assert extinct("eric", "charles").bearer("r_bourg") == "eric"
    assert extinct().bearer("r_bourg") == "henry"  # without one, the King himself


@pytest.mark.rule("FI-INH-03", "FI-DP-29")
def test_a_king_gives_fief_after_fief_and_reads_which_one() -> None:
    table = court()
    table.king("henry")
    for region, city in (("r_beaujeu", "beaujeu"), ("r_tournus", "tournus"), ("r_bourg", "bourg")):
        table.fief(region, 0, city, "arnaud")
    kill(table, "arnaud").phase("negotiation")
    given = []
    for heir in ("Othon", "Henry", "Othon"):
        asked = fief.view(table.realm, Seat("j2"))["own"]["asked"]
        assert table.kind == "dispose" and table.asked == ["j2"]
        table.say("j2", f"CHOISIR {heir}")
        given.append(asked["region"])
        assert table.bearer(asked["region"]) == heir.lower()
        table.until(kind="dispose" if len(given) < 3 else "window")
    assert sorted(given) == ["r_beaujeu", "r_bourg", "r_tournus"]


@pytest.mark.rule("FI-INH-02", "FI-INH-03", "FI-PRI-10")
def test_of_two_families_without_a_lord_the_one_that_has_a_new_one_in_time_keeps_all() -> None:
    table = court()
    for name, player, region, city, wife in (
        ("eric", 0, "r_tournus", "tournus", "isabelle"), ("roland", 2, "r_beaujeu", "beaujeu", "mireille"),
    ):  # fmt: skip
        table.lord(name, player, "sigy", captor=1, purse=300)  # the last of his family, with money set aside
        table.lord(wife, 1, "sigy")
        table.marry(name, wife)
        table.fief(region, player, city, name)
        table.troops(player, city, 1)
    table.hand(0, "gauvain")
    kill(table, "arnaud", "othon")
    kill(table, "eric", "roland").phase("cards").until(kind="cards")
    assert table.money(0) == table.money(2) == 0
    table.say("j1", "SEIGNEUR Gauvain, Tournus")
    assert table.bearer("r_tournus") == "gauvain" and (table.money(0), table.money(2)) == (300, 0)
    seats = fief.view(table.realm, None)["seats"]
    assert (seats["j1"]["ally"], seats["j3"]["ally"]) == (None, "j2")  # there is nothing left to inherit
    table.until(phase="purchase")
    mine, others = table.money(0), table.money(1)
    table.until(phase="negotiation")
    assert table.holder("r_beaujeu") == 1 and table.bearer("r_beaujeu") == "mireille"  # Roland's widow
    assert (table.money(0) - mine, table.money(1) - others) == (0, 300)


@pytest.mark.rule("FI-INH-07")
def test_the_usual_garrison_does_not_empty_a_place_that_one_token_holds() -> None:
    def inherited(pair: int = 0, money: int = 0, more: int = 0) -> Table:
        table = court()
        table.lord("blanche", 1, "sigy")
        table.marry("arnaud", "blanche")
        table.fief("r_bourg", 0, "bourg", "arnaud")
        table.troops(1, "beaujeu", 0, 0, 1)  # one token, of six points
        table.troops(1, "tournus", pair)
        table.troops(1, "pugnac", more)
        table.purse(1, money)
        kill(table, "arnaud").phase("negotiation")
        assert table.kind == "garrison" and table.asked == ["j2"]
        return table.silence()

    taken = inherited(pair=2, money=500)
    assert (taken.points(1, "bourg"), taken.points(1, "tournus"), taken.points(1, "beaujeu")) == (1, 1, 6)
    largest = inherited(pair=2, more=3)
    assert (largest.points(1, "tournus"), largest.points(1, "pugnac")) == (2, 2)
    bought = inherited(money=500)
    assert (bought.points(1, "bourg"), bought.points(1, "beaujeu"), bought.money(1)) == (1, 6, 400)
    bare = inherited()  # neither: any token
    assert (bare.points(1, "bourg"), bare.points(1, "beaujeu")) == (6, 0)


@pytest.mark.rule("FI-INH-07", "FI-MOD-04")
@pytest.mark.parametrize(
    ("sixes", "hired"), [(2, ["ENGAGER 1", "ENGAGER 3", "ENGAGER 6"]), (3, ["ENGAGER 1", "ENGAGER 3"])]
)
def test_a_garrison_is_hired_of_tokens_that_there_are(sixes: int, hired: list[str]) -> None:
    table = court()
    table.lord("blanche", 1, "sigy")
    table.marry("arnaud", "blanche")
    table.fief("r_bourg", 0, "bourg", "arnaud")
    table.troops(1, "beaujeu", 0, 0, sixes)
    table.purse(1, 600)
    kill(table, "arnaud").phase("negotiation")
    assert [line for line in table.offered("j2") if line.startswith("ENGAGER")] == hired


@pytest.mark.rule("FI-INH-07")
def test_no_city_changes_hands_before_the_last_one_has_its_garrison() -> None:
    table = court()
    table.lord("blanche", 1, "sigy")
    table.marry("arnaud", "blanche")
    table.fief("r_bourg", 0, "bourg", "arnaud")
    table.fief("r_tournus", 0, "tournus", "arnaud")
    table.troops(1, "beaujeu", 5)
    for city in ("bourg", "tournus"):  # a stranger stands in both, beside soldiers who leave
        table.troops(0, city, 1)
        table.troops(2, city, 1)
    kill(table, "arnaud").phase("negotiation")
    for _ in range(2):
        assert table.kind == "garrison" and (table.holder("r_bourg"), table.holder("r_tournus")) == (1, 1)
        table.silence()
    assert table.kind == "window" and (table.holder("r_bourg"), table.holder("r_tournus")) == (1, 1)
