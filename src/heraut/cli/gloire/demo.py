"""`heraut demo`: a match between bots in the terminal, watched over one lord's shoulder, or played in his place."""

from __future__ import annotations

import secrets
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from heraut.cli import arguments
from heraut.cli.screen import Misuse, Screen

if TYPE_CHECKING:
    from heraut.engine.protocol import Seat
    from heraut.engine.record import Match
    from heraut.engine.rng import Rng

TURNS = 40
SEATS = 10


@arguments.command
@click.option("--seed")
@click.option("--turns", type=arguments.COUNT, default=TURNS)
@click.option("--watch", default="j1")
@click.option("--play", is_flag=True)
@click.option("--fast", is_flag=True)
@click.option("--output", "-o", "folder", type=arguments.PATH)
@click.pass_obj
def demo(screen: Screen, seed: str | None, turns: int, watch: str, play: bool, fast: bool, folder: Path | None) -> None:
    """A demonstration match on the map of Scandinavia."""
    from heraut.cli.files import find_seat
    from heraut.cli.gloire.stage import show_end, show_welcome
    from heraut.cli.matches import read_seed

    chance = secrets.token_bytes(32) if seed is None else read_seed(screen, seed)
    place = demo_folder(folder)
    match = new_match(chance, turns)
    live = Demo(screen, match, find_seat(match, watch), place, waits=not fast and sys.stdin.isatty())
    show_welcome(screen, match, live.seat, waits=live.waits)
    live.playing = play and live.waits
    try:
        live.run()
    except KeyboardInterrupt:
        screen.warn("", style="")
    show_end(screen, match, live.seat, place)


def demo_folder(folder: Path | None) -> Path:
    """Where the record and the pictures go: a new folder among the temporary files, unless one is named."""
    try:
        if folder is None:
            return Path(tempfile.mkdtemp(prefix="heraut-"))
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Misuse("unwritable", file=str(folder or "/tmp"), reason=error.strerror or str(error)) from None
    return folder


def new_match(chance: bytes, turns: int) -> Match[Any, Any]:
    """Ten lords in Scandinavia, and an end that can be waited for."""
    from heraut.engine.protocol import Seat
    from heraut.engine.record import Match
    from heraut.games import gloire

    seats = [Seat(f"j{n}") for n in range(1, SEATS + 1)]
    return Match.new(gloire, seats, {"map": "SCANDINAVIE", "lords": SEATS, "turn_limit": turns}, chance)


class Demo:
    """The match, the lord who is watched, and whether the reader plays him. `waits`: somebody sits at the keyboard."""

    def __init__(self, screen: Screen, match: Match[Any, Any], seat: Seat, folder: Path, *, waits: bool) -> None:
        from heraut.cli.simulations import bot_named
        from heraut.engine.rng import Rng

        self.screen, self.match, self.seat, self.folder, self.waits = screen, match, seat, folder, waits
        self.playing = False
        self.bot = bot_named("gloire", "player")
        self.chance: Rng = Rng(bytes.fromhex(str(match.record.seed))).at("players")

    def run(self) -> None:
        """Turn after turn, until there is a king or the reader leaves."""
        from heraut.cli.gloire.stage import show_turn

        while self.match.game.pending(self.match.state):
            answers = self.answers()
            if answers is None:
                return
            self.match.advance(answers)
            show_turn(self.screen, self.match, self.seat)
            if self.waits and not self.at_desk() and not self.goes_on():
                return

    def at_desk(self) -> bool:
        """Whether the reader is about to write a sheet; a dead lord writes none."""
        return self.playing and self.seat in self.match.game.pending(self.match.state)

    def answers(self) -> dict[Any, Any] | None:
        """What every lord orders: the reader's sheet in his seat, the bots' elsewhere; None if the reader leaves."""
        from heraut.cli.gloire.desk import write_sheet
        from heraut.engine.play import ask

        pending = self.match.game.pending(self.match.state)
        answers = {}
        if self.at_desk():
            sheet = write_sheet(self, pending[self.seat])
            if sheet is None:
                return None
            if self.playing:  # he may have handed his seat back while writing
                answers[self.seat] = sheet
        return answers | ask(self.match, {seat: self.bot for seat in pending if seat not in answers}, self.chance)

    def advice(self, decision: Any) -> Any:
        """What the bot would order in the reader's place."""
        return self.bot(decision, decision.view, self.chance.at("player", self.seat, len(self.match.record.steps)))

    def goes_on(self) -> bool:
        """Waits for the reader between two turns; False if he leaves."""
        from heraut.cli.gloire.stage import show_report

        while True:
            word = self.screen.ask(self.screen.text("demo_prompt"))
            match word.casefold() if word is not None else "q":
                case "q":
                    return False
                case "s":
                    self.playing = True
                    return True
                case "r":
                    show_report(self.screen, self.match, self.seat)
                case "m":
                    self.draw()
                case _:
                    return True

    def draw(self) -> None:
        """Writes the map as the watched lord sees it now."""
        from heraut.cli.reading import write_picture

        path = self.folder / f"{self.screen.text('map_file')}-{self.match.state.turn}.svg"
        write_picture(path, self.match.game.view(self.match.state, self.seat), self.screen.lang, self.seat)
        self.screen.say("picture_written", file=str(path))
