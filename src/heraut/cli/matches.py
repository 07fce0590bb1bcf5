"""`heraut new`, `heraut advance`: a match begins, a match takes a step."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.exceptions import Exit

from heraut.cli import arguments
from heraut.cli.screen import Misuse, Refused, Screen

if TYPE_CHECKING:
    from heraut.engine.match import Match
    from heraut.engine.protocol import Seat

SEED_BYTES = 32
MOST_SEATS = 1000  # more than any game has
SHORT_SEED = 16  # bytes; a shorter one could be found from its commitment by trying them all


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
    from heraut.cli.files import explain_all, game_named, part
    from heraut.engine.match import Match
    from heraut.engine.protocol import Seat, SetupError
    from heraut.engine.record import write_record

    played, asked = game_named(game), part("cli", game, "match")
    options = asked.sealed(chosen_options(game, option, map_name, seats, name))
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


def chosen_options(
    game: str, option: Iterable[str], map_name: str | None, seats: int | None, name: Iterable[str]
) -> dict[str, Any]:
    """The options of the match, as the game's setup takes them."""
    from heraut.cli.files import part

    counted = part("cli", game, "match").COUNTED
    options: dict[str, Any] = {key: option_value(text) for key, text in pairs(option, "--option")}
    if map_name is not None:
        options["map"] = map_name
    if seats is not None and counted:
        options[counted] = seats
    if names := dict(pairs(name, "--name")):
        options["names"] = names
    return options


def pairs(values: Iterable[str], option: str) -> list[tuple[str, str]]:
    """The two sides of each `K=V`. Raises Misuse."""
    found = []
    for value in values:
        key, sign, text = value.partition("=")
        if not sign or not key:
            raise Misuse("not_a_pair", option=option, text=value)
        found.append((key, text))
    return found


def option_value(text: str) -> Any:
    """The value of an option: JSON (`20`, `true`), or else the text itself."""
    import msgspec

    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return text


def seat_count(game: str, options: dict[str, Any], seats: int | None) -> int:
    """How many seats are asked for, by themselves or by an option; the game says whether that makes sense."""
    from heraut.cli.files import part
    from heraut.games.registry import GAMES

    rules = part("cli", game, "match")
    asked = seats if seats is not None else options.get(rules.COUNTED)
    if isinstance(asked, int) and asked > 0:
        return min(asked, MOST_SEATS)
    return int(rules.usual_seats(options)) if hasattr(rules, "usual_seats") else GAMES[game].seats


def check_words(words: dict[Seat, str], seats: list[Seat]) -> None:
    """Words are given by seats of the match. Raises Misuse."""
    for seat in words:
        if seat not in seats:
            raise Misuse("no_such_seat", seat=seat, known=list(seats))


def read_seed(screen: Screen, text: str | None) -> bytes:
    """The seed written in hexadecimal, or one that nobody has seen. Raises Misuse."""
    if text is None:
        import secrets

        return secrets.token_bytes(SEED_BYTES)
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        raise Misuse("not_hexadecimal", text=text) from None
    if len(seed) < SHORT_SEED:
        screen.warn(screen.text("short_seed", bytes=SHORT_SEED), style="yellow")
    return seed


def show_new(screen: Screen, match: Match[Any, Any], output: Path) -> None:
    """What was made: the place, the seats, the commitment."""
    from heraut.cli.files import part

    tables = part("cli", match.game.name, "tables")
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
    from heraut.engine.protocol import seen_by
    from heraut.engine.record import write_record

    match = open_match(file)
    steps = len(match.record.steps)
    if not match.pending():
        raise Refused("match_over")
    answers = drafted_answers(match)
    if bots is not None:
        answers |= bot_answers(match, bots, set(answers))
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


def bot_answers(match: Match[Any, Any], bot: str, answered: set[Seat]) -> dict[Seat, Any]:
    """The answers of this bot in every seat that has not answered."""
    from heraut.cli.simulations import bot_named
    from heraut.engine.play import ask
    from heraut.engine.rng import Rng

    player = bot_named(match.game.name, bot)
    silent = [seat for seat in match.pending() if seat not in answered]
    return ask(match, dict.fromkeys(silent, player), Rng(bytes.fromhex(str(match.record.seed))).at("players"))
