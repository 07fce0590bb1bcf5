"""The door: `heraut games | rules | new | show | orders | advance | replay | verify | export | simulate | odds | demo`.

A command's module is loaded when the command is asked for, and everything heavy (games, bots, lab, tables on screen) by
the command that needs it, so that help is instant and a turn is soon resolved.
"""

from heraut.cli.app import main

__all__ = ["main"]
