"""At any time: what may come with any answer (FI-DP-43, FI-DP-44)."""

from __future__ import annotations

from heraut.games.fief.orders.order import Lords, Order, Player, Text, Village, VillageOrNone, Villages, Word


class Instruction(Order, frozen=True, gc=False):
    """What may come with any answer (FI-DP-43, FI-DP-44)."""


class Policy(Instruction, frozen=True, gc=False, tag="policy"):
    """What to answer this player who asks to come in or to go out (FI-PAS-09)."""

    player: Player
    entry: Word
    exit: Word = "demander"
    code = "POLITIQUE"


class Permit(Instruction, frozen=True, gc=False, tag="permit"):
    """Which leave a player gives in one village this turn; overrides the general policy (FI-PAS-14)."""

    player: Player
    village: Village
    entry: Word
    code = "PASSAGE"


class AskLeave(Instruction, frozen=True, gc=False, tag="ask_leave"):
    """Leave for my coming movement turn, asked of the gatekeepers of these villages (FI-PAS-14)."""

    villages: Villages
    code = "SOLLICITER"


class SetPlan(Instruction, frozen=True, gc=False, tag="set_plan"):
    """One line of the battle plan, for every battle or for one village this turn."""

    field: Word
    value: Word
    village: VillageOrNone = None
    code = "PLAN"


class Deposited(Instruction, frozen=True, tag="deposited"):
    """An order given in advance for a phase; `ask`, `hit` and `none` alone: ask me, ask me if hit, forget them."""

    phase: Word
    line: Text
    code = "POUR"


class BallotPaper(Instruction, frozen=True, gc=False, tag="ballot_paper"):
    """A line of the ballot paper: candidat, votes or sacre, and lords; without a lord, none."""

    part: Word
    lords: Lords = ()
    code = "BULLETIN"


class Forget(Instruction, frozen=True, gc=False, tag="forget"):
    """A line of the ballot paper, or the whole battle plan, is taken back."""

    part: Word
    code = "OUBLIER"


class Concede(Instruction, frozen=True, gc=False, tag="concede"):
    code = "ABANDONNER"


class AskReplacement(Instruction, frozen=True, gc=False, tag="ask_replacement"):
    code = "REMPLACER"
