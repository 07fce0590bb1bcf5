"""Phase 5: sides, rounds, mercy (FI-BAT, FI-MUL, FI-MER)."""

from __future__ import annotations

from heraut.games.fief.orders.order import Lord, Number, Order, Player, Players, Word


class Join(Order, frozen=True, gc=False, tag="join"):
    """A third party takes the side of a player (FI-MUL-01)."""

    player: Player
    code = "REJOINDRE"


class Combine(Order, frozen=True, gc=False, tag="combine"):
    """With whom I would add up my forces (FI-MUL-02)."""

    players: Players = ()
    code = "AVEC"


class Sortie(Order, frozen=True, gc=False, tag="sortie"):
    """Garrison and relief fight together, outside (FI-MUL-09)."""

    code = "SORTIE"


class Fight(Order, frozen=True, gc=False, tag="fight"):
    """The fight goes on."""

    code = "COMBATTRE"


class Mercy(Order, frozen=True, gc=False, tag="mercy"):
    """Mercy for all my lords here; without a lord, my soldiers lay down their arms (FI-MER-01, FI-MER-06)."""

    code = "GRACE"


class Target(Order, frozen=True, gc=False, tag="target"):
    """The camp of this player is the one that my camp's dice are thrown at; of his two, that `place` (FI-MUL-06)."""

    player: Player
    place: Word = ""  # dedans (his garrison), dehors (his relief)
    code = "CIBLER"


class Aim(Order, frozen=True, gc=False, tag="aim"):
    """So many dice aimed at a lord (FI-AIM-01); by the peasants, if their leader says so (jacques)."""

    lord: Lord
    dice: Number = 1
    by: Word = ""
    code = "VISER"
