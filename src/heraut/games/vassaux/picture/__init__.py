"""The table as a picture (SVG), and a whole battle as a film: one HTML file that needs no server.

arms.py      colours and charges of the units, dice, marks
scenery.py   the cloth, its rulers, the terrain
marks.py     what a scenario has put on the table
table.py     one moment of a battle: `table_svg(view)`
film.py      all moments of a battle: `film(steps)`; film.html, film.css and film.js are its page

The table of a page, for one reader
scene.py     all of it           landscape.py  the ground as a page shows it    troops.py  the units on it
layers.py    one overlay         drafted.py    the draft of an act              instructed.py  instructions
traces.py    what was just done  notes.py      small labels

All of it is drawn from views and from events that the reader may see. One unit of a drawing is 10 mR; y points down.
"""

from heraut.games.vassaux.picture.film import film
from heraut.games.vassaux.picture.table import field_svg, ground_group, table_svg, terrain_svg

__all__ = ["field_svg", "film", "ground_group", "table_svg", "terrain_svg"]
