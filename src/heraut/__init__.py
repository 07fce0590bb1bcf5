"""Héraut: the open arbiter of five French feudal strategy games."""

__version__ = "0.2.0"
