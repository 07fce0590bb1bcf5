"""Arms: blazons read and written, arms for a number or a name, and their drawing.

The hundred arms of the lords of a match are those of their map (`engine.arms.arms_of`), told as blazons.
"""

from heraut.site.heraldry.bearers import arms_of_name, arms_of_number
from heraut.site.heraldry.blazon import Arms, BlazonError, Charge, Field, parse, write
from heraut.site.heraldry.drawing import svg

__all__ = ["Arms", "BlazonError", "Charge", "Field", "arms_of_name", "arms_of_number", "parse", "svg", "write"]
