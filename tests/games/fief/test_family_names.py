"""Players call one another by their families' names; a seat is itself, whatever a family is called."""

from __future__ import annotations

import pytest

from heraut.engine.protocol import Seat
from heraut.engine.rng import Rng
from heraut.games import game
from heraut.games.fief.orders.grammar import grammar
from heraut.games.fief.orders.instructions import Policy
from heraut.games.fief.orders.negotiations import Give
from heraut.games.fief.setup import setup

SEATS = (Seat("j1"), Seat("j2"), Seat("j3"))


@pytest.mark.rule("FI-TRN-05")
def test_a_family_is_read_by_its_name_and_written_by_its_seat() -> None:
    book = grammar(SEATS, ("Bréval", "Val-mont", "j1"))
    assert book.read("DONNER Valmont, 100") == Give(1, 100)
    assert book.read("DONNER breval, 100") == Give(0, 100)
    assert book.read("DONNER j1, 100") == Give(0, 100)
    assert book.write(Give(1, 100)) == "DONNER j2, 100"


@pytest.mark.rule("FI-TRN-05")
def test_a_name_that_two_families_bear_is_nobodys() -> None:
    assert not isinstance(grammar(SEATS, ("Valmont", "Val Mont", "Bréval")).read("DONNER Valmont, 100"), Give)


def test_an_answer_is_read_with_the_names_of_the_table() -> None:
    names = {"j1": "Bréval", "j2": "Valmont"}
    realm = setup([Seat("j1"), Seat("j2")], {"names": names}, Rng(bytes(32))).state
    (choice,) = game("fief").pending(realm).values()
    other = 1 - choice.player
    reading = choice.parse(f"POLITIQUE {names[f'j{other + 1}']}, camper")
    assert reading.answer == (Policy(other, "camper"),)
