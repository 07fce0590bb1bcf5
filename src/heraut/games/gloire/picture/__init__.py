"""A map of lands and lords as one SVG, drawn from what its reader may see.

map.py      the whole sheet: `map_svg(view)`      scene.py      what a view shows, and where
drawing.py  the outlines of a map, which never change
legend.py   title, signs and lords around it      ornaments.py  papers, inks, style
marks.py    what a lord has ordered, what happened in the last turn, over the map
"""

from heraut.games.gloire.picture.map import map_svg

__all__ = ["map_svg"]
