"""`heraut show | replay | verify | export`: reading a record, without ever changing it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click
from click.exceptions import Exit

from heraut.cli import arguments
from heraut.cli.screen import Misuse, Refused, Screen

if TYPE_CHECKING:
    from heraut.engine.match import Match
    from heraut.engine.protocol import Event, Seat
    from heraut.engine.record import Record


@arguments.command
@arguments.file
@arguments.seat
@click.option("--map", "picture", type=arguments.PATH)
@click.option("--around", type=arguments.COUNT)
@click.option("--report", is_flag=True)
@arguments.as_json
@click.pass_obj
def show(
    screen: Screen,
    file: Path,
    seat: str | None,
    picture: Path | None,
    around: int | None,
    report: bool,
    as_json: bool,
) -> None:
    """What everyone, or one seat, may see of the match."""
    from heraut.cli.files import find_seat, open_match, part

    if picture is None and around is not None:
        raise Misuse("around_needs_map")
    if picture is not None and picture.suffix.lower() != ".svg":
        raise Misuse("not_a_picture", file=str(picture))
    match = open_match(file)
    who = None if seat is None else find_seat(match, seat)
    view = match.game.view(match.state, who)
    if picture is not None and around is not None:
        write_region(picture, view, screen.lang, around)
    elif picture is not None:
        write_picture(picture, view, screen.lang, who, lately(match, who))
    if as_json:
        screen.json(view)
    elif report:
        show_last_report(screen, match, who)
    else:
        part(match.game.name, "tables").show_view(screen, view)
        show_chance(screen, match)
        show_question(screen, match, who)
    if picture is not None and not as_json:
        screen.say("picture_written", file=str(picture))


def show_question(screen: Screen, match: Match[Any, Any], seat: Seat | None) -> None:
    """What this seat is asked, with answers that it may give, where a game tells them."""
    from heraut.cli.files import terminal

    question = terminal(match.game.name).question
    if seat is not None and seat in match.pending() and question is not None:
        screen.line(question(match.pending()[seat], screen.lang))


def write_picture(
    path: Path, view: Any, lang: str, seat: Seat | None, told: Sequence[Sequence[Event]] | None = None
) -> None:
    """Writes the map of this view as SVG, and what was told of the last steps where a game draws it. Raises Misuse."""
    from heraut.cli.files import terminal

    picture = terminal(view["game"]).picture
    write_page(path, picture(view, lang, seat, told) if told else picture(view, lang, seat))


def write_region(path: Path, view: Any, lang: str, around: int) -> None:
    """Writes the part of the map around a province as SVG. Raises Misuse, also of games that have no such pictures."""
    from heraut.cli.files import terminal

    region = terminal(view["game"]).region
    if region is None:
        raise Misuse("no_regions", game=view["game"])
    write_page(path, region(view, lang, around))


def lately(match: Match[Any, Any], seat: Seat | None) -> list[tuple[Event, ...]]:
    """What this seat was told of the last steps, as many as a picture of this game shows; the record is replayed."""
    from heraut.cli.files import terminal

    steps = terminal(match.game.name).lately
    return [told_to(told, seat) for told in played_again(match.game, match.record)[-steps:]] if steps else []


def write_page(path: Path, text: str) -> None:
    """Writes a picture or a film. Raises Misuse."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Misuse("unwritable", file=str(path), reason=error.strerror or str(error)) from None


def show_chance(screen: Screen, match: Match[Any, Any]) -> None:
    """The commitment; once the match is over, the seed that it was made of."""
    screen.say("commitment", "dim", digest=match.record.commitment)
    if match.game.result(match.state) is not None:
        screen.say("seed_revealed", "dim", seed=match.record.seed)


class Told(NamedTuple):
    """One step of a replay: its number (0: the setup), the view and the events of whoever reads it, the chronicle's."""

    step: int
    state: Any
    events: tuple[Event, ...]


def played_again(game: Any, record: Record, rewind: int = 0) -> list[Told]:
    """Every step of a record, from its seed; or of what this rewind set aside. Raises RecordError."""
    from heraut.engine.match import follow
    from heraut.engine.match import replay as engine_replay

    lines = follow(game, record) if rewind else ((0, match) for match in engine_replay(game, record))
    return [Told(len(match.record.steps), match.state, match.events) for line, match in lines if line == rewind]


def told_to(told: Told, seat: Seat | None) -> tuple[Event, ...]:
    """The events of a step that this seat, or a passer-by, may know."""
    from heraut.engine.protocol import seen_by

    return seen_by(told.events, seat)


def last_told(file: Path, seat: Seat) -> tuple[Event, ...]:
    """What a seat was told of the last step: the record is played again to find it. Raises RecordError or Misuse."""
    from heraut.cli.files import open_match

    match = open_match(file)
    return told_to(played_again(match.game, match.record)[-1], seat)


def tell(screen: Screen, game: Any, told: Told, seat: Seat | None) -> str:
    """A step in words: the seat's report, or the chronicle of what all may know."""
    write = game.chronicle if seat is None else game.report
    return str(write(game.view(told.state, seat), told_to(told, seat), screen.lang))


def tell_all(screen: Screen, game: Any, told: Told, seats: Sequence[Seat]) -> str:
    """A step with its secrets: the chronicle, then the report of every seat that was told something."""
    addressed = {seat for event in told.events for seat in event.seen_by or ()}
    readers = [None, *(seat for seat in seats if seat in addressed)]
    return "\n".join(tell(screen, game, told, seat) for seat in readers)


def show_last_report(screen: Screen, match: Match[Any, Any], seat: Seat | None) -> None:
    """What the seat was told of the last step; the events are found again by replaying the record."""
    screen.line(tell(screen, match.game, played_again(match.game, match.record)[-1], seat))


@arguments.command
@arguments.file
@click.option("--turn", type=int)
@arguments.seat
@click.option("--all", "everything", is_flag=True)
@click.option("--film", type=arguments.PATH)
@click.option("--rewind", type=int, default=0)
@click.option("--output", "-o", "rebuilt", type=arguments.PATH)
@click.pass_obj
def replay(
    screen: Screen,
    file: Path,
    turn: int | None,
    seat: str | None,
    everything: bool,
    film: Path | None,
    rewind: int,
    rebuilt: Path | None,
) -> None:
    """Plays the record again and tells each turn; those that a rewind set aside, where one is named."""
    from heraut.cli.files import open_record

    game, record = open_record(file)
    if film is not None:
        write_film(screen, film, game, record, seat)
        return
    if not 0 <= rewind <= len(record.branches):
        raise Misuse("no_such_rewind", rewind=rewind, last=len(record.branches))
    steps = played_again(game, record, rewind)
    if not steps:
        raise Refused("older_rewind", rewind=rewind)
    if everything and game.result(steps[-1].state) is None:
        raise Refused("not_over_yet")
    first, last = steps[0].step, steps[-1].step  # the first is not 0 where older rules took the match so far
    if turn is not None and not first <= turn <= last:
        raise Misuse("no_such_turn", turn=turn, first=first, last=last)
    who = seat_of(game, steps, seat)
    for told in steps if turn is None else [steps[turn - first]]:
        say_rewinds(screen, record, told.step, rewind)
        say_heading(screen, game, record, told)
        screen.line(tell_all(screen, game, told, record.seats) if everything else tell(screen, game, told, who))
    if rebuilt is not None:
        write_rebuilt(game, record, rebuilt)
        screen.say("record_rebuilt", "bold green", file=str(rebuilt))


def say_rewinds(screen: Screen, record: Record, step: int, rewind: int) -> None:
    """Says where the match was rewound to before this step was taken as it is told."""
    for number, branch in enumerate(record.branches, start=1):
        if branch.first == step and (not rewind or number <= rewind):
            last = branch.first + len(branch.steps) - 1
            told = "rewind_itself" if number == rewind else "rewind_before"
            screen.say(told, "yellow", rewind=number, first=branch.first, last=last, reason=branch.reason)


def say_heading(screen: Screen, game: Any, record: Record, told: Told) -> None:
    """Which step is told: a turn, or one decision of it."""
    from heraut.cli.files import terminal

    shared = terminal(game.name)
    if record.carried and record.carried[-1].after == told.step:
        screen.say("carried_heading", "bold", steps=told.step, version=record.carried[-1].rules_version)
    elif shared.turn_of is not None and told.step:
        screen.say("decision_heading", "bold", step=told.step, turn=shared.turn_of(told.state))
    else:
        screen.say("turn_heading" if told.step else "setup_heading", "bold", turn=told.step)


def write_film(screen: Screen, path: Path, game: Any, record: Record, seat: str | None) -> None:
    """Writes the match as a film: one page that a browser opens by itself. Raises Misuse."""
    from heraut.cli.files import terminal

    film = terminal(game.name).film
    if film is None:
        raise Misuse("no_film", game=game.name)
    if path.suffix.lower() not in (".html", ".htm"):
        raise Misuse("not_a_film", file=str(path))
    if path.exists():
        raise Misuse("unwritable", file=str(path), reason="File exists")
    played = played_again(game, record)
    who = seat_of(game, played, seat)
    write_page(path, film(((game.view(told.state, who), told_to(told, who)) for told in played), screen.lang))
    screen.say("film_written", file=str(path))


def seat_of(game: Any, steps: Sequence[Told], text: str | None) -> Seat | None:
    """The seat of this name in what was played; None if none is asked for. Raises Misuse."""
    from heraut.cli.files import seat_called, terminal

    return None if text is None else seat_called(text, terminal(game.name).seat_names(steps[-1].state))


def write_rebuilt(game: Any, record: Record, path: Path) -> None:
    """Writes the record with the state that its steps lead to, in a new file."""
    import msgspec

    from heraut.cli.record_files import write_record
    from heraut.engine.match import verify as engine_verify
    from heraut.engine.record import NO_STATE

    last = engine_verify(game, msgspec.structs.replace(record, state=NO_STATE))
    last.record.drafts, last.record.entered = record.drafts, record.entered
    write_record(path, last.record, new=True)


@arguments.command
@arguments.file
@click.option("--earlier", type=arguments.PATH)
@click.pass_obj
def verify(screen: Screen, file: Path, earlier: Path | None) -> None:
    """Plays the record again and says what agrees with it; stops at the first thing that does not.

    `earlier`: where to write what was played under older rules, for the release that verifies it.
    """
    from heraut.cli.files import open_record
    from heraut.engine.match import verify as engine_verify
    from heraut.engine.record import RecordError

    game, record = open_record(file)
    try:
        match = engine_verify(game, record)
    except RecordError as error:
        screen.warn(screen.text("not_verified", reason=screen.words.say("record", error.code, error.data)))
        raise Exit(Refused.status) from None
    for line in verified(screen, record, match):
        screen.line(f"✓ {line}", "green")
    if earlier is not None:
        write_earlier(record, earlier)
    if record.carried:
        before = record.carried[-1]
        release = game.migrations[before.rules_version].release
        told = "earlier_written" if earlier is not None else "earlier_rules"
        screen.say(told, steps=before.after, version=before.rules_version, release=release, file=str(earlier or ""))


def write_earlier(record: Record, path: Path) -> None:
    """Writes the record as it stood before the match went on under newer rules. Raises Refused when it never did."""
    from heraut.cli.record_files import write_record
    from heraut.engine.migration import earlier

    before = earlier(record)
    if before is None:
        raise Refused("one_version")
    write_record(path, before, new=True)


def verified(screen: Screen, record: Record, match: Match[Any, Any]) -> Iterable[str]:
    """What the replay has shown, one line a point."""
    from heraut.cli.files import seat_names

    yield screen.text("verified_seed", digest=record.commitment)
    if record.carried:
        after = record.carried[-1].after
        yield screen.text("verified_carried", after=after, steps=len(record.steps) - after)
    else:
        yield screen.text("verified_steps", steps=len(record.steps))
    for number, branch in enumerate(record.branches, start=1):
        told = "verified_rewind" if branch.rules_version == record.rules_version else "older_branch"
        last = branch.first + len(branch.steps) - 1
        yield screen.text(told, rewind=number, first=branch.first, last=last, steps=len(branch.steps))
    if bytes(record.state):
        yield screen.text("verified_state")
    result = match.game.result(match.state)
    if result is not None:
        names = seat_names(match)
        winners = [names[seat][0] for seat, score in result.scores.items() if score]
        road = screen.victory(match.game.name, result.road)
        yield screen.text("verified_result", winners=winners or ["—"], road=road)


@arguments.command
@arguments.file
@arguments.output
@click.pass_obj
def export(screen: Screen, file: Path, output: Path) -> None:
    """Writes the copy of the record that may be given away at this moment."""
    from heraut.cli.files import open_match, open_record
    from heraut.cli.record_files import write_record
    from heraut.engine.record import public_copy

    match = open_match(file)
    over = match.game.result(match.state) is not None
    record = open_record(file)[1] if over else match.record  # of what is over nothing is carried over to newer rules
    write_record(output, public_copy(record, over=over), new=True)
    screen.say("exported_whole" if over else "exported_sealed", "bold green", file=str(output))
