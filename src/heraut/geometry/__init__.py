"""The ground floor: plane geometry for games played on a table. Pure; nothing of a game, nothing of the web.

Lengths are whole millirulers (one ruler is 1000). A point is `(x, y)`, a base is a disc `(x, y, r)`, an element of the
table is a convex `Shape`. Every comparison is made in integers, so that all machines agree to the last unit; the two
places where a real number is rounded say how (`places`) and to what tolerance (`corridor`).

    measure    how far two bases stand from one another
    places     points at a length and an angle: steps of a path, rings of places around a leader
    shapes     houses, woods and walls: what touches, crosses or overlaps them
    paths      moves: what a base meets on its way, how far it may run
    corridor   sight: what shades the strip between two bases
"""

from heraut.geometry.corridor import Sight, coverage, sight
from heraut.geometry.measure import (
    Disc,
    Point,
    closer,
    fine_gap,
    gap,
    squared,
    within,
)
from heraut.geometry.paths import (
    leg_strikes,
    leg_strikes_shape,
    length,
    longer,
    point_at,
    run_to_disc,
    run_to_discs,
    run_to_shape,
)
from heraut.geometry.places import along, degrees, rings
from heraut.geometry.shapes import (
    Box,
    Shape,
    carve,
    crosses,
    orientation,
    polygon,
    rectangle,
    segment_closer,
    shape_closer,
    shape_holds,
    shape_within,
    touches,
)

__all__ = [
    "Box",
    "Disc",
    "Point",
    "Shape",
    "Sight",
    "along",
    "carve",
    "closer",
    "coverage",
    "crosses",
    "degrees",
    "fine_gap",
    "gap",
    "leg_strikes",
    "leg_strikes_shape",
    "length",
    "longer",
    "orientation",
    "point_at",
    "polygon",
    "rectangle",
    "rings",
    "run_to_disc",
    "run_to_discs",
    "run_to_shape",
    "segment_closer",
    "shape_closer",
    "shape_holds",
    "shape_within",
    "sight",
    "squared",
    "touches",
    "within",
]
