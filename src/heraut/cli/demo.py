"""`heraut demo`: a match between bots in the terminal, watched over one lord's shoulder, or played in his place.

What is shown of a game stands in its own `demonstration.py`, what helps to write its orders in its
`order_help.py`.
"""

from __future__ import annotations

import secrets
import sys
import tempfile
from pathlib import Path
from shutil import which
from typing import TYPE_CHECKING, Any

import click

from heraut.cli import arguments
from heraut.cli.files import part
from heraut.cli.screen import Misuse, Screen
from heraut.games.registry import GAMES

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

    from heraut.engine.match import Match
    from heraut.engine.protocol import Seat
    from heraut.engine.rng import Rng

TURNS = 40


@arguments.command
@click.argument("game", default="gloire")
@click.option("--seed")
@click.option("--turns", type=arguments.COUNT, default=TURNS)
@click.option("--watch", default="j1")
@click.option("--play", is_flag=True)
@click.option("--fast", is_flag=True)
@click.option("--output", "-o", "folder", type=arguments.PATH)
@click.pass_obj
def demo(
    screen: Screen, game: str, seed: str | None, turns: int, watch: str, play: bool, fast: bool, folder: Path | None
) -> None:
    """A demonstration match."""
    from heraut.cli.choices import read_seed
    from heraut.cli.files import find_seat, game_named

    rules = game_named(game)
    chance = secrets.token_bytes(32) if seed is None else read_seed(screen, seed)
    place = demo_folder(folder)
    match = new_match(rules, chance, turns)
    waits = not fast and sys.stdin.isatty()
    live = Demo(screen, match, find_seat(match, watch), place, turns=turns, waits=waits)
    live.welcome()
    live.playing = play and live.waits
    try:
        live.run()
    except KeyboardInterrupt:
        screen.warn("", style="")
    live.end()


def demo_folder(folder: Path | None) -> Path:
    """Where the record and the pictures go: a new folder among the temporary files, unless one is named."""
    try:
        if folder is None:
            return Path(tempfile.mkdtemp(prefix="heraut-"))
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Misuse("unwritable", file=str(folder or "/tmp"), reason=error.strerror or str(error)) from None  # noqa: S108  a word in a message
    return folder


def new_match(rules: Any, chance: bytes, turns: int) -> Match[Any, Any]:
    """A match of the game for a demonstration. Raises Misuse where it has none."""
    from importlib.util import find_spec

    from heraut.engine.match import Match
    from heraut.engine.protocol import Seat

    if find_spec(f"{GAMES[rules.name].packages.cli}.demonstration") is None:
        raise Misuse("no_demo", game=rules.name)
    shown = part(rules.name, "demonstration")
    seats = [Seat(f"j{n}") for n in range(1, shown.SEATS + 1)]
    return Match.new(rules, seats, shown.options(turns), chance)


def panel(text: str | Text, title: str, style: str = "") -> RenderableType:
    """Text in a frame, taken as it is."""
    from rich.panel import Panel
    from rich.text import Text

    body = Text(text) if isinstance(text, str) else text
    return Panel(body, title=Text(title), title_align="left", border_style=style, padding=(0, 1))


def program() -> str:
    """How the reader may call this program again."""
    if which("heraut"):
        return "heraut"
    return f"{sys.executable} -m heraut" if sys.argv[0].endswith(".py") else sys.argv[0]


class Demo:
    """The match, the lord who is watched, and whether the reader plays him. `waits`: somebody sits at the keyboard."""

    def __init__(
        self, screen: Screen, match: Match[Any, Any], seat: Seat, folder: Path, *, turns: int, waits: bool
    ) -> None:
        from heraut.cli.choices import bot_named
        from heraut.engine.rng import Rng

        self.screen, self.match, self.seat, self.folder, self.waits = screen, match, seat, folder, waits
        self.turns, self.playing = turns, False
        self.shown = part(match.game.name, "demonstration")
        self.bot = bot_named(match.game.name, "player")
        self.chance: Rng = Rng(bytes.fromhex(str(match.record.seed))).at("players")

    @property
    def view(self) -> Any:
        """What the watched lord sees."""
        return self.match.game.view(self.match.state, self.seat)

    def welcome(self) -> None:
        """Where the reader is, whom he watches, what he may press."""
        screen, game = self.screen, self.match.game.name
        bots = len(self.match.record.seats)
        lines = [screen.text(f"demo_story_{game}"), ""]
        lines.append(screen.text("demo_watch", lord=self.shown.lord_name(self.view), bots=bots))
        if self.waits:
            lines += ["", screen.text("demo_keys", map=self.shown.PICTURED)]
        screen.show(panel("\n".join(lines), screen.text(f"demo_title_{game}"), "bold yellow"))
        self.shown.show_opening(screen, self.match, self.seat)
        screen.say("commitment", "dim", digest=self.match.record.commitment)
        screen.say("commitment_demo", "dim")

    def run(self) -> None:
        """Turn after turn, until the match is over, the turns are played, or the reader leaves."""
        while self.match.pending() and len(self.match.record.steps) < self.turns:
            answers = self.answers()
            if answers is None:
                return
            self.match.advance(answers)
            self.shown.show_turn(self.screen, self.match, self.seat)
            if self.waits and not self.writing() and not self.goes_on():
                return

    def writing(self) -> bool:
        """Whether the reader is about to write orders; a lord who is no more writes none."""
        return self.playing and self.seat in self.match.pending()

    def answers(self) -> dict[Any, Any] | None:
        """What every lord orders: the reader's orders in his seat, the bots' elsewhere; None if the reader leaves."""
        from heraut.cli.order_entry import write_orders
        from heraut.engine.play import ask

        pending = self.match.pending()
        answers = {}
        if self.writing():
            orders = write_orders(self, pending[self.seat])
            if orders is None:
                return None
            if self.playing:  # he may have handed his seat back while writing
                answers[self.seat] = orders
        return answers | ask(self.match, {seat: self.bot for seat in pending if seat not in answers}, self.chance)

    def advice(self, decision: Any) -> Any:
        """What the bot would order in the reader's place."""
        return self.bot(decision, decision.view, self.chance.at("player", self.seat, len(self.match.record.steps)))

    def goes_on(self) -> bool:
        """Waits for the reader between two turns; False if he leaves."""
        from heraut.engine.protocol import seen_by

        while True:
            word = self.screen.ask(self.screen.text("demo_prompt", map=self.shown.PICTURED))
            match word.casefold() if word is not None else "q":
                case "q":
                    return False
                case "s":
                    self.playing = True
                    return True
                case "r":
                    events = seen_by(self.match.events, self.seat)
                    self.screen.line(self.match.game.report(self.view, events, self.screen.lang))
                case "m" if self.shown.PICTURED:
                    self.draw(f"-{self.match.state.turn}")
                case _:
                    return True

    def draw(self, which: str) -> Path:
        """Writes the map as the watched lord sees it now."""
        from heraut.cli.reading import write_picture

        path = self.folder / f"{self.screen.text('map_file')}{which}.svg"
        write_picture(path, self.view, self.screen.lang, self.seat)
        if which:
            self.screen.say("picture_written", file=str(path))
        return path

    def end(self) -> None:
        """How it ended, and what was kept: the record, which is verified, and the map if there is one."""
        from heraut.cli.record_files import write_record
        from heraut.engine.match import verify

        screen, match = self.screen, self.match
        record = self.folder / screen.text("record_file")
        write_record(record, match.record)
        verify(match.game, match.record)
        lines = [screen.text("demo_verified", turns=len(match.record.steps)), ""]
        lines.append(screen.text("demo_record", file=str(record)))
        if self.shown.PICTURED:
            lines.append(screen.text("demo_map", file=str(self.draw(""))))
        self.shown.show_end(screen, match, self.seat)
        screen.show(panel("\n".join(lines), screen.text("demo_end_title"), "bold yellow"))
        after = "demo_after_end" if match.game.result(match.state) is not None else "demo_after_leave"
        screen.say(after, heraut=program(), file=str(record), seat=self.seat)  # outside the frame: to be copied
