"""What a command line chooses: options, seats, a seed, bots."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from heraut.cli.screen import Misuse, Screen
from heraut.engine.decoding import decode
from heraut.games.registry import GAMES

SEED_BYTES = 32
MOST_SEATS = 1000  # more than any game has
SHORT_SEED = 16  # bytes; a shorter one could be found from its commitment by trying them all


def chosen_options(
    game: str, option: Iterable[str], map_name: str | None, seats: int | None, name: Iterable[str]
) -> dict[str, Any]:
    """The options of the match, as the game's setup takes them."""
    from heraut.cli.files import terminal

    counted = terminal(game).counted
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
    try:
        return decode(text)
    except msgspec.DecodeError:
        return text


def seat_count(game: str, options: dict[str, Any], seats: int | None) -> int:
    """How many seats are asked for, by themselves or by an option; the game says whether that makes sense."""
    from heraut.cli.files import terminal

    shared = terminal(game)
    asked = seats if seats is not None else options.get(shared.counted)
    if isinstance(asked, int) and asked > 0:
        return min(asked, MOST_SEATS)
    return shared.usual_seats(options) if shared.usual_seats is not None else GAMES[game].seats


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


def bot_named(game: str, name: str) -> Any:
    """The bot of this name for this game (`lab/entrants.py`). Raises Misuse with what is wrong, and what exists."""
    from heraut.bots.character import NoSuchBot
    from heraut.lab import entrants
    from heraut.lab.programs import ProgramFault

    try:
        return entrants.player(game, name)
    except NoSuchBot as error:
        words = {"name": name, "word": error.word, "known": list(error.known)}
        if error.fault == "level":
            words |= {"word": name, "known": list(entrants.names(game))}
        raise Misuse(f"no_such_bot_{error.fault}", **words) from None
    except OSError as error:
        raise Misuse("unreadable_bot", name=name.rpartition(":")[0], reason=error.strerror) from None
    except ProgramFault as error:
        raise Misuse(f"bot_{error.code}", command=error.command, detail=error.detail) from None


def bot_names(game: str, text: str) -> list[str]:
    """The names in a list with commas, each of which is a bot's. Raises Misuse."""
    names = [name.strip() for name in text.split(",")]
    for name in names:
        bot_named(game, name)
    return names


def seed_bytes(text: str) -> bytes:
    """Any seed will do for a simulation: hexadecimal as bytes, anything else as text."""
    try:
        return bytes.fromhex(text)
    except ValueError:
        return text.encode()
