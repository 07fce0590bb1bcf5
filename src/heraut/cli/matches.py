"""`heraut new`, `heraut advance`: a match begins, a match takes a step."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.exceptions import Exit

from heraut.cli import arguments
from heraut.cli.choices import chosen_options, pairs, read_seed, seat_count
from heraut.cli.screen import Misuse, Refused, Screen

if TYPE_CHECKING:
    from heraut.engine.match import Match
    from heraut.engine.protocol import Seat


@arguments.command
@arguments.game
@arguments.output
@arguments.map_name
@arguments.seats
@arguments.setting
@click.option("--seed")
@click.option("--name", multiple=True)
@click.option("--word", multiple=True)
@click.pass_obj
def new(
    screen: Screen,
    game: str,
    output: Path,
    map_name: str | None,
    seats: int | None,
    option: Sequence[str],
    seed: str | None,
    name: Sequence[str],
    word: Sequence[str],
) -> None:
    """Sets a match up and writes its record."""
    from heraut.cli.files import explain_all, game_named, terminal
    from heraut.cli.record_files import write_record
    from heraut.engine.match import Match
    from heraut.engine.protocol import Seat, SetupError

    played = game_named(game)
    options = terminal(game).sealed(chosen_options(game, option, map_name, seats, name))
    names = [Seat(f"j{n}") for n in range(1, seat_count(game, options, seats) + 1)]
    words = {Seat(seat): text for seat, text in pairs(word, "--word")}
    check_words(words, names)
    try:
        match = Match.new(played, names, options, read_seed(screen, seed), words)
    except SetupError as error:
        explain_all(screen, played, error.refusals)
        raise Exit(Refused.status) from None
    write_record(output, match.record, new=True)
    show_new(screen, match, output)


def check_words(words: dict[Seat, str], seats: list[Seat]) -> None:
    """Words are given by seats of the match. Raises Misuse."""
    for seat in words:
        if seat not in seats:
            raise Misuse("no_such_seat", seat=seat, known=list(seats))


def show_new(screen: Screen, match: Match[Any, Any], output: Path) -> None:
    """What was made: the place, the seats, the commitment."""
    from heraut.cli.files import part

    tables = part(match.game.name, "tables")
    place = tables.place(screen, match.game.view(match.state, None))
    screen.say("match_made", "bold green", file=str(output), place=place, seats=len(match.record.seats))
    screen.show(tables.seats_table(screen, match))
    screen.say("commitment", digest=match.record.commitment)
    screen.say("commitment_why", "dim")


@arguments.command
@arguments.file
@click.option("--bots")
@click.option("--ruling", default="")
@click.pass_obj
def advance(screen: Screen, file: Path, bots: str | None, ruling: str) -> None:
    """Takes the step that is due, and writes it to the record."""
    from heraut.cli.files import drafted_answers, open_match
    from heraut.cli.record_files import write_record
    from heraut.engine.protocol import seen_by

    match = open_match(file)
    steps = len(match.record.steps)
    if not match.pending():
        raise Refused("match_over")
    answers = drafted_answers(match)
    if bots is not None:
        answers |= bot_answers(screen, match, bots, set(answers))
    try:
        match.advance(answers, ruling)
    except ValueError:
        if not ruling:
            raise
        raise Refused("ruling_refused", text=ruling) from None
    write_record(file, match.record)
    say_carried_over(screen, match, steps)
    view = match.game.view(match.state, None)
    screen.line(match.game.chronicle(view, seen_by(match.events, None), screen.lang))


def say_carried_over(screen: Screen, match: Match[Any, Any], steps: int) -> None:
    """Says that the rules have changed, where they have since the step before."""
    if match.record.carried and match.record.carried[-1].after == steps:
        found = match.record.carried[-1].rules_version
        screen.say("carried_over", "yellow", version=found, known=match.record.rules_version)


def bot_answers(screen: Screen, match: Match[Any, Any], bot: str, answered: set[Seat]) -> dict[Seat, Any]:
    """The answers of this bot in every seat that has not answered. Raises Stop."""
    from heraut.cli.batch import faults_told
    from heraut.cli.choices import bot_named
    from heraut.engine.play import ask
    from heraut.engine.rng import Rng
    from heraut.lab import entrants

    game = match.game.name
    chance = Rng(bytes.fromhex(str(match.record.seed)))
    silent = [seat for seat in match.pending() if seat not in answered]
    players = {seat: bot_named(game, entrants.seated(game, bot, seat, chance)) for seat in silent}
    with faults_told(screen, game):
        return ask(match, players, chance.at("players"))
