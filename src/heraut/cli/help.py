"""Help in two languages: the words come from the catalogue, and nothing is loaded that help does not need."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

import click

from heraut.cli.screen import Misuse, Screen
from heraut.engine.words import typeset

COLUMN_MAX = 34


def command_key(context: Any) -> str:
    """The command's key in [command] and [option]: "heraut", "new", "odds.battle"."""
    return ".".join(context.command_path.split()[1:]) or "heraut"


def metavar(screen: Screen, command: str, parameter: Any) -> str:
    """What stands for the value of an argument or an option: FICHIER, N; the command's own, or the one of all."""
    if getattr(parameter, "is_flag", False):
        return ""
    key = str(parameter.metavar or parameter.name)
    words: Any = screen.words.groups["metavar"]
    return str(words.get(f"{command}.{key}", words.get(key, key)))


def option_words(screen: Screen, command: str, name: str) -> str:
    """The help of an option: the command's own, or the one that all commands share."""
    options: Any = screen.words.groups["option"]
    return typeset(str(options.get(f"{command}.{name}", options.get(name, ""))), screen.words.lang)


def usage_pieces(screen: Screen, context: Any) -> list[str]:
    """The arguments as the usage line shows them; optional ones between brackets."""
    pieces = []
    for parameter in context.command.params:
        if parameter.param_type_name == "argument":
            word = metavar(screen, command_key(context), parameter)
            pieces.append(word if parameter.required else f"[{word}]")
    if isinstance(context.command, click.Group):
        pieces.append(screen.words.say("help", "a_command"))
    return [*pieces, screen.words.say("help", "some_options")]


def rows(screen: Screen, context: Any) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """The rows of the arguments and those of the options."""
    key = command_key(context)
    arguments, options = [], []
    for parameter in context.command.params:
        words = option_words(screen, key, parameter.name)
        if parameter.param_type_name == "argument":
            arguments.append((metavar(screen, key, parameter), words))
        else:
            if parameter.required:
                words = f"{words} {screen.words.say('help', 'required')}"
            options.append((f"{', '.join(parameter.opts)} {metavar(screen, key, parameter)}".strip(), words))
    options.append(("--lang fr|en", screen.words.say("help", "lang")))
    options.append(("--help", screen.words.say("help", "help")))
    return arguments, options


def write_section(formatter: Any, title: str, section: Sequence[tuple[str, str]]) -> None:
    """One table of the help, left out when it is empty."""
    if section:
        with formatter.section(title):
            formatter.write_dl(section, col_max=COLUMN_MAX)


def write_help(context: Any, formatter: Any) -> None:
    """Usage, what the command does, its sub-commands, arguments and options."""
    screen: Screen = context.obj
    words, key = screen.words, command_key(context)
    formatter.write_usage(
        context.command_path, " ".join(usage_pieces(screen, context)), prefix=words.say("help", "usage") + " "
    )
    formatter.write_paragraph()
    with formatter.indentation():
        formatter.write_text(words.say("command", key))
    if isinstance(context.command, click.Group):
        prefix = "" if key == "heraut" else f"{key}."
        commands = [(name, words.say("command", prefix + name)) for name in context.command.list_commands(context)]
        write_section(formatter, words.say("help", "commands"), commands)
    arguments, options = rows(screen, context)
    write_section(formatter, words.say("help", "arguments"), arguments)
    write_section(formatter, words.say("help", "options"), options)


class Command(click.Command):
    """A command that explains itself in the language of the screen."""

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Replaces the English layout of click."""
        write_help(ctx, formatter)


class Group(click.Group):
    """A group of commands that explains itself in the language of the screen.

    `modules` says in which module each command stands; only that of the command asked for is loaded.
    """

    def __init__(self, *given: Any, modules: Mapping[str, str], **more: Any) -> None:
        super().__init__(*given, **more)
        self.modules = modules

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, in the order in which the help lists them."""
        return [*self.modules, *self.commands]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of this name, loaded now."""
        if cmd_name not in self.modules:
            return super().get_command(ctx, cmd_name)
        command: click.Command = getattr(import_module(self.modules[cmd_name]), cmd_name)
        return command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """Replaces the English answer to a command that does not exist."""
        known = self.list_commands(ctx)
        if args[0] not in known:
            raise Misuse("no_such_command", name=args[0], known=known)
        return super().resolve_command(ctx, args)

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Replaces the English layout of click."""
        write_help(ctx, formatter)
