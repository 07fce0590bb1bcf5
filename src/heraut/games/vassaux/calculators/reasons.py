"""Why a thing happened as it did: the dice, factors and figures behind the sentence of an event, line by line.

Everything comes from the event itself, and from the roll that `calculators/luck.py` makes of it; the rule behind it is
named by the event. An event whose sentence has said everything has no reasons.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from heraut.engine.protocol import Event
from heraut.engine.words import real, typeset
from heraut.games.vassaux.calculators.luck import Roll
from heraut.games.vassaux.herald import Herald
from heraut.games.vassaux.tables import R

Data = Mapping[str, Any]


def reasons(herald: Herald, event: Event, roll: Roll | None = None) -> list[str]:
    """The lines behind an event; `roll`, where it threw dice for a side."""
    tell = REASONS.get(event.kind)
    lines = list(tell(herald, event.data)) if tell is not None else []
    return [*lines, *promise(herald, roll)] if roll is not None else lines


def say(herald: Herald, key: str, **data: Any) -> str:
    """A line of the catalogue."""
    return herald.words.say("why", key, data, herald.names)


def promise(herald: Herald, roll: Roll) -> Iterator[str]:
    """What was to be expected of the dice, and how often they do as well."""
    if roll.sort == "hits":
        key, share = ("promised", roll.at_least) if roll.figure else ("promised_none", roll.chances[0])
        yield say(herald, key, mean=float(roll.mean), figure=roll.figure, share=float(share))
    elif roll.sort == "test":
        name = herald.names["place"][roll.place]
        yield say(herald, "chance", who=name, share=float(roll.chances[1]))
    elif roll.sort == "spell":
        yield say(herald, "spell_chance", share=float(roll.chances[1]))


# Blows and shots


def blows(herald: Herald, data: Data) -> Iterator[str]:
    """Where the dice of a blow come from, the threshold, the faces, who falls."""
    if not data["dice"]:
        return
    yield say(herald, "men", **counted(data))
    yield from attack(herald, data)


def shot(herald: Herald, data: Data) -> Iterator[str]:
    """The same of a shot, and what shelters its target or helps its archers."""
    if data["spell"]:
        yield say(herald, "bolt", **counted(data))
    else:
        yield say(herald, "archers", **counted(data))
    if data["covered"]:
        yield say(herald, "covered")
    if data["high"]:
        yield say(herald, "high")
    if data["dice"]:
        yield from attack(herald, data)


def counted(data: Data) -> Data:
    """The dice of an attack, and their sum."""
    return {**data, "all": len(data["dice"])}


def attack(herald: Herald, data: Data) -> Iterator[str]:
    """Threshold, faces, casualties (SV-ATK-01 to 08)."""
    worst = data["threshold"] != max(data["defence"])
    yield say(herald, "defence", **{**data, "worst": worst, "best": not worst})
    again = [say(herald, "reroll", number=index + 1, face=face) for index, face in data["rerolls"]]
    yield say(herald, "attack", faces=data["dice"], again=", ".join(again))
    if data["blocked"] and 6 in data["dice"]:
        yield say(herald, "blocked")
    if data["hits"]:
        yield say(herald, "casualties", hits=data["hits"], ps=data["ps"], falling=data["hits"] // data["ps"])


def thorns(herald: Herald, data: Data) -> Iterator[str]:
    """Half of the hits come back (SV-RED-07)."""
    yield say(herald, "thorns")
    yield say(herald, "casualties", hits=data["hits"], ps=data["ps"], falling=data["hits"] // data["ps"])


def burnt(herald: Herald, data: Data) -> Iterator[str]:
    """One die of hits, no defence (SV-RED-08)."""
    yield say(herald, "burnt", die=data["hits"])
    yield say(herald, "casualties", hits=data["hits"], ps=data["ps"], falling=data["hits"] // data["ps"])


# Opposed tests


def contest(herald: Herald, names: Sequence[str], targets: Sequence[int], data: Data) -> Iterator[str]:
    """Each roll of an opposed test: the dice, the target, the margin (SV-SDR-01 to 03)."""
    first, second = names
    for place, (mine, theirs) in enumerate(data["rolls"]):
        if place:
            yield say(herald, "again")
        for who, dice, target in ((first, mine, targets[0]), (second, theirs, targets[1])):
            margin = sum(dice) - target
            facts = {"total": sum(dice), "margin": abs(margin), "fails": margin < 0, "reached": margin >= 0}
            yield say(herald, "rolled", who=who, dice=list(dice), several=len(dice) > 1, target=target, **facts)
    if data["lot"]:
        yield say(herald, "lot", lot=data["lot"], first=first, second=second)


def initiative(herald: Herald, data: Data) -> Iterator[str]:
    """The south rolls first, against its own reactivity (SV-CMD-07)."""
    names = herald.names["place"]
    return contest(herald, [names[0], names[1]], data["re"], data)


def reaction(herald: Herald, data: Data) -> Iterator[str]:
    """Who reacts rolls first (SV-REA-03)."""
    yield say(herald, "point", point=data["point"])
    yield from contest(herald, named(herald, data["unit"], data["target"]), data["re"], data)


def countered(herald: Herald, data: Data) -> Iterator[str]:
    """The caster rolls first, each against the Cd of the other (SV-MAG-09)."""
    return contest(herald, named(herald, data["target"], data["unit"]), data["cd"], data)


def melee_test(herald: Herald, data: Data) -> Iterator[str]:
    """Each against its own losses beyond the Cd of its leader (SV-MEL-06)."""
    yield say(herald, "losses")
    yield from contest(herald, named(herald, data["unit"], data["target"]), data["pe"], data)


def melee_ranking(herald: Herald, data: Data) -> Iterator[str]:
    """The die of each unit against its losses (SV-MUL-04)."""
    yield say(herald, "losses")
    for unit, die, target in zip(data["units"], data["rolls"], data["pe"], strict=True):
        margin = die - target
        facts = {"total": die, "margin": abs(margin), "fails": margin < 0, "reached": margin >= 0}
        (who,) = named(herald, unit)
        yield say(herald, "rolled", who=who, dice=[die], several=False, target=target, **facts)


def named(herald: Herald, *groups: int) -> list[str]:
    """Units and bands by name."""
    return [herald.names["unit"][group] for group in groups]


# Orders, spells, the reaction table, and who exactly


def announced(herald: Herald, data: Data) -> Iterator[str]:
    """What the orders cost (SV-ORD-02)."""
    if data["simple"]:
        yield say(herald, "simple")
    else:
        yield say(herald, "composed", dice=len(data["orders"]), reserve=data["reserve"])


def order_die(herald: Herald, data: Data) -> Iterator[str]:
    """As many dice as it shows (SV-ORD-16)."""
    yield say(herald, "order_die", order=data["order"], die=data["die"])


def spell(herald: Herald, data: Data) -> Iterator[str]:
    """The dice of a spell, and those rolled again (SV-MAG-04, SV-MAG-05)."""
    again = [say(herald, "reroll", number=index + 1, face=face) for index, face in data["rerolls"]]
    yield say(herald, "spell_dice", all=len(data["dice"]), extra=data["extra"], invocation=data["invocation"])
    yield say(herald, "spell_rolled", faces=data["dice"], again=", ".join(again), total=data["total"])


def solo(herald: Herald, data: Data) -> Iterator[str]:
    """The cell of the reaction table (SV-SOL-04)."""
    yield say(herald, "cell", fm=data["fm"], fs=data["fs"], total=data["fm"] + data["fs"], die=data["die"])
    yield say(herald, "actions", actions=data["cell"])


def travelled(herald: Herald, data: Data) -> Iterator[str]:
    """The way of the leader, how long it was, and who did not come along (SV-MOV-01)."""
    way = [data["start"], *data["path"]] if "start" in data else []  # a reorganisation after a fight has none
    far = sum(((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5 for (ax, ay), (bx, by) in pairwise(way))
    if far >= 1:
        between = typeset(" ; " if herald.lang == "fr" else "; ", herald.lang)
        points = " → ".join(f"({real(x / R, herald.lang)}{between}{real(y / R, herald.lang)})" for x, y in way)
        yield say(herald, "way", points=points, rulers=far / R)
    if data.get("stayed"):
        yield say(herald, "stayed", figures=figures(data["stayed"]))


def who(key: str) -> Callable[[Herald, Data], Iterator[str]]:
    """The figures meant, by their numbers."""

    def tell(herald: Herald, data: Data) -> Iterator[str]:
        if data["figures"]:
            yield say(herald, key, figures=figures(data["figures"]))

    return tell


def figures(ids: Sequence[int]) -> list[str]:
    """Figures as answers name them."""
    return [str(figure) for figure in ids]


def roles(herald: Herald, data: Data) -> Iterator[str]:
    """The dice of the objectives (SV-SCN-50)."""
    yield say(herald, "roles", dice=data["dice"])


REASONS: Mapping[str, Callable[[Herald, Data], Iterator[str]]] = {
    "struck": blows, "struck_back": blows, "shot": shot, "thorns": thorns, "burnt": burnt,
    "initiative": initiative, "reaction_won": reaction, "reaction_lost": reaction, "countered": countered,
    "melee_test": melee_test, "melee_ranking": melee_ranking,
    "announced": announced, "order_die": order_die, "spell_cast": spell, "spell_failed": spell, "solo": solo,
    "moved": travelled, "regrouped": travelled, "charged": travelled,
    "fallen": who("fallen"), "confused": who("fallen"), "fled": who("fallen"), "left": who("fallen"),
    "martyrs_gone": who("fallen"), "stayed_out": who("fallen"), "roles": roles,
}  # fmt: skip
