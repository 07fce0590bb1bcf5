"""The words that one lord is told: each event in a sentence, and below it what it has to show in detail (GP-INF-05).

The words are in `text/`. Nothing here knows where a sentence stands: that is the matter of `report.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from heraut.engine.layout import fold, table
from heraut.engine.protocol import Event, Json, Seat
from heraut.engine.words import Catalogue, catalogue, integer, real
from heraut.games.gloire.atlas import MAPS, atlas

TENTHS = 10


class Herald:
    """The words of one language, with the names of one match."""

    def __init__(self, view: Json, lang: str) -> None:
        self.view = view
        self.lang = lang
        self.words: Catalogue = catalogue(__package__, lang)
        self.lords: dict[Seat, str] = {seat: lord["name"] for seat, lord in view["lords"].items()}
        self.names: Mapping[str, Mapping[Any, str]] = {
            **self.words.names,
            "land": labels(view["map"], lang),
            "lord": self.lords,
        }
        self.ignored = self.page("ignored", {"reason": "\0"}).split("\0")

    def page(self, key: str, data: Mapping[str, Any] | None = None) -> str:
        """A fixed sentence of the reports."""
        return self.words.say("page", key, data, self.names)

    def say(self, event: Event) -> str:
        """The sentence of an event, and its rule."""
        data = event.data
        if event.kind == "order_ignored":
            before, after = self.ignored
            return f"{before}{self.words.say('ignored', data['reason'], data, self.names)}{after} ({event.rule})"
        return f"{self.sentence(event.kind, data)} ({event.rule})"

    def sentence(self, kind: str, data: Mapping[str, Any]) -> str:
        """The sentence of an event; tenths of what there was are told as a share of it."""
        told = {**data, "growth": data["ratio"] / TENTHS} if kind == "redistributed" else data
        return self.words.say("event", kind, told, self.names)

    def lines(self, event: Event, mark: str) -> list[str]:
        """The sentence of an event behind its mark, folded, and below it whatever it has to show in detail."""
        lines = fold(self.say(event), mark, " " * len(mark))
        detail = DETAILS.get(event.kind)
        if detail is not None:
            lines += detail(self, event.data, " " * len(mark))
        return lines


@lru_cache(maxsize=16)
def labels(map_name: str, lang: str) -> dict[str, str]:
    """The names of the lands as this language writes them."""
    return {name: place.label[lang] for name, place in atlas(map_name).places.items()}


@lru_cache(maxsize=2)
def all_labels(lang: str) -> dict[str, str]:
    """The same of every map: a refusal does not say on which it was made, and a land is called alike on all."""
    return {name: label for one in MAPS for name, label in labels(one, lang).items()}


# Details: what stands below the sentence of an event


def battle_passes(herald: Herald, data: Mapping[str, Any], margin: str) -> list[str]:
    """A battle, pass by pass: draws, advantage, losses, men and renowns, the attacker's first (GP-INF-05)."""
    lang = herald.lang
    sides = {True: herald.page("attacker"), False: herald.page("defender")}
    rows = []
    for number, (attacker_draw, defender_draw, advantage, *figures) in enumerate(data["passes"], start=1):
        draws = [real(attacker_draw, lang), real(defender_draw, lang)]
        men = [integer(value, lang) for value in figures[:4]]
        renowns = [real(value, lang) for value in figures[4:]]
        rows.append([str(number), *draws, sides[advantage], *men, *renowns])
    return table(herald.page("pass_head"), rows, ">>><>>>>>>", margin) if rows else []


def duels(herald: Herald, data: Mapping[str, Any], margin: str) -> list[str]:
    """The duels of a joust, with renowns before and after, and every pass (GP-INF-04, GP-INF-09)."""
    lines = []
    for duel in data["duels"]:
        first, second = ("first", "second") if duel["first_wins"] else ("second", "first")
        one, two = (0, 1) if duel["first_wins"] else (1, 0)
        figures = {
            "winner": duel[first],
            "winner_lord": duel[f"{first}_lord"],
            "winner_before": duel["before"][one],
            "winner_after": duel["after"][one],
            "loser": duel[second],
            "loser_lord": duel[f"{second}_lord"],
            "loser_before": duel["before"][two],
            "loser_after": duel["after"][two],
            "passes": ", ".join([duel_pass(herald, blow, one, two) for blow in duel["passes"]]),
        }
        lines += fold(herald.page("duel", figures), f"{margin}- ", f"{margin}  ")
    return lines


def duel_pass(herald: Herald, blow: Sequence[float], winner: int, loser: int) -> str:
    """One pass: the draws of both knights, then their values; `winner` and `loser` are 0 and 1 by place."""
    figures = {
        "winner_draw": blow[winner],
        "loser_draw": blow[loser],
        "winner_value": blow[2 + winner],
        "loser_value": blow[2 + loser],
    }
    return herald.page("duel_pass", figures)


def forces_seen(herald: Herald, data: Mapping[str, Any], margin: str) -> list[str]:
    """The forces that a spy has seen (GP-ESP-03)."""
    forces = data["found"]["forces"]
    lines = [herald.page("force_knight" if force["knight"] else "force_garrison", force) for force in forces]
    return [f"{margin}- {line}" for line in lines or [herald.page("no_force")]]


Detail = Callable[[Herald, Mapping[str, Any], str], list[str]]

DETAILS: dict[str, Detail] = {
    "battle": battle_passes,
    "joust_results": duels,
    "royal_jousts_held": duels,
    "spied": forces_seen,
}
