"""The map of the world as one King knows it, drawn from his view.

map.py      sheets: `map_svg(view)`, `atlas`             known.py      what a view shows on a map
ground.py   seas, lands, mist: of known terrains only   growth.py     woods, mountains, waves
layers.py   what is known above the ground              marks.py      what a page marks: routes, notes, names, a choice
grid.py     hexes, and borders that wander              signs.py      castles, places, banners, arms
ornaments.py papers, inks, style
"""

from heraut.games.rois.picture.map import atlas, map_svg

__all__ = ["atlas", "map_svg"]
