"""Sheets put together order by order, and years played on without views or annals."""

from __future__ import annotations

from heraut.engine.conformance import check_offers, check_search
from heraut.engine.protocol import Searchable, Seat
from heraut.engine.rng import Rng
from heraut.games import rois
from heraut.games.rois import orders as o
from heraut.games.rois.decision import SheetDecision
from heraut.games.rois.orders import SILENCE, Action, Sheet
from heraut.games.rois.sheet.reading import Entry
from heraut.games.rois.sight import look_around
from heraut.games.rois.state import World
from heraut.games.rois.tables import UNITS
from heraut.games.rois.world.whereabouts import Whereabouts

from .bare_world import FIELD, NEXT, bare_world, lay, person


def first(world: World) -> SheetDecision:
    """What j1 owes."""
    return rois.pending(world)[Seat("j1")]


def test_what_is_offered_is_legal_and_search_goes_where_the_match_would() -> None:
    assert isinstance(rois, Searchable)
    seats = [Seat(f"j{n}") for n in range(1, 4)]
    world = rois.setup(seats, {}, Rng(b"offers")).state
    meant: dict[tuple[Seat, str], Sheet] = {}
    for year in range(6):
        owed = rois.pending(world)
        check_offers(rois, world, seats[year % 3], Rng(b"%d" % year), meant)
        answers = {seat: owed[seat].sample(Rng(b"%d" % year).at(seat)) for seat in owed}
        check_search(rois, world, answers, Rng(b"%d" % year))
        world = rois.advance(world, answers, Rng(b"year %d" % year)).state


def test_the_next_season_is_offered_where_he_then_is() -> None:
    world = bare_world(2, "neutral")
    king = world.characters[world.kingdoms[1].king]
    king.province = FIELD
    decision = first(world)
    taken = (Action(king.number, 1, o.Move(NEXT[0])), Action(king.number, 2, o.Explore()))
    acts = [each for each in decision.offers(taken) if isinstance(each, Action) and each.character == king.number]
    assert {each.season for each in acts} == {3}
    assert Action(king.number, 3, o.Move(FIELD)) in acts
    full = tuple(Action(king.number, season, o.Explore()) for season in o.SEASONS)
    assert not [each for each in decision.offers(full) if isinstance(each, Action) and each.character == king.number]


def test_gold_that_is_spent_buys_no_more() -> None:
    world = bare_world(2, "neutral")
    king = world.characters[world.kingdoms[1].king]
    king.province = FIELD
    hero = person(world, 1, FIELD)
    lay(world, FIELD, owner=1, tax=9)
    world.provinces[FIELD].types = ("LE",)
    world.kingdoms[1].gold = 3 * UNITS["LE"].pay
    look_around(Whereabouts(world), 1, 5)
    decision = first(world)
    levies = {each.order.count for each in decision.offers() if is_levy(each, hero.number)}
    assert levies == {1, 2, 3}
    levies = {
        each.order.count
        for each in decision.offers((Action(king.number, 1, o.Recruit("LE", 2)),))
        if is_levy(each, hero.number)
    }
    assert levies == {1}


def is_levy(entry: object, who: int) -> bool:
    """Whether somebody raises legions."""
    if not isinstance(entry, Action) or entry.character != who:
        return False
    return isinstance(entry.order, o.Recruit) and entry.order.type == "LE"


def test_who_has_nothing_to_say_is_silent_and_order_does_not_matter() -> None:
    decision = first(bare_world(2, "neutral"))
    assert decision.compose(()) == SILENCE
    taken: list[Entry] = []
    for _ in range(4):
        taken.append(next(each for each in decision.offers(taken) if isinstance(each, Action)))
    assert decision.compose(taken) == decision.compose(taken[::-1])
