"""Phase 4: steps, attacks, and leave to pass (FI-MOV, FI-PAS)."""

from __future__ import annotations

from heraut.games.fief.orders.order import Lord, Lords, Number, Order, Player, Troop, Village, Word


class March(Order, frozen=True, gc=False, tag="march"):
    """A step: lords, tokens by value and prisoners go to a neighbouring village (FI-MOV-02).

    `manner`: demander (ask, and stop if refused), forcer (ask, and assault if refused), assaut (assault at once);
    "" asks, and is asked again if refused. `intent`: combattre (the camp fights another besieger who takes the village
    first, FI-PAS-13), defendre (the group joins the holder's defence, FI-PAS-15), or "".
    """

    lords: Lords
    to: Village
    soldiers: Troop = (0, 0, 0)
    prisoners: Lords = ()
    manner: Word = ""
    intent: Word = ""
    code = "MARCHER"


class Assail(Order, frozen=True, gc=False, tag="assail"):
    """An attack on a party that stands in the same village (FI-BAT-02)."""

    village: Village
    target: Player
    code = "ATTAQUER"


class Rouse(Order, frozen=True, gc=False, tag="rouse"):
    """The peasants attack a party that stands with them (FI-REV-10); in a round, their dice hit its camp."""

    target: Player
    place: Word = ""  # in a round, as `Target` has it
    code = "SOULEVER"


class Arrest(Order, frozen=True, gc=False, tag="arrest"):
    """The gatekeeper of a castle summons a party inside to surrender (FI-BAT-04)."""

    village: Village
    target: Player
    code = "ARRETER"


class Seize(Order, frozen=True, gc=False, tag="seize"):
    """An ally alone in his ally's village makes it his own (FI-OWN-04, FI-CAP-06)."""

    village: Village
    code = "SAISIR"


class Break(Order, frozen=True, gc=False, tag="break"):
    """One token is changed into smaller ones (FI-MOD-14)."""

    village: Village
    value: Number
    into: Troop
    code = "MONNAYER"


class Calm(Order, frozen=True, gc=False, tag="calm"):
    """A bishop speaks to the peasants, with so many bought points of conviction (FI-CAL)."""

    lord: Lord
    points: Number = 0
    code = "CALMER"


class Lead(Order, frozen=True, gc=False, tag="lead"):
    """The peasants make one step (FI-REV-07)."""

    to: Village
    code = "MENER"


class Let(Order, frozen=True, gc=False, tag="let"):
    """Leave to enter: passer (and to go out again this turn) or camper (FI-PAS-02)."""

    how: Word
    code = "LAISSER"
