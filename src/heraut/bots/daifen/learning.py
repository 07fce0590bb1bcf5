"""Technologies, in the order of the doctrine; those that cannot be paid yet are skipped by the rules at no cost."""

from __future__ import annotations

from heraut.bots.daifen.council import Council
from heraut.games.daifen.orders import Develop
from heraut.games.daifen.races import TECHNOLOGIES


def develop(council: Council) -> None:
    """The next technology of the doctrine; cheaper ones further down must not eat its savings."""
    for technology in council.doctrine.technologies:
        if not council.knows(technology) and council.knows(TECHNOLOGIES[technology].requires):
            council.order(Develop(technology))
            return
