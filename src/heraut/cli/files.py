"""Matches on disk: opening one, finding a seat in it, and what stands in the drafts."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from heraut.cli.record_files import read_record
from heraut.cli.screen import Misuse, Refused, add_words
from heraut.engine.match import Match
from heraut.engine.migration import carry_over
from heraut.engine.protocol import Seat
from heraut.engine.record import Record, RecordError
from heraut.games.registry import GAMES

if TYPE_CHECKING:
    from heraut.cli.game_terminal import GameTerminal
    from heraut.cli.screen import Screen


def game_named(name: str) -> Any:
    """The game package of this name. Raises Misuse."""
    from heraut.games import NAMES, game

    if name not in NAMES:
        raise Misuse("no_such_game", name=name, known=list(NAMES))
    return game(name)


def part(game: str, name: str) -> Any:
    """What a game brings to the command line, under the same name as all others: `part("gloire", "tables")`.

    From then on the screen has the words of that game.
    """
    from importlib import import_module

    package = GAMES[game].packages.cli
    add_words(package)
    return import_module(f"{package}.{name}")


def terminal(game: str) -> GameTerminal:
    """What a game brings to the commands that all share."""
    found: GameTerminal = part(game, "match").TERMINAL
    return found


def open_record(path: Path) -> tuple[Any, Record]:
    """The record in this file and its game. Raises RecordError or Misuse on anything that is not one."""
    record = read_record(path)
    return game_named(record.game), record


def open_match(path: Path) -> Match[Any, Any]:
    """The match in this file, where it stopped, carried over to the present rules. Raises RecordError or Misuse."""
    game, record = open_record(path)
    if record.seed is None:
        raise RecordError("no_seed")
    match = Match.resume(game, carry_over(game, record))
    if set(seat_names(match)) != set(record.seats):
        raise RecordError("bad_state", reason="seats")
    return match


def seat_names(match: Match[Any, Any]) -> Mapping[Seat, tuple[str, ...]]:
    """What each seat may be called by, besides j1, j2…; the first name is the one to show."""
    return terminal(match.game.name).seat_names(match.state)


def find_seat(match: Match[Any, Any], text: str) -> Seat:
    """The seat of this name, or the one that alone bears it. Raises Misuse with the seats that exist."""
    return seat_called(text, seat_names(match))


def seat_called(text: str, named: Mapping[Seat, tuple[str, ...]]) -> Seat:
    """The seat of this name, or the one that alone bears it, of seats with their names. Raises Misuse."""
    if text in named:
        return Seat(text)
    wanted = text.strip().casefold()
    found = [seat for seat, names in named.items() if wanted in map(str.casefold, names)]
    if len(found) != 1:
        raise Misuse("no_such_seat", seat=text, known=list(named))
    return found[0]


def pending_decision(match: Match[Any, Any], seat: Seat) -> Any:
    """What this seat owes now. Raises Refused when the match is over, or the seat out of it."""
    pending = match.pending()
    if not pending:
        raise Refused("match_over")
    if seat not in pending:
        raise Refused("seat_owes_nothing", seat=seat)
    return pending[seat]


def seat_decision(file: Path, seat: str | None, game: str) -> tuple[Any, Any]:
    """What this seat owes in a match of this game, and its draft as an answer. Raises Misuse, Refused, RecordError."""
    if seat is None:
        raise Misuse("seat_needed")
    match = open_match(file)
    if match.game.name != game:
        raise Misuse("other_game", file=str(file), name=match.game.name, game=game)
    who = find_seat(match, seat)
    decision = pending_decision(match, who)
    return decision, match.answer(who, match.record.drafts.get(who))[0]


def drafted_answers(match: Match[Any, Any]) -> dict[Seat, Any]:
    """The drafts as answers, in the order of their entry. Raises Misuse on one that cannot be read."""
    answers = {}
    for seat, text in match.record.drafts.items():
        if seat not in match.pending():
            raise Misuse("foreign_draft", seat=seat)
        answers[seat], refusals = match.answer(seat, text)
        if refusals:
            raise Misuse("foreign_draft", seat=seat)
    return answers


def explain_all(screen: Screen, game: Any, refusals: Any) -> None:
    """Says in the margin why each of these was refused."""
    for refusal in refusals:
        screen.warn(game.explain(refusal, screen.lang))
