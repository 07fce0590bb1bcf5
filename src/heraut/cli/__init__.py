"""The door: `heraut games | rules | new | show | orders | advance | replay | verify | export | simulate | odds | demo`.

Everything heavy (games, bots, lab, tables on screen) is imported by the command that needs it, so that help is instant.
"""

from heraut.cli.app import main

__all__ = ["main"]
