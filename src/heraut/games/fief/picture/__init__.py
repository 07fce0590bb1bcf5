"""The board of a match as one SVG, drawn from what its reader may see.

board.py    the whole sheet: `board_svg(view)`       scene.py    what a view shows, and where
pieces.py   parties of pawns                         drawing.py  what never changes, colours, style
marks.py    what lies over the board: orders prepared, the last turn, villages pointed at
"""

from heraut.games.fief.picture.board import board_svg

__all__ = ["board_svg"]
