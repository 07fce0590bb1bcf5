"""`heraut sit`: a match played at this keyboard, question after question, against bots or one another."""

from __future__ import annotations

import os
import select
import sys
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from heraut.cli import arguments
from heraut.cli.files import part, terminal
from heraut.cli.refusals import tell_refusals
from heraut.cli.screen import LONGEST, Misuse, Refused, Screen, is_yes

if TYPE_CHECKING:
    from heraut.engine.match import Match
    from heraut.engine.protocol import Event, Seat

OWN_CLOCK = "game"
MOST_SECONDS = 24 * 3600


@arguments.command
@arguments.file
@click.option("--seat", multiple=True)
@click.option("--bots")
@click.option("--clock", is_flag=False, flag_value=OWN_CLOCK)
@click.option("--map", "picture", type=arguments.PATH)
@click.pass_obj
def sit(
    screen: Screen, file: Path, seat: Sequence[str], bots: str | None, clock: str | None, picture: Path | None
) -> None:
    """Asks whoever sits at the keyboard, step after step, and writes each step to the record."""
    from heraut.cli.choices import bot_named
    from heraut.cli.files import find_seat, open_match

    match = open_match(file)
    if not match.pending():
        raise Refused("match_over")
    if bots is not None:
        bot_named(match.game.name, bots)  # said before anybody types an answer
    players = [find_seat(match, name) for name in seat] or match.record.seats[: 1 if bots else None]
    seconds = None if clock is None else seconds_of(match, clock)
    Sitting(screen, match, file, players, bots=bots, clock=seconds, picture=picture).play()


def seconds_of(match: Match[Any, Any], clock: str) -> tuple[int, int]:
    """How long orders, and other questions, may take in seconds; 0: as long as one likes. Raises Misuse."""
    if clock == OWN_CLOCK:
        own = terminal(match.game.name).clock
        if own is None:
            raise Misuse("no_own_clock", game=match.game.name)
        return own
    numbers = clock.split(",")
    if len(numbers) > 2 or not all(
        one.isascii() and one.isdigit() and len(one) < 9 and int(one) <= MOST_SECONDS for one in numbers
    ):
        raise Misuse("bad_clock", text=clock, most=MOST_SECONDS)
    return int(numbers[0]), int(numbers[-1])


class Typist:
    """Who types: a line at a time, within a time if there is a clock.

    The end of what is typed raises EOFError, and so does a line that has none.
    """

    def __init__(self, *, clocked: bool) -> None:
        self.clocked, self.typed = clocked, b""

    def line(self, until: float | None) -> str | None:
        """The next line without its blanks; None when the time is over (`until` on the monotonic clock)."""
        if not self.clocked:
            text = sys.stdin.readline(LONGEST)
            if not text or len(text) == LONGEST:
                raise EOFError
            return text.strip()
        while b"\n" not in self.typed:
            left = None if until is None else max(0.0, until - time.monotonic())
            if not select.select([sys.stdin.fileno()], [], [], left)[0]:
                return None
            more = os.read(sys.stdin.fileno(), 4096)
            self.typed += more
            if not more or len(self.typed) >= LONGEST:
                raise EOFError
        line, _, self.typed = self.typed.partition(b"\n")
        return line.decode(errors="replace").strip()


class Sitting:
    """A match, who plays it here, and how long they may take. `news` is what each has not been told yet."""

    def __init__(
        self,
        screen: Screen,
        match: Match[Any, Any],
        file: Path,
        players: Sequence[Seat],
        *,
        bots: str | None,
        clock: tuple[int, int] | None,
        picture: Path | None,
    ) -> None:
        self.screen, self.match, self.file, self.players, self.bots = screen, match, file, players, bots
        self.picture = picture
        self.clock, self.typist = clock, Typist(clocked=clock is not None)
        self.terminal = terminal(match.game.name)
        self.news = missed(match, players)
        self.last: Seat | None = None
        self.hushed = False  # whether all at the keyboard said nothing, when last they could have

    def play(self) -> None:
        """Step after step, until the match is over or somebody leaves."""
        try:
            while self.match.pending():
                self.step()
        except (EOFError, KeyboardInterrupt):
            self.screen.say("sit_left", file=str(self.file))
            return
        view = self.match.game.view(self.match.state, None)
        self.screen.line(self.match.game.chronicle(view, self.match.events, self.screen.lang))

    def step(self) -> None:
        """Those at the keyboard are asked, then the bots; drafts of the others count; who says nothing is silent."""
        from heraut.cli.files import drafted_answers
        from heraut.cli.matches import bot_answers
        from heraut.cli.record_files import write_record
        from heraut.engine.protocol import seen_by

        match = self.match
        here = [seat for seat in match.pending() if seat in self.players]
        answers = {seat: answer for seat, answer in drafted_answers(match).items() if seat not in here}
        others = set(match.pending()) - set(here) - set(answers)
        if others and self.bots is None:  # said before anybody types an answer that could not count
            raise Refused("sit_waits", seat=min(others))
        said = {seat: self.asked(seat) for seat in here}
        answers |= {seat: answer for seat, answer in said.items() if answer is not None}
        if self.bots is not None and not self.out_of_words(here, said):
            answers |= bot_answers(self.screen, match, self.bots, {*answers, *here})
        match.advance(answers)
        write_record(self.file, match.record)
        for seat in self.players:
            self.news[seat] += seen_by(match.events, seat)

    def out_of_words(self, here: Sequence[Seat], said: Mapping[Seat, Any]) -> bool:
        """Whether a talk that goes on until nobody says a word ends now (FI-NEG-02).

        So it is once those at the keyboard have said nothing twice in a row: bots would talk for ever.
        """
        from heraut.engine.protocol import TableDecision

        pending = self.match.pending()
        silent = bool(here) and all(said[seat] in (None, pending[seat].default) for seat in here)
        together = all(isinstance(one := pending[seat], TableDecision) and one.alone for seat in here)
        before, self.hushed = self.hushed, silent and together
        return before and self.hushed

    def asked(self, seat: Seat) -> Any:
        """The answer of this seat; None when it says nothing, or its time is over."""
        if self.last not in (None, seat):  # others look at the same screen
            self.line_typed("sit_curtain", None, seat=self.name(seat))
        self.last = seat
        decision = self.match.pending()[seat]
        self.tell(seat, decision)
        lines = self.draft(seat, decision)
        seconds = self.seconds(decision)
        self.screen.say("sit_keys", "dim", one_line=self.one_line, seconds=seconds)
        until = time.monotonic() + seconds if seconds else None
        try:
            return self.listen(seat, decision, lines, until)
        except (EOFError, KeyboardInterrupt):
            self.keep(seat, lines)
            raise

    def tell(self, seat: Seat, decision: Any) -> None:
        """What has happened since this seat was last asked, or how things stand; and the question."""
        from heraut.cli.reading import write_picture

        screen, game = self.screen, self.match.game
        if self.picture is not None:
            write_picture(self.picture, decision.view, screen.lang, seat)
        if news := self.news.pop(seat, []):
            screen.line(game.report(decision.view, tuple(news), screen.lang))
        else:
            part(game.name, "tables").show_view(screen, decision.view)
        if self.terminal.question is not None:
            screen.line(self.terminal.question(decision, screen.lang))

    def draft(self, seat: Seat, decision: Any) -> list[str]:
        """The lines of this seat's draft, which it may send, add to, or take back."""
        text = self.match.record.drafts.get(seat)
        if text is None:
            return []
        lines: list[str] = decision.write(decision.parse(text).answer).splitlines()
        if lines:
            self.screen.say("sit_draft", "yellow", lines=lines, one_line=self.one_line)
            self.screen.line("\n".join(f"  {line}" for line in lines))
        return lines

    def keep(self, seat: Seat, lines: Sequence[str]) -> None:
        """Keeps the lines of who leaves as his draft: they wait for him."""
        from heraut.cli.record_files import write_record
        from heraut.cli.sheets import enter

        if lines:
            enter(self.match.record, seat, "\n".join(lines))
            write_record(self.file, self.match.record)

    def listen(self, seat: Seat, decision: Any, lines: list[str], until: float | None) -> Any:
        """What is typed, line by line, until it is an answer; None when that is silence.

        Lines taken so far, and those of a draft, count when time is up, as drafts do whenever a step is taken.
        """
        screen, refused = self.screen, False
        while True:
            line = self.line_typed("sit_prompt", until, seat=self.name(seat), number=len(lines) + 1)
            if line is None:
                screen.say("sit_late", "bold red", lines=lines)
                return decision.parse("\n".join(lines)).answer if lines else None
            match line.casefold():
                case "q":
                    raise EOFError
                case "conseil" | "advice":
                    screen.line(decision.write(self.advice(decision, seat)))
                case "voir" | "show":
                    part(self.match.game.name, "tables").show_view(screen, decision.view)
                case "?":
                    self.terminal.show_orders(screen, decision)
                case "-" if lines:
                    screen.line(f"  {lines.pop()}", "strike dim")
                case "" if lines or (not self.one_line and (not refused or self.agreed("sit_send_nothing", until))):
                    return decision.parse("\n".join(lines)).answer
                case "" | "-":
                    continue
                case _:
                    refused = not self.taken(decision, lines, line, until)
                    if not refused and self.one_line:
                        return decision.parse(line).answer

    @property
    def one_line(self) -> bool:
        """Whether an answer of this game is one line, sent as soon as it is typed."""
        return self.terminal.one_line

    def seconds(self, decision: Any) -> int:
        """How long this decision may take; 0: as long as one likes."""
        if self.clock is None:
            return 0
        slow = self.terminal.slow_questions
        return self.clock[bool(slow) and decision.kind not in slow]

    def line_typed(self, key: str, until: float | None, **data: Any) -> str | None:
        """A line behind this prompt."""
        self.screen.prompt(self.screen.text(key, **data))
        return self.typist.line(until)

    def agreed(self, key: str, until: float | None, **data: Any) -> bool:
        """Whether this question is answered by yes, in time."""
        return is_yes(self.line_typed(key, until, **data))

    def name(self, seat: Seat) -> str:
        """What a seat is called; by its lord where nobody may know who rules what."""
        from heraut.cli.files import seat_names

        return seat_names(self.match)[seat][-1 if self.terminal.secret_seats else 0]

    def advice(self, decision: Any, seat: Seat) -> Any:
        """What the bot would answer."""
        from heraut.cli.choices import bot_named
        from heraut.engine.rng import Rng

        chance = Rng(b"advice").at(seat, len(self.match.record.steps))
        return bot_named(self.match.game.name, "player")(decision, decision.view, chance)

    def taken(self, decision: Any, lines: list[str], line: str, until: float | None) -> bool:
        """Whether the line is legal beside those before it, and meant if it is final; if so, it is kept."""
        before = [] if self.one_line else lines
        reading = decision.parse("\n".join([*before, line]))
        tell_refusals(self.screen, self.match.game, reading.refusals)
        if reading.refusals:
            return False
        canonical = decision.write(reading.answer).splitlines()
        final = self.terminal.final_orders & set(canonical[-1:])
        if final and not self.agreed("sit_confirm", until, order=min(final)):
            return False
        lines.append(line)
        return True


def missed(match: Match[Any, Any], players: Sequence[Seat]) -> defaultdict[Seat, list[Event]]:
    """What each of these seats was told since its last answer; of a seat that never gave one, the last step alone.

    Nothing where the record cannot be played again.
    """
    from heraut.cli.reading import played_again, told_to
    from heraut.engine.record import RecordError

    news: defaultdict[Seat, list[Event]] = defaultdict(list)
    try:
        told = played_again(match.game, match.record)
    except RecordError:
        return news
    for seat in players:
        answered = [
            number
            for number, step in enumerate(match.record.steps, start=1)
            if any(answer.seat == seat and answer.text is not None for answer in step.answers)
        ]
        since = answered[-1] if answered else len(match.record.steps)
        news[seat] = [event for one in told if one.step >= since for event in told_to(one, seat)]
    return news
