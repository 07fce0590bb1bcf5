"""The board of a match as one SVG, drawn from what its reader may see.

board.py    the whole sheet: `board_svg(view)`       scene.py    what a view shows, and where
pieces.py   parties of pawns                         drawing.py  what never changes, colours, style
"""

from heraut.games.fief.picture.board import board_svg

__all__ = ["board_svg"]
