"""The Command phase, whose turn it is, giving orders (SV-CMD, SV-TRN, SV-ORD, SV-GEN)."""

from __future__ import annotations

import pytest

from heraut.engine.rng import Rng
from heraut.games import vassaux
from heraut.games.vassaux.phases.activation import waiting
from heraut.games.vassaux.phases.command import reactivity
from heraut.games.vassaux.state import Battle, Instructions
from heraut.games.vassaux.table.field import Field
from heraut.games.vassaux.view import battle_of
from heraut.geometry import fine_gap
from tests.games.vassaux.builders import SEATS, decision, end_turn, line, lord, marked, play, refused, table, troop

HOUSE = ("HOUSE", 4, 6, 2, 3)


def two_each(**more: object) -> Battle:
    """Two units a side, far from one another."""
    return table(
        [troop(*line((5000, 1000), 3)), troop(*line((9000, 1000), 3), title="VAVASSEUR")],
        [troop(*line((5000, 14000), 3)), troop(*line((9000, 14000), 3))],
        **more,  # type: ignore[arg-type]
    )


@pytest.mark.rule("SV-CMD-06", "SV-CMD-08")
def test_the_worked_example_of_reactivity() -> None:
    # SV-EX-03: Lord Cd 3, Au 1R; three Vassals Cd 1 beyond it, one of Cd 2 within 1R; a wall does not matter
    far = [troop(*line((x, 9000), 2), title="HEROS") for x in (1000, 4000, 8000)]
    near = troop((6000, 2000), (6500, 2000), title="VAVASSEUR")
    state = table([*far, near], lords=(lord((4500, 2000)), lord((500, 14500))), elements=[("HOUSE", 5, 5.4, 1, 3)])
    import msgspec

    state.units[1].sheet = msgspec.structs.replace(state.units[1].sheet, cd=3, aura=1000)
    assert reactivity(Field(state), 0) == 3 + 1 + 1 + 1
    state.at[401 + 100] = (6006, 2000)  # a hair beyond 1R and its tolerance
    assert reactivity(Field(state), 0) == 8


@pytest.mark.rule("SV-CMD-03", "SV-CMD-04", "SV-CMD-05", "SV-CMD-07", "SV-TRN-05", "SV-GEN-05")
def test_a_turn_opens_with_lords_dice_reactivity_initiative() -> None:
    state = marked(two_each(), 2, dice=[1, 5], alert=True, simple="", ordered=True)
    state = marked(state, 3, simple="MAR", ordered=True, fortified=True, shots=2, lost=2)
    after = end_turn(state, dice=(1, 1, 6, 6))
    assert [event.kind for event in after.events][-3:] == ["turn_begins", "reactivity", "initiative"]
    assert after.state.hosts[0].discard == 2
    for number in (2, 3):
        unit = after.state.units[number]
        assert (unit.dice, unit.simple, unit.alert, unit.fortified, unit.ordered) == ([], "", False, False, False)
    third = after.state.units[3]
    assert (third.shots, third.lost, third.lost_before) == (0, 0, 2)
    assert after.one("initiative")["place"] == 1 and after.state.asked == (1, "activate")


@pytest.mark.rule("SV-CMD-01", "SV-CMD-02", "SV-ORD-03")
def test_dice_leave_the_reserve_at_announcement_and_never_come_back() -> None:
    state = two_each(lords=(lord((5000, 2500)), lord((500, 14500))))
    assert state.hosts[0].reserve == 4 + (3 + 2) // 3
    after = play(state, "ORDRE 2 ALE FOR")
    assert after.state.hosts[0].reserve == 3 and after.state.units[2].dice == [5, 6]
    later = end_turn(after.state)
    assert (later.state.hosts[0].reserve, later.state.hosts[0].discard) == (3, 2)
    assert refused(two_each(lords=(lord((9000, 2500)), lord((500, 14500)))), "ORDRE 3 ALE MT FOR") == [
        ("SV-ORD-03", "too_many_orders")
    ]
    state.hosts[0].reserve = 1
    assert refused(state, "ORDRE 2 ALE FOR") == [("SV-ORD-03", "reserve_empty")]


@pytest.mark.rule("SV-TRN-01", "SV-TRN-02", "SV-TRN-03", "SV-TRN-04", "SV-ORD-13", "SV-ORD-09")
def test_players_alternate_until_all_units_have_had_their_order() -> None:
    state = table(
        [troop(*line((5000, 1000), 2))], [troop(*line((5000, 14000), 2)), troop(*line((9000, 14000), 2))], active=0
    )
    seats = []
    for text in ("ORDRE 2 WAI", "ORDRE 51 WAI", "ORDRE 1 WAI", "ORDRE 52 WAI"):
        assert refused(state, "PASSER") == [("SV-TRN-03", "no_passing")], text
        state = play(state, text).state
        assert state.asked is not None
        seats.append(state.asked[0])
    assert seats == [1, 0, 1, 1]  # seat A has none left
    assert refused(state, "ORDRE 51 WAI") == [("SV-TRN-02", "not_waiting")]
    assert [unit.id for unit in waiting(Field(state), 1)] == [53]
    banded = marked(state, 53, leader=0, men=[], band=[5301, 5302])
    assert waiting(Field(banded), 1) == []


@pytest.mark.rule("SV-ORD-01", "SV-ORD-04", "SV-ORD-08", "SV-MOV-15")
def test_the_shape_of_an_announcement() -> None:
    state = two_each(lords=(lord((5000, 2500)), lord((500, 14500))))
    for text, code in (
        ("ORDRE 2 MAR WAI", "mixed_orders"),
        ("ORDRE 2 MAR MT", "mixed_orders"),
        ("ORDRE 2 CRS ALE", "run_alone"),
        ("ORDRE 2 FOR ALE", "fortify_last"),
        ("ORDRE 2 MT MT", "same_face"),
        ("ORDRE 2 ALE ATC SPL", "same_face"),
        ("ORDRE 2 ARR", "no_order"),
    ):
        assert refused(state, text)[0][1] == code, text
    for text in ("ORDRE 2 ALE MT", "ORDRE 2 MT ALE FOR", "ORDRE 2 FOR"):
        assert refused(state, text) == [], text


@pytest.mark.rule("SV-ORD-02")
def test_composed_orders_need_the_lord_near_and_in_sight() -> None:
    # SV-EX-05: an Aura of 2R; a Vassal at 2R exactly may, one beyond may not
    chief = {"title": "CHEF_DE_GUERRE", "armour": "LIGHT"}
    lords = (lord((5000, 3500), **chief), lord((500, 14500)))  # type: ignore[arg-type]
    near, far = troop(*line((5000, 1000), 3)), troop((7800, 3500), (8300, 3500))
    state = table([near, far], lords=lords)
    assert refused(state, "ORDRE 2 MT") == []
    assert refused(state, "ORDRE 3 MT") == [("SV-ORD-02", "out_of_aura")]
    assert refused(state, "ORDRE 3 MAR") == [] and refused(state, "ORDRE 1 MT") == []
    walled = table([near, far], lords=lords, elements=[HOUSE])
    assert refused(walled, "ORDRE 2 MT") == [("SV-ORD-02", "lord_unseen")]
    state.units[1].leader = 0
    del state.at[101]
    assert refused(state, "ORDRE 2 MT") == [("SV-ORD-02", "no_lord")]


@pytest.mark.rule("SV-ORD-06", "SV-ORD-17", "SV-ORD-14")
def test_the_worked_example_of_a_chain() -> None:
    # SV-EX-06: a Vassal of Cd 2, a tactical move then alert; its dice show 1 and 5
    state = two_each(lords=(lord((9000, 2500)), lord((500, 14500))))
    after = play(state, "ORDRE 3 MT ALE", "ALLER 9000,2000 AVEC 302=9500,2500")
    unit = after.state.units[3]
    assert (unit.dice, unit.alert, unit.ordered) == ([1, 5], True, True)
    assert after.state.at[301] == (9000, 2000) and after.state.at[302] == (9500, 2500)
    assert after.one("on_alert") == {"unit": 3}


@pytest.mark.rule("SV-ORD-05", "SV-ORD-11", "SV-ORD-17")
def test_an_order_that_cannot_be_resolved_is_refused_first_and_ignored_later() -> None:
    state = two_each(lords=(lord((5000, 2500)), lord((500, 14500))))
    assert refused(state, "ORDRE 2 ATC ALE") == [("SV-ORD-11", "no_missiles")]
    after = play(state, "ORDRE 2 ALE ATC FOR")
    unit = after.state.units[2]
    assert after.one("order_ignored")["order"] == "ATC"
    assert (unit.dice, unit.simple, unit.alert, unit.fortified) == ([5, 6], "WAI", True, True)
    assert after.one("fortified") == {"unit": 2}
    assert after.state.hosts[0].discard == 1
    touching = table([troop((5000, 5000), (5500, 5000))], [troop((5000, 5500), (5500, 5500))], lords=(
        lord((5000, 3000)), lord((500, 14500))))  # fmt: skip
    assert refused(touching, "ORDRE 2 ALE") == [("SV-ORD-17", "engaged")]
    assert refused(touching, "ORDRE 2 FOR") == []


@pytest.mark.rule("SV-ORD-13", "SV-TRN-01")
def test_a_unit_that_waits_has_had_its_order_and_nothing_else_is_told_of_it() -> None:
    after = play(two_each(), "ORDRE 2 WAI")
    assert [event.kind for event in after.events] == ["announced", "declared"]
    assert (after.state.units[2].ordered, after.state.units[2].simple) == (True, "WAI")
    assert after.state.asked == (1, "activate")


@pytest.mark.rule("SV-ORD-18", "SV-ORD-17")
def test_a_fortified_unit_does_not_react_and_alert_outlives_the_chain() -> None:
    state = table([troop(*line((5000, 4000), 3))], [troop(*line((5000, 9000), 3), fighter="ARCHER")])
    state.units[51].ordered = True
    dug_in = marked(state, 52, alert=True, fortified=True, ordered=True)
    after = play(dug_in, "ORDRE 2 MAR", "ALLER 5000,5000", on=False)
    assert after.state.asked == (0, "activate")
    watchful = marked(state, 52, alert=True, ordered=True)
    assert play(watchful, "ORDRE 2 MAR", "ALLER 5000,5000", on=False).state.asked == (1, "react")


@pytest.mark.rule("SV-ORD-07", "SV-COH-05")
def test_bands_get_no_orders_and_a_dead_leader_s_chain_lapses() -> None:
    state = table(
        [troop((5000, 5000), *line((4500, 4500), 3), *line((4500, 4000), 4))],
        [troop((5000, 7000), (5500, 7000), fighter="ARBALETRIER")],
        lords=(lord((5000, 3500)), lord((500, 14500))),
    )
    state = marked(state, 52, alert=True, ordered=True)
    # the archers on alert kill the leader before his second order
    shot = play(state, "ORDRE 2 ALE FOR", "REAGIR 52 ATT", "TIRER 2", dice=(1, 1, 1, 1, 6, 6, 6, 6, 6, 6))
    assert shot.state.units[2].leader == 0 and shot.one("orders_lapsed")["orders"] == ["FOR"]
    assert shot.state.hosts[0].discard == 1
    two = play(state, "ORDRE 2 ALE MT FOR", "REAGIR 52 ATT", "TIRER 2", dice=(1, 1, 1, 1, 6, 6, 6, 6, 6, 6))
    assert two.one("orders_lapsed")["orders"] == ["MT", "FOR"] and two.state.hosts[0].discard == 2
    last = play(state, "ORDRE 2 ALE", "REAGIR 52 ATT", "TIRER 2", dice=(1, 1, 1, 1, 6, 6, 6, 6, 6, 6))
    assert last.state.units[2].leader == 0 and not last.find("orders_lapsed")  # there was no other
    assert waiting(Field(shot.state), 0) == [shot.state.units[1]] and len(shot.state.units[2].band) == 2


@pytest.mark.rule("SV-GEN-08")
def test_units_are_numbered_by_side_and_figures_by_unit() -> None:
    state = vassaux.setup(SEATS, {}, Rng(b"ids")).state
    assert list(state.units) == [1, 2, 3, 4, 5, 51, 52, 53, 54, 55]
    for number, unit in state.units.items():
        assert (unit.id, unit.seat, unit.leader, unit.sheet.lord) == (
            number, number // 50, 100 * number + 1, number in (1, 51),
        )  # fmt: skip
        assert unit.men == [100 * number + rank for rank in range(1, unit.sheet.size + 1)]


@pytest.mark.rule("SV-GEN-06")
def test_the_dice_of_initiative_are_told_to_all_in_the_order_in_which_they_fell() -> None:
    after = end_turn(two_each(), dice=(5, 4, 2, 1))
    assert after.one("initiative")["rolls"] == [[[5, 4], [2, 1]]]  # seat A's first
    assert after.one("initiative")["place"] == 0
    assert all(event.seen_by is None for event in after.events)


@pytest.mark.rule("SV-GEN-01")
def test_whoever_looks_on_measures_anything_whosever_turn_it_is() -> None:
    state = two_each()
    gaps = [
        [fine_gap(field.disc(201), field.disc(man)) for man in (101, 301, 5201, 5303)]
        for field in (Field(battle_of(vassaux.view(state, seat))) for seat in (*SEATS, None))
    ]
    assert gaps[0] == gaps[1] == gaps[2] and gaps[0][2] == 12500 << 60  # from (5000, 1000) to (5000, 14000)
    assert state.asked == (0, "activate")


@pytest.mark.rule("SV-INF-01")
def test_both_players_and_passers_by_see_the_whole_table() -> None:
    state = marked(two_each(), 2, dice=[1, 5], effects=["NECROSE"])
    state.hosts[0].silences, state.hosts[1].offers_draw = 2, True
    for seat in (*SEATS, None):
        assert vassaux.dump(battle_of(vassaux.view(state, seat))) == vassaux.dump(state)


@pytest.mark.rule("SV-INF-02", "SV-SCN-32")
@pytest.mark.parametrize("holder", [0, 1])
@pytest.mark.parametrize(("secret", "value", "hidden"), [("number", 4, 0), ("instructions", Instructions(), None)])
def test_the_secrets_of_a_seat_are_seen_by_nobody_else_until_the_end(
    holder: int, secret: str, value: object, hidden: object
) -> None:
    state = table(scenario=3)
    setattr(state.hosts[holder], secret, value)

    def seen(battle: Battle, reader: str | None) -> tuple[object, object]:
        both = battle_of(vassaux.view(battle, reader)).hosts  # type: ignore[arg-type]
        return getattr(both[holder], secret), getattr(both[1 - holder], secret)

    assert {place: seen(state, reader) for place, reader in enumerate((*SEATS, None))} == {
        place: (value if place == holder else hidden, hidden) for place in range(3)
    }
    owed = decision(state)
    assert (owed.place, getattr(owed.battle.hosts[holder], secret)) == (0, hidden if holder else value)
    over = play(state, "ABANDONNER", on=False).state
    assert all(seen(over, reader) == (value, hidden) for reader in (*SEATS, None))


@pytest.mark.rule("SV-INF-01")
def test_a_view_says_what_its_reader_is_asked_and_a_passer_by_is_nobody() -> None:
    state = table()
    asked, other, passer_by = (vassaux.view(state, reader) for reader in (*SEATS, None))
    assert asked["own"] == {"seat": "j1", "asked": "activate"} and other["own"] == {"seat": "j2", "asked": ""}
    assert "own" not in passer_by and (asked["seat"], other["seat"], passer_by["seat"]) == (0, 1, None)
