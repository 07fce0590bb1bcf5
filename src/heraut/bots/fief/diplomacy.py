"""How others stand to a family, and how strong they are, as far as its view tells."""

from __future__ import annotations

from heraut.engine.protocol import Json, Seat

LORD, FIEF, VOTE, CROWN = 4, 12, 3, 15  # in soldier points
PEACE_KEPT, CAPTOR, ENEMY = 0.5, -0.6, -1.0


def regard(view: Json, other: Seat) -> float:
    """Whether another family is a friend (1), an enemy (-1) or nothing to this one (0)."""
    own = view["own"]["seat"]
    if view["seats"][own]["ally"] == other:
        return 1.0
    battle = view["battle"]
    hostile = [set(pair) for pair in battle["hostile"]] if battle is not None else []
    fights = [{attacker, target} for village, attacker, target in view["attacks"] if attacker in (own, other)]
    fights += [{attacker, *view["villages"][village]["present"]} for village, attacker, _ in view["attacks"]]
    if {own, other} in hostile or any({own, other} <= pair for pair in fights):
        return ENEMY
    if any(lord["captor"] == other and lord["seat"] == own for lord in view["lords"].values()):
        return CAPTOR
    return PEACE_KEPT if at_peace(view, other) else 0.0


def at_peace(view: Json, other: str | None) -> bool:
    """Whether peace has been made with another family: its people may go out of one's gates without asking."""
    return other is not None and view["own"]["exit"].get(other) == "grant"


def strength(view: Json, seat: Seat) -> float | None:
    """The share of the strongest family: soldiers, lords, fiefs, votes, the crown; all of them are public."""
    forces = {other: force(view, other) for other in view["seats"]}
    return forces[seat] / max(1.0, *forces.values())


def force(view: Json, seat: str) -> float:
    """What a family has, in soldier points."""
    seen = view["seats"][seat]
    crown = any(lord["crown"] is not None and lord["seat"] == seat for lord in view["lords"].values())
    return float(
        seen["soldiers"] + LORD * len(seen["lords"]) + FIEF * len(seen["fiefs"]) + VOTE * seen["votes"] + CROWN * crown
    )
