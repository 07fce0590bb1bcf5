"""The reaction table: morale, situation, what its actions do (SV-SOL)."""

from __future__ import annotations

import msgspec
import pytest

from heraut.engine.rng import Rng
from heraut.games import vassaux
from heraut.games.vassaux.orders import Cast, Charge, Fight, Move, Shoot
from heraut.games.vassaux.phases.approach import towards
from heraut.games.vassaux.phases.command import morale_change, update_morale
from heraut.games.vassaux.solo.actions import ACTIONS
from heraut.games.vassaux.solo.opponent import next_orders, situation, urgency
from heraut.games.vassaux.state import Battle, Unit
from heraut.games.vassaux.table.field import Field
from heraut.games.vassaux.turn import run
from tests.games.vassaux.builders import SEATS, Played, decision, line, lord, marked, play, table, troop, turn_of


def solo(
    *places: tuple[int, int], foes: object = ((5000, 9000), (5600, 9000)), fighter: str = "BRETTEUR",
    school: str = "", foe: str = "MILICIEN", **more: object,
) -> Battle:  # fmt: skip
    """Unit 52 is the table's; unit 2 stands against it."""
    state = table(
        [troop(*foes, fighter=foe)],  # type: ignore[misc]
        [troop(*(places or ((5000, 5000), (5500, 5000), (4500, 5000))), fighter=fighter)],
        schools=("", school), lords=(lord((14500, 14500)), lord((5000, 4300))), **more,  # type: ignore[arg-type]
    )  # fmt: skip
    state.units[52].fm = 1
    state.units[51].fm = 1
    return state


def act(state: Battle, action: str) -> object:
    field = Field(state)
    return ACTIONS[action](field, field.now.units[52])  # type: ignore[arg-type]


@pytest.mark.rule("SV-SOL-02", "SV-CMD-08", "SV-CMD-05")
def test_morale_rises_and_falls() -> None:
    state = solo()
    near = Field(state)
    assert morale_change(near, near.now.units[52]) == -1
    assert morale_change(near, near.now.units[51]) == -1  # the Lord's own unit counts as within
    far = Field(marked(solo((12000, 12000), (12500, 12000), (13000, 12000)), 52, lost_before=1, men=[5201]))
    assert morale_change(far, far.now.units[52]) == 1 + 1 + 1
    turn = turn_of(state)
    turn.now.turn = 1
    update_morale(turn)
    assert turn.now.units[52].fm == 1  # 1 in the first turn, and never below
    away = solo((12000, 12000), (12500, 12000), (13000, 12000))
    away.units[53] = Unit(53, 1, away.units[52].sheet, 0, [], fm=1)
    away.units[3] = Unit(3, 0, away.units[2].sheet, 0, [])  # the enemy's losses discourage nobody
    first = turn_of(away)
    first.now.turn = 1
    update_morale(first)
    assert first.now.units[52].fm == 1  # whatever has happened to it
    turn = turn_of(away)
    turn.now.turn = 2
    update_morale(turn)
    assert turn.now.units[52].fm == 1 + 1 + 1  # beyond the Aura, and a unit wholly lost
    assert [(event.kind, event.data) for event in turn.events][-1:] == [("morale", {"unit": 52, "fm": 3})]
    update_morale(turn)
    assert turn.now.units[52].fm == 4  # that loss counts once
    for _ in range(5):
        update_morale(turn)
    assert turn.now.units[52].fm == 6


@pytest.mark.rule("SV-SOL-02")
@pytest.mark.parametrize(("left", "change"), [(4, -1), (2, -1), (1, 0)])
def test_a_unit_is_weak_that_has_lost_more_than_half_of_its_men(left: int, change: int) -> None:
    state = solo((5000, 5000), (5500, 5000), (4500, 5000), (5000, 5500))  # under its Lord's eyes
    state = marked(state, 52, men=state.units[52].men[:left])
    assert morale_change(Field(state), state.units[52]) == change


@pytest.mark.rule("SV-SOL-02", "SV-SCN-41")
def test_a_unit_that_has_escaped_is_no_loss_but_one_that_its_vassal_has_left_is() -> None:
    def morale(leave: str) -> int:
        crusaders = [
            troop((14650, 5000), (14700, 5600)),
            troop((5000, 5000), (5500, 5000)),
        ]
        state = table(
            crusaders, [troop((500, 9000), (1000, 9000))], scenario=4, edge="E", asked=False, phase="leaving",
            lords=(lord((9000, 8000)), lord((500, 14500))),
        )  # fmt: skip
        state.units[3].fm = 2
        turn = turn_of(state)
        run(turn)
        left = play(turn.now, leave, dice=(6, 6, 1, 1)).state
        return left.units[3].fm

    assert morale("SORTIR") == 2 + 1  # out of the Aura
    assert morale("SORTIR 201 202") == morale("SORTIR 202 201") == 2 + 1
    assert morale("SORTIR 201") == 2 + 1 + 1  # his man is left behind, confused


@pytest.mark.rule("SV-SOL-03", "SV-CHG-05")
def test_the_situation_factor() -> None:
    hidden = solo(elements=[("HOUSE", 0, 15, 6.5, 7)])
    assert situation(Field(hidden), hidden.units[52]) == 1
    seen = solo(foes=((5000, 12000), (5600, 12000)))
    assert situation(Field(seen), seen.units[52]) == 2
    aimed_at = solo(foes=((5000, 9400), (5600, 9400)), foe="ARBALETRIER", elements=[("WATER", 3, 7, 7, 7.5)])
    assert situation(Field(aimed_at), aimed_at.units[52]) == 3  # within 4R of crossbows, whom water keeps from charging
    charged = solo(foes=((5000, 8000), (5600, 8000)))
    assert situation(Field(charged), charged.units[52]) == 3
    hurt = marked(solo(foes=((5000, 8000), (5600, 8000)), elements=[("MARSH", 4, 6, 4.9, 5.1)]), 52, lost=1)
    assert situation(Field(hurt), hurt.units[52]) == 5


@pytest.mark.rule("SV-SOL-03")
def test_whoever_is_touched_is_in_range_of_nobody_who_does_not_shoot() -> None:
    touched = solo(foes=((5000, 5500), (5600, 5600)))
    assert situation(Field(touched), touched.units[52]) == 2  # seen; who fights already charges nobody


@pytest.mark.rule("SV-SOL-06")
def test_the_nearest_by_whole_rulers_then_the_highest_morale_go_first() -> None:
    state = table(
        [troop(*line((5000, 9000), 2))],
        [troop((5000, 6600), (5000, 6000)), troop((6500, 6400), (6500, 5800)), troop((8500, 6000), (8500, 5400))],
        active=1, asked=False,
    )  # fmt: skip
    for number, fm in ((51, 1), (52, 2), (53, 4), (54, 6)):
        state.units[number].fm = fm
    turn = turn_of(state)
    assert [urgency(turn, turn.now.units[n])[0] for n in (52, 53, 54)] == [2, 3, 4]
    found = next_orders(turn, 1)
    assert isinstance(found, Unit) and found.id == 52
    state.at |= {5201: (4200, 6500)}
    turn = turn_of(state)
    assert urgency(turn, turn.now.units[52])[0] == 3 and next_orders(turn, 1).id == 53  # type: ignore[union-attr]


@pytest.mark.rule("SV-SOL-05", "SV-SOL-04", "SV-SOL-10")
def test_a_single_composed_order_from_an_infinite_reserve() -> None:
    state = solo((12000, 12000), (12500, 12000), asked=False, active=1)  # out of the Aura
    state.units[51].ordered = True
    state.hosts[1].reserve = 0
    turn = turn_of(state, 1)
    run(turn)
    (told,) = [event.data for event in turn.events if event.kind == "solo"]
    # Fm 1 + Fs 2, die 1: no cover on an open field, so it moves away
    assert (told["fm"], told["fs"], told["action"], told["rejected"], told["order"]) == (1, 2, "MA", ["CC"], "MT")
    assert turn.now.hosts[1].reserve == 0 and turn.now.units[52].ordered
    assert act(state, "FO") == ("FOR", None)


@pytest.mark.rule("SV-SOL-07")
def test_attacking_and_charging_the_nearest() -> None:
    touching = solo(foes=((5000, 5500), (5600, 5600)))
    assert act(touching, "AC") == ("ATC", Fight((2,)))
    both = solo((5000, 5000), (5500, 5000), (4500, 5000), foes=((5000, 5500), (5600, 6600)))
    both.units[3] = Unit(3, 0, both.units[2].sheet, 301, [301, 302])
    both.at |= {301: (5500, 4500), 302: (6100, 4500)}
    assert act(both, "AC") == ("ATC", Fight((2,)))  # unit 3 touches too, but farther from the leader
    archers = solo(foes=((5000, 7500), (5600, 7500)), fighter="ARCHER")
    assert act(archers, "AC") == ("ATC", Shoot(2))
    assert act(solo(), "AC") is None and act(solo(), "CH") == ("CHC", Charge(2, 201))
    near = solo(foes=((5000, 7500), (5600, 7500)))
    assert act(near, "CH") == ("CHC", Charge(2, 201))


@pytest.mark.rule("SV-SOL-08", "SV-TER-02")
def test_taking_cover() -> None:
    state = solo(elements=[("LOW_WALL", 3, 7, 6, 6.1)], foes=((5000, 9000), (5600, 9000)))
    assert act(state, "MC") is None  # in cover already: the wall does not touch the watcher
    open_field = solo(elements=[("HOUSE", 5.8, 7.2, 5.5, 6.2)], foes=((5000, 9000), (5600, 9000)))
    found = act(open_field, "MC")
    assert isinstance(found, tuple) and found[0] == "MT"
    assert found[1].path[-1] == (6000, 5000)  # the nearest point of the grid that the house shades
    assert act(solo(), "MC") is None and act(solo(), "CC") is None


@pytest.mark.rule("SV-SOL-08")
def test_cover_is_cover_from_the_leader_of_the_nearest_enemies_or_the_nearest_of_a_band() -> None:
    house = [("HOUSE", 5.8, 7.2, 5.5, 6.2)]
    apart = solo(elements=house, foes=((5000, 9000), (8000, 7500)))  # the man is nearer
    assert act(apart, "MC") == ("MT", Move("move", ((6000, 5000),)))
    band = marked(apart, 2, leader=0, men=[], band=[201, 202])
    assert act(band, "MC") is None  # from that man the house hides it already


@pytest.mark.rule("SV-SOL-08", "SV-ORD-15")
def test_cover_that_is_too_far_for_a_march_is_run_to() -> None:
    state = solo(elements=[("HOUSE", 7.6, 9, 5.5, 6.2)])
    assert act(state, "MC") is None and act(state, "CC") == ("CRS", Move("move", ((8000, 5000),)))


@pytest.mark.rule("SV-SOL-08", "SV-MOV-02")
@pytest.mark.parametrize(
    ("foes", "post", "place"),
    [
        (((5000, 9000), (4400, 9000)), (7.2, 7.25, 5.4, 5.5), (7500, 5000)),
        (((9000, 5000), (9000, 4400)), (5.4, 5.5, 7.2, 7.25), (5000, 7500)),
    ],
)
def test_cover_as_far_as_a_march_goes_is_in_reach(
    foes: tuple[tuple[int, int], ...], post: tuple[float, float, float, float], place: tuple[int, int]
) -> None:
    assert act(solo(elements=[("HOUSE", *post)], foes=foes), "MC") == ("MT", Move("move", (place,)))


@pytest.mark.rule("SV-SOL-09")
def test_a_pinned_unit_goes_towards_nobody_though_its_leader_is_free() -> None:
    pinned = solo((5000, 5000), (3500, 5000), (5500, 5000), foes=((5000, 6900), (3000, 5000)))
    assert act(pinned, "MF") is None and act(pinned, "CF") is None
    pinned.at[202] = (2940, 5000)
    assert act(pinned, "MF") == ("MT", Move("move", ((5000, 6350),)))


@pytest.mark.rule("SV-SOL-09", "SV-MOV-12")
def test_moving_away_and_towards() -> None:
    away, towards, run_at = act(solo(), "MA"), act(solo(), "MF"), act(solo(), "CF")
    assert isinstance(away, tuple) and isinstance(away[1], Move) and away[1].path[-1][1] <= 3800  # past his own Lord
    assert towards == ("MT", Move("move", ((5000, 7500),)))
    assert isinstance(run_at, tuple) and run_at[0] == "CRS" and run_at[1].path[-1] == (5000, 8450)  # keeping CLEAR
    marsh = [("MARSH", 0, 15, 7.3, 8)]  # just beyond what the ground leaves free of a full tactical move
    assert act(solo(elements=marsh), "MF") == ("MT", Move("move", ((5000, 7299),)))
    pinned = solo((5000, 5000), (5000, 5500), (4500, 5000), foes=((5000, 6000), (5600, 6000)))
    assert act(pinned, "MF") is None
    found = act(pinned, "MA")
    assert isinstance(found, tuple) and found[0] == "MT"  # it breaks off
    held = solo((5000, 5500), (5000, 5000), (4500, 5000), foes=((5000, 6000), (5600, 6000)))
    assert act(held, "MA") is None


@pytest.mark.rule("SV-SOL-09", "SV-GRN-05")
def test_the_way_towards_an_enemy_turns_aside_by_up_to_75_degrees() -> None:
    # the base of a rider of another unit bars every way from 73° on the left to 107° on the right
    scouts = (
        troop((5000, 5000), (5000, 4200), fighter="ECLAIREUR"),
        troop((5216, 5713), (6000, 5713), fighter="ECLAIREUR"),
    )
    state = table([troop((5000, 13000), (5600, 13000))], scouts, lords=(lord((14500, 14500)), lord((14000, 3000))))
    field = Field(state)
    assert towards(field, field.now.units[52], "MT") == Move("move", ((1378, 5971),))
    state.at[5301] = (5000, 5745)  # from 90° to 90°
    assert towards(Field(state), state.units[52], "MT") is None


@pytest.mark.rule("SV-SOL-09")
def test_the_way_out_of_an_enemy_s_reach_turns_aside_by_up_to_90_degrees() -> None:
    state = solo(foes=((5000, 3000), (5600, 2400)))
    state.at[5101] = (5000, 5500)
    assert act(state, "MA") == ("MT", Move("move", ((2500, 5000),)))
    state.at[101] = (3000, 5000)  # then to the other side
    assert act(state, "MA") == ("MT", Move("move", ((7500, 5000),)))


@pytest.mark.rule("SV-SOL-10", "SV-SOL-11")
def test_spells_by_the_lists() -> None:
    assert act(solo(), "SO2") is None
    rain = act(solo(school="ROUGE"), "SO2")
    assert rain == ("SPL", Cast("PLUIE_DE_FEU", 2, 1))
    walled = solo(school="ROUGE", elements=[("HOUSE", 3, 7, 6.5, 7)], foes=((5000, 9000), (5600, 9000)))
    assert act(walled, "SO3") == ("SPL", Cast("METEORE", 2, 2, power=10))
    assert act(walled, "SO2") == ("SPL", Cast("METEORE", 2, 1, power=7))
    walled.units[52].sheet = msgspec.structs.replace(walled.units[52].sheet, cd=1)
    assert act(walled, "SO3") == ("SPL", Cast("METEORE", 2, 1, power=10))  # no more extra dice than his Cd
    assert act(solo(school="ROUGE"), "SD2") == ("SPL", Cast("AURA_EPINEUSE", 52, 1))
    engaged = solo(school="ROUGE", foes=((5000, 5500), (5600, 5600)))
    assert act(engaged, "SD3") == ("SPL", Cast("AURA_DEFENSE", 52, 2))
    assert act(solo(school="VERTE"), "SO2") is None
    assert act(marked(solo(school="VERTE"), 52, lost=1), "SO2") == ("SPL", Cast("HURLER_MORT", 0, 1))
    assert act(solo(school="VERTE"), "SD2") == ("SPL", Cast("LUNE_VOILEE", 0, 1))
    assert act(solo(school="NOIRE"), "SO2") == ("SPL", Cast("CORRUPTION", 2, 1))
    assert act(marked(solo(school="NOIRE"), 2, ordered=True), "SO2") in (
        ("SPL", Cast("CORRUPTION", 1, 1)), ("SPL", Cast("NECROSE", 2, 1)),
    )  # fmt: skip
    assert act(solo(school="NOIRE"), "SD2") == ("SPL", Cast("RESURRECTION", 52, 1))


@pytest.mark.rule("SV-SOL-11")
def test_a_spell_goes_to_the_unit_whose_nearest_man_is_nearest() -> None:
    state = solo(school="NOIRE", foes=((5000, 7000), (5000, 12000)))
    near = marked(state, 2, ordered=True)
    near.units[3] = Unit(3, 0, near.units[2].sheet, 301, [301, 302], ordered=True)
    near.units[1].ordered = True
    near.at |= {301: (6000, 7000), 302: (6600, 7000)}
    assert act(near, "SO2") == ("SPL", Cast("NECROSE", 2, 1))  # though its other man is farther than any of unit 3


@pytest.mark.rule("SV-SOL-12", "SV-SOL-13", "SV-REA-02")
def test_it_never_reacts_counters_what_it_can_and_reorganises() -> None:
    state = solo(foes=((5000, 8000), (5600, 8000)))
    after = play(state, "ORDRE 2 WAI", dice=(1,) * 80, left=None, on=False)
    assert not any(event.kind.startswith("reaction") for event in after.events)
    caster = solo(foes=((5000, 6400), (5600, 6400)), school="VERTE")
    caster.hosts[0].school = "ROUGE"
    caster.units[1].leader = 101
    caster.at[101] = (5000, 8000)
    asked = play(caster, "ORDRE 2 SPL", on=False).state
    told = play(asked, "SORT AURA_DEFENSE SUR 2", dice=(6, 1, 6, *(3, 4) * 80), left=None, on=False)
    assert told.one("countered")["unit"] == 51 and told.find("spell_dispelled")
    fight = solo((5000, 5000), (5500, 5000), (4500, 4000), foes=((5000, 5500), (5600, 5500)))
    hit: Played = play(fight, "ORDRE 2 ATT", "FRAPPER 52", dice=(6, *(1, 2) * 90), left=None, on=False)
    assert any(event.kind == "regrouped" and event.data["unit"] == 52 for event in hit.events)


@pytest.mark.rule("SV-SOL-12", "SV-MAG-09")
def test_in_a_player_s_host_too_it_counters_every_spell_it_can() -> None:
    state = table(
        [troop((5000, 5000), (5500, 5000))],
        [troop((5000, 6800), (5600, 6800), fighter="MILICIEN", title="HEROS"), troop((6500, 5000), (7000, 5000))],
        lords=(lord((5000, 3000)), lord((500, 14500))), schools=("ROUGE", "VERTE"),
    )  # fmt: skip
    for unit in (51, 52, 53):
        state.units[unit].ordered = True
    players = play(state, "ORDRE 2 SPL", "SORT AURA_DEFENSE SUR 2", dice=(6,), on=False).state
    assert players.asked == (1, "counter")
    state.units[52].fm = 3
    told = play(state, "ORDRE 2 SPL", "SORT AURA_DEFENSE SUR 2", dice=(6, 1, 6), on=False)
    assert (told.one("countered")["unit"], told.state.hosts[1].reserve) == (52, state.hosts[1].reserve)
    assert told.find("spell_dispelled")  # and takes the default of whoever wins the test, without asking
    lost = play(state, "ORDRE 2 SPL", "SORT AURA_DEFENSE SUR 2", dice=(6, 6, 1), on=False).state
    assert lost.asked == (0, "apply")
    theirs = play(marked(players, 2, fm=1), "CONTRER 52", dice=(6, 1), on=False)
    assert theirs.find("spell_stands") and theirs.state.units[2].effects == ["AURA_DEFENSE"]


@pytest.mark.rule("SV-SOL-12", "SV-REA-10", "SV-DPR-02")
def test_who_plays_against_the_table_is_offered_his_reactions() -> None:
    state = solo(foes=((5000, 9800), (5600, 9800)), asked=False, active=1, foe="ARCHER")
    state.units[51].ordered = True
    turn = turn_of(state, 3)  # Fm 1 + Fs 2, die 3: neither shot nor charge, so the table's unit advances
    run(turn)
    assert turn.now.asked == (0, "react") and turn.now.active == 1
    after = play(turn.now, "REAGIR 2 ATT A 2400", "TIRER 52", dice=(6, 6, 1, 1, *(1, 2) * 30), left=None)
    assert after.one("reaction_won")["unit"] == 2 and after.find("shot")[0].data["target"] == 52


@pytest.mark.rule("SV-SOL-01", "SV-SOL-13", "SV-DPR-02")
@pytest.mark.parametrize(
    "options", [{"automated": ["j2"]}, {"automated": ["j1"], "scenario": 3}, {"automated_units": [2, 4, 52]}]
)
def test_whole_battles_against_the_table(options: dict[str, object]) -> None:
    state = vassaux.setup(SEATS, options, Rng(b"solo")).state
    rng, asked = Rng(b"answers"), set()
    while state.road is None:
        assert state.asked is not None
        asked.add(state.asked[0])
        (seat,) = vassaux.pending(state)
        state = vassaux.advance(state, {seat: vassaux.pending(state)[seat].sample(rng)}, rng).state
    if "automated_units" not in options:
        assert len(asked) == 1
    assert vassaux.result(state) is not None


@pytest.mark.rule("SV-SOL-01", "SV-GEN-01")
def test_one_seat_alone_plays_against_the_table() -> None:
    state = vassaux.setup(SEATS[:1], {}, Rng(b"alone")).state
    assert state.hosts[1].seat == "" and {unit.fm for unit in state.units.values() if unit.seat} == {1}
    rng, ordered = Rng(b"answers"), set()
    while state.turn < 3 and state.road is None:
        assert list(vassaux.pending(state)) == ["j1"]
        step = vassaux.advance(state, {SEATS[0]: decision(state).sample(rng)}, rng)
        ordered |= {event.data["unit"] for event in step.events if event.kind == "solo"}
        state = step.state
    assert ordered and all(unit > 50 for unit in ordered)
