"""The program itself: the language, the commands, and the exit status of whatever happens behind it."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from typing import Any

import click
from click.exceptions import Exit, NoArgsIsHelpError

from heraut.cli.help import Group, metavar
from heraut.cli.odds import Calculators
from heraut.cli.screen import Misuse, Refused, Screen, Stop
from heraut.engine.record import RecordError
from heraut.engine.words import LANGUAGES

COMMANDS = {  # the module of each
    "games": "register",
    "rules": "register",
    "help": "guide",
    "new": "matches",
    "show": "reading",
    "orders": "sheets",
    "advance": "matches",
    "sit": "sitting",
    "replay": "reading",
    "verify": "reading",
    "export": "reading",
    "simulate": "simulations",
    "ladder": "campaigns",
    "balance": "campaigns",
    "demo": "demo",
    "play": "play",
    "serve": "site",
    "prepare": "site",
    "worker": "site",
    "health": "site",
    "createhost": "site",
    "migrate": "site",
    "backup": "site",
    "restore": "site",
}
INTERRUPTED = 130  # as shells count it


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command; its exit status: 0 done, 1 refused by the rules, 2 wrong usage."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal that cannot write a letter shows "?", it does not crash
    words = list(sys.argv[1:] if arguments is None else arguments)
    screen = Screen(spoken_language(os.environ))
    try:
        lang, words = asked_language(words)
        screen = Screen(lang) if lang else screen
        return run(screen, words)
    except Stop as stop:
        screen.warn(said(screen, "stop", stop.key, stop.data))
        return stop.status
    except RecordError as error:
        screen.warn(said(screen, "record", error.code, error.data))
        return Misuse.status
    except Exception as error:
        if not is_database_fault(error):
            raise
        screen.warn(said(screen, "stop", "database_ill", {"reason": str(error).strip()}))
        return Refused.status


def is_database_fault(error: Exception) -> bool:
    """Whether the database of the site was not there, or could not work. Loads nothing: who met it has Django."""
    known = sys.modules.get("django.db.utils")
    return known is not None and isinstance(error, known.OperationalError)


def said(screen: Screen, group: str, key: str, data: Mapping[str, Any]) -> str:
    """Why a command stopped; the reasons that the system gives in English are said in the language of the screen."""
    reasons: Mapping[str, str] = screen.words.groups["reason"]
    known = {field: reasons.get(value, value) for field, value in data.items() if isinstance(value, str)}
    return screen.words.say(group, key, {**data, **known})


def run(screen: Screen, words: Sequence[str]) -> int:
    """Runs one command in the language of the screen; its exit status."""
    try:
        status = heraut.main(list(words), prog_name="heraut", standalone_mode=False, obj=screen)
    except click.ClickException as error:
        screen.warn(usage_fault(screen, error), style="" if isinstance(error, NoArgsIsHelpError) else "bold red")
        return Misuse.status
    except click.Abort:
        screen.warn(screen.text("interrupted"), style="dim")
        return INTERRUPTED
    return status if isinstance(status, int) else 0


@click.group(
    cls=Group,
    modules={command: f"heraut.cli.{module}" for command, module in COMMANDS.items()},
    commands={"odds": Calculators("odds", modules={})},
    invoke_without_command=True,
    no_args_is_help=True,
    context_settings={"help_option_names": ["--help", "-h"]},
)
@click.option("--version", is_flag=True)
@click.pass_obj
def heraut(screen: Screen, version: bool) -> None:
    """All commands, and what `heraut` does before any of them."""
    if version:
        from heraut import __version__

        screen.line(f"heraut {__version__}")
        raise Exit


def spoken_language(environment: Mapping[str, str]) -> str:
    """HERAUT_LANG, else LANG; French when they say nothing."""
    ours = environment.get("HERAUT_LANG", "").lower()[:2]
    if ours in LANGUAGES:
        return ours
    system = environment.get("LANG", "")
    if system.split(".")[0] in ("", "C", "POSIX") or system.lower().startswith("fr"):
        return "fr"
    return "en"


def asked_language(words: Sequence[str]) -> tuple[str | None, list[str]]:
    """The language of `--lang`, wherever it stands, and the other words. Raises Misuse on one that we do not speak."""
    lang, others, rest = None, [], iter(words)
    for word in rest:
        if word == "--lang":
            lang = next(rest, "")
        elif word.startswith("--lang="):
            lang = word.removeprefix("--lang=")
        else:
            others.append(word)
    if lang is not None and lang not in LANGUAGES:
        raise Misuse("no_such_language", lang=lang, known=list(LANGUAGES))
    return lang, others


def usage_fault(screen: Screen, error: Any) -> str:
    """A wrong command line in words: what is wrong, and where help is."""
    kind, words = type(error).__name__, screen.words
    if isinstance(error, NoArgsIsHelpError):
        return str(error)
    parameter, context = getattr(error, "param", None), getattr(error, "ctx", None)
    name = getattr(error, "option_name", "") if parameter is None else parameter_name(screen, parameter)
    data = {"parameter": name, "expected": expected(screen, parameter)}
    fault = words.say("usage", kind if words.has("usage", kind) else "UsageError", data)
    path = context.command_path if context is not None else "heraut"
    return f"{fault}\n{words.say('usage', 'see_help', {'command': path})}"


def parameter_name(screen: Screen, parameter: Any) -> str:
    """An option as it is typed, an argument as the help shows it."""
    return str(parameter.opts[0]) if parameter.param_type_name == "option" else metavar(screen, "", parameter)


def expected(screen: Screen, parameter: Any) -> str:
    """What a parameter takes: one of some words, or a number."""
    kind = getattr(parameter, "type", None)
    if isinstance(kind, click.Choice):
        return screen.words.say("usage", "one_of", {"known": list(kind.choices)})
    least, most = getattr(kind, "min", None), getattr(kind, "max", None)
    key = "number" if least is None else "number_from" if most is None else "number_between"
    return screen.words.say("usage", key, {"min": least, "max": most})
