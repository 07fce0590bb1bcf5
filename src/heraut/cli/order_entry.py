"""Where the reader of a demonstration writes his orders: line by line, each answered at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from heraut.cli.files import part, terminal
from heraut.cli.refusals import tell_refusals
from heraut.cli.screen import Screen

if TYPE_CHECKING:
    from heraut.engine.match import Match


class Demo(Protocol):
    """What is known here of the demonstration (`demo.Demo`)."""

    screen: Screen
    match: Match[Any, Any]
    shown: Any
    playing: bool

    def draw(self, which: str) -> object:
        """Draws the map."""

    def advice(self, decision: Any) -> Any:
        """What the bot would order."""


def write_orders(demo: Demo, decision: Any) -> Any:
    """The orders that the reader sends; None if he leaves. `demo.playing` turns False if he hands his seat back."""
    screen, guide = demo.screen, part(demo.match.game.name, "order_help")
    screen.say("entry_title", "bold yellow", turn=decision.view["turn"], lord=demo.shown.lord_name(decision.view))
    guide.show_situation(screen, decision.view)
    screen.say("entry_keys", "dim", map=demo.shown.PICTURED, example=guide.EXAMPLE)
    lines: list[str] = []
    while True:
        line = screen.ask(f"{len(lines) + 1:>2} ›")
        match line.casefold() if line is not None else "q":
            case "q":
                return None
            case "fin" | "end":
                demo.playing = False
                return decision.default
            case "":
                return decision.parse("\n".join(lines)).answer
            case _:
                answer_line(demo, guide, decision, lines, str(line))


def answer_line(demo: Demo, guide: Any, decision: Any, lines: list[str], line: str) -> None:
    """One of the words told does something; anything else is an order."""
    screen = demo.screen
    match line.casefold().split():
        case ["?"]:
            guide.show_orders(screen)
        case ["map" | "carte"] if demo.shown.PICTURED:
            demo.draw(f"-{demo.match.state.turn}")
        case ["odds" | "chances"]:
            guide.show_chances(screen, decision.view)
        case ["conseil" | "advice"]:
            for advised in decision.write(demo.advice(decision)).splitlines():
                take(demo, decision, lines, advised)
        case ["-"] if lines:
            screen.line(f"  {lines.pop()}", "strike dim")
        case _:
            take(demo, decision, lines, line)


def take(demo: Demo, decision: Any, lines: list[str], line: str) -> None:
    """Keeps an order that is legal beside those before it, explains one that is not; the last of all is confirmed."""
    screen, reading = demo.screen, decision.parse("\n".join([*lines, line]))
    tell_refusals(screen, demo.match.game, reading.refusals)
    written = decision.write(reading.answer).splitlines()
    if reading.refusals or len(written) <= len(lines) or written[-1].startswith("#"):  # nothing, or a comment
        return
    canonical, final = written[-1], terminal(demo.match.game.name).final_orders
    if canonical not in final or screen.agrees(screen.text("confirm_final", order=canonical)):
        lines.append(canonical)
        screen.line(f"✓ {canonical}", "green")
