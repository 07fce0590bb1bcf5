"""What was chosen for a match, as its page shows it; changed figures above all (GP-OPT-05)."""

from __future__ import annotations

from collections.abc import Iterator

from heraut.site.lobby import figures
from heraut.site.matches.models import Match
from heraut.site.words import say


def chosen_options(match: Match) -> Iterator[str]:
    """One sentence an option that differs from the rulebook; a secret last turn is not told (GP-OPT-06)."""
    options = match.options
    for name in ("militia", "varied_lands"):
        if options.get(name):
            yield say(f"option.{name}")
    if options.get("turn_limit"):
        secret = options.get("turn_limit_secret")
        yield say("option.secret_limit") if secret else say("option.turn_limit", turn=options["turn_limit"])


def changed_figures(match: Match) -> Iterator[tuple[str, str, str]]:
    """The label of each changed figure, what it is here, and what it usually is."""
    for name in figures.names():
        if name in match.options:
            yield say(f"figure.{name}"), figures.written(match.options[name]), figures.usual(name)
