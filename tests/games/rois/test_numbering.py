"""Numbers betray nothing: what a King reads on his own men and treasures does not depend on what others do unseen."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from heraut.engine.rng import Rng
from heraut.games import rois
from heraut.games.rois.dice import Dice
from heraut.games.rois.encounter import scouting
from heraut.games.rois.state import World
from heraut.games.rois.view import view
from heraut.games.rois.world.numbering import FOUND, free_item, free_number, next_heir, next_unit, unit_number

from .builders import YES, Told, feature, find, item, king, one, person, play, turn_of, units, world
from .test_worlds import WORLDS, seats

Secret = Callable[..., dict[str, Any]]


@pytest.mark.rule("RO-ARMY-01", "RO-GEN-05")
def test_every_unit_of_every_kingdom_has_another_number_and_the_older_the_lower() -> None:
    numbers = [[unit_number(kingdom, count) for count in range(1, 3000)] for kingdom in range(25)]
    assert len({number for of_one in numbers for number in of_one}) == 25 * 2999
    assert all(of_one == sorted(of_one) for of_one in numbers)
    assert (unit_number(3, 1), unit_number(3, 99), unit_number(3, 100)) == (301, 399, 2800)


@pytest.mark.rule("RO-INFO-03", "RO-REC-01")
def test_the_number_of_a_recruit_does_not_tell_how_many_others_have_raised() -> None:
    """The second King raises four units, or none, before the first raises one."""
    told = set()
    for orders in ("1: RE LE 4", "1: PR TA"):
        state = world(2)
        king(state, 2, MA=3)
        step = play(state, {"j1": "@1\n2: RE LE 1", "j2": f"@2\n{orders}"})
        told.add(
            (tuple(one(step, "recruited", "j1").data["units"]), str(view(step.state, seats(1)[0])["own"]["units"]))
        )
    assert len(told) == 1


@pytest.mark.rule("RO-INFO-03", "RO-REC-08", "RO-ARMY-14")
def test_the_number_of_a_mercenary_does_not_tell_how_many_trolls_rose_elsewhere() -> None:
    told = set()
    for elsewhere in (0, 5):
        state = world(1)
        king(state, 1, DR=2, province=42)
        units(state, 0, 99, *["TR"] * elsewhere, race="troll", mercenary=9)
        units(state, 0, 42, "TR", race="troll", mercenary=9)
        step = play(state, {"j1": "@1\n1: RE TR 1"})
        told.add(tuple(one(step, "mercenaries_hired", "j1").data["units"]))
        (gone,) = find(step, "unit_gone")
        assert gone.data["kingdom"] == 0 and len(step.state.units) == elsewhere + 1
    assert told == {(101,)}


@pytest.mark.rule("RO-INFO-03", "RO-CHAR-20")
def test_the_number_of_an_heir_does_not_tell_what_prisons_others_have_opened() -> None:
    told = set()
    for captives in (0, 3):
        state = world(2)
        for _ in range(captives):
            person(state, 0, 99, role="free")
        king(state, 1).died = 1
        told.add(one(play(state), "heir_announced", "j1").data["who"])
    assert told == {1101}
    state = world(2)
    for number in (1201, 1202):
        assert next_heir(state, 2) == number
        state.characters[number] = king(state, 2)
    assert next_heir(state, 1) == 1101


def found(state: World, secret: Secret) -> int:
    """The number of what the first King finds behind a secret of the place where he is."""
    for n in range(20):  # three caches in ten hold an item
        turn = turn_of(state)
        data = secret(turn, turn.characters[1], turn.now.features[1], Dice(Rng(f"secret {n}".encode())))
        if data.get("other") or data.get("items"):
            return int(data.get("other") or data["items"][0][0])
    raise AssertionError("nothing was found")


@pytest.mark.rule("RO-INFO-03", "RO-INFO-06", "RO-FEAT-08")
@pytest.mark.parametrize("secret", [scouting.hoard, scouting.captive])
def test_the_number_of_what_was_hidden_does_not_tell_what_others_have_found(
    secret: Callable[..., dict[str, Any]],
) -> None:
    """Drawn among those that are free: with other treasures and other captives in the world, the same die the same."""
    bare = world(2)
    feature(bare, 41)
    rich = world(2)
    feature(rich, 41)
    for number in (11, 12, 13):
        item(rich, "ER", number=number)
        person(rich, 0, 99, role="free")
    assert found(bare, secret) == found(rich, secret) >= FOUND[0]


@pytest.mark.rule("RO-ITEM-01")
def test_a_number_is_never_borne_twice() -> None:
    first, last = FOUND
    assert free_number({first, first + 1}, Dice(Told(YES))) == first + 2
    assert free_number({last}, Dice(Told(0.9999999))) == first
    state = world(2)
    state.kingdoms[2].items[first] = "BF"  # a wand that has crumbled: its last owner remembers it
    item(state, "ER", number=first + 1)
    assert free_item(state, Dice(Told(YES))) == first + 2


@pytest.mark.rule("RO-MAP-11", "RO-INFO-04")
def test_the_number_of_a_treasure_does_not_tell_where_the_others_lie() -> None:
    """In a new world the items of the first provinces have no lower numbers than those of the last."""
    shares = []
    for state in WORLDS[8]:
        lying = [
            number
            for _, each in sorted(state.features.items(), key=lambda each: each[1].province)
            for number in each.items
            if number > 10
        ]
        carried = [number for each in state.characters.values() for number in each.items]
        assert sorted(lying + carried) == sorted(number for number in state.items if number > 10)
        assert all(state.items[number].number == number for number in state.items)
        ordered = sum(one < other for one, other in pairwise(lying))
        shares.append(ordered / (len(lying) - 1))
    assert 0.35 < sum(shares) / len(shares) < 0.65


@pytest.mark.rule("RO-MAP-13")
def test_numbers_too_are_the_same_for_the_same_seed() -> None:
    one_world, other = (rois.setup(seats(4), {}, Rng(b"numbers")).state for _ in range(2))
    assert one_world == other and next_unit(one_world, 1) == next_unit(other, 1) == 105
