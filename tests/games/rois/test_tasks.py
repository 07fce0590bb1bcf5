"""Tasks before a sheet is sealed, each with its place and an identity that lasts; the smallest change that will do."""

from __future__ import annotations

import pytest

from heraut.engine.protocol import Refusal, Seat
from heraut.engine.rng import Rng
from heraut.engine.words import LANGUAGES
from heraut.games import rois
from heraut.games.rois import orders as o
from heraut.games.rois.forecast.attack import attack
from heraut.games.rois.forecast.enough import (
    best_hirer,
    gold_enough,
    levels_enough,
    prowess_enough,
    troops_enough,
)
from heraut.games.rois.forecast.grid import forecast
from heraut.games.rois.forecast.model import Task
from heraut.games.rois.forecast.tasks import tasks
from heraut.games.rois.mistakes.review import cautions
from heraut.games.rois.orders import Action, Sheet
from heraut.games.rois.report import explain
from heraut.games.rois.state import Acquaintance, Sighting, Tactic, World
from heraut.games.rois.view import view
from tests.games.proof_reading import english_faults, french_faults

from .builders import free_hero, king, own, person, sheet, units, world
from .foreseen import with_order
from .scramble import scramble
from .test_forecast import seen

J1 = Seat("j1")
BUSY = "@1\n1: EX\n2: EX\n3: EX\n4: EX\n5: EX\nPLAN {FI}\n"


def found(state: World, text: str, lang: str = "fr") -> list[Task]:
    """The tasks of this sheet of King 1."""
    return tasks(view(seen(state), J1), text, lang)


def kinds(state: World, text: str) -> list[tuple[str, int, int, int]]:
    """Kind, line, character and season of each."""
    return [(each.kind, each.line, each.character, each.season) for each in found(state, text)]


@pytest.mark.rule("RO-ORD-22", "RO-GEN-07")
def test_a_refused_line_is_an_error_with_its_remedy() -> None:
    errors = [each for each in found(world(), BUSY + "1: XX\n@2\n1: EX") if each.severity == "error"]
    assert [(each.kind, each.line, each.character) for each in errors] == [
        ("unknown_code", 8, 1), ("not_own_character", 9, 2),
    ]  # fmt: skip
    assert all(each.advice[0].isupper() for each in errors)


def test_an_order_that_comes_to_nothing_stands_at_its_cell() -> None:
    state = world()
    text = "@1\n1: EX\n2: SP 60\n3: EX\n4: EX\n5: EX\nPLAN {FI}"
    task = next(each for each in found(state, text, "en") if each.kind == "nothing")
    assert (task.line, task.character, task.season, task.province) == (3, 1, 2, 41)
    assert task.rule == "RO-SPY-01" and "too far for a spy" in task.text


@pytest.mark.rule("RO-TURN-08")
def test_idle_seasons_are_one_task_a_character() -> None:
    state = world()
    hero = person(state, 1, 41)
    idle = [each for each in found(state, f"{BUSY}@{hero.number}\n2: DE") if each.kind == "idle"]
    assert [(each.line, each.character, each.season) for each in idle] == [(8, hero.number, 1)]
    assert "au printemps" in idle[0].text and "été" not in idle[0].text
    assert [each.character for each in found(state, "") if each.kind == "idle"] == [1, hero.number]
    assert not [each for each in found(state, "SILENCE") if each.kind == "idle"]


@pytest.mark.rule("RO-FIN-03", "RO-GEN-06")
@pytest.mark.parametrize(("gold", "tasks_told"), [(6, []), (5, [(6, 0)]), (3, [(2, 1)])])
def test_what_cannot_be_paid_names_its_season(gold: int, tasks_told: list[tuple[int, int]]) -> None:
    state = world()
    state.provinces[41].tax_base = 4
    state.kingdoms[1].gold = gold
    units(state, 1, 41, "LE")
    text = "@1\n1: EX\n2: RE LE 2\n3: EX\n4: EX\n5: EX\nPLAN {FI}"
    unpaid = [(each.season, each.character) for each in found(state, text) if each.kind == "unpaid"]
    assert unpaid == tasks_told


def test_reminders_are_comments() -> None:
    told = found(world(), BUSY + "; TODO: ask Aude\n1: EX ; à faire voir")
    assert [(each.text, each.line, each.character) for each in told if each.kind == "todo"] == [
        ("Ask Aude", 8, 1), ("Voir", 9, 1),
    ]  # fmt: skip


def test_an_identity_lasts_as_long_as_the_same_is_wrong() -> None:
    state = world()
    before = found(state, "@1\n1: EX\n3: PI *\n4: MO 99")
    after = found(state, "; a line more\n@1\n2: EX\n3: PI *\n4: MO 99\n5: DE")
    for kind in ("no_garrison", "not_adjacent"):
        one, other = (next(each for each in each_time if each.kind == kind) for each_time in (before, after))
        assert one.identity == other.identity and one.line != other.line
    changed = found(state, "@1\n4: MO 98")
    assert next(each for each in changed if each.kind == "not_adjacent").identity not in {e.identity for e in before}


@pytest.mark.slow
@pytest.mark.rule("RO-INFO-03")
@pytest.mark.parametrize("seed", range(2))
def test_every_caution_is_a_task_and_none_reveals_anything(seed: int) -> None:
    rng = Rng(f"tasks {seed}".encode())
    state, told = rois.setup([Seat(f"j{n}") for n in range(1, 5)], {}, rng.at("setup")).state, 0
    for year in range(3):
        owed = rois.pending(state)
        answers = {seat: asked.sample(rng.at("sheet", year, seat)) for seat, asked in owed.items()}
        for seat, asked in owed.items():
            other = rois.pending(scramble(state, seat, rng.at("scramble", year, seat)))[seat].view
            text = asked.write(answers[seat])
            for lang in LANGUAGES:
                one = tasks(asked.view, text, lang)
                assert one == tasks(other, text, lang)
                assert len({each.identity for each in one}) == len(one)
                proof = french_faults if lang == "fr" else english_faults
                assert not [fault for each in one for fault in proof(each.text)]
                warned = [each.code for each in cautions(asked.view, answers[seat])]
                assert sorted(warned) == sorted(each.kind for each in one if each.identity.startswith("caution/"))
                told += len(one)
        state = rois.advance(state, answers, rng.at("year", year)).state
    assert told > 100


# Enough?


def besieged() -> World:
    """Two lancers in 42, seen last year; the King leads one."""
    state = world()
    units(state, 0, 42, "LE", "LE")
    units(state, 1, 41, "LE", leader=1)
    state.kingdoms[1].sightings[42] = Sighting(0, 6, 0, {0: 1}, [])
    return state


@pytest.mark.rule("RO-TOOL-02")
def test_so_many_more_men_are_enough() -> None:
    state = besieged()
    here, orders = view(seen(state), J1), sheet(state, "j1", "@1\n1: MO 42")
    found = troops_enough(here, orders, 1, 42, "HC", threshold=60, runs=200)
    assert found.needed and found.now < 60 <= found.then and found.data["cost"] == 3 * found.needed
    few = attack(here, orders, 1, 42, runs=200)
    assert abs(100 * few.victory - found.now) < 10
    for number, enough in ((found.needed, True), (found.needed - 1, False)):
        more = besieged()
        units(more, 1, 41, *["HC"] * number, leader=1, quality=1)
        share = 100 * attack(view(seen(more), J1), orders, 1, 42, runs=600).victory
        assert share > 60 - found.margin - 6 if enough else share < 60 + found.margin + 6
    assert troops_enough(here, orders, 1, 42, "GA", threshold=100, most=1, runs=50).needed is None


@pytest.mark.rule("RO-SPY-08", "RO-MAG-04")
def test_so_many_more_levels_are_enough() -> None:
    state = world()
    king(state, 1, WH=1)
    here = view(seen(state), J1)
    healing = levels_enough(here, Sheet(), Action(1, 2, o.Cast("GU")), threshold=80)
    assert healing is not None and (healing.what, healing.needed) == ("WH", 3) and healing.then >= 80 > healing.now
    spying = levels_enough(here, Sheet(), Action(1, 1, o.Spy(42)), threshold=1)
    assert spying is not None and spying.what == "SP" and spying.needed is not None
    assert levels_enough(here, Sheet(), Action(1, 1, o.Move(42))) is None


@pytest.mark.rule("RO-TOOL-03")
def test_so_much_more_prowess_is_enough() -> None:
    here = view(seen(world()), J1)
    found = prowess_enough(here, Sheet(), 1, 1, "ogre", "ME", plan=(Tactic("FI"),), runs=100)
    assert found.needed and found.now < found.threshold <= found.then
    assert found.data["level"] == 0 and found.needed <= found.most == 9


@pytest.mark.rule("RO-FIN-03", "RO-REC-04")
def test_so_much_more_gold_is_enough() -> None:
    state = world()
    state.provinces[41].tax_base, state.kingdoms[1].gold = 1, 4
    units(state, 1, 41, "LE", "LE")
    here, orders = view(seen(state), J1), sheet(state, "j1", "@1\n1: RE LE 2")
    found = gold_enough(here, orders)
    assert found.needed == 7  # 4 for recruits now; at the end 8 for four units, and 1 of taxes
    for gold, unpaid in ((11, 0), (10, 1)):
        state.kingdoms[1].gold = gold
        assert bool(forecast(view(state, J1), orders).purse.unpaid) == bool(unpaid)


@pytest.mark.rule("RO-HERO-04")
def test_the_best_of_one_s_own_to_make_an_offer() -> None:
    state = world()
    elf = person(state, 1, 41, race="elf")
    hero = free_hero(state, 41, race="elf", TA=1)
    state.kingdoms[1].met[hero.number] = Acquaintance(41, 0, 0, {"TA": 1})
    assert [number for number, _ in best_hirer(view(seen(state), J1), Sheet(), hero.number)] == [elf.number, 1]
    assert best_hirer(view(state, J1), Sheet(), 2) == []


def test_an_order_being_written_takes_its_cell() -> None:
    state = world()
    own(state, 1, 42)
    orders = with_order(sheet(state, "j1", "@1\n1: EX\n2: EX"), Action(1, 1, o.Move(42)))
    assert [each.order for each in orders.actions if each.season == 1] == [o.Move(42)] and len(orders.actions) == 2


def test_the_remedy_names_unit_types_beside_their_codes() -> None:
    told = explain(Refusal("RO-ORD-04", "unknown_type", {"text": "ZZ", "types": ["LE", "BO"]}), "fr")
    assert "les types sont LE (" in told and "BO (" in told
