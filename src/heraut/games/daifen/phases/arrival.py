"""Phase 6, Réception: gifts arrive, everybody comes home with what he has (DA-PHA-08)."""

from __future__ import annotations

from heraut.games.daifen.orders import GOLD, INTELLECT
from heraut.games.daifen.races import ROLES, UNITS
from heraut.games.daifen.resolution import Named, Parcel, Turn, give_back
from heraut.games.daifen.state import Kingdom, add


def arrival(turn: Turn) -> None:
    """Gifts; supporters; attackers with their loot; spies with what they stole or found."""
    for parcel in turn.parcels:
        deliver(turn, parcel)
    come_home(turn)
    unpack(turn)


def deliver(turn: Turn, parcel: Parcel) -> None:
    """A gift always arrives; one whose recipient is no more goes back (DA-GIF-04, DA-GIF-07)."""
    giver, recipient = turn.now.kingdoms[parcel.giver], turn.now.kingdoms[parcel.recipient]
    if not recipient.alive:
        receive(giver, parcel)
        if parcel.content in UNITS:
            turn.lose_units(giver.seat, {parcel.content: -parcel.count})  # never given away, after all (DA-COL-01)
        data = {"recipient": Named(recipient.seat), "content": parcel.content, "count": parcel.count}
        turn.tell(giver.seat, "DA-GIF-07", "gift_returned", **data)
        return
    receive(recipient, parcel)
    bonus = parcel.count * turn.constants.caravan_gold if parcel.content == ROLES.caravan else 0  # DA-GIF-05
    recipient.gold += bonus
    data = {"giver": Named(giver.seat), "content": parcel.content, "count": parcel.count, "caravan_gold": bonus}
    turn.tell(recipient.seat, "DA-GIF-08", "gift_received", **data)


def receive(kingdom: Kingdom, parcel: Parcel) -> None:
    """The content joins a kingdom's stocks."""
    if parcel.content == GOLD:
        kingdom.gold += parcel.count
    elif parcel.content == INTELLECT:
        kingdom.intellect += parcel.count
    else:
        add(kingdom.units, parcel.content, parcel.count)


def come_home(turn: Turn) -> None:
    """Survivors go home, whatever became of the kingdom they were in (DA-SUP-03, DA-ATK-02)."""
    for army in turn.armies:
        owner = turn.now.kingdoms[army.owner]
        give_back(owner, army.units)
        if army.units:
            kind = "army_back" if army.attack else "support_back"
            rule = "DA-ATK-02" if army.attack else "DA-SUP-03"
            turn.tell(owner.seat, rule, kind, kingdom=Named(army.target), units=dict(army.units))
    for kingdom in turn.living():
        add(kingdom.units, ROLES.spy, turn.spies_abroad[kingdom.seat])


def unpack(turn: Turn) -> None:
    """Stolen gold, loot, and what explorers found; of all this each lord has been told in its phase (DA-SPY-13)."""
    for kingdom in turn.living():
        finds = turn.finds[kingdom.seat]
        kingdom.gold += finds.stolen + finds.loot + finds.gold
        kingdom.intellect += finds.intellect
        give_back(kingdom, finds.units)
