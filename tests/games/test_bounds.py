"""How much of a text is read: the largest lawful one of each game is, and whatever is sent costs little (issue 13)."""

from __future__ import annotations

import time
from collections.abc import Callable
from importlib import import_module
from itertools import product
from typing import Any

import pytest

from heraut.engine.protocol import Refusal
from heraut.engine.sheets import GUESSED, TOLD, UNFIT, first_refusals
from heraut.games import NAMES, game
from heraut.games.fief import decision as fief_decision
from heraut.games.fief.cards import LORD_NAMES
from tests.games.fief import builders as fief
from tests.games.gloire import builders as gloire
from tests.games.rois import builders as rois

Owed = tuple[Any, str]  # a decision, and a text that answers it
LARGEST: dict[str, Callable[[], Owed]] = {name: import_module(f"tests.games.{name}.largest").largest for name in NAMES}
MOST_SECONDS = 0.5  # of processor, to read any text and to say what is wrong with it; a page does more besides


def codes(decision: Any, text: str) -> set[str]:
    """Why lines of this text are refused."""
    return {refusal.code for refusal in decision.parse(text).refusals}


@pytest.mark.parametrize("name", NAMES)
def test_the_largest_text_that_the_rules_can_use_is_read_with_room_to_spare(name: str) -> None:
    decision, text = LARGEST[name]()
    bounds = decision.bounds
    assert not codes(decision, text) & set(UNFIT)
    if name != "vassaux":  # whose forty men would stand on one another
        assert not codes(decision, text)
    lines = text.split("\n")
    assert len(lines) <= 0.8 * bounds.lines and max(map(len, lines)) <= 0.8 * bounds.width
    assert len(text) <= 0.8 * bounds.signs


@pytest.mark.parametrize("name", NAMES)
def test_what_is_beyond_is_told_in_one_line_with_the_number_of_those_left_out(name: str) -> None:
    decision, _ = LARGEST[name]()
    bounds = decision.bounds
    (*_, last) = decision.parse("zzz\n" * (bounds.lines + 7)).refusals
    assert (last.code, last.line, last.data["left"]) == ("text_too_long", bounds.lines + 1, 7)
    french, english = (game(name).explain(last, lang) for lang in ("fr", "en"))
    assert "7 lignes n'ont pas été lues" in french and "7 lines have not been read" in english
    assert "text_too_long" not in codes(decision, "zzz\n" * bounds.lines + "\n \n")
    assert "text_too_long" in codes(decision, "\n".join(["z" * bounds.width] * (bounds.signs // bounds.width + 1)))


@pytest.mark.parametrize("blank", ["", "; rien"])
@pytest.mark.parametrize("name", NAMES)
def test_a_blank_line_may_be_the_first_that_is_not_read(name: str, blank: str) -> None:
    decision, _ = LARGEST[name]()
    bounds = decision.bounds
    assert "text_too_long" in codes(decision, "\n".join(["zzz", *[blank] * bounds.lines, "zzz"]))


@pytest.mark.parametrize("name", NAMES)
def test_a_line_without_end_is_refused_and_its_neighbours_are_read(name: str) -> None:
    decision, _ = LARGEST[name]()
    width = decision.bounds.width
    refusals = decision.parse("z" * (width + 1) + "\nzzz").refusals
    assert (refusals[0].code, refusals[0].line) == ("line_too_long", 1)
    assert f"{width:,}".replace(",", "\u202f") in game(name).explain(refusals[0], "fr")
    assert "line_too_long" not in codes(decision, "z" * width)


def floods(name: str) -> dict[str, str]:
    """Texts that cost as much as any do: each line another one, misspelt, or nearly right."""
    _, largest = LARGEST[name]()
    lines = largest.split("\n")
    return {
        "nothing": "\n" * 1_000_000,
        "words": "\n".join(f"zzz{n}" for n in range(30_000)),
        "orders": "\n".join(lines[n % len(lines)] for n in range(30_000)),
        "misspelt": "\n".join(lines[n % len(lines)].replace("e", "ez", 1) + f" z{n}" for n in range(30_000)),
        "one line": " ".join(lines * 30),
        "one word": "z" * 1_000_000,
        "quotes": '"' * 60_000,
        "commas": "PI 1-500" + ",1-500" * 10_000,
    }


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_no_text_takes_long_to_be_read_and_answered(name: str) -> None:
    decision, _ = LARGEST[name]()
    decision.parse("")  # arranges what the seat knows

    def seconds(text: str) -> float:
        begun = time.thread_time()
        for refusal in decision.parse(text).refusals:
            game(name).explain(refusal, "fr")
        return time.thread_time() - begun

    for case, text in floods(name).items():  # asked again when it is dear: garbage of other tests may be collected
        assert min(seconds(text), seconds(text)) < MOST_SECONDS, case


@pytest.mark.parametrize("name", ["gloire", "daifen", "rois", "fief"])
def test_only_the_first_faults_guess_at_what_was_meant(name: str) -> None:
    decision, _ = LARGEST[name]()
    word = {"gloire": "GUEE", "daifen": "ATTAQUERR", "rois": "@ROYAUME\nELECTIO", "fief": "PASSERR"}[name]
    head = word.count("\n")
    word = word.split("\n")[-1]
    refusals = decision.parse("@ROYAUME\n" * head + f"{word} 1\n" * (GUESSED + 3)).refusals
    assert [bool(refusal.data["nearest"]) for refusal in refusals] == [True] * GUESSED + [False] * 3


# What is understood is kept as it is written out, and read again: it may be longer than what was typed


def longer_gloire() -> Owed:
    """A knight whose name has thirty signs, and can be typed in three."""
    realm = gloire.realm(4)
    gloire.knight(realm, "j1", f"A{'-' * 28}B", next(iter(realm.lands)), men=100)
    return gloire.decision(realm, "j1"), "GAR a-b 5\n" * 2000


def longer_rois() -> Owed:
    """A list of units as long as a line may be, without a blank."""
    state = rois.world(len(rois.HOMES))
    rois.units(state, 1, 41, *["LI"] * 2000)
    decision = rois.decision(state, "j1")
    (king,) = decision.book.characters
    units = [str(unit) for unit in sorted(decision.book.units)[::2]]
    line = filled("1:LE ", units, ",", decision.bounds.width - 2) + " G"
    return decision, f"@{king}\n{line}"


def longer_fief() -> Owed:
    """A ballot paper as long as a line may be, without a blank."""
    table = fief.Table(2)
    line = filled("BULLETIN votes,", list(LORD_NAMES * 40), "+", fief_decision.BOUNDS.width)
    return table.phase("move").pending[fief.seats(1)[0]], line


def filled(head: str, items: list[str], sign: str, width: int) -> str:
    """A line of exactly so many signs: its head, and items one behind the other."""
    for first, last in product(range(len(items)), items):
        line = head + sign.join([last, *(item for item in items[first:] if item != last)])
        if (line + sign * width)[width] == sign:
            return line[:width]
    raise ValueError(width)


LONGER: dict[str, Callable[[], Owed]] = {"gloire": longer_gloire, "rois": longer_rois, "fief": longer_fief}


@pytest.mark.parametrize("name", NAMES)
def test_what_was_understood_is_read_again_whole(name: str) -> None:
    """Or a sheet that was taken when it was saved would be refused when the turn is resolved, and stop the match."""
    for decision, text in (LARGEST[name](), LONGER.get(name, LARGEST[name])()):
        reading = decision.parse(text)
        kept = decision.write(reading.answer)
        again = decision.parse(kept)
        assert not again.refusals, again.refusals[:2]
        assert decision.write(again.answer) == kept


def test_a_short_word_for_a_long_name_is_bounded_as_the_name_is() -> None:
    decision, text = longer_gloire()
    reading = decision.parse(text)
    (told,) = reading.refusals
    fit = 60_001 // len(f"GAR A{'-' * 28}B 5\n")
    assert (told.code, told.line, told.data["left"]) == ("text_too_long", fit + 1, 2000 - fit)
    assert len(reading.answer) == fit


def test_refused_lines_are_told_first_and_counted() -> None:
    refusals = [Refusal("X-1", "wrong", {}, line) for line in range(1, 91) for _ in range(2)]
    told, left = first_refusals(refusals)
    assert (len(told), left) == (2 * TOLD, 90 - TOLD)
    told, left = first_refusals([*refusals, Refusal("X-1", UNFIT[0], {}, 91)])
    assert (told[-1].line, len(told), left) == (91, 2 * TOLD + 1, 90 - TOLD)
    assert first_refusals(refusals[: 2 * TOLD]) == (refusals[: 2 * TOLD], 0)
    assert first_refusals([]) == ([], 0)
