"""What is shown before one binds oneself, against what then happens."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from time import process_time

import pytest

from heraut.bots.character import Character
from heraut.bots.vassaux import answer as bot
from heraut.engine.protocol import Seat
from heraut.engine.rng import Rng
from heraut.games import vassaux
from heraut.games.vassaux.calculators.attack import attack_odds, melee_odds
from heraut.games.vassaux.calculators.fighters import Stance, melee_dice, shot, strike
from heraut.games.vassaux.calculators.opposed import first_wins
from heraut.games.vassaux.decision import BattleDecision
from heraut.games.vassaux.identities import NO_UNIT
from heraut.games.vassaux.instructions import Outlook
from heraut.games.vassaux.orders import Charge, Fight, Move, Orders, React
from heraut.games.vassaux.phases.activation import waiting
from heraut.games.vassaux.phases.approach import towards
from heraut.games.vassaux.preview import Given, Preview, preview
from heraut.games.vassaux.preview.ends import useful_ends
from heraut.games.vassaux.preview.frays import fray
from heraut.games.vassaux.preview.moves import rehearsed
from heraut.games.vassaux.preview.reaches import reach_of, snapped
from heraut.games.vassaux.preview.rehearsal import next_question
from heraut.games.vassaux.prospects import reactors_told
from heraut.games.vassaux.questions import hand
from heraut.games.vassaux.state import Battle
from heraut.games.vassaux.table.field import Field
from tests.games.vassaux.asked import ASKED, attacking, casting, facing, reacting, touching
from tests.games.vassaux.builders import decision, line, lord, play, table, troop

SEATS = [Seat("j1"), Seat("j2")]
OPTIONS = ({}, {"scenario": 1}, {"scenario": 4}, {"map": "HASARD"})


def fought(options: dict[str, object], steps: int = 160) -> Iterator[tuple[Battle, BattleDecision]]:
    """The positions of a battle between two captains."""
    chance = Rng(bytes(32))
    state = vassaux.setup(SEATS, options, chance).state
    for _ in range(steps):
        if state.road is not None:
            return
        ((seat, owed),) = vassaux.pending(state).items()
        yield state, owed
        state = vassaux.advance(state, {seat: bot(owed, owed.view, chance, Character("classic"))}, chance).state


def shown(state: Battle, *lines: str, chosen: int = NO_UNIT) -> Preview:
    """The preview of a draft."""
    owed, given = BattleDecision(state), list[Given]()
    now: BattleDecision | None = owed
    for text in lines:
        assert now is not None
        reading = now.parse(text)
        assert not reading.refusals
        given.append(Given(now, reading.answer))
        now = next_question(now, reading.answer)
    return preview(owed, given, now, chosen)  # type: ignore[arg-type]


# Ways and places


@pytest.mark.slow
@pytest.mark.rule("SV-MOV-01", "SV-MOV-05", "SV-COH-03", "SV-CHG-07", "SV-REA-01", "SV-REA-02")
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_moves_and_charges_end_as_they_were_shown(options: dict[str, object]) -> None:
    seen = Counter[str]()
    chance = Rng(bytes(32))
    for state, owed in fought(options):
        answer = bot(owed, owed.view, chance, Character("classic"))
        if owed.kind not in ("move", "charge") or not isinstance(answer, Move | Charge):
            continue
        told = preview(BattleDecision(state), [Given(owed, answer)])
        after = vassaux.advance(state, {state.hosts[owed.place].seat: answer}, Rng(b"x")).state
        reactors = after.asked is not None and after.asked.question == "react"
        able = {one.unit for one in reactors_told(Outlook(Field(after)))} if reactors else set()
        assert {one.unit for one in told.interruptions} == able
        assert told.standing is not None
        while after.asked is not None and after.asked.question == "react":
            seat = after.hosts[after.asked.place].seat
            after = vassaux.advance(after, {seat: React(NO_UNIT)}, Rng(b"x")).state
        seen[owed.kind] += 1
        if owed.kind == "move":
            assert all(after.at[man] == place for man, place in told.standing.ghosts.items())
            unit = after.units[told.unit]
            assert not set(told.standing.confused) & set(unit.men)
            assert set(told.standing.confused) <= set(unit.band)
        elif told.standing.leader in after.at:
            assert after.at[told.standing.leader] == told.standing.ghosts.get(
                told.standing.leader, state.at[told.standing.leader]
            )
    assert seen["move"] + seen["charge"] > 5


@pytest.mark.rule("SV-MOV-02", "SV-TER-02")
def test_a_way_tells_its_rulers_and_what_the_ground_takes() -> None:
    state = table([troop((4000, 4000))], elements=[("WOOD", 3, 5, 5, 6)])
    told = shown(state, "ORDRE 2 MAR", "ALLER 4000,5200")
    assert told.way is not None
    assert [stretch.difficult for stretch in told.way.stretches] == [True]
    plain = shown(table([troop((4000, 4000))]), "ORDRE 2 MAR", "ALLER 4000,5200 5000,5200")
    assert plain.way is not None and plain.way.most == told.way.most + 1
    assert (plain.way.used, plain.way.rulers) == (2200, 2)
    assert plain.way.allowed == 1000 * plain.way.most + 500


@pytest.mark.rule("SV-MOV-02", "SV-MOV-03")
def test_whatever_is_pointed_at_is_snapped_to_something_legal() -> None:
    chance = Rng(b"places")
    for kind in ("move", "activate"):
        owed = BattleDecision(ASKED[kind]())
        unit = owed.battle.units[2]
        for _ in range(60):
            place = (chance.randint(0, 15000), chance.randint(0, 15000))
            answer = snapped(owed.field, unit, "MAR", place)
            ready = owed if kind == "move" else next_question(owed, Orders(2, ("MAR",)))  # type: ignore[arg-type]
            assert ready is not None
            assert answer is not None
            assert not ready.check(answer)


def test_useful_ends_are_legal_and_one_of_them_finds_cover() -> None:
    state = table(
        [troop(*line((4000, 4000), 4))], [troop(*line((4000, 8000), 4))], elements=[("HOUSE", 5, 6.5, 4.5, 5.5)]
    )
    owed = BattleDecision(play(state, "ORDRE 2 MAR", on=False).state)
    act, unit, _ = hand(owed.field)
    ends = {end.name: end.answer for end in useful_ends(owed.field, unit, act.code)}
    assert {"towards", "away", "cover", "close_up", "hold", "lord"} <= ends.keys()
    assert all(not owed.check(answer) for answer in ends.values())


def test_no_end_of_a_march_leads_nowhere() -> None:
    state = table([troop((4000, 4000))], [troop((4000, 4570))])  # twenty mR until the least gap to the enemy
    owed = BattleDecision(play(state, "ORDRE 2 MAR", on=False).state)
    act, unit, _ = hand(owed.field)
    assert towards(owed.field, unit, act.code) == Move("move", ((4000, 4020),))
    ends = {end.name for end in useful_ends(owed.field, unit, act.code)}
    assert "towards" not in ends and "away" in ends


def test_the_rim_of_the_reach_stops_at_walls() -> None:
    state = table([troop((4000, 4000))], elements=[("HOUSE", 3, 5, 5, 6)])
    reach = reach_of(Field(state), state.units[2])
    north, south = reach.rim[0], reach.rim[12]
    assert north[1] <= 4755 < 4000 + reach.march
    assert south == (4000, max(250, 4000 - reach.march))


# Odds


@pytest.mark.rule("SV-MEL-01", "SV-MEL-03", "SV-MEL-05")
def test_a_melee_of_two_is_the_calculators() -> None:
    state = touching()
    for unit in (2, 52):
        state.units[unit].sheet = state.units[52].sheet
    turn = rehearsed(Field(state))
    found = fray(turn, turn.now.units[2], Fight((52,)), "ATT", charge=False)  # type: ignore[arg-type]
    ours, theirs = state.units[2].sheet, state.units[52].sheet
    blow = found.blows[0]
    expected = melee_odds(
        strike(blow.men, ours, theirs, Stance()), blow.most, melee_dice(theirs, ours),
        strike(1, theirs, ours, Stance()),
    )  # fmt: skip
    assert blow.losses == {number: share for number, share in expected.attack.casualties.items() if share}
    assert sum(found.losses[2].values()) == sum(found.losses[52].values()) == 1  # type: ignore[index]
    assert found.losses[52] == blow.losses  # type: ignore[index]


@pytest.mark.slow
@pytest.mark.rule("SV-MUL-02", "SV-MUL-03", "SV-ORD-16")
@pytest.mark.parametrize("code", ["ATT", "ATC"])
def test_odds_of_a_melee_with_two_are_what_the_dice_then_do(code: str) -> None:
    state = table(
        [troop(*line((4000, 4000), 6))],
        [troop(*line((4000, 4500), 3)), troop(*line((5500, 4500), 3), fighter="MILICIEN")],
        lords=(lord((6000, 2500)), lord((500, 14500))),
    )
    for unit in (51, 52, 53):
        state.units[unit].ordered = True
    told = shown(state, f"ORDRE 2 {code}", "FRAPPER 52 53").fray
    assert told is not None
    ready = play(state, f"ORDRE 2 {code}", on=False).state
    number, lost, leaders = 1500, Counter[tuple[int, int]](), Counter[int]()
    for seed in range(number):
        end = struck(ready, seed)
        for unit in (2, 52, 53):
            lost[unit, 6 * (unit == 2) + 3 * (unit != 2) - standing(end, unit)] += 1
            leaders[unit] += 100 * unit + 1 not in end.at
    for unit in (2, 52, 53):
        assert sum(told.losses[unit].values()) == 1  # type: ignore[index]
        for fallen, share in told.losses[unit].items():  # type: ignore[index]
            near(lost[unit, fallen], number, share)
        near(leaders[unit], number, told.leaders[unit])  # type: ignore[index]


def test_a_melee_of_very_many_is_told_pair_by_pair_and_soon() -> None:
    state = table(
        [troop(*line((3000, 4000), 20))],
        [troop(*line((3000 + 2500 * rank, 4500), 5)) for rank in range(4)],
        lords=(lord((6000, 2500)), lord((500, 14500))),
    )
    begun = process_time()
    told = shown(state, "ORDRE 2 ATT", "FRAPPER 52 53 54 55").fray
    assert told is not None and not told.exact and process_time() - begun < 1
    assert all(sum(found.values()) == 1 for found in told.losses.values())


def struck(state: Battle, seed: int) -> Battle:
    """The melee fought out, everybody choosing as he is advised to."""
    answers = iter(["FRAPPER 52 53"])
    chance = Rng(seed.to_bytes(4, "big"))
    while state.asked is not None and state.asked.question != "activate" and state.turn == 1:
        owed = decision(state)
        line = next(answers, None)
        answer = owed.parse(line).answer if line is not None else owed.default
        state = vassaux.advance(state, {state.hosts[owed.place].seat: answer}, chance).state
        if any(frame.__class__.__name__ == "Melee" and frame.step == "regroup" for frame in state.stack):
            break
    return state


def standing(state: Battle, unit: int) -> int:
    """How many of a unit still stand."""
    return sum(man // 100 == unit for man in state.at)


def near(found: int, number: int, share: Fraction) -> None:
    """Whether so many of that number go with a chance: within five standard deviations."""
    mean, spread = number * float(share), (number * float(share) * (1 - float(share))) ** 0.5
    assert abs(found - mean) <= 5 * spread + 1, (found, mean)


@pytest.mark.rule("SV-SHT-04", "SV-SHT-06", "SV-SHT-07")
def test_a_shot_tells_who_sees_and_who_falls_first() -> None:
    state = attacking()
    told = shown(state, "TIRER 52").volley
    assert told is not None and len(told.marksmen) == 6 and not told.covered
    expected = attack_odds(shot(6, state.units[2].sheet, state.units[52].sheet, Stance(), bonus=True)).casualties
    most = {6: sum(share for number, share in expected.items() if number >= 6)}  # all six fall to more, too
    assert told.blow.losses == {number: share for number, share in expected.items() if number < 6} | most
    after = play(state, "TIRER 52", dice=[6] + [1] * 4 + [6] * 60, left=None)
    fallen = [man for event in after.find("fallen") for man in event.data["figures"]]
    assert fallen[0] == told.blow.first[0]


@pytest.mark.rule("SV-MAG-04", "SV-MAG-09")
def test_a_spell_tells_its_chance_with_every_number_of_dice() -> None:
    told = shown(casting(), "SORT PLUIE_DE_FEU SUR 52 DES 1").casting
    assert told is not None
    assert list(told.chances) == sorted(told.chances) and told.chance == told.chances[1]
    assert all(told.chances[one] <= told.chances[one + 1] for one in list(told.chances)[:-1])
    assert told.strikes[0].on == 52
    counter = preview(BattleDecision(ASKED["counter"]())).casting
    state = ASKED["counter"]()
    assert counter is not None
    caster, other = state.units[52].sheet.cd, state.units[2].sheet.cd
    assert {one.unit: one.chance for one in counter.counters}[2] == 1 - first_wins(1, other, caster)


@pytest.mark.rule("SV-REA-03", "SV-REA-04", "SV-REA-05")
def test_a_reaction_tells_its_chance_and_where_it_may_come() -> None:
    state = reacting()
    told = {one.unit: one for one in preview(BattleDecision(state)).reactions}
    assert told[2].chance == first_wins(2, state.re[0], state.re[1])  # type: ignore[index]
    for one in told.values():
        for each in one.reactions:
            answer = React(one.unit, each.order, each.best)
            assert not BattleDecision(state).check(answer)
    assert any(each.fray is not None or each.volley is not None for one in told.values() for each in one.reactions)


# Everything that is offered may be done


@pytest.mark.slow
@pytest.mark.rule("SV-ORD-05", "SV-CHG-04", "SV-SHT-03")
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_every_target_that_is_told_may_be_declared_and_no_other(options: dict[str, object]) -> None:
    tried = 0
    for state, owed in fought(options, 120):
        if owed.kind != "activate":
            continue
        for unit in waiting(owed.field, owed.place)[:3]:
            told = preview(BattleDecision(state), chosen=unit.id)
            for target in told.targets:
                now: BattleDecision | None = BattleDecision(state)
                for text in target.lines:
                    assert now is not None
                    reading = now.parse(text)
                    assert not reading.refusals, (text, reading.refusals)
                    now = next_question(now, reading.answer)
                tried += 1
            attacked = {one.group for one in told.targets if one.order in ("ATT", "CHA")}
            for code in ("ATT", "CHA"):
                ready = None if owed.check(Orders(unit.id, (code,))) else next_question(owed, Orders(unit.id, (code,)))  # type: ignore[arg-type]
                assert ready is None or attacked, (unit.id, code)
    assert tried


@pytest.mark.slow
def test_a_preview_takes_less_than_its_budget() -> None:
    times = []
    for state, owed in fought({}, 120):
        for unit in waiting(owed.field, owed.place)[:2] if owed.kind == "activate" else [None]:
            begun = process_time()
            preview(BattleDecision(state), chosen=NO_UNIT if unit is None else unit.id)
            times.append(process_time() - begun)
    times.sort()
    assert times[int(0.95 * len(times))] < 0.15


def test_a_preview_of_every_question_holds_what_its_page_shows() -> None:
    found = {kind: preview(BattleDecision(make())) for kind, make in ASKED.items()}
    assert found["move"].reach and found["charge"].targets and found["attack"].targets and found["spell"].targets
    assert found["react"].reactions and found["fight"].fray and found["martyrs"].martyrs and found["losses"].choice
    assert found["leave"].choice and found["counter"].casting and found["shoot_again"].targets
    chosen = preview(BattleDecision(facing()), chosen=facing().units[2].id)
    assert chosen.reach and chosen.targets
