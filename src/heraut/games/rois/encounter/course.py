"""An encounter under way: two fighters, the range between them, what has happened (RO-ENC-01, RO-ENC-09).

`Encounter` knows nothing of the world: it ends in an `ending`, a winner and a loser, and whoever called it draws the
consequences. Sides are 0, the initiator, and 1, the other.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from heraut.games.rois.dice import Dice, clamp
from heraut.games.rois.encounter.fighters import Fighter, Gear
from heraut.games.rois.state import ALIGNMENTS, Tactic, Task

Ending = Literal[
    "",  # under way
    "killed",  # the loser is dead
    "mercy",  # the loser begged for his life, and had it (RO-ENC-20)
    "fled",  # the loser is gone, nobody has won (RO-ENC-16)
    "driven_off",  # a wounded monster gave up (RO-ENC-17)
    "charmed",
    "stolen",  # the initiator is away with his loot (RO-ENC-22)
    "pact",
    "gift",
    "task",
    "fulfilled",  # the monster hands over its treasure (RO-ENC-25)
    "peace",
    "broken_off",  # after the last round (RO-ENC-30)
]
SHORT, LONG, FAR = 0, 1, 2  # ranges: melee, bow, spell


class Terms(msgspec.Struct, frozen=True):
    """What the initiator's kingdom has to do with the other: `relation` to a character's, pacts and tasks of a monster.

    `payable`: the task of gold or of death is done. `wanderer`: it has no lair and sets no task (RO-ENC-24).
    """

    relation: Literal["own", "allied", "foreign"] = "foreign"
    pacified: bool = False
    task: Task | None = None
    payable: bool = False
    wanderer: bool = False


class Choice(msgspec.Struct, gc=False):
    """What a side wants to do this round. `level` orders spells and shots; `planned`: it uses up an entry."""

    code: Literal["FL", "FI", "ME", "CA", "US"]
    spell: str = ""
    level: int = 0
    gear: Gear | None = None
    planned: bool = False


class Encounter:
    """Who meets whom, how far apart, and all that was done, in order, as plain data for the report."""

    def __init__(
        self, initiator: Fighter, other: Fighter, dice: Dice, terms: Terms | None = None, *, duel: bool = False
    ) -> None:
        self.sides = (initiator, other)
        self.beasts = [side for side in (0, 1) if self.sides[side].monster is not None]
        self.dice = dice
        self.terms = terms or Terms()
        self.duel = duel
        self.range = FAR
        self.round = 0
        self.choices: list[Choice | None] = [None, None]  # what each side has still to do this round
        self.budget = [0, 0]  # steps that each side can still close in this round
        self.log: list[dict[str, Any]] = []
        self.given: list[tuple[int, int]] = []  # side that gave, item
        self.ending: Ending = ""
        self.loser: int | None = None

    @property
    def over(self) -> bool:
        """Whether it has ended."""
        return self.ending != ""

    @property
    def winner(self) -> int | None:
        """The side that did not lose, if one did."""
        return None if self.loser is None else 1 - self.loser

    @property
    def victory(self) -> bool:
        """Whether the initiator has beaten the other: killed, driven off, charmed or at his mercy."""
        return self.loser == 1 and self.ending in ("killed", "driven_off", "charmed", "mercy")

    def end(self, ending: Ending, loser: int | None = None) -> None:
        """It is over."""
        self.ending, self.loser = ending, loser
        self.note("end", loser if loser is not None else 0, ending=ending)

    def note(self, act: str, side: int, **data: Any) -> None:
        """Writes down what a side did."""
        self.log.append({"act": act, "side": side, "round": self.round, **data})

    def skip(self, side: int, tactic: Tactic, why: str) -> None:
        """An entry of the plan is impossible: it is consumed, with a line in the report (RO-ENC-08)."""
        self.sides[side].cursor += 1
        self.note_skipped(side, tactic, why)

    def note_skipped(self, side: int, tactic: Tactic, why: str) -> None:
        """The line about an entry that came to nothing."""
        held = self.sides[side].gear.get(tactic.item)
        kind = held.code if held is not None else ""
        self.note("skipped", side, tactic=tactic.code, item=tactic.item, item_kind=kind, spell=tactic.spell, why=why)

    # Wounds

    def hurt(self, side: int, amount: int) -> None:
        """A side loses hit points, those of its rage first; at 0 it is out at once (RO-CHAR-12, RO-ENC-11)."""
        victim = self.sides[side]
        if amount <= 0:
            return
        victim.last_wound, victim.wounded = amount, True
        if victim.rage:
            absorbed = min(amount, victim.rage)
            victim.rage -= absorbed
            amount -= absorbed
        victim.hp -= amount
        if victim.hp <= 0:
            self.fall(side)

    def fall(self, side: int) -> None:
        """A coward may beg for mercy once; everybody else dies (RO-ENC-20)."""
        victim, victor = self.sides[side], self.sides[1 - side]
        if victim.temper == "coward" and not victim.begged:
            victim.begged = True
            heard = self.dice.pct(mercy_chance(victim, victor))
            self.note("begged", side, heard=heard)
            if heard:
                victim.hp = 1
                self.end("mercy", side)
                return
        victim.hp = 0
        self.end("killed", side)

    def heal(self, side: int, amount: int) -> None:
        """A side regains hit points, up to its maximum."""
        fighter = self.sides[side]
        fighter.hp = min(fighter.max_hp, fighter.hp + amount)

    def stun(self, side: int, actions: int) -> None:
        """A side loses its next actions, the one it has not yet done this round first (RO-ENC-19)."""
        if self.choices[side] is not None:
            self.choices[side] = None
            actions -= 1
        self.sides[side].lost += actions


def mercy_chance(victim: Fighter, victor: Fighter) -> int:
    """Better against an opponent who is good, or thinks alike; none at all counts two steps (RO-ENC-20)."""
    apart = 2 if not victor.alignment else steps_between(victim, victor)
    return clamp(70 - 10 * apart + 10 * (victor.alignment == "good"), 10, 90)


def steps_between(one: Fighter, other: Fighter) -> int:
    """Steps between two alignments; 0 if one has none."""
    if not (one.alignment and other.alignment):
        return 0
    places = [place for place, name in enumerate(ALIGNMENTS) if name in (one.alignment, other.alignment)]
    return places[-1] - places[0]
