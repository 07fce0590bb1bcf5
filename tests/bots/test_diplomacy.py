"""What bots say to treaties and letters: by temper, regard and strength, and never a promise that they cannot keep."""

from __future__ import annotations

import pytest

from heraut import games
from heraut.bots.character import TEMPERS, Character
from heraut.bots.diplomacy import (
    LONG,
    MANNERS,
    Terms,
    answer_letter,
    answer_treaty,
    in_mood,
    keeps_word,
    offer_letter,
    regard_of,
    strength_of,
    wooed,
)
from heraut.engine.protocol import Seat
from heraut.engine.rng import Rng
from heraut.engine.words import LANGUAGES
from heraut.games.registry import GAMES
from heraut.site.common.words import site_words
from tests.imports import has

TRUCE = Terms("truce", turns=5, abstains=True)


def who(temper: str) -> Character:
    """A bot of this temper."""
    return next(Character(temper=one) for one in TEMPERS if one == temper)


def test_tempers_answer_the_same_truce_differently() -> None:
    said = {temper: answer_treaty(who(temper), -0.15, 0.5, 0.5, TRUCE).accepts for temper in TEMPERS}
    assert said == {"loyal": True, "greedy": False, "warlike": False, "cautious": True}


def test_regard_and_strength_weigh() -> None:
    assert answer_treaty(who("warlike"), 0.5, 0.5, 0.5, TRUCE).accepts
    assert not answer_treaty(who("loyal"), -1.0, 0.5, 0.5, TRUCE).accepts
    weak, strong = (
        answer_treaty(who("cautious"), -0.5, own, theirs, TRUCE) for own, theirs in ((0.2, 1.0), (1.0, 0.2))
    )
    assert weak.accepts and not strong.accepts
    assert answer_treaty(who("greedy"), 0.0, None, None, TRUCE).accepts  # it does not know: neutral
    assert not answer_treaty(who("greedy"), 0.0, None, None, Terms("truce", turns=LONG + 1, abstains=True)).accepts


@pytest.mark.parametrize("temper", TEMPERS)
def test_no_bot_promises_what_it_would_have_to_do(temper: str) -> None:
    for terms in (Terms("loan", owed="me"), Terms("marriage"), Terms("vote", owed="me"), Terms("other", abstains=True)):
        assert not answer_treaty(who(temper), 1.0, 0.1, 1.0, terms).accepts
    assert answer_treaty(who(temper), 0.5, 0.5, 0.5, Terms("passage", 3, abstains=True, owed="me")).accepts
    assert answer_treaty(who(temper), 0.0, 0.5, 0.5, Terms("loan", 3, owed="other")).accepts


def test_they_propose_seldom_and_to_no_enemy_to_the_death() -> None:
    for temper in TEMPERS:
        moods = sum(in_mood(who(temper), Rng(b"mood").at(number)) for number in range(2000)) / 2000
        assert abs(moods - MANNERS[temper].offers) < 0.03 and moods < 0.2
    assert wooed({Seat("j2"): -1.0}, Rng(b"w")) is None and wooed({}, Rng(b"w")) is None
    assert wooed({Seat("j2"): -1.0, Seat("j3"): 0.0}, Rng(b"w")) == "j3"


def test_a_word_is_kept_or_not_for_good() -> None:
    assert all(keeps_word(who("loyal"), Rng(b"word").at(number)) for number in range(200))
    kept = [keeps_word(who("warlike"), Rng(b"word").at(number)) for number in range(400)]
    assert kept == [keeps_word(who("warlike"), Rng(b"word").at(number)) for number in range(400)]
    assert 0.5 < sum(kept) / len(kept) < 0.8


def test_every_letter_stands_in_both_languages() -> None:
    keys = {answer_letter(who(temper)) for temper in TEMPERS} | {offer_letter(who(temper)) for temper in TEMPERS}
    keys |= {f"{what}_{temper}" for what in ("accept", "decline") for temper in TEMPERS} | {"binds", "unread"}
    assert all(site_words(lang).has("court", key) for lang in LANGUAGES for key in keys)


@pytest.mark.parametrize("name", [name for name, entry in GAMES.items() if has(f"{entry.packages.bots}.diplomacy")])
def test_every_game_with_treaties_says_whom_it_regards_how_and_who_is_strong(name: str) -> None:
    game = games.game(name)
    seats = [Seat(f"j{n}") for n in range(1, max(2, GAMES[name].seats) + 1)]
    state = game.setup(seats, {"lords": 2} if name == "gloire" else {}, Rng(b"court")).state
    view = game.view(state, seats[0])
    assert -1 <= regard_of(name, view, seats[1]) <= 1
    strength = strength_of(name, view, seats[1])
    assert strength is None or 0 <= strength <= 1
