"""What is still to be done, as data: a pile of tasks in the state, the last of which is the next.

A task that needs an answer waits on top of the pile; the others run and leave it, or put others above themselves. So
a resolution that stops half-way for a question is a few plain structs. Their fields are immutable: a shallow copy does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Self

import msgspec

from heraut.games.fief.identities import LordNo, Phase, PlayerNo, RegionNo, SeeNo, VillageNo
from heraut.games.fief.orders.movements import March


class Summoned(NamedTuple):
    """A party summoned to surrender by the gatekeeper of a castle (FI-BAT-04)."""

    village: VillageNo
    keeper: PlayerNo
    target: PlayerNo


class Vote(NamedTuple):
    """The votes of a player; `candidate` is None for none."""

    player: PlayerNo
    candidate: LordNo | None
    number: int


class Task(msgspec.Struct, gc=False, tag_field="task"):
    """One thing to be done."""

    if TYPE_CHECKING:

        def __copy__(self) -> Self: ...


class Wheel(Task, tag="wheel"):
    """Always at the bottom: the next phase, or the next turn (FI-TRN-01)."""


class ChooseVillage(Task, tag="choose_village"):
    """Players who have still to choose a village and a blazon, in the order of their dice (FI-DP-01)."""

    waiting: tuple[PlayerNo, ...]


class ChooseLord(Task, tag="choose_lord"):
    """Players who have still to choose their first lord (FI-DP-02)."""

    waiting: tuple[PlayerNo, ...]


class Refill(Task, tag="refill"):
    """Cards are dealt (FI-CRD-01). `waiting` may take a lord out of the discards first (FI-DP-03)."""

    next: int = 0  # place in the playing order of the next to receive a card
    waiting: tuple[PlayerNo, ...] = ()
    asked: bool = False
    extra: tuple[PlayerNo, ...] = ()  # players who hold a card more


class Act(Task, tag="act"):
    """A player's turn in phase 1, 3 or 4. `lines` are orders still to be executed, as text (FI-DP-04, 11, 12)."""

    player: PlayerNo
    phase: Phase
    lines: tuple[str, ...] = ()
    ends: bool = False  # the turn ends with the last of them
    begun: bool = False


class Shopping(Task, tag="shopping"):
    """Everybody's purchases, asked at once (FI-DP-R11)."""


class Lodging(Task, tag="lodging"):
    """An ally is asked to lodge lords (FI-DP-05): a new one (card), a Prince, or some who go free (freed)."""

    player: PlayerNo
    host: PlayerNo
    village: VillageNo
    lords: tuple[LordNo, ...]
    why: str
    titles: tuple[RegionNo, ...] = ()
    declined: tuple[VillageNo, ...] = ()


class HeirConsent(Task, tag="heir_consent"):
    """The other royal spouse's player is asked to consent to a Prince (FI-DP-06)."""

    player: PlayerNo
    spouse: PlayerNo
    lord: LordNo | None  # None: the reader may not know
    village: VillageNo | None


class Housing(Task, tag="housing"):
    """A player places a Prince, or lords of his who go free (FI-DP-07, 10, 33)."""

    player: PlayerNo
    lords: tuple[LordNo, ...]
    prince: bool = False
    declined: tuple[VillageNo, ...] = ()  # villages whose ally has said no


class JusticeWindow(Task, tag="justice_window"):
    """Everybody may answer an assassination (FI-DP-08)."""

    murderer: PlayerNo


class Heirs(Task, tag="heirs"):
    """Titles of the dead pass to lords of the family, one after the other (FI-DP-09)."""

    player: PlayerNo
    regions: tuple[RegionNo, ...]


class Bestow(Task, tag="bestow"):
    """The title of a fief won is given to one of the winner's lords (FI-DP-28)."""

    player: PlayerNo
    region: RegionNo
    present: tuple[LordNo, ...] = ()  # the lords among whom he chooses, if these only


class Estates(Task, tag="estates"):
    """Fiefs of extinct families pass on (FI-INH-03)."""


class Dispose(Task, tag="dispose"):
    """The King's or the Regent's player gives fiefs without family away (FI-DP-29)."""

    player: PlayerNo
    regions: tuple[RegionNo, ...]


class Manning(Task, tag="manning"):
    """A token for the capital of a fief received (FI-DP-30)."""

    player: PlayerNo
    region: RegionNo


class Crossing(Task, tag="crossing"):
    """A step that needs leave, to go out or to come in (FI-DP-13, 14, 15)."""

    player: PlayerNo
    march: March
    stage: str  # exit, entry, insist
    keeper: PlayerNo


class LeaveAsked(NamedTuple):
    """Of whom leave is asked; for which village is seen by those two alone, and None for others (FI-PAS-14)."""

    keeper: PlayerNo
    village: VillageNo | None


class Petition(Task, tag="petition"):
    """Leave asked in advance (FI-PAS-14), of all gatekeepers at once."""

    player: PlayerNo
    asked: tuple[LeaveAsked, ...]


class Declaring(Task, tag="declaring"):
    """Attacks and arrests at the start of phase 5 (FI-DP-18)."""

    waiting: tuple[PlayerNo, ...]
    arrests: tuple[Summoned, ...] = ()


class Summons(Task, tag="summons"):
    """Parties summoned to surrender (FI-DP-19)."""

    arrests: tuple[Summoned, ...]


class Battles(Task, tag="battles"):
    """The battles of phase 5, village by village (FI-BAT-05)."""

    villages: tuple[VillageNo, ...]


class Party(NamedTuple):
    """A player, and whether his pawns stand outside (FI-BAT-05)."""

    player: PlayerNo
    outside: bool


class Foes(NamedTuple):
    """Two players who fight each other."""

    one: PlayerNo
    other: PlayerNo


class AimedDice(NamedTuple):
    """Dice thrown at a lord (FI-AIM-01)."""

    lord: LordNo
    dice: int


class Camp(msgspec.Struct, frozen=True, gc=False):
    """Parties that fight as one force (FI-MUL-03)."""

    parties: tuple[Party, ...]


class Aiming(msgspec.Struct, frozen=True, gc=False):
    """What the leader of a camp (the peasants too) has chosen for a round: the camp hit, by one of its players and
    the place where it stands if he has two (FI-MUL-06), and dice at lords."""

    player: PlayerNo
    target: PlayerNo | None  # None: as his plan has it
    place: str  # "", dedans, dehors
    aims: tuple[AimedDice, ...]


class Battle(Task, tag="battle"):
    """A battle at a village (FI-BAT). `hostile` are pairs of enemies; `camps` are formed before the first round.

    `declarers` are the attackers in the order of their declaration, `owner` the owner before the battle. In a round,
    `pleas` are players who ask for mercy and have no answer yet, `choices` what leaders have chosen. `fallen` are
    lords whose deaths take effect when all is over (FI-DTH-04). The peasants who `rose` here fight in phase 1.
    """

    village: VillageNo
    hostile: tuple[Foes, ...]
    declarers: tuple[PlayerNo, ...]
    owner: PlayerNo | None = None
    stage: str = "sides"  # sides, round, mercy
    camps: tuple[Camp, ...] = ()
    round: int = 0
    idle: int = 0
    pleas: tuple[PlayerNo, ...] = ()
    choices: tuple[Aiming, ...] = ()
    fallen: tuple[LordNo, ...] = ()
    rose: bool = False


class Admission(Task, tag="admission"):
    """The new master of a village admits the other besiegers, or not, one after the other (FI-DP-27)."""

    player: PlayerNo
    village: VillageNo
    waiting: tuple[PlayerNo, ...]
    battle: bool  # after a battle, or after an evacuation


class Sale(Task, tag="sale"):
    """The auction of a dead bishop's see (FI-DP-37 to 40)."""

    see: SeeNo
    stage: str = "president"  # president, bids, nominee, consent
    president: LordNo | None = None
    winner: PlayerNo | None = None
    nominee: LordNo | None = None
    refused: tuple[LordNo, ...] = ()


class Window(Task, tag="window"):
    """The negotiation window (FI-DP-31)."""


class Deadlines(Task, tag="deadlines"):
    """Ransoms that had to be paid by now (FI-VC-08)."""


class Election(Task, tag="election"):
    """Candidates, ballot, coronation (FI-DP-34, 35, 36)."""

    stage: str = "candidates"  # candidates, ballot, coronation
    candidates: tuple[LordNo, ...] = ()
    waiting: tuple[PlayerNo, ...] = ()
    votes: tuple[Vote, ...] = ()
    elected: LordNo | None = None


class Closing(Task, tag="closing"):
    """The end of the turn (FI-TRN-07)."""


AnyTask = (
    Wheel
    | ChooseVillage
    | ChooseLord
    | Refill
    | Act
    | Shopping
    | Lodging
    | HeirConsent
    | Housing
    | JusticeWindow
    | Heirs
    | Bestow
    | Estates
    | Dispose
    | Manning
    | Crossing
    | Petition
    | Declaring
    | Summons
    | Battles
    | Battle
    | Admission
    | Sale
    | Window
    | Deadlines
    | Election
    | Closing
)
