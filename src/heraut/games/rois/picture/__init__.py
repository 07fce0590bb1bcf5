"""The map as one King knows it, as one SVG: map.py the whole sheet, ornaments.py its papers, inks and signs."""

from heraut.games.rois.picture.map import map_svg

__all__ = ["map_svg"]
