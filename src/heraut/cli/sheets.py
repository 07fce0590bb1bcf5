"""`heraut orders`: a seat's answer, read line by line and kept as its draft."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click
from click.exceptions import Exit

from heraut.cli import arguments
from heraut.cli.refusals import tell_left, tell_refusal
from heraut.cli.screen import Misuse, Refused, Screen

if TYPE_CHECKING:
    from heraut.cli.game_terminal import GameTerminal
    from heraut.engine.match import Match
    from heraut.engine.protocol import Refusal, Seat
    from heraut.engine.record import Record


MOST = 1 << 20  # characters: many times what any game reads; some files have no end


class Sheet(NamedTuple):
    """A text read: the answer that it holds, as the game writes it (None: no answer at all); its lines by number.

    `understood` are the orders of that answer: all that were legal, or none, where a game takes a sheet whole only.
    `cautions` are what is legal and probably a mistake, by line; 0 for the sheet as a whole.
    """

    text: str | None
    understood: dict[int, str]
    refusals: tuple[Refusal, ...]
    cautions: dict[int, list[str]]


@arguments.command
@arguments.file
@click.option("--seat", required=True)
@click.argument("sheet", required=False)
@click.option("--check", is_flag=True)
@click.option("--yes", is_flag=True)
@click.pass_obj
def orders(screen: Screen, file: Path, seat: str, sheet: str | None, check: bool, yes: bool) -> None:
    """Reads a sheet of orders and keeps what is legal of it; without a sheet, prints the draft."""
    from heraut.cli.files import find_seat, open_match, pending_decision, terminal

    match = open_match(file)
    who = find_seat(match, seat)
    decision = pending_decision(match, who)
    if sheet is None:
        print_draft(screen, match, who)
        tell_question(screen, match, decision)
        return
    asked = terminal(match.game.name)
    read = read_sheet(decision, sheet_text(sheet), asked, screen.lang)
    answer_lines(screen, match.game, read)
    if not check:
        final = asked.final_orders & set(read.understood.values())
        if final and not yes and not confirmed(screen, min(final), from_stdin=sheet == "-"):
            raise Refused("not_confirmed")
        keep(screen, match, file, who, read)
    if read.refusals:
        raise Exit(Refused.status)


def tell_question(screen: Screen, match: Match[Any, Any], decision: Any) -> None:
    """What is asked, in the margin of the draft, where a game tells it."""
    from heraut.cli.files import terminal

    question = terminal(match.game.name).question
    if question is not None:
        screen.warn(question(decision, screen.lang), style="")


def print_draft(screen: Screen, match: Match[Any, Any], seat: Seat) -> None:
    """The draft as it was kept, ready to be read again."""
    draft = match.record.drafts.get(seat)
    if draft is None:
        screen.warn(screen.text("no_draft", seat=seat), style="dim")
    else:
        screen.line(draft)


def sheet_text(sheet: str) -> str:
    """The text of a file, or of the standard input ("-"). Raises Misuse."""
    try:
        with nullcontext(sys.stdin) if sheet == "-" else Path(sheet).open(encoding="utf-8-sig") as file:
            data = file.read(MOST + 1)
    except OSError as error:
        raise Misuse("unreadable_sheet", file=sheet, reason=error.strerror or str(error)) from None
    except UnicodeDecodeError:
        raise Misuse("unreadable_sheet", file=sheet, reason="UTF-8") from None
    if len(data) > MOST:
        raise Misuse("endless_sheet", file=sheet, most=MOST)
    return "\n".join(data.splitlines())


def read_sheet(decision: Any, text: str, asked: GameTerminal, lang: str) -> Sheet:
    """What the game makes of this text, each order of it beside the number of its line."""
    reading = decision.parse(text)
    if reading.answer == decision.default:
        return Sheet(None, {}, reading.refusals, {})
    written = decision.write(reading.answer)
    if reading.answer == decision.parse("").answer:
        return Sheet(written, {}, reading.refusals, {})
    orders = asked.understood(decision, text, reading.refusals)
    if reading.refusals and not orders:  # all of it was refused: it is no empty sheet
        return Sheet(None, {}, reading.refusals, {})
    return Sheet(written, orders, reading.refusals, asked.cautions(decision, text, lang))


def answer_lines(screen: Screen, game: Any, read: Sheet) -> None:
    """One answer a line, in the order of the sheet, and what there is to fear of it."""
    from heraut.engine.sheets import first_refusals

    told, left = first_refusals(read.refusals)
    refusals: dict[int, list[Refusal]] = {}
    for refusal in told:
        refusals.setdefault(refusal.line, []).append(refusal)
    for number in sorted(refusals.keys() | read.understood.keys()):
        for refusal in refusals.get(number, ()):
            tell_refusal(screen, game, refusal)
        if number in read.understood:
            screen.line(f"✓ {number:>2}  {read.understood[number]}", "green")
        warn(screen, read.cautions.get(number, ()))
    tell_left(screen, left)
    warn(screen, read.cautions.get(0, ()))


def warn(screen: Screen, cautions: Iterable[str]) -> None:
    """What a player should have a second look at, below the line that it is about."""
    for caution in cautions:
        screen.line(f"  ! {caution}", "yellow")


def confirmed(screen: Screen, order: str, *, from_stdin: bool) -> bool:
    """Whether the player really means to leave; a sheet on the standard input leaves nobody to ask."""
    return not from_stdin and screen.agrees(screen.text("confirm_final", order=order))


def keep(screen: Screen, match: Match[Any, Any], file: Path, seat: Seat, read: Sheet) -> None:
    """Keeps the answer as the draft, at its place in the order of entry; a text that holds none removes it."""
    from heraut.cli.record_files import write_record

    if read.text is not None:
        enter(match.record, seat, read.text)
        said = "draft_kept"
    elif read.refusals:
        said = "draft_unchanged"
    else:
        match.record.drafts.pop(seat, None)
        match.record.entered.pop(seat, None)
        said = "draft_removed"
    if said != "draft_unchanged":
        write_record(file, match.record)
    screen.say(
        said, "bold", orders=len(read.understood), refused=len({refusal.line for refusal in read.refusals}), seat=seat
    )


def enter(record: Record, seat: Seat, text: str) -> None:
    """Puts a draft into the record; drafts stand in the order of the oldest line that is left of each (GP-GEN-10)."""
    from heraut.engine.entry import entry_times

    drafts, entered = record.drafts, record.entered
    save = 1 + max((number for numbers in entered.values() for number in numbers), default=0)
    stood = drafts[seat].split("\n") if seat in drafts else []
    former = list(zip(stood, entered.get(seat) or [0] * len(stood), strict=False))
    drafts[seat], entered[seat] = text, tuple(entry_times(former, text.split("\n"), save))
    record.drafts = dict(sorted(drafts.items(), key=lambda draft: min(entered.get(draft[0]) or [0])))
